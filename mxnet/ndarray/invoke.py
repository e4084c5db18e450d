"""Calls an operator on arrays eagerly: the one path behind every imperative function and method."""
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import torch

from ..core import trace
from ..core.device import Context, current_context, parse_context
from ..core.errors import (
    LateError,
    MXNetError,
    OperatorError,
    OperatorValueError,
    OutOfBounds,
    Unfinished,
)
from ..core.kernel_errors import worded
from ..core.mode import mode
from ..core.op import Params
from ..core.op import types as type_rules
from ..core.op.registry import Bound
from ..core.op.shapes import known
from ..core.ownership import share_memory
from ..core.refusal import REFUSALS, check_kind
from ..core.rng import generator
from ..core.torch_modes import any_wrapped, entered, inference, ordinary, without
from ..core.torch_private import any_autocast, transform
from .history import IN_GRAPH, IN_PLACE, Record, Step, Undefined, record_of, shadow
from .steps import Ruled, Taped, Whole
from .unread import put_off, unread, unread_zeros


class Preparations(dict[tuple[str, str], list[Callable[..., Any]]]):
    """(namespace, name) of a function -> what changes its arguments first.

    Empty until automatic mixed precision is turned on: see `mx.contrib.amp`. Caches of function results check
    ``added``.
    """

    added: int = 0

    def add(self, place: tuple[str, str], change: Callable[..., Any]) -> None:
        """Run ``change(args, kwargs)`` before a function."""
        self[place].append(change)
        self.added += 1


preparations: Preparations = Preparations()

_Class = TypeVar("_Class", bound=type)
_array_class: type = None  # type: ignore[assignment]  # NDArray, once `array` has defined it


def register_array_class(cls: _Class) -> _Class:
    """Set the class that `wrap` makes by default; `array` calls this once."""
    global _array_class
    _array_class = cls
    return cls


def invoke(bound: Bound, arrays: Any, out: Any = None, ctx: Context | None = None, cls: Any = None) -> Any:
    """Run a bound operator on NDArrays; returns an NDArray, or a list if it has several outputs."""
    if trace.report is not None or inference() or any_autocast() or transform() is not None:
        found = _watched(bound, arrays, out, ctx, cls)
        if found is not None:
            return found
    try:
        if arrays:
            first = arrays[0]
            ctx, cls = ctx or first._ctx, cls or first._makes
            if bound.typed:
                _check_types(bound, arrays)
            if mode.recording and _any_recorded(arrays):
                return _invoke_recorded(bound, arrays, out, ctx, cls)
        else:
            ctx, cls = _for_creation(bound, out, ctx, cls)
        if out is not None:
            return _invoke_into(bound, arrays, out, ctx)
        tensors = [a._data for a in arrays]
    except Unfinished:  # an array without a value yet
        return _put_off(bound, arrays, out, ctx, cls)
    try:
        if bound.eager is not None:
            result = bound.eager(*tensors)
        else:
            result = bound.run(tensors, mode.training, lambda: generator(ctx), ctx.torch_device)
    except REFUSALS as error:
        return _refused(error, bound, arrays, out, ctx, cls)
    if result.__class__ is tuple:
        return _several(bound, result, arrays, ctx, cls)
    if bound.view and bound.eager is None:
        result = _materialized(result, arrays)
    made = object.__new__(cls)
    made._data, made._ctx, made._ag = result, ctx, None
    return made


def _watched(bound: Bound, arrays, out, ctx, cls) -> Any:
    """Run an operator for the profiler, or outside of torch's modes that the caller has entered; None if neither."""
    if trace.report is not None and trace.due():
        return trace.timed("imperative", bound.op.name, "", invoke, bound, arrays, out, ctx, cls)
    return without(invoke, bound, arrays, out, ctx, cls) if entered() and not any_wrapped(arrays) else None


def _check_types(bound: Bound, arrays) -> None:
    """Refuse inputs of types that the operator does not accept, and of several types where it takes one."""
    kind = arrays[0]._data.dtype
    if bound.accepts is not None and kind not in bound.accepts:
        check_kind(bound, kind)
    if bound.op.types is type_rules.same:
        for array in arrays:
            if array._data.dtype is not kind:
                raise _mixed_types(bound, arrays)


