"""Every array that user code is given has memory of its own, in row order: what it writes there is there, once.

Each test puts user code somewhere, lets what is before and after it be expanded, transposed, sliced or shared with
another array, and writes in all the ways of `writes.py`. Values are those of MXNet 1.9.1 unless NumPy says them.
"""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.ndarray.tensors import tensor_of

from .writes import WRITES, User

START = np.arange(1, 7, dtype="float32").reshape(2, 3)

# What makes the gradient that reaches user code: alone these give expanded, transposed, sliced or shared memory.
AFTER = {
    "nothing": lambda F, y: y,
    "sum": lambda F, y: F.sum(y),
    "mean": lambda F, y: F.mean(y),
    "sum_of_rows": lambda F, y: F.sum(y, axis=1),
    "mean_of_columns": lambda F, y: F.mean(y, axis=0, keepdims=True),
    "broadcast": lambda F, y: F.broadcast_add(y, F.ones((1, 1))),
    "transpose": lambda F, y: F.transpose(y),
    "swapaxes": lambda F, y: F.swapaxes(y, dim1=0, dim2=1),
    "reshape": lambda F, y: F.reshape(y, shape=(-1,)),
    "expand_dims": lambda F, y: F.expand_dims(y, axis=1),
    "slice": lambda F, y: F.slice_axis(y, axis=1, begin=0, end=1),
    "split": lambda F, y: F.sum(F.split(y, num_outputs=2, axis=0)[1]),
    "flip": lambda F, y: F.flip(y, axis=0),
    "stack": lambda F, y: F.stack(y, y, axis=1),
    "concat": lambda F, y: F.concat(y, y, dim=1),
    "tile": lambda F, y: F.tile(y, reps=(1, 2)),
    "shared": lambda F, y: y + F.BlockGrad(y) + y,
    "identity": lambda F, y: F.identity(y),
}
# What makes the array that user code reads.
BEFORE = {
    "nothing": lambda F, x: x,
    "transpose": lambda F, x: F.transpose(x),
    "swapaxes": lambda F, x: F.swapaxes(x, dim1=0, dim2=1),
    "reshape": lambda F, x: F.reshape(x, shape=(3, 2)),
    "flatten": lambda F, x: F.Flatten(x),
    "slice": lambda F, x: F.slice_axis(x, axis=1, begin=1, end=3),
    "rows": lambda F, x: F.slice_axis(x, axis=0, begin=0, end=1),
    "broadcast": lambda F, x: F.broadcast_axis(F.slice_axis(x, axis=0, begin=0, end=1), axis=0, size=2),
    "identity": lambda F, x: F.identity(x),
    "block_grad": lambda F, x: F.BlockGrad(x),
    "split": lambda F, x: F.split(x, num_outputs=3, axis=1, squeeze_axis=False)[1],
    "squeezed": lambda F, x: F.squeeze(F.expand_dims(x, axis=0), axis=0),
    "cast": lambda F, x: F.cast(x, dtype="float32"),
}
users = {}  # what the operator "test_user" calls in its places


class UserOperator(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])
        if "in_data" in users:
            users["in_data"](in_data[0])
        if "out_data" in users:
            users["out_data"](out_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        for name, array in (("out_grad", out_grad[0]), ("in_backward", in_data[0]), ("out_backward", out_data[0])):
            if name in users:
                users[name](array)
        self.assign(in_grad[0], req[0], out_grad[0])
        if "in_grad" in users:
            users["in_grad"](in_grad[0])


@mx.operator.register("test_user")
class UserProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return UserOperator()


@pytest.fixture(autouse=True)
def nobody():
    users.clear()
    yield
    users.clear()


class UserFunction(autograd.Function):
    def __init__(self, user):
        super().__init__()
        self.user = user

    def forward(self, x):
        return x * 1

    def backward(self, dy):
        self.user(dy)
        return dy


def run(network, mode):
    """Compute a network and its gradient; gives x, its gradient, the output and the output's given gradient."""
    x = mx.nd.array(START)
    if mode == "bound":
        found = mx.nd.zeros(START.shape)
        executor = network(mx.sym, mx.sym.var("x")).bind(mx.cpu(), {"x": x}, args_grad={"x": found})
        out = executor.forward(is_train=True)[0]
        head = mx.nd.ones(out.shape)
        executor.backward(head)
        return x, found, out, head
    x.attach_grad()

    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F, data):
            return network(F, data)
    block = Block()
    if mode != "eager":
        block.hybridize(static_alloc=mode == "static", static_shape=mode == "static")
    with autograd.record():
        out = block(x)
    head = mx.nd.ones(out.shape)
    out.backward(head)
    return x, x.grad, out, head


