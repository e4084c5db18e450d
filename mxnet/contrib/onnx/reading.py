"""Converts an ONNX model to a symbol and its parameters. Called by `import_model`; the `from_*` modules convert
operators."""
from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ... import ndarray as nd
from ... import symbol as sym
from ...core.errors import MXNetError, NotYet
from ...core.graph import Node
from ...core.npmode import from_public
from ...core.op.shapes import known
from ...symbol import Symbol

# ONNX operator -> function(reader, call) that returns one symbol or a list, one per output.
READERS: dict[str, Callable[[Reader, Call], Any]] = {}
# ONNX operator -> function(call, *arrays) that computes it on constants, for the computation of shapes.
FOLDS: dict[str, Callable[..., Any]] = {}
FOLDED_BYTES = 1 << 28  # of constants that are computed at import, in addition to four times those in the file


def reads(*names: str) -> Callable[..., Any]:
    """Register the translation of some ONNX operators."""
    def register(function: Callable) -> Callable:
        for name in names:
            READERS[name] = function
        return function
    return register


def folds(*names: str) -> Callable[..., Any]:
    """Register how to compute some ONNX operators on constants."""
    def register(function: Callable) -> Callable:
        for name in names:
            FOLDS[name] = function
        return function
    return register


class Unreadable(MXNetError):
    """An ONNX node that has no equivalent here."""


class Call:
    """One ONNX node: its attributes, and the names of its inputs and outputs."""

    op: Any
    ins: list[Any]
    outs: list[Any]
    opset: int

    def __init__(self, proto: Any, opset: int) -> None:
        from onnx import helper
        self.op, self.ins, self.outs, self.opset = proto.op_type, list(proto.input), list(proto.output), opset
        self.attrs: dict[Any, Any] = {item.name: _decoded(helper.get_attribute_value(item)) for item in proto.attribute}
        self.name = (proto.name or (self.outs[0] if self.outs else "")).replace("/", "_").strip("_")

    def get(self, name: str, default: Any = None) -> Any:
        return self.attrs.get(name, default)

    def has(self, index: int) -> bool:
        """Return whether the input is given; ONNX leaves optional ones empty."""
        return index < len(self.ins) and bool(self.ins[index])

    def refuse(self, why: str) -> None:
        raise Unreadable(f"ONNX import of {self.op}({self.name}): {why}")


