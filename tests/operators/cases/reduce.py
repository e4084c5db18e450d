"""Cases of reductions and of broadcasting along axes."""
import numpy as np

from tests.operators.harness import Case, apart, distinct, uniform

ALL = ("float16", "float32", "float64")
NAN = np.array([[1, np.nan, 2], [np.nan, 3, 4.0]])


def axes_of(x, axis=None, exclude=False):
    if axis is None or axis == ():
        return tuple(range(x.ndim))
    axes = {a % x.ndim for a in (axis if isinstance(axis, tuple) else (axis,))}
    return tuple(sorted(set(range(x.ndim)) - axes if exclude else axes))


def reducing(function):
    """Make a NumPy reference with MXNet's params; a full reduction has the shape (1,)."""
    def reference(x, axis=None, keepdims=False, exclude=False):
        made = function(x, axis=axes_of(x, axis, exclude), keepdims=keepdims)
        return made.reshape(1) if made.ndim == 0 else made
    return reference


def norm(x, ord=2, axis=None, keepdims=False, out_dtype=None):
    size = np.abs(x) if ord == 1 else x * x
    made = reducing(np.sum)(size, axis, keepdims)
    return made if ord == 1 else np.sqrt(made)


def position(function):
    def reference(x, axis=None, keepdims=False):
        made = function(x, axis=axis)
        if keepdims:
            made = np.asarray(made).reshape([1] * x.ndim) if axis is None else np.expand_dims(made, axis)
        return np.atleast_1d(made).astype("float64")
    return reference


REDUCTIONS = {"sum": (np.sum, uniform), "mean": (np.mean, uniform), "prod": (np.prod, apart),
              "nansum": (np.nansum, uniform), "nanprod": (np.nanprod, apart), "max": (np.max, distinct),
              "min": (np.min, distinct)}
FORMS = [{}, {"axis": 1}, {"axis": -1, "keepdims": True}, {"axis": (0, 2)}, {"axis": (0, -1), "exclude": True},
         {"axis": ()}, {"keepdims": True}]

CASES = []
for name, (function, draw) in REDUCTIONS.items():
    CASES += [Case(name, [draw((2, 3, 2))], params, reference=reducing(function)) for params in FORMS]
    CASES += [Case(name, [draw((3, 4))], {"axis": 1}, reference=reducing(function), dtypes="float16",
                   tolerance={"float16": 2e-3}, grad=False, note="NumPy's order of rounding differs"),
              Case(name, [(2, 3)], {"axis": 2}, raises="axis"),
              Case(name, [(2, 3)], {"axis": (1, 1)}, raises="duplicates")]
