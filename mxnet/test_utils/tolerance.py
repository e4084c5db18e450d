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
    """Return the context on which tests run.

    Returns
    -------
    Context
        The thread's current context.
    """
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Make a context the thread's default.

    Parameters
    ----------
    ctx : Context
        The context.
    """
    Context._default_ctx.value = ctx


def default_dtype() -> type[Any]:
    """Return the type that tests use by default.

    Returns
    -------
    type[Any]
        `numpy.float32`.
    """
    return np.float32


_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def _per_dtype(float16: float, float32: float, float64: float) -> dict[np.dtype, float]:
    limits = {"float16": float16, "float32": float32, "float64": float64,
              **dict.fromkeys(_EXACT, 0.0)}
    return {np.dtype(name): limit for name, limit in limits.items()}


def default_rtols() -> dict[np.dtype, float]:
    """Return the relative tolerances.

    Returns
    -------
    dict[np.dtype, float]
        Type -> tolerance.
    """
    return _per_dtype(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return the absolute tolerances.

    Returns
    -------
    dict[np.dtype, float]
        Type -> tolerance.
    """
    return _per_dtype(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the steps of finite differences: powers of two, which are exact.

    Returns
    -------
    dict[np.dtype, float]
        Float type -> step.
    """
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
    """Return the type that corresponds to an array's actual precision.

    A float32 array on a GPU may come from TF32 arithmetic, a bfloat16 one has fewer bits than float16: both count as
    float16.

    Parameters
    ----------
    dat : NDArray or numpy.ndarray
        The array.

    Returns
    -------
    np.dtype
        The type.

    Examples
    --------
    >>> mx.test_utils.effective_dtype(mx.nd.ones((2,), dtype="float64"))
    dtype('float64')
    """
    if getattr(dat.dtype, "name", None) == "bfloat16":
        return np.dtype("float16")
    dtype = np.dtype(dat.dtype)
    if dtype == np.float32 and _uses_tf32(getattr(dat, "ctx", None)):
        return np.dtype("float16")
    return dtype


def get_tolerance(dat: Any, tol: Any, default_tol: Mapping[Any, float]) -> float:
    """Return the tolerance for an array.

    Parameters
    ----------
    dat : NDArray or numpy.ndarray
        The array.
    tol : float or dict of dtype to float or None
        The caller's tolerance.
    default_tol : Mapping[Any, float]
        Type -> tolerance, used if the caller gives none.

    Returns
    -------
    float
        The number that was given, or the entry of the array's type.
    """
    if isinstance(tol, (int, float, np.generic)):
        return float(tol)
    dtype = effective_dtype(dat)
    return (tol or {}).get(dtype, default_tol[dtype])


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return the tolerances for comparing two arrays: the looser ones of both.

    Parameters
    ----------
    x : NDArray, numpy.ndarray or number
        One array.
    y : NDArray, numpy.ndarray or number
        The other.
    rtol : float or dict of dtype to float or None
        The caller's relative tolerance.
    atol : float or dict of dtype to float or None
        The caller's absolute tolerance.

    Returns
    -------
    tuple[float, float]
        Relative and absolute tolerance.

    Examples
    --------
    >>> mx.test_utils.get_tols(mx.nd.ones((1,)), mx.nd.ones((1,), dtype="float16"), None, 0.5)
    (0.01, 0.5)
    """
    pair = [np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y)]
    return (max(get_tolerance(v, rtol, default_rtols()) for v in pair),
            max(get_tolerance(v, atol, default_atols()) for v in pair))


def get_atol(atol: Any = None, dtype: np.dtype = np.dtype(np.float64)) -> float:
    """Return an absolute tolerance.

    Parameters
    ----------
    atol : float, optional
        The caller's tolerance.
    dtype : np.dtype, default=np.dtype(np.float64)
        Type whose default is used if it is not given.

    Returns
    -------
    float
        The tolerance.
    """
    return default_atols()[dtype] if atol is None else atol


def get_rtol(rtol: Any = None, dtype: np.dtype = np.dtype(np.float64)) -> float:
    """Return a relative tolerance.

    Parameters
    ----------
    rtol : float, optional
        The caller's tolerance.
    dtype : np.dtype, default=np.dtype(np.float64)
        Type whose default is used if it is not given.

    Returns
    -------
    float
        The tolerance.
    """
    return default_rtols()[dtype] if rtol is None else rtol


def get_etol(etol: Any = None) -> float:
    """Return the fraction of elements that may differ.

    Parameters
    ----------
    etol : float, optional
        The caller's tolerance.

    Returns
    -------
    float
        The fraction, 0 by default.
    """
    return 0 if etol is None else etol
