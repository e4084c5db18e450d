"""Small names that MXNet programs take from ``mx.base``."""
import ctypes as _ctypes
import os as _os

import numpy as _np

from .core.errors import MXNetError

mx_uint = int
mx_float = float
mx_real_t = _np.float32
string_types = (str,)
numeric_types = (float, int, _np.generic)
integer_types = (int, _np.int32, _np.int64)
py_str = str


class _NullType:
    """The type of `_Null`: a param that was not given, in the signatures of operators."""

    def __repr__(self) -> str:
        return "_Null"

    def __bool__(self) -> bool:
        return False


_Null = _NullType()


class NotImplementedForSymbol(MXNetError):
    """Raised where a method of arrays has no meaning for symbols."""

    def __init__(self, function, alias=None, *args) -> None:
        self.function, self.alias = getattr(function, "__name__", str(function)), alias
        self.args_types = [str(type(arg)) for arg in args]
        text = f"Function {self.function}"
        if alias:
            text += f" (namely operator \"{alias}\")"
        if self.args_types:
            text += f" with arguments ({', '.join(self.args_types)})"
        super().__init__(text + " is not implemented for Symbol and only available in NDArray.")


class NotSupportedForSparseNDArray(MXNetError):
    """Raised where a method of dense arrays has no meaning for sparse ones."""

    def __init__(self, function, alias=None, *args) -> None:
        super().__init__(f"Function {getattr(function, '__name__', function)} is not supported for sparse arrays "
                         "and only available in NDArray.")


def _as_list(obj) -> list | tuple:
    """Give a list or tuple as it is, anything else as a list of one."""
    return obj if isinstance(obj, (list, tuple)) else [obj]


class MXCallbackList:
    """Kept as a name; there is no C layer to call back from."""


def check_call(ret) -> None:
    """Kept for programs that call it: a non-zero code is an error."""
    if ret:
        raise MXNetError(f"call failed with code {ret}")


# ---- what programs that use ctypes themselves ask for --------------------------------------------

NDArrayHandle = SymbolHandle = _ctypes.c_void_p


def c_str(string: str):
    """Give a C string."""
    return _ctypes.c_char_p(string.encode("utf-8"))


def c_str_array(strings):
    """Give an array of C strings."""
    return (_ctypes.c_char_p * len(strings))(*(string.encode("utf-8") for string in strings))


def __getattr__(name: str):
    if name == "_LIB":
        from .ndarray.handles import Library
        globals()[name] = found = Library()
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def data_dir_default() -> str:
    """Give the folder for downloads where ``MXNET_HOME`` does not say."""
    if _os.name == "nt":
        return _os.path.join(_os.environ.get("APPDATA", ""), "mxnet")
    return _os.path.join(_os.path.expanduser("~"), ".mxnet")


def data_dir() -> str:
    """Give the folder for downloads."""
    return _os.getenv("MXNET_HOME", data_dir_default())