def _put_off(bound: Bound, arrays, out, ctx: Context | None, cls):
    from .later import call_later  # which makes arrays, and so is above this
    return call_later(bound, arrays, out, ctx, cls)


def _any_recorded(arrays) -> bool:
    for array in arrays:
        if array._ag is not None and record_of(array) is not None:
            return True
    return False


def _several(bound: Bound, results: tuple, arrays, ctx: Context, cls):
    """Return the visible ones of several results as arrays, a single one by itself."""
    if bound.view and bound.eager is None:
        results = tuple([_materialized(r, arrays) for r in results])
    if bound.visible == 1:
        return wrap(results[0], ctx, cls)
    return [wrap(r, ctx, cls) for r in results[:bound.visible]]


def _invoke_into(bound: Bound, arrays, out, ctx: Context):
    """Run an operator whose results go to given arrays."""
    bound, tensors = _prepared(bound, out), [a._data for a in arrays]
    try:
        if bound.into is not None and _fits(bound, arrays, out):
            bound.into([o._data for o in _listed(out)], *tensors)
            return out
        if bound.eager is not None:
            result = bound.eager(*tensors)
        else:
            result = bound.run(tensors, mode.training, lambda: generator(ctx), ctx.torch_device)
    except REFUSALS as error:
        return _refused(error, bound, arrays, out, ctx)
    results = result if result.__class__ is tuple else (result,)
    if bound.view and bound.eager is None:
        results = tuple([_materialized(r, arrays) for r in results])
    return _stored(bound, out, results)


def _listed(out) -> list | tuple:
    return out if isinstance(out, (list, tuple)) else [out]


def _invoke_recorded(bound: Bound, arrays, out, ctx: Context, cls):
    """Run an operator with a recorded input: a step of the tape."""
    if out is not None:
        bound = _prepared(bound, out)
    tensors, parents, needs, how = _behind(arrays)
    for place in bound.constants:
        if place < len(needs) and needs[place]:
            how = _without_constants(bound, arrays, needs)
            break
    try:
        if how is None or not bound.passes or bound.op.no_gradient:
            kind = Undefined if bound.op.no_gradient else Step
            step, values, passing = kind(bound, parents), _run_plain(bound, arrays, ctx), None
        else:
            step, values, passing = _stepped(bound, arrays, tensors, parents, needs, how, ctx)
            if bound.op.constant_outputs:
                passing = [passes and index not in bound.op.constant_outputs for index, passes in enumerate(passing)]
    except REFUSALS as error:
        return _refused(error, bound, arrays, out, ctx, cls)
    made = [wrap(value, ctx, cls) for value in values[:bound.visible]] if out is None \
        else _stored_apart(bound, arrays, out, values)
    for index, array in enumerate(made):
        array._ag = Record(passing is not None and passing[index], step, index)
    if out is not None:
        return out
    return made[0] if bound.visible == 1 else made


def _behind(arrays) -> tuple[list, tuple, list, str | None]:
    """Return the tensors of arrays, their positions on the tape, and which of them pass a gradient.

    The last says how: None is not at all, ``whole`` that one has integers, ``rows`` that it is wanted by rows.
    """
    tensors, needs, how = [], [], None
    parents: list = []
    for array in arrays:
        data, record = array._data, array._ag
        tensors.append(data)
        if record is not None and record.step is not None and not record.step.live:
            array._ag = record = None
        if record is None:
            parents.append(weakref.ref(array))
            needs.append(False)
            continue
        parents.append(record if record.step is None else (record.step, record.index))
        needs.append(record.passes)
        if record.passes:
            how = how or ""
            if not data.is_floating_point():
                how = "whole"
            elif record.by_rows and not how:
                how = "rows"
    return tensors, tuple(parents), needs, how


