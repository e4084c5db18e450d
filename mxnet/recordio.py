"""RecordIO files and the image records in them; the format itself is in fileformat.record."""
import numbers
import os
import struct
from collections import namedtuple
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError
from .core.location import local_path
from .core.opening import MAX_LINE, failed, open_input
from .core.ops.image_header import decode_if_known, opencv
from .fileformat.atomic import writable_target
from .fileformat.record import RecordReader, RecordWriter

_Record = TypeVar("_Record", bound="MXRecordIO")

__all__ = ["IRHeader", "MXIndexedRecordIO", "MXRecordIO", "pack", "pack_img", "unpack",
           "unpack_img"]


class MXRecordIO:
    """Read or write a ``.rec`` file sequentially.

    An open reader can be pickled; the copy starts at the beginning. A reader belongs to the process that opened it: a
    forked child must not continue reading, as it would be undefined which process gets which record.

    Parameters
    ----------
    uri : str or os.PathLike[str]
        Path of the file.
    flag : str
        ``"r"`` to read, ``"w"`` to write.
    skip_corrupt : bool, default=False
        Whether to skip damaged records and continue with the next whole one. Otherwise `read` raises and keeps its
        position, and `skip` moves to the next record.

    Examples
    --------
    >>> writer = mx.recordio.MXRecordIO("words.rec", "w")
    >>> writer.write(b"one"), writer.write(b"two")
    (None, None)
    >>> writer.close()
    >>> reader = mx.recordio.MXRecordIO("words.rec", "r")
    >>> reader.read(), reader.read(), reader.read()
    (b'one', b'two', None)
    >>> reader.close()
    """

    writable: bool

    def __init__(self, uri: str | os.PathLike[str], flag: str, *, skip_corrupt: bool = False) -> None:
        self.uri: str = local_path(uri)
        self.flag = flag
        self.skip_corrupt = skip_corrupt
        self.handle: Any = None
        self.pid: int | None = None
        self.is_open: bool = False
        self.open()

    def open(self) -> None:
        """Open the file; one that is opened for writing is emptied."""
        if self.flag not in ("r", "w"):
            raise ValueError(f"Invalid flag {self.flag}")
        self.writable = self.flag == "w"
        self._open_handle()

    def _open_handle(self) -> None:
        if self.writable:
            self.handle = RecordWriter(self.uri)
        else:
            self.handle = RecordReader(self.uri, skip_corrupt=self.skip_corrupt)
        self.pid = os.getpid()
        self.is_open = True

    def close(self) -> None:
        """Close the file; closing it again has no effect."""
        if self.is_open:
            self.handle.close()
            self.is_open = False
            self.pid = None

    def reset(self) -> None:
        """Return to the first record; a file opened for writing is emptied."""
        self.close()
        self.open()

    def write(self, buf: bytes) -> None:
        """Append a record.

        Parameters
        ----------
        buf : bytes
            Its bytes.
        """
        self._check_mode(writing=True)
        self._check_process()
        if isinstance(buf, str):
            raise TypeError("a record is bytes, not str; encode the text first")
        self.handle.write(bytes(buf))

    def read(self) -> bytes | None:
        """Return the next record.

        Returns
        -------
        bytes or None
            The record, None after the last one.
        """
        self._check_mode(writing=False)
        self._check_process()
        return self.handle.read()

    def skip(self) -> bool:
        """Move from a damaged record to the next whole one.

        Returns
        -------
        bool
            Whether there is one.
        """
        self._check_mode(writing=False)
        self._check_process()
        return self.handle.skip()

    def __enter__(self: _Record) -> _Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "is_open", False):
            self.close()

    def __getstate__(self) -> dict[str, Any]:
        if self.writable and self.is_open:
            # Opening it again after unpickling would empty the file.
            raise MXNetError(f"{self.uri}: a file that is open for writing cannot be pickled")
        return {**self.__dict__, "handle": None, "pid": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self.is_open:
            self.is_open = False
            self.open()

    def _check_mode(self, writing: bool) -> None:
        if self.writable != writing:
            opened, wanted = ("reading", "writing") if writing else ("writing", "reading")
            raise MXNetError(f"{self.uri} is open for {opened}, not for {wanted}")

    def _check_pid(self, allow_reset: bool = False) -> None:
        """Refuse a process that did not open the file, or reopen the file there."""
        if self.pid != os.getpid():
            if not allow_reset:
                raise MXNetError(f"{self.uri}: Forbidden operation in multiple processes")
            self.reset()

    def _check_process(self) -> None:
        if not self.is_open:
            raise MXNetError(f"{self.uri} is closed")
        if self.pid != os.getpid():
            raise MXNetError(f"{self.uri}: Forbidden operation in multiple processes: "
                             "the file was opened by another one; call reset() in this one first")


class MXIndexedRecordIO(MXRecordIO):
    """Read or write a ``.rec`` file by key, with an ``.idx`` file of lines "key, tab, position".

    Unlike its base class, a reader may be used in forked children: each has its own file position.

    Parameters
    ----------
    idx_path : str or os.PathLike[str]
        Path of the index.
    uri : str or os.PathLike[str]
        Path of the records.
    flag : str
        ``"r"`` to read, ``"w"`` to write.
    key_type : Callable[[Any], Any], default=int
        Function that converts the text of a key to a key.
    skip_corrupt : bool, default=False
        Whether to skip damaged records and continue with the next whole one.

    Examples
    --------
    >>> writer = mx.recordio.MXIndexedRecordIO("words.idx", "words.rec", "w")
    >>> for key, word in enumerate([b"one", b"two", b"three"]):
    ...     writer.write_idx(key, word)
    >>> writer.close()
    >>> reader = mx.recordio.MXIndexedRecordIO("words.idx", "words.rec", "r")
    >>> reader.keys, reader.read_idx(2)
    ([0, 1, 2], b'three')
    >>> reader.close()
    """

    def __init__(self, idx_path: str | os.PathLike[str], uri: str | os.PathLike[str], flag: str,
                 key_type: Callable[[Any], Any] = int, *, skip_corrupt: bool = False) -> None:
        self.idx_path = idx_path
        self.idx: dict[Any, Any] = {}
        self.keys: list[Any] = []
        self.key_type = key_type
        self.fidx: Any = None
        super().__init__(uri, flag, skip_corrupt=skip_corrupt)

    def open(self) -> None:
        """Open both files; a reader reads the whole index."""
        super().open()
        self.idx, self.keys = {}, []
        try:
            self.fidx = self._open_index()
            if not self.writable:
                self._read_index()
        except BaseException:
            self.close()
            raise

    def _open_index(self) -> Any:
        path, text = local_path(self.idx_path), {"encoding": "utf-8", "errors": "surrogateescape"}
        if not self.writable:
            return open_input(path, "r", newline="\n", **text)
        target, _ = writable_target(path)
        try:
            # Written line by line, for the same reason as the record file is unbuffered: a fork must not split a line.
            return open(target, "w", newline="\n", buffering=1, **text)
        except OSError as error:
            raise failed("cannot write", path, error) from error

    def close(self) -> None:
        """Close both files."""
        super().close()
        if self.fidx is not None:
            try:
                self.fidx.close()
            except OSError as error:
                raise failed("cannot write", self.idx_path, error) from error

    def seek(self, idx: Any) -> None:
        """Go to a record.

        Parameters
        ----------
        idx
            Its key.
        """
        self._check_mode(writing=False)
        position = self.idx[idx]
        if self.pid != os.getpid():
            if self.is_open:
                self.handle.close()
            self._open_handle()
        self.handle.seek(position)

    def tell(self) -> int:
        """Return the position of the next record.

        Returns
        -------
        int
            Number of bytes before it.
        """
        return self.handle.tell()

    def read_idx(self, idx: Any) -> bytes | None:
        """Return a record.

        Parameters
        ----------
        idx
            Its key.

        Returns
        -------
        bytes or None
            The record.
        """
        self.seek(idx)
        return self.read()

    def write_idx(self, idx: Any, buf: bytes) -> None:
        """Append a record.

        Parameters
        ----------
        idx
            Its key.
        buf : bytes
            Its bytes.
        """
        self._check_mode(writing=True)
        key = self.key_type(idx)
        position = self.tell()
        self.write(buf)
        try:
            self.fidx.write(f"{key}\t{position}\n")
        except OSError as error:
            raise failed("cannot write", self.idx_path, error) from error
        self.idx[key] = position
        self.keys.append(key)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "fidx": None}

    def _read_index(self) -> None:
        number, line = 0, ""
        try:
            while line := self.fidx.readline(MAX_LINE):
                number += 1
                if not line.strip():
                    continue
                # Further columns are allowed, as in MXNet.
                name, position = line.strip().split("\t")[:2]
                key = self.key_type(name)
                self.idx[key] = int(position)
                self.keys.append(key)
        except ValueError as error:
            raise MXNetError(f"{self.idx_path}, line {number}: expected a key, a tab and a "
                             f"position; got {line[:80]!r} ({error})") from error


