"""Sparse arrays in files: MXNet's bytes both ways; indices that lie are told, not followed."""
import json
import pathlib
import struct

import numpy as np
import pytest

import mxnet as mx

RECORDED = pathlib.Path(__file__).parent.parent / "data" / "params" / "sparse.params"


def test_recorded_bytes_both_ways(tmp_path):
    found = mx.nd.load(str(RECORDED))
    assert {name: array.stype for name, array in found.items()} == {
        "rows": "row_sparse", "no rows": "row_sparse", "csr": "csr", "empty csr": "csr", "dense": "default"}
    assert found["rows"].indices.asnumpy().tolist() == [1, 4] and found["rows"].shape == (6, 2)
    assert found["csr"].asnumpy().tolist() == [[1, 0, 0, 2], [0, 0, 0, 0], [0, 3, 0, 0]]
    assert found["no rows"].dtype == np.float64 and not found["empty csr"].asnumpy().any()
    mx.nd.save(str(tmp_path / "again"), found)
    assert (tmp_path / "again").read_bytes() == RECORDED.read_bytes()
    with pytest.raises(mx.MXNetError, match="no place in .safetensors"):
        mx.nd.save(str(tmp_path / "a.safetensors"), found)


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int64", "bfloat16"])
def test_types(tmp_path, stype, dtype):
    array = mx.nd.array([[0, 1], [0, 0], [3, 0]], dtype=dtype).tostype(stype)
    mx.nd.save(str(tmp_path / "a"), [array])
    again, = mx.nd.load(str(tmp_path / "a"))
    assert again.stype == stype and again.dtype == array.dtype
    np.testing.assert_array_equal(again.asnumpy().astype("float32"), [[0, 1], [0, 0], [3, 0]])


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_every_flipped_byte_is_read_or_refused(tmp_path, stype):
    mx.nd.save(str(tmp_path / "a"), {"w": mx.nd.array([[0, 1], [0, 0], [3, 0]]).tostype(stype)})
    good = (tmp_path / "a").read_bytes()
    refused = 0
    for place in range(len(good)):
        for change in (0x01, 0x80, 0xFF):
            bad = bytearray(good)
            bad[place] ^= change
            try:
                found = mx.nd.load_frombuffer(bytes(bad))
                for array in found.values() if isinstance(found, dict) else found:
                    if np.prod(array.shape) < 1000:
                        array.asnumpy()
            except mx.MXNetError:
                refused += 1
    assert refused > 100


def test_a_pickle_of_another_kind_is_refused():
    rows = mx.nd.ones((2, 2)).tostype("row_sparse")
    with pytest.raises(mx.MXNetError, match="storage type row_sparse, expected csr"):
        mx.nd.sparse.CSRNDArray(None).__setstate__(rows.__getstate__())


def test_indices_of_other_types_are_widened():
    # MXNet itself always writes int64, its format allows others
    head = struct.pack("<QQQ", 0x112, 0, 1) + struct.pack("<Ii", 0xF993FAC9, 1)
    shapes = struct.pack("<iqq", 2, 1, 2) + struct.pack("<iqq", 2, 4, 2) + struct.pack("<iii", 1, 0, 0)
    body = struct.pack("<iiq", 4, 1, 1) + struct.pack("<ff", 1, 2) + struct.pack("<i", 3) + struct.pack("<Q", 0)
    array, = mx.nd.load_frombuffer(head + shapes + body)
    assert array.indices.dtype is np.int64 and array.asnumpy()[3].tolist() == [1, 2]


def test_the_command_line_reads_checkpoints_with_sparse_parameters(tmp_path, capsys):
    from mxnet.cli import main
    x, w = mx.sym.var("data"), mx.sym.var("w_weight", stype="row_sparse")
    net = mx.sym.dot(x, w)
    mx.model.save_checkpoint(str(tmp_path / "m"), 1, net, {"w_weight": mx.nd.ones((4, 2)).tostype("row_sparse")}, {})
    _, params, _ = mx.model.load_checkpoint(str(tmp_path / "m"), 1)
    assert params["w_weight"].stype == "row_sparse"
    assert main(["inspect", str(tmp_path / "m"), "--shape", "data=3,4", "--json"]) == 0
    totals = json.loads(capsys.readouterr().out)["totals"]
    assert totals["parameters"] == 8 and totals["parameter_bytes"] == 32


def test_optimizer_states_with_sparse_arrays():
    from mxnet.optimizer import states
    kept = {0: mx.nd.array([[0, 1], [0, 0]]).tostype("csr"), 1: (mx.nd.ones((2, 2)).tostype("row_sparse"), None)}
    again = states.loads(states.dumps(kept))
    assert type(again[0]) is mx.nd.sparse.CSRNDArray and type(again[1][0]) is mx.nd.sparse.RowSparseNDArray
    assert again[0].asnumpy().tolist() == [[0, 1], [0, 0]] and again[1][0].indices.asnumpy().tolist() == [0, 1]
    text = states.dumps(kept)
    assert b"mxnet.ndarray.sparse" in text and b"RowSparseNDArray" in text
    bad = text.replace(b"RowSparseNDArray", b"RowSparseNDArrax")
    with pytest.raises(mx.MXNetError, match="neither an array"):
        states.loads(bad)
