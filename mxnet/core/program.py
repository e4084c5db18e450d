"""Flat programs: a list of calls on tensors, printed as readable Python and compiled to one function.

A program frees every value at its last use. Names in it are made here from node names, of ASCII letters,
digits and underscores only, and none is one of the program's own: no text of a file ever becomes code.
"""
from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import torch

from . import trace
from .errors import MXNetError, OperatorError
from .scope import paused
from .tuning import FUNCTION_UP_TO_STEPS

# Python reads one identifier in several Unicode spellings (NFKC), so a letter is an ASCII one.
_UNSAFE = re.compile(r"[^A-Za-z0-9_]")
_LONGEST_NAME = 100  # a value's name is written once for every use
# The lists a program takes, and every other word that its text may hold: no value and no function has such a name.
GROUPS = ("args", "aux", "saved", "heads", "targets", "values")
_OWN = frozenset((*GROUPS, *keyword.kwlist, *keyword.softkwlist, "_", "boxed", "g", "torch", "tuple", "Tensor"))
_RESPELLED = frozenset((*keyword.kwlist, "_"))  # others get a number, as the second of two equal names does
# A note stands behind a call, and text of a file may be in it: nothing but printed ASCII, so that no line ends.
_UNPRINTED = re.compile(r"[^ -~]")
_LONGEST_NOTE = 100
_CALL = re.compile(r"\s*(?:\(?(?P<result>\w+)[^=]*= )?(?P<call>\w+)\(")
# What lowering appends to an operator's name in a label, and labels that are no operators.
_STAGE = re.compile(r"(_taped)?(_backward|_train|_again|_taped)?(_in_place)?$")
_HELPERS = frozenset(("add", "add_", "zeros", "copy_across", "own_memory", "contiguous", "land", "monitor",
                      "release_memory"))


def identifier(hint: str) -> str:
    """Make a word of any text that Python reads as a name, and always as that one."""
    base = _UNSAFE.sub("_", hint[:_LONGEST_NAME]) or "value"
    return "v_" + base.strip("_") if base[0].isdigit() or base in _RESPELLED or base.startswith("__") else base


