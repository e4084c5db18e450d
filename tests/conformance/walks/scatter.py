"""Walks of operators that change an array they are given, and of storage types, on dense arrays.

The rest of what was made for sparse arrays, the Fourier transforms and `count_sketch` the reference does
not run on dense arrays or on a CPU; and `BatchNorm_v1` and `IdentityAttachKLSparseReg` not imperatively.
"""
from tests.conformance.walk import array, walk


@walk("cast_storage")
def cast_storage(draw):
    return draw.case([array(draw.shape(2), dtype=draw.dtype("float32", "float64"))], stype="default")


@walk("_scatter_set_nd")
def scatter_set_nd(draw):
    rows, columns = draw.integer(2, 5), draw.integer(2, 5)
    count = draw.integer(1, rows)
    places = [[int(i) for i in draw.rng.choice(rows, count, replace=False)],
              [draw.integer(0, columns - 1) for _ in range(count)]]
    return {**draw.case([array([rows, columns]), array([count]),
                         array([2, count], "values", values=places)], grad=False, shape=[rows, columns]),
            "out": [0]}


@walk("_onehot_encode")
def onehot_encode(draw):
    rows, classes = draw.integer(1, 5), draw.integer(2, 5)
    return {**draw.case([array([rows], "integers", low=0, high=classes), array([rows, classes])], grad=False),
            "out": [1]}
