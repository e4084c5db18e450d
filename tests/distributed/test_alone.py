"""A program that makes a distributed store without a launcher is a group of one."""
import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet.kvstore import distributed as dist

from .launching import clean_environment


@pytest.fixture(autouse=True)
def no_launcher(monkeypatch):
    monkeypatch.setattr(dist, "_groups", {})
    kept = clean_environment()
    for name in ("DMLC_ROLE", "RANK", "WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_STEP_NUM_TASKS"):
        if name not in kept:
            monkeypatch.delenv(name, raising=False)


def test_it_says_so(caplog):
    with caplog.at_level(logging.WARNING):
        store = mx.kv.create("dist_sync")
    assert "group of one" in caplog.text and (store.rank, store.num_workers) == (0, 1)


@pytest.mark.parametrize("name", ["dist", "dist_sync", "dist_async", "dist_device_sync", "dist_sync_device"])
def test_every_store_keeps_its_name_and_updates(name):
    store = mx.kv.create(name)
    assert store.type == name and store.is_capable("optimizer")
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.1))
    store.init("w", mx.nd.ones(3))
    out = mx.nd.zeros(3)
    for gradient in (1, 2):
        store.push("w", mx.nd.ones(3) * gradient)
        store.pull("w", out=out)
    np.testing.assert_allclose(out.asnumpy(), 0.7, rtol=1e-6)
    store._barrier()


def test_a_module_needs_no_store_then():
    data = mx.io.NDArrayIter(np.ones((8, 3), "float32"), np.zeros(8), 4)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2),
                                                name="softmax"))
    module.fit(data, num_epoch=1, kvstore="dist_device_sync")
    assert module._kvstore is None and module._updater is not None  # the whole step can be one CUDA graph


def test_the_bound_of_big_arrays_is_checked(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_BIGARRAY_BOUND", "many")
    with pytest.raises(mx.MXNetError, match="MXNET_KVSTORE_BIGARRAY_BOUND"):
        mx.kv.create("dist_sync").init("w", mx.nd.ones(3))


def test_the_limit_is_checked(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "-1")
    with pytest.raises(mx.MXNetError, match="positive number of seconds"):
        dist.limit()
