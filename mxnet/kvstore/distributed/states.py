"""Optimizer states of all owners: packed for a message as plain numbers, joined for a file, and divided again."""
from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import torch

from ...core.device import cpu
from ...core.dtype import dtype_name, to_torch
from ...core.errors import MXNetError
from ...ndarray import NDArray, concatenate
from ...ndarray.storage import RowSparseNDArray, row_sparse_array
from ...ndarray.tensors import tensor_of, wrap
from .keys import Division, Key
from .message import joined, raw, taken

_MOVING = ("num_update", "begin_num_update", "aggregate_num", "allow_np_array")  # in which ranks may differ


def division(updater: Any) -> Division:
    """Return what may have several owners; a function, which may do anything, gets all keys in one place."""
    if updater is None or not (updater.optimizer._by_row or updater.optimizer._by_key):
        return Division.NONE
    return Division.ROWS if updater.optimizer._by_row else Division.KEYS


def describe(updater: Any) -> dict[str, Any]:
    """Describe what all workers must set alike: the class of an optimizer and its numbers."""
    if updater is None:
        return {"class": "function"}
    optimizer = updater.optimizer
    found = {name: value for name, value in vars(optimizer).items()
             if isinstance(value, bool | int | float | str | None) and not name.startswith("_")
             and name not in (*_MOVING, *optimizer._carried)}
    return {"class": type(optimizer).__name__, "lr_scheduler": type(optimizer.lr_scheduler).__name__, **found}


# ---- in a message -----------------------------------------------------------------------------------


def pack(updater: Any) -> torch.Tensor:
    """Write the states of an updater, and what its optimizer carries from step to step, as JSON and bytes of arrays."""
    arrays: list[torch.Tensor] = []
    found: Any = {}
    if updater is not None:
        optimizer = updater.optimizer
        found = _written({"states": updater.states, "counts": optimizer._all_index_update_counts,
                          "num_update": optimizer.num_update,
                          "carried": {name: getattr(optimizer, name) for name in optimizer._carried}}, arrays)
    text = torch.frombuffer(bytearray(json.dumps(found).encode()), dtype=torch.uint8)
    return joined([torch.tensor([len(text)]), text, *map(raw, arrays)])


def _written(state: Any, arrays: list[torch.Tensor]) -> Any:
    """Describe a state in plain values, and put its tensors into a list."""
    if isinstance(state, RowSparseNDArray):
        values, rows = state._stored()
        arrays += (values, rows)
        return {"rows": [dtype_name(values.dtype), list(state.shape), len(rows)]}
    if isinstance(state, NDArray):
        tensor = tensor_of(state)
        arrays.append(tensor)
        return {"array": [dtype_name(tensor.dtype), list(tensor.shape)]}
    if isinstance(state, tuple | list):
        return {"tuple" if isinstance(state, tuple) else "list": [_written(part, arrays) for part in state]}
    if isinstance(state, dict):
        return {"dict": [[key, _written(part, arrays)] for key, part in state.items()]}
    if isinstance(state, bool | int | float | str | None):
        return {"plain": state}
    raise MXNetError(f"a state of type {type(state).__name__} cannot be sent to another worker: arrays, numbers, texts "
                     "and tuples and dicts of them can")


def unpack(data: torch.Tensor) -> dict[str, Any]:
    """Read what `pack` wrote."""
    length, at = taken(data, 0, torch.int64, (1,))
    text, at = taken(data, at, torch.uint8, (int(length),))
    found = json.loads(bytes(text.numpy()))
    return _read(found, data, [at]) if found else {}


