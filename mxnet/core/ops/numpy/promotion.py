"""Type promotion for operators on two arrays: rules and checks, one per kind."""
import torch

from ...errors import MXNetError, NotYet
from ...op.frames import TypeFrame

# from narrow to wide; bool yields to any other type
_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
_WHOLE = (torch.uint8, torch.int8, torch.int32, torch.int64)
_SMALLEST = {torch.int8, torch.uint8}


def wider(left: torch.dtype, right: torch.dtype) -> torch.dtype:
    """Return the type of a sum: a float wins over integers, and the wider one of a kind wins."""
    if left is right:
        return left
    if left.is_floating_point and right.is_floating_point:
        return max(left, right, key=_FLOATS.index)
    if left.is_floating_point or right is torch.bool:
        return left
    if right.is_floating_point or left is torch.bool:
        return right
    if _SMALLEST == {left, right}:
        return torch.int32
    return max(left, right, key=_WHOLE.index)


def quotient(left: torch.dtype, right: torch.dtype) -> torch.dtype:
    """Return the type of a true quotient: integers give float32."""
    return wider(left, right) if left.is_floating_point or right.is_floating_point else torch.float32


def _one_of(text: str, test):
    """Make the rule for operators that take two arrays of one type, from a set of types."""
    def rule(left: torch.dtype, right: torch.dtype) -> torch.dtype:
        if left is not right or not test(left):
            raise MXNetError(f"takes two arrays of one type, {text}; got {_name(left)} and {_name(right)}")
        return left
    return rule


any_one = _one_of("any", lambda kind: True)
floats = _one_of("floats", lambda kind: kind.is_floating_point)
whole = _one_of("whole numbers or bool", lambda kind: not kind.is_floating_point)


# ---- types without a kernel: as in MXNet, an empty result has a type all the same ----------------

def no_sum(left: torch.dtype, right: torch.dtype) -> bool:
    """Return whether two types cannot be added: no type here holds both int8 and uint8."""
    return _SMALLEST == {left, right}


def no_difference(left: torch.dtype, right: torch.dtype) -> bool:
    """Return whether two types cannot be subtracted."""
    return _SMALLEST == {left, right} or left is right is torch.bool


def no_quotient(left: torch.dtype, right: torch.dtype) -> bool:
    """Return whether two types cannot be divided: different ones of a kind."""
    return left is not right and left.is_floating_point is right.is_floating_point


def of_bools(left: torch.dtype, right: torch.dtype) -> bool:
    """Return whether an operand is an array of bool."""
    return torch.bool in (left, right)


def nothing(lhs: torch.Tensor, rhs: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Return the empty result of types for which there is no kernel; refuse them if there is something to compute."""
    if lhs.numel() and rhs.numel():
        raise MXNetError(f"is not defined for {_name(lhs.dtype)} and {_name(rhs.dtype)}; cast first")
    return torch.empty(torch.broadcast_shapes(lhs.shape, rhs.shape), dtype=kind, device=lhs.device)


def type_rule(promote, out: torch.dtype | None = None):
    """Make the inference rule for operators on two arrays; ``out`` is a fixed result type."""
    def rule(types: TypeFrame, p) -> None:
        left, right = types.ins
        if left is None or right is None:
            # a variable of otherwise unknown type takes that of its neighbour
            known = left if left is not None else right
            if known is None:
                known = types.outs[0] if out is None else None
            if known is None:
                raise NotYet
            for place in range(2):
                if types.ins[place] is None:
                    types.set_in(place, known)
            left, right = types.ins
        found = promote(left, right)
        types.set_out(0, out or found)
    return rule


def _name(kind: torch.dtype) -> str:
    return str(kind).removeprefix("torch.")
