"""The .params format: files of the reference both ways, older forms, and the writer's refusals."""
import io
import os
import struct
from pathlib import Path

import numpy as np
import pytest

from mxnet.core.errors import MXNetError
from mxnet.fileformat import SavedArray, read_params, read_params_buffer, write_params
from mxnet.fileformat.params import STORED_DTYPE, TYPE_FLAG, decode_array, encode_array
from tests.data.params.contents import FILES

RECORDED = Path(__file__).parents[1] / "data" / "params"
V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA


def as_saved(entry, version=2):
    name, stype, dtype, values = entry
    if stype == "default":
        return SavedArray(values, name, dtype, values.shape, version=version)
    shape, data, aux = values
    return SavedArray(data, name, dtype, shape, stype, aux, version=version)


def a_file(*records, names=()):
    """Assemble a file from raw array records."""
    parts = [struct.pack("<QQQ", 0x112, 0, len(records)), *records, struct.pack("<Q", len(names))]
    for name in names:
        parts += struct.pack("<Q", len(name)), name
    return b"".join(parts)


def same(array, expected):
    return array.dtype == expected.dtype and array.shape == expected.shape and np.array_equal(
        array, expected)


ONE = struct.pack("<IiiqiiiI", V2, 0, 1, 1, 1, 0, 0, 0x3F800000)


