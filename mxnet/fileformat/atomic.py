"""Saves files atomically: a partial file never remains. Every function that saves opens its file here.

Record files are the exception: they grow record by record and may be read meanwhile, see `record`.
"""
import contextlib
import ctypes
import errno
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from typing import IO, Any

from ..core.errors import FileError, MXNetError
from ..core.location import local_path
from ..core.opening import failed
from .background_sync import background_sync

try:
    import fcntl
except ImportError:     # Windows, where a file that is open cannot be replaced at all
    fcntl = None  # type: ignore[assignment]

# Waiting for the disk takes a millisecond or two for a small file; from this size on it doubles the time of a save, so
# background_sync waits instead.
LARGE = 4 << 20


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], mode: str = "wb", *, size: int = 0, **options: Any) -> Iterator[IO]:
    """Open a file that replaces ``path`` only when the block ends without an exception.

    The bytes are written to a temporary file in the same folder, which is then renamed: a reader of ``path`` sees
    either the complete old file or the complete new one, even during the save or after the process was killed. The
    bytes are on disk before the rename, or within a second after it if ``size`` is large. A symbolic link stays a link,
    an existing file keeps its owner and its
    permissions, and one that may not be written is not replaced.

    A pipe and a character device, such as /dev/null and /dev/stdout, have nothing to replace and are
    written to directly. So is a file that this program holds open for writing: it has created a temporary file, saves
    under that name and reads the bytes through its open handle. And so is a file in a folder in which no file can be
    created. A file that is itself a mount point, as in containers, cannot be replaced either: the finished temporary
    file is copied into it; if that fails, the temporary file remains and the error names it. A block device, a
    directory and a socket are refused. Errors of
    the system are raised as `FileError`.

    Parameters
    ----------
    mode : "wb" or "w"
    size : number of bytes that will be written, if known; disk space for them is reserved first.
    options : ``encoding``, ``newline`` and ``buffering`` of ``open``.
    """
    path = local_path(path)
    try:
        target, before = writable_target(path)
        if before is not None and (not stat.S_ISREG(before.st_mode) or _held_for_writing(before)
                                   or not os.access(os.path.dirname(target), os.W_OK)):
            with open(target, mode, **options) as file:
                yield file
        else:
            with _draft(target, before, mode, size, options) as file:
                yield file
    except OSError as error:
        # an error of another file in the block is raised unchanged
        if isinstance(error, MXNetError) or error.filename not in (None, target, path):
            raise
        raise failed("cannot write", path, error) from error


def writable_target(path: str) -> tuple[str, os.stat_result | None]:
    """Return the file that a path resolves to, and its status; refuse what cannot be written."""
    try:
        target = os.path.realpath(path)
        before = os.stat(target)
    except FileNotFoundError:
        return target, None
    except (OSError, ValueError) as error:      # ValueError: a NUL in the path
        raise failed("cannot write", path, error) from error
    if stat.S_ISDIR(before.st_mode):
        raise failed("cannot write", path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    if stat.S_ISBLK(before.st_mode) or stat.S_ISSOCK(before.st_mode):
        raise FileError(errno.EINVAL, f"cannot write {path}: expected a regular file; got a block "
                        "device or a socket", path)
    if not os.access(target, os.W_OK):
        raise failed("cannot write", path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    return target, before


def _held_for_writing(before: os.stat_result) -> bool:
    """Return whether this program has a file open for writing.

    Readers do not count: they, and arrays mapped from the file, keep the old bytes.
    """
    if fcntl is None:
        return False
    try:
        handles = [int(name) for name in os.listdir("/dev/fd")]
    except OSError:
        return False
    for handle in handles:
        with contextlib.suppress(OSError):      # the handle of the listing itself is closed by now
            writes = fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
            if writes and os.path.samestat(os.fstat(handle), before):
                return True
    return False


@contextlib.contextmanager
def _draft(target: str, before: os.stat_result | None, mode: str, size: int,
           options: dict) -> Iterator[IO]:
    """Open a new file in the folder of ``target``, which it replaces at the end."""
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.tmp")
    # O_EXCL with 0o666 gives the permissions that a plain open would have given, umask applied;
    # tempfile's 0o600 would make a shared checkpoint unreadable to others.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(draft, flags, 0o666)
    except OSError as error:
        error.filename = target         # the name of the temporary file would mean nothing to the user
        raise
    large = size >= LARGE and os.name == "posix"
    late: int | None = None
    try:
        with open(handle, mode, **options) as file:
            if before is not None:
                _take_over(handle, before)
            if large:
                _reserve(handle, size)
            yield file
            file.flush()
            if large:
                file.truncate()     # releases reserved space that was not used
                late = os.open(draft, os.O_RDONLY)      # not a writer: see _held_for_writing
            else:
                os.fsync(handle)
        _put(draft, target)
    except BaseException:
        if late is not None:
            os.close(late)
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    if late is not None:
        background_sync.add(target, late)


def _put(draft: str, target: str) -> None:
    """Replace ``target`` by a finished file, or copy it there if ``target`` is a mount point."""
    try:
        os.replace(draft, target)
        return
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
    try:
        with open(draft, "rb") as source, open(target, "r+b") as file:
            shutil.copyfileobj(source, file, 1 << 20)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        kept = f"{target}.{secrets.token_hex(3)}.saved"
        os.rename(draft, kept)
        raise OSError(error.errno, f"{os.strerror(error.errno or 0)}; it is a mount of its own and could not be "
                      f"replaced as a whole, what was to be saved is in {kept}", target) from error
    os.unlink(draft)


def _take_over(handle: int, before: os.stat_result) -> None:
    """Give a new file the permissions of an old one, and its owner if that is allowed."""
    if not hasattr(os, "fchmod"):
        return
    if hasattr(os, "fchown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):
            os.fchown(handle, before.st_uid, before.st_gid)
    os.fchmod(handle, stat.S_IMODE(before.st_mode))


def _reserve(handle: int, size: int) -> None:
    """Reserve disk space, so that a full disk raises before any work is done.

    With reserved space, ext4 need not allocate blocks at the rename, which otherwise takes twice as long as writing.
    ``os.posix_fallocate`` is unsuitable: where a file system cannot reserve, it writes a byte into every block.
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
