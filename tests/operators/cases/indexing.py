"""Cases of reading and writing by index, of masks and of embeddings."""
import numpy as np

from tests.operators.harness import Case, integers

ALL = ("float16", "float32", "float64")


def array(values, dtype="float32"):
    return np.array(values, dtype)


def into_range(index, size, mode):
    index = np.trunc(index).astype(int)
    return np.clip(index, 0, size - 1) if mode == "clip" else index % size


def take(a, indices, axis=0, mode="clip"):
    return np.take(a, into_range(indices, a.shape[axis], mode), axis)


def pick(x, index, axis=-1, keepdims=False, mode="clip"):
    index = into_range(index, x.shape[axis], mode)
    kept = index if index.ndim == x.ndim else np.expand_dims(index, axis)
    found = np.take_along_axis(x, kept, axis)
    return found if keepdims else np.squeeze(found, axis)


def one_hot(indices, depth, on_value=1.0, off_value=0.0, dtype="float32"):
    hot = indices.astype(int)[..., None] == np.arange(depth)
    return np.where(hot, on_value, off_value).astype(dtype)


def scatter(data, indices, shape):
    found = np.zeros(shape, data.dtype)
    found[tuple(indices.astype(int))] = data
    return found


def replaced(lhs, rhs, indices, shape):
    found = lhs.copy()
    found[tuple(indices.astype(int))] = rhs
    return found


def rows(condition, x, y):
    return np.where((condition != 0).reshape(-1, *[1] * (x.ndim - condition.ndim)), x, y) \
        if condition.ndim < x.ndim else np.where(condition != 0, x, y)


def embedding(data, weight, input_dim, output_dim, **params):
    return weight[into_range(data, input_dim, "clip")]


