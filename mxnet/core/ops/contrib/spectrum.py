"""Fourier transforms of real signals, and count sketches. MXNet had these on GPUs only."""
import torch

from ...errors import MXNetError
from ...op import Array, op


def _check_rank(shape, what: str = "data") -> None:
    if len(shape) not in (2, 4):
        raise MXNetError(f"{what} should be 2D or 4D, got {len(shape)} axes")


def _wide(data: Array) -> Array:
    return data.float() if data.dtype in (torch.float16, torch.bfloat16) else data


@op("_contrib_fft")
def fft(data: Array, *, compute_size: int = 128):
    """Transform real signals along the last axis; real and imaginary parts alternate in the result.

    ``out[k] = sum_n data[n] * exp(-2 pi i k n / N)``.

    Parameters
    ----------
    data
        Signals of shape ``(..., N)``, with two or four axes.
    compute_size
        Accepted and ignored: how many signals MXNet's kernel takes at a time.

    Returns
    -------
    Array of shape ``(..., 2 * N)``.

    Examples
    --------
    >>> mx.nd.contrib.fft(mx.nd.array([[1, 2]])).asnumpy().tolist()
    [[3.0, 0.0, -1.0, 0.0]]
    """
    _check_rank(data.shape)
    return torch.view_as_real(torch.fft.fft(_wide(data))).flatten(-2).to(data.dtype)


@fft.infer_shape
def fft_shape(shape, p) -> None:
    data = shape.data
    _check_rank(data)
    shape.out = (*data[:-1], -1 if data[-1] == -1 else 2 * data[-1])


@op("_contrib_ifft")
def ifft(data: Array, *, compute_size: int = 128):
    """Invert `fft`, without dividing by the length; returns the real part.

    ``out[n] = real(sum_k data[k] * exp(2 pi i k n / N))``.

    Parameters
    ----------
    data
        Spectra of shape ``(..., 2 * N)``, real and imaginary parts alternating, with two or four axes.
    compute_size
        Accepted and ignored: how many signals MXNet's kernel takes at a time.

    Returns
    -------
    Array of shape ``(..., N)``.

    Examples
    --------
    >>> mx.nd.contrib.ifft(mx.nd.array([[3, 0, -1, 0]])).asnumpy().tolist()
    [[2.0, 4.0]]
    """
    _check_rank(data.shape)
    if data.shape[-1] % 2:
        raise MXNetError("real and imaginary parts alternate, so the last axis is even; it is "
                         f"{data.shape[-1]}")
    pairs = torch.view_as_complex(_wide(data).unflatten(-1, (-1, 2)).contiguous())
    return torch.fft.ifft(pairs, norm="forward").real.to(data.dtype, copy=True)


@ifft.infer_shape
def ifft_shape(shape, p) -> None:
    data = shape.data
    _check_rank(data)
    shape.out = (*data[:-1], -1 if data[-1] == -1 else data[-1] // 2)


@op("_contrib_count_sketch", constant=("h", "s"))
def count_sketch(data: Array, h: Array, s: Array, *, out_dim: int, processing_batch_size: int = 32):
    """Project the last axis to ``out_dim`` buckets: element i is added, times ``s[i]``, to ``h[i]``.

    Inner products are preserved in expectation if buckets and signs are random.

    Parameters
    ----------
    data
        Array of shape ``(..., in_dim)``, with two or four axes.
    h
        Bucket of each element, from 0 to ``out_dim - 1``, of shape ``(1, in_dim)``.
    s
        Sign of each element, 1 or -1, of shape ``(1, in_dim)``.
    out_dim
        Number of buckets.
    processing_batch_size
        Accepted and ignored: how many rows MXNet's kernel takes at a time.

    Returns
    -------
    Array of shape ``(..., out_dim)``.

    Examples
    --------
    >>> buckets, signs = mx.nd.array([[0, 1, 0]]), mx.nd.array([[1, 1, -1]])
    >>> mx.nd.contrib.count_sketch(mx.nd.array([[5, 6, 7]]), buckets, signs, out_dim=2).asnumpy().tolist()
    [[-2.0, 6.0]]
    """
    _check_rank(data.shape)
    if h.numel() != data.shape[-1] or s.numel() != data.shape[-1]:
        raise MXNetError(f"h and s need one number each for the {data.shape[-1]} of data; got "
                         f"{list(h.shape)} and {list(s.shape)}")
    sketch = data.new_zeros((*data.shape[:-1], out_dim))
    place, sign = h.detach().reshape(-1).long(), s.detach().reshape(-1)
    if not (data.is_cpu or data.is_meta):  # an index out of range kills a GPU context
        kept = place.clamp(0, out_dim - 1)
        place, sign = kept, sign.masked_fill(kept != place, 0)
    return sketch.index_add(-1, place, data * sign)


@count_sketch.infer_shape
def count_sketch_shape(shape, p) -> None:
    data = shape.data
    _check_rank(data)
    shape.h = shape.s = (-1, data[-1])
    shape.out = (*data[:-1], p.out_dim)
