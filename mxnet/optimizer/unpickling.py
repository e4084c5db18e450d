"""Reads pickles of optimizer states without executing anything: states come in untrusted files.

A pickle is a program that names functions to call. Here it may name only the few things listed below, and takes time
and memory proportional to its length, whatever it contains.
"""
import pickle
import struct
from collections import OrderedDict
from collections.abc import Sized
from typing import Any, BinaryIO

import numpy as np

from ..core.errors import MXNetError
from ..lr_scheduler import LRScheduler
from ..ndarray import NDArray
from ..ndarray.serialization import decode
from ..ndarray.storage.arrays import BaseSparseNDArray
from .base import Optimizer

# MXNet has each of these in its own module; a pickle refers to them there.
ARRAY = ("mxnet.ndarray.ndarray", "NDArray")
OPTIMIZERS = ("mxnet.optimizer.optimizer", "mxnet.optimizer", "mxnet.optimizer.contrib")


def is_ours(thing: Any) -> bool:
    """Return whether this is an optimizer of this package, which MXNet has in another module."""
    return (isinstance(thing, type) and issubclass(thing, Optimizer)
            and thing.__module__.startswith("mxnet.optimizer."))


class _Loaded:
    """An array between its creation and its content, which a pickle provides in two steps."""

    __slots__ = ()

    def __new__(cls, handle: None = None) -> Any:
        return object.__new__(cls)

    def __init__(self, handle: None = None) -> None:
        pass


class _LoadedArray(_Loaded, NDArray):
    """A dense one."""

    __slots__ = ()

    def __setstate__(self, state: dict) -> None:
        super().__setstate__(state)
        self.__class__ = NDArray


class _LoadedSparse(_Loaded, BaseSparseNDArray):
    """A sparse one; its content determines the kind."""

    __slots__ = ()

    def __setstate__(self, state: dict) -> None:
        loaded = decode(bytes(state["handle"]))
        if not isinstance(loaded, BaseSparseNDArray):
            raise MXNetError("optimizer states hold a dense array under the name of a sparse one")
        self._become(loaded)
        self.__class__ = type(loaded)


class _NumberType:
    """The type of a NumPy number in a pickle."""

    def __init__(self, code: str, *_: Any) -> None:
        self.code, self.order = code, "="

    def __setstate__(self, state: tuple) -> None:
        self.order = state[1]


def _number(kind: _NumberType, data: bytes | str) -> float | int | bool:
    raw = data.encode("latin1") if isinstance(data, str) else data
    kind_of = np.dtype(kind.code)
    if kind.order in ("<", ">"):
        kind_of = kind_of.newbyteorder(kind.order)  # type: ignore[arg-type]
    if kind_of.kind not in "biuf":
        raise MXNetError(f"optimizer states hold a NumPy value of type {kind_of}")
    return np.frombuffer(raw, kind_of, 1)[0].item()


def _bytearray(data: Any = b"", encoding: str = "latin1") -> bytearray:
    if isinstance(data, str):
        return bytearray(data, encoding)
    if not isinstance(data, bytes):
        raise MXNetError("optimizer states hold a bytearray made of no bytes")
    return bytearray(data)


def _encode(text: str, encoding: str = "latin1") -> bytes:
    return text.encode("latin1")  # the one encoding pickles use for bytes


def _reconstruct(cls: Any, base: Any, state: Any) -> Any:
    """Make an object as the oldest pickle formats do."""
    return _make(cls, ())


def _make(cls: Any, arguments: tuple) -> Any:
    """Make an empty array, optimizer or scheduler; no constructor runs."""
    if not isinstance(cls, type) or not issubclass(cls, (_Loaded, Optimizer, LRScheduler)) or any(arguments):
        raise MXNetError("optimizer states make an object that is neither an array nor an optimizer or scheduler")
    return object.__new__(cls)


def _ordered(items: Any = ()) -> OrderedDict:
    return OrderedDict((_key(key), value) for key, value in items)


def _key(key: Any) -> Any:
    """Return a valid key: tuples may be nested so deeply that hashing them crashes the process."""
    if not isinstance(key, (int, str, bytes, float)):
        raise MXNetError(f"optimizer states have a key of type {type(key).__name__}")
    return key


