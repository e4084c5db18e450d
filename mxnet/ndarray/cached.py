"""CachedOp: a symbol's graph called like one operator on arrays, recorded like the calls it is made of."""
import functools

from ..core.device import Context
from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.mode import mode
from ..core.op.registry import Bound
from ..core.passes.fuse import spared
from ..core.passes.infer import infer_shapes
from ..core.passes.inline import inline
from ..core.passes.interpret import subgraph_callables
from ..fileformat import symbol_json
from .array import NDArray
from .invoke import invoke


class CachedOp:
    """Run a symbol on arrays given in the order of its ``list_inputs()``.

    ``flags`` tune MXNet's memory planner; here there is nothing to tune and they are kept only to
    be read.
    """

    __slots__ = ("graph", "flags", "_open", "_spared")

    def __init__(self, sym, flags=()) -> None:
        self.graph, self.flags = inline(Graph(sym._outputs)), tuple(flags)
        # Operators that create arrays may leave their shape to what the graph needs.
        self._open = any(node.op is not None and node.op.completion is not None
                         for node in self.graph.nodes)
        self._spared = spared(self.graph, ())

    def __call__(self, *args: NDArray, **kwargs):
        out = kwargs.pop("out", None)
        if kwargs:
            raise TypeError("CachedOp.__call__ got unexpected keyword argument(s): "
                            + ", ".join(kwargs))
        variables = self.graph.variables
        if len(args) != len(variables):
            raise MXNetError(f"CachedOp takes {len(variables)} arrays "
                             f"({', '.join(node.name for node in variables)}), got {len(args)}")
        values = {node: [array] for node, array in zip(variables, args, strict=True)}
        shapes = self._shapes(args) if self._open else None
        ctx = args[0]._ctx if args else None
        for node in self.graph.nodes:
            if node.op is not None:
                arrays = [values[e.node][e.index] for e in node.inputs]
                found = self._run(node, arrays, shapes, ctx)
                values[node] = found if isinstance(found, list) else [found]
        results = [values[e.node][e.index] for e in self.graph.outputs]
        if out is None:
            return results[0] if len(results) == 1 else results
        for target, result in zip(out if isinstance(out, (list, tuple)) else [out], results,
                                  strict=True):
            result.copyto(target)
        return out

    def _shapes(self, args: tuple):
        return infer_shapes(self.graph, {node.name: array.shape for node, array in
                                         zip(self.graph.variables, args, strict=True)})

    def _run(self, node: Node, arrays: list, shapes, ctx: Context | None):
        bound = node.bound
        if node in self._spared and not mode.recording:
            bound = self._spared[node]
        elif bound.op.completion is not None:
            bound = Bound(bound.op, bound.op.completion(bound.params, shapes[Entry(node)]))
        elif bound.op.wants_subgraphs:
            bound = Bound(bound.op, bound.params)
            bodies = subgraph_callables(node.subgraphs, mode.training, ctx)
            bound.call = functools.partial(bound.call, subgraphs=bodies)
        return invoke(bound, arrays, None, ctx)


class _Described:
    """A graph read from JSON, as `CachedOp` takes it."""

    def __init__(self, text: str) -> None:
        self._outputs = symbol_json.loads(text)


def call_described(*data: NDArray, subgraph: str, out=None, name=None):
    """Compute a graph that is given as symbol JSON, on arrays in the order of its inputs."""
    return CachedOp(_Described(subgraph))(*data, out=out)
