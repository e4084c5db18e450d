"""Saving without ever leaving half a file behind. Every function that saves opens its file here."""
import contextlib
import ctypes
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from typing import IO

from .settle import settler

# Waiting for the disk costs a small file a millisecond or two; from this size on it doubles the
# time of a save, so the settler waits instead.
LARGE = 4 << 20


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike, mode: str = "wb", *, size: int = 0,
                 **options) -> Iterator[IO]:
    """Open a file that takes the place of ``path`` only when the block ends without an exception.

    The bytes go to a temporary file in the same folder, which is then renamed: whoever opens
    ``path``, during the save or after the process was killed in it, meets the old file or the new
    one, whole. The disk has the bytes before the rename, or within a second after it if ``size``
    announced a large file. A symbolic link stays a link, an existing file keeps its permissions,
    and a device or a pipe is written to directly, there being nothing to replace.

    Parameters
    ----------
    mode : "wb" or "w"
    size : bytes that will be written, if known; room for all of them is reserved first.
    options : ``encoding``, ``newline`` and ``buffering`` of ``open``.
    """
    target = os.path.realpath(path)
    before = _status(target)
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(target, mode, **options) as file:
            yield file
        return
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.tmp")
    # O_EXCL with 0o666 gives the permissions that a plain open would have given, umask applied;
    # tempfile's 0o600 would make a shared checkpoint unreadable to others.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(draft, flags, 0o666)
    large = size >= LARGE and os.name == "posix"
    late: int | None = None
    try:
        with open(handle, mode, **options) as file:
            if before is not None and hasattr(os, "fchmod"):
                os.fchmod(handle, stat.S_IMODE(before.st_mode))
            if large:
                _reserve(handle, size)
            yield file
            file.flush()
            if large:
                file.truncate()     # gives back what was reserved and not used
                late = os.dup(handle)
            else:
                os.fsync(handle)
        os.replace(draft, target)
    except BaseException:
        if late is not None:
            os.close(late)
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    if late is not None:
        settler.add(target, late)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _reserve(handle: int, size: int) -> None:
    """Reserve room on the disk, so that a full one says so before any work is done.

    It also spares ext4 the choice of blocks at the rename, which otherwise takes twice as long as
    writing. ``os.posix_fallocate`` will not do: where a file system cannot reserve, it writes a
    byte into every block.
    """
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return
    try:
        fallocate = ctypes.CDLL(None, use_errno=True).fallocate
    except (OSError, AttributeError):
        return
    if fallocate(handle, 0, ctypes.c_int64(0), ctypes.c_int64(size)) != 0:
        code = ctypes.get_errno()
        if code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise OSError(code, os.strerror(code))
