"""Converts a symbol with its parameters to an ONNX model. Called by `export_model` and the command line."""
from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...convert.losses import strip_losses
from ...core.dtype import to_torch
from ...core.errors import MXNetError
from ...core.graph import Entry, Graph, Node
from ...core.npmode import from_public
from ...core.op.registry import Bound
from ...core.op.shapes import known
from ...core.passes.infer import Inferred, infer_shapes, infer_types
from ...ndarray.array import NDArray
from ...ndarray.tensors import tensor_of
from . import to_detection, to_math, to_nn, to_quantized, to_sequence, to_shape
from .writing import TRANSLATORS, Call, Open, Untranslatable, Writer, onnx_type

if TYPE_CHECKING:
    from ...symbol import Symbol


OPSETS = range(13, 18)
# Operators whose values depend on shapes only: they become constants.
SHAPE_ONLY = frozenset(("_contrib_MultiBoxPrior", "_arange", "_zeros", "_ones", "_full", "_eye", "_linspace",
                        "zeros_like", "ones_like", "shape_array", "size_array", "_contrib_arange_like",
                        "_contrib_index_array"))
_LOADED = (to_detection, to_math, to_nn, to_quantized, to_sequence, to_shape)  # importing them fills TRANSLATORS


class UnsupportedOperators(MXNetError):
    """A graph with operators that cannot be exported. ``counts`` has all of them."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts: dict[str, int] = dict(counts)
        listed = ", ".join(f"{name} ({count})" for name, count in sorted(counts.items()))
        super().__init__(f"ONNX export: no translation for {listed}")


def supported() -> list[str]:
    """List the operators that can be exported."""
    return sorted({*TRANSLATORS, *SHAPE_ONLY})


def unsupported(graph: Graph) -> Counter[Any]:
    """Count the operators of a graph that cannot be exported."""
    return Counter(node.op_name for node in graph.nodes
                   if node.op is not None and node.op_name not in TRANSLATORS and node.op_name not in SHAPE_ONLY)


def make_model(symbol: Symbol, params: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]],
               types: Mapping[str, Any] | None = None, opset: int = 13,
               dynamic: Mapping[str, tuple[Any, ...]] | None = None, name: str = "mxnet",
               fixed: list[str] | None = None) -> Any:
    """Return the `onnx.ModelProto` of a symbol, without its losses.

    Parameters
    ----------
    params : parameters by name, without ``arg:`` and ``aux:``.
    shapes, types : of the inputs by name.
    dynamic : for inputs whose shape may vary: a name or None for each dynamic axis, otherwise a size.
    fixed : receives the calls in which a dynamic size had to be fixed; by default they are logged.
    """
    from onnx import checker, helper
    if opset not in OPSETS:
        raise MXNetError(f"opset {opset} is not written; {OPSETS[0]} to {OPSETS[-1]} are")
    outputs, dropped = strip_losses(symbol._outputs, known=params)
    if dropped:
        logging.warning("ONNX export: %s needs labels and is left out", ", ".join(dropped))
    graph = Graph(outputs)
    missing = unsupported(graph)
    if missing:
        raise UnsupportedOperators(missing)
    work = _Export(graph, params, shapes, types or {}, opset)
    if dynamic:
        work.open(dynamic)
    work.write()
    if fixed is not None:
        fixed += work.to.fixed
    elif work.to.fixed:
        logging.warning("ONNX export: the file is for the given sizes only, because of %s", ", ".join(work.to.fixed))
    model = helper.make_model(work.graph_of(name, dynamic or {}), producer_name="remixnet",
                              opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 8  # contemporary with these opsets; older runtimes refuse newer ones
    checker.check_model(model)
    return model


class _Export:
    """One export: what is known of each entry, and its name in ONNX."""

    def __init__(self, graph: Graph, params: Mapping[str, Any], shapes: Mapping, types: Mapping, opset: int) -> None:
        self.graph, self.params, self.given = graph, params, shapes
        self.to = Writer(opset)
        self.names: dict[tuple[Node, int], str] = {}
        tensors = {node.name: _tensor(params[node.name]) for node in graph.variables if node.name in params}
        lacking = [node.name for node in graph.variables if node.name not in params and node.name not in shapes]
        if lacking:
            raise MXNetError(f"ONNX export: neither params nor the input shapes have {', '.join(lacking)}")
        known_shapes: dict[str, tuple | None] = {name: tuple(value.shape) for name, value in tensors.items()}
        known_shapes.update((name, from_public(tuple(shape))) for name, shape in shapes.items())
        known_types = {name: value.dtype for name, value in tensors.items()}
        known_types.update((name, to_torch(kind)) for name, kind in types.items())
        self.given_types = {name: to_torch(kind) for name, kind in types.items()}
        self.tensors = tensors
        self.shapes: Inferred = infer_shapes(graph, known_shapes)
        self.types: Inferred = infer_types(graph, known_types)
        unknown = [node.name for node in graph.nodes if not all(map(known, self.shapes.cells[graph.index[node]]))]
        if unknown:
            raise MXNetError(f"ONNX export: shapes of {', '.join(unknown[:5])} do not follow from {dict(shapes)}")

    def graph_of(self, name: str, dynamic: Mapping[str, tuple]) -> Any:
        """Return the ONNX graph that was written."""
        from onnx import helper
        there = {node.name: node for node in self.graph.variables}
        inputs = [helper.make_tensor_value_info(self.names[there[key], 0] if key in there else key,
                                                onnx_type(self.type_of(there.get(key), key)),
                                                dynamic.get(key, shape)) for key, shape in self.given.items()]
        results = [helper.make_tensor_value_info(label, onnx_type(self.types[entry] or torch.float32), [
            None if self.to.fixed or isinstance(size, Open) else size for size in self.shapes[entry]])
            for label, entry in zip(self.labels, self.graph.outputs)]
        used = {name for node in self.to.nodes for name in node.input}
        return helper.make_graph(self.to.nodes, name, inputs, results,
                                 [tensor for key, tensor in self.to.initializers.items() if key in used])

    def open(self, axes: Mapping[str, tuple]) -> None:
        """Mark the dynamic sizes everywhere in the graph: those that differ for other sizes of the inputs.

        ``axes`` are shapes by input, with a name or None for a dynamic axis; axes with equal names vary together.
        """
        other = {name: tuple(size if isinstance(axis, int) else 2 * size for size, axis in zip(shape, axes[name]))
                 if name in axes else tuple(shape) for name, shape in self.given.items()}
        known_shapes: dict[str, tuple | None] = {name: tuple(value.shape) for name, value in self.tensors.items()}
        try:
            found = infer_shapes(self.graph, {**known_shapes, **{name: from_public(s) for name, s in other.items()}})
        except MXNetError as error:
            self.to.fixed.append(str(error).split("\n")[0])
            return
        for mine, theirs in zip(self.shapes.cells, found.cells):
            mine[:] = [tuple(a if a == b or b < 0 else Open(a, b) for a, b in zip(one, two))
                       if two is not None and len(one) == len(two) else one for one, two in zip(mine, theirs)]

    def type_of(self, node: Node | None, name: str) -> torch.dtype:
        """Return the type of an input, even of one that no operator reads."""
        found = self.types.of(node) if node is not None else self.given_types.get(name)
        return found or torch.float32

    def write(self) -> None:
        to = self.to
        for node in self.graph.variables:  # inputs keep their names, then outputs
            self.names[node, 0] = to.fresh(node.name)
        wanted: dict[tuple[Node, int], list[str]] = {}
        self.labels = []
        for entry in self.graph.outputs:
            label = entry.node.output_name(entry.index) + ("_output" if entry.node.op is None else "")
            self.labels.append(to.fresh(label))
            wanted.setdefault((entry.node, entry.index), []).append(self.labels[-1])
        for node in self.graph.nodes:
            if node.op is None:
                self._variable(node)
            else:
                self._node(node, wanted)
        for (node, index), labels in wanted.items():
            for label in labels:
                if self.names[node, index] != label:
                    to.call("Identity", [self.names[node, index]], [label])

    def _variable(self, node: Node) -> None:
        if node.name not in self.given:
            self.to.parameter(self.names[node, 0], self.tensors[node.name].cpu().numpy())

    def _node(self, node: Node, wanted: dict) -> None:
        outs = []
        for index in range(node.num_outputs):
            labels = wanted.get((node, index), []) if node.op_name not in SHAPE_ONLY else ()
            outs.append(labels[0] if labels else self.to.fresh(node.output_name(index)))
            self.names[node, index] = outs[-1]
        entries = [Entry(node, index) for index in range(node.num_outputs)]
        self.to.node = node
        self.to.shapes.update((self.names[e.node, e.index], self.shapes[e]) for e in node.inputs)
        self.to.shapes.update((name, self.shapes[e]) for name, e in zip(outs, entries))
        if node.op_name in SHAPE_ONLY:
            self._constants(node, outs, entries)
            return
        call = Call(node, [self.names[e.node, e.index] for e in node.inputs], outs,
                    [self.shapes[e] for e in node.inputs], [self.shapes[e] for e in entries],
                    [self.types[e] or torch.float32 for e in node.inputs],
                    [self.types[e] or torch.float32 for e in entries])
        try:
            TRANSLATORS[node.op_name](self.to, call)
        except Untranslatable:
            raise
        except Exception as error:
            raise MXNetError(f"ONNX export of {node.op_name}({node.name}) failed: {error}") from error

    def _constants(self, node: Node, outs: list[str], entries: list[Entry]) -> None:
        """Compute a node whose value depends on shapes only, and write the result."""
        bound = node.bound
        if node.op.completion is not None:
            bound = Bound(node.op, node.op.completion(node.params, self.shapes[entries[0]]))
        inputs = [torch.zeros(self.shapes[e], dtype=self.types[e] or torch.float32) for e in node.inputs]
        with torch.no_grad():
            result = bound.run(inputs, False, None, torch.device("cpu"))
        varies = any(isinstance(size, Open) for e in node.inputs for size in self.shapes[e])
        for name, value, entry in zip(outs, result if isinstance(result, tuple) else (result,), entries):
            array = value.numpy()
            for axis, size in enumerate(self.shapes[entry]):
                if isinstance(size, Open) and (array == array.take([0], axis)).all():
                    array = array.take([0], axis)  # all equal, so one element is broadcast
                elif isinstance(size, Open) or (varies and node.op_name.endswith("_array")):
                    self.to.fix()
            self.to.parameter(name, array)
            if not array.any():
                self.to.zeros.add(name)


def _tensor(value: Any) -> torch.Tensor:
    tensor = tensor_of(value) if isinstance(value, NDArray) else torch.as_tensor(np.asarray(value))
    return tensor.detach()
