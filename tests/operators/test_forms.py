"""What every operator of the tables must do beside its cases: other types, nothing at all, bad calls.

Each test is made from the operator's first case that works.
"""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.op import find
from tests.operators.harness import as_list, call_imperative, function_of, load

FIRST: dict = {}
for _case in load():
    if _case.raises is None and _case.inputs:
        FIRST.setdefault(find(_case.op).name, _case)

# Operators that tell types apart, as the reference does.
OWN_TYPES = {
    "amp_multicast": "it brings arrays of different types to one",
    "_linalg_syevd": "the signs of eigenvectors depend on the last digit",
    "_contrib_PSROIPooling": "the edges of its case's bins fall on pixels, where the last digit decides",
}
SINGLE = ("_contrib_quantize", "_contrib_requantize", "_contrib_calibrate_entropy")  # float32 only
NO_HALF = ("_linalg_", "_cvimresize", "_image_resize")
TWO_TYPES = ("mp_", "multi_mp_", "_mp_", "_multi_mp_", "preloaded_multi_mp_")


# 16 bits are few: a result that stands on a difference, a place in an order, or a count of pixels.
COARSE = {"float16": 2e-2, "float64": 2e-5}


def floating(case):
    return any(a.dtype == np.float32 for a in case.draw("float32"))


def typed(case, kind):
    """Draw a case's inputs; what is a float is of a kind, on numbers that float16 holds exactly."""
    return [a.astype("float16").astype(kind) if a.dtype.kind == "f" else a for a in case.draw("float32")]


@pytest.mark.parametrize(("name", "kind"), [
    (name, kind) for name, case in sorted(FIRST.items()) for kind in ("float16", "float64")
    if floating(case) and case.check is None and name not in OWN_TYPES
    and not name.startswith(TWO_TYPES + SINGLE)
    and not (kind == "float16" and name.startswith(NO_HALF))])
def test_types(name, kind):
    """Floats of any width give the numbers of float32, as far as they hold them."""
    case = FIRST[name]
    wanted, _, _ = call_imperative(mx, case, typed(case, "float32"))
    found, _, _ = call_imperative(mx, case, typed(case, kind))
    for got, want in zip(found, wanted, strict=True):
        assert got.shape == want.shape
        if want.dtype.kind == "f":
            scale = np.abs(want[np.isfinite(want)]).max(initial=0)
            np.testing.assert_allclose(got.astype("float64"), want, rtol=COARSE[kind],
                                       atol=COARSE[kind] * max(scale, 1e-3))


def emptied(arrays):
    """Make the first axis of the first array empty, and of all that share its size."""
    size = arrays[0].shape[0]
    return [a[:0] if a.shape[:1] == (size,) else a for a in arrays]


@pytest.mark.parametrize("name", sorted(n for n, c in FIRST.items() if len(c.draw("float32")[0].shape)))
def test_nothing(name):
    """Arrays without elements are computed with, or refused; nothing else comes out."""
    case = FIRST[name]
    arrays = emptied(case.draw("float32" if "float32" in case.dtypes else case.dtypes[0]))
    try:
        outputs, _, _ = call_imperative(mx, case, arrays)
    except mx.MXNetError:
        return
    if case.grad:
        call_imperative(mx, case, arrays, case.heads)
    assert all(isinstance(out, np.ndarray) for out in outputs)


@pytest.mark.parametrize("name", sorted(FIRST))
def test_bad_calls(name):
    """A param that does not exist and inputs too many are refused, by a name."""
    case = FIRST[name]
    call = function_of(mx.nd, case.op)
    arrays = [mx.nd.array(a, dtype=a.dtype) for a in case.draw("float32")]
    if find(name).schema.params:  # without any, MXNet reads none
        with pytest.raises((mx.MXNetError, TypeError), match="no_such_param"):
            as_list(call(*arrays, **case.params, no_such_param=1))
    if find(name).schema.variadic is None:
        with pytest.raises((mx.MXNetError, TypeError)):
            as_list(call(*arrays, *arrays, *arrays, *arrays[:1] * 12, **case.params))
