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
from .keys import Key
from .message import joined, raw, taken

_MOVING = ("num_update", "begin_num_update", "aggregate_num", "allow_np_array")  # in which ranks may differ


def is_by_row(updater: Any) -> bool:
    """Return whether an updater treats every row independently, so that a large key may have several owners."""
    return updater is not None and updater.optimizer._by_row


def title(updater: Any) -> str:
    """Name the updater."""
    return "an updater that is a function" if updater is None else type(updater.optimizer).__name__


def describe(updater: Any) -> dict[str, Any]:
    """Describe what all workers must set alike: the class of an optimizer and its numbers."""
    if updater is None:
        return {"class": "function"}
    optimizer = updater.optimizer
    found = {name: value for name, value in vars(optimizer).items()
             if isinstance(value, bool | int | float | str | None) and not name.startswith("_") and name not in _MOVING}
    return {"class": type(optimizer).__name__, "lr_scheduler": type(optimizer.lr_scheduler).__name__, **found}


# ---- in a message -----------------------------------------------------------------------------------


def pack(updater: Any) -> torch.Tensor:
    """Write the states and counts of an updater as JSON and the bytes of arrays."""
    arrays: list[torch.Tensor] = []
    found = {"states": [[key, _written(state, arrays)] for key, state in updater.states.items()],
             "counts": [[device, list(map(list, counts.items()))]
                        for device, counts in updater.optimizer._all_index_update_counts.items()],
             "num_update": updater.optimizer.num_update} if updater is not None else {}
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
    if isinstance(state, bool | int | float | str | None):
        return {"plain": state}
    raise MXNetError(f"a state of type {type(state).__name__} cannot be sent to another worker: arrays, numbers, texts "
                     "and tuples of them can")


def unpack(data: torch.Tensor) -> dict[str, Any]:
    """Read what `pack` wrote."""
    length, at = taken(data, 0, torch.int64, (1,))
    text, at = taken(data, at, torch.uint8, (int(length),))
    found = json.loads(bytes(text.numpy()))
    place = [at]
    if found:
        found["states"] = {key: _read(state, data, place) for key, state in found["states"]}
    return found


def _read(state: dict, data: torch.Tensor, place: list[int]) -> Any:
    (kind, value), = state.items()
    if kind == "plain":
        return value
    if kind in ("tuple", "list"):
        parts = [_read(part, data, place) for part in value]
        return tuple(parts) if kind == "tuple" else parts

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
    found = {rank: unpack(data) for rank, data in packed.items()}
    optimizer, own = updater.optimizer, updater.states
    counts, num_update = optimizer._all_index_update_counts, optimizer.num_update
    merged: dict[int, dict] = {device: dict(values) for device, values in counts.items()}
    for other in found.values():
        for device, pairs in other.get("counts", ()):
            merged.setdefault(device, {}).update((index, count) for index, count in pairs)
    states = {}
    for key in keys:
        parts = [found[block.owner].get("states", {}).get(key.name, NotImplemented) for block in key.blocks]
        if NotImplemented not in parts:
            states[key.name] = _joined(parts)
    try:
        updater.states, optimizer._all_index_update_counts = states, merged
        optimizer.num_update = max(num_update, *(other.get("num_update", 0) for other in found.values()))
        return updater.get_states(dump_optimizer)
    finally:
        updater.states, optimizer._all_index_update_counts, optimizer.num_update = own, counts, num_update


def _joined(parts: list) -> Any:
    """Join the states of the blocks of a key."""
    first = parts[0]
    if len(parts) == 1 or not isinstance(first, tuple | list | NDArray):
        return first
    if isinstance(first, NDArray):
        return concatenate([part.tostype("default") for part in parts], axis=0).tostype(first.stype)
    return type(first)(_joined(list(column)) for column in zip(*parts))


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
    if isinstance(state, NDArray):
        return state[block.start:block.stop].copy() if tuple(state.shape) == key.shape else state
    if isinstance(state, tuple | list):
        return type(state)(_cut(part, key, block) for part in state)
    return state
