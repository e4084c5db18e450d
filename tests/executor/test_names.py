"""Names of layers and variables never become part of a program's text, nor each other."""
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.program import GROUPS, Program


def _difference(first, second):
    a, b = mx.sym.Variable(first), mx.sym.Variable(second)
    return (a - b).bind(mx.cpu(), {first: mx.nd.array([1.0]), second: mx.nd.array([10.0])})


@pytest.mark.parametrize("first, second", [("a", "ａ"), ("ﬁ", "fi"), ("\u212a", "K"), ("x²", "x2"), ("½", "①"),
                                           ("a.b", "a b"), ("a_2", "a"), ("", "value"), ("if", "v_if"),
                                           ("n" * 200, "n" * 201)])
def test_two_names_are_two_values(first, second):
    assert _difference(first, second).forward()[0].asscalar() == -9.0
    assert _difference(second, first).forward()[0].asscalar() == -9.0


@pytest.mark.parametrize("name", [*GROUPS, "g", "tuple", "_", "__", "boxed", "torch", "match", "None", "forward_train",
                                  "backward", "add", "zeros", "own_memory", "forward", "FullyConnected"])
def test_the_programs_own_words_are_names_like_others(name):
    data, label = mx.sym.Variable("data"), mx.sym.Variable(name)
    layer = mx.sym.FullyConnected(data, num_hidden=2, name="fc")
    network = mx.sym.Group([mx.sym.SoftmaxOutput(layer, label, name="softmax"), mx.sym.sum(layer, axis=1, name=name)])
    values = {"data": np.ones((3, 2)), "fc_weight": np.eye(2), "fc_bias": np.zeros(2), name: np.array([0.0, 1.0, 1.0])}
    args = {key: mx.nd.array(value) for key, value in values.items()}
    executor = network.bind(mx.cpu(), args, {"data": mx.nd.zeros((3, 2))})
    executor.forward(is_train=True)
    np.testing.assert_array_equal(executor.outputs[1].asnumpy(), [2.0, 2.0, 2.0])
    executor.backward([mx.nd.zeros((3, 2)), mx.nd.zeros(3)])
    np.testing.assert_allclose(executor.grad_dict["data"].asnumpy(), [[-0.5, 0.5], [0.5, -0.5], [0.5, -0.5]])
    np.testing.assert_array_equal(executor.forward()[1].asnumpy(), [2.0, 2.0, 2.0])


def test_a_label_named_as_the_states_leaves_them_alone():
    layer = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn", momentum=0.5)
    network = mx.sym.Group([layer, mx.sym.Variable("aux") * 2])
    executor = network.simple_bind(mx.cpu(), data=(4, 2), aux=(2,))
    executor.arg_dict["data"][:] = 3.0
    executor.arg_dict["aux"][:] = 100.0
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((4, 2)), mx.nd.ones(2)])
    np.testing.assert_array_equal(executor.aux_dict["bn_moving_mean"].asnumpy(), [1.5, 1.5])


def test_a_group_without_a_reserved_name_is_refused():
    with pytest.raises(ValueError, match="not one of the groups"):
        Program("forward").inputs("weights", [])


def test_a_name_that_no_file_can_hold_is_refused_at_the_door(tmp_path):
    half = "a\ud800"
    x = mx.sym.Variable("x")
    document = json.loads(mx.sym.exp(x, name="e").tojson())
    document["nodes"][1]["name"] = half
    for refused in (lambda: mx.sym.Variable(half), lambda: mx.sym.exp(x, name=half),
                    lambda: mx.sym.Variable("y", attr={"__note__": half}), lambda: x(name=half),
                    lambda: mx.sym.load_json(json.dumps(document)),
                    lambda: mx.nd.save(str(tmp_path / "a.params"), {half: mx.nd.ones(1)})):
        with pytest.raises(mx.MXNetError, match="not text that can be written as UTF-8"):
            refused()


def test_parameters_of_a_torch_module_have_words_for_names():
    torch = pytest.importorskip("torch")
    names = ["a.b", "a_b", "training", "forward", "_graph", "if", "½", "", "a;b", "__class__"]
    total = mx.sym.Variable("data")
    for number, name in enumerate(names):
        total = total + mx.sym.Variable(name) * 10.0 ** number
    module = total.to_torch(({name: mx.nd.array([3.0]) for name in names}, {}), inputs=["data"])
    assert all(key.isidentifier() and key.isascii() for key in module.state_dict())
    expected = float(sum(np.float32(3 * 10.0 ** number) for number in range(len(names))))
    assert module(torch.zeros(1)).item() == pytest.approx(expected, rel=1e-6)
    exported = torch.export.export(module, (torch.zeros(1),)).module()
    assert exported(torch.zeros(1)).item() == pytest.approx(expected, rel=1e-6)


def test_names_in_a_picture_are_not_graphviz_syntax():
    pytest.importorskip("graphviz", reason="needs the extra remixnet[graphviz]")
    data = mx.sym.Variable("in:put")
    drawn = mx.viz.plot_network(mx.sym.exp(data, name="<b>\\\0\""))
    assert drawn.source.count("->") == 1 and "in:put ->" not in drawn.source and "-> in:put" not in drawn.source
    assert "in:put" in drawn.svg() and "\0" not in drawn.svg() and "<b>" not in drawn.svg()
