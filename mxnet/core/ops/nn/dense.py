"""The fully connected layer."""
from functools import partial

import torch

from ... import matmul
from ...cores import gathered, on_one_core
from ...errors import MXNetError
from ...op import Array, Kernel, Positive, op, shapes, types
from ...torch_private import addmm_relu
from ...tuning import CORE_CACHE_ELEMENTS, GPU_BUSY_FROM_PRODUCTS, ONE_CORE_UP_TO_ELEMENTS
from .activation import activation

_linear = torch.nn.functional.linear
_RELU_COSTS = frozenset(("cuda",))  # devices on which a separate relu is a separate kernel


@op("FullyConnected", accepts=types.FLOATING, aliases=("_sparse_FullyConnected",), omit={"bias": "no_bias"},
    fresh_gradients=True, spreads=True)
def fully_connected(data: Array, weight: Array, bias: Array | None = None, *, num_hidden: Positive,
                    no_bias: bool = False, flatten: bool = True):
    """Apply the linear map ``data @ weight.T + bias``.

    ``out[i, j] = sum_k data[i, k] * weight[j, k] + bias[j]``, a fully connected or dense layer.

    Parameters
    ----------
    data
        Input of shape ``(batch, ...)``. With ``flatten`` it is read as ``(batch, features)``.
    weight
        Matrix of shape ``(num_hidden, features)``.
    bias
        Vector of shape ``(num_hidden,)`` that is added to each row.
    num_hidden
        Number of output features.
    no_bias
        Omit the bias; the operator then has two inputs.
    flatten
        Whether all axes of the data but the first are merged. If not, the map applies to the last axis.

    Returns
    -------
    Array of shape ``(batch, num_hidden)``; without ``flatten``, that of the data with ``num_hidden`` as the last axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.FullyConnected(x, mx.nd.ones((2, 3)), mx.nd.array([0, 10]), num_hidden=2).asnumpy().tolist()
    [[6.0, 16.0], [15.0, 25.0]]
    """
    if weight.shape[0] != num_hidden:
        raise MXNetError(f"weight has {weight.shape[0]} rows, expected num_hidden={num_hidden}")
    if flatten and data.dim() != 2:
        data = data.reshape(data.shape[0], -1) if data.numel() else data.flatten(1)
    if bias is not None and bias.dim() == 2:
        bias = bias.flatten()
    return matmul.linear(data, weight, bias)


@fully_connected.infer_shape
def fully_connected_shape(shape, p) -> None:
    data = shape.data
    width = shapes.prod(data[1:]) if p.flatten else data[-1]
    shape.weight = (p.num_hidden, width)
    if shape.has("bias") and shape.peek("bias") != (p.num_hidden, 1):  # a column is fine too
        shape.bias = (p.num_hidden,)
    if not p.flatten:
        shape.out = (*data[:-1], p.num_hidden)
        return
    shape.out = (data[0], p.num_hidden)
    shape.data = (shape.out[0], *data[1:])


@fully_connected.fast_gradient
def fully_connected_gradient(grad, data, weight, bias, *, p, needs):
    rows = data
    if data.dim() != 2:
        if data.numel():
            rows = data.reshape(data.shape[0], -1) if p.flatten else data.reshape(-1, data.shape[-1])
        else:  # with no elements, -1 could be any size
            rows = data.flatten(1) if p.flatten else data.flatten(0, -2)
        grad = grad.reshape(rows.shape[0], p.num_hidden)
    to_data, to_weight, to_bias = _gradients(needs)(grad, rows, weight, bias)
    if needs[0] and rows is not data:
        to_data = to_data.view(data.shape)
    if to_bias is not None and bias.dim() == 2:
        to_bias = to_bias.view(bias.shape)
    return to_data, to_weight, to_bias


def _gradients(needs, mm=matmul.mm):
    """Return a function for the gradients of rows, weights and a flat bias; it fills given arrays."""
    total, to_rows, to_weight, to_bias = torch.sum, needs[0], needs[1], len(needs) > 2 and needs[2]

    def gradients(grad, rows, weight, bias, weight_out=None, bias_out=None):
        return (mm(grad, weight) if to_rows else None,
                mm(grad.t(), rows, out=weight_out) if to_weight else None,
                total(grad, 0, out=bias_out) if to_bias else None)
    return gradients


