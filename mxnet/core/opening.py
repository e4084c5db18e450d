"""Opening files for reading. Every function that reads a user-named file opens it here.

Only regular files, and pipes of bounded length, are opened. A device has no end: reading all of it would exhaust
memory. All failures raise `FileError`.
"""
import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from typing import IO, Any

from .errors import FileError, MissingFile, MXNetError
from .location import local_path

MAX_PIPE = 1 << 32      # bytes read from a pipe, whose length is unknown
MAX_TEXT = 1 << 30      # bytes of a text that is read whole
MAX_LINE = 1 << 24
_PIECE = 1 << 20
MAX_ENCODED = 1 << 30   # bytes of an image file; a record holds half as many


def failed(doing: str, path: str | os.PathLike[str], error: BaseException) -> FileError:
    """Return the exception for a system error: what failed, for which file."""
    why = getattr(error, "strerror", None) or str(error)
    kind = MissingFile if isinstance(error, FileNotFoundError) else FileError
    return kind(getattr(error, "errno", None) or errno.EINVAL, f"{doing} {_shown(path)}: {why}",
                os.fspath(path))


def _shown(path: str | os.PathLike) -> str:
    text = os.fsdecode(path)
    return repr(text) if "\0" in text else text


@contextlib.contextmanager
def reading(path: str | os.PathLike[str], mode: str = "rb", *, doing: str = "cannot read",
            **options: Any) -> Iterator[IO]:
    """Open a file for a block; errors of opening it, and of reading in the block, name the file."""
    path = local_path(path)
    try:
        with open_input(path, mode, doing=doing, **options) as file:
            yield file
    except OSError as error:
        if isinstance(error, MXNetError):
            raise
        raise failed(doing, path, error) from error


def open_input(path: str | os.PathLike[str], mode: str = "rb", *, doing: str = "cannot read", **options: Any) -> IO:
    """Open a regular file or a pipe."""
    try:
        file = open(path, mode, **options)
    except (OSError, ValueError) as error:      # ValueError: a NUL in the path
        raise failed(doing, path, error) from error
    kind = os.fstat(file.fileno()).st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
        file.close()
        raise FileError(errno.EINVAL, f"{doing} {_shown(path)}: expected a regular file or a pipe; "
                        f"got {_kind(kind)}", os.fspath(path))
    return file


def _kind(mode: int) -> str:
    names = ((stat.S_ISCHR, "a character device"), (stat.S_ISBLK, "a block device"),
             (stat.S_ISDIR, "a directory"), (stat.S_ISSOCK, "a socket"))
    return next((name for test, name in names if test(mode)), "something else")


def size_of(file: IO) -> int | None:
    """Return the size of an open regular file, None of a pipe."""
    status = os.fstat(file.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def read_whole(file: IO, path: str | os.PathLike[str], limit: int | None = None) -> bytes:
    """Return all bytes of an open file, at most ``limit`` of them; from a pipe never more than `MAX_PIPE`."""
    size = size_of(file)
    try:
        return _read_whole(file, path, size, MAX_PIPE if limit is None and size is None else limit)
    except MemoryError as error:
        raise FileError(errno.ENOMEM, f"cannot read {_shown(path)}: there is no memory for its {size} bytes",
                        os.fspath(path)) from error


def _read_whole(file: IO, path: str | os.PathLike, size: int | None, limit: int | None) -> bytes:
    limit = sys.maxsize if limit is None else limit
    if size is not None and size > limit:
        raise _too_long(path, limit)
    pieces, found = [], 0
    # at most the file's stated size, or what a pipe has delivered: `read` allocates all that it is asked for
    while piece := file.read(_PIECE if size is None else max(size - found, 0) + 1):
        found += len(piece)
        if found > limit:
            raise _too_long(path, limit)
        pieces.append(piece)
    return b"".join(pieces)


def _too_long(path: str | os.PathLike, limit: int) -> FileError:
    return FileError(errno.EFBIG, f"cannot read {_shown(path)}: expected at most {limit} bytes",
                     os.fspath(path))


def read_bytes(path: str | os.PathLike[str], limit: int | None = None, doing: str = "cannot read") -> bytes:
    """Return the bytes of a file."""
    with reading(path, doing=doing) as file:
        return read_whole(file, path, limit)


def read_text(path: str | os.PathLike[str], limit: int = MAX_TEXT, *, doing: str = "cannot read",
              errors: str = "strict") -> str:
    """Return the text of a UTF-8 file; a file that begins with NUL is not text."""
    with reading(path, doing=doing) as file:
        head = file.read(4096)
        if b"\0" in head:
            raise FileError(errno.EINVAL, f"{doing} {_shown(path)}: expected text; got a NUL byte",
                            os.fspath(path))
        raw = head + read_whole(file, path, limit)
    try:
        return raw.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise failed(doing, path, error) from error


def lines(path: str | os.PathLike[str], *, doing: str = "cannot read", encoding: str = "utf-8",
          errors: str = "strict") -> Iterator[str]:
    """Yield the lines of a text file with their line ends, none longer than `MAX_LINE`."""
    number = 0
    with reading(path, "r", doing=doing, encoding=encoding, errors=errors) as file:
        try:
            while line := file.readline(MAX_LINE):
                number += 1
                if len(line) == MAX_LINE and not line.endswith("\n"):
                    raise FileError(errno.EFBIG, f"{doing} {_shown(path)}, line {number}: expected at "
                                    f"most {MAX_LINE} characters", os.fspath(path))
                yield line
        except UnicodeDecodeError as error:
            raise failed(doing, path, error) from error
