"""The ``.params`` format: a list of arrays and their names, in every version MXNet ever wrote.

Called by ``mx.nd.save`` and ``mx.nd.load``, checkpoints, and the pickling of NDArray.

Little-endian: ``magic u64, reserved u64, count u64, arrays, count u64, names``. An array is::

    version 0 (before 0.9)  ndim u32, dims u32...
    version 1               F993FAC8, ndim i32, dims i64...
    version 2               F993FAC9, storage type, [storage shape if sparse,] shape as above
    version 3               F993FACA, the same, read with np-shape semantics: () is a scalar

then ``device type, device id, type flag``, for each index array of a sparse one its type flag and
shape, then the bytes of values and index arrays. A record without a known shape (before version 3:
or without dimensions) ends there.
"""
import io
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import IO, Any

import numpy as np

from ..core.errors import MXNetError, check_text
from ..core.location import local_path
from ..core.opening import read_whole, reading, size_of
from .atomic import atomic_write
from .source import MAX_BYTES, MAX_DIMS, ByteSource

LIST_MAGIC = 0x112
VERSION_MAGIC = {0xF993FAC8: 1, 0xF993FAC9: 2, 0xF993FACA: 3}
MAGIC_OF_VERSION: dict[int | None, int] = {v: magic for magic, v in VERSION_MAGIC.items()}

# bfloat16 is represented by its raw bits: NumPy has no such type.
STORED_DTYPE: dict[str, np.dtype] = {
    "float32": np.dtype("<f4"), "float64": np.dtype("<f8"), "float16": np.dtype("<f2"),
    "uint8": np.dtype("u1"), "int32": np.dtype("<i4"), "int8": np.dtype("i1"),
    "int64": np.dtype("<i8"), "bool": np.dtype("?"), "bfloat16": np.dtype("<u2"),
}
TYPE_FLAG = {"float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5,
             "int64": 6, "bool": 7, "bfloat16": 12}
DTYPE_OF_FLAG = {flag: name for name, flag in TYPE_FLAG.items()}
STORAGE_TYPES = {0: "default", 1: "row_sparse", 2: "csr"}
STORAGE_FLAG = {name: flag for flag, name in STORAGE_TYPES.items()}
AUX_NAMES = {"default": (), "row_sparse": ("indices",), "csr": ("indptr", "indices")}

_U32, _U64, _I32 = struct.Struct("<I"), struct.Struct("<Q"), struct.Struct("<i")
_LIST_HEAD = struct.Struct("<QQQ")
_DEVICE_AND_TYPE = struct.Struct("<iii")


@dataclass(slots=True)
class SavedArray:
    """One array of a file.

    ``data`` holds the values: all of them (``default``), the stored rows (``row_sparse``) or the
    stored elements (``csr``); ``aux`` holds ``(indices,)`` or ``(indptr, indices)``. The type
    ``bfloat16`` keeps its raw bits as uint16. For a record without a shape, ``shape`` and ``data`` are None.
    ``version`` is the record's format: 3 means np-shape semantics, None that the file does not say.
    """

    data: Any
    name: str | None = None
    dtype: Any = None
    shape: Any = None
    stype: str = "default"
    aux: tuple[np.ndarray, ...] = ()
    device_type: int = 1
    device_id: int = 0
    version: int | None = 2

    def __post_init__(self) -> None:
        if self.data is not None:
            if self.dtype is None:
                self.dtype = self.data.dtype.name
            if self.shape is None:
                self.shape = self.data.shape


# Reading

def read_params(path: str | os.PathLike[str]) -> list[SavedArray]:
    """Read a ``.params`` file; the names are None if it holds a list."""
    path = local_path(path)
    with reading(path) as file:
        size = size_of(file)
        if size is None:
            return read_params_buffer(read_whole(file, path), path)
        return _read_list(ByteSource(file, size, path))


def read_params_buffer(buffer: Any, source: str = "<buffer>") -> list[SavedArray]:
    """Read the content of a ``.params`` file from any bytes-like object; the arrays do not share its memory."""
    return _read_list(ByteSource(io.BytesIO(buffer), memoryview(buffer).nbytes, source))


