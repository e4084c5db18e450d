"""Common subexpressions are computed once, and only where that changes nothing."""
import numpy as np

import mxnet as mx
from mxnet.core.passes.cse import merge
from mxnet.symbol.executing import tell_apart
from tests.verify import verify

sym = mx.sym


def saved(symbol):
    """Count the operator calls that merging saves."""
    def calls(graph):
        return sum(node.op is not None for node in graph.nodes)
    graph = symbol.graph
    names = [node.name for node in graph.variables]
    merged = verify(merge(graph))
    assert [node.name for node in merged.variables] == names
    return calls(graph) - calls(merged)


def test_what_is_merged():
    a, b = sym.var("a"), sym.var("b")
    assert saved((a + 1) + (a + 2)) == 0
    assert saved((a + b) + (a + b)) == 1
    assert saved((a + b) + (b + a)) == 0
    assert saved(((a + b) * 2) + ((a + b) * 2)) == 2
    assert saved(sym.Group([a * b, a * b])) == 1
    assert saved(sym.relu(a) + sym.relu(a, attr={"__note__": "x"})) == 0


def test_what_is_kept_apart():
    a = sym.var("a")
    assert saved(sym.Dropout(a) + sym.Dropout(a)) == 0
    state = {"moving_mean": sym.var("m"), "moving_var": sym.var("v"), "gamma": sym.var("g"),
             "beta": sym.var("b")}
    assert saved(sym.BatchNorm(a, **state) + sym.BatchNorm(a, **state)) == 0
    assert saved(sym.random.uniform(shape=(2,)) + sym.random.uniform(shape=(2,))) == 0


def test_nothing_to_do_gives_the_graph_itself():
    graph = (sym.var("a") + 1).graph
    assert merge(graph) is graph


def test_outputs_are_told_apart():
    a = sym.var("a")
    merged = merge(sym.Group([a * 2, a * 2, a * 2]).graph)
    names = [entry.node.name for entry in tell_apart(merged.outputs)]
    assert names[1:] == [f"{names[0]}_0_copy", f"{names[0]}_1_copy"]


def test_values_and_gradients_are_the_same(monkeypatch):
    a, b = sym.var("a"), sym.var("b")
    net = sym.Group([sym.exp(a * b) + sym.exp(a * b), sym.exp(a * b), sym.exp(a * b)])
    found = []
    for setting in ("0", "1"):
        monkeypatch.setenv("MXNET_ELIMINATE_COMMON_EXPR", setting)
        executor = net.simple_bind(mx.cpu(), a=(3,), b=(3,))
        outs = executor.forward(True, a=mx.nd.array([1, 2, 3]), b=mx.nd.array([.1, .2, .3]))
        assert outs[1] is not outs[2]
        executor.backward([mx.nd.array([1, 1, 1]) * i for i in (1, 2, 3)])
        found.append([x.asnumpy() for x in (*outs, *executor.grad_arrays)])
    for plain, merged in zip(*found):
        np.testing.assert_allclose(plain, merged, rtol=1e-6)


def test_losses_need_no_head_gradient_after_merging():
    x = sym.var("x")
    net = sym.Group([sym.MakeLoss(x * 2), sym.MakeLoss(x * 2)])
    executor = net.simple_bind(mx.cpu(), x=(2,))
    executor.forward(True)
    executor.backward()
    assert executor.grad_arrays[0].asnumpy().tolist() == [4, 4]
