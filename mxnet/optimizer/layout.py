"""Which states a rule expects for a weight, and whether those at hand are such.

Fused kernels walk raw memory, so nothing may reach them unchecked; `Optimizer` asks when tensors meet for the
first time, `Updater` when states were loaded.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..core.dtype import dtype_name
from ..core.errors import MXNetError
from ..ndarray import NDArray
from ..ndarray.invoke import wrap

if TYPE_CHECKING:
    from .base import Optimizer

_DEPTH, _WIDTH = 3, 8  # of what is told about a state


def check_states(optimizer: Optimizer, indices: list, weights: list[torch.Tensor], states: list,
                 mastered: bool = False) -> None:
    """Refuse states that are not those of these weights, naming the parameter.

    `mastered`: 16-bit weights that are updated through a 32-bit copy.
    """
    for index, weight, state in zip(indices, weights, states, strict=True):
        wanted = expected(optimizer, index, weight, mastered)
        if wanted is not NotImplemented and not _fits(state, wanted, weight):
            name = optimizer.idx2name.get(index, index) if _plain(index) else "?"
            raise MXNetError(f"{type(optimizer).__name__}: the state of parameter {name}, which has shape "
                             f"{tuple(weight.shape)}, must be {describe(wanted)}, on {weight.device}; got "
                             f"{describe(state)}{_place(state, weight)}. States belong to one optimizer, its "
                             "settings, and one list of parameters and contexts")


def expected(optimizer: Optimizer, index: Any, weight: torch.Tensor, mastered: bool) -> Any:
    """Make a state without memory, of the form that the optimizer's rule takes; NotImplemented if it is a user's."""
    maker = _maker(optimizer)
    if maker is None:
        return NotImplemented
    meta = wrap(torch.empty_like(weight, device="meta", dtype=torch.float32 if mastered else None), None)
    made = maker(optimizer, index, meta)
    return optimizer._join_master(meta, made) if mastered else made


def _maker(optimizer: Optimizer) -> Any:
    """Find what makes states for the rule: that of a subclass may make more, for its own part of the work."""
    for kind in type(optimizer).__mro__:
        if ("_step" in vars(kind) or "update" in vars(kind)) and kind.__module__.startswith("mxnet."):
            if kind.__module__.endswith(".base"):
                return None
            maker = kind.create_state  # type: ignore[attr-defined]
            return maker if maker.__module__.startswith("mxnet.") else None
    return None


def _plain(index: Any) -> bool:
    return isinstance(index, int | str)


def _fits(state: Any, wanted: Any, weight: torch.Tensor) -> bool:
    if isinstance(wanted, tuple | list):
        return isinstance(state, tuple | list) and len(state) == len(wanted) and all(
            _fits(part, form, weight) for part, form in zip(state, wanted, strict=True))
    if wanted is None:  # a momentum may stay when it counts no longer
        return state is None or isinstance(state, NDArray) and state.shape == tuple(weight.shape) \
            and _device(state) == weight.device
    return isinstance(state, NDArray) and state.shape == wanted.shape and state.dtype == wanted.dtype \
        and _device(state) == weight.device


def _device(array: NDArray) -> torch.device:
    return array._data.device if array.stype == "default" else array._stored()[0].device


def _place(state: Any, weight: torch.Tensor) -> str:
    if isinstance(state, tuple | list):
        return next(filter(None, (_place(part, weight) for part in state[:_WIDTH])), "")
    if isinstance(state, NDArray) and _device(state) != weight.device:
        return f", on {_device(state)}"
    return ""


def describe(state: Any, depth: int = _DEPTH) -> str:
    """Tell the form of a state in a few words."""
    if state is None:
        return "nothing"
    if isinstance(state, NDArray):
        return f"a {dtype_name(state.dtype)} array of shape {tuple(state.shape)}"
    if isinstance(state, tuple | list):
        if not depth:
            return "..."
        parts = [describe(part, depth - 1) for part in state[:_WIDTH]]
        return f"({', '.join(parts + ['...'] * (len(state) > _WIDTH))})"
    return f"a {type(state).__name__}"
