"""Small names that MXNet programs take from ``mx.base``, those of programs that use ctypes themselves included."""
from __future__ import annotations

import ctypes
import inspect
import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as _np

from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

__all__ = ["MXNetError"]

basestring: type[str] = str
long: type[int] = int
string_types: tuple[type[str], ...] = (str,)
numeric_types: tuple[type[Any], ...] = (float, int, _np.generic)
integer_types: tuple[type[Any], ...] = (int, _np.int32, _np.int64)
mx_real_t = _np.float32


def py_str(x: bytes | str) -> str:
    """Return the text of a C string; what MXNet passes to callbacks as C strings is text here already."""
    return x if isinstance(x, str) else x.decode("utf-8")


class _NullType:
    """The type of `_Null`: a param that was not given, in the signatures of operators."""

    def __repr__(self) -> str:
        return "_Null"

    def __bool__(self) -> bool:
        return False


_Null = _NullType()


class _NotFor(MXNetError):
    """A method that has no meaning for one kind of object."""

    refusal = ""

    def __init__(self, function: Any, alias: str | None = None, *args: Any) -> None:
        self.function: str = getattr(function, "__name__", str(function))
        self.alias: str | None = alias
        super().__init__(*(str(type(arg)) for arg in args))

    def __str__(self) -> str:
        called = f' (namely operator "{self.alias}")' if self.alias else ""
        given = f" with arguments ({', '.join(map(str, self.args))})" if self.args else ""
        return f"Function {self.function}{called}{given} {self.refusal} and only available in NDArray."


class NotImplementedForSymbol(_NotFor):
    """Raised where a method of arrays has no meaning for symbols."""

    refusal = "is not implemented for Symbol"


class NotSupportedForSparseNDArray(_NotFor):
    """Raised where a method of dense arrays has no meaning for sparse ones."""

    refusal = "is not supported for SparseNDArray"


def _as_list(obj) -> list | tuple:
    """Return a list or tuple as it is, anything else as a list of one."""
    return obj if isinstance(obj, (list, tuple)) else [obj]


# ---- errors by name -----------------------------------------------------------------------------

error_types: dict[Any, Any] = {"NotImplementedForSymbol": NotImplementedForSymbol}


def register_error(func_name: Any = None, cls: Any = None) -> Any:
    """Let errors told by this name be raised as a class: ``@register_error`` or ``@register_error("Name")``."""
    if callable(func_name):
        func_name, cls = None, func_name

    def register(kind):
        error_types[func_name or kind.__name__] = kind
        return kind
    return register if cls is None else register(cls)


def _valid_error_name(name: str) -> bool:
    """Return whether a name may be that of an error."""
    return all(letter.isalnum() or letter in "_." for letter in name)


def _find_error_type(line: str) -> str | None:
    """Return the name in front of the colon of an error's first line."""
    name, colon, _ = line.partition(":")
    return name if colon and _valid_error_name(name) else None


def c2pyerror(err_msg: str) -> tuple[str, str | None]:
    """Turn what a C library says into (text with the stack trace in front and turned round, name of the error)."""
    lines = err_msg.split("\n")
    if lines[-1] == "":
        lines.pop()
    trace, text, tracing = [], [], False
    for line in lines:
        tracing = tracing and line.startswith("  ") or line.startswith("Stack trace")
        if not tracing:
            text.append(line)
        elif not line.startswith("Stack trace"):
            trace.insert(0, line)
    top = ["Traceback (most recent call last):", *trace] if trace else []
    return "\n".join(top + text), _find_error_type(lines[0])


def get_last_ffi_error() -> MXNetError:
    """Return the error that the library told last, as the class registered for it."""
    text, name = c2pyerror(py_str(_late("_LIB").MXGetLastError()))
    return error_types.get((name or "").removeprefix("mxnet.error."), MXNetError)(text)


def check_call(ret: int) -> None:
    """Raise the library's last error if a call gave anything but 0."""
    if ret != 0:
        raise get_last_ffi_error()


# ---- what programs that use ctypes themselves ask for --------------------------------------------

mx_int: type[Any] = ctypes.c_int
mx_uint: type[Any] = ctypes.c_uint
mx_int64: type[Any] = ctypes.c_int64
mx_float: type[Any] = ctypes.c_float
mx_float_p: type[Any] = ctypes.POINTER(mx_float)
NDArrayHandle = FunctionHandle = OpHandle = CachedOpHandle = SymbolHandle = ExecutorHandle = ctypes.c_void_p
DataIterCreatorHandle = DataIterHandle = KVStoreHandle = RecordIOHandle = RtcHandle = ctypes.c_void_p
CudaModuleHandle = CudaKernelHandle = ProfileHandle = DLPackHandle = ctypes.c_void_p


class MXCallbackList(ctypes.Structure):
    """How a C library takes Python functions: their number, the functions, what each is called with."""

    _fields_ = [("num_callbacks", ctypes.c_int), ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
                ("contexts", ctypes.POINTER(ctypes.c_void_p))]


def c_str(string: str) -> ctypes.c_char_p:
    """Return a C string."""
    return ctypes.c_char_p(string.encode("utf-8"))


