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


@pytest.fixture(params=[pytest.param("gpu", marks=pytest.mark.gpu), "emulated"])
def captured_context(request):
    """Where steps are captured: a GPU, or what stands for one."""
    if request.param == "emulated":
        request.getfixturevalue("emulated_cuda")
        return mx.cpu()
    return mx.gpu(0)


def test_steps_on_a_gpu_stay_captured(captured_context):
    def fitted(kvstore):
        mx.random.seed(1)
        random = np.random.RandomState(1)
        data = mx.io.NDArrayIter(random.rand(24, 6).astype("float32"), random.randint(0, 4, 24), 4)
        hidden = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="a"),
                                   act_type="relu")
        module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=4, name="b"),
                                                    name="softmax"), context=captured_context)
        module.fit(data, num_epoch=3, kvstore=kvstore, optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
        return module
    alone, together = fitted("device"), fitted("dist_device_sync")
    executor = together._exec_group.execs[0]
    assert executor.is_captured and executor.is_one_graph, executor.debug_str()
    for name, value in alone.get_params()[0].items():
        np.testing.assert_array_equal(together.get_params()[0][name].asnumpy(), value.asnumpy(), err_msg=name)


def test_nccl_is_a_store_of_one_process():
    store = mx.kv.create("nccl")
    assert (store.type, store.rank, store.num_workers) == ("nccl", 0, 1)
    contexts = [mx.cpu(0), mx.cpu(1)]
    outs = [mx.nd.zeros(3, ctx) for ctx in contexts]
    store.init("w", mx.nd.zeros(3))
    store.pushpull("w", [mx.nd.ones(3, ctx) for ctx in contexts], out=outs)
    assert all((out.asnumpy() == 2).all() for out in outs)


def test_the_bound_of_big_arrays_is_checked(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_BIGARRAY_BOUND", "many")
    with pytest.raises(mx.MXNetError, match="MXNET_KVSTORE_BIGARRAY_BOUND"):
        mx.kv.create("dist_sync").init("w", mx.nd.ones(3))


def test_the_limit_is_checked(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "-1")
    with pytest.raises(mx.MXNetError, match="positive number of seconds"):
        dist.limit()
