"""`LibSVMIter`: rows of "label index:value index:value ..." from text files."""
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.op.params import Shape
from ..ndarray.invoke import wrap
from .ahead import Ahead, processors
from .files import line_parts
from .memory import Memory
from .numerals import NotPlain, Text, blocks
from .parameters import check_at_least
from .reader import PairedReader, Read

_SPACE, _COLON, _LINE = b" :\n"
_THREADS = 2                # that parse; more would wait for each other's small steps


class Rows(NamedTuple):
    """Some rows: a label each; for all their entries the place, row * width + column, and the value;
    and where each row's entries begin, and the last one's end.
    """

    labels: np.ndarray
    place: np.ndarray
    value: np.ndarray
    begin: np.ndarray


def _no_column(wrong: int, width: int, path: str) -> MXNetError:
    return MXNetError(f"LibSVMIter: {path}: index {str(wrong)[:40]} is not one of the {width} columns "
                      "that the shape gives")


def _rows(labels: np.ndarray, counts: np.ndarray, column: np.ndarray, value: np.ndarray, width: int,
          path: str) -> Rows:
    if len(column) and not (0 <= column.min() and column.max() < width):
        wrong = int(column[(column < 0) | (column >= width)][0])
        raise _no_column(wrong, width, path)
    begin = np.zeros(len(labels) + 1, np.int64)
    np.cumsum(counts, out=begin[1:])
    place = np.repeat(np.arange(len(labels)) * width, counts)
    place += column.astype(np.int64)
    return Rows(labels, place, value, begin)


def _parse_block(block: bytes, width: int, path: str) -> Rows:
    """Parse rows that are all plain, or raise `NotPlain`."""
    text = Text(block, b" :\n")
    marks = text.marks
    columns = np.flatnonzero(marks == _COLON)
    values = columns + 1
    labels = np.flatnonzero(marks == _LINE) + 1
    labels[1:], labels[0] = labels[:-1].copy(), 0
    # a label stands alone, a value behind each column, and there is nothing else
    if len(labels) + 2 * len(columns) != len(marks) or (marks.take(labels) == _COLON).any() \
            or (marks.take(values, mode="clip") == _COLON).any():
        raise NotPlain("labels with weights, or columns without values")
    label, column, value = text.values((labels, columns, values))
    if (column != np.floor(column)).any():
        raise NotPlain("columns must be whole numbers")
    counts = np.diff(labels, append=len(marks)) // 2
    return _rows(label, counts, column, value, width, path)


def _parse_lines(block: bytes, width: int, path: str) -> Rows:
    """Parse rows with comments, weights, query numbers, blanks and columns without values."""
    labels: list[float] = []
    ends = [0]
    columns: list[int] = []
    values: list[float] = []
    for line in block.split(b"\n"):
        words = line.split(b"#")[0].split()
        if not words:
            continue
        try:
            labels.append(float(words[0].split(b":")[0]))
            for word in words[1:]:
                if word.startswith(b"qid:"):
                    continue
                column, colon, value = word.partition(b":")
                columns.append(int(column))
                if not 0 <= columns[-1] < width:
                    raise _no_column(columns[-1], width, path)
                values.append(float(value) if colon else 1.0)
            ends.append(len(columns))
        except ValueError as error:
            raise MXNetError(f"LibSVMIter: {path}: not a row of label and index:value pairs: "
                             f"{line[:60]!r}") from error
    return _rows(np.array(labels), np.diff(ends), np.array(columns, np.int64), np.array(values),
                 width, path)


def _read_blocks(parts: list) -> Iterator[tuple[str, bytes]]:
    """Yield all lines of parts of some files, many at a time."""
    for path, begin, end in parts:
        for block in blocks(path, b" :\n", begin, end):
            yield path, block


def _parse(item: tuple[str, bytes], width: int) -> Rows:
    path, block = item
    try:
        return _parse_block(block, width, path)
    except NotPlain:
        return _parse_lines(block, width, path)


