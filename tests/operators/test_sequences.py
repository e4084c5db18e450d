"""Sequences at their edges: none, too long, labels that are no whole numbers or no classes; WarpCTC by NumPy."""
import numpy as np
import pytest

import mxnet as mx

SCORES = np.random.RandomState(0).randn(6, 4, 5).astype("float32")


def forward_backward(scores, labels, blank=0):
    """Give the cost of one sequence of (time, class) scores and its gradient, in plain NumPy."""
    scores = scores.astype("float64")
    probs = np.exp(scores - scores.max(1, keepdims=True))
    probs /= probs.sum(1, keepdims=True)
    path = [blank]
    for label in labels:
        path += [label, blank]
    steps, states = len(probs), len(path)

    def enter(table, time, state, before):
        total = table[before, state]
        if state > 0:
            total += table[before, state - 1]
        if state > 1 and path[state] != blank and path[state] != path[state - 2]:
            total += table[before, state - 2]
        table[time, state] = total * probs[time, path[state]]

    def sweep(probs_path):
        table = np.zeros((steps, states))
        table[0, 0] = probs_path[0][path[0]]
        if states > 1:
            table[0, 1] = probs_path[0][path[1]]
        for time in range(1, steps):
            for state in range(states):
                enter(table, time, state, time - 1)
        return table

    ahead = sweep(probs)
    total = ahead[-1, -1] + (ahead[-1, -2] if states > 1 else 0)
    behind = np.zeros((steps, states))  # without the probability at its own time
    behind[-1, -2:] = 1
    for time in range(steps - 2, -1, -1):
        for state in range(states):
            for step in (0, 1, 2):
                after = state + step
                if after < states and (step < 2 or (path[after] != blank and path[after] != path[state])):
                    behind[time, state] += behind[time + 1, after] * probs[time + 1, path[after]]
    gradient = probs.copy()
    for time in range(steps):
        for state in range(states):
            gradient[time, path[state]] -= ahead[time, state] * behind[time, state] / total
    return -np.log(total), gradient


def ctc(labels, scores=SCORES, **params):
    lengths = {name: mx.nd.array(params.pop(name)) for name in ("data_lengths", "label_lengths") if name in params}
    params.update({f"use_{name}": True for name in lengths})
    data = mx.nd.array(scores[:, :len(labels)])
    data.attach_grad()
    with mx.autograd.record():
        loss = mx.nd.CTCLoss(data, mx.nd.array(labels), **lengths, **params)
    loss.backward()
    return loss.asnumpy(), data.grad.asnumpy()


@pytest.mark.parametrize("blank,written,read", [
    ("first", [[1.4, 2.6, 0.4], [0.5, 1.5, 2.5], [3.5, 0.49, 1]], [[1, 3], [1, 2, 3], [4]]),
    ("last", [[1.4, 2.6, -0.6], [0.5, 1.5, 2.5], [-0.5, 1, 2]], [[1, 3], [1, 2, 3], []])])
def test_labels_are_rounded(blank, written, read):
    loss, grad = ctc(written, blank_label=blank)
    for row, labels in enumerate(read):
        cost, slope = forward_backward(SCORES[:, row], labels, 0 if blank == "first" else 4)
        np.testing.assert_allclose(loss[row], cost, rtol=1e-5)
        np.testing.assert_allclose(grad[:, row], slope, atol=1e-5)


def test_lengths_are_rounded():
    labels = [[1, 2, 3], [3, 1, 2], [2, 2, 2], [3, 1, 2]]
    loss, _ = ctc(labels, label_lengths=[1.6, 2.5, 0.5, 2.4])
    np.testing.assert_allclose(loss, ctc(labels, label_lengths=[2, 3, 1, 2])[0])
    loss, _ = ctc(labels, data_lengths=[5.5, 3.6, 3.4, 4.5], label_lengths=[1, 1, 1, 1])
    np.testing.assert_allclose(loss, ctc(labels, data_lengths=[6, 4, 3, 5], label_lengths=[1, 1, 1, 1])[0])


def test_rows_of_padding_alone_have_the_cost_of_blanks():
    for blank, padding, place in (("first", 0, 0), ("last", -1, 4)):
        loss, grad = ctc([[padding] * 3], blank_label=blank)
        cost, slope = forward_backward(SCORES[:, 0], [], place)
        np.testing.assert_allclose(loss, [cost], rtol=1e-5)
        np.testing.assert_allclose(grad[:, 0], slope, atol=1e-5)


