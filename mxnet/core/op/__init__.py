"""The declaration language for operators. The operators themselves are in ``core/ops``."""
from ..bounds import Extent, Fraction, Positive, Range
from ..params import Double, DType, Floats, Ints, Long, MaybeInts, Params, Shape, Shapes, Window
from ..words import document
from . import shapes, types
from .lowering import Kernel
from .registry import Op, find, op, operators
from .schema import Array, Aux, Device, Rng, Subgraphs

__all__ = ["Array", "Aux", "DType", "Device", "Double", "Extent", "Floats", "Fraction", "Ints", "Kernel", "Long",
           "MaybeInts", "Op", "Params", "Positive", "Range", "Rng", "Shape", "Shapes", "Subgraphs", "Window",
           "document", "find", "op", "operators", "shapes", "types"]