class _Table:
    """All rows of one part of some files, again from the first after `rewind`."""

    def __init__(self, uri: str, width: int, part_index: int, num_parts: int):
        self._parts = line_parts(uri, part_index, num_parts, "LibSVMIter")
        self._width = width
        self._pieces: Ahead | None = None
        self.rewind()

    def rewind(self) -> None:
        self.close()
        parse = partial(_parse, width=self._width)
        self._pieces = Ahead(_read_blocks(self._parts), parse, processors(_THREADS))
        self._piece: Rows | None = None
        self._row = 0

    def close(self) -> None:
        if self._pieces is not None:
            self._pieces.close()

    def fill(self, out: np.ndarray, labels: np.ndarray) -> int:
        """Put rows into a dense array; return how many there were."""
        flat = out.reshape(-1)
        flat[:] = 0
        done = 0
        while done < len(out):
            if self._piece is None or self._row == len(self._piece.labels):
                self._piece, self._row = next(self._pieces, None), 0
                if self._piece is None:
                    break
            piece, start = self._piece, self._row
            stop = min(len(piece.labels), start + len(out) - done)
            entries = slice(piece.begin[start], piece.begin[stop])
            flat[piece.place[entries] + (done - start) * self._width] = piece.value[entries]
            labels[done:done + stop - start] = piece.labels[start:stop]
            done += stop - start
            self._row = stop
        return done


class LibSvmReader(PairedReader):
    """Return the iterator over LibSVM files, with columns counted from 0.

    Batches are dense here; the reference gives them in compressed rows, with the same values. A
    column without value is 1; a weight behind a label, "qid:" and what follows "#" are passed over.
    The last batch is filled with the first rows, and the epoch after `reset` goes on behind them.
    """

    def __init__(self, *, data_libsvm: str, data_shape: Shape, label_libsvm: str = "NULL",
                 label_shape: Shape = (1,), num_parts: int = 1, part_index: int = 0,
                 batch_size: int, round_batch: bool = True, prefetch_buffer: int = 4,
                 ctx: Literal["cpu", "gpu"] = "gpu", dtype: str | None = None):
        check_at_least("LibSVMIter", 1, batch_size=batch_size)
        if len(data_shape) != 1:
            raise MXNetError("LibSVMIter: dimension of data_shape is expected to be 1, got "
                             f"{tuple(data_shape)}")
        if not round_batch:
            raise MXNetError("LibSVMIter: sparse batch loader doesn't support round_batch == false "
                             "yet")
        labelled = label_libsvm != "NULL"
        if len(label_shape) != 1 or (label_shape[0] > 1) != labelled:
            raise MXNetError(f"LibSVMIter: label_shape {tuple(label_shape)}: expected (1,) without "
                             "label_libsvm, and more than one column with it")
        self._size = batch_size
        self._data = _Table(data_libsvm, data_shape[0], part_index, num_parts)
        self._label = None
        if labelled:
            self._label = _Table(label_libsvm, label_shape[0], part_index, num_parts)
        self._memories = [Memory((batch_size, shape[0]), np.float32, 4)
                          for shape in (data_shape, label_shape)]
        self._next, self._overflow = 0, False

    def _fill(self, data: np.ndarray, label: np.ndarray, numbers: np.ndarray) -> int:
        """Put the next rows into arrays; return how many there were."""
        first = np.empty(len(data))
        count = self._data.fill(data, first)
        if self._label is None:
            label[:count, 0] = first[:count]
        elif self._label.fill(label[:count], first) < count:
            raise MXNetError("LibSVMIter: label_libsvm has fewer rows than data_libsvm")
        numbers[:count] = np.arange(self._next, self._next + count)
        self._next += count
        return count

    def read(self) -> Read | None:
        """Return the next batch, None at the end of the epoch."""
        if self._overflow:
            return None
        data, label = (memory.take() for memory in self._memories)
        numbers = np.empty(self._size, np.uint64)
        stop = self._fill(data, label, numbers)
        if stop == 0:
            return None
        if stop < self._size:
            self._rewind()
            self._overflow = True
            if self._fill(data[stop:], label[stop:], numbers[stop:]) < self._size - stop:
                raise MXNetError("LibSVMIter: number of input must be bigger than batch size")
        data, label = (wrap(torch.from_numpy(values), cpu()) for values in (data, label))
        return Read(data, label, self._size - stop, numbers)

    def reset(self) -> None:
        """Begin a new epoch, behind the rows that filled the last batch."""
        if not self._overflow:
            self._rewind()
        self._overflow = False

    def close(self) -> None:
        """End the threads that read ahead."""
        for one in (self._data, self._label):
            if one is not None:
                one.close()
