"""Flat programs: a list of calls on tensors, printed as readable Python and compiled to one function.

A program frees every value at its last use. Names in it are derived from node names (`identifiers`) and never clash
with the program's own names: no text from a file ever becomes code.
"""
from __future__ import annotations

import keyword
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from . import trace
from .identifiers import UNSAFE, Names
from .refusal import explaining
from .scope import paused
from .tuning import FUNCTION_UP_TO_STEPS

# The lists that a program takes, and every other word in its text: no value or function may have such a name.
GROUPS = ("args", "aux", "saved", "heads", "targets", "values")
_OWN = frozenset((*GROUPS, *keyword.kwlist, *keyword.softkwlist, "_", "boxed"))
# A note follows a call and may contain text from a file: only printable ASCII, so that it cannot end the line.
_UNPRINTED = re.compile(r"[^ -~]")
_LONGEST_NOTE = 100


class Step(NamedTuple):
    """One call; see `Program.call`."""

    function: Callable[..., Any]
    label: str
    args: list[Any]
    results: list[str]
    pattern: str = "plain"
    note: str = ""
    outside: str = ""
    untraced: bool = False
    node: Any = None  # whose call it is

    def calling(self, function: Callable[..., Any]) -> Step:
        """The same step with another function."""
        return self._replace(function=function)

    def reads(self) -> list[str]:
        """Name the values that it reads."""
        return _flat(self.args)


