"""Cells: graphs equal to the reference's byte for byte, numbers, weights packed and unpacked."""
import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

from .graphs import FUSED, build, digest, names

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "rnn_graphs.json").read_text())


@pytest.mark.parametrize("name", list(names()))
def test_graph_is_the_references(name):
    assert digest(build(mx, name)) == RECORDED[name]


def test_every_recorded_graph_is_built():
    assert set(names()) == set(RECORDED) - {"_"}


def random_args(symbol, **shapes):
    found, _, _ = symbol.infer_shape(**shapes)
    return {name: mx.nd.array(np.random.uniform(-1, 1, shape))
            for name, shape in zip(symbol.list_arguments(), found, strict=True)}


def run(symbol, args):
    return [out.asnumpy() for out in symbol.bind(mx.cpu(), args).forward()]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def numpy_step(kind, x, states, w):
    i2h = x @ w["i2h_weight"].T + w["i2h_bias"]
    h2h = states[0] @ w["h2h_weight"].T + w["h2h_bias"]
    if kind == "rnn":
        out = np.tanh(i2h + h2h)
        return out, [out]
    if kind == "lstm":
        i, f, c, o = np.split(i2h + h2h, 4, axis=1)
        memory = sigmoid(f) * states[1] + sigmoid(i) * np.tanh(c)
        out = sigmoid(o) * np.tanh(memory)
        return out, [out, memory]
    (ir, iz, io), (hr, hz, ho) = np.split(i2h, 3, axis=1), np.split(h2h, 3, axis=1)
    update = sigmoid(iz + hz)
    out = (1 - update) * np.tanh(io + sigmoid(ir + hr) * ho) + update * states[0]
    return out, [out]


@pytest.mark.parametrize("kind, make", [("rnn", mx.rnn.RNNCell), ("lstm", mx.rnn.LSTMCell),
                                        ("gru", mx.rnn.GRUCell)])
