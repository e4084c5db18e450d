"""Cases of operators that give the same elements another shape or order."""
import numpy as np

from tests.operators.harness import Case, integers

ALL = ("float16", "float32", "float64")
KINDS = ("float32", "float64", "float16", "int32", "uint8", "int64")


def reshaped(shape):
    return lambda x, **params: x.reshape(shape)


# (input shape, codes, params beside them, what comes out)
CODES = [
    ((2, 3, 4), (4, 0, 2), {}, (4, 3, 2)), ((2, 3, 4), (2, 0, 0), {}, (2, 3, 4)),
    ((2, 3, 4), (6, 1, -1), {}, (6, 1, 4)), ((2, 3, 4), (3, -1, 8), {}, (3, 1, 8)),
    ((2, 3, 4), (-1,), {}, (24,)), ((2, 3, 4), -1, {}, (24,)), ((2, 3, 4), (-2,), {}, (2, 3, 4)),
    ((2, 3, 4), (2, -2), {}, (2, 3, 4)), ((2, 3, 4), (-2, 1, 1), {}, (2, 3, 4, 1, 1)),
    ((2, 3, 4), (-3, 4), {}, (6, 4)), ((2, 3, 4, 5), (-3, -3), {}, (6, 20)),
    ((2, 3, 4), (0, -3), {}, (2, 12)), ((2, 3, 4), (-3, -2), {}, (6, 4)),
    ((2, 3, 4), (-4, 1, 2, -2), {}, (1, 2, 3, 4)), ((2, 3, 4), (2, -4, -1, 3, -2), {}, (2, 1, 3, 4)),
    ((4, 3), (-4, -1, 2, -4, 3, -1), {}, (2, 2, 3, 1)),
    ((10, 5, 4), (-1, 0), {}, (40, 5)), ((10, 5, 4), (-1, 0), {"reverse": True}, (50, 4)),
    ((2, 3, 4), (0, 0, 2, 2, -4), {"reverse": True}, (2, 3, 2, 2)),
    ((2, 3, 5), (-3, 5), {"reverse": True}, (6, 5)),
]
OLD = [((2, 3, 4), {"target_shape": (2, 0)}, (2, 12)), ((2, 6), {"target_shape": (4, 3)}, (4, 3)),
       ((2, 3, 4), {"target_shape": (5, 0), "keep_highest": True}, (2, 12))]

