"""Arrays of bound graphs: ordered, allocated or shared with other executors, filled, and resized."""
from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
import torch

from ..core.compile import Compiled, Specs
from ..core.dtype import to_torch
from ..core.errors import Misuse, MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op.shapes import known
from ..core.tiers.memory import untouched_zeros
from .array import NDArray
from .invoke import wrap
from .storage.arrays import CLASSES as SPARSE
from .storage.creation import zeros as sparse_zeros


class Arrays:
    """Makes arrays for the variables of a graph, or takes them from a shared executor or buffer."""

    compiled: Compiled
    names: set[str]
    buffer: dict[Any, Any] | None

    def __init__(self, compiled: Compiled, executor: Any, names: Any, buffer: dict[Any, Any] | None) -> None:
        self.compiled, self.names, self.buffer = compiled, set(names or ()), buffer
        self.pools: dict[Any, Any] = {} if executor is None else \
            {"arg": executor.arg_dict, "grad": executor.grad_dict, "aux": executor.aux_dict}

    def take(self, kind: str, node: Node, stype: str | None) -> NDArray:
        """Return an array of a kind (arg, grad, aux) for a variable."""
        name, (shape, dtype, ctx) = node.name, self.compiled.spec(node)
        # as in the reference: shared parameters, and all auxiliary states, come from the executor
        found = self.pools.get(kind, {}).get(name) if kind == "aux" or name in self.names else None
        if found is not None and found.shape == shape and found._data.dtype is dtype \
                and found.stype == (stype or "default"):
            return found
        if stype is not None:
            return sparse_zeros(stype, shape, ctx, dtype)  # type: ignore[arg-type]
        buffer = self.buffer if kind == "arg" and name not in self.names else None
        kept = None if buffer is None else buffer.get(name)
        if kept is not None and kept._data.dtype is dtype and kept._ctx is ctx and kept._data.numel() >= prod(shape):
            return kept if kept.shape == shape else wrap(_front(kept._data, shape), ctx)
        made = wrap(untouched_zeros(shape, dtype, ctx.torch_device), ctx)
        if buffer is not None:
            buffer[name] = made
        return made


def specs_of(graph: Graph, args: list[Any], aux: list[Any]) -> Specs:
    """Return the specs of a graph's variables, from the arrays bound to them."""
    given = dict(zip([node.name for node in (*graph.arguments, *graph.auxiliary)], [*args, *aux]))
    return Specs({name: a.shape for name, a in given.items()},
                 {name: a._data.dtype if a.stype == "default" else to_torch(a.dtype) for name, a in given.items()},
                 {name: a.stype for name, a in given.items()}, {name: a._ctx for name, a in given.items()})


def fill(arrays: Mapping[str, NDArray], given: Mapping[str, Any]) -> None:
    """Copy the values given to forward into the argument arrays."""
    for name, value in given.items():
        if not isinstance(value, (NDArray, np.ndarray)):
            raise ValueError("only accept keyword argument of NDArrays and numpy.ndarray")
        if name not in arrays:
            raise TypeError(f"Unknown argument {name}")
        if arrays[name].shape != tuple(value.shape):
            raise ValueError(f"Shape not match! Argument {name}, need: {arrays[name].shape}, "
                             f"received: {tuple(value.shape)}")
        arrays[name][:] = value


def output_array(compiled: Compiled, entry: Entry) -> NDArray:
    """Make an output with memory before the first forward; MXNet's are uninitialized then too."""
    shape, ctx = compiled.shapes[entry], compiled.places[entry.node]
    made = torch.zeros(shape if known(shape) else 0, dtype=compiled.types[entry] or torch.float32,
                       device=ctx.torch_device if known(shape) else None)
    return wrap(made, ctx, SPARSE.get(compiled.storage.get(Entry(entry.node, entry.index))))


def output_gradients(compiled: Compiled, outputs: list[NDArray], names: list[str], given: Any) -> list[Any]:
    """Return a tensor for each output whose gradient backward needs; others are ignored, as in MXNet."""
    if isinstance(given, NDArray):
        given = [given]
    elif isinstance(given, Mapping):
        given = [given.get(name) for name in names]
    heads = [] if given is None else list(given)[:len(outputs)]
    if not all(array is None or isinstance(array, NDArray) for array in heads):
        raise TypeError("inputs must be NDArray")
    heads += [None] * (len(outputs) - len(heads))
    return [_output_gradient(compiled, place, head, outputs[place]) if needed else None
            for place, (head, needed) in enumerate(zip(heads, compiled.plan.heads))]


