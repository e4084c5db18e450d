"""Writes the program: a class per repeated block, one for the network, and a function that loads it."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ...core.identifiers import Names, identifier
from ..sizes import Size
from . import substitutes
from .blocks import Block, Parts, Use, arguments
from .steps import Source, Step, Text

NESTED = 60     # a longer expression is not nested in another
_RESERVED = ("self", "torch", "F", "nn", "Path", "load", "Model", "sum", *substitutes.NAMES)
_TAIL = '''

def load(path=Path(__file__).with_suffix(".safetensors")):
    """Give the network with its trained parameters, ready to predict."""
    from safetensors.torch import load_file
    model = Model()
    model.load_state_dict(load_file(path))
    return model.eval()


if __name__ == "__main__":
    with torch.no_grad():
        found = load()({zeros})
    print([tuple(value.shape) for value in (found if isinstance(found, tuple) else (found,))])
'''


def write(parts: Parts, inputs: list[str], shapes: Mapping[str, tuple[Any, ...]], sizes: Mapping[str, list[Size]],
          name: str) -> tuple[str, dict[str, torch.Tensor]]:
    """Return the text of the program and the tensors of its state.

    ``shapes`` are those with which it is called by itself, ``sizes`` all that it takes.
    """
    state: dict[str, torch.Tensor] = {}
    classes = []
    attributes: dict[Block, list[str]] = {}
    for block in parts.blocks:
        attributes[block], text = _block(block)
        classes.append(text)
    body = _network(parts, inputs, sizes, attributes, state)
    classes = [*substitutes.used("".join(classes) + body), *classes, body]
    functional = "import torch.nn.functional as F\n" if re.search(r"\bF[.,]", "".join(classes)) else ""
    head = f'"""{_said(name)}, written by `remixnet convert --to python`; it needs torch and safetensors."""\n' \
           f"from pathlib import Path\n\nimport torch\n{functional}from torch import nn\n"
    zeros = ", ".join(f"torch.zeros({', '.join(map(str, shapes[key]))})" for key in inputs)
    return head + "".join(f"\n\n{text}" for text in classes) + _TAIL.replace("{zeros}", zeros), state


def _said(text: str) -> str:
    """Make any text safe inside a docstring."""
    return re.sub(r"[^A-Za-z0-9_ .,:()/-]", "_", text)[:100]


# ---- layers -------------------------------------------------------------------------------------

def _value(given: Any) -> str:
    return str(given) if isinstance(given, Text) else repr(given)


def _made(step: Step, spelled: Mapping[str, str] | None = None, more: Sequence[str] = ()) -> str:
    """Write the construction of a layer; ``spelled`` maps some arguments to parameters of the class."""
    shown = []
    given = arguments(step)
    for name in [*given, *(item for item in more if item not in given)]:
        text = (spelled or {}).get(name) or _value(given[name])
        shown.append(text if name.startswith("#") else f"{name}={text}")
    return f"{step.piece.layer}({', '.join(shown)})"


def _block(block: Block) -> tuple[list[str], str]:
    """Write the class of a block; return its attributes by step, and the text."""
    names, made, attributes = Names([*dir(torch.nn.Module), *_RESERVED, *block.parameters]), [], []
    counts: dict[str, int] = {}
    for number, step in enumerate(block.uses[0]):
        if not step.piece.layer:
            attributes.append("")
            continue
        counts[step.piece.hint] = counts.get(step.piece.hint, 0) + 1
        attribute = names.fresh(f"{step.piece.hint}{counts[step.piece.hint]}")
        attributes.append(attribute)
        spelled = {argument: parameter for (place, argument), parameter in block.varying.items() if place == number}
        made.append(f"        self.{attribute} = {_made(step, spelled, list(spelled))}")
    taken = "".join(f", {name}" for name in block.parameters)
    steps = block.uses[0]
    inside = set(steps)
    outside = next((source for step in steps for source in step.inputs if source.step not in inside), None)
    forward = _Forward({} if outside is None else {_key(outside): "x"}, ["x"])
    layers = dict(zip(steps, attributes))
    lines = forward.write(list(steps), {step: f"self.{layers[step]}" for step in steps},
                          [Source(steps[-1], steps[-1].name, 0)])
    return attributes, "\n".join([f"class {block.name}(nn.Module):", f"    def __init__(self{taken}):",
                                  "        super().__init__()", *made, "", "    def forward(self, x):", *lines]) + "\n"


def _network(parts: Parts, inputs: list[str], sizes: Mapping[str, list[Size]], attributes: Mapping[Block, list[str]],
             state: dict[str, torch.Tensor]) -> str:
    """Write the class of the network, and collect the tensors of all layers."""
    names, made, layers = Names([*dir(torch.nn.Module), *_RESERVED]), [], {}
    frozen: list[str] = []
    count = 0
    short = _shortened([step.name for step in parts.lines if isinstance(step, Step)])
    for line in parts.lines:
        if isinstance(line, Use):
            count += 1
            attribute = names.fresh(f"block{count}")
            given = ", ".join(_value(values[line.number]) for values in line.block.parameters.values())
            made.append(f"        self.{attribute} = {line.block.name}({given})")
            for step, inner in zip(line.steps, attributes[line.block]):
                frozen += _keep(state, step, f"{attribute}.{inner}")
            layers[line.steps[-1]] = f"self.{attribute}"
        elif line.piece.layer and line.owner is None:
            attribute = names.fresh(identifier(short[line.name]))
            made.append(f"        self.{attribute} = {_made(line)}")
            frozen += _keep(state, line, attribute)
            layers[line] = f"self.{attribute}"
    for line in parts.lines:
        if isinstance(line, Step) and line.owner is not None:
            layers[line] = layers[line.owner]
    arguments_ = Names(_RESERVED)
    given_names = {(None, name): arguments_.fresh(identifier(name)) for name in inputs}
    forward = _Forward(dict(given_names), list(given_names.values()))
    lines = forward.write(parts.lines, layers, parts.outputs)
    about = "; ".join(f"{given_names[None, name]} of shape {_spelled(sizes[name])}" for name in inputs)
    guards = _guards({given_names[None, name]: sizes[name] for name in inputs})
    return "\n".join(["class Model(nn.Module):", f'    """Takes {about}."""', "",
                      "    def __init__(self):", "        super().__init__()", *made,
                      *(f"        self.{name}.requires_grad_(False)" for name in frozen), "",
                      f"    def forward(self, {', '.join(given_names.values())}):", *guards, *lines]) + "\n"


def _spelled(sizes: Sequence[Size]) -> str:
    return f"({', '.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})"


def _guards(inputs: Mapping[str, list[Size]]) -> list[str]:
    """Write what raises if an input has another shape than the network takes."""
    lines, first = [], {}
    for name, sizes in inputs.items():
        wrong = [f"{name}.dim() != {len(sizes)}"]
        for axis, size in enumerate(sizes):
            text = f"{name}.shape[{axis}]"
            if not size.word:
                wrong.append(f"{text} != {size.low}" if size.low == size.high
                             else f"not {size.low} <= {text} <= {size.high}")
            elif first.setdefault(size.word, text) != text:
                wrong.append(f"{text} != {first[size.word]}")
        test = _joined([f"        if {wrong[0]}", *(f" or {part}" for part in wrong[1:])], ":", " " * 16)
        lines += [*test, f'            raise ValueError(f"{name} must have shape {_spelled(sizes)}, '
                         f'not {{tuple({name}.shape)}}")']
    return lines


def _joined(parts: list[str], end: str, indent: str) -> list[str]:
    """Write parts one after the other, in lines that are not too long."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) > 110:
            lines[-1] += " \\"
            lines.append(indent + part.lstrip())
        else:
            lines[-1] += part
    return [*lines[:-1], lines[-1] + end]


