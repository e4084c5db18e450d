"""What a `lower` rule takes and returns: a call that a program will make, and the kernel for it.

A call says what is known when the program is written, and which optimizations it offers. A kernel says which offers it
uses; a rule may ignore all offers and return a plain callable.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from ..params import Params

if TYPE_CHECKING:
    from .registry import Op

Spec = tuple[tuple[int, ...], torch.dtype]  # of a tensor: its shape and type
Reader = tuple["Op", Params, Sequence[Spec], dict[int, int]]  # a call, and which of its inputs are outputs of another

STAGES = {
    "eager": "an imperative call outside of recording, of which the params are known; its result has memory of its own",
    "forward": "the operator's function",
    "train": "the forward whose gradient wants something saved: gives (outputs, that)",
    "recompute": "output 0 once more, in backward: takes what the training forward saved after the inputs",
    "backward": "the gradient rule: takes what that takes by position, and gives what it gives",
    "states": "what the gradients of all calls in ``group`` do to states: takes (states, saved) of each call",
}


class Following(NamedTuple):
    """A call that reads the value of the previous call, which nothing else needs."""

    op: Op
    p: Params
    specs: Sequence[Spec]        # of its inputs
    place: int                   # which of them is the previous value
    free: Callable[[int], bool]  # of another input: its memory is not read after this call


@dataclass(slots=True)
class Call:
    """One call of an operator to be lowered."""

    stage: str
    p: Params
    specs: Sequence[Spec] = ()
    device: torch.device | None = None
    is_train: bool = False
    needs: tuple[bool, ...] = ()      # whether each input gets a gradient
    # ---- offers
    overwrite: bool = False           # the memory of the first input, or of the output gradient, is free
    sums: int | None = None           # the gradient of the first input is only read summed over all axes but this
    summed: bool = False              # the output gradient is such sums: a kernel has to take them
    into: bool = False                # arrays exist for the gradients of all inputs but the first
    free: Callable[[int], bool] | None = None  # of an input: its memory is not read after this call
    given: Callable[[int], bool] | None = None  # of an input: it is a variable, so the same array comes again
    leaves: Callable[[int], bool] | None = None  # of an output: the array is returned from the program
    readers: Callable[[], list[Reader] | None] | None = None  # of its outputs; None if they leave the program or device
    follows: tuple[Following, ...] = ()  # what is applied to output 0 next, and then to that
    stateful: bool = False            # a kernel may cache what it derives from parameters
    group: Sequence[Params] = ()      # calls that share all inputs but the first: one kernel may do them all


class Kernel(NamedTuple):
    """A callable that uses offers of its call."""

    run: Callable[..., Any]
    overwrites: bool = False  # its result is in the memory that was free
    sums: bool = False        # it gives those sums as the gradient of the first input
    fills: bool = False       # takes the arrays after its arguments, and returns them as these gradients
    applies: int = 0          # how many of the following calls it does as well, their other inputs after its own;
                              # a free one among them may be overwritten
    # Does the same, and writes output 0 into memory of its size and type, which comes after the arguments. On the host.
    into: Callable[..., Any] | None = None
    # Of a forward call: each row of the first input gives a row of the output, and one call over all rows pays.
    # Of a backward call: takes lists of output gradients and of first inputs, and gives the gradients of the others,
    # summed over the calls.
    batches: bool = False
