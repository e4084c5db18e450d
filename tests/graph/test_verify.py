"""The verifier accepts what the front-end makes and refuses what no pass may make."""
import pytest

import mxnet as mx
from mxnet.core.construction.compose import copy_graph
from mxnet.core.graph import Entry, Graph, Node, post_order
from mxnet.core.op import find
from tests.verify import RULES, IllegalGraph, verify


def graph():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    return mx.sym.BatchNorm(net, name="bn").graph


def named(made, name):
    return next(node for node in made.nodes if node.name == name)


def test_legal():
    assert verify(graph()).nodes
    outs, state = mx.sym.contrib.foreach(lambda x, s: (x + s, x), mx.sym.var("d"), mx.sym.var("s"))
    verify(mx.sym.Group([outs, state]).graph)


def break_strings(made):
    named(made, "fc").attrs["num_hidden"] = 3


def break_leaf(made):
    named(made, "data").inputs.append(Entry(named(made, "fc_bias")))
    made.nodes.remove(named(made, "fc_bias"))


def break_params(made):
    named(made, "fc").attrs["num_hidden"] = "4"


def break_unknown_param(made):
    named(made, "fc").attrs["nonsense"] = "4"


def break_order(made):
    made.nodes.reverse()
    made.index = {node: number for number, node in enumerate(made.nodes)}


def break_index(made):
    node = named(made, "bn")
    node.inputs[0] = Entry(node.inputs[0].node, 1)


def break_count(made):
    named(made, "fc").inputs.pop()


def break_num_args(made):
    a = Entry(named(made, "data"))
    wrong = Node(find("Concat"), "cat", {"num_args": "3"}, [a, a])
    made.__init__([Entry(wrong)])


def break_state(made):
    node = named(made, "bn")
    node.inputs[3] = node.inputs[0]


def break_subgraphs(made):
    named(made, "fc").subgraphs.append(made)


def break_output(made):
    made.outputs[0] = Entry(made.outputs[0].node, 9)


def break_foreign_output(made):
    made.outputs.append(Entry(Node(None, "elsewhere")))


def break_no_output(made):
    made.outputs.clear()


def break_operator(made):
    import copy
    named(made, "fc").op = copy.copy(named(made, "fc").op)


@pytest.mark.parametrize("spoil", [value for name, value in list(globals().items())
                                   if name.startswith("break_")], ids=lambda f: f.__name__)
def test_illegal(spoil):
    made = graph()
    spoil(made)
    with pytest.raises(mx.MXNetError) as caught:
        verify(made)
    assert isinstance(caught.value, IllegalGraph) or "nonsense" in str(caught.value)


def test_there_are_rules():
    assert len(RULES) >= 9


def test_order_is_depth_first_inputs_first():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    net = mx.sym.Group([(b + a) * a, mx.sym.var("c")])
    assert [node.name for node in post_order(net._outputs)][:2] == ["b", "a"]
    assert [node.name for node in net.graph.nodes][-1] == "c"


def test_copies_share_nothing_that_can_change():
    made = graph()
    twin = Graph(copy_graph(made.outputs))
    named(twin, "fc").attrs["num_hidden"] = "9"
    named(twin, "bn").inputs.pop()
    verify(made)
    assert [n.name for n in twin.nodes] == [n.name for n in made.nodes]