def _without_constants(bound: Bound, arrays, needs: list) -> str | None:
    """Let no gradient pass to inputs that carry none; return how it passes to the others, as `_behind` does."""
    for place in bound.constants:
        needs[place:place + 1] = [False] * len(needs[place:place + 1])
    found = [array for array, need in zip(arrays, needs) if need]
    if not found:
        return None
    if not all(array._data.is_floating_point() for array in found):
        return "whole"
    return "rows" if any(array._ag.by_rows for array in found) else ""


def _stepped(bound: Bound, arrays, tensors: list, parents: tuple, needs: list, how: str, ctx: Context) -> tuple:
    """Run an operator that a gradient passes; returns the step, the values, and which of these pass it."""
    if not how and bound.rule is not None:
        step: Ruled | Taped = Ruled(bound, parents, needs, ctx)
        values = step.run(tensors)
        passing = [value.is_floating_point() for value in values]
    elif how == "whole" and not bound.op.wants_rng:
        return _stepped_whole(bound, tensors, parents, needs, _run_plain(bound, arrays, ctx), ctx)
    else:
        step = Taped(bound, parents, needs, ctx)
        by_rows = [array._ag is not None and array._ag.by_rows for array in arrays]
        values = step.run([shadow(tensor) for tensor in tensors] if how == "whole" else tensors, by_rows)
        passing = step.passing()
        if how == "whole" and bound.op.types is type_rules.same:
            values = tuple([value.to(tensors[0].dtype) for value in values])
    # A cast to integers, or a sum in their type: gradients pass.
    if not passing[0] and bound.rule is not None and bound.params.get("dtype") is not None:
        return _stepped_whole(bound, tensors, parents, needs, values, ctx)
    if bound.view:
        values = tuple([_materialized(value, arrays) for value in values])
    return step, values, passing


def _stepped_whole(bound: Bound, tensors: list, parents: tuple, needs: list, values: tuple, ctx: Context) -> tuple:
    """Return the step of a call that takes or returns integers."""
    step = Whole(bound, parents, needs, ctx)
    step.run(tensors, values)
    return step, values, [True] * len(values)


def _stored_apart(bound: Bound, arrays, out, values) -> list | tuple:
    """Write recorded results to arrays none of which is an input; returns these arrays."""
    outs = _listed(out)
    if any(target is array for target in outs for array in arrays):
        raise MXNetError(IN_PLACE)
    _stored(bound, out, values)
    return outs


def _run_plain(bound: Bound, arrays, ctx: Context) -> tuple:
    """Return the outputs without a tape."""
    values = bound.run([a._data for a in arrays], mode.training, lambda: generator(ctx),
                       ctx.torch_device)
    if values.__class__ is not tuple:
        values = (values,)
    return tuple([_materialized(value, arrays) for value in values]) if bound.view else values


def _prepared(bound: Bound, out) -> Bound:
    """Check that outputs may be written, and let them determine a shape and type that were not given."""
    outs = out if isinstance(out, (list, tuple)) else (out,)
    if len(outs) not in (bound.visible, bound.outputs):
        raise OperatorError(bound.op.name, f"Operator {bound.op.name} expects {bound.visible} outputs, but got "
                            f"{len(outs)} instead")
    if mode.recording:
        for target in outs:
            if record_of(target) is not None:
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


def _refused(error: Exception, bound: Bound, arrays, out, ctx: Context, cls=None):
    """Raise one of our errors, or for an error about values return arrays that raise it when read."""
    told = _explained(error, bound, arrays)
    if not isinstance(error, LateError):
        raise told from error
    forms = None if out is not None else _forms(bound, arrays)
    if out is None and forms is None:  # the shapes depend on the values
        raise told from error
    failure = put_off(error, str(told), ctx if bound.op.wants_rng else None)
    if out is not None:
        for target in _listed(out):
            target._data = unread(failure, target._data)
        return out
    made = [wrap(unread_zeros(failure, shape, kind, ctx.torch_device), ctx, cls) for shape, kind in forms]
    return made[0] if bound.visible == 1 else made[:bound.visible]


def _forms(bound: Bound, arrays) -> list | None:
    """Return the shapes and types of the outputs, None if they depend on values."""
    op = bound.op
    shapes = op.infer_shapes(bound, [tuple(array._data.shape) for array in arrays])[1]
    types = op.infer_types(bound, [array._data.dtype for array in arrays])[1]
    return list(zip(shapes, types, strict=True)) if all(map(known, shapes)) and None not in types else None