CASES += [
    Case("nansum", [NAN], {"axis": 1}, reference=reducing(np.nansum), grad=lambda h, x, axis: h[0][:, None] * (x == x)),
    Case("nanprod", [NAN], {"axis": 1}, reference=reducing(np.nanprod), grad=False),
    Case("sum", [NAN], {"axis": 0}, reference=reducing(np.sum), grad=False),
    Case("sum", [np.array([[100, 100], [100, 7]], "int8")], {"axis": 0}, dtypes="float32", grad=False,
         reference=lambda x, axis: np.array([-56, 107], "int8"), note="keeps the type, and wraps"),
    Case("mean", [np.array([[4, -3], [3, -4]], "int32")], {"axis": 0}, dtypes="float32", grad=False,
         reference=lambda x, axis: np.array([3, -3], "int32"), note="divides towards zero"),
    Case("max", [np.array([[1.0, 2, 2], [0, 3, 0]])], {"axis": 1}, reference=reducing(np.max),
         grad=lambda h, x, axis: h[0][:, None] * (x == x.max(1, keepdims=True)),
         note="each of the equal largest gets all of the gradient"),
    Case("min", [np.array([[1.0, 1, 2], [0, 3, 0]])], {"axis": 1}, reference=reducing(np.min),
         grad=lambda h, x, axis: h[0][:, None] * (x == x.min(1, keepdims=True))),
    Case("_square_sum", [(3, 4)], {"axis": 1, "keepdims": True},
         reference=lambda x, axis, keepdims: (x * x).sum(1, keepdims=True)),
    *(Case("norm", [apart((2, 3, 2))], params, reference=norm)
      for params in ({}, {"ord": 1}, {"axis": 1}, {"axis": (0, 2)}, {"ord": 1, "axis": -1, "keepdims": True})),
    Case("norm", [apart((3, 4))], {"axis": 1}, reference=norm, dtypes="float16", grad=False),
    Case("norm", [apart((3, 4))], {"out_dtype": "float64"}, reference=norm, dtypes="float32", grad=False),
    Case("norm", [(2, 2)], {"ord": 3}, raises="ord=1 and ord=2"),
    Case("norm", [np.zeros((1, 2))], reference=norm, grad=lambda h, x: 0 * x, symbolic=True),
    *(Case("moments", [(2, 3, 2)], {"axes": axes, "keepdims": keep},
           reference=lambda x, axes, keepdims: (np.mean(x, axes, keepdims=keepdims),
                                                np.var(x, axes, keepdims=keepdims)))
      for axes, keep in (((0, 2), False), ((1,), True))),
    Case("moments", [(2, 3)], raises="axes"),
    *(Case(name, [distinct((2, 3, 4))], params, reference=position(function), grad=False)
      for name, function in (("argmax", np.argmax), ("argmin", np.argmin))
      for params in ({}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"keepdims": True})),
    Case("argmax", [np.array([[1.0, 3, 3], [2, 2, 1]])], {"axis": 1}, reference=position(np.argmax), grad=False,
         note="the first of the largest"),
    Case("argmax", [np.array([5, 9, 1], "int32")], {"axis": 0}, dtypes="float32", grad=False,
         reference=lambda x, axis: np.array([1], "int32"), note="positions have the type of the input"),
    Case("argmax", [(2, 3)], {"axis": 2}, raises="axis 2"),
    Case("argmax_channel", [distinct((3, 4))], reference=lambda x: np.argmax(x, 1).astype("float64"), grad=False),
    Case("broadcast_axis", [(1, 2, 1)], {"axis": (0, 2), "size": (2, 3)},
         reference=lambda x, axis, size: np.broadcast_to(x, (2, 2, 3))),
    Case("broadcast_axis", [(2, 2)], {"axis": 1, "size": 2}, raises="size 1"),
    Case("broadcast_to", [(2, 1, 3)], {"shape": (2, 4, 3)}, reference=lambda x, shape: np.broadcast_to(x, shape)),
    Case("broadcast_to", [(2, 1)], {"shape": (0, 3)}, reference=lambda x, shape: np.broadcast_to(x, (2, 3))),
    Case("broadcast_to", [(2, 1)], {"shape": (3, 3)}, raises="cannot be broadcasted"),
    Case("broadcast_to", [(2, 1)], {"shape": (3,)}, raises="cannot be broadcasted"),
    Case("broadcast_like", [(2, 1), (2, 3)], reference=lambda x, y: np.broadcast_to(x, y.shape),
         grad=lambda h, x, y: (h[0].sum(1, keepdims=True), 0 * y)),
    Case("broadcast_like", [(1, 2, 3), (5, 6, 7)], {"lhs_axes": (0,), "rhs_axes": (2,)}, wrt=(0,),
         reference=lambda x, y, **p: np.broadcast_to(x, (7, 2, 3))),
    Case("broadcast_like", [(1, 2), (5, 6)], {"lhs_axes": (0,)}, raises="together"),
    Case("khatri_rao", [(2, 2), (3, 2)],
         reference=lambda x, y: np.stack([np.kron(x[:, i], y[:, i]) for i in range(2)], 1)),
    Case("khatri_rao", [(2, 3)], reference=lambda x: x),
    Case("khatri_rao", [(2, 2), (3, 3)], raises="columns"),
]
