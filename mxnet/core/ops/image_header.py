"""Encoded images: the size that they claim, and decoding with OpenCV.

Used by recordio, mx.image, the `_cv*` operators and the image readers.
"""
import math
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..errors import MXNetError

# An image of up to this many pixels is always decoded. A larger claim must be backed by enough bytes: Deflate, the
# densest coding here, expands one byte to at most 1032.
UNQUESTIONED_PIXELS = 1 << 26
PIXELS_PER_BYTE = 1100
MAX_PIXELS = 1 << 30            # OpenCV's own limit
# A JPEG decoder keeps six bytes per pixel besides the picture, and goes over all of them for every scan.
UNQUESTIONED_JPEG = 1 << 22
UNQUESTIONED_SCANS = 1 << 26    # pixels times scans
SCANS_PER_BYTE = 1 << 12
UNQUESTIONED_CHUNK = 1 << 24
_HEAD = 1 << 12                 # bytes within which a text header must end
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN = 0xDA
_GAP = rb"(?:\s|#[^\r\n]*[\r\n])+"
_PNM = re.compile(rb"P[1-6]" + _GAP + rb"(\d{1,9})" + _GAP + rb"(\d{1,9})(?!\d)")
_PFM = re.compile(rb"P[Ff]\n(\d{1,9})\s(\d{1,9})\s")
_PAM_SIZE = re.compile(rb"(WIDTH|HEIGHT)\s+(\d{1,9})\s")
_HDR_SIZE = re.compile(rb"-Y\s*(\d{1,9})\s*\+X\s*(\d{1,9})(?!\d)")
_SIZ = b"\xff\x4f\xff\x51"     # how a JPEG 2000 stream begins: its size marker is the second one
_TIFF_TYPES = {1: "B", 3: "H", 4: "I", 16: "Q"}
_TIFF_ENTRIES = 4096
_MOST_STRAY = 1 << 16


class Claim(NamedTuple):
    """What an encoded image claims about itself."""

    kind: str
    width: int
    height: int
    room: int = 0       # pixels that its decoder allocates at once, if they may be more


def opencv() -> Any:
    """Return the module cv2, or explain how to install it."""
    try:
        import cv2
    except ImportError as error:
        raise MXNetError("reading, writing and resizing images needs OpenCV: "
                         "pip install remixnet[images]") from error
    return cv2


def claim(data: bytes | memoryview | np.ndarray) -> Claim | None:
    """Read format and size from the header of an encoded image; None if they are not found."""
    view = _bytes(data)
    kind = _kind(view)
    if kind is None:
        return None
    try:
        return _READERS[kind](view)
    except (struct.error, IndexError):
        return None


def _bytes(data: bytes | memoryview | np.ndarray) -> memoryview:
    return data.data if isinstance(data, np.ndarray) else memoryview(data).cast("B")


def _kind(view: memoryview) -> str | None:
    """Detect an image's format by its first bytes, as OpenCV does; None if it is not decoded here."""
    head = bytes(view[:16])
    if head.startswith(b"RIFF"):
        return "webp" if head[8:12] == b"WEBP" else None
    if head[4:8] == b"ftyp":
        return "avif" if head[8:12] in (b"avif", b"avis") else None
    return next((kind for start, kind in _STARTS if head.startswith(start)), None)


