"""A symbol and its parameters as a plain PyTorch program: `model.py`, which a person can read, and its tensors.

`pieces.py` says what each operator is in torch, `blocks.py` finds what repeats, `source.py` writes the text.
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
    """The text of a module, the tensors of its state by name, and what `forward` takes and gives."""

    text: str
    state: dict[str, torch.Tensor]
    inputs: list[str]
    outputs: list[str]


def write_python(symbol: Any, params: Mapping[str, torch.Tensor], shapes: Mapping[str, tuple[int, ...]],
                 name: str = "model") -> PythonModel:
    """Write a network as a `torch.nn.Module` of torch's own layers; operators that have none are listed at once.

    Parameters
    ----------
    params : values by name.
    shapes : of the inputs, by name; their first axis is the batch, which stays open.
    name : what the text says where the model came from.
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