@pytest.mark.parametrize("name", FILES)
def test_recorded_file_reads_as_it_was_written(name):
    found = read_params(RECORDED / f"{name}.params")
    expected = [as_saved(entry) for entry in FILES[name]]
    assert [array.name for array in found] == [array.name for array in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert (ours.stype, ours.dtype, ours.shape) == (theirs.stype, theirs.dtype, theirs.shape)
        assert (ours.device_type, ours.device_id) == (1, 0)
        assert ours.version == (3 if name == "np_shape" else 2)
        assert same(ours.data, theirs.data)
        assert all(same(*pair) for pair in zip(ours.aux, theirs.aux, strict=True))
        assert ours.data.flags.writeable and ours.data.flags.aligned


@pytest.mark.parametrize("name", FILES)
def test_written_file_is_the_recorded_one_byte_for_byte(name, tmp_path):
    version = 3 if name == "np_shape" else 2
    write_params(tmp_path / "x", [as_saved(entry, version) for entry in FILES[name]])
    assert (tmp_path / "x").read_bytes() == (RECORDED / f"{name}.params").read_bytes()


def test_the_tables_agree_with_the_core():
    from mxnet.core.dtype import NAME_TO_FLAG
    assert TYPE_FLAG == NAME_TO_FLAG
    assert set(STORED_DTYPE) == set(NAME_TO_FLAG)


def test_version_1_record():
    record = struct.pack("<Iiqqiii", V1, 2, 1, 2, 2, 3, 4) + struct.pack("<ii", 5, -6)
    array, one = read_params_buffer(a_file(record, ONE, names=[b"w", b"one"]))
    assert (array.name, array.version, array.device_type, array.device_id) == ("w", 1, 2, 3)
    assert array.data.tolist() == [[5, -6]] and array.dtype == "int32"
    assert one.data.tolist() == [1.0]


def test_version_0_record():
    record = struct.pack("<IIIiii", 2, 2, 1, 1, 0, 0) + struct.pack("<ff", 1.5, 2.5)
    array, one = read_params_buffer(a_file(record, ONE))
    assert array.version == 0 and array.data.tolist() == [[1.5], [2.5]]
    assert one.data.tolist() == [1.0]


@pytest.mark.parametrize("record", [
    struct.pack("<I", 0), struct.pack("<Ii", V1, 0), struct.pack("<Iii", V2, 0, 0),
    struct.pack("<Iii", V2, 0, -1), struct.pack("<Iii", V3, 0, -1),
    struct.pack("<Iiiqq", V3, 0, 2, -1, 3),
], ids=["version 0", "version 1", "version 2", "unknown dims", "version 3", "one unknown dim"])
def test_a_record_without_a_shape_ends_there(record):
    nothing, one = read_params_buffer(a_file(record, ONE))
    assert nothing.data is None and nothing.shape is None
    assert one.data.tolist() == [1.0]


def test_a_version_3_scalar_has_a_value():
    record = struct.pack("<Iiiiiif", V3, 0, 0, 1, 0, 0, 2.5)
    (array,) = read_params_buffer(a_file(record))
    assert array.shape == () and array.data[()] == 2.5


def test_what_mxnet_overlooks_is_overlooked():
    """The reserved word, bytes after the end, and repeated names are no errors there."""
    data = a_file(ONE, ONE, names=[b"a", b"a"]) + b"trailing"
    data = data[:8] + b"\7" * 8 + data[16:]
    assert [array.name for array in read_params_buffer(data)] == ["a", "a"]


def test_bytes_of_a_bool_array_become_true_or_false():
    record = struct.pack("<Iiiqiii", V2, 0, 1, 4, 1, 0, 7) + bytes([0, 1, 2, 255])
    (array,) = read_params_buffer(a_file(record))
    assert array.data.view(np.uint8).tolist() == [0, 1, 1, 1]


def test_arrays_own_their_memory_apart_from_each_other(tmp_path):
    sizes = [3, 0, 5_000_000, 1, 70_000, 17]
    arrays = [SavedArray(np.full(size, i, np.uint8), str(i)) for i, size in enumerate(sizes)]
    write_params(tmp_path / "x", arrays)
    found = read_params(tmp_path / "x")
    for array in found:
        assert array.data.ctypes.data % 64 == 0 or not array.data.size
        array.data += 100
    for index, (array, size) in enumerate(zip(found, sizes, strict=True)):
        assert array.data.tolist() == [100 + index] * size


def test_strided_and_foreign_order_values(tmp_path):
    values = np.arange(24, dtype=np.float32).reshape(4, 6)
    arrays = [SavedArray(values[::2, ::-3], "strided"), SavedArray(values.T, "transposed")]
    write_params(tmp_path / "x", arrays)
    strided, transposed = read_params(tmp_path / "x")
    assert same(strided.data, values[::2, ::-3]) and same(transposed.data, values.T)


def test_an_open_file_a_pipe_and_a_buffer(tmp_path):
    out = io.BytesIO()
    write_params(out, [SavedArray(np.ones(3, np.float32), "x")])
    data = out.getvalue()
    for buffer in (data, bytearray(data), memoryview(data)):
        assert read_params_buffer(buffer)[0].data.tolist() == [1, 1, 1]
    read_end, write_end = os.pipe()
    os.write(write_end, data)
    os.close(write_end)
    try:
        assert read_params(f"/dev/fd/{read_end}")[0].name == "x"
    finally:
        os.close(read_end)


@pytest.mark.parametrize("name", ["types_list", "sparse", "np_shape"])
def test_one_record_on_its_own(name):
    for entry in FILES[name]:
        saved = as_saved(entry, 3 if name == "np_shape" else 2)
        again = decode_array(encode_array(saved))
        assert same(again.data, saved.data) and again.shape == saved.shape


@pytest.mark.parametrize("array, complaint", [
    (SavedArray(None), "without a shape"),
    (SavedArray(np.zeros(2, np.uint32), "x"), "'x': type uint32"),
    (SavedArray(np.zeros(2, np.float32), dtype="bfloat16"), "bfloat16 is stored as uint16"),
    (SavedArray(np.float32(1).reshape(())), "np-shape"),
    (SavedArray(np.zeros((1, 2)), stype="csr"), "csr with 0 index arrays"),
    (SavedArray(np.zeros((1, 2)), stype="row_sparse", aux=(np.zeros(1, np.int64),), version=3),
     "dense arrays only"),
    (SavedArray(np.zeros((1, 2)), shape=(2, 1)), "shape (2, 1)"),
    (SavedArray(np.zeros(2), version=1), "version 1"),
])
def test_what_cannot_be_written_is_refused_before_the_file_is_touched(array, complaint, tmp_path):
    (tmp_path / "x").write_bytes(b"old")
    with pytest.raises(MXNetError) as caught:
        write_params(tmp_path / "x", [array])
    assert complaint in str(caught.value)
    assert (tmp_path / "x").read_bytes() == b"old"


def test_names_for_all_or_none(tmp_path):
    arrays = [SavedArray(np.zeros(1), "a"), SavedArray(np.zeros(1))]
    with pytest.raises(MXNetError, match="1 of 2 arrays have a name"):
        write_params(tmp_path / "x", arrays)


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(MXNetError, match="nowhere.*No such file"):
        read_params(tmp_path / "nowhere")
    with pytest.raises(MXNetError, match="No such file"):
        write_params(tmp_path / "nowhere" / "x", [])
    with pytest.raises(MXNetError, match="Is a directory"):
        read_params(tmp_path)
    with pytest.raises(MXNetError, match="only local files"):
        read_params("s3://bucket/x.params")
    write_params(f"file://{tmp_path}/x", [])
    assert read_params(f"file://{tmp_path}/x") == []
