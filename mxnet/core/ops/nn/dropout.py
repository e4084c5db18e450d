"""Dropout."""
from typing import Literal

import torch

from ...errors import MXNetError
from ...op import Array, Fraction, Rng, Shape, op, types


def kept(shape, share: float, like: Array, rng) -> Array:
    """Draw ones with a probability, otherwise zeros, of the type of another array."""
    if like.is_cpu:  # four times as fast there as bernoulli_; 16 bits are too coarse for a probability
        wide = like.dtype if like.dtype.itemsize >= 4 else torch.float32
        return torch.rand(shape, generator=rng, dtype=wide).lt_(share).to(like.dtype)
    return torch.empty(shape, dtype=like.dtype, device=like.device).bernoulli_(share, generator=rng)


@op("Dropout", accepts=types.FLOATING, outputs=2, output_names=["output", "mask"], visible=1, named_input=True)
def dropout(data: Array, *, p: Fraction = 0.5, mode: Literal["always", "training"] = "training",
            axes: Shape = (), cudnn_off: bool | None = False, is_train: bool, rng: Rng):
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``.

    In training ``out = data * mask / (1 - p)``, with a mask of zeros and ones that is drawn again at every call. This
    preserves the mean, so inference passes data through.

    Parameters
    ----------
    data
        Array of any shape.
    p
        Probability that an element becomes zero.
    mode
        When elements are dropped: in ``training`` only, or ``always``.
    axes
        Axes along which elements are dropped together: the mask has length 1 there.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.ones((4, 1000))
    >>> mx.nd.Dropout(x, p=0.5).mean().asscalar().item()  # prediction
    1.0
    >>> sorted(set(mx.nd.Dropout(x, p=0.75, mode="always").asnumpy().ravel().tolist()))
    [0.0, 4.0]
    """
    if axes and not (0 <= min(axes) and max(axes) < data.dim()):
        raise MXNetError(f"axes {axes} of data of {data.dim()} dimensions; expected 0 to {data.dim() - 1}")
    if p == 0 or not (is_train or mode == "always"):
        # This mask is not read; an empty one tells the gradient that nothing was dropped.
        return data.clone(), data.new_empty(0)
    shape = list(data.shape)
    for axis in axes:
        shape[axis] = 1
    if p >= 1:
        mask = data.new_full(shape, float("nan"))  # MXNet divides zero by 1 - p
    else:
        mask = kept(shape, 1 - p, data, rng).mul_(1 / (1 - p))
    return data * mask, mask


@dropout.infer_shape
def dropout_shape(shape, p) -> None:
    data = list(shape.data)
    shape.output = tuple(data)
    for axis in p.axes:
        data[axis] = 1
    shape.mask = tuple(data)


@dropout.forward_train
def dropout_train(data, **params):
    outs = dropout.function(data, **params)
    return outs, outs[1]


@dropout.fast_gradient
def dropout_gradient(grad, saved):
    return grad * saved if saved.numel() else grad.clone()
