"""Control flow on arrays: Python runs it step by step, and recording follows the computation."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from ..core.errors import MXNetError
from ..core.op import find
from .array import NDArray
from .invoke import invoke, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence



def _flatten(found, what: str) -> tuple[list, Any]:
    """Return the arrays of nested lists in order, and their nesting (0 stands for one array)."""
    if isinstance(found, NDArray):
        return [found], 0
    if not isinstance(found, (list, tuple)):
        raise TypeError(f"{what} must be (nested) list of NDArray, but got {found} of type "
                        f"{type(found)}")
    arrays, form = [], []
    for item in found:
        inner, nesting = _flatten(item, what)
        arrays += inner
        form.append(nesting)
    return arrays, form


def _regroup(arrays: list, form) -> Any:
    """Restore the nesting of arrays; takes from the front of the list."""
    return arrays.pop(0) if form == 0 else [_regroup(arrays, inner) for inner in form]


def foreach(body: Callable[[Any, Any], tuple[Any, Any]], data: NDArray | Sequence[NDArray],
            init_states: Any) -> tuple[Any, Any]:
    """Call a function for each slice of axis 0, and stack its outputs.

    Data, states and outputs are arrays, or nested lists of them.

    Parameters
    ----------
    body : Callable[[Any, Any], tuple[Any, Any]]
        Function of a slice and the states; returns the outputs of the step, and new states.
    data : NDArray | Sequence[NDArray]
        Arrays to slice.
    init_states : NDArray or nested list of them
        States before the first step.

    Returns
    -------
    tuple
        The stacked outputs, and the states after the last step.

    Examples
    --------
    >>> outputs, states = mx.nd.contrib.foreach(
    ...     lambda x, total: (x + total, x + total), mx.nd.array([1, 2, 3]), mx.nd.array([0]))
    >>> states.asnumpy().tolist()
    [6.0]
    """
    arrays, _ = _flatten(data, "foreach input")
    _flatten(init_states, "foreach states")
    states, steps, form = init_states, [], None
    for index in range(len(arrays[0])):
        part = data[index] if isinstance(data, NDArray) else [item[index] for item in data]
        outputs, states = body(part, states)
        flat, form = _flatten(outputs, "foreach output")
        steps.append(flat)
    stacked = [invoke(find("stack").bind({"axis": 0}), column)
               for column in zip(*steps, strict=True)]
    return (_regroup(stacked, form) if steps else []), states


def _plain(value, kind: type, what: str):
    try:
        return kind(value.asscalar() if hasattr(value, "asscalar") else value)
    except (TypeError, ValueError):
        raise ValueError(f"Cannot convert {what} to python {kind.__name__}") from None


def while_loop(cond: Callable[..., Any], func: Callable[..., tuple[Any, Any]], loop_vars: NDArray | Sequence[NDArray],
               max_iterations: int | None = None) -> tuple[Any, Any]:
    """Repeat a function while a condition holds.

    Parameters
    ----------
    cond : Callable[..., Any]
        Function of the loop variables that returns an array of one element: whether to continue.
    func : Callable[..., tuple[Any, Any]]
        Function of the loop variables; returns the outputs of the step, and new variables.
    loop_vars : NDArray | Sequence[NDArray]
        The variables before the first step.
    max_iterations : int
        The maximum number of steps; required.

    Returns
    -------
    tuple
        The outputs, stacked and padded with zeros to ``max_iterations`` rows, and the final variables.

    Raises
    ------
    ValueError
        If ``max_iterations`` is not given, or the number of variables changes.

    Examples
    --------
    >>> outputs, (i,) = mx.nd.contrib.while_loop(
    ...     lambda i: i < 3, lambda i: (i * 10, [i + 1]), [mx.nd.array([1])], max_iterations=4)
    >>> outputs.asnumpy().ravel().tolist()
    [10.0, 20.0, 0.0, 0.0]
    """
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    limit = _plain(max_iterations, int, "max_iteration")
    if len(loop_vars) == 0:
        raise ValueError("loop_vars should contain at least one element")
    single = isinstance(loop_vars, NDArray)
    variables = [loop_vars] if single else list(loop_vars)
    steps, form = [], None
    while len(steps) < limit and _plain(cond(*variables), bool, "Return value of cond"):
        outputs, updated = func(*variables)
        updated = [updated] if isinstance(updated, NDArray) else list(updated or [])
        if len(updated) != len(variables):
            raise ValueError("The length of loop_vars should be consistent during the loop")
        variables = updated
        flat, form = _flatten([] if outputs is None else outputs, "while output")
        if steps and len(flat) != len(steps[0]):
            raise ValueError("Number of elements in step_output should be the same in each step")
        steps.append(flat)
    stacked = [_stack_padded(column, limit, number)
               for number, column in enumerate(zip(*steps, strict=True), 1)]
    return (_regroup(stacked, form) if form is not None else []), \
        variables[0] if single else variables


def _stack_padded(column: tuple, limit: int, number: int) -> NDArray:
    first = column[0]
    if any(item.shape != first.shape for item in column):
        raise MXNetError("\n".join(
            [f"Shapes of {number}-th elements in step_outputs are inconsistent, which are:"]
            + [f"  Step {step}, shape is {item.shape}" for step, item in enumerate(column)]))
    found = invoke(find("stack").bind({"axis": 0}), column)
    if len(column) == limit:
        return found
    rest = wrap(torch.zeros((limit - len(column), *first.shape), dtype=first._data.dtype,
                            device=first._data.device), first._ctx)
    return invoke(find("Concat").bind({"dim": 0}), (found, rest))


def cond(pred: NDArray, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> Any:
    """Call one of two functions.

    Parameters
    ----------
    pred : NDArray
        An array of one element, the condition.
    then_func : Callable[[], Any]
        Called if it is nonzero.
    else_func : Callable[[], Any]
        Called if it is zero.

    Returns
    -------
    NDArray or nested list of them
        The function's result.

    Examples
    --------
    >>> mx.nd.contrib.cond(mx.nd.array([1]), lambda: mx.nd.array([2]), lambda: mx.nd.array([3])).asnumpy().tolist()
    [2.0]
    """
    return then_func() if _plain(pred, bool, "pred") else else_func()
