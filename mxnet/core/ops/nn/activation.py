"""Activations: the plain ones and the leaky family."""
import math
from typing import Literal

import numpy as np
import torch
from torch.nn import functional

from ... import ownership
from ...errors import MXNetError
from ...op import Array, Kernel, Rng, op, shapes, types
from ...torch_private import elu
from ...torch_private import leaky_relu as leak
from ...tuning import NUMPY_TANH_FROM_ELEMENTS, NUMPY_TANH_UP_TO_THREADS
from ..elemwise import softsign_gradient
from .packing import computes

_aten = torch.ops.aten
_compiling = torch.compiler.is_compiling
_threshold_backward = torch.ops.aten.threshold_backward.default
SELU_ALPHA, SELU_LAMBDA = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946

_PLAIN = {"relu": torch.relu, "sigmoid": torch.sigmoid, "softrelu": functional.softplus, "tanh": torch.tanh,
          "softsign": torch.nn.functional.softsign}
# Gradients that read only the output, so that the input can be freed.
_PLAIN_GRADIENT = {
    "relu": lambda grad, out: _threshold_backward(grad, out, 0),
    "sigmoid": torch.ops.aten.sigmoid_backward.default,
    "tanh": torch.ops.aten.tanh_backward.default,
    "softrelu": lambda grad, out: grad * -torch.expm1(-out),
}


@op("Activation", accepts=types.FLOATING, shapes=shapes.same, cheap=True, keeps_order=True,
    free=lambda p: p.act_type == "relu")
def activation(data: Array, *, act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``sigmoid`` ``1 / (1 + exp(-x))``, ``tanh`` the hyperbolic tangent, ``softrelu``
    ``log(1 + exp(x))``, and ``softsign`` ``x / (1 + abs(x))``.

    Parameters
    ----------
    data
        Array of any shape.
    act_type
        The function.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.Activation(mx.nd.array([-2, 0, 3]), act_type="relu").asnumpy().tolist()
    [0.0, 0.0, 3.0]
    >>> mx.nd.Activation(mx.nd.array([-2, 0, 3]), act_type="softrelu").asnumpy().tolist()
    [0.1269, 0.6931, 3.0486]
    """
    return _HOST[act_type](data)


@activation.fast_gradient
def activation_gradient(grad, out, *, p):
    return _PLAIN_GRADIENT[p.act_type](grad, out)


# formed from the output, it would be zero for large inputs
activation.fast_gradient(lambda grad, data: softsign_gradient(grad, data), when=lambda p: p.act_type == "softsign")


# Looked up once: each lookup costs as much as a small call.
_relu_into = torch.ops.aten.threshold_backward.grad_input
_sigmoid_into = torch.ops.aten.sigmoid_backward.grad_input
_tanh_into = torch.ops.aten.tanh_backward.grad_input
_IN_PLACE_GRADIENT = {
    "relu": lambda grad, out: _relu_into(grad, out, 0, grad_input=grad),
    "sigmoid": lambda grad, out: _sigmoid_into(grad, out, grad_input=grad),
    "tanh": lambda grad, out: _tanh_into(grad, out, grad_input=grad),
}


def _by_numpy(data: Array) -> bool:
    """Return whether NumPy's tanh is used, which is far faster on a core and errs by 1.4 units in the last place.

    Eager calls and programs decide alike: gradients where tanh is nearly one would differ by far more than that.
    """
    return data.is_cpu and data.numel() >= NUMPY_TANH_FROM_ELEMENTS and data.dtype is torch.float32 \
        and torch.get_num_threads() <= NUMPY_TANH_UP_TO_THREADS and computes(data)


def tanh(data: Array) -> Array:
    """Compute tanh by the faster of two libraries, in an array of the same memory order."""
    return tanh_(torch.empty_like(data), data) if _by_numpy(data) else torch.tanh(data)


def tanh_(out: Array, data: Array | None = None) -> Array:
    """Write tanh of data, or of ``out`` itself, to ``out``."""
    data = out if data is None else data
    if not _by_numpy(data):
        return torch.tanh(data, out=out)
    np.tanh(data.numpy(), out=out.numpy())
    ownership.written((out,))
    return out


_PLAIN_IN_PLACE = {"relu": torch.relu_, "sigmoid": torch.sigmoid_, "tanh": torch.tanh_}
_HOST, _HOST_IN_PLACE = {**_PLAIN, "tanh": tanh}, {**_PLAIN_IN_PLACE, "tanh": tanh_}


@activation.lower("backward")
def activation_gradient_kernel(call):
    kind = call.p.act_type
    return Kernel(_IN_PLACE_GRADIENT[kind], overwrites=True) if call.overwrite and kind in _IN_PLACE_GRADIENT else None


@activation.lower
def activation_kernel(call):
    kind, host = call.p.act_type, call.device.type == "cpu"
    if call.overwrite and kind in _PLAIN_IN_PLACE:
        return Kernel((_HOST_IN_PLACE if host else _PLAIN_IN_PLACE)[kind], overwrites=True)
    return (_HOST if host else _PLAIN)[kind]


# ---- the leaky family ---------------------------------------------------------------------------

def _is_random(p) -> bool:
    return p.act_type == "rrelu"


def slope_like(gamma: Array, data_shape) -> tuple:
    """Return the shape in which a prelu slope broadcasts: it belongs to the leading axes of data."""
    left = list(gamma.shape)
    shape = [1] * len(data_shape)
    for axis in reversed(range(min(2, len(data_shape)))):
        if left and left[-1] in (1, data_shape[axis]):
            shape[axis] = left.pop()
    if left:
        raise MXNetError(f"Cannot broadcast gamma to data. gamma: {list(gamma.shape)}, data: {list(data_shape)}")
    return tuple(shape)


def selu(data: Array) -> Array:
    return elu(data, SELU_ALPHA, SELU_LAMBDA)


def selu_gradient(grad: Array, out: Array) -> Array:
    """Return MXNet's gradient, which scales the output once more where data is negative."""
    return grad * torch.where(out > 0, SELU_LAMBDA, SELU_LAMBDA * (out + SELU_ALPHA))


class _Selu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, data):
        out = selu(data)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return selu_gradient(grad, *ctx.saved_tensors)


