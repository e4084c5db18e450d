"""Lowers a graph to a program on torch's tape: every call is taped by itself, with the operator's own gradient.

For whoever wants more of a tape than one backward: derivatives of derivatives, torch's own modules and tracers, and
graphs that cannot be planned because shapes depend on values.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from ..device import Context
from ..graph import Entry, Graph, Node
from ..op.registry import Bound
from ..op.shapes import known
from ..program import Program
from ..tape import run_taped
from .infer import infer_shapes
from .kernels import with_bodies


def taped(graph: Graph, is_train: bool, ctx: Context, rng: Callable | None,
          completed: Mapping[Node, Bound] | None = None) -> Program:
    """Write the program; it takes one list, the values of ``graph.variables``.

    ``rng`` gives the generator of random operators, None is torch's own. ``completed`` are the calls of nodes that
    get more params than they have, such as the shape of a first state.
    """
    program, names = Program("taped"), {}
    for node in graph.variables:
        names[Entry(node)] = program.fresh(node.name)
    program.inputs("args", list(names.values()))
    for node in graph.nodes:
        if node.op is None:
            continue
        count = node.num_outputs
        results = [program.fresh(node.name if count == 1 else f"{node.name}_{index}") for index in range(count)]
        args = [names[Entry(entry.node, entry.index)] for entry in node.inputs]
        kernel = _kernel(node, (completed or {}).get(node, node.bound), is_train, ctx, rng)
        program.call(kernel, node.op.name, args, results, "plain" if count == 1 else "tuple")
        names.update((Entry(node, index), name) for index, name in enumerate(results))
    program.returns = [[names[Entry(entry.node, entry.index)] for entry in graph.outputs]]
    return program


def _kernel(node: Node, bound: Bound, is_train: bool, ctx: Context, rng: Callable | None) -> Callable:
    device = ctx.torch_device
    if bound.op.wants_subgraphs:
        bound = with_bodies(node, is_train, ctx)

    def call(*tensors: torch.Tensor) -> Any:
        # A tracer follows the function itself; the operators' own gradients are for eager training.
        if torch.compiler.is_compiling():
            return bound.run(tensors, is_train, rng, device)
        return run_taped(bound, tensors, is_train, rng, device)

    def call_anew(*tensors: torch.Tensor) -> Any:  # of a user's operator: backward finds the state of this call
        return bound.op.per_node(bound)(*tensors, is_train=is_train, device=device)
    return call_anew if hasattr(bound.op, "per_node") else call



def complete(graph: Graph, shapes: Sequence[tuple]) -> dict[Node, Bound]:
    """Give the calls of nodes that create arrays as large as the shapes of ``graph.variables`` say."""
    created = [node for node in graph.nodes if node.op is not None and node.op.completion is not None]
    if not created:
        return {}
    found = infer_shapes(graph, dict(zip([node.name for node in graph.variables], map(tuple, shapes))))
    return {node: Bound(node.op, node.op.completion(node.params, found[Entry(node)])) for node in created
            if known(found[Entry(node)])}
