"""``mx.nd.save`` and ``load``: conversion between NDArrays and the files of `mxnet.fileformat`."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import torch

from ..core import npmode
from ..core.device import CPU, Context, num_gpus
from ..core.dtype import TORCH_TO_NAME
from ..core.errors import MXNetError
from ..fileformat import SavedArray, read_arrays, read_params_buffer, write_arrays
from ..fileformat.params import decode_array, encode_array
from .array import NDArray
from .invoke import wrap
from .storage.arrays import CLASSES, make

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence



def save(fname: str | os.PathLike[str], data: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    """Save arrays to a file, which is replaced atomically.

    The format is MXNet's ``.params`` whatever the extension, except for ``.safetensors``.

    Parameters
    ----------
    fname : str or os.PathLike[str]
        Path of the file.
    data : NDArray or Sequence[NDArray] or Mapping[str, NDArray]
        Array, list of arrays, or dict of them.

    Examples
    --------
    >>> mx.nd.save("weights.params", {"a": mx.nd.ones((2, 3)), "b": mx.nd.zeros((4,))})
    >>> sorted(mx.nd.load("weights.params"))
    ['a', 'b']
    """
    if isinstance(data, NDArray):
        data = [data]
    if not isinstance(data, dict | list):
        raise ValueError("data needs to either be a NDArray, dict of str, NDArray pairs "
                         f"or a list of NDarrays; got {type(data).__name__}")
    pairs = list(data.items()) if isinstance(data, dict) else [(None, array) for array in data]
    for name, array in pairs:
        if not isinstance(array, NDArray) or (isinstance(data, dict) and not isinstance(name, str)):
            raise TypeError("save only accept dict str->NDArray or list of NDArray; "
                            f"got {type(name).__name__} -> {type(array).__name__}")
    write_arrays(fname, [_to_saved(name, array) for name, array in pairs])


def load(fname: str | os.PathLike[str]) -> list[NDArray] | dict[str, NDArray]:
    """Load arrays from a file that `save`, or any MXNet since 2015, wrote.

    Parameters
    ----------
    fname : str or os.PathLike[str]
        Path of the file.

    Returns
    -------
    list or dict of NDArray
        The arrays as saved. Arrays from a GPU are loaded there if this machine has it, otherwise on the CPU.
    """
    if not isinstance(fname, str | os.PathLike):
        raise TypeError("fname required to be a string")
    return _from_saved(read_arrays(fname), os.fspath(fname))


def load_frombuffer(buf: bytes) -> list[NDArray] | dict[str, NDArray]:
    """Load arrays from the contents of a file.

    Parameters
    ----------
    buf : bytes
        The bytes.

    Returns
    -------
    list or dict of NDArray
        The arrays as saved.
    """
    if isinstance(buf, str):
        buf = buf.encode("latin-1", "replace")      # a byte string, in programs as old as Python 2
    if not isinstance(buf, bytes | bytearray | memoryview):
        raise TypeError("buf required to be a string or bytes")
    return _from_saved(read_params_buffer(buf), "<buffer>")


def encode(array: NDArray) -> bytes:
    """Return an array as bytes, in the form used inside MXNet's pickles.

    Parameters
    ----------
    array : NDArray
        The array.

    Returns
    -------
    bytes
        The bytes, for `decode`.
    """
    return encode_array(_to_saved(None, array))


def decode(buffer: bytes) -> NDArray:
    """Return the array in the result of `encode` or in a pickle of MXNet.

    Parameters
    ----------
    buffer : bytes
        The bytes.

    Returns
    -------
    NDArray
        The array.
    """
    return _to_array(decode_array(buffer), npmode.shape_level(), "<pickled array>")


def _to_saved(name: str | None, array: NDArray) -> SavedArray:
    sparse = array.stype != "default"
    tensor, *places = (t.detach().cpu() for t in (array._stored() if sparse else (array._data,)))
    dtype = TORCH_TO_NAME[tensor.dtype]
    if dtype == "bfloat16":
        values = tensor.contiguous().view(torch.int16).numpy().view(np.uint16)
    else:
        values = tensor.numpy()
    ctx = array.context
    version = 3 if npmode.get_shape() and not sparse else 2
    return SavedArray(values, name, dtype, array.shape, array.stype, tuple(t.numpy() for t in places),
                      ctx.device_typeid, ctx.device_id, version)


def _from_saved(records: list[SavedArray], source: str) -> list[NDArray] | dict[str, NDArray]:
    semantics = npmode.shape_level()
    arrays = [_to_array(record, semantics, source) for record in records]
    if records and records[0].name is not None:
        return {str(record.name): array for record, array in zip(records, arrays, strict=True)}
    return arrays


def _to_array(record: SavedArray, semantics: int, source: str) -> NDArray:
    label = "an array" if record.name is None else repr(record.name)
    if record.version == 3 and not semantics:
        raise MXNetError(f"{source}: ndarray was saved in np shape semantics, must be loaded in "
                         "the same semantics. Please turn on np shape semantics in Python using "
                         "`with np_shape(True)` or decorator `use_np_shape`.")
    if record.version in (0, 1, 2) and semantics == 1:
        raise MXNetError(f"{source}: ndarray was not saved in np shape semantics, but being "
                         "loaded in np shape semantics. Please turn off np shape semantics in "
                         "Python using `with np_shape(False)`.")
    if record.data is None:
        raise MXNetError(f"{source}: {label} was saved before it had a shape and a value")
    if record.dtype == "bfloat16":
        tensor = torch.from_numpy(record.data.view(np.int16)).view(torch.bfloat16)
    else:
        tensor = torch.from_numpy(record.data)
    if not record.shape and not semantics:
        tensor = tensor.reshape(1)      # the legacy API has no scalars; only .safetensors gets here
    ctx = _home(record)
    if record.stype == "default":
        return wrap(tensor.to(ctx.torch_device), ctx)
    places = [torch.from_numpy(place.astype(np.int64)) for place in record.aux]
    parts = tuple(part.to(ctx.torch_device) for part in (tensor, *places))
    return make(CLASSES[record.stype], parts, record.shape, ctx, sound=False)


def _home(record: SavedArray) -> Context:
    """Return the context to load to: a GPU that exists, otherwise cpu(0), as in MXNet."""
    if record.device_type == 2 and 0 <= record.device_id < num_gpus():
        return Context("gpu", record.device_id)
    return CPU