def gelu(data: Array) -> Array:
    """Compute GELU; of infinity torch's vectorized kernel makes NaN, but not its scalar one for the last elements."""
    out = functional.gelu(data)
    if out.is_cpu and out.__class__ is Array and not _compiling() and not math.isfinite(out.detach().sum().item()):
        out = torch.where(data == math.inf, data, out)
    return out


@op("LeakyReLU", accepts=types.FLOATING, omit={"gamma": lambda p: p.act_type != "prelu"},
    outputs=lambda p: 2 if _is_random(p) else 1,
    output_names=lambda p: ["output", "mask"] if _is_random(p) else ["output"], cheap=True, named_input=True,
    starts={1: '["Constant", {"value": 0.25}]'})
def leaky_relu(data: Array, gamma: Array | None = None, *,
               act_type: Literal["elu", "gelu", "leaky", "prelu", "rrelu", "selu"] = "leaky",
               slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334,
               is_train: bool, rng: Rng):
    """Apply a rectifier that lets negative elements through, scaled or curved.

    Elements above zero are unchanged, except with ``selu`` and ``gelu``. The others become, by ``act_type``: ``leaky``
    ``slope * x``; ``prelu`` ``gamma * x``, a slope that is learned; ``rrelu`` ``a * x``, with ``a`` drawn for each
    element in training and the mean of the bounds in prediction; ``elu`` ``slope * (exp(x) - 1)``; ``selu``
    ``lambda * alpha * (exp(x) - 1)``, and ``lambda * x`` above zero, with ``lambda`` 1.0507 and ``alpha`` 1.6733.
    ``gelu`` is ``x`` times the normal distribution's probability of less than ``x``.

    Parameters
    ----------
    data
        Array of any shape.
    gamma
        Slope below zero, one number or one per channel (axis 1); an input with ``prelu`` only.
    act_type
        The function.
    slope
        Slope below zero of ``leaky``, and the lowest value, negated, of ``elu``.
    lower_bound, upper_bound
        The slopes of ``rrelu`` are drawn uniformly from between these.

    Returns
    -------
    Array of the shape of ``data``. With ``rrelu`` a list of two: the second has the slopes that were drawn.

    Examples
    --------
    >>> x = mx.nd.array([[-2, -1, 0, 1]])
    >>> mx.nd.LeakyReLU(x, act_type="leaky", slope=0.25).asnumpy().tolist()
    [[-0.5, -0.25, 0.0, 1.0]]
    >>> mx.nd.LeakyReLU(x, act_type="elu", slope=1).asnumpy().tolist()
    [[-0.8647, -0.6321, 0.0, 1.0]]
    """
    if act_type == "leaky":
        return leak(data, slope)
    if act_type == "elu":
        return elu(data, slope)
    if act_type == "selu":
        return _Selu.apply(data) if data.requires_grad else selu(data)
    if act_type == "gelu":
        return gelu(data)
    if act_type == "prelu":
        gamma = gamma.view(slope_like(gamma, data.shape))
        return torch.where(data > 0, data, gamma * data)
    if is_train:
        mask = torch.empty_like(data).uniform_(lower_bound, upper_bound, generator=rng)
        return torch.where(data > 0, data, mask * data), mask
    # The mask has no meaning at inference; MXNet leaves it unset there.
    return leak(data, (lower_bound + upper_bound) / 2), torch.zeros_like(data)


