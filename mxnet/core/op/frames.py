"""What inference rules read and write: an operator's inputs and outputs by name, unified on assignment.

A rule such as ``shape.weight = (p.num_hidden, prod(shape.data[1:]))`` reads a cell (raising `NotYet`
while it is unknown, which ends the rule quietly) and writes one (raising `Mismatch` on a conflict).
"""
from collections.abc import Callable
from typing import Any

from ..dtype import dtype_name
from ..errors import MXNetError, NotYet


class Mismatch(MXNetError):
    """Two statements about a cell contradict each other."""


class Frame:
    """Cells for inputs and outputs. Subclasses say how two statements ``unify(old, new, name)``."""

    unify: Callable[..., Any]

    def __init__(self, input_names: Any, output_names: Any, inputs: Any, outputs: Any) -> None:
        put = super().__setattr__
        put("input_names", tuple(input_names))
        put("output_names", tuple(output_names))
        put("ins", list(inputs))
        put("outs", list(outputs))

    def _where(self, name: str):
        if name in self.input_names:
            return self.ins, self.input_names.index(name)
        if name in self.output_names:
            return self.outs, self.output_names.index(name)
        if name == "out":
            return self.outs, 0
        raise AttributeError(f"no input or output named {name!r}; there are "
                             f"{self.input_names + self.output_names}")

    def __getattr__(self, name: str) -> Any:
        cells, index = self._where(name)
        value = cells[index]
        if value is None:
            raise NotYet(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        cells, index = self._where(name)
        cells[index] = self.unify(cells[index], value, name)

    def has(self, name: str) -> bool:
        """Return whether this call of the operator has the (optional) input."""
        return name in self.input_names

    def known(self, name: str) -> bool:
        return self.peek(name) is not None

    def peek(self, name: str) -> Any:
        """Read a cell that may be unknown (None)."""
        cells, index = self._where(name)
        return cells[index]

    def set_in(self, index: int, value: Any) -> None:
        name = self.input_names[index] if index < len(self.input_names) else f"input {index}"
        self.ins[index] = self.unify(self.ins[index], value, name)

    def set_outs(self, value: Any) -> None:
        """Make the same statement about all outputs."""
        for index in range(len(self.outs)):
            self.set_out(index, value)

    def set_out(self, index: int, value: Any) -> None:
        name = self.output_names[index] if index < len(self.output_names) else f"output {index}"
        self.outs[index] = self.unify(self.outs[index], value, name)


def unify_types(old: Any, new: Any, name: str = "it") -> Any:
    """Merge two statements about a type, or raise `Mismatch`."""
    if old is None or new is None or old is new:
        return new if old is None else old
    raise Mismatch(f"type of {name}: expected {dtype_name(new)}, got {dtype_name(old)}")


class TypeFrame(Frame):
    """Cells are torch dtypes or None."""

    unify = staticmethod(unify_types)
