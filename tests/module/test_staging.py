"""Batches on their way to a GPU arrive as they were sent, whatever happens between sending and use."""
import numpy as np
import pytest

import mxnet as mx

BATCH = 4


def network():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def bound(ctx, batch=BATCH):
    module = mx.mod.Module(network(), context=ctx)
    module.bind([("data", (batch, 5))], [("softmax_label", (batch,))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    return module


def batch_of(seed, size=BATCH, label_type="float32", ctx=None):
    rng = np.random.RandomState(seed)
    return mx.io.DataBatch([mx.nd.array(rng.rand(size, 5), ctx=ctx)],
                           [mx.nd.array(rng.randint(0, 3, size), dtype=label_type)])


def inputs_of(module):
    arrays = module._exec_group.execs[0].arg_dict
    return arrays["data"].asnumpy(), arrays["softmax_label"].asnumpy()


def assert_holds(module, batch):
    data, label = inputs_of(module)
    np.testing.assert_array_equal(data, batch.data[0].asnumpy())
    np.testing.assert_array_equal(label, batch.label[0].asnumpy())


def step(module, batch, ahead=True):
    """Send a batch and use it; it must have arrived."""
    if ahead:
        module.prepare(batch)
    module.forward_backward(batch)
    assert_holds(module, batch)


@pytest.mark.gpu
@pytest.mark.parametrize("label_type", ["float32", "int32"])
def test_batches_arrive(label_type):
    module = bound(mx.gpu())
    batches = [batch_of(seed, label_type=label_type) for seed in range(6)]
    for batch, following in zip(batches, batches[1:]):
        step(module, batch, ahead=False)
        module.update()
        module.prepare(following)


@pytest.mark.gpu
def test_small_inputs_lie_side_by_side_and_large_ones_stay():
    small = bound(mx.gpu())._exec_group.execs[0].arg_dict
    places = [small[name]._data.untyped_storage().data_ptr() for name in ("data", "softmax_label")]
    assert places[0] == places[1]
    large = bound(mx.gpu(), batch=1 << 18)._exec_group.execs[0].arg_dict
    assert large["data"]._data.untyped_storage().data_ptr() != large["softmax_label"]._data.untyped_storage().data_ptr()


@pytest.mark.gpu
def test_a_batch_that_changed_after_it_was_sent():
    module = bound(mx.gpu())
    batch = batch_of(1)
    module.prepare(batch)
    batch.data[0][:] = 7
    step(module, batch, ahead=False)
    module.prepare(batch)
    batch.label = [mx.nd.ones(BATCH)]
    step(module, batch, ahead=False)


@pytest.mark.gpu
def test_batches_that_were_sent_and_never_used():
    module = bound(mx.gpu())
    for seed in range(5):
        module.prepare(batch_of(seed))
    for seed in (7, 8):
        step(module, batch_of(seed), ahead=False)


@pytest.mark.gpu
def test_another_shape_between_sending_and_use():
    module = bound(mx.gpu())
    batch, other = batch_of(1), batch_of(2, size=6)
    module.prepare(batch)
    module.forward(other, is_train=False)
    assert_holds(module, other)
    step(module, batch, ahead=False)


@pytest.mark.gpu
def test_data_that_is_on_the_gpu_already_and_labels_that_are_not():
    module = bound(mx.gpu())
    for seed in range(4):
        step(module, batch_of(seed, ctx=mx.gpu()))


@pytest.mark.gpu
def test_inputs_exchanged_for_others():
    module = bound(mx.gpu())
    module.forward_backward(batch_of(0))
    executor = module._exec_group.execs[0]
    executor.arg_dict["data"]._data = executor.arg_dict["data"]._data.clone()
    for seed in (1, 2):
        step(module, batch_of(seed))


@pytest.mark.gpu
def test_prediction_without_labels():
    module = bound(mx.gpu())
    batch = mx.io.DataBatch([mx.nd.array(np.eye(BATCH, 5))], None)
    for _ in range(3):
        module.prepare(batch)
        module.forward(batch, is_train=False)
        np.testing.assert_array_equal(inputs_of(module)[0], np.eye(BATCH, 5))


@pytest.mark.gpu
def test_training_is_that_on_a_cpu():
    found = []
    for ctx in (mx.cpu(), mx.gpu()):
        module = bound(ctx)
        metric = mx.metric.create(["acc", "ce"])
        for seed in range(12):
            batch = batch_of(seed)
            module.prepare(batch)
            module.forward_backward(batch)
            module.update()
            module.update_metric(metric, batch.label)
        found.append([module.get_params()[0]["fc_weight"].asnumpy(), metric.get()[1]])
    np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found[0][1], found[1][1], rtol=1e-5)
