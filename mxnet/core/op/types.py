"""Ready-made type rules. Cells are torch dtypes or None while unknown.

`FLOATING` and `NUMBERS` are what operators `accept`: the types that MXNet has kernels for, if others would give wrong
results, truncated to integers or to bools.
"""
from typing import Any

import torch

from ..errors import NotYet
from .frames import TypeFrame

Kinds = frozenset[torch.dtype]
FLOATING: Kinds = frozenset((torch.float16, torch.bfloat16, torch.float32, torch.float64))
NUMBERS: Kinds = FLOATING | {torch.uint8, torch.int8, torch.int32, torch.int64}  # not bool: True + True is no bool


def same(types: TypeFrame, p: Any) -> None:
    """All inputs and outputs have one type."""
    known = [cell for cell in (*types.ins, *types.outs) if cell is not None]
    if not known:
        raise NotYet
    for index in range(len(types.ins)):
        types.set_in(index, known[0])
    types.set_outs(known[0])


def free(types: TypeFrame, p: Any) -> None:
    """Inputs may differ; outputs have the type of the first input."""
    if types.ins and types.ins[0] is None:
        raise NotYet
    types.set_outs(types.ins[0])


def from_param(types: TypeFrame, p: Any) -> None:
    """Outputs have the type of the param ``dtype``, or of the first input if it is None."""
    dtype = p.get("dtype")
    if dtype is None:
        return free(types, p) if types.ins else types.set_out(0, torch.float32)
    types.set_outs(dtype)


def always(dtype: torch.dtype) -> Any:
    """Make a rule: outputs have a fixed type, whatever the inputs are."""
    def rule(types: TypeFrame, p) -> None:
        types.set_outs(dtype)
    return rule
