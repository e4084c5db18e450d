"""The parameters of one step as lists of tensors, on which an optimizer's rule works."""
from collections.abc import Iterator
from itertools import chain
from operator import attrgetter, is_
from typing import Any

import torch

from ..ndarray.tensors import buffers_of

Tensors = list[torch.Tensor]
_dtype, _size = attrgetter("dtype"), attrgetter("shape")
# Types that torch's fused kernels take. On a GPU they compute 16-bit numbers in float32 and round once.
_FUSED = {"cpu": {torch.float32, torch.float64},
          "cuda": {torch.float32, torch.float64, torch.float16, torch.bfloat16}}


class TensorTraits:
    """Weights and states as seen in every step, and what is known of them.

    Determining it costs more than a small network's update; it holds as long as the tensors are the same. Gradients are
    not included, as they change.
    """

    sizes: list[Any]
    kind: set[Any]

    __slots__ = ("tensors", "even", "dense", "sizes", "kind")

    def __init__(self, weights: Tensors, states: tuple[Tensors, ...], halves: Tensors | None = None) -> None:
        self.tensors: list[Any] = [*weights, *chain(*states)]
        self.even: bool = (len(set(map(_dtype, weights))) == 1
                     and len(set(map(torch.Tensor.get_device, weights))) == 1)
        self.sizes, self.kind = list(map(_size, weights)), {weights[0].dtype}
        self.dense: bool = self.even and len(set(map(_dtype, self.tensors))) == 1 \
            and all(map(torch.Tensor.is_contiguous, self.tensors))
        self.tensors += halves or ()

    def knows(self, weights: Tensors, states: tuple[Tensors, ...], halves: Tensors | None = None) -> bool:
        """Return whether these are the tensors it was made from."""
        tensors = [*weights, *chain(*states)]
        if halves:
            tensors += halves
        return len(tensors) == len(self.tensors) and all(map(is_, tensors, self.tensors))

    def fuses(self, grads: Tensors) -> bool:
        """Return whether torch's fused kernels accept these tensors with these gradients; see `fusable`."""
        return (self.dense and self.kind <= _FUSED["cpu"] and list(map(_size, grads)) == self.sizes
                and set(map(_dtype, grads)) == self.kind and all(map(torch.Tensor.is_contiguous, grads)))


class Batch:
    """Parameters that one rule updates together, with torch's list operations.

    `weights` are written in place, `grads` are only read. `states` has one list of tensors for each state of the
    optimizer (the momenta of all parameters, then ...). In mixed precision the weights are the 32-bit masters and
    `halves` the 16-bit weights, still as before the step. If the weights are only some rows, `wholes` are the full
    weights.
    """

    __slots__ = ("indices", "weights", "grads", "states", "lrs", "wds", "counts", "halves", "traits", "wholes")

    def __init__(self, indices: list[Any], weights: Tensors, grads: Tensors, states: tuple[Tensors, ...],
                 lrs: list[float], wds: list[float], counts: list[int], halves: Tensors | None = None,
                 traits: TensorTraits | None = None) -> None:
        self.indices: list[Any] = indices
        self.weights: Tensors = weights
        self.grads: Tensors = grads
        self.states: tuple[Tensors, ...] = states
        self.lrs: list[float] = lrs
        self.wds: list[float] = wds
        self.counts: list[int] = counts
        self.halves: Tensors | None = halves
        self.traits = traits
        self.wholes: Tensors | None = None

    @property
    def lr(self) -> float:
        """The learning rate; in a uniform batch, of all parameters."""
        return self.lrs[0]

    @property
    def wd(self) -> float:
        """The weight decay; in a uniform batch, of all parameters."""
        return self.wds[0]

    @property
    def count(self) -> int:
        """The number of updates including this one; in a uniform batch, of all parameters."""
        return self.counts[0]

    def uniform(self) -> Iterator["Batch"]:
        """Yield batches of one learning rate, decay, count, type and device each: usually one or two."""
        weights, lrs, wds, counts = self.weights, self.lrs, self.wds, self.counts
        if self.traits is None:
            self.traits = TensorTraits(weights, self.states)
        if self.traits.even and \
                lrs.count(lrs[0]) == wds.count(wds[0]) == counts.count(counts[0]) == len(weights):
            yield self
            return
        keys = [(lr, wd, count, weight.dtype, weight.device) for lr, wd, count, weight
                in zip(lrs, wds, counts, weights, strict=True)]
        places: dict[tuple, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(key, []).append(place)
        for chosen in places.values():
            yield self.take(chosen)

    def take(self, places: list[int]) -> "Batch":
        """Return the batch of the parameters at `places`."""

        def pick(items: list) -> list:
            return [items[place] for place in places]

        return Batch(pick(self.indices), pick(self.weights), pick(self.grads),
                     tuple(pick(column) for column in self.states), pick(self.lrs), pick(self.wds),
                     pick(self.counts), None if self.halves is None else pick(self.halves))


def fusable(weights: Tensors, grads: Tensors, *others: Tensors, traits: TensorTraits | None = None) -> bool:
    """Return whether torch's fused optimizer kernels accept these lists.

    The kernels access raw memory, so every tensor must be dense and in its weight's order; on the CPU they do not check
    this. All weights are of one type and device here. A dense ``traits`` covers all but the gradients.
    """
    kind = weights[0].dtype
    if kind not in _FUSED.get(weights[0].device.type, ()):
        return False
    if traits is not None and traits.dense and all(map(torch.Tensor.is_contiguous, grads)):
        return set(map(_dtype, grads)) == {kind}
    others = (grads, *others)
    # `map` keeps these loops, which every step runs, out of Python.
    every = list(chain(weights, *others))
    if len(set(map(_dtype, every))) > 1:
        return False
    return all(map(torch.Tensor.is_contiguous, every)) or _in_one_order(weights, others)


def _in_one_order(weights: Tensors, others: tuple[Tensors, ...]) -> bool:
    for place, weight in enumerate(weights):
        order = (torch.channels_last if weight.dim() == 4 and not weight.is_contiguous()
                 else torch.contiguous_format)
        if not all(tensors[place].is_contiguous(memory_format=order)
                   and tensors[place].stride() == weight.stride()
                   for tensors in (weights, *others)):
            return False
    return True


def columns(states: list[Any]) -> tuple[Tensors, ...]:
    """Convert one state per parameter (None, an NDArray, or a tuple of those) to one list per state."""
    first = states[0]
    if first is None:
        return ()
    if not isinstance(first, (tuple, list)):
        return (buffers_of(states),)
    return tuple(buffers_of(column) for column in zip(*states, strict=True) if column[0] is not None)
