"""Between gradients and parameters: chooses a KVStore, fills it, and runs one update step."""
from __future__ import annotations

import os
from math import prod
from typing import TYPE_CHECKING, Any

from .. import kvstore as _kvstore
from ..core.errors import Misuse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..kvstore import KVStoreBase
    from ..ndarray import NDArray



def create_kvstore(kvstore: str | KVStoreBase | None, num_device: int,
                   arg_params: Mapping[str, NDArray]) -> tuple[Any, bool]:
    """Return (store or None, whether the store updates).

    One device needs no store. A local store leaves updating to the devices if a parameter has more than 16 million
    elements, as in the reference.
    """
    update_on_kvstore = os.environ.get("MXNET_UPDATE_ON_KVSTORE", "1") not in ("0", "")
    if kvstore is None:
        return None, False
    if isinstance(kvstore, str):
        if num_device == 1 and "dist" not in kvstore:
            return None, False
        store = _kvstore.create(kvstore)
        if kvstore == "local" and any(prod(array.shape) > 16 * 1024 * 1024 for array in arg_params.values()):
            update_on_kvstore = False
    elif isinstance(kvstore, _kvstore.KVStoreBase):
        store = kvstore
    else:
        raise TypeError("kvstore must be KVStore, str or None")
    return store, update_on_kvstore and store.is_capable(_kvstore.KVStoreBase.OPTIMIZER)


def create_sparse_kvstore(kvstore: str | KVStoreBase | None) -> tuple[Any, bool]:
    """Return (store, True): row_sparse parameters are updated by the store, so it must have an optimizer."""
    if isinstance(kvstore, str):
        kvstore = _kvstore.create(kvstore)
    elif not isinstance(kvstore, _kvstore.KVStore):
        raise TypeError(f"Cannot create '{kvstore}' KVStore with row_sparse parameters. The type must be KVStore "
                        "or str.")
    if not kvstore.is_capable(_kvstore.KVStoreBase.OPTIMIZER):
        raise Misuse(f"a KVStore of row_sparse parameters needs an optimizer, {kvstore.type!r} has none")
    return kvstore, True


def fill_kvstore(kvstore: Any, param_arrays: list[list[NDArray]], arg_params: Mapping[str, NDArray],
                 param_names: list[str], update_on_kvstore: bool) -> None:
    """Put the initial parameters into the store, and if it updates, copy them to every device from there."""
    for name, arrays in zip(param_names, param_arrays):
        if update_on_kvstore and arg_params[name].stype == "default":
            kvstore.broadcast(name, arg_params[name], out=arrays)
        else:
            kvstore.init(name, arg_params[name])


def update_on_store(param_arrays: list[list[NDArray]], grad_arrays: list[list[NDArray]], kvstore: Any,
                    param_names: list[str]) -> None:
    """Let the store sum gradients, update and return the parameters."""
    live = [(index, name, grads, arrays)
            for index, (name, arrays, grads) in enumerate(zip(param_names, param_arrays, grad_arrays))
            if grads[0] is not None]
    _exchange(kvstore, live)


def update_on_store_in_groups(param_arrays: list[list[NDArray]], grad_arrays: list[list[NDArray]], kvstore: Any,
                              param_names: list[str]) -> None:
    """Do what `update_on_store` does, with ``MXNET_UPDATE_AGGREGATION_SIZE`` keys per call."""
    live = [(name, grads, arrays) for name, arrays, grads in zip(param_names, param_arrays, grad_arrays)
            if grads[0] is not None]
    size = int(os.environ.get("MXNET_UPDATE_AGGREGATION_SIZE", "16"))
    for start in range(0, len(live), size):
        names, grads, arrays = (list(column) for column in zip(*live[start:start + size]))
        kvstore.pushpull(names, grads, out=arrays, priority=-start)


def _exchange(kvstore, live: list[tuple]) -> None:
    """Push and pull (index, key, values, out): all in one call, or one by one for a user-defined store."""
    if not live:
        return
    if isinstance(kvstore, _kvstore.KVStore):
        _, names, values, outs = (list(column) for column in zip(*live))
        kvstore.pushpull(names, values, out=outs, priority=0)
        return
    for index, name, value, out in live:
        kvstore.pushpull(name, value, out=out, priority=-index)


def update_params(param_arrays: list[list[NDArray]], grad_arrays: list[list[NDArray]], updater: Callable[..., Any],
                  num_device: int, kvstore: Any = None, param_names: list[str] | None = None) -> None:
    """Update every device's parameters, with gradients summed by the store if there is one."""
    update_on_devices(live_lists(param_arrays, grad_arrays, num_device), grad_arrays, updater, kvstore, param_names)


def live_lists(param_arrays: list[list[NDArray]], grad_arrays: list[list[NDArray]],
               num_device: int) -> list[tuple[list[int], list[NDArray], list[NDArray]]]:
    """Return (indices, gradients, parameters) of each device, parameters without a gradient left out."""
    live = [(i, arrays, grads) for i, (arrays, grads) in enumerate(zip(param_arrays, grad_arrays))
            if grads[0] is not None]
    # every device keeps its own optimizer states, under its own index
    return [([i * num_device + device for i, _, _ in live], [grads[device] for _, _, grads in live],
             [arrays[device] for _, arrays, _ in live]) for device in range(num_device)]


def update_on_devices(lists: list[tuple[list[int], list[NDArray], list[NDArray]]], grad_arrays: list[list[NDArray]],
                      updater: Callable[..., Any], store: Any, names: list[str] | None) -> None:
    """Sum gradients in the store if there is one, then update every device's parameters at once."""
    if store is not None:
        keyed = enumerate(zip(names or (), grad_arrays))
        _exchange(store, [(index, name, grads, grads) for index, (name, grads) in keyed if grads[0] is not None])
    for indices, grads, weights in lists:
        if indices:
            updater(indices, grads, weights)