# Its repr in MXNet is HEADER(...); the name must exist for a header to be pickled.
HEADER = namedtuple("HEADER", ["flag", "label", "id", "id2"])
HEADER.__doc__ = """What stands before the image in an image record.

Parameters
----------
flag : int
    Number of labels; 0 for a single one.
label : float or array
    The label, or an array of ``flag`` numbers.
id, id2 : int
    Number of the image.
"""
IRHeader = HEADER
_IR_FORMAT = "<IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)


def pack(header: tuple[Any, ...], s: bytes) -> bytes:
    """Put a header in front of an image or other bytes.

    Parameters
    ----------
    header : tuple[Any, ...]
        An `IRHeader` or tuple ``(flag, label, id, id2)``; several labels may be given as a list.
    s : bytes
        The bytes.

    Returns
    -------
    bytes
        A record; its flag is the number of labels, 0 for a single one.

    Examples
    --------
    >>> mx.recordio.unpack(mx.recordio.pack((0, 4.0, 2574, 0), b"image"))
    (HEADER(flag=0, label=4.0, id=2574, id2=0), b'image')
    """
    header = IRHeader(*header)
    labels = b""
    if isinstance(header.label, numbers.Number):
        header = header._replace(flag=0)
    else:
        values = header.label
        if hasattr(values, "asnumpy"):
            values = values.asnumpy()
        values = np.asarray(values, dtype="<f4")
        header = header._replace(flag=values.size, label=0)
        labels = values.tobytes()
    try:
        return b"".join((struct.pack(_IR_FORMAT, *header), labels, s))
    except struct.error as error:
        raise MXNetError(f"pack: {header} does not fit an image record: {error}") from error