@pytest.mark.parametrize("blank,labels", [("first", [[5, 2, 0], [1, -1, 2], [100, 1, 1], [1, 2, 0]]),
                                          ("last", [[5, 2, -1], [1, -7, 2], [1e9, 1, 1], [1, 2, -1]])])
def test_a_label_outside_of_the_alphabet_costs_infinity_and_moves_nothing(blank, labels):
    loss, grad = ctc(labels, blank_label=blank)
    assert np.isinf(loss).tolist() == [True, True, True, False]
    assert not grad[:, :3].any() and np.isfinite(grad).all() and grad[:, 3].any()


def test_lengths_that_do_not_fit_are_refused():
    for wrong in ({"label_lengths": [4, 1]}, {"label_lengths": [-1, 1]}, {"data_lengths": [7, 1]}):
        with pytest.raises(mx.MXNetError, match="CTCLoss: "):
            ctc([[1, 2, 3], [3, 1, 2]], **wrong)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_sequence_of_no_steps_has_a_last_element_of_zeros_and_no_gradient(axis):
    data = mx.nd.array(np.arange(1, 25).reshape(4, 3, 2))
    lengths = [0, 2, 9] if axis == 0 else [0, -3, 2, 3]
    data.attach_grad()
    with mx.autograd.record():
        last = mx.nd.SequenceLast(data, mx.nd.array(lengths), use_sequence_length=True, axis=axis)
    last.backward()
    wanted = [[0, 0], [9, 10], [23, 24]] if axis == 0 else [[0, 0], [0, 0], [15, 16], [23, 24]]
    np.testing.assert_array_equal(last.asnumpy(), wanted)
    slope = np.zeros((4, 3, 2))
    for row, length in enumerate(lengths):
        if length > 0:
            step = min(length, data.shape[axis]) - 1
            slope[(step, row) if axis == 0 else (row, step)] = 1
    np.testing.assert_array_equal(data.grad.asnumpy(), slope)


def test_reversal_and_mask_of_lengths_that_do_not_fit():
    data = np.arange(1, 13).reshape(4, 3).astype("float32")
    lengths = mx.nd.array([0, 9, -2])
    back = mx.nd.SequenceReverse(mx.nd.array(data), lengths, use_sequence_length=True).asnumpy()
    np.testing.assert_array_equal(back, np.stack([data[:, 0], data[::-1, 1], data[:, 2]], 1))
    kept = mx.nd.SequenceMask(mx.nd.array(data), lengths, use_sequence_length=True).asnumpy()
    np.testing.assert_array_equal(kept, data * [0, 1, 0])


@pytest.mark.parametrize("dtype", ["int32", "float32", "int64"])
def test_warp_ctc_takes_labels_of_any_type(dtype):
    labels = np.array([[1, 3, 0], [2, 2, 1], [0, 4, 0], [0, 0, 0]])
    data, label = mx.sym.var("data"), mx.sym.var("label")
    bound = mx.sym.WarpCTC(data, label, input_length=6, label_length=3).simple_bind(
        mx.cpu(), data=(24, 5), label=(12,), type_dict={"data": "float32", "label": dtype}, grad_req={
            "data": "write", "label": "null"})
    assert bound.arg_dict["label"].dtype == np.dtype(dtype)
    bound.arg_dict["data"][:] = SCORES.reshape(24, 5)
    bound.arg_dict["label"][:] = mx.nd.array(labels.reshape(-1), dtype=dtype)
    out = bound.forward(is_train=True)[0].asnumpy()
    bound.backward()
    powers = np.exp(SCORES.reshape(24, 5))
    np.testing.assert_allclose(out, powers / powers.sum(1, keepdims=True), rtol=1e-5)
    grad = bound.grad_dict["data"].asnumpy().reshape(6, 4, 5)
    for row, kept in enumerate(labels):
        np.testing.assert_allclose(grad[:, row], forward_backward(SCORES[:, row], kept[kept > 0])[1], atol=1e-5)
    found = mx.nd.WarpCTC(mx.nd.array(SCORES.reshape(24, 5)), mx.nd.array(labels.reshape(-1), dtype=dtype),
                          input_length=6, label_length=3)
    np.testing.assert_allclose(found.asnumpy(), out, rtol=1e-6)
