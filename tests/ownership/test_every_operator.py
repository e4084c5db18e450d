"""No operator minds that arrays are written to between forward and backward: gradients are those of the same values."""
import numpy as np
import pytest

import mxnet as mx
from tests.operators.harness import as_list, function_of, load

FIRST = {case.op: case for case in reversed(load()) if case.raises is None and case.grad}
BOUND = [name for name, case in FIRST.items() if case.symbolic]


def rewrite(arrays):
    """Write to arrays what they hold."""
    for array in arrays:
        array[() if array.shape == () else slice(None)] = array.copy()


def drawn(case):
    arrays = case.draw("float64" if "float64" in case.dtypes or case.grad is True else case.dtypes[0])
    return [mx.nd.array(array, dtype=array.dtype) for array in arrays], case.differentiated(arrays)


def recorded(case, rewriting):
    mx.random.seed(3)
    inputs, wanted = drawn(case)
    for place in wanted:
        inputs[place].attach_grad()
    with mx.autograd.record(train_mode=case.train):
        outputs = as_list(function_of(mx.nd, case.op)(*inputs, **case.params))
    heads = [mx.nd.array(head, dtype=head.dtype) for head in case.heads([out.asnumpy() for out in outputs])]
    if rewriting:
        rewrite([*inputs, *outputs])
    mx.autograd.backward(outputs, heads, train_mode=case.train)
    return [inputs[place].grad.asnumpy() for place in wanted]


def bound(case, rewriting):
    mx.random.seed(3)
    inputs, wanted = drawn(case)
    names = [f"input{place}" for place in range(len(inputs))]
    net = function_of(mx.sym, case.op)(*map(mx.sym.var, names), **case.params)
    arrays, states = dict(zip(names, inputs)), net.list_auxiliary_states()
    gradients = {names[place]: mx.nd.zeros(inputs[place].shape, dtype=inputs[place].dtype) for place in wanted}
    executor = net.bind(mx.cpu(), {name: array for name, array in arrays.items() if name not in states},
                        {name: array for name, array in gradients.items() if name not in states},
                        aux_states={name: arrays[name] for name in states})
    executor.forward(is_train=True)
    heads = [mx.nd.array(head, dtype=head.dtype) for head in case.heads([o.asnumpy() for o in executor.outputs])]
    if rewriting:
        rewrite([*inputs, *executor.outputs])
    executor.backward(heads)
    return [array.asnumpy() for array in gradients.values()]


@pytest.mark.parametrize("name", FIRST)
def test_recorded(name):
    for found, expected in zip(recorded(FIRST[name], True), recorded(FIRST[name], False), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", BOUND)
def test_bound(name):
    with mx.util.np_shape(name.startswith("_np")):  # which have arrays without axes
        given, expected = bound(FIRST[name], True), bound(FIRST[name], False)
    for found, wanted in zip(given, expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