def _explained(error: Exception, bound: Bound, arrays) -> OperatorError:
    """Say which operator refused what, as one of our errors; an error that does so already is raised unchanged."""
    name = bound.op.name
    if isinstance(error, OperatorError):
        raise error
    if isinstance(error, MXNetError):
        return (OperatorValueError if isinstance(error, ValueError) else OperatorError)(name, str(error))
    if isinstance(error, IndexError):
        return OutOfBounds(name, f"{worded(error)}; {_describe(bound, arrays)}")
    for place, array in enumerate(arrays[1:], 2):
        if array._data.device != arrays[0]._data.device:
            return OperatorError(name, f"Operator {name} require all inputs live on the same context. "
                                 f"But the first argument is on {arrays[0]._ctx} while the "
                                 f"{place}-th argument is on {array._ctx}")
    return OperatorError(name, f"{worded(error)}; {_describe(bound, arrays)}")


def prepared(changes: list[Callable[..., Any]], args: tuple[Any, ...],
             kwargs: dict[Any, Any]) -> tuple[tuple[Any, ...], dict[Any, Any]]:
    """Return a call's arguments after all changes, the most recently added first."""
    for change in reversed(changes):
        args, kwargs = change(args, kwargs)
    return args, kwargs


def wrap(tensor: torch.Tensor, ctx: Context, cls: Any = None) -> Any:
    """Make an NDArray around a tensor."""
    self = object.__new__(cls or _array_class)
    self._data, self._ctx, self._ag = ordinary(tensor) if inference() else tensor, ctx, None
    return self


def _materialized(result: torch.Tensor, arrays) -> torch.Tensor:
    """Copy a result that may be a view of an input."""
    if result.requires_grad:
        return result
    if not result.is_contiguous():
        return result.contiguous()
    for array in arrays:
        if share_memory(result, array._data):
            return result.clone()
    return result


def _stored(bound: Bound, out, values: tuple):
    """Write results to the given arrays."""
    for target, value in zip(_listed(out), values, strict=False):
        _store(bound, target, value)
    return out


def _store(bound: Bound, out, value: torch.Tensor) -> None:
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
        data.copy_(value)


def _fits(bound: Bound, arrays, out) -> bool:
    """Return whether a step of one weight may write directly to an array; others are checked afterwards."""
    weight, data = arrays[0]._data, getattr(out, "_data", None)
    return data is not None and bound.outputs == 1 and data.dtype is weight.dtype and data.shape == weight.shape \
        and bound.op.types is type_rules.same and not any(data is array._data for array in arrays[1:])


def _for_creation(bound: Bound, out, ctx: Context | None, cls) -> tuple:
    """Return the context and class of what a creating operator makes."""
    ctx = ctx or parse_context(bound.params.get("ctx"))
    if ctx is None and out is not None:
        ctx = _listed(out)[0]._ctx
    return ctx or current_context(), cls or _array_class


def _mixed_types(bound: Bound, arrays) -> OperatorError:
    first = arrays[0]._data.dtype
    index, other = next((index, array._data.dtype) for index, array in enumerate(arrays)
                        if array._data.dtype is not first)
    return OperatorError(bound.op.name, f"Incompatible attr in node  at {index}-th input: "
                         f"expected {first}, got {other}".replace("torch.", ""))


def _describe(bound: Bound, arrays) -> str:
    """Describe the inputs, for an error that a kernel raised."""
    inputs = " ".join(f"{tuple(a._data.shape)} {a._data.dtype}".replace("torch.", "") for a in arrays)
    params = ", ".join(f"{k}={v!r}" for k, v in bound.params.items()).replace("torch.", "")
    return f"inputs: {inputs or 'none'}; params: {params or 'none'}"


def is_number(value: Any) -> bool:
    """Return whether a value counts as a scalar operand."""
    return isinstance(value, (int, float, bool, np.generic)) or (
        isinstance(value, np.ndarray) and value.ndim == 0)
