"""Words errors: which operator refused what, and at which node, whatever its kernel raised."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from .dtype import dtype_name
from .errors import (
    LateError,
    LateValueError,
    MXNetError,
    OperatorError,
    OperatorValueError,
    OutOfBounds,
    Unfinished,
)
from .kernel_errors import worded
from .trace import operator_of

if TYPE_CHECKING:
    from .op.registry import Bound
    from .program import Program, Step

# What torch, NumPy and operators raise about their inputs; anything else passes through.
REFUSALS = (RuntimeError, ValueError, TypeError, LookupError, ArithmeticError, MemoryError, AttributeError,
            AssertionError, StopIteration)


def named(error: Exception, op: str, node: str | None = None) -> Exception:
    """Return an error as one of ours that names the operator and the node; one that does so already, unchanged."""
    if isinstance(error, (Unfinished, OSError)) or getattr(error, "node", None):
        return error
    if isinstance(error, OperatorError):
        return type(error)(error.op, error.problem, node) if node else error
    problem = str(error).strip() or type(error).__name__
    if isinstance(error, LateError):
        if type(error) not in (LateError, LateValueError):
            return error  # of another call, whose result this one reads
        made = type(error)(f"{op}({node}): {problem}" if node else f"{op}: {problem}")
        made.node = node
        return made
    if not isinstance(error, MXNetError):
        problem = worded(error)
    if isinstance(error, IndexError):
        return OutOfBounds(op, problem, node)
    value = isinstance(error, MXNetError) and isinstance(error, ValueError)
    return (OperatorValueError if value else OperatorError)(op, problem, node)


def explaining(program: Program, function: Callable[..., Any], *groups: Any) -> Any:
    """Call a program's compiled function; an error names the call in which it occurred."""
    try:
        return function(*groups)
    except REFUSALS as error:
        told = _named_at(error, program.name, _step_of(program, error))
        if told is error:
            raise
        raise told from error


def _step_of(program: Program, error: Exception) -> Step | None:
    """Find the call in which an error occurred, by the line of the program that was running."""
    frame = error.__traceback__
    while frame is not None and frame.tb_frame.f_code.co_filename != program.file:
        frame = frame.tb_next
    return None if frame is None else program.lines()[frame.tb_lineno - 1][1]


def _named_at(error: Exception, program: str, step: Step | None) -> Exception:
    if step is None:
        return named(error, program)
    if step.label == "monitor":  # a user's code
        return error
    if step.node is not None:
        return named(error, step.node.op_name, step.node.name)
    return named(error, operator_of(step.label), step.results[0] if step.results else None)


def check_kind(bound: Bound, kind: torch.dtype | None, node: str | None = None) -> None:
    """Refuse a first input of a type that the operator does not accept."""
    accepts = bound.accepts
    if accepts is not None and kind is not None and kind not in accepts:
        told = "numbers" if torch.int32 in accepts else "floating point types"
        raise OperatorError(bound.op.name, f"This operation only support {told}, not {dtype_name(kind)}", node)
