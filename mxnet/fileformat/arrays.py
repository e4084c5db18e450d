"""Arrays to and from a file, in the format of its extension. Called by mx.nd.save and load."""
import os
from collections.abc import Iterable

from . import params, safetensor
from .params import SavedArray


def read_arrays(path: str | os.PathLike[str]) -> list[SavedArray]:
    """Read ``.safetensors`` by that extension, anything else as ``.params``."""
    if _is_safetensors(path):
        return safetensor.read(path)
    return params.read_params(path)


def write_arrays(path: str | os.PathLike[str], arrays: Iterable[SavedArray]) -> None:
    """Write ``.safetensors`` by that extension, anything else as ``.params``."""
    if _is_safetensors(path):
        safetensor.write(path, arrays)
    else:
        params.write_params(path, arrays)


def _is_safetensors(path: str | os.PathLike) -> bool:
    return os.fspath(path).endswith(".safetensors")
