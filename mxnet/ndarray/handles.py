"""A stand-in for MXNet's C library in programs that call it through ctypes.

There is no such library here. `mx.base._LIB` implements the few calls that pass arrays and symbols to Python, and
raises for every other.
"""
import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.construction import partition
from ..core.errors import Absent, MXNetError
from ..core.graph import Graph
from ..core.handles import give
from ..core.op import operators
from ..core.ownership import export


def _text(value) -> str:
    """Read a name, given as bytes, a C string or a string."""
    value = getattr(value, "value", value)
    return value.decode("utf-8") if isinstance(value, bytes) else value


class Library:
    """The stand-in for the C library."""

    def __init__(self) -> None:
        # Programs that use the library read capsules too, and rely on full pointers.
        ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p

    @staticmethod
    def MXNDArrayFromDLPack(pointer: ctypes.c_void_p, handle: Any) -> int:
        """Take over the tensor of a DLPack capsule; ``handle`` is passed by reference."""
        make = ctypes.pythonapi.PyCapsule_New
        make.restype = ctypes.py_object
        make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        capsule = make(pointer, b"dltensor", None)
        handle._obj.value = give(export(torch.utils.dlpack.from_dlpack(capsule)))
        return 0

    def MXListAllOpNames(self, size: Any, names: Any) -> int:
        """List the operators, including aliases; both arguments are passed by reference."""
        found = [name.encode() for name in operators()]
        self._names = (ctypes.c_char_p * len(found))(*found)  # the caller's pointer needs its memory
        size._obj.value = len(found)
        names._obj.contents = self._names._type_.from_buffer(self._names)
        return 0

    # ---- graph backends ---------------------------------------------------------------------------

    @staticmethod
    def MXBuildSubgraphByOpNames(symbol: Any, backend: Any, size: Any, names: Sequence[Any], handle: Any) -> int:
        """Partition a symbol by operator names; ``handle`` is passed by reference."""
        if not partition.is_backend(_text(backend)):
            raise MXNetError(f"SubgraphProperty {_text(backend)} is not found in SubgraphBackendRegistry")
        graph = partition.partition(Graph(symbol.item), [_text(name) for name in names])
        handle._obj.value = give(graph.outputs)
        return 0

    @staticmethod
    def MXSetSubgraphPropertyOpNames(backend: Any, size: Any, names: Sequence[Any]) -> int:
        """Set the operators that a backend takes."""
        partition.set_operators(_text(backend), [_text(name) for name in names])
        return 0

    @staticmethod
    def MXRemoveSubgraphPropertyOpNames(backend: Any) -> int:
        """Remove that setting."""
        partition.set_operators(_text(backend), None)
        return 0

    MXSetSubgraphPropertyOpNamesV2 = MXSetSubgraphPropertyOpNames
    MXRemoveSubgraphPropertyOpNamesV2 = MXRemoveSubgraphPropertyOpNames

    @staticmethod
    def MXGetLastError() -> bytes:
        """Return the last error: calls here raise immediately, so there is none."""
        return b"a call failed, and the library that stands for MXNet's has nothing to tell about it"

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise Absent(f"{name}: there is no C library behind this package; use the functions of "
                         "mxnet itself")