def _flattened(gradients, shape):
    """Return a function for the gradients of data with more axes, of which rows are made."""
    def of_more_axes(grad, data, *rest):
        to_data, *others = gradients(grad, data.reshape(shape[0], -1), *rest)
        return None if to_data is None else to_data.view(shape), *others
    return of_more_axes


@fully_connected.lower("backward")
def fully_connected_gradient_kernel(call):
    (data, _), needs = call.specs[0], call.needs
    if not _is_flat(call):
        return None
    mm = matmul.mm if _is_large(call) else torch.mm
    if len(data) != 2:
        return None if call.group or not call.p.flatten or not shapes.prod(data) \
            else Kernel(_flattened(_gradients(needs, mm), data), fills=call.into)
    if not call.group:
        return Kernel(_gradients(needs, mm), fills=call.into)
    # All rows are kept for it; otherwise every call would produce a gradient of the weights.
    if not data[0] or not all(needs[1:]) or not _weigh_little(*data, call.p.num_hidden):
        return None
    gradients, count = _gradients((False, *needs[1:])), len(needs)

    def summed(grads, rows):
        return gradients(torch.cat(grads), torch.cat(rows), None, None)[1:count]
    return Kernel(summed, batches=True)


def _is_large(call) -> bool:
    """Return whether the choice of a library is worth its time."""
    return matmul.may_pay(shapes.prod(call.specs[0][0]) * call.p.num_hidden)


def _is_flat(call) -> bool:
    """Return whether the bias, if any, has one axis."""
    return call.p.no_bias or (len(call.specs) > 2 and len(call.specs[2][0]) == 1)


def _weigh_little(rows: int, width: int, hidden: int) -> bool:
    """Return whether the rows in and out are smaller than the weights, or few."""
    return rows * (width + hidden) <= max(width * hidden, CORE_CACHE_ELEMENTS)


def _batch_pays(call) -> bool:
    data, hidden = call.specs[0][0], call.p.num_hidden
    if len(data) != 2 and not call.p.flatten:
        return False
    rows, width = data[0], shapes.prod(data[1:])
    # One core gains until reading the rows costs more than the weights, a GPU until one call saturates it.
    on_gpu = call.device.type == "cuda"
    return rows * width * hidden <= GPU_BUSY_FROM_PRODUCTS if on_gpu else _weigh_little(rows, width, hidden)


@fully_connected.lower
def fully_connected_kernel(call):
    shape, p = call.specs[0][0], call.p
    rows, flatten = shape[0], p.flatten and len(shape) != 2
    if not _is_flat(call) or (flatten and not rows):
        return None
    relu = call.device.type in _RELU_COSTS and _is_relu(call.follows) and not p.no_bias and (flatten or len(shape) == 2)
    run = _linear_relu if relu else matmul.linear if call.group or _is_large(call) else _linear
    kernel = (lambda data, weight, bias=None: run(data.reshape(rows, -1), weight, bias)) if flatten else run
    return Kernel(kernel, applies=int(relu), batches=bool(call.group) and _batch_pays(call))


@fully_connected.lower("eager")
def fully_connected_direct(call):
    """Return the call with few steps for small matrices, which one core multiplies."""
    whole, hidden, limit = gathered(partial(fully_connected.function, **call.p)), call.p.num_hidden, \
        ONE_CORE_UP_TO_ELEMENTS

    def kernel(data, weight, bias=None):
        if data.is_cpu and data.dim() == 2 and data.numel() <= limit and weight.numel() <= limit \
                and weight.shape[0] == hidden and (bias is None or bias.dim() == 1):
            return on_one_core(_linear, data, weight, bias)
        return whole(data, weight, bias)
    return kernel


def _linear_relu(data, weight, bias):
    return addmm_relu(bias, data, weight.t())


def _is_relu(follows) -> bool:
    return bool(follows) and follows[0].op is activation and follows[0].p.act_type == "relu"
