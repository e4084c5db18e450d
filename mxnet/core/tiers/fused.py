"""Runs of convolutions in one call: torch's interpreter passes them to oneDNN as graphs, which it compiles once.

A packed convolution that is called by itself describes its work to oneDNN at every call and looks up the kernel, which
takes as long as a small layer. Torch's fuser compiles graphs of a convolution and what follows it; the kernels, and so
the numbers, are the same. Compiling costs a few predictions, so that it waits until parameters have stayed the same for
a while, and results are compared with those of single calls, bit for bit, before they are used.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, cast

import torch

from ..order import strided_last
from ..ownership import Stamp
from ..program import Program, Step
from ..torch_private import ScriptGraph, count_fused, fuse_graphs, script_function
from ..tuning import FUSE_AFTER_CALLS, FUSE_UP_TO_PRODUCTS, SCRIPT_FROM_STEPS
from .scripts import Line
from .segments import Placement, Segment, regrouped, split


class Fusable(Protocol):
    """A function that the fuser turns into one graph, with constants for what it has derived from parameters."""

    fuses: bool              # whether it does for the shapes and types that it is called with
    products: int            # how many numbers it multiplies
    images: Sequence[int]    # the places of the arguments that are no parameters: images, which channels last suit
    hides: bool              # whether graphs turn NaN into a number; single calls keep it

    def is_finite(self, values: torch.Tensor) -> bool:
        """Return whether no NaN can come from an image or a parameter."""
        ...

    def lines(self, result: str, params: tuple, *images: str) -> list[Line]:
        """Return its calls; the last of them gives the result."""
        ...

    def forget(self) -> None:
        """Free what was derived from parameters for plain calls."""
        ...


def fused(program: Program) -> Program:
    """Return a program that does the same, runs of its steps as graphs of oneDNN."""
    if fuse_graphs is None or script_function is None:
        return program
    apart = {number for number, step in enumerate(program.steps) if not getattr(step.function, "fuses", False)}
    if len(program.steps) - len(apart) < SCRIPT_FROM_STEPS:
        return program
    return regrouped(program, split(program, apart, Placement()),
                     lambda segment: Fused(segment) if _pays(segment.program.steps) else None)


def _pays(steps: Sequence[Step]) -> bool:
    products = sum(step.function.products for step in steps)
    return len(steps) >= SCRIPT_FROM_STEPS and products <= FUSE_UP_TO_PRODUCTS * len(steps)


class _Made(NamedTuple):
    """What was compiled for parameters and a number of threads."""

    call: Callable[..., Any]
    stamp: Stamp
    threads: int


class Fused:
    """A run of steps; called one by one while parameters are new, and then as graphs while these are unchanged."""

    def __init__(self, segment: Segment) -> None:
        self.program = segment.program
        steps = self.program.steps
        images = {step.args[place] for step in steps for place in step.function.images}
        self._images = [number for number, name in enumerate(segment.takes) if name in images]
        self._params = [number for number, name in enumerate(segment.takes) if name not in images]
        params = {name for step in steps for place, name in enumerate(step.args) if place not in step.function.images}
        self._takes, self._gives = segment.takes, segment.gives
        self._hiding = next((step.function for step in steps if step.function.hides), None)
        self._lock = threading.Lock()  # of the thread that compiles
        self._made: _Made | None = None
        self._stamp: Stamp | None = None  # of the parameters, since ...
        self._calls = 0                   # ... so many calls
        # Compiling waits for so many, twice as many each time: parameters that have changed may change again.
        self._wait = FUSE_AFTER_CALLS
        # Whether graphs are not what was expected, and will not be.
        self._fails = not params <= {segment.takes[number] for number in self._params}

    def __call__(self, values: list[Any]) -> list[Any]:
        params, made = [values[number] for number in self._params], self._made
        if made is None or not made.stamp.is_current(params) or made.threads != torch.get_num_threads():
            return self._plainly(values, params, made)
        if self._hiding is not None and not all(self._hiding.is_finite(values[number]) for number in self._images):
            return self.program.run(values)
        try:
            found = made.call(*[strided_last(values[number]) for number in self._images])
        except RuntimeError:  # nothing was written yet: the steps say which of them it is
            return self.program.run(values)
        values.clear()
        return list(found) if len(self._gives) > 1 else [found]

    def forget(self) -> None:
        """Free what was compiled."""
        self._made = self._stamp = None
        for step in self.program.steps:
            step.function.forget()

    def _plainly(self, values: list[Any], params: list[Any], made: _Made | None) -> list[Any]:
        """Call the steps; compile them if they have been called often enough with these parameters.

        ``made`` is what was compiled for others.
        """
        if self._fails or self._made is not made:  # another thread has just compiled
            return self.program.run(values)
        stamp, self._made = self._stamp, None
        if made is not None or stamp is None or not stamp.is_current(params):
            self._stamp, self._calls = Stamp(params), 0
            return self.program.run(values)
        self._calls += 1
        if self._calls < self._wait or not self._lock.acquire(blocking=False):
            return self.program.run(values)
        try:
            return self._compiled(values, stamp)
        finally:
            self._lock.release()

    def _compiled(self, values: list[Any], stamp: Stamp) -> list[Any]:
        """Compile graphs, and return the results of the steps."""
        self._wait *= 2
        call = self._fuse(values)
        results = self.program.run(values)
        if call is None:
            self._fails = True
        else:
            for step in self.program.steps:
                step.function.forget()
            self._made = _Made(call, stamp, torch.get_num_threads())
        return results

    def _fuse(self, values: list[Any]) -> Callable[..., Any] | None:
        """Return a function of graphs; None if it cannot be made, or gives other bits than the steps.

        They are compared on random images: in those of the caller, which may be zero, an error would not show.
        """
        assert fuse_graphs is not None
        images, random = list(values), torch.Generator().manual_seed(0)
        for number in self._images:
            images[number] = strided_last(torch.empty_like(values[number]).normal_(generator=random))
        try:
            call = self._write(dict(zip(self._takes, values)))
            found = fuse_graphs(call, [images[number] for number in self._images])
            if count_fused(call, "aten::conv2d") != len(self.program.steps):  # some are outside, or joined
                return None
        except RuntimeError:
            return None
        results = self.program.run(images)
        return call if all(map(_are_same, found if len(results) > 1 else (found,), results)) else None

    def _write(self, values: dict[str, Any]) -> Callable[..., Any]:
        graph = ScriptGraph()
        known = {self._takes[number]: graph.addInput() for number in self._images}
        for step in self.program.steps:
            function, names = cast(Fusable, step.function), list(step.args)
            images = [names[place] for place in function.images]
            params = tuple([values[name] for place, name in enumerate(names) if place not in function.images])
            for result, operator, args in function.lines(step.results[0], params, *images):
                given = [known[arg] if isinstance(arg, str) else graph.insertConstant(arg) for arg in args]
                known[result] = graph.insertNode(graph.create(operator, given, 1)).output()
        for name in self._gives:
            graph.registerOutput(known[name])
        if len(self._gives) > 1:
            graph.makeMultiOutputIntoTuple()
        return script_function(self.program.name, graph)


_NUMBERS = {torch.float32: torch.int32, torch.bfloat16: torch.int16}  # whose bits are compared: NaN equals itself


def _are_same(array: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether bits are the same, and in the same order: what sums them gives other bits in another one."""
    kind, last = _NUMBERS[array.dtype], torch.channels_last
    return array.dtype is other.dtype and torch.equal(array.view(kind), other.view(kind)) \
        and array.is_contiguous(memory_format=last) is other.is_contiguous(memory_format=last)
