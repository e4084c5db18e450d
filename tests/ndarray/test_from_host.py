"""Arrays of NumPy's that lie in memory as torch does not take them."""
import numpy as np
import pytest

import mxnet as mx

VALUES = {
    "one column, reversed": np.arange(3, dtype="float32").reshape(3, 1)[:, ::-1],
    "one row, reversed": np.arange(3, dtype="float64").reshape(1, 3)[::-1],
    "one number, reversed": np.ones(1, "int32")[::-1],
    "no rows, reversed": np.ones((0, 3), "float32")[::-1],
    "reversed": np.arange(6, dtype="float32").reshape(2, 3)[:, ::-1],
    "every other": np.arange(6, dtype="float32")[::2],
    "columns first": np.asfortranarray(np.arange(6, dtype="float32").reshape(2, 3)),
    "other byte order": np.arange(6).astype(np.dtype("int32").newbyteorder()).reshape(2, 3),
    "read only": np.broadcast_to(np.float32(2), (2, 3)),
    "within a record": np.array([(1, 2.5), (3, 4.5)], dtype=[("a", "u1"), ("b", "f4")])["b"],
    "a number": np.array(3.5, dtype="float32"),
}


def assigned(values):
    x = mx.nd.zeros(values.shape)
    x[:] = values
    return x


def assigned_by_numbers(values):
    x = mx.nd.zeros((3, *values.shape))
    x[mx.nd.array([2])] = values
    return x[2]


def run(values):
    x = mx.sym.Variable("data")
    executor = mx.sym.identity(x).simple_bind(mx.cpu(), data=values.shape)
    return executor.forward(data=values)[0]


def initialized(values):
    weight = mx.gluon.Parameter("weight", shape=values.shape)
    weight.initialize(mx.init.Constant(values))
    return weight.data()


WAYS = {"nd.array": mx.nd.array, "nd.array of its type": lambda v: mx.nd.array(v, dtype=v.dtype),
        "np.array": mx.np.array, "assigned": assigned, "assigned by numbers": assigned_by_numbers,
        "from_numpy": lambda v: mx.nd.from_numpy(v, zero_copy=False), "added": lambda v: mx.nd.zeros(v.shape) + v,
        "executor": run, "parameter": initialized}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", VALUES)
def test_values_come_over_however_they_lie(kind, way):
    values = VALUES[kind]
    if way not in ("nd.array", "nd.array of its type", "np.array", "from_numpy") and not (values.ndim and values.size):
        pytest.skip("needs axes and numbers")
    np.testing.assert_array_equal(WAYS[way](values).asnumpy(), values)


@pytest.mark.parametrize("kind", ["one column, reversed", "one row, reversed", "one number, reversed"])
def test_zero_copy_shares_reversed_axes_of_one_element(kind):
    values = VALUES[kind].copy()
    reverse = tuple(slice(None, None, -1) if size == 1 else slice(None) for size in values.shape)
    shared = mx.nd.from_numpy(values[reverse])
    shared[:] = 7
    assert (values == 7).all()


@pytest.mark.parametrize("kind", ["one column, reversed", "one row, reversed", "other byte order"])
def test_iterators_and_sparse_arrays_take_them(kind):
    values = VALUES[kind]
    rows = [batch.data[0].asnumpy() for batch in mx.io.NDArrayIter(values, batch_size=1)]
    np.testing.assert_array_equal(np.concatenate(rows), values)
    np.testing.assert_array_equal(mx.nd.sparse.csr_matrix(values).asnumpy(), values)
    loader = mx.gluon.data.DataLoader(mx.gluon.data.SimpleDataset([values, values]), 2)
    np.testing.assert_array_equal(next(iter(loader)).asnumpy(), np.stack([values, values]))


def test_an_index_of_one_reversed_number():
    numbers = np.array([1])[::-1]
    assert mx.nd.array([5, 6])[numbers].asnumpy().tolist() == [6]
    assert mx.np.array([5, 6])[np.array([True, False])[::-1]].asnumpy().tolist() == [6]
