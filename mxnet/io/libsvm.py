"""`LibSVMIter`: rows of "label index:value index:value ..." from text files."""
import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.params import Shape
from ..core.tuning import PARSER_THREADS
from ..ndarray.storage.arrays import CSRNDArray, make
from ..ndarray.tensors import wrap
from .ahead import Ahead, processors
from .alike import numbers, places
from .files import line_parts
from .numerals import NotPlain, mixed_numbers
from .parameters import check_at_least, check_shape
from .reader import PairedReader, Read
from .text import SPACE, Block, blocks, text_files

_REAL, _WHOLE = np.dtype(np.float32), np.dtype(np.int64)
_SPACE, _COLON, _LINE = b" :\n"


class Rows(NamedTuple):
    """Some rows: a label each; column and value of all entries; and where each row's entries begin, and the last one's
    end.
    """

    labels: np.ndarray
    column: np.ndarray
    value: np.ndarray
    begin: np.ndarray

    def part(self, start: int, stop: int) -> "Rows":
        """Return some of the rows as views."""
        first, last = self.begin[start], self.begin[stop]
        return Rows(self.labels[start:stop], self.column[first:last], self.value[first:last],
                    self.begin[start:stop + 1] - first)

    def matrix(self, width: int) -> CSRNDArray:
        """Return the entries as an array."""
        parts = tuple(map(torch.from_numpy, (self.value, self.begin, self.column)))
        return make(CSRNDArray, parts, (len(self.labels), width), cpu())


def _joined(parts: list[Rows]) -> Rows:
    """Concatenate rows into new memory."""
    begin, entries = [np.zeros(1, np.int64)], 0
    for part in parts:
        begin.append(part.begin[1:] + entries)
        entries += len(part.column)
    labels, columns, values = (np.concatenate([part[place] for part in parts]) for place in range(3))
    return Rows(labels, columns, values, np.concatenate(begin))


def _no_column(wrong: int, width: int, path: str) -> MXNetError:
    return MXNetError(f"LibSVMIter: {path}: index {str(wrong)[:40]} is not one of the {width} columns "
                      "that the shape gives")


def _rows(labels: np.ndarray, begin: np.ndarray, column: np.ndarray, value: np.ndarray, width: int,
          path: str) -> Rows:
    if len(column) and not (0 <= column.min() and column.max() < width):
        wrong = int(column[(column < 0) | (column >= width)][0])
        raise _no_column(wrong, width, path)
    return Rows(labels, column.astype(_WHOLE, copy=False), value, begin.astype(_WHOLE, copy=False))


def _parse_plain(block: Block, width: int) -> Rows:
    """Parse rows that are all plain, or raise `NotPlain`.

    In those, every column is preceded by a space and followed by a colon and its value.
    """
    text = block.bytes
    lines = np.flatnonzero(text == _LINE)
    spaces, colons = places(text == _SPACE), places(text == _COLON)
    if len(spaces) != len(colons) or text[block.stop - 1] != _LINE:
        raise NotPlain("labels with weights, columns without values, or other ends of lines")
    begin = np.zeros(len(lines) + 1, np.int64)
    begin[1:] = np.searchsorted(spaces, lines)
    full = np.flatnonzero(np.diff(begin))           # rows that have entries
    # a value ends at the next space, or at the end of its line
    stops = np.roll(spaces, -1)
    stops[begin[1:].take(full) - 1] = lines.take(full)
    if not ((spaces < colons).all() and (colons < stops).all()):
        raise NotPlain("labels with weights, or columns without values")
    label_stops = lines.copy()
    label_stops[full] = spaces.take(begin.take(full))
    labels = _numbers(block, np.append(SPACE, lines[:-1] + 1), label_stops, _REAL)
    column = _numbers(block, spaces + 1, colons, _WHOLE)
    value = _numbers(block, colons + 1, stops, _REAL)
    return _rows(labels, begin, column, value, width, block.path)


def _numbers(block: Block, starts: np.ndarray, stops: np.ndarray, dtype: np.dtype) -> np.ndarray:
    found = numbers(block, starts, stops, dtype)
    return mixed_numbers(block, starts, stops, dtype) if found is None else found


def _parse_lines(block: bytes, width: int, path: str) -> Rows:
    """Parse rows with comments, weights, query IDs, blanks and columns without values."""
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
    return _rows(np.array(labels), np.array(ends), np.array(columns, np.int64), np.array(values),
                 width, path)


def _read_blocks(parts: list) -> Iterator[Block]:
    """Yield all lines of parts of some files, many at a time."""
    for file, begin, end in parts:
        yield from blocks(file, b" :\n", begin, end)


def _parse(block: Block, width: int) -> Rows:
    """Return the rows in a block."""
    with np.errstate(over="ignore"):  # overflow gives infinity
        rows = _parse_any(block, width)
        return rows._replace(labels=rows.labels.astype(_REAL, copy=False),
                             value=rows.value.astype(_REAL, copy=False))


def _parse_any(block: Block, width: int) -> Rows:
    """Return the rows in a block, with the fastest method that accepts them."""
    try:
        return _parse_plain(block, width)
    except NotPlain:
        text = block.text()
    tidy = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b" \n", b"\n")
    if tidy != text:
        with contextlib.suppress(NotPlain):
            return _parse_plain(Block.of(tidy, block.path), width)
    return _parse_lines(tidy, width, block.path)


