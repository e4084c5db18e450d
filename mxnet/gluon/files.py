"""Files of blocks: parameters by attribute path, whole models as names and traced graphs."""
from __future__ import annotations

import json
import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from .. import symbol
from ..core.errors import MXNetError
from ..core.opening import read_text
from ..fileformat.atomic import atomic_write
from .param import Parameter
from .utils import _brief_print_list

if TYPE_CHECKING:
    from .base import Block
    from .signatures import Contexts

_ENDING = ".safetensors"  # readers and writers detect the format by it


def save_parameters(block: Block, filename: str, deduplicate: bool, format: str | None) -> None:
    """Write a block's parameters; see `Block.save_parameters`."""
    if format not in (None, "mxnet", "safetensors"):
        raise ValueError(f"save_parameters: format is 'mxnet' or 'safetensors', got {format!r}")
    if format is not None and (format == "safetensors") != str(filename).endswith(_ENDING):
        raise ValueError(f"save_parameters: files of format 'safetensors' end in {_ENDING}, others do not: {filename}")
    params = block._collect_params_with_prefix()
    if deduplicate:  # the last of a parameter's names is kept
        params = {name: param for param, name in {param: name for name, param in params.items()}.items()}
    nd.save(filename, {name: param._to_write() for name, param in params.items()})


def load_parameters(block: Block, filename: str, ctx: Contexts, allow_missing: bool, ignore_extra: bool,
                    cast_dtype: bool, dtype_source: str) -> None:
    """Read a block's parameters; see `Block.load_parameters`."""
    loaded = nd.load(filename)
    params = block._collect_params_with_prefix()
    if not loaded and not params:
        return
    if not isinstance(loaded, dict):
        raise MXNetError(f"{filename}: the arrays in this file have no names")
    if any(name[:4] in ("arg:", "aux:") for name in loaded):
        warnings.warn(f"{filename} was written by export or save_checkpoint: parameters are taken by their full names. "
                      "SymbolBlock.imports reads such files together with their symbol", stacklevel=4)
        block.collect_params()._take_file(loaded, ctx, allow_missing, ignore_extra, "", filename, cast_dtype,
                                          dtype_source)
        return
    if not any("." in name for name in loaded):  # from save_params, or a block without children
        block.collect_params()._take_file(loaded, ctx, allow_missing, ignore_extra, block.prefix, filename, cast_dtype,
                                          dtype_source)
        return
    if not allow_missing:
        _check_complete(params, loaded, filename)
    for name, value in loaded.items():
        if name in params:
            params[name]._load_donated(value, ctx, cast_dtype, dtype_source)
        elif not ignore_extra:
            raise ValueError(f"Parameter '{name}' of file '{filename}' is not in this block, which has "
                             f"{_brief_print_list(params)}. ignore_extra=True leaves it out")


def _check_complete(params: dict[str, Parameter], loaded: dict, filename: str) -> None:
    """Refuse a file that lacks a parameter; for a shared one any name suffices."""
    names: dict[Parameter, list[str]] = defaultdict(list)
    for name, param in params.items():
        names[param].append(name)
    for name, param in params.items():
        if not any(spelled in loaded for spelled in names[param]):
            raise AssertionError(f"Parameter '{name}' is missing in file '{filename}', which has "
                                 f"{_brief_print_list(loaded)}. allow_missing=True leaves the parameter as it is")


# ---- whole models: names of blocks, traced graphs, and parameters -----------------------------------

def save_model(block: Block, prefix: str) -> None:
    """Write ``prefix-model.json`` and ``prefix-model.params``; see `Block.save`."""
    number = 0

    def describe(block: Block, structure: dict) -> None:
        nonlocal number
        found: dict[str, Any] = {"orig_name": block.name}
        structure[f"{type(block).__name__.lower()}{number}"] = found
        if hasattr(block, "_cached_graph"):
            found["hybridized"] = bool(block._cached_graph)
            if block._cached_graph:
                inputs, out = block._cached_graph
                found.update(in_format=block._in_format, out_format=block._out_format,
                             inputs=[item.tojson() for item in inputs], symbol=out.tojson())
        found["children"] = {child.name: name for name, child in block._children.items()}
        for child in block._children.values():
            number += 1
            describe(child, found)

    model: dict[str, Any] = {}
    describe(block, model)
    with atomic_write(f"{prefix}-model.json", "w", encoding="utf-8") as file:
        json.dump(model, file)
    block.save_parameters(f"{prefix}-model.params")


def load_model(block: Block, prefix: str) -> None:
    """Read what `save_model` wrote; see `Block.load`."""
    path, number = f"{prefix}-model.json", 0
    try:
        model = json.loads(read_text(path))
    except ValueError as error:
        raise MXNetError(f"{path}: this is no JSON: {error}") from error

    def restore(block: Block, structure: dict) -> None:
        nonlocal number
        key = f"{type(block).__name__.lower()}{number}"
        try:
            found = structure[key]
            block._name = found["orig_name"]
            if found.get("hybridized"):
                block._in_format, block._out_format = found["in_format"], found["out_format"]
                block._cached_graph = [symbol.load_json(item) for item in found["inputs"]], \
                    symbol.load_json(found["symbol"])
                block._active = True
            children = found["children"]
        except (KeyError, TypeError) as error:
            raise MXNetError(f"{path}: block {number} is a {type(block).__name__} here, which the file does not "
                             f"describe ({error})") from error
        own = block.params
        for name in list(own.keys()):
            param = own._params.pop(name)
            param.name, param._var = f"{block.name}_{name[len(own.prefix):]}", None  # what it is traced by, too
            own._params[param.name] = param
        for child in block._children.values():
            number += 1
            restore(child, found)
        renamed = [(children.get(child.name, name), child) for name, child in block._children.items()]
        block._children.clear()
        block._children.update(renamed)

    restore(block, model)
    block.load_parameters(f"{prefix}-model.params")