def decode_array(buffer: Any, source: str = "<buffer>") -> SavedArray:
    """Read a single array record, the form inside a pickled NDArray."""
    return _read_array(ByteSource(io.BytesIO(buffer), memoryview(buffer).nbytes, source))


def _read_list(stream: ByteSource) -> list[SavedArray]:
    # The second word is reserved; MXNet ignores it too.
    magic, _ = stream.unpack(struct.Struct("<QQ"), "the file header")
    if magic != LIST_MAGIC:
        stream.fail(f"expected the magic number {LIST_MAGIC:#x}; got {magic:#x}", 0)
    number = stream.count(4, "the number of arrays")
    records = []
    for index in range(number):
        records.append(_read_array(stream, f"array {index} of {number}"))
    at = stream.offset
    named = stream.count(8, "the number of names")
    if named not in (0, number):
        stream.fail(f"expected 0 or {number} names, one an array; got {named}", at)
    for index in range(named):
        length = stream.count(1, f"the length of name {index}")
        raw = stream.take(length, f"name {index}")
        try:
            records[index].name = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            stream.fail(f"name {index} is not UTF-8: {error.reason}",
                        stream.offset - length + error.start)
    return records


def _read_array(stream: ByteSource, what: str = "the array") -> SavedArray:
    at = stream.offset
    (magic,) = stream.unpack(_U32, what)
    version = VERSION_MAGIC.get(magic, 0)
    stype, storage_shape = "default", None
    if version >= 2:
        stype = _read_storage_type(stream, version, what)
        if stype != "default":
            storage_shape = _read_known_shape(stream, f"{what}: storage shape")
    if version == 0:
        if magic > MAX_DIMS:
            stream.fail(f"{what}: expected the magic number of an array, or up to {MAX_DIMS} "
                        f"dimensions; got {magic:#x}", at)
        shape: tuple[int, ...] | None = _read_dims(stream, magic, "I", f"{what}: shape")
    else:
        shape = _read_shape(stream, f"{what}: shape")
    if shape is None or (version < 3 and not shape):
        return SavedArray(None, stype=stype, version=version)

    device_type, device_id, flag = stream.unpack(_DEVICE_AND_TYPE, f"{what}: device and type")
    dtype = _dtype_of(stream, flag, what)
    if storage_shape is None:
        data = stream.array(shape, STORED_DTYPE[dtype], f"{what}: {dtype} of shape {shape}")
        return SavedArray(data, None, dtype, shape, stype, (), device_type, device_id, version)

    aux_forms = []
    for name in AUX_NAMES[stype]:
        (flag,) = stream.unpack(_I32, f"{what}: type of {name}")
        aux_dtype = _dtype_of(stream, flag, f"{what}: {name}")
        if STORED_DTYPE[aux_dtype].kind not in "iu" or aux_dtype == "bfloat16":
            stream.fail(f"{what}: {name} must be integers; got {aux_dtype}", stream.offset - 4)
        aux_forms.append((name, aux_dtype, _read_known_shape(stream, f"{what}: shape of {name}")))
    if prod(shape) * STORED_DTYPE[dtype].itemsize > MAX_BYTES:
        stream.fail(f"{what}: no memory is large enough for shape {shape}", stream.offset)
    _check_sparse_forms(stream, what, stype, shape, storage_shape, [form[2] for form in aux_forms])
    at = stream.offset
    data = stream.array(storage_shape, STORED_DTYPE[dtype],
                        f"{what}: {dtype} of shape {storage_shape}")
    aux = tuple(stream.array(form, STORED_DTYPE[aux_dtype], f"{what}: {name}")
                for name, aux_dtype, form in aux_forms)
    problem = _sparse_problem(stype, shape, aux)
    if problem:
        stream.fail(f"{what}: {problem}", at)
    return SavedArray(data, None, dtype, shape, stype, aux, device_type, device_id, version)


