"""Results that could not be computed because of a value, such as draws from a normal distribution of negative scale.

As with MXNet's engine, which computes later, a call returns its arrays anyway, what is computed from them has no value
either, and reading any of these raises. Once `asnumpy` or a wait has raised the error, they hold zeros.
"""
import collections
from typing import Any

import torch

from ..core.errors import LateError

_WAITING: collections.deque = collections.deque(maxlen=256)  # failures that have not been reported yet
# What may be read from a tensor without its elements; what moves it returns another unreadable one.
_LOOKS = frozenset("""dim size numel stride is_contiguous is_floating_point is_complex element_size data_ptr
untyped_storage storage_offset ndimension nelement get_device is_signed is_same_size is_pinned __len__ __hash__
__sizeof__ has_names is_inference""".split())
_MOVES = frozenset("""detach view reshape clone contiguous to cpu cuda __getitem__ permute transpose t expand unsqueeze
squeeze narrow select flatten view_as reshape_as expand_as float double half bfloat16 int long bool type as_strided
unbind split chunk movedim""".split())
_TENSORS = frozenset(("data", "T", "mT", "H", "mH", "real", "imag", "grad"))  # properties that are tensors


class Failure(LateError):
    """An error that is raised on reading; ``raised`` says whether a user has seen it."""

    raised = False
    draws_on: object = None  # the context whose generator was to be used


class ValueFailure(Failure, ValueError):
    """A failure that MXNet raises as a ValueError."""


class Unread(torch.Tensor):
    """A tensor of zeros that represents a result without a value."""

    failure: Failure
    memory: torch.Tensor  # the same as a plain tensor

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        waiting = [item.failure for item in _flat((args, kwargs)) if isinstance(item, Unread)]
        failure = next((item for item in waiting if not item.raised), None)
        if failure is None:
            return func(*_plain(args), **_plain(kwargs))
        name = func.__name__
        if name == "__get__":
            name = func.__self__.__name__
            moves, looks = name in _TENSORS, name not in _TENSORS
        else:
            moves, looks = name in _MOVES and len(waiting) == 1 and isinstance(args[0], Unread), name in _LOOKS
        if looks:
            return func(*_plain(args), **_plain(kwargs))
        if isinstance(args[0], Unread) and (name == "__setitem__" or name.endswith("_") and name[-2:] != "__"):
            return args[0]  # a write, which MXNet skips too
        if moves:
            return _marked(func(*_plain(args), **_plain(kwargs)), failure)
        raise failure.with_traceback(None)


def put_off(error: LateError, what: str, draws_on: object = None) -> Failure:
    """Return the failure for an error: the one met on reading an input, or a new one.

    Draws on one context fail together until the error is reported, as all of them change its generator.
    """
    if isinstance(error, Failure):
        return error
    for failure in _WAITING:
        if draws_on is not None and failure.draws_on is draws_on and not failure.raised:
            return failure
    failure = ValueFailure(what) if isinstance(error, ValueError) else Failure(what)
    failure.draws_on = draws_on
    _WAITING.append(failure)
    return failure


def put_off_reading(error: LateError, arrays: Any) -> None:
    """Leave arrays without a value until the error is reported."""
    failure = put_off(error, str(error))
    for array in arrays:
        array._data = unread(failure, array._data)


def unread(failure: Failure, tensor: torch.Tensor) -> Unread:
    """Return a tensor's memory as an unreadable one."""
    return _marked(_plain(tensor).detach(), failure)


def unread_zeros(failure: Failure, shape: Any, dtype: Any, device: Any) -> Unread:
    """Return an unreadable tensor of that form."""
    return _marked(torch.zeros(shape, dtype=dtype, device=device), failure)


def check(tensor: torch.Tensor) -> None:
    """Raise the error that a tensor carries."""
    if isinstance(tensor, Unread) and not tensor.failure.raised:
        tensor.failure.raised = True
        raise tensor.failure.with_traceback(None)


def check_all() -> None:
    """Raise the oldest unreported failure; the others are dropped too."""
    waiting = [failure for failure in _WAITING if not failure.raised]
    _WAITING.clear()
    for failure in waiting:
        failure.raised = True
    if waiting:
        raise waiting[0].with_traceback(None)


def _marked(result, failure: Failure):
    if isinstance(result, (tuple, list)):
        return type(result)(_marked(item, failure) for item in result)
    made = result.as_subclass(Unread)
    made.failure, made.memory = failure, result
    return made


def _plain(value):
    if isinstance(value, Unread):
        return value.memory
    if isinstance(value, (tuple, list)):
        return type(value)(_plain(item) for item in value)
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def _flat(value):
    """Yield all arguments of a call, including those in lists."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _flat(item)
    else:
        yield value
