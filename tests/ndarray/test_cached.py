"""CachedOp: compiled once for each signature, one step of the tape, and the same numbers as its calls one by one."""
import gc
import threading
import weakref

import numpy as np
import pytest
import torch

import mxnet as mx

STEPWISE = {"inline_limit": 1000}  # recorded operator by operator
WHOLE = {"inline_limit": 0}
X = mx.sym.Variable("x")


def array(*shape, seed=0, dtype="float32"):
    return mx.nd.array(np.random.default_rng(seed).uniform(0.5, 1.5, shape), dtype=dtype)


def variables(*shapes, req="write"):
    found = [array(*shape, seed=seed) for seed, shape in enumerate(shapes)]
    for each in found:
        each.attach_grad(req)
    return found


def mlp():
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="one"), act_type="tanh")
    return mx.sym.FullyConnected(net, num_hidden=3, name="two")


MLP = [(4, 6), (5, 6), (5,), (3, 5), (3,)]


def norm():
    data = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="bn", momentum=0.5)
    return mx.sym.FullyConnected(data, num_hidden=2, name="fc")


NORM = [(4, 3), (3,), (3,), (3,), (3,), (2, 3), (2,)]


def loss():
    data = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.Group([mx.sym.SoftmaxOutput(data * 2, mx.sym.Variable("label"), name="softmax"), data + 1])


LOSS = [(4, 2), (3, 2), (3,), (4,)]


def shared():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    halves = mx.sym.SliceChannel(a * b, num_outputs=2, name="halves")
    return mx.sym.Group([halves[0] * halves[0], mx.sym.BlockGrad(halves[1]), mx.sym.sum(a) + mx.sym.sum(halves[1])])


SHARED = [(4, 2), (4, 2)]


def loop():
    data, state, scale = mx.sym.Variable("data"), mx.sym.Variable("state"), mx.sym.Variable("scale")
    outputs, last = mx.sym.contrib.foreach(lambda x, s: (x * s + scale, x + s * scale), data, state)
    return mx.sym.Group([outputs, last * 2])


LOOP = [(3, 2), (2,), (2,)]
NETWORKS = [(mlp, MLP), (norm, NORM), (loss, LOSS), (shared, SHARED), (loop, LOOP)]


def step(network, shapes, flags, req="write", train=True, rounds=1, names=()):
    """Call, run backward from every output, give outputs, gradients and what the inputs hold then."""
    call, arrays = mx.nd.CachedOp(network(), flags), variables(*shapes, req=req)
    for _ in range(rounds):
        with mx.autograd.record(train_mode=train):
            found = call(*arrays)
            found = found if isinstance(found, list) else [found]
        mx.autograd.backward(found)
    return [each.asnumpy() for each in (*found, *(a.grad for a in arrays), *arrays)]


