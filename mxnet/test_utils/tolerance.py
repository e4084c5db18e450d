"""Default tolerances per dtype, and how those of a comparison are chosen."""
from __future__ import annotations

import numbers
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ..context import Context, current_context
from ..util import get_cuda_compute_capability

if TYPE_CHECKING:
    from collections.abc import Mapping



def default_context() -> Context:
    """Return the context tests run on: the thread's current one."""
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Make `ctx` the thread's default context."""
    Context._default_ctx.value = ctx


def default_dtype() -> type[Any]:
    """Return the dtype tests use unless they say otherwise."""
    return np.float32


_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def _per_dtype(float16: float, float32: float, float64: float) -> dict[np.dtype, float]:
    limits = {"float16": float16, "float32": float32, "float64": float64,
              **dict.fromkeys(_EXACT, 0.0)}
    return {np.dtype(name): limit for name, limit in limits.items()}


def default_rtols() -> dict[np.dtype, float]:
    """Return the relative tolerance of each dtype."""
    return _per_dtype(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return the absolute tolerance of each dtype."""
    return _per_dtype(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the step of finite differences for each float dtype: powers of two, so exact."""
    return {np.dtype("float16"): 2.0 ** -6, np.dtype("float32"): 2.0 ** -9,
            np.dtype("float64"): 2.0 ** -14}


def _uses_tf32(ctx: Any) -> bool:
    if getattr(ctx, "device_type", None) != "gpu" or os.environ.get("NVIDIA_TF32_OVERRIDE") == "0":
        return False
    try:
        return get_cuda_compute_capability(ctx) >= 80
    except (OSError, RuntimeError):
        return False


def effective_dtype(dat: Any) -> np.dtype:
    """Return the dtype whose precision `dat` really has.

    A float32 array on a GPU may come from TF32 arithmetic, a bfloat16 one has fewer bits than
    float16: both count as float16.
    """
    if getattr(dat.dtype, "name", None) == "bfloat16":
        return np.dtype("float16")
    dtype = np.dtype(dat.dtype)
    if dtype == np.float32 and _uses_tf32(getattr(dat, "ctx", None)):
        return np.dtype("float16")
    return dtype


def get_tolerance(dat: Any, tol: Any, default_tol: Mapping[Any, float]) -> float:
    """Return `tol` if it is a number, else its entry (or the default's) for the dtype of `dat`."""
    if isinstance(tol, (int, float, np.generic)):
        return float(tol)
    dtype = effective_dtype(dat)
    return (tol or {}).get(dtype, default_tol[dtype])


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return the (relative, absolute) tolerance for comparing `x` with `y`: the looser of both."""
    pair = [np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y)]
    return (max(get_tolerance(v, rtol, default_rtols()) for v in pair),
            max(get_tolerance(v, atol, default_atols()) for v in pair))


def get_atol(atol: Any = None, dtype: np.dtype = np.dtype(np.float64)) -> float:
    """Return `atol`, or the default of `dtype` for None."""
    return default_atols()[dtype] if atol is None else atol


def get_rtol(rtol: Any = None, dtype: np.dtype = np.dtype(np.float64)) -> float:
    """Return `rtol`, or the default of `dtype` for None."""
    return default_rtols()[dtype] if rtol is None else rtol


def get_etol(etol: Any = None) -> float:
    """Return the share of elements that may differ, none by default."""
    return 0 if etol is None else etol
