"""bind and simple_bind: from a Symbol and arrays, or shapes, to an `Executor`. Symbol's methods call them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from .core.compile import Options, Specs
from .core.compile import compile as compile_graph
from .core.device import Context
from .core.dtype import to_torch
from .core.errors import MXNetError
from .core.graph import Entry
from .core.npmode import from_public
from .core.passes.cse import repeated
from .core.storage import check_storage
from .core.tiers import inductor
from .core.torch_modes import shielded
from .executor import GRAD_REQ_MAP, Executor
from .ndarray.bound import Arrays, ordered, specs_of
from .ndarray.storage.bound import infer_gradient_storage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import DTypeLike

    from .ndarray import NDArray
    from .symbol import Symbol

__all__ = ["bind", "simple_bind"]


@shielded
def bind(symbol: Symbol, ctx: Context, args: Sequence[NDArray] | Mapping[str, NDArray],
         args_grad: Sequence[NDArray | None] | Mapping[str, NDArray] | None = None,
         grad_req: str | Sequence[str] | Mapping[str, str] = "write",
         aux_states: Sequence[NDArray] | Mapping[str, NDArray] | None = None,
         group2ctx: Mapping[str, Context] | None = None, shared_exec: Executor | None = None,
         compile: bool | None = None) -> Executor:
    """Compile a symbol over arrays that the user gives. See `Symbol.bind`."""
    options, graph = _options(symbol, ctx, group2ctx, compile), symbol.graph
    names = [node.name for node in graph.arguments]
    args = ordered("args", args, names)
    grads = [None] * len(names) if args_grad is None else ordered("args_grad", args_grad, names, allow_missing=True)
    aux = ordered("aux_states", [] if aux_states is None else aux_states, [node.name for node in graph.auxiliary])
    reqs = _requests(grad_req, names)
    for name, array, grad in zip(names, args, grads):
        if grad is not None and grad.shape != array.shape:
            raise MXNetError(f"bind: the gradient array of {name} has shape {grad.shape}, expected {array.shape}")
    wanted = [node for node, grad, req in zip(graph.arguments, grads, reqs) if req != "null" and grad is not None]
    compiled = compile_graph(graph, specs_of(graph, args, aux), wanted, options)
    return Executor(symbol, compiled, args, grads, reqs, aux, shared=shared_exec)


@shielded
def simple_bind(symbol: Symbol, ctx: Context, grad_req: str | Sequence[str] | Mapping[str, str] = "write",
                type_dict: Mapping[str, DTypeLike] | None = None, stype_dict: Mapping[str, str] | None = None,
                group2ctx: Mapping[str, Context] | None = None, shared_arg_names: Sequence[str] | None = None,
                shared_exec: Executor | None = None, shared_buffer: dict[str, NDArray] | None = None,
                compile: bool | None = None, **kwargs: Any) -> Executor:
    """Compile a symbol over new arrays whose shapes are inferred from the inputs'. See `Symbol.simple_bind`."""
    if isinstance(compile, (tuple, list)):  # an input of that name
        kwargs, compile = {**kwargs, "compile": compile}, None
    options = _options(symbol, ctx, group2ctx, compile)._replace(default_type=torch.float32)
    storage = {name: check_storage(stype) for name, stype in (stype_dict or {}).items()}
    graph = symbol.graph
    try:
        reqs = _requests(grad_req, [node.name for node in graph.arguments])
        # Keywords that are no shapes have always been let pass.
        shapes = {name: from_public(shape) for name, shape in kwargs.items() if isinstance(shape, (tuple, list))}
        types = {name: to_torch(kind) for name, kind in (type_dict or {}).items()}
        wanted = [node for node, req in zip(graph.arguments, reqs) if req != "null"]
        compiled = compile_graph(graph, Specs(shapes, types, storage), wanted, options)
        compiled.check_known()
    except (MXNetError, ValueError) as error:
        listed = "".join(f"{name}: {shape}\n" for name, shape in kwargs.items())
        raise RuntimeError(f"simple_bind error. Arguments:\n{listed}{error}") from error
    arrays = Arrays(compiled, shared_exec, shared_arg_names, shared_buffer)
    stored = compiled.storage
    args = [arrays.take("arg", node, stored.get(Entry(node))) for node in graph.arguments]
    aux = [arrays.take("aux", node, stored.get(Entry(node))) for node in graph.auxiliary]
    # After all others, so that they lie together: a GPU's memory is given back in large pieces, and a recorded
    # step may bring memory of its own for gradients.
    stored_grads = infer_gradient_storage(compiled.graph, stored, wanted)
    grads = [arrays.take("grad", node, stored_grads.get(node)) if req != "null" else None
             for node, req in zip(graph.arguments, reqs)]
    return Executor(symbol, compiled, args, grads, reqs, aux, shared=shared_exec)


def _options(symbol, ctx: Context, group2ctx, compile: bool | None) -> Options:
    if not isinstance(ctx, Context):
        raise TypeError("Context type error")
    return Options(ctx, group2ctx, repeated=repeated(symbol._outputs), inductor=inductor.wanted(compile))


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
