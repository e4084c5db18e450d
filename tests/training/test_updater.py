"""Updater: states by index, and their exchange with MXNet."""
import os
import pathlib
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet.optimizer import states
from tests.training.optimizer_cases import NAMES, SHAPES, run

STATES = pathlib.Path(__file__).parents[1] / "data/optimizer_states"


def leaves(state):
    if isinstance(state, (tuple, list)):
        return [leaf for part in state for leaf in leaves(part)]
    return [state]


def same(one, other):
    assert list(one) == list(other)
    for key in one:
        for left, right in zip(leaves(one[key]), leaves(other[key]), strict=True):
            assert left.dtype == right.dtype
            np.testing.assert_allclose(left.asnumpy(), right.asnumpy(), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name, case, dtype", [
    ("sgd_momentum", "sgd_momentum", "float16"),
    ("rmsprop_centered", "rmsprop_centered", "float32"),
    ("adam_schedule", "adam_schedule", "float32"),
    ("adam_schedule_p2", "adam_schedule", "float32"),
    ("adam_schedule_p0", "adam_schedule", "float32"),
])
def test_states_of_mxnet_are_read(name, case, dtype):
    _, ours = run(mx, case, dtype, steps=3)
    given = mx.optimizer.RMSProp(centered=True) if case == "rmsprop_centered" else mx.optimizer.SGD(
        multi_precision=True)
    updater = mx.optimizer.get_updater(given)
    updater.set_states((STATES / f"{name}.states").read_bytes())
    same(updater.states, ours.states)
    if case == "adam_schedule":
        assert type(updater.optimizer) is mx.optimizer.Adam
        assert updater.optimizer.num_update == 3
        assert type(updater.optimizer.lr_scheduler) is mx.lr_scheduler.FactorScheduler
        assert updater.optimizer.idx2name == dict(enumerate(NAMES))
    else:
        assert updater.optimizer is given


@pytest.mark.parametrize("name", ["sgd_momentum", "rmsprop_centered"])
def test_states_are_written_as_mxnet_does(name):
    content = (STATES / f"{name}.states").read_bytes()
    assert states.dumps(states.loads(content)) == content


@pytest.mark.parametrize("case", ["sgd_momentum", "adam_schedule", "lbsgd_scaled", "nadam", "lamb"])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_a_resumed_run_goes_on_as_if_unbroken(case, dtype):
    whole, _ = run(mx, case, dtype, steps=6)
    rng_values = {}
    weights, updater = run(mx, case, dtype, steps=3)
    resumed = mx.optimizer.get_updater(mx.optimizer.SGD())
    resumed.set_states(updater.get_states(dump_optimizer=True))
    rng = np.random.RandomState(3)
    for step in range(7):  # the weights, then the gradients of each step
        rng_values[step] = [mx.nd.array(rng.normal(size=shape), dtype=dtype) for shape in SHAPES]
    for step in range(4, 7):
        resumed(list(range(len(SHAPES))), rng_values[step], weights)
    for left, right in zip(weights, whole, strict=True):
        assert (left.asnumpy() == right.asnumpy()).all()


def test_loaded_states_move_to_their_weights():
    _, updater = run(mx, "sgd_momentum", "float32", steps=1)
    other = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    other.set_states(updater.get_states())
    weight = mx.nd.ones(SHAPES[0], ctx=mx.cpu(1))
    other(0, mx.nd.ones(SHAPES[0], ctx=mx.cpu(1)), weight)
    assert other.states[0].context == mx.cpu(1)
    assert other.sync_state_context([None, (weight,)], mx.cpu(0))[1][0].context == mx.cpu(0)


def test_names_as_bytes_and_strings():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    weight = mx.nd.ones((1,))
    updater([b"a", "b"], [weight.copy(), weight.copy()], [weight, weight.copy()])
    assert list(updater.states) == ["a", "b"]
    updater([], [], [])
    with pytest.raises(mx.MXNetError, match="2 indices, 1 gradients and 1 weights"):
        updater([0, 1], [weight], [weight])


class Mine(mx.lr_scheduler.LRScheduler):
    def __call__(self, num_update):
        return 0.125


def test_numpy_numbers_and_own_schedulers_survive():
    optimizer = mx.optimizer.SGD(learning_rate=np.float64(0.25), wd=np.float32(0.5), momentum=0.9)
    optimizer.lr_mult = {"a": np.int64(3), "b": np.float16(0.5), "c": np.bool_(True)}
    updater = mx.optimizer.get_updater(optimizer)
    other = mx.optimizer.get_updater(mx.optimizer.SGD())
    other.set_states(updater.get_states(dump_optimizer=True))
    assert (other.optimizer.lr, other.optimizer.wd) == (0.25, 0.5)
    assert other.optimizer.lr_mult == {"a": 3, "b": 0.5, "c": True}
    optimizer.lr_scheduler = Mine(0.5)
    other.set_states(updater.get_states(dump_optimizer=True))
    assert other.optimizer.learning_rate == 0.125


class Evil:
    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("content", [
    Evil(os.system, "true"), {0: Evil(eval, "1")}, {0: Evil(getattr, "", "join")}, Evil(bytearray, 9),
    {0: pathlib.Path("x")}, {0: Evil(np.load, "x")},
], ids=["system", "eval", "getattr", "size", "path", "load"])
def test_strangers_in_a_pickle_are_refused(content):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    with pytest.raises(mx.MXNetError, match="optimizer states"):
        updater.set_states(pickle.dumps(content))
    assert updater.states == {}


@pytest.mark.parametrize("content", [b"", b"garbage", pickle.dumps([1]), pickle.dumps(({}, 3))])
def test_other_bytes_are_refused(content):
    with pytest.raises(mx.MXNetError, match="no optimizer states"):
        mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(content)


def test_every_cut_and_flip_is_refused_or_read():
    """A damaged file raises MXNetError or is read; nothing else happens."""
    content = (STATES / "adam_schedule.states").read_bytes()
    rng = np.random.RandomState(0)
    for _ in range(300):
        damaged = bytearray(content[:rng.randint(1, len(content))] if rng.rand() < 0.3 else content)
        damaged[rng.randint(len(damaged))] ^= 1 << rng.randint(8)
        try:
            mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(bytes(damaged))
        except mx.MXNetError:
            pass
