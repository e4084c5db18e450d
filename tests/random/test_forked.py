"""A forked child has none of its parent's GPUs: it keeps the generators of the host and forgets the others."""
import os

import pytest
import torch

import mxnet as mx
from mxnet.core import rng


class _OnAGpu:
    """A generator that cannot be used in a child."""

    device = torch.device("cuda")

    def manual_seed(self, seed):
        raise RuntimeError("CUDA error: initialization error")

    def get_state(self):
        raise RuntimeError("CUDA error: initialization error")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_child_seeds_what_it_has(monkeypatch):
    mx.nd.random.uniform()
    monkeypatch.setitem(rng._generators, mx.gpu(0), _OnAGpu())
    child = os.fork()
    if not child:
        try:
            mx.random.seed(3)
            rng.states()
            os._exit(mx.gpu(0) in rng._generators or mx.cpu(0) not in rng._generators)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert mx.gpu(0) in rng._generators
