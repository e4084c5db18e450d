"""Several calls of one batch normalization update its moving averages in MXNet's order: recorded from MXNet 1.9.1."""
from itertools import permutations

import pytest

import mxnet as mx

MEANS = (1.0, 7.0, 50.0)  # of the inputs; no two orders of them give the same moving average


def batch(mean):
    return mx.nd.array([[mean - 1], [mean + 1]])


def order_of(moving):
    """Tell from a moving average which inputs have moved it, in order."""
    for length in range(len(MEANS) + 1):
        for order in permutations(range(len(MEANS)), length):
            total = 0.0
            for place in order:
                total = 0.9 * total + 0.1 * MEANS[place]
            if abs(total - moving.asscalar()) < 1e-4:
                return "".join(map(str, order))
    raise AssertionError(f"no order gives {moving.asscalar()}")


def arrays():
    return {**{f"x{place}": batch(mean) for place, mean in enumerate(MEANS)}, "gamma": mx.nd.ones(1),
            "beta": mx.nd.zeros(1), "moving_mean": mx.nd.zeros(1), "moving_var": mx.nd.ones(1)}


def network(F, values, count, how, op="BatchNorm"):
    """Normalize some inputs by the same layer, and add up the results in an order, or join them."""
    more = {"key": "layer"} if op == "SyncBatchNorm" else {}
    call = getattr(F.contrib, op) if more else getattr(F, op)
    states = [values[name] for name in ("gamma", "beta", "moving_mean", "moving_var")]
    found = [call(values[f"x{place}"], *states, fix_gamma=False, momentum=0.9, **more) for place in range(count)]
    if how == "joined":
        return F.sum(F.concat(*found, dim=0))
    found = found if how == "forward" else found[::-1]
    total = F.sum(found[0])
    for one in found[1:]:
        total = total + F.sum(one)
    return total


def eager(count, wanted, how, op):
    values = arrays()
    for name in wanted:
        values[name].attach_grad("add")
    with mx.autograd.record():
        total = network(mx.nd, values, count, how, op)
    total.backward()
    return values["moving_mean"]


def gradients(count, wanted, how, op, **options):
    values = arrays()
    for name in wanted:
        values[name].attach_grad()
    with mx.autograd.record():
        total = network(mx.nd, values, count, how, op)
        mx.autograd.grad(total, [values[name] for name in sorted(wanted, key=list(values).index)], **options)
    return values["moving_mean"]


def recorded_gradients(count, wanted, how, op):
    return gradients(count, wanted, how, op, create_graph=True)


def hybridized(count, wanted, how, op, flags=()):
    values, symbol = arrays(), network(mx.sym, {name: mx.sym.var(name) for name in arrays()}, count, how, op)
    for name in wanted:
        values[name].attach_grad()
    call = mx.nd.CachedOp(symbol, flags)
    with mx.autograd.record():
        total = call(*[values[name] for name in symbol.list_inputs()])
    total.backward()
    return values["moving_mean"]


def static(count, wanted, how, op):
    return hybridized(count, wanted, how, op, [("static_alloc", True), ("static_shape", True)])


def bound(count, wanted, how, op):
    values, symbol = arrays(), network(mx.sym, {name: mx.sym.var(name) for name in arrays()}, count, how, op)
    names = symbol.list_arguments()
    executor = symbol.bind(mx.cpu(), {name: values[name] for name in names},
                           {name: mx.nd.zeros(values[name].shape) for name in wanted},
                           {name: "write" if name in wanted else "null" for name in names},
                           {name: values[name] for name in symbol.list_auxiliary_states()})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    return values["moving_mean"]


MODES = [eager, gradients, recorded_gradients, hybridized, static, bound]
# (inputs, what has a gradient) -> the order where the results are added up forward, backward, and joined
RECORDED = {
    (2, "gamma"): "10 01 10", (2, "beta"): "10 01 10", (2, "gamma beta"): "10 01 10", (2, "x0"): "0 0 0",
    (2, "x1"): "1 1 1", (2, "x0 x1"): "01 10 01", (2, "gamma x0"): "01 01 01", (2, "gamma x1"): "10 10 10",
    (2, "beta x1"): "10 10 10", (2, "gamma x0 x1"): "01 10 01",
    (3, "gamma"): "210 012 210", (3, "x0 x1"): "01 10 01", (3, "gamma x0"): "021 012 021",
    (3, "gamma x1"): "210 012 210", (3, "beta x1"): "210 012 210", (3, "gamma x0 x1"): "021 012 021",
}


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.__name__)
@pytest.mark.parametrize(("count", "wanted"), RECORDED, ids=lambda value: str(value).replace(" ", "+"))
def test_the_order_is_that_of_the_gradient_graph(count, wanted, mode):
    for how, order in zip(("forward", "backward", "joined"), RECORDED[count, wanted].split()):
        if mode in (gradients, recorded_gradients):
            # `grad` takes the variables as they are given, not as the network reads them: with one it is the same
            if len(wanted.split()) > 1:
                continue
        assert order_of(mode(count, wanted.split(), how, "BatchNorm")) == order, how


