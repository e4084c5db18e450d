"""Reads and writes arrays in the format that the file's extension names. Called by mx.nd.save and load."""
import os
from collections.abc import Iterable

from . import params, safetensor
from .params import SavedArray


def read_arrays(path: str | os.PathLike[str]) -> list[SavedArray]:
    """Read a file with the extension ``.safetensors`` in that format, any other as ``.params``."""
    if _is_safetensors(path):
        return safetensor.read(path)
    return params.read_params(path)


def write_arrays(path: str | os.PathLike[str], arrays: Iterable[SavedArray]) -> None:
    """Write a file with the extension ``.safetensors`` in that format, any other as ``.params``."""
    if _is_safetensors(path):
        safetensor.write(path, arrays)
    else:
        params.write_params(path, arrays)


def _is_safetensors(path: str | os.PathLike) -> bool:
    return os.fspath(path).endswith(".safetensors")
