"""The snippets of the documents that the project grew from, with the values they print."""
import logging

import numpy as np
import pytest

import mxnet as mx


def close(array, expected, rtol=1e-6):
    np.testing.assert_allclose(array.asnumpy(), expected, rtol=rtol)


def test_imperative_sum_times():
    a, b, c = mx.nd.array([1]), mx.nd.array([2]), mx.nd.array([3])
    d = (a + b) * c
    close(d, [9])
    assert d.asscalar() == 9.0


def sum_times():
    a, b, c = mx.sym.Variable("a"), mx.sym.Variable("b"), mx.sym.Variable("c")
    return (a + b) * c, {"a": mx.nd.array([1]), "b": mx.nd.array([2]), "c": mx.nd.array([3])}


def test_symbolic_sum_times():
    d, args = sum_times()
    executor = d.bind(ctx=mx.cpu(), args=args)
    executor.forward()
    close(executor.outputs[0], [9])


def test_gradient_of_sum_times_is_three():
    d, args = sum_times()
    grad_a = mx.nd.empty(1)
    executor = d.bind(ctx=mx.cpu(), args=args, args_grad={"a": grad_a})
    with pytest.warns(UserWarning, match="without calling forward"):  # as the document does it
        executor.backward(out_grads=mx.nd.ones(1))
    assert grad_a.asscalar() == 3.0


def test_loss_head_gives_probabilities_and_gradients():
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, name="fc", num_hidden=6)
    net = mx.sym.Activation(net, name="relu", act_type="relu")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    args = {"data": mx.nd.ones((1, 4)), "fc_weight": mx.nd.ones((6, 4)),
            "fc_bias": mx.nd.array((1, 4, 4, 4, 5, 6)), "softmax_label": mx.nd.ones(1)}
    args_grad = {"fc_weight": mx.nd.zeros((6, 4)), "fc_bias": mx.nd.zeros(6)}
    executor = net.bind(ctx=mx.cpu(), args=args, args_grad=args_grad)
    out = executor.forward(is_train=True)[0].copy()
    probabilities = [0.00378404, 0.07600445, 0.07600445, 0.07600445, 0.20660152, 0.5616011]
    close(out, [probabilities], rtol=1e-5)
    executor.backward()
    expected = np.array(probabilities)
    expected[1] -= 1
    close(executor.grad_arrays[1], np.repeat(expected[:, None], 4, axis=1), rtol=1e-5)


def test_head_gradients_of_a_plain_output():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    c = 2 * a + b
    args = {"a": mx.nd.array([1, 2]), "b": mx.nd.array([2, 3])}
    args_grad = {"a": mx.nd.zeros(2), "b": mx.nd.zeros(2)}
    executor = c.bind(ctx=mx.cpu(), args=args, args_grad=args_grad)
    out = executor.forward(is_train=True)[0].copy()
    close(out, [4, 7])
    executor.backward(out)
    close(executor.grad_arrays[0], [8, 14])
    close(executor.grad_arrays[1], [4, 7])


def test_in_place_updates_are_seen_and_rebound_names_are_not():
    x = mx.sym.Variable("x")
    array = mx.nd.array([1.0, 2.0])
    executor = (2 * x).bind(mx.cpu(), [array], [mx.nd.zeros(2)])
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(2))
    for value, grad in zip(executor.arg_arrays, executor.grad_arrays):
        value -= grad
    close(executor.forward()[0], [-2, 0])
    for value, grad in zip(executor.arg_arrays, executor.grad_arrays):
        value = value - grad
    close(executor.forward()[0], [-2, 0])


def test_bound_array_is_the_users_own():
    x = mx.sym.Variable("x")
    array = mx.nd.array([1.0, 2.0])
    executor = (x + 1).bind(ctx=mx.cpu(), args=[array])
    executor.forward()
    close(executor.outputs[0], [2, 3])
    array[1] = 3.0
    executor.forward()
    close(executor.outputs[0], [2, 4])


def test_simple_bind_without_gradients():
    x = mx.sym.Variable("x")
    y = mx.sym.FullyConnected(x, num_hidden=4)
    executor = y.simple_bind(mx.cpu(), x=(5, 4), grad_req="null")
    assert executor.forward()[0].shape == (5, 4)
    assert all(grad is None for grad in executor.grad_arrays)


def test_copy_params_and_backward():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    d = 2 * a + b
    assert d.list_arguments() == ["a", "b"]
    executor = d.simple_bind(mx.cpu(), a=(1,), b=(1,))
    executor.copy_params_from(arg_params={"a": mx.nd.array([1.0]), "b": mx.nd.array([2.0])})
    close(executor.forward(is_train=True)[0], [4])
    executor.backward(out_grads=mx.nd.array([1.0]))
    close(executor.grad_dict["a"], [2])
    close(executor.grad_dict["b"], [1])


def test_arguments_added_to_in_place():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    executor = (2 * a + b).simple_bind(mx.cpu(), a=(1,), b=(1,))
    executor.forward()
    close(executor.outputs[0], [0])
    for value in executor.arg_arrays:
        value += mx.nd.array([1])
    executor.forward()
    close(executor.outputs[0], [3])


