"""How a step is declared: its kernel writes to given outputs, so that ``out=weight`` copies nothing.

A kernel's first argument is the output (or the list of outputs); the rest is the operator's signature.
"""
import inspect

import torch

from ...errors import MXNetError, NotYet
from ...op import Array, document, op, types
from ...op.types import FLOATING

# Descriptions of the inputs and params of these operators, which share most of them.
WORDS = {
    "weight": "Parameter that is stepped.",
    "grad": "Gradient of the loss by the weight, of the weight's shape.",
    "weight32": "Copy of the weight in float32, which is changed in place.",
    "mom": "Momentum, of the weight's shape; it is changed in place.",
    "mean": "Moving mean of gradients, of the weight's shape; it is changed in place.",
    "var": "Moving mean of squared gradients, of the weight's shape; it is changed in place.",
    "lr": "Learning rate.",
    "wd": "Weight decay: how much of the weight is added to the gradient.",
    "eta": "Factor of the whole step, such as a schedule gives.",
    "momentum": "Part of the last step that is repeated.",
    "beta1": "Part of the mean of gradients that is kept in a step.",
    "beta2": "Part of the mean of squared gradients that is kept in a step.",
    "gamma1": "Part of the moving means that is kept in a step.",
    "epsilon": "Small number that keeps the divisor from zero.",
    "t": "Number of the step, counted from one.",
    "bias_correction": "Whether the moments are divided by ``1 - beta**t``, as they start at zero.",
    "lower_bound": "The norm of the weight counts as this at least; not, where it is negative.",
    "upper_bound": "The norm of the weight counts as this at most; not, where it is negative.",
    "rescale_grad": "Factor that the gradient is multiplied with before anything else.",
    "clip_gradient": "The scaled gradient is kept between minus this and this; not, where it is negative.",
    "clip_grad": "The scaled gradient is kept between minus this and this; not, where it is negative.",
    "clip_weights": "The new weight is kept between minus this and this; not, where it is negative.",
    "lazy_update": "Whether rows that a row_sparse gradient does not have stay as they are, states included.",
    # of steps over many weights
    "lrs": "Learning rates, one for each weight.",
    "learning_rates": "Learning rates, one for each weight.",
    "wds": "Weight decays, one for each weight.",
    "etas": "Factors of the whole steps, one for each weight.",
    "step_count": "Numbers of the steps, counted from one, one for each weight.",
    "num_weights": "How many weights there are.",
    "num_tensors": "How many weights there are.",
}


def same_but(*scalars: str):
    """Make a shape rule: inputs and outputs have one shape, except for the named inputs of any size."""
    def rule(shape, p) -> None:
        common = shape.peek("weight")
        for name in shape.input_names:
            if name not in scalars:
                common = shape.unify(common, shape.peek(name), name)
        common = shape.unify(common, shape.outs[0], "output")
        if common is None:
            raise NotYet
        for index, name in enumerate(shape.input_names):
            if name not in scalars:
                shape.set_in(index, common)
        shape.set_out(0, common)
    return rule


def _check_out(out: Array, weight: Array, dtype: torch.dtype) -> None:
    if out.shape != weight.shape or out.dtype is not dtype:
        raise MXNetError(f"Incompatible attr in node  at 0-th output: expected {list(weight.shape)} "
                         f"{dtype}, got {list(out.shape)} {out.dtype}".replace("torch.", ""))


def _without_out(kernel) -> inspect.Signature:
    signature = inspect.signature(kernel)
    return signature.replace(parameters=list(signature.parameters.values())[1:])


def update(name: str, states: tuple = (), *, aliases: tuple = (), mixed: bool = False,
           scalars: tuple = (), out_type: torch.dtype | None = None):
    """Declare a step of one weight.

    Parameters
    ----------
    states : inputs that are changed in place.
    mixed : states and master weight have another type than weight and gradient.
    scalars : inputs of another shape than the weight.
    out_type : type of the output where it is not the weight's.
    """
    def declare(kernel):
        signature = _without_out(kernel)
        names = [item.name for item in signature.parameters.values() if item.kind is not item.KEYWORD_ONLY]

        def check(tensors) -> None:
            """Refuse what torch would broadcast: a step has one shape."""
            for name, tensor in zip(names, tensors):
                if tensor.shape != tensors[0].shape and name not in scalars:
                    raise MXNetError(f"{name} has shape {list(tensor.shape)}, expected "
                                     f"{list(tensors[0].shape)}, that of weight")
            if mixed:
                check_types(tensors)

        def check_types(tensors) -> None:
            """Refuse types other than the weight's for the gradient and float32 for its states."""
            for name, tensor in zip(names[1:], tensors[1:]):
                wanted = tensors[0].dtype if name == "grad" else torch.float32
                if tensor.dtype is not wanted and name not in scalars:
                    raise MXNetError(f"{name} is of type {tensor.dtype}, expected {wanted}".replace("torch.", ""))

        def body(*tensors, **params):
            check(tensors)
            out = torch.empty_like(tensors[0], dtype=out_type)
            kernel(out, *tensors, **params)
            return out

        def into(outs, *tensors, **params):
            check(tensors)
            _check_out(outs[0], tensors[0], out_type or tensors[0].dtype)
            kernel(outs[0], *tensors, **params)

        body.__signature__, body.__doc__, body.__module__ = signature, kernel.__doc__, kernel.__module__
        kinds = types.always(out_type) if out_type else types.free if mixed or scalars else types.same
        return op(name, aliases=aliases, mutate=states, shapes=same_but(*scalars), types=kinds,
                  accepts=FLOATING, differentiable=False, writes_out=into, words=WORDS)(body)
    return declare


