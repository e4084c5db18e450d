"""Modules as plain values: what is pickled and copied of a `Module`, and how one is restored from it."""
from __future__ import annotations

import copy
import logging
import os
import tempfile
import warnings
from collections.abc import Callable
from typing import Any

from ..core.errors import MXNetError
from ..core.opening import read_bytes
from ..fileformat.atomic import atomic_write

# Constructor arguments, by the attribute that holds each.
_GIVEN = {"data_names": "_data_names", "label_names": "_label_names", "context": "_context",
          "work_load_list": "_work_load_list", "fixed_param_names": "_fixed_param_names", "state_names": "_state_names",
          "group2ctxs": "_group2ctxs", "compression_params": "_compression_params"}

# Attributes of a Module that are captured in another form; further attributes belong to a derived class.
_MODULE_S = frozenset((*_GIVEN.values(), *"""logger binded for_training inputs_need_grad params_initialized
    optimizer_initialized _symbol _total_exec_bytes _param_names _aux_names _output_names _arg_params _aux_params
    _params_dirty _optimizer _kvstore _update_on_kvstore _updater _preload_opt_states _exec_group _data_shapes
    _label_shapes _bound_shapes _grad_req""".split()))


def without_logger(state: dict[str, Any]) -> dict[str, Any]:
    """Omit the module ``logging``, the default logger: it cannot be pickled."""
    return {**state, "logger": None} if state.get("logger") is logging else state


def with_logger(state: dict[str, Any]) -> dict[str, Any]:
    """Put it back."""
    return {**state, "logger": logging} if state.get("logger") is None else state


def captured(module: Any) -> dict[str, Any]:
    """Return what a copy of a `Module` needs: symbol, contexts, parameters, shapes, optimizer and its states.

    Arrays are copies. Gradients and outputs of the last batch are not kept.
    """
    state: dict[str, Any] = without_logger({"logger": module.logger})
    state["symbol"] = module._symbol
    state["given"] = {name: getattr(module, attribute) for name, attribute in _GIVEN.items()}
    state["own"] = {name: value for name, value in vars(module).items() if name not in _MODULE_S}
    if module.params_initialized:
        args, aux = module.get_params()
        state["params"] = [{name: array.copy() for name, array in found.items()} for found in (args, aux)]
    if module.binded:
        state["bound"] = {"data_shapes": module._data_shapes, "label_shapes": module._label_shapes,
                          "for_training": module.for_training, "inputs_need_grad": module.inputs_need_grad,
                          "grad_req": module._grad_req}
        if len(module._context) > 1:  # moving averages are per device
            state["aux"] = [[array.copy() for array in arrays] for arrays in module._exec_group.aux_arrays]
        if module._state_names and module.params_initialized:
            state["states"] = [array.copy() for array in module.get_states()]
    if module.optimizer_initialized:
        state["optimizer"] = _captured_optimizer(module)
    state["preloaded"] = module._preload_opt_states
    return state


def _captured_optimizer(module: Any) -> dict[str, Any]:
    store = module._kvstore
    if store is not None and "dist" in store.type:
        raise MXNetError(f"a Module that trains with the store {store.type!r} belongs to a job of several workers and "
                         "cannot be pickled or copied; save_checkpoint writes its parameters and states")
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "states")
        module.save_optimizer_states(name)
        return {"optimizer": copy.deepcopy(module._optimizer), "kvstore": None if store is None else store.type,
                "states": read_bytes(name)}


def restored(module: Any, state: dict[str, Any], construct: Callable[..., None]) -> None:
    """Restore a captured module into an empty `Module`; ``construct`` is that class's constructor."""
    vars(module).update(state["own"])  # a derived class may need them while its module is constructed
    construct(module, state["symbol"], logger=with_logger(state)["logger"], **state["given"])
    if "params" in state:
        module._arg_params, module._aux_params = state["params"]
        module.params_initialized = True
    module._preload_opt_states = state["preloaded"]
    if "bound" in state:
        module.bind(**state["bound"])
    for arrays, kept in zip(module._exec_group.aux_arrays if "aux" in state else (), state.get("aux", ())):
        for array, value in zip(arrays, kept):
            value.copyto(array)
    if "states" in state:
        module.set_states(state["states"])
    if "optimizer" in state:
        found = state["optimizer"]
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Optimizer created manually outside Module")
            module.init_optimizer(kvstore=found["kvstore"], optimizer=found["optimizer"])
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "states")
            with atomic_write(name) as file:
                file.write(found["states"])
            module.load_optimizer_states(name)
    vars(module).update(state["own"])


# ---- modules of several networks ----------------------------------------------------------------------------

# What a BucketingModule holds besides its constructor arguments, and what its buckets consist of.
_BUCKETING_S = frozenset("""logger binded for_training inputs_need_grad params_initialized optimizer_initialized
    _symbol _total_exec_bytes _sym_gen _default_bucket_key _context _work_load_list _fixed_param_names _state_names
    _group2ctxs _compression_params _monitor _grad_req _params_dirty _buckets _curr_module _curr_bucket_key""".split())


def captured_buckets(module: Any) -> dict[str, Any]:
    """Return all that a copy of a `BucketingModule` needs: the function that makes its networks, its default bucket,
    and the shapes of the others, which share the arrays of that one. Pickle takes a function that can be imported by
    its name.
    """
    default = module._buckets.get(module._default_bucket_key)
    if default is not None and default.binded:
        default._params_dirty = default._params_dirty or module._params_dirty
    given = without_logger(module._options)
    state: dict[str, Any] = {"sym_gen": module._sym_gen, "key": module._default_bucket_key, "given": given,
                             "own": {name: value for name, value in vars(module).items() if name not in _BUCKETING_S},
                             "current": module._curr_bucket_key, "params_initialized": module.params_initialized}
    state["default"] = None if default is None else captured(default)
    others = {key: found for key, found in module._buckets.items() if found is not default}
    state["waiting"] = {key: copy.copy(found) for key, found in others.items() if not found.binded}
    state["bound"] = {key: (found._data_shapes, found._label_shapes, found.get_states() if found._state_names else None)
                      for key, found in others.items() if found.binded}
    return state


def restored_buckets(module: Any, state: dict[str, Any], construct: Callable[..., None],
                     empty: Callable[[], Any]) -> None:
    """Restore a captured module into an empty `BucketingModule`; ``empty`` returns a `Module` to fill."""
    construct(module, state["sym_gen"], state["key"], **with_logger(state["given"]))
    vars(module).update(state["own"])
    module.params_initialized = state["params_initialized"]
    module._buckets = dict(state["waiting"])
    if state["default"] is None:
        return
    default = module._curr_module = module._buckets[state["key"]] = empty()
    default.__setstate__(state["default"])
    if not default.binded:
        return
    module.binded, module._grad_req, module._curr_bucket_key = True, default._grad_req, state["key"]
    module.for_training, module.inputs_need_grad = default.for_training, default.inputs_need_grad
    module.optimizer_initialized = default.optimizer_initialized
    for key, (data_shapes, label_shapes, states) in state["bound"].items():
        module.switch_bucket(key, data_shapes, label_shapes)
        if states:
            module.set_states(states)
    module.switch_bucket(state["current"], None, None)
