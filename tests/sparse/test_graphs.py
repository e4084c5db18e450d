"""Storage types in bound graphs, gradients, users' operators, iterators, stores and modules."""
import numpy as np
import pytest

import mxnet as mx

VALUES = np.float32([[0, 1, 0], [0, 0, 0], [2, 0, 3]])


def make(stype, values=VALUES):
    return mx.nd.array(values).tostype(stype)


# What MXNet 1.9.1's simple_bind says of (outputs, gradient of x, gradient of y).
@pytest.mark.parametrize("build, x, y, outputs, slopes", [
    (lambda x, y: mx.sym.abs(x), "csr", None, "csr", ["csr"]),
    (lambda x, y: mx.sym.sin(x), "row_sparse", None, "row_sparse", ["default"]),
    (lambda x, y: mx.sym.exp(x), "csr", None, "default", ["default"]),
    (lambda x, y: x * 2, "row_sparse", None, "row_sparse", ["row_sparse"]),
    (lambda x, y: x + 1, "row_sparse", None, "default", ["default"]),
    (lambda x, y: mx.sym.elemwise_add(x, y), "row_sparse", "row_sparse", "row_sparse", ["row_sparse"] * 2),
    (lambda x, y: mx.sym.elemwise_add(x, y), "csr", "default", "default", ["default"] * 2),
    (lambda x, y: mx.sym.elemwise_mul(x, y), "csr", "default", "csr", ["default"] * 2),
    (lambda x, y: mx.sym.dot(x, y), "csr", "default", "default", ["default", "row_sparse"]),
    (lambda x, y: mx.sym.dot(x, y), "csr", "row_sparse", "default", ["default", "row_sparse"]),
    (lambda x, y: mx.sym.dot(x, y, transpose_a=True), "csr", "default", "row_sparse", ["default"] * 2),
    (lambda x, y: mx.sym.dot(x, y) + mx.sym.dot(x, y), "csr", "default", "default", ["default", "row_sparse"]),
    (lambda x, y: mx.sym.dot(mx.sym.square(x), mx.sym.square(y)), "csr", "row_sparse", "default",
     ["default", "row_sparse"]),
    (lambda x, y: mx.sym.cast_storage(x, stype="csr"), "default", None, "csr", ["csr"]),
    (lambda x, y: mx.sym.add_n(x, y, x), "row_sparse", "row_sparse", "row_sparse", ["row_sparse"] * 2),
    (lambda x, y: mx.sym.slice(x, begin=(0,), end=(2,)), "csr", None, "csr", ["default"]),
    (lambda x, y: mx.sym.FullyConnected(x, y, num_hidden=3, no_bias=True), "csr", "row_sparse", "default",
     ["default"] * 2),
])
def test_inferred_storage(build, x, y, outputs, slopes):
    net = build(mx.sym.var("x", stype=x), mx.sym.var("y", stype=y))
    given = {"x": (3, 3)} if y is None else {"x": (3, 3), "y": (3, 3)}
    executor = net.simple_bind(mx.current_context(), **given)
    assert [array.stype for array in executor.outputs] == [outputs]
    assert [executor.grad_dict[name].stype for name in given] == slopes
    assert executor.arg_dict["x"].stype == x
    executor.arg_dict["x"][:] = make("default")
    assert executor.arg_dict["x"].stype == x


def test_storage_types_by_dictionary():
    net = mx.sym.var("x") * 2
    executor = net.simple_bind(mx.current_context(), stype_dict={"x": "csr"}, x=(3, 3))
    assert executor.arg_dict["x"].stype == executor.outputs[0].stype == "csr"
    with pytest.raises(mx.MXNetError, match="unknown storage type 'coo'"):
        net.simple_bind(mx.current_context(), stype_dict={"x": "coo"}, x=(3, 3))


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_an_executor_sees_what_is_written(stype):
    net = mx.sym.square(mx.sym.var("x"))
    array, slope = make(stype), mx.nd.zeros((3, 3), stype=stype)
    executor = net.bind(mx.current_context(), {"x": array}, {"x": slope})
    for factor in (1, 2):
        array[:] = make(stype, VALUES * factor)
        out, = executor.forward(is_train=True)
        assert out.stype == stype
        np.testing.assert_allclose(out.asnumpy(), (VALUES * factor) ** 2)
        executor.backward(make(stype, np.ones_like(VALUES)))
        np.testing.assert_allclose(slope.asnumpy(), 2 * VALUES * factor)
    executor = net.bind(mx.current_context(), {"x": array}, {"x": slope}, grad_req="add")
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((3, 3)))
    np.testing.assert_allclose(slope.asnumpy(), 4 * VALUES * 2)


