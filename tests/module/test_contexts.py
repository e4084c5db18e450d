"""Several contexts: the numbers of one, replicas at once, threads that go, torch's settings left alone."""
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.module.replicas import ReplicaThreads
from tests.module.test_module import iterator, start, train

TWO = [mx.cpu(0), mx.cpu(1)]


def replica_threads():
    return {thread for thread in threading.enumerate() if thread.name.startswith("mxnet-replica")}


def plain_net():
    """Describe a network whose gradient does not depend on how the batch is cut: no batch normalisation."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=4, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


# ---- numbers ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("kvstore", ["local", "device", None])
@pytest.mark.parametrize("count, load", [(2, None), (2, [1, 3]), (3, None), (4, [4, 3, 2, 1])])
def test_the_numbers_of_one(problem, kvstore, count, load):
    data = iterator(problem)
    one = train(start(plain_net(), data), data)
    many = start(plain_net(), data, context=[mx.cpu(i) for i in range(count)], work_load_list=load)
    if kvstore is None:  # nothing sums the gradients: every replica goes its own way, and the mean is shown
        assert any(not np.allclose(value, one[name]) for name, value in train(many, data, kvstore=None).items())
        return
    for name, value in train(many, data, kvstore=kvstore).items():
        np.testing.assert_allclose(value, one[name], rtol=2e-4, atol=1e-5)


@pytest.mark.parametrize("on_kvstore", ["0", "1"])
def test_wherever_the_update_runs(problem, on_kvstore, monkeypatch):
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", on_kvstore)
    data = iterator(problem)
    module = start(plain_net(), data, context=TWO)
    found = train(module, data)
    assert module._update_on_kvstore is (on_kvstore == "1")
    for name, value in train(start(plain_net(), data), data).items():
        np.testing.assert_allclose(found[name], value, rtol=2e-4, atol=1e-5)


def test_prediction_scores_and_metrics(net, problem):
    data = mx.io.NDArrayIter(*problem, 48)  # the last batch is padded
    one, two = start(net, data), start(net, data, context=TWO)
    np.testing.assert_allclose(two.predict(data).asnumpy(), one.predict(data).asnumpy(), rtol=1e-5)
    assert dict(two.score(data, ["acc", "ce"])) == pytest.approx(dict(one.score(data, ["acc", "ce"])), rel=1e-5)


def test_outputs_and_input_gradients_are_joined(net, problem):
    data = iterator(problem)
    module = mx.mod.Module(net, context=TWO)
    module.bind(data.provide_data, data.provide_label, inputs_need_grad=True)
    module.init_params(mx.init.Xavier())
    module.forward_backward(next(data))
    assert module.get_outputs()[0].shape == (32, 4)
    assert [array.shape for array in module.get_outputs(merge_multi_context=False)[0]] == [(16, 4), (16, 4)]
    assert module.get_input_grads()[0].shape == (32, 8)


def test_a_batch_along_another_axis(problem):
    net = mx.sym.MakeLoss(mx.sym.sum(mx.sym.Variable("data", __layout__="TN"), axis=0), name="out")
    module = mx.mod.Module(net, label_names=None, context=TWO)
    module.bind([mx.io.DataDesc("data", (5, 8), layout="TN")])
    module.init_params()
    values = np.arange(40).reshape(5, 8)
    module.forward(mx.io.DataBatch([mx.nd.array(values)]))
    assert module.get_outputs()[0].asnumpy().tolist() == values.sum(0).tolist()


# ---- threads ------------------------------------------------------------------------------------------

class Meeting(mx.operator.CustomOp):
    """Passes data on once both replicas are inside it; alone it waits in vain."""

    point = threading.Barrier(2)
    seen: set = set()

    def forward(self, is_train, req, in_data, out_data, aux):
        self.point.wait(timeout=20)
        self.seen.add(threading.get_ident())
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.point.wait(timeout=20)
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("meeting")
class MeetingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Meeting()


@mx.operator.register("refusing")
class RefusingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Refusing()


class Refusing(mx.operator.CustomOp):
    """Fails on zeros at once; works a while on anything else."""

    done: list = []

    def forward(self, is_train, req, in_data, out_data, aux):
        if not in_data[0].asnumpy().any():
            raise ValueError("not on this one")
        time.sleep(0.1)
        self.done.append(threading.get_ident())


def bound(op_type):
    module = mx.mod.Module(mx.sym.Custom(mx.sym.Variable("data"), op_type=op_type), label_names=None, context=TWO)
    module.bind([("data", (4, 3))], inputs_need_grad=True)
    module.init_params()
    return module


def test_replicas_are_at_work_at_once():
    module = bound("meeting")
    module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))]), is_train=True)
    module.backward([mx.nd.ones((4, 3)) * 2])
    assert (module.get_input_grads()[0].asnumpy() == 2).all()
    assert len(Meeting.seen) == 2 and threading.get_ident() not in Meeting.seen


def test_an_error_comes_when_all_are_done():
    module = bound("refusing")
    with pytest.raises(Exception, match="not on this one"):
        module.forward(mx.io.DataBatch([mx.nd.array([[0] * 3] * 2 + [[1] * 3] * 2)]), is_train=True)
    assert len(Refusing.done) == 1


def test_threads_go_with_the_module(problem):
    before = replica_threads()
    data = iterator(problem)
    module = start(plain_net(), data, context=[mx.cpu(i) for i in range(4)])
    assert not replica_threads() - before  # none before the first step
    train(module, data, epochs=1)
    ours = replica_threads() - before
    assert len(ours) == 4
    del module
    gc.collect()
    for thread in ours:
        thread.join(timeout=10)
        assert not thread.is_alive()


def test_buckets_share_their_threads():
    def net(length):
        embed = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=5, output_dim=4, name="embed")
        out = mx.sym.FullyConnected(mx.sym.sum(embed, axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)
    before = replica_threads()
    module = mx.mod.BucketingModule(net, default_bucket_key=8, context=TWO)
    module.bind([("data", (4, 8))], [("softmax_label", (4,))])
    module.init_params()
    for length in (8, 5, 3):
        module.forward(mx.io.DataBatch([mx.nd.ones((4, length))], [mx.nd.zeros(4)], bucket_key=length,
                                       provide_data=[("data", (4, length))], provide_label=[("softmax_label", (4,))]))
    assert len(replica_threads() - before) == 2


def test_torch_keeps_its_threads(problem):
    def of_a_new_thread():
        found = []
        thread = threading.Thread(target=lambda: found.append(torch.get_num_threads()))
        thread.start()
        thread.join()
        return found[0]
    cores = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        module = mx.mod.Module(plain_net(), context=TWO)
        module.fit(iterator(problem), num_epoch=1)
        assert torch.get_num_threads() == of_a_new_thread() == 3
    finally:
        torch.set_num_threads(cores)


def test_a_program_can_cut_a_batch_itself():
    from mxnet.executor_manager import _split_input_slice
    assert _split_input_slice(10, [1, 2, 1]) == [slice(0, 2), slice(2, 7), slice(7, 10)]
    with pytest.raises(ValueError, match="Too many slices"):
        mx.executor_manager._split_input_slice(1, [1, 1])


def test_an_interrupt_while_the_threads_of_replicas_start_leaves_none_waiting(monkeypatch):
    started = threading.active_count()
    replicas = ReplicaThreads(3)
    submit = ThreadPoolExecutor.submit

    def interrupted(pool, function, *args):
        if len(pool._threads) == 2:
            raise KeyboardInterrupt
        return submit(pool, function, *args)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replicas._start()
    deadline = time.monotonic() + 30
    while threading.active_count() > started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == started
