"""Runs a graph node by node on tensors, under autograd if the caller records: bodies of control flow."""
from __future__ import annotations

from collections.abc import Callable

from ..device import Context
from ..graph import Graph
from ..rng import generator


def interpret(graph: Graph, values: dict, is_train: bool, ctx: Context) -> list:
    """Compute a graph's outputs from ``values`` (variable name -> tensor)."""
    entries: dict = {}
    for node in graph.nodes:
        if node.op is None:
            entries[node] = (values[node.name],)
            continue
        tensors = [entries[e.node][e.index] for e in node.inputs]
        bound = node.bound
        if bound.op.wants_subgraphs:
            bodies = subgraph_callables(node.subgraphs, is_train, ctx)
            result = bound.call(*tensors, subgraphs=bodies, **({"is_train": is_train} if bound.op.wants_train else {}))
        else:
            result = bound.run_taped(tensors, is_train, lambda: generator(ctx), ctx.torch_device)
        entries[node] = result if isinstance(result, tuple) else (result,)
    return [entries[e.node][e.index] for e in graph.outputs]


def subgraph_callables(subgraphs: list[Graph], is_train: bool, ctx: Context) -> list[Callable]:
    """Give each body as a function of its variables, in the order of the graph's inputs."""
    def body(graph: Graph) -> Callable:
        names = [node.name for node in graph.variables]

        def run(*tensors):
            return interpret(graph, dict(zip(names, tensors)), is_train, ctx)
        run.names = names
        return run
    return [body(graph) for graph in subgraphs]