@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize("req", ["write", "add"])
@pytest.mark.parametrize(("network", "shapes"), NETWORKS)
def test_equals_its_calls_one_by_one(network, shapes, req, train):
    whole, steps = (step(network, shapes, flags, req, train, rounds=2) for flags in (WHOLE, STEPWISE))
    for one, other in zip(whole, steps, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize(("network", "shapes"), NETWORKS)
def test_equals_an_executor(network, shapes, train):
    symbol, arrays = network(), [array(*shape, seed=seed) for seed, shape in enumerate(shapes)]
    given = dict(zip(symbol.list_inputs(), arrays, strict=True))
    executor = symbol.bind(mx.cpu(), {name: given[name] for name in symbol.list_arguments()},
                           aux_states={name: given[name] for name in symbol.list_auxiliary_states()})
    wanted = [each.asnumpy() for each in executor.forward(is_train=train)]
    with mx.autograd.train_mode() if train else mx.autograd.predict_mode():
        found = mx.nd.CachedOp(symbol)(*arrays)
    for one, other in zip(found if isinstance(found, list) else [found], wanted, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("recording", [True, False])
def test_compiles_once_for_each_signature(recording):
    call, arrays = mx.nd.CachedOp(mlp(), WHOLE), variables(*MLP)
    find = call._evaluator.planned

    def run(*given):
        with mx.autograd.record() if recording else mx.autograd.pause():
            return call(*given)
    for _ in range(3):
        run(*arrays)
    assert find.cache_info().misses == 1 and find.cache_info().hits
    run(array(2, 6), *arrays[1:])
    assert find.cache_info().misses == 2
    run(*(each.astype("float64") for each in arrays))
    assert find.cache_info().misses == 3
    with mx.autograd.train_mode():
        call(*arrays)
    assert find.cache_info().currsize <= find.cache_info().maxsize == 64
    assert "def forward" in call.code
    assert ("def backward" in call.code) is recording


def test_a_warm_call_runs_a_program_and_no_operator_by_itself(monkeypatch):
    call, arrays = mx.nd.CachedOp(mlp()), variables(*MLP)
    with mx.autograd.record():
        call(*arrays).backward()

    def refuse(*args, **kwargs):
        raise AssertionError("an operator was called by itself")
    monkeypatch.setattr("mxnet.ndarray.cached.invoke", refuse)
    monkeypatch.setattr("mxnet.ndarray.cached.invoke_stored", refuse)
    monkeypatch.setattr("mxnet.core.evaluate.compile", refuse)
    with mx.autograd.record():
        call(*arrays).backward()


def test_only_wanted_gradients_are_computed():
    call, arrays = mx.nd.CachedOp(mlp()), [array(*shape) for shape in MLP]
    arrays[3].attach_grad()
    with mx.autograd.record():
        call(*arrays).backward()
    assert "grad_two_weight" in call.code
    assert "grad_one_weight" not in call.code


# ---- losses, heads and what is cut off ----

def test_losses_ignore_what_comes_from_above_and_run_from_any_output():
    arrays = variables(*LOSS)
    call, gradients = mx.nd.CachedOp(loss(), WHOLE), []
    for head in (0, 1):
        with mx.autograd.record():
            result = call(*arrays)[head] * 100
        result.backward()
        gradients.append(arrays[2].grad.asnumpy().copy())
    np.testing.assert_allclose(gradients[1] - gradients[0], [400] * 3, rtol=1e-5)
    assert np.abs(gradients[0]).max() < 10


def test_a_loss_behind_a_blocked_output_still_runs():
    data, label = mx.sym.Variable("data"), mx.sym.Variable("label")
    blocked = mx.sym.BlockGrad(mx.sym.SoftmaxOutput(data * 2, label, name="softmax"))
    x = mx.nd.ones((2, 3))
    x.attach_grad()
    with mx.autograd.record():
        result = mx.nd.CachedOp(blocked, WHOLE)(x, mx.nd.array([0, 1]))
    result.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.array([[-4, 2, 2], [2, -4, 2]]) / 3, rtol=1e-5)


def test_a_blocked_graph_gives_zeros():
    x = mx.nd.ones(3)
    x.attach_grad()
    x.grad[:] = 4
    with mx.autograd.record():
        result = mx.nd.CachedOp(mx.sym.BlockGrad(X * 2), WHOLE)(x)
    result.backward()
    assert x.grad.asnumpy().tolist() == [0, 0, 0]


def test_an_output_that_no_backward_comes_to_gives_zeros():
    x, y = variables((3,), (3,))
    y.grad[:] = 9
    symbol = mx.sym.Group([X * 2, mx.sym.Variable("y") * 3 + 1])
    with mx.autograd.record():
        found = mx.nd.CachedOp(symbol, WHOLE)(x, y)
    found[0].backward()
    assert x.grad.asnumpy().tolist() == [2] * 3
    assert y.grad.asnumpy().tolist() == [0] * 3


def test_equal_outputs_all_count():
    double = X * 2
    x, = variables((3,))
    for outputs in ([double, double + 1, double], [double, double + 1, X * 2]):
        with mx.autograd.record():
            one, two, three = mx.nd.CachedOp(mx.sym.Group(outputs), WHOLE)(x)
            total = one * 3 + two + three * 7
        one[:] = 0  # each has memory of its own
        assert three.asnumpy().any()
        total.backward()
        assert x.grad.asnumpy().tolist() == [22] * 3


def test_head_gradients():
    x, = variables((3,))
    with mx.autograd.record():
        found = mx.nd.CachedOp(mx.sym.Group([X * 2, X * 3]), WHOLE)(x)
    mx.autograd.backward(found, [mx.nd.array([1, 2, 3]), None])
    assert x.grad.asnumpy().tolist() == [5, 7, 9]


def test_gradients_pass_through_calls_in_a_row():
    arrays = variables((2, 3), (3, 3))
    call = mx.nd.CachedOp(mx.sym.FullyConnected(X, num_hidden=3, no_bias=True, name="fc") * 2, WHOLE)
    with mx.autograd.record():
        result = (call(call(arrays[0] * 3, arrays[1]), arrays[1]) + arrays[0]).sum()
    result.backward()
    x = torch.tensor(arrays[0].asnumpy(), requires_grad=True)
    w = torch.tensor(arrays[1].asnumpy(), requires_grad=True)
    ((((x * 3) @ w.T * 2) @ w.T * 2) + x).sum().backward()
    np.testing.assert_allclose(arrays[0].grad.asnumpy(), x.grad.numpy(), rtol=1e-5)
    np.testing.assert_allclose(arrays[1].grad.asnumpy(), w.grad.numpy(), rtol=1e-5)


def test_operators_without_a_gradient_refuse_only_where_one_comes():
    x, = variables((2, 3))
    call = mx.nd.CachedOp(mx.sym.Group([mx.sym.argmax_channel(X) * 2, X * 3]), WHOLE)
    with mx.autograd.record():
        found = call(x)
    found[1].backward()
    assert x.grad.asnumpy().tolist() == [[3] * 3] * 2
    with mx.autograd.record():
        found = call(x)
    with pytest.raises(mx.MXNetError, match="argmax_channel is non-differentiable"):
        found[0].backward()


@pytest.mark.parametrize("size", [3, 20000])
@pytest.mark.parametrize("req", ["write", "add"])
def test_gradients_do_not_share_memory(size, req):
    x, y = variables((size,), (size,), req=req)
    head = mx.nd.ones(size)
    call = mx.nd.CachedOp((X + mx.sym.Variable("y")).reshape((-1,)) + X, WHOLE)
    for total in (1, 2):
        with mx.autograd.record():
            z = call(x, y)
        z.backward(head)
        y.grad[:1] = 7
        assert head.asnumpy().tolist() == [1] * size
        assert x.grad.asnumpy().tolist() == [2 * total if req == "add" else 2] * size
        y.grad[:1] = total if req == "add" else 1
        head[:] = 5
        assert y.grad.asnumpy().tolist() == [total if req == "add" else 1] * size
        head[:] = 1


@pytest.mark.parametrize("size", [3, 20000])
def test_variables_of_several_calls_get_the_sum(size):
    x, y = variables((size,), (size,))
    call = mx.nd.CachedOp(X * mx.sym.Variable("y") * 2, WHOLE)
    with mx.autograd.record():
        z = call(x, y) + call(call(x, y), y) + x
    z.backward()
    p, q = x.asnumpy(), y.asnumpy()
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * q + 4 * q * q + 1, rtol=1e-5)
    np.testing.assert_allclose(y.grad.asnumpy(), 2 * p + 8 * p * q, rtol=1e-5)
    with mx.autograd.record():
        z = call(x, y)
    gradient, = mx.autograd.grad(z, [y])
    np.testing.assert_allclose(gradient.asnumpy(), 2 * p, rtol=1e-5)
    np.testing.assert_allclose(y.grad.asnumpy(), 2 * p + 8 * p * q, rtol=1e-5)


