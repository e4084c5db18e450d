"""Element types and constants."""
import numpy as onp

__all__ = ["NAN", "NINF", "NZERO", "PINF", "PZERO", "NaN", "bool", "bool_", "e", "finfo", "float16", "float32",
           "float64", "inf", "int32", "int64", "int8", "nan", "newaxis", "pi", "uint8"]

float16, float32, float64 = onp.float16, onp.float32, onp.float64
uint8, int8, int32, int64, bool_ = onp.uint8, onp.int8, onp.int32, onp.int64, onp.bool_
pi, e, inf, nan = onp.pi, onp.e, onp.inf, onp.nan
NAN = NaN = nan
PINF, NINF, PZERO, NZERO = inf, -inf, 0.0, -0.0
newaxis, finfo, bool = None, onp.finfo, bool
