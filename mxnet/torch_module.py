"""A symbol as `torch.nn.Module`: the road from a checkpoint to a PyTorch program. See `Symbol.to_torch`."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from . import ndarray as nd
from .checkpoint import split_params
from .context import Context
from .convert.losses import label_names, strip_losses
from .core.attributes import is_hidden
from .core.construction.compose import copy_graph
from .core.errors import MXNetError, UnknownName
from .core.graph import Entry, Graph, Node
from .core.identifiers import Names
from .core.op.registry import Bound
from .core.passes.infer import infer_shapes
from .core.passes.inline import inline
from .core.tape import complete, taped
from .fileformat import symbol_json
from .ndarray.array import NDArray
from .ndarray.tensors import tensor_of

if TYPE_CHECKING:
    from .symbol import Symbol

__all__ = ["TorchModule", "to_torch"]


def to_torch(symbol: Symbol, params: Any = None, inputs: list[str] | None = None,
             keep_loss: bool = False) -> TorchModule:
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
    from torch's generator. It is made in `eval` mode, and can be trained, copied, pickled (``torch.save``),
    and exported with ``torch.export``. It prints as the list of its layers, and `summary` adds shapes.

    Parameters
    ----------
    graph : the computation; it is changed, so give a copy.
    params : values by name for the graph's variables that are no inputs.
    inputs : names of the arguments of `forward`, in their order.
    """

    def __init__(self, graph: Graph, params: Mapping[str, torch.Tensor], inputs: list[str]) -> None:
        super().__init__()
        self.input_names: list[str] = list(inputs)
        self.output_names: list[str] = [entry.node.output_name(entry.index) for entry in graph.outputs]
        self.regroup: Callable[[list[Any]], Any] | None = None  # how outputs are nested
        self._graph = graph
        fixed = _free_gammas(graph)
        states = {node.name for node in graph.auxiliary}
        self._slots: list[tuple[str, str]] = []  # of each variable: its kind, and the name it has here
        self._programs = Programs(graph)
        given = set(inputs)
        # Words of Python's, which torch writes into the text of exported programs; a module's own methods are taken.
        names = Names(dir(self))
        for node in graph.variables:
            if node.name in given:
                self._slots.append(("input", node.name))
                continue
            name = names.fresh(node.name)
            value = params[node.name].detach().clone()
            if node.name in fixed:
                value.fill_(1)
            if node.name in states or node.name in fixed or not value.is_floating_point():
                self.register_buffer(name, value)
                self._slots.append(("buffer", name))
            else:
                self.register_parameter(name, torch.nn.Parameter(value))
                self._slots.append(("parameter", name))
        self.eval()

    def forward(self, *args: torch.Tensor, **kwargs: torch.Tensor) -> Any:
        """Compute the outputs: one tensor, or a tuple where there are several, or as a block nests them."""
        given = self._arguments(args, kwargs)
        values = [given[name] if kind == "input" else getattr(self, name) for kind, name in self._slots]
        tensors = [*given.values(), *values]
        device = tensors[0].device if tensors else torch.device("cpu")
        outputs = self._programs.find(self.training, device, values)(values)
        if self.regroup is not None:
            return self.regroup(outputs)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

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

    @property
    def graph(self) -> Graph:
        """The computation; it is not to be changed."""
        return self._graph

    # ---- copies and files: programs are written again from the graph, which travels as text ---------------------

    def __getstate__(self) -> dict[str, Any]:
        state = {key: value for key, value in self.__dict__.items() if key != "_programs"}
        state["_graph"] = symbol_json.dumps(self._graph.outputs)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._graph = Graph(symbol_json.loads(state["_graph"]))
        self._programs = Programs(self._graph)

    # ---- text ---------------------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        calls = sum(node.op is not None for node in self._graph.nodes)
        return f"inputs=({', '.join(self.input_names)}), operators={calls}, outputs=({', '.join(self.output_names)})"

    def __repr__(self) -> str:
        values = self.values()
        lines = [f"  ({node.name}): {_spelled(node, values)}" for node in self._graph.nodes if node.op is not None]
        return "\n".join([f"{type(self).__name__}({self.extra_repr()}", *lines, ")"])

    def values(self) -> dict[str, torch.Tensor]:
        """Return parameters and states by the names that they have in the graph."""
        return {node.name: getattr(self, name) for node, (kind, name) in zip(self._graph.variables, self._slots)
                if kind != "input"}

    def summary(self, *args: Any, **kwargs: Any) -> str:
        """Return a table of the layers: operator, shape of the output, number of parameters.

        Parameters
        ----------
        args, kwargs : the inputs as `forward` takes them, or their shapes; nothing is computed. Without them
            shapes stay open.
        """
        values = self.values()
        given = {name: tuple(value.shape) for name, value in values.items()}
        inputs = self._arguments(args, kwargs) if args or kwargs else {}
        given.update((name, tuple(getattr(value, "shape", value))) for name, value in inputs.items())
        shapes = infer_shapes(self._graph, given)
        rows, counted = [("layer", "operator", "output shape", "parameters")], set()
        for node in self._graph.nodes:
            if node.op is not None:
                own = {entry.node.name for entry in node.inputs} & values.keys() - counted  # shared ones count once
                counted |= own
                out = shapes[Entry(node)]
                rows.append((node.name, node.op_name, "?" if out is None else str(tuple(out)),
                             f"{sum(values[name].numel() for name in own):,}" if own else ""))
        trained = sum(parameter.numel() for parameter in self.parameters())
        fixed = sum(buffer.numel() for buffer in self.buffers())
        return "\n".join([*_columns(rows), f"{trained:,} parameters, {fixed:,} values in states and fixed parameters"])