def _read_storage_type(stream: ByteSource, version: int, what: str) -> str:
    (flag,) = stream.unpack(_I32, f"{what}: storage type")
    stype = STORAGE_TYPES.get(flag)
    if stype is None or (version == 3 and flag != 0):
        allowed = "0 (default)" if version == 3 else "0 (default), 1 (row_sparse) or 2 (csr)"
        stream.fail(f"{what}: expected storage type {allowed}; got {flag}", stream.offset - 4)
    return stype


def _read_shape(stream: ByteSource, what: str) -> tuple[int, ...] | None:
    """Read ``ndim, dims``; None if the number of dims, or any of them, is -1 (unknown)."""
    at = stream.offset
    (ndim,) = stream.unpack(_I32, what)
    if ndim == -1:
        return None
    if not 0 <= ndim <= MAX_DIMS:
        stream.fail(f"{what}: expected 0 to {MAX_DIMS} dimensions; got {ndim}", at)
    shape = _read_dims(stream, ndim, "q", what)
    if any(dim < -1 for dim in shape):
        stream.fail(f"{what}: expected sizes of at least 0; got {shape}", at)
    return None if -1 in shape else shape


def _read_known_shape(stream: ByteSource, what: str) -> tuple[int, ...]:
    at = stream.offset
    shape = _read_shape(stream, what)
    if shape is None:
        stream.fail(f"{what}: expected sizes of at least 0; got an unknown one", at)
    return shape


def _read_dims(stream: ByteSource, ndim: int, code: str, what: str) -> tuple[int, ...]:
    return stream.unpack(struct.Struct(f"<{ndim}{code}"), what)


def _dtype_of(stream: ByteSource, flag: int, what: str) -> str:
    name = DTYPE_OF_FLAG.get(flag)
    if name is None:
        known = ", ".join(f"{flag} ({name})" for name, flag in TYPE_FLAG.items())
        stream.fail(f"{what}: expected a type flag of {known}; got {flag}", stream.offset - 4)
    return name


def _check_sparse_forms(stream: ByteSource, what: str, stype: str, shape: tuple[int, ...],
                        storage: tuple[int, ...], aux: list[tuple[int, ...]]) -> None:
    """Check that the shapes of a sparse record's parts agree, before any is allocated."""
    if any(len(form) != 1 for form in aux):
        stream.fail(f"{what}: index arrays have one dimension; got shapes {aux}", stream.offset)
    if stype == "row_sparse":
        rows = aux[0][0]
        if rows > shape[0]:
            stream.fail(f"{what}: row_sparse {shape} has {shape[0]} rows; got {rows} indices",
                        stream.offset)
        if storage != (rows, *shape[1:]):
            stream.fail(f"{what}: row_sparse {shape} with {rows} indices stores "
                        f"{(rows, *shape[1:])}; got {storage}", stream.offset)
        return
    if len(shape) != 2:
        stream.fail(f"{what}: csr has two dimensions; got shape {shape}", stream.offset)
    pointers, indices = aux[0][0], aux[1][0]
    if storage != (indices,) or pointers != shape[0] + 1:
        stream.fail(f"{what}: csr {shape} with {indices} elements has {shape[0] + 1} row pointers "
                    f"and stores ({indices},); got {pointers} and {storage}", stream.offset)


def _sparse_problem(stype: str, shape: tuple[int, ...], aux: Sequence[np.ndarray]) -> str | None:
    """Describe an index outside the array, if there is one: kernels do not check indices."""
    indices = aux[-1]
    bound = shape[0] if stype == "row_sparse" else shape[1]
    if indices.size and (int(indices.min()) < 0 or int(indices.max()) >= bound):
        return (f"expected {stype} indices from 0 to {bound - 1}; "
                f"got {indices.min()} to {indices.max()}")
    if stype == "csr":
        pointers = aux[0]
        falls = bool((pointers[1:] < pointers[:-1]).any())
        if pointers[0] != 0 or pointers[-1] != indices.size or falls:
            return f"csr row pointers must rise from 0 to {indices.size}"
    return None


# Writing