def _keep(state: dict[str, torch.Tensor], step: Step, attribute: str) -> list[str]:
    """Add the tensors of a layer, and return the names of those that are not trained."""
    names = {name: f"{attribute}.{name}" if name else attribute for name in step.piece.state}
    for name, value in step.piece.state.items():
        state[names[name]] = value.detach().clone().contiguous()
    return [names[name] for name in step.frozen]


def _shortened(names: list[str]) -> dict[str, str]:
    """Remove the common prefix of all names, and Gluon's suffix."""
    prefix = names[0].split("_")[0] + "_" if names else ""
    common = len(prefix) > 1 and sum(name.startswith(prefix) for name in names) > len(names) // 2
    return {name: re.sub("_fwd$", "", name.removeprefix(prefix) if common else name) or name for name in names}


# ---- forward ------------------------------------------------------------------------------------

class _Forward:
    """Writes the lines of a `forward`: one variable as long as there is one live value, and nested calls."""

    def __init__(self, known: dict[tuple, str], taken: list[str]) -> None:
        self.known = known                   # (step or None, name of an input) -> expression
        self.names = Names([*taken, *_RESERVED])
        self.lines: list[str] = []

    def write(self, lines: Sequence[Step | Use], layers: Mapping[Step, str], outputs: list[Source]) -> list[str]:
        ends = [line.steps[-1] if isinstance(line, Use) else line for line in lines]
        reads = [self._inputs(line) for line in lines]
        self.last: dict[tuple[Any, ...], int] = {}
        self.count: dict[tuple[Any, ...], int] = {}
        for place, sources in enumerate([*reads, list(outputs)]):
            for source in sources:
                key = _key(source)
                self.last[key] = place
                self.count[key] = self.count.get(key, 0) + 1
        for place, (line, end, sources) in enumerate(zip(lines, ends, reads)):
            text = "{layer}({0})" if isinstance(line, Use) else line.piece.text
            words = [self._spell(source) for source in sources]
            if text == "{0}":  # nothing to compute
                self.known[end, ""] = words[0]
                continue
            written = _filled(text, words, layers.get(end, ""))
            following = reads[place + 1] if place + 1 < len(reads) else outputs
            key = (end, "")
            once = self.count.get(key, 0) == 1 and any(_key(source) == key for source in following)
            if once and (self._is_plain(lines[place + 1]) and len(written) <= NESTED if place + 1 < len(lines)
                         else len(outputs) == 1):
                self.known[key] = written
                continue
            variable = self._variable(place, line)
            self.lines.append(f"        {variable} = {written}")
            self.known[key] = variable
        shown = ", ".join(self._spell(source) for source in outputs)
        return [*self.lines, f"        return {shown}"]

    def _inputs(self, line: Step | Use) -> list[Source]:
        if isinstance(line, Step):
            return line.inputs
        inside = set(line.steps)
        return [next(source for step in line.steps for source in step.inputs if source.step not in inside)]

    def _spell(self, source: Source) -> str:
        word, step = self.known[_key(source)], source.step
        if step is None or step.outputs == 1:
            return word
        return word + (step.piece.parts[source.index] if step.piece.parts else f"[{source.index}]")

    @staticmethod
    def _is_plain(line: Step | Use) -> bool:
        """Return whether the first input of a line occurs once in its text, as the argument of a call."""
        text = "{layer}({0})" if isinstance(line, Use) else line.piece.text
        return text.count("{0}") == 1 and "({0}" in text and "{1}" not in text

    def _variable(self, place: int, line: Step | Use) -> str:
        """Return x unless a live value has that name."""
        if self._is_free("x", place):
            self.names.taken.add("x")
            return "x"
        return self.names.fresh("y" if isinstance(line, Use) or line.piece.hint == "x" else line.piece.hint)

    def _is_free(self, variable: str, place: int) -> bool:
        """Return whether no value that is read later has this name."""
        return all(self.last.get(key, -1) <= place for key, word in self.known.items()
                   if key in self.last and re.search(rf"\b{variable}\b", word))


def _key(source: Source) -> tuple:
    """Return the value that a source refers to, whichever of its outputs is meant."""
    return (None, source.name) if source.step is None else (source.step, "")


def _filled(text: str, words: list[str], layer: str) -> str:
    """Insert inputs and layer into an expression; a sum inside another expression gets parentheses."""
    def put(match: re.Match) -> str:
        if match[1] == "layer":
            return layer
        word = words[int(match[1])]
        bare = match.start() > 0 and text[match.start() - 1] in "([" and \
            text[match.end():match.end() + 1] in (")", ",", "]")
        return word if bare or re.fullmatch(r"[\w.\[\]]+", word) or _is_call(word) else f"({word})"
    return re.sub(r"\{(layer|\d+)\}", put, text)


def _is_call(word: str) -> bool:
    """Return whether an expression is one call, which needs no parentheses."""
    depth = 0
    for letter in word:
        depth += letter in "(["
        depth -= letter in ")]"
        if depth == 0 and letter in " +-*/@":
            return False
    return word.endswith((")", "]"))
