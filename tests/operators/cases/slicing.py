"""Cases of slices, splits, joins, repetition and padding."""
import numpy as np

from tests.operators.harness import Case, integers

ALL = ("float16", "float32", "float64")


def cut(begin, end, step=()):
    begin, end = np.atleast_1d(begin), np.atleast_1d(end)
    return tuple(slice(*part) for part in zip(begin, end, step or [None] * len(begin), strict=True))


def sliced(x, **params):
    return x[cut(**params)]


def assigned(x, value, **params):
    found = x.copy()
    found[cut(**params)] = value
    return found


REGIONS = [
    {"begin": (1,), "end": (3,)}, {"begin": (0, 1), "end": (2, 4)}, {"begin": (None, -2), "end": (None, None)},
    {"begin": (1, 0), "end": (4, 5), "step": (2, 3)}, {"begin": (None, 4), "end": (None, 0), "step": (None, -2)},
    {"begin": (3, None), "end": (None, None), "step": (-1, -1)}, {"begin": (-9,), "end": (99,)},
    {"begin": (0, 0, 1), "end": (4, 5, 2)},
]
SHAPE = (4, 5, 2)


def region_shape(params):
    return np.empty(SHAPE)[cut(**params)].shape


def padded(x, mode, pad_width, constant_value=0):
    widths = list(zip(pad_width[::2], pad_width[1::2], strict=True))
    more = {"constant_values": constant_value} if mode == "constant" else {}
    return np.pad(x, widths, mode, **more)


PADS = [((2, 3, 4, 5), (0, 0, 0, 0, 1, 2, 3, 0)), ((1, 2, 3, 2, 4), (0, 0, 0, 0, 1, 1, 0, 1, 2, 0)),
        ((1, 1, 3, 3), (0,) * 8)]

