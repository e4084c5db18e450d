"""Imperative differentiation on a tape: scopes, `backward`, `grad`, and `Function` for user-defined gradients.

Only arrays made inside a `record` block are on the tape (`ndarray/history.py`). A backward is a sweep over its steps
(`ndarray/sweep.py`); gradients that are recorded themselves are computed on torch's tape (`ndarray/replay.py`).
"""
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import torch

from .core.borrowed import borrowed as _borrowed
from .core.captured_calls import is_lent
from .core.device import Context
from .core.errors import MXNetError
from .core.evaluate import Call
from .core.mode import mode
from .core.ownership import donate
from .core.torch_modes import shielded
from .core.torch_private import is_zerotensor, tape_gradients
from .ndarray.array import NDArray
from .ndarray.gradients import GradientWriter
from .ndarray.history import FREED, Derived, Record, Step, parent_of, record_of, shadow, shadow_type
from .ndarray.later import is_later
from .ndarray.lent import is_array, is_lent_array, ones_for
from .ndarray.rebuilt import rebuilt
from .ndarray.repeated import Path
from .ndarray.replay import Replay
from .ndarray.sweep import Ancestry, added, source_of
from .ndarray.tensors import buffer_of, tensor_of, tensors_of, wrap
from .ndarray.unread import check
from .recording import (
    is_recording,
    is_training,
    pause,
    predict_mode,
    record,
    set_recording,
    set_training,
    train_mode,
)
from .symbol import Symbol

_Result = TypeVar("_Result")

__all__ = ["Function", "NDArray", "backward", "get_symbol", "grad", "is_recording", "is_training",
           "mark_variables", "pause", "predict_mode", "record", "set_recording", "set_training",
           "train_mode"]


def mark_variables(variables: NDArray | Sequence[NDArray], gradients: NDArray | Sequence[NDArray],
                   grad_reqs: str | Sequence[str | int] = "write") -> None:
    """Make arrays variables, whose gradients `backward` writes to the given arrays.

    Parameters
    ----------
    variables : NDArray or Sequence[NDArray]
        The arrays.
    gradients : NDArray or Sequence[NDArray]
        Array for the gradient of each.
    grad_reqs : str or Sequence[str | int], default='write'
        What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, one for all or one per variable.
    """
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]  # type: ignore[list-item]  # pyright: ignore[reportAssignmentType]
    if isinstance(grad_reqs, (str, int)):
        grad_reqs = [grad_reqs] * len(variables)
    if not len(variables) == len(gradients) == len(grad_reqs):
        raise MXNetError(f"mark_variables: {len(variables)} variables, {len(gradients)} gradients "
                         f"and {len(grad_reqs)} requests do not match")
    for variable, gradient, req in zip(variables, gradients, grad_reqs, strict=True):
        req = _REQUESTS[req]
        variable._ag = Record(req != "null", grad=gradient, req=req)


# By name or by number, as in programs that use the C interface; anything else is a KeyError.
_REQUESTS = {"null": "null", "write": "write", "add": "add", 0: "null", 1: "write", 3: "add"}


