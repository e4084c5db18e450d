"""Files that are read: only those with an end, and every error names its file."""
import os
import resource
import socket
import struct
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet.core import opening
from mxnet.core.opening import lines, read_bytes, read_text
from mxnet.fileformat.npy import read_npy, read_npz

READERS = {
    "nd.load": mx.nd.load,
    "sym.load": mx.sym.load,
    "safetensors": lambda path: mx.fileformat.safetensor.read(path),
    "rec": lambda path: mx.recordio.MXRecordIO(path, "r").read(),
    "idx": lambda path: mx.recordio.MXIndexedRecordIO(path, __file__, "r"),
    "lst": lambda path: mx.image.ImageIter(1, (3, 4, 4), path_imglist=path, path_root="."),
    "csv": lambda path: mx.io.CSVIter(data_csv=path, data_shape=(3,), batch_size=1),
    "libsvm": lambda path: mx.io.LibSVMIter(data_libsvm=path, data_shape=(3,), batch_size=1),
    "mnist": lambda path: mx.io.MNISTIter(image=path, label=path, silent=True),
    "npy": read_npy, "npz": read_npz,
    "image": mx.image.imread,
    "ImageRecordIter": lambda path: mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 4, 4), batch_size=1),
}


@pytest.fixture
def small_memory():
    """Give this process a gigabyte more than it has, so that reading without end fails soon."""
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("path", ["/dev/zero", "a\0b", "missing", "."])
def test_what_has_no_end_is_not_read(reader, path, small_memory, tmp_path, monkeypatch):
    if reader in ("image", "ImageRecordIter"):
        pytest.importorskip("cv2", reason="images need the extra `images`")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(mx.MXNetError) as raised:
        READERS[reader](path)
    assert path in str(raised.value) or repr(path) in str(raised.value)


@pytest.mark.parametrize("reader", sorted(set(READERS) - {"ImageRecordIter", "image"}))
def test_a_hole_of_a_terabyte_is_refused(reader, small_memory, tmp_path):
    path = tmp_path / "hole"
    with open(path, "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(mx.MXNetError):
        READERS[reader](str(path))


def test_other_places_that_read_are_held_to_it_too(small_memory, tmp_path):
    for read in (lambda: mx.io.image_work.read_labels("/dev/zero", 1, "x"),
                 lambda: mx.io.record_source._read_offsets("/dev/zero", "x")):
        with pytest.raises(mx.MXNetError, match="a character device"):
            read()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(mx.MXNetError):
            read_bytes(tmp_path / "socket")


def test_a_pipe_is_read_up_to_a_limit(tmp_path, monkeypatch):
    path, saved = tmp_path / "pipe", tmp_path / "x.params"
    os.mkfifo(path)
    mx.nd.save(str(saved), [mx.nd.ones(3)])

    def through_pipe(read):
        writer = threading.Thread(target=lambda: path.write_bytes(saved.read_bytes()))
        writer.start()
        try:
            return read(str(path))
        finally:
            writer.join(10)
    np.testing.assert_array_equal(through_pipe(mx.nd.load)[0].asnumpy(), 1)
    with pytest.raises(mx.MXNetError, match="expected at most 10 bytes"):
        through_pipe(lambda path: read_bytes(path, 10))


def test_a_file_without_a_limit_is_read_if_there_is_memory(small_memory, tmp_path):
    path = tmp_path / "x.states"
    path.write_bytes(b"states")
    assert read_bytes(path) == b"states"
    os.truncate(path, 1 << 40)
    with pytest.raises(mx.MXNetError, match="cannot read .*x.states: there is no memory for its 1099511627776 bytes"):
        read_bytes(path)


def test_lines_are_bounded(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_text("a\n" + "b" * 20)
    assert list(lines(path)) == ["a\n", "b" * 20]
    monkeypatch.setattr(opening, "MAX_LINE", 10)
    with pytest.raises(mx.MXNetError, match="line 2: expected at most 10 characters"):
        list(lines(path))
    path.write_bytes(b"\xff\xfe")
    for read in (read_text, lambda path: list(lines(path))):
        with pytest.raises(mx.MXNetError, match="decode"):
            read(path)


def test_a_missing_file_is_caught_as_either_kind(tmp_path):
    for kind in (mx.MXNetError, FileNotFoundError, OSError):
        with pytest.raises(kind, match="cannot read .*x: No such file or directory") as raised:
            mx.nd.load(str(tmp_path / "x"))
        assert raised.value.filename == str(tmp_path / "x") and raised.value.errno == 2


# ---- NumPy's files --------------------------------------------------------------------------------

@pytest.mark.parametrize("value", [np.arange(6, dtype=">f4").reshape(2, 3), np.asfortranarray(np.ones((2, 3))),
                                   np.array(5), np.zeros((0, 3), np.int8), np.array([True, False])])
def test_numpys_files_are_read(value, tmp_path):
    np.save(tmp_path / "x.npy", value)
    np.savez(tmp_path / "x.npz", a=value, b=value)
    np.savez_compressed(tmp_path / "y.npz", a=value)
    for found in (read_npy(tmp_path / "x.npy"), read_npz(tmp_path / "x.npz")["b"], read_npz(tmp_path / "y.npz")["a"]):
        np.testing.assert_array_equal(found, value)
        assert found.dtype == value.dtype.newbyteorder("=")


def npy(header: str) -> bytes:
    text = header.encode().ljust(118) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


@pytest.mark.parametrize("header", [
    "{" * 100, "", "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}",
    "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "{'descr': '<f4', 'fortran_order': False}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (True,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "(" * 110 + "1" + ")" * 3,
    "{'descr': ('<f4', (2**30,)), 'fortran_order': False, 'shape': (0,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 9223372036854775807, 9223372036854775807)}"])
def test_a_wrong_npy_header_is_refused(header, tmp_path):
    (tmp_path / "x.npy").write_bytes(npy(header) + bytes(8))
    with pytest.raises(mx.MXNetError, match="x.npy"):
        read_npy(tmp_path / "x.npy")
