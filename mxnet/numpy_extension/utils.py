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
    """Save arrays to a file in MXNet's format, whatever its extension.

    The file is replaced as a whole once everything is written, so that a broken run leaves the old one. It needs
    NumPy's semantics, see `set_np`.

    Parameters
    ----------
    file : str
        Path of the file.
    arr : ndarray, list of ndarray or dict of str to ndarray
        What to save. One array is saved as a list of one.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        Without NumPy's semantics, or if ``arr`` is of another kind.
    TypeError
        If a list or dict holds something else.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "w.params")
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     mx.npx.save(file, {"w": mx.np.ones(2)})
    ...     mx.npx.load(file)["w"].tolist()
    [1.0, 1.0]
    """
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
    """Save arrays to a file in NumPy's ``.npz`` format.

    Parameters
    ----------
    file : str
        Path of the file.
    *args : ndarray
        Arrays that are named ``arr_0``, ``arr_1`` and so on.
    **kwds : ndarray
        Arrays by their names.

    Returns
    -------
    None

    Raises
    ------
    TypeError
        If something else than an array of mx.np is given.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "two.npz")
    >>> mx.npx.savez(file, mx.np.ones(2), w=mx.np.zeros(1))
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     sorted(mx.npx.load(file))
    ['arr_0', 'w']
    """
    named = {**{f"arr_{place}": item for place, item in enumerate(args)}, **kwds}
    for name, item in named.items():
        if not isinstance(item, ndarray):
            raise TypeError(f"savez: {name} must be an mxnet.numpy.ndarray, got {type(item)}")
    with atomic_write(file) as out:
        onp.savez(out, **{name: item.asnumpy() for name, item in named.items()})  # type: ignore[arg-type]


def load(file: str) -> "list[ndarray] | dict[str, ndarray] | ndarray":
    """Load arrays from a file: MXNet's format, or NumPy's ``.npy`` and ``.npz``, told apart by its first bytes.

    It needs NumPy's semantics, see `set_np`.

    Parameters
    ----------
    file : str
        Path of the file.

    Returns
    -------
    list of ndarray, dict of str to ndarray, or ndarray
        A list or a dict, as it was saved; one array of a ``.npy`` file, a dict of a ``.npz`` file.

    Raises
    ------
    ValueError
        Without NumPy's semantics.
    TypeError
        If ``file`` is no path.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "list.params")
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     mx.npx.save(file, [mx.np.ones(2), mx.np.zeros(1)])
    ...     len(mx.npx.load(file))
    2
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
