"""Finds repeated parts of a network: segments between two values that everything passes through, equal except for
numbers."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .steps import Source, Step

# Default values of a layer's keywords, and the names of its positional arguments.
DEFAULTS: dict[str, Any] = {"stride": 1, "padding": 0, "dilation": 1, "groups": 1, "bias": True, "output_padding": 0,
            "fix_gamma": False, "use_global_stats": False}
WORDS: dict[str, tuple[str, ...]] = {"nn.Linear": ("in_features", "features"), "nn.Embedding": ("words", "features"),
         "nn.Dropout": ("rate",), "nn.PReLU": ("channels",)}
CHANNELS = ("in_channels", "channels", "kernel")


@dataclass(eq=False)
class Block:
    """A class of the program: the steps of its first use, and the arguments by which its uses differ."""

    name: str
    uses: list[list[Step]]
    varying: dict[tuple[int, str], str] = field(default_factory=dict)  # (step, argument) -> parameter
    parameters: dict[str, list[Any]] = field(default_factory=dict)     # parameter -> its value in each use


@dataclass(eq=False)
class Use:
    """One use of a block within the network."""

    block: Block
    steps: list[Step]

    @property
    def number(self) -> int:
        return next(place for place, steps in enumerate(self.block.uses) if steps is self.steps)


@dataclass
class Parts:
    """The network: its lines, in which blocks replace the segments that they cover."""

    lines: list[Step | Use]
    blocks: list[Block]
    outputs: list[Source]


def divide(steps: list[Step], outputs: list[Source]) -> Parts:
    """Make classes of the segments that occur at least twice in a network."""
    segments = _with_activations(_segments(steps, outputs), outputs)
    groups: dict[tuple, list[list[Step]]] = {}
    for segment in segments:
        if len(segment) > 1 and not any(_is_shared(step, segment) for step in segment):
            groups.setdefault(_signature(segment), []).append(segment)
    found: dict[int, Block] = {}
    blocks: list[Block] = []
    for uses in groups.values():
        if len(uses) > 1:
            block = Block(_class_name(uses[0], blocks), uses)
            _compare(block)
            blocks.append(block)
            found.update({id(segment): block for segment in uses})
    lines: list[Step | Use] = []
    for segment in segments:
        block = found.get(id(segment))
        lines += [Use(block, segment)] if block is not None else segment
    return Parts(lines, blocks, outputs)


def _segments(steps: list[Step], outputs: list[Source]) -> list[list[Step]]:
    """Cut where only one value is alive: the one that was just computed."""
    last = {step: max((steps.index(user) for user in step.users), default=-1) for step in steps}
    for source in outputs:
        if source.step is not None:
            last[source.step] = len(steps)
    read: dict[str, int] = {}
    for place, step in enumerate(steps):
        for source in step.inputs:
            if source.step is None:
                read[source.name] = place
    segments: list[list[Step]] = [[]]
    alive: set[Step] = set()
    for place, step in enumerate(steps):
        segments[-1].append(step)
        alive = {other for other in (*alive, step) if last[other] > place}
        if alive <= {step} and all(end <= place for end in read.values()):
            segments.append([])
    return [segment for segment in segments if segment]


def _with_activations(segments: list[list[Step]], outputs: list[Source]) -> list[list[Step]]:
    """Include the activation that follows a segment, as a programmer would."""
    shown = {source.step for source in outputs}
    joined: list[list[Step]] = []
    for segment in segments:
        alone = segment[0] if len(segment) == 1 else None
        if alone is not None and joined and len(joined[-1]) > 1 and not alone.piece.layer and \
                joined[-1][-1] not in shown and alone.piece.text.startswith(("F.relu", "torch.tanh", "torch.sigmoid")) \
                and len(alone.inputs) == 1 and not _activated(joined[-1]):
            joined[-1].append(alone)
        else:
            joined.append(list(segment))
    return joined


def _activated(segment: list[Step]) -> bool:
    """Return whether a segment already ends in an activation."""
    return segment[-1].piece.text.startswith(("F.relu", "torch.tanh", "torch.sigmoid"))


def _is_shared(step: Step, segment: list[Step]) -> bool:
    """Return whether a layer is used twice, or a value other than the last is read elsewhere."""
    outside = step is not segment[-1] and any(user not in segment for user in step.users)
    return step.owner is not None or outside or any(user.owner is step for user in step.users)


def _signature(segment: list[Step]) -> tuple:
    """Return what two uses of one class have in common: layers, functions, and how they are connected."""
    place = {step: number for number, step in enumerate(segment)}
    return tuple((step.piece.text, step.piece.layer, sum(not name for name, _ in step.piece.args),
                  tuple((place.get(source.step, -1) if source.step else -1, source.index) for source in step.inputs),
                  tuple(sorted(step.piece.state)), step.outputs) for step in segment)


def _class_name(segment: list[Step], blocks: Sequence[Block]) -> str:
    text = " ".join(step.piece.text for step in segment)
    base = "Branches" if "torch.cat" in text else "Block"
    if "} + {" in text:  # the shortcut is the input itself, or has its own layers
        inside = set(segment)
        sums = [step for step in segment if "} + {" in step.piece.text]
        past = any(source.step not in inside for step in sums for source in step.inputs)
        base = "Residual" if past else "ResidualProjected"
    count = sum(re.fullmatch(rf"{base}\d*", block.name) is not None for block in blocks)
    return f"{base}{count + 1}" if count else base


def arguments(step: Step) -> dict[str, Any]:
    """Return the arguments of a layer by name; positional ones are called #0, #1 …"""
    found: dict[str, Any] = {}
    for place, (name, value) in enumerate(step.piece.args):
        found[name or f"#{place}"] = value
    return found


def word(layer: str, argument: str) -> str:
    """Return the name that a programmer would give to an argument."""
    if not argument.startswith("#"):
        return argument
    place = int(argument[1:])
    words = WORDS.get(layer, ("channels",) if "Norm" in layer else CHANNELS)
    return words[place] if place < len(words) else f"argument{place}"


def _compare(block: Block) -> None:
    """Find the arguments that differ between uses; those that always have the same value share a parameter."""
    names: dict[tuple, str] = {}
    for number, step in enumerate(block.uses[0]):
        given = [arguments(use[number]) for use in block.uses]
        for argument in dict.fromkeys(name for values in given for name in values):
            values = [item.get(argument, DEFAULTS.get(argument)) for item in given]
            if len({repr(value) for value in values}) == 1:
                continue
            key = tuple(map(repr, values))
            if key not in names:
                base = word(step.piece.layer, argument)
                taken = set(names.values())
                names[key] = base if base not in taken else next(
                    f"{base}{count}" for count in range(2, 1000) if f"{base}{count}" not in taken)
                block.parameters[names[key]] = values
            block.varying[number, argument] = names[key]
