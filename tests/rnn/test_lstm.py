"""A lone LSTM layer: whatever is kept between calls, the parameters of this call decide."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops.nn import lstm, packing

STEPS, BATCH, INPUTS, SIZE = 4, 3, 5, 6
COUNT = 4 * SIZE * (INPUTS + SIZE + 2)


def expected(data, parameters, hidden, cell):
    """Compute outputs and last states step by step, in float64."""
    data, parameters, hidden, cell = (np.asarray(a, "float64") for a in (data, parameters, hidden[0], cell[0]))
    rows = 4 * SIZE
    weight, inner, first, second = np.split(parameters, np.cumsum([rows * INPUTS, rows * SIZE, rows]))
    outs = []
    for step in data:
        gates = step @ weight.reshape(rows, INPUTS).T + hidden @ inner.reshape(rows, SIZE).T + first + second
        enter, forget, change, leave = np.split(gates, 4, axis=1)
        enter, forget, leave = (1 / (1 + np.exp(-gate)) for gate in (enter, forget, leave))
        cell = forget * cell + enter * np.tanh(change)
        hidden = leave * np.tanh(cell)
        outs.append(hidden)
    return np.stack(outs), hidden[None], cell[None]


def drawn(seed=0, scale=1.0):
    rng = np.random.RandomState(seed)
    shapes = (STEPS, BATCH, INPUTS), (COUNT,), (1, BATCH, SIZE), (1, BATCH, SIZE)
    return [rng.uniform(-scale, scale, shape).astype("float32") for shape in shapes]


def run(arrays):
    return mx.nd.RNN(*arrays, state_size=SIZE, num_layers=1, mode="lstm", state_outputs=True)


def check(arrays, found):
    for one, two in zip(found, expected(*[a.asnumpy() for a in arrays]), strict=True):
        np.testing.assert_allclose(one.asnumpy(), two, rtol=1e-5, atol=1e-6)


def test_parameters_that_stay():
    arrays = [mx.nd.array(a) for a in drawn()]
    found = [run(arrays) for _ in range(4)]
    for outs in found:
        check(arrays, outs)
        assert np.array_equal(outs[0].asnumpy(), found[0][0].asnumpy())
    lone = mx.nd.RNN(*arrays, state_size=SIZE, num_layers=1, mode="lstm")
    assert np.array_equal(lone.asnumpy(), found[0][0].asnumpy())


@pytest.mark.parametrize("change", ["in place", "behind torch"])
def test_parameters_that_change(change):
    values = drawn()
    arrays = [mx.nd.array(a) for a in values]
    memory = values[1].copy()
    behind = memory[:]  # stays writable
    if change == "behind torch":
        arrays[1] = mx.nd.from_numpy(memory, zero_copy=True)
    for number in range(6):
        check(arrays, run(arrays))
        check(arrays, run(arrays))
        if change == "in place":
            arrays[1][number:] *= 0.9
        else:
            behind[-1 - number] += 0.5
    check(arrays, run(arrays))


def test_few_are_kept():
    for seed in range(3 * packing.PACKED_WEIGHTS_KEPT):
        arrays = [mx.nd.array(a) for a in drawn(seed)]  # the memory of the ones before may come again
        for _ in range(3):
            check(arrays, run(arrays))
        assert len(lstm._packing.kept) <= packing.PACKED_WEIGHTS_KEPT


def test_other_types_and_shapes():
    values = drawn()
    wanted = expected(*values)
    for dtype, tolerance in (("float64", 1e-6), ("float16", 5e-3)):
        found = run([mx.nd.array(a, dtype=dtype) for a in values])
        for one, two in zip(found, wanted, strict=True):
            assert one.dtype == np.dtype(dtype)
            np.testing.assert_allclose(one.asnumpy(), two, rtol=tolerance, atol=tolerance)
    arrays = [mx.nd.array(a) for a in values]
    with pytest.raises(mx.MXNetError):
        run([arrays[0], arrays[1][1:], *arrays[2:]])
    with pytest.raises(mx.MXNetError):
        run([*arrays[:2], arrays[2][:, 1:], arrays[3]])


def test_executor():
    symbol = mx.sym.RNN(*map(mx.sym.var, "abcd"), state_size=SIZE, num_layers=1, mode="lstm", state_outputs=True)
    arrays = [mx.nd.array(a) for a in drawn()]
    executor = symbol.bind(mx.cpu(), dict(zip("abcd", arrays, strict=True)))
    for _ in range(3):
        check(arrays, executor.forward())
    arrays[1] *= 0.5
    check(arrays, executor.forward())


def test_gradient_of_all_inputs():
    """By differences of the outputs written out above."""
    values = drawn(scale=0.5)
    arrays = [mx.nd.array(a) for a in values]
    heads = [np.random.RandomState(9).rand(*shape) for shape in ((STEPS, BATCH, SIZE), *[(1, BATCH, SIZE)] * 2)]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        outs = run(arrays)
    mx.autograd.backward(outs, [mx.nd.array(head) for head in heads])

    def total(at):
        return sum((out * head).sum() for out, head in zip(expected(*at), heads, strict=True))
    rng = np.random.RandomState(5)
    for place, array in enumerate(arrays):
        for index in rng.choice(values[place].size, 5):
            moved = []
            for step in (1e-5, -1e-5):
                at = [v.astype("float64") for v in values]
                at[place].flat[index] += step
                moved.append(total(at))
            np.testing.assert_allclose(array.grad.asnumpy().flat[index], (moved[0] - moved[1]) / 2e-5,
                                       rtol=1e-3, atol=1e-5)
