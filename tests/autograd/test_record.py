"""Scopes, what recording keeps, where a graph ends, and what may be written while recording."""
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd


def variable(values=(1.0, 2.0, 3.0), req="write", **kwargs):
    made = mx.nd.array(values, **kwargs)
    made.attach_grad(req)
    return made


def state():
    return autograd.is_recording(), autograd.is_training()


def test_scopes_nest_and_restore():
    assert state() == (False, False)
    with autograd.record():
        assert state() == (True, True)
        with autograd.predict_mode():
            assert state() == (True, False)
        with autograd.pause():
            assert state() == (False, False)
            with autograd.record(train_mode=False):
                assert state() == (True, False)
        with autograd.pause(train_mode=True):
            assert state() == (False, True)
        assert state() == (True, True)
    with autograd.train_mode():
        assert state() == (False, True)
    assert state() == (False, False)


def test_scopes_restore_after_an_error():
    with pytest.raises(ZeroDivisionError), autograd.record():
        raise ZeroDivisionError
    assert state() == (False, False)


def test_switches_give_the_state_before():
    assert autograd.set_recording(True) is False
    assert autograd.set_recording(False) is True
    assert autograd.set_training(True) is False
    assert autograd.set_training(False) is True


def test_scopes_belong_to_their_thread():
    seen = []
    with autograd.record():
        thread = threading.Thread(target=lambda: seen.append(state()))
        thread.start()
        thread.join()
        assert state() == (True, True)
    assert seen == [(False, False)]


def test_nothing_is_taped_outside():
    x = variable()
    for made in (x * x, mx.nd.relu(x), x[1:], x.reshape((3, 1)), x.copy(), mx.nd.concat(x, x, dim=0)):
        assert made._ag is None
        assert not made._data.requires_grad
    with autograd.record():
        inside = x * 2
    assert not inside._data.requires_grad
    assert not x._data.requires_grad
    assert not mx.nd.ones((2,))._data.requires_grad


def test_recording_needs_a_variable():
    a = mx.nd.ones((3,))
    with autograd.record():
        b = a * 2
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        b.backward()


def test_user_grad_mode_does_not_matter():
    x = variable()
    with torch.no_grad(), autograd.record():
        y = mx.nd.sum(x * x)[0:1] * 2
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [4, 8, 12])


def test_backward_ends_the_graph():
    x = variable()
    with autograd.record():
        y = x * x
    y.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        y.backward()


def test_retained_graphs_go_on():
    x = variable(req="add")
    with autograd.record():
        y = x * x
    for _ in range(3):
        y.backward(retain_graph=True)
    np.testing.assert_array_equal(x.grad.asnumpy(), [6, 12, 18])


def test_state_carried_over_is_a_constant():
    """Programs carry hidden states from batch to batch without detaching them."""
    x, h = variable(), mx.nd.ones((3,))
    for step in range(3):
        with autograd.record():
            h = h * x * x
        h.backward()
        wanted = 2 * x.asnumpy() * (x.asnumpy() ** 2) ** step
        np.testing.assert_allclose(x.grad.asnumpy(), wanted)


def test_graphs_with_common_variables_are_independent():
    x = variable()
    with autograd.record():
        a, b = x * x * 2, x * x * 3
    a.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [4, 8, 12])
    b.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [6, 12, 18])


def test_backward_of_a_shared_part_ends_it():
    x = variable()
    with autograd.record():
        shared = x * x
        a, b = shared * 2, shared * 3
    a.backward()
    with pytest.raises(mx.MXNetError, match="no inputs in computation graph that require gradients"):
        b.backward()


def test_backward_while_recording():
    x = variable()
    with autograd.record():
        y = x * x
        y.backward()
        z = y * x
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [1, 4, 9])


def test_pause_makes_constants():
    x = variable()
    with autograd.record():
        y = x * x
        with autograd.pause():
            w = y * 2
        z = y * w
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [4, 32, 108])


def test_detach_shares_memory_and_forgets():
    x = variable()
    with autograd.record():
        y = x * x
        cut = y.detach()
        z = cut * x
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [1, 4, 9])
    cut[:] = 7
    assert y.asnumpy().tolist() == [7, 7, 7]