def test_inference_of_shapes_and_types():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    c = a + b
    arg_shapes, out_shapes, _ = c.infer_shape(a=(2, 3), b=(2, 3))
    arg_types, out_types, _ = c.infer_type(a="float32", b="float32")
    assert dict(zip(c.list_arguments(), arg_shapes)) == {"a": (2, 3), "b": (2, 3)}
    assert dict(zip(c.list_outputs(), out_shapes)) == {c.list_outputs()[0]: (2, 3)}
    assert arg_types == [np.float32, np.float32]
    assert out_types == [np.float32]


def residual_block(data, filters):
    body = mx.sym.Convolution(data, num_filter=filters, kernel=(3, 3), pad=(1, 1), no_bias=True)
    body = mx.sym.Activation(mx.sym.BatchNorm(body, fix_gamma=False), act_type="relu")
    body = mx.sym.BatchNorm(mx.sym.Convolution(body, num_filter=filters, kernel=(3, 3), pad=(1, 1), no_bias=True))
    return mx.sym.Activation(body + data, act_type="relu")


def test_arguments_inferred_and_bound_by_name():
    """The C++ document's flow: known inputs, all other arrays made from inferred shapes, then bind."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=8, kernel=(3, 3), pad=(1, 1))
    net = residual_block(residual_block(net, 8), 8)
    net = mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10), name="softmax")
    known = {"data": mx.nd.ones((2, 3, 16, 16)), "softmax_label": mx.nd.zeros((2,))}
    arg_shapes, out_shapes, aux_shapes = net.infer_shape(**{name: array.shape for name, array in known.items()})
    args = {name: known.get(name, mx.nd.random.normal(0, 0.1, shape=shape))
            for name, shape in zip(net.list_arguments(), arg_shapes)}
    aux = [mx.nd.ones(shape) for shape in aux_shapes]
    executor = net.bind(mx.cpu(), args, aux_states=aux)
    out = executor.forward()[0]
    assert [out.shape] == out_shapes == [(2, 10)]
    close(out.sum(axis=1), [1, 1], rtol=1e-5)


@pytest.fixture
def letters():
    rng = np.random.RandomState(0)
    data = rng.rand(640, 16).astype("float32")
    label = (data @ rng.rand(16, 26)).argmax(1).astype("float32")
    return (mx.io.NDArrayIter(data[:512], label[:512], 32), mx.io.NDArrayIter(data[512:], label[512:], 32))


def letters_net():
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, name="fc1", num_hidden=64)
    net = mx.sym.Activation(net, name="relu1", act_type="relu")
    net = mx.sym.FullyConnected(net, name="fc2", num_hidden=26)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def module(net):
    return mx.mod.Module(symbol=net, context=mx.cpu(), data_names=["data"], label_names=["softmax_label"])


def test_middle_level_training_loop(letters):
    train, _ = letters
    mod = module(letters_net())
    mod.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)
    mod.init_params(initializer=mx.init.Uniform(scale=0.1))
    mod.init_optimizer(optimizer="sgd", optimizer_params=(("learning_rate", 0.1),))
    metric = mx.metric.create("acc")
    seen = []
    for _ in range(5):
        train.reset()
        metric.reset()
        for batch in train:
            mod.forward(batch, is_train=True)
            mod.update_metric(metric, batch.label)
            mod.backward()
            mod.update()
        seen.append(metric.get()[1])
    assert metric.get()[0] == "accuracy"
    assert seen[-1] > seen[0]


def test_fit_predict_score(letters, caplog):
    train, val = letters
    mod = module(letters_net())
    with caplog.at_level(logging.INFO):
        mod.fit(train, eval_data=val, optimizer="sgd", optimizer_params={"learning_rate": 0.1}, eval_metric="acc",
                num_epoch=2)
    lines = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("Epoch[1] Train-accuracy=") for line in lines)
    assert any(line.startswith("Epoch[1] Validation-accuracy=") for line in lines)
    assert mod.predict(val).shape == (128, 26)
    assert [name for name, _ in mod.score(val, ["mse", "acc"])] == ["mse", "accuracy"]


def test_checkpoint_load_and_resume(letters, tmp_path):
    train, _ = letters
    prefix = str(tmp_path / "mx_mlp")
    net = letters_net()
    mod = mx.mod.Module(symbol=net)
    mod.fit(train, num_epoch=3, epoch_end_callback=mx.callback.do_checkpoint(prefix))
    symbol, arg_params, aux_params = mx.model.load_checkpoint(prefix, 3)
    assert symbol.tojson() == net.tojson()
    mod.set_params(arg_params, aux_params)
    resumed = mx.mod.Module(symbol=symbol)
    train.reset()
    resumed.fit(train, num_epoch=4, arg_params=arg_params, aux_params=aux_params, begin_epoch=3)
    assert set(resumed.get_params()[0]) == {"fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"}
