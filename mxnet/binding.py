"""bind and simple_bind: from a Symbol and arrays, or shapes, to an `Executor`. Symbol's methods call them."""
from __future__ import annotations

import numpy as np
import torch

from .core.compile import Compiled, Options, Specs
from .core.compile import compile as compile_graph
from .core.device import Context
from .core.dtype import to_torch
from .core.errors import MXNetError
from .core.graph import Entry, Node
from .core.op.shapes import known
from .core.op.storage import check_storage
from .core.passes.cse import repeated
from .core.passes.infer import from_public
from .core.passes.storage import infer_gradient_storage
from .core.scope import paused
from .core.tiers import inductor
from .executor import GRAD_REQ_MAP, Executor, specs_of
from .ndarray.array import NDArray
from .ndarray.invoke import wrap
from .ndarray.storage.creation import zeros as sparse_zeros

__all__ = ["bind", "simple_bind"]


@paused()
def bind(symbol, ctx: Context, args, args_grad=None, grad_req="write", aux_states=None, group2ctx=None,
         shared_exec: Executor | None = None, compile: bool | None = None) -> Executor:
    """Compile a symbol over arrays that the user gives. See `Symbol.bind`."""
    _check_context(ctx)
    graph = symbol.graph
    names = [node.name for node in graph.arguments]
    arg_arrays = _arrays("args", args, names, False)
    grad_arrays = [None] * len(names) if args_grad is None else _arrays("args_grad", args_grad, names, True)
    aux_names = [node.name for node in graph.auxiliary]
    aux_arrays = _arrays("aux_states", aux_states if aux_states is not None else [], aux_names, False)
    reqs = _requests(grad_req, names)
    for position, grad in enumerate(grad_arrays):
        if grad is not None and grad.shape != arg_arrays[position].shape:
            raise MXNetError(f"bind: the gradient array of {names[position]} has shape {grad.shape}, "
                             f"expected {arg_arrays[position].shape}")
    wanted = [node for node, grad, req in zip(graph.arguments, grad_arrays, reqs) if req != "null" and grad is not None]
    compiled = compile_graph(graph, specs_of(graph, arg_arrays, aux_arrays), wanted,
                             _options(symbol, ctx, group2ctx, compile))
    return Executor(symbol, compiled, arg_arrays, grad_arrays, reqs, aux_arrays, family=shared_exec)


@paused()
def simple_bind(symbol, ctx: Context, grad_req="write", type_dict=None, stype_dict=None, group2ctx=None,
                shared_arg_names=None, shared_exec: Executor | None = None, shared_buffer: dict | None = None,
                compile: bool | None = None, **kwargs) -> Executor:
    """Compile a symbol over new arrays whose shapes are inferred from the inputs'. See `Symbol.simple_bind`."""
    _check_context(ctx)
    if isinstance(compile, (tuple, list)):  # an input of that name
        kwargs, compile = {**kwargs, "compile": compile}, None
    storage = {name: check_storage(stype) for name, stype in (stype_dict or {}).items()}
    graph = symbol.graph
    try:
        reqs = _requests(grad_req, [node.name for node in graph.arguments])
        # Keywords that are no shapes have always been let pass.
        shapes = {name: from_public(shape) for name, shape in kwargs.items() if isinstance(shape, (tuple, list))}
        types = {name: to_torch(kind) for name, kind in (type_dict or {}).items()}
        wanted = [node for node, req in zip(graph.arguments, reqs) if req != "null"]
        compiled = compile_graph(graph, Specs(shapes, types, storage), wanted,
                                 _options(symbol, ctx, group2ctx, compile, torch.float32))
        _check_known(compiled)
    except (MXNetError, ValueError) as error:
        listed = "".join(f"{name}: {shape}\n" for name, shape in kwargs.items())
        raise RuntimeError(f"simple_bind error. Arguments:\n{listed}{error}") from error
    slopes = infer_gradient_storage(compiled.graph, compiled.storage, wanted)
    shared = _Shared(shared_exec, shared_arg_names, shared_buffer)

    def array(kind: str, node: Node, stype: str | None) -> NDArray:
        return shared.array(kind, node, compiled.shapes.of(node), compiled.types.of(node), compiled.places[node], stype)
    args = [array("arg", node, compiled.storage.get(Entry(node))) for node in graph.arguments]
    aux = [array("aux", node, compiled.storage.get(Entry(node))) for node in graph.auxiliary]
    # After all others, so that they lie together: a GPU's memory is given back in large pieces, and a recorded
    # step may bring memory of its own for gradients.
    grads = [array("grad", node, slopes.get(node)) if req != "null" else None
             for node, req in zip(graph.arguments, reqs)]
    return Executor(symbol, compiled, args, grads, reqs, aux, family=shared_exec)


