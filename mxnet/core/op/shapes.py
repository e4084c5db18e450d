"""Partial shapes and ready-made shape rules. ``None`` is an unknown rank, ``-1`` an unknown dimension."""
from math import prod as _prod
from typing import Any

from ..errors import NotYet
from .frames import Frame, Mismatch


def known(shape: Any) -> bool:
    """Return whether the rank and every dimension are known."""
    return shape is not None and -1 not in shape


def prod(dims: Any) -> int:
    """Multiply dimensions; unknown if any is."""
    return -1 if -1 in dims else _prod(dims)


def show(shape: Any) -> str:
    """Print a partial shape as MXNet's messages do."""
    return "None" if shape is None else "[" + ",".join(map(str, shape)) + "]"


def unify(old: Any, new: Any, name: str = "shape") -> Any:
    """Merge two partial shapes, or raise `Mismatch`."""
    if new is None:
        return old
    if old is None:
        return tuple(new)
    if len(old) != len(new):
        raise Mismatch(f"{name}: Shape inconsistent, Provided = {show(old)}, inferred shape={show(new)}")
    merged = []
    for a, b in zip(old, new):
        if a != b and a != -1 and b != -1:
            raise Mismatch(f"{name}: Shape inconsistent, Provided = {show(old)}, inferred shape={show(new)}")
        merged.append(b if a == -1 else a)
    return tuple(merged)


class ShapeFrame(Frame):
    """Cells are partial shapes or None."""

    unify = staticmethod(unify)


# ---- ready-made rules ---------------------------------------------------------------------------

def same(shape: ShapeFrame, p: Any) -> None:
    """All inputs and outputs have one shape: information flows in every direction."""
    _agree(shape, len(shape.ins))


def broadcast(shape: ShapeFrame, p: Any) -> None:
    """NumPy broadcasting of all inputs; a single unknown side stays unknown."""
    if any(cell is None for cell in shape.ins):
        raise NotYet
    rank = max(len(cell) for cell in shape.ins)
    out = []
    for axis in range(-rank, 0):
        sizes = [cell[axis] for cell in shape.ins if len(cell) >= -axis]
        wide = {size for size in sizes if size not in (1, -1)}
        if len(wide) > 1:
            raise Mismatch("operands could not be broadcast together with shapes "
                           + " ".join(map(show, shape.ins)))
        out.append(wide.pop() if wide else (-1 if -1 in sizes else 1))
    shape.set_out(0, tuple(out))


def like_first(shape: ShapeFrame, p: Any) -> None:
    """The first input and all outputs have one shape; other inputs are free."""
    _agree(shape, 1)


def _agree(shape: ShapeFrame, count: int) -> None:
    """Unify the shapes of the first inputs and all outputs."""
    common = None
    for kind, cells in (("input", shape.ins[:count]), ("output", shape.outs)):
        for index, cell in enumerate(cells):
            common = unify(common, cell, f"{kind} {index}")
    if common is None:
        raise NotYet
    for index in range(count):
        shape.set_in(index, common)
    shape.set_outs(common)