def _spelled(node: Node, values: Mapping[str, torch.Tensor]) -> str:
    """Write a call as a person would: inputs, shapes of its own parameters, params that were set."""
    words = []
    for name, entry in zip(node.input_names(), node.inputs):
        value = values.get(entry.node.name) if entry.node.op is None else None
        if value is not None:
            words.append(f"{name}[{'x'.join(map(str, value.shape)) or 'scalar'}]")
        else:
            words.append(f"{entry.node.name}{f'[{entry.index}]' if entry.index else ''}")
    words += [f"{key}={value}" for key, value in node.attrs.items() if not is_hidden(key)]
    return f"{node.op_name}({', '.join(words)})"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row[:-1], widths)), row[-1].rjust(widths[-1])])
             for row in rows]
    rule = "-" * len(lines[0])
    return [lines[0], rule, *lines[1:], rule]


class Programs:
    """The programs of a module, which torch's tape follows call by call; torch.export must not look inside.

    There is one for each mode; operators that create arrays, such as first states, want to know the device as well,
    and sizes that follow from those of the inputs.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        operators = [node.op for node in graph.nodes if node.op is not None]
        self.placed: bool = any(op.wants_device or op.wants_subgraphs for op in operators)
        self.sized: bool = any(op.completion is not None for op in operators)
        self.made: dict[tuple[Any, ...], Callable[..., Any]] = {}
        if not (self.placed or self.sized):
            for is_train in (False, True):  # a tracer follows programs, but not how they are written
                self.find(is_train, torch.device("cpu"), [])

    def find(self, is_train: bool, device: torch.device, values: list[Any]) -> Callable[..., Any]:
        """Return the function from a list of the variables' values to a list of the outputs."""
        shapes = tuple([tuple(map(int, value.shape)) for value in values]) if self.sized else ()
        key = (is_train, device if self.placed else None, shapes)
        found = self.made.get(key)
        if found is None:
            completed = complete(self.graph, shapes) if self.sized else {}
            found = self.made[key] = self.write(is_train, device, completed)
        return found

    def write(self, is_train: bool, device: torch.device, completed: Mapping[Node, Bound]) -> Callable[..., Any]:
        """Write the program in which some calls have further params."""
        ctx = Context("gpu" if device.type == "cuda" else "cpu", device.index or 0)
        return taped(self.graph, is_train, ctx, None, completed).ready().run


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
