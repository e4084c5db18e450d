"""Converts a symbol and its parameters to a plain PyTorch program: a readable `model.py`, and its tensors.

`pieces.py` maps operators to torch, `blocks.py` finds repeated parts, `source.py` writes the text.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch

from ...core.errors import MXNetError
from ...core.graph import Graph
from ...core.passes.infer import infer_shapes
from ..losses import strip_losses
from . import blocks, source
from .steps import make_steps

__all__ = ["PythonModel", "write_python"]


class PythonModel(NamedTuple):
    """The text of a module, the tensors of its state by name, and the inputs and outputs of `forward`."""

    text: str
    state: dict[str, torch.Tensor]
    inputs: list[str]
    outputs: list[str]


def write_python(symbol: Any, params: Mapping[str, torch.Tensor], shapes: Mapping[str, tuple[int, ...]],
                 name: str = "model") -> PythonModel:
    """Write a network as a `torch.nn.Module` of torch's layers; if operators have no equivalent, the error lists all of
    them.

    Parameters
    ----------
    params : parameter values by name.
    shapes : shapes of the inputs, by name; their first axis is the batch, whose size stays variable.
    name : origin of the model, stated in the text.
    """
    outputs, _ = strip_losses(symbol._outputs, known=params, train=True)
    graph = Graph(outputs)
    found = infer_shapes(graph, {**{key: tuple(value.shape) for key, value in params.items()}, **shapes})
    missing = [node.name for node in graph.variables if node.name not in params and node.name not in shapes]
    if missing:
        raise MXNetError(f"there is no value and no shape of {', '.join(missing)}")
    steps, sources = make_steps(graph, found, params, list(shapes))
    inputs = [key for key in shapes if any(node.name == key for node in graph.variables)]
    parts = blocks.divide(steps, sources)
    text, state = source.write(parts, inputs, shapes, name)
    return PythonModel(text, state, inputs, [entry.node.output_name(entry.index) for entry in graph.outputs])