@leaky_relu.infer_shape
def leaky_relu_shape(shape, p) -> None:
    shapes.like_first(shape, p)
    if p.act_type == "prelu" and not shape.known("gamma"):
        shape.gamma = (shape.data[1] if len(shape.data) > 1 else 1,)


@leaky_relu.forward_train
def leaky_relu_train(data, gamma=None, *, act_type, slope, **params):
    """Save whichever of input and output the gradient reads."""
    out = leaky_relu.function(data, gamma, act_type=act_type, slope=slope, **params)
    if act_type == "rrelu":
        return out, (data, out[1])
    from_output = act_type == "selu" or (act_type in ("leaky", "elu") and slope >= 0)
    return out, out if from_output else data


leaky_relu_train.keeps_input = True


@leaky_relu.fast_gradient
def leaky_relu_gradient(grad, gamma, saved, *, p, needs):
    kind, from_output = p.act_type, p.slope >= 0
    if kind == "leaky":
        return _aten.leaky_relu_backward.default(grad, saved, p.slope, from_output), None
    if kind == "elu":
        return _aten.elu_backward.default(grad, p.slope, 1, 1, from_output, saved), None
    if kind == "selu":
        return selu_gradient(grad, saved), None
    if kind == "gelu":
        return _aten.gelu_backward.default(grad, saved), None
    if kind == "rrelu":
        data, mask = saved
        return torch.where(data > 0, grad, grad * mask), None
    positive, spread = saved > 0, gamma.view(slope_like(gamma, saved.shape))
    to_data = torch.where(positive, grad, grad * spread) if needs[0] else None
    to_gamma = None
    if needs[1]:
        to_gamma = torch.where(positive, 0, grad * saved).sum_to_size(spread.shape).view(gamma.shape)
    return to_data, to_gamma


@leaky_relu.lower
def leaky_relu_kernel(call):
    slope = call.p.slope
    return {"leaky": lambda data: leak(data, slope), "selu": selu, "gelu": gelu,
            "elu": lambda data: elu(data, slope)}.get(call.p.act_type)
