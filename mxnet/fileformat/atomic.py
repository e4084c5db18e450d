"""Saving without ever leaving half a file behind. Every function that saves opens its file here.

Record files are the exception: they grow record by record and are read meanwhile, see `record`.
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

# Waiting for the disk costs a small file a millisecond or two; from this size on it doubles the
# time of a save, so the background_sync waits instead.
LARGE = 4 << 20


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], mode: str = "wb", *, size: int = 0, **options: Any) -> Iterator[IO]:
    """Open a file that takes the place of ``path`` only when the block ends without an exception.

    The bytes go to a temporary file in the same folder, which is then renamed: whoever opens
    ``path``, during the save or after the process was killed in it, meets the old file or the new
    one, whole. The disk has the bytes before the rename, or within a second after it if ``size``
    announced a large file. A symbolic link stays a link, an existing file keeps its owner and its
    permissions, and one that may not be written is not replaced.

    A pipe and a character device, such as /dev/null and /dev/stdout, have nothing to replace and are
    written to directly. So is a file that this program holds open for writing: it asked for a
    temporary file, saves under its name and reads the bytes through the handle it has. And so is one in
    a folder where no file may be made. A file that is a mount of its own, as containers have them, cannot
    be replaced either: it gets the bytes of the finished temporary file; should that fail, they stay
    beside it and the error says where. A block device, a directory and a socket are refused. Errors of
    the system are raised as `FileError`.

    Parameters
    ----------
    mode : "wb" or "w"
    size : bytes that will be written, if known; room for all of them is reserved first.
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
        # what another file in the block raised speaks for itself
        if isinstance(error, MXNetError) or error.filename not in (None, target, path):
            raise
        raise failed("cannot write", path, error) from error


def writable_target(path: str) -> tuple[str, os.stat_result | None]:
    """Return the file that a path leads to, and what is there; refuse what cannot be written."""
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
    """Say whether a handle of this program is open for writing on a file.

    Readers do not count: they, and arrays mapped from the file, keep the bytes they have begun with.
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
    """Open a new file beside ``target``, and let it take that one's place at the end."""
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.tmp")
    # O_EXCL with 0o666 gives the permissions that a plain open would have given, umask applied;
    # tempfile's 0o600 would make a shared checkpoint unreadable to others.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(draft, flags, 0o666)
    except OSError as error:
        error.filename = target         # the draft's name says nothing to whoever saves
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
                file.truncate()     # gives back what was reserved and not used
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
    """Let a finished file take the place of ``target``, or copy it there where that is a mount of its own."""
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
    """Give a new file the owner, where that is allowed, and the permissions of an old one."""
    if not hasattr(os, "fchmod"):
        return
    if hasattr(os, "fchown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):
            os.fchown(handle, before.st_uid, before.st_gid)
    os.fchmod(handle, stat.S_IMODE(before.st_mode))


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
