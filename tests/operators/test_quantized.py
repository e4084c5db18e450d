"""Operators on 8 bits together: what a quantized network does between floats and floats."""
import numpy as np
import pytest

import mxnet as mx

C, S = mx.nd.contrib, mx.sym.contrib


def test_dense_layer_through_bytes():
    """Quantize, multiply, requantize, dequantize: nearly what floats give."""
    rng = np.random.RandomState(0)
    data, weight = (mx.nd.array(rng.uniform(-1, 1, shape)) for shape in ((5, 40), (6, 40)))
    (data8, *data_ends), (weight8, *weight_ends) = C.quantize_v2(data), C.quantize_v2(weight)
    total, *ends = C.quantized_fully_connected(data8, weight8, *data_ends, *weight_ends, num_hidden=6, no_bias=True)
    found = C.dequantize(*C.requantize(total, *ends))
    wanted = mx.nd.dot(data, weight, transpose_b=True).asnumpy()
    assert np.abs(found.asnumpy() - wanted).max() < 0.02 * np.abs(wanted).max()


@pytest.mark.parametrize("no_bias", [True, False])
def test_symbol_of_a_convolution(no_bias):
    """Inputs are named; those of an omitted bias are not there, and shapes and types are inferred."""
    symbol = S.quantized_conv(mx.sym.Variable("data"), mx.sym.Variable("weight"), kernel=(3, 3), num_filter=2,
                              no_bias=no_bias, name="conv")
    names = symbol.list_arguments()
    ends = [f"conv_{end}_{of}" for of in ("data", "weight", "bias") for end in ("min", "max")]
    assert names == ["data", "weight"] + ([] if no_bias else ["conv_bias"]) + ends[:4 if no_bias else 6]
    shapes, outs, _ = symbol.infer_shape(data=(1, 3, 5, 5))
    assert dict(zip(names, shapes))["weight"] == (2, 3, 3, 3) and outs == [(1, 2, 3, 3), (1,), (1,)]
    types, out_types, _ = symbol.infer_type(data="uint8")
    assert dict(zip(names, types))["weight"] == np.int8 and out_types == [np.int32, np.float32, np.float32]


def test_symbol_of_a_concatenation():
    symbol = S.quantized_concat(*map(mx.sym.Variable, "ab"), num_args=2, dim=1, name="c")
    assert symbol.list_arguments() == ["a", "b", "c_arg0_min", "c_arg0_max", "c_arg1_min", "c_arg1_max"]
    assert mx.sym.load_json(symbol.tojson()).list_arguments() == symbol.list_arguments()
    shapes, outs, _ = symbol.infer_shape(a=(2, 3), b=(2, 4))
    assert outs == [(2, 7), (1,), (1,)] and shapes[2:] == [(1,)] * 4


def test_sums_too_long_for_float32():
    """More than 2**24: exact all the same."""
    data, weight = np.full((1, 2000), 255, "uint8"), np.full((1, 2000), 127, "int8")
    one = mx.nd.ones(1)
    total, *_ = C.quantized_fully_connected(mx.nd.array(data, dtype="uint8"), mx.nd.array(weight, dtype="int8"),
                                            -one, one, -one, one, num_hidden=1, no_bias=True)
    assert int(total.asscalar()) == 2000 * 255 * 127
