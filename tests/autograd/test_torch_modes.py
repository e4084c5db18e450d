"""Modes of torch that a caller has entered change nothing: inference mode, autocast, no_grad, torch.func."""
import numpy as np
import pytest
import torch
from torch.fx.experimental.proxy_tensor import make_fx

import mxnet as mx
from mxnet import autograd, gluon
from tests.operators.harness import as_list, function_of
from tests.ownership.test_every_operator import BOUND, FIRST

MODES = {
    "inference": torch.inference_mode,
    "autocast": lambda: torch.autocast("cpu"),
    "no_grad": torch.no_grad,
    "both": lambda: Both(),
}


class Both:
    def __enter__(self):
        self.modes = torch.autocast("cpu"), torch.inference_mode()
        for mode in self.modes:
            mode.__enter__()

    def __exit__(self, *exc):
        for mode in reversed(self.modes):
            mode.__exit__(*exc)


def drawn(case):
    """Draw inputs of 32 bits where the operator takes them: those are what autocast would change."""
    dtype = "float32" if "float32" in case.dtypes or case.grad is True else case.dtypes[0]
    arrays = case.draw(dtype)
    return [mx.nd.array(array, dtype=array.dtype) for array in arrays], case.differentiated(arrays)


def recorded(case):
    mx.random.seed(3)
    inputs, wanted = drawn(case)
    for place in wanted:
        inputs[place].attach_grad()
    with autograd.record(train_mode=case.train):
        outputs = as_list(function_of(mx.nd, case.op)(*inputs, **case.params))
    heads = [mx.nd.array(head, dtype=head.dtype) for head in case.heads([out.asnumpy() for out in outputs])]
    autograd.backward(outputs, heads, train_mode=case.train)
    return [array.asnumpy() for array in (*outputs, *(inputs[place].grad for place in wanted))], [*inputs, *outputs]


def bound(case):
    mx.random.seed(3)
    inputs, wanted = drawn(case)
    names = [f"input{place}" for place in range(len(inputs))]
    net = function_of(mx.sym, case.op)(*map(mx.sym.var, names), **case.params)
    arrays, states = dict(zip(names, inputs)), net.list_auxiliary_states()
    gradients = {names[place]: mx.nd.zeros(inputs[place].shape, dtype=inputs[place].dtype) for place in wanted
                 if names[place] not in states}
    executor = net.bind(mx.cpu(), {name: array for name, array in arrays.items() if name not in states}, gradients,
                        aux_states={name: arrays[name] for name in states})
    outputs = executor.forward(is_train=True)
    executor.backward([mx.nd.array(head, dtype=head.dtype) for head in case.heads([o.asnumpy() for o in outputs])])
    return [array.asnumpy() for array in (*outputs, *gradients.values())], [*inputs, *outputs]


@pytest.mark.parametrize("run", [recorded, bound])
@pytest.mark.parametrize("mode", ["inference", "both"])
def test_every_operator(mode, run):
    """One test for all: most of its time would go into parametrization."""
    differing = []
    for name in FIRST if run is recorded else BOUND:
        with mx.util.np_shape(name.startswith("_np")):  # which have arrays without axes
            expected, _ = run(FIRST[name])
            with MODES[mode]():
                found, arrays = run(FIRST[name])
        equal = all(np.array_equal(one, other, equal_nan=one.dtype.kind == "f") and one.dtype == other.dtype
                    for one, other in zip(found, expected, strict=True))
        if not equal or any(array._data.is_inference() for array in arrays):
            differing.append(name)
    assert not differing


def network():
    mx.random.seed(0)
    np.random.seed(0)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(4, 3, in_channels=2, activation="relu"), gluon.nn.BatchNorm(in_channels=4),
            gluon.nn.MaxPool2D(), gluon.nn.Dense(5, in_units=36))
    net.initialize(mx.init.Xavier())
    return net


def trained(net, how):
    if how != "eager":
        net.hybridize(static_alloc=how == "static")
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    x = mx.nd.array(np.random.RandomState(1).rand(3, 2, 8, 8))
    loss, found = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for _ in range(3):
        with autograd.record():
            value = loss(net(x), mx.nd.array([0, 1, 2]))
        value.backward()
        trainer.step(3)
        found.append(value.asnumpy())
        x[:] = x * 1.01
        x[0, 0] = mx.nd.take(x, mx.nd.array([1]))[0, 0]
    return np.concatenate([*found, net(x).asnumpy().ravel()])