FREE = {"dtypes": "float32", "grad": False}
PLACES = array([[0, 2, 1], [1, 3, 0]], "int32")
CASES = [
    *(Case("take", [(3, 4), array([0, 2, 5, -1, -7])], {"mode": mode}, reference=take, wrt=(0,), dtypes=ALL)
      for mode in ("clip", "wrap")),
    *(Case("take", [(2, 3, 4), integers((2, 2), high=3, dtype=kind)], {"axis": axis}, reference=take, wrt=(0,))
      for axis, kind in ((1, "int32"), (-2, "int64"), (1, "uint8"))),
    Case("take", [(3, 4), array([1.7, 2.3])], {}, reference=take, wrt=(0,), note="indices are cut, not rounded"),
    Case("take", [(3, 4), array([0, 2], "int32")], {"mode": "raise"}, reference=lambda a, i, mode: a[i], wrt=(0,),
         symbolic=False),
    Case("take", [(3, 4), array([0, 3], "int32")], {"mode": "raise"}, raises="out of bound"),
    Case("take", [(3, 4), array([0, -1], "int32")], {"mode": "raise"}, raises="out of bound"),
    Case("take", [(3, 4), array([0])], {"axis": 2}, raises="Axis 2 exceeds"),

    Case("batch_take", [(3, 4), array([0, 3, 9], "int32")], {}, reference=pick, grad=False),
    Case("batch_take", [(3, 4), array([0, 3, 1])], {}, raises="int32"),
    Case("batch_take", [(3, 4), array([0, 3], "int32")], {}, raises="size must be the same"),

    *(Case("pick", [(3, 4), array(index)], {"axis": axis, "mode": mode, "keepdims": keep}, reference=pick, wrt=(0,))
      for index, axis in (([0, 3, 9], -1), ([0, -1, 2, 3], 0), ([[0], [3], [-9]], 1))
      for mode in ("clip", "wrap") for keep in (False, True)),
    Case("pick", [(2, 3, 2), integers((2, 2), high=3, dtype="int32")], {"axis": 1}, reference=pick,
         wrt=(0,), dtypes=ALL),
    Case("pick", [(3, 4), array([0, 1])], {}, raises="Shape inconsistent"),
    Case("pick", [(3, 4), array([0, 1, 2])], {"axis": None}, raises="axis=None is not supported"),

    *(Case("one_hot", [array([[0, 2], [5, -1]], kind)], {"depth": 3, **params}, reference=one_hot, **FREE)
      for kind, params in (("float32", {}), ("int32", {"on_value": 2, "off_value": -1, "dtype": "int32"}),
                           ("int64", {"dtype": "float16", "on_value": 0.5}), ("float64", {"dtype": "uint8"}))),
    Case("one_hot", [array([0, 1])], {"depth": 2, "off_value": -1.5, "dtype": "uint8"}, **FREE,
         reference=lambda i, **p: array([[1, 255], [255, 1]], "uint8"), note="a negative number wraps as in C"),
    Case("one_hot", [array([0])], {"depth": -1}, raises="non-negative"),

    Case("gather_nd", [(3, 4), PLACES], {}, reference=lambda x, i: x[tuple(i)], wrt=(0,), dtypes=ALL),
    Case("gather_nd", [(3, 4, 2), array([[0, -1], [1, -2]])], {}, reference=lambda x, i: x[tuple(i.astype(int))],
         wrt=(0,)),
    Case("gather_nd", [(3, 4), array([[2, 0, 2]])], {}, reference=lambda x, i: x[i[0].astype(int)], wrt=(0,),
         note="a slice taken twice gets both gradients"),
    Case("gather_nd", [(3, 4), array([[0, 7], [1, 1]])], {}, raises="out of bounds"),
    Case("gather_nd", [(3, 4), array([0, 1])], {}, raises="at least 2 dimensions"),
    Case("gather_nd", [(3,), array([[0], [1]])], {}, raises="exceeds data dimension"),

    Case("scatter_nd", [(3,), PLACES], {"shape": (3, 4)}, reference=scatter, wrt=(0,), dtypes=ALL),
    Case("scatter_nd", [(2, 2), array([[2, 0]])], {"shape": (4, 2)}, reference=scatter, wrt=(0,)),
    Case("scatter_nd", [(2, 2), array([[2, 0]])], {"shape": (4, 3)}, raises="Invalid data, indices"),
    Case("_scatter_set_nd", [(3, 4), (3,), PLACES], {"shape": (3, 4)}, reference=replaced, wrt=(0, 1)),

    *(Case("_ravel_multi_index", [array([[0, 2, 1], [1, 3, 0]], kind)], {"shape": (3, 4)}, **FREE,
           reference=lambda x, shape: np.ravel_multi_index(tuple(x.astype(int)), shape).astype(x.dtype))
      for kind in ("int64", "float32")),
    Case("_ravel_multi_index", [array([[0, 2]])], {"shape": (3, 4)}, raises="does not match shape"),
    *(Case("_unravel_index", [array([22, 41, 3], kind)], {"shape": (7, 6)}, **FREE,
           reference=lambda x, shape: np.stack(np.unravel_index(x.astype(int), shape)).astype(x.dtype))
      for kind in ("int64", "float32")),
    Case("_unravel_index", [array([9], "int64")], {"shape": (-1, 4)},
         reference=lambda x, shape: array([[2], [1]], "int64"), note="the first size is never looked at", **FREE),
    Case("_unravel_index", [array([9])], {}, raises="Empty shape"),
    Case("_unravel_index", [array([[22], [41]], "int64")], {"shape": (7, 6)}, **FREE,
         reference=lambda x, shape: np.stack(np.unravel_index(x[:, 0], shape)), note="axes of one element go"),
    Case("_unravel_index", [array([[22, 41], [3, 4]], "int64")], {"shape": (7, 6)}, **FREE,
         reference=lambda x, shape: np.stack(np.unravel_index(x, shape))),

    *(Case("where", [integers(shape, high=2, dtype=kind), (3, 4), (3, 4)], {}, reference=rows, wrt=(1, 2), dtypes=ALL)
      for shape, kind in (((3, 4), "float32"), ((3,), "float32"), ((3, 4), "int32"))),
    Case("where", [array([1, 0]), (3, 4), (3, 4)], {}, raises="condition"),
    Case("where", [array([1, 0, 1]), (3, 4), (3, 3)], {}, raises="must agree"),
    Case("where", [array([1, 0]), (2,), integers((2,), dtype="int32")], {}, raises="must agree"),

    Case("_contrib_boolean_mask", [(3, 4), array([1, 0, 2])], {}, reference=lambda x, i: x[i != 0], wrt=(0,),
         dtypes=ALL, symbolic=False),
    Case("_contrib_boolean_mask", [(3, 4), array([0, 0, 0], "int32")], {}, reference=lambda x, i: x[:0], grad=False,
         symbolic=False),
    Case("_contrib_boolean_mask", [(3, 4), array([1, 0])], {}, raises="expected shape"),

    Case("_contrib_index_copy", [(4, 3), array([2, 0], "int32"), (2, 3)], {}, wrt=(0, 2),
         reference=lambda old, index, new: replaced(old, new, index[None], None)),
    Case("_contrib_index_copy", [(4, 3), array([2, 0], "int32"), (2, 2)], {}, raises="cannot be copied"),
    *(Case("_contrib_index_array", [(2, 3)], params, **FREE, reference=lambda x, axes=(0, 1): np.stack(
        np.indices((2, 3)), -1)[..., list(axes)]) for params in ({}, {"axes": (1,)}, {"axes": (1, 0, -1)})),

    *(Case(name, [array([[0, 2], [7, -3]], kind), (4, 3)], {"input_dim": 4, "output_dim": 3}, reference=embedding,
           wrt=(1,), dtypes=ALL)
      for name in ("Embedding", "_contrib_SparseEmbedding") for kind in ("float32", "int32")),
    Case("Embedding", [array([1.9, 2]), integers((4, 3), dtype="int32")], {"input_dim": 4, "output_dim": 3,
                                                                          "dtype": "int32"},
         reference=embedding, **FREE),
    Case("Embedding", [array([1]), (4, 3)], {"input_dim": 5, "output_dim": 3}, raises="Shape inconsistent"),

    Case("_sparse_retain", [(4, 3), array([0, 2])], {}, wrt=(0,),
         reference=lambda x, i: x * np.isin(np.arange(4), i)[:, None]),
    Case("cast_storage", [(2, 3)], {"stype": "default"}, reference=lambda x, stype: x),
    *(Case("_contrib_getnnz", [array([[0, 1, 0], [2, 3, 0]])], params, **FREE,
           reference=lambda x, axis=None: np.atleast_1d(np.count_nonzero(x, axis)))
      for params in ({}, {"axis": 0}, {"axis": 1})),
    Case("_contrib_edge_id", [array([[0, 5], [7, 0]]), array([0, 1, 1]), array([1, 0, 1])], {}, **FREE,
         reference=lambda x, u, v: array([5, 7, -1])),
    Case("_contrib_edge_id", [(2, 2), array([0]), array([0, 1])], {}, raises="two vectors of one size"),

    Case("fill_element_0index", [(3, 4), (3,), array([0, 3, 1])], {}, dtypes="float32", grad=False,
         reference=lambda x, value, i: replaced(x, value, np.stack([np.arange(3), i]), None)),
    Case("_onehot_encode", [array([0, 2]), (2, 3)], {}, reference=lambda i, out: np.eye(3)[i.astype(int)], **FREE),
]