class _Table:
    """All rows of one part of some files, starting over after `rewind`."""

    def __init__(self, uri: str, width: int, part_index: int, num_parts: int):
        parts = line_parts(uri, part_index, num_parts, "LibSVMIter")
        files = text_files([path for path, _, _ in parts])
        self._parts = [(file, begin, end) for file, (_, begin, end) in zip(files, parts)]
        self._pieces = Ahead(_read_blocks(self._parts), partial(_parse, width=width),
                             processors(PARSER_THREADS))
        self._piece: Rows | None = None
        self._row = 0

    def rewind(self) -> None:
        self._pieces.restart(_read_blocks(self._parts))
        self._piece, self._row = None, 0

    def close(self) -> None:
        self._pieces.close()
        for file, _, _ in self._parts:
            file.close()

    def take(self, count: int) -> list[Rows]:
        """Return the next rows, fewer than ``count`` at the end, in pieces."""
        found = []
        while count:
            if self._piece is None or self._row == len(self._piece.labels):
                self._piece, self._row = next(self._pieces, None), 0
                if self._piece is None:
                    break
            start = self._row
            self._row = min(len(self._piece.labels), start + count)
            found.append(self._piece.part(start, self._row))
            count -= self._row - start
        return found


class LibSvmReader(PairedReader):
    """Return the iterator over LibSVM files, with columns counted from 0.

    Batches are csr arrays, and so are labels from a separate file. A column without a value is 1; a weight after a
    label, "qid:" and what follows "#" are ignored.

    Parameters
    ----------
    data_libsvm : str
        Path of the data: a file, a folder, or several files joined by ";".
    data_shape : Shape
        Shape of one sample: the number of columns.
    label_libsvm : str, default='NULL'
        Path of the labels; without it they are the first number of each row.
    label_shape : Shape, default=(1,)
        Shape of one sample's labels.
    num_parts : int, default=1
        Number of parts that the data is divided into, for several workers.
    part_index : int, default=0
        The part to read.
    batch_size : int
        Number of samples in a batch.
    round_batch : bool, default=True
        Whether to fill the last batch with the first rows; the epoch after a reset continues after them.
    prefetch_buffer : int, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : str, optional
        Element type, float32 by default.
    """

    def __init__(self, *, data_libsvm: str, data_shape: Shape, label_libsvm: str = "NULL", label_shape: Shape = (1,),
                 num_parts: int = 1, part_index: int = 0, batch_size: int, round_batch: bool = True,
                 prefetch_buffer: int = 4, ctx: Literal["cpu", "gpu"] = "gpu", dtype: str | None = None) -> None:
        check_at_least("LibSVMIter", 1, batch_size=batch_size)
        if len(data_shape) != 1:
            raise MXNetError("LibSVMIter: dimension of data_shape is expected to be 1, got "
                             f"{tuple(data_shape)}")
        check_shape("LibSVMIter", "data_shape", data_shape, batch_size)
        if not round_batch:
            raise MXNetError("LibSVMIter: sparse batch loader doesn't support round_batch == false "
                             "yet")
        labelled = label_libsvm != "NULL"
        if len(label_shape) != 1 or (label_shape[0] > 1) != labelled:
            raise MXNetError(f"LibSVMIter: label_shape {tuple(label_shape)}: expected (1,) without "
                             "label_libsvm, and more than one column with it")
        check_shape("LibSVMIter", "label_shape", label_shape, batch_size)
        self._size = batch_size
        self._rows = _Table(data_libsvm, data_shape[0], part_index, num_parts)
        self._label = None
        if labelled:
            self._label = _Table(label_libsvm, label_shape[0], part_index, num_parts)
        self._widths = data_shape[0], label_shape[0]
        self._next, self._overflow = 0, False

    def _take(self, count: int) -> tuple[list[Rows], list[Rows], np.ndarray]:
        """Return the next rows of data and labels, and their indices."""
        data = self._rows.take(count)
        count = sum(len(rows.labels) for rows in data)
        labels = [] if self._label is None else self._label.take(count)
        if self._label is not None and sum(len(rows.labels) for rows in labels) < count:
            raise MXNetError("LibSVMIter: label_libsvm has fewer rows than data_libsvm")
        self._next += count
        return data, labels, np.arange(self._next - count, self._next, dtype=np.uint64)

    def read(self) -> Read | None:
        if self._overflow:
            return None
        data, labels, numbers = self._take(self._size)
        stop = len(numbers)
        if stop == 0:
            return None
        if stop < self._size:
            self._rewind()
            self._overflow = True
            more = self._take(self._size - stop)
            if len(more[2]) < self._size - stop:
                raise MXNetError("LibSVMIter: number of input must be bigger than batch size")
            data, labels, numbers = data + more[0], labels + more[1], np.append(numbers, more[2])
        rows = _joined(data)
        if self._label is None:
            label = wrap(torch.from_numpy(rows.labels.reshape(-1, 1)), cpu())
        else:
            label = _joined(labels).matrix(self._widths[1])
        return Read(rows.matrix(self._widths[0]), label, self._size - stop, numbers)
