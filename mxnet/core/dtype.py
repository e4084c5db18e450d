"""Names of element types: MXNet's strings and file flags, NumPy's dtypes and torch's, in one table."""
from typing import Any

import numpy as np
import torch

from .errors import MXNetError, UnknownName

# (name, flag in files and in the C API, torch dtype)
_TABLE = (
    ("float32", 0, torch.float32),
    ("float64", 1, torch.float64),
    ("float16", 2, torch.float16),
    ("uint8", 3, torch.uint8),
    ("int32", 4, torch.int32),
    ("int8", 5, torch.int8),
    ("int64", 6, torch.int64),
    ("bool", 7, torch.bool),
    ("bfloat16", 12, torch.bfloat16),
)
NAME_TO_TORCH = {name: kind for name, _, kind in _TABLE}
NAME_TO_FLAG = {name: flag for name, flag, _ in _TABLE}
FLAG_TO_NAME = {flag: name for name, flag, _ in _TABLE}
TORCH_TO_NAME = {kind: name for name, _, kind in _TABLE}


# How MXNet 1.9.1 represents bfloat16 in NumPy: raw bits under that name.
RAW_BFLOAT16 = np.dtype([("bfloat16", np.uint16)])


class _Bfloat16:
    """Stands for a type that NumPy lacks: ``array.dtype`` of a bfloat16 array.

    It equals MXNet's spelling (and has its hash, so that dicts find either), the plain name, and the type of that name
    in ``ml_dtypes``. As a NumPy dtype it is MXNet's raw bits.
    """

    __name__ = name = "bfloat16"
    dtype = RAW_BFLOAT16
    itemsize = 2

    def __repr__(self) -> str:
        return "bfloat16"

    def __eq__(self, other: object) -> bool:
        return other is self or _is_bfloat16(other)

    def __hash__(self) -> int:
        return hash(RAW_BFLOAT16)


def _is_bfloat16(dtype: object) -> bool:
    """Return whether this is bfloat16: a name, the stand-in, MXNet's raw bits, a class or dtype of ml_dtypes."""
    if isinstance(dtype, str):
        return dtype == "bfloat16"
    return "bfloat16" in (getattr(dtype, "name", None), getattr(dtype, "__name__", None)) \
        or (isinstance(dtype, np.dtype) and dtype == RAW_BFLOAT16)


def _carries(dtype: object) -> bool:
    """Return whether an object carries its own element type, such as an NDArray or a NumPy number."""
    return not isinstance(dtype, (type, np.ndarray)) and getattr(dtype, "dtype", None) is not None


bfloat16: _Bfloat16 = _Bfloat16()
# What `array.dtype` gives: NumPy scalar classes, as MXNet does.
TORCH_TO_NUMPY = {
    torch.float32: np.float32, torch.float64: np.float64, torch.float16: np.float16,
    torch.uint8: np.uint8, torch.int32: np.int32, torch.int8: np.int8, torch.int64: np.int64,
    torch.bool: np.bool_, torch.bfloat16: bfloat16,
}  # fmt: skip
_CACHE: dict = {**{torch_type: torch_type for torch_type in TORCH_TO_NAME}, bfloat16: torch.bfloat16}
FLOATS = frozenset((torch.float16, torch.float32, torch.float64, torch.bfloat16))


def to_torch(dtype: Any) -> torch.dtype:
    """Return the torch dtype for a name, NumPy dtype or class, Python type, flag or torch dtype."""
    try:
        return _CACHE[dtype]
    except (KeyError, TypeError):
        pass
    found = NAME_TO_TORCH.get(dtype_name(dtype))
    if found is None:
        raise UnknownName("dtype", dtype_name(dtype), NAME_TO_TORCH)
    try:
        if not isinstance(dtype, int) and not _carries(dtype):  # True and 1.0 equal the flag 1, but are not dtypes
            _CACHE[dtype] = found
    except TypeError:  # an unhashable spelling is only slower
        pass
    return found


def dtype_name(dtype: Any) -> str:
    """Return MXNet's name for any spelling of a dtype."""
    if isinstance(dtype, torch.dtype):
        return TORCH_TO_NAME.get(dtype, str(dtype).removeprefix("torch."))
    if isinstance(dtype, str) and dtype in NAME_TO_TORCH:
        return dtype
    if isinstance(dtype, int) and not isinstance(dtype, bool):
        if dtype not in FLAG_TO_NAME:
            raise MXNetError(f"dtype flag {dtype} is not one of {sorted(FLAG_TO_NAME)}")
        return FLAG_TO_NAME[dtype]
    if _is_bfloat16(dtype):
        return "bfloat16"
    if _carries(dtype):
        return dtype_name(dtype.dtype)
    if isinstance(dtype, str) and (len(dtype) > 24 or "," in dtype or "(" in dtype):
        raise UnknownName("dtype", dtype[:24], NAME_TO_TORCH)  # NumPy would parse a text from a file as a record
    try:
        return np.dtype(dtype).name
    except (TypeError, ValueError, SyntaxError) as error:
        raise UnknownName("dtype", str(dtype), NAME_TO_TORCH) from error


def to_numpy(dtype: torch.dtype) -> Any:
    """Return the NumPy scalar class (or the bfloat16 stand-in) that users see."""
    return TORCH_TO_NUMPY[dtype]
