"""Between gradients and parameters: chooses a KVStore, fills it, and runs one update step."""
import os
from math import prod

from .. import kvstore as _kvstore


def create_kvstore(kvstore, num_device: int, arg_params: dict) -> tuple:
    """Give (store or None, whether the store updates).

    One device needs no store. A local store leaves updating to the devices when a parameter has more
    than 16 million elements, as the reference does.
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


def fill_kvstore(store, param_arrays: list, arg_params: dict, names: list, update_on_kvstore: bool) -> None:
    """Put the initial parameters into the store, and from it on every device if it updates."""
    for name, arrays in zip(names, param_arrays):
        if update_on_kvstore:
            store.broadcast(name, arg_params[name], out=arrays)
        else:
            store.init(name, arg_params[name])


def update_on_store(param_arrays: list, grad_arrays: list, store, names: list) -> None:
    """Let the store sum gradients, update and hand the parameters back, all keys in one call."""
    keys, grads, outs = [], [], []
    for name, arrays, gradients in zip(names, param_arrays, grad_arrays):
        if gradients[0] is not None:
            keys.append(name)
            grads.append(gradients)
            outs.append(arrays)
    if keys:
        store.pushpull(keys, grads, out=outs, priority=0)


def live_lists(param_arrays: list, grad_arrays: list, num_device: int) -> list[tuple]:
    """Give (indices, gradients, parameters) of each device, parameters without a gradient left out."""
    live = [(i, arrays, grads) for i, (arrays, grads) in enumerate(zip(param_arrays, grad_arrays))
            if grads[0] is not None]
    # every device keeps optimizer states of its own, under an index of its own
    return [([i * num_device + device for i, _, _ in live], [grads[device] for _, _, grads in live],
             [arrays[device] for _, arrays, _ in live]) for device in range(num_device)]


def update_on_devices(lists: list[tuple], grad_arrays: list, updater, store, names: list) -> None:
    """Sum gradients in the store if there is one, then update every device's parameters at once."""
    if store is not None:
        live = [(name, grads) for name, grads in zip(names, grad_arrays) if grads[0] is not None]
        if live:
            store.pushpull([name for name, _ in live], [grads for _, grads in live],
                           out=[grads for _, grads in live], priority=0)
    for indices, grads, weights in lists:
        updater(indices, grads, weights)
