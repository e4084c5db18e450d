"""Models on 8 bits go to ONNX as float layers between QuantizeLinear and DequantizeLinear."""
import numpy as np
import pytest

import mxnet as mx
from tests.quantization import networks

onnx = pytest.importorskip("onnx")
runtime = pytest.importorskip("onnxruntime")


@pytest.mark.parametrize("dtype, granularity", [("auto", "tensor-wise"), ("int8", "channel-wise")])
def test_a_runtime_gives_the_same(tmp_path, dtype, granularity):
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "naive", dtype, granularity, "smart")
    path = mx.contrib.onnx.export_model(symbol, {**args, **aux}, [networks.SHAPE],
                                        onnx_file_path=str(tmp_path / "net.onnx"))
    written = {node.op_type for node in onnx.load(path).graph.node}
    assert {"QuantizeLinear", "DequantizeLinear", "Conv", "MatMul"} <= written
    weights = {item.name: item for item in onnx.load(path).graph.initializer}
    assert weights["quantized_sg_mkldnn_conv_bn_act_0_weight"].data_type == onnx.TensorProto.INT8
    data = networks.arrays()[2][:4]
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    found = session.run(None, {"data": data})[0]
    np.testing.assert_allclose(found, networks.predict(mx, symbol, args, aux, data), atol=1e-6)


@pytest.mark.parametrize("params", [{}, {"pad": (1, 1)}, {"count_include_pad": False}, {"pooling_convention": "valid"}])
def test_means_of_windows_past_the_end(tmp_path, params):
    """On 8 bits such a window counts as a whole one, in floats its end does not count."""
    data = mx.sym.Variable("data")
    low = {"min_calib_range": 0.0, "max_calib_range": 1.0}
    made = mx.sym.contrib.quantized_pooling(
        *mx.sym.contrib.quantize_v2(data, out_type="auto", **low), pool_type="avg",
        **{"kernel": (3, 3), "stride": (2, 2), "pooling_convention": "full", **params})
    symbol, values = mx.sym.contrib.dequantize(*made), np.random.RandomState(0).rand(2, 3, 8, 10).astype("float32")
    path = mx.contrib.onnx.export_model(symbol, {}, [values.shape], onnx_file_path=str(tmp_path / "net.onnx"))
    found, = runtime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(None, {"data": values})
    wanted = symbol.bind(mx.cpu(), {"data": mx.nd.array(values)}, grad_req="null").forward()[0].asnumpy()
    np.testing.assert_allclose(found, wanted, atol=1.01 / 255)  # means halfway between two bytes


def test_a_model_without_calibration_is_refused(tmp_path):
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "none", "int8", "tensor-wise", "smart")
    with pytest.raises(mx.MXNetError, match="no translation for _contrib_requantize|calibrate the model"):
        mx.contrib.onnx.export_model(symbol, {**args, **aux}, [networks.SHAPE],
                                     onnx_file_path=str(tmp_path / "net.onnx"))