CASES = [
    *(Case("slice", [SHAPE], params, reference=sliced, dtypes=ALL) for params in REGIONS),
    Case("slice", [integers((5,), dtype="int32")], {"begin": (3,), "end": (None,), "step": (-1,)}, reference=sliced,
         dtypes="float32", grad=False),
    Case("slice", [(4,)], {"begin": (2,), "end": (2,)}, reference=sliced, grad=False, symbolic=False,
         note="an empty region is an empty array"),
    Case("slice", [(4,)], {"begin": (0, 0), "end": (1, 1)}, raises="exceeds data dimensions"),
    Case("slice", [(4,)], {"begin": (0,), "end": ()}, raises="same length"),
    Case("slice", [(4,)], {"begin": (0,), "end": (2,), "step": (0,)}, raises="cannot be 0"),

    *(Case("slice_axis", [SHAPE], {"axis": axis, "begin": begin, "end": end}, dtypes=ALL,
           reference=lambda x, axis, begin, end: np.take(x, range(*slice(begin, end).indices(x.shape[axis])), axis))
      for axis, begin, end in ((0, 1, 3), (1, 0, None), (-1, -2, -1), (1, -3, 4))),
    Case("slice_axis", [SHAPE], {"axis": 0, "begin": 2, "end": 2}, raises="Invalid begin, end"),
    Case("slice_axis", [SHAPE], {"axis": 0, "begin": 2, "end": 9}, raises="Invalid end"),
    Case("slice_axis", [SHAPE], {"axis": 3, "begin": 0, "end": 1}, raises="exceeds"),

    Case("slice_like", [SHAPE, (2, 5, 1)], {}, reference=lambda x, y: x[:2, :, :1], wrt=(0,)),
    Case("slice_like", [SHAPE, (2, 3, 9)], {"axes": (0, 1)}, reference=lambda x, y, axes: x[:2, :3], wrt=(0,)),
    Case("slice_like", [SHAPE, integers((3, 2), dtype="int32")], {"axes": (-2,)},
         reference=lambda x, y, axes: x[:, :2], wrt=(0,)),
    Case("slice_like", [(2, 3), (2, 4)], {}, raises="exceeds limit"),
    Case("slice_like", [(2, 3), (2,)], {}, raises="ndim mismatch"),
    Case("slice_like", [(2, 3), (2,)], {"axes": (1,)}, raises="not in both"),

    *(Case("_slice_assign", [SHAPE, region_shape(params)], params, reference=assigned) for params in REGIONS),
    Case("_slice_assign", [(4,), (3,)], {"begin": (0,), "end": (2,)}, raises="expected shape"),
    *(Case("_slice_assign_scalar", [SHAPE], {"scalar": 2.5, **params},
           reference=lambda x, scalar, **params: assigned(x, scalar, **params)) for params in REGIONS),
    Case("_slice_assign_scalar", [integers((4,), dtype="int32")], {"scalar": 2.7, "begin": (1,), "end": (3,)},
         reference=lambda x, scalar, **params: assigned(x, 2, **params), dtypes="float32", grad=False),

    *(Case("SliceChannel", [(2, 6, 3)], {"num_outputs": 3, "axis": axis}, dtypes=ALL,
           reference=lambda x, num_outputs, axis: tuple(np.split(x, 3, axis))) for axis in (1, -1)),
    Case("SliceChannel", [(2, 6)], {"num_outputs": 1}, reference=lambda x, num_outputs: x),
    Case("SliceChannel", [(2, 3, 4)], {"num_outputs": 3, "squeeze_axis": True},
         reference=lambda x, num_outputs, squeeze_axis: tuple(np.moveaxis(x, 1, 0))),
    Case("SliceChannel", [(2, 6)], {"num_outputs": 4}, raises="does not evenly divide"),
    Case("SliceChannel", [(2, 6)], {"num_outputs": 3, "squeeze_axis": True}, raises="squeeze axis"),

    Case("_split_v2", [(2, 5)], {"indices": (0, 1, 3)}, reference=lambda x, indices: tuple(np.split(x, [1, 3], 1))),
    Case("_split_v2", [(5, 2)], {"indices": (0,), "sections": 3, "axis": 0},
         reference=lambda x, indices, sections, axis: tuple(np.array_split(x, 3))),
    Case("_split_v2", [(2, 3)], {"indices": (0, 1, 2), "axis": -1, "squeeze_axis": True},
         reference=lambda x, indices, axis, squeeze_axis: tuple(x.T)),
    Case("_split_v2", [(2, 5)], {"indices": (0, 3, 1)}, raises="no range"),
    Case("_split_v2", [(2, 5)], {"indices": (0, 2), "squeeze_axis": True}, raises="expected axis size of 1"),

    *(Case(name, [(2, 3), (2, 1), (2, 2)], {"dim": dim}, reference=lambda *x, dim: np.concatenate(x, dim), dtypes=ALL)
      for name in ("Concat", "_rnn_param_concat") for dim in (1, -1)),
    Case("Concat", [(2, 3)], {}, reference=lambda x: x),
    Case("Concat", [(2,), (3,)], {"dim": 0}, reference=lambda *x, dim: np.concatenate(x)),
    Case("Concat", [(2, 3), (3, 3)], {}, raises="Incompatible input shape"),
    Case("Concat", [(2, 3), (2,)], {}, raises="Incompatible input shape"),
    Case("Concat", [(2, 3), (2, 3)], {"dim": 2}, raises="exceeds the input dimension"),
    Case("Concat", [(2, 3), integers((2, 3), dtype="int32")], {}, raises="expected float32, got int32"),

    *(Case("stack", [(2, 3)] * 3, {"axis": axis}, reference=lambda *x, axis: np.stack(x, axis), dtypes=ALL)
      for axis in (0, 1, -1)),
    Case("stack", [(2, 3), (2, 4)], {}, raises="expected shape", note="when it is read"),
    Case("stack", [(2, 3)], {"axis": 3}, raises="exceeds"),

    *(Case("tile", [(2, 3)], {"reps": reps}, reference=np.tile, dtypes=ALL) for reps in (2, (2, 1), (2, 1, 3), (1, 1))),
    Case("tile", [(2, 3)], {"reps": ()}, reference=np.tile),
    Case("tile", [(2, 3)], {"reps": (0, 1)}, raises="NumPy shapes"),
    *(Case("repeat", [(2, 3)], params, dtypes=ALL, reference=lambda x, repeats, axis=None: np.repeat(x, repeats, axis))
      for params in ({"repeats": 2}, {"repeats": 3, "axis": 1}, {"repeats": 1, "axis": -2})),
    Case("repeat", [(2, 3)], {"repeats": 0}, reference=lambda x, repeats: np.empty(0), grad=False, symbolic=False),
    Case("repeat", [(2, 3)], {"repeats": 2, "axis": 2}, raises="out of bounds"),
    Case("repeat", [(2, 3)], {"repeats": -1}, raises="negative"),

    *(Case("Pad", [shape], {"mode": mode, "pad_width": widths, **more}, reference=padded, dtypes=ALL)
      for shape, widths in PADS
      for mode, more in (("constant", {"constant_value": 1.5}), ("edge", {}))),
    *(Case("Pad", [shape], {"mode": "reflect", "pad_width": widths}, reference=padded)
      for shape, widths in (((1, 2, 4, 5), (0, 0, 0, 0, 1, 2, 3, 0)),
                            ((1, 1, 3, 3, 3), (0, 0, 0, 0, 1, 1, 2, 0, 0, 2)))),
    Case("Pad", [(2, 3, 4)], {"mode": "edge", "pad_width": (0,) * 6}, raises="only supports 4-D or 5-D"),
    Case("Pad", [(1, 1, 2, 2)], {"mode": "edge", "pad_width": (0, 0, 1, 0, 0, 0, 0, 0)}, raises="first two axes"),
    Case("Pad", [(1, 1, 2, 2)], {"mode": "edge", "pad_width": (0,) * 6}, raises="mismatch"),
    Case("Pad", [(1, 1, 2, 2)], {"mode": "reflect", "pad_width": (0, 0, 0, 0, 2, 0, 0, 0)}, raises="smaller"),
    Case("Pad", [(1, 1, 2, 2)], {"mode": "wrap", "pad_width": (0,) * 8}, raises="Invalid Parameter"),
    Case("Pad", [integers((1, 1, 2, 2), dtype="int32")], {"mode": "edge", "pad_width": (0,) * 8},
         raises="only support floating point"),
]
