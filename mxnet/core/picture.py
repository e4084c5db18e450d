"""Encoded images: how large they say they are, and their pixels through OpenCV.

Called by recordio, mx.image, the `_cv*` operators and the image readers.
"""
import re
import struct
from typing import Any, NamedTuple

import numpy as np

from .errors import MXNetError

# An image up to this many pixels is decoded whatever it is. A larger claim must be backed by enough
# bytes: Deflate, the densest coding there is here, makes at most 1032 bytes of one.
UNQUESTIONED_PIXELS = 1 << 26
PIXELS_PER_BYTE = 1100
UNQUESTIONED_CHUNK = 1 << 24
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PNM = re.compile(rb"P[1-6](?:\s|#[^\n]*\n)+(\d{1,9})(?:\s|#[^\n]*\n)+(\d{1,9})")


class Claim(NamedTuple):
    """What an encoded image says of itself."""

    kind: str
    width: int
    height: int


def opencv() -> Any:
    """Return the module cv2, or say how to get it."""
    try:
        import cv2
    except ImportError as error:
        raise MXNetError("reading, writing and resizing images needs OpenCV: "
                         "pip install remixnet[images]") from error
    return cv2


def claim(data: bytes | memoryview | np.ndarray) -> Claim | None:
    """Read kind and size from the head of an encoded image; None where they are not found."""
    view = data.data if isinstance(data, np.ndarray) else memoryview(data).cast("B")
    head = bytes(view[:64])
    try:
        if head.startswith(b"\xff\xd8\xff"):
            return _jpeg(view)
        if head.startswith(b"\x89PNG\r\n\x1a\n"):
            return Claim("png", *struct.unpack_from(">II", head, 16))
        if head.startswith(b"BM"):
            return _bmp(head)
        if head.startswith((b"GIF87a", b"GIF89a")):
            return Claim("gif", *struct.unpack_from("<HH", head, 6))
        if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
            return _webp(head)
        if head.startswith((b"II*\0", b"MM\0*")):
            return _tiff(view)
        if found := _PNM.match(head):
            return Claim("pnm", int(found[1]), int(found[2]))
        if head.startswith(b"\0\0\0\x0cjP  \r\n\x87\n"):
            return _jp2(bytes(view[:512]))
        if head.startswith(b"\xff\x4f\xff\x51"):
            width, height, left, top = struct.unpack_from(">IIII", head, 8)
            return Claim("j2k", width - left, height - top)
    except struct.error:
        pass
    return None


def _jpeg(view: memoryview) -> Claim | None:
    """Walk over the segments to the one that heads the frame."""
    at = 2
    while at + 9 <= len(view):
        if view[at] != 0xFF:
            return None
        marker = view[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", view, at + 5)
            return Claim("jpeg", width, height)
        elif 0xD0 <= marker <= 0xD8 or marker == 0x01:
            at += 2
        elif marker in (0xD9, 0xDA):
            return None
        else:
            at += 2 + struct.unpack_from(">H", view, at + 2)[0]
    return None


def _bmp(head: bytes) -> Claim:
    if struct.unpack_from("<I", head, 14)[0] == 12:
        return Claim("bmp", *struct.unpack_from("<HH", head, 18))
    width, height = struct.unpack_from("<ii", head, 18)
    return Claim("bmp", abs(width), abs(height))


def _webp(head: bytes) -> Claim | None:
    kind = head[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(head[i:i + 3], "little") + 1 for i in (24, 27))
    elif kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (word & 0x3FFF for word in struct.unpack_from("<HH", head, 26))
    else:
        return None
    return Claim("webp", width, height)


def _tiff(view: memoryview) -> Claim | None:
    order = "<" if view[0] == 0x49 else ">"
    (start,) = struct.unpack_from(order + "I", view, 4)
    (count,) = struct.unpack_from(order + "H", view, start)
    sizes = {}
    for i in range(min(count, 64)):
        at = start + 2 + 12 * i
        tag, kind = struct.unpack_from(order + "HH", view, at)
        if tag in (256, 257):
            (sizes[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), view, at + 8)
    return Claim("tiff", sizes[256], sizes[257]) if len(sizes) == 2 else None


def _jp2(head: bytes) -> Claim | None:
    place = head.find(b"ihdr")
    if place < 0:
        return None
    height, width = struct.unpack_from(">II", head, place + 4)
    return Claim("jp2", width, height)


def check_claim(data: bytes | memoryview | np.ndarray) -> None:
    """Refuse an image that claims more pixels than its bytes can hold, before any are made."""
    found = claim(data)
    if found is None:
        return
    pixels = found.width * found.height
    if pixels > UNQUESTIONED_PIXELS and pixels > PIXELS_PER_BYTE * len(data):
        raise MXNetError(f"Decoding failed. Invalid image file: it claims {found.width} x "
                         f"{found.height} pixels in {len(data)} bytes of {found.kind}")
    if found.kind == "png":
        _check_chunks(data.data if isinstance(data, np.ndarray) else memoryview(data).cast("B"))


def _check_chunks(view: memoryview) -> None:
    """Refuse a PNG whose chunk is far longer than the file: OpenCV makes room for it, and fills it."""
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
    """Decode an image as `decode` does; None for bytes that OpenCV does not know."""
    cv2 = opencv()
    if not isinstance(data, np.ndarray):
        data = np.frombuffer(data, np.uint8)
    if not data.size:
        raise MXNetError("Decoding failed: Input cannot be an empty buffer")
    check_claim(data)
    try:
        found = cv2.imdecode(data, flag)
        if found is None and data[:2].tobytes() == b"\xff\xd8":
            # a JPEG that was cut off: with an end of its own, OpenCV gives what there is, as the
            # older one in MXNet did
            found = cv2.imdecode(np.append(data, np.array((0xFF, 0xD9), np.uint8)), flag)
    except cv2.error as error:
        raise MXNetError(f"Decoding failed. Invalid image file: {error.err}") from error
    return found
