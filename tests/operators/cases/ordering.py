"""Cases of sorting, largest elements and histograms."""
import numpy as np

from tests.operators.harness import Case, distinct, uniform

TIES = np.array([[3.0, 1, 2, 1], [0, 5, 5, -1]])


def order(x, axis=-1, is_ascend=True):
    if axis is None:
        x, axis = x.reshape(-1), 0
    return np.argsort(x if is_ascend else -x, axis, kind="stable"), x, axis


def sort(x, axis=-1, is_ascend=True):
    places, x, axis = order(x, axis, is_ascend)
    return np.take_along_axis(x, places, axis)


def argsort(x, axis=-1, is_ascend=True, dtype="float32"):
    return order(x, axis, is_ascend)[0].astype(dtype)


def topk(x, axis=-1, k=1, ret_typ="indices", is_ascend=False, dtype="float32"):
    places, flat, along = order(x, axis, is_ascend)
    places = np.take(places, range(k if k > 0 else flat.shape[along]), along)
    if ret_typ == "mask":
        mask = np.zeros_like(flat)
        np.put_along_axis(mask, places, 1, along)
        return mask.reshape(x.shape)
    values = np.take_along_axis(flat, places, along)
    return {"indices": places.astype(dtype), "value": values, "both": (values, places.astype(dtype))}[ret_typ]


CASES = [
    *(Case(name, [distinct((3, 4))], params, reference=function, grad=name == "sort")
      for name, function in (("sort", sort), ("argsort", argsort))
      for params in ({}, {"axis": 0}, {"axis": None}, {"is_ascend": False}, {"axis": -2, "is_ascend": False})),
    Case("sort", [np.array([3, 1, 2], "uint8")], reference=sort, dtypes="float32", grad=False),
    Case("argsort", [TIES], {"dtype": "int32"}, reference=argsort, grad=False, note="equal ones keep their order"),
    Case("argsort", [TIES], {"is_ascend": False}, reference=argsort, grad=False),
    Case("sort", [(2, 3)], {"axis": 2}, raises="Invalid axis"),
    *(Case("topk", [distinct((3, 4))], {"ret_typ": form, **params}, reference=topk, grad=form == "value")
      for form in ("indices", "value", "both", "mask")
      for params in ({}, {"k": 2}, {"k": 2, "axis": 0, "is_ascend": True}, {"k": 3, "axis": None}, {"k": 0})),
    Case("topk", [distinct((3, 4))], {"k": 2, "ret_typ": "both", "dtype": "int64"}, reference=topk, grad=False),
    Case("topk", [TIES], {"k": 3}, reference=topk, grad=False),
    Case("topk", [distinct((2, 200))], {"k": 3, "ret_typ": "both"}, reference=topk, grad=False,
         note="a few of many"),
    Case("topk", [(2, 3)], {"k": 4}, raises="k must be smaller than 3"),
    Case("topk", [(2, 3)], {"ret_typ": "masks"}, raises="Invalid Parameter format for ret_typ"),
    Case("_histogram", [uniform((3, 4), low=-2, high=2)], {"bin_cnt": 5, "range": (-1, 2)}, grad=False,
         reference=lambda x, bin_cnt, range: np.histogram(x, bin_cnt, range)),
    Case("_histogram", [np.array([0, 1, 2.5, 3, 3, 9, -1]), np.array([0.0, 1, 3])], grad=False,
         reference=lambda x, bins: np.histogram(x, bins), note="the last bin has its right edge"),
    Case("_histogram", [(3,)], {"bin_cnt": 5}, raises="range"),
]
