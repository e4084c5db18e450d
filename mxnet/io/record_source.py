"""Where the image readers' records come from: one part of some .rec files, in order or shuffled.

Parts, chunks and orders are as in MXNet. A source is used by one thread at a time: its owner holds a lock.
"""
import math
import os
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from ..core.errors import MXNetError
from ..core.opening import lines
from ..fileformat.record import RecordReader
from .files import check_part, input_files
from .mersenne import Mersenne

CHUNK = 8 << 20         # bytes that MXNet reads, and shuffles, at a time
_SPLIT_MAGIC = 666      # added to a seed for shuffling segments of a file
_OPEN_FILES = 16


class Item(NamedTuple):
    """A record, its position, its index for `seed_aug`, and the number of the pass."""

    record: bytes
    path: str
    offset: int
    number: int
    epoch: int


class RecordFiles:
    """Some .rec files, addressed as one."""

    def __init__(self, uri: str, reader: str) -> None:
        self._readers: dict[int, RecordReader] = {}
        self._name = reader
        self.paths: list[str] = input_files(uri, reader)
        self._starts = [0, *accumulate(map(os.path.getsize, self.paths))]

    @property
    def size(self) -> int:
        """Total bytes of all files."""
        return self._starts[-1]

    def _reader(self, number: int) -> RecordReader:
        found = self._readers.get(number)
        if found is None:
            if len(self._readers) >= _OPEN_FILES:
                self._readers.pop(next(iter(self._readers))).close()
            found = self._readers[number] = RecordReader(self.paths[number])
        return found

    def find(self, offset: int) -> int:
        """Return where the first record at or after a position begins."""
        number = bisect_right(self._starts, offset) - 1
        if number == len(self.paths) or offset == self._starts[number]:
            return offset
        return self._starts[number] + self._reader(number).find(offset - self._starts[number])

    def part(self, index: int, count: int) -> tuple[int, int]:
        """Return begin and end of one of `count` parts; a record belongs where its first byte is."""
        step = -(-self.size // count)
        step += -step % 4
        begin, end = (self.find(min(step * i, self.size)) for i in (index, index + 1))
        return begin, end

    def read(self, offset: int) -> tuple[bytes, str, int, int]:
        """Return a record, its file, its position in it, and where the next one begins."""
        number = bisect_right(self._starts, offset) - 1
        if not 0 <= number < len(self.paths):
            raise MXNetError(f"{self._name}: {self.paths[-1]} ends before byte {offset}, where the "
                             "index has a record")
        reader, place = self._reader(number), offset - self._starts[number]
        if reader.tell() != place:
            reader.seek(place)
        record = reader.read()
        if record is None:
            raise MXNetError(f"{self._name}: {self.paths[number]} has no record at byte {place}")
        return record, self.paths[number], place, self._starts[number] + reader.tell()

    def spans(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each record in a range."""
        at = begin
        while at < end:
            number = bisect_right(self._starts, at) - 1
            reader, start = self._reader(number), self._starts[number]
            reader.seek(at - start)
            span = next(reader.spans(), None)
            if span is None:
                raise MXNetError(f"{self._name}: {self.paths[number]} became shorter while it was "
                                 "read")
            at = start + span.end
            yield start + span.start, at

    def close(self) -> None:
        """Close all files."""
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()

    def __del__(self) -> None:
        # a reader that refuses its parameters is never closed
        self.close()


class RecordSource:
    """Records of one part, in order, or shuffled by chunk, or with segments of the part shuffled.

    Parameters
    ----------
    shuffle : shuffle the records of each chunk.
    stretches : how many pieces of the part are read in random order.
    batch_size : shuffled records are numbered from here on in each chunk, others from the place that
        the chunk's first record has in its batch.
    """

    mark: Any

    def __init__(self, files: RecordFiles, part_index: int = 0, num_parts: int = 1, *, shuffle: bool = False,
                 seed: int = 0, stretches: int = 1, stretch_seed: int = 0, batch_size: int = 1) -> None:
        check_part(part_index, num_parts, files._name)
        self.files = files
        self._part, self._parts = part_index, num_parts
        self._shuffle, self._batch_size = shuffle, batch_size
        self._random = Mersenne(seed)
        self._stretches = list(range(stretches))
        self._stretch_random = Mersenne(_SPLIT_MAGIC + part_index + num_parts + stretches
                                        + stretch_seed)
        self._place = self._epoch = 0
        if not self._has_records():
            raise MXNetError(f"{files._name}: part {part_index} of {num_parts} has no records")
        self.rewind()

    def _has_records(self) -> bool:
        begin, end = self.files.part(self._part, self._parts)
        return begin < end

    def rewind(self) -> None:
        """Start a new pass over the part."""
        self._epoch += 1
        self._stretch_random.shuffle(self._stretches)
        self.mark = self._state()
        self._items = self._pass()

    def next(self, place: int) -> Item | None:
        """Return the next record, for a place in a batch; None at the end of the pass."""
        self._place = place
        return next(self._items, None)

    def close(self) -> None:
        """Close the files."""
        self.files.close()

    def _state(self) -> Any:
        return (self._epoch, self._random.state, self._stretch_random.state,
                tuple(self._stretches))

    def restore(self, mark: Any) -> None:
        """Undo the draws since an earlier `mark`; the next pass draws again."""
        self._epoch, self._random.state, self._stretch_random.state, stretches = mark
        self._stretches = list(stretches)
        self.mark = mark

    def _pass(self) -> Iterator[Item]:
        count = len(self._stretches)
        for stretch in list(self._stretches):
            begin, end = self.files.part(self._part * count + stretch, self._parts * count)
            yield from self._shuffled(begin, end) if self._shuffle else self._in_order(begin, end)

    def _in_order(self, begin: int, end: int) -> Iterator[Item]:
        at, start, number = begin, begin, self._place
        while at < end:
            record, path, place, after = self.files.read(at)
            if at > start and self._begins_chunk(start, after, end):
                start, number = at, self._place
            yield Item(record, path, place, number, self._epoch)
            at, number = after, number + 1

    def _shuffled(self, begin: int, end: int) -> Iterator[Item]:
        start, chunk = begin, []
        for at, after in self.files.spans(begin, end):
            if at > start and self._begins_chunk(start, after, end):
                yield from self._in_random_order(chunk)
                start, chunk = at, []
            chunk.append((at, self._batch_size + len(chunk)))
        yield from self._in_random_order(chunk)

    @staticmethod
    def _begins_chunk(start: int, after: int, end: int) -> bool:
        """Return whether a record is the last that begins in the CHUNK from `start`, if that is full.

        MXNet keeps such a record for the next chunk, as it cannot know whether it is complete.
        """
        return end - start >= CHUNK and after > start + CHUNK - 8

    def _in_random_order(self, chunk: list) -> Iterator[Item]:
        self._random.shuffle(chunk)
        self.mark = self._state()
        for at, number in chunk:
            yield Item(*self.files.read(at)[:3], number, self._epoch)


class IndexedSource(RecordSource):
    """Records of one part through an index file, in order or fully shuffled."""

    mark: Any

    def __init__(self, files: RecordFiles, index_path: str, part_index: int = 0, num_parts: int = 1, *,
                 shuffle: bool = False, seed: int = 0) -> None:
        check_part(part_index, num_parts, files._name)
        offsets = sorted(_read_offsets(index_path, files._name))
        step = -(-len(offsets) // num_parts)
        self._offsets = offsets[step * part_index:step * (part_index + 1)]
        super().__init__(files, part_index, num_parts, shuffle=shuffle, seed=seed)

    def _has_records(self) -> bool:
        return bool(self._offsets)

    def rewind(self) -> None:
        """Start a new pass over the part, in a new order if shuffled."""
        self._epoch += 1
        order = list(self._offsets)
        if self._shuffle:
            self._random.shuffle(order)
        self.mark = self._state()
        self._items = self._read_all(order)

    def _read_all(self, order: list[int]) -> Iterator[Item]:
        for offset in order:
            yield Item(*self.files.read(offset)[:3], self._place, self._epoch)


def _read_offsets(path: str, reader: str) -> list[int]:
    """Read the second number of each pair in an .idx file."""
    text = lines(path, doing=f"{reader}: cannot read", encoding="ascii", errors="replace")
    try:
        numbers = [int(word) for line in text for word in line.split()]
    except ValueError as error:
        raise MXNetError(f"{reader}: {path} is not an index of numbers and positions: "
                         f"{error}") from error
    if not numbers or len(numbers) % 2:
        raise MXNetError(f"{reader}: {path} is not an index: it has {len(numbers)} numbers, "
                         "which are not pairs of number and position")
    return numbers[1::2]


def stretch_count(total: int, num_parts: int, megabytes: int) -> int:
    """Return into how many segments `shuffle_chunk_size` divides a part."""
    return max(1, math.ceil(total * 1.1 / (num_parts * (megabytes << 20))))
