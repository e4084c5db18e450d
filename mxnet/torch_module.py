"""A symbol as `torch.nn.Module`: the road from a checkpoint to a PyTorch program. See `Symbol.to_torch`."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from . import ndarray as nd
from .checkpoint import split_params
from .context import Context
from .convert.losses import label_names, strip_losses
from .core.errors import MXNetError, UnknownName
from .core.graph import Entry, Graph, Node, copy_graph
from .core.op.registry import Bound
from .core.op.shapes import known
from .core.passes.infer import infer_shapes
from .core.passes.inline import inline
from .core.passes.interpret import subgraph_callables
from .core.program import identifier
from .ndarray.array import NDArray
from .ndarray.tensors import tensor_of

__all__ = ["TorchModule", "to_torch"]


def to_torch(symbol, params: Any = None, inputs: list[str] | None = None, keep_loss: bool = False) -> TorchModule:
    """Make a `TorchModule` of a symbol and its parameters. See `Symbol.to_torch`."""
    values = _by_name(params)
    if keep_loss:
        outputs = inline(symbol.graph).outputs
    else:
        outputs, _ = strip_losses(symbol._outputs, known=values, train=True)
    graph = Graph(copy_graph(outputs))
    missing = [node.name for node in graph.variables if node.name not in values]
    if inputs is None:
        labels = set(label_names(graph, known=values))
        inputs = [name for name in missing if name not in labels] + [name for name in missing if name in labels]
    wanting, given = set(missing), set(inputs)
    for name in inputs:
        if name not in wanting:
            raise UnknownName("input", name, missing)
    lacking = [name for name in missing if name not in given]
    if lacking:
        raise MXNetError(f"to_torch: params has no {', '.join(lacking)}; name them in inputs to pass them to forward")
    return TorchModule(graph, values, inputs)


def _by_name(params: Any) -> dict[str, torch.Tensor]:
    """Read parameters in the forms programs have them: a dict, a pair of dicts, a file."""
    if params is None:
        params = {}
    if isinstance(params, (tuple, list)):
        args, aux = params
    else:
        if not isinstance(params, Mapping):
            params = nd.load(params)
        args, aux = split_params(params, "params") if params else ({}, {})
    return {name: tensor_of(array) if isinstance(array, NDArray) else torch.as_tensor(array)
            for name, array in {**args, **(aux or {})}.items()}


class TorchModule(torch.nn.Module):
    """Computes a symbol's outputs from its inputs; parameters are `nn.Parameter`, states buffers.

    The operators are the ones that `Executor` runs, so gradients are MXNet's; random numbers come
    from torch's generator. It is made in `eval` mode, and can be trained, saved, and exported with
    ``torch.export``.

    Parameters
    ----------
    graph : the computation; it is changed, so give a copy.
    params : values by name for the graph's variables that are no inputs.
    inputs : names of the arguments of `forward`, in their order.
    """

    def __init__(self, graph: Graph, params: Mapping[str, torch.Tensor], inputs: list[str]) -> None:
        super().__init__()
        self.input_names = list(inputs)
        self.output_names = [entry.node.output_name(entry.index) for entry in graph.outputs]
        self._graph = graph
        fixed = _free_gammas(graph)
        states = {node.name for node in graph.auxiliary}
        self._slots: dict[Node, tuple[str, str]] = {}  # variable -> (kind, name it has here)
        self._open = [node for node in graph.nodes if node.op is not None and node.op.completion is not None]
        self._completed = _Completed()
        given = set(inputs)
        for node in graph.variables:
            if node.name in given:
                self._slots[node] = ("input", node.name)
                continue
            name = self._fresh(node.name)
            value = params[node.name].detach().clone()
            if node.name in fixed:
                value.fill_(1)
            if node.name in states or node.name in fixed or not value.is_floating_point():
                self.register_buffer(name, value)
                self._slots[node] = ("buffer", name)
            else:
                self.register_parameter(name, torch.nn.Parameter(value))
                self._slots[node] = ("parameter", name)
        self.eval()

    def _fresh(self, hint: str) -> str:
        """Give an attribute's name that is not taken, neither by another parameter nor by a module's own methods.

        It is a word of Python's: torch writes it into the text of exported programs.
        """
        base = identifier(hint)
        name, count = base, 1
        while hasattr(self, name):
            count += 1
            name = f"{base}_{count}"
        return name

    def forward(self, *args: torch.Tensor, **kwargs: torch.Tensor) -> Any:
        """Compute the outputs: one tensor, or a tuple where there are several."""
        given = self._arguments(args, kwargs)
        tensors = [*given.values(), *self.parameters(), *self.buffers()]
        device = tensors[0].device if tensors else torch.device("cpu")
        bounds = self._complete(given)
        values: dict[Node, tuple] = {}
        for node in self._graph.nodes:
            if node.op is None:
                kind, name = self._slots[node]
                values[node] = (given[name] if kind == "input" else getattr(self, name),)
            else:
                result = self._call(node, bounds.get(node) or node.bound,
                                    [values[e.node][e.index] for e in node.inputs], device)
                values[node] = result if isinstance(result, tuple) else (result,)
        outputs = tuple(values[entry.node][entry.index] for entry in self._graph.outputs)
        return outputs[0] if len(outputs) == 1 else outputs

    def _arguments(self, args: tuple, kwargs: dict) -> dict[str, torch.Tensor]:
        if len(args) > len(self.input_names):
            raise TypeError(f"forward takes {len(self.input_names)} inputs ({', '.join(self.input_names)}), "
                            f"got {len(args)}")
        given = dict(zip(self.input_names, args))
        for name, value in kwargs.items():
            if name not in self.input_names or name in given:
                raise TypeError(f"forward: unexpected input {name!r}; inputs are {', '.join(self.input_names)}")
            given[name] = value
        missing = [name for name in self.input_names if name not in given]
        if missing:
            raise TypeError(f"forward: missing {', '.join(missing)}")
        return given

    def _call(self, node: Node, bound: Bound, tensors: list, device: torch.device) -> Any:
        op = bound.op
        if op.wants_subgraphs:
            ctx = Context("gpu" if device.type == "cuda" else "cpu", device.index or 0)
            extra = {"is_train": self.training} if op.wants_train else {}
            return bound.call(*tensors, subgraphs=subgraph_callables(node.subgraphs, self.training, ctx), **extra)
        # A tracer follows the function itself; the operators' own gradients are for eager training.
        run = bound.run if torch.compiler.is_compiling() else bound.run_taped
        return run(tensors, self.training, None, device)

    def _complete(self, given: dict) -> dict[Node, Bound]:
        """Give creating operators, such as first states, the sizes that follow from the inputs'."""
        if not self._open:
            return {}
        key = tuple(tuple(value.shape) for value in given.values())
        found = self._completed.calls
        if self._completed.shapes != key:
            shapes = {name: tuple(map(int, value.shape)) for name, value in given.items()}
            for node, (kind, name) in self._slots.items():
                if kind != "input":
                    shapes[node.name] = tuple(getattr(self, name).shape)
            inferred = infer_shapes(self._graph, shapes)
            found = {}
            for node in self._open:
                shape = inferred[Entry(node)]
                if known(shape):
                    found[node] = Bound(node.op, node.op.completion(node.params, shape))
            self._completed.shapes, self._completed.calls = key, found
        return found

    def extra_repr(self) -> str:
        calls = sum(node.op is not None for node in self._graph.nodes)
        return f"inputs=({', '.join(self.input_names)}), operators={calls}, outputs=({', '.join(self.output_names)})"


class _Completed:
    """The calls that shapes complete, for the shapes seen last; torch.export must not look inside a module's dicts."""

    shapes: tuple | None = None
    calls: dict[Node, Bound] = {}


def _free_gammas(graph: Graph) -> set[str]:
    """Turn fix_gamma off, whose writing of ones no tracer likes; give the gammas that must hold ones."""
    fixed = set()
    for node in graph.nodes:
        if node.op is not None and node.op.schema.params.get("fix_gamma") is not None and node.params.fix_gamma \
                and len(node.inputs) > 1 and node.inputs[1].node.op is None:
            fixed.add(node.inputs[1].node.name)
            node.attrs["fix_gamma"] = "False"
            node.forget_params()
    return fixed
