"""The tape: what recording attaches to an array.

`invoke`, `CachedOp` and the methods of arrays write it while `mx.autograd.record` is on; `sweep` goes back over it.
A recorded array has a `Record`, which names the step that made it, and a step names its parents. Each step knows its
own gradients, by the operator's rule or the graph's backward program, and keeps the tensors that these read and no
others. So a finished backward is a loop over steps, and torch's tape is used for single operators that have no rule
(`steps.Taped`), and for derivatives of derivatives (`replay`).
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import count
from typing import TYPE_CHECKING, Any

import torch

from ..core.errors import MXNetError
from ..core.matmul import by_onednn_if_large
from ..core.mode import mode
from ..core.torch_private import tape_gradients

if TYPE_CHECKING:
    from collections.abc import Iterator


IN_GRAPH = ("Assigning to NDArrays that are already in a computational graph will cause undefined "
            "behavior when evaluating gradients. Please call backward first to clear the graph or "
            "do this out side of a record section; inplace operations (+=, out=x, x[:]=) cannot "
            "be recorded on such an array.")
IN_PLACE = ("Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with "
            "autograd.")

numbers: Iterator[int] = count()


class Step:
    """One recorded call; this one passes no gradient, and only says what its outputs depend on.

    Parameters
    ----------
    bound : the bound operator, a function that gives a chain of such, or None for what no operator says.
    parents : for each input (step, output number), a variable's `Record`, or a weak reference to an array that was
        not recorded.
    needs : for each input whether it takes a gradient.
    outputs : how many there are.
    acts : whether its backward runs even where no output has a gradient: a loss, what moves states, a user's code.
    """

    bound: Any
    needs: Sequence[bool]
    outputs: int
    acts: bool

    __slots__ = ("number", "bound", "parents", "needs", "outputs", "acts", "live", "__weakref__")

    def __init__(self, bound: Any, parents: tuple[Any, ...], needs: Sequence[bool] = (), outputs: int = 1,
                 acts: bool = False) -> None:
        self.number: int = next(numbers)  # parents have lower numbers: a sweep runs in descending order
        self.bound, self.parents, self.needs, self.outputs, self.acts = bound, parents, needs, outputs, acts
        self.live: bool = True

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        """Return the gradients of the inputs for those of the outputs, which may be None; trailing ones may be missing.

        Unless ``retained``, what was saved for them is freed. Those of variables may be written directly by the
        `GradientWriter` of a backward, and are then omitted.
        """
        return ()

    def given(self, place: int) -> torch.Tensor:
        """Return the value of an input that is a variable, or takes no gradient."""
        raise MXNetError("a second derivative: the value of an input is not known any more")

    def replay(self, places: list[Any]) -> Sequence[Any]:
        """Recompute the outputs on torch's tape, from ``places`` on it."""
        raise MXNetError("a second derivative: this step of the recorded graph cannot be computed again")

    def states(self) -> Sequence[Any]:
        """Return the states that its backward updates."""
        return ()

    def end(self) -> None:
        """End its life: arrays that it made count as constants from now on."""
        self.live, self.parents = False, ()


FREED = "the recorded graph was freed by an earlier backward: record again, or pass retain_graph=True to the first call"


class Undefined(Step):
    """A call of an operator that has no gradient in MXNet: a gradient that arrives here is refused."""

    __slots__ = ()


class Record:
    """What autograd knows about one array.

    ``passes`` says whether a gradient passes it. A variable has no ``step`` but ``grad`` and ``req``; a result has
    the ``step`` that made it and its output number. A variable ``by_rows`` takes sparse tensors of rows. Gradients of
    integers travel as float64.
    """

    passes: bool
    step: Step | None
    index: int
    req: str
    fresh: bool

    __slots__ = ("passes", "step", "index", "grad", "req", "fresh", "by_rows", "__weakref__")

    def __init__(self, passes: bool, step: Step | None = None, index: int = 0, grad: Any = None,
                 req: str = "null") -> None:
        self.passes, self.step, self.index = passes, step, index
        self.grad, self.req, self.fresh = grad, req, False
        self.by_rows = grad is not None and grad.stype == "row_sparse"

    @property
    def parent(self) -> Any:
        """This array as a parent of the next step."""
        return self if self.step is None else (self.step, self.index)


