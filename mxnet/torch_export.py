"""A `TorchModule` as a program of torch.export, with axes that vary. Called by the command line."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from .convert.axes import Axes, CannotVary, other_shapes
from .core.errors import MXNetError
from .core.graph import Entry, Graph, Node
from .core.op.registry import Bound
from .core.op.shapes import known
from .core.passes.infer import infer_shapes
from .torch_module import Programs, TorchModule


def export(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes) -> Any:
    """Return the ``ExportedProgram`` of a module; ``axes`` of its inputs vary.

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
    except Exception as error:
        # Our own refusals say what is wrong; a program names the node of what torch refuses, which is the cause then.
        if not axes or isinstance(error, MXNetError) and (error.__cause__ is None
                                                          or isinstance(error.__cause__, MXNetError)):
            raise
        words = str(error).strip().split("\n")[0]
        raise CannotVary(f"torch.export fixes sizes at {_culprit(module, inputs, axes)}: {words}") from error


def _export(module: TorchModule, inputs: Mapping[str, torch.Tensor], axes: Axes) -> Any:
    given = tuple(inputs[name] for name in module.input_names)
    if not axes:
        return torch.export.export(module, given, strict=False)
    kept = module._programs
    if kept.sized:
        module._programs = _OpenPrograms(module, {name: tuple(value.shape) for name, value in inputs.items()}, axes)
    try:
        return _export_open(module, given, axes)
    finally:
        module._programs = kept


def _export_open(module: TorchModule, given: tuple, axes: Axes) -> Any:
    dynamic = tuple(dict.fromkeys(axes.get(name, ()), torch.export.Dim.DYNAMIC) for name in module.input_names)
    return torch.export.export(module, given, dynamic_shapes=(dynamic,), strict=False)


class _OpenPrograms(Programs):
    """Programs in which arrays that a graph creates, such as first states, are as large as the inputs at hand.

    Which size of a created array is which of an input is found by inferring all shapes twice. A size that follows
    from those of inputs in another way stays a number.
    """

    def __init__(self, module: TorchModule, shapes: Mapping[str, tuple], axes: Axes) -> None:
        super().__init__(module.graph)
        params = {name: tuple(value.shape) for name, value in module.values().items()}
        one = infer_shapes(self.graph, {**params, **shapes})
        two = infer_shapes(self.graph, {**params, **other_shapes(shapes, axes)})
        places = {}
        for slot, node in enumerate(self.graph.variables):
            for axis, pair in enumerate(zip(one.of(node), two.of(node))):
                if pair[0] != pair[1]:
                    places.setdefault(pair, (slot, axis))
        created = [node for node in self.graph.nodes if node.op is not None and node.op.completion is not None]
        self.sizes = {node: [places.get(pair, pair[0]) for pair in zip(one[Entry(node)], two[Entry(node)])]
                      for node in created if known(one[Entry(node)])}

    def find(self, is_train: bool, device: torch.device, values: list) -> Any:
        """Return the function from a list of the variables' values to a list of the outputs."""
        completed = {}
        for node, sizes in self.sizes.items():
            shape = tuple(size if isinstance(size, int) else values[size[0]].shape[size[1]] for size in sizes)
            completed[node] = Bound(node.op, node.op.completion(node.params, shape))
        return self.write(is_train, device, completed)


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
