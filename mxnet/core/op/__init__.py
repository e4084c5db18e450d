"""The declaration language for operators. No operator lives here; they live in ``core/ops``."""
from . import order, shapes, types
from .params import DType, Floats, Ints, MaybeInts, Params, Shape, Shapes
from .registry import Op, find, op, operators
from .schema import Array, Aux, Device, Rng, Subgraphs

__all__ = ["Array", "Aux", "DType", "Device", "Floats", "Ints", "MaybeInts", "Op", "Params", "Rng",
           "Shape", "Shapes", "Subgraphs", "find", "op", "operators", "order", "shapes", "types"]
