"""Runs of steps as one script: torch's interpreter calls kernel after kernel, without Python in between.

After a layer the processor's cache holds its images and weights. Python then reads its own objects from memory, which
between 8-bit layers takes as long as a small layer. A step can be part of a script if its function is `Scriptable`.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, cast

from ..ownership import Stamp
from ..program import Program
from ..torch_private import ScriptGraph, optimize_scripts, script_function, tensor_list
from ..tuning import SCRIPT_FROM_STEPS
from .segments import Placement, Segment, regrouped, split

# A value, and the operator and arguments that give it: strings are values, tuples of strings lists of them. Without an
# operator it is the argument under another name.
Line = tuple[str, str, Sequence[Any]]


class Scriptable(Protocol):
    """A function that can be written as calls in a script, with constants for what it has derived from parameters.

    All results but the first are constants as well.
    """

    travels: bool                        # its first result can be passed to a script
    places: Sequence[int]                # of the arguments that such a value must be passed to
    scope: AbstractContextManager[None]  # entered while a script with such calls runs; the same for all

    def lines(self, result: str, *values: str) -> list[Line] | None:
        """Return its calls; None if some are not torch's. Asked for after a plain call with the same parameters."""
        ...


def scripted(program: Program) -> Program:
    """Return a program that does the same, runs of its steps in scripts."""
    made: set[str] = set()
    apart = set()
    for number, step in enumerate(program.steps if script_function is not None else ()):
        travels, places = getattr(step.function, "travels", False), getattr(step.function, "places", None)
        if not travels or places is None or any(step.args[place] not in made for place in places):
            apart.add(number)
        if travels:
            made.add(step.results[0])
    if len(program.steps) - len(apart) < SCRIPT_FROM_STEPS or script_function is None:
        return program
    return regrouped(program, split(program, apart, Placement()),
                     lambda segment: Script(segment) if len(segment.program.steps) >= SCRIPT_FROM_STEPS else None)


class _Made:
    """What was made from parameters: a script, from the second call on, and results that stay the same."""

    def __init__(self, stamp: Stamp, results: list[Any]) -> None:
        self.stamp, self.results = stamp, results
        self.call: Callable[..., Any] | None = None
        self.fails = False  # some call cannot be written


class Script:
    """A run of steps; called one by one when parameters are new, and as a script while these are unchanged."""

    def __init__(self, segment: Segment) -> None:
        self.program = segment.program
        steps = self.program.steps
        values = {step.args[place] for step in steps for place in step.function.places}
        self._inputs = [number for number, name in enumerate(segment.takes) if name in values]
        self._params = [number for number, name in enumerate(segment.takes) if name not in values]
        moving = {step.results[0] for step in steps}
        self._outputs = [number for number, name in enumerate(segment.gives) if name in moving]
        self._takes, self._gives = segment.takes, segment.gives
        self._scope: AbstractContextManager[None] = steps[0].function.scope
        self._made: _Made | None = None

    def __call__(self, values: list[Any]) -> list[Any]:
        params, made = [values[number] for number in self._params], self._made
        if made is None or not made.stamp.is_current(params):
            stamp = Stamp(params)
            results = self.program.run(values)
            kept = [None if number in self._outputs else result for number, result in enumerate(results)]
            self._made = _Made(stamp, kept)
            return results
        if made.call is None and not made.fails:
            made.call = self._write()
            made.fails = made.call is None
        if made.call is None:
            return self.program.run(values)
        inputs = [values[number] for number in self._inputs]
        values.clear()
        optimize_scripts(False)  # of this thread: there is nothing to optimize, and looking for it takes long
        try:
            with self._scope:
                found = made.call(*inputs)
        finally:
            optimize_scripts(True)
        results = made.results.copy()
        for number, result in zip(self._outputs, found if len(self._outputs) > 1 else (found,)):
            results[number] = result
        return results

    def _write(self) -> Callable[..., Any] | None:
        graph = ScriptGraph()
        known = {self._takes[number]: graph.addInput() for number in self._inputs}

        def given(arg: Any) -> Any:
            if isinstance(arg, str):
                return known[arg]
            if not isinstance(arg, tuple):
                return graph.insertConstant(arg)
            made = graph.insertNode(graph.create("prim::ListConstruct", [known[name] for name in arg], 1)).output()
            made.setType(tensor_list())
            return made
        for step in self.program.steps:
            function = cast(Scriptable, step.function)
            lines = function.lines(step.results[0], *(step.args[place] for place in function.places))
            if lines is None:
                return None
            for result, operator, args in lines:
                ins = [given(arg) for arg in args]
                known[result] = graph.insertNode(graph.create(operator, ins, 1)).output() if operator else ins[0]
        for number in self._outputs:
            graph.registerOutput(known[self._gives[number]])
        if len(self._outputs) > 1:
            graph.makeMultiOutputIntoTuple()
        return script_function(self.program.name, graph)
