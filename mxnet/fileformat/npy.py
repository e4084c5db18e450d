"""Reads NumPy's files, ``.npy`` and ``.npz``, without trusting their content. Called by `remixnet predict`.

NumPy's `load` trusts the sizes that a file states, and raises seven kinds of errors.
"""
import io
import os
import struct
import tokenize
import zipfile
import zlib
from math import prod
from typing import IO, Any

import numpy as np

from ..core.errors import MXNetError
from ..core.opening import MAX_PIPE, read_whole, reading, size_of
from .source import MAX_DIMS

_KINDS = "fiub"
_MAX_HEADER = 10_000
_MAX_MEMBERS = 10_000
# Deflate expands one byte to at most 1032; NumPy uses no other compression.
_MOST_PACKED = 1040
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def read_npy(path: str | os.PathLike[str]) -> np.ndarray:
    """Read the numeric array in a ``.npy`` file."""
    with reading(path) as file:
        size = size_of(file)
        if size is None:
            raw = read_whole(file, path)
            return _read(io.BytesIO(raw), len(raw), os.fsdecode(path))
        return _read(file, size, os.fsdecode(path))


def read_npz(path: str | os.PathLike[str]) -> dict[str, np.ndarray]:
    """Read all arrays of a ``.npz`` file."""
    with reading(path) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                return _members(archive, os.fsdecode(path))
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, RuntimeError, struct.error,
                NotImplementedError, OverflowError, UnicodeError) as error:
            if isinstance(error, MXNetError):
                raise
            raise MXNetError(f"{os.fsdecode(path)} is not a .npz file: {error}") from error


def _members(archive: zipfile.ZipFile, path: str) -> dict[str, np.ndarray]:
    members = archive.infolist()
    total = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > _MAX_MEMBERS or total > min(MAX_PIPE, _MOST_PACKED * packed + 1024):
        raise MXNetError(f"{path}: {len(members)} arrays say that they are {total} bytes, packed into {packed}")
    found = {}
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise MXNetError(f"{path}: {member.filename} is packed in a way that NumPy does not use")
        with archive.open(member) as stream:
            found[member.filename.removesuffix(".npy")] = _read(stream, member.file_size,
                                                                f"{path}: {member.filename}")
    return found


def _read(file: IO[bytes], size: int, what: str) -> np.ndarray:
    """Read one array from a stream of known size."""
    try:
        version = np.lib.format.read_magic(file)
        if version not in _HEADERS:
            raise ValueError(f"version {version} of the format is not known")
        shape, fortran, dtype = _HEADERS[version](file, max_header_size=_MAX_HEADER)
    except (ValueError, TypeError, KeyError, SyntaxError, RecursionError, MemoryError, OverflowError,
            tokenize.TokenError) as error:
        raise MXNetError(f"{what} is not a .npy file: {error}") from error
    _check(shape, dtype, size, what)
    count = prod(shape) * dtype.itemsize
    raw = file.read(count)
    if len(raw) != count:
        raise MXNetError(f"{what}: {dtype} of shape {shape} takes {count} bytes; got {len(raw)}")
    array = np.frombuffer(raw, dtype).reshape(shape, order="F" if fortran else "C")
    if dtype.kind == "b":
        array = np.frombuffer(raw, np.uint8).reshape(array.shape, order="F" if fortran else "C") != 0
    return array.astype(dtype.newbyteorder("="), order="C")


def _check(shape: Any, dtype: np.dtype, size: int, what: str) -> None:
    if dtype.kind not in _KINDS or dtype.hasobject or dtype.shape:
        raise MXNetError(f"{what} holds {dtype}, not numbers")
    if len(shape) > MAX_DIMS or any(type(axis) is not int or axis < 0 for axis in shape):
        raise MXNetError(f"{what}: expected a shape of at most {MAX_DIMS} sizes; got {shape}")
    if prod(shape) * dtype.itemsize > size or prod(max(axis, 1) for axis in shape) >= 1 << 60:
        raise MXNetError(f"{what}: {dtype} of shape {shape} does not fit {size} bytes")
