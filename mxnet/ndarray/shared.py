"""Arrays in memory that another process maps through a file descriptor.

Data loaders modelled on MXNet's send their batches this way: `reduce_ndarray` in the worker, `rebuild_ndarray` where
the batch is read.
"""
from __future__ import annotations

import ctypes
import mmap
import os
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from ..core.dtype import to_torch
from ..core.errors import MXNetError
from ..core.handles import give
from ..core.ownership import export

if TYPE_CHECKING:
    from .array import NDArray


class _Memory(mmap.mmap):
    """Memory created here, with its descriptor."""

    descriptor: int


_made: weakref.WeakValueDictionary[int, _Memory] = weakref.WeakValueDictionary()  # by address


def _tensor(memory: mmap.mmap, shape: Sequence[int], kind: torch.dtype) -> torch.Tensor:
    """Return a tensor over mapped memory, which it keeps alive."""
    nbytes = torch.Size(shape).numel() * kind.itemsize
    return export(torch.frombuffer(memory, dtype=torch.uint8)[:nbytes].view(kind).view(tuple(shape)))


def _shared_copy(tensor: torch.Tensor) -> tuple[torch.Tensor, _Memory]:
    """Copy a tensor to new shared memory; its descriptor is closed when the copy is no longer referenced."""
    descriptor = os.memfd_create("array", os.MFD_CLOEXEC)
    size = max(1, tensor.nbytes)
    os.ftruncate(descriptor, size)
    memory = _Memory(descriptor, size)
    memory.descriptor = descriptor
    weakref.finalize(memory, os.close, descriptor).atexit = False
    made = _tensor(memory, tensor.shape, tensor.dtype)
    if made.numel():  # without elements torch has no address
        _made[made.data_ptr()] = memory
    return made.copy_(tensor), memory


def to_shared(array: NDArray) -> tuple[int, int, tuple[int, ...], Any]:
    """Return where another process finds an array; see `new_from_shared`.

    Parameters
    ----------
    array : NDArray
        On ``cpu_shared``, the array moves into the shared memory; one of another context is copied there.

    Returns
    -------
    tuple
        This process's ID, a file descriptor that is open as long as the array lives, shape and type.

    Raises
    ------
    MXNetError
        The system has no anonymous shared memory.
    """
    if not hasattr(os, "memfd_create"):
        raise MXNetError("arrays in shared memory need memfd_create, which this system does not have")
    memory = _made.get(array._data.data_ptr())
    if memory is None:
        made, memory = _shared_copy(array._data)
        if array._ctx.device_type == "cpu_shared":
            array._data = made
        else:
            weakref.finalize(array, made.size).atexit = False  # a call that holds the memory until then
    return os.getpid(), memory.descriptor, array.shape, array.dtype


def new_from_shared(shared_pid: int, shared_id: int, shape: Sequence[int], dtype: Any) -> ctypes.c_void_p:
    """Return a handle of an array in memory from `to_shared`, possibly in another process.

    Parameters
    ----------
    shared_pid : int
        The process that made it; ignored, as the descriptor suffices.
    shared_id : int
        A file descriptor of this process; it is closed.
    shape : Sequence[int]
        Sizes of all dimensions.
    dtype : DTypeLike
        Element type.

    Returns
    -------
    ctypes.c_void_p
        For ``mx.nd.NDArray`` or ``mx.np.ndarray``.
    """
    memory = mmap.mmap(shared_id, os.fstat(shared_id).st_size)
    os.close(shared_id)  # the map has its own descriptor
    return ctypes.c_void_p(give(_tensor(memory, shape, to_torch(dtype))))
