"""Cast insertion for the functions of `mx.nd` and `mx.sym`, set up by `amp.init`."""
import logging
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ...core.construction.compose import update_versions
from ...core.describe import namespace
from ...core.dtype import dtype_name
from ...core.graph import Entry, Node
from ...core.op import find
from ...core.op.registry import ABSENT, operators
from ...ndarray import NDArray
from ...ndarray.invoke import invoke, preparations
from ...ndarray.tensors import tensor_of
from ...symbol import Symbol
from ...symbol.create import create
from ...symbol.register import slots
from .loss_scaler import LossScaler

_MIXED = (torch.float32, torch.float16, torch.bfloat16)


class Casts:
    """Adds casts to functions by name. The names are those of MXNet's registry, aliases as well."""

    def __init__(self, target: torch.dtype) -> None:
        self.target = target

    def cast_inputs(self, name: str, dtype: torch.dtype, kept: Sequence[str] = (),
                    when: tuple[str, Sequence[str]] | None = None) -> None:
        """Cast the inputs of a function to one type.

        ``kept`` names its inputs by position; those with a name are not cast. ``when``: only in calls in which that
        param has one of these values.
        """
        def applies(kwargs: dict) -> bool:
            return when is None or kwargs.get(when[0]) in when[1]

        def change(args: tuple, kwargs: dict) -> tuple[tuple, dict]:
            if not applies(kwargs):
                return args, kwargs
            args = tuple(item if _is_kept(kept, place) else cast_array(item, dtype)
                         for place, item in enumerate(args))
            return args, {key: item if key in kept else cast_array(item, dtype)
                          for key, item in kwargs.items()}

        def around(call: Callable) -> Callable:
            def function(*args, **kwargs):
                made = call(*args, **kwargs)
                return _recast(made, dtype, kept) if applies(kwargs) else made
            return function
        self._add(name, change, around)

    def even_inputs(self, name: str) -> None:
        """Cast the inputs of a function to the widest type among them."""
        def change(args: tuple, kwargs: dict) -> tuple[tuple, dict]:
            arrays = [item for item in (*args, *kwargs.values()) if isinstance(item, NDArray)]
            if not any(tensor_of(array).dtype is torch.float32 for array in arrays):
                return args, kwargs

            def widen(item: Any) -> Any:
                narrow = isinstance(item, NDArray) and tensor_of(item).dtype is self.target
                return cast_array(item, torch.float32) if narrow else item
            return tuple(map(widen, args)), {key: widen(item) for key, item in kwargs.items()}

        def around(call: Callable) -> Callable:
            def function(*args, **kwargs):
                given = [item for item in (*args, *kwargs.values()) if isinstance(item, Symbol)]
                if given:
                    cast = create(find("amp_multicast"), "amp_multicast", tuple(given), None,
                                  {"num_outputs": len(given)})
                    even = iter(list(cast))
                    args = tuple(next(even) if isinstance(item, Symbol) else item for item in args)
                    kwargs = {key: next(even) if isinstance(item, Symbol) else item
                              for key, item in kwargs.items()}
                return call(*args, **kwargs)
            return function
        self._add(name, change, around)

    def scale_loss(self, name: str, scaler: LossScaler) -> None:
        """Let a loss that makes its own gradient multiply it by the loss scale."""
        def change(args: tuple, kwargs: dict) -> tuple[tuple, dict]:
            return args, {**kwargs, "grad_scale": kwargs.get("grad_scale", 1.0) * scaler.loss_scale}

        def around(call: Callable) -> Callable:
            def function(*args, **kwargs):
                logging.warning("%s does not support dynamic loss scaling in symbolic and hybridized"
                                " execution.", name)
                return call(*args, **kwargs)
            return function
        self._add(name, change, around)

    def _add(self, name: str, change: Callable, around: Callable) -> None:
        place = namespace(name)
        # Absent operators cannot be called, and control flow casts inside its bodies.
        if place not in slots and name not in ABSENT and name not in operators():
            raise AttributeError(f"amp: there is no operator {name!r} to cast the inputs of")
        if place in preparations:
            preparations.add(place, change)
        if place in slots:
            slots[place].call = around(slots[place].call)


def cast_array(item: Any, dtype: torch.dtype) -> Any:
    """Cast a floating-point array; return anything else unchanged."""
    if not isinstance(item, NDArray) or tensor_of(item).dtype is dtype or tensor_of(item).dtype not in _MIXED:
        return item
    return invoke(find("amp_cast").bind({"dtype": dtype_name(dtype)}), (item,))


def _is_kept(kept: Sequence[str], place: int) -> bool:
    return place < len(kept) and bool(kept[place])


def _recast(made: Symbol, dtype: torch.dtype, kept: Sequence[str]) -> Symbol:
    """Repeat a call on casts of its inputs, under the same name; states are not cast."""
    node = made._outputs[0].node
    states = set(made.list_auxiliary_states())
    inputs = []
    for place, entry in enumerate(node.inputs):
        if entry.node.name not in states and not _is_kept(kept, place):
            cast = create(find("amp_cast"), "amp_cast", (Symbol([entry]),), None, {"dtype": dtype})
            entry = cast._outputs[0]
        inputs.append(entry)
    again = Node(node.op, node.name, dict(node.attrs), inputs, node.subgraphs)
    update_versions(again)
    return Symbol([Entry(again, index) for index in range(again.num_visible)])
