"""Reads an ONNX file as `onnx.ModelProto`, including its external data. Called by `import_model`.

External data is read here and not by the package onnx: which files a model may name, and how much of them, must not
depend on that package's version.
"""
import os
from collections.abc import Iterator
from typing import Any

from ...core.errors import MXNetError
from ...core.opening import failed, open_input, read_bytes, size_of

MAX_MODEL = 1 << 31             # the limit of protobuf
_UNQUESTIONED = 64 << 20        # bytes of tensors that may share bytes of a file


def load(onnx: Any, path: str | os.PathLike[str]) -> Any:
    """Read a model and all its tensors."""
    raw = read_bytes(path, MAX_MODEL)
    try:
        model = onnx.load_model_from_string(raw, format=_format(onnx, os.fsdecode(path)))
        _read_external(onnx, model, os.path.dirname(os.path.abspath(os.fsdecode(path))))
    except MXNetError as error:
        raise MXNetError(f"cannot read {path} as an ONNX model: {error}") from error
    except Exception as error:      # protobuf's errors differ between its versions
        raise MXNetError(f"cannot read {path} as an ONNX model: {type(error).__name__}: {error}") from error
    return model


def _format(onnx: Any, path: str) -> str:
    registry = getattr(getattr(onnx, "serialization", None), "registry", None)
    found = registry and registry.get_format_from_file_extension(os.path.splitext(path)[1])
    return found or "protobuf"


def _tensors(graph: Any) -> Iterator[Any]:
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t


def _read_external(onnx: Any, model: Any, folder: str) -> None:
    """Read the external data of tensors; its total size must not exceed that of the files by much."""
    outside = [tensor for tensor in _tensors(model.graph) if tensor.data_location == onnx.TensorProto.EXTERNAL]
    files: dict[str, Any] = {}
    room = _UNQUESTIONED
    try:
        for tensor in outside:
            about = {entry.key: entry.value for entry in tensor.external_data}
            path = _inside(folder, about.get("location", ""), tensor.name)
            if path not in files:
                files[path] = open_input(path)
                room += 2 * (size_of(files[path]) or 0)
            room -= _read_tensor(onnx, tensor, files[path], path, about, room)
    finally:
        for file in files.values():
            file.close()


def _inside(folder: str, location: str, name: str) -> str:
    """Return the path of a file in the model's folder; no other file is read, not even through a link."""
    root = os.path.realpath(folder)
    try:
        path = os.path.realpath(os.path.join(root, location))
    except ValueError as error:     # a NUL
        raise failed(f"tensor {name}: cannot read", location, error) from error
    if not location or os.path.isabs(location) or not path.startswith(os.path.join(root, "")):
        raise MXNetError(f"tensor {name}: its data is said to be in {location!r}, which is not in the model's folder")
    return path


def _read_tensor(onnx: Any, tensor: Any, file: Any, path: str, about: dict[str, str], room: int) -> int:
    size = size_of(file)
    if size is None:
        raise MXNetError(f"tensor {tensor.name}: {path} is not a regular file")
    try:
        offset = int(about.get("offset", "0"))
        length = int(about["length"]) if "length" in about else size - offset
    except ValueError as error:
        raise MXNetError(f"tensor {tensor.name}: its offset or length is no number") from error
    if not (0 <= offset <= size and 0 <= length <= size - offset):
        raise MXNetError(f"tensor {tensor.name}: {length} bytes from byte {offset} on; {path} has {size}")
    if length > room:
        raise MXNetError(f"tensor {tensor.name}: the tensors take far more bytes than their files have")
    file.seek(offset)
    tensor.raw_data = file.read(length)
    tensor.data_location = onnx.TensorProto.DEFAULT
    del tensor.external_data[:]
    return length
