"""Seeds: which calls repeat, which do not, and whose generators are left alone."""
import subprocess
import sys
import threading

import numpy as np
import pytest
import torch

import mxnet as mx

DRAWS = {
    "uniform": lambda **k: mx.nd.random.uniform(shape=(3, 4), **k),
    "normal": lambda **k: mx.nd.random.normal(shape=(3, 4), **k),
    "gamma": lambda **k: mx.nd.random.gamma(2, 3, shape=(3, 4), **k),
    "exponential": lambda **k: mx.nd.random.exponential(2, shape=(3, 4), **k),
    "poisson": lambda **k: mx.nd.random.poisson(30, shape=(3, 4), **k),
    "negative_binomial": lambda **k: mx.nd.random.negative_binomial(40, 0.5, shape=(3, 4), **k),
    "randint": lambda **k: mx.nd.random.randint(0, 10**6, shape=(3, 4), **k),
}
ARRAYS = {
    "sample": lambda: mx.nd.random.normal(mx.nd.zeros((2,)), mx.nd.ones((2,)), shape=(5,)),
    "like": lambda: mx.nd.random.uniform_like(mx.nd.zeros((3, 4))),
    "multinomial": lambda: mx.nd.random.multinomial(mx.nd.ones((20,)) / 20, shape=(30,)),
    "shuffle": lambda: mx.nd.random.shuffle(mx.nd.arange(30)),
    "zipfian": lambda: mx.nd._internal._sample_unique_zipfian(10**6, shape=(2, 9))[0],
    "dropout": lambda: trained(mx.nd.Dropout, mx.nd.ones((40,))),
}


def trained(function, *args):
    with mx.autograd.train_mode():
        return function(*args)


@pytest.mark.parametrize("name", [*DRAWS, *ARRAYS])
def test_a_seed_repeats_its_bits(name):
    draw = DRAWS.get(name) or ARRAYS[name]
    mx.random.seed(11)
    first, second = draw().asnumpy(), draw().asnumpy()
    mx.random.seed(11)
    np.testing.assert_array_equal(draw().asnumpy(), first)
    np.testing.assert_array_equal(draw().asnumpy(), second)
    assert not np.array_equal(first, second)
    mx.random.seed(12)
    assert not np.array_equal(draw().asnumpy(), first)


@pytest.mark.parametrize("name", DRAWS)
def test_contexts_have_streams_of_their_own(name):
    draw = DRAWS[name]
    mx.random.seed(5)
    zero, one = draw(ctx=mx.cpu(0)).asnumpy(), draw(ctx=mx.cpu(1)).asnumpy()
    assert not np.array_equal(zero, one)
    mx.random.seed(5)
    np.testing.assert_array_equal(draw(ctx=mx.cpu(1)).asnumpy(), one)
    np.testing.assert_array_equal(draw(ctx=mx.cpu(0)).asnumpy(), zero)


def test_one_context_may_be_seeded():
    mx.random.seed(5)
    other = DRAWS["normal"](ctx=mx.cpu(3)).asnumpy()
    mx.random.seed(5)
    mx.random.seed(9, ctx=mx.cpu(0))
    zero = DRAWS["normal"](ctx=mx.cpu(0)).asnumpy()
    np.testing.assert_array_equal(DRAWS["normal"](ctx=mx.cpu(3)).asnumpy(), other)
    mx.random.seed(9, ctx=mx.cpu(1))
    np.testing.assert_array_equal(DRAWS["normal"](ctx=mx.cpu(1)).asnumpy(), zero)


def test_seed_wants_a_whole_number():
    for bad in ("x", None, 1.5):
        with pytest.raises(ValueError, match="seed_state must be int"):
            mx.random.seed(bad)
    mx.random.seed(np.int64(3))
    mx.random.seed(-3)


def test_other_generators_are_left_alone():
    torch.manual_seed(3)
    np.random.seed(3)
    torch_before, numpy_before = torch.random.get_rng_state(), np.random.get_state()[1].copy()
    for draw in [*DRAWS.values(), *ARRAYS.values()]:
        draw()
    mx.random.seed(100)
    assert torch.equal(torch.random.get_rng_state(), torch_before)
    np.testing.assert_array_equal(np.random.get_state()[1], numpy_before)


def test_torch_seed_means_nothing_to_us():
    mx.random.seed(4)
    first = DRAWS["normal"]().asnumpy()
    mx.random.seed(4)
    torch.manual_seed(99)
    np.testing.assert_array_equal(DRAWS["normal"]().asnumpy(), first)


def test_an_unseeded_program_repeats():
    code = "import mxnet as mx; print(mx.nd.random.uniform(shape=(4,)).asnumpy().tolist())"
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
            for _ in range(2)}
    assert len(runs) == 1


def test_threads_share_a_context_without_repeating():
    found = []

    def draw():
        found.append(np.concatenate([mx.nd.random.uniform(shape=(50,)).asnumpy() for _ in range(20)]))
    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = np.concatenate(found)
    assert len(np.unique(everything)) > 0.999 * len(everything)
