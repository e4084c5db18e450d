"""Calls an operator on arrays at once: the one path behind every imperative function and method."""
import numpy as np
import torch

from ..core.device import Context, current_context, parse_context
from ..core.errors import MXNetError, OperatorError, OutOfBounds
from ..core.op import Params
from ..core.op import types as type_rules
from ..core.op.registry import Bound
from ..core.run import trace
from ..core.run.mode import mode
from ..core.run.rng import generator

_TORCH_ERRORS = (RuntimeError, ValueError, TypeError, NotImplementedError)
IN_GRAPH = ("Assigning to NDArrays that are already in a computational graph will cause undefined "
            "behavior when evaluating gradients. Please call backward first to clear the graph or "
            "do this out side of a record section; inplace operations (+=, out=x, x[:]=) cannot "
            "be recorded on such an array.")
IN_PLACE = ("Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with "
            "autograd.")


_array_class: type = None  # type: ignore[assignment]  # NDArray, once `array` has defined it


def register_array_class(cls: type) -> type:
    """Say which class `wrap` makes by default; `array` calls this once."""
    global _array_class
    _array_class = cls
    return cls


class Record:
    """What autograd knows of one array: its place on torch's tape, and its gradient if marked."""

    __slots__ = ("tape", "grad", "req", "fresh")

    def __init__(self, tape=None, grad=None, req="null") -> None:
        self.tape, self.grad, self.req, self.fresh = tape, grad, req, False


# Of arrays that an operator without a gradient made while recording: backward may start there, and
# ends there.
STOPPED = Record()


def invoke(bound: Bound, arrays, out=None, ctx: Context | None = None, cls=None):
    """Run a bound operator on NDArrays; gives an NDArray, or a list where it has several outputs."""
    if trace.report is not None and trace.due():
        return trace.timed("imperative", bound.op.name, "", invoke, bound, arrays, out, ctx, cls)
    if ctx is None:
        ctx = arrays[0]._ctx if arrays else _creation_context(bound, out)
    op = bound.op
    if out is not None:
        bound = _prepared(bound, arrays, out)
    if len(arrays) > 1 and op.type_rule is type_rules.same:
        _check_types(bound, arrays)
    taped = mode.recording and any(a._ag is not None and a._ag.tape is not None for a in arrays)
    try:
        if taped:
            result = _run_taped(bound, arrays, ctx)
        elif out is not None and op.direct is not None:
            outs = out if isinstance(out, (list, tuple)) else (out,)
            op.direct([o._data for o in outs], *[a._data for a in arrays], **bound.call.keywords)
            return out
        elif bound.plain:
            result = bound.call(*[a._data for a in arrays])
        else:
            result = bound.run([a._data for a in arrays], mode.training, lambda: generator(ctx),
                               ctx.torch_device)
    except MXNetError as error:
        if isinstance(error, OperatorError):
            raise
        raise OperatorError(op.name, str(error)) from error
    except IndexError as error:
        raise OutOfBounds(op.name, f"{error}; {_describe(bound, arrays)}") from error
    except _TORCH_ERRORS as error:
        raise OperatorError(op.name, f"{error}; {_describe(bound, arrays)}") from error
    cls = cls or (arrays[0].__class__ if arrays else _array_class)
    if result.__class__ is tuple:
        if bound.view:
            result = tuple(_own(r, arrays) for r in result)
        return _finish_many(bound, result, ctx, cls, out)
    if bound.view:
        result = _own(result, arrays)
    if out is not None:
        return _store(bound, out, result)
    made = wrap(result, ctx, cls)
    if taped and not op.differentiable:
        made._ag = STOPPED
    return made


def _prepared(bound: Bound, arrays, out) -> Bound:
    """Check that outputs may be written, and let them say the shape and type that were not given."""
    outs = out if isinstance(out, (list, tuple)) else (out,)
    if mode.recording:
        for target in outs:
            if target._ag is not None and target._ag.tape is not None:
                raise MXNetError(IN_GRAPH)
    op, params = bound.op, bound.params
    if op.completion is None and not op.wants_rng:
        return bound
    first = outs[0]._data
    if op.completion is not None and not params.get("shape"):
        params = op.completion(params, first.shape)
    if "dtype" in params and params["dtype"] is None:
        params = Params(params, dtype=first.dtype)
    return bound if params is bound.params else Bound(op, params)


