"""The ``.safetensors`` format: a JSON table of contents, then the arrays' bytes, one after another.

Called through ``arrays``. It does not use the safetensors package: the specification has ten lines, and this
implementation supports bfloat16, MXNet's order of names, lists and checked sizes without another dependency.
"""
import io
import json
import os
import struct
from collections.abc import Iterable
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from ..core.errors import MXNetError, check_text
from ..core.location import local_path
from ..core.opening import read_whole, reading, size_of
from .atomic import atomic_write
from .params import STORED_DTYPE, SavedArray
from .source import MAX_DIMS, ByteSource

_CODE = {"float32": "F32", "float64": "F64", "float16": "F16", "uint8": "U8", "int32": "I32",
         "int8": "I8", "int64": "I64", "bool": "BOOL", "bfloat16": "BF16"}
_DTYPE_OF_CODE = {code: name for name, code in _CODE.items()}
# The format's own limit on its header; it also bounds the work of parsing one.
MAX_HEADER = 100_000_000
# What plain safetensors cannot express: whether it was a list, and the order of the names.
_CONTAINER, _ORDER = "mxnet.container", "mxnet.names"


def write(path: str | os.PathLike[str], arrays: Iterable[SavedArray]) -> None:
    """Write dense arrays atomically; unnamed ones get the names "0", "1", ..."""
    arrays = list(arrays)
    named = any(array.name is not None for array in arrays)
    names: list[Any] = [array.name if named else str(i) for i, array in enumerate(arrays)]
    for name, array in zip(names, arrays, strict=True):
        _check_writable(check_text(name, "the name"), array)
    if len(set(names)) != len(names) or "__metadata__" in names:
        raise MXNetError(f"{path}: names in .safetensors must be unique and not __metadata__")
    # Wide types first: then every array starts at a multiple of its item size.
    layout = sorted(range(len(arrays)), key=lambda i: -arrays[i].data.itemsize)
    offsets, end = {}, 0
    for index in layout:
        start, end = end, end + arrays[index].data.nbytes
        offsets[index] = [start, end]
    metadata = {_CONTAINER: "dict" if named else "list"}
    if named:
        metadata[_ORDER] = json.dumps(names)
    contents: dict = {"__metadata__": metadata}
    for index, (name, array) in enumerate(zip(names, arrays, strict=True)):
        contents[name] = {"dtype": _CODE[array.dtype], "shape": list(array.shape),
                          "data_offsets": offsets[index]}
    header = json.dumps(contents, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    header += b" " * (-len(header) % 8)
    with atomic_write(path, size=8 + len(header) + end) as file:
        file.write(struct.pack("<Q", len(header)) + header)
        for index in layout:
            data = np.ascontiguousarray(arrays[index].data, STORED_DTYPE[arrays[index].dtype])
            file.write(data.reshape(-1).view(np.uint8).data)


def read(path: str | os.PathLike[str]) -> list[SavedArray]:
    """Read every array; ``version`` is None, as the format has no np-shape semantics."""
    path = local_path(path)
    with reading(path) as file:
        size = size_of(file)
        if size is None:
            raw = read_whole(file, path)
            return _read(ByteSource(io.BytesIO(raw), len(raw), path, ".safetensors file"))
        return _read(ByteSource(file, size, path, ".safetensors file"))


def _read(stream: ByteSource) -> list[SavedArray]:
    contents, metadata = _read_contents(stream)
    start = stream.offset
    entries = sorted((_checked_entry(stream, name, entry) for name, entry in contents.items()),
                     key=lambda entry: entry[3])
    bounds = [entry[3] for entry in entries]
    edges = [(0, 0), *bounds, (stream.size - start,) * 2]
    for (_, before), (after, _) in pairwise(edges):
        if before != after:
            stream.fail(f"the arrays must follow each other without gap or overlap to the end; "
                        f"one ends at {before}, the next starts at {after}", start)
    arrays = {}
    for name, dtype, shape, _ in entries:
        data = stream.array(shape, STORED_DTYPE[dtype], f"{name!r}: {dtype} of shape {shape}")
        arrays[name] = SavedArray(data, name, dtype, shape, version=None)
    return _in_order(arrays, list(contents), metadata)


def _read_contents(stream: ByteSource) -> tuple[dict, dict]:
    (length,) = stream.unpack(struct.Struct("<Q"), "the header's length")
    if length > MAX_HEADER:
        stream.fail(f"expected a header of at most {MAX_HEADER} bytes; got {length}", 0)
    raw = stream.take(length, "the header")
    try:
        contents = json.loads(raw.decode("utf-8"), object_pairs_hook=_unique_pairs)
    except (ValueError, RecursionError) as error:
        stream.fail(f"the header is not valid JSON: {error}", 8)
    if not isinstance(contents, dict):
        stream.fail("the header must be a JSON object", 8)
    metadata = contents.pop("__metadata__", {})
    return contents, metadata if isinstance(metadata, dict) else {}


def _unique_pairs(pairs: list) -> dict:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name occurs twice")
    return table


def _checked_entry(stream: ByteSource, name: str, entry) -> tuple:
    """Return ``name, dtype, shape, (start, end)`` of one entry of the table of contents."""
    if not isinstance(entry, dict):
        stream.fail(f"{name!r}: expected an object with dtype, shape and data_offsets", 8)
    code: Any = entry.get("dtype")
    shape: Any = entry.get("shape")
    offsets: Any = entry.get("data_offsets")
    dtype = _DTYPE_OF_CODE.get(code) if isinstance(code, str) else None
    if dtype is None:
        stream.fail(f"{name!r}: expected a dtype of {', '.join(_DTYPE_OF_CODE)}; got {code!r}", 8)
    if not _are_sizes(shape) or len(shape) > MAX_DIMS:
        stream.fail(f"{name!r}: expected a shape of at most {MAX_DIMS} sizes; got {shape!r}", 8)
    if not _are_sizes(offsets) or len(offsets) != 2:
        stream.fail(f"{name!r}: expected data_offsets [start, end]; got {offsets!r}", 8)
    shape = tuple(shape)
    nbytes = prod(shape) * STORED_DTYPE[dtype].itemsize
    if offsets[1] - offsets[0] != nbytes:
        stream.fail(f"{name!r}: {dtype} of shape {shape} takes {nbytes} bytes; "
                    f"got data_offsets {offsets}", 8)
    return name, dtype, shape, tuple(offsets)


def _are_sizes(value) -> bool:
    return isinstance(value, list) and all(type(x) is int and 0 <= x < 2**63 for x in value)


def _in_order(arrays: dict[str, SavedArray], found: list[str], metadata: dict) -> list[SavedArray]:
    """Return the arrays in the order in which they were saved, however another tool sorted them."""
    count = len(arrays)
    if metadata.get(_CONTAINER) == "list" and set(arrays) == {str(index) for index in range(count)}:
        listed = [arrays[str(index)] for index in range(count)]
        for array in listed:
            array.name = None
        return listed
    try:
        order = json.loads(metadata[_ORDER])
    except (KeyError, TypeError, ValueError, RecursionError):
        order = found
    if not (isinstance(order, list) and all(isinstance(name, str) for name in order)
            and len(order) == count and set(order) == set(arrays)):
        order = found
    return [arrays[name] for name in order]


def _check_writable(name: str | None, array: SavedArray) -> None:
    if name is None:
        raise MXNetError("name all arrays of a .safetensors file or none")
    if array.stype != "default":
        raise MXNetError(f"{name!r}: {array.stype} storage has no place in .safetensors; "
                         "save it as .params or convert it with tostype('default')")
    if array.data is None or array.dtype not in _CODE:
        raise MXNetError(f"{name!r}: a value of type {array.dtype} cannot be saved as .safetensors")
