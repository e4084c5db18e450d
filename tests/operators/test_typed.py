"""Every operator with every element type: what MXNet refuses is refused here too, or its result is right."""
import gzip
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import MXNetError
from tests.operators.harness import as_list, function_of
from tests.operators.typed import RECORDED, TYPES, calls, cases, drawn

# Refused by MXNet, accepted here, and not what float64 gives: (operator, type) and why that is right.
KEPT = {
    ("SequenceMask", "bool"): "what is written is True",
    ("_slice_assign_scalar", "bool"): "what is written is True",
    ("_cvcopyMakeBorder", "int8"): "a border of 200 has no int8",
    ("amp_multicast", "bool"): "bools are cast to bool",
    ("_ravel_multi_index", "bool"): "indices that are no places",
}
# Accepted by MXNet, refused here.
REFUSED = {
    ("_cvcopyMakeBorder", "bool"): "OpenCV has no bools",
    **{(op, kind): "OpenCV does not resize them; MXNet ends, or returns memory that nothing wrote"
       for op in ("_cvimresize", "_image_resize") for kind in ("bool", "int8", "int64")},
    ("SequenceMask", "uint8"): "no uint8 is -1",
    ("_contrib_hawkesll", "uint8"): "MXNet's answer differs from run to run, or it ends",
    ("_image_random_color_jitter", "bool"): "a changed True is no bool",
}


def table():
    return json.loads(gzip.decompress(RECORDED.read_bytes()))


TABLE = table()


def run(case, arrays):
    """Give the outputs, and the inputs afterwards."""
    inputs = [mx.nd.array(array, dtype=array.dtype) for array in arrays]
    more = {} if case.out is None else {"out": [inputs[place] for place in case.out]}
    mx.random.seed(0)
    with mx.autograd.train_mode() if case.train else mx.autograd.predict_mode():
        outputs = as_list(function_of(mx.nd, case.op)(*inputs, **case.params, **more))
    return [array.asnumpy() for array in outputs], [array.asnumpy() for array in inputs]


@pytest.mark.parametrize("op", sorted(TABLE))
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_types(op):
    for key, every, kind in calls(op):
        told, case = TABLE[op][f"{key}|{every}|{kind}"], cases()[op][key]
        if told == "AttributeError" or all(TABLE[op][f"{key}|{every}|{other}"] == "refused" for other in TYPES):
            continue  # the reference at hand has no kernel at all: it is for GPUs, or sparse arrays
        arrays = drawn(case, every, kind)
        try:
            outputs, after = run(case, arrays)
        except MXNetError:
            assert told in ("refused", "crashed", "hung", "IndexError", "UnicodeDecodeError") \
                or (op, kind) in REFUSED, f"{key} of {kind} is refused; MXNet gives {told}"
            continue
        if told == "refused" and not kind.startswith("float") and (op, kind) not in KEPT:
            wide = [array.astype("float64") if every or before.dtype == np.float64 else array
                    for array, before in zip(arrays, case.draw("float64"))]
            try:
                expected, changed = run(case, wide)
            except MXNetError:  # it is for whole numbers
                continue
            for got, want in zip([*outputs, *after], [*expected, *changed]):
                np.testing.assert_allclose(got.astype("float64"), want.astype("float64"), rtol=1e-3, atol=1e-3,
                                           err_msg=f"{key} of {kind}: MXNet refuses it, and this is not right")
