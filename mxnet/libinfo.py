"""Where MXNet's native parts would be; this package has none, so each search says so."""
import os

from .core.borrowed import borrowed as _borrowed

__all__ = ["find_conf_path", "find_include_path", "find_lib_path"]

__version__ = "1.9.1"


def _from_environment(variable: str, exists) -> str | None:
    path = os.environ.get(variable)
    return path if path and os.path.isabs(path) and exists(path) else None


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Return the native library named by MXNET_LIBRARY_PATH; there is no other one to find."""
    path = _from_environment("MXNET_LIBRARY_PATH", os.path.isfile)
    if path is None:
        raise RuntimeError(f"Cannot find the MXNet library ({prefix}): this MXNet runs on torch "
                           "and ships no native library")
    return [path]


def find_include_path() -> str:
    """Return the directory of C headers named by MXNET_INCLUDE_PATH; none are shipped."""
    path = _from_environment("MXNET_INCLUDE_PATH", os.path.isdir)
    if path is None:
        raise RuntimeError("Cannot find the MXNet include path: this MXNet runs on torch and "
                           "ships no C headers")
    return path


def find_conf_path(prefix: str = "tvmop") -> str:
    """Return the TVM operator config named by MXNET_CONF_PATH; none is shipped."""
    path = _from_environment("MXNET_CONF_PATH", os.path.isfile)
    if path is None:
        raise RuntimeError(f"Cannot find the TVM op config ({prefix}.conf): TVM operators are "
                           "not part of this MXNet")
    return path


_borrowed(__name__)
