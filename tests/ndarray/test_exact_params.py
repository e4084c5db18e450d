"""Params that are equal are not the same: what one call was given is never taken for another's."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.dtype import to_torch
from mxnet.core.op import find


@pytest.mark.parametrize("first, second", [(0.0, -0.0), (-0.0, 0.0), (0, -0.0), (np.float32(0), np.float32(-0.0))])
def test_a_zero_keeps_its_sign(first, second):
    divide, x = mx.nd._internal._div_scalar, mx.nd.array([1.0])
    for scalar in (first, second, first):
        expected = np.copysign(np.inf, np.float32(scalar))
        assert divide(x, scalar=scalar).asscalar() == expected
        assert find("_div_scalar").bind({"scalar": scalar}).params.scalar.hex() == float(scalar).hex()


@pytest.mark.parametrize("name, good, bad", [
    ("sum", {"axis": 1}, {"axis": 1.0}), ("expand_dims", {"axis": 1}, {"axis": 1.0}),
    ("transpose", {"axes": (1, 0)}, {"axes": (1.0, 0)}), ("transpose", {"axes": (1, 0)}, {"axes": (1, -0.0)}),
    ("Reshape", {"shape": (4, 1)}, {"shape": (4.0, 1)}),
    ("slice", {"begin": (0, None), "end": (1, 1)}, {"begin": (0.0, None), "end": (1, 1)}),
])
def test_a_float_is_no_int_even_if_that_int_was_given_before(name, good, bad):
    function, x = getattr(mx.nd, name), mx.nd.ones((2, 2))
    for _ in range(2):
        function(x, **good)
        with pytest.raises(mx.MXNetError, match="Invalid Parameter format"):
            function(x, **bad)
        with pytest.raises(mx.MXNetError, match="Invalid Parameter format"):
            find(name).bind(bad)


def test_equal_params_are_parsed_once():
    op = find("Convolution")
    given = {"kernel": (3, 3), "num_filter": 8, "no_bias": True}
    assert op.bind(given) is op.bind({"kernel": (3, 3), "num_filter": 8, "no_bias": True})
    clip = find("clip")
    assert clip.bind({"a_min": 0.0, "a_max": 1.0}) is clip.bind({"a_min": 0.0, "a_max": 1.0})
    assert clip.bind({"a_min": -0.0, "a_max": 1.0}) is not clip.bind({"a_min": 0.0, "a_max": 1.0})


def test_arrays_among_the_keywords_are_not_kept():
    import weakref
    x, weight = mx.nd.ones((2, 3)), mx.nd.ones((4, 3))
    seen = weakref.ref(weight)
    mx.nd.FullyConnected(x, weight=weight, no_bias=True, num_hidden=4)
    mx.nd.FullyConnected(data=x, weight=weight, no_bias=True, num_hidden=4)
    del weight
    assert seen() is None


def test_a_flag_of_a_type_is_an_int():
    assert to_torch(1) is to_torch("float64")
    for other in (True, 1.0):
        with pytest.raises(mx.MXNetError, match="unknown dtype"):
            to_torch(other)
