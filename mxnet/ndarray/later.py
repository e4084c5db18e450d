"""Arrays whose values come later, since they wait for calls on other contexts, and operations on them meanwhile.

MXNet's engine runs a call when its inputs are available. Here calls run when they are made, except for these: an
operator on such an array returns arrays of the future shapes, and runs as soon as it can. They then become plain
arrays, as the same objects. Reading one before that raises `Unfinished`.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch

from ..core.device import Context
from ..core.dtype import TORCH_TO_NUMPY
from ..core.errors import Unfinished
from ..core.mode import mode
from ..core.op.registry import Bound
from .arithmetic import binary
from .array import NDArray
from .invoke import invoke


class Later(NDArray):
    """An array without a value yet; its form is a tensor on torch's meta device."""

    __slots__ = ()
    _makes = NDArray

    @property
    def _data(self) -> Any:  # type: ignore[override]
        raise Unfinished(_why(self))

    @property
    def shape(self) -> tuple[Any, ...]:
        """Sizes of all dimensions."""
        return tuple(_form(self).shape)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return _form(self).dim()

    @property
    def size(self) -> int:
        """Number of elements."""
        return _form(self).numel()

    @property
    def dtype(self) -> Any:
        """The element type."""
        return TORCH_TO_NUMPY[_form(self).dtype]

    def __len__(self) -> int:
        return len(_form(self))

    def __repr__(self) -> str:
        return f"<NDArray {'x'.join(map(str, self.shape))} @{self._ctx}, not computed yet>"

    def __neg__(self) -> NDArray:
        return binary("mul", self, -1.0)

    def __getitem__(self, key: Any) -> NDArray:
        return once_there(self, lambda: self[key], _shaped(_form(self)[key]))

    def _view(self, shape: tuple) -> NDArray:
        return once_there(self, lambda: self._view(shape), _form(self).reshape(shape))

    def copyto(self, other: Any) -> NDArray:
        """Copy to a context, once the value is available."""
        if not isinstance(other, Context):
            raise Unfinished(_why(self))
        return once_there(self, lambda: self.copyto(other), _form(self), other)

    def detach(self) -> NDArray:
        """Return the same memory without its history, once the value is available."""
        return once_there(self, lambda: self.detach(), _form(self))


def _operator(key: str, turned: bool) -> Callable:
    """Make an arithmetic operator without its fast paths, which read values."""
    return (lambda self, other: binary(key, other, self)) if turned else (lambda self, other: binary(key, self, other))


for _name, _key in {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "mod": "mod", "pow": "power"}.items():
    setattr(Later, f"__{_name}__", _operator(_key, False))
    setattr(Later, f"__r{_name}__", _operator(_key, True))
    setattr(Later, f"__i{_name}__", _operator(_key, False))  # another array: there is nothing to write to yet
for _name, _key in {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "lesser",
                    "le": "lesser_equal"}.items():
    setattr(Later, f"__{_name}__", _operator(_key, False))


def _form(array: Later) -> torch.Tensor:
    return NDArray._data.__get__(array)  # type: ignore[attr-defined]


def _shaped(form: torch.Tensor) -> torch.Tensor:
    return form if form.dim() else form.reshape(1)


def is_later(array: Any) -> bool:
    """Return whether an array has no value yet."""
    return array.__class__ is Later


class _Call:
    """A deferred call; it fills the arrays created for it, as far as they are still referenced."""

    def __init__(self, run: Callable[[], list], ready: Callable[[], bool], outputs: list, why: str) -> None:
        self.run, self.ready, self.why = run, ready, why
        self._outputs = [weakref.ref(array) for array in outputs]
        self._modes = mode.recording, mode.training

    def outputs(self) -> list:
        """Return the arrays that are still referenced; None for others."""
        return [output() for output in self._outputs]

    def finish(self) -> bool:
        """Run; return whether the values are available, and not deferred again."""
        before = mode.recording, mode.training
        mode.recording, mode.training = self._modes
        try:
            found = self.run()
        finally:
            mode.recording, mode.training = before
        if any(map(is_later, found)):
            self.run, self.ready = (lambda: found), (lambda: not any(map(is_later, found)))
            return False
        for array, value in zip(self.outputs(), found, strict=True):
            if array is not None:
                array.__class__ = NDArray
                array._data, array._ctx, array._ag = value._data, value._ctx, value._ag
        return True


# Deferred calls of all threads, in order. The call that provides what others wait for runs them.
_calls: list[_Call] = []
_lock = threading.RLock()
_here = threading.local()


def is_running_ready() -> bool:
    """Return whether this thread is running deferred calls."""
    return getattr(_here, "running_ready", False)


def put_off(run: Callable[[], list[Any]], ready: Callable[[], bool], forms: Iterable[torch.Tensor], ctx: Context,
            why: str) -> list[NDArray]:
    """Return arrays that ``run`` will fill once ``ready`` holds; ``why`` says what they wait for."""
    made: list[NDArray] = []
    for form in forms:
        array = object.__new__(Later)
        NDArray._data.__set__(array, form.to("meta"))  # type: ignore[attr-defined]
        array._ctx, array._ag = ctx, None
        made.append(array)
    with _lock:
        _calls.append(_Call(run, ready, made, why))
    return made


def forget_dropped() -> None:
    """Drop calls whose arrays are no longer referenced, such as those of an aborted loop."""
    with _lock:
        count = -1
        while count != len(_calls):
            count = len(_calls)
            _calls[:] = [call for call in _calls if any(array is not None for array in call.outputs())]


def run_ready() -> None:
    """Run all calls that can run; their results may let others run."""
    if is_running_ready():
        return  # a deferred call has provided something: the loop below continues with it
    with _lock:
        _here.running_ready = True
        try:
            while any(map(_attempt, list(_calls))):
                pass
        finally:
            _here.running_ready = False


def _attempt(call: _Call) -> bool:
    if not call.ready():
        return False
    done = True
    try:
        done = call.finish()
    finally:
        if done:
            _calls.remove(call)
    return True


def _why(array: Later) -> str:
    for call in _calls:
        if any(array is output for output in call.outputs()):
            return call.why
    return "the call that was to compute it failed"


def once_there(array: Later, run: Callable[[], NDArray], form: torch.Tensor | None = None,
               ctx: Context | None = None) -> NDArray:
    """Return the future result of ``run`` on an array: of the array's form and context, unless others are given."""
    return put_off(lambda: [run()], lambda: not is_later(array), [_form(array) if form is None else form],
                   ctx or array._ctx, _why(array))[0]


def call_later(bound: Bound, arrays: Any, out: Any, ctx: Context | None, cls: type[Any] | None) -> Any:
    """Defer an operator with an input that has no value yet."""
    arrays = list(arrays)
    first = next(filter(is_later, arrays))
    if out is not None or bound.op.mutate:
        raise Unfinished(_why(first))
    shapes = bound.op.infer_shapes(bound, [array.shape for array in arrays])[1]
    types = bound.op.infer_types(bound, [_form_of(array).dtype for array in arrays])[1]
    forms = [torch.empty(shape, dtype=kind, device="meta")
             for shape, kind in list(zip(shapes, types, strict=True))[:bound.visible]]

    def run() -> list:
        found = invoke(bound, arrays, None, ctx, cls)
        return found if isinstance(found, list) else [found]
    made = put_off(run, lambda: not any(map(is_later, arrays)), forms, ctx or arrays[0]._ctx, _why(first))
    return made[0] if bound.visible == 1 else made


def _form_of(array: Any) -> torch.Tensor:
    return _form(array) if is_later(array) else array._data
