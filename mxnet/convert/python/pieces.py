"""What an operator becomes: a layer of `torch.nn`, or an expression.

`layers.py`, `shapes.py` and `arithmetic.py` have a function per operator.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from ...core.graph import Entry, Node
from ..sizes import Sizes, expression

if TYPE_CHECKING:
    from ...module.signatures import Params


RULES: dict[str, Callable[[Call], Piece]] = {}


class Refused(Exception):
    """Raised with the reason why an operator, as it is used here, has no equivalent."""


@dataclass
class Piece:
    """A line of `forward`: an expression in which {0}, {1} … stand for inputs and {layer} for the layer, if any."""

    text: str
    hint: str = "x"                                                   # a readable name for its value or layer
    layer: str = ""                                                   # its class: "nn.Conv2d"
    args: list[tuple[str, Any]] = field(default_factory=list)         # of the class; "" is a positional one
    state: dict[str, torch.Tensor] = field(default_factory=dict)      # tensors of the layer by name
    takes: list[int] = field(default_factory=lambda: [0])             # the operator's inputs that {0}, {1} … stand for
    outputs: int = 1                                                  # how many of the operator's it computes
    parts: list[str] = field(default_factory=list)                    # how these are accessed, if not by [0], [1]
    reads: list[Entry] = field(default_factory=list)                  # other values, which follow those of `takes`


class Call:
    """One use of an operator: its params, the shapes around it, and the parameters among its inputs.

    ``shapes`` and ``results`` are those of one size of the network's inputs. What is written must be right for others
    too: `varies` and `written` say how a size follows from the inputs.
    """

    node: Node
    p: Params
    shapes: list[tuple[int, ...]]
    results: list[tuple[int, ...]]
    values: list[Any | None]

    def __init__(self, node: Node, sizes: Sizes, values: list[torch.Tensor | None], earlier: list[Entry]) -> None:
        self.node, self.p, self.values, self._sizes, self._earlier = node, node.params, values, sizes, earlier
        self.shapes = [sizes.of(entry)[0] for entry in node.inputs]
        self.results = [sizes.of(Entry(node, index))[0] for index in range(node.num_outputs)]

    @property
    def rank(self) -> int:
        return len(self.shapes[0])

    def value(self, position: int) -> torch.Tensor:
        """Return the parameter at this input; a layer cannot hold a computed value."""
        found = self.values[position] if position < len(self.values) else None
        if found is None:
            raise Refused(f"its {self.node.input_names()[position]} is computed, not a parameter")
        return found

    def every(self) -> list[int]:
        return list(range(len(self.shapes)))

    # ---- sizes ----------------------------------------------------------------------------------

    def of(self, position: int) -> list[tuple[int, ...]]:
        """Return the shapes of an input for several sizes of the network's inputs."""
        return self._sizes.of(self.node.inputs[position])

    def out(self) -> list[tuple[int, ...]]:
        """Return the shapes of the result for several sizes of the network's inputs."""
        return self._sizes.of(Entry(self.node))

    def varies(self, axis: int, position: int = 0) -> bool:
        """Return whether a size of an input depends on those of the network's inputs."""
        return self._sizes.varies(self.node.inputs[position], axis)

    @property
    def checked(self) -> bool:
        """Return whether there are sizes that this operator refuses, and torch might not."""
        return self.node in self._sizes.suspects

    def written(self, values: list[int], takes: list[int]) -> str | None:
        """Write a size as an expression of those of some inputs, {0}, {1} …; None if it does not follow from them."""
        return expression(values, {f"{{{place}}}": self.of(position) for place, position in enumerate(takes)})

    def reshaped(self, takes: list[int]) -> list[str]:
        """Write all sizes of the result, of which one may be -1 in a reshape."""
        columns = [list(values) for values in zip(*self.out())]
        open_axes = [axis for axis, values in enumerate(columns) if len(set(values)) > 1]
        texts = [self.written(values, takes) for values in columns]
        spare = [axis for axis in open_axes if texts[axis] is None] or \
            [axis for axis in open_axes if not str(texts[axis]).endswith("]")] or open_axes
        if len(open_axes) == 1 or spare != open_axes:
            texts[spare[0]] = "-1"
        if None in texts:
            raise Refused("its sizes do not follow from those of its inputs")
        return _shortened([str(text) for text in texts])

    def from_outside(self, columns: list[list[int]]) -> tuple[list[str], list[Entry]]:
        """Write sizes that follow from no input of this operator, as expressions of earlier values, and name these.

        The first of them, an input of the network, is read anyway: what is made here is made on its device.
        """
        sources = self._earlier[:1]
        texts = []
        for values in columns:
            for entry in [*sources, *self._earlier]:
                found = expression(values, {"{}": self._sizes.of(entry)})
                if found is not None:
                    if "{}" in found and entry not in sources:
                        sources.append(entry)
                    texts.append(found.replace("{}", f"{{{sources.index(entry)}}}" if entry in sources else ""))
                    break
            else:
                raise Refused("its size does not follow from those of the inputs")
        return texts, sources


def _shortened(texts: list[str]) -> list[str]:
    """Write the first axes that are kept as one: ``*{0}.shape[:2]``."""
    count = next((place for place, text in enumerate(texts) if text != f"{{0}}.shape[{place}]"), len(texts))
    return [f"*{{0}}.shape[:{count}]", *texts[count:]] if count > 1 else texts


def rule(*names: str) -> Callable[..., Any]:
    """Register the function that writes these operators."""
    def add(function: Callable[[Call], Piece]) -> Callable[[Call], Piece]:
        for name in names:
            RULES[name] = function
        return function
    return add


def size(value: tuple[int, ...] | int) -> Any:
    """Return (3, 3) as 3: torch applies a single number to all axes."""
    return value if isinstance(value, int) else value[0] if len(set(value)) == 1 else tuple(value)


def options(**given: tuple[Any, Any]) -> list[tuple[str, Any]]:
    """Keep the options, given as name=(value, default), that differ from their defaults."""
    return [(name, value) for name, (value, default) in given.items() if value != default]


def check(right: bool, why: str) -> None:
    if not right:
        raise Refused(why)


def flattened(call: Call) -> str:
    """Write the input with two axes; a vector has one number per sample of the batch."""
    return "torch.flatten({0}, 1)" if call.rank > 2 else "{0}" if call.rank == 2 else "{0}.unsqueeze(1)"