class Step:
    """One call. ``pattern`` says how its result is taken apart; ``settle`` makes a tensor of what is none.

    ``alone`` says why no CUDA graph can hold it: ``python`` of the user's runs in it, or the ``shape`` of
    its result depends on values. One that is ``random`` draws numbers from our generators; one over ``lists``
    is a few calls for many tensors already.
    """

    __slots__ = ("function", "label", "args", "results", "pattern", "note", "alone", "random", "lists", "settle")

    def __init__(self, function: Callable, label: str, args: list, results: list[str], pattern: str,
                 note: str, alone: str = "", random: bool = False, lists: bool = False) -> None:
        self.function, self.label, self.args = function, label, args
        self.results, self.pattern, self.note = results, pattern, note
        self.alone, self.random, self.lists = alone, random, lists
        self.settle: Callable | None = None

    def reporting(self) -> Step:
        """The same step, seen by the profiler if it is an operator or its gradient."""
        if self.label in _HELPERS:
            return self
        name = _STAGE.sub("", self.label)
        if self.label.endswith("_backward"):
            name = f"_backward_{name}"
        return self.calling(trace.wrapped(self.function, "symbolic", name, self.results[0] if self.results else ""))

    def calling(self, function: Callable) -> Step:
        """The same step with another function."""
        made = Step(function, self.label, self.args, self.results, self.pattern, self.note, self.alone, self.random,
                    self.lists)
        made.settle = self.settle
        return made

    def reads(self) -> list[str]:
        """Name the values it takes."""
        return [*_flat(self.args), *(self.results if self.pattern == "guard" else ())]


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
        self._taken: set[str] = {name, *_OWN}
        self._counts: dict[str, int] = {}
        self._space: dict[str, Any] = {"Tensor": torch.Tensor}
        self._labels: dict[int, str] = {}
        self._makers: dict[str, Step] = {}
        self._run: Callable | None = None
        self._reporting: Callable | None = None

    # ---- building -----------------------------------------------------------------------------

    def fresh(self, hint: str) -> str:
        """Give an unused name like the hint."""
        plain = hint.isidentifier() and hint.isascii() and len(hint) <= _LONGEST_NAME and hint[:2] != "__"
        base = hint if plain and hint not in _RESPELLED else identifier(hint)
        name, count = base, self._counts.get(base, 1)
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._counts[base] = count  # a thousand outputs of one value ask a thousand times
        self._taken.add(name)
        return name

    def inputs(self, group: str, names: Iterable[str], consumed: bool = False) -> None:
        """Declare one list argument and the values in it."""
        if group not in GROUPS:
            raise ValueError(f"{group!r} is not one of the groups whose names no value gets: {GROUPS}")
        self.groups.append((group, list(names), consumed))

    def call(self, function: Callable, label: str, args: list, results: list[str], pattern: str = "plain",
             note: str = "", alone: str = "", random: bool = False, lists: bool = False) -> None:
        """Add a call.

        ``pattern``: ``plain`` one value; ``tuple`` as many as results; ``first`` only the first of a
        tuple; ``saved`` is ``(outputs, residual)``, the residual being the last result; ``grads``
        a tensor or a tuple with one gradient a result; ``grad`` one gradient, or None; ``boxed`` takes its
        arguments in a list that it empties, so that they can be freed on its way.
        """
        step = Step(function, label, args, results, pattern, note, alone, random, lists)
        self.steps.append(step)
        if len(results) == 1:
            self._makers[results[0]] = step

    def maker(self, value: str) -> Step | None:
        """Give the call that makes nothing but a value."""
        return self._makers.get(value)

    def renew(self, step: Step, function: Callable, label: str, result: str) -> None:
        """Let a call do something else, whose one result has another name."""
        step.function, step.label, step.results = function, label, [result]
        self._makers[result] = step

    def guard(self, value: str, maker: Callable) -> None:
        """Replace None by what the maker gives, right after the last call."""
        last = self.steps[-1]
        if last.pattern == "grads" and last.results == [value]:  # one look tells both a tuple and None
            last.pattern, last.settle = "grad", _settling(maker)
            return
        self.steps.append(Step(maker, "zeros", [], [value], "guard", ""))

    # ---- printing and compiling ---------------------------------------------------------------

    @property
    def code(self) -> str:
        """The program as Python text."""
        return "\n".join(self._lines())

    def run(self, *groups):
        """Call the compiled program; compiles at the first call."""
        if trace.report is not None:
            return self._compile_reporting()(*groups)
        if self._run is None:
            with paused():
                self._run = self.compile()
        try:
            return self._run(*groups)
        except MXNetError:
            raise
        except RuntimeError as error:  # a kernel's own: say which call it was
            raise self._explained(error) from error

    def _explained(self, error: RuntimeError) -> MXNetError:
        """Name the call in which torch refused, from the line of the program that was running."""
        frame, number = error.__traceback__, 0
        while frame is not None:
            if frame.tb_frame.f_code.co_filename == self._file:
                number = frame.tb_lineno
            frame = frame.tb_next
        found = _CALL.match(self.code.splitlines()[number - 1]) if number else None
        problem = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if found is None:
            return MXNetError(f"{self.name}: {problem}")
        return OperatorError(_STAGE.sub("", found["call"]), problem, found["result"] or None)

    @property
    def _file(self) -> str:
        return f"<program {_UNSAFE.sub('_', self.name)}>"

    def _compile_reporting(self) -> Callable:
        """Compile a version whose operators tell the profiler how long they took."""
        if self._reporting is None:
            self._reporting = self.twin([step.reporting() for step in self.steps]).compile()
        return self._reporting

    def twin(self, steps: list[Step]) -> Program:
        """The same program with other steps."""
        twin = Program(self.name)
        twin.groups, twin.returns = self.groups, self.returns
        twin._taken |= self._taken
        twin.steps = steps
        return twin

    def part(self, name: str, steps: list[Step], takes: list[str], gives: list[str]) -> Program:
        """Some of the steps as a program from one list of values to another."""
        part = Program(name)
        for step in steps:
            part._taken.update(step.reads(), step.results)
        part.inputs("values", takes, consumed=True)
        part.steps, part.returns = steps, [gives]
        return part

    def pieces(self, runs: list[list[Step]]) -> list[tuple[Program, list[str], list[str]]]:
        """Give runs of the steps as programs, each with the values that it takes, and gives to later ones."""
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
        """Give a program that does the same by calling functions of many steps each: the time and memory that Python
        takes to compile one large function."""
        most = FUNCTION_UP_TO_STEPS
        runs = [self.steps[start:start + most] for start in range(0, len(self.steps), most)]
        made = self.twin([])
        for part, takes, gives in self.pieces(runs):
            made.call(part.explaining(), part.name, takes, gives, "boxed")
        return made

    def explaining(self) -> Callable:
        """Compile to a function whose errors say which call it was."""
        function = self.compile()

        def call(*groups):
            try:
                return function(*groups)
            except MXNetError:
                raise
            except RuntimeError as error:
                raise self._explained(error) from error
        return call

    def compile(self) -> Callable:
        """Turn the text into a function."""
        if len(self.steps) > FUNCTION_UP_TO_STEPS:
            return self._chapters().compile()
        space = dict(self._space)
        source = self.code
        space.update(self._space)
        exec(compile(source, self._file, "exec"), space)
        return space.pop(self.name)  # a function in its own globals would be a cycle

    def _function_name(self, step: Step) -> str:
        return self._named(step.function, step.label)

    def _named(self, function: Callable | None, label: str) -> str:
        """Give the name that a function has in the text."""
        found = self._labels.get(id(function))
        if found is None:
            found = self._labels[id(function)] = self.fresh(label)
            self._space[found] = function
        return found

    def _lines(self) -> list[str]:
        last = self._last_uses()
        lines = [f"def {self.name}({', '.join(group for group, _, _ in self.groups)}):"]
        for group, names, consumed in self.groups:
            if names:
                lines.append(f"    {', '.join(names)}{',' if len(names) == 1 else ''} = {group}")
            if consumed:
                lines.append(f"    {group}.clear()")
        unused = [name for _, names, consumed in self.groups if consumed for name in names if name not in last]
        if unused:
            lines.append(f"    del {', '.join(unused)}")
        for number, step in enumerate(self.steps):
            dead = [name for name in dict.fromkeys([*_flat(step.args), *step.results])
                    if name != "_" and last.get(name) == number]
            boxed: list[str] = []
            if step.pattern == "boxed":  # which frees its arguments by itself
                results = set(step.results)
                boxed, dead = [name for name in dead if name not in results], [name for name in dead if name in results]
            lines.extend(self._step_lines(step, boxed))
            if dead:
                lines.append(f"    del {', '.join(dead)}")
        shown = [f"[{', '.join(names)}]" for names in self.returns]
        lines.append(f"    return {', '.join(shown)}")  # one group: the list itself
        return lines

    def _step_lines(self, step: Step, dead: list[str]) -> list[str]:
        args = ", ".join(_spell(arg) for arg in step.args)
        call = f"{self._function_name(step)}({args})"
        note = f"  # {_UNPRINTED.sub('?', step.note)[:_LONGEST_NOTE]}" if step.note else ""
        names = step.results
        if step.pattern == "plain":
            return [f"    {names[0]} = {call}{note}"]
        if step.pattern == "boxed":
            taken = f"{', '.join(names)}{',' if len(names) == 1 else ''} = " if names else ""
            return [f"    boxed = [{', '.join(step.args)}]", *([f"    del {', '.join(dead)}"] if dead else []),
                    f"    {taken}{self._function_name(step)}(boxed){note}"]
        if step.pattern == "guard":
            return [f"    if {names[0]} is None:", f"        {names[0]} = {call}"]
        if step.pattern == "none":
            return [f"    {call}{note}"]
        if step.pattern == "grad":
            settle = self._named(step.settle, "zeros")
            return [f"    {names[0]} = {call}{note}",
                    f"    if {names[0]}.__class__ is not Tensor: {names[0]} = {settle}({names[0]})"]
        if step.pattern == "tuple":
            return [f"    {', '.join(names)}{',' if len(names) == 1 else ''} = {call}{note}"]
        if step.pattern == "first":
            return [f"    {names[0]} = {call}[0]{note}"]
        if step.pattern == "saved":
            left = names[0] if len(names) == 2 else f"({', '.join(names[:-1])})"
            return [f"    {left}, {names[-1]} = {call}{note}"]
        if step.pattern == "grads":
            taken = ", ".join(names) + ("," if len(names) == 1 else "")
            padded = f"(g{', None' * (len(names) - 1)},)"
            return [f"    g = {call}{note}", f"    {taken} = g if g.__class__ is tuple else {padded}", "    del g"]
        raise ValueError(step.pattern)

    def _last_uses(self) -> dict[str, int]:
        """Give for each value that is not returned the number of the step after which it is dead."""
        kept = {name for names in self.returns for name in names}
        permanent = {name for _, names, consumed in self.groups if not consumed for name in names}
        last: dict[str, int] = {}
        for number, step in enumerate(self.steps):
            for name in [*_flat(step.args), *step.results]:
                last[name] = number
        return {name: number for name, number in last.items() if name not in kept and name not in permanent}


@lru_cache(maxsize=1024)
def _settling(maker: Callable) -> Callable:
    """Give what makes a tensor of a gradient that came in a tuple, or did not come."""
    def settle(gradient: Any) -> torch.Tensor:
        if isinstance(gradient, tuple):
            gradient, = gradient
        return maker() if gradient is None else gradient
    return settle


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