@pytest.mark.parametrize("transposed", [False, True])
def test_a_matrix_that_is_only_multiplied_is_never_dense(transposed, place):
    if place == "gpu":
        pytest.skip("programs on a GPU take dense forms")
    # 2 * 10^12 elements: a dense form would not fit anywhere
    shape = (2_000_000, 1_000_000) if transposed else (1_000_000, 2_000_000)
    x, w = mx.sym.var("x", stype="csr"), mx.sym.var("w")
    net = mx.sym.dot(mx.sym.square(x), w, transpose_a=transposed) + mx.sym.dot(x, w, transpose_a=transposed)
    executor = net.simple_bind(mx.current_context(), x=shape, w=(2_000_000, 1), grad_req={"x": "null", "w": "write"})
    places = ([3, 1_999_999], [7, 999_999]) if transposed else ([7, 999_999], [3, 1_999_999])
    executor.arg_dict["x"][:] = mx.nd.sparse.csr_matrix((np.float32([1, 2]), places), shape=shape)
    executor.arg_dict["w"][:] = 5
    out, = executor.forward(is_train=True)
    dense = out.tostype("default")
    assert dense[7].asscalar() == 10 and dense[999_999].asscalar() == 30 and dense.sum().asscalar() == 40
    executor.backward(mx.nd.ones((1_000_000, 1)).tostype(out.stype))
    slope = executor.grad_dict["w"]
    assert slope.stype == ("default" if transposed else "row_sparse")
    rows = slope.tostype("row_sparse") if transposed else slope
    assert rows.indices.asnumpy().tolist() == [3, 1_999_999] and rows.data.asnumpy().tolist() == [[2], [6]]


def test_a_matrix_with_other_uses_is_right_too():
    x, w = mx.sym.var("x", stype="csr"), mx.sym.var("w")
    values, weight = make("default"), mx.nd.array([[1.0], [2.0], [3.0]])
    wanted = VALUES @ weight.asnumpy()
    for net, expected in ((mx.sym.dot(mx.sym.square(x), w) + mx.sym.dot(mx.sym.sin(x), w),
                           (VALUES ** 2 + np.sin(VALUES)) @ weight.asnumpy()),
                          (mx.sym.Group([mx.sym.dot(mx.sym.square(x), w), mx.sym.square(x)]),
                           VALUES ** 2 @ weight.asnumpy()),
                          (mx.sym.dot(x, w) + mx.sym.sum(x, axis=1, keepdims=True), wanted + VALUES.sum(1)[:, None]),
                          (mx.sym.dot(mx.sym.square(x), w), VALUES ** 2 @ weight.asnumpy()),
                          (mx.sym.dot(x, x), VALUES @ VALUES),
                          (mx.sym.dot(w, x, transpose_a=True), weight.asnumpy().T @ VALUES),
                          (mx.sym.dot(x, mx.sym.Reshape(w, shape=(-1,))), wanted[:, 0])):
        for req in ("null", "write"):
            given = {"x": values.tostype("csr"), "w": weight}
            given = {name: given[name] for name in net.list_arguments()}
            slopes = {name: mx.nd.zeros(array.shape) for name, array in given.items()}
            executor = net.bind(mx.current_context(), given, slopes, req)
            np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("stype", ["default", "csr", "row_sparse"])