def _output_gradient(compiled: Compiled, place: int, head: NDArray | None, output: NDArray) -> torch.Tensor:
    entry = compiled.graph.outputs[place]
    node, expected = entry.node, compiled.shapes[entry]
    if head is None:
        raise MXNetError(
            f"{node.op_name}({node.name}): Because the last operator is not Loss function, head_gradient is "
            "required when calling backward. If you are attempting to minimize the output as an objective, "
            "please modify your network and pass it through the make_loss symbol.")
    if known(expected) and head.shape != expected:
        raise MXNetError(f"backward: head gradient {place} ({node.output_name(entry.index)}): operands shape "
                         f"mismatch from.shape = {list(head.shape)} to.shape={list(expected)}")
    return head._data.to(output._data.device, output._data.dtype)


class Refit:
    """Provides the arrays of a graph compiled for other shapes: the same, views of their memory, or new ones.

    Only the ``named`` inputs, and what is explicitly allowed, may change.
    """

    compiled: Compiled
    named: set[str]
    partial: bool
    grows: bool

    def __init__(self, compiled: Compiled, named: set[str], partial_shaping: bool, allow_up_sizing: bool) -> None:
        self.compiled, self.named, self.partial, self.grows = compiled, named, partial_shaping, allow_up_sizing

    def __call__(self, node: Node, array: NDArray, kind: str = "grad of") -> NDArray:
        """Return an array of a kind for a variable."""
        shape = self.compiled.shapes.of(node)
        if array.shape == shape:
            return array
        if not known(shape):
            raise MXNetError(f"reshape: the shape of {node.name} cannot be inferred from {', '.join(self.named)}")
        if kind != "grad of" and not self.partial and node.name not in self.named:
            raise Misuse(f"Shape of unspecified array {kind}:{node.name} changed. This can cause the new "
                         "executor to not share parameters with the old one. Please check for error in "
                         "network. If this is intended, set partial_shaping=True to suppress this warning.")
        if array.stype != "default":  # it takes no memory yet
            return sparse_zeros(array.stype, shape, array._ctx, array.dtype)
        old, count = array._data, prod(shape)
        if count <= old.numel() and old.is_contiguous():
            return wrap(_front(old, shape), array._ctx, array.__class__)
        if count > old.numel() and not self.grows:
            raise MXNetError(f"New shape of {kind}: {node.name} is larger than original. First making a big executor "
                             "and then down sizing it is more efficient than the reverse. If you really want to up "
                             "size, set allow_up_sizing=True to enable allocation of new arrays.")
        return wrap(torch.zeros(shape, dtype=old.dtype, device=old.device), array._ctx, array.__class__)


def publish(arrays: list[NDArray], values: list[torch.Tensor], homes: list[NDArray] | None = None) -> None:
    """Make arrays show other values, which are on no tape; in the memory of ``homes`` where they fit."""
    if homes is not None:
        values = [_copied_into(home, value) for home, value in zip(homes, values)]
    for array, value in zip(arrays, values):
        array._data, array._ag = value, None


def _copied_into(array: NDArray, value: torch.Tensor) -> torch.Tensor:
    """Copy a value to an array's memory if it fits; otherwise return the value itself."""
    home = array._data
    if home.numel() < value.numel() or home.dtype is not value.dtype or not home.is_contiguous():
        return value
    return _front(home, value.shape).copy_(value)


def _front(tensor: torch.Tensor, shape: tuple) -> torch.Tensor:
    """Return the front of a tensor's memory with a given shape."""
    return tensor.view(-1)[:prod(shape)].view(shape)


def ordered(word: str, given: Any, names: list[Any], allow_missing: bool = False) -> list[Any]:
    """Order a list or dict of arrays by the symbol's names."""
    if isinstance(given, dict):
        missing = [name for name in names if name not in given]
        if missing and not allow_missing:
            raise ValueError(f"key `{missing[0]}` is missing in `{word}`")
        given = [given.get(name) for name in names]
    elif isinstance(given, (list, tuple)) and len(given) != len(names):
        raise ValueError(f"Length of {word} does not match the number of arguments")
    if not isinstance(given, (list, tuple)) or not all(
            isinstance(array, NDArray) or array is None and allow_missing for array in given):
        raise TypeError("Only accept list of NDArrays or dict of str to NDArray")
    return list(given)