def test_variables_may_be_overwritten_before_backward():
    x = variable()
    with autograd.record():
        y = x * x
    x[:] = 100
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [200, 200, 200])


@pytest.mark.parametrize("write", [
    lambda a: a.__setitem__(slice(None), 5), lambda a: a.__setitem__(0, 5), lambda a: a.__setitem__([0, 1], 5),
    lambda a: a.__iadd__(1), lambda a: a.__imul__(a), lambda a: mx.nd.relu(mx.nd.ones((3,)), out=a),
    lambda a: mx.nd.ones((3,)).copyto(a)])
def test_recorded_arrays_are_not_overwritten(write):
    x = variable()
    with autograd.record():
        y = x * 2
        for array in (x, y):
            with pytest.raises(mx.MXNetError, match="already in a computational graph"):
                write(array)
    y.backward()
    write(x)
    write(y)


@pytest.mark.parametrize("write", [
    lambda a, x: a.__setitem__(slice(0, 2), x[0:2]), lambda a, x: a.__setitem__([0, 1, 2], x),
    lambda a, x: a.__iadd__(x), lambda a, x: mx.nd.broadcast_add(a, x, out=a)])
def test_parts_are_not_overwritten_by_recorded_values(write):
    x, a = variable(), mx.nd.zeros((3,))
    with autograd.record(), pytest.raises(mx.MXNetError, match="Inplace operations"):
        write(a, x * 2)


@pytest.mark.parametrize("write", [
    lambda a, x: a.__setitem__(slice(None), x), lambda a, x: x.copyto(a),
    lambda a, x: mx.nd.identity(x, out=a)])
def test_whole_arrays_take_over_history(write):
    x, a = variable(), mx.nd.zeros((3,))
    with autograd.record():
        write(a, x * x)
        z = a * 3
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [6, 12, 18])


def test_other_writes_go_on_while_recording():
    a, b = mx.nd.zeros((3,)), mx.nd.ones((3,))
    with autograd.record():
        a[:] = b
        a[0:2] = 5
        a += b
    assert a.asnumpy().tolist() == [6, 6, 2]


@pytest.mark.parametrize("key", [1, slice(1, 3), slice(None, None, -1), (None, slice(0, 2)), [0, 2, 2],
                                 slice(None), ()])
def test_indexing_is_recorded(key):
    x = variable()
    with autograd.record():
        y = x[key] * 2
    y.backward()
    wanted = np.zeros(3)
    np.add.at(wanted, np.atleast_1d(np.arange(3)[key if not isinstance(key, tuple) else key[-1:] or ...]), 2)
    np.testing.assert_array_equal(x.grad.asnumpy(), wanted)


def test_views_and_copies_are_recorded():
    x = variable()
    with autograd.record():
        y = x.reshape((3, 1)) + x.astype("float64").astype("float32").expand_dims(1) \
            + x.as_in_context(mx.cpu(1)).copyto(mx.cpu(0)).reshape(-1, 1)
        z = mx.nd.concatenate([y, y], axis=1) + mx.nd.stack(x, x, axis=1)
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [8, 8, 8])


def test_threads_record_at_once():
    failures = []

    def work(number):
        x = variable([number, 2.0])
        for _ in range(30):
            with autograd.record():
                y = mx.nd.sum(x * x * number)
            y.backward()
            if not np.allclose(x.grad.asnumpy(), 2 * number * x.asnumpy()):
                failures.append(number)
    threads = [threading.Thread(target=work, args=(float(n),)) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_memory_of_a_finished_graph_is_freed():
    import gc
    import weakref
    x = variable(np.ones(1000))
    with autograd.record():
        inner = x * 2
        memory = weakref.ref(inner._data)
        y = inner * inner
    y.backward()
    del inner
    gc.collect()
    assert memory() is None
    y + 1


@pytest.mark.parametrize("dtype", [None, "float64"])
def test_an_array_made_of_a_recorded_one_is_recorded(dtype):
    x = mx.nd.array([1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.array(x, ctx=mx.cpu(1), dtype=dtype) * 3
    y.backward()
    assert x.grad.asnumpy().tolist() == [3, 3]
    assert mx.nd.array(x)._ag is None, "outside of record it is a value"
