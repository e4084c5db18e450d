"""Names and attributes by scope, one current scope a thread."""
import threading

import pytest

import mxnet as mx
from mxnet.attribute import AttrScope
from mxnet.name import NameManager, Prefix


def in_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_names_are_counted_by_hint():
    manager = NameManager()
    assert [manager.get(None, hint) for hint in ("fc", "fc", "conv")] == ["fc0", "fc1", "conv0"]
    assert manager.get("given", "fc") == "given"


def test_prefix_and_nesting():
    with NameManager(), Prefix("net_"):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3)
        with NameManager():
            inner = mx.sym.Flatten(net)
    assert net.name == "net_fullyconnected0" and inner.name == "flatten0"
    assert net.list_arguments() == ["data", "net_fullyconnected0_weight", "net_fullyconnected0_bias"]


def test_a_manager_may_derive_without_calling_the_base():
    class Shout(NameManager):
        def __init__(self):
            self.count = 0

        def get(self, name, hint):
            self.count += 1
            return f"{hint.upper()}{self.count}"

    with Shout():
        assert mx.sym.Flatten(mx.sym.Variable("x")).name.startswith("FLATTEN")


def test_attributes_nest_and_inner_wins():
    with AttrScope(group="1", mood="calm"):
        with AttrScope(mood="angry") as inner:
            symbol = mx.sym.Variable("x", attr={"group": "2"})
        assert inner.get(None) == {"mood": "angry"}, "a scope forgets the outer one's when it ends"
        after = mx.sym.Variable("y")
    assert (symbol.attr("group"), symbol.attr("mood")) == ("2", "angry")
    assert after.attr("mood") == "calm" and mx.sym.Variable("z").attr("mood") is None


def test_attributes_are_strings():
    with pytest.raises(ValueError, match="string"):
        AttrScope(group=4)


def test_a_scope_is_left_when_an_error_passes():
    with pytest.raises(KeyError), AttrScope(a="1"), Prefix("p_"):
        raise KeyError("x")
    assert mx.sym.Variable("z").attr("a") is None
    assert not mx.sym.Flatten(mx.sym.Variable("x")).name.startswith("p_")


def test_scopes_belong_to_their_thread():
    with AttrScope(a="1"), Prefix("p_"):
        assert in_thread(lambda: mx.sym.Variable("x").attr("a")) is None
        assert in_thread(lambda: mx.sym.Flatten(mx.sym.Variable("x")).name) == "flatten0"


@pytest.mark.parametrize("kind", [NameManager, AttrScope])
def test_current_is_deprecated_and_works(kind):
    with pytest.warns(DeprecationWarning, match=f"{kind.__name__}.current has been deprecated"):
        before = kind.current
    made = kind()
    try:
        if kind is AttrScope:
            with pytest.warns(DeprecationWarning):
                kind.current = made
        else:
            kind.current = made
        with pytest.warns(DeprecationWarning):
            assert kind.current is made
    finally:
        kind._current.value = before