MODES = ("eager", "hybridized", "static", "bound")


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("after", AFTER)
def test_the_gradient_that_a_function_gets(after, write):
    user = User(write)
    x, beside = mx.nd.array(START), mx.nd.array(START)
    x.attach_grad()
    beside.attach_grad()
    with autograd.record():
        out = AFTER[after](mx.nd, UserFunction(user)(x) + beside)
    head = mx.nd.ones(out.shape)
    out.backward(head)
    np.testing.assert_array_equal(x.grad.asnumpy(), user.after)
    plain = mx.nd.array(START)
    plain.attach_grad()
    with autograd.record():
        out = AFTER[after](mx.nd, plain)
    out.backward()
    np.testing.assert_array_equal(beside.grad.asnumpy(), plain.grad.asnumpy())
    np.testing.assert_array_equal(head.asnumpy(), np.ones(head.shape))


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("after", ["sum", "mean", "transpose", "broadcast_to"])
@pytest.mark.parametrize("kind", ["array", "hybridized"])
def test_the_gradient_that_a_function_of_np_arrays_gets(kind, after, write):
    functions = {"sum": lambda y: y.sum(), "mean": lambda y: y.mean(), "transpose": lambda y: y.T,
                 "broadcast_to": lambda y: mx.np.broadcast_to(y, (2, 2, 3)).mean(axis=0).sum()}

    class Block(gluon.HybridBlock):
        def forward(self, data):
            return functions[after](data)
    user, x = User(write), mx.np.array(START)
    x.attach_grad()
    last = functions[after] if kind == "array" else Block()
    if kind == "hybridized":
        last.hybridize()
    with autograd.record():
        out = last(UserFunction(user)(x))
    out.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), user.after)


def test_the_head_gradient_of_a_program_is_left_alone():
    x, head = mx.nd.array(START), mx.nd.ones(START.shape)
    x.attach_grad()
    for call in (UserFunction(User("full")), lambda data: mx.nd.Custom(data, op_type="test_user")):
        users["out_grad"] = User("full")
        with autograd.record():
            out = call(x)
        out.backward(head)
        assert (x.grad.asnumpy() == 5).all() and (head.asnumpy() == 1).all()
        with autograd.record():
            out = call(x) if call.__class__ is not UserFunction else UserFunction(User("full"))(x)
        found, = autograd.grad(out, [x], head_grads=head)
        assert (found.asnumpy() == 5).all() and (head.asnumpy() == 1).all()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("after", AFTER)
def test_the_gradient_that_an_operator_gets(after, mode):
    _, plain, _, _ = run(lambda F, x: AFTER[after](F, x), "eager")
    for write in WRITES if mode == "eager" else ("element", "row", "out"):
        users["out_grad"] = user = User(write)
        _, found, _, head = run(lambda F, x: AFTER[after](F, F.Custom(x, op_type="test_user") + x), mode)
        np.testing.assert_array_equal(head.asnumpy(), np.ones(head.shape))
        np.testing.assert_array_equal(found.asnumpy(), user.after + plain.asnumpy())


