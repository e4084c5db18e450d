"""How a backward rule attaches to an operator.

A rule is a function whose positional arguments name what it needs: ``grad`` (of output 0), ``grads`` (of all outputs),
an input by its name, ``ins``, ``out`` (output 0), ``outs``, or ``saved`` (what `forward_train` returned besides the
outputs). Whatever it does not name may be freed early. Keyword ``p`` has the params, ``needs`` one flag per input. It
returns one gradient per input (None: no gradient), or a single tensor when the operator has one input.
"""
from collections.abc import Callable
from inspect import Parameter
from typing import Any

from ..arguments import arguments_of


class Gradient:
    """One backward rule and what it reads: ``wants`` is a list of (kind, index)."""

    __slots__ = ("function", "wants", "takes_needs", "takes_p", "takes_saved", "takes_outs", "takes_grads",
                 "is_head", "reads")

    def __init__(self, op: Any, function: Callable[..., Any]) -> None:
        self.function: Callable[..., Any] = function
        self.wants: list[tuple[str, int]] = []
        self.takes_needs: bool = False
        self.takes_p: bool = False
        names = [item.name for item in op.schema.inputs]
        for item in arguments_of(function):
            if item.kind is Parameter.KEYWORD_ONLY:
                self.takes_needs |= item.name == "needs"
                self.takes_p |= item.name == "p"
            elif item.name == "grad":
                self.wants.append(("grad", 0))
            elif item.name in ("grads", "ins", "outs", "saved"):
                self.wants.append((item.name, -1))
            elif item.name == "out":
                self.wants.append(("out", 0))
            elif item.name in names:
                self.wants.append(("in", names.index(item.name)))
            else:
                raise TypeError(f"{op.name}: gradient rule names {item.name!r}, which is no input; "
                                f"inputs are {names}")
        kinds = {kind for kind, _ in self.wants}
        self.takes_saved: bool = "saved" in kinds
        self.takes_outs: bool = bool(kinds & {"out", "outs"})
        self.takes_grads: bool = "grads" in kinds
        self.is_head: bool = not kinds & {"grad", "grads"}  # it needs no output gradient: a loss
        inputs = frozenset(index for kind, index in self.wants if kind == "in")
        self.reads: frozenset[int] | None = None if "ins" in kinds else inputs  # by position; None: all of them

    def call(self, p: Any, needs: Any, grads: Any, ins: Any, outs: Any, saved: Any = None) -> tuple[Any, ...]:
        """Run the rule; always returns a tuple, whose missing entries are inputs without a gradient."""
        args: list = []
        for kind, index in self.wants:
            if kind == "in":
                args.append(ins[index] if index < len(ins) else None)
            elif kind == "grad":
                args.append(grads[0])
            elif kind == "out":
                args.append(outs[0])
            else:
                args.append({"grads": grads, "ins": ins, "outs": outs, "saved": saved}[kind])
        if self.takes_needs:
            result = self.function(*args, p=p, needs=needs) if self.takes_p \
                else self.function(*args, needs=needs)
        else:
            result = self.function(*args, p=p) if self.takes_p else self.function(*args)
        return result if result.__class__ is tuple else (result,)
