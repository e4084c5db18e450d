"""Filters and images with channels last in memory, as cuDNN wants them, beside arrays that have them in their order.

torch would copy them so in every call that reads them: once in forward, and once more in backward. Here they are copied
once in a training step, for both. Filters of one element need no copy, but strides that say so: with others cuDNN
leaves out its fastest kernels.
"""
from __future__ import annotations

import logging
from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING

import torch

from ..ownership import Stamp
from ..torch_private import compile_lists, foreach

if TYPE_CHECKING:
    from ..compile import Compiled

Tensors = list[torch.Tensor]
_log = logging.getLogger(__name__)


class Filters:
    """The arguments of training programs that only such kernels read."""

    def __init__(self, compiled: Compiled) -> None:
        places = _places(compiled)
        self._viewed = [place for place, size in places.items() if size == 1]
        self._copied = [place for place, size in places.items() if size > 1]
        self._views: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}  # place -> argument and view
        self._homes: Tensors = []
        self._stamp: Stamp | None = None
        self._copies: Callable[[Tensors], Tensors] = _compiling if compiled.compiles else _copies

    def brought(self, args: Tensors, captured: bool = False) -> Tensors:
        """Return arguments in the order of memory that kernels want.

        A step that is ``captured`` makes copies in any case, as it will be replayed on other values; otherwise they
        have homes, into which values are brought when they have changed.
        """
        for place in self._viewed:
            if place not in self._views or self._views[place][0] is not args[place]:
                self._views[place] = args[place], _view(args[place])
            args[place] = self._views[place][1]
        values = [args[place] for place in self._copied]
        if captured:
            homes = self._copies(list(values))
        else:
            if self._stamp is None or not self._stamp.is_current(values):
                self._stamp = Stamp(values)
                self._bring(values)
            homes = self._homes
        for place, home in zip(self._copied, homes):
            args[place] = home
        return args

    def _bring(self, values: Tensors) -> None:
        if self._copies is _compiling:
            self._copies = _compiled_copies(values)
        made = self._copies(list(values))
        if self._homes:
            foreach.copy_(self._homes, made)
        else:
            self._homes = made


def _copies(values: Tensors) -> Tensors:
    return [value.contiguous(memory_format=torch.channels_last) for value in values]


def _compiling(values: Tensors) -> Tensors:
    """Stand for a function that is compiled at the first values."""
    return _copies(values)


def _compiled_copies(values: Tensors) -> Callable[[Tensors], Tensors]:
    """Return a function of few kernels that makes all copies, or the plain one where Inductor fails."""
    try:
        return compile_lists(_copies, list(values))
    except Exception as error:  # whatever Inductor throws, plain copies are right
        _log.warning("copies of filters stay uncompiled: %s: %s", type(error).__name__, error)
        return _copies


def _view(filters: torch.Tensor) -> torch.Tensor:
    """Return filters of one element with the strides of channels last, which are those of the same memory."""
    count, channels, height, width = filters.shape
    return filters.contiguous().as_strided(filters.shape, (channels * height * width, 1, width * channels, channels))


def _places(compiled: Compiled) -> dict[int, int]:
    """Find the arguments that all who read them want so, and how many elements of an image or a filter they have."""
    graph, wanted, others = compiled.graph, set(), {entry.node for entry in compiled.graph.outputs}
    for node in graph.nodes:
        if node.op is None:
            continue
        rule = node.op.reads_last
        last = () if rule is None else rule([compiled.shapes[entry] for entry in node.inputs], node.params)
        for place, entry in enumerate(node.inputs):
            (wanted if place in last else others).add(entry.node)
    return {place: prod(compiled.spec(node)[0][2:]) for place, node in enumerate(graph.arguments)
            if node in wanted and node not in others}