@pytest.mark.parametrize("place", ["in_data", "in_backward"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("before", BEFORE)
def test_the_data_that_an_operator_gets(before, mode, place):
    for write in WRITES if mode == "eager" else ("element", "row", "out"):
        users[place] = user = User(write)
        x, *_ = run(lambda F, x: F.Custom(BEFORE[before](F, x), op_type="test_user"), mode)
        assert user.shown == 1 or before == "block_grad"
        # MXNet passes on an argument's own array; whatever was computed from it has other memory
        np.testing.assert_array_equal(x.asnumpy(), user.after if before == "nothing" else START)


@pytest.mark.parametrize("mode", MODES)
def test_the_results_that_an_operator_writes(mode):
    for write in WRITES:
        users["out_data"] = user = User(write)
        _, _, out, _ = run(lambda F, x: F.Custom(F.transpose(x), op_type="test_user"), mode)
        np.testing.assert_array_equal(out.asnumpy(), user.after)
        users.clear()
        users["out_backward"] = user = User(write)
        run(lambda F, x: F.Custom(F.transpose(x), op_type="test_user"), mode)
        assert user.shown
        users.clear()
        users["in_grad"] = user = User(write)
        _, found, _, _ = run(lambda F, x: F.Custom(F.transpose(x), op_type="test_user"), mode)
        np.testing.assert_array_equal(found.asnumpy(), user.after.T)
        users.clear()


def test_data_with_channels_last_inside_a_network():
    """Large convolutions compute with channels last; an operator between them sees rows."""
    seen = users["in_data"] = User("row")
    users["out_grad"] = User("row")
    x = mx.sym.Convolution(mx.sym.var("x"), kernel=(3, 3), pad=(1, 1), num_filter=32, name="first")
    x = mx.sym.Convolution(mx.sym.Custom(x, op_type="test_user"), kernel=(3, 3), num_filter=32, name="second")
    executor = x.simple_bind(mx.cpu(), x=(2, 32, 16, 16))
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(executor.outputs[0].shape))
    assert seen.shown == users["out_grad"].shown == 1
    assert all(tensor_of(array).is_contiguous() for array in [*executor.grad_arrays, *executor.outputs])


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("front", ["nd", "sym", "hybridized"])
def test_an_operator_in_a_loop(front, write):
    """One step of the loop for each row; the gradient of the sum is expanded."""
    users["out_grad"] = gradients = User(write)
    users["in_backward"] = data = User(write)

    def network(F, rows):
        def step(row, states):
            made = F.Custom(F.reshape(row, shape=(2, 2)), op_type="test_user")
            return made, [states[0] + F.sum(made)]
        made, states = F.contrib.foreach(step, rows, [F.zeros((1,))])
        return F.sum(made) + states[0]
    start = np.arange(8, dtype="float32").reshape(2, 4)
    x = mx.nd.array(start)
    if front == "sym":
        found = mx.nd.zeros(start.shape)
        executor = network(mx.sym, mx.sym.var("x")).bind(mx.cpu(), {"x": x}, args_grad={"x": found})
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((1,)))
    else:
        class Block(gluon.HybridBlock):
            def hybrid_forward(self, F, data):
                return network(F, data)
        block, found = Block(), None
        if front == "hybridized":
            block.hybridize()
        x.attach_grad()
        with autograd.record():
            out = block(x)
        out.backward()
        found = x.grad
    assert gradients.shown == data.shown == 2
    np.testing.assert_array_equal(found.asnumpy(), np.tile(gradients.after.reshape(1, 4), (2, 1)))
    np.testing.assert_array_equal(x.asnumpy(), start)


@pytest.mark.parametrize("write", WRITES)
def test_an_operator_in_a_module(write):
    users["out_grad"], users["in_data"] = User(write), User(write)
    net = mx.sym.Custom(mx.sym.transpose(mx.sym.var("data")), op_type="test_user")
    module = mx.mod.Module(mx.sym.make_loss(mx.sym.sum(net)), label_names=None)
    module.bind([("data", START.shape)], inputs_need_grad=True)
    module.init_params()
    data = mx.nd.array(START)
    module.forward(mx.io.DataBatch([data]), is_train=True)
    module.backward()
    np.testing.assert_array_equal(module.get_input_grads()[0].asnumpy(), users["out_grad"].after.T)
    np.testing.assert_array_equal(data.asnumpy(), START)


# ---- hooks and monitors -----------------------------------------------------------------------------

