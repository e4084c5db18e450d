"""Arrays in files: MXNet's format, or NumPy's where the extension is ``.npy`` or ``.npz``."""
import os

import numpy as onp

from ..fileformat.atomic import atomic_write
from ..fileformat.npy import read_npy, read_npz
from ..ndarray import load as _load
from ..ndarray import save as _save
from ..ndarray.numpy.array import ndarray
from ..ndarray.numpy.creation import array
from ..util import is_np_array, is_np_shape

__all__ = ["load", "save"]


def _check_mode(doing: str) -> None:
    if not (is_np_shape() and is_np_array()):
        raise ValueError(f"Cannot {doing} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by "
                         "calling `npx.set_np()` in the global scope before calling this function.")


def save(file: str, arr: "ndarray | list[ndarray] | dict[str, ndarray]") -> None:
    """Save an array, a list of arrays or a dict of them, atomically.

    The format is MXNet's, which other releases read. A name that ends in ``.npy`` (one array) or ``.npz`` gives
    NumPy's.
    """
    _check_mode("save")
    if isinstance(arr, ndarray):
        arr = [arr]
    if not isinstance(arr, (dict, list)):
        raise ValueError("data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of ndarrays.")
    named = arr if isinstance(arr, dict) else {str(place): item for place, item in enumerate(arr)}
    if any(not isinstance(name, str) or not isinstance(item, ndarray) for name, item in named.items()):
        raise TypeError("Only accepts dict str->ndarray or list of ndarrays")
    extension = os.path.splitext(os.fspath(file))[1]
    if extension == ".npz":
        keys = named if isinstance(arr, dict) else {f"arr_{name}": item for name, item in named.items()}
        with atomic_write(file) as out:
            onp.savez(out, **{name: item.asnumpy() for name, item in keys.items()})
    elif extension == ".npy":
        if len(named) != 1:
            raise ValueError(f"a .npy file holds one array, got {len(named)}; use .npz")
        with atomic_write(file) as out:
            onp.save(out, next(iter(named.values())).asnumpy())
    else:
        _save(file, arr)


def load(file: str) -> "list[ndarray] | dict[str, ndarray] | ndarray":
    """Load what `save`, any MXNet with NumPy's shapes, or NumPy itself wrote: a list, a dict, or one ``.npy`` array."""
    _check_mode("load")
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError("file required to be a string")
    extension = os.path.splitext(os.fspath(file))[1]
    if extension == ".npy":
        return array(read_npy(file))
    if extension == ".npz":
        return {name: array(values) for name, values in read_npz(file).items()}
    found = _load(file)
    if isinstance(found, dict):
        return {name: item.as_np_ndarray() for name, item in found.items()}
    return [item.as_np_ndarray() for item in found]
