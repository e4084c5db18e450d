"""Blocks fed with arrays of mx.np outside NumPy mode: eager and hybridized calls give what MXNet 1.9.1 gives."""
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, np
from mxnet.gluon import nn

A, N = np.array([1.0, 2.0]), nd.array([1.0, 2.0])


def _block(function):
    class Block(nn.HybridBlock):
        def hybrid_forward(self, F, *args):
            return function(F, *args)
    return Block()


def _faces(made):
    if isinstance(made, (list, tuple)):
        return [_faces(item) for item in made]
    return "np" if type(made) is np.ndarray else "nd" if type(made) is nd.NDArray else made


@pytest.fixture(params=[None, {}, {"static_alloc": True, "static_shape": True}], ids=["eager", "hybrid", "static"])
def run(request):
    """Call a block, hybridized or not."""
    def call(net, *args):
        net.initialize()
        if request.param is not None:
            net.hybridize(**request.param)
        return net(*args)
    return call


CASES = {
    "sum of a number": (lambda F, x: x + 1, (2,), "float32"),
    "comparison": (lambda F, x: x > 1, (2,), "bool"),
    "method": (lambda F, x: x.reshape((1, 2)), (1, 2), "float32"),
    "reduction": (lambda F, x: x.sum(), (), "float32"),
    "function of mx.np": (lambda F, x: F.np.mean(x), (), "float32"),
    "operator of mx.nd": (lambda F, x: F.relu(x), (2,), "float32"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_block_gives_arrays_of_mx_np_for_such(case, run):
    function, shape, kind = CASES[case]
    made = run(_block(function), A)
    assert type(made) is np.ndarray and made.shape == shape and made.dtype == kind


def test_a_block_gives_arrays_of_mx_nd_for_such(run):
    made = run(_block(lambda F, x: (x > 1) + 0), N)
    assert type(made) is nd.NDArray and made.asnumpy().tolist() == [0, 1] and made.asnumpy().dtype == "float32"


def test_nested_inputs_and_outputs(run):
    made = run(_block(lambda F, xs, y: (xs[0] + y, [xs[1] > y])), [A, A], A)
    assert _faces(made) == ["np", ["np"]]


@pytest.mark.parametrize("arrays", [(A, N), (N, A)], ids=["np first", "nd first"])
def test_arrays_of_both_kinds_do_not_mix(arrays, run):
    with pytest.raises(TypeError):
        run(_block(lambda F, x, y: x + y), *arrays)
    with pytest.raises(TypeError):
        run(_block(lambda F, x, y: x > y), *arrays)


def test_the_first_call_decides_for_a_hybridized_block():
    for first, second, face in ((A, N, "np"), (N, A, "nd")):
        net = _block(lambda F, x: x + 1)
        net.hybridize()
        assert [_faces(net(x)) for x in (first, second, first)] == [face] * 3


@pytest.mark.parametrize("make", [lambda: nn.Dense(3), lambda: nn.BatchNorm(), lambda: nn.LayerNorm(),
                                  lambda: nn.Activation("relu"), nn.Flatten, lambda: nn.PReLU(), lambda: nn.Swish()])
def test_layers_of_gluon_take_both(make, run):
    for x in (A.reshape(1, 2), N.reshape((1, 2))):
        assert _faces(run(make(), x)) == _faces(x)


def test_a_network_its_loss_and_its_gradient(run):
    net, loss = nn.HybridSequential(), gluon.loss.SoftmaxCELoss()
    net.add(nn.Dense(3, activation="relu"), nn.Dense(2))
    x, label = np.ones((4, 2)), np.array([0, 1, 0, 1])
    run(net, x)
    x.attach_grad()
    with autograd.record():
        each = run(loss, net(x), label)
    each.backward()
    assert _faces([net(x), each, x.grad]) == ["np", "np", "np"] and _faces(net[0].weight.grad()) == "nd"


def test_a_symbol_block_gives_what_its_symbol_is(tmp_path):
    x = mx.sym.var("x")
    for outputs, face in ((x + 1, "nd"), (x.as_np_ndarray() > 1, "np"), ([x.as_np_ndarray() + 1] * 2, ["np", "np"])):
        for active in (False, True):
            block = gluon.SymbolBlock(outputs, x)
            block.hybridize(active)
            assert _faces(block(A)) == _faces(block(N)) == face
    net = _block(lambda F, x: x * 2)
    net.hybridize()
    net(A)
    net.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"])
    assert _faces(again(A)) == "nd"


def test_a_cached_graph_gives_what_its_symbol_is():
    graph = mx.sym.var("x") + 1
    for symbol, face in ((graph, "nd"), (graph.as_np_ndarray(), "np")):
        call = mx.nd.CachedOp(symbol)
        assert [_faces(call(A)), _faces(call(N))] == [face, face]
