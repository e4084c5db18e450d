"""The list of passes: whoever adds one adds a line, and nothing else has to know."""
import pytest

import mxnet as mx
from mxnet.core import compile as compiler
from tests.verify import verify


@pytest.mark.parametrize("place", range(3))
def test_a_pass_over_the_graph_runs_once(monkeypatch, place):
    """An executor of another shape has the graph that its first one was given, whatever the passes before inference."""
    seen = []
    line = compiler.Pass("look", ("graph",), lambda c: seen.append(c.graph) or c.graph)
    monkeypatch.setattr(compiler, "ANALYSIS", (*compiler.ANALYSIS[:place], line, *compiler.ANALYSIS[place:]))
    executor = mx.sym.exp(mx.sym.var("x")).simple_bind(mx.cpu(), x=(4, 3))
    other = executor.reshape(x=(2, 3))
    assert len(seen) == 1
    assert other.forward()[0].shape == (2, 3)


def test_every_pass_leaves_a_legal_graph(monkeypatch):
    seen = []
    monkeypatch.setattr(compiler, "after_pass", lambda step, compiled: (verify(compiled.graph), seen.append(step.name)))
    net = mx.sym.FullyConnected(mx.sym.Activation(mx.sym.var("x"), act_type="relu"), num_hidden=3, name="fc")
    executor = net.simple_bind(mx.cpu(), x=(4, 3))
    executor.forward(is_train=True)
    assert list(dict.fromkeys(seen)) == [step.name for step in compiler.PASSES]
