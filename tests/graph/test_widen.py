"""Calls that share their parameters become one, where none waits for another; their gradients become one sum.

A monitor sees the network as it is, so an executor with one is what the others are compared with.
"""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.passes.batch import stacked, widen
from mxnet.core.passes.infer import infer_shapes
from tests.verify import verify

sym = mx.sym


def widened(symbol, on_gpu=False, **shapes):
    """Give the graph in fewer calls, or None where it stays as it is."""
    graph = symbol.graph
    known = infer_shapes(graph, shapes)
    found = widen(graph, known, on_gpu)
    if found is None:
        return None
    wide = verify(found.graph)
    assert [node.name for node in wide.arguments] == [node.name for node in graph.arguments]
    assert found.carry(known, stacked).cells == infer_shapes(wide, shapes).cells
    return wide


def layers(graph):
    """Name the fully connected calls in a graph."""
    return [node.name for node in graph.nodes if node.op is not None and node.op.name == "FullyConnected"]


def dense(data, weight, bias=None, hidden=3, **kwargs):
    return sym.FullyConnected(data, weight, bias, num_hidden=hidden, no_bias=bias is None, **kwargs)


def chain(steps=5):
    """One layer, again and again."""
    net, weight, bias = sym.var("data"), sym.var("w"), sym.var("b")
    for _ in range(steps):
        net = dense(sym.tanh(net), weight, bias)
    return net


def run(symbol, shapes, watched, grad_req="write", passes=1):
    """Give outputs and gradients after some passes on numbers that depend on names only."""
    executor = symbol.simple_bind(mx.cpu(), grad_req=grad_req, **shapes)
    if watched:
        executor.set_monitor_callback(lambda name, array: None)
    for name, array in executor.arg_dict.items():
        array[:] = np.random.RandomState(sum(map(ord, name))).uniform(-1, 1, array.shape)
    for _ in range(passes):
        outputs = executor.forward(is_train=True)
        executor.backward([mx.nd.array(np.random.RandomState(i).uniform(-1, 1, out.shape))
                           for i, out in enumerate(outputs)])
    inferred = executor.forward(is_train=False)
    return executor, [out.asnumpy() for out in (*outputs, *inferred)], \
        {name: grad.asnumpy() for name, grad in executor.grad_dict.items() if grad is not None}


def check(symbol, shapes, **kwargs):
    executor, outputs, grads = run(symbol, shapes, False, **kwargs)
    _, right_outputs, right_grads = run(symbol, shapes, True, **kwargs)
    for got, expected in zip(outputs, right_outputs):
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
    assert grads.keys() == right_grads.keys()
    for name, expected in right_grads.items():
        np.testing.assert_allclose(grads[name], expected, rtol=2e-5, atol=1e-5, err_msg=name)
    return executor


@pytest.mark.parametrize(("cell", "wide", "narrow"), [
    (mx.rnn.LSTMCell, 1, 6), (mx.rnn.GRUCell, 1, 6), (mx.rnn.RNNCell, 1, 6)])
def test_a_cell_written_out(cell, wide, narrow):
    outputs, _ = cell(4, prefix="cell_").unroll(6, sym.var("data"), merge_outputs=True)
    found = layers(widened(outputs, data=(2, 6, 3)))
    assert (sum("_to_" in name for name in found), sum("h2h" in name for name in found)) == (wide, narrow)
    executor = check(outputs, {"data": (2, 6, 3)})
    assert "over 6 nodes" in executor.code


def test_layers_and_directions_of_recurrent_networks():
    stack = mx.rnn.SequentialRNNCell()
    stack.add(mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(3, prefix="l_"), mx.rnn.LSTMCell(3, prefix="r_")))
    stack.add(mx.rnn.ResidualCell(mx.rnn.GRUCell(6, prefix="top_")))
    outputs, _ = stack.unroll(5, sym.var("data"), merge_outputs=True)
    found = layers(widened(outputs, data=(2, 5, 4)))
    assert sum("_to_" in name for name in found) == 3 and len(found) == 3 + 3 * 5
    check(outputs, {"data": (2, 5, 4)})


def test_steps_that_wait_for_each_other_stay():
    net = chain(6)
    assert widened(net, data=(2, 3)) is None
    check(net, {"data": (2, 3)})


