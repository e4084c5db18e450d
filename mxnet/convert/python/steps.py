"""A graph as steps in execution order, each with its torch equivalent and the sources of its inputs."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from ...core.errors import MXNetError
from ...core.graph import Entry, Graph
from .pieces import RULES, Call, Piece, Refused


class Source(NamedTuple):
    """A value: an input of the network by name, or an output of a step."""

    step: Step | None
    name: str
    index: int


@dataclass(eq=False)
class Step:
    """One line of `forward`, before it is written."""

    name: str
    piece: Piece
    inputs: list[Source]
    outputs: int = 1
    owner: Step | None = None      # the step whose layer this one reuses
    users: list[Step] = field(default_factory=list)


def make_steps(graph: Graph, shapes: Any, params: Mapping[str, torch.Tensor],
               inputs: list[str]) -> tuple[list[Step], list[Source]]:
    """Return the steps of a graph and its outputs; raises with all operators that cannot be written."""
    made: dict[Any, Step] = {}
    steps: list[Step] = []
    refused: list[str] = []
    layers: dict[tuple, Step] = {}

    def source(entry: Entry) -> Source:
        node = entry.node
        if node.op is None and node.name in inputs:
            return Source(None, node.name, 0)
        if node.op is None and node not in made:  # a parameter that an expression reads
            value = params[node.name]
            empty = Text(f"torch.empty({', '.join(map(str, value.shape))})")
            made[node] = Step(node.name, Piece("{layer}", "weight", "nn.Parameter", [("", empty)], {"": value}), [])
            steps.append(made[node])
        return Source(made[node], node.name, entry.index)

    for node in graph.nodes:
        if node.op is None:
            continue
        values = [params.get(entry.node.name) if entry.node.op is None else None for entry in node.inputs]
        call = Call(node, [shapes[entry] for entry in node.inputs],
                    [shapes[Entry(node, i)] for i in range(node.num_outputs)], values)
        try:
            if node.op_name not in RULES:
                raise Refused("there is no layer or function for it yet")
            piece = RULES[node.op_name](call)
        except Refused as why:
            refused.append(f"{node.op_name} {node.name!r}: {why}")
            made[node] = Step(node.name, Piece("{0}"), [])
            continue
        step = Step(node.name, piece, [source(node.inputs[place]) for place in piece.takes],
                    max(1, node.num_visible))
        key = (piece.layer, tuple(entry.node.name for entry in node.inputs if entry.node.name in params))
        if piece.state and key in layers:
            step.owner = layers[key]
        elif piece.state:
            layers[key] = step
        made[node] = step
        steps.append(step)
    if refused:
        raise MXNetError("these cannot be written as PyTorch:\n  " + "\n  ".join(refused))
    outputs = [source(entry) for entry in graph.outputs]
    steps = _read(steps, outputs)
    for step in steps:
        for found in step.inputs:
            if found.step is not None:
                found.step.users.append(step)
    return steps, outputs


def _read(steps: list[Step], outputs: list[Source]) -> list[Step]:
    """Drop unused steps: initial states of zeros, which torch's layers create themselves."""
    wanted = {source.step for source in outputs}
    for step in reversed(steps):
        if step in wanted:
            wanted.update(source.step for source in step.inputs)
    return [step for step in steps if step in wanted]


class Text(str):
    """An argument of a layer that is written verbatim."""
