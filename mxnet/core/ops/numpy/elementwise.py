"""Elementwise functions that mx.nd lacks: tests, bits, rounding to decimals, replacing NaN."""
import torch

from ...errors import LateValueError, MXNetError
from ...op import Array, Double, op, shapes, types
from ..arithmetic import no_kernel_for_bool

_TESTS = {"isnan": torch.isnan, "isinf": torch.isinf, "isfinite": torch.isfinite, "isposinf": torch.isposinf,
          "isneginf": torch.isneginf, "logical_not": torch.logical_not}


def _declare_test(name: str, test) -> None:
    def body(x: Array):
        return test(x)
    body.__doc__ = f"Tell {name} of each element, as bool."
    op(f"_npi_{name}", shapes=shapes.same, types=types.always(torch.bool), differentiable=False)(body)


for _name, _test in _TESTS.items():
    _declare_test(_name, _test)


@op("_npi_bitwise_not", shapes=shapes.same, differentiable=False)
def bitwise_not(x: Array):
    """Invert the bits of integers, or truth values."""
    if x.is_floating_point():
        if x.numel():
            raise MXNetError(f"takes whole numbers or bool, got {str(x.dtype)[6:]}")
        return x.clone()
    return torch.bitwise_not(x)


@op("_npi_around", shapes=shapes.same, differentiable=False)
def around(x: Array, *, decimals: int = 0):
    """Round to a number of decimals."""
    if x.dtype is torch.bool:
        return no_kernel_for_bool(x)
    if not x.is_floating_point():
        scale = 10 ** max(-decimals, 0)
        return torch.div(x, scale, rounding_mode="trunc") * scale
    wide = x.float() if x.dtype is torch.float16 else x
    if not decimals:
        return torch.round(wide).to(x.dtype)
    scale = 10.0 ** abs(decimals)
    found = torch.round(wide * scale) / scale if decimals > 0 else torch.round(wide / scale) * scale
    return found.to(x.dtype)


@op("_npi_nan_to_num", shapes=shapes.same)
def nan_to_num(data: Array, *, copy: bool = True, nan: Double = 0.0, posinf: Double | None = None,
               neginf: Double | None = None):
    """Replace nan and infinities by numbers; by default by the largest ones."""
    if not data.is_floating_point():
        return data.clone()
    return torch.nan_to_num(data, nan, posinf, neginf)


@op("_np_copy", shapes=shapes.same, view=True)
def copy(a: Array):
    """Copy an array.

    Parameters
    ----------
    a
        Input array.

    Returns
    -------
    ndarray
        A new array with the same elements, on the same context.

    Examples
    --------
    >>> a = mx.np.zeros(2)
    >>> b = mx.np.copy(a)
    >>> a[:] = 1
    >>> b.tolist()
    [0.0, 0.0]
    """
    return a


copy.fast_gradient(lambda grad: grad)


@op("_npx_constraint_check", types=types.always(torch.bool), differentiable=False)
def constraint_check(input: Array, *, msg: str = "Constraint violated."):
    """Check that a condition holds everywhere, and raise an error otherwise.

    Parameters
    ----------
    input
        Array of bool.
    msg
        Text of the ValueError.

    Returns
    -------
    ndarray
        True, without dimensions.

    Examples
    --------
    >>> mx.npx.constraint_check(mx.np.array([1, 2]) > 0, msg='not positive').item()
    True
    """
    found = input.all()
    if input.device.type == "meta":  # of a type that may not be known yet
        return found
    if input.dtype is not torch.bool:
        raise MXNetError(f"takes an array of bool, got {str(input.dtype)[6:]}")
    if not bool(found):
        raise LateValueError(msg)
    return found