# ---- what stands on the tape ----

def test_retained_graphs_run_twice():
    for network, shapes in NETWORKS:
        arrays = variables(*shapes)
        with mx.autograd.record():
            found = mx.nd.CachedOp(network(), WHOLE)(*arrays)
        mx.autograd.backward(found, retain_graph=True)
        first = [each.grad.asnumpy().copy() for each in arrays]
        mx.autograd.backward(found)
        for one, each in zip(first, arrays, strict=True):
            np.testing.assert_allclose(one, each.grad.asnumpy(), rtol=1e-5, atol=1e-6)
        with pytest.raises(mx.MXNetError, match="computational graph"):
            mx.autograd.backward(found)


@pytest.mark.parametrize("flags", [WHOLE, STEPWISE])
def test_second_derivatives(flags):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    x, y = variables((2,), (2,))
    with mx.autograd.record():
        z = mx.nd.CachedOp(a * a * a * b + mx.sym.tanh(b), flags)(x, y)
        dx, dy = mx.autograd.grad(z, [x, y], create_graph=True)
        total = (dx * dx + dy).sum()
    total.backward()
    p, q = x.asnumpy(), y.asnumpy()
    np.testing.assert_allclose(dx.asnumpy(), 3 * p ** 2 * q, rtol=1e-5)
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * 3 * p ** 2 * q * 6 * p * q + 3 * p ** 2, rtol=1e-5)
    bent = -2 * np.tanh(q) / np.cosh(q) ** 2
    np.testing.assert_allclose(y.grad.asnumpy(), 2 * 3 * p ** 2 * q * 3 * p ** 2 + bent, rtol=1e-4)


