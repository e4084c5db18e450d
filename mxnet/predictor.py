"""`mx.predictor`: a checkpoint that only predicts, as MXNet's C predict API and its Python wrapper had it.

Also what the command line runs models with: it checks a checkpoint against itself before memory is
taken, since both files may come from anywhere.
"""
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np
import torch

from . import ndarray as nd
from . import symbol as sym
from .checkpoint import place_params
from .context import Context
from .convert.losses import label_names, strip_losses
from .core.dtype import to_numpy
from .core.errors import MXNetError, UnknownName
from .core.npmode import from_public
from .core.op.shapes import known, show
from .core.passes.infer import Inferred, infer_shapes, infer_types
from .ndarray.tensors import tensor_of
from .symbol import Symbol

__all__ = ["Predictor", "load_ndarray_file"]

_DEVICES = {1: "cpu", 2: "gpu", 3: "cpu_pinned"}


class Predictor:
    """Run a saved model forward, and nothing else.

    Parameters
    ----------
    symbol_file : str or os.PathLike[str] or Symbol
        JSON text of the symbol, the path of its file, or a symbol.
    param_raw_bytes
        Content of a file of parameters, its path, or a dict by name.
    input_shapes : Mapping[str, tuple[int, ...]]
        Shape of each input by name. A label that is left out is filled with zeros.
    dev_type : str or int or Context, default='cpu'
        Where to run: ``"cpu"``, ``"gpu"``, or a context.
    dev_id : int, default=0
        Index of the device.
    type_dict : Mapping[str, Any], optional
        Types of inputs by name; float32 by default.
    outputs : list[str], optional
        Names of layers to give instead of the model's own outputs: ``"fc1"`` or ``"fc1_output"``.
    version : int or str, optional
        What the symbol is taken for, such as ``"0.8"``; see `mx.sym.load`.
    quirks : str, optional
        Differences of old versions to switch on or off; see `mx.sym.load`.
    memory_limit : int, optional
        Number of bytes that one array may take; the memory of the machine by default.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> params = {"arg:fc_weight": mx.nd.ones((2, 3)), "arg:fc_bias": mx.nd.zeros(2)}
    >>> predictor = mx.predictor.Predictor(net.tojson(), params, {"data": (1, 3)})
    >>> predictor.forward(data=mx.nd.ones((1, 3)))
    >>> predictor.get_output(0).tolist()
    [[3.0, 3.0]]
    """

    input_shapes: dict[str, tuple[Any, ...]]

    def __init__(self, symbol_file: str | os.PathLike[str] | Symbol, param_raw_bytes: Any,
                 input_shapes: Mapping[str, tuple[int, ...]], dev_type: str | int | Context = "cpu", dev_id: int = 0,
                 type_dict: Mapping[str, Any] | None = None, outputs: list[str] | None = None,
                 version: int | str | None = None, quirks: str | None = None, memory_limit: int | None = None) -> None:
        symbol = _read_symbol(symbol_file, version, quirks)
        self.symbol: Symbol = symbol if outputs is None else select_outputs(symbol, outputs)
        self.ctx: Context = _device(dev_type, dev_id)
        self.memory_limit: int = memory_limit if memory_limit is not None else _memory(self.ctx)
        loaded, source = _read_params(param_raw_bytes)
        args, aux = place_params(self.symbol, loaded, source)
        self._types = dict(type_dict or {})
        self._params = {name: array.as_in_context(self.ctx) for name, array in {**args, **aux}.items()}
        self._monitor: tuple | None = None
        self._check_inputs(input_shapes)
        self._drop_labels(input_shapes)
        self._bind(input_shapes)

    # ---- binding --------------------------------------------------------------------------------

    def _check_inputs(self, input_shapes: Mapping[str, tuple]) -> None:
        names = {node.name for node in self.symbol.graph.variables}
        for name, shape in input_shapes.items():
            if not isinstance(shape, tuple):
                raise ValueError("Expect input_shapes to be dict str->tuple")
            if name not in names:
                raise UnknownName("input", name, sorted(names - set(self._params)))

    def _drop_labels(self, input_shapes: Mapping[str, tuple]) -> None:
        """Predict without losses where a label's shape follows from nothing; outputs keep their names."""
        labels = [name for name in label_names(self.symbol.graph, known=self._params) if name not in input_shapes]
        if not labels:
            return
        shapes, _ = self._infer(input_shapes)
        if all(known(shapes.of(node)) for node in self.symbol.graph.arguments if node.name in labels):
            return
        outputs, dropped = strip_losses(self.symbol._outputs, known=self._params)
        if not dropped:
            self.symbol = type(self.symbol)(outputs)

    def _bind(self, input_shapes: Mapping[str, tuple]) -> None:
        graph = self.symbol.graph
        self.input_shapes = dict(input_shapes)
        shapes, types = self._infer(input_shapes)
        self._check_complete(shapes)
        self._check_memory(shapes, types)
        self._inputs = {}
        for node in graph.variables:
            if node.name in input_shapes or node.name not in self._params:
                dtype = types.of(node) or torch.float32
                self._inputs[node.name] = nd.array(torch.zeros(shapes.of(node), dtype=dtype), self.ctx,
                                                   dtype=self._types.get(node.name, _numpy(dtype)))
        bound = {**self._params, **self._inputs}
        with _as_model_error("binding"):
            self._executor = self.symbol.bind(self.ctx, {node.name: bound[node.name] for node in graph.arguments},
                                              grad_req="null",
                                              aux_states={node.name: bound[node.name] for node in graph.auxiliary})
        if self._monitor is not None:
            self._executor.set_monitor_callback(*self._monitor)

    def _infer(self, input_shapes: Mapping[str, tuple]) -> tuple[Inferred, Inferred]:
        graph = self.symbol.graph
        given = {node.name: tuple(self._params[node.name].shape) for node in graph.variables
                 if node.name in self._params}
        given.update((name, from_public(shape)) for name, shape in input_shapes.items())
        types = {node.name: tensor_of(self._params[node.name]).dtype for node in graph.variables
                 if node.name in self._params and node.name not in input_shapes}
        types.update((name, tensor_of(nd.zeros((1,), dtype=kind)).dtype) for name, kind in self._types.items())
        return infer_shapes(graph, given), infer_types(graph, types)

    def _check_complete(self, shapes: Inferred) -> None:
        """Refuse a model that lacks parameters, naming all of them; labels are not needed."""
        graph = self.symbol.graph
        labels = set(label_names(graph, known=self._params))
        missing = [node for node in graph.variables
                   if node.name not in self._params and node.name not in self.input_shapes
                   and not (node.name in labels and known(shapes.of(node)))]
        if missing:
            listed = ", ".join(f"{node.name} {show(shapes.of(node))}" for node in missing)
            raise MXNetError(f"neither the params file nor input_shapes has {listed}; "
                             f"inputs given: {self.input_shapes}")
        for node in graph.variables:
            if not known(shapes.of(node)):
                raise MXNetError(f"the shape of {node.name} does not follow from {self.input_shapes}")
        zeroed = [name for name in labels if name not in self.input_shapes]
        if zeroed:
            logging.debug("predictor: labels %s are not needed for prediction: zeros", ", ".join(zeroed))

    def _check_memory(self, shapes: Inferred, types: Inferred) -> None:
        for node, cells, kinds in zip(self.symbol.graph.nodes, shapes.cells, types.cells):
            size = sum(prod(shape) * (kind.itemsize if kind else 4)
                       for shape, kind in zip(cells, kinds) if known(shape))
            if node.op is not None and any(node.params.get("pad") or ()):
                size = max(size, self._padded_bytes(node, shapes))
            if size > self.memory_limit:
                raise MXNetError(f"{node.op_name}({node.name}) makes arrays of {size:,} bytes, shapes "
                                 f"{' '.join(map(show, cells[:4]))}; the limit is {self.memory_limit:,}")

    @staticmethod
    def _padded_bytes(node: Any, shapes: Inferred) -> int:
        """Return the bytes of data including its padding, which some kernels materialize internally."""
        data = shapes[node.inputs[0]]
        pad = node.params.pad
        if not known(data) or len(pad) > len(data) - 2:
            return 0
        return 4 * prod(data[:2]) * prod(size + 2 * abs(side) for size, side in zip(data[2:], pad))

    # ---- running --------------------------------------------------------------------------------

    def forward(self, **kwargs: Any) -> None:
        """Compute the outputs.

        Parameters
        ----------
        **kwargs
            Inputs by name; one that is not given keeps its value.
        """
        for name, value in kwargs.items():
            target = self._inputs.get(name)
            if target is None:
                raise UnknownName("input", name, self._inputs)
            value = value.asnumpy() if isinstance(value, nd.NDArray) else np.asarray(value)
            if value.size != target.size:
                raise MXNetError(f"input {name} has shape {target.shape}, got {value.shape}; "
                                 "reshape the predictor to change it")
            target[:] = value.reshape(target.shape)
        with _as_model_error("prediction"):
            self._executor.forward(is_train=False)

    def get_output(self, index: int | str) -> np.ndarray:
        """Return an output of the latest `forward`.

        Parameters
        ----------
        index : int or str
            Its number or its name.

        Returns
        -------
        numpy.ndarray
            The output.
        """
        names = self.symbol.list_outputs()
        if isinstance(index, str):
            if index not in names:
                raise UnknownName("output", index, names)
            index = names.index(index)
        if not 0 <= index < len(names):
            raise MXNetError(f"output {index} does not exist; there are {len(names)}: {', '.join(names)}")
        return self._executor.outputs[index].asnumpy()

    @property
    def outputs(self) -> dict[str, np.ndarray]:
        """All outputs of the latest `forward` by name."""
        return {name: array.asnumpy() for name, array in zip(self.symbol.list_outputs(), self._executor.outputs)}

    def reshape(self, input_shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Change shapes of inputs; the parameters stay.

        Parameters
        ----------
        input_shapes : Mapping[str, tuple[int, ...]]
            Shapes by name; inputs that are not named keep theirs.
        """
        self._check_inputs(input_shapes)
        self._bind({**self.input_shapes, **input_shapes})

    def set_monitor_callback(self, callback: Callable[[str, Any], Any], monitor_all: bool = False) -> None:
        """Call a function with the outputs of every layer as they are computed.

        Parameters
        ----------
        callback : Callable[[str, Any], Any]
            Function of name and array.
        monitor_all : bool, default=False
            Whether it is called with inputs too.
        """
        self._monitor = (callback, monitor_all)
        self._executor.set_monitor_callback(callback, monitor_all)


@contextmanager
def _as_model_error(what: str) -> Iterator[None]:
    """Turn what a broken model makes the machine say into an error of ours."""
    try:
        yield
    except MXNetError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError, MemoryError) as error:
        raise MXNetError(f"{what} failed, the model does not fit together: {type(error).__name__}: {error}") from error


def load_ndarray_file(nd_bytes: bytes | str | os.PathLike[str]) -> dict[str, np.ndarray] | list[np.ndarray]:
    """Read a file of arrays, such as a mean image.

    Parameters
    ----------
    nd_bytes : bytes or str or os.PathLike[str]
        Content of the file, or its path.

    Returns
    -------
    dict of str to numpy.ndarray, or list of numpy.ndarray
        As it was saved.
    """
    loaded, _ = _read_params(nd_bytes)
    if isinstance(loaded, dict):
        return {name: array.asnumpy() for name, array in loaded.items()}
    return [array.asnumpy() for array in loaded]


def select_outputs(symbol: Symbol, names: list[str]) -> Symbol:
    """Return a symbol with other layers as outputs.

    Parameters
    ----------
    symbol : Symbol
        The symbol.
    names : list[str]
        Names of layers, or of their outputs.

    Returns
    -------
    Symbol
        The symbol with these outputs.
    """
    internals = symbol.get_internals()
    there = internals.list_outputs()
    found = []
    for name in names:
        full = next((spelled for spelled in (name, f"{name}_output", f"{name}_output0") if spelled in there), None)
        if full is None:
            raise UnknownName("layer", name, [item.removesuffix("_output") for item in there])
        found.append(internals[full])
    return sym.Group(found)


def _read_symbol(given: Any, version: int | str | None, quirks: str | None) -> Symbol:
    if isinstance(given, Symbol):
        return given
    if isinstance(given, bytes):
        try:
            given = given.decode("utf-8")
        except UnicodeDecodeError as error:
            raise MXNetError(f"the symbol is not UTF-8 text: {error}") from None
    if isinstance(given, str) and given.lstrip()[:1] == "{":
        return sym.load_json(given, version, quirks)
    return sym.load(os.fspath(given), version, quirks)


def _read_params(given: Any) -> tuple[Any, str]:
    if isinstance(given, Mapping):
        return dict(given), "the params given"
    if isinstance(given, (bytes, bytearray, memoryview)):
        return nd.load_frombuffer(bytes(given)), "the params given"
    return nd.load(os.fspath(given)), os.fspath(given)


def _device(kind: str | int | Context, number: int) -> Context:
    if isinstance(kind, Context):
        return kind
    kind = _DEVICES.get(kind, kind) if isinstance(kind, int) else kind
    if kind not in _DEVICES.values():
        raise UnknownName("device type", str(kind), list(_DEVICES.values()))
    return Context(kind, number)


def _memory(ctx: Context) -> int:
    if ctx.device_type == "gpu":
        return torch.cuda.get_device_properties(ctx.torch_device).total_memory
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return 1 << 40


def _numpy(dtype: torch.dtype) -> Any:
    return to_numpy(dtype)