@pytest.mark.parametrize("mode", [eager, bound, hybridized], ids=lambda mode: mode.__name__)
def test_a_layer_that_torch_tapes_has_the_order_too(mode):
    for how, order in (("forward", "021"), ("backward", "012")):
        assert order_of(mode(3, ["gamma", "x0"], how, "SyncBatchNorm")) == order


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize(("variables", "orders"), [("x0 x1", "01 01"), ("x1 x0", "10 10"), ("gamma x0", "10 01")])
def test_grad_begins_with_the_first_variable_that_is_given(variables, orders, create_graph):
    for how, order in zip(("forward", "backward"), orders.split()):
        values = arrays()
        wanted = [values[name] for name in variables.split()]
        for array in wanted:
            array.attach_grad()
        with mx.autograd.record():
            total = network(mx.nd, values, 2, how)
            mx.autograd.grad(total, wanted, create_graph=create_graph)
        assert order_of(values["moving_mean"]) == order


# ---- layers of gluon ----------------------------------------------------------------------------

def _layers(options):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(1, use_bias=False, in_units=1, weight_initializer="ones"),
            mx.gluon.nn.BatchNorm(in_channels=1, momentum=0.9), mx.gluon.nn.Activation("tanh"))
    net.initialize()
    if options is not None:
        net.hybridize(**options)
    return net


@pytest.mark.parametrize("options", [None, {}, {"static_alloc": True}, {"static_alloc": True, "static_shape": True}])
@pytest.mark.parametrize(("attached", "order"), [("", "10"), ("0", "01"), ("1", "10"), ("01", "01")])
def test_a_siamese_network(options, attached, order):
    net, inputs = _layers(options), [batch(1), batch(7)]
    for place in attached:
        inputs[int(place)].attach_grad()
    with mx.autograd.record():
        loss = (net(inputs[0]) - net(inputs[1])).sum()
    loss.backward()
    assert order_of(net[1].running_mean.data()) == order


@pytest.mark.parametrize("options", [None, {}, {"static_alloc": True}])
@pytest.mark.parametrize(("detached", "order"), [(True, "10"), (False, "10")])
def test_a_discriminator_on_real_and_fake(options, detached, order):
    net, generator = _layers(options), mx.nd.ones(1)
    generator.attach_grad()
    with mx.autograd.record():
        fake = batch(7) * generator
        loss = net(batch(1)).sum() + net(fake.detach() if detached else fake).sum()
    loss.backward()
    assert order_of(net[1].running_mean.data()) == order


@pytest.mark.parametrize("options", [None, {}])
def test_a_retained_graph_moves_them_again(options):
    net = _layers(options)
    with mx.autograd.record():
        loss = (net(batch(1)) - net(batch(7))).sum()
    loss.backward(retain_graph=True)
    loss.backward()
    assert abs(net[1].running_mean.data().asscalar() - 1.3213) < 1e-5


def test_random_numbers_are_those_of_the_order_of_recording():
    """Only the order of backward differs from that of recording, and nothing is drawn there."""
    kept = []
    for shared in (False, True):
        mx.random.seed(1)
        values = arrays()
        values["gamma"].attach_grad()
        other = {**values, "moving_mean": mx.nd.zeros(1), "moving_var": mx.nd.ones(1)}
        x = mx.nd.ones((2, 8))
        x.attach_grad()
        with mx.autograd.record():
            first = mx.nd.Dropout(x, p=0.5)
            total = network(mx.nd, values, 1, "forward") + mx.nd.Dropout(first, p=0.5).sum()
            total = total + network(mx.nd, values if shared else other, 1, "forward")
        total.backward()
        kept.append((x.grad.asnumpy().tolist(), mx.nd.random.uniform(shape=(2,)).asnumpy().tolist()))
    assert kept[0] == kept[1]


# ---- Module -------------------------------------------------------------------------------------

@pytest.mark.parametrize("inputs", [False, True])
def test_a_module(inputs):
    weight, (gamma, beta) = mx.sym.var("weight"), map(mx.sym.var, ("gamma", "beta"))
    states = mx.sym.var("moving_mean"), mx.sym.var("moving_var")
    recorded = {False: "210 120 201 021 102 012", True: "021 012 120 102 210 201"}[inputs]
    for places, order in zip(permutations(range(3)), recorded.split()):
        found = []
        for name in "abc":
            data = mx.sym.FullyConnected(mx.sym.var(name), weight, no_bias=True, num_hidden=1)
            data = mx.sym.BatchNorm(data, gamma, beta, *states, fix_gamma=False, momentum=0.9)
            found.append(mx.sym.sum(mx.sym.square(data)))
        loss = found[places[0]] + found[places[1]] * 2 + found[places[2]] * 3
        module = mx.mod.Module(mx.sym.MakeLoss(loss), data_names=("a", "b", "c"), label_names=None)
        module.bind([(name, (2, 1)) for name in "abc"], inputs_need_grad=inputs)
        module.init_params(mx.init.One())
        module.set_params({"weight": mx.nd.ones((1, 1)), "gamma": mx.nd.ones(1), "beta": mx.nd.zeros(1)},
                          {"moving_mean": mx.nd.zeros(1), "moving_var": mx.nd.ones(1)})
        module.forward(mx.io.DataBatch([batch(mean) for mean in MEANS], []), is_train=True)
        module.backward()
        assert order_of(module._exec_group.execs[0].aux_dict["moving_mean"]) == order