def _segments(view: memoryview) -> Iterator[tuple[int, int]]:
    """Yield marker and position of a JPEG's segments up to the first scan, skipping stray bytes as libjpeg does."""
    at, stray = 2, 0
    while at + 9 <= len(view) and stray <= _MOST_STRAY:
        if view[at] != 0xFF:
            at += 1
            stray += 1
            continue
        marker = view[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xD0 <= marker <= 0xD8 or marker in (0x00, 0x01):
            at += 2
        else:
            (length,) = struct.unpack_from(">H", view, at + 2)
            if marker == 0xD9 or length < 2:    # it counts itself; what follows is unspecified
                return
            yield marker, at
            if marker == _SCAN:
                return
            at += 2 + length


def _jpeg(view: memoryview) -> Claim | None:
    for marker, at in _segments(view):
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", view, at + 5)
            return Claim("jpeg", width, height)
    return None


def _at(kind: str, form: str, place: int) -> Callable[[memoryview], Claim]:
    """Read a size at one position."""
    return lambda view: Claim(kind, *struct.unpack_from(form, view, place))


def _said(kind: str, pattern: re.Pattern) -> Callable[[memoryview], Claim | None]:
    """Read a size given in the first line."""
    def read(view: memoryview) -> Claim | None:
        found = pattern.match(bytes(view[:_HEAD]))
        return Claim(kind, int(found[1]), int(found[2])) if found else None
    return read


def _bmp(view: memoryview) -> Claim:
    if struct.unpack_from("<I", view, 14)[0] == 12:
        return Claim("bmp", *struct.unpack_from("<HH", view, 18))
    width, height = struct.unpack_from("<ii", view, 18)
    return Claim("bmp", abs(width), abs(height))


def _webp(view: memoryview) -> Claim | None:
    head = bytes(view[:64])
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        width, height = (int.from_bytes(head[i:i + 3], "little") + 1 for i in (24, 27))
    elif kind == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (word & 0x3FFF for word in struct.unpack_from("<HH", head, 26))
    else:
        return None
    return Claim("webp", width, height)


def _tiff(view: memoryview) -> Claim | None:
    """Read the first directory; if a field occurs twice, the largest value counts."""
    order = "<" if view[0] == 0x49 else ">"
    (version,) = struct.unpack_from(order + "H", view, 2)
    big = version == 43
    (start,) = struct.unpack_from(order + ("Q" if big else "I"), view, 8 if big else 4)
    (count,) = struct.unpack_from(order + ("Q" if big else "H"), view, start)
    if count > _TIFF_ENTRIES:
        return None
    sizes: dict[int, int] = {}
    for i in range(count):
        at = start + (8 + 20 * i if big else 2 + 12 * i)
        tag, kind = struct.unpack_from(order + "HH", view, at)
        if tag in (256, 257, 322, 323):
            if kind not in _TIFF_TYPES:
                return None
            (size,) = struct.unpack_from(order + _TIFF_TYPES[kind], view, at + (12 if big else 8))
            sizes[tag] = max(size, sizes.get(tag, 0))
    if 256 not in sizes or 257 not in sizes:
        return None
    return Claim("tiff", sizes[256], sizes[257], sizes.get(322, 0) * sizes.get(323, 0))


def _pam(view: memoryview) -> Claim | None:
    head, end, _ = bytes(view[:_HEAD]).partition(b"ENDHDR")
    sizes: dict[bytes, int] = {}
    for name, size in _PAM_SIZE.findall(head):
        sizes[name] = max(int(size), sizes.get(name, 0))
    return Claim("pam", sizes[b"WIDTH"], sizes[b"HEIGHT"]) if end and len(sizes) == 2 else None


def _hdr(view: memoryview) -> Claim | None:
    found = [(int(width), int(height)) for height, width in _HDR_SIZE.findall(bytes(view[:_HEAD]))]
    return Claim("hdr", *max(found, key=math.prod)) if found else None


def _jpeg2000(view: memoryview) -> Claim | None:
    """Read the size of the stream, which is what is decoded, whatever the boxes around it say."""
    data, kind = bytes(view), "j2k" if view[0] == 0xFF else "jp2"
    at, largest = data.find(_SIZ), None
    while at >= 0:
        width, height, left, top = struct.unpack_from(">IIII", data, at + 8)
        found = Claim(kind, width - left, height - top, width * height)
        largest = found if largest is None or found.room > largest.room else largest
        at = data.find(_SIZ, at + 4)
    return largest


def _avif(view: memoryview) -> Claim | None:
    data = bytes(view)
    at, sizes = data.find(b"ispe"), []
    while at >= 0:
        sizes.append(struct.unpack_from(">II", data, at + 8))
        at = data.find(b"ispe", at + 4)
    return Claim("avif", *max(sizes, key=math.prod)) if sizes else None


_READERS: dict[str, Callable[[memoryview], Claim | None]] = {
    "jpeg": _jpeg, "png": _at("png", ">II", 16), "bmp": _bmp, "gif": _at("gif", "<HH", 6), "webp": _webp, "tiff": _tiff,
    "pnm": _said("pnm", _PNM), "pfm": _said("pfm", _PFM), "pam": _pam, "hdr": _hdr, "sun": _at("sun", ">II", 4),
    "jpeg2000": _jpeg2000, "avif": _avif}
_STARTS = ((b"\xff\xd8\xff", "jpeg"), (b"\x89PNG\r\n\x1a\n", "png"), (b"BM", "bmp"), (b"GIF87a", "gif"),
           (b"GIF89a", "gif"), (b"II*\0", "tiff"), (b"MM\0*", "tiff"), (b"II+\0", "tiff"), (b"MM\0+", "tiff"),
           (b"P7", "pam"), (b"PF\n", "pfm"), (b"Pf\n", "pfm"),
           *((b"P%d" % kind, "pnm") for kind in range(1, 7)), (b"#?RADIANCE", "hdr"), (b"#?RGBE", "hdr"),
           (b"\x59\xa6\x6a\x95", "sun"), (b"\0\0\0\x0cjP  \r\n\x87\n", "jpeg2000"), (_SIZ, "jpeg2000"))


def check_claim(data: bytes | memoryview | np.ndarray) -> None:
    """Refuse an image that claims more than its bytes can hold, or no size at all, before it is decoded."""
    found = claim(data)
    if found is None:
        raise MXNetError(f"Decoding failed. Invalid image file: {len(data)} bytes that say no size")
    pixels = max(found.width * found.height, found.room)
    unquestioned = UNQUESTIONED_JPEG if found.kind == "jpeg" else UNQUESTIONED_PIXELS
    if pixels > unquestioned and pixels > PIXELS_PER_BYTE * len(data) or pixels > MAX_PIXELS:
        raise MXNetError(f"Decoding failed. Invalid image file: it claims {found.width} x "
                         f"{found.height} pixels in {len(data)} bytes of {found.kind}")
    if found.kind == "png":
        _check_chunks(_bytes(data))
    elif found.kind == "jpeg":
        _check_scans(_bytes(data), pixels)


def _check_scans(view: memoryview, pixels: int) -> None:
    """Refuse a JPEG with so many scans that decoding would take minutes."""
    if _is_one_scan(view):
        return
    data = np.frombuffer(view, np.uint8)
    scans = int(np.count_nonzero((data[:-1] == 0xFF) & (data[1:] == _SCAN)))
    if scans * pixels > max(UNQUESTIONED_SCANS, SCANS_PER_BYTE * len(view)):
        raise MXNetError(f"Decoding failed. Invalid image file: {scans} scans of {pixels} pixels in "
                         f"{len(view)} bytes of jpeg")


def _is_one_scan(view: memoryview) -> bool:
    """Return whether a JPEG's first scan contains everything, as in most files; then no other is read."""
    parts = 0
    for marker, at in _segments(view):
        if marker in _JPEG_FRAMES:
            parts = view[at + 9] if marker in (0xC0, 0xC1) and at + 9 < len(view) else 0
        elif marker == _SCAN:
            return parts > 0 and view[at + 4] == parts
    return False


def _check_chunks(view: memoryview) -> None:
    """Refuse a PNG with a chunk far longer than the file: OpenCV would allocate and fill it."""
    at = 8
    while at + 8 <= len(view):
        (length,) = struct.unpack_from(">I", view, at)
        at += 12 + length
        if at > len(view) + UNQUESTIONED_CHUNK:
            raise MXNetError(f"Decoding failed. Invalid image file: a chunk of {length} bytes in "
                             f"{len(view)} bytes of png")


def decode(data: bytes | np.ndarray, flag: int) -> np.ndarray:
    """Decode an image; channels in OpenCV's order, blue first.

    Parameters
    ----------
    flag : OpenCV's: 1 colour, 0 grey, -1 as stored; 128 more to leave EXIF's orientation alone.
    """
    found = decode_if_known(data, flag)
    if found is None:
        raise MXNetError("Decoding failed. Invalid image file.")
    return found


def decode_if_known(data: bytes | np.ndarray, flag: int) -> np.ndarray | None:
    """Decode an image as `decode` does; None for bytes of an unknown format."""
    cv2 = opencv()
    if not isinstance(data, np.ndarray):
        data = np.frombuffer(data, np.uint8)
    if not data.size:
        raise MXNetError("Decoding failed: Input cannot be an empty buffer")
    if _kind(data.data) is None:
        return None
    check_claim(data)
    try:
        found = cv2.imdecode(data, flag)
        if found is None and data[:2].tobytes() == b"\xff\xd8":
            # a truncated JPEG: with an end marker added, OpenCV returns what there is, as the older one in MXNet did
            found = cv2.imdecode(np.append(data, np.array((0xFF, 0xD9), np.uint8)), flag)
    except cv2.error as error:
        raise MXNetError(f"Decoding failed. Invalid image file: {error.err}") from error
    return found
