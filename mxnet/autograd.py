"""Imperative differentiation: scopes, `backward`, `grad` and custom `Function`s, on torch's tape.

Only arrays inside a `record` block get a place on the tape; an NDArray's own tensor never does.
"""
import torch

from .core.errors import MXNetError
from .core.run.mode import mode
from .ndarray.array import NDArray
from .ndarray.invoke import STOPPED, Record, wrap

__all__ = ["Function", "backward", "get_symbol", "grad", "is_recording", "is_training", "mark_variables", "pause",
           "predict_mode", "record", "set_recording", "set_training", "train_mode"]


def set_recording(is_recording: bool) -> bool:  # noqa: A002
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


def record(train_mode: bool = True) -> _Scope:  # noqa: A002
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


def pause(train_mode: bool = False) -> _Scope:  # noqa: A002
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
    reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else list(grad_reqs)
    if not len(variables) == len(gradients) == len(reqs):
        raise MXNetError(f"mark_variables: {len(variables)} variables, {len(gradients)} gradients and "
                         f"{len(reqs)} requests do not match")
    for variable, gradient, req in zip(variables, gradients, reqs):
        if req not in ("write", "add", "null"):
            raise MXNetError(f"mark_variables: grad_req is 'write', 'add' or 'null', got {req!r}")
        variable._ag = Record(_leaf(variable, req), gradient, req)
        if variable._ag.tape is not None:
            variable._ag.tape.register_post_accumulate_grad_hook(_Landing(variable._ag))


def _leaf(variable: NDArray, req: str):
    """Give a leaf of the tape that shares the array's memory but not its version counter:
    MXNet programs may overwrite an array between forward and backward."""
    if req == "null" or not variable._data.is_floating_point():
        return None
    return variable._data.data.requires_grad_()


class _Landing:
    """Puts a leaf's finished gradient into the user's array, by the request."""

    __slots__ = ("record",)

    def __init__(self, record: Record) -> None:
        self.record = record

    def __call__(self, leaf: torch.Tensor) -> None:
        gradient, leaf.grad = leaf.grad.detach(), None
        target = self.record.grad
        if target is not None:
            land(target, gradient, self.record.req)
            self.record.fresh = True


def land(target: NDArray, gradient: torch.Tensor, req: str) -> None:
    """Write or add one gradient."""
    if req == "write":
        target._data.copy_(gradient)
    elif req == "add":
        target._data.add_(gradient)


def backward(heads, head_grads=None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute gradients of the heads with respect to every marked variable they depend on."""
    tapes, grads = _heads(heads, head_grads)
    if not tapes:
        return
    before = mode.training
    mode.training = train_mode
    try:
        with torch.enable_grad():  # a rule's own backward may run operators
            torch.autograd.backward(tapes, grads, retain_graph=retain_graph)
    except RuntimeError as error:
        raise _explained(error) from error
    finally:
        mode.training = before


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph: bool = False,
         train_mode: bool = True):
    """Give gradients of the heads with respect to ``variables`` as new arrays.

    With ``create_graph`` the gradients are recorded too, so that they can be differentiated again.
    """
    single = isinstance(variables, NDArray)
    wanted = [variables] if single else list(variables)
    if not wanted:
        raise MXNetError("grad: at least one variable is needed")
    tapes, grads = _heads(heads, head_grads)
    leaves = []
    for index, variable in enumerate(wanted):
        if variable._ag is None or variable._ag.tape is None:
            raise MXNetError(f"grad: variable {index} is not on the recorded graph; call attach_grad() first")
        leaves.append(variable._ag.tape)
    keep = create_graph if retain_graph is None else retain_graph
    before = mode.training
    mode.training = train_mode
    try:
        with torch.enable_grad():
            found = torch.autograd.grad(tapes, leaves, grads, retain_graph=keep or create_graph,
                                        create_graph=create_graph, allow_unused=True)
    except RuntimeError as error:
        raise _explained(error) from error
    finally:
        mode.training = before
    made = []
    for index, (value, variable) in enumerate(zip(found, wanted)):
        if value is None:
            raise MXNetError(f"grad: Cannot differentiate with respect to variable {index}: the heads do not "
                             "depend on it (unreachable)")
        made.append(wrap(value if create_graph else value.detach(), variable._ctx, variable.__class__))
    return made[0] if single else made


def _heads(heads, head_grads) -> tuple[list, list]:
    heads = [heads] if isinstance(heads, NDArray) else list(heads)
    if head_grads is None:
        head_grads = [None] * len(heads)
    elif isinstance(head_grads, NDArray):
        head_grads = [head_grads]
    if len(head_grads) != len(heads):
        raise MXNetError(f"backward: {len(heads)} heads but {len(head_grads)} head gradients")
    tapes, grads = [], []
    for index, (head, gradient) in enumerate(zip(heads, head_grads)):
        tape = None if head._ag is None else head._ag.tape
        if head._ag is STOPPED:
            continue
        if tape is None:
            raise MXNetError(f"Cannot differentiate node because it is not in a computational graph. You need to "
                             f"set is_recording to true or use autograd.record() to save computational graphs for "
                             f"backward (head {index} of shape {head.shape}).")
        tapes.append(tape)
        if gradient is None:
            grads.append(torch.ones_like(tape))
        else:
            record_of = gradient._ag
            grads.append(gradient._data if record_of is None or record_of.tape is None else record_of.tape)
            if grads[-1].shape != tape.shape:
                raise MXNetError(f"backward: head gradient {index} has shape {tuple(grads[-1].shape)}, "
                                 f"expected {tuple(tape.shape)}")
    return tapes, grads


def _explained(error: RuntimeError) -> MXNetError:
    text = str(error)
    if "second time" in text:
        text = ("the recorded graph was freed by an earlier backward: record again, or pass retain_graph=True "
                "to the first call")
    return error if isinstance(error, MXNetError) else MXNetError(f"backward: {text}")


def get_symbol(x: NDArray):
    """Give the recorded computation of an array as a Symbol."""
    raise MXNetError("autograd.get_symbol: not part of this release yet")


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
            raise MXNetError("Each Function instance can only be called once. Please create another instance.")
        self._used = True
        with pause():
            outputs = self.forward(*inputs)
        if not mode.recording:
            return outputs
        single = isinstance(outputs, NDArray)
        made = [outputs] if single else list(outputs)
        tensors = [a._data if a._ag is None or a._ag.tape is None else a._ag.tape for a in inputs]
        with torch.enable_grad():
            tapes = _UserFunction.apply(self, inputs, made, *tensors)
        wrapped = [wrap(t, a._ctx, a.__class__) for t, a in zip(tapes, made)]
        return wrapped[0] if single else type(outputs)(wrapped)

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
        ctx.function = function
        ctx.contexts = [a._ctx for a in inputs]
        return tuple(a._data.clone() for a in outputs)

    @staticmethod
    def backward(ctx, *grads):
        with pause():
            arrays = [wrap(g.detach(), c) for g, c in zip(grads, ctx.contexts * len(grads))]
            found = ctx.function.backward(*arrays)
        found = [found] if isinstance(found, NDArray) else list(found)
        if len(found) != len(ctx.contexts):
            raise MXNetError(f"{type(ctx.function).__name__}.backward must return {len(ctx.contexts)} gradients, "
                             f"got {len(found)}")
        return (None, None, None, *(None if g is None else g._data for g in found))