def _decoded(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    return value


class Reader:
    """The known values: each is a constant, or a symbol with its shape."""

    def __init__(self, opset: int) -> None:
        self.opset = opset
        self.values: dict[str, np.ndarray] = {}
        self.symbols: dict[str, Symbol] = {}
        self.params: dict[str, np.ndarray] = {}
        self.states: set[str] = set()
        self._shapes: dict[Node, list] = {}
        self._taken: Counter = Counter()
        self._room = FOLDED_BYTES

    # ---- values -----------------------------------------------------------------------------------

    def known(self, name: str) -> np.ndarray | None:
        return self.values.get(name)

    def need(self, call: Call, index: int, what: str) -> np.ndarray:
        """Return an input that must be constant."""
        value = self.values.get(call.ins[index]) if call.has(index) else None
        if value is None:
            call.refuse(f"{what} must be constant")
        return value

    def array(self, name: str) -> Symbol:
        """Return a value as a symbol; a constant becomes a parameter."""
        if name not in self.symbols:
            if name not in self.values:
                raise MXNetError(f"ONNX import: {name} is used before it is made")
            self.symbols[name] = self.parameter(name, self.values[name])
        return self.symbols[name]

    def parameter(self, name: str, value: np.ndarray, state: bool = False) -> Symbol:
        """Make a variable with a value; a scalar becomes an array of one."""
        value = np.asarray(value)
        if value.dtype == np.bool_:
            value = value.astype(np.float32)
        if not value.shape:
            value = value.reshape(1)
        name = self.name(name, exact=True)
        self.params[name] = value
        if state:
            self.states.add(name)
        made = sym.var(name, shape=value.shape, dtype=None if value.dtype == np.float32 else value.dtype)
        self._shapes[made._outputs[0].node] = [tuple(value.shape)]
        return made

    def name(self, hint: str, exact: bool = False) -> str:
        """Return an unused name of a node or parameter."""
        hint = hint if exact else hint.replace("/", "_").strip("_") or "node"
        self._taken[hint] += 1
        if self._taken[hint] == 1:
            return hint
        return self.name(f"{hint}_{self._taken[hint]}", exact)

    def input(self, name: str, shape: tuple[Any, ...]) -> None:
        self._taken[name] += 1
        self.symbols[name] = made = sym.var(name)
        self._shapes[made._outputs[0].node] = [from_public(shape)]

    def spend(self, call: Call, nbytes: float) -> None:
        """Limit the bytes of constants that are computed at import; a few bytes of a file could request all memory."""
        self._room -= nbytes
        if self._room < 0:
            call.refuse(f"the constants computed so far would take more than {FOLDED_BYTES >> 20} MB, or four times "
                        "those in the file")

    # ---- shapes -----------------------------------------------------------------------------------

    def partial(self, symbol: Symbol) -> tuple[Any, ...] | None:
        """Return what is known of a symbol's shape: -1 or None if unknown."""
        entry = symbol._outputs[0]
        for node in self._unseen(entry.node):
            ins = [self._shapes[e.node][e.index] for e in node.inputs]
            try:
                _, outs = node.op.infer_shapes(node.bound, ins) if node.op is not None else ([], [None])
            except NotYet:
                outs = [None] * node.num_outputs
            except MXNetError as error:
                raise MXNetError(f"ONNX import: {node.op_name}({node.name}): {error}") from error
            self._shapes[node] = outs
        return self._shapes[entry.node][entry.index]

    def _unseen(self, last: Node) -> list[Node]:
        """Return the nodes that one depends on and whose shapes are not inferred yet, inputs first."""
        found: list[Node] = []
        met: set[Node] = set()
        stack = [(last, False)]
        while stack:
            node, done = stack.pop()
            if done:
                found.append(node)
            elif node not in self._shapes and node not in met:
                met.add(node)
                stack.append((node, True))
                stack.extend((entry.node, False) for entry in reversed(node.inputs))
        return found

    def rank(self, call: Call, symbol: Symbol) -> int:
        shape = self.partial(symbol)
        if shape is None:
            call.refuse("the number of axes of its input is not known; give input_shapes")
        return len(shape)

    def shape(self, call: Call, symbol: Symbol) -> tuple[Any, ...]:
        shape = self.partial(symbol)
        if not known(shape):
            call.refuse(f"the shape of its input is not known ({shape}); give input_shapes")
        return shape


def read_model(model: Any, input_shapes: Mapping[str, tuple[Any, ...]] | None = None) -> tuple[Any, ...]:
    """Return (symbol, arg_params, aux_params) of an `onnx.ModelProto`."""
    from . import from_extra, from_math, from_nn, from_shape  # noqa: F401  (they fill READERS and FOLDS)
    graph = model.graph
    opset = max((item.version for item in model.opset_import if item.domain in ("", "ai.onnx")), default=13)
    _check_operators(graph)
    reader = Reader(opset)
    for tensor in graph.initializer:
        with _named("the constant", tensor.name):
            reader.values[tensor.name] = tensor_value(tensor)
    reader._room += 4 * sum(value.nbytes for value in reader.values.values())
    for value in graph.input:
        if value.name not in reader.values:
            shape = tuple(axis.dim_value for axis in value.type.tensor_type.shape.dim)
            with _named("the input", value.name):
                reader.input(value.name, tuple((input_shapes or {}).get(value.name, shape)))
    for proto in graph.node:
        with _named(proto.op_type, proto.name or next(iter(proto.output), "")):
            _read_node(reader, Call(proto, opset))
    if not graph.output:
        raise MXNetError("ONNX import: the graph has no outputs")
    with _named("the outputs", ", ".join(str(value.name) for value in graph.output)[:200]):
        return _collected(reader, [reader.array(value.name) for value in graph.output])


def _check_operators(graph: Any) -> None:
    """Raise an error that names all operators that cannot be imported."""
    # bytes that are not text stay bytes
    unknown = Counter(str(node.op_type) if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.op_type}"
                      for node in graph.node
                      if node.op_type not in READERS and node.op_type not in FOLDS
                      or node.domain not in ("", "ai.onnx"))
    if unknown:
        listed = ", ".join(f"{name} ({count})" for name, count in sorted(unknown.items()))
        raise Unreadable(f"ONNX import: no translation for {listed}")


