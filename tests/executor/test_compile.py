"""compile: graphs and specs in, programs over tensors out; no arrays, no symbols."""
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import compile as compiler
from mxnet.core.compile import ANALYSIS, LOWERING, PASSES, Options, Pass, Specs
from mxnet.core.construction.compose import copy_graph
from mxnet.core.graph import Entry, Graph, Node
from tests.verify import IllegalGraph, verify_pass


def network(hidden=8):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=hidden, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")


def compiled(graph, wanted=(), **shapes):
    nodes = [node for node in graph.arguments if node.name in wanted]
    return compiler.compile(graph, Specs(shapes, {"data": torch.float32}), nodes,
                            Options(mx.cpu(), default_type=torch.float32))


def test_programs_over_tensors():
    graph = network().graph
    found = compiled(graph, ("fc1_weight", "fc2_bias"), data=(4, 5))
    names = [node.name for node in graph.arguments]
    assert [found.spec(node)[0] for node in graph.arguments] == [(4, 5), (8, 5), (8,), (3, 8), (3,), (4,)]
    tensors = [torch.rand(found.spec(node)[0]) for node in graph.arguments]
    outputs, = found.inference().run(tensors, [])
    forward, backward = found.training()
    (kept,), saved = forward.run(tensors, [])
    torch.testing.assert_close(kept, outputs)
    weight, bias = backward.run(tensors, [], saved, [None])
    assert saved == []
    executor = network().bind(mx.cpu(), {name: mx.nd.array(t.numpy()) for name, t in zip(names, tensors)},
                              {name: mx.nd.zeros(t.shape) for name, t in zip(names, tensors)})
    executor.forward(is_train=True)
    executor.backward()
    np.testing.assert_array_equal(outputs.numpy(), executor.outputs[0].asnumpy())
    np.testing.assert_array_equal(weight.numpy(), executor.grad_dict["fc1_weight"].asnumpy())
    np.testing.assert_array_equal(bias.numpy(), executor.grad_dict["fc2_bias"].asnumpy())


def test_another_signature():
    first = compiled(network().graph, data=(4, 5))
    program = first.inference()
    second = first.respecified(Specs({"data": (2, 7)}, {"data": torch.float64}))
    assert second.graph is first.graph and first.inference() is program
    assert [second.spec(node)[:2] for node in second.graph.arguments[:2]] == [((2, 7), torch.float64),
                                                                            ((8, 7), torch.float64)]
    tensors = [torch.rand(second.spec(node)[0], dtype=torch.float64) for node in second.graph.arguments]
    assert second.inference().run(tensors, [])[0].shape == (2, 3)


def test_what_cannot_be_inferred_is_named():
    with pytest.raises(mx.MXNetError, match="cannot decide shapes.*\n.*fc1_weight"):
        compiled(network().graph).check_known()


@pytest.mark.parametrize("attributes, told", [
    ({"__ctx_group__": "stage"}, "not found for group stage"),
    ({"__storage_type__": "7"}, "__storage_type__='7'"),
    ({"__shape__": "(2, x)"}, "is no shape"),
])
def test_simple_bind_tells_its_arguments_whatever_pass_fails(attributes, told):
    net = mx.sym.Variable("data", attr=attributes) * 2
    with pytest.raises(RuntimeError, match=rf"simple_bind error. Arguments:\nother: \(2,\)\n[\s\S]*{told}") as caught:
        net.simple_bind(mx.cpu(), other=(2,), group2ctx={"first": mx.cpu(1)})
    assert not isinstance(caught.value, mx.MXNetError), "MXNet's is a plain RuntimeError"


def test_passes_run_in_the_order_of_the_list(monkeypatch):
    seen = []
    monkeypatch.setattr(compiler, "after_pass", lambda step, unit: seen.append(step.name))
    found = compiled(network().graph, ("fc1_weight",), data=(4, 5))
    assert seen == [step.name for step in ANALYSIS]
    found.training()
    assert seen == [step.name for step in PASSES] and PASSES == (*ANALYSIS, *LOWERING)
    found.training()
    assert len(seen) == len(PASSES), "programs are kept"


def test_the_guide_follows_the_list():
    text = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text()
    section = text.split("## One network, through the passes")[1].split("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    assert rows[2:] == [step.name for step in PASSES]


def unrolled():
    cell = mx.rnn.LSTMCell(8, prefix="lstm_")
    outputs, _ = cell.unroll(5, mx.sym.Variable("data"), merge_outputs=True)
    return mx.sym.MakeLoss(outputs.sum())


@pytest.mark.parametrize("make, shape", [(network, (4, 5)), (unrolled, (4, 5, 3))])
def test_every_pass_leaves_a_legal_graph(monkeypatch, make, shape):
    monkeypatch.setattr(compiler, "after_pass", verify_pass)
    executor = make().simple_bind(mx.cpu(), data=shape)
    executor.forward(is_train=True)
    executor.backward()
    executor.forward()
    assert ("_rows = Concat" in executor.code) is (make is unrolled), "what the passes do to each"
    executor.reshape(partial_shaping=True, data=(2, *shape[1:])).forward()


def _lost_node(unit):
    copied = Graph(copy_graph(unit.graph.outputs))
    copied.nodes[-1].inputs[0] = Entry(Node(None, "nowhere"))
    return copied


@pytest.mark.parametrize("wrong, told", [
    (Pass("break inputs", ("graph",), _lost_node), "after break inputs.*nowhere"),
    (Pass("forget shapes", ("shapes",), lambda unit: type(unit.shapes)(unit.graph, [])), "after forget shapes.*shapes"),
    (Pass("forget places", ("places",), lambda unit: {}), "after forget places.*places"),
    (Pass("other graph", ("graph",), lambda unit: Graph(copy_graph(unit.graph.outputs))), "after other graph.*shapes"),
])
def test_a_pass_that_breaks_an_invariant_is_named(monkeypatch, wrong, told):
    monkeypatch.setattr(compiler, "after_pass", verify_pass)
    monkeypatch.setattr(compiler, "ANALYSIS", (*ANALYSIS, wrong))
    with pytest.raises(IllegalGraph, match=told):
        compiled(network().graph, data=(4, 5))


def calls_of(action):
    """Count the Python functions of the package that are entered."""
    root, count = str(Path(mx.__file__).parent), 0

    def profile(frame, event, arg):
        nonlocal count
        count += event == "call" and frame.f_code.co_filename.startswith(root)
    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def test_a_reader_follows_a_bind_of_four_operators():
    """In so few calls that one can: five analyses of one graph took half as many again."""
    symbol = network(hidden=6)
    assert calls_of(lambda: symbol.simple_bind(mx.cpu(), data=(4, 5))) <= 760
    assert calls_of(lambda: symbol.simple_bind(mx.cpu(), data=(4, 5))) <= 600
