"""`CSVIter`: rows of numbers from text files, read piece by piece."""
import os
from collections.abc import Iterator
from typing import Literal

import numpy as np

from ..core.errors import MXNetError
from ..core.op.params import Shape
from ..ndarray.creation import array
from .reader import Read, Reader

_PIECE = 1 << 22


def _files(uri: str) -> list[str]:
    """Names joined by ';', each a file or a folder of files; empty files do not count."""
    found = []
    for path in uri.split(";"):
        if os.path.isdir(path):
            names = sorted(os.listdir(path))
            found += [p for p in (os.path.join(path, n) for n in names) if os.path.isfile(p)]
        elif os.path.isfile(path):
            found.append(path)
        else:
            raise MXNetError(f"CSVIter: no such file or directory: {path!r}")
    found = [path for path in found if os.path.getsize(path)]
    if not found:
        raise MXNetError(f"CSVIter: there is nothing to read in {uri!r}")
    return found


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


def _parse(lines: list[bytes], width: int, dtype: np.dtype, path: str, first: int) -> np.ndarray:
    """Parse many rows at once with NumPy's text reader, if they are all plain."""
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


class _Rows:
    """All rows of some files, again from the first after `rewind`."""

    def __init__(self, uri: str, shape: tuple, dtype: np.dtype):
        self._paths = _files(uri)
        self._shape, self._dtype = tuple(shape), dtype
        self._width = int(np.prod(shape))
        self.rewind()

    def rewind(self) -> None:
        self._pieces = self._read()
        self._left = np.empty((0, *self._shape), dtype=self._dtype)

    def _read(self) -> Iterator[np.ndarray]:
        for path in self._paths:
            count = 0
            with open(path, "rb") as file:
                while lines := file.readlines(_PIECE):
                    lines = [line.strip() for line in lines]
                    lines = [line for line in lines if line]
                    if lines:
                        rows = _parse(lines, self._width, self._dtype, path, count)
                        yield rows.reshape(len(lines), *self._shape)
                        count += len(lines)

    def take(self, count: int) -> np.ndarray:
        """Return up to `count` rows; fewer only at the end."""
        parts, missing = [], count
        while missing:
            if not len(self._left):
                piece = next(self._pieces, None)
                if piece is None:
                    break
                self._left = piece
            part, self._left = self._left[:missing], self._left[missing:]
            parts.append(part)
            missing -= len(part)
        return np.concatenate(parts) if parts else self._left[:0]


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
        rows = self._data.take(self._size - start)
        stop = start + len(rows)
        data[start:stop] = rows
        if self._label is not None:
            labels = self._label.take(len(rows))
            if len(labels) < len(rows):
                raise MXNetError("CSVIter: label_csv has fewer rows than data_csv")
            label[start:stop] = labels
        self._numbers[start:stop] = np.arange(self._next, self._next + len(rows))
        self._next += len(rows)
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
        data, label = (array(buffer, dtype=self._kind) for buffer in self._buffers)
        return Read(data, label, pad, self._numbers.copy())

    def reset(self) -> None:
        """Begin a new epoch, behind the rows that filled the last batch."""
        if not self._overflow:
            self._rewind()
        self._overflow = False
