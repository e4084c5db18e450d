"""Products of csr matrices: values and gradients against dense ones, and that the matrix is never made dense."""
import numpy as np
import pytest

import mxnet as mx


def random_matrix(shape, dtype="float32", density=0.2, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.integers(-3, 4, shape) * (rng.random(shape) < density)).astype(dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("right", ["default", "row_sparse"])
def test_csr_times(dtype, transposed, right):
    left = random_matrix((13, 7), dtype)
    other = random_matrix((13 if transposed else 7, 5), dtype, 0.7, 1)
    made = mx.nd.dot(mx.nd.array(left, dtype=dtype).tostype("csr"), mx.nd.array(other, dtype=dtype).tostype(right),
                     transpose_a=transposed)
    assert made.stype == ("row_sparse" if transposed else "default") and made.dtype == np.dtype(dtype)
    np.testing.assert_allclose(made.asnumpy(), (left.T if transposed else left) @ other)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("forward", [None, "default", "csr"])
def test_times_csr(transposed, forward):
    matrix = random_matrix((9, 6))
    other = random_matrix((4, 6 if transposed else 9), density=0.7, seed=1)
    given = {} if forward is None else {"forward_stype": forward}
    made = mx.nd.dot(mx.nd.array(other), mx.nd.array(matrix).tostype("csr"), transpose_b=transposed, **given)
    assert made.stype == (forward or "csr")
    np.testing.assert_allclose(made.asnumpy(), other @ (matrix.T if transposed else matrix))


def test_a_large_matrix_is_never_dense():
    # 10^12 elements: a dense form would not fit anywhere
    size = 1_000_000
    matrix = mx.nd.sparse.csr_matrix((np.float32([1, 2, 3]), ([5, size - 1, 7], [0, 3, size - 1])), shape=(size, size))
    weight = mx.nd.ones((size, 2))
    weight.attach_grad(stype="row_sparse")
    with mx.autograd.record():
        made = mx.nd.dot(matrix, weight)
    assert made[5].asnumpy().tolist() == [1, 1]
    made.backward()
    assert weight.grad.indices.asnumpy().tolist() == [0, 3, size - 1]
    assert mx.nd.dot(matrix, weight, transpose_a=True).indices.asnumpy().tolist() == [0, 3, size - 1]
    for same in (matrix * 2, matrix + matrix, mx.nd.square(matrix), matrix[:size], matrix.copy(), -matrix):
        assert same.stype == "csr" and same.data.shape == (3,)
    assert matrix.sum(axis=1).shape == (size,)


@pytest.mark.parametrize("transposed", [False, True])
def test_gradient_of_the_dense_side(transposed):
    left = random_matrix((6, 4))
    right = random_matrix((6 if transposed else 4, 3), density=1, seed=1)
    found = []
    for stype in ("csr", "default"):
        weight = mx.nd.array(right)
        weight.attach_grad()
        with mx.autograd.record():
            made = mx.nd.dot(mx.nd.array(left).tostype(stype), weight, transpose_a=transposed)
            loss = mx.nd.square(made).sum()
        loss.backward()
        found.append(weight.grad.asnumpy())
    np.testing.assert_allclose(*found)


def test_second_gradient():
    data = mx.nd.array(random_matrix((4, 3), density=0.5)).tostype("csr")
    weight = mx.nd.array([[1.0], [2.0], [3.0]])
    weight.attach_grad()
    with mx.autograd.record():
        made = mx.nd.dot(data, weight)
        first = mx.autograd.grad((made ** 3).sum(), [weight], create_graph=True)[0]
        total = (first ** 2).sum()
    total.backward()
    dense, x = data.asnumpy().astype("float64"), weight.asnumpy().astype("float64")
    out = dense @ x
    slope = dense.T @ (3 * out ** 2)
    np.testing.assert_allclose(weight.grad.asnumpy(), dense.T @ (6 * out * (dense @ (2 * slope))), rtol=1e-5)


@pytest.mark.parametrize("shapes", [((4, 3), (4, 2)), ((4, 3), (3,))])
def test_shapes_that_do_not_fit(shapes):
    left, right = (mx.nd.ones(shape) for shape in shapes)
    if len(shapes[1]) == 1:
        np.testing.assert_allclose(mx.nd.dot(left.tostype("csr"), right).asnumpy(), [3] * 4)
        return
    with pytest.raises(mx.MXNetError, match="dot shape error"):
        mx.nd.dot(left.tostype("csr"), right)
    with pytest.raises(mx.MXNetError, match="Incompatible attr"):
        mx.nd.dot(left.tostype("csr"), mx.nd.ones((3, 2), dtype="float64"))
