"""Every operator that can be exported: onnxruntime computes what we do, and so does the import."""
import numpy as np
import pytest

import mxnet as mx
from tests.onnx.cases import CASES, values

pytest.importorskip("onnx", reason="needs the extra remixnet[onnx]")
ort = pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")


def run_here(net, arrays):
    states = net.list_auxiliary_states()
    bound = net.bind(mx.cpu(), {name: mx.nd.array(arrays[name]) for name in net.list_arguments()},
                     aux_states={name: mx.nd.array(arrays[name]) for name in states})
    return [out.asnumpy() for out in bound.forward()]


def run_there(path, inputs):
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    needed = {item.name for item in session.get_inputs()}
    return session.run(None, {name: value for name, value in inputs.items() if name in needed})


@pytest.mark.parametrize("name", CASES)
def test_operator(name, tmp_path):
    net, shapes, only_export, _ = CASES[name]
    arrays = values(name)
    inputs = {key: arrays[key] for key in shapes}
    expected = run_here(net, arrays)
    order = [key for key in net.list_arguments() if key in shapes]
    for opset in (13, 17):
        path = mx.onnx.export_model(net, {key: mx.nd.array(value) for key, value in arrays.items()
                                          if key not in shapes}, [shapes[key] for key in order],
                                    onnx_file_path=str(tmp_path / "model.onnx"), opset_version=opset)
        for found, wanted in zip(run_there(path, inputs), expected, strict=True):
            assert found.shape == wanted.shape and found.dtype == wanted.dtype
            assert np.allclose(found, wanted, rtol=1e-4, atol=1e-5)
    if only_export:
        return
    again, args, aux = mx.contrib.onnx.import_model(path)
    bound = again.bind(mx.cpu(), {**args, **{key: mx.nd.array(value) for key, value in inputs.items()
                                             if key in again.list_arguments()}}, aux_states=aux)
    for found, wanted in zip(bound.forward(), expected, strict=True):
        assert found.shape == wanted.shape
        assert np.allclose(found.asnumpy(), wanted, rtol=1e-4, atol=1e-5)


X = mx.sym.var("x")
DRAWS = {
    "uniform": (mx.sym.random.uniform(-2, 3, shape=(400, 5)), -2, 3, 0.5),
    "normal": (mx.sym.random.normal(0.5, 0.1, shape=(400, 5)), 0, 1, 0.5),
    "uniform like": (mx.sym.random.uniform_like(X, low=2, high=4), 2, 4, 3),
    "normal like": (mx.sym.random.normal_like(X, loc=3, scale=0.1), 2, 4, 3),
    "multinomial": (mx.sym.sample_multinomial(mx.sym.broadcast_mul(X / 6, mx.sym.arange(4).reshape((1, 4))),
                                              shape=(50,)), 1, 3, 14 / 6),
}


@pytest.mark.parametrize("name", DRAWS)
def test_random_draws(name, tmp_path):
    """The numbers are others, their distribution is the same."""
    net, low, high, mean = DRAWS[name]
    shape = (400, 5) if name != "multinomial" else (40, 4)
    path = mx.onnx.export_model(mx.sym.Group([net, X + 1]), {}, [shape],
                                onnx_file_path=str(tmp_path / "m.onnx"))
    ort.set_seed(7)
    there = run_there(path, {"x": np.ones(shape, np.float32)})[0]
    again, args, aux = mx.contrib.onnx.import_model(path)
    here = again.bind(mx.cpu(), {**args, "x": mx.nd.ones(shape)}, aux_states=aux).forward()[0].asnumpy()
    for drawn in (there, here):
        assert drawn.shape == net.infer_shape(**{"x": shape} if "x" in net.list_arguments() else {})[1][0]
        assert drawn.min() >= low and drawn.max() <= high and abs(drawn.mean() - mean) < 0.1


def test_every_operator_has_a_case():
    from mxnet.contrib.onnx.export import supported
    from mxnet.core.op import operators
    used = {node.op_name for net, *_ in (*CASES.values(), *DRAWS.values()) for node in net.graph.nodes}
    registered = {name for name in supported() if name in operators() and operators()[name].name == name}
    quantized = {name for name in registered if "quantize" in name}  # see test_quantized.py
    assert not registered - used - quantized
    assert not {name for name in supported() if name not in operators()}