def test_second_derivatives_meet_the_same_random_numbers():
    x, = variables((100,))
    symbol = mx.sym.Dropout(X * 2, p=0.5) ** 3
    with mx.autograd.record():
        y = mx.nd.CachedOp(symbol, WHOLE)(x)
        dx = mx.autograd.grad(y, [x], create_graph=True)[0]
    kept = y.asnumpy() > 0
    assert 10 < kept.sum() < 90
    np.testing.assert_allclose(dx.asnumpy(), np.where(kept, 3 * 64 * x.asnumpy() ** 2, 0), rtol=1e-5)
    dx.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.where(kept, 6 * 64 * x.asnumpy(), 0), rtol=1e-5)


@pytest.mark.parametrize("flags", [WHOLE, STEPWISE])
def test_backward_reads_what_arrays_hold_then(flags):
    x, = variables((3,))
    with mx.autograd.record():
        y = mx.nd.CachedOp(X * X + 1, flags)(x)
    x[:] = 10
    y.backward()
    assert x.grad.asnumpy().tolist() == [20] * 3


def test_outputs_may_be_overwritten_before_backward():
    x, = variables((3,))
    with mx.autograd.record():
        y = mx.nd.CachedOp(X * 2 + 1, WHOLE)(x)
        z = (y * y).sum()
    y[:] = 5
    z.backward()
    assert x.grad.asnumpy().tolist() == [20] * 3


def test_writes_between_calls_are_seen():
    call, arrays = mx.nd.CachedOp(norm()), [array(*shape, seed=seed) for seed, shape in enumerate(NORM)]
    for index in range(len(arrays)):
        arrays[index][:] = arrays[index] * 2
        wanted = mx.nd.CachedOp(norm())(*[each.copy() for each in arrays]).asnumpy()
        np.testing.assert_array_equal(call(*arrays).asnumpy(), wanted)


def test_states_move_in_backward_and_only_in_training():
    for train, backward in ((True, True), (True, False), (False, True)):
        arrays = variables(*NORM)
        before = arrays[3].asnumpy().copy()
        with mx.autograd.record(train_mode=train):
            y = mx.nd.CachedOp(norm(), WHOLE)(*arrays)
        if backward:
            y.backward()
        moved = before * 0.5 + arrays[0].asnumpy().mean(0) * 0.5
        np.testing.assert_allclose(arrays[3].asnumpy(), moved if train and backward else before, rtol=1e-5)


