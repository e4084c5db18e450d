"""ONNX files of strangers: MXNetError that names the node is all that comes out, and memory has a limit."""
import resource

import numpy as np
import pytest

import mxnet as mx

onnx = pytest.importorskip("onnx", reason="needs the extra remixnet[onnx]")
node = onnx.helper.make_node


def write(path, nodes, outputs=("y",), constants=None, inputs=None, opset=13, initializers=()):
    helper = onnx.helper
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info(key, 1, shape) for key, shape in (inputs or {}).items()],
        [helper.make_tensor_value_info(key, 1, None) for key in outputs],
        [onnx.numpy_helper.from_array(np.asarray(value), key) for key, value in (constants or {}).items()]
        + list(initializers))
    path.write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]).SerializeToString())
    return str(path)


I64 = lambda *values: np.array(values, np.int64)  # noqa: E731
X = {"x": (2, 3)}
C = {"c": np.zeros((2, 3), np.float32)}
WRONG = {
    "no input": ([node("Reshape", [], ["y"], "n")], X, {}, 13),
    "no type": ([node("Cast", ["x"], ["y"], "n", to=999)], X, {}, 13),
    "no such shape": ([node("Reshape", ["c", "s"], ["y"], "n")], {}, {**C, "s": I64(4, 4)}, 13),
    "no bounds": ([node("Slice", ["x"], ["y"], "n")], X, {}, 9),
    "no index": ([node("Gather", ["x"], ["y"], "n")], X, {}, 13),
    "no such axis": ([node("Concat", ["c", "c"], ["y"], "n", axis=7)], {}, C, 13),
    "empty input": ([node("Concat", ["c", ""], ["y"], "n", axis=0)], {}, C, 13),
    "empty shape": ([node("Reshape", ["c", ""], ["y"], "n")], {}, C, 13),
    "text for a number": ([node("Softmax", ["x"], ["y"], "n", axis="x")], X, {}, 13),
    "fractions": ([node("Tile", ["x", "c"], ["y"], "n")], X, C, 13),
    "many axes": ([node("Unsqueeze", ["c", "s"], ["y"], "n")], {}, {**C, "s": I64(*range(2, 70))}, 13),
    "no shape": ([node("Expand", ["c", "s"], ["y"], "n")], {}, {**C, "s": I64(-3, 3)}, 13),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_node_is_named(case, tmp_path):
    nodes, inputs, constants, opset = WRONG[case]
    path = write(tmp_path / "x.onnx", nodes, inputs=inputs, constants=constants, opset=opset)
    with pytest.raises(mx.MXNetError, match=r"\(n\)"):
        symbol, arguments, states = mx.contrib.onnx.import_model(path)
        symbol.infer_shape(**{name: array.shape for name, array in arguments.items()}, **inputs)


@pytest.fixture
def peak():
    """Give a function that says by how much the largest size of this process has grown, in MB."""
    def reset():
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
        return resident()

    def resident():
        with open("/proc/self/status") as status:
            return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1024
    before = reset()
    return lambda: resident() - before


def doubled(op, times, **attributes):
    return [node(op, [f"v{i}"] * 2, [f"v{i + 1}"], f"n{i}", **attributes) for i in range(times)]


@pytest.mark.parametrize("nodes", [
    doubled("Concat", 40, axis=0),
    [step for i in range(40) for step in (node("Unsqueeze", [f"v{i}", "zero"], [f"u{i}"], f"a{i}"),
                                          node("Unsqueeze", [f"v{i}", "one"], [f"w{i}"], f"b{i}"),
                                          node("Add", [f"u{i}", f"w{i}"], [f"s{i}"], f"c{i}"),
                                          node("Reshape", [f"s{i}", "flat"], [f"v{i + 1}"], f"d{i}"))],
    [node("Expand", ["zero", "large"], ["e"], "e"), node("Unsqueeze", ["e", "zero"], ["f"], "f"),
     node("Gather", ["f", "e"], ["g"], "g")],
    [node("ConstantOfShape", ["large"], [f"k{i}"], f"k{i}") for i in range(100)],
    [node("Range", ["nought", "much", "step"], [f"k{i}"], f"k{i}") for i in range(100)]],
    ids=["Concat", "broadcast", "Gather", "ConstantOfShape", "Range"])
def test_constants_have_a_limit_together(nodes, tmp_path, peak):
    constants = {"v0": np.zeros(8, np.int64), "zero": I64(0), "one": I64(1), "flat": I64(-1), "large": I64(1 << 22),
                 "nought": np.int64(0), "much": np.int64(1 << 22), "step": np.int64(1)}
    path = write(tmp_path / "x.onnx", nodes, constants=constants, outputs=(nodes[-1].output[0],))
    with pytest.raises(mx.MXNetError, match="the constants computed so far would take more"):
        mx.contrib.onnx.import_model(path)
    assert peak() < 400


def external(name, location, shape=(4,), **about):
    tensor = onnx.TensorProto(name=name, data_type=1, dims=shape, data_location=onnx.TensorProto.EXTERNAL)
    for key, value in {"location": location, **about}.items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def test_data_beside_the_model_is_read(tmp_path):
    (tmp_path / "data.bin").write_bytes(bytes(8) + np.arange(4, dtype=np.float32).tobytes())
    path = write(tmp_path / "x.onnx", [node("Add", ["x", "w"], ["y"], "n")], inputs={"x": (4,)},
                 initializers=[external("w", "data.bin", offset=8, length=16)])
    _, arguments, _ = mx.contrib.onnx.import_model(path)
    np.testing.assert_array_equal(arguments["w"].asnumpy(), np.arange(4))


@pytest.mark.parametrize("location", ["../secret", "/etc/passwd", "link", "inner/../../secret", "", "a\0b", ".",
                                      "missing", "/dev/zero"])
def test_data_elsewhere_is_not_read(location, tmp_path):
    (tmp_path / "secret").write_bytes(bytes(16))
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "secret")
    path = write(folder / "x.onnx", [node("Add", ["x", "w"], ["y"], "n")], inputs={"x": (4,)},
                 initializers=[external("w", location)])
    with pytest.raises(mx.MXNetError, match="cannot read .*x.onnx as an ONNX model"):
        mx.contrib.onnx.import_model(path)