@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("write", WRITES)
def test_hooks_of_blocks(write, hybridized):
    given, made = User(write), User(write)

    class Turned(gluon.HybridBlock):
        def hybrid_forward(self, F, data):
            return F.transpose(data)
    block = Turned()
    if hybridized:
        block.hybridize()
    block.register_forward_pre_hook(lambda block, inputs: given(inputs[0]))
    block.register_forward_hook(lambda block, inputs, out: made(out))
    x = mx.nd.array(START)
    out = block(x)
    np.testing.assert_array_equal(x.asnumpy(), given.after)
    np.testing.assert_array_equal(out.asnumpy(), made.after)
    assert given.shown == made.shown == 1


@pytest.mark.parametrize("before", [name for name in BEFORE if name not in ("nothing", "split")])
def test_a_monitor_of_an_executor(before):
    """It sees results and gradients, may write to them, and the network continues with what it wrote."""
    for write in WRITES:
        results, gradients = User(write), User(write)

        def monitor(name, array, results=results, gradients=gradients):
            if array.ndim == 2 and array.shape[1] > 1 and name.startswith("shown"):
                (gradients if "backward" in name else results)(array)
        x, found = mx.nd.array(START), mx.nd.zeros(START.shape)
        with mx.name.Prefix("shown_"):
            net = BEFORE[before](mx.sym, mx.sym.var("x"))
        executor = mx.sym.sum(net).bind(mx.cpu(), {"x": x}, args_grad={"x": found})
        executor.set_monitor_callback(monitor)
        total = executor.forward(is_train=True)[0].asscalar()
        executor.backward(mx.nd.ones((1,)))
        np.testing.assert_array_equal(x.asnumpy(), START)
        assert total == pytest.approx(results.after.sum())
        if before != "block_grad":
            np.testing.assert_array_equal(found.asnumpy(), gradients.after)


@pytest.mark.parametrize("write", WRITES)
def test_a_hook_of_operators(write):
    """Gradients too: what it writes goes on to the variable."""
    written = {}

    def hook(name, operator, array):
        name = name.decode() if isinstance(name, bytes) else name
        if array.ndim == 2:
            user = User(write)
            user(array)
            written[name] = user.after

    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F, data):
            return F.sum(F.transpose(data))
    block = Block()
    block.hybridize()
    block.register_op_hook(hook)
    x = mx.nd.array(START)
    x.attach_grad()
    with autograd.record():
        out = block(x)
    out.backward()
    np.testing.assert_array_equal(x.asnumpy(), START)
    backward = [value for name, value in written.items() if "backward" in name]
    assert len(backward) == 2
    np.testing.assert_array_equal(x.grad.asnumpy(), backward[-1])


def test_a_statistic_of_a_monitor():
    shown = []

    def statistic(array):
        user = User("row")
        if array.ndim == 2:
            user(array)
            shown.append(array)
        return mx.nd.zeros((1,))
    monitor = mx.mon.Monitor(1, statistic, monitor_all=True)
    x = mx.nd.array(START)
    executor = mx.sym.sum(mx.sym.transpose(mx.sym.var("x"))).bind(mx.cpu(), {"x": x})
    monitor.install(executor)
    monitor.tic()
    executor.forward()
    monitor.toc()
    assert shown


# ---- parts of training --------------------------------------------------------------------------------

class UserMetric(mx.metric.EvalMetric):
    def __init__(self, write):
        super().__init__("user")
        self.labels, self.outputs = User(write), User(write)

    def update(self, labels, preds):
        self.labels(labels[0])
        self.outputs(preds[0])


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("write", WRITES)
def test_a_metric(write, axis):
    """On two contexts, which share the batch along an axis."""
    layout = ("NT", "TN")[axis]
    shape = ((4, 3), (3, 4))[axis]
    net = mx.sym.LinearRegressionOutput(mx.sym.var("data"), mx.sym.var("label"))
    module = mx.mod.Module(net, label_names=["label"], context=[mx.cpu(0), mx.cpu(1)])
    module.bind([mx.io.DataDesc("data", shape, layout=layout)], [mx.io.DataDesc("label", shape, layout=layout)])
    module.init_params()
    data, label = (mx.nd.array(np.arange(12, dtype="float32").reshape(shape)) for _ in range(2))
    module.forward(mx.io.DataBatch([data], [label]), is_train=True)
    metric = UserMetric(write)
    module.update_metric(metric, [label])
    assert metric.labels.shown == metric.outputs.shown == 2
    np.testing.assert_array_equal(data.asnumpy(), np.arange(12).reshape(shape))


