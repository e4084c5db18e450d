"""Optimizer states as bytes, in the pickle form that MXNet writes and reads.

A pickle names functions to call, and states come in files from elsewhere: what is read may name
the few classes listed here and no others. `Updater` is the only caller.
"""
import io
import pickle
from collections import OrderedDict
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..lr_scheduler import LRScheduler
from ..ndarray import NDArray
from ..ndarray.serialization import decode, encode
from ..ndarray.storage.arrays import CLASSES as SPARSE
from ..ndarray.storage.arrays import BaseSparseNDArray
from .base import Optimizer

# MXNet keeps these in one module each; a pickle names them so.
_ARRAY = ("mxnet.ndarray.ndarray", "NDArray")
_OPTIMIZERS = ("mxnet.optimizer.optimizer", "mxnet.optimizer", "mxnet.optimizer.contrib")


def dumps(content: Any) -> bytes:
    """Write states, and perhaps an optimizer, as MXNet does."""
    file = io.BytesIO()
    _Writer(file, protocol=4).dump(content)
    return file.getvalue()


def loads(data: bytes) -> Any:
    """Read what `dumps` or MXNet wrote."""
    try:
        return _Reader(io.BytesIO(data), encoding="latin1").load()
    except MXNetError:
        raise
    except Exception as error:  # a damaged pickle may raise anything
        raise MXNetError(f"these bytes are no optimizer states: {error}") from error


class _Writer(pickle._Pickler):  # type: ignore[name-defined]
    """Writes arrays and optimizers under the names of MXNet's classes.

    The pickler in Python, not the one in C, which insists on finding a class where it is named.
    """

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, NDArray):
            kind = type(thing) if thing.stype in SPARSE else NDArray
            return kind, (None,), {"handle": bytearray(encode(thing))}
        return NotImplemented

    def save_global(self, thing: Any, name: str | None = None) -> None:
        if thing is NDArray:
            module, name = _ARRAY
        elif _is_ours(thing):
            module = _OPTIMIZERS[2 if thing.__module__ == _OPTIMIZERS[2] else 0]
            name = thing.__name__
        else:
            super().save_global(thing, name)
            return
        self.save(module)
        self.save(name)
        self.write(pickle.STACK_GLOBAL)
        self.memoize(thing)


def _is_ours(thing: Any) -> bool:
    return (isinstance(thing, type) and issubclass(thing, Optimizer)
            and thing.__module__.startswith("mxnet.optimizer."))


class _Loaded:
    """An array between its creation and its content, which a pickle gives in two steps."""

    __slots__ = ()

    def __new__(cls, handle: None = None) -> Any:
        return object.__new__(cls)

    def __init__(self, handle: None = None) -> None:
        pass


class _LoadedArray(_Loaded, NDArray):
    """A dense one."""

    __slots__ = ()

    def __setstate__(self, state: dict) -> None:
        loaded = decode(bytes(state["handle"]))
        self._data, self._ctx, self._ag = loaded._data, loaded._ctx, None
        self.__class__ = NDArray


class _LoadedSparse(_Loaded, BaseSparseNDArray):
    """A sparse one; its content says of which kind."""

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


def _reconstruct(cls: type, base: type, state: Any) -> Any:
    """Make an object as the oldest pickle formats do; what comes here is on the list already."""
    return cls.__new__(cls)


# Some names are twice here: Python 2 called the modules otherwise.
_ALLOWED: dict[tuple[str, str], Any] = {
    _ARRAY: _LoadedArray,
    ("mxnet.ndarray.sparse", "RowSparseNDArray"): _LoadedSparse,
    ("mxnet.ndarray.sparse", "CSRNDArray"): _LoadedSparse,
    ("builtins", "bytearray"): _bytearray,
    ("__builtin__", "bytearray"): _bytearray,
    ("builtins", "object"): object,
    ("__builtin__", "object"): object,
    ("copyreg", "_reconstructor"): _reconstruct,
    ("copy_reg", "_reconstructor"): _reconstruct,
    ("_codecs", "encode"): _encode,
    ("collections", "OrderedDict"): OrderedDict,
    ("numpy", "dtype"): _NumberType,
    ("numpy.core.multiarray", "scalar"): _number,
    ("numpy._core.multiarray", "scalar"): _number,
}


class _Reader(pickle.Unpickler):
    """Finds what is on the list, and optimizers and schedulers this process knows anyway."""

    def find_class(self, module: str, name: str) -> Any:
        found = _ALLOWED.get((module, name))
        if found is not None:
            return found
        for known in (*_subclasses(Optimizer), *_subclasses(LRScheduler)):
            if known.__name__ == name and (known.__module__ == module or (
                    module in _OPTIMIZERS and _is_ours(known))):
                return known
        raise MXNetError(
            f"optimizer states name {module}.{name}, which is neither an array nor an optimizer or"
            " scheduler known here; nothing was loaded. If it is a class of yours, import it first")


def _subclasses(base: type) -> list[type]:
    found = [base]
    for each in base.__subclasses__():
        found += _subclasses(each)
    return found
