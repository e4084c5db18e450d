"""Writes ONNX graphs: names, constants and calls. The `to_*` modules call it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from ...core.errors import MXNetError
from ...core.graph import Node

# MXNet operator -> function(writer, call) that writes it.
TRANSLATORS: dict[str, Callable[[Writer, Call], None]] = {}


def translates(*names: str) -> Callable[..., Any]:
    """Register the export of some operators."""
    def register(function: Callable) -> Callable:
        for name in names:
            TRANSLATORS[name] = function
        return function
    return register


class Untranslatable(MXNetError):
    """A call whose params ONNX cannot express; the operator itself may be supported."""


class Call(NamedTuple):
    """One operator call to export: names, shapes and types of inputs and outputs."""

    node: Node
    ins: list[str]
    outs: list[str]
    shapes: list[tuple[Any, ...]]
    out_shapes: list[tuple[Any, ...]]
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


class Open(int):
    """A dynamic size: its value in the exported shapes, and in the ``other`` shapes.

    Sizes computed from it are dynamic too. Writing it as a number fixes it (see `Writer.fixed`).
    """

    other: int

    def __new__(cls, size: int, other: int) -> Any:
        made = super().__new__(cls, size)
        made.other = other
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Open, (int(self), self.other)


def _both(name: str) -> Callable:
    """Make an operation on sizes that computes both values."""
    plain = getattr(int, name)

    def compute(self: Open, number: int) -> int:
        size, other = plain(int(self), int(number)), plain(self.other, getattr(number, "other", number))
        return size if size is NotImplemented or size == other else Open(size, other)
    return compute


for _name in ("add", "sub", "mul", "floordiv"):
    for _side in ("", "r"):
        setattr(Open, f"__{_side}{_name}__", _both(f"__{_side}{_name}__"))


def same_size(a: int, b: int) -> bool:
    """Return whether two sizes are equal, and vary together if they do."""
    return a == b and getattr(a, "other", None) == getattr(b, "other", None)


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
        self.nodes: list[Any] = []
        self.initializers: dict[str, Any] = {}
        self.values: dict[str, np.ndarray] = {}   # what is known of constants and parameters
        self.zeros: set[str] = set()              # constants of zeros, such as initial states
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}
        self._node_names: set[str] = set()
        self._constants: dict[tuple, str] = {}
        self.shapes: dict[str, tuple[Any, ...]] = {}        # of inputs and outputs of nodes
        self.fixed: list[str] = []                # nodes that fixed a dynamic size
        self.node: Node | None = None             # that is being exported

    def fix(self) -> None:
        """Record that the current node fixes a dynamic size."""
        text = f"{self.node.op_name}({self.node.name})" if self.node is not None else "an output"
        if text not in self.fixed:
            self.fixed.append(text)

    def fresh(self, hint: str) -> str:
        """Return an unused name like the hint."""
        name, count = hint, self._counts.get(hint, 1)
        while name in self._taken or not name:
            count += 1
            name = f"{hint}_{count}"
        self._counts[hint] = count
        self._taken.add(name)
        return name

    def constant(self, value: Any, dtype: Any = None, hint: str = "const") -> str:
        """Return the name of a constant; equal ones are written once."""
        array = np.ascontiguousarray(np.asarray(value, dtype=dtype)).reshape(np.shape(value))
        key = (array.tobytes(), array.shape, array.dtype.str)
        if key not in self._constants:
            name = self.fresh(hint)
            self.parameter(name, array)
            self._constants[key] = name
        return self._constants[key]

    def ints(self, *values: int) -> str:
        if any(isinstance(value, Open) for value in values):
            self.fix()
        return self.constant(np.array(values, dtype=np.int64), hint="ints")

    def scalar(self, value: float, dtype: torch.dtype) -> str:
        return self.constant(np.array(value, dtype=numpy_type(dtype)), hint="scalar")

    def parameter(self, name: str, array: np.ndarray) -> None:
        self._taken.add(name)
        self.values[name] = array
        self.initializers[name] = self._tensor(np.ascontiguousarray(array).reshape(array.shape), name)

    def call(self, op: str, ins: list[str], outs: list[str] | int = 1, hint: str = "", **attrs: Any) -> Any:
        """Write a node; ``outs`` are the names of its outputs or their number. Returns one name or a list."""
        made = [self.fresh(hint or op.lower()) for _ in range(outs)] if isinstance(outs, int) else outs
        attrs = {key: value for key, value in attrs.items() if value is not None}
        if any(isinstance(size, Open) for value in attrs.values() if isinstance(value, list) for size in value):
            self.fix()
        # the node that makes a layer's output has the name of the layer, so that an import restores it
        name = made[0].removesuffix("_output")
        if name in self._node_names:
            name = f"{name}_{op.lower()}_{len(self.nodes)}"
        self._node_names.add(name)
        self.nodes.append(self._node(op, ins, made, name=name, **attrs))
        return made if len(made) > 1 else made[0]

    # ---- shared by several operators ------------------------------------------------------------

    def cast(self, name: str, dtype: torch.dtype, outs: list[str] | int = 1) -> str:
        return self.call("Cast", [name], outs, to=onnx_type(dtype))

    def reshape(self, name: str, shape: Any, outs: list[str] | int = 1) -> str:
        return self.call("Reshape", [name, self._codes(name, list(shape))], outs)

    def _codes(self, name: str, shape: list[int]) -> str:
        """Return a shape for Reshape: 0 (unchanged) and -1 (the rest) in place of dynamic sizes."""
        vary, have = [place for place, size in enumerate(shape) if isinstance(size, Open)], self.shapes.get(name, ())
        codes = [0 if place in vary and place < len(have) and same_size(size, have[place]) else size
                 for place, size in enumerate(shape)]
        left = [place for place, size in enumerate(codes) if isinstance(size, Open)]
        if len(left) == 1 and -1 not in codes:
            codes[left[0]] = -1
            left = []
        return self.sizes(shape, name) if left else self.ints(*codes)

    def sizes(self, shape: Any, *sources: str) -> str:
        """Return the name of a shape; dynamic sizes are read from the first of the values that has them."""
        parts: list[str] = []
        for size in shape:
            found = [(name, place) for name in sources for place, have in enumerate(self.shapes.get(name, ()))
                     if isinstance(size, Open) and same_size(size, have)]
            if found:
                name, place = found[0]
                parts.append(self.slice(self.call("Shape", [name]), 0, place, place + 1))
            else:
                parts.append(self.ints(size))
        return self.call("Concat", parts, axis=0) if any(isinstance(size, Open) for size in shape) \
            else self.ints(*shape)

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