@pytest.mark.parametrize("write", WRITES)
def test_batches(write):
    values = np.arange(24, dtype="float32").reshape(4, 2, 3)
    source = mx.nd.array(values)
    for batches in (mx.io.NDArrayIter(values, batch_size=2), mx.io.NDArrayIter(values, batch_size=2, shuffle=True),
                    mx.io.ResizeIter(mx.io.NDArrayIter(values, batch_size=2), 2),
                    mx.io.PrefetchingIter(mx.io.NDArrayIter(values, batch_size=2))):
        user = User(write)
        for batch in batches:
            user(batch.data[0])
        assert user.shown == 2
    for loader in (gluon.data.DataLoader(gluon.data.ArrayDataset(source), batch_size=2),
                   gluon.data.DataLoader(gluon.data.ArrayDataset(source).transform(lambda item: item.T), batch_size=2)):
        user = User(write)
        for batch in loader:
            user(batch)
        assert user.shown == 2
    np.testing.assert_array_equal(values, np.arange(24).reshape(4, 2, 3))
    np.testing.assert_array_equal(source.asnumpy(), values)


@pytest.mark.parametrize("values", [1, 2])
@pytest.mark.parametrize("write", WRITES)
def test_the_updater_of_a_store(write, values):
    store, weights, grads = mx.kv.create("local"), User(write), User(write)
    store.init(3, mx.nd.array(START))

    def update(key, grad, weight):
        grads(grad)
        weights(weight)
    store._set_updater(update)
    pushed = [mx.nd.array(START)] * values
    store.push(3, pushed if values > 1 else pushed[0])
    assert grads.shown == weights.shown == 1
    out = mx.nd.zeros(START.shape)
    store.pull(3, out=out)
    np.testing.assert_array_equal(out.asnumpy(), weights.after)


@pytest.mark.parametrize("write", WRITES)
def test_an_optimizer_of_a_user(write):
    """The gradients of a weight that was summed are expanded on their way there."""
    weights, grads = User(write), User(write)

    class Writing(mx.optimizer.Optimizer):
        def create_state(self, index, weight):
            return None

        def update(self, index, weight, grad, state):
            grads(grad)
            weights(weight)
    parameter = gluon.Parameter("weight", shape=START.shape)
    parameter.initialize(init=mx.init.One())
    trainer = gluon.Trainer([parameter], Writing())
    with autograd.record():
        total = parameter.data().sum()
    total.backward()
    np.testing.assert_array_equal(parameter.grad().asnumpy(), np.ones(START.shape))
    trainer.step(1)
    assert grads.shown == weights.shown == 1
    np.testing.assert_array_equal(parameter.data().asnumpy(), weights.after)


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("after", AFTER)
def test_the_gradients_of_a_program(after, write):
    """Of attached arrays, of `grad`, and of executors: two that are equal are not the same."""
    arrays = [mx.nd.array(START) for _ in range(2)]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        out = AFTER[after](mx.nd, arrays[0] + arrays[1])
    out.backward(retain_graph=True)
    found = autograd.grad(out, arrays)
    executor = AFTER[after](mx.sym, mx.sym.var("a") + mx.sym.var("b")).simple_bind(
        mx.cpu(), a=START.shape, b=START.shape)
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(executor.outputs[0].shape))
    for first, second in ([array.grad for array in arrays], found, executor.grad_arrays):
        before = second.asnumpy()
        User(write)(first)
        np.testing.assert_array_equal(second.asnumpy(), before)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("before", [name for name in BEFORE if name not in ("nothing", "split")])
def test_the_outputs_of_a_network(before, mode):
    for network in (lambda F, x: BEFORE[before](F, x), lambda F, x: F.identity(BEFORE[before](F, x)),
                    lambda F, x: F.sqrt(BEFORE[before](F, x)) * 2):
        x, _, out, _ = run(network, mode)
        for write in WRITES:
            User(write)(out)
        np.testing.assert_array_equal(x.asnumpy(), START)


# ---- other libraries ----------------------------------------------------------------------------------

