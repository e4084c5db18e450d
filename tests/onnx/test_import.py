"""ONNX graphs as other programs write them: read, and computed as onnxruntime does."""
import numpy as np
import pytest

import mxnet as mx
from tests.onnx.test_operators import run_there

onnxruntime = pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")
onnx = pytest.importorskip("onnx", reason="needs the extra remixnet[onnx]")
IMAGE = (2, 3, 8, 7)
RNG = np.random.RandomState(5)
F = lambda *shape: RNG.uniform(-1, 1, shape).astype(np.float32)  # noqa: E731
I = lambda *values: np.array(values, np.int64)  # noqa: E731, E741
CASES = {}


def case(name, op, shape, *constants, opset=13, outs=1, **attrs):
    """Add a graph of one node: x and constants; None leaves an input out."""
    names = ["x", *("" if value is None else f"c{i}" for i, value in enumerate(constants))]
    made = onnx.helper.make_node(op, names, [f"y{i}" for i in range(outs)], **attrs)
    graph([made], name, {"x": shape}, {f"c{i}": v for i, v in enumerate(constants) if v is not None},
          [f"y{i}" for i in range(outs)], opset)


def graph(nodes, name, inputs, constants, outputs, opset=13):
    helper = onnx.helper
    made = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info(key, 1, shape) for key, shape in inputs.items()],
        [helper.make_tensor_value_info(key, 1, None) for key in outputs],
        [onnx.numpy_helper.from_array(value, key) for key, value in constants.items()])
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 8
    CASES[name] = (model, inputs)