@pytest.mark.parametrize("how", ["eager", "hybrid", "static"])
@pytest.mark.parametrize("mode", MODES)
def test_networks_train_as_outside(mode, how):
    expected = trained(network(), how)
    with MODES[mode]():
        np.testing.assert_array_equal(trained(network(), how), expected)
        made_inside = network()
        made_inside(mx.nd.ones((1, 2, 8, 8)))
        later = network()
    np.testing.assert_array_equal(trained(made_inside, how), expected)
    x = mx.nd.zeros((2,))
    with MODES[mode]():
        total = x + 1
        total += mx.nd.sqrt(total)
        parts = [total, total[1:], mx.nd.array([1.0, 2.0]), total.copy(), total.astype("float64"), mx.np.ones((2,))]
    for array in parts:  # written to, and recorded, outside
        array[:] = 3
        array.attach_grad()
        with autograd.record():
            y = (array * array).sum()
        y.backward()
        assert array.grad.asnumpy().tolist() == [6] * len(array)
    assert trained(later, how).shape == expected.shape


def lenet():
    net = mx.sym.Activation(mx.sym.Convolution(mx.sym.var("data"), kernel=(5, 5), num_filter=6), act_type="tanh")
    net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10), act_type="tanh")
    return mx.sym.SoftmaxOutput(net, name="softmax"), (2, 1, 12, 12)


def unrolled():
    outputs, _ = mx.rnn.LSTMCell(8, prefix="l_").unroll(6, mx.sym.var("data"), layout="NTC", merge_outputs=True)
    return mx.sym.sum(outputs, axis=1), (2, 6, 4)


def fused():
    outputs, _ = mx.rnn.FusedRNNCell(8, mode="lstm", prefix="l_").unroll(6, mx.sym.var("data"), layout="TNC",
                                                                         merge_outputs=True)
    return mx.sym.sum(outputs, axis=0), (6, 2, 4)


def boxes():
    return mx.sym.contrib.box_nms(mx.sym.var("data"), overlap_thresh=0.5), (1, 4, 6)


def bind(make):
    symbol, shape = make()
    executor = symbol.simple_bind(mx.cpu(), data=shape)
    rng = np.random.RandomState(0)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 3, array.shape) if "label" in name else rng.uniform(-0.5, 0.5, array.shape)
    return executor


def stepped(executor):
    output = executor.forward(is_train=True)[0]
    executor.backward(mx.nd.ones(output.shape))
    return [output.asnumpy(), *(array.asnumpy() for array in executor.grad_arrays if array is not None)]


TRANSFORMS = {
    "functionalize": lambda f: torch.func.functionalize(f)(torch.ones(1)),
    "make_fx": lambda f: make_fx(torch.func.functionalize(f))(torch.ones(1)),
    "vmap": lambda f: torch.func.vmap(f)(torch.ones(2, 1)),
    "grad": lambda f: torch.func.grad(lambda x: f(x).sum())(torch.ones(1)),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("make", [lenet, unrolled, fused, boxes])
def test_transforms_do_not_reach_arrays(make, transform):
    expected, before, found = stepped(bind(make)), bind(make), []

    def function(x):
        found.extend([stepped(before), stepped(bind(make))])
        array = mx.nd.arange(4)
        array[1:3] = 7
        if transform != "grad":  # which puts a wrapper around whatever is computed inside, without asking
            array = mx.nd.tanh(array) + mx.nd.ones((4,))
        found.append([array.asnumpy()])
        return x + 1
    TRANSFORMS[transform](function)
    for values in found[:2]:
        for one, other in zip(values, expected, strict=True):
            np.testing.assert_array_equal(one, other)
    values = np.array([0, 7, 7, 3])
    np.testing.assert_allclose(found[2][0], values if transform == "grad" else np.tanh(values) + 1, rtol=1e-6)


def test_tensors_of_a_transform_are_computed_inside_it():
    def function(x):
        return mx.nd.tanh(mx.nd.from_torch(x) * 2).as_torch() + 1
    x = torch.tensor([0.5, 1.0])
    torch.testing.assert_close(torch.func.functionalize(function)(x), torch.tanh(x * 2) + 1)
