"""States files from strangers: MXNetError is all that comes out, in time and memory in proportion to the file."""
import pickle
import resource
import struct
import time
import tracemalloc

import numpy as np
import pytest

import mxnet as mx


def take(content, optimizer=None):
    updater = mx.optimizer.get_updater(optimizer or mx.optimizer.SGD(momentum=0.9))
    updater.set_states(content if isinstance(content, bytes) else pickle.dumps(content, protocol=4))
    return updater


def nested(depth):
    state = ()
    for _ in range(depth):
        state = (state, state)
    return state


CASES = {
    "memo index": b"\x80\x04Nr\xff\xff\xff\x07.",
    "memo index in digits": b"Np999999999\n.",
    "shared tuples": {0: nested(40)},
    "shared tuples of arrays' numbers": {key: nested(20) for key in range(20)},
    "deep tuples": b"\x80\x04}K\x00)" + b"\x85" * 200_000 + b"s.",
    "deep lists": b"\x80\x04}K\x00" + b"]" * 100_000 + b"a" * 99_999 + b"s.",
    "deep key": b"\x80\x04})" + b"\x85" * 200_000 + b"Ns.",
    "deep keys": b"\x80\x04}()" + b"\x85" * 200_000 + b"Nu.",
    "long bytearray": b"\x80\x05}K\x00\x96" + struct.pack("<Q", 2**40) + b"xs.",
    "long bytes": b"\x80\x04}K\x00\x8e" + struct.pack("<Q", 2**40) + b"xs.",
    "long frame": b"\x80\x04\x95" + struct.pack("<Q", 2**60) + b"}K\x00K\x00s.",
    "a text": {0: "abc"},
    "bytes": {0: b"abc"},
    "a number": {0: 5},
    "key": {1.5: None},
    "no dict": [1],
    "a class": b"\x80\x04}K\x00\x8c\x19mxnet.optimizer.optimizer\x8c\x03SGD\x93s.",
    "an empty array": b"\x80\x04}K\x00\x8c\x15mxnet.ndarray.ndarray\x8c\x07NDArray\x93N\x85\x81s.",
    "an array of None": b"\x80\x04}K\x00\x8c\x15mxnet.ndarray.ndarray\x8c\x07NDArray\x93)\x81}b.",
    "a scheduler's class filled": b"\x80\x04\x8c\x12mxnet.lr_scheduler\x8c\x0fFactorScheduler\x93N}\x8c\x04step"
                                  b"K\x00s\x86b.",
    "a constructor": b"\x80\x04\x8c\x19mxnet.optimizer.optimizer\x8c\x03SGD\x93)R.",
}


@pytest.mark.parametrize("name", CASES)
def test_hostile_pickles(name):
    content = CASES[name]
    content = content if isinstance(content, bytes) else pickle.dumps(content, protocol=4)
    with pytest.raises(mx.MXNetError):
        take({0: 5})  # what is imported at the first call is not the file's
    tracemalloc.start()
    start = time.perf_counter()
    try:
        with pytest.raises(mx.MXNetError, match="(?i)state"):
            take(content)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000 + 100 * len(content)
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - start < 5
    assert isinstance(mx.lr_scheduler.FactorScheduler(3).step, int)


def test_the_same_bytes_over_and_over():
    state = np.zeros(250_000, "float32").tobytes()
    copies = b"".join(b"h\x00h\x01\x85R0" for _ in range(2000))
    content = (b"\x80\x04cbuiltins\nbytearray\nq\x00B" + struct.pack("<I", len(state)) + state + b"q\x010" + copies
               + b"N.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(mx.MXNetError, match="over and over"):
        take(content)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_a_sparse_state_that_claims_to_be_large_is_not_made_dense():
    state = mx.nd.sparse.zeros("row_sparse", (2**40, 8))
    from mxnet.optimizer import states
    updater = take(states.dumps({0: state}))
    with pytest.raises(mx.MXNetError, match="the state of parameter 0"):
        updater(0, mx.nd.ones((3, 8)), mx.nd.ones((3, 8)))


@pytest.mark.parametrize("attribute, value", [("_step", 5), ("lr", "fast"), ("momentum", [1]), ("lr_mult", 3),
                                              ("_all_index_update_counts", {0: 3}), ("num_update", 1.5),
                                              ("lr_scheduler", 0.1)])
def test_an_optimizer_with_strange_attributes_is_refused(attribute, value):
    optimizer = mx.optimizer.SGD()
    vars(optimizer)[attribute] = value
    from mxnet.optimizer import states
    with pytest.raises(mx.MXNetError, match=f"attribute {attribute}"):
        take(states.dumps(({}, optimizer)))


def test_a_broken_record_is_refused_and_nothing_changes():
    from mxnet.optimizer import record, states
    good = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    good(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    for change in ({"num_update": -1}, {"num_update": "x"}, {"counts": {0: [1]}}, {"counts": {0: {0: "x"}}},
                   {"names": {0: 3}}, {"scheduler": {"name": 3}}, {"carried": 3}, {"keeps": ("mean", "variance")},
                   {"keeps": None}, {"optimizer": None}):
        updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
        with pytest.raises(mx.MXNetError, match="states"):
            updater.set_states(states.dumps(good.states, {**record.write(good.optimizer), **change}))
        assert updater.states == {} and updater.optimizer.num_update == 0
    whole = good.get_states()
    start = len(states.dumps(good.states)) + len(b"\nremixnet record 1\n")
    for end in range(start, len(whole), 7):
        with pytest.raises(mx.MXNetError, match="states"):
            take(whole[:end])


@pytest.mark.parametrize("optimizer, carried", [(mx.optimizer.Nadam, {"m_schedule": "x"}),
                                                (mx.optimizer.Nadam, {"m_schedule": None}),
                                                (mx.optimizer.LARS, {"cur_lr": [1]}),
                                                (mx.optimizer.LBSGD, {"cumgrads": {0: {"cum_grad": 0}}})])
def test_what_a_rule_carries_is_checked(optimizer, carried):
    from mxnet.optimizer import record, states
    with pytest.raises(mx.MXNetError, match=f"for {next(iter(carried))}"):
        take(states.dumps({}, {**record.write(optimizer()), "carried": carried}), optimizer())


@pytest.mark.parametrize("change", [{"step": 0}, {"step": "x"}, {"warmup_steps": None}, {"base_lr": [1]}])
def test_a_scheduler_that_could_not_be_made_is_refused(change):
    from mxnet.optimizer import states
    scheduler = mx.lr_scheduler.FactorScheduler(3)
    vars(scheduler).update(change)
    with pytest.raises(mx.MXNetError, match=f"attribute {next(iter(change))}"):
        take(states.dumps(({}, mx.optimizer.SGD(lr_scheduler=scheduler))))


def test_a_scheduler_far_behind_catches_up_in_time():
    start = time.perf_counter()
    for factor in (1.0, 0.5):
        scheduler = mx.lr_scheduler.FactorScheduler(1, factor, base_lr=1.0)
        scheduler(2**50)
        assert scheduler.count == 2**50 - 1
    assert time.perf_counter() - start < 5
