"""The first autograd interface, kept for programs of 2016 and 2017; new programs use `mx.autograd`."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import autograd as _autograd
from ..autograd import mark_variables
from ..core.borrowed import borrowed as _borrowed
from ..core.mode import mode
from ..ndarray import NDArray, zeros_like

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TrainingStateScope", "backward", "compute_gradient", "grad", "grad_and_loss",
           "mark_variables", "set_is_training", "test_section", "train_section"]


def set_is_training(is_train: bool) -> bool:
    """Switch training and recording together.

    Parameters
    ----------
    is_train : bool
        Whether to train and record.

    Returns
    -------
    bool
        The previous state.
    """
    before = mode.recording
    mode.training = mode.recording = bool(is_train)
    return before


class TrainingStateScope:
    """A context manager in which training and recording are both on, or both off.

    Parameters
    ----------
    enter_state : bool
        Whether to train and record in the block.
    """

    def __init__(self, enter_state: bool) -> None:
        self._enter_state, self._prev = enter_state, None

    def __enter__(self) -> None:
        self._prev = set_is_training(self._enter_state)

    def __exit__(self, *exc: object) -> None:
        if self._prev != self._enter_state:
            set_is_training(self._prev)


def train_section() -> TrainingStateScope:
    """Train and record in this block.

    Returns
    -------
    TrainingStateScope
        The block.

    Examples
    --------
    >>> x = mx.nd.array([3.0])
    >>> mx.contrib.autograd.mark_variables([x], [mx.nd.zeros((1,))])
    >>> with mx.contrib.autograd.train_section():
    ...     y = x * x
    >>> mx.contrib.autograd.backward([y])
    >>> x.grad.asnumpy().tolist()
    [6.0]
    """
    return TrainingStateScope(True)


def test_section() -> TrainingStateScope:
    """Neither train nor record in this block.

    Returns
    -------
    TrainingStateScope
        The block.
    """
    return TrainingStateScope(False)


def backward(outputs: Sequence[NDArray], out_grads: Sequence[NDArray | None] | None = None,
             retain_graph: bool = False) -> None:
    """Compute gradients of a list of outputs with respect to the marked variables.

    Parameters
    ----------
    outputs : Sequence[NDArray]
        The outputs.
    out_grads : Sequence[NDArray], optional
        Their gradients; ones by default.
    retain_graph : bool, default=False
        Whether the recorded steps are kept for another backward.

    Raises
    ------
    TypeError
        If the outputs are not a list.
    """
    if not isinstance(outputs, (list, tuple)):
        raise TypeError("outputs must be a list or tuple of NDArrays")
    _autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[NDArray]) -> None:
    """Compute gradients: the older name of `backward`.

    Parameters
    ----------
    outputs : Sequence[NDArray]
        The outputs.
    """
    backward(outputs)


def grad_and_loss(func: Callable[..., Any],
                  argnum: int | Sequence[int] | None = None) -> Callable[..., tuple[list[NDArray], Any]]:
    """Make a function that returns the gradients of another function's arguments, and its value.

    Parameters
    ----------
    func : Callable[..., Any]
        The function, of arrays.
    argnum : int | Sequence[int], optional
        Arguments by number or list of numbers; all by default.

    Returns
    -------
    Callable
        A function of the same arguments.

    Examples
    --------
    >>> both = mx.contrib.autograd.grad_and_loss(lambda x: x * x)
    >>> gradients, value = both(mx.nd.array([3.0]))
    >>> gradients[0].asnumpy().tolist(), value.asnumpy().tolist()
    ([6.0], [9.0])
    """
    @functools.wraps(func)
    def wrapped(*args):
        chosen = args
        if argnum is not None:
            chosen = [args[i] for i in (argnum if isinstance(argnum, list) else [argnum])]
        for item in chosen:
            if not isinstance(item, NDArray):
                raise TypeError(f"type of autograd input should NDArray, got {type(item)}")
        grads = [zeros_like(item) for item in chosen]
        mark_variables(chosen, grads)
        with train_section():
            outputs = func(*args)
        compute_gradient([outputs] if isinstance(outputs, NDArray) else outputs)
        return grads, outputs
    return wrapped


def grad(func: Callable[..., Any], argnum: int | Sequence[int] | None = None) -> Callable[..., list[NDArray]]:
    """Make a function that returns the gradients of another function's arguments.

    Parameters
    ----------
    func : Callable[..., Any]
        The function, of arrays.
    argnum : int | Sequence[int], optional
        Arguments by number or list of numbers; all by default.

    Returns
    -------
    Callable
        A function of the same arguments.
    """
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args):
        return both(*args)[0]
    return wrapped


_borrowed(__name__)