node = onnx.helper.make_node
case("conv same upper", "Conv", IMAGE, F(4, 3, 3, 3), auto_pad="SAME_UPPER", strides=[2, 2])
case("conv same lower", "Conv", IMAGE, F(4, 3, 2, 2), F(4), auto_pad="SAME_LOWER")
case("conv uneven", "Conv", IMAGE, F(4, 3, 3, 3), pads=[0, 1, 2, 0])
case("conv 1d uneven", "Conv", (1, 2, 9), F(3, 2, 3), pads=[0, 2])
case("deconv uneven", "ConvTranspose", IMAGE, F(3, 2, 3, 3), F(2), pads=[0, 1, 1, 0], strides=[2, 2])
case("gemm plain", "Gemm", (2, 3), F(3, 4), F(4))
case("gemm scaled", "Gemm", (3, 2), F(3, 4), F(1, 4), alpha=0.5, beta=2.0, transA=1)
case("gemm row", "Gemm", (2, 3), F(4, 3), transB=1)
case("pool same", "MaxPool", IMAGE, kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER")
case("mean uneven", "AveragePool", IMAGE, kernel_shape=[3, 3], pads=[0, 1, 1, 0])
case("mean uneven counted", "AveragePool", IMAGE, kernel_shape=[3, 3], pads=[0, 1, 1, 0], count_include_pad=1)
case("softmax 11", "Softmax", (2, 3, 4), opset=11, axis=1)
case("softmax 11 last", "LogSoftmax", (2, 3, 4), opset=11, axis=2)
case("hard swish", "HardSwish", (2, 3), opset=14)
case("prelu full", "PRelu", (2, 3), F(2, 3))
case("lp normal", "LpNormalization", (2, 3), axis=1, p=2)
case("layer norm", "LayerNormalization", (2, 3, 4), F(4), F(4), opset=17, axis=-1)
case("dropout", "Dropout", (2, 3), np.array(0.5, np.float32))
case("reduce 18", "ReduceMax", (2, 3, 4), I(1), opset=18, keepdims=0)
case("reduce all", "ReduceMean", (2, 3, 4))
for _op in ("ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp"):
    case(_op, _op, (2, 3, 4), axes=[-1], keepdims=0)
case("clip low", "Clip", (2, 3), np.array(-0.2, np.float32))
case("clip high", "Clip", (2, 3), None, np.array(0.2, np.float32))
case("matmul inner", "MatMul", (2, 3, 4), F(4, 5))
case("matmul batch", "MatMul", (2, 1, 3, 4), F(2, 4, 5))
case("split uneven", "Split", (2, 6), I(1, 2, 3), outs=3, axis=1)
case("slice steps", "Slice", (4, 6), I(-1, 0), I(-9, 6), I(0, 1), I(-1, 2))
case("gather at", "Gather", (3, 4), np.array(-1, np.int64), axis=1)
case("gather some", "Gather", (3, 4), I(2, -1, 0), axis=0)
case("pad channels", "Pad", (2, 3), I(1, 0, 0, 2), np.array(1.5, np.float32))
case("pad nothing", "Pad", (2, 3), I(0, 0, 0, 0))
case("resize sizes", "Resize", IMAGE, None, None, I(2, 3, 16, 10), mode="linear",
     coordinate_transformation_mode="half_pixel")
case("resize twice", "Resize", IMAGE, None, np.array([1, 1, 2, 2], np.float32), mode="nearest")
case("flatten two", "Flatten", (2, 3, 4), axis=2)
case("squeeze back", "Squeeze", (2, 1, 3), I(-2))
case("unsqueeze back", "Unsqueeze", (2, 3), I(-1, 0))
case("expand", "Expand", (3, 1), I(2, 1, 4))
case("depth crd", "DepthToSpace", (1, 8, 2, 3), blocksize=2, mode="CRD")
case("power", "Pow", (2, 3), np.array(2, np.float32))
case("divide", "Div", (2, 3), F(3))
case("mean of two", "Mean", (2, 3), F(2, 3))
case("largest of two", "Max", (2, 3), F(3))
case("equal to one", "Add", (2, 3), np.ones((1, 1, 1), np.float32))
case("gru", "GRU", (4, 2, 3), F(1, 15, 3), F(1, 15, 5), F(1, 30), hidden_size=5, linear_before_reset=1, outs=2)
case("lstm bare", "LSTM", (4, 2, 3), F(2, 20, 3), F(2, 20, 5), hidden_size=5, direction="bidirectional", outs=3)
case("rnn relu", "RNN", (4, 2, 3), F(1, 5, 3), F(1, 5, 5), F(1, 10), None, F(1, 2, 5), hidden_size=5,
     activations=["Relu"])
for _op in ("Celu", "Mish", "ThresholdedRelu", "Shrink", "Round", "Hardmax", "MeanVarianceNormalization", "IsNaN"):
    if _op == "MeanVarianceNormalization":
        case(_op, _op, IMAGE)
    elif _op == "IsNaN":
        graph([node("Log", ["x"], ["l"]), node("IsNaN", ["l"], ["n"]), node("Cast", ["n"], ["y"], to=1)], _op,
              {"x": (4, 5)}, {}, ["y"])
    else:
        case(_op, _op, (4, 5), opset=18 if _op == "Mish" else 13)
case("selu own", "Selu", (2, 3), alpha=2.0, gamma=3.0)
case("group norm", "GroupNormalization", (2, 4, 3, 3), F(4), F(4), opset=21, num_groups=2)
case("layer norm two axes", "LayerNormalization", (2, 3, 4), F(3, 4), F(3, 4), opset=17, axis=1)
case("triangle", "Trilu", (2, 4, 5), np.array(1), opset=14, upper=0)
case("einsum", "Einsum", (2, 3, 4, 5), F(2, 6, 4, 5), equation="bqhd,bkhd->bhqk")
case("einsum one", "Einsum", (2, 3, 4), equation="ijk->ki")
case("cumulative", "CumSum", (2, 5, 3), np.array(1), reverse=1)
case("gather elements", "GatherElements", (3, 4), np.array([[0, 1], [2, -1]], np.int64), axis=0)
case("scatter elements", "ScatterElements", (3, 4), np.array([[0, 1, 2, 0]], np.int64), F(1, 4), axis=0)
case("scatter places", "ScatterND", (4, 5), np.array([[1], [3]], np.int64), F(2, 5))
case("gather of batch", "GatherND", (2, 3, 4), np.array([[[1]], [[2]]], np.int64), batch_dims=1)
graph([node("Cast", ["x"], ["i"], to=7), node("OneHot", ["i", "d", "v"], ["y"], axis=1)], "one hot of middle",
      {"x": (2, 3)}, {"d": np.array(4), "v": np.array([0, 1], np.float32)}, ["y"])
graph([node("Ceil", ["x"], ["r"]), node("ArgMax", ["r"], ["i"], axis=1, select_last_index=1),
       node("Cast", ["i"], ["y"], to=1)], "last maximum", {"x": (5, 3)}, {}, ["y"])
case("lstm backwards", "LSTM", (4, 2, 3), F(1, 20, 3), F(1, 20, 5), hidden_size=5, direction="reverse", outs=3)
case("deconv to size", "ConvTranspose", (1, 3, 4, 5), F(3, 2, 3, 3), strides=[2, 2], output_shape=[8, 10])
case("pool ceil", "MaxPool", (1, 1, 4, 5), kernel_shape=[2, 2], strides=[3, 3], ceil_mode=1)
case("mean same even", "AveragePool", (1, 1, 5, 5), kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER")
case("vector by batch", "MatMul", (4,), F(2, 4, 3))
case("split in parts", "Split", (2, 7), opset=18, outs=3, axis=1, num_outputs=3)
for _mode in ("nearest", "linear", "cubic"):
    for _way in ("half_pixel", "align_corners", "asymmetric"):
        case(f"resize {_mode} {_way}", "Resize", (1, 2, 4, 6), None, None, I(1, 2, 7, 3), mode=_mode,
             coordinate_transformation_mode=_way)
case("remainder", "Mod", (2, 3), F(2, 3), fmod=1)
graph([node("Greater", ["x", "c"], ["m"]), node("Where", ["m", "x", "d"], ["y"])], "where broadcast", {"x": (2, 3)},
      {"c": np.array(0, np.float32), "d": F(1, 3)}, ["y"])
graph([node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["n"], axis=0), node("Unsqueeze", ["n", "z"], ["u"]),
       node("Concat", ["u", "rest"], ["shape"], axis=0), node("Reshape", ["x", "shape"], ["y"])],
      "flatten as torch writes it", {"x": (2, 3, 4)}, {"zero": np.array(0), "z": I(0), "rest": I(-1)}, ["y"])
graph([node("Constant", [], ["k"], value_floats=[1.0, 2.0, 3.0]), node("ConstantOfShape", ["s"], ["o"]),
       node("Add", ["k", "o"], ["t"]), node("Mul", ["x", "t"], ["y"])], "constants", {"x": (2, 3)}, {"s": I(3)}, ["y"])
graph([node("Cast", ["x"], ["i"], to=7), node("Cast", ["i"], ["y"], to=1)], "cast", {"x": (2, 3)}, {}, ["y"])
graph([node("Not", ["m"], ["n"]), node("Less", ["x", "c"], ["m"]), node("Cast", ["n"], ["y"], to=1)][1:2]
      + [node("Not", ["m"], ["n"]), node("Cast", ["n"], ["y"], to=1)], "condition", {"x": (2, 3)},
      {"c": np.array(0, np.float32)}, ["y"])


@pytest.mark.parametrize("name", CASES)
def test_graph(name, tmp_path):
    model, inputs = CASES[name]
    if name == "einsum one" and tuple(map(int, onnxruntime.__version__.split(".")[:2])) < (1, 24):
        pytest.skip(f"onnxruntime {onnxruntime.__version__} does not run this einsum itself")
    path = str(tmp_path / "g.onnx")
    onnx.save(model, path)
    data = {key: np.random.uniform(-1, 1, shape).astype(np.float32) for key, shape in inputs.items()}
    expected = run_there(path, data)
    net, args, aux = mx.contrib.onnx.import_model(path)
    found = net.bind(mx.cpu(), {**args, **{key: mx.nd.array(value) for key, value in data.items()}},
                     aux_states=aux).forward()
    for out, wanted in zip(found, expected, strict=True):
        assert out.shape == (wanted.shape or (1,))
        assert np.allclose(out.asnumpy(), wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("nodes, constants, words", [
    ([node("GRU", ["x", "w", "r"], ["y"], hidden_size=2)], {"w": F(1, 6, 3), "r": F(1, 6, 2)}, "linear_before_reset"),
    ([node("Reshape", ["x", "x"], ["y"])], {}, "shape must be constant"),
    ([node("ConstantOfShape", ["s"], ["y"])], {"s": I(1 << 40)}, "is refused"),
    ([node("Range", ["a", "b", "c"], ["y"])], {"a": I(0), "b": I(1 << 60), "c": I(1)}, "is refused"),
    ([node("Range", ["a", "b", "c"], ["y"])], {"a": I(0), "b": I(9), "c": I(0)}, "is refused"),
    ([node("Expand", ["a", "s"], ["y"])], {"a": F(1), "s": I(1 << 30, 1 << 30)}, "is refused"),
    ([node("Relu", ["z"], ["y"])], {}, "z is used before it is made"),
])
def test_refused(nodes, constants, words, tmp_path):
    graph(nodes, "refused", {"x": (2, 2, 3)}, constants, ["y"])
    model, _ = CASES.pop("refused")
    onnx.save(model, tmp_path / "g.onnx")
    with pytest.raises(mx.MXNetError, match=words):
        mx.contrib.onnx.import_model(str(tmp_path / "g.onnx"))
