"""Imperative differentiation: scopes, `backward`, `grad` and custom `Function`s, on torch's tape.

Only arrays inside a `record` block get a place on the tape; an NDArray's own tensor never does.
"""
import weakref

import torch

from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError
from .core.mode import mode
from .core.torch_private import is_zerotensor, run_backward
from .ndarray.array import NDArray
from .ndarray.gradients import DirectGradients, GradientHook, RowsHook
from .ndarray.history import (
    Acting,
    Called,
    Derived,
    Record,
    Step,
    Stop,
    parent_of,
    record_of,
    shadow,
)
from .ndarray.rebuilt import rebuilt
from .ndarray.tensors import buffer_of, tensor_of, tensors_of, wrap
from .ndarray.unread import check
from .symbol import Symbol

__all__ = ["Function", "NDArray", "backward", "get_symbol", "grad", "is_recording", "is_training",
           "mark_variables", "pause", "predict_mode", "record", "set_recording", "set_training",
           "train_mode"]


def set_recording(is_recording: bool) -> bool:
    """Switch recording in this thread; gives the state before."""
    before, mode.recording = mode.recording, bool(is_recording)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch between training and predicting in this thread; gives the state before."""
    before, mode.training = mode.training, bool(train_mode)
    return before


def is_recording() -> bool:
    """Tell whether calls are being recorded."""
    return mode.recording


def is_training() -> bool:
    """Tell whether operators such as Dropout behave as in training."""
    return mode.training


class _Scope:
    """A with block that sets recording and training, and restores both."""

    def __init__(self, recording: bool | None, training: bool | None) -> None:
        self._wanted = (recording, training)
        self._before: list = []

    def __enter__(self) -> None:
        self._before.append((mode.recording, mode.training))
        recording, training = self._wanted
        if recording is not None:
            mode.recording = recording
        if training is not None:
            mode.training = training

    def __exit__(self, *exc) -> None:
        mode.recording, mode.training = self._before.pop()


def record(train_mode: bool = True) -> _Scope:
    """Record what is computed in this block, so that gradients can be taken.

    Examples
    --------
    >>> x = mx.nd.array([1.0, 2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad.asnumpy().tolist()
    [2.0, 4.0]
    """
    return _Scope(True, train_mode)


def pause(train_mode: bool = False) -> _Scope:
    """Stop recording in this block."""
    return _Scope(False, train_mode)


def train_mode() -> _Scope:
    """Run this block as in training, recording or not."""
    return _Scope(None, True)


def predict_mode() -> _Scope:
    """Run this block as in prediction, recording or not."""
    return _Scope(None, False)


def mark_variables(variables, gradients, grad_reqs="write") -> None:
    """Make arrays variables whose gradients land in the arrays given."""
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    if isinstance(grad_reqs, (str, int)):
        grad_reqs = [grad_reqs] * len(variables)
    if not len(variables) == len(gradients) == len(grad_reqs):
        raise MXNetError(f"mark_variables: {len(variables)} variables, {len(gradients)} gradients "
                         f"and {len(grad_reqs)} requests do not match")
    for variable, gradient, req in zip(variables, gradients, grad_reqs, strict=True):
        req = _REQUESTS[req]
        record = Record(_leaf(variable, req), grad=gradient, req=req)
        variable._ag = record
        if record.tape is not None:
            by_rows = gradient is not None and gradient.stype == "row_sparse"
            if by_rows:
                record.tape.by_rows = True  # operators that can, give rows: see `wants_rows`
            record.tape.register_post_accumulate_grad_hook((RowsHook if by_rows else GradientHook)(record))


# By name or by number, as programs that talk to the C interface do; anything else is a KeyError.
_REQUESTS = {"null": "null", "write": "write", "add": "add", 0: "null", 1: "write", 3: "add"}


def _leaf(variable: NDArray, req: str):
    """Give a leaf of the tape that shares the array's memory but not its version counter:
    MXNet programs may overwrite an array between forward and backward."""
    return None if req == "null" else shadow(tensor_of(variable).data).requires_grad_()


class _Ancestry:
    """The steps behind arrays, and the variables that these depend on.

    ``acting`` are the steps whose backward runs in any case; some of them torch may not reach where ``stopped``.
    ``called`` are those that are calls of whole graphs. ``repeated`` variables were used more than once.
    The last steps, from ``kept`` on, stand only behind gradients that were recorded, and outlive a backward.
    Operators that MXNet has no gradient of are refused, as its own backward does.
    """

    __slots__ = ("steps", "variables", "repeated", "acting", "called", "stopped", "kept")

    def __init__(self, records: list) -> None:
        self.steps: list = []
        self.variables: list = []
        self.repeated: set = set()
        self.acting: list = []
        self.called: list = []
        self.stopped = False
        behind: list = []
        seen: set = set()
        odd = self._collect([record.parent for record in records], seen, behind)
        self.kept = len(self.steps)
        while behind:
            odd = self._collect([behind.pop()], seen, behind) or odd
        if odd is not None:
            _refuse(records)

    def _collect(self, pending: list, seen: set, behind: list):
        """Add what is behind some parents; give an operator that has no gradient, if there is one."""
        odd = None
        while pending:
            found = pending.pop()
            if found.__class__ is tuple:
                found = found[0]
            if found.__class__ is weakref.ref:
                continue
            if found in seen:
                if found.__class__ is Record:
                    self.repeated.add(found)
                continue
            seen.add(found)
            if found.__class__ is Record:
                self.variables.append(found)
            elif found.live:
                if found.__class__ is not Step:
                    self._note(found)
                op = getattr(found.bound, "op", None)
                if op is not None and op.no_gradient:
                    odd = op
                self.steps.append(found)
                (behind if found.__class__ is Derived else pending).extend(found.parents)
        return odd

    def _note(self, step: Step) -> None:
        if step.__class__ is Stop:
            self.stopped = True
            return
        if step.__class__ is Derived:
            return
        if step.__class__ is Called:
            self.called.append(step)
            self.stopped |= step.stops
        if step.tape is not None:
            self.acting.append(step)

    def prepare(self, retained: bool, lands: bool) -> None:
        """Tell called graphs about the backward that comes.

        ``retained``: whether what they kept is wanted once more. ``lands``: whether gradients of variables that
        nothing else adds to go straight to their arrays.
        """
        for step in self.called:
            call = None if step.call is None else step.call()
            if call is None:
                continue
            call.retained, call.land = retained, None
            if lands:
                parents = [step.parents[place] for place in call.planned.wanted]
                call.land = DirectGradients([parent if parent.__class__ is Record and parent not in self.repeated
                                             else None for parent in parents])

    def starts(self, tapes: list) -> list:
        """Give the places on the tape from where a backward from ``tapes`` starts as well, with zeros."""
        if not self.acting or not self.stopped:
            return []
        reached: set = set()
        pending = [tape.grad_fn for tape in tapes]
        while pending:
            node = pending.pop()
            if node is not None and node not in reached:
                reached.add(node)
                pending.extend([following for following, _ in node.next_functions])
        return [step.tape for step in self.acting if step.tape.grad_fn not in reached]

    def end(self) -> None:
        """End the life of a graph: arrays that it made count as constants from now on."""
        ended = self.steps[:self.kept]
        for step in ended:
            step.live, step.parents = False, ()
        for step in self.acting:
            if not step.live:
                step.tape = None


def _refuse(records: list) -> None:
    """Raise where a gradient comes to an operator that has none."""
    seen: set = set()
    pending = [record.parent for record in records]
    while pending:
        found = pending.pop()
        step = found[0] if found.__class__ is tuple else None
        if step is None or step in seen or not step.live:
            continue
        seen.add(step)
        op = getattr(step.bound, "op", None)
        if op is not None and op.no_gradient:
            raise MXNetError(f"Operator {op.name} is non-differentiable because it didn't "
                             "register FGradient attribute.")
        if op is None or op.passes(step.bound.params):
            pending.extend(step.parents)


def _with_starts(tapes: list, grads: list, ancestry: _Ancestry) -> tuple[list, list]:
    """Give all places on the tape that a backward starts from, and the gradients there."""
    more = ancestry.starts(tapes)
    return [*tapes, *more], [*grads, *map(torch.zeros_like, more)]


def backward(heads, head_grads=None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute gradients of the heads with respect to every marked variable they depend on.

    Without ``retain_graph`` the recorded graph ends here: what it computed stays as constants.
    """
    records, tapes, grads = _heads(heads, head_grads)
    ancestry = _Ancestry(records)
    wanted = [variable for variable in ancestry.variables if variable.req != "null"]
    if not wanted:
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    for variable in wanted:
        variable.fresh = False
    if ancestry.stopped:
        tapes, grads = _with_starts(tapes, grads, ancestry)
    ancestry.prepare(retain_graph, lands=True)
    if tapes:
        with _Backward(train_mode, retain_graph):
            try:
                run_backward(tuple(tapes), tuple(grads), retain_graph, False,
                             (), allow_unreachable=True, accumulate_grad=True)
            except RuntimeError as error:
                if type(error) is not RuntimeError:  # of a user's own function, or ours already
                    raise
                raise _explained(error) from error
    for variable in wanted:
        if not variable.fresh and variable.grad is not None:  # reached, but no gradient passes
            if variable.req == "write":
                buffer_of(variable.grad).zero_()
            variable.fresh = True
    if not retain_graph:
        ancestry.end()


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph: bool = False,
         train_mode: bool = True) -> list:
    """Give gradients of the heads with respect to ``variables`` as a list of new arrays.

    With ``create_graph`` the gradients are recorded too, so that they can be differentiated again.

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
    records, tapes, grads = _heads(heads, head_grads)
    leaves = _leaves(wanted)
    ancestry = _Ancestry(records)
    keep = create_graph if retain_graph is None else retain_graph
    if ancestry.stopped:
        tapes, grads = _with_starts(tapes, grads, ancestry)
    ancestry.prepare(keep or create_graph, lands=False)
    with _Backward(train_mode, keep or create_graph):
        try:
            found = torch.autograd.grad(tapes, leaves, grads,
                                        retain_graph=keep or create_graph, allow_unused=True,
                                        create_graph=create_graph) if tapes else [None] * len(leaves)
        except RuntimeError as error:
            if type(error) is not RuntimeError:
                raise
            raise _explained(error) from error
    made = []
    for index, (value, variable) in enumerate(zip(found, wanted, strict=True), 1):
        value = _present(value, index, variable, ancestry)
        plain = value.detach().to(tensor_of(variable).dtype)
        if is_zerotensor(plain):  # torch's zeros without memory, which nothing else can read
            plain = torch.zeros_like(tensor_of(variable))
        result = wrap(plain, variable._ctx, variable.__class__)
        if create_graph:
            parents = tuple(record.parent for record in records)
            step = Derived(None, parents) if retain_graph else Step(None, parents)
            result._ag = Record(value if value.requires_grad else None, step)
        made.append(result)
    if not (keep or create_graph):
        ancestry.end()
    return made


def _leaves(variables: list[NDArray]) -> list[torch.Tensor]:
    """Give what stands for variables on torch's tape."""
    leaves = []
    for index, variable in enumerate(variables, 1):
        record = record_of(variable)
        if record is None or record.tape is None:
            raise MXNetError(f"Cannot differentiate with respect to the {index}-th variable because "
                             "it does not require gradient.")
        leaves.append(record.tape)
    return leaves


def _present(value: torch.Tensor | None, index: int, variable: NDArray, ancestry: "_Ancestry") -> torch.Tensor:
    """Give a gradient that torch found, dense; zeros where none passes to a variable that the heads depend on."""
    if value is not None:
        return value.to_dense() if value.is_sparse else value
    if record_of(variable) not in ancestry.variables:
        raise MXNetError(f"Cannot differentiate with respect to the {index}-th variable "
                         "because it is unreachable from the outputs.")
    return torch.zeros_like(tensor_of(variable))


class _Backward:
    """A with block around a backward: operators in rules see its mode, and torch may tape what they do."""

    __slots__ = ("training", "retaining", "taping")

    def __init__(self, training: bool, retaining: bool) -> None:
        self.training, self.retaining, self.taping = training, retaining, torch.is_grad_enabled()

    def __enter__(self) -> None:
        self.training, mode.training = mode.training, self.training
        self.retaining, mode.retaining = mode.retaining, self.retaining
        if not self.taping:
            torch.set_grad_enabled(True)

    def __exit__(self, *exc) -> None:
        mode.training, mode.retaining = self.training, self.retaining
        if not self.taping:
            torch.set_grad_enabled(False)


def _heads(heads, head_grads) -> tuple[list, list, list]:
    """Give the heads' records, and where on the tape backward starts, with which gradients.

    Of a head that comes again the last gradient counts, as in MXNet.
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
    for index, (record, gradient) in enumerate(zip(records, head_grads, strict=True)):
        if record is not None and record.tape is not None:
            starts[record.parent] = (record.tape, _head_gradient(record.tape, gradient, index))
    return ([record for record in records if record is not None], [tape for tape, _ in starts.values()],
            [gradient for _, gradient in starts.values()])


def _check_constants(heads: list, records: list) -> None:
    """Refuse heads that nothing was recorded of; constants that the others were computed with pass, as in MXNet."""
    known: set = set()
    for step in _Ancestry([record for record in records if record is not None]).steps:
        known.update(id(parent()) for parent in step.parents if parent.__class__ is weakref.ref)
    for index, (head, record) in enumerate(zip(heads, records, strict=True)):
        if record is None and id(head) not in known:
            check(tensor_of(head))
            raise MXNetError(
                "Cannot differentiate node because it is not in a computational graph. You need to "
                "set is_recording to true or use autograd.record() to save computational graphs for "
                "backward. If you want to differentiate the same graph twice, you need to pass "
                f"retain_graph=True to backward. (head {index} of shape {head.shape})")


def _head_gradient(tape: torch.Tensor, gradient: NDArray | None, index: int) -> torch.Tensor:
    if gradient is None:
        return torch.ones_like(tape)
    record = record_of(gradient)
    found = tensor_of(gradient) if record is None or record.tape is None else record.tape
    if found.shape != tape.shape and found.shape[1:] == tape.shape[1:] and len(found) > len(tape):
        found = found[:len(tape)]  # MXNet reads as many rows as there are, and leaves the others alone
    if found.shape != tape.shape:
        raise MXNetError(f"backward: head gradient {index} has shape {tuple(found.shape)}, "
                         f"expected {tuple(tape.shape)}")
    return found.to(tape.dtype)


def _explained(error: RuntimeError) -> MXNetError:
    text = str(error)
    if "second time" in text:
        text = ("the recorded graph was freed by an earlier backward: record again, or pass "
                "retain_graph=True to the first call")
    return MXNetError(f"backward: {text}")


def get_symbol(x: NDArray):
    """Give the recorded computation of an array as a Symbol; each array it began with is a variable.

    It works until a `backward` without ``retain_graph`` ends the graph.
    """
    record = record_of(x)
    if record is None:
        raise MXNetError("get_symbol: the array is not in a computational graph; compute it inside "
                         "autograd.record()")
    return Symbol(rebuilt(record.parent))


class Function:
    """A differentiable function with a hand-written backward.

    Derive from it, define ``forward(self, *inputs)`` and ``backward(self, *output_grads)`` on NDArrays;
    keep what backward needs with `save_for_backward`.
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple = ()

    def save_for_backward(self, *args) -> None:
        """Keep arrays for backward as ``self.saved_tensors``."""
        self.saved_tensors = args

    def __call__(self, *inputs):
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
        records = [record_of(array) for array in inputs]
        tensors = [tensor_of(array) if record is None or record.tape is None else record.tape
                   for array, record in zip(inputs, records, strict=True)]
        with torch.enable_grad():
            tapes = _UserFunction.apply(self, inputs, made, *tensors)
        step = Acting(None, tuple(parent_of(array) for array in inputs))
        step.tape = next((tape for tape in tapes if tape.requires_grad), None)
        results = [wrap(tape.data.to(tensor_of(array).dtype), array._ctx, array.__class__)
                   for tape, array in zip(tapes, made, strict=True)]
        for index, (result, tape) in enumerate(zip(results, tapes, strict=True)):
            result._ag = Record(tape if tape.requires_grad else None, step, index)
        return results[0] if single else type(outputs)(results)

    def forward(self, *inputs):
        """Compute the outputs; override it."""
        raise NotImplementedError(f"{type(self).__name__}.forward is not defined")

    def backward(self, *output_grads):
        """Compute one gradient an input; override it."""
        raise NotImplementedError(f"{type(self).__name__}.backward is not defined")


class _UserFunction(torch.autograd.Function):
    """Carries a `Function` on torch's tape."""

    @staticmethod
    def forward(ctx, function: Function, inputs, outputs, *tensors):
        ctx.function, ctx.count = function, len(inputs)
        ctx.outputs = [(array._ctx, tensor_of(array).dtype) for array in outputs]
        return tuple(value.clone() if value.is_floating_point() else value.double() for value in tensors_of(outputs))

    @staticmethod
    def backward(ctx, *grads):
        with pause(mode.training):
            arrays = [wrap(g.detach().to(kind), c) for g, (c, kind) in zip(grads, ctx.outputs, strict=True)]
            found = ctx.function.backward(*arrays)
        found = [found] if isinstance(found, NDArray) else list(found)
        if len(found) != ctx.count:
            raise MXNetError(f"{type(ctx.function).__name__}.backward must return exactly the same "
                             f"number of NDArrays as the number of NDArrays arguments to forward. "
                             f"Expecting {ctx.count} got {len(found)}")
        return (None, None, None, *(None if g is None else shadow(tensor_of(g)) for g in found))


__getattr__ = _borrowed(__name__)
