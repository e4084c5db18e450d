"""Handles: numbers that stand for arrays in programs that talk to MXNet's C library by ctypes.

There is no such library here. `mx.base._LIB` answers the few calls that hand arrays over to Python,
and says so for every other.
"""
import ctypes
from collections.abc import Callable
from itertools import count

import torch

from ..core.errors import MXNetError
from ..core.op import operators

_waiting: dict[int, torch.Tensor] = {}
_numbers = count(1)


def give(tensor: torch.Tensor) -> int:
    """Keep a tensor until an NDArray takes it by the number given."""
    number = next(_numbers)
    _waiting[number] = tensor
    return number


def take(handle) -> torch.Tensor | None:
    """Give up the tensor of a handle; None where it stands for nothing."""
    return _waiting.pop(getattr(handle, "value", None), None)


class Library:
    """What stands for the C library."""

    def __init__(self) -> None:
        # Programs that ask for the library read capsules too, and count on whole pointers.
        ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p

    @staticmethod
    def MXNDArrayFromDLPack(pointer: ctypes.c_void_p, handle) -> int:
        """Take over the tensor that a DLPack capsule held; ``handle`` is passed by reference."""
        make = ctypes.pythonapi.PyCapsule_New
        make.restype = ctypes.py_object
        make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        capsule = make(pointer, b"dltensor", None)
        handle._obj.value = give(torch.utils.dlpack.from_dlpack(capsule))
        return 0

    def MXListAllOpNames(self, size, names) -> int:
        """List the operators, aliases as well; both arguments are passed by reference."""
        found = [name.encode() for name in operators()]
        self._names = (ctypes.c_char_p * len(found))(*found)  # the caller's pointer needs its memory
        size._obj.value = len(found)
        names._obj.contents = self._names._type_.from_buffer(self._names)
        return 0

    def __getattr__(self, name: str) -> Callable:
        if name.startswith("__"):
            raise AttributeError(name)
        raise MXNetError(f"{name}: there is no C library behind this package; use the functions of "
                         "mxnet itself")
