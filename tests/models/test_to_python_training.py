"""Training a written module gives the gradients, updates and moving statistics of the network."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.convert.python import write_python
from tests.models.test_to_python import drawn, network_of

sym = mx.sym
SHAPES = {"data": (4, 3, 6, 6)}
RATE, STEPS = 0.1, 3


def train_here(net, values, batches):
    """Take steps of gradient descent on the sum of squares of the outputs; return all values after the last."""
    frozen = {name for name, attrs in net.attr_dict().items() if float(attrs.get("__lr_mult__", 1)) == 0}
    bound = net.simple_bind(mx.cpu(), grad_req={name: "null" if name == "data" else "write"
                                                for name in net.list_arguments()}, data=batches[0].shape)
    bound.copy_params_from({k: mx.nd.array(v) for k, v in values.items() if k in bound.arg_dict},
                           {k: mx.nd.array(v) for k, v in values.items() if k in bound.aux_dict})
    for batch in batches:
        bound.forward(is_train=True, data=mx.nd.array(batch))
        bound.backward([2 * out for out in bound.outputs])
        for name, grad in bound.grad_dict.items():
            if grad is not None and name not in frozen:
                bound.arg_dict[name][:] -= RATE * grad
    return {name: array.asnumpy() for name, array in {**bound.arg_dict, **bound.aux_dict}.items()}


def train_there(made, batches):
    network = network_of(made).train()
    steps = torch.optim.SGD([value for value in network.parameters() if value.requires_grad], lr=RATE)
    for batch in batches:
        steps.zero_grad()
        out = network(torch.from_numpy(batch))
        sum(value.square().sum() for value in (out if isinstance(out, tuple) else (out,))).backward()
        steps.step()
    return network


def trained_alike(net, names, shape=(4, 3, 6, 6), batches=STEPS):
    """Compare values after some steps; ``names`` maps those of the module to the network's."""
    values = drawn(net, {"data": shape})
    made = write_python(net, {key: torch.from_numpy(value) for key, value in values.items()}, {"data": shape})
    draw = np.random.RandomState(1)
    given = [draw.normal(size=shape).astype("float32") for _ in range(batches)]
    network, wanted = train_there(made, given), train_here(net, values, given)
    state = network.state_dict()
    for name, other in names.items():
        np.testing.assert_allclose(state[name].numpy(), wanted[other], rtol=2e-4, atol=2e-5, err_msg=name)
    return network


def norm_names(layer, name):
    return {f"{layer}.weight": f"{name}_gamma", f"{layer}.bias": f"{name}_beta",
            f"{layer}.running_mean": f"{name}_moving_mean", f"{layer}.running_var": f"{name}_moving_var"}


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("moving", [True, False])
def test_batch_norm(fixed, moving):
    x = sym.Convolution(sym.var("data"), kernel=(3, 3), num_filter=4, name="conv")
    x = sym.BatchNorm(x, fix_gamma=fixed, use_global_stats=moving, eps=1e-3, momentum=0.7, name="bn")
    net = sym.FullyConnected(sym.Activation(x, act_type="tanh"), num_hidden=2, name="fc") * 0.1
    network = trained_alike(net, {"conv.weight": "conv_weight", "conv.bias": "conv_bias", "fc.weight": "fc_weight",
                                  **norm_names("bn", "bn")})
    assert network.bn.weight.requires_grad is not fixed
    if fixed:
        np.testing.assert_array_equal(network.bn.weight.detach().numpy(), np.ones(4, "float32"))


@pytest.mark.parametrize("shape", [(3, 4), (2, 4, 5), (1, 4, 1, 1), (2, 4, 2, 2, 2)])
def test_statistics_of_any_batch(shape):
    """The variance of a batch is not corrected for its size, and one number per channel is enough."""
    net = sym.BatchNorm(sym.var("data"), fix_gamma=False, momentum=0.5, name="bn") * 0.1
    trained_alike(net, norm_names("bn", "bn"), shape)


def test_repeated_parts_with_fixed_scales():
    x = sym.var("data")
    for name in "abc":
        past, x = x, sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=3, name=f"{name}_c", no_bias=True)
        x = sym.Activation(sym.BatchNorm(x, fix_gamma=name != "b", name=f"{name}_bn"), act_type="relu") + past
    network = trained_alike(x * 0.05, {key: value for number, name in enumerate("abc", 1) for key, value in norm_names(
        f"block{number}.bn1", f"{name}_bn").items()})
    norms = [module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    assert [norm.weight.requires_grad for norm in norms] == [False, True, False]


def test_what_has_no_learning_rate_is_frozen():
    x = sym.FullyConnected(sym.var("data"), sym.var("still_weight", lr_mult=0), sym.var("still_bias"), num_hidden=3,
                           name="still")
    net = sym.broadcast_mul(sym.FullyConnected(x, num_hidden=2, name="top"), sym.var("scale", shape=(1, 2), lr_mult=0))
    network = trained_alike(net * 0.1, {"still.weight": "still_weight", "still.bias": "still_bias",
                                        "top.weight": "top_weight"}, (4, 5))
    assert {name for name, value in network.named_parameters() if not value.requires_grad} == {"still.weight", "scale"}


@pytest.mark.parametrize("middle", [
    lambda x: sym.BlockGrad(x) + sym.square(x), lambda x: sym.clip(x, a_min=0, a_max=6),
    lambda x: sym.clip(sym.Activation(x, act_type="relu"), a_min=0, a_max=6),
    lambda x: sym.broadcast_maximum(x, sym.Activation(x, act_type="relu")),
    lambda x: sym._internal._maximum(x, x * 1), lambda x: sym._internal._minimum(x, x * 1),
    lambda x: sym.LeakyReLU(x, act_type="elu", slope=0.3), lambda x: sym.Dropout(x, p=0.0),
    lambda x: sym.abs(x) + sym.round(x), lambda x: sym.L2Normalization(x), lambda x: sym.softmax(x, temperature=2)])
def test_gradients(middle):
    """At ties and bounds too: a unit of zeros has a gradient where a clip says so."""
    x = sym.FullyConnected(sym.var("data"), num_hidden=6, name="low", no_bias=True)
    x = middle(sym.broadcast_mul(x, sym.slice_axis(sym.var("mask", shape=(1, 6), lr_mult=0), axis=1, begin=0, end=6)))
    net = sym.FullyConnected(x, num_hidden=2, name="top") * 0.3
    values = drawn(net, {"data": (4, 5)})
    values["mask"] = np.array([[1, 0, 1, 0, 1, 1]], "float32")
    made = write_python(net, {key: torch.from_numpy(value) for key, value in values.items()}, {"data": (4, 5)})
    draw = np.random.RandomState(1)
    given = [draw.normal(size=(4, 5)).astype("float32") for _ in range(STEPS)]
    state, wanted = train_there(made, given).state_dict(), train_here(net, values, given)
    for name in ("low", "top"):
        np.testing.assert_allclose(state[f"{name}.weight"].numpy(), wanted[f"{name}_weight"], rtol=2e-4, atol=1e-5)


def test_dropout_at_prediction_is_refused():
    """It would be random there; torch's layer would be silent."""
    with pytest.raises(mx.MXNetError, match="at prediction too"):
        write_python(sym.Dropout(sym.var("data"), p=0.5, mode="always"), {}, {"data": (2, 3)})
