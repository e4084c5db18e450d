"""The operator `Custom`: runs operator kinds that programs register at run time (see `mxnet.operator`).

A kind works on tensors: `arguments`, `outputs`, `states` name its inputs and results; `infer_shape`, `infer_type` work
on lists; `make(device, shapes, dtypes)` returns an instance with `forward` and `backward`.
"""
import functools
from typing import Any

import torch

from ..errors import MXNetError, NotYet, UnknownName
from ..op import Device
from ..op.registry import Bound, Op, alias
from ..op.shapes import known
from ..order import contiguous
from ..ownership import owned, written_beside
from ..params import plain

KINDS: dict[str, Any] = {}  # op_type -> maker(**params as strings) -> kind


class CustomOperator(Op):
    """An operator whose schema depends on its ``op_type``."""

    def kind(self, p):
        """Return the kind that some params describe; cached for equal params."""
        return _kind(tuple(sorted((key, str(plain(value))) for key, value in p.items() if not key.startswith("__"))))

    def bind(self, given: dict) -> Bound:
        """Never shared: every call or node has its own instance."""
        bound = Bound(self, self.parse(given))
        bound.call = self.per_node(bound)
        return bound

    def per_node(self, bound: Bound) -> "CustomCall":
        return CustomCall(self.kind(bound.params), bound.params.get("__storage__"))

    def list_inputs(self, p, count=None) -> list[str]:
        kind = self.kind(p)
        return [*kind.arguments, *kind.states]

    def list_aux(self, p) -> list[str]:
        return list(self.kind(p).states)

    def num_outputs(self, p) -> int:
        return len(self.kind(p).outputs)

    def num_visible(self, p) -> int:
        return len(self.kind(p).outputs)

    def list_outputs(self, p) -> list[str]:
        return list(self.kind(p).outputs)

    def is_head(self, p) -> bool:
        """Return whether the kind makes its own gradient, whatever the output gradient is."""
        return not self.kind(p).needs_head

    def acts(self, p) -> bool:
        """User code runs in any case: only it knows what it does with zeros."""
        return True

    def infer_storages(self, p, stypes: list[str]) -> list[str]:
        """Return the outputs' storage types for those of all inputs."""
        kind = self.kind(p)
        return list(kind.infer_storage(stypes[:len(kind.arguments)])[1])

    def infer_gradient_storages(self, p, above: list[str], stypes: list[str]) -> list[str]:
        """Return the storage types of the gradients of all inputs."""
        kind = self.kind(p)
        count = len(kind.arguments)
        return [*kind.infer_storage_backward(above, stypes[:count])[3], *["default"] * len(kind.states)]

    def infer_types(self, bound, ins, outs=None):
        kind = self.kind(bound.params)
        outs = outs if outs is not None else [None] * len(kind.outputs)
        count = len(kind.arguments)
        if count and ins[0] is None:
            return list(ins), list(outs)
        try:
            inputs, outputs, states = kind.infer_type(list(ins[:count]))
        except NotYet:
            return list(ins), list(outs)
        return [*inputs, *states], list(outputs)


@functools.lru_cache(maxsize=1024)
def _kind(items: tuple):
    params = dict(items)
    op_type = params.pop("op_type", None)
    if op_type is None:
        raise MXNetError("Custom: Required parameter op_type of string is not presented")
    if op_type not in KINDS:
        raise UnknownName("custom operator type", op_type, KINDS)
    return KINDS[op_type](**params)


def forget_kind(op_type: str) -> None:
    """Drop the cached kinds of a type that is registered again."""
    _kind.cache_clear()


class CustomCall:
    """One use of a kind: makes its instance at the first call and keeps it, so that it can keep state."""

    def __init__(self, kind, stypes: list[str] | None = None) -> None:
        self.kind, self.stypes = kind, stypes  # storage types of the inputs, None if all are dense
        self.instances: dict = {}

    def __call__(self, *tensors, is_train: bool = False, device=None, **_):
        kind = self.kind
        count = len(kind.arguments)
        # In row order, as all arrays are: the user's code may write to a slice.
        tensors = (*[t if t.is_contiguous() else contiguous(t) for t in tensors[:count]], *tensors[count:])
        shapes = [list(t.shape) for t in tensors[:count]]
        dtypes = [t.dtype for t in tensors[:count]]
        key = (tuple(map(tuple, shapes)), tuple(dtypes))
        instance = self.instances.get(key)
        if instance is None:
            device = tensors[0].device if tensors else device
            instance = self.instances[key] = kind.make(device, shapes, dtypes, self.stypes)
        needs = torch.is_grad_enabled() and any(t.requires_grad for t in tensors)
        if needs:
            result = CustomFunction.apply(kind, instance, is_train, device, *tensors)
        else:
            result = _run(kind, instance, is_train, device, tensors)
        return result[0] if len(kind.outputs) == 1 else tuple(result)