@pytest.mark.parametrize("slope", [None, "default", "csr", "row_sparse"])
def test_attached_gradients(stype, slope):
    array = make(stype)
    array.attach_grad(stype=slope)
    assert array.grad.stype == (slope or stype) and not array.grad.asnumpy().any()
    with mx.autograd.record():
        made = mx.nd.square(array) * 3
    assert made.stype == stype
    made.backward()
    assert array.grad.stype == (slope or stype)
    np.testing.assert_allclose(array.grad.asnumpy(), 6 * VALUES)
    with pytest.raises(mx.MXNetError):
        with mx.autograd.record():
            array[:] = mx.nd.ones((3, 3))


def test_gradients_of_large_arrays_land_in_sparse_ones():
    weight = mx.nd.ones((20000, 2))
    weight.attach_grad(stype="row_sparse")
    with mx.autograd.record():
        made = mx.nd.Embedding(mx.nd.array([3, 7, 3]), weight, input_dim=20000, output_dim=2, sparse_grad=True)
    for _ in range(2):
        made.backward(retain_graph=True)
        assert weight.grad.indices.asnumpy().tolist() == [3, 7]
        assert weight.grad.data.asnumpy().tolist() == [[2, 2], [1, 1]]


@pytest.mark.parametrize("req", ["write", "add"])
def test_gradients_come_by_rows(req):
    weight = mx.nd.ones((6, 2))
    weight.attach_grad(req, stype="row_sparse")
    data = mx.nd.sparse.csr_matrix(([1.0, 0.0, 2.0], [0, 3, 5], [0, 2, 3]), shape=(2, 6))
    for step in (1, 2):
        with mx.autograd.record():
            made = mx.nd.dot(data, weight).sum() + mx.nd.Embedding(
                mx.nd.array([5, 1, 9]), weight, input_dim=6, output_dim=2, sparse_grad=True).sum()
        made.backward()
        factor = step if req == "add" else 1
        # as in MXNet row 3 is stored, because the matrix stores a zero there
        assert weight.grad.indices.asnumpy().tolist() == [0, 1, 3, 5]
        assert weight.grad.data.asnumpy()[:, 0].tolist() == [1 * factor, 1 * factor, 0, 4 * factor]
    with mx.autograd.record():  # and with a part that is dense
        made = mx.nd.dot(data, weight).sum() + weight.sum()
        slope, = mx.autograd.grad(made, [weight], retain_graph=True)
    assert slope.asnumpy()[:, 0].tolist() == [2, 1, 1, 1, 1, 3]
    weight.grad[:] = 0
    made.backward()
    np.testing.assert_array_equal(weight.grad.asnumpy(), slope.asnumpy())


def test_a_users_operator_sees_sparse_arrays():
    seen = []

    class Double(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            seen.append([array.stype for array in (*in_data, *out_data)])
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            seen.append([array.stype for array in (*out_grad, *in_data, *out_data, *in_grad)])
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    @mx.operator.register("sparse_double")
    class DoubleProp(mx.operator.CustomOpProp):
        def infer_storage_type(self, in_stype):
            return in_stype, in_stype, []

        def infer_storage_type_backward(self, ograd_stype, in_stype, out_stype, igrad_stype, aux_stype):
            return ["default"], in_stype, out_stype, in_stype, []

        def create_operator(self, ctx, shapes, dtypes):
            return Double()

    array = make("csr")
    array.attach_grad()
    with mx.autograd.record():
        made = mx.nd.Custom(array, op_type="sparse_double")
    made.backward()
    assert made.stype == array.grad.stype == "csr"
    assert seen == [["csr", "csr"], ["default", "csr", "csr", "csr"]]
    np.testing.assert_allclose(made.asnumpy(), VALUES * 2)
    np.testing.assert_allclose(array.grad.asnumpy(), np.full((3, 3), 2))
    seen.clear()
    net = mx.sym.Custom(mx.sym.var("x", stype="csr"), op_type="sparse_double")
    executor = net.simple_bind(mx.current_context(), x=(3, 3))
    executor.arg_dict["x"][:] = array
    assert executor.forward(is_train=True)[0].stype == "csr" and executor.grad_dict["x"].stype == "csr"
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), VALUES * 2)
    executor.backward(mx.nd.ones((3, 3)))
    assert seen == [["csr", "csr"], ["default", "csr", "csr", "csr"]]
    mx.nd.Custom(mx.nd.ones((2, 2)), op_type="sparse_double")
    assert seen[-1] == ["default", "default"]


