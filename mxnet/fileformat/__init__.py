"""MXNet's file formats, as bytes <-> NumPy: nothing here knows torch or NDArray.

``params`` owns .params, ``safetensor`` .safetensors, ``record`` .rec, ``atomic`` safe saving.
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