def _outputs_for(kind, tensors, device) -> list:
    count = len(kind.arguments)
    _, shapes, _ = kind.infer_shape([list(t.shape) for t in tensors[:count]])
    _, dtypes, _ = kind.infer_type([t.dtype for t in tensors[:count]])
    device = tensors[0].device if tensors else device
    return [torch.zeros(tuple(shape), dtype=dtype, device=device) for shape, dtype in zip(shapes, dtypes)]


def _run(kind, instance, is_train: bool, device, tensors) -> list:
    count = len(kind.arguments)
    outs = _outputs_for(kind, tensors, device)
    if outs and outs[0].device.type == "meta":
        return outs
    instance.forward(is_train, [t.detach() for t in tensors[:count]], outs, list(tensors[count:]))
    written_beside(*tensors[count:])  # which may stand for the states' arrays on the tape
    return outs


class CustomFunction(torch.autograd.Function):
    """Puts a custom call on torch's tape."""

    @staticmethod
    def forward(ctx, kind, instance, is_train, device, *tensors):
        outs = _run(kind, instance, is_train, device, tensors)
        ctx.kind, ctx.instance = kind, instance
        ctx.save_for_backward(*tensors, *outs)
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        kind, count = ctx.kind, len(ctx.kind.arguments)
        states = len(kind.states)
        saved = ctx.saved_tensors
        ins, aux, outs = saved[:count], saved[count:count + states], saved[count + states:]
        needs = ctx.needs_input_grad[4:4 + count]
        found = [torch.zeros_like(t) for t in ins]
        # Copies: a gradient may be expanded, or be that of another value too, and the user's code may write to it.
        heads = [torch.zeros_like(o) if g is None else owned(g) for g, o in zip(grads, outs)]
        ctx.instance.backward(needs, heads, list(ins), list(outs), found, list(aux))
        written_beside(*aux)
        shown = [g if need else None for g, need in zip(found, needs)]
        return (None, None, None, None, *shown, *([None] * states))


def custom(*data: torch.Tensor, is_train: bool = False, device: Device, **params):
    """Run an operator that the program registered with ``mx.operator.register``; ``op_type`` names it.

    ``op_type`` is required. All other keywords are passed to the operator's class as strings.

    Parameters
    ----------
    *data
        The inputs that the operator names in ``list_arguments``, then its auxiliary states.

    Returns
    -------
    What the operator names in ``list_outputs``: an array, or a list of several.

    Examples
    --------
    >>> class Plus(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] + 1)
    >>> @mx.operator.register("plus_one")
    ... class PlusProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Plus()
    >>> mx.nd.Custom(mx.nd.array([1, 2]), op_type="plus_one").asnumpy().tolist()
    [2.0, 3.0]
    """
    raise MXNetError("Custom is called through its bound form")


def _declare() -> CustomOperator:
    # "*" names no input; it says that there may be auxiliary states
    made = CustomOperator("Custom", custom, {}, num_args="", mutate=("*",), dynamic=True)
    alias(made, "Custom")
    return made


CUSTOM = _declare()


@CUSTOM.infer_shape
def custom_shape(shape, p) -> None:
    """Ask the user's code, which may need to know more first."""
    kind = CUSTOM.kind(p)
    given = shape.ins[:len(kind.arguments)]
    if given and not known(given[0]):
        return
    try:
        inputs, outputs, states = kind.infer_shape([list(s) if known(s) else [] for s in given])
    except (IndexError, ValueError, TypeError):
        if all(map(known, given)):
            raise
        return
    for index, found in enumerate([*inputs, *states]):
        shape.set_in(index, tuple(found))
    for index, found in enumerate(outputs):
        shape.set_out(index, tuple(found))