def multi_update(name: str, stride: int, *, extra: int = 0, count: str = "num_weights"):
    """Declare a step of many weights, whose inputs come in groups of ``stride``.

    Parameters
    ----------
    extra : inputs after the groups.
    count : the param that says how many groups there are.
    """
    def check(tensors, params) -> None:
        expected = params[count] * stride + extra
        if len(tensors) != expected:
            raise MXNetError(f"{params[count]} weights take {expected} inputs, got {len(tensors)}")
        for name in ("lrs", "learning_rates", "wds", "etas", "step_count"):  # one number per weight
            if name in params and len(params[name]) != params[count]:
                raise MXNetError(f"{count} is {params[count]}, but {name} has {len(params[name])} numbers")

    def check_shapes(tensors, params) -> None:
        check(tensors, params)
        for index in range(0, params[count] * stride, stride):
            for place in range(index + 1, index + stride):
                if tensors[place].shape != tensors[index].shape:
                    raise MXNetError(f"input {place} has shape {list(tensors[place].shape)}, expected "
                                     f"{list(tensors[index].shape)}, that of its weight")

    def shapes(shape, p) -> None:
        check(shape.ins, p)
        for index in range(p[count]):
            group = range(index * stride, (index + 1) * stride)
            common = shape.outs[index]
            for place in group:
                common = shape.unify(common, shape.ins[place], f"input {place}")
            for place in group:
                shape.set_in(place, common)
            shape.set_out(index, common)

    def kinds(types, p) -> None:
        for index in range(min(p[count], len(types.ins) // stride)):
            types.set_out(index, types.ins[index * stride])

    def declare(kernel):
        def body(*tensors, **params):
            check_shapes(tensors, params)
            outs = [torch.empty_like(tensors[i * stride]) for i in range(params[count])]
            kernel(outs, *tensors, **params)
            return tuple(outs) if len(outs) > 1 else outs[0]

        def into(outs, *tensors, **params):
            check_shapes(tensors, params)
            if len(outs) != params[count]:
                raise MXNetError(f"{params[count]} weights need as many outputs, got {len(outs)}")
            for index, out in enumerate(outs):
                _check_out(out, tensors[index * stride], tensors[index * stride].dtype)
            kernel(outs, *tensors, **params)

        body.__signature__, body.__doc__, body.__module__ = _without_out(kernel), kernel.__doc__, kernel.__module__
        return op(name, outputs=lambda p: p[count], num_args="num_inputs", shapes=shapes, types=kinds,
                  accepts=FLOATING, differentiable=False, writes_out=into, words=WORDS)(body)
    return declare


def document_many(name: str, method: str, states: tuple[str, ...], mixed: bool, params: str, result: str,
                  behind: tuple[str, str] = ("", "")) -> str:
    """Write the docstring of a step over many weights.

    Parameters
    ----------
    states : description of what each group has besides weight and gradient.
    mixed : whether these two are narrow, and a float32 copy of the weight ends a group.
    params, result : of the example, a step of two weights.
    behind : inputs after the groups, for the text and the example.
    """
    of, where, narrow, copy = (" of float16", ", on their copies in float32", ", dtype='float16'", ["float32 copy"]) \
        if mixed else ("", "", "", [])
    group = ", ".join(["w", "w", *["s"] * len(states), *["w.astype('float32')"] * mixed])
    call = f"_internal.{name}" if name.startswith("_") else name
    return document(
        f"Update many weights{of} by {method}{where}.",
        parameters={"data": f"For each weight: {', '.join(['weight', 'gradient', *states, *copy])}.\n{behind[0]}"},
        returns="The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.",
        example=f""">>> w, s = mx.nd.ones((1,){narrow}), mx.nd.zeros((1,))
        >>> one, two = ([x.copy() for x in ({group})] for _ in range(2))
        >>> _ = mx.nd.{call}(*one, *two{behind[1]},
        ...     {params}, out=[one[0], two[0]])
        >>> [group[0].asnumpy().tolist() for group in (one, two)]
        {result}""")


def scaled(grad: Array, rescale_grad, clip: float) -> Array:
    """Return the scaled and clipped gradient, as a new array that may be overwritten."""
    grad = grad * rescale_grad
    return grad.clamp_(-clip, clip) if clip >= 0 else grad