def unpack(s: bytes) -> tuple[IRHeader, bytes]:
    """Split a record into its header and the rest.

    Parameters
    ----------
    s : bytes
        The record.

    Returns
    -------
    tuple of IRHeader and bytes
        Header and rest.
    """
    if len(s) < _IR_SIZE:
        raise MXNetError(f"unpack: an image record starts with {_IR_SIZE} bytes of header; "
                         f"got {len(s)}")
    header = IRHeader(*struct.unpack(_IR_FORMAT, s[:_IR_SIZE]))
    start = _IR_SIZE
    if header.flag > 0:
        start += 4 * header.flag
        if start > len(s):
            raise MXNetError(f"unpack: a record with {header.flag} labels takes at least {start} "
                             f"bytes; got {len(s)}")
        labels = np.frombuffer(s, "<f4", header.flag, _IR_SIZE)
        header = header._replace(label=labels)
    return header, s[start:]


def pack_img(header: tuple[Any, ...], img: np.ndarray, quality: int = 95, img_fmt: str = ".jpg") -> bytes:
    """Encode an image, and put a header in front.

    Parameters
    ----------
    header : tuple[Any, ...]
        An `IRHeader` or tuple ``(flag, label, id, id2)``.
    img : np.ndarray
        Image with channels blue, green, red, as in OpenCV.
    quality : int, default=95
        Quality of a JPEG, 1 to 100; compression of a PNG, 1 to 9.
    img_fmt : str, default='.jpg'
        Extension of the encoding, ``".jpg"`` or ``".png"``.

    Returns
    -------
    bytes
        A record.
    """
    cv2 = opencv()
    kind = img_fmt.upper()
    options: list[int] = []
    if kind in (".JPG", ".JPEG"):
        options = [cv2.IMWRITE_JPEG_QUALITY, quality]
    elif kind == ".PNG":
        options = [cv2.IMWRITE_PNG_COMPRESSION, quality]
    try:
        done, encoded = cv2.imencode(img_fmt, img, options)
    except cv2.error as error:
        raise MXNetError(f"pack_img: OpenCV cannot encode this as {img_fmt}: {error}") from error
    if not done:
        raise MXNetError(f"pack_img: OpenCV failed to encode the image as {img_fmt}")
    return pack(header, encoded.tobytes())


def unpack_img(s: bytes, iscolor: int = -1) -> tuple[IRHeader, np.ndarray | None]:
    """Split a record, and decode its image.

    Parameters
    ----------
    s : bytes
        The record.
    iscolor : int, default=-1
        1 for colour, 0 for grey, -1 for what is stored.

    Returns
    -------
    tuple of IRHeader and numpy.ndarray
        Header and image with channels blue, green, red; None for bytes that OpenCV cannot decode.
    """
    header, encoded = unpack(s)
    if not encoded:
        raise MXNetError(f"unpack_img: record {header.id} holds no image")
    try:
        return header, decode_if_known(encoded, iscolor)
    except MXNetError as error:
        raise MXNetError(f"unpack_img: record {header.id}: {error}") from error


_borrowed(__name__)