class Program:
    """Calls in order, from named inputs to returned values.

    Values are names. A group of inputs arrives as one list and is unpacked; ``consumed`` groups are
    emptied on arrival so that their values can be freed while the program runs.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.groups: list[tuple[str, list[str], bool]] = []
        self.steps: list[Step] = []
        self.returns: list[list[str]] = []
        self._names = Names([name, *_OWN])
        self.fresh: Callable[[str], str] = self._names.fresh  # returns an unused name similar to a hint
        self._space: dict[str, Any] = {}
        self._labels: dict[int, str] = {}
        # Gives an equivalent program that runs faster; the text, and what the profiler reports, stay as written.
        self.faster: Callable[[Program], Program] | None = None
        self._quick: Program | None = None  # that program
        self._run: Callable | None = None
        self._reporting: Callable | None = None

    # ---- building -----------------------------------------------------------------------------

    def inputs(self, group: str, names: list[str], consumed: bool = False) -> None:
        """Declare one list argument and its values; the list may grow until the program is compiled."""
        if group not in GROUPS:
            raise ValueError(f"{group!r} is not one of the groups whose names no value gets: {GROUPS}")
        self.groups.append((group, names, consumed))

    def call(self, *step: Any, **traits: Any) -> None:
        """Add a call: (function, label, arguments, names of results, pattern, note), and traits.

        ``pattern`` says how the result is unpacked: ``plain`` is one value; ``tuple`` one value per result; ``none``
        none; ``saved`` is ``(outputs, residual)``, the residual being the last result; ``boxed`` is also a tuple, of a
        call that takes its arguments in a list and empties it, so that they can be freed as it runs.

        ``outside`` says why no CUDA graph can hold it: it runs user ``python`` code, or the ``shape`` of its result
        depends on values. ``untraced`` calls are not compiled: they draw from our generators, use torch's tape, or
        already process many tensors in a few calls. An error in a call names its ``node``.
        """
        self.steps.append(Step(*step, **traits))

    # ---- printing and compiling ---------------------------------------------------------------

    @property
    def code(self) -> str:
        """The program as Python text."""
        return "\n".join(line for line, _ in self.lines())

    def run(self, *groups: Any) -> Any:
        """Call the compiled program; compiles at the first call."""
        if trace.report is not None:
            return self._compile_reporting()(*groups)
        if self._run is None:
            self.ready()
        return explaining(self, self._run, *groups)

    def ready(self) -> Program:
        """Compile now, before several threads run the program at once."""
        if self._run is None:
            with paused():
                faster = self if self.faster is None else self.faster(self)
                if faster is self:
                    self._run = self.compile()
                else:
                    self._quick, self._run = faster, faster.ready().run
        return self

    @property
    def deriving(self) -> list[Any]:
        """The functions that keep what they derive from their parameters, until they are told to ``forget`` it."""
        steps = self.steps if self._quick is None else [*self.steps, *self._quick.steps]
        return list(dict.fromkeys(step.function for step in steps if hasattr(step.function, "forget")))

    @property
    def file(self) -> str:
        return f"<program {UNSAFE.sub('_', self.name)}>"

    def _compile_reporting(self) -> Callable:
        """Compile a version whose operators report their time to the profiler."""
        if self._reporting is None:
            self._reporting = self.with_steps([
                step.calling(trace.of_call(step.function, step.label, step.results)) for step in self.steps]).compile()
        return self._reporting

    def with_steps(self, steps: list[Step]) -> Program:
        """The same program with other steps."""
        made = Program(self.name)
        made.groups, made.returns = self.groups, self.returns
        made._names.taken |= self._names.taken
        made.steps = steps
        return made

    def part(self, name: str, steps: list[Step], takes: list[str], gives: list[str]) -> Program:
        """Some of the steps as a program from one list of values to another."""
        part = Program(name)
        for step in steps:
            part._names.taken.update(step.reads(), step.results)
        part.inputs("values", takes, consumed=True)
        part.steps, part.returns = steps, [gives]
        return part

    def pieces(self, runs: list[list[Step]]) -> list[tuple[Program, list[str], list[str]]]:
        """Return runs of the steps as programs, each with its inputs and the results that later ones read."""
        last: dict[str, int] = {name: len(runs) for names in self.returns for name in names}
        for number, steps in reversed(list(enumerate(runs))):
            for step in steps:
                for name in step.reads():
                    last.setdefault(name, number)
        given = {name for _, names, _ in self.groups for name in names}
        found = []
        for number, steps in enumerate(runs):
            made = dict.fromkeys(name for step in steps for name in step.results if name != "_")
            takes = [name for name in dict.fromkeys(name for step in steps for name in step.reads()) if name in given]
            gives = [name for name in made if last.get(name, -1) > number]
            found.append((self.part(f"{self.name}_{number}", steps, takes, gives), takes, gives))
            given.update(made)
        return found

    def _chapters(self) -> Program:
        """Return an equivalent program that calls functions of many steps each: Python needs too much time and memory
        to compile one very large function."""
        most = FUNCTION_UP_TO_STEPS
        runs = [self.steps[start:start + most] for start in range(0, len(self.steps), most)]
        made = self.with_steps([])
        for part, takes, gives in self.pieces(runs):
            made.call(partial(explaining, part, part.compile()), part.name, takes, gives, "boxed")
        return made

    def compile(self) -> Callable[..., Any]:
        """Turn the text into a function."""
        if len(self.steps) > FUNCTION_UP_TO_STEPS:
            return self._chapters().compile()
        source = self.code
        space = dict(self._space)
        exec(compile(source, self.file, "exec"), space)
        return space.pop(self.name)  # a function in its own globals would be a cycle

    def _named(self, step: Step) -> str:
        """Return the name of a step's function in the text."""
        found = self._labels.get(id(step.function))
        if found is None:
            found = self._labels[id(step.function)] = self.fresh(step.label)
            self._space[found] = step.function
        return found

    def lines(self) -> list[tuple[str, Step | None]]:
        """Write the text, each line with its step."""
        last, lasting = self.last_uses(), self._lasting()
        lines = [f"def {self.name}({', '.join(group for group, _, _ in self.groups)}):"]
        for group, names, consumed in self.groups:
            if names:
                lines.append(f"    {_targets(names)}{group}")
            if consumed:
                lines.append(f"    {group}.clear()")
                lines += _freed([name for name in names if name not in last and name not in lasting])
        written: list[tuple[str, Step | None]] = [(line, None) for line in lines]
        for number, step in enumerate(self.steps):
            names = dict.fromkeys([*step.reads(), *step.results])
            dead = [name for name in names if last[name] == number and name not in lasting]
            written += [(line, step) for line in self._written(step, dead)]
        shown = [f"[{', '.join(names)}]" for names in self.returns]
        return [*written, (f"    return {', '.join(shown)}", None)]  # one group: the list itself

    def _written(self, step: Step, dead: list[str]) -> list[str]:
        """Write a call, and free what is dead after it."""
        args, freed = ", ".join(map(_spell, step.args)), []
        if step.pattern == "boxed":  # which frees its arguments by itself
            freed = [f"    boxed = [{args}]", *_freed([name for name in dead if name not in step.results])]
            dead, args = [name for name in dead if name in step.results], "boxed"
        note = f"  # {_UNPRINTED.sub('?', step.note)[:_LONGEST_NOTE]}" if step.note else ""
        return [*freed, f"    {_taken_apart(step)}{self._named(step)}({args}){note}", *_freed(dead)]

    def _lasting(self) -> set[str]:
        """Name the values that are not freed: returned values, and inputs that remain the caller's."""
        kept = {"_", *(name for names in self.returns for name in names)}
        return kept.union(name for _, names, consumed in self.groups if not consumed for name in names)

    def last_uses(self) -> dict[str, int]:
        """Return, for each value that a step reads or makes, the number of the last step that does."""
        last: dict[str, int] = {}
        for number, step in enumerate(self.steps):
            for name in (*step.reads(), *step.results):
                last[name] = number
        return last


def _taken_apart(step: Step) -> str:
    """Write the assignment before a call."""
    names = step.results
    if step.pattern == "plain":
        return f"{names[0]} = "
    if step.pattern == "saved":
        left = names[0] if len(names) == 2 else f"({', '.join(names[:-1])})"
        return f"{left}, {names[-1]} = "
    return _targets(names) if names else ""


def _targets(names: list[str]) -> str:
    return f"{', '.join(names)}{',' if len(names) == 1 else ''} = "


def _freed(names: list[str]) -> list[str]:
    return [f"    del {', '.join(names)}"] if names else []


def _flat(args) -> list[str]:
    found: list[str] = []
    for arg in args:
        if arg.__class__ is str:
            found.append(arg)
        elif arg is not None:
            found += _flat(arg)
    return found


def _spell(arg) -> str:
    if arg is None:
        return "None"
    if isinstance(arg, str):
        return arg
    return "(" + ", ".join(_spell(item) for item in arg) + ("," if len(arg) == 1 else "") + ")"
