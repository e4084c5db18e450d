"""The .safetensors format: round trips, agreement with the safetensors package, hostile files."""
import json
import struct

import numpy as np
import pytest

from mxnet.core.errors import MXNetError
from mxnet.fileformat import SavedArray, read_arrays, write_arrays
from tests.data.params.contents import FILES
from tests.fileformat.test_params import as_saved, same

DENSE = ["types_list", "types_dict", "shapes", "single", "nothing", "np_shape"]


def a_file(path, contents, data=b""):
    header = contents if isinstance(contents, bytes) else json.dumps(contents).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)
    return path


def entry(dtype="F32", shape=(1,), offsets=(0, 4)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


@pytest.mark.parametrize("name", DENSE)
def test_round_trip(name, tmp_path):
    path = tmp_path / "x.safetensors"
    expected = [as_saved(item) for item in FILES[name]]
    write_arrays(path, expected)
    found = read_arrays(path)
    assert [array.name for array in found] == [array.name for array in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.dtype == theirs.dtype and ours.version is None
        assert same(ours.data, theirs.data) and ours.data.flags.writeable


def test_arrays_are_aligned_in_the_file(tmp_path):
    path = tmp_path / "x.safetensors"
    write_arrays(path, [SavedArray(np.zeros(3, kind), kind) for kind in ("u1", "f8", "f2", "f4")])
    raw = path.read_bytes()
    (length,) = struct.unpack_from("<Q", raw)
    contents = json.loads(raw[8:8 + length])
    assert length % 8 == 0
    for name, width in (("u1", 1), ("f8", 8), ("f2", 2), ("f4", 4)):
        assert contents[name]["data_offsets"][0] % width == 0


def test_the_package_reads_what_is_written_here(tmp_path):
    numpy = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "x.safetensors"
    expected = [as_saved(item) for item in FILES["types_dict"] if item[2] != "bfloat16"]
    write_arrays(path, expected)
    found = numpy.load_file(path)
    assert set(found) == {array.name for array in expected}
    assert all(same(found[array.name], array.data) for array in expected)


def test_what_the_package_writes_is_read_here(tmp_path):
    numpy = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "x.safetensors"
    values = {"b": np.arange(6, dtype=np.float32).reshape(2, 3), "a": np.array(3, np.int64),
              "c": np.zeros((0, 2), np.float16)}
    numpy.save_file(values, path, metadata={"format": "np"})
    found = {array.name: array.data for array in read_arrays(path)}
    assert set(found) == set(values) and all(same(found[name], values[name]) for name in values)


def test_order_survives_a_tool_that_sorts(tmp_path):
    path = tmp_path / "x.safetensors"
    write_arrays(path, [SavedArray(np.array([ord(name)]), name) for name in "zax"])
    raw = path.read_bytes()
    (length,) = struct.unpack_from("<Q", raw)
    header = json.dumps(json.loads(raw[8:8 + length]), sort_keys=True).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + raw[8 + length:])
    assert [(array.name, chr(array.data[0])) for array in read_arrays(path)] == [
        ("z", "z"), ("a", "a"), ("x", "x")]


def test_meaningless_metadata_is_ignored(tmp_path):
    path = tmp_path / "x.safetensors"
    for metadata in (7, {"mxnet.names": "[["}, {"mxnet.names": '["b"]'}, {"mxnet.names": 3},
                     {"mxnet.container": "list"}, {"mxnet.names": "[" * 10_000}):
        a_file(path, {"__metadata__": metadata, "a": entry()}, bytes(4))
        assert [array.name for array in read_arrays(path)] == ["a"]


def test_sparse_arrays_are_refused(tmp_path):
    with pytest.raises(MXNetError, match="'rows': row_sparse storage has no place"):
        write_arrays(tmp_path / "x.safetensors", [as_saved(item) for item in FILES["sparse"]])


def test_names_must_be_unique(tmp_path):
    arrays = [SavedArray(np.zeros(1), "a"), SavedArray(np.zeros(1), "a")]
    with pytest.raises(MXNetError, match="unique"):
        write_arrays(tmp_path / "x.safetensors", arrays)


@pytest.mark.parametrize("contents, data, complaint", [
    (b"{", b"", "not valid JSON"),
    (b"\xff", b"", "not valid JSON"),
    (b"[" * 100_000, b"", "not valid JSON"),
    (b"[]", b"", "must be a JSON object"),
    (b'{"a":1,"a":2}', b"", "occurs twice"),
    ({"a": 1}, b"", "'a': expected an object"),
    ({"a": entry("U16")}, bytes(4), "got 'U16'"),
    ({"a": entry(["F32"])}, bytes(4), "'a': expected a dtype"),
    ({"a": entry(shape=[-1])}, bytes(4), "expected a shape"),
    ({"a": entry(shape=[1] * 33)}, bytes(4), "expected a shape"),
    ({"a": entry(shape=[True])}, bytes(4), "expected a shape"),
    ({"a": entry(shape=[0, 2**62, 9], offsets=(0, 0))}, b"", "no memory"),
    ({"a": entry(offsets=(0,))}, bytes(4), "expected data_offsets"),
    ({"a": entry(shape=[2])}, bytes(4), "takes 8 bytes"),
    ({"a": entry(shape=[2**40], offsets=(0, 2**42))}, bytes(4), "to the end"),
    ({"a": entry(), "b": entry()}, bytes(4), "without gap or overlap"),
    ({"a": entry(offsets=(4, 8))}, bytes(8), "one ends at 0, the next starts at 4"),
    ({"a": entry()}, bytes(5), "to the end"),
])
def test_hostile_files(contents, data, complaint, tmp_path):
    path = a_file(tmp_path / "x.safetensors", contents, data)
    with pytest.raises(MXNetError) as caught:
        read_arrays(path)
    assert str(path) in str(caught.value) and complaint in str(caught.value)


def test_hostile_header_lengths(tmp_path):
    path = tmp_path / "x.safetensors"
    for raw, complaint in ((b"", "takes 8 bytes"), (struct.pack("<Q", 99), "takes 99 bytes"),
                           (struct.pack("<Q", 2**63), "at most")):
        path.write_bytes(raw)
        with pytest.raises(MXNetError, match=complaint):
            read_arrays(path)
