"""The softmax family, and the cross entropy on top of it."""
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, Double, DType, op, shapes, types
from ..torch_private import log_softmax_backward, softmax_backward

_WORDS = {
    "data": "Array of any shape.",
    "axis": "The axis whose elements are compared.",
    "temperature": "What the data is divided by; 1 by default. The higher, the more equal are the results.",
    "dtype": "Type of the result; that of the data by default.",
    "use_length": "Accepted for `softmax`'s sake; only False.",
}


def softmax_type(types, p) -> None:
    data = types.peek("data")
    if p.dtype is not None:
        types.output = p.dtype
        if data is None:
            types.data = p.dtype
    else:
        types.data = types.output = data or types.peek("output")


def softmax_shape(shape, p) -> None:
    shapes.like_first(shape, p)
    if shape.has("length"):
        data = list(shape.data)
        if len(data) > 1:
            del data[p.axis]
            shape.length = tuple(data)
        else:
            shape.length = (1,)


def _scaled(data: Array, temperature: float | None) -> Array:
    return data if temperature is None or temperature == 1 else data / temperature


def _apply(function, data: Array, axis: int, temperature, dtype) -> Array:
    """Run in the wider of the input's and the output's type, at least float32."""
    if dtype is None and (data.dtype is torch.float32 or data.dtype is torch.float64):
        return function(_scaled(data, temperature), axis)
    dtype = dtype or data.dtype
    wide = torch.promote_types(torch.promote_types(data.dtype, dtype), torch.float32)
    return function(_scaled(data.to(wide), temperature), axis).to(dtype)


def _beyond(data: Array, length: Array, axis: int) -> Array:
    """Mark the elements past each sequence's length."""
    axis = axis % data.dim()
    places = torch.arange(data.shape[axis], device=data.device)
    places = places.view([-1 if i == axis else 1 for i in range(data.dim())])
    return places >= length.view([1 if i == axis else n for i, n in enumerate(data.shape)])


@op("softmax", accepts=types.FLOATING, constant=("length",), omit={"length": lambda p: not p.use_length},
    shapes=softmax_shape, types=softmax_type, named_input=True, spreads=True, words=_WORDS)
def softmax(data: Array, length: Array | None = None, *, axis: int = -1, temperature: Double | None = None,
            dtype: DType | None = None, use_length: bool | None = False):
    """Compute the softmax of ``data / temperature`` along an axis.

    ``out[i] = exp(data[i] / temperature) / sum_j exp(data[j] / temperature)``.

    Parameters
    ----------
    length
        How many elements of each row take part, an integer array of the shape of the data without ``axis``; the others
        get 0. An input with ``use_length`` only.
    use_length
        Read ``length``.

    Returns
    -------
    Array of the shape of ``data``; the elements along ``axis`` add up to 1.

    Examples
    --------
    >>> mx.nd.softmax(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.0900, 0.2447, 0.6652]]
    >>> mx.nd.softmax(mx.nd.array([[1, 1, 9]]), mx.nd.array([2], dtype="int32"), use_length=True).asnumpy().tolist()
    [[0.5, 0.5, 0.0]]
    """
    if length is None:
        return _apply(torch.softmax, data, axis, temperature, dtype)
    beyond = _beyond(data, length, axis)
    out = _apply(torch.softmax, data.masked_fill(beyond, float("-inf")), axis, temperature, dtype)
    return out.masked_fill(beyond, 0)


@softmax.lower("eager")
def softmax_call(call):
    p = call.p
    axis, given = p.axis, dict(p)

    def run(data, length=None):
        if length is None and plain and (data.dtype is torch.float32 or data.dtype is torch.float64):
            return torch.softmax(data, axis)
        return softmax.function(data, length, **given)
    plain = p.dtype is None and p.temperature in (None, 1)
    return run


@softmax.forward_train
def softmax_train(data, length=None, **params):
    out = softmax.function(data, length, **params)
    return out, (out, data.dtype)


@softmax.fast_gradient
def softmax_gradient(grad, saved, *, p):
    out, dtype = saved
    # Past the length the output is 0, and so is this gradient.
    return _scaled(softmax_backward(grad, out, p.axis, out.dtype), p.temperature).to(dtype), None


@softmax.lower
def softmax_kernel(call):
    if not _is_plain(call):
        return None
    axis = call.p.axis
    return lambda data: torch.softmax(data, axis)


def _refuse_length(use_length) -> None:
    if use_length:
        raise MXNetError("use_length=True has no length input here; only softmax takes one")


@op("softmin", accepts=types.FLOATING, shapes=shapes.same, types=softmax_type, named_input=True, spreads=True,
    words=_WORDS)
def softmin(data: Array, *, axis: int = -1, temperature: Double | None = None, dtype: DType | None = None,
            use_length: bool | None = False):
    """Compute the softmax of ``-data / temperature`` along an axis.

    ``out[i] = exp(-data[i] / temperature) / sum_j exp(-data[j] / temperature)``: the smallest element gets the most.

    Returns
    -------
    Array of the shape of ``data``; the elements along ``axis`` add up to 1.

    Examples
    --------
    >>> mx.nd.softmin(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.6652, 0.2447, 0.0900]]
    """
    _refuse_length(use_length)
    return _apply(torch.softmax, -data, axis, temperature, dtype)


