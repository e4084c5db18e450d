"""`CSVIter`: rows of numbers from text files, read piece by piece."""
from collections.abc import Iterator
from typing import Literal

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.op.params import Shape
from ..ndarray.invoke import wrap
from .ahead import Ahead
from .files import input_files
from .numerals import NotPlain, Text, blocks
from .reader import Read, Reader

_LINE = ord("\n")


def _value(cell: bytes, dtype: np.dtype) -> float | int:
    if dtype.kind == "f":
        return float(cell)
    try:
        return int(cell)
    except ValueError:
        return int(float(cell))


def _parse_slowly(lines: list[bytes], width: int, dtype: np.dtype, path: str,
                  first: int) -> np.ndarray:
    """Parse cell by cell: for rows the quick way refuses, and to say which line is wrong."""
    rows = np.empty((len(lines), width), dtype=dtype)
    for i, line in enumerate(lines):
        cells = line.split(b",")
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) != width:
            raise MXNetError(f"{path}, row {first + i + 1}: The data size in CSV do not match size "
                             f"of shape: expected {width} numbers, got {len(cells)}")
        try:
            rows[i] = [_value(cell, dtype) for cell in cells]
        except (ValueError, OverflowError) as error:
            raise MXNetError(f"{path}, row {first + i + 1}: not a row of numbers: "
                             f"{line[:60]!r}") from error
    return rows


def _parse_block(block: bytes, width: int, dtype: np.dtype) -> np.ndarray:
    """Parse rows that are all plain and full, or raise `NotPlain`."""
    text = Text(block, b",\n")
    if len(text.marks) % width:
        raise NotPlain("rows of different lengths")
    marks = text.marks.reshape(-1, width)
    if not (marks[:, -1] == _LINE).all() or np.count_nonzero(text.marks == _LINE) != len(marks):
        raise NotPlain("rows of different lengths")
    return (text.values()[0] if dtype.kind == "f" else text.whole()).reshape(-1, width)


def _parse_lines(block: bytes, width: int, dtype: np.dtype, path: str, first: int) -> np.ndarray:
    """Parse rows with blanks, empty lines, commas at their ends, infinities and the like."""
    lines = [line for line in map(bytes.strip, block.split(b"\n")) if line]
    if all(line.count(b",") == width - 1 for line in lines):
        # NumPy's reader skips a cell that is missing and stops at one it cannot read, so anything
        # but full rows shows in the count
        try:
            import warnings
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                flat = np.fromstring(b",".join(lines).decode("ascii"), dtype=dtype, sep=",")
        except (DeprecationWarning, ValueError, UnicodeDecodeError):
            flat = None
        if flat is not None and flat.size == width * len(lines):
            return flat.reshape(len(lines), width)
    return _parse_slowly(lines, width, dtype, path, first)


def _read_rows(paths: list[str], width: int, dtype: np.dtype) -> Iterator[np.ndarray]:
    """Yield all rows of some files, many at a time."""
    for path in paths:
        count = 0
        for block in blocks(path, b",\n"):
            try:
                rows = _parse_block(block, width, dtype)
            except NotPlain:
                rows = _parse_lines(block, width, dtype, path, count)
            yield rows
            count += len(rows)


class _Rows:
    """All rows of some files, again from the first after `rewind`."""

    def __init__(self, uri: str, shape: tuple, dtype: np.dtype):
        self._paths = input_files(uri, "CSVIter")
        self._dtype, self._width = dtype, int(np.prod(shape))
        self._pieces: Ahead | None = None
        self.rewind()

    def rewind(self) -> None:
        self.close()
        self._pieces = Ahead(_read_rows(self._paths, self._width, self._dtype))
        self._left = np.empty((0, self._width), dtype=self._dtype)

    def close(self) -> None:
        if self._pieces is not None:
            self._pieces.close()

    def fill(self, out: np.ndarray) -> int:
        """Put rows into an array; return how many there were, fewer than it takes only at the end."""
        out = out.reshape(len(out), self._width)
        done = 0
        while done < len(out):
            if not len(self._left):
                piece = next(self._pieces, None)
                if piece is None:
                    break
                self._left = piece
            part = self._left[:len(out) - done]
            out[done:done + len(part)] = part
            self._left = self._left[len(part):]
            done += len(part)
        return done


class CsvReader(Reader):
    """Return the iterator over CSV files.

    Every row is one sample, reshaped to `data_shape`; without `label_csv` all labels are 0. A name
    may be a folder, or several files joined by ";". All entries are parsed as `dtype`.

    With `round_batch` the last batch is filled with the first rows, and the epoch after `reset`
    goes on behind them. Without it, the rest of the last batch holds what the batch before had
    there; `pad` says how many rows do not count.
    """

    def __init__(self, *, data_csv: str, data_shape: Shape, label_csv: str = "NULL",
                 label_shape: Shape = (1,), batch_size: int, round_batch: bool = True,
                 prefetch_buffer: int = 4, ctx: Literal["cpu", "gpu"] = "gpu",
                 dtype: str | None = None):
        if dtype not in (None, "None", "float32", "int32", "int64"):
            raise MXNetError(f"{dtype} is not supported for CSVIter; expected float32, int32 or "
                             "int64")
        if batch_size < 1:
            raise MXNetError(f"CSVIter: batch_size must be positive, got {batch_size}")
        kind = np.dtype("float32" if dtype in (None, "None") else dtype)
        self._size, self._round = batch_size, round_batch
        self._data = _Rows(data_csv, data_shape, kind)
        self._label = None if label_csv == "NULL" else _Rows(label_csv, label_shape, kind)
        self._kind = kind
        label_shape = (1,) if self._label is None else tuple(label_shape)
        self._buffers = (np.zeros((batch_size, *data_shape), kind),
                         np.zeros((batch_size, *label_shape), kind))
        self._numbers = np.zeros(batch_size, np.uint64)
        self._next = 0
        self._overflow = False

    def _fill(self, start: int) -> int:
        """Put the next rows into the buffers from `start`; return where they end."""
        data, label = self._buffers
        count = self._data.fill(data[start:])
        stop = start + count
        if self._label is not None and self._label.fill(label[start:stop]) < count:
            raise MXNetError("CSVIter: label_csv has fewer rows than data_csv")
        self._numbers[start:stop] = np.arange(self._next, self._next + count)
        self._next += count
        return stop

    def _rewind(self) -> None:
        self._data.rewind()
        if self._label is not None:
            self._label.rewind()
        self._next = 0

    def read(self) -> Read | None:
        """Return the next batch, None at the end of the epoch."""
        if self._overflow:
            return None
        stop = self._fill(0)
        if stop == 0:
            return None
        pad = self._size - stop
        if pad and self._round:
            self._rewind()
            self._overflow = True
            if self._fill(stop) < self._size:
                raise MXNetError("CSVIter: number of input must be bigger than batch size")
        data, label = (wrap(torch.from_numpy(buffer.copy()), cpu()) for buffer in self._buffers)
        return Read(data, label, pad, self._numbers.copy())

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