# ---- training -----------------------------------------------------------------------------------

def test_batches_of_a_matrix():
    values = np.float32(np.arange(30).reshape(10, 3) * (np.arange(30).reshape(10, 3) % 4 == 1))
    for shuffle in (False, True):
        it = mx.io.NDArrayIter({"x": make("csr", values)}, {"y": np.arange(10)}, 4, shuffle, "discard")
        seen = []
        for batch in it:
            assert batch.data[0].stype == "default" and batch.data[0].shape == (4, 3)  # so in the reference
            rows = batch.label[0].asnumpy().astype(int)
            np.testing.assert_array_equal(batch.data[0].asnumpy(), values[rows])
            seen.extend(rows)
        assert len(seen) == len(set(seen)) == 8
    with pytest.raises(NotImplementedError, match="discard"):
        mx.io.NDArrayIter(make("csr", values), batch_size=4)


def test_store_of_rows():
    store = mx.kv.create("local")
    start = np.float32(np.arange(10).reshape(5, 2))
    store.init("w", make("row_sparse", start))
    first, second = (mx.nd.zeros((5, 2), stype="row_sparse") for _ in range(2))
    store.row_sparse_pull("w", out=[first, second], row_ids=[mx.nd.array([3, 1, 3]), mx.nd.array([0])])
    assert first.indices.asnumpy().tolist() == [1, 3] and second.indices.asnumpy().tolist() == [0]
    np.testing.assert_array_equal(first.data.asnumpy(), start[[1, 3]])
    store.row_sparse_pull("w", out=[first, second], row_ids=mx.nd.array([4]))
    np.testing.assert_array_equal(second.data.asnumpy(), start[[4]])
    store.pull("w", out=first)  # a plain pull leaves sparse arrays alone
    assert first.indices.asnumpy().tolist() == [4]
    store.pull("w", out=first, ignore_sparse=False)
    np.testing.assert_array_equal(first.asnumpy(), start)
    pushed = [make("row_sparse", start * (np.arange(5)[:, None] == row)) for row in (1, 2)]
    store.push("w", pushed)
    store.pull("w", out=first, ignore_sparse=False)
    assert first.indices.asnumpy().tolist() == [1, 2]
    store.set_optimizer(mx.optimizer.SGD(learning_rate=1.0))
    dense = mx.nd.zeros((5, 2))
    store.push("w", pushed)
    store.pull("w", out=dense)
    assert not dense.asnumpy().any()
    with pytest.raises(mx.MXNetError, match="Expected row_sparse storage type"):
        store.row_sparse_pull("w", out=dense, row_ids=mx.nd.array([1]))
    with pytest.raises(mx.MXNetError, match="doesn't match"):
        store.row_sparse_pull("w", out=[first], row_ids=[mx.nd.array([1]), mx.nd.array([2])])


@pytest.mark.parametrize("optimizer, lazy", [("sgd", True), ("adam", True), ("adagrad", True), ("ftrl", False),
                                             ("rmsprop", False), ("nag", True)])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_rows_without_a_gradient(optimizer, lazy, dtype):
    made = mx.optimizer.create(optimizer, learning_rate=0.5, wd=0.0 if optimizer == "adagrad" else 0.1,
                               multi_precision=dtype == "float16")
    updater = mx.optimizer.get_updater(made)
    weight = mx.nd.ones((4, 2), dtype=dtype)
    grad = mx.nd.sparse.row_sparse_array((np.ones((2, 2), dtype), [1, 3]), shape=(4, 2))
    updater(0, grad, weight)
    updater([0], [grad], [weight])
    if dtype == "float16" and optimizer in ("sgd", "nag"):
        lazy = False  # as in MXNet: the step through a 32-bit copy is dense
    still = (weight.asnumpy() == 1).all(1)
    assert still.tolist() == ([True, False, True, False] if lazy else [False] * 4)
    if lazy:
        other, dense = mx.nd.ones((4, 2), dtype=dtype), mx.nd.array(grad.asnumpy(), dtype=dtype)
        twin = mx.optimizer.get_updater(mx.optimizer.create(
            optimizer, learning_rate=0.5, wd=made.wd, multi_precision=made.multi_precision))
        twin(0, dense, other)
        twin(0, dense, other)
        np.testing.assert_allclose(weight.asnumpy()[[1, 3]], other.asnumpy()[[1, 3]], rtol=1e-3)


