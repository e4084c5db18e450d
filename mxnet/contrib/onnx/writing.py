"""Writes ONNX graphs: names, constants and calls. The translators of `to_*` files call it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from ...core.errors import MXNetError
from ...core.graph import Node

# MXNet operator -> function(writer, call) that writes it.
TRANSLATORS: dict[str, Callable[[Writer, Call], None]] = {}


def translates(*names: str) -> Callable:
    """Register the translation of some operators."""
    def register(function: Callable) -> Callable:
        for name in names:
            TRANSLATORS[name] = function
        return function
    return register


class Untranslatable(MXNetError):
    """A call whose params ONNX has no words for; the operator itself may be known."""


class Call(NamedTuple):
    """One operator call to translate: names, shapes and types on both sides."""

    node: Node
    ins: list[str]
    outs: list[str]
    shapes: list[tuple]
    out_shapes: list[tuple]
    types: list[torch.dtype]
    out_types: list[torch.dtype]

    @property
    def p(self) -> Any:
        return self.node.params

    @property
    def rank(self) -> int:
        return len(self.shapes[0])

    def axis(self, axis: int, rank: int | None = None) -> int:
        return axis % (self.rank if rank is None else rank)

    def refuse(self, why: str) -> None:
        raise Untranslatable(f"{self.node.op_name}({self.node.name}): {why}")


def onnx_type(dtype: torch.dtype) -> int:
    from onnx import TensorProto
    found = {torch.float32: TensorProto.FLOAT, torch.float64: TensorProto.DOUBLE, torch.float16: TensorProto.FLOAT16,
             torch.int32: TensorProto.INT32, torch.int64: TensorProto.INT64, torch.int8: TensorProto.INT8,
             torch.uint8: TensorProto.UINT8, torch.bool: TensorProto.BOOL}.get(dtype)
    if found is None:
        raise Untranslatable(f"arrays of {dtype} have no place in ONNX files here")
    return found


def numpy_type(dtype: torch.dtype) -> np.dtype:
    return torch.empty(0, dtype=dtype).numpy().dtype


class Writer:
    """Collects the nodes and constants of one ONNX graph."""

    def __init__(self, opset: int) -> None:
        from onnx import helper, numpy_helper
        self._node, self._tensor = helper.make_node, numpy_helper.from_array
        self.opset = opset
        self.nodes: list = []
        self.initializers: dict[str, Any] = {}
        self.values: dict[str, np.ndarray] = {}   # what is known of constants and parameters
        self.zeros: set[str] = set()              # constants that hold zeros, such as first states
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}
        self._node_names: set[str] = set()
        self._constants: dict[tuple, str] = {}

    def fresh(self, hint: str) -> str:
        """Give an unused name like the hint."""
        name, count = hint, self._counts.get(hint, 1)
        while name in self._taken or not name:
            count += 1
            name = f"{hint}_{count}"
        self._counts[hint] = count
        self._taken.add(name)
        return name

    def constant(self, value: Any, dtype: Any = None, hint: str = "const") -> str:
        """Give the name of a constant; equal ones are written once."""
        array = np.ascontiguousarray(np.asarray(value, dtype=dtype)).reshape(np.shape(value))
        key = (array.tobytes(), array.shape, array.dtype.str)
        if key not in self._constants:
            name = self.fresh(hint)
            self.parameter(name, array)
            self._constants[key] = name
        return self._constants[key]

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, dtype=np.int64), hint="ints")

    def scalar(self, value: float, dtype: torch.dtype) -> str:
        return self.constant(np.array(value, dtype=numpy_type(dtype)), hint="scalar")

    def parameter(self, name: str, array: np.ndarray) -> None:
        self._taken.add(name)
        self.values[name] = array
        self.initializers[name] = self._tensor(np.ascontiguousarray(array).reshape(array.shape), name)

    def call(self, op: str, ins: list[str], outs: list[str] | int = 1, hint: str = "", **attrs: Any) -> Any:
        """Write a node; ``outs`` names its outputs or says how many it makes. Gives one name or a list."""
        made = [self.fresh(hint or op.lower()) for _ in range(outs)] if isinstance(outs, int) else outs
        attrs = {key: value for key, value in attrs.items() if value is not None}
        # the node that makes a layer's output is called as the layer, so that an import finds its name
        name = made[0].removesuffix("_output")
        if name in self._node_names:
            name = f"{name}_{op.lower()}_{len(self.nodes)}"
        self._node_names.add(name)
        self.nodes.append(self._node(op, ins, made, name=name, **attrs))
        return made if len(made) > 1 else made[0]

    # ---- words that several translators use -----------------------------------------------------

    def cast(self, name: str, dtype: torch.dtype, outs: list[str] | int = 1) -> str:
        return self.call("Cast", [name], outs, to=onnx_type(dtype))

    def reshape(self, name: str, shape: Any, outs: list[str] | int = 1) -> str:
        return self.call("Reshape", [name, self.ints(*shape)], outs)

    def transpose(self, name: str, order: Any, outs: list[str] | int = 1) -> str:
        return self.call("Transpose", [name], outs, perm=list(order))

    def squeeze(self, name: str, axes: Any, outs: list[str] | int = 1) -> str:
        return self.call("Squeeze", [name, self.ints(*axes)], outs)

    def unsqueeze(self, name: str, axes: Any, outs: list[str] | int = 1) -> str:
        return self.call("Unsqueeze", [name, self.ints(*axes)], outs)

    def slice(self, name: str, axis: int, begin: int, end: int, outs: list[str] | int = 1) -> str:
        return self.call("Slice", [name, self.ints(begin), self.ints(end), self.ints(axis)], outs)

    def reduce(self, kind: str, name: str, axes: Any, keep: bool, outs: list[str] | int = 1) -> str:
        """Write a reduction; its axes are an input since opset 13 for sums, 18 for the others."""
        axes = [int(axis) for axis in axes]
        if kind == "ReduceSum" or self.opset >= 18:
            return self.call(kind, [name, self.ints(*axes)], outs, keepdims=int(keep))
        return self.call(kind, [name], outs, axes=axes, keepdims=int(keep))
