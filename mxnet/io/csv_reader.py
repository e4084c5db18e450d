"""`CSVIter`: rows of numbers from text files, read piece by piece."""
import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Literal

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.params import Shape
from ..core.tuning import PARSER_THREADS
from ..ndarray.tensors import wrap
from .ahead import Ahead, processors
from .alike import numbers, places
from .files import input_files
from .numerals import NotPlain, mixed_numbers
from .parameters import check_shape
from .reader import PairedReader, Read
from .text import SPACE, Block, TextFile, blocks, text_files

_COMMA, _LINE = b",\n"


def _value(cell: bytes, dtype: np.dtype) -> float | int:
    if dtype.kind == "f":
        return float(cell)
    try:
        return int(cell)
    except ValueError:
        return int(float(cell))


def _read_blocks(files: list[TextFile]) -> Iterator[Block]:
    """Yield all lines of some files, many at a time."""
    for file in files:
        yield from blocks(file, b",\n")


def _parse(block: Block, width: int, dtype: np.dtype) -> np.ndarray:
    """Return the rows in a block."""
    with np.errstate(over="ignore"):  # overflow gives infinity
        return _parse_any(block, width, dtype).astype(dtype, copy=False)


def _parse_any(block: Block, width: int, dtype: np.dtype) -> np.ndarray:
    """Return the rows in a block, with the fastest method that accepts them."""
    try:
        return _parse_plain(block, width, dtype)
    except NotPlain:
        text = block.text()
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        with contextlib.suppress(NotPlain):
            return _parse_plain(Block.of(text), width, dtype)
    return _parse_lines(block, text, width, dtype)


def _parse_plain(block: Block, width: int, dtype: np.dtype) -> np.ndarray:
    """Parse rows that are all plain and complete, or raise `NotPlain`."""
    lines = block.bytes == _LINE
    separators = block.bytes == _COMMA
    separators |= lines
    stops = places(separators)
    last = stops[width - 1::width]
    if len(stops) % width or np.count_nonzero(lines) != len(last) or not lines.take(last).all() \
            or not lines[block.stop - 1]:
        raise NotPlain("rows of different lengths, or other ends of lines")
    starts = np.empty_like(stops)
    starts[:1] = SPACE
    np.add(stops[:-1], 1, out=starts[1:])
    found = numbers(block, starts, stops, dtype)
    if found is None:
        found = mixed_numbers(block, starts, stops, dtype)
    return found.reshape(-1, width)


def _parse_lines(block: Block, text: bytes, width: int, dtype: np.dtype) -> np.ndarray:
    """Parse rows with blanks, empty lines, trailing commas, infinities and the like."""
    lines = [line for line in map(bytes.strip, text.split(b"\n")) if line]
    if all(line.count(b",") == width - 1 for line in lines):
        cells = b",".join(lines).split(b",") if lines else []
        kind, number = (np.float64, float) if dtype.kind == "f" else (np.int64, int)
        with contextlib.suppress(ValueError, OverflowError):
            return np.fromiter(map(number, cells), kind, len(cells)).reshape(-1, width)
    return _parse_slowly(block, text, width, dtype)


def _parse_slowly(block: Block, text: bytes, width: int, dtype: np.dtype) -> np.ndarray:
    """Parse cell by cell: for rows that the fast methods refuse, and to report which line is wrong."""
    rows, kind = [], np.float64 if dtype.kind == "f" else np.int64
    for number, line in enumerate(map(bytes.strip, text.split(b"\n"))):
        if not line:
            continue
        cells = line.split(b",")
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) != width:
            raise _wrong(block, number, "The data size in CSV do not match size of shape: expected "
                         f"{width} numbers, got {len(cells)}")
        try:
            rows.append(np.array([_value(cell, dtype) for cell in cells], kind))
        except (ValueError, OverflowError) as error:
            raise _wrong(block, number, f"not a row of numbers: {line[:60]!r}") from error
    return np.array(rows, kind).reshape(-1, width)


def _wrong(block: Block, line: int, what: str) -> MXNetError:
    return MXNetError(f"{block.path}, line {block.line_number() + line}: {what}")


class _Rows:
    """All rows of some files, starting over after `rewind`."""

    def __init__(self, uri: str, shape: tuple, dtype: np.dtype):
        self._files = text_files(input_files(uri, "CSVIter"))
        self._dtype, self._width = dtype, int(np.prod(shape))
        parse = partial(_parse, width=self._width, dtype=self._dtype)
        self._pieces = Ahead(_read_blocks(self._files), parse, processors(PARSER_THREADS))
        self._left = np.empty((0, self._width), dtype=self._dtype)

    def rewind(self) -> None:
        self._pieces.restart(_read_blocks(self._files))
        self._left = self._left[:0]

    def close(self) -> None:
        self._pieces.close()
        for file in self._files:
            file.close()

    def fill(self, out: np.ndarray) -> int:
        """Copy rows to an array; return how many there were, fewer than requested only at the end."""
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


class CsvReader(PairedReader):
    """Return the iterator over CSV files.

    Every row is one sample, reshaped to ``data_shape``; all entries are parsed as ``dtype``.

    Parameters
    ----------
    data_csv : str
        Path of the data: a file, a folder, or several files joined by ";".
    data_shape : Shape
        Shape of one sample.
    label_csv : str, default='NULL'
        Path of the labels; without it they are all 0.
    label_shape : Shape, default=(1,)
        Shape of one sample's labels.
    batch_size : int
        Number of samples in a batch.
    round_batch : bool, default=True
        Whether to fill the last batch with the first rows; the epoch after a reset continues after them. If not, the
        rest of the last batch holds what the previous batch had there, and its ``pad`` says how many rows do not count.
    prefetch_buffer : int, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : str, optional
        Element type, float32 by default.
    """

    def __init__(self, *, data_csv: str, data_shape: Shape, label_csv: str = "NULL", label_shape: Shape = (1,),
                 batch_size: int, round_batch: bool = True, prefetch_buffer: int = 4,
                 ctx: Literal["cpu", "gpu"] = "gpu", dtype: str | None = None) -> None:
        if dtype not in (None, "None", "float32", "int32", "int64"):
            raise MXNetError(f"{dtype} is not supported for CSVIter; expected float32, int32 or "
                             "int64")
        if batch_size < 1:
            raise MXNetError(f"CSVIter: batch_size must be positive, got {batch_size}")
        check_shape("CSVIter", "data_shape", data_shape, batch_size)
        check_shape("CSVIter", "label_shape", label_shape, batch_size)
        kind = np.dtype("float32" if dtype in (None, "None") else dtype)
        self._size, self._round = batch_size, round_batch
        self._rows = _Rows(data_csv, data_shape, kind)
        self._label = None if label_csv == "NULL" else _Rows(label_csv, label_shape, kind)
        self._kind = kind
        one_label = (1,) if self._label is None else tuple(label_shape)
        self._buffers = (np.zeros((batch_size, *data_shape), kind),
                         np.zeros((batch_size, *one_label), kind))
        self._numbers = np.zeros(batch_size, np.uint64)
        self._next = 0
        self._overflow = False

    def _fill(self, start: int) -> int:
        """Copy the next rows to the buffers from `start` on; return where they end."""
        data, label = self._buffers
        count = self._rows.fill(data[start:])
        stop = start + count
        if self._label is not None and self._label.fill(label[start:stop]) < count:
            raise MXNetError("CSVIter: label_csv has fewer rows than data_csv")
        self._numbers[start:stop] = np.arange(self._next, self._next + count)
        self._next += count
        return stop

    def read(self) -> Read | None:
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