@contextlib.contextmanager
def _named(what: str, name: str) -> Iterator[None]:
    """Add the node to any error that is raised in a block.

    Untrusted files can trigger any error in the conversions: no list of exceptions would be complete.
    """
    try:
        with np.errstate(all="ignore"):     # constants may be divided by zero, as they would be at run time
            yield
    except Exception as error:
        if isinstance(error, Unreadable):       # it already names the node
            raise
        kind = "" if isinstance(error, MXNetError) else f"{type(error).__name__}: "
        raise MXNetError(f"ONNX import of {what}({name}): {kind}{error}") from error


def tensor_value(tensor: Any) -> np.ndarray:
    """Return a tensor as an array of numbers."""
    from onnx import numpy_helper
    value = numpy_helper.to_array(tensor)
    if value.dtype.kind not in "fiubV" or value.dtype.hasobject:
        raise MXNetError(f"a tensor of {value.dtype} holds no numbers")
    return value


def _collected(reader: Reader, outputs: list[Symbol]) -> tuple:
    net = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
    used = {*net.list_arguments(), *net.list_auxiliary_states()}
    arrays = {name: nd.array(value, dtype=value.dtype) for name, value in reader.params.items() if name in used}
    states = set(net.list_auxiliary_states())
    return (net, {name: array for name, array in arrays.items() if name not in states},
            {name: array for name, array in arrays.items() if name in states})


def _folded_bytes(call: Call, arrays: list) -> float:
    """Return an upper bound of the bytes that computing a node on constants takes."""
    given = [array for array in arrays if array is not None]
    width = max((array.dtype.itemsize for array in given), default=8)
    if call.op == "Concat":
        return float(sum(array.size for array in given) * width)
    if call.op == "Gather":
        data, index = given
        axis = call.get("axis", 0)
        return float(index.size) * data.nbytes / max(data.shape[axis], 1) if data.ndim else data.nbytes
    if call.op in ("Expand", "ConstantOfShape", "Reshape", "Unsqueeze", "Squeeze", "Slice", "ReduceProd", "Transpose"):
        return 0.0 if call.op in ("Expand", "ConstantOfShape") else float(given[0].nbytes)
    try:
        shape = np.broadcast_shapes(*(array.shape for array in given))
    except ValueError:
        shape = max((array.shape for array in given), key=math.prod)
    return math.prod(shape) * 8.0


def _read_node(reader: Reader, call: Call) -> None:
    fold = FOLDS.get(call.op)
    inputs = [reader.known(name) for name in call.ins if name]
    if fold is not None and all(value is not None for value in inputs):
        arrays = [reader.known(name) if name else None for name in call.ins]
        expected = _folded_bytes(call, arrays)
        reader.spend(call, expected)
        results = fold(call, *arrays)
        results = [np.asarray(result) for result in (results if isinstance(results, list) else [results])]
        if any(result.dtype.hasobject for result in results):
            call.refuse("it gives no numbers")
        reader.spend(call, max(sum(result.nbytes for result in results) - expected, 0))
        reader.values.update(zip(call.outs, results))
        return
    if call.op == "Shape":
        shape = reader.shape(call, reader.array(call.ins[0]))
        reader.values[call.outs[0]] = np.array(shape[call.get("start", 0):call.get("end")], np.int64)
        return
    if call.op == "Size":
        reader.values[call.outs[0]] = np.array(np.prod(reader.shape(call, reader.array(call.ins[0]))), np.int64)
        return
    if call.op not in READERS:
        call.refuse("its inputs must be constants")
    made = READERS[call.op](reader, call)
    made = made if isinstance(made, (list, tuple)) else [made]
    for name, symbol in zip(call.outs, made):
        reader.symbols[name] = symbol