def test_few_calls_other_shapes_other_params_and_large_calls_stay():
    weight, bias = sym.var("w"), sym.var("b")
    few = sym.Group([dense(sym.var(f"x{i}"), weight, bias) for i in range(3)])
    assert widened(few, **{f"x{i}": (2, 4) for i in range(3)}) is None
    rows = sym.Group([dense(sym.var(f"x{i}"), weight, bias) for i in range(4)])
    assert widened(rows, **{f"x{i}": (2 + i, 4) for i in range(4)}) is None
    biases = sym.Group([dense(sym.var(f"x{i}"), weight, sym.var(f"b{i}")) for i in range(4)])
    assert widened(biases, **{f"x{i}": (2, 4) for i in range(4)}) is None
    large = sym.Group([dense(sym.var(f"x{i}"), weight, hidden=1024) for i in range(4)])
    for rows, on_cpu, on_gpu in ((2, 1, 1), (1024, 4, 4), (520, 4, 4), (128, 1, 1)):
        shapes = {f"x{i}": (rows, 1024) for i in range(4)}
        for place, count in ((False, on_cpu), (True, on_gpu)):
            found = widened(large, place, **shapes)
            assert len(layers(found or large.graph)) == count, (rows, place)
    narrow = sym.Group([dense(sym.var(f"x{i}"), weight, hidden=8) for i in range(4)])
    shapes = {f"x{i}": (10000, 8) for i in range(4)}
    assert widened(narrow, **shapes) is None and len(layers(widened(narrow, True, **shapes))) == 1


def test_a_call_gives_no_more_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr("mxnet.core.passes.batch.BATCH_OUTPUT_UP_TO_ELEMENTS", 5 * 2 * 16)
    outputs, _ = mx.rnn.LSTMCell(4, prefix="cell_").unroll(11, sym.var("data"), merge_outputs=True)
    found = [name for name in layers(widened(outputs, data=(2, 11, 3))) if "i2h" in name]
    assert found == ["cell_t0_i2h_to_cell_t4_i2h", "cell_t5_i2h_to_cell_t9_i2h", "cell_t10_i2h"]
    check(outputs, {"data": (2, 11, 3)})


def test_networks_that_change_state_stay_in_order():
    weight, states = sym.var("w"), [sym.var(name) for name in "gbmv"]
    calls, shapes = [dense(sym.var(f"x{i}"), weight) for i in range(5)], {f"x{i}": (2, 4) for i in range(5)}
    assert "_to_" in sym.Group(calls).simple_bind(mx.cpu(), **shapes).code
    net = sym.Group([sym.BatchNorm(call, *states, name=f"n{i}") for i, call in enumerate(calls)])
    assert "_to_" not in net.simple_bind(mx.cpu(), **shapes).code


def test_classes_that_would_wait_for_each_other_are_not_both_joined():
    """Half of each class feeds the other class: joining both would make a circle."""
    a, b = sym.var("a"), sym.var("b")
    first = [dense(sym.var(f"x{i}"), a) for i in range(4)]
    crossed = [dense(sym.tanh(net), b) for net in first[:2]] + [dense(sym.var(f"y{i}"), b) for i in range(2)]
    back = [dense(sym.tanh(net), a) for net in crossed[2:]]
    net = sym.Group([*crossed[:2], *back, *first[2:]])
    shapes = {**{f"x{i}": (2, 3) for i in range(4)}, **{f"y{i}": (2, 3) for i in range(2)}}
    assert 1 <= sum("_to_" in name for name in layers(widened(net, **shapes))) <= 2
    check(net, shapes)


@pytest.mark.parametrize("seed", range(25))
def test_random_networks(seed):
    """Layers over a few weights in any order, on values that are there, with sums and views between."""
    rng = np.random.RandomState(seed)
    weights = [(sym.var(f"w{i}"), sym.var(f"b{i}") if i % 2 else None) for i in range(3)]
    values = [sym.var(f"x{i}") for i in range(3)]
    for number in range(24):
        kind, chosen = rng.randint(6), values[rng.randint(len(values))]
        if kind < 3:
            made = dense(chosen, *weights[kind], flatten=bool(rng.randint(2)))
        elif kind == 3:
            made = sym.tanh(chosen)
        elif kind == 4:
            made = chosen + values[rng.randint(len(values))]
        else:
            made = sym.Reshape(chosen, shape=(-1, 3), name=f"r{number}")
        values.append(made)
    check(sym.Group([sym.tanh(value) for value in values[-6:]]), {f"x{i}": (2, 3) for i in range(3)})


