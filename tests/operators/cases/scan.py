"""Cases of running totals."""
import numpy as np

from tests.operators.harness import Case, integers


def cumsum(x, axis=None, dtype=None):
    return np.cumsum(x, axis, dtype or x.dtype)


def half_cumsum(x, axis=None):
    """Round every partial sum, as MXNet does."""
    return np.cumsum(x.astype("float16"), axis, "float16")


CASES = [
    *(Case("cumsum", [(2, 3, 4)], params, reference=cumsum) for params in ({}, {"axis": 0}, {"axis": 1}, {"axis": -1})),
    *(Case("cumsum", [(2, 40)], params, reference=half_cumsum, dtypes="float16", grad=False)
      for params in ({}, {"axis": 1})),
    *(Case("cumsum", [integers((2, 5), high=9, dtype="int32")], {"axis": 1, **params}, reference=cumsum,
           dtypes="float32", grad=False) for params in ({}, {"dtype": "int64"}, {"dtype": "float64"})),
    Case("cumsum", [(2, 3)], {"axis": 2}, raises="exceeds"),
]
