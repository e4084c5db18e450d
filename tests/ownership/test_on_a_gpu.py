"""Every writer crossed with what is kept on a GPU: captured programs, steps, updates and metrics, staged batches."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ownership import Stamp
from mxnet.metric.captured import update as update_metric
from tests.ownership.writers import METHODS, OPTIMIZERS, WRITERS, values

pytestmark = pytest.mark.gpu
SHAPE = (4, 6)
RATE = 0.5


@pytest.fixture
def on_gpu():
    with mx.gpu():
        yield


def product(array, **kwargs):
    """Bind ``data * weight``, whose gradient is the weight."""
    net = mx.sym.MakeLoss(mx.sym.var("data") * mx.sym.var("weight"))
    return net.bind(mx.gpu(), {"data": mx.nd.ones(SHAPE), "weight": array}, **kwargs)


def inference(array):
    executor = product(array)
    return lambda: executor.forward()[0].asnumpy()


def two_calls(array):
    executor = product(array, args_grad={"data": mx.nd.zeros(SHAPE)})

    def read():
        executor.forward(is_train=True)
        executor.backward()
        return executor.grad_dict["data"].asnumpy()
    return read


def one_step(array):
    executor = product(array, args_grad={"data": mx.nd.zeros(SHAPE)})

    def read():
        executor.forward_backward()
        return executor.grad_dict["data"].asnumpy()
    return read


def update(array):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=RATE, wd=0))
    weight = mx.nd.zeros(SHAPE)

    def read():
        weight[:] = 0
        updater([0], [array], [weight])
        return weight.asnumpy() / -RATE
    return read


def metric(array):
    loss = mx.metric.Loss()

    def read():
        loss.reset()
        update_metric(loss, {}, {"pred": array}, mx.gpu())
        return loss.get()[1]
    return read


CACHES = {"inference": inference, "two_calls": two_calls, "one_step": one_step, "update": update, "metric": metric}
ALONE = ["as_torch_add", "as_torch_data", "as_torch_add_late", "dlpack_add", "dlpack_data_late", "view_add"]


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("writer", [*METHODS, *OPTIMIZERS, *ALONE])
def test_nothing_stale_is_read(on_gpu, writer, cache):
    writing = WRITERS[writer]()
    array = writing.make(SHAPE)
    assert array.context == mx.gpu()
    read = CACHES[cache](array)
    for _ in range(5):
        read()  # captured now, where it can be
    for _ in range(2):
        writing.write(array)
        expected = array.asnumpy().mean() if cache == "metric" else array.asnumpy()
        np.testing.assert_allclose(read(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_batch_that_was_sent_ahead(writer):
    from mxnet.module.staging import Staging
    writing, home = WRITERS[writer](), mx.nd.zeros(SHAPE, ctx=mx.gpu())
    array, staging = writing.make(SHAPE), Staging(home._data.device)
    for _ in range(2):
        staging.send([(home, array._data)])
        writing.write(array)
        staging.put([(home, array._data)])
        np.testing.assert_array_equal(home.asnumpy(), array.asnumpy())


@pytest.mark.parametrize("write", [lambda label: label.__setitem__(slice(None), 1),
                                   lambda label: label.as_torch().numpy().fill(1)], ids=["assign", "numpy"])
def test_a_label_that_is_on_the_gpu(write):
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    module = mx.mod.Module(net, context=mx.gpu())
    module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    module.init_params()
    label = mx.nd.zeros(4, ctx=mx.cpu())
    batch = mx.io.DataBatch([mx.nd.ones((4, 3), ctx=mx.cpu())], [label])
    module.forward(batch, is_train=False)
    chosen = module.get_outputs()[0].asnumpy().argmax(1)
    metric = mx.metric.create("acc")
    module.update_metric(metric, [label])
    assert metric.get()[1] == (chosen == 0).mean()
    metric.reset()
    write(label)
    module.update_metric(metric, [label])
    assert metric.get()[1] == (chosen == 1).mean()


def test_replays_tell_what_they_write(on_gpu):
    weight, gradient = mx.nd.array(values(SHAPE)), mx.nd.zeros(SHAPE)
    executor = product(weight, args_grad={"weight": gradient})
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=RATE, momentum=0.9))
    for _ in range(8):
        executor.forward_backward()
        before = Stamp([weight._data]), Stamp([gradient._data])
        executor.forward_backward()
        updater([0], [gradient], [weight])
        assert not before[0].is_current([weight._data]) and not before[1].is_current([gradient._data])


def test_a_sparse_gradient_of_a_replay(on_gpu):
    net = mx.sym.MakeLoss(mx.sym.sum(mx.sym.Embedding(mx.sym.var("data"), mx.sym.var("weight", stype="row_sparse"),
                                                      input_dim=5, output_dim=2, sparse_grad=True)))
    executor = net.simple_bind(mx.gpu(), data=(3,), grad_req={"weight": "write", "data": "null"})
    for row in (0, 1, 2, 3, 4, 0):
        executor.arg_dict["data"][:] = row
        executor.forward_backward()
        found = executor.grad_dict["weight"]
        expected = np.zeros((5, 2))
        expected[row] = 3
        np.testing.assert_array_equal(found.asnumpy(), expected)
        np.testing.assert_array_equal(found._data.cpu().numpy(), expected)
        assert torch.equal(found._data, found.tostype("default")._data)
