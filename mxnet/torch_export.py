"""A `TorchModule` as a program of torch.export, with axes that vary. Called by the command line."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from .convert.axes import Axes, CannotVary
from .core.errors import MXNetError
from .core.graph import Entry, Graph, Node
from .torch_module import TorchModule


def export(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes) -> Any:
    """Give the ``ExportedProgram`` of a module; ``axes`` of its inputs vary.

    Parameters
    ----------
    inputs : examples by name. An axis that varies must be longer than 1 in them, as torch fixes those of 1.

    Raises
    ------
    CannotVary
        where a call fixes a size; it is named.
    """
    try:
        return _export(module, inputs, axes)
    except MXNetError:
        raise
    except Exception as error:
        if not axes:
            raise
        words = str(error).strip().split("\n")[0]
        raise CannotVary(f"torch.export fixes sizes at {_culprit(module, inputs, axes)}: {words}") from error


def _export(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes) -> Any:
    given = tuple(inputs[name] for name in module.input_names)
    if not axes:
        return torch.export.export(module, given, strict=False)
    dynamic = tuple(dict.fromkeys(axes.get(name, ()), torch.export.Dim.DYNAMIC) for name in module.input_names)
    return torch.export.export(module, given, dynamic_shapes=(dynamic,), strict=False)


def _culprit(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes) -> str:
    """Name the first call with which the calls up to it cannot be exported."""
    calls = [node for node in module.graph.nodes if node.op is not None]
    good, bad = 0, len(calls)  # how many of the first calls can go, how many cannot
    while bad - good > 1:
        middle = (good + bad) // 2
        if _goes(module, inputs, axes, calls[:middle]):
            good = middle
        else:
            bad = middle
    return f"{calls[good].op_name}({calls[good].name})"


def _goes(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes, calls: list[Node]) -> bool:
    graph = Graph([Entry(node, index) for node in calls for index in range(node.num_visible)])
    variables = {node.name for node in graph.variables}
    part = TorchModule(graph, module.values(), [name for name in module.input_names if name in variables])
    try:
        _export(part, inputs, axes)
    except Exception:
        return False
    return True
