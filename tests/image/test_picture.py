"""Encoded images: what they claim, and how absurd claims and damage are met."""
import struct
import zlib

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops.image_header import check_claim, claim, decode

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")
PIXELS = np.arange(37 * 61 * 3, dtype=np.uint32).reshape(37, 61, 3).astype(np.uint8)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm", ".pgm", ".pbm", ".pam",
                                    ".pfm", ".hdr", ".ras", ".jp2", ".avif", ".gif"])
def test_the_head_tells_the_size(ending):
    image = PIXELS[:, :, 0] if ending in (".pgm", ".pbm") else PIXELS
    if ending in (".pfm", ".hdr"):
        image = image.astype(np.float32)
    try:
        done, encoded = cv2.imencode(ending, image)
    except cv2.error:
        pytest.skip(f"this OpenCV writes no {ending}")
    found = claim(encoded.tobytes())
    assert done and (found.width, found.height) == (61, 37)
    assert claim(encoded) == found
    assert decode(encoded, 1).shape == (37, 61, 3)


def jpeg_with(segment, width=61, height=37, scans=1):
    """Return a JPEG with something put behind its first segment, and another size."""
    whole = cv2.imencode(".jpg", PIXELS, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    place = whole.index(b"\xff\xc2")
    start = whole.index(b"\xff\xda")
    sized = whole[:place + 5] + struct.pack(">HH", height, width) + whole[place + 9:start]
    return sized[:20] + segment + sized[20:] + whole[start:] + whole[start:-2] * (scans - 1)


@pytest.fixture
def undecoded(monkeypatch):
    """Fail where OpenCV is asked to decode."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))


@pytest.mark.parametrize("length", [0, 1])
def test_a_jpeg_segment_shorter_than_its_own_length_hides_no_size(length, undecoded):
    hidden = jpeg_with(b"\xff\xe1" + struct.pack(">H", length), 65500, 65500)
    with pytest.raises(mx.MXNetError, match="bytes that say no size"):
        decode(hidden, 1)


def test_stray_bytes_between_segments_hide_no_size(undecoded):
    assert claim(jpeg_with(b"words\xff\x00"))[1:3] == (61, 37)
    with pytest.raises(mx.MXNetError, match="claims 65500 x 65500 pixels"):
        decode(jpeg_with(b"words\xff\x00", 65500, 65500), 1)


def test_a_jpeg_of_very_many_scans_is_refused(undecoded):
    with pytest.raises(mx.MXNetError, match="400[0-9]* scans of 4194304 pixels"):
        decode(jpeg_with(b"", 2048, 2048, scans=400), 1)


def test_scans_are_counted_where_the_first_has_not_all_of_it(undecoded):
    whole = cv2.imencode(".jpg", PIXELS)[1].tobytes()
    frame, start = whole.index(b"\xff\xc0"), whole.index(b"\xff\xda")
    large = whole[:frame + 5] + struct.pack(">HH", 2048, 2048) + whole[frame + 9:start]
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    check_claim(large + whole[start:] + scan * 400)         # it has, and no other is looked at
    with pytest.raises(mx.MXNetError, match="400 scans"):
        check_claim(large + scan * 400)


def test_a_second_frame_does_not_count():
    whole = cv2.imencode(".jpg", PIXELS)[1].tobytes()
    place = whole.index(b"\xff\xc0")
    frame = whole[place:place + 19]
    twice = whole[:place] + frame + frame[:5] + struct.pack(">HH", 60000, 60000) + frame[9:] + whole[place + 19:]
    assert claim(twice)[1:3] == (61, 37)
    with pytest.raises(mx.MXNetError):      # libjpeg's own refusal
        decode(twice, 1)


@pytest.mark.parametrize(("ending", "old", "new"), [
    (".ppm", b"61 37", b"#\r99999 99999\n61 37"), (".pam", b"WIDTH 61", b"WIDTH 61\nWIDTH 99999999"),
    (".hdr", b"-Y 37 +X 61", b"-Y 99999 +X 99999"), (".pfm", b"61 37", b"99999 99999"),
    (".ras", struct.pack(">II", 61, 37), struct.pack(">II", 99999, 99999)),
    (".avif", struct.pack(">II", 61, 37), struct.pack(">II", 99999, 99999)),
    (".jp2", struct.pack(">IIII", 61, 37, 0, 0), struct.pack(">IIII", 99999, 99999, 0, 0))])
def test_every_coding_is_held_to_its_claim(ending, old, new, undecoded):
    image = PIXELS.astype(np.float32) if ending in (".pfm", ".hdr") else PIXELS
    try:
        encoded = cv2.imencode(ending, image)[1].tobytes()
    except cv2.error:
        pytest.skip(f"this OpenCV writes no {ending}")
    assert old in encoded
    with pytest.raises(mx.MXNetError, match="claims|no size"):
        decode(encoded.replace(old, new), 1)


def test_a_tiff_is_held_to_its_tiles_and_to_the_larger_of_two_fields(undecoded):
    def tiff(*fields, order="<"):
        head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
        entries = b"".join(struct.pack(order + "HHII", tag, 4, 1, value) for tag, value in fields)
        return head + struct.pack(order + "H", len(fields)) + entries + bytes(4)
    assert claim(tiff((256, 61), (257, 37)))[1:3] == (61, 37)
    assert claim(tiff((256, 61), (257, 37), order=">"))[1:3] == (61, 37)
    for fields in (((256, 61), (257, 37), (256, 9999999)), ((256, 61), (257, 37), (322, 1 << 20), (323, 1 << 10))):
        with pytest.raises(mx.MXNetError, match="claims"):
            decode(tiff(*fields), 1)


@pytest.mark.parametrize("data", [b"clearly not an image", b"VP8 " + bytes(40), b"\x76\x2f\x31\x01" + bytes(40)])
def test_what_has_no_known_beginning_is_not_given_to_opencv(data, undecoded):
    with pytest.raises(mx.MXNetError, match="Invalid image file"):
        decode(data, 1)
    header, image = mx.recordio.unpack_img(mx.recordio.pack((0, 1.0, 2, 0), data))
    assert header.id == 2 and image is None


def test_sizes_of_other_kinds_of_jpeg_and_webp():
    progressive = cv2.imencode(".jpg", PIXELS, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]
    assert claim(progressive)[1:3] == (61, 37)
    lossless = cv2.imencode(".webp", PIXELS, [cv2.IMWRITE_WEBP_QUALITY, 101])[1]
    assert claim(lossless)[1:3] == (61, 37)
    extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\x3c\0\0" + b"\x24\0\0" + bytes(8)
    assert claim(extended)[1:3] == (61, 37)
    assert claim(b"BM" + bytes(12) + struct.pack("<IHH", 12, 61, 37))[1:3] == (61, 37)


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