def test_a_sparse_weight_with_a_dense_gradient_moves():
    for index in (0, [0]):
        weight, grad = make("row_sparse", np.ones((3, 2), np.float32)), mx.nd.ones((3, 2))
        updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5, momentum=0.9))
        updater(index, grad if index == 0 else [grad], weight if index == 0 else [weight])
        np.testing.assert_allclose(weight.asnumpy(), np.full((3, 2), 0.5))
        other = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5, momentum=0.9))
        other.set_states(updater.get_states())
        for _ in range(2):
            other([0], [grad], [weight])
        np.testing.assert_allclose(weight.asnumpy(), np.full((3, 2), 0.5 - 0.95 - 1.355), rtol=1e-6)


def test_decay_is_refused_where_it_would_touch_all_rows():
    updater = mx.optimizer.get_updater(mx.optimizer.AdaGrad(wd=0.1))
    with pytest.raises(mx.MXNetError, match="no weight decay"):
        updater(0, make("row_sparse"), mx.nd.ones((3, 3)))


@pytest.mark.parametrize("contexts, update_on_kvstore", [(1, "1"), (2, "1"), (2, "0")])
def test_linear_regression_by_module(contexts, update_on_kvstore, monkeypatch):
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", update_on_kvstore)
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(50, 1)).astype("float32")
    values = (rng.normal(size=(400, 50)) * (rng.random((400, 50)) < 0.1)).astype("float32")
    found = {}
    for data, weight in (("csr", "row_sparse"), ("default", "default")):
        it = mx.io.NDArrayIter(make(data, values), {"label": values @ truth}, 40, last_batch_handle="discard")
        x, w = mx.sym.var("data", stype=data), mx.sym.var("w_weight", shape=(50, 1), stype=weight)
        net = mx.sym.LinearRegressionOutput(mx.sym.dot(x, w), mx.sym.var("label"))
        module = mx.mod.Module(net, label_names=["label"], context=[mx.cpu(place) for place in range(contexts)])
        asked = {"sparse_row_id_fn": lambda batch: {"w_weight": batch.data[0].indices}} if data == "csr" else {}
        module.fit(it, eval_metric="mse", num_epoch=50, initializer=mx.init.One(), optimizer="sgd",
                   optimizer_params={"learning_rate": 2.0}, **asked)
        found[weight] = module.get_params()[0]["w_weight"]
        assert found[weight].stype == weight
    np.testing.assert_allclose(found["row_sparse"].asnumpy(), truth, atol=0.01)
    np.testing.assert_allclose(found["row_sparse"].asnumpy(), found["default"].asnumpy(), rtol=1e-4, atol=1e-5)


def test_a_store_keeps_rows_of_zeros():
    store = mx.kv.create("local")
    store.init(0, mx.nd.ones((4, 2)))
    store.push(0, mx.nd.sparse.row_sparse_array((np.array([[0.0, 0], [1, 1]]), [1, 3]), shape=(4, 2)))
    rows = mx.nd.sparse.zeros("row_sparse", (4, 2))
    store.pull(0, out=rows, ignore_sparse=False)
    assert rows.indices.asnumpy().tolist() == [1, 3]  # lazy updates move their momentum
    store.push(0, mx.nd.ones((4, 2)) * 2)
    dense = mx.nd.zeros((4, 2))
    store.pull(0, out=dense)
    assert (dense.asnumpy() == 2).all()
