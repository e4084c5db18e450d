"""MXNet's file formats, as conversions between bytes and NumPy arrays; nothing here knows torch or NDArray.

``params`` handles .params, ``safetensor`` .safetensors, ``record`` .rec, and ``atomic`` saves files safely.
"""
from ..core.location import local_path
from .arrays import read_arrays, write_arrays
from .atomic import atomic_write
from .params import SavedArray, read_params, read_params_buffer, write_params

__all__ = [
    "SavedArray",
    "atomic_write",
    "local_path",
    "read_arrays",
    "read_params",
    "read_params_buffer",
    "write_arrays",
    "write_params",
]