def test_nothing_is_recorded_in_a_pause():
    x, = variables((3,))
    with mx.autograd.record():
        with mx.autograd.pause():
            y = mx.nd.CachedOp(X * 2, WHOLE)(x)
        z = (x + y).sum()
    z.backward()
    assert x.grad.asnumpy().tolist() == [1] * 3


def test_the_tape_holds_no_cycle():
    arrays = variables(*MLP)
    call = mx.nd.CachedOp(mlp(), WHOLE)
    gc.collect()
    gc.disable()
    try:
        for backward in (True, False):
            with mx.autograd.record():
                y = call(*arrays)
            inner = weakref.ref(y._ag.step.call)
            if backward:
                y.backward()
            del y
            assert inner() is None
    finally:
        gc.enable()


def test_get_symbol_shows_calls_as_one_node():
    x, y = variables((3,), (3,))
    call = mx.nd.CachedOp(mx.sym.exp(mx.sym.Variable("a")) * mx.sym.Variable("b"), WHOLE)
    with mx.autograd.record():
        found = call(call(x, y), y)
    symbol = mx.autograd.get_symbol(found)
    kinds = [node.op_name for node in symbol.graph.nodes]
    assert kinds == ["null", "null", "_CachedOp", "_CachedOp"]
    again = symbol.bind(mx.cpu(), dict(zip(symbol.list_arguments(), [x, y], strict=True)))
    np.testing.assert_allclose(again.forward()[0].asnumpy(), found.asnumpy(), rtol=1e-6)


# ---- arrays of all kinds ----

@pytest.mark.parametrize("stype", ["default", "csr", "row_sparse"])
@pytest.mark.parametrize("recording", [True, False])
def test_storage_types(stype, recording):
    x = mx.nd.array([[1, 0], [0, 2]]).tostype(stype)
    w = mx.nd.ones((2, 3))
    w.attach_grad()
    symbol = mx.sym.Group([X * 2, mx.sym.sparse.dot(X, mx.sym.Variable("w")) + 1])
    with mx.autograd.record() if recording else mx.autograd.pause():
        double, product = mx.nd.CachedOp(symbol, WHOLE)(x, w)
    assert double.stype == stype
    assert double.asnumpy().tolist() == [[2, 0], [0, 4]]
    assert product.asnumpy().tolist() == [[2] * 3, [3] * 3]
    if recording:
        product.backward()
        assert w.grad.asnumpy().tolist() == [[1] * 3, [2] * 3]


def test_graphs_that_make_sparse_arrays():
    found = mx.nd.CachedOp(mx.sym.Group([X + 1, mx.sym.cast_storage(X, "csr")]))(
        mx.nd.array([[1, 0]]))
    assert [each.stype for each in found] == ["default", "csr"]


def test_gradients_by_rows():
    weight = mx.nd.ones((4, 2))
    weight.attach_grad(stype="row_sparse")
    symbol = mx.sym.Embedding(X, mx.sym.Variable("w"), input_dim=4, output_dim=2, sparse_grad=True)
    with mx.autograd.record():
        y = mx.nd.CachedOp(symbol * 0, WHOLE)(mx.nd.array([1, 3]), weight)
    y.backward()
    assert weight.grad.stype == "row_sparse"
    assert weight.grad.indices.asnumpy().tolist() == [1, 3]