def test_numbers_of_the_plain_cells(kind, make):
    outputs, _ = make(4, prefix="").unroll(3, mx.sym.Variable("data"), merge_outputs=True)
    args = random_args(outputs, data=(2, 3, 5))
    got = run(outputs, args)[0]
    w = {name: value.asnumpy() for name, value in args.items()}
    states = [np.zeros((2, 4))] * (2 if kind == "lstm" else 1)
    for step in range(3):
        out, states = numpy_step(kind, w["data"][:, step], states, w)
        np.testing.assert_allclose(got[:, step], out, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("mode", FUSED)
@pytest.mark.parametrize("bidirectional", [False, True])
def test_fused_and_unfused_agree_through_packed_weights(mode, bidirectional):
    fused = mx.rnn.FusedRNNCell(4, num_layers=2, mode=mode, bidirectional=bidirectional, prefix="f_")
    whole, _ = fused.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    args = random_args(whole, data=(3, 2, 5))
    stack = fused.unfuse()
    parts, _ = stack.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    unpacked = fused.unpack_weights({"f_parameters": args["f_parameters"]})
    split = stack.pack_weights(unpacked)
    assert set(split) == set(parts.list_arguments()) - {"data"}
    np.testing.assert_allclose(run(whole, args)[0], run(parts, {**split, "data": args["data"]})[0],
                               rtol=1e-4, atol=1e-5)
    again = fused.pack_weights(stack.unpack_weights(split))["f_parameters"]
    assert np.array_equal(again.asnumpy(), args["f_parameters"].asnumpy())


def test_unpacked_names_are_one_a_gate():
    cell = mx.rnn.LSTMCell(2, prefix="x_")
    args = {"x_i2h_weight": mx.nd.arange(24).reshape((8, 3)), "x_i2h_bias": mx.nd.arange(8),
            "x_h2h_weight": mx.nd.arange(16).reshape((8, 2)), "x_h2h_bias": mx.nd.arange(8),
            "other": mx.nd.zeros(1)}
    split = cell.unpack_weights(args)
    assert sorted(split) == sorted(
        ["other"] + [f"x_{group}{gate}_{kind}" for group in ("i2h", "h2h")
                     for gate in ("_i", "_f", "_c", "_o") for kind in ("weight", "bias")])
    assert split["x_i2h_f_bias"].asnumpy().tolist() == [2, 3]
    packed = cell.pack_weights(split)
    for name, value in args.items():
        assert np.array_equal(packed[name].asnumpy(), value.asnumpy())


def test_wrong_size_of_fused_weights_is_refused():
    cell = mx.rnn.FusedRNNCell(4, mode="gru", prefix="g_")
    with pytest.raises(mx.MXNetError, match="Invalid parameters size"):
        cell.unpack_weights({"g_parameters": mx.nd.zeros(101)})


def test_forget_bias_is_an_initializer_on_the_variable():
    outputs, _ = mx.rnn.LSTMCell(2, prefix="x_", forget_bias=3.0).unroll(1, [mx.sym.Variable("d")])
    attrs = mx.sym.Group(outputs).attr_dict()["x_i2h_bias"]
    bias = mx.nd.zeros(8)
    mx.init.Uniform()(mx.init.InitDesc("x_i2h_bias", attrs), bias)
    assert bias.asnumpy().tolist() == [0, 0, 3, 3, 0, 0, 0, 0]


def test_zoneout_keeps_states_in_training_and_none_in_inference():
    cell = mx.rnn.ZoneoutCell(mx.rnn.RNNCell(50, prefix="z_"), zoneout_outputs=0.5)
    outputs, _ = cell.unroll(2, mx.sym.Variable("data"), merge_outputs=False)
    group = mx.sym.Group(outputs)
    args = random_args(group, data=(4, 2, 3))
    training = group.bind(mx.cpu(), args).forward(is_train=True)
    first, second = (out.asnumpy() for out in training)
    kept = np.isclose(first, second).mean() + (first == 0).mean() / 2
    assert 0.2 < kept < 0.9
    assert (run(group, args)[0] != 0).all()


def test_shared_params():
    one = mx.rnn.RNNCell(3, prefix="a_")
    two = mx.rnn.RNNCell(3, prefix="b_", params=one.params)
    outputs, _ = two.unroll(2, mx.sym.Variable("data"), merge_outputs=True)
    assert set(outputs.list_arguments()) == {"data", "a_i2h_weight", "a_i2h_bias", "a_h2h_weight",
                                             "a_h2h_bias"}
    shared = mx.rnn.SequentialRNNCell(params=mx.rnn.RNNParams("s_"))
    with pytest.raises(mx.MXNetError, match="not both"):
        shared.add(two)


def test_misuse_is_refused():
    rnn = mx.rnn
    base = rnn.GRUCell(3)
    rnn.ResidualCell(base)
    with pytest.raises(mx.MXNetError, match="modifier"):
        base.begin_state()
    with pytest.raises(NotImplementedError, match="unroll"):
        rnn.FusedRNNCell(3)(mx.sym.Variable("x"), [])
    both = rnn.BidirectionalCell(rnn.GRUCell(3, prefix="l_"), rnn.GRUCell(3, prefix="r_"))
    with pytest.raises(NotImplementedError, match="unroll"):
        both(mx.sym.Variable("x"), [])
    for inner in (both, rnn.FusedRNNCell(3)):
        with pytest.raises(TypeError, match="zoneout"):
            rnn.ZoneoutCell(inner)
    with pytest.raises(ValueError, match="got 1 inputs"):
        rnn.RNNCell(3).unroll(2, [mx.sym.Variable("x")])
    with pytest.raises(ValueError, match="deprecated"):
        rnn.RNNCell(3).unroll(2, None)
    with pytest.raises(ValueError, match="mode"):
        rnn.FusedRNNCell(3, mode="mamba")
    with pytest.raises(ValueError, match="odd"):
        rnn.ConvRNNCell((1, 3, 8, 8), 4, h2h_kernel=(2, 2))
    with pytest.raises(TypeError, match="number"):
        rnn.DropoutCell("0.5")


def test_fused_warns_of_the_slower_layout():
    with pytest.warns(UserWarning, match="TNC"):
        mx.rnn.FusedRNNCell(3).unroll(2, mx.sym.Variable("x"))


def test_checkpoints_move_between_fused_and_unfused(tmp_path):
    fused = mx.rnn.FusedRNNCell(4, num_layers=1, mode="lstm", prefix="f_")
    whole, _ = fused.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    args = random_args(whole, data=(3, 2, 5))
    params = {"f_parameters": args["f_parameters"]}
    prefix = str(tmp_path / "net")
    save = mx.rnn.do_rnn_checkpoint(fused, prefix, period=2)
    save(0, whole, params, {})
    assert not list(tmp_path.iterdir())
    save(1, whole, params, {})
    symbol, same, aux = mx.rnn.load_rnn_checkpoint(fused, prefix, 2)
    assert symbol.tojson() == whole.tojson() and aux == {}
    assert np.array_equal(same["f_parameters"].asnumpy(), params["f_parameters"].asnumpy())
    stack = fused.unfuse()
    _, split, _ = mx.rnn.load_rnn_checkpoint([stack], prefix, 2)
    parts, _ = stack.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    np.testing.assert_allclose(run(parts, {**split, "data": args["data"]})[0], run(whole, args)[0],
                               rtol=1e-4, atol=1e-5)


def test_rnn_unroll_is_deprecated():
    with pytest.warns(UserWarning, match="deprecated"):
        outputs, _ = mx.rnn.rnn_unroll(mx.rnn.RNNCell(3), 2, mx.sym.Variable("x"))
    assert len(outputs) == 2


def test_modifiers_around_cells_that_the_reference_cannot_wrap():
    stack = mx.rnn.FusedRNNCell(4, num_layers=2, mode="lstm", prefix="f_").unfuse()
    cell = mx.rnn.ResidualCell(mx.rnn.ZoneoutCell(stack, 0.1, 0.1))
    assert [state.name for state in cell.begin_state()] == [
        "f_l0_begin_state_0", "f_l0_begin_state_1", "f_l1_begin_state_0", "f_l1_begin_state_1"]
    states = mx.rnn.ResidualCell(mx.rnn.ResidualCell(mx.rnn.GRUCell(4))).begin_state(func=mx.sym.Variable)
    assert states[0].list_arguments() == ["gru_begin_state_0"]


def test_a_cell_inside_a_modifier_is_not_called_directly():
    cell = mx.rnn.LSTMCell(4)
    mx.rnn.ResidualCell(cell)
    with pytest.raises(AssertionError, match="modifier"):
        cell.begin_state()
    with pytest.raises(AssertionError, match="unfuse"):
        mx.rnn.ZoneoutCell(mx.rnn.FusedRNNCell(4))