def test_inputs_of_more_axes_are_flattened():
    weight, bias = sym.var("w"), sym.var("b")
    net = sym.Group([dense(sym.var(f"x{i}"), weight, bias) for i in range(5)])
    shapes = {f"x{i}": (2, 2, 4) for i in range(5)}
    assert len(layers(widened(net, **shapes))) == 1
    check(net, shapes)


def test_switched_off(monkeypatch):
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
    outputs, _ = mx.rnn.LSTMCell(4, prefix="cell_").unroll(6, sym.var("data"), merge_outputs=True)
    executor = check(outputs, {"data": (2, 6, 3)})
    assert "over" not in executor.code and "_to_" not in executor.code


def test_shared_gradients_are_added_where_asked():
    check(chain(), {"data": (2, 3)}, grad_req="add", passes=3)


def test_shared_weights_with_other_uses():
    net = chain()
    inputs = {node.name: mx.sym.Symbol([mx.core.graph.Entry(node)]) for node in net.graph.variables}
    check(net + sym.dot(inputs["data"], inputs["w"], transpose_b=True), {"data": (2, 3)})


def test_a_node_that_no_gradient_reaches_sends_none():
    weight, bias = sym.var("w"), sym.var("b")
    net = dense(sym.BlockGrad(dense(sym.tanh(dense(sym.var("data"), weight, bias)), weight, bias)), weight, bias)
    check(net, {"data": (2, 3)})


def test_some_gradients_only():
    for wanted in ("w", "b", "data"):
        requests = {name: "write" if name == wanted else "null" for name in ("data", "w", "b")}
        check(chain(), {"data": (2, 3)}, grad_req=requests)


def test_large_rows_make_gradients_by_themselves():
    """Where keeping the rows would cost more than the gradients of single nodes."""
    executor = check(chain(), {"data": (50000, 3)})
    assert "over" not in executor.code


def test_parameters_keep_their_gradients_apart_from_values_overwritten_later():
    """The gradient that two nodes get is one tensor, kept for the sum while others go on from it."""
    weight, data = sym.var("w"), sym.var("data")
    net = data
    for number in range(4):
        first, second = dense(net, weight), dense(sym.sigmoid(net), weight)
        net = sym.Activation(first + second, act_type="relu", name=f"relu{number}")
    check(net, {"data": (4, 3)})


def test_a_bucketing_module_trains_as_before():
    """The monitor's module is the one that was not touched."""
    def generate(length):
        cell = mx.rnn.LSTMCell(5, prefix="lstm_")
        data = sym.Embedding(sym.var("data"), input_dim=7, output_dim=4)
        outputs, _ = cell.unroll(length, data, merge_outputs=True)
        scores = dense(sym.Reshape(outputs, shape=(-1, 5)), sym.var("s_weight"), sym.var("s_bias"), hidden=7)
        label = sym.Reshape(sym.var("softmax_label"), shape=(-1,))
        return sym.SoftmaxOutput(scores, label, name="softmax"), ("data",), ("softmax_label",)

    def train(monitor):
        mx.random.seed(3)
        np.random.seed(3)
        module = mx.mod.BucketingModule(generate, default_bucket_key=8, context=mx.cpu())
        module.bind([("data", (3, 8))], [("softmax_label", (3, 8))])
        module.init_params(mx.init.Xavier())
        module.init_optimizer(optimizer_params={"learning_rate": 0.1})
        if monitor:
            module.install_monitor(mx.mon.Monitor(1000))
        for length in (8, 5, 8, 5, 6):
            rows = np.random.RandomState(length).randint(0, 7, (3, length))
            module.forward_backward(mx.io.DataBatch(
                [mx.nd.array(rows)], [mx.nd.array(rows)], bucket_key=length,
                provide_data=[("data", (3, length))], provide_label=[("softmax_label", (3, length))]))
            module.update()
        return module.get_params()[0]
    plain, watched = train(False), train(True)
    for name, expected in watched.items():
        np.testing.assert_allclose(plain[name].asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6, err_msg=name)