@pytest.mark.parametrize("about", [{"offset": -1}, {"offset": 17}, {"length": 17}, {"length": -1}, {"offset": "x"}])
def test_data_outside_of_a_file_is_not_read(about, tmp_path):
    (tmp_path / "data.bin").write_bytes(bytes(16))
    path = write(tmp_path / "x.onnx", [node("Add", ["x", "w"], ["y"], "n")], inputs={"x": (4,)},
                 initializers=[external("w", "data.bin", **about)])
    with pytest.raises(mx.MXNetError, match="tensor w: "):
        mx.contrib.onnx.import_model(path)


def test_many_tensors_of_the_same_bytes_have_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("mxnet.contrib.onnx.loading._UNQUESTIONED", 0)
    (tmp_path / "data.bin").write_bytes(bytes(16))
    path = write(tmp_path / "x.onnx", [node("Add", ["x", "w0"], ["y"], "n")], inputs={"x": (4,)},
                 initializers=[external(f"w{i}", "data.bin") for i in range(10)])
    with pytest.raises(mx.MXNetError, match="far more bytes than their files have"):
        mx.contrib.onnx.import_model(path)


@pytest.mark.parametrize("raw", [b"", b"\xff" * 50, b"\x08\x07" * 20, b"{}", b"\x3a\x00"])
def test_what_is_no_model(raw, tmp_path):
    path = tmp_path / "x.onnx"
    path.write_bytes(raw)
    with pytest.raises(mx.MXNetError):
        mx.contrib.onnx.import_model(str(path))


def test_names_that_are_no_text(tmp_path):
    path = write(tmp_path / "x.onnx", [node("AAAA", ["x"], ["y"], "n"), node("BBBB", ["x"], ["z"], "BBBB")], inputs=X)
    raw = (tmp_path / "x.onnx").read_bytes()
    (tmp_path / "x.onnx").write_bytes(raw.replace(b"AAAA", b"\xff\xfeAA"))
    with pytest.raises(mx.MXNetError, match="no translation for .*BBBB|as an ONNX model"):
        mx.contrib.onnx.import_model(path)


def test_an_output_whose_name_is_no_text(tmp_path):
    path = write(tmp_path / "x.onnx", [node("Relu", ["x"], ["y"], "n")], inputs=X, outputs=("OOOO",))
    (tmp_path / "x.onnx").write_bytes((tmp_path / "x.onnx").read_bytes().replace(b"OOOO", b"\xff\xfeOO"))
    with pytest.raises(mx.MXNetError, match="ONNX"):
        mx.contrib.onnx.import_model(path)


def test_a_long_chain_takes_no_square_time(tmp_path):
    nodes = [node("Flatten", [f"v{i}"], [f"v{i + 1}"], f"n{i}", axis=2) for i in range(4000)]
    path = write(tmp_path / "x.onnx", nodes, inputs={"v0": (1, 2, 3)}, outputs=("v4000",))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    mx.contrib.onnx.import_model(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - used < 8