def _read(state: dict, data: torch.Tensor, place: list[int]) -> Any:
    (kind, value), = state.items()
    if kind == "plain":
        return value
    if kind in ("tuple", "list"):
        parts = [_read(part, data, place) for part in value]
        return tuple(parts) if kind == "tuple" else parts
    if kind == "dict":
        return {key: _read(part, data, place) for key, part in value}

    def take(dtype: torch.dtype, shape: tuple) -> NDArray:
        tensor, place[0] = taken(data, place[0], dtype, shape)
        return wrap(tensor.clone(), cpu())

    dtype, shape = to_torch(value[0]), tuple(value[1])
    if kind == "array":
        return take(dtype, shape)
    values, rows = take(dtype, (value[2], *shape[1:])), take(torch.int64, (value[2],))
    return row_sparse_array((values, rows), shape=shape, dtype=value[0])


# ---- in a file --------------------------------------------------------------------------------------


def joined_file(updater: Any, keys: Iterable[Key], packed: dict[int, Any], dump_optimizer: bool) -> bytes:
    """Return a states file of whole keys from the packed states of each rank."""
    found = {rank: content for rank, data in packed.items() if (content := unpack(data))}
    optimizer = updater.optimizer
    states: dict[Any, Any] = {}
    counts: dict[int, dict] = {device: {} for device in optimizer._all_index_update_counts}
    for key in keys:
        owners = [found[block.owner] for block in key.blocks if block.owner in found]
        parts = [owner["states"][key.name] for owner in owners if key.name in owner["states"]]
        if len(parts) == len(key.blocks):
            states[key.name] = _joined(parts, key)
        for device, counted in owners[0]["counts"].items() if owners else ():
            if key.name in counted:  # by its owner: others know what they loaded, if anything
                counts.setdefault(device, {})[key.name] = counted[key.name]
    whole = {"_all_index_update_counts": counts, "_index_update_count": counts.setdefault(0, {}),
             "num_update": max(other["num_update"] for other in found.values()),
             **found[min(found)]["carried"]}  # what all keys share is kept by rank 0, which then owns them all
    own, before = updater.states, {name: getattr(optimizer, name) for name in whole}
    try:
        updater.states = states
        vars(optimizer).update(whole)
        return updater.get_states(dump_optimizer)
    finally:
        updater.states = own
        vars(optimizer).update(before)


def _joined(parts: list, key: Key) -> Any:
    """Join the states of the blocks of a key."""
    first = parts[0]
    if len(parts) == 1 or not isinstance(first, tuple | list | NDArray):
        return first
    if isinstance(first, RowSparseNDArray):
        values, rows = zip(*(part._stored() for part in parts))
        rows = [numbers + block.start for numbers, block in zip(rows, key.blocks)]
        return row_sparse_array((wrap(torch.cat(values), cpu()), wrap(torch.cat(rows), cpu())),
                                shape=(key.shape[0], *first.shape[1:]), dtype=dtype_name(values[0].dtype))
    if isinstance(first, NDArray):
        return concatenate(parts, axis=0)
    return type(first)(_joined(list(column), key) for column in zip(*parts))


def keep_own(updater: Any, keys: dict[Any, Key], rank: int) -> None:
    """Keep the part of whole states that a rank owns."""
    for name in list(updater.states):
        key = keys.get(name)
        block = None if key is None else key.owned_by(rank)
        if key is not None and block is None:
            del updater.states[name]
            updater.states_synced.pop(name, None)
        elif key is not None and block is not None and not key.whole:
            updater.states[name] = _cut(updater.states[name], key, block)


def _cut(state: Any, key: Key, block: Any) -> Any:
    if isinstance(state, RowSparseNDArray):
        values, rows = state._stored()
        here = (rows >= block.start) & (rows < block.stop)
        return row_sparse_array((wrap(values[here], state._ctx), wrap(rows[here] - block.start, state._ctx)),
                                shape=(block.stop - block.start, *state.shape[1:]), ctx=state._ctx,
                                dtype=dtype_name(values.dtype))
    if isinstance(state, NDArray):
        return state[block.start:block.stop].copy() if state.shape[:1] == key.shape[:1] else state
    if isinstance(state, tuple | list):
        return type(state)(_cut(part, key, block) for part in state)
    return state