@pytest.mark.parametrize("dtype", ["int32", "int64", "float16", "float64"])
def test_element_types(dtype):
    x = mx.nd.array([1, 2, 3], dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.CachedOp(X * X + 1, WHOLE)(x)
    y.backward()
    assert (y.dtype, x.grad.dtype) == (np.dtype(dtype).type, np.dtype(dtype).type)
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


@pytest.mark.parametrize("recording", [True, False])
def test_shapes_that_depend_on_values(recording):
    x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    x.attach_grad()
    call = mx.nd.CachedOp(mx.sym.contrib.boolean_mask(X, mx.sym.Variable("m")) * 2, WHOLE)
    for mask in ([1, 0, 1], [0, 1, 0]):
        with mx.autograd.record() if recording else mx.autograd.pause():
            y = call(x, mx.nd.array(mask))
        assert y.asnumpy().tolist() == (x.asnumpy()[np.array(mask) == 1] * 2).tolist()
        if recording:
            y.backward()
            assert x.grad.asnumpy().tolist() == [[2 * each] * 2 for each in mask]


def test_outputs_that_are_inputs():
    x, = variables((3,))
    a = mx.sym.Variable("a")
    call = mx.nd.CachedOp(mx.sym.Group([a, a * 2, a]), WHOLE)
    with mx.autograd.record():
        one, two, three = call(x)
        total = (one * 3 + two + three * 7).sum()
    total.backward()
    assert x.grad.asnumpy().tolist() == [12] * 3
    one, two, three = call(x)
    one[:] = 5  # the first is the input, later ones are copies
    assert x.asnumpy().tolist() == [5] * 3
    assert three.asnumpy().tolist() != [5] * 3
    assert mx.nd.CachedOp(a)(x).asnumpy().tolist() == [5] * 3


def test_views_as_inputs():
    x = array(4, 3)
    part = x[1:3]
    part.attach_grad()
    with mx.autograd.record():
        y = mx.nd.CachedOp(mx.sym.Reshape(X, shape=(-1,)) * 3, WHOLE)(part)
    y[:] = 0
    assert x.asnumpy().all()
    y.backward()
    assert part.grad.asnumpy().tolist() == [[3] * 3] * 2


def test_an_array_given_twice():
    x, = variables((3,))
    with mx.autograd.record():
        y = mx.nd.CachedOp(mx.sym.Variable("a") * mx.sym.Variable("b"), WHOLE)(x, x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * x.asnumpy())


def test_random_operators_draw_from_the_contexts_generator():
    call = mx.nd.CachedOp(mx.sym.Dropout(X, p=0.5) + mx.sym.random.uniform(shape=(50,)))
    drawn = []
    for _ in range(2):
        mx.random.seed(3)
        with mx.autograd.train_mode():
            drawn.append(call(mx.nd.ones(50)).asnumpy())
    np.testing.assert_array_equal(*drawn)
    with mx.autograd.train_mode():
        assert (call(mx.nd.ones(50)).asnumpy() != drawn[0]).any()


class Remember(mx.operator.CustomOp):
    """Multiplies the gradient by what it saw forward."""

    def forward(self, is_train, req, in_data, out_data, aux):
        self.seen = float(in_data[0].asnumpy()[0])
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * self.seen)


@mx.operator.register("cached_remember")
class RememberProp(mx.operator.CustomOpProp):
    """Each call has an instance of its own."""

    def create_operator(self, ctx, shapes, dtypes):
        return Remember()


def test_users_operators_keep_state_for_each_call():
    call = mx.nd.CachedOp(mx.sym.Custom(X, op_type="cached_remember") + 1, WHOLE)
    x, y = mx.nd.array([3.0]), mx.nd.array([5.0])
    x.attach_grad()
    y.attach_grad()
    with mx.autograd.record():
        total = call(x) + call(y)
    total.backward()
    assert (x.grad.asscalar(), y.grad.asscalar()) == (3, 5)


# ---- arguments ----

def test_out():
    call = mx.nd.CachedOp(X * 2, WHOLE)
    x, out = mx.nd.ones(3), mx.nd.zeros(3)
    x.attach_grad()
    with mx.autograd.record():
        assert call(x, out=out) is out
    out.backward()
    assert out.asnumpy().tolist() == x.grad.asnumpy().tolist() == [2] * 3
    plain = mx.nd.ones(3)
    call(plain, out=plain)
    assert plain.asnumpy().tolist() == [2] * 3
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="already in a computational graph"):
        call(x, out=x)
    for wrong, words in ((mx.nd.zeros(4), "expected"), (mx.nd.zeros(3, dtype="int32"), "expected"),
                         ([out, out], "expects 1 outputs, but 2")):
        with pytest.raises(mx.MXNetError, match=words):
            call(x, out=wrong)