@pytest.mark.parametrize("after", AFTER)
def test_other_libraries_see_rows(after):
    """The gradient of a function, as torch and NumPy get it; what they write is there."""
    seen = []

    class Given(autograd.Function):
        def forward(self, x):
            return x * 1

        def backward(self, dy):
            for give in (lambda: torch.utils.dlpack.from_dlpack(dy.to_dlpack_for_read()),
                         lambda: torch.utils.dlpack.from_dlpack(dy.to_dlpack_for_write()),
                         dy.as_torch, lambda: torch.from_dlpack(dy)):
                tensor = give()
                assert tensor.is_contiguous() and 0 not in tensor.stride()
                before = dy.asnumpy()
                tensor[0, 0] += 1
                before[0, 0] += 1
                np.testing.assert_array_equal(dy.asnumpy(), before)
            seen.append(before)
            return dy
    x = mx.nd.array(START)
    x.attach_grad()
    with autograd.record():
        out = AFTER[after](mx.nd, Given()(x))
    out.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), seen[0])


def test_copies_for_numpy():
    x = mx.nd.array(START)
    for copy in (x.asnumpy(), np.array(x), np.asarray(x), x.T.asnumpy()):
        copy[:] = 0
    np.testing.assert_array_equal(x.asnumpy(), START)


@pytest.mark.parametrize("made", [lambda t: t.T, lambda t: t[:, ::2], lambda t: t[:, :1],
                                  lambda t: t[:1].expand(2, 3), lambda t: t.as_strided((2, 2), (1, 1))])
def test_memory_in_another_order_is_refused(made):
    """As by MXNet's from_dlpack and from_numpy: neither a copy nor its views would share it."""
    tensor = made(torch.from_numpy(START.copy()))
    for take in (mx.nd.from_torch, lambda t: mx.nd.from_dlpack(torch.utils.dlpack.to_dlpack(t)),
                 lambda t: mx.np.array(mx.nd.from_torch(t))):
        with pytest.raises(mx.MXNetError, match="in row order"):
            take(tensor)
    with pytest.raises(ValueError, match="c-contiguous"):
        mx.nd.from_numpy(tensor.numpy())


# ---- views --------------------------------------------------------------------------------------------

LAPACK = {
    "inverse": lambda a: mx.nd.linalg.inverse(a), "potrf": lambda a: mx.nd.linalg.potrf(a),
    "trsm": lambda a: mx.nd.linalg.trsm(a, a), "np_inv": lambda a: mx.np.linalg.inv(a.as_np_ndarray()),
    "svd": lambda a: mx.np.linalg.svd(a.as_np_ndarray())[0], "eigh": lambda a: mx.np.linalg.eigh(a.as_np_ndarray())[1],
    "solve": lambda a: mx.np.linalg.solve(a.as_np_ndarray(), a.as_np_ndarray()),
    "rot90": lambda a: mx.np.rot90(a.as_np_ndarray()), "nonzero": lambda a: mx.npx.nonzero(a.as_np_ndarray()),
    "topk": lambda a: mx.nd.topk(a, k=2, axis=0, ret_typ="value"),
    "percentile": lambda a: mx.np.percentile(a.as_np_ndarray(), mx.np.array([25, 50]), axis=1),
    "layer_norm": lambda a: mx.nd.LayerNorm(a, mx.nd.ones(3), mx.nd.zeros(3), axis=0),
    "diagonal": lambda a: mx.np.diagonal(mx.np.ones((2, 3, 3)) + a.as_np_ndarray(), axis1=0, axis2=1)}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("name", LAPACK)
def test_results_of_kernels_that_compute_in_other_orders(name, write):
    a = mx.nd.array([[4, 1, 1], [1, 3, 1], [1, 1, 5]])
    User(write)(LAPACK[name](a))
    a.attach_grad()
    with autograd.record():
        made = LAPACK[name](a)
    User(write)(made.detach())


def test_edges_of_a_histogram_are_copies():
    edges = mx.nd.array([0, 2, 4])
    User("full")(mx.nd.histogram(mx.nd.array(START), bins=edges)[1].reshape((1, 3)))
    np.testing.assert_array_equal(edges.asnumpy(), [0, 2, 4])
