"""Arrays of bound graphs: made for specs or shared with other executors, and resized."""
from __future__ import annotations

from math import prod

import torch

from ..core.compile import Compiled, Specs
from ..core.dtype import to_torch
from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op.shapes import known
from .array import NDArray
from .invoke import wrap
from .storage.arrays import CLASSES as SPARSE
from .storage.creation import zeros as sparse_zeros


class Arrays:
    """Makes arrays for the variables of a graph, or takes them from an executor or a buffer that is shared."""

    def __init__(self, compiled: Compiled, executor, names, buffer: dict | None) -> None:
        self.compiled, self.names, self.buffer = compiled, set(names or ()), buffer
        self.pools: dict = {} if executor is None else \
            {"arg": executor.arg_dict, "grad": executor.grad_dict, "aux": executor.aux_dict}

    def take(self, kind: str, node: Node, stype: str | None) -> NDArray:
        """Give an array of a kind (arg, grad, aux) for a variable."""
        name, (shape, dtype, ctx) = node.name, self.compiled.spec(node)
        # as the reference: parameters named as shared, and all auxiliary states, come from the executor
        found = self.pools.get(kind, {}).get(name) if kind == "aux" or name in self.names else None
        if found is not None and found.shape == shape and found._data.dtype is dtype \
                and found.stype == (stype or "default"):
            return found
        if stype is not None:
            return sparse_zeros(stype, shape, ctx, dtype)
        buffer = self.buffer if kind == "arg" and name not in self.names else None
        kept = None if buffer is None else buffer.get(name)
        if kept is not None and kept._data.dtype is dtype and kept._ctx is ctx and kept._data.numel() >= prod(shape):
            return kept if kept.shape == shape else wrap(_front(kept._data, shape), ctx)
        made = wrap(torch.zeros(shape, dtype=dtype, device=ctx.torch_device), ctx)
        if buffer is not None:
            buffer[name] = made
        return made


def specs_of(graph: Graph, args: list, aux: list) -> Specs:
    """Tell what a graph's variables are from the arrays bound to them."""
    given = dict(zip([node.name for node in (*graph.arguments, *graph.auxiliary)], [*args, *aux]))
    return Specs({name: a.shape for name, a in given.items()},
                 {name: a._data.dtype if a.stype == "default" else to_torch(a.dtype) for name, a in given.items()},
                 {name: a.stype for name, a in given.items()}, {name: a._ctx for name, a in given.items()})


def output_array(compiled: Compiled, entry: Entry) -> NDArray:
    """Make an output with memory before the first forward; MXNet's are uninitialised then too."""
    shape, ctx = compiled.shapes[entry], compiled.places[entry.node]
    made = torch.zeros(shape if known(shape) else 0, dtype=compiled.types[entry] or torch.float32,
                       device=ctx.torch_device if known(shape) else None)
    return wrap(made, ctx, SPARSE.get(compiled.storage.get(Entry(entry.node, entry.index))))


def resized(array: NDArray, shape: tuple, word: str, allow_up_sizing: bool) -> NDArray:
    """Give an array of the shape: the same one, a view of its memory, or a new one if that is allowed."""
    if array.shape == shape:
        return array
    if array.stype != "default":  # it takes no memory yet
        return sparse_zeros(array.stype, shape, array._ctx, array.dtype)
    old, count = array._data, prod(shape)
    if count <= old.numel() and old.is_contiguous():
        return wrap(_front(old, shape), array._ctx, array.__class__)
    if count > old.numel() and not allow_up_sizing:
        raise MXNetError(f"New shape of {word} is larger than original. First making a big executor and then "
                         "down sizing it is more efficient than the reverse. If you really want to up size, set "
                         "allow_up_sizing=True to enable allocation of new arrays.")
    return wrap(torch.zeros(shape, dtype=old.dtype, device=old.device), array._ctx, array.__class__)


def publish(arrays: list[NDArray], values: list[torch.Tensor]) -> None:
    """Let arrays show other values, which stand on no tape."""
    for array, value in zip(arrays, values):
        array._data, array._ag = value, None


def copied_into(array: NDArray, value: torch.Tensor) -> torch.Tensor:
    """Put a value into an array's memory where it fits; else give the value itself."""
    home = array._data
    if home.numel() < value.numel() or home.dtype is not value.dtype or not home.is_contiguous():
        return value
    return _front(home, value.shape).copy_(value)


def _front(tensor: torch.Tensor, shape: tuple) -> torch.Tensor:
    """Give the front of a tensor's memory in a shape."""
    return tensor.view(-1)[:prod(shape)].view(shape)
