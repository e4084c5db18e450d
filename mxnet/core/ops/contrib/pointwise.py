"""Small functions of each element: a quadratic, straight-through estimators, ranges, comparison."""
import math

import torch

from ...errors import MXNetError
from ...op import Array, Double, op, shapes, types
from ..arithmetic import cast_operand, scalar_type, to_whole
from ..elemwise import round_half_away
from ..init import progression


@op("_contrib_quadratic", accepts=types.NUMBERS, shapes=shapes.same)
def quadratic(data: Array, *, a: float = 0.0, b: float = 0.0, c: float = 0.0):
    """Compute ``a * data ** 2 + b * data + c`` of each element.

    Parameters
    ----------
    data
        Array of any shape.
    a, b, c
        The coefficients.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.quadratic(mx.nd.array([1, 2, 3]), a=1, b=2, c=3).asnumpy().tolist()
    [6.0, 11.0, 18.0]
    """
    if data.is_floating_point():
        return data * (a * data + b) + c
    wide = data.double()
    return to_whole(wide * (a * wide + b) + c, data.dtype)


@quadratic.fast_gradient
def quadratic_gradient(grad, data, *, p):
    return grad * (2 * p.a * data + p.b)


@op("_contrib_gradientmultiplier", shapes=shapes.same)
def gradient_multiplier(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
    """Copy the input; in backward the gradient is multiplied by ``scalar``.

    Parameters
    ----------
    data
        Array of any shape.
    scalar
        Factor of the gradient; a negative one reverses it, as in domain adaptation.
    is_int
        Accepted and ignored.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.gradientmultiplier(x, scalar=-0.5)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([1.0, 2.0], [-0.5, -0.5])
    """
    return data.clone()


@gradient_multiplier.gradient
def gradient_multiplier_gradient(grad, *, p):
    return grad * p.scalar


@op("_contrib_backward_gradientmultiplier", shapes=shapes.same, types=scalar_type)
def gradient_multiplier_backward(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
    """Multiply by ``scalar``: what `gradientmultiplier` does to gradients.

    Parameters
    ----------
    data
        Array of any shape.
    scalar
        The factor.
    is_int
        Whether the factor of an array of integers is truncated to one; otherwise the result is float64.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.backward_gradientmultiplier(mx.nd.array([1, 2]), scalar=3).asnumpy().tolist()
    [3.0, 6.0]
    """
    if not data.is_floating_point():
        data, scalar = cast_operand(data, scalar, is_int)
    return data * scalar


@op("_contrib_div_sqrt_dim", accepts=types.NUMBERS, shapes=shapes.same)
def div_sqrt_dim(data: Array):
    """Divide by the square root of the length of the last axis.

    ``out = data / sqrt(data.shape[-1])``, as scores of attention are.

    Parameters
    ----------
    data
        Array with at least one axis.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.div_sqrt_dim(mx.nd.array([[2, 4, 6, 8]])).asnumpy().tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """
    if data.dim() == 0:
        raise MXNetError("data needs at least one axis")
    divisor = math.sqrt(data.shape[-1]) or 1.0
    if data.is_floating_point():
        return data / divisor
    return torch.div(data, int(divisor), rounding_mode="trunc")


# ---- straight-through estimators ------------------------------------------------------------------

@op("_contrib_round_ste", aliases=["_sparse__contrib_round_ste"], shapes=shapes.same)
def round_ste(data: Array):
    """Round half away from zero; the gradient passes unchanged.

    This is a straight-through estimator, for networks that are trained to be quantized.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([-1.5, 0.4, 2.5])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.round_ste(x)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([-2.0, 0.0, 3.0], [1.0, 1.0, 1.0])
    """
    return round_half_away(data) if data.is_floating_point() else data.clone()


@op("_contrib_sign_ste", aliases=["_sparse__contrib_sign_ste"], shapes=shapes.same)
def sign_ste(data: Array):
    """Return the sign; the gradient passes unchanged.

    This is a straight-through estimator, for networks whose activations or weights are binary.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array of the shape of ``data``, of -1, 0 and 1.

    Examples
    --------
    >>> x = mx.nd.array([-1.5, 0, 2.5])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.sign_ste(x)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([-1.0, 0.0, 1.0], [1.0, 1.0, 1.0])
    """
    return torch.sign(data)


@round_ste.gradient
@sign_ste.gradient
def straight_through(grad):
    return grad.clone()


# ---- ranges and comparison ------------------------------------------------------------------------

@op("_contrib_arange_like", accepts=types.NUMBERS, differentiable=False)
def arange_like(data: Array, *, start: Double = 0.0, step: Double = 1.0, repeat: int = 1, ctx: str = "",
                axis: int | None = None):
    """Count up in the shape of the input, or along one of its axes; each number ``repeat`` times.

    Element ``i`` is ``start + step * (i // repeat)``.

    Parameters
    ----------
    data
        Array whose shape and type are used.
    start
        The first number.
    step
        The difference between two.
    repeat
        How often each number is repeated.
    ctx
        Accepted and ignored: the result is on the data's context.
    axis
        The axis whose length the result has; that of the whole array by default.

    Returns
    -------
    Array of the shape of ``data``, or with ``axis`` of shape ``(data.shape[axis],)``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.nd.contrib.arange_like(x, start=1).asnumpy().tolist()
    [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> mx.nd.contrib.arange_like(x, axis=1).asnumpy().tolist()
    [0.0, 1.0, 2.0]
    """
    shape = _range_shape(tuple(data.shape), axis)
    size = math.prod(shape)
    if repeat < 1:
        raise MXNetError(f"repeat must be positive, got {repeat}")
    if data.dtype is torch.bool and data.numel():
        raise MXNetError("arrays of bool hold no such numbers; cast first")
    made = progression(start, step, -(-size // repeat), repeat, data.dtype, data.device)
    return made[:size].reshape(shape)


def _range_shape(shape: tuple, axis: int | None) -> tuple:
    if axis is None:
        return shape
    if not -len(shape) <= axis < len(shape):
        raise MXNetError(f"cannot handle param.axis {axis}.")
    return (shape[axis],)


@arange_like.infer_shape
def arange_like_shape(shape, p) -> None:
    shape.out = _range_shape(shape.data, p.axis)


@op("_contrib_allclose", types=lambda types, p: types.set_out(0, torch.uint8), differentiable=False)
def allclose(a: Array, b: Array, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = True):
    """Return whether ``|a - b| <= atol + rtol * |b|`` everywhere: 1 or 0, in a zero-dimensional array.

    Parameters
    ----------
    a, b
        Arrays of one shape and one type.
    rtol
        Tolerance relative to ``b``.
    atol
        Absolute tolerance.
    equal_nan
        Whether two NaNs count as equal.

    Returns
    -------
    Array of uint8 with one element.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> mx.nd.contrib.allclose(x, x + 1e-6).asscalar().item(), mx.nd.contrib.allclose(x, x + 1).asscalar().item()
    (1, 0)
    """
    if a.shape != b.shape or a.dtype != b.dtype:
        raise MXNetError("a and b must have one shape and one type; got "
                         f"{list(a.shape)} {a.dtype} and {list(b.shape)} {b.dtype}".replace("torch.", ""))
    near = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return near.all().to(torch.uint8)


@allclose.infer_shape
def allclose_shape(shape, p) -> None:
    shape.a = shape.peek("b")
    shape.b = shape.a
    shape.out = ()