def test_refusals():
    call = mx.nd.CachedOp(mx.sym.Variable("a") + mx.sym.Variable("b"))
    x = mx.nd.ones(3)
    with pytest.raises(mx.MXNetError, match="a is on cpu.0. while b is on cpu.1."):
        call(x, mx.nd.ones(3, ctx=mx.cpu(1)))
    with pytest.raises(mx.MXNetError, match="inferred shape"):
        call(x, mx.nd.ones(4))
    with pytest.raises(mx.MXNetError, match="float64"):
        call(x, mx.nd.ones(3, dtype="float64"))
    with pytest.raises(TypeError, match="keyword"):
        call(x, x, y=3)
    assert mx.nd.CachedOp(mx.sym.Variable("a") * 2)(mx.nd.ones(3, ctx=mx.cpu(1))).context == mx.cpu(1)
    assert mx.nd.CachedOp(mx.sym.zeros((2,)))(default_ctx=mx.cpu(1)).context == mx.cpu(1)


def test_flags_and_entries():
    flags = {"static_alloc": True, "static_shape": True, "inline_limit": 2, "forward_bulk_size": 15,
             "backward_bulk_size": 15, "data_indices": [0], "param_indices": [1]}
    call = mx.nd.CachedOp(mlp()._outputs, flags)
    assert call.flags == tuple(flags.items())
    assert call(*[array(*shape) for shape in MLP]).shape == (4, 3)


def test_hooks_see_every_operator():
    symbol, seen = mx.sym.relu(mlp(), name="r"), []
    call = mx.nd.CachedOp(symbol)
    call._register_op_hook(lambda name, kind, value: seen.append((name, kind, value.shape)))
    arrays = [array(*shape) for shape in MLP]
    hooked = call(*arrays).asnumpy()
    assert [each[0] for each in seen] == ["one_output", symbol.get_internals()[4].name + "_output", "two_output", "r_0"]
    assert seen[-1][1:] == ("relu", (4, 3))
    seen.clear()
    call._register_op_hook(lambda name, kind, value: seen.append(name), True)
    call(*arrays)
    assert seen[:4] == ["one_data", "one_weight", "one_bias", "one_output"]
    call._register_op_hook(None)
    np.testing.assert_array_equal(call(*arrays).asnumpy(), hooked)


# ---- threads ----

def test_many_threads_at_once():
    call, wrong = mx.nd.CachedOp(mlp(), WHOLE), []
    reference = mx.nd.CachedOp(mlp(), STEPWISE)
    inputs = [variables((1 + seed % 3, 6), *MLP[1:]) for seed in range(24)]
    wanted = []
    for arrays in inputs:
        with mx.autograd.record():
            y = reference(*arrays)
        y.backward()
        wanted.append([y.asnumpy(), *(each.grad.asnumpy().copy() for each in arrays)])
    start = threading.Barrier(len(inputs))

    def run(arrays, expected):
        start.wait()
        try:
            for _ in range(5):
                np.testing.assert_allclose(call(*arrays).asnumpy(), expected[0], rtol=1e-5)
                with mx.autograd.record():
                    y = call(*arrays)
                y.backward()
                for each, gradient in zip(arrays, expected[1:], strict=True):
                    np.testing.assert_allclose(each.grad.asnumpy(), gradient, rtol=1e-5, atol=1e-6)
        except Exception as error:
            wrong.append(error)
    threads = [threading.Thread(target=run, args=pair) for pair in zip(inputs, wanted, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("recording", [True, False])
def test_errors_about_values_are_told_when_a_result_is_read(recording):
    x, = variables((3,))
    call = mx.nd.CachedOp(mx.sym.Group([X * 2, mx.sym.take(X, mx.sym.Variable("i"), mode="raise") + 1]), WHOLE)
    with mx.autograd.record() if recording else mx.autograd.pause():
        double, taken = call(x, mx.nd.array([0, 7]))
    np.testing.assert_allclose(double.asnumpy(), 2 * x.asnumpy())
    with pytest.raises(mx.MXNetError, match="out of bound"):
        taken.asnumpy()
