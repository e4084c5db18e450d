"""What recording leaves behind an array: its place on torch's tape, and the step that made it.

`invoke` and the methods of arrays write it while `mx.autograd.record` is on, `mx.autograd` reads it.
Steps hold no tensors, but for losses and their like: they say which variables a result depends on,
which arrays a finished backward has cut off, and what `autograd.get_symbol` rebuilds.
"""
import weakref
from contextlib import nullcontext

import torch

from ..core.mode import mode

IN_GRAPH = ("Assigning to NDArrays that are already in a computational graph will cause undefined "
            "behavior when evaluating gradients. Please call backward first to clear the graph or "
            "do this out side of a record section; inplace operations (+=, out=x, x[:]=) cannot "
            "be recorded on such an array.")
IN_PLACE = ("Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with "
            "autograd.")


class Step:
    """One recorded call: a bound operator, a function that gives a chain of such, or None for what
    no operator says. A parent is (step, output number), a variable's `Record`, or a weak reference
    to an array that was not recorded."""

    __slots__ = ("bound", "parents", "live", "__weakref__")

    def __init__(self, bound, parents: tuple) -> None:
        self.bound, self.parents, self.live = bound, parents, True


class Stop(Step):
    """A recorded call some output of which passes no gradient on."""

    __slots__ = ()


class Derived(Step):
    """A recorded gradient, made with the graph behind it kept on purpose: a backward through it does not end that."""

    __slots__ = ()


class Acting(Step):
    """A recorded call whose backward runs whatever comes from above, a loss or a user's own function.

    ``tape`` is the place of one of its outputs on torch's tape, from where a backward that does not get there
    by itself starts.
    """

    __slots__ = ("tape",)


class Called(Acting):
    """A recorded call of a whole graph: one step, with the graph that says what it is made of.

    ``call`` is a weak reference to the call, which the tape holds; ``stops`` says that some output passes no gradient
    on. Its ``tape`` is set where something in it acts by itself.
    """

    __slots__ = ("graph", "call", "stops")

    def __init__(self, parents: tuple, graph, stops: bool) -> None:
        super().__init__(None, parents)
        self.graph, self.stops = graph, stops
        self.tape = self.call = None


class Record:
    """What autograd knows of one array.

    ``tape`` is its place on torch's tape; None where no gradient passes. A variable has no ``step``
    but ``grad`` and ``req``; a result has the ``step`` that made it and its output number. Arrays of
    whole numbers stand on the tape as float64.
    """

    __slots__ = ("tape", "step", "index", "grad", "req", "fresh", "__weakref__")

    def __init__(self, tape=None, step: Step | None = None, index: int = 0, grad=None,
                 req: str = "null") -> None:
        self.tape, self.step, self.index = tape, step, index
        self.grad, self.req, self.fresh = grad, req, False

    @property
    def parent(self):
        """This array as a parent of the next step."""
        return self if self.step is None else (self.step, self.index)


_as_it_is = nullcontext()


def taping():
    """Give a with block in which torch tapes; the user's grad mode is usually on already."""
    return _as_it_is if torch.is_grad_enabled() else torch.enable_grad()


def record_of(array) -> Record | None:
    """Give an array's record; one that a backward has cut off is forgotten here."""
    found = array._ag
    if found is not None and found.step is not None and not found.step.live:
        array._ag = found = None
    return found


def follow(source, made, bound, function) -> None:
    """While recording, give ``made`` the history ``function(tape of source)``."""
    if not mode.recording:
        return
    record = record_of(source)
    if record is None:
        return
    tape = None
    if record.tape is not None:
        with taping():
            tape = function(record.tape)
    made._ag = Record(tape, Step(bound, (record.parent,)))


def parent_of(array):
    """Give an array as a parent of a step."""
    record = array._ag
    return weakref.ref(array) if record is None else record.parent


def shadow(tensor: torch.Tensor) -> torch.Tensor:
    """Give the form of a tensor that torch's tape can hold."""
    return tensor if tensor.is_floating_point() else tensor.double()
