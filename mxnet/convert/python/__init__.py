"""Converts a symbol and its parameters to a plain PyTorch program: a readable `model.py`, and its tensors.

`layers.py`, `shapes.py` and `arithmetic.py` map operators to torch, `blocks.py` finds repeated parts, `source.py`
writes the text. Which sizes may vary, and what follows from them, says `convert/sizes.py`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch

from ...core.errors import MXNetError
from ...core.graph import Graph
from ..losses import strip_losses
from ..sizes import Sizes
from . import blocks, source
from .steps import make_steps

__all__ = ["PythonModel", "write_python"]


class PythonModel(NamedTuple):
    """The text of a module, the tensors of its state by name, the inputs and outputs of `forward`, and the sizes that
    the inputs may have."""

    text: str
    state: dict[str, torch.Tensor]
    inputs: list[str]
    outputs: list[str]
    sizes: Sizes


def write_python(symbol: Any, params: Mapping[str, torch.Tensor], shapes: Mapping[str, tuple[int, ...]],
                 name: str = "model") -> PythonModel:
    """Write a network as a `torch.nn.Module` of torch's layers; if operators have no equivalent, the error lists all of
    them.

    Parameters
    ----------
    params : parameter values by name.
    shapes : shapes of the inputs, by name. The module takes all other sizes that the network takes, and raises for
        those that it does not.
    name : origin of the model, stated in the text.
    """
    outputs, _ = strip_losses(symbol._outputs, known=params, train=True)
    graph = Graph(outputs)
    missing = [node.name for node in graph.variables if node.name not in params and node.name not in shapes]
    if missing:
        raise MXNetError(f"there is no value and no shape of {', '.join(missing)}")
    sizes = Sizes(graph, {key: tuple(value.shape) for key, value in params.items()}, shapes)
    steps, sources = make_steps(graph, sizes, params, list(shapes))
    inputs = [key for key in shapes if any(node.name == key for node in graph.variables)]
    parts = blocks.divide(steps, sources)
    text, state = source.write(parts, inputs, shapes, sizes.axes, name)
    return PythonModel(text, state, inputs, [entry.node.output_name(entry.index) for entry in graph.outputs], sizes)
