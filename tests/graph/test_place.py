"""Placement: groups go where the map says, the rest follows its neighbours."""
import pytest

import mxnet as mx
from mxnet.core.passes.place import place


def two_stages():
    with mx.AttrScope(ctx_group="one"):
        net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1")
    net = mx.sym.relu(net, name="between")
    with mx.AttrScope(ctx_group="two"):
        return mx.sym.FullyConnected(net, num_hidden=2, name="fc2")


def where(symbol, *args, **kwargs):
    return {node.name: context for node, context in place(symbol.graph, *args, **kwargs).items()}


def test_without_a_map_everything_is_at_the_default():
    assert set(where(two_stages(), mx.cpu(3)).values()) == {mx.cpu(3)}
    assert set(where(two_stages(), mx.cpu(3), {}).values()) == {mx.cpu(3)}


def test_groups_and_their_neighbours():
    found = where(two_stages(), mx.cpu(0), {"one": mx.cpu(1), "two": mx.cpu(2)})
    assert {name: context.device_id for name, context in found.items()} == {
        "data": 1, "fc1_weight": 1, "fc1_bias": 1, "fc1": 1, "between": 1, "fc2_weight": 2,
        "fc2_bias": 2, "fc2": 2}


def test_a_variable_follows_its_user():
    with mx.AttrScope(ctx_group="one"):
        net = mx.sym.relu(mx.sym.relu(mx.sym.var("free", attr={"ctx_group": "one"})))
    net = mx.sym.Group([net, mx.sym.var("alone"), mx.sym.relu(mx.sym.var("loose"))])
    found = where(net, mx.cpu(0), {"one": mx.cpu(1)})
    assert found["free"] == mx.cpu(1) and found["alone"] == found["loose"] == mx.cpu(0)


def test_what_is_fixed_stays():
    net = two_stages()
    data = next(node for node in net.graph.nodes if node.name == "data")
    found = place(net.graph, mx.cpu(0), {"one": mx.cpu(1), "two": mx.cpu(2)},
                  fixed={data: mx.cpu(7)})
    assert found[data] == mx.cpu(7)


def test_mistakes():
    with pytest.raises(mx.MXNetError, match="not found for group two"):
        where(two_stages(), mx.cpu(0), {"one": mx.cpu(1)})
    with pytest.raises(mx.MXNetError, match="must be a Context"):
        where(two_stages(), mx.cpu(0), {"one": "cpu(1)", "two": mx.cpu(2)})
