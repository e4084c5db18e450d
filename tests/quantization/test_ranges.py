"""A range that is not finite has no scale: operators and kernels refuse it alike, in every mode."""
import numpy as np
import pytest

import mxnet as mx

WORDS = "expected finite numbers"
PAIR = ("lhs_min", "lhs_max", "rhs_min", "rhs_max")
LAYER = ("min_data", "max_data", "min_weight", "max_weight")


def floats(x):
    return mx.nd.array(x)


def ends(names, bad=None, number=None):
    return {name: floats([number if name == bad else -1.0 if "min" in name else 1.0]) for name in names}


def octets(*shape, dtype="int8"):
    return mx.nd.array(np.arange(np.prod(shape)).reshape(shape) % 7, dtype=dtype)


# operator, arrays, range ends, params
CASES = {
    "quantize": ({"data": mx.nd.ones((2, 3))}, ("min_range", "max_range"), {"out_type": "int8"}),
    "requantize": ({"data": octets(2, 3, dtype="int32")}, ("min_range", "max_range"), {}),
    "dequantize": ({"data": octets(2, 3)}, ("min_range", "max_range"), {}),
    "quantized_elemwise_add": ({"lhs": octets(2, 3), "rhs": octets(2, 3)}, PAIR, {}),
    "quantized_elemwise_mul": ({"lhs": octets(2, 3), "rhs": octets(2, 3)}, PAIR, {}),
    "quantized_fully_connected": ({"data": octets(2, 3), "weight": octets(4, 3)}, LAYER,
                                  {"num_hidden": 4, "no_bias": True}),
    "quantized_conv": ({"data": octets(1, 4, 5, 5, dtype="uint8"), "weight": octets(4, 4, 3, 3)}, LAYER,
                       {"num_filter": 4, "kernel": (3, 3), "no_bias": True}),
}


def calls(name, arrays, params):
    """Yield the ways to compute an operator."""
    symbol = getattr(mx.sym.contrib, name)(**{key: mx.sym.var(key) for key in arrays}, **params)
    yield lambda: getattr(mx.nd.contrib, name)(**arrays, **params)[0].asnumpy()
    yield lambda: symbol.bind(mx.cpu(), arrays, grad_req="null").forward()[0].asnumpy()
    for flags in ({}, {"static_alloc": True}):
        block = mx.gluon.SymbolBlock(symbol, [mx.sym.var(key) for key in arrays])
        block.hybridize(**flags)

        def called(block=block):
            found = block(*arrays.values())
            return (found[0] if isinstance(found, (list, tuple)) else found).asnumpy()
        yield called


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", CASES)
def test_operators_refuse_a_range_that_is_not_finite(name, number):
    arrays, names, params = CASES[name]
    for call in calls(name, {**arrays, **ends(names)}, params):
        call()
    for bad in names:
        for call in calls(name, {**arrays, **ends(names, bad, number)}, params):
            with pytest.raises(mx.MXNetError, match=WORDS):
                call()


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["quantize_v2", "quantize_asym"])
def test_data_without_a_range_is_refused(name, number):
    for call in calls(name, {"data": floats([1.0, number, 2.0])}, {}):
        with pytest.raises(mx.MXNetError, match=WORDS):
            call()
    with pytest.raises(mx.MXNetError, match="expected finite"):
        getattr(mx.nd.contrib, name)(floats([1.0, 2.0]), min_calib_range=0.0, max_calib_range=number)[0].asnumpy()


def test_calibrated_data_may_be_anything():
    data = floats([np.nan, np.inf, -np.inf, 1])
    out, *_ = mx.nd.contrib.quantize_v2(data, min_calib_range=-2.0, max_calib_range=2.0, out_type="int8")
    assert out.asnumpy().tolist() == [0, 127, -128, 64]
