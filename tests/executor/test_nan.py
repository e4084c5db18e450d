"""A network gives one answer to NaN and infinity, however it runs: fast kernels hide no NaN that others show."""
import numpy as np
import pytest
import torch

import mxnet as mx


def convolution(x, name="c", **params):
    return mx.sym.Convolution(x, **{"kernel": (3, 3), "num_filter": 8, "pad": (1, 1), "name": name, **params})


def relu(x):
    return mx.sym.Activation(x, act_type="relu")


def six(x):
    return mx.sym.clip(x, 0, 6)


def pooled(x, **params):
    return mx.sym.Pooling(x, **{"kernel": (2, 2), "stride": (2, 2), "pool_type": "max", **params})


def normed(x):
    return mx.sym.BatchNorm(x, use_global_stats=True, fix_gamma=False, name="bn")


def dense(x, name="f", **params):
    return mx.sym.FullyConnected(x, num_hidden=5, name=name, **params)


NETWORKS = {
    "relu": relu, "relu operator": mx.sym.relu, "clip": six,
    "leaky": lambda x: mx.sym.LeakyReLU(x, slope=0.1), "elu": lambda x: mx.sym.LeakyReLU(x, act_type="elu"),
    "maximum": lambda x: mx.sym.maximum(x, 0), "minimum": lambda x: mx.sym.minimum(x, mx.sym.zeros_like(x)),
    "max": lambda x: mx.sym.max(x, axis=1), "max pooling": pooled,
    "padded pooling": lambda x: pooled(x, kernel=(3, 3), stride=(1, 1), pad=(1, 1)),
    "average pooling": lambda x: pooled(x, pool_type="avg"), "global pooling": lambda x: pooled(x, global_pool=True),
    "convolution": convolution, "convolution, relu": lambda x: relu(convolution(x)),
    "convolution, clip": lambda x: six(convolution(x)),
    "convolution, sigmoid": lambda x: mx.sym.sigmoid(convolution(x)),
    "convolution, tanh": lambda x: mx.sym.Activation(convolution(x), act_type="tanh"),
    "convolution, leaky": lambda x: mx.sym.LeakyReLU(convolution(x), slope=0.1),
    "1 x 1, relu": lambda x: relu(convolution(x, kernel=(1, 1), pad=(0, 0))),
    "each channel, clip": lambda x: six(convolution(x, num_group=8)),
    "convolution, norm, relu": lambda x: relu(normed(convolution(x))),
    "norm, relu, pooling": lambda x: pooled(relu(normed(x))),
    "convolution, relu, pooling": lambda x: pooled(relu(convolution(x))),
    "sum of convolutions, relu": lambda x: relu(convolution(x, "a") + convolution(x, "b", no_bias=True)),
    "dense, relu": lambda x: relu(dense(x)), "dense without bias, relu": lambda x: relu(dense(x, no_bias=True)),
    "dense of the last axis, relu": lambda x: relu(dense(x, flatten=False)),
    "dense, relu, dense": lambda x: dense(relu(dense(x)), "g"),
    "upsampling, relu": lambda x: relu(mx.sym.Deconvolution(x, kernel=(2, 2), stride=(2, 2), num_filter=3, name="d")),
}
SHAPE, LARGE = (2, 8, 10, 10), (2, 128, 28, 28)


def arrays_of(net, shape=SHAPE):
    rng = np.random.RandomState(3)
    args, _, states = net.infer_shape(x=shape)
    found = {name: rng.randn(*shape).astype("float32") for name, shape in zip(net.list_arguments(), args)}
    return found, {name: np.abs(rng.randn(*shape)).astype("float32") + 0.1
                   for name, shape in zip(net.list_auxiliary_states(), states)}


def bound(net, args, states, is_train):
    given = {name: mx.nd.array(value) for name, value in args.items()}
    made = net.bind(mx.cpu(), given, grad_req="write" if is_train else "null",
                    args_grad={name: mx.nd.zeros(value.shape) for name, value in args.items()} if is_train else None,
                    aux_states={name: mx.nd.array(value) for name, value in states.items()})
    return made.forward(is_train=is_train)[0].asnumpy()


def block(net, args, states, flags=None, hooked=False, recorded=False):
    made = mx.gluon.SymbolBlock(net, mx.sym.var("x"))
    for name, param in made.collect_params().items():
        value = mx.nd.array(args[name] if name in args else states[name])
        param.shape = value.shape
        param.initialize()
        param.set_data(value)
    if hooked:  # the operators are called one by one
        made.register_op_hook(lambda *shown: None)
    if flags is not None:
        made.hybridize(**flags)
    x = mx.nd.array(args["x"])
    if not recorded:
        return made(x).asnumpy()
    x.attach_grad()
    with mx.autograd.record(train_mode=False):
        return made(x).asnumpy()


MODES = {
    "recorded": lambda *net: block(*net, recorded=True), "a block": block,
    "hybridized": lambda *net: block(*net, flags={}),
    "static": lambda *net: block(*net, flags={"static_alloc": True, "static_shape": True}),
    "inference": lambda *net: bound(*net, is_train=False), "training": lambda *net: bound(*net, is_train=True),
    "fused nodes": lambda net, *arrays: bound(net.get_backend_symbol("MKLDNN"), *arrays, is_train=False),
}


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", NETWORKS)
def test_all_modes_show_the_same(name, value):
    net = NETWORKS[name](mx.sym.var("x"))
    args, states = arrays_of(net)
    args["x"][1, 2, 3, 4] = value
    wanted = block(net, args, states, hooked=True)
    if np.isnan(value):
        assert np.isnan(wanted).any()
    for mode, run in MODES.items():
        np.testing.assert_allclose(run(net, args, states), wanted, rtol=2e-5, atol=2e-5, err_msg=mode)


@pytest.mark.parametrize("name", [name for name in NETWORKS if "relu" in name and ("conv" in name or "dense" in name)])
def test_a_parameter_that_is_nan_is_shown(name):
    net = NETWORKS[name](mx.sym.var("x"))
    args, states = arrays_of(net)
    weight = next(key for key in args if key.endswith("weight"))
    args[weight][0, 0] = np.nan
    wanted = block(net, args, states, hooked=True)
    assert np.isnan(wanted).any()
    for mode, run in MODES.items():
        np.testing.assert_allclose(run(net, args, states), wanted, rtol=2e-5, atol=2e-5, err_msg=mode)


@pytest.mark.parametrize("place", ["x", "c_weight"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_winograds_algorithm_spreads_nothing(value, place):
    net = relu(convolution(mx.sym.var("x"), num_filter=LARGE[1]))
    args, states = arrays_of(net, LARGE)
    args[place][1, 2, 1, 2] = value
    given = [torch.from_numpy(args[name]) for name in ("x", "c_weight", "c_bias")]
    wanted = torch.relu(torch.conv2d(*given, padding=1))
    for mode, run in MODES.items():
        np.testing.assert_allclose(run(net, args, states), wanted, rtol=1e-4, atol=1e-3, err_msg=mode)
