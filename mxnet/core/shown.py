"""What a monitor shows of a network, and MXNet's names for it.

Call nodes are inlined before a network runs (`passes.inline`). Of the calls from a body a monitor shows what the
outermost call node takes, where it is read first, and what it gives, under that node's name.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .graph import Entry, Node


class Shown(NamedTuple):
    """What a monitor shows of a call from a body: names of inputs and outputs, by position, and of the operator."""

    op_name: str
    inputs: dict[int, str]
    outputs: dict[int, str]


def inputs_shown(node: Node) -> list[tuple[Entry, str]]:
    """List the inputs that MXNet's monitor shows, and its names for them."""
    if node.shown is not None:
        return [(node.inputs[place], name) for place, name in node.shown.inputs.items()]
    names = node.op.shown_inputs(node) if node.op.shown_inputs is not None else node.input_names()
    if len(names) == 1 and not node.op.schema.variadic and not node.op.named_input:
        names = ["input0"]
    return [(entry, f"{node.name}_{name}") for entry, name in zip(node.inputs, names)]


def outputs_shown(node: Node) -> list[tuple[int, str]]:
    """List the outputs that MXNet's monitor shows, and its names for them."""
    if node.shown is not None:
        return list(node.shown.outputs.items())
    return [(index, node.output_name(index)) for index in range(node.num_outputs)]


class Body:
    """The body of a call node that is being inlined: what of it a monitor has still to see."""

    def __init__(self, node: Node, outside: Body | None) -> None:
        self.outer: Node = node if outside is None else outside.outer
        names = dict(enumerate(name for _, name in inputs_shown(node))) if outside is None else outside._taken(node)
        variables = node.body.variables
        self.names: dict[Node, str] = {variables[place]: name for place, name in names.items()}

    def note(self, node: Node, made: Node) -> None:
        """Note what is shown of a call that takes the place of a node of the body."""
        made.shown = Shown(self.outer.op_name, self._taken(node), {})

    def _taken(self, node: Node) -> dict[int, str]:
        return {place: self.names.pop(entry.node) for place, entry in enumerate(node.inputs)
                if entry.node in self.names}

    def end(self, node: Node, found: list[Entry]) -> list[Entry]:
        """Return what stands for the outputs of a call node; if it stands in no other, note that they are shown."""
        if node is self.outer:
            for index, entry in enumerate(found):
                if entry.node.shown is not None and node.body.outputs[index].node.op is not None:
                    entry.node.shown.outputs[entry.index] = node.output_name(index)
        return found
