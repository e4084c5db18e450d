"""Recorded steps as a graph, for `autograd.get_symbol`."""
from itertools import count
from typing import Any

from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op import find
from ..core.params import to_string
from .cached import Called
from .history import Step


def rebuilt(head: Any) -> list[Entry]:
    """Rebuild what is below a parent; a graph called as one operator is one node."""
    return Graph([_Rebuilt().entry(head)]).outputs


class _Rebuilt:
    """Graph nodes made again from recorded steps."""

    def __init__(self) -> None:
        self.nodes: dict[Any, Any] = {}
        self.variables, self.calls = count(), count()

    def entry(self, head):
        """Rebuild what is below one parent, dependencies first; iterative, because graphs are deep."""
        pending = [head]
        while pending:
            found = _owner(pending[-1])
            parents = found.parents if isinstance(found, Step) else ()
            missing = [p for p in parents if id(_owner(p)) not in self.nodes]
            if missing and id(found) not in self.nodes:
                pending.extend(reversed(missing))
                continue
            pending.pop()
            if id(found) not in self.nodes:
                self.nodes[id(found)] = self._call(found) if isinstance(found, Step) \
                    else Node(None, f"var{next(self.variables)}")
        return self._made(head)

    def _made(self, parent):
        index = parent[1] if parent.__class__ is tuple else 0
        return Entry(self.nodes[id(_owner(parent))], index)

    def _call(self, step: Step):
        if step.__class__ is Called:
            inputs = [self._made(parent) for parent in step.parents]
            return Node(find("_CachedOp"), f"node_{next(self.calls)}", {}, inputs, [step.graph])
        if step.bound is None:
            raise MXNetError("get_symbol: a custom Function, a gradient or indexing by arrays was "
                             "recorded, which a Symbol cannot say")
        node, inputs = None, [self._made(parent) for parent in step.parents]
        chain: Any = step.bound() if callable(step.bound) else [step.bound]
        for bound in chain:
            op = bound.op
            attrs = {key: to_string(key, value) for key, value in bound.params.items()
                     if key not in op.schema.params or value != op.schema.params[key].default}
            if op.schema.variadic:
                attrs[op.num_args] = str(len(inputs))
            node = Node(op, f"node_{next(self.calls)}", attrs, inputs)
            inputs = [Entry(node)]
        return node


def _owner(parent):
    return parent[0] if parent.__class__ is tuple else parent
