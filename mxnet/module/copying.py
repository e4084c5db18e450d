"""Modules as plain values: what is pickled and copied of a `Module`, and how one is made of it again."""
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

# Constructor's arguments, by the attribute that keeps each.
_GIVEN = {"data_names": "_data_names", "label_names": "_label_names", "context": "_context",
          "work_load_list": "_work_load_list", "fixed_param_names": "_fixed_param_names", "state_names": "_state_names",
          "group2ctxs": "_group2ctxs", "compression_params": "_compression_params"}

# What a Module keeps, which is captured in another form; further attributes are those of a class derived from it.
_MODULE_S = frozenset((*_GIVEN.values(), *"""logger binded for_training inputs_need_grad params_initialized
    optimizer_initialized _symbol _total_exec_bytes _param_names _aux_names _output_names _arg_params _aux_params
    _params_dirty _optimizer _kvstore _update_on_kvstore _updater _preload_opt_states _exec_group _data_shapes
    _label_shapes _bound_shapes _grad_req""".split()))


def without_logger(state: dict[str, Any]) -> dict[str, Any]:
    """Leave out the module ``logging``, which modules log to unless they are told otherwise: it cannot be pickled."""
    return {**state, "logger": None} if state.get("logger") is logging else state


def with_logger(state: dict[str, Any]) -> dict[str, Any]:
    """Put it back."""
    return {**state, "logger": logging} if state.get("logger") is None else state


def captured(module: Any) -> dict[str, Any]:
    """Give all that makes a `Module` go on as it would: symbol, contexts, parameters, shapes, optimizer and its states.

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
        if len(module._context) > 1:  # moving averages are each device's own
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
    """Make an empty `Module` the one that was captured; ``construct`` is the constructor of that class."""
    construct(module, state["symbol"], logger=with_logger(state)["logger"], **state["given"])
    vars(module).update(state["own"])
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
