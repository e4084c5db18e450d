"""Text files in blocks of whole lines. Called by the readers of CSV and LibSVM files."""
import os
from collections.abc import Iterator

import numpy as np

from ..core.errors import MXNetError

SPACE = 8                       # bytes in front of the text, so that every number has a word
_u = np.uint64
_NUMBERS = 300_000              # a block: with fewer, threads wait for each other at every step
_FIRST_BLOCK = 1 << 16
_LARGEST_BLOCK = 1 << 22
_USUAL_LINE = 1 << 12


class Block:
    """Some whole lines, each with its end, in memory that can be read as words of eight bytes.

    Attributes
    ----------
    path, offset : the file they are of, and where in it they begin.
    bytes : the memory; `SPACE` zeros, the text, and at least eight zeros more.
    words : the same memory.
    stop : where the text ends in it.
    """

    def __init__(self, words: np.ndarray, length: int, path: str = "", offset: int = 0):
        self.words, self.stop = words, SPACE + length
        self.bytes = words.view(np.uint8)
        self.path, self.offset = path, offset

    @classmethod
    def of(cls, text: bytes, path: str = "", offset: int = 0) -> "Block":
        """Return a block with a copy of some text."""
        words = _room(len(text))
        words.view(np.uint8)[SPACE:SPACE + len(text)] = np.frombuffer(text, np.uint8)
        return cls(words, len(text), path, offset)

    def text(self) -> bytes:
        """Return the lines as bytes."""
        return self.bytes[SPACE:self.stop].tobytes()

    def line_number(self) -> int:
        """Return the number of the first line in its file. It reads the file: for errors only."""
        feeds = returns = 0
        with open(self.path, "rb") as file:
            for piece in _pieces(file, self.offset):
                feeds += piece.count(b"\n")
                returns += piece.count(b"\r")
        return 1 + (feeds or returns)


def _room(length: int) -> np.ndarray:
    return np.zeros((SPACE + length) // 8 + 3, _u)


def _pieces(file, length: int) -> Iterator[bytes]:
    while length > 0 and (piece := file.read(min(length, _LARGEST_BLOCK))):
        length -= len(piece)
        yield piece


def blocks(path: str, separators: bytes, begin: int = 0, end: int | None = None) -> Iterator[Block]:
    """Yield a file, or part of it, in blocks with as many numbers as are best parsed at once.

    The last line may lack its end. Lines end in a line feed; in a file that has none, in a carriage
    return.
    """
    try:
        with open(path, "rb", buffering=0) as file:
            file.seek(begin)
            yield from _blocks(file, path, separators, begin,
                               os.path.getsize(path) if end is None else end)
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror}") from error


def _blocks(file, path: str, separators: bytes, offset: int, end: int) -> Iterator[Block]:
    left, size = end - offset, _FIRST_BLOCK
    rest = np.empty(0, np.uint8)            # of a line that is not whole yet
    first = True
    while left > 0:
        words = _room(len(rest) + size)
        memory = words.view(np.uint8)
        memory[SPACE:SPACE + len(rest)] = rest
        stop = SPACE + len(rest)
        count = file.readinto(memory[stop:stop + min(size, left)])
        if not count:
            break
        left -= count
        stop += count
        whole = _end_of_lines(memory, stop)
        rest = memory[whole:stop].copy()
        if first:
            size, first = _best_size(memory[SPACE:stop].tobytes(), separators), False
        if whole == SPACE:
            size = max(size, len(rest))     # a very long line is not copied very often
            continue
        memory[whole:stop] = 0
        yield Block(words, whole - SPACE, path, offset)
        offset += whole - SPACE
    if len(rest):
        yield Block.of(rest.tobytes() + b"\n", path, offset)


def _best_size(text: bytes, separators: bytes) -> int:
    count = 1 + sum(text.count(bytes([mark])) for mark in separators)
    return min(max(_NUMBERS * len(text) // count, 4096), _LARGEST_BLOCK)


def _end_of_lines(memory: np.ndarray, stop: int) -> int:
    """Return where the last whole line ends; `SPACE` if there is none."""
    for begin in (max(SPACE, stop - _USUAL_LINE), SPACE):
        found = memory[begin:stop].tobytes().rfind(b"\n")
        if found >= 0:
            return begin + found + 1
    return SPACE + memory[SPACE:stop].tobytes().rfind(b"\r", 0, -1) + 1