_as_it_is = nullcontext()


def taping() -> Any:
    """Return a with block in which torch records; the user's grad mode is usually on already."""
    return _as_it_is if torch.is_grad_enabled() else torch.enable_grad()


def record_of(array: Any) -> Record | None:
    """Return an array's record; one cut off by a backward is dropped here."""
    found = array._ag
    if found is not None and found.step is not None and not found.step.live:
        array._ag = found = None
    return found


def follow(source: Any, made: Any, bound: Any, function: Callable[..., Any]) -> None:
    """While recording, give ``made`` the history ``function(source)``, which only moves or converts numbers."""
    if not mode.recording:
        return
    record = record_of(source)
    if record is None:
        return
    step = Moved(bound, record, source._data, function) if record.passes else Step(bound, (record.parent,))
    made._ag = Record(record.passes, step)


class Moved(Step):
    """Numbers that were moved, converted or dropped: the gradient does not read them."""

    __slots__ = ("function", "form", "source")

    def __init__(self, bound: Any, record: Record, source: torch.Tensor, function: Callable[..., Any]) -> None:
        super().__init__(bound, (record.parent,), (True,))
        self.function: Callable[..., Any] = function
        self.form: tuple[Any, Any, Any] = source.shape, shadow_type(source), source.device
        self.source = source if record.step is None else None

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        shape, kind, device = self.form
        leaf = torch.empty((), dtype=kind, device=device).expand(shape).requires_grad_()
        with taping():
            made = self.function(leaf)
        return tape_gradients((made,), (leaf,), heads)

    def given(self, place: int) -> torch.Tensor:
        assert self.source is not None
        return self.source

    def replay(self, places: list[Any]) -> Sequence[Any]:
        return (self.function(places[0]),)


class Derived(Step):
    """Recorded gradients, for differentiating again: torch's tape from variables to them.

    ``behind`` are records whose graph ends with a backward through here, unless it was retained. ``again`` computes the
    gradients from places on torch's tape.
    """

    behind: tuple[Any, ...]

    __slots__ = ("leaves", "tapes", "again", "behind")

    def __init__(self, parents: tuple[Any, ...], leaves: list[Any], tapes: list[Any], again: Callable[..., Any],
                 behind: tuple[Any, ...]) -> None:
        super().__init__(None, parents, (True,) * len(parents), len(tapes))
        self.leaves, self.tapes, self.again, self.behind = leaves, tapes, again, behind

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        leaves, tapes = self.leaves, self.tapes
        if tapes is None:
            raise MXNetError(f"backward: {FREED}")
        if not retained:
            self.leaves = self.tapes = None
        return gradients_of(tapes, leaves, self.needs, heads, retained)

    def given(self, place: int) -> torch.Tensor:
        return self.leaves[place].detach()

    def replay(self, places: list[Any]) -> Sequence[Any]:
        return self.again(places)

    def end(self) -> None:
        super().end()
        self.leaves = self.tapes = self.again = None


def gradients_of(tapes: Sequence[Any], leaves: Sequence[Any], needs: Sequence[bool], heads: list[Any],
                 retained: bool) -> list[Any]:
    """Run backward over a separate torch tape; None where no gradient flows."""
    pairs = [(tape, head) for tape, head in zip(tapes, heads) if head is not None and tape.requires_grad]
    wanted = [leaf for leaf, need in zip(leaves, needs) if need]
    if not pairs:
        return []
    before = mode.retaining
    mode.retaining = retained  # the inner tapes live as long as this one
    try:
        with by_onednn_if_large(wanted):
            found = iter(tape_gradients([tape for tape, _ in pairs], wanted, [head for _, head in pairs], retained))
    finally:
        mode.retaining = before
    return [next(found) if need else None for need in needs]


def parent_of(array: Any) -> Any:
    """Return an array as a parent of a step."""
    record = array._ag
    return weakref.ref(array) if record is None else record.parent


def shadow(tensor: torch.Tensor) -> torch.Tensor:
    """Return the form of a tensor that torch's tape can hold."""
    return tensor if tensor.is_floating_point() else tensor.double()


def shadow_type(tensor: torch.Tensor) -> torch.dtype:
    """Return the type in which gradients of a tensor are carried."""
    return tensor.dtype if tensor.is_floating_point() else torch.float64
