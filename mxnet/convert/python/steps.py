"""A graph as steps in execution order, each with its torch equivalent and the sources of its inputs."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import torch

from ...core.errors import MXNetError
from ...core.graph import Entry, Graph, Node
from ...core.ownership import overlap
from ..sizes import Sizes
from . import arithmetic, layers, shapes  # noqa: F401 - they fill RULES
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
    frozen: frozenset[str] = frozenset()    # names of tensors of its state that training leaves as they are


def make_steps(graph: Graph, sizes: Sizes, params: Mapping[str, torch.Tensor],
               inputs: list[str]) -> tuple[list[Step], list[Source]]:
    """Return the steps of a graph and its outputs; raises with all operators that cannot be written."""
    steps = _Steps(graph, sizes, params, inputs)
    for node in graph.nodes:
        if node.op is not None:
            steps.add(node)
    outputs = [steps.source(entry) for entry in graph.outputs]
    made = _read(steps.steps, outputs)
    missing = [steps.refused[step] for step in made if step in steps.refused]
    missing += [f"{found.name!r}: only its first result can be written" for found in
                dict.fromkeys([*outputs, *(found for step in made for found in step.inputs)])
                if found.step is not None and found.index >= found.step.outputs and found.step not in steps.refused]
    if missing:
        raise MXNetError("these cannot be written as PyTorch:\n  " + "\n  ".join(missing))
    for step in made:
        for found in step.inputs:
            if found.step is not None:
                found.step.users.append(step)
    return made, outputs


class _Steps:
    """Makes the steps of a graph, node by node."""

    def __init__(self, graph: Graph, sizes: Sizes, params: Mapping[str, torch.Tensor], inputs: list[str]) -> None:
        self._sizes, self._params, self._inputs = sizes, params, inputs
        self.steps: list[Step] = []
        self.refused: dict[Step, str] = {}
        self._made: dict[Node, Step] = {}
        self._layers: dict[tuple, Step] = {}
        self._frozen = _frozen(graph, params)
        self._earlier = [Entry(node) for node in graph.variables if node.name in inputs]

    def source(self, entry: Entry) -> Source:
        """Return where a value comes from; a parameter that an expression reads becomes a step."""
        node = entry.node
        if node.op is None and node.name in self._inputs:
            return Source(None, node.name, 0)
        if node.op is None and node not in self._made:
            value = self._params[node.name]
            empty = Text(f"torch.empty({', '.join(map(str, value.shape))})")
            self._keep(node, Step(node.name, Piece("{layer}", "weight", "nn.Parameter", [("", empty)], {"": value}), [],
                                  frozen=frozenset({""} if node.name in self._frozen else ())))
        return Source(self._made[node], node.name, entry.index)

    def add(self, node: Node) -> None:
        """Make the step of an operator."""
        call = Call(node, self._sizes, [_parameter(entry, self._params) for entry in node.inputs], self._earlier)
        try:
            if node.op_name not in RULES:
                raise Refused("there is no layer or function for it yet")
            piece = RULES[node.op_name](call)
        except Refused as why:
            step = Step(node.name, Piece("{0}"), [self.source(entry) for entry in node.inputs])
            self.refused[step] = f"{node.op_name} {node.name!r}: {why}"
            self._keep(node, step)
            return
        names = [name for entry in node.inputs for name in _leaves(entry, self._params)]
        entries = [*(node.inputs[place] for place in piece.takes), *piece.reads]
        step = Step(node.name, piece, [self.source(entry) for entry in entries], piece.outputs,
                    frozen=_frozen_parts(piece, [name for name in names if name in self._frozen], self._params))
        if piece.state:
            first = self._layers.setdefault((piece.layer, *names), step)
            step.owner = first if first is not step else None
        self._keep(node, step)
        self._earlier.append(Entry(node))

    def _keep(self, node: Node, step: Step) -> None:
        self._made[node] = step
        self.steps.append(step)


def _parameter(entry: Entry, params: Mapping[str, torch.Tensor]) -> torch.Tensor | None:
    """Return the value of an input that is a parameter, or the joined parameters of a recurrent layer."""
    node = entry.node
    if node.op is None:
        return params.get(node.name)
    if node.op_name == "Reshape" and node.params.shape == (-1,):
        value = _parameter(node.inputs[0], params)
        return None if value is None else value.reshape(-1)
    if node.op_name == "_rnn_param_concat":
        values = [value for part in node.inputs for value in [_parameter(part, params)] if value is not None]
        return torch.cat([value.reshape(-1) for value in values]) if len(values) == len(node.inputs) else None
    return None


def _leaves(entry: Entry, params: Mapping[str, torch.Tensor]) -> list[str]:
    """Name the parameters of which `_parameter` makes a value."""
    if entry.node.op is None:
        return [entry.node.name] if entry.node.name in params else []
    return [] if _parameter(entry, params) is None else [
        name for part in entry.node.inputs for name in _leaves(part, params)]


def _frozen(graph: Graph, params: Mapping[str, torch.Tensor]) -> set[str]:
    """Name the parameters whose learning rate is zero."""
    return {node.name for node in graph.variables if node.name in params and _rate(node) == 0}


def _rate(node: Node) -> float:
    try:
        return float(node.attrs.get("__lr_mult__", 1))
    except ValueError:
        return 1.0


def _frozen_parts(piece: Piece, names: list[str], params: Mapping[str, torch.Tensor]) -> frozenset[str]:
    """Name the tensors of a layer's state that are in the memory of these parameters."""
    return frozenset(key for key, value in piece.state.items() if value.is_floating_point()
                     and any(overlap(value, params[name]) for name in names))


def _read(steps: list[Step], outputs: list[Source]) -> list[Step]:
    """Drop unused steps: initial states of zeros, which torch's layers create themselves."""
    wanted = {source.step for source in outputs}
    for step in reversed(steps):
        if step in wanted:
            wanted.update(source.step for source in step.inputs)
    return [step for step in steps if step in wanted]


class Text(str):
    """An argument of a layer that is written verbatim."""