def c_str_array(strings: Sequence[str]) -> Any:
    """Return an array of C strings."""
    return (ctypes.c_char_p * len(strings))(*(text.encode("utf-8") for text in strings))


def c_array(ctype: Any, values: Sequence[Any]) -> Any:
    """Return a C array of numbers."""
    return (ctype * len(values))(*values)


def c_array_buf(ctype: Any, buf: Any) -> Any:
    """Return a C array over the memory of a buffer."""
    return (ctype * len(buf)).from_buffer(buf)


def c_handle_array(objs: Sequence[Any]) -> Any:
    """Return a C array of the handles of objects."""
    return (ctypes.c_void_p * len(objs))(*(one.handle for one in objs))


def ctypes2buffer(cptr: Any, length: int) -> bytearray:
    """Copy memory that a char pointer shows."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError("expected char pointer")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr: Any, shape: tuple[int, ...]) -> _np.ndarray:
    """Return a NumPy array over memory that a float pointer shows."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError("expected float pointer")
    return _np.ctypeslib.as_array(cptr, tuple(shape))


def _late(name: str) -> Any:
    if name == "_LIB":
        from .ndarray.handles import Library
        globals()[name] = found = Library()
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_borrowed(__name__, _late)


# ---- classes with properties of their own, and documentation ------------------------------------

class _MXClassPropertyDescriptor:
    """A property of a class; `classproperty` makes it."""

    def __init__(self, fget, fset=None) -> None:
        self.fget, self.fset = fget, fset

    def __get__(self, obj, clas=None):
        return self.fget.__get__(obj, type(obj) if clas is None else clas)()

    def __set__(self, obj, value):
        if self.fset is None:
            raise MXNetError(f"cannot use the setter: {obj.__name__} to set attribute")
        instance, kind = (None, obj) if isinstance(obj, type) else (obj, type(obj))
        return self.fset.__get__(instance, kind)(value)

    def setter(self, func):
        """Take a function that sets the property."""
        self.fset = func if isinstance(func, (classmethod, staticmethod)) else classmethod(func)
        return self


class _MXClassPropertyMetaClass(type):
    """The type of classes whose class properties can be set on the class."""

    def __setattr__(cls, key, value):
        found = cls.__dict__.get(key)
        if isinstance(found, _MXClassPropertyDescriptor):
            return found.__set__(cls, value)
        return super().__setattr__(key, value)


def classproperty(func: Any) -> Any:
    """Make a function a property of the class."""
    return _MXClassPropertyDescriptor(func if isinstance(func, (classmethod, staticmethod)) else classmethod(func))


def with_metaclass(meta: Any, *bases: type[Any]) -> Any:
    """Return a base class that makes classes of a type, as Python 2 and 3 can both write it."""
    class Maker(type):
        def __new__(cls, name, _, space):
            return meta(name, bases, space)

        @classmethod
        def __prepare__(cls, name, _):
            return meta.__prepare__(name, bases)
    return type.__new__(Maker, "temporary_class", (), {})


def build_param_doc(arg_names: Sequence[str], arg_types: Sequence[str], arg_descs: Sequence[str],
                    remove_dup: bool = True) -> str:
    """Write the "Parameters" of a docstring; ``num_args`` is left out."""
    told, seen = [], set()
    for name, kind, text in zip(arg_names, arg_types, arg_descs):
        if name == "num_args" or (remove_dup and name in seen):
            continue
        seen.add(name)
        told.append(f"{name} : {kind}\n    {text}" if text else f"{name} : {kind}")
    return "Parameters\n----------\n" + "\n".join(told) + "\n"


def add_fileline_to_docstring(module: ModuleType | type | str, incursive: bool = True) -> None:
    """Write into the docstrings of a module's functions and methods where they are defined."""
    for _, found in inspect.getmembers(sys.modules[module] if isinstance(module, str) else module):
        function = getattr(found, "__func__", found)
        if inspect.isclass(found) and incursive:
            add_fileline_to_docstring(found, False)
        elif inspect.isfunction(function) and function.__doc__ and "From:" not in function.__doc__:
            try:
                function.__doc__ += f"\n\nFrom:{inspect.getsourcefile(function)}:{inspect.getsourcelines(function)[1]}"
            except (OSError, TypeError):
                continue


# ---- operators by prefix ------------------------------------------------------------------------

_OP_NAME_PREFIX_LIST = ["_contrib_", "_linalg_", "_sparse_", "_image_", "_random_"]


def _get_op_name_prefix(op_name: str) -> str:
    """Return the prefix that says in which module an operator's function is, "" for none."""
    return next((prefix for prefix in _OP_NAME_PREFIX_LIST if op_name.startswith(prefix)), "")


def data_dir_default() -> str:
    """Return the folder for downloads where ``MXNET_HOME`` does not say."""
    if os.name == "nt":
        return os.path.join(os.environ.get("APPDATA", ""), "mxnet")
    return os.path.join(os.path.expanduser("~"), ".mxnet")


def data_dir() -> str:
    """Return the folder for downloads."""
    return os.getenv("MXNET_HOME", data_dir_default())
