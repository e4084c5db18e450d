"""Small functions of each element: a quadratic, straight-through estimators, ranges, comparison."""
import math

import torch

from ...errors import MXNetError
from ...op import Array, Double, op, shapes
from ..arithmetic import to_whole
from ..elemwise import round_half_away
from ..init import progression


@op("_contrib_quadratic", shapes=shapes.same)
def quadratic(data: Array, *, a: float = 0.0, b: float = 0.0, c: float = 0.0):
    """Compute ``a * data ** 2 + b * data + c`` of each element."""
    if data.is_floating_point():
        return data * (a * data + b) + c
    wide = data.double()
    return to_whole(wide * (a * wide + b) + c, data.dtype)


@op("_contrib_gradientmultiplier", shapes=shapes.same)
def gradient_multiplier(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
    """Copy the input; in backward the gradient is multiplied by ``scalar``."""
    return data.clone()


@gradient_multiplier.gradient
def gradient_multiplier_gradient(grad, *, p):
    return grad * p.scalar


@op("_contrib_backward_gradientmultiplier", shapes=shapes.same)
def gradient_multiplier_backward(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
    """Multiply by ``scalar``: what `gradientmultiplier` does to gradients."""
    return data * scalar if data.is_floating_point() else to_whole(data.double() * scalar, data.dtype)


@op("_contrib_div_sqrt_dim", shapes=shapes.same)
def div_sqrt_dim(data: Array):
    """Divide by the square root of the length of the last axis."""
    if data.dim() == 0:
        raise MXNetError("data needs at least one axis")
    divisor = math.sqrt(data.shape[-1]) or 1.0
    if data.is_floating_point():
        return data / divisor
    return torch.div(data, int(divisor), rounding_mode="trunc")


# ---- straight-through estimators ------------------------------------------------------------------

@op("_contrib_round_ste", aliases=["_sparse__contrib_round_ste"], shapes=shapes.same)
def round_ste(data: Array):
    """Round half away from zero; the gradient passes as if nothing had happened."""
    return round_half_away(data) if data.is_floating_point() else data.clone()


@op("_contrib_sign_ste", aliases=["_sparse__contrib_sign_ste"], shapes=shapes.same)
def sign_ste(data: Array):
    """Give the sign; the gradient passes as if nothing had happened."""
    return torch.sign(data)


@round_ste.gradient
@sign_ste.gradient
def straight_through(grad):
    return grad.clone()


# ---- ranges and comparison ------------------------------------------------------------------------

@op("_contrib_arange_like", differentiable=False)
def arange_like(data: Array, *, start: Double = 0.0, step: Double = 1.0, repeat: int = 1, ctx: str = "",
                axis: int | None = None):
    """Count up in the shape of the input, or along one axis of it; each number ``repeat`` times."""
    shape = _range_shape(tuple(data.shape), axis)
    size = math.prod(shape)
    if repeat < 1:
        raise MXNetError(f"repeat must be positive, got {repeat}")
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
    """Tell whether ``|a - b| <= atol + rtol * |b|`` everywhere: 1 or 0, in an array without axes."""
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
