"""Cases of mx.np's reductions, choices, counts and random arrays."""
import numpy as np

from tests.operators.harness import Case, apart, distinct, integers, uniform

AXES = [{}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": ()}]


def reducing(function):
    def reference(x, axis=None, **params):
        return function(x, axis=axis, **params)
    return reference


REDUCED = {"_np_sum": (np.sum, uniform), "_np_prod": (np.prod, apart), "_npi_mean": (np.mean, uniform),
           "_np_max": (np.max, distinct), "_np_min": (np.min, distinct), "_npi_var": (np.var, uniform),
           "_npi_std": (np.std, uniform)}
CASES = []
for name, (function, draw) in REDUCED.items():
    CASES += [Case(name, [draw((2, 3, 2))], params, reference=reducing(function),
                   grad=not (params.get("axis") == () and name == "_npi_std")) for params in AXES]
    CASES.append(Case(name, [(2, 3)], {"axis": (2,)}, raises="out of bounds"))
for name, function in {"_np_all": np.all, "_np_any": np.any}.items():
    CASES += [Case(name, [integers((2, 3, 2), 0, 2)], params, reference=reducing(function), grad=False)
              for params in AXES[:3]]
for name, function in {"_npi_argmax": np.argmax, "_npi_argmin": np.argmin}.items():
    CASES += [Case(name, [distinct((2, 3))], params, reference=reducing(function), grad=False)
              for params in ({}, {"axis": 1})]


def weighted(a, weights, axis=None, **params):
    return np.average(a, axis, weights)


MASK = np.array([[True, False, True], [False, True, False]])
WHOLE = np.array([1, 0, 1], "int32")
CASES += [
    Case("_np_sum", [np.array([True, True])], dtypes="float32", grad=False, reference=lambda x: np.array(2, "int64")),
    Case("_npi_mean", [np.array([1, 2], "int32")], dtypes="float32", grad=False,
         reference=lambda x: np.array(1.5, "float32")),
    *[Case(name, [np.zeros((0, 3))], {"axis": (0,)}, grad=False, reference=lambda x, axis: np.zeros(3),
           note="nothing is computed of nothing") for name in ("_np_prod", "_npi_mean")],
    Case("_npi_average", [(2, 3), uniform((2, 3), 0.5, 1)], {"axis": (1,)}, reference=weighted, outputs=1),
    Case("_npi_average", [(2, 3)], {"axis": (1,), "weighted": False}, outputs=1,
         reference=lambda a, axis, weighted: np.mean(a, axis)),
    # statistics
    Case("_npi_percentile", [distinct((2, 5))], {"q_scalar": 30.0, "axis": (1,)}, grad=False,
         reference=lambda a, q_scalar, axis: np.percentile(a, q_scalar, axis)),
    Case("_npi_percentile", [distinct((2, 5)), np.array([10.0, 90.0])], {"axis": (1,), "interpolation": "lower"},
         grad=False, reference=lambda a, q, axis, interpolation: np.percentile(a, q, axis, method="lower")),
    Case("_npi_percentile", [(2, 5)], {"q_scalar": 101.0}, raises="range"),
    Case("_npi_diff", [(2, 5)], {"n": 2, "axis": 1}, reference=lambda a, n, axis: np.diff(a, n, axis)),
    Case("_npi_ediff1d", [(2, 3)], {"to_begin_scalar": 1.0}, reference=lambda a, **p: np.ediff1d(a, to_begin=1.0)),
    Case("_npi_ediff1d", [(4,), (2,), (1,)], {"to_begin_arr_given": True, "to_end_arr_given": True},
         reference=lambda a, b, e, **p: np.ediff1d(a, e, b)),
    Case("_npi_polyval", [(3,), (2, 2)], reference=np.polyval),
    # choices
    Case("_npi_where", [MASK, (2, 3), (1, 3)], reference=np.where, wrt=(1, 2)),
    Case("_npi_where_lscalar", [MASK, (2, 3)], {"scalar": 2.0}, wrt=(1,),
         reference=lambda c, x, scalar: np.where(c, 2.0, x)),
    Case("_npi_where_rscalar", [MASK, (2, 3)], {"scalar": 2.0}, wrt=(1,),
         reference=lambda c, y, scalar: np.where(c, y, 2.0)),
    Case("_npi_where_scalar2", [MASK], {"x": 1.0, "y": 2.0}, dtypes="float32", grad=False,
         reference=lambda c, x, y: np.where(c, x, y)),
    Case("_npx_nonzero", [np.array([[1.0, 0.0], [0.0, 2.0]])], grad=False, symbolic=False,
         reference=lambda x: np.argwhere(x)),
    Case("_npi_unique", [np.array([3.0, 1.0, 3.0, 2.0])],
         {"return_index": True, "return_inverse": True, "return_counts": True}, grad=False, symbolic=False,
         reference=lambda x, **p: np.unique(x, **p)),
    Case("_npi_boolean_mask_assign_scalar", [(2, 3), MASK], {"value": 5.0}, grad=False,
         reference=lambda x, m, value: np.where(m, value, x)),
    Case("_npi_boolean_mask_assign_tensor", [(2, 3), MASK, (3,)], grad=False, symbolic=False,
         reference=lambda x, m, v: np.place(x, m, v) or x),
    Case("_npi_delete", [(3, 4)], {"int_ind": 1, "axis": 1}, symbolic=False,
         reference=lambda a, int_ind, axis: np.delete(a, int_ind, axis)),
    Case("_npi_delete", [(5,), np.array([1, 9], "int64")], symbolic=False, wrt=(0,),
         reference=lambda a, o: np.delete(a, 1), note="an index out of range is ignored"),
    Case("_npi_insert_scalar", [(3, 2)], {"int_ind": 1, "val": 5.0, "axis": 0}, symbolic=False,
         reference=lambda a, int_ind, val, axis: np.insert(a, int_ind, val, axis)),
    Case("_npi_insert_slice", [(4,), (2,)], {"start": 0, "stop": 4, "step": 2}, symbolic=False,
         reference=lambda a, v, start, stop, step: np.insert(a, slice(start, stop, step), v)),
    Case("_npi_insert_tensor", [(4,), (2,), np.array([3, 1], "int64")], symbolic=False, wrt=(0, 1),
         reference=lambda a, v, o: np.insert(a, o, v)),
    Case("_npi_bincount", [np.array([1, 3, 1], "int32")], {"minlength": 5}, dtypes="float32", grad=False,
         symbolic=False, reference=lambda x, minlength: np.bincount(x, minlength=minlength)),
    Case("_npi_share_memory", [(2,), (2,)], grad=False, symbolic=False, reference=lambda a, b: np.array(False)),
]


# ---- random: what is drawn has the shape asked for, and is where it may be ---------------------------

def within(low, high, shape):
    def check(outputs, inputs, params):
        drawn = outputs[0]
        assert drawn.shape == shape and drawn.min() >= low and drawn.max() <= high
    return check


def around(mean, shape, tolerance=0.2):
    def check(outputs, inputs, params):
        assert outputs[0].shape == shape
        np.testing.assert_allclose(outputs[0].mean(), mean, atol=tolerance)
    return check


MANY = (40, 50)
DRAWN = {
    "uniform": ({"low": 1.0, "high": 2.0}, 1.5), "normal": ({"loc": 1.0, "scale": 0.5}, 1.0),
    "gamma": ({"shape": 2.0, "scale": 0.5}, 1.0), "logistic": ({"loc": 1.0, "scale": 0.3}, 1.0),
    "gumbel": ({"loc": 0.0, "scale": 0.5}, 0.2886), "exponential": ({"scale": 0.5}, 0.5),
    "rayleigh": ({"scale": 0.5}, 0.6267), "weibull": ({"a": 2.0}, 0.8862), "pareto": ({"a": 5.0}, 0.25),
    "powerd": ({"a": 2.0}, 0.6667), "normal_n": ({"loc": 1.0, "scale": 0.5}, 1.0),
    "uniform_n": ({"low": 1.0, "high": 2.0}, 1.5),
}
RANDOM = {"dtypes": "float32", "grad": False, "symbolic": False}
CASES += [Case(f"_npi_{name}", params={**params, "size": MANY}, check=around(mean, MANY), **RANDOM)
          for name, (params, mean) in DRAWN.items()]
CASES += [
    Case("_npi_normal", [np.full((3, 1), 2.0)], {"loc": None, "scale": 0.1, "size": (3, 400)},
         check=around(2.0, (3, 400)), **RANDOM),
    Case("_npi_normal_n", [np.full((3,), 2.0)], {"loc": None, "scale": 0.1, "size": (400,)},
         check=around(2.0, (400, 3)), **RANDOM),
    Case("_npi_normal", params={"loc": 0.0, "scale": -1.0}, raises="scale", **RANDOM),
    Case("_npi_bernoulli", params={"prob": 0.5, "logit": None, "is_logit": False, "size": MANY},
         check=around(0.5, MANY), **RANDOM),
    Case("_npi_multinomial", params={"n": 1000, "pvals": (0.5, 0.5), "size": (3,)}, check=around(500, (3, 2), 1e-6),
         **RANDOM),
    Case("_npi_choice", params={"a": 6, "size": (50,)}, check=within(0, 5, (50,)), **RANDOM),
    Case("_npi_choice", params={"a": 6, "size": (7,), "replace": False}, raises="larger sample", **RANDOM),
]
