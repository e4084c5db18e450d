"""Encoded images: what they claim, and how absurd claims and damage are met."""
import struct
import zlib

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.picture import check_claim, claim, decode

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")
PIXELS = np.arange(37 * 61 * 3, dtype=np.uint32).reshape(37, 61, 3).astype(np.uint8)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm", ".pgm", ".jp2",
                                    ".gif"])
def test_the_head_tells_the_size(ending):
    image = PIXELS[:, :, 0] if ending == ".pgm" else PIXELS
    try:
        done, encoded = cv2.imencode(ending, image)
    except cv2.error:
        pytest.skip(f"this OpenCV writes no {ending}")
    found = claim(encoded.tobytes())
    assert done and (found.width, found.height) == (61, 37)
    assert claim(encoded) == found


def test_sizes_of_other_kinds_of_jpeg_and_webp():
    progressive = cv2.imencode(".jpg", PIXELS, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]
    assert claim(progressive)[1:] == (61, 37)
    lossless = cv2.imencode(".webp", PIXELS, [cv2.IMWRITE_WEBP_QUALITY, 101])[1]
    assert claim(lossless)[1:] == (61, 37)
    extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\x3c\0\0" + b"\x24\0\0" + bytes(8)
    assert claim(extended)[1:] == (61, 37)
    assert claim(b"BM" + bytes(12) + struct.pack("<IHH", 12, 61, 37))[1:] == (61, 37)


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"GIF89a",
                                  b"RIFF0000WEBP", b"RIFF0000WEBPVP9 ", b"II*\0\xff\xff\xff\xff",
                                  b"P6 no", b"words", b"\xff\xd8\xff\xda" + bytes(20),
                                  b"\xff\xd8\xff\xe0\x00\x04\0\0words", b"\0\0\0\x0cjP  \r\n\x87\n"])
def test_no_claim(data):
    assert claim(data) is None


def bomb(width, height):
    """Return a small PNG that claims to be large."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(999)))


def test_a_claim_without_the_bytes_for_it_is_refused_before_decoding(monkeypatch):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(mx.MXNetError, match="claims 30000 x 30000 pixels in .* bytes of png"):
        decode(bomb(30000, 30000), 1)


def test_a_chunk_without_the_bytes_for_it_is_refused_before_decoding(monkeypatch):
    whole = cv2.imencode(".png", PIXELS)[1].tobytes()
    check_claim(whole)
    check_claim(whole[:-20])        # cut off, which OpenCV may well read
    place = whole.index(b"IDAT") - 4
    damaged = whole[:place] + struct.pack(">I", 0x21000000) + whole[place + 4:]
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(mx.MXNetError, match="a chunk of 553648128 bytes in .* bytes of png"):
        decode(damaged, 1)


def test_a_claim_up_to_some_size_is_never_questioned():
    check_claim(bomb(8000, 8000))
    with pytest.raises(mx.MXNetError, match="Decoding failed"):
        decode(bomb(2 ** 30, 2 ** 30), 1)


def test_a_jpeg_that_was_cut_off_gives_what_there_is():
    # as in the reference, whose OpenCV fills the rest with something
    smooth = cv2.resize(PIXELS, (200, 200))
    whole = cv2.imencode(".jpg", smooth)[1].tobytes()
    found = decode(whole[:len(whole) * 3 // 4], 1)
    np.testing.assert_array_equal(found[:80], decode(whole, 1)[:80])


def test_errors():
    with pytest.raises(mx.MXNetError, match="empty buffer"):
        decode(b"", 1)
    with pytest.raises(mx.MXNetError, match="Invalid image file"):
        decode(b"clearly not an image", 1)


def test_without_opencv(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(mx.MXNetError, match=r"pip install remixnet\[images\]"):
        decode(b"\xff\xd8", 1)