def wrap(tensor: torch.Tensor, ctx: Context, cls=None):
    """Make an NDArray around a tensor; one with a tape history keeps it."""
    self = object.__new__(cls or _array_class)
    if tensor.requires_grad:
        self._data, self._ag = tensor.data, Record(tensor)
    else:
        self._data, self._ag = tensor, None
    self._ctx = ctx
    return self


def _run_taped(bound: Bound, arrays, ctx: Context):
    tensors = [a._data if a._ag is None or a._ag.tape is None else a._ag.tape for a in arrays]
    with torch.enable_grad():
        result = bound.run_taped(tensors, mode.training, lambda: generator(ctx), ctx.torch_device)
        if bound.view:
            return _clones(result)
    return result


def _clones(result):
    if isinstance(result, tuple):
        return tuple(r.clone(memory_format=torch.contiguous_format) for r in result)
    return result.clone(memory_format=torch.contiguous_format)


def _own(result: torch.Tensor, arrays) -> torch.Tensor:
    """Give memory of its own to a result that may be a view of an input."""
    if result.requires_grad:
        return result
    if not result.is_contiguous():
        return result.contiguous()
    pointer = result.untyped_storage().data_ptr()
    for array in arrays:
        if array._data.untyped_storage().data_ptr() == pointer:
            return result.clone()
    return result


def _finish_many(bound: Bound, result: tuple, ctx: Context, cls, out):
    visible = bound.visible
    if out is not None:
        outs = out if isinstance(out, (list, tuple)) else [out]
        for target, value in zip(outs, result):
            _store(bound, target, value)
        return out
    if visible == 1:
        return wrap(result[0], ctx, cls)
    return [wrap(r, ctx, cls) for r in result[:visible]]


def _store(bound: Bound, out, value: torch.Tensor):
    if isinstance(out, (list, tuple)):
        _store(bound, out[0], value)
        return out
    data = out._data
    if bound.op.merge is not None:
        value = bound.op.merge(bound.params, data, value)
    if data.shape != value.shape:
        raise OperatorError(bound.op.name, "Incompatible attr in node  at 0-th output: expected "
                            f"{list(value.shape)}, got {list(data.shape)}")
    if data.dtype is not value.dtype:
        raise OperatorError(bound.op.name, "Incompatible attr in node  at 0-th output: expected "
                            f"{value.dtype}, got {data.dtype}".replace("torch.", ""))
    if data is not value:
        data.copy_(value.detach() if value.requires_grad else value)
    if value.requires_grad:
        out._ag = Record(value)
    return out


def _creation_context(bound: Bound, out) -> Context:
    given = parse_context(bound.params.get("ctx"))
    if given is None and out is not None:
        given = (out[0] if isinstance(out, (list, tuple)) else out)._ctx
    return given or current_context()


def _check_types(bound: Bound, arrays) -> None:
    first = arrays[0]._data.dtype
    for index, array in enumerate(arrays):
        if array._data.dtype is not first:
            raise OperatorError(bound.op.name, f"Incompatible attr in node  at {index}-th input: "
                                f"expected {first}, got {array._data.dtype}".replace("torch.", ""))


def _describe(bound: Bound, arrays) -> str:
    """Say what came, for an error that a kernel raised."""
    inputs = " ".join(f"{tuple(a._data.shape)} {a._data.dtype}".replace("torch.", "") for a in arrays)
    params = ", ".join(f"{k}={v!r}" for k, v in bound.params.items())
    return f"inputs: {inputs or 'none'}; params: {params or 'none'}"


def is_number(value) -> bool:
    """Tell whether a value counts as a scalar operand."""
    return isinstance(value, (int, float, bool, np.generic)) or (
        isinstance(value, np.ndarray) and value.ndim == 0)