class _Shared:
    """Makes arrays, or takes them from an executor or a buffer that is shared."""

    def __init__(self, executor: Executor | None, names, buffer: dict | None) -> None:
        self.names = set(names or ())
        self.buffer = buffer
        self.pools: dict = {}
        if executor is not None:
            self.pools = {"arg": executor.arg_dict, "grad": executor.grad_dict, "aux": executor.aux_dict}

    def array(self, kind: str, node: Node, shape: tuple, dtype, ctx: Context, stype: str | None = None) -> NDArray:
        dtype = dtype or torch.float32
        # as the reference: parameters named as shared, and all auxiliary states, come from the executor
        found = self.pools.get(kind, {}).get(node.name) if kind == "aux" or node.name in self.names else None
        if found is not None and found.shape == shape and found._data.dtype is dtype \
                and found.stype == (stype or "default"):
            return found
        if stype is not None:
            return sparse_zeros(stype, shape, ctx, dtype)
        if kind != "arg" or self.buffer is None or node.name in self.names:
            return _zeros(shape, dtype, ctx)
        return self._from_buffer(node.name, shape, dtype, ctx)

    def _from_buffer(self, name: str, shape: tuple, dtype, ctx: Context) -> NDArray:
        kept = self.buffer.get(name)
        count = int(np.prod(shape))
        if kept is not None and kept._data.numel() >= count and kept._data.dtype is dtype and kept._ctx is ctx:
            return kept if kept.shape == shape else wrap(kept._data.view(-1)[:count].view(shape), ctx)
        self.buffer[name] = made = _zeros(shape, dtype, ctx)
        return made


def _zeros(shape: tuple, dtype: torch.dtype, ctx: Context) -> NDArray:
    return wrap(torch.zeros(shape, dtype=dtype, device=ctx.torch_device), ctx)


def _options(symbol, ctx: Context, group2ctx, compile: bool | None, default_type=None) -> Options:
    return Options(ctx, group2ctx, default_type, repeated(symbol._outputs), inductor.wanted(compile))


def _check_known(compiled: Compiled) -> None:
    shapes = compiled.shapes
    unknown = [node for node in compiled.graph.variables if not known(shapes.of(node))]
    if unknown:
        listed = ", ".join(f"{node.name}: {shapes.of(node)}" for node in unknown)
        raise MXNetError("InferShape pass cannot decide shapes for the following arguments (-1 means unknown "
                         f"dimensions). Please consider providing them as inputs:\n{listed}, ")


def _check_context(ctx) -> None:
    if not isinstance(ctx, Context):
        raise TypeError("Context type error")


def _arrays(word: str, given, names: list, allow_missing: bool) -> list:
    """Order a list or dict of arrays by the symbol's names."""
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(f"Length of {word} does not match the number of arguments")
        found = list(given)
    elif isinstance(given, dict):
        found = []
        for name in names:
            if name not in given and not allow_missing:
                raise ValueError(f"key `{name}` is missing in `{word}`")
            found.append(given.get(name))
    else:
        raise TypeError("Only accept list of NDArrays or dict of str to NDArray")
    for array in found:
        if not isinstance(array, NDArray) and not (array is None and allow_missing):
            raise TypeError("Only accept list of NDArrays or dict of str to NDArray")
    return found


def _requests(grad_req, names: list) -> list:
    if isinstance(grad_req, str):
        found = [grad_req] * len(names)
    elif isinstance(grad_req, (list, tuple)):
        found = list(grad_req)
        if len(found) != len(names):
            raise ValueError(f"grad_req has {len(found)} entries for {len(names)} arguments")
    elif isinstance(grad_req, dict):
        found = [grad_req.get(name, "null") for name in names]
    else:
        raise TypeError(f"grad_req is a string, list or dict, got {type(grad_req).__name__}")
    for req in found:
        if req not in GRAD_REQ_MAP:
            raise ValueError(f"grad_req must be in {GRAD_REQ_MAP}, {req!r} is not a valid one")
    return found
