"""mx.recordio: readers and writers by key and in turn, processes, pickling, image records."""
import os
import pickle
import struct
from pathlib import Path

import numpy as np
import pytest

from mxnet import recordio
from mxnet.core.errors import MXNetError
from mxnet.recordio import IRHeader, MXIndexedRecordIO, MXRecordIO, pack, unpack
from tests.data.records.contents import IMAGES, PAYLOADS

RECORDED = Path(__file__).parents[1] / "data" / "records"


@pytest.fixture
def indexed(tmp_path):
    """Paths of an index and its records b"0", b"11", b"222", b"3333"."""
    paths = tmp_path / "x.idx", tmp_path / "x.rec"
    with MXIndexedRecordIO(*paths, "w") as writer:
        for key in range(4):
            writer.write_idx(key, b"%d" % key * (key + 1))
    return paths


def in_child(function):
    """Call a function in a forked child and return what it returned or raised."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = function()
        except Exception as error:
            result = error
        os.write(write_end, pickle.dumps(result))
        os._exit(0)
    os.close(write_end)
    with open(read_end, "rb") as file:
        result = pickle.loads(file.read())
    os.waitpid(child, 0)
    return result


def test_recorded_index_both_ways(tmp_path):
    with MXIndexedRecordIO(RECORDED / "parts.idx", RECORDED / "parts.rec", "r") as reader:
        assert reader.keys == [10 * i for i in range(len(PAYLOADS))]
        assert [reader.read_idx(key) for key in reversed(reader.keys)] == PAYLOADS[::-1]
    with MXIndexedRecordIO(tmp_path / "x.idx", tmp_path / "x.rec", "w") as writer:
        for i, payload in enumerate(PAYLOADS):
            writer.write_idx(10 * i, payload)
        assert writer.idx[10] == 8 and writer.keys[-1] == 10 * (len(PAYLOADS) - 1)
    assert (tmp_path / "x.idx").read_bytes() == (RECORDED / "parts.idx").read_bytes()
    assert (tmp_path / "x.rec").read_bytes() == (RECORDED / "parts.rec").read_bytes()


def test_recorded_image_records_both_ways():
    with MXRecordIO(RECORDED / "images.rec", "r") as reader:
        for (_, label, number, number2), image in IMAGES:
            raw = reader.read()
            header, found = unpack(raw)
            assert found == image and (header.id, header.id2) == (number, number2)
            if np.size(label) and not np.isscalar(label):
                assert header.flag == len(label) and header.label.tolist() == label
                assert header.label.dtype == np.float32
            else:
                assert (header.flag, header.label) == (0, 0.0 if label == [] else label)
            assert pack((99, label, number, number2), image) == raw


def test_in_turn(tmp_path):
    writer = MXRecordIO(tmp_path / "x.rec", "w")
    for word in (b"one", b"two"):
        writer.write(word)
    del writer
    reader = MXRecordIO(str(tmp_path / "x.rec"), "r")
    assert [reader.read() for _ in range(3)] == [b"one", b"two", None]
    reader.reset()
    assert reader.read() == b"one"
    reader.close()
    reader.close()
    with pytest.raises(MXNetError, match="closed"):
        reader.read()
    reader.open()
    assert reader.read() == b"one"
    reader.close()


def test_reset_empties_a_file_being_written(indexed):
    writer = MXIndexedRecordIO(*indexed, "w")
    writer.write_idx(7, b"gone")
    writer.reset()
    assert writer.tell() == 0 and writer.keys == []
    writer.write_idx(8, b"kept")
    writer.close()
    assert indexed[0].read_text() == "8\t0\n"


def test_keys_of_another_type_and_more_columns(tmp_path):
    paths = tmp_path / "x.idx", tmp_path / "x.rec"
    with MXIndexedRecordIO(*paths, "w", str) as writer:
        writer.write_idx("a b", b"first")
        writer.write_idx(7, b"second")
    paths[0].write_text(paths[0].read_text().replace("12", "12").replace("\t0\n", "\t0\textra\n\n"))
    with MXIndexedRecordIO(*paths, "r", key_type=str) as reader:
        assert reader.keys == ["a b", "7"]
        assert reader.read_idx("7") == b"second" and reader.read_idx("a b") == b"first"


def test_reading_on_after_a_seek(indexed):
    with MXIndexedRecordIO(*indexed, "r") as reader:
        assert reader.read_idx(1) == b"11" and reader.read() == b"222"
        assert reader.tell() == reader.idx[3]
        with pytest.raises(KeyError):
            reader.read_idx(9)


def test_an_indexed_reader_opens_again_when_it_seeks(indexed):
    reader = MXIndexedRecordIO(*indexed, "r")
    reader.close()
    assert reader.read_idx(2) == b"222"
    reader.close()


@pytest.mark.parametrize("text, complaint", [
    ("abc\t0\n", "line 1: .*got 'abc"), ("0\t0\n1\n", "line 2"), ("0\tx\n", "line 1"),
    ("0\t0\n\xff\xfe\t0\n", "line 2"),
])
def test_a_damaged_index(indexed, text, complaint):
    indexed[0].write_bytes(text.encode("latin-1"))
    with pytest.raises(MXNetError, match=complaint):
        MXIndexedRecordIO(*indexed, "r")


def test_an_index_that_points_outside(indexed):
    indexed[0].write_text("0\t9999\n1\t4\n2\t-8\n")
    with MXIndexedRecordIO(*indexed, "r") as reader:
        for key, offset in ((0, 9999), (1, 4), (2, -8)):
            with pytest.raises(MXNetError, match=f"byte {offset}: expected"):
                reader.read_idx(key)


def test_missing_index(indexed):
    indexed[0].unlink()
    with pytest.raises(FileNotFoundError):
        MXIndexedRecordIO(*indexed, "r")


def test_damaged_records(indexed):
    raw = bytearray(indexed[1].read_bytes())
    raw[12] ^= 1
    indexed[1].write_bytes(raw)
    with MXRecordIO(indexed[1], "r") as reader:
        assert reader.read() == b"0"
        with pytest.raises(MXNetError, match="byte 12"):
            reader.read()
        assert reader.skip() and reader.read() == b"222"
    with MXRecordIO(indexed[1], "r", skip_corrupt=True) as reader:
        assert [reader.read() for _ in range(4)] == [b"0", b"222", b"3333", None]


def test_wrong_use(tmp_path):
    with pytest.raises(ValueError, match="Invalid flag a"):
        MXRecordIO(tmp_path / "x", "a")
    with MXRecordIO(tmp_path / "x", "w") as writer:
        with pytest.raises(TypeError, match="bytes, not str"):
            writer.write("text")
        with pytest.raises(MXNetError, match="open for writing, not for reading"):
            writer.read()
        writer.write(bytearray(b"fine"))
        writer.write(memoryview(b"also"))
    with MXRecordIO(tmp_path / "x", "r") as reader:
        assert [reader.read(), reader.read()] == [b"fine", b"also"]
        with pytest.raises(MXNetError, match="open for reading, not for writing"):
            reader.write(b"x")


def test_pickling(indexed):
    reader = MXIndexedRecordIO(*indexed, "r")
    reader.read_idx(2)
    other = pickle.loads(pickle.dumps(reader))
    assert other.read() == b"0" and other.read_idx(3) == b"3333"
    assert reader.read() == b"3333", "pickling moved the original"
    reader.close()
    closed = pickle.loads(pickle.dumps(reader))
    assert not closed.is_open
    other.close()
    with MXRecordIO(indexed[1], "w") as writer, pytest.raises(MXNetError, match="cannot be pickled"):
        pickle.dumps(writer)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_forked_children(indexed):
    with MXIndexedRecordIO(*indexed, "r") as reader:
        assert reader.read() == b"0"
        error = in_child(reader.read)
        assert isinstance(error, RuntimeError) and "multiple processes" in str(error)
        assert in_child(lambda: [reader.read_idx(3), reader.read_idx(0), reader.read()]) == [
            b"3333", b"0", b"11"]
        assert reader.read() == b"11", "the child moved its parent"


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_writer_writes_nothing_twice(tmp_path):
    paths = tmp_path / "x.idx", tmp_path / "x.rec"
    with MXIndexedRecordIO(*paths, "w") as writer:
        writer.write_idx(0, b"one")
        assert isinstance(in_child(lambda: writer.write_idx(1, b"child")), RuntimeError)
        in_child(writer.close)
        writer.write_idx(1, b"two")
    with MXIndexedRecordIO(*paths, "r") as reader:
        assert reader.keys == [0, 1] and [reader.read_idx(0), reader.read_idx(1)] == [b"one", b"two"]


def test_headers():
    assert repr(IRHeader(0, 1.0, 2, 3)) == "HEADER(flag=0, label=1.0, id=2, id2=3)"
    header = unpack(pack((0, 4.0, 2574, 0), b"image"))[0]
    assert pickle.loads(pickle.dumps(header)) == header
    assert unpack(pack((0, np.float32(1.5), 1, 0), b""))[0].label == 1.5
    assert unpack(pack((0, np.ones((2, 2)), 1, 0), b""))[0].flag == 4
    assert not unpack(pack((0, [1.0], 1, 0), b""))[0].label.flags.writeable
    assert unpack(memoryview(pack((0, [1.0], 1, 0), b"abc")))[1] == b"abc"


def test_headers_from_arrays():
    import mxnet as mx
    assert unpack(pack((0, mx.nd.array([1, 2]), 1, 0), b""))[0].label.tolist() == [1, 2]


@pytest.mark.parametrize("record, complaint", [
    (b"", "24 bytes of header; got 0"), (bytes(23), "got 23"),
    (struct.pack("<IfQQ", 2, 0, 1, 0) + b"1234567", "2 labels takes at least 32 bytes; got 31"),
    (struct.pack("<IfQQ", 2**32 - 1, 0, 1, 0), "4294967295 labels"),
])
def test_damaged_image_records(record, complaint):
    with pytest.raises(MXNetError, match=complaint):
        unpack(record)


def test_numbers_that_do_not_fit():
    for header in ((0, 1.0, -1, 0), (0, 1.0, 2**64, 0), (0, 1.0, 7.5, 0)):
        with pytest.raises(MXNetError, match="does not fit an image record"):
            pack(header, b"")


@pytest.mark.parametrize("extension, exact", [(".png", True), (".bmp", True), (".jpg", False)])
def test_images(extension, exact):
    pytest.importorskip("cv2")
    image = np.add.outer(np.arange(20), np.arange(30))[..., None].repeat(3, 2).astype(np.uint8)
    record = recordio.pack_img((0, 3.0, 5, 0), image, 9 if extension == ".png" else 95, extension)
    header, found = recordio.unpack_img(record)
    assert header == (0, 3.0, 5, 0) and found.shape == image.shape
    assert np.abs(found.astype(int) - image).max() <= (0 if exact else 3)
    assert recordio.unpack_img(record, 0)[1].shape == (20, 30)


def test_damaged_images():
    pytest.importorskip("cv2")
    assert recordio.unpack_img(pack((0, 1.0, 5, 0), b"no image"))[1] is None
    with pytest.raises(MXNetError, match="record 5 holds no image"):
        recordio.unpack_img(pack((0, 1.0, 5, 0), b""))
    with pytest.raises(MXNetError, match="cannot encode this as .xyz"):
        recordio.pack_img((0, 1.0, 5, 0), np.zeros((2, 2, 3), np.uint8), img_fmt=".xyz")


def test_images_without_opencv(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(MXNetError, match=r"remixnet\[images\]"):
        recordio.unpack_img(pack((0, 1.0, 5, 0), b"image"))
