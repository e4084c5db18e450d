"""The fully connected layer."""
import torch

from ...errors import MXNetError
from ...op import Array, Positive, op, shapes
from ...torch_private import addmm_relu

_linear = torch.nn.functional.linear
_WORK = 1 << 27    # products in one call from which it keeps a GPU busy by itself
_LITTLE = 1 << 16  # numbers that lie in the cache of a core


@op("FullyConnected", aliases=("_sparse_FullyConnected",), omit={"bias": "no_bias"})
def fully_connected(data: Array, weight: Array, bias: Array | None = None, *, num_hidden: Positive,
                    no_bias: bool = False, flatten: bool = True):
    """Apply the linear map ``data @ weight.T + bias``.

    With ``flatten`` all axes of data but the first are one; without, the map works on the last axis.
    """
    if weight.shape[0] != num_hidden:
        raise MXNetError(f"weight has {weight.shape[0]} rows, expected num_hidden={num_hidden}")
    if flatten and data.dim() != 2:
        data = data.reshape(data.shape[0], -1) if data.numel() else data.flatten(1)
    if bias is not None and bias.dim() == 2:
        bias = bias.flatten()
    return _linear(data, weight, bias)


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
        rows = data.reshape(data.shape[0], -1) if p.flatten else data.reshape(-1, data.shape[-1])
        grad = grad.reshape(rows.shape[0], -1)
    to_data = to_bias = None
    if needs[0]:
        to_data = torch.mm(grad, weight)
        if rows is not data:
            to_data = to_data.view(data.shape)
    to_weight = torch.mm(grad.t(), rows) if needs[1] else None
    if len(needs) > 2 and needs[2]:
        to_bias = torch.sum(grad, 0)
        if bias.dim() == 2:
            to_bias = to_bias.view(bias.shape)
    return to_data, to_weight, to_bias


fully_connected.fresh_gradients = True


@fully_connected.lower_gradient
def fully_connected_gradient_kernel(p, metas, needs):
    if len(metas[0][0]) != 2 or not needs[1] or (len(metas) > 2 and (len(metas[2][0]) != 1 or not needs[2])):
        return None
    mm, total = torch.mm, torch.sum
    if p.no_bias:
        return lambda grad, data, weight, bias: (mm(grad, weight) if needs[0] else None, mm(grad.t(), data), None)
    if needs[0]:
        return lambda grad, data, weight, bias: (mm(grad, weight), mm(grad.t(), data), total(grad, 0))
    return lambda grad, data, weight, bias: (None, mm(grad.t(), data), total(grad, 0))


@fully_connected.lower_gradient_into
def fully_connected_gradient_into(p, metas, needs):
    if p.no_bias or len(metas) < 3 or len(metas[0][0]) != 2 or len(metas[2][0]) != 1:
        return None
    mm, total, first = torch.mm, torch.sum, needs[0]

    def kernel(grad, data, weight, bias, to_weight, to_bias):
        return (mm(grad, weight) if first else None, mm(grad.t(), data, out=to_weight), total(grad, 0, out=to_bias))
    return kernel


def _weigh_little(rows: int, width: int, hidden: int) -> bool:
    """Tell whether the rows that go in and out are less than the weights, or few."""
    return rows * (width + hidden) <= max(width * hidden, _LITTLE)


@fully_connected.join_rows
def fully_connected_joins(p, given, on_gpu):
    data = given[0]
    if len(data) != 2 and not p.flatten:
        return False
    rows, width = data[0], shapes.prod(data[1:])
    # One core gains until reading the rows costs more than the weights, a GPU until one call fills it.
    return rows * width * p.num_hidden <= _WORK if on_gpu else _weigh_little(rows, width, p.num_hidden)


@fully_connected.lower_gradient_shared
def fully_connected_gradient_shared(p, metas, needs):
    data = metas[0][0]
    # All rows are kept for it; without it there would be a gradient of the weights for every call.
    if len(data) != 2 or not data[0] or not all(needs[1:]) or not _weigh_little(*data, p.num_hidden) \
            or (len(metas) > 2 and len(metas[2][0]) != 1):
        return None
    mm, cat, total = torch.mm, torch.cat, torch.sum

    def to_weight(grads, rows):
        return (mm(cat(grads).t(), cat(rows)),)

    def to_both(grads, rows):
        grad = cat(grads)
        return mm(grad.t(), cat(rows)), total(grad, 0)
    return (lambda grad, weight, bias=None: mm(grad, weight)), to_weight if p.no_bias else to_both


@fully_connected.lower_with_relu
def fully_connected_relu(p, metas):
    rank = len(metas[0][0])
    if p.no_bias or len(metas) < 3 or len(metas[2][0]) != 1 or (rank != 2 and not p.flatten):
        return None
    if rank == 2:
        return lambda data, weight, bias: addmm_relu(bias, data, weight.t())
    rows = metas[0][0][0]
    if not rows:
        return None
    return lambda data, weight, bias: addmm_relu(bias, data.reshape(rows, -1), weight.t())


@fully_connected.lower
def fully_connected_kernel(p, metas, is_train):
    rank = len(metas[0][0])
    if not p.no_bias and (len(metas) < 3 or len(metas[2][0]) != 1):
        return None
    if rank == 2 or not p.flatten:
        return _linear
    rows = metas[0][0][0]
    if rows == 0:
        return None
    if p.no_bias:
        return lambda data, weight: _linear(data.reshape(rows, -1), weight)
    return lambda data, weight, bias: _linear(data.reshape(rows, -1), weight, bias)