CASES = [
    *(Case("Reshape", [given], {"shape": codes, **more}, reference=reshaped(new))
      for given, codes, more, new in CODES),
    *(Case("Reshape", [given], params, reference=reshaped(new)) for given, params, new in OLD),
    Case("Reshape", [integers((2, 6), dtype="int32")], {"shape": (3, 4)}, reference=reshaped((3, 4)),
         dtypes="float32", grad=False),
    Case("Reshape", [(2, 3)], {"shape": (4, 2)}, raises="size is different"),
    Case("Reshape", [(2, 3)], {"shape": (4, -1)}, raises="does not divide"),
    Case("Reshape", [(2, 3)], {"shape": (-1, -1)}, raises="One and only one dim can be inferred"),
    Case("Reshape", [(2, 3)], {"shape": (0, 0, 0)}, raises="code 0"),
    Case("Reshape", [(6,)], {"shape": (-3,)}, raises="code -3"),
    Case("Reshape", [(6,)], {"shape": (-4, -1, -1)}, raises="cannot both be -1"),
    Case("Reshape", [(6,)], {"shape": (-4, 4, -1)}, raises="do not divide original dim"),
    Case("Reshape", [(6,)], {"shape": (-5,)}, raises="not a reshape code"),
    Case("Reshape", [(6,)], {}, raises="missing"),

    *(Case("Flatten", [shape], {}, reference=lambda x: x.reshape(len(x), -1))
      for shape in ((2, 3, 4), (3,), (2, 5), (1, 2, 3, 2))),

    *(Case("reshape_like", [lhs, rhs], params, reference=reshaped_like, wrt=(0,))
      for lhs, rhs, params, new in (
          ((6,), (3, 2), {}, (3, 2)), ((30, 7), (15, 2, 4), {"lhs_begin": 0, "lhs_end": 1,
                                                            "rhs_begin": 0, "rhs_end": 2}, (15, 2, 7)),
          ((30, 7), (15, 2, 4), {"lhs_end": -1, "rhs_end": -1}, (15, 2, 7)),
          ((2, 12), (9, 3, 4), {"lhs_begin": 1, "rhs_begin": 1}, (2, 3, 4)))
      for reshaped_like in [lambda x, y, new=new, **params: x.reshape(new)]),
    Case("reshape_like", [(6,), (3, 3)], {}, raises="different size"),
    Case("reshape_like", [(6,), (3, 2)], {"lhs_begin": 2}, raises="Invalid begin, end"),

    *(Case("transpose", [shape], {"axes": axes}, reference=lambda x, axes: np.transpose(x, axes), dtypes=ALL)
      for shape, axes in (((2, 3), (1, 0)), ((2, 3, 4), (1, 2, 0)), ((2, 1, 3, 2), (3, 0, 2, 1)))),
    *(Case("transpose", [shape], {}, reference=lambda x: np.transpose(x)) for shape in ((2, 3, 4), (3,))),
    Case("transpose", [(2, 3)], {"axes": (0, 0)}, raises="permutation"),
    Case("transpose", [(2, 3)], {"axes": (0,)}, raises="permutation"),

    *(Case("SwapAxis", [(2, 3, 4)], {"dim1": one, "dim2": two}, dtypes=ALL,
           reference=lambda x, dim1, dim2: np.swapaxes(x, dim1, dim2))
      for one, two in ((0, 1), (0, -1), (2, 2), (-3, 1))),
    Case("SwapAxis", [(2, 3)], {"dim1": 0, "dim2": 2}, raises="dim2 2 exceeds"),

    *(Case("expand_dims", [(2, 3)], {"axis": axis}, reference=np.expand_dims) for axis in (0, 1, 2, -1, -3)),
    Case("expand_dims", [(2, 3)], {"axis": 3}, raises="must be in the range"),

    *(Case("squeeze", [shape], params, reference=lambda x, axis=None: np.squeeze(x, axis))
      for shape, params in (((1, 2, 1), {}), ((2, 3), {}), ((1, 2, 1), {"axis": 0}), ((1, 2, 1), {"axis": (0, -1)}))),
    Case("squeeze", [(1, 1)], {}, reference=lambda x: x.reshape(1), note="one dimension stays"),
    Case("squeeze", [(2, 1)], {"axis": 0}, raises="not equal to one"),
    Case("squeeze", [(1, 2)], {"axis": 4}, raises="out of bounds"),
    Case("squeeze", [(1, 2)], {"axis": (0, 0)}, raises="duplicate"),

    *(Case("reverse", [(2, 3, 4)], {"axis": axis}, reference=lambda x, axis: np.flip(x, axis), dtypes=ALL)
      for axis in (0, 2, (0, 1), (2, 0))),
    Case("reverse", [(2, 3)], {"axis": 2}, raises="range"),

    Case("depth_to_space", [(2, 8, 2, 3)], {"block_size": 2}, reference=lambda x, block_size: x.reshape(
        2, 2, 2, 2, 2, 3).transpose(0, 3, 4, 1, 5, 2).reshape(2, 2, 4, 6)),
    Case("depth_to_space", [(1, 3, 2, 2)], {"block_size": 1}, reference=lambda x, block_size: x),
    Case("depth_to_space", [(1, 3, 2, 2)], {"block_size": 2}, raises="multiple of"),
    Case("depth_to_space", [(3, 2, 2)], {"block_size": 2}, raises="exactly 4 dimensions"),
    Case("space_to_depth", [(2, 3, 4, 6)], {"block_size": 2}, reference=lambda x, block_size: x.reshape(
        2, 3, 2, 2, 3, 2).transpose(0, 3, 5, 1, 2, 4).reshape(2, 12, 2, 3)),
    Case("space_to_depth", [(1, 1, 3, 2)], {"block_size": 2}, raises="multiple of"),
    Case("space_to_depth", [(1, 1, 2, 2)], {"block_size": 0}, raises="positive"),

    *(Case("diag", [(3,)], {"k": k}, reference=lambda x, k: np.diag(x, k)) for k in (0, 2, -1)),
    *(Case("diag", [shape], params, reference=lambda x, k=0, axis1=0, axis2=1: np.diagonal(x, k, axis1, axis2))
      for shape, params in (((3, 4), {}), ((3, 4), {"k": 2}), ((4, 2), {"k": -1}), ((2, 3, 4), {}),
                            ((2, 3, 4), {"axis1": 1, "axis2": -1, "k": 1}), ((2, 3, 4), {"axis1": 2, "axis2": 0}))),
    Case("diag", [(2, 3)], {"k": 5}, raises="Diagonal does not exist"),
    Case("diag", [(2, 3)], {"axis1": 1}, raises="same axis"),
]
