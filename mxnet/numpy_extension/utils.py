"""Arrays in files: MXNet's format, and NumPy's."""
import os

import numpy as onp

from ..core.opening import reading
from ..fileformat.atomic import atomic_write
from ..fileformat.npy import read_npy, read_npz
from ..ndarray import load as _load
from ..ndarray import save as _save
from ..ndarray.numpy.array import ndarray
from ..ndarray.numpy.creation import array
from ..util import is_np_array, is_np_shape

__all__ = ["load", "save", "savez"]


def _check_mode(doing: str) -> None:
    if not (is_np_shape() and is_np_array()):
        raise ValueError(f"Cannot {doing} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by "
                         "calling `npx.set_np()` in the global scope before calling this function.")


def save(file: str, arr: "ndarray | list[ndarray] | dict[str, ndarray]") -> None:
    """Save an array, a list of arrays or a dict of them, atomically, in MXNet's format whatever the extension."""
    _check_mode("save")
    if isinstance(arr, ndarray):
        arr = [arr]
    if not isinstance(arr, (dict, list)):
        raise ValueError("data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of ndarrays.")
    pairs = arr.items() if isinstance(arr, dict) else [("", item) for item in arr]
    if any(not isinstance(name, str) or not isinstance(item, ndarray) for name, item in pairs):
        raise TypeError("Only accepts dict str->ndarray or list of ndarrays")
    _save(file, arr)


def savez(file: str, *args: ndarray, **kwds: ndarray) -> None:
    """Save arrays in NumPy's ``.npz`` format, by position as ``arr_0`` and so on, or by keyword."""
    named = {**{f"arr_{place}": item for place, item in enumerate(args)}, **kwds}
    for name, item in named.items():
        if not isinstance(item, ndarray):
            raise TypeError(f"savez: {name} must be an mxnet.numpy.ndarray, got {type(item)}")
    with atomic_write(file) as out:
        onp.savez(out, **{name: item.asnumpy() for name, item in named.items()})  # type: ignore[arg-type]


def load(file: str) -> "list[ndarray] | dict[str, ndarray] | ndarray":
    """Load what `save` or any MXNet with NumPy's shapes wrote, a list or a dict; and what NumPy wrote.

    A ``.npy`` file gives one array, a ``.npz`` file a dict.
    """
    _check_mode("load")
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError("file required to be a string")
    with reading(file) as source:
        head = source.read(6)
    if head == b"\x93NUMPY":
        return array(read_npy(file))
    if head[:4] == b"PK\x03\x04":
        return {name: array(values) for name, values in read_npz(file).items()}
    found = _load(file)
    if isinstance(found, dict):
        return {name: item.as_np_ndarray() for name, item in found.items()}
    return [item.as_np_ndarray() for item in found]