def write_params(target: str | os.PathLike[str] | IO[bytes], arrays: Iterable[SavedArray]) -> None:
    """Write arrays to a path, atomically, or to an open binary file.

    Either all arrays have names or none has. ``version`` is 2 or 3, the two that MXNet 1.9.1 writes.
    """
    arrays = list(arrays)
    names = [array.name for array in arrays if array.name is not None]
    if names and len(names) != len(arrays):
        raise MXNetError(f"write_params: {len(names)} of {len(arrays)} arrays have a name; "
                         "name all of them or none")
    heads = [_head(array) for array in arrays]
    if not isinstance(target, str | os.PathLike):
        _write_list(target, arrays, heads, _name_table(names))
        return
    table = _name_table(names)
    payload = sum(part.nbytes for array in arrays for part in (array.data, *array.aux))
    size = _LIST_HEAD.size + sum(map(len, heads)) + payload + len(table)
    with atomic_write(target, size=size) as file:
        _write_list(file, arrays, heads, table)


def encode_array(array: SavedArray) -> bytes:
    """Write a single array record, the form inside a pickled NDArray."""
    return b"".join([_head(array), *_bodies(array)])


def _write_list(file: IO[bytes], arrays: list[SavedArray], heads: list[bytes],
                table: bytes) -> None:
    file.write(_LIST_HEAD.pack(LIST_MAGIC, 0, len(arrays)))
    for array, head in zip(arrays, heads, strict=True):
        file.write(head)
        for body in _bodies(array):
            file.write(body)
    file.write(table)


def _name_table(names: list[str]) -> bytes:
    table = [_U64.pack(len(names))]
    for name in names:
        raw = check_text(name, "the name").encode()
        table += _U64.pack(len(raw)), raw
    return b"".join(table)


def _head(array: SavedArray) -> bytes:
    """Return the part of a record before its values."""
    _check_writable(array)
    parts = [struct.pack("<Ii", MAGIC_OF_VERSION[array.version], STORAGE_FLAG[array.stype])]
    if array.stype != "default":
        parts.append(_pack_shape(array.data.shape))
    parts.append(_pack_shape(array.shape))
    parts.append(_DEVICE_AND_TYPE.pack(array.device_type, array.device_id, TYPE_FLAG[array.dtype]))
    for aux in array.aux:
        parts.append(_I32.pack(TYPE_FLAG[aux.dtype.name]) + _pack_shape(aux.shape))
    return b"".join(parts)


def _bodies(array: SavedArray) -> Iterator[memoryview]:
    """Yield the bytes of the values; for a contiguous array its memory, not a copy."""
    for part in (array.data, *array.aux):
        stored = part.dtype.newbyteorder("<")
        yield np.ascontiguousarray(part, stored).reshape(-1).view(np.uint8).data


def _pack_shape(shape: tuple[int, ...]) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _check_writable(array: SavedArray) -> None:
    what = "write_params" if array.name is None else f"write_params: {array.name!r}"
    if array.data is None or array.shape is None:
        raise MXNetError(f"{what}: an array without a shape or a value cannot be saved")
    if array.dtype not in STORED_DTYPE:
        raise MXNetError(f"{what}: type {array.dtype} has no place in a .params file; expected "
                         f"one of {', '.join(STORED_DTYPE)}")
    if array.data.dtype != STORED_DTYPE[array.dtype]:
        raise MXNetError(f"{what}: {array.dtype} is stored as {STORED_DTYPE[array.dtype].name}; "
                         f"got {array.data.dtype.name}")
    if array.stype not in STORAGE_FLAG or len(array.aux) != len(AUX_NAMES[array.stype]):
        raise MXNetError(f"{what}: storage type {array.stype} with {len(array.aux)} index arrays")
    if array.version not in (2, 3) or (array.version == 3 and array.stype != "default"):
        raise MXNetError(f"{what}: {array.stype} storage cannot be written in version "
                         f"{array.version}; np-shape semantics allow dense arrays only")
    if array.version == 2 and not array.shape:
        raise MXNetError(f"{what}: shape () can only be saved under np-shape semantics")
    if array.stype == "default" and array.data.shape != array.shape:
        raise MXNetError(f"{what}: shape {array.shape} is not that of its data, "
                         f"{array.data.shape}")