@shielded
def backward(heads: NDArray | Sequence[NDArray], head_grads: NDArray | Sequence[NDArray | None] | None = None,
             retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute the gradients of the heads with respect to every variable that they depend on.

    Parameters
    ----------
    heads : NDArray or Sequence[NDArray]
        Array, or a list of them, to differentiate.
    head_grads : NDArray or Sequence[NDArray | None], optional
        Gradient of each head; ones by default.
    retain_graph : bool, default=False
        Whether the recorded graph is kept for another backward; otherwise its results become constants.
    train_mode : bool, default=True
        Whether operators such as Dropout behave as in training.
    """
    if _shared:
        heads, head_grads = _gathered(heads, head_grads)
        if not heads:
            return
    step = _called_step(heads, head_grads, retain_graph)
    path = None if step is None else step.call.planned.path  # which another thread may change
    if path is not None and _in_mode(train_mode, retain_graph, partial(path.run, heads[0], step)):
        return
    records, starts, _ = _heads(heads, head_grads)
    ancestry = Ancestry(records)
    if len(ancestry.acting) > 1:
        ancestry.order(lambda visited: [(found, 0) for found in visited if getattr(found, "req", "null") != "null"])
    wanted = [variable for variable in ancestry.variables if variable.req != "null"]
    if not wanted:
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    for variable in wanted:
        variable.fresh = False
    writer = GradientWriter(ancestry.repeated)
    _in_mode(train_mode, retain_graph, lambda: ancestry.sweep(
        _arrived(starts, writer.take), writer.take, retain_graph, writer=writer))
    writer.finish()
    if step is not None:
        step.call.planned.path = Path.found(ancestry.steps, writer)
    _clear_unreached(wanted)
    if not retain_graph:
        ancestry.end()


def _clear_unreached(variables: list[Record]) -> None:
    """Write zeros for variables that are behind the heads, but that no gradient has reached."""
    for variable in variables:
        if not variable.fresh and variable.grad is not None:
            if variable.req == "write" and variable.by_rows:
                variable.grad._take_gradient(None, False)
            elif variable.req == "write":
                buffer_of(variable.grad).zero_()
            variable.fresh = True


def _called_step(heads, head_grads, retain_graph: bool):
    """Return the call of a graph that made the only head, if nothing else takes part in this backward."""
    if retain_graph or heads.__class__ is not list or len(heads) != 1 or not is_array(heads[0]) \
            or head_grads is not None and head_grads[0] is not None:
        return None
    record = record_of(heads[0])
    call = None if record is None else getattr(record.step, "call", None)
    if call.__class__ is not Call or call.planned.is_captured and not is_lent_array(heads[0]):
        return None  # an operator, or a call from before the capture
    return record.step


def _arrived(starts: dict, take) -> dict:
    """Return the gradients of heads by the steps that made them; those of heads that are variables are written."""
    arrived: dict = {}
    for parent, gradient in starts.items():
        if parent.__class__ is Record:
            take(parent, [gradient], 0)
        else:
            step, index = parent
            arrived.setdefault(step, [None] * step.outputs)[index] = gradient
    return arrived


# Numbers of contexts that share a tape: heads with their gradients that wait for those of the other contexts.
_shared: dict[int, list] = {}
_meetings: weakref.WeakSet[Step] = weakref.WeakSet()  # steps that depend on values of other contexts


def share_tape(count: int, ctx: Context) -> None:
    """Declare that results of ``count`` contexts, one of them ``ctx``, depend on each other.

    Backward is then deferred until it has been called for all of them.
    """
    if not mode.recording:
        return
    waiting = _shared.setdefault(count, [])
    if any(head.context is ctx for head, _ in waiting):
        came = {head.context for head, _ in waiting}
        waiting.clear()
        raise MXNetError(f"{ctx} begins another step, and backward was called for {', '.join(map(str, came))} only, of "
                         f"{count} contexts that depend on each other; that step is given up")


def mark_shared(array: NDArray) -> NDArray:
    """Declare that an array depends on values of other contexts, on one tape; return it."""
    record = record_of(array)
    if record is not None and record.step is not None:
        _meetings.add(record.step)
    return array


def _gathered(heads, head_grads) -> tuple[list, list]:
    """Return the heads of all contexts that share a tape, and their gradients; none while some are missing."""
    heads = [heads] if isinstance(heads, NDArray) else list(heads)
    grads = [head_grads] if isinstance(head_grads, NDArray) else list(head_grads or [None] * len(heads))
    for count, waiting in list(_shared.items()):
        if any(is_later(head) or _depends_on_others(head) for head in heads):
            waiting += zip(heads, grads, strict=True)
            if len({head.context for head, _ in waiting}) < count:
                return [], []
            del _shared[count]
            heads, grads = map(list, zip(*waiting))
    return heads, grads


def _depends_on_others(head: NDArray) -> bool:
    """Return whether an array depends on values of other contexts."""
    record = record_of(head)
    return record is not None and not _meetings.isdisjoint(Ancestry([record]).steps)


@shielded
def grad(heads: NDArray | Sequence[NDArray], variables: NDArray | Sequence[NDArray],
         head_grads: NDArray | Sequence[NDArray | None] | None = None, retain_graph: bool | None = None,
         create_graph: bool = False, train_mode: bool = True) -> list[NDArray]:
    """Return the gradients of the heads with respect to some variables.

    Parameters
    ----------
    heads : NDArray or Sequence[NDArray]
        Array, or a list of them, to differentiate.
    variables : NDArray or Sequence[NDArray]
        Array, or a list of them, to differentiate by.
    head_grads : NDArray or Sequence[NDArray | None], optional
        Gradient of each head; ones by default.
    retain_graph : bool, optional
        Whether the recorded graph is kept for another backward; equal to ``create_graph`` by default.
    create_graph : bool, default=False
        Whether the gradients are recorded too, so that they can be differentiated again.
    train_mode : bool, default=True
        Whether operators such as Dropout behave as in training.

    Returns
    -------
    list of NDArray
        New arrays, one per variable.

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x * x
    ...     dy = mx.autograd.grad(y, [x], create_graph=True)[0]
    >>> dy.backward()
    >>> x.grad.asscalar().item()
    12.0
    """
    wanted = [variables] if isinstance(variables, NDArray) else list(variables)
    if not wanted:
        raise MXNetError("grad: at least one variable is needed")
    places = _parents(wanted)
    records, starts, followed = _heads(heads, head_grads)
    ancestry = Ancestry(records)
    ancestry.order(lambda visited: map(source_of, places))
    keep = create_graph if retain_graph is None else retain_graph
    found: Derived | None = None
    if create_graph:
        found = _in_mode(train_mode, True, lambda: _recorded_gradients(
            dict(zip(places, tensors_of(wanted))), starts, followed, ancestry))
        found.behind = () if retain_graph else tuple(records)
        values = [tape.detach() for tape in found.tapes]
    else:
        values = _in_mode(train_mode, keep, lambda: _gradients(places, starts, ancestry, keep))
    made = []
    for index, variable in enumerate(wanted):
        result = wrap(_present(values, index, variable, ancestry), variable._ctx, variable.__class__)
        if found is not None:
            result._ag = Record(found.tapes[index].requires_grad, found, index)
        made.append(result)
    if not (keep or create_graph):
        ancestry.end()
    return made


def _parents(variables: list[NDArray]) -> list:
    """Return the parents on the tape that represent variables."""
    found = []
    for index, variable in enumerate(variables, 1):
        record = record_of(variable)
        if record is None or not record.passes:
            raise MXNetError(f"Cannot differentiate with respect to the {index}-th variable because "
                             "it does not require gradient.")
        found.append(record.parent)
    return found


def _gradients(places: list, starts: dict, ancestry: Ancestry, retained: bool) -> list:
    """Sweep over the steps between heads and some arrays, which may be variables or results."""
    found = dict.fromkeys(places)
    useful: set = set()  # steps on the way to one of them
    for step in reversed(ancestry.steps):
        if any(need and (parent in found or parent.__class__ is tuple and parent[0] in useful)
               for parent, need in zip(step.parents, step.needs)):
            useful.add(step)

    def take(variable: Record, held: list, place: int) -> None:
        gradient, held[place] = held[place], None
        if variable in found:
            found[variable] = gradient if found[variable] is None else added(found[variable], gradient)

    def visit(step: Step, heads: list | None) -> bool:
        for index, head in enumerate(heads or ()):
            if (step, index) in found:
                found[step, index] = head
        return step in useful

    ancestry.sweep(_arrived(starts, take), take, retained, visit)
    return [found[place] for place in places]


def _recorded_gradients(wanted: dict, starts: dict, followed: dict, ancestry: Ancestry) -> Derived:
    """Compute gradients on torch's tape, as a step that can be differentiated again.

    ``wanted`` are the places of arrays and their tensors, ``followed`` the records of head gradients that have one.
    """
    replay = Replay(list(starts), wanted, ancestry.steps)
    given = [followed.get(place) for place in starts]
    places = [replay.leaves.index(place) for place in wanted]

    def compute(tapes: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        leaves, more = tapes[:len(replay.leaves)], iter(tapes[len(replay.leaves):])
        outs = replay.run(leaves)
        heads = [value.to(out.dtype) if record is None else next(more).to(out.dtype)
                 for out, value, record in zip(outs, starts.values(), given)]
        pairs = [(out, head) for out, head in zip(outs, heads) if out.requires_grad]
        variables = [leaves[place] for place in places]
        found = tape_gradients([out for out, _ in pairs], variables, [head for _, head in pairs], True, True) \
            if pairs else [None] * len(variables)
        return [torch.zeros_like(variable) if value is None else value.to_dense() if value.is_sparse else value
                for value, variable in zip(found, variables)]

    more = [(record.parent, value) for record, value in zip(given, starts.values()) if record is not None]
    leaves = [value.data.requires_grad_() for value in [*replay.values, *[value for _, value in more]]]
    return Derived((*replay.leaves, *[parent for parent, _ in more]), leaves, compute(leaves), compute, ())


def _present(values: list, index: int, variable: NDArray, ancestry: Ancestry) -> torch.Tensor:
    """Return a dense gradient taken out of a list, in memory of its own: it may be a head's, or that of another one.

    It is zeros if the heads depend on the array but no gradient reaches it.
    """
    record, like = record_of(variable), tensor_of(variable)
    if record not in ancestry.variables and record.step not in ancestry.steps:
        raise MXNetError(f"Cannot differentiate with respect to the {index + 1}-th variable "
                         "because it is unreachable from the outputs.")
    found, values[index] = values[index], None
    if found is None or is_zerotensor(found):  # torch's zeros without storage, which nothing else can read
        return torch.zeros_like(like)
    found = (found.to_dense() if found.is_sparse else found).to(like.dtype)
    return found.clone() if is_lent(found) else donate(found)


def _in_mode(training: bool, retaining: bool, compute: Callable[[], _Result]) -> _Result:
    """Run a backward: operators in rules see its mode, and torch may tape them.

    The mode is set and restored without any call, so that Ctrl-C cannot come in between.
    """
    before = mode.trains_backward, mode.training, mode.retaining
    try:
        mode.trains_backward = mode.training = training
        mode.retaining = retaining
        return compute()
    except RuntimeError as error:
        if type(error) is RuntimeError:  # from a kernel; in a user's function it is another class, or already ours
            raise MXNetError(f"backward: {FREED if 'second time' in str(error) else error}") from error
        raise
    finally:
        mode.trains_backward, mode.training, mode.retaining = before


def _heads(heads, head_grads) -> tuple[list, dict, dict]:
    """Return the heads' records, the steps and gradients that backward starts with, and the records of these gradients.

    If a head is repeated, its last gradient counts, as in MXNet.
    """
    heads = [heads] if isinstance(heads, NDArray) else list(heads)
    if head_grads is None:
        head_grads = [None] * len(heads)
    elif isinstance(head_grads, NDArray):
        head_grads = [head_grads]
    if len(head_grads) != len(heads):
        raise MXNetError(f"backward: {len(heads)} heads but {len(head_grads)} head gradients")
    records = [record_of(head) for head in heads]
    if None in records:
        _check_constants(heads, records)
    starts: dict = {}
    followed: dict = {}
    for index, (head, noted, gradient) in enumerate(zip(heads, records, head_grads)):
        if noted is not None and noted.passes:
            place = noted.parent
            ones = ones_for(head) if gradient is None else None
            starts[place] = _head_gradient(tensor_of(head), gradient, index) if ones is None else ones
            given = None if gradient is None else record_of(gradient)
            followed[place] = given if given is not None and given.passes else None
    return [noted for noted in records if noted is not None], starts, followed


def _check_constants(heads: list, records: list) -> None:
    """Refuse heads that were not recorded; constants that the other heads depend on are accepted, as in MXNet."""
    known: set = set()
    for step in Ancestry([noted for noted in records if noted is not None]).steps:
        known.update(id(parent()) for parent in step.parents if parent.__class__ is weakref.ref)
    for index, (head, noted) in enumerate(zip(heads, records, strict=True)):
        if noted is None and id(head) not in known:
            check(tensor_of(head))
            raise MXNetError(
                "Cannot differentiate node because it is not in a computational graph. You need to "
                "set is_recording to true or use autograd.record() to save computational graphs for "
                "backward. If you want to differentiate the same graph twice, you need to pass "
                f"retain_graph=True to backward. (head {index} of shape {head.shape})")


def _head_gradient(head: torch.Tensor, gradient: NDArray | None, index: int) -> torch.Tensor:
    """Return a head's gradient as a tensor of the type in which gradients are computed."""
    kind = shadow_type(head)
    if gradient is None:
        return torch.ones_like(head, dtype=kind)
    found = tensor_of(gradient)
    if found.shape != head.shape and found.shape[1:] == head.shape[1:] and len(found) > len(head):
        found = found[:len(head)]  # MXNet reads the rows that exist, and ignores the others
    if found.shape != head.shape:
        raise MXNetError(f"backward: head gradient {index} has shape {tuple(found.shape)}, "
                         f"expected {tuple(head.shape)}")
    return found.to(kind)


def get_symbol(x: NDArray) -> Symbol:
    """Return the recorded computation of an array as a symbol, whose variables are the arrays that it started from.

    It works until a `backward` without ``retain_graph`` ends the graph.

    Parameters
    ----------
    x : NDArray
        The array.

    Returns
    -------
    Symbol
        The computation.
    """
    record = record_of(x)
    if record is None:
        raise MXNetError("get_symbol: the array is not in a computational graph; compute it inside "
                         "autograd.record()")
    return Symbol(rebuilt(record.parent))


class Function:
    """A differentiable function with a user-defined gradient.

    Derive from it, and define ``forward(self, *inputs)`` and ``backward(self, *output_grads)`` on arrays; keep what
    backward needs with `save_for_backward`.

    Examples
    --------
    >>> class Half(mx.autograd.Function):
    ...     def forward(self, x):
    ...         return x / 2
    ...     def backward(self, dy):
    ...         return dy * 7
    >>> x = mx.nd.array([4.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = Half()(x)
    >>> y.backward()
    >>> y.asscalar().item(), x.grad.asscalar().item()
    (2.0, 7.0)
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *args: Any) -> None:
        """Keep arrays for backward, as ``self.saved_tensors``.

        Parameters
        ----------
        *args
            The arrays.
        """
        self.saved_tensors = args

    def __call__(self, *inputs: NDArray) -> Any:
        if self._used:
            raise MXNetError("Each Function instance can only be called once. Please create another "
                             "instance.")
        self._used = True
        with pause(mode.training):
            outputs = self.forward(*inputs)
        if not mode.recording or all(record_of(array) is None for array in inputs):
            return outputs
        single = isinstance(outputs, NDArray)
        made = [outputs] if single else list(outputs)
        step = _Custom(self, inputs, made)
        results = [wrap(tensor_of(array).clone(), array._ctx, array.__class__) for array in made]
        for index, result in enumerate(results):
            result._ag = Record(True in step.needs, step, index)
        return results[0] if single else type(outputs)(results)

    def forward(self, *inputs: Any) -> Any:
        """Compute the outputs; override it.

        Parameters
        ----------
        *inputs
            Arrays that the function was called with.

        Returns
        -------
        NDArray or tuple of NDArray
            The outputs.
        """
        raise NotImplementedError(f"{type(self).__name__}.forward is not defined")

    def backward(self, *output_grads: Any) -> Any:
        """Compute the gradients of the inputs; override it.

        Parameters
        ----------
        *output_grads
            Gradient of each output.

        Returns
        -------
        NDArray or tuple of NDArray
            Gradient of each input.
        """
        raise NotImplementedError(f"{type(self).__name__}.backward is not defined")


class _Custom(Step):
    """A recorded call of a `Function`, whose backward runs even if no output has a gradient."""

    __slots__ = ("function", "inputs", "outs")

    def __init__(self, function: Function, inputs: tuple, outputs: list[NDArray]) -> None:
        records = [record_of(array) for array in inputs]
        needs = [record is not None and record.passes for record in records]
        super().__init__(None, tuple([parent_of(array) for array in inputs]), needs, len(outputs), True in needs)
        self.function, self.inputs = function, tensors_of(inputs)
        # gradients have the array class of the outputs
        self.outs = [(tensor_of(array), array._ctx, array.__class__ if array._is_np else NDArray) for array in outputs]

    def gradients(self, heads: list, retained: bool, writer: GradientWriter | None = None) -> list:
        with pause(mode.training):
            found = self.function.backward(*[wrap(self._head(heads, place), ctx, face)
                                             for place, (_, ctx, face) in enumerate(self.outs)])
        found = [found] if isinstance(found, NDArray) else list(found)
        if len(found) != len(self.inputs):
            raise MXNetError(f"{type(self.function).__name__}.backward must return exactly the same "
                             f"number of NDArrays as the number of NDArrays arguments to forward. "
                             f"Expecting {len(self.inputs)} got {len(found)}")
        return [None if gradient is None or not need else self._fitted(tensor_of(gradient), given)
                for gradient, given, need in zip(found, self.inputs, self.needs)]

    def _head(self, heads: list, place: int) -> torch.Tensor:
        """Take the gradient of an output out of a list, in memory of its own: the user's function may write to it."""
        out, head = self.outs[place][0], heads[place]
        heads[place] = None
        if head is None:
            return torch.zeros_like(out)
        head = head.detach().to(out.dtype)
        return donate(head)

    def _fitted(self, gradient: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
        """Return a gradient in its input's shape, in the type in which gradients are computed."""
        if gradient.shape != given.shape:
            try:
                gradient = gradient.sum_to_size(given.shape)
            except RuntimeError:
                raise MXNetError(f"{type(self.function).__name__}.backward gave a gradient of shape "
                                 f"{tuple(gradient.shape)} for an input of {tuple(given.shape)}") from None
        return gradient.to(shadow_type(given))

    def given(self, place: int) -> torch.Tensor:
        return self.inputs[place]

    def replay(self, places: list) -> tuple:
        return _OnTape.apply(self, *places)

    def end(self) -> None:
        self.live, self.parents, self.inputs, self.outs = False, (), (), []


class _OnTape(torch.autograd.Function):
    """A step that cannot be recomputed on torch's tape: its results, and its gradients as constants."""

    @staticmethod
    def forward(ctx, step: _Custom, *places):
        ctx.step = step
        return tuple([shadow(out.clone()) for out, *_ in step.outs])

    @staticmethod
    def backward(ctx, *heads):
        return (None, *ctx.step.gradients(list(heads), True))


_borrowed(__name__)
