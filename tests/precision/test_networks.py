"""Networks in float16 and bfloat16 on the CPU: types as MXNet infers them, and losses that go down."""
from functools import cache

import numpy as np
import pytest

import mxnet as mx

from . import networks

LOW = ("float16", "bfloat16")
OPTIMIZERS = {"sgd": {"learning_rate": 0.1, "momentum": 0.7, "multi_precision": True},
              "adam": {"learning_rate": 0.02, "multi_precision": True}}


@cache
def train(name, dtype, optimizer, steps=15):
    """Train for some steps; give the executor and the losses."""
    net, shape = getattr(networks, name)(dtype)
    data, label = networks.batch(shape)
    mx.random.seed(3)
    executor = net.simple_bind(mx.cpu(), type_dict={"data": dtype}, data=shape)
    attrs = net.attr_dict()
    for key, array in (*executor.arg_dict.items(), *executor.aux_dict.items()):
        if key not in ("data", "softmax_label"):
            mx.init.Xavier()(mx.init.InitDesc(key, attrs.get(key)), array)
    executor.arg_dict["data"][:], executor.arg_dict["softmax_label"][:] = data, label
    update = mx.optimizer.get_updater(mx.optimizer.create(optimizer, rescale_grad=1 / len(label),
                                                          **OPTIMIZERS[optimizer]))
    losses = []
    for _ in range(steps):
        out = executor.forward(is_train=True)[0].asnumpy().astype("float64")
        losses.append(-np.log(np.maximum(out[np.arange(len(label)), label], 1e-6)).mean())
        executor.backward()
        for index, (key, grad) in enumerate(executor.grad_dict.items()):
            if key not in ("data", "softmax_label"):
                assert grad.dtype == executor.arg_dict[key].dtype
                update(index, grad, executor.arg_dict[key])
    return executor, losses


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("dtype", LOW)
@pytest.mark.parametrize("name", ["lenet", "resnet", "lstm", "fused_lstm"])
def test_training(name, dtype, optimizer):
    executor, losses = train(name, dtype, optimizer)
    assert np.isfinite(losses).all() and losses[-1] < 0.9 * losses[0]
    _, exact = train(name, "float32", optimizer)
    assert abs(losses[0] - exact[0]) < 0.1 and abs(losses[-1] - exact[-1]) < 0.2
    kind = mx.nd.zeros((1,), dtype=dtype).dtype
    assert executor.outputs[0].dtype == executor.arg_dict["fc_weight"].dtype == kind


@pytest.mark.parametrize("dtype", LOW)
def test_batchnorm_keeps_float32_params(dtype):
    net, shape = networks.resnet(dtype)
    executor = net.simple_bind(mx.cpu(), type_dict={"data": dtype}, data=shape)
    single = {key for key, array in executor.arg_dict.items() if array.dtype == np.float32}
    assert single == {key for key in executor.arg_dict if key.endswith(("gamma", "beta"))}
    assert all(array.dtype == np.float32 for array in executor.aux_dict.values())
    assert all(grad.dtype == np.float32 for key, grad in executor.grad_dict.items() if key in single)


@pytest.mark.parametrize("operator, inputs", [
    ("BatchNorm", ["float32"] * 2), ("SoftmaxOutput", [None]), ("LinearRegressionOutput", [None]),
    ("LayerNorm", [None] * 2), ("Embedding", ["float32"]), ("LeakyReLU", [None])])
@pytest.mark.parametrize("dtype", LOW)
def test_inferred_types(operator, inputs, dtype):
    params = {"Embedding": {"input_dim": 3, "output_dim": 2}, "LeakyReLU": {"act_type": "prelu"}}.get(operator, {})
    net = getattr(mx.sym, operator)(mx.sym.var("data"), name="x", **params)
    kinds = [mx.nd.zeros((1,), dtype=kind or dtype).dtype for kind in inputs]
    assert net.infer_type(data=dtype)[0][1:] == kinds


@pytest.mark.parametrize("devices", [1, 2])
@pytest.mark.parametrize("way", ["cast", "data"])
@pytest.mark.parametrize("dtype", LOW)
def test_fit(dtype, way, devices, tmp_path):
    rng = np.random.RandomState(0)
    label = np.arange(64) % 4
    data = rng.standard_normal((64, 1, 6, 8)) * 0.5 + np.repeat(np.eye(4) * 2, 2, axis=1)[label][:, None, None]
    net = mx.sym.var("data")
    if way == "cast":
        data, net = data.astype("float32"), mx.sym.Cast(net, dtype=dtype)
    else:
        data, label = mx.nd.array(data, dtype=dtype), mx.nd.array(label, dtype=dtype)
    net = mx.sym.BatchNorm(mx.sym.Convolution(net, kernel=(3, 3), num_filter=6, name="conv"), name="bn")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=4, name="fc")
    net = mx.sym.SoftmaxOutput(mx.sym.Cast(net, dtype="float32") if way == "cast" else net, name="softmax")
    batches = mx.io.NDArrayIter(data, label, batch_size=16)
    module = mx.mod.Module(net, context=[mx.cpu(index) for index in range(devices)])
    mx.random.seed(0)
    options = {"learning_rate": 0.1, "momentum": 0.9, "multi_precision": True}
    module.fit(batches, num_epoch=4, optimizer_params=options, initializer=mx.init.Xavier(),
               eval_metric=["acc", "ce"])
    assert dict(module.score(batches, "acc"))["accuracy"] > 0.95
    kind = mx.nd.zeros((1,), dtype=dtype).dtype
    args, aux = module.get_params()
    assert args["conv_weight"].dtype == kind and args["bn_gamma"].dtype == aux["bn_moving_var"].dtype == np.float32
    prefix = str(tmp_path / "model")
    module.save_checkpoint(prefix, 1, save_optimizer_states=True)
    again = mx.mod.Module.load(prefix, 1, load_optimizer_states=True)
    again.bind(batches.provide_data, batches.provide_label)
    again.init_optimizer(optimizer_params=options)
    assert again.get_params()[0]["conv_weight"].dtype == kind
    assert dict(again.score(batches, "acc"))["accuracy"] > 0.95
