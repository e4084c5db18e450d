"""Truncated, corrupted and lying .params files: an error with path and offset, no allocation."""
import io
import struct
import tracemalloc

import numpy as np
import pytest

from mxnet.core.errors import MXNetError
from mxnet.fileformat import SavedArray, read_params, read_params_buffer, write_params
from tests.fileformat.test_params import ONE, RECORDED, V1, V2, V3, a_file

HUGE = 2**62
SHAPE_1 = struct.pack("<iq", 1, 1)


def sparse(stype, storage, shape, aux, body=b""):
    pack = [struct.pack("<Ii", V2, stype)]
    for dims in (storage, shape):
        pack.append(struct.pack(f"<i{len(dims)}q", len(dims), *dims))
    pack.append(struct.pack("<iii", 1, 0, 0))
    for flag, dims in aux:
        pack.append(struct.pack(f"<ii{len(dims)}q", flag, len(dims), *dims))
    return b"".join([*pack, body])


LIES = {
    "no header": (b"", 0, "header takes 16 bytes"),
    "short header": (b"\x12\x01", 0, "end of the file after 2"),
    "wrong magic": (b"PK\3\4" + bytes(40), 0, "expected the magic number 0x112"),
    "no count": (struct.pack("<QQ", 0x112, 0), 16, "number of arrays takes 8"),
    "too many arrays": (struct.pack("<QQQQ", 0x112, 0, 2**63, 0), 16, "cannot hold so many"),
    "array missing": (struct.pack("<QQQI", 0x112, 0, 2, 0), 16, "cannot hold so many"),
    "bad array magic": (a_file(b"\xff" * 40), 24, "got 0xffffffff"),
    "huge dimension": (a_file(struct.pack("<Iiiqiii", V2, 0, 1, HUGE, 1, 0, 0)), 56, "float32 of"),
    "dimensions that overflow": (
        a_file(struct.pack("<Iiiqqqiii", V2, 0, 3, 2**32, 2**32, 3, 1, 0, 0)), 72, "takes"),
    "empty but unaddressable": (
        a_file(struct.pack("<Iiiqqqiii", V2, 0, 3, 0, HUGE, 9, 1, 0, 0)), 72, "no memory"),
    "many dimensions": (a_file(struct.pack("<Iii", V2, 0, 33) + bytes(8 * 33)), 32, "got 33"),
    "2**31 dimensions": (a_file(struct.pack("<Iii", V2, 0, 2**31 - 1) + bytes(64)), 32, "got 2147"),
    "negative ndim": (a_file(struct.pack("<Iii", V2, 0, -2) + bytes(64)), 32, "got -2"),
    "negative dimension": (a_file(struct.pack("<Iiiq", V2, 0, 1, -5) + bytes(64)), 32, "(-5,)"),
    "version 1 huge": (a_file(struct.pack("<Iiqiii", V1, 1, HUGE, 1, 0, 0)), 52, "float32 of"),
    "version 0 huge": (a_file(struct.pack("<IIiii", 1, 2**32 - 1, 1, 0, 0)), 44, "float32 of"),
    "unknown type": (a_file(struct.pack("<Iiiqiiif", V2, 0, 1, 1, 1, 0, 9, 0)), 52, "got 9"),
    "unknown storage": (a_file(struct.pack("<Ii", V2, 7) + bytes(64)), 28, "got 7"),
    "sparse under np-shape": (a_file(struct.pack("<Ii", V3, 1) + bytes(64)), 28, "got 1"),
    "data cut": (a_file(ONE)[:-12], 56, "end of the file after 0"),
    "names cut": (a_file(ONE, names=[b"name"])[:-1], 68, "cannot hold"),
    "too few names": (a_file(ONE, ONE, names=[b"a"]), 96, "expected 0 or 2 names"),
    "huge number of names": (a_file(ONE)[:-8] + struct.pack("<Q", 2**61), 60, "cannot hold"),
    "name is no text": (a_file(ONE, names=[b"ab\xff"]), 78, "not UTF-8"),
    "csr of one dimension": (
        a_file(sparse(2, (1,), (4,), [(6, (5,)), (6, (1,))], bytes(100))), 100, "two dimensions"),
    "csr without pointers": (
        a_file(sparse(2, (0,), (2**40, 3), [(6, (0,)), (6, (0,))], bytes(99))), 108, "pointers"),
    "row_sparse of other rows": (
        a_file(sparse(1, (1, 7), (4, 2), [(6, (1,))], bytes(100))), 100, "stores (1, 2)"),
    "row_sparse with more rows than it has": (
        a_file(sparse(1, (9, 1), (4, 1), [(6, (9,))], bytes(200))), 100, "9 indices"),
    "float indices": (
        a_file(sparse(1, (1, 1), (4, 1), [(0, (1,))], bytes(100))), 84, "must be integers"),
    "index outside": (
        a_file(sparse(1, (1, 1), (4, 1), [(6, (1,))], struct.pack("<fq", 1, 4))), 100, "got 4"),
    "negative index": (
        a_file(sparse(2, (1,), (1, 4), [(6, (2,)), (6, (1,))], struct.pack("<fqqq", 1, 0, 1, -1))),
        108, "got -1"),
    "falling pointers": (
        a_file(sparse(2, (1,), (2, 4), [(6, (3,)), (6, (1,))], struct.pack("<f4q", 1, 0, 2, 1, 0))),
        108, "must rise from 0 to 1"),
    "unknown storage shape": (a_file(struct.pack("<Iii", V2, 1, -1) + bytes(64)), 32, "unknown"),
    "sparse beyond memory": (
        a_file(sparse(1, (0, HUGE), (9, HUGE), [(6, (0,))], bytes(100))), 100, "no memory"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_named_with_path_and_offset(name, tmp_path):
    data, offset, complaint = LIES[name]
    path = tmp_path / "lie.params"
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(MXNetError) as caught:
            read_params(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    message = str(caught.value)
    assert message.startswith(f"Invalid NDArray file format: {path}, byte {offset}: ")
    assert complaint in message
    assert peak < 200_000


@pytest.mark.parametrize("name", ["types_dict", "shapes", "sparse", "np_shape", "types_list"])
def test_every_truncation_of_a_recorded_file(name):
    data = (RECORDED / f"{name}.params").read_bytes()
    for length in range(len(data)):
        with pytest.raises(MXNetError, match="<buffer>, byte"):
            read_params_buffer(data[:length])


def test_memory_stays_within_what_the_file_holds(tmp_path):
    """A file whose second array claims 4 GB must not cost more than its bytes, read so far."""
    path = tmp_path / "x"
    write_params(path, [SavedArray(np.zeros(size, np.float32)) for size in (250_000, 2)])
    data = bytearray(path.read_bytes())
    at = data.rindex(struct.pack("<iq", 1, 2))
    data[at + 4:at + 12] = struct.pack("<q", 2**30)
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(MXNetError, match="takes 4294967296 bytes"):
            read_params(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_090_000 + io.DEFAULT_BUFFER_SIZE  # which a file has; in Python 3.14 it is no longer small