@op("log_softmax", accepts=types.FLOATING, shapes=shapes.same, types=softmax_type, named_input=True, spreads=True,
    words=_WORDS)
def log_softmax(data: Array, *, axis: int = -1, temperature: Double | None = None, dtype: DType | None = None,
                use_length: bool | None = False):
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis.

    ``out[i] = data[i] / temperature - log(sum_j exp(data[j] / temperature))``, more accurate than a softmax followed by
    a logarithm.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.log_softmax(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[-2.4076, -1.4076, -0.4076]]
    """
    _refuse_length(use_length)
    return _apply(torch.log_softmax, data, axis, temperature, dtype)


@log_softmax.forward_train
def log_softmax_train(data, **params):
    out = log_softmax.function(data, **params)
    return out, (out, data.dtype)


@log_softmax.fast_gradient
def log_softmax_gradient(grad, saved, *, p):
    out, dtype = saved
    return _scaled(log_softmax_backward(grad, out, p.axis, out.dtype), p.temperature).to(dtype)


@log_softmax.lower
def log_softmax_kernel(call):
    if not _is_plain(call):
        return None
    axis = call.p.axis
    return lambda data: torch.log_softmax(data, axis)


def _is_plain(call) -> bool:
    p = call.p
    return not p.use_length and p.temperature is None and p.dtype is None


def _is_plain_float(call) -> bool:
    return _is_plain(call) and call.specs[0][1] in (torch.float32, torch.float64)


@log_softmax.lower("train")
def log_softmax_train_kernel(call):
    if not _is_plain_float(call):
        return None
    axis, kind, log_softmax_of = call.p.axis, call.specs[0][1], torch.log_softmax

    def run(data):
        out = log_softmax_of(data, axis)
        return out, (out, kind)
    return run


@log_softmax.lower("backward")
def log_softmax_gradient_kernel(call):
    if not _is_plain_float(call):
        return None
    axis, kind = call.p.axis, call.specs[0][1]
    return lambda grad, saved: log_softmax_backward(grad, saved[0], axis, kind)


@op("SoftmaxActivation", accepts=types.FLOATING, shapes=shapes.same)
def softmax_activation(data: Array, *, mode: Literal["channel", "instance"] = "instance"):
    """Compute the softmax over axis 1 ("channel") or over the last axis ("instance").

    `softmax` does the same along any axis, with the right gradient: here that of ``instance`` sums over axis 1, as in
    MXNet 1.9.1, which is the last axis of two-dimensional data only.

    Parameters
    ----------
    data
        Array of any shape; with ``channel``, of three axes or more.
    mode
        The axis: ``instance`` the last, ``channel`` axis 1.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.SoftmaxActivation(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.0900, 0.2447, 0.6652]]
    """
    if mode == "channel" and data.dim() < 3:
        raise MXNetError(f"channel mode needs data of at least 3 axes, got {data.dim()}")
    return torch.softmax(data, 1 if mode == "channel" else -1)


@softmax_activation.gradient
def softmax_activation_gradient(grad, out):
    # MXNet 1.9.1 sums over axis 1 in both modes, though "instance" normalizes the last axis.
    return out * (grad - (grad * out).sum(1, keepdim=True))


def _class(label: Array, data: Array) -> tuple[Array, Array]:
    """Return the index of each row's label, and 1 if there is such a class, otherwise 0."""
    place = label.long().unsqueeze(1)
    inside = place.clamp(0, data.shape[1] - 1)
    return inside, (inside == place).to(data.dtype)


@op("softmax_cross_entropy", constant=("label",))
def softmax_cross_entropy(data: Array, label: Array):
    """Sum the cross entropy between the softmax of each row and its label.

    ``out = -sum_i log(softmax(data[i])[label[i]])``; a probability below 1e-8 counts as 1e-8, and so does that of a
    class that does not exist.

    Parameters
    ----------
    data
        Scores of shape ``(batch, classes)``.
    label
        The class of each row, of shape ``(batch,)``.

    Returns
    -------
    Array of shape ``(1,)``, the sum over the batch.

    Examples
    --------
    >>> scores = mx.nd.array([[0, 0], [0, 0]])
    >>> mx.nd.softmax_cross_entropy(scores, mx.nd.array([0, 1])).asnumpy().tolist()  # 2 * log(2)
    [1.3863]
    """
    if data.dim() != 2 or label.dim() != 1 or data.shape[0] != label.shape[0]:
        raise MXNetError(f"expected 2-D data and one label a row, got {list(data.shape)} and {list(label.shape)}")
    place, exists = _class(label, data)
    chosen = torch.softmax(data, 1).gather(1, place) * exists
    return -torch.log(chosen.clamp(min=1e-8)).sum().view(1)


@softmax_cross_entropy.infer_shape
def softmax_cross_entropy_shape(shape, p) -> None:
    shape.out = (1,)
    shape.label = (shape.data[0],)


@softmax_cross_entropy.gradient
def softmax_cross_entropy_gradient(grad, data, label):
    rows = torch.softmax(data, 1)
    one_hot = torch.zeros_like(rows).scatter_(1, *_class(label, data))
    return (rows - one_hot) * grad, None