# Some names occur twice: the modules had other names in Python 2.
_ALLOWED: dict[tuple[str, str], Any] = {
    ARRAY: _LoadedArray,
    ("mxnet.ndarray.sparse", "RowSparseNDArray"): _LoadedSparse,
    ("mxnet.ndarray.sparse", "CSRNDArray"): _LoadedSparse,
    ("builtins", "bytearray"): _bytearray,
    ("__builtin__", "bytearray"): _bytearray,
    ("builtins", "object"): object,
    ("__builtin__", "object"): object,
    ("copyreg", "_reconstructor"): _reconstruct,
    ("copy_reg", "_reconstructor"): _reconstruct,
    ("_codecs", "encode"): _encode,
    ("collections", "OrderedDict"): _ordered,
    ("numpy", "dtype"): _NumberType,
    ("numpy.core.multiarray", "scalar"): _number,
    ("numpy._core.multiarray", "scalar"): _number,
}
_CALLED = {_bytearray, _reconstruct, _encode, _ordered, _NumberType, _number}
# No persistent ids, extensions, out-of-band buffers, sets, or instances made by calling a class.
_LEFT_OUT = (b"P", b"Q", b"i", b"o", b"\x82", b"\x83", b"\x84", b"\x8f", b"\x90", b"\x91", b"\x92", b"\x97", b"\x98")


class Reader(pickle._Unpickler):  # type: ignore[name-defined]
    """Reads one pickle of a file of `size` bytes.

    It uses the Python unpickler, not the C one: its memo is a dict and not a table, which a few bytes could make
    arbitrarily long, and its operations can be replaced.
    """

    dispatch: dict[int, Any] = {code: method for code, method
                                in pickle._Unpickler.dispatch.items()  # type: ignore[attr-defined]
                                if bytes([code]) not in _LEFT_OUT}

    def __init__(self, file: BinaryIO, size: int) -> None:
        super().__init__(file, encoding="latin1")
        self._left = 4 * size + 1024

    def _spend(self, thing: Any) -> None:
        """Count what is copied: an object can be referenced repeatedly in two bytes."""
        self._left -= 1 + (len(thing) if isinstance(thing, Sized) else 0)
        if self._left < 0:
            raise MXNetError("optimizer states copy the same bytes over and over")

    def find_class(self, module: str, name: str) -> Any:
        """Find what is on the list, and optimizers and schedulers that this process already knows."""
        found = _ALLOWED.get((module, name))
        if found is not None:
            return found
        for known in (*_subclasses(Optimizer), *_subclasses(LRScheduler)):
            if known.__name__ == name and (known.__module__ == module or (
                    module in OPTIMIZERS and is_ours(known))):
                return known
        raise MXNetError(
            f"optimizer states name {str(module)[:80]}.{str(name)[:80]}, which is neither an array nor an optimizer or"
            " scheduler known here; nothing was loaded. If it is a class of yours, import it first")

    def load_reduce(self) -> None:
        arguments, function = self.stack.pop(), self.stack.pop()
        if isinstance(function, type) and issubclass(function, _Loaded):
            self.append(_make(function, arguments))
            return
        if not callable(function) or function not in _CALLED or type(arguments) is not tuple:
            raise MXNetError("optimizer states call what is no function for them")
        for argument in arguments:
            self._spend(argument)
        self.append(function(*arguments))

    def load_newobj(self) -> None:
        arguments, cls = self.stack.pop(), self.stack.pop()
        self.append(_make(cls, arguments))

    def load_build(self) -> None:
        state, thing = self.stack.pop(), self.stack[-1]
        self._spend(state)
        if isinstance(thing, _Loaded):
            self._spend(state["handle"])
            thing.__setstate__(state)  # type: ignore[attr-defined]
        elif isinstance(thing, _NumberType):
            thing.__setstate__(state)
        elif isinstance(thing, (Optimizer, LRScheduler)) and isinstance(state, dict):
            setter = getattr(type(thing), "__setstate__", None)
            if setter is None:
                vars(thing).update(state)
            else:
                setter(thing, state)
        else:
            raise MXNetError("optimizer states fill what is neither an array nor an optimizer or scheduler")

    def load_setitem(self) -> None:
        self._set(self.stack.pop(-2), self.stack.pop())

    def load_setitems(self) -> None:
        items = self.pop_mark()
        for place in range(0, len(items), 2):
            self._set(items[place], items[place + 1])

    def _set(self, key: Any, value: Any) -> None:
        if not isinstance(self.stack[-1], dict):
            raise MXNetError("optimizer states set items of what is no dict")
        self.stack[-1][_key(key)] = value

    def load_dict(self) -> None:
        items = self.pop_mark()
        self.append({_key(items[place]): items[place + 1] for place in range(0, len(items), 2)})

    def load_bytearray8(self) -> None:
        size, = struct.unpack("<Q", self.read(8))
        self.append(bytearray(self.read(size)))

    dispatch.update({pickle.REDUCE[0]: load_reduce, pickle.NEWOBJ[0]: load_newobj, pickle.BUILD[0]: load_build,
                     pickle.SETITEM[0]: load_setitem, pickle.SETITEMS[0]: load_setitems, pickle.DICT[0]: load_dict,
                     pickle.BYTEARRAY8[0]: load_bytearray8})


def _subclasses(base: type) -> list[type]:
    found = [base]
    for each in base.__subclasses__():
        found += _subclasses(each)
    return found
