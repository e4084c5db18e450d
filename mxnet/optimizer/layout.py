"""Which states a rule expects for a weight, and whether given ones match.

Fused kernels access raw memory, so nothing may reach them unchecked; `Optimizer` checks when it first sees tensors,
`Updater` when states were loaded.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..core.dtype import dtype_name
from ..core.errors import MXNetError
from ..lr_scheduler import (
    CosineScheduler,
    FactorScheduler,
    LRScheduler,
    MultiFactorScheduler,
    PolyScheduler,
)
from ..ndarray import NDArray
from ..ndarray.tensors import tensor_of, wrap

if TYPE_CHECKING:
    from .base import Optimizer

_DEPTH, _WIDTH = 3, 8  # of what is described of a state


def check_states(optimizer: Optimizer, indices: list[Any], weights: list[torch.Tensor], states: list[Any],
                 mastered: bool = False) -> None:
    """Refuse states that do not belong to these weights, naming the parameter.

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
    """Make a state without memory, of the form that the optimizer's rule takes; NotImplemented if user-defined."""
    maker = _maker(optimizer)
    if maker is None:
        return NotImplemented
    meta = wrap(torch.empty_like(weight, device="meta", dtype=torch.float32 if mastered else None), None)
    made = maker(optimizer, index, meta)
    return optimizer._join_master(meta, made) if mastered else made


def check_form(optimizer: Optimizer, key: Any, state: Any) -> None:
    """Refuse a state whose form does not match this optimizer, whatever the weight."""
    weight = torch.empty((1, 1), device="meta")
    kinds = (False, True) if optimizer.multi_precision else (False,)
    forms = [expected(optimizer, key, weight, mastered) for mastered in kinds]
    if forms[0] is not NotImplemented and not any(_has_form(state, form) for form in forms):
        name = optimizer.idx2name.get(key, key)
        raise MXNetError(f"{type(optimizer).__name__}: the state of parameter {str(name)[:80]} must be "
                         f"{' or '.join(map(_form, forms))}; got {_form(state)}. Was it saved by another optimizer, "
                         "or with other settings?")


def _has_form(state: Any, form: Any) -> bool:
    if isinstance(form, tuple | list):
        return isinstance(state, tuple | list) and len(state) == len(form) and all(map(_has_form, state, form))
    return isinstance(state, NDArray) or state is None and form is None


def _form(state: Any, depth: int = _DEPTH) -> str:
    if isinstance(state, NDArray):
        return "an array"
    if isinstance(state, tuple | list) and depth:
        return f"({', '.join(_form(part, depth - 1) for part in state[:_WIDTH])})"
    return describe(state, depth)


def check_optimizer(optimizer: Optimizer) -> None:
    """Refuse an optimizer from a file whose attributes have wrong types."""
    kind = type(optimizer)
    for name, value in vars(optimizer).items():
        if not isinstance(name, str) or callable(getattr(kind, name, None)) or not isinstance(
                value, bool | int | float | str | tuple | list | dict | LRScheduler | NDArray | None):
            raise _strange(optimizer, name)
    for name, allowed in _ATTRIBUTES.items():
        if not isinstance(vars(optimizer).get(name, NotImplemented), allowed):
            raise _strange(optimizer, name)
    counts = optimizer._all_index_update_counts
    if not all(isinstance(found, dict) and all(isinstance(count, int) for count in found.values())
               for found in counts.values()):
        raise _strange(optimizer, "_all_index_update_counts")
    if optimizer.lr_scheduler is not None:
        _check_scheduler(optimizer.lr_scheduler)
    if not kind.__module__.startswith("mxnet."):
        return
    for name, usual in vars(kind()).items():
        value = vars(optimizer).setdefault(name, usual)
        if isinstance(usual, int | float) and not isinstance(value, int | float | None) \
                or isinstance(usual, str | dict) and not isinstance(value, type(usual)) \
                or name in kind._carried and not optimizer._can_carry(name, value):
            raise _strange(optimizer, name)


_ATTRIBUTES: dict[str, Any] = {
    "rescale_grad": int | float, "lr": int | float | None, "wd": int | float, "num_update": int,
    "begin_num_update": int, "clip_gradient": int | float | None, "lr_mult": dict, "wd_mult": dict, "idx2name": dict,
    "_index_update_count": dict, "_all_index_update_counts": dict, "lr_scheduler": LRScheduler | None,
}


_SCHEDULERS = {FactorScheduler: FactorScheduler(1), MultiFactorScheduler: MultiFactorScheduler([1]),
               PolyScheduler: PolyScheduler(1), CosineScheduler: CosineScheduler(1)}


def _check_scheduler(scheduler: LRScheduler) -> None:
    """Refuse a scheduler from a file that its constructor could not have made."""
    usual = next((made for kind, made in _SCHEDULERS.items() if isinstance(scheduler, kind)), None)
    for name, value in vars(usual).items() if usual is not None else ():
        here = vars(scheduler).get(name)
        if isinstance(value, list):
            sound = isinstance(here, list) and all(isinstance(item, int | float) for item in here)
        elif isinstance(value, str):
            sound = isinstance(here, str)
        else:
            sound = isinstance(here, int | float) and (name not in ("step", "max_steps") or here >= 1)
        if not sound:
            raise _strange(scheduler, name)


def _strange(optimizer: Any, name: Any) -> MXNetError:
    value = vars(optimizer).get(name)
    return MXNetError(f"these bytes are no optimizer states: {type(optimizer).__name__} has an attribute "
                      f"{str(name)[:80]} that is a {type(value).__name__}")


def _maker(optimizer: Optimizer) -> Any:
    """Find what creates states for the rule: a subclass may create more, for its own part."""
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
    if wanted is None:  # a momentum may remain when it no longer counts
        return state is None or isinstance(state, NDArray) and state.shape == tuple(weight.shape) \
            and _device(state) == weight.device
    return isinstance(state, NDArray) and state.shape == wanted.shape and state.dtype == wanted.dtype \
        and _device(state) == weight.device


def _device(array: NDArray) -> torch.device:
    return tensor_of(array).device if array.stype == "default" else array._stored()[0].device


def _place(state: Any, weight: torch.Tensor) -> str:
    if isinstance(state, tuple | list):
        return next(filter(None, (_place(part, weight) for part in state[:_WIDTH])), "")
    if isinstance(state, NDArray) and _device(state) != weight.device:
        return f", on {_device(state)}"
    return ""


def describe(state: Any, depth: int = _DEPTH) -> str:
    """Describe the form of a state briefly."""
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
