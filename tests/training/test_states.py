"""States are held against the weights they are to serve: shape, type, place and form."""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

SHAPED = ["sgd", "nag", "lars", "lbsgd", "signum", "adam", "adamw", "adamax", "nadam", "ftml", "ftrl", "lamb",
          "rmsprop", "adagrad", "adadelta", "dcasgd", "test"]


def create(name, **given):
    if name in ("sgd", "nag", "lars", "lbsgd", "signum"):
        given.setdefault("momentum", 0.9)
    return mx.optimizer.create(name, **given)


def arrays(state):
    if state is None:
        return []
    return [state] if isinstance(state, mx.nd.NDArray) else [array for part in state for array in arrays(part)]


def changed(state, change):
    """Change the first array of a state."""
    if isinstance(state, mx.nd.NDArray):
        return change(state)
    place = next(place for place, part in enumerate(state) if part is not None)
    return tuple(changed(part, change) if at == place else part for at, part in enumerate(state))


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("change", [lambda old: mx.nd.zeros((1,), dtype=old.dtype),
                                    lambda old: mx.nd.zeros((2, 2), dtype=old.dtype),
                                    lambda old: mx.nd.zeros((3, 2), dtype=old.dtype),
                                    lambda old: old.astype("float64"), lambda old: None, lambda old: 5,
                                    lambda old: (old, old, old, old)],
                         ids=["one", "fewer", "turned", "wider", "none", "number", "more"])
def test_a_state_of_another_form_is_refused(name, mixed, change):
    dtype = "float16" if mixed else "float32"
    grad = mx.nd.ones((2, 3), dtype=dtype)
    for index in (7, [7]):
        optimizer = create(name, multi_precision=mixed, param_idx2name={7: "fc_weight"})
        updater, weight = mx.optimizer.get_updater(optimizer), mx.nd.ones((2, 3), dtype=dtype)
        given = (index, grad, weight) if index == 7 else (index, [grad], [weight])
        updater(*given)
        assert arrays(updater.states[7])
        updater.states[7] = changed(updater.states[7], change)
        before = weight.asnumpy()
        with pytest.raises(mx.MXNetError, match=f"(?i){name}: the state of parameter fc_weight.*(2, 3).*got"):
            updater(*given)
        np.testing.assert_array_equal(weight.asnumpy(), before)


def test_an_index_that_names_another_weight_now_is_refused():
    for name in ("sgd", "adam"):
        updater = mx.optimizer.get_updater(create(name))
        updater([0, 1], [mx.nd.ones((1,)), mx.nd.ones((4,))], [mx.nd.ones((1,)), mx.nd.ones((4,))])
        for size in (3_000_000, 6):
            weight = mx.nd.ones((size,))
            with pytest.raises(mx.MXNetError, match="the state of parameter 0"):
                updater([0, 1], [mx.nd.ones((size,)), mx.nd.ones((4,))], [weight, mx.nd.ones((4,))])
            with pytest.raises(mx.MXNetError, match="the state of parameter 1"):
                updater(1, mx.nd.ones((size,)), weight)
            assert (weight.asnumpy() == 1).all()


def test_states_that_were_loaded_are_held_against_the_weights():
    small, store = mx.optimizer.get_updater(create("sgd")), mx.kvstore.create("local")
    small(0, mx.nd.ones((1,)), mx.nd.ones((1,)))
    store.init(0, mx.nd.ones((3_000_000,)))
    store.set_optimizer(create("sgd"))
    store._updater.set_states(small.get_states())
    with pytest.raises(mx.MXNetError, match=r"a float32 array of shape \(3000000,\), on cpu; got a float32 array of"):
        store.push(0, mx.nd.ones((3_000_000,)))


def test_a_step_of_rows_checks_too():
    grad = mx.nd.sparse.row_sparse_array((np.ones((1, 6), "float32"), [1]), shape=(3, 6))
    for name in ("sgd", "adam", "adagrad"):
        updater = mx.optimizer.get_updater(create(name, learning_rate=0.1))
        weight = mx.nd.ones((3, 6))
        updater(0, grad, weight)
        updater.states[0] = changed(updater.states[0], lambda old: mx.nd.zeros((3, 4)))
        with pytest.raises(mx.MXNetError, match="the state of parameter 0"):
            updater(0, grad, weight)


def test_a_momentum_may_stay_when_it_counts_no_longer():
    optimizer = create("sgd", learning_rate=1.0)
    updater, weight = mx.optimizer.get_updater(optimizer), mx.nd.ones((2,))
    updater(0, mx.nd.ones((2,)), weight)
    optimizer.momentum = 0.0
    other = mx.nd.ones((2,))  # a pairing not met before
    updater(0, mx.nd.ones((2,)), other)
    assert other.asnumpy().tolist() == [0, 0]


def test_what_a_subclass_keeps_beside_is_its_own():
    class Counted(mx.optimizer.SGD):
        def create_state(self, index, weight):
            return super().create_state(index, weight), mx.nd.zeros((1,))

        def update(self, index, weight, grad, state):
            state[1][:] += 1
            super().update(index, weight, grad, state[0])

    updater = mx.optimizer.get_updater(Counted(momentum=0.9))
    for _ in range(2):
        updater(0, mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))
    assert updater.states[0][1].asscalar() == 2


def test_pairs_are_checked_once(monkeypatch):
    from mxnet.optimizer import base
    calls = []
    real = base.check_states
    monkeypatch.setattr(base, "check_states", lambda *given, **named: (calls.append(1), real(*given, **named)))
    updater = mx.optimizer.get_updater(create("adam"))
    lists = [[index, 10 + index] for index in range(2)]
    weights = {index: mx.nd.ones((2,)) for indices in lists for index in indices}
    for _ in range(5):
        for indices in lists:  # the parameters of two devices
            updater(indices, [mx.nd.ones((2,))] * 2, [weights[index] for index in indices])
    assert len(calls) == 2


def test_checking_states_loads_nothing_heavy():
    """Torch imports sympy to make tensors like a meta tensor, which would be half of a network's first step."""
    program = ("import sys, mxnet as mx\n"
               "names = [name for name, kind in mx.optimizer.Optimizer.opt_registry.items() if name != 'test']\n"
               "for name in names:\n"
               "    for dtype in ('float32', 'float16'):\n"
               "        made = mx.optimizer.create(name, learning_rate=0.1, multi_precision=dtype == 'float16')\n"
               "        weight = mx.nd.ones((3, 4), dtype=dtype)\n"
               "        mx.optimizer.get_updater(made)(0, mx.nd.ones((3, 4), dtype=dtype), weight)\n"
               "assert 'sympy' not in sys.modules\n")
    environment = {**os.environ, "PYTHONPATH": str(Path(mx.__file__).parents[1])}
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=120, env=environment)
