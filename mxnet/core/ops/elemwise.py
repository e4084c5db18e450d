"""Functions of each element of one array."""
import math

import torch

from ..errors import MXNetError
from ..op import Array, Double, document, op, shapes, types
from ..torch_private import smooth_l1_loss
from .arithmetic import indicator, no_kernel_for_bool, to_whole, wrap_scalar
from .clamp import clamp
from .storage import KEEP_ZERO

_aten = torch.ops.aten
_compiling = torch.compiler.is_compiling


# ---- functions of a real number -----------------------------------------------------------------

def cbrt(x: Array):
    return torch.copysign(x.abs().pow(1 / 3), x)


def _lowest(x: Array) -> float:
    """Return the smallest element if that is cheap to compute, on the host; otherwise minus infinity."""
    if x.is_cpu and x.numel() and x.__class__ is Array and not _compiling():
        return x.min().item()
    return -math.inf


def gamma_function(x: Array):
    """Compute gamma from its logarithm in float64, if that loses no float32 digits."""
    if x.dtype is torch.float32 and _lowest(x) > 0:
        return x.double().lgamma_().exp_().float()
    wide = x.double()
    # Below zero the sign changes from one integer to the next.
    sign = 1 - 2 * torch.remainder(wide.clamp_max(0).floor(), 2)
    found = (torch.lgamma(wide).exp() * sign).to(x.dtype)
    found = torch.where(x == 0, x.reciprocal(), found)  # infinite, with the sign of the zero
    return found.masked_fill((x < 0) & (x == x.floor()), math.nan)  # it has poles there


def _digamma(x: Array):
    """Return the derivative of the logarithm of gamma; infinite at its poles, as in MXNet."""
    found = torch.digamma(x)
    return found if _lowest(x) > 0 else found.masked_fill((x <= 0) & (x == x.floor()), math.inf)


def _erf_slope(x: Array):
    return torch.exp(-x * x) * (2 / math.sqrt(math.pi))


def softsign_gradient(grad: Array, x: Array):
    return grad / (x.abs() + 1).square()


# name: (kernel, gradient of (grad, x or y), which of the two it reads, and in words: what it is, an array, its value).
# It reads what MXNet's does: programs may write to either in between.
_REAL = {
    "arccos": (torch.acos, lambda g, x: -g * torch.rsqrt(1 - x * x), "x",
               "Compute the inverse cosine of each element, in radians from 0 to pi.",
               "[1, 0, -1]", "[0.0, 1.5708, 3.1416]"),
    "arccosh": (torch.acosh, lambda g, x: g * torch.rsqrt(x * x - 1), "x",
                "Compute the inverse hyperbolic cosine of each element.", "[1, 2]", "[0.0, 1.3170]"),
    "arcsin": (torch.asin, lambda g, x: g * torch.rsqrt(1 - x * x), "x",
               "Compute the inverse sine of each element, in radians from -pi/2 to pi/2.", "[0, 1]", "[0.0, 1.5708]"),
    "arcsinh": (torch.asinh, lambda g, x: g / torch.hypot(x, torch.ones((), dtype=x.dtype, device=x.device)), "x",
                "Compute the inverse hyperbolic sine of each element.", "[0, 1]", "[0.0, 0.8814]"),
    "arctan": (torch.atan, lambda g, x: g / (x * x + 1), "x",
               "Compute the inverse tangent of each element, in radians between -pi/2 and pi/2.",
               "[0, 1]", "[0.0, 0.7854]"),
    "arctanh": (torch.atanh, lambda g, x: g / (1 - x * x), "x",
                "Compute the inverse hyperbolic tangent of each element.", "[0, 0.5]", "[0.0, 0.5493]"),
    "cbrt": (cbrt, lambda g, y: g / (3 * y * y), "y",
             "Compute the cube root of each element; that of a negative number is negative.",
             "[1, 8, -27]", "[1.0, 2.0, -3.0]"),
    "cos": (torch.cos, lambda g, x: -g * torch.sin(x), "x",
            "Compute the cosine of each element, an angle in radians.", "[0, 1]", "[1.0, 0.5403]"),
    "cosh": (torch.cosh, lambda g, x: g * torch.sinh(x), "x",
             "Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``.", "[0, 1]", "[1.0, 1.5431]"),
    "degrees": (torch.rad2deg, lambda g, x: torch.rad2deg(g), "x",
                "Convert each element from radians to degrees: ``x * 180 / pi``.", "[0, 1]", "[0.0, 57.2958]"),
    "erf": (torch.erf, lambda g, x: g * _erf_slope(x), "x",
            "Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``.",
            "[0, 1]", "[0.0, 0.8427]"),
    "erfinv": (torch.erfinv, lambda g, y: g * torch.exp(y * y) * (math.sqrt(math.pi) / 2), "y",
               "Compute the inverse of the error function of each element, which lies between -1 and 1.",
               "[0, 0.5]", "[0.0, 0.4769]"),
    "exp": (torch.exp, lambda g, y: g * y, "y",
            "Compute e to the power of each element.", "[0, 1]", "[1.0, 2.7183]"),
    "expm1": (torch.expm1, lambda g, x: g * torch.exp(x), "x",
              "Compute ``exp(x) - 1`` of each element, exact for small ones too.", "[0, 1]", "[0.0, 1.7183]"),
    "gamma": (gamma_function, lambda g, x: g * gamma_function(x) * _digamma(x), "x",
              "Compute the gamma function of each element; that of an integer is ``(x - 1)!``.",
              "[1, 5, 0.5]", "[1.0, 24.0, 1.7725]"),
    "gammaln": (torch.lgamma, lambda g, x: g * _digamma(x), "x",
                "Compute the logarithm of the magnitude of the gamma function of each element.",
                "[1, 5]", "[0.0, 3.1781]"),
    "log": (torch.log, lambda g, x: g / x, "x",
            "Compute the natural logarithm of each element.", "[1, 2]", "[0.0, 0.6931]"),
    "log10": (torch.log10, lambda g, x: g / (x * math.log(10)), "x",
              "Compute the logarithm to base 10 of each element.", "[1, 100]", "[0.0, 2.0]"),
    "log1p": (torch.log1p, lambda g, x: g / (x + 1), "x",
              "Compute ``log(1 + x)`` of each element, exact for small ones too.", "[0, 1]", "[0.0, 0.6931]"),
    "log2": (torch.log2, lambda g, x: g / (x * math.log(2)), "x",
             "Compute the logarithm to base 2 of each element.", "[1, 8]", "[0.0, 3.0]"),
    "radians": (torch.deg2rad, lambda g, x: torch.deg2rad(g), "x",
                "Convert each element from degrees to radians: ``x * pi / 180``.", "[0, 180]", "[0.0, 3.1416]"),
    "rcbrt": (lambda x: 1 / cbrt(x), lambda g, x: g / (-3 * x * cbrt(x)), "x",
              "Compute the reciprocal of the cube root of each element: ``1 / cbrt(x)``.", "[1, 8]", "[1.0, 0.5]"),
    "reciprocal": (torch.reciprocal, lambda g, x: -g / (x * x), "x",
                   "Compute the reciprocal of each element: ``1 / x``.", "[1, 4]", "[1.0, 0.25]"),
    "rsqrt": (torch.rsqrt, lambda g, x: g / (x * torch.sqrt(x)) * -0.5, "x",
              "Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``.", "[1, 4]", "[1.0, 0.5]"),
    "sigmoid": (torch.sigmoid, lambda g, y: _aten.sigmoid_backward.default(g, y), "y",
                "Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``.", "[0, 2]", "[0.5, 0.8808]"),
    "sin": (torch.sin, lambda g, x: g * torch.cos(x), "x",
            "Compute the sine of each element, an angle in radians.", "[0, 1]", "[0.0, 0.8415]"),
    "sinh": (torch.sinh, lambda g, x: g * torch.cosh(x), "x",
             "Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``.", "[0, 1]", "[0.0, 1.1752]"),
    "softsign": (torch.nn.functional.softsign, softsign_gradient, "x",
                 "Compute ``x / (1 + abs(x))`` of each element.", "[0, 1, -3]", "[0.0, 0.5, -0.75]"),
    "sqrt": (torch.sqrt, lambda g, y: g / (2 * y), "y",
             "Compute the square root of each element.", "[1, 4, 9]", "[1.0, 2.0, 3.0]"),
    "tan": (torch.tan, lambda g, y: g * (y * y + 1), "y",
            "Compute the tangent of each element, an angle in radians.", "[0, 1]", "[0.0, 1.5574]"),
    "tanh": (torch.tanh, lambda g, y: _aten.tanh_backward.default(g, y), "y",
             "Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``.", "[0, 1]", "[0.0, 0.7616]"),
}
# torch has no kernel of these, or no accurate one, for 16-bit floats on every device
_WIDE = ("arccosh", "arcsinh", "arctanh", "cbrt", "erfinv", "gammaln", "rcbrt", "sinh", "cosh", "tan")
# autograd differs from these at single points (a pole, a root): the rule is the definition
_DEFINED = ("cbrt", "rcbrt", "gamma")
_HALF = (torch.float16, torch.bfloat16)
_CHEAP = ("relu", "sigmoid", "tanh")
_NO_SPARSE = ("erf", "erfinv", "rcbrt", "reciprocal", "softsign")
# what mx.np has no function of, or takes from mx.nd under a name that `numpy.shared` gives
_NOT_IN_NUMPY = ("erf", "erfinv", "gamma", "gammaln", "rcbrt", "round", "rsqrt", "softsign")


def _forms(name: str) -> list[tuple[str, tuple, str]]:
    """Return (name, aliases, input) of the operators that share one function: that of mx.nd and that of mx.np."""
    found = [(name, () if name in _NO_SPARSE else (f"_sparse_{name}",), "data")]
    if name in ("relu", "sigmoid"):
        found.append((f"_npx_{name}", (), "data"))
    elif name == "abs":
        found.append(("_npi_absolute", ("_npi_abs",), "x"))
    elif name not in _NOT_IN_NUMPY:
        found.append((f"_npi_{name}", (), "x"))
    return found


def _said(name: str, argument: str, sentence: str, given: str, result: str) -> str:
    """Write the docstring of one form of a function, with its value for a given array as the example."""
    space, _, short = name.strip("_").rpartition("_") if name.startswith("_") else ("nd", "", name)
    home = {"npi": "np"}.get(space, space)
    maker = "nd" if home == "nd" else "np"
    keeps = "A sparse array gives a sparse one, as zero stays zero." if name in KEEP_ZERO else ""
    return document(sentence, keeps, parameters={argument: "Array of any shape."},
                    returns=f"Array of the shape and type of ``{argument}``.",
                    example=f">>> mx.{home}.{short}(mx.{maker}.array({given})).asnumpy().tolist()\n{result}")


def _declare_real(name: str, kernel, gradient, reads: str, *words: str) -> None:
    wide = name in _WIDE

    def body(data: Array):
        if data.is_floating_point():
            return kernel(data.float()).to(data.dtype) if wide and data.dtype in _HALF else kernel(data)
        if data.dtype is torch.bool:
            return no_kernel_for_bool(data)
        return to_whole(kernel(data.double()), data.dtype)
    for spelled, aliases, argument in _forms(name):
        body.__doc__ = _said(spelled, argument, *words)
        made = op(spelled, aliases=aliases, rename={"data": argument}, shapes=shapes.same, cheap=name in _CHEAP)(body)
        attach = made.gradient if name in _DEFINED else made.fast_gradient
        if reads == "y":
            attach(lambda grad, out: gradient(grad, out))
        else:
            attach(_reading(argument, gradient))


def _reading(argument: str, gradient):
    """Let a rule name the input as the operator does."""
    if argument == "x":
        return lambda grad, x: gradient(grad, x)
    return lambda grad, data: gradient(grad, data)


for _name, _row in _REAL.items():
    _declare_real(_name, *_row)


# ---- functions that integers have too -----------------------------------------------------------

# These three have gradient rules, and do not need torch's slow CPU kernels of trunc and where.

def truncate(x: Array):
    return torch.floor(x.abs()).mul_(torch.sgn(x))


# the largest number below one half
_ALMOST_HALF = {torch.float16: 0.499755859375, torch.bfloat16: 0.498046875,
                torch.float32: 0.49999997019767761, torch.float64: 0.49999999999999994}


def round_half_away(x: Array):
    """Add just under a half and truncate: adding a full half would round the number just below one half up."""
    return torch.floor(x.abs().add_(_ALMOST_HALF[x.dtype])).mul_(torch.sgn(x))


def round_half_down(x: Array):
    """Return the nearest integer, the lower one in a tie."""
    floor = torch.floor(x)
    return floor + indicator(torch.gt, x - floor, 0.5)


def squared(x: Array):
    """Multiply with itself: the gradient of torch's square uses a power."""
    return torch.mul(x, x)


def _relu_gradient(grad, out):
    """One where the output is above zero, NaN where the output is NaN."""
    return out.detach().clamp_max(1).ceil_() * grad


# name: (kernel, kernel of integers, gradient, words as above); None: the identity of integers, no slope
_WHOLE = {
    "abs": (torch.abs, torch.abs, lambda grad, data: grad * torch.sgn(data),
            "Compute the absolute value of each element.", "[-1, 2]", "[1.0, 2.0]"),
    "negative": (torch.neg, torch.neg, lambda grad: -grad,
                 "Negate each element: ``-x``.", "[1, -2]", "[-1.0, 2.0]"),
    "relu": (torch.relu, torch.relu, _relu_gradient,
             "Apply the rectified linear unit to each element: ``max(x, 0)``.", "[-1, 2]", "[0.0, 2.0]"),
    "square": (squared, squared, lambda grad, data: grad * data * 2,
               "Compute the square of each element: ``x**2``.", "[-3, 2]", "[9.0, 4.0]"),
    "sign": (torch.sign, torch.sign, None,
             "Give the sign of each element: -1, 0 or 1.", "[-3, 0, 2]", "[-1.0, 0.0, 1.0]"),
    "ceil": (torch.ceil, None, None,
             "Round each element up to an integer.", "[-1.5, 1.2]", "[-1.0, 2.0]"),
    "fix": (truncate, None, None,
            "Round each element towards zero to an integer.", "[-1.7, 1.7]", "[-1.0, 1.0]"),
    "floor": (torch.floor, None, None,
              "Round each element down to an integer.", "[-1.5, 1.2]", "[-2.0, 1.0]"),
    "rint": (round_half_down, None, None,
             "Round each element to the nearest integer, the lower one in a tie.",
             "[1.5, 2.5, -1.5]", "[1.0, 2.0, -2.0]"),
    "round": (round_half_away, None, None,
              "Round each element to the nearest integer, half away from zero.",
              "[1.5, 2.5, -1.5]", "[2.0, 3.0, -2.0]"),
    "trunc": (truncate, None, None,
              "Truncate each element: cut off its fraction.", "[-1.7, 1.7]", "[-1.0, 1.0]"),
}


def _declare_whole(name: str, kernel, whole, gradient, *words: str) -> None:
    reads_data = name in ("abs", "square")

    def body(data: Array):
        if data.is_floating_point():
            return kernel(data)
        if data.dtype is torch.bool:
            return no_kernel_for_bool(data)
        if whole is None:
            return data.clone()
        return whole(data)
    for spelled, aliases, argument in _forms(name):
        body.__doc__ = _said(spelled, argument, *words)
        made = op(spelled, aliases=aliases, rename={"data": argument}, shapes=shapes.same,
                  differentiable=gradient is not None, cheap=name in _CHEAP)(body)
        if gradient is not None:
            # torch's own gradient is the same if the kernel is one of its own, and is then cheaper.
            attach = made.gradient if kernel is torch.relu else made.fast_gradient
            attach(_reading(argument, gradient) if reads_data else gradient)


for _name, _row in _WHOLE.items():
    _declare_whole(_name, *_row)


@op("logical_not", shapes=shapes.same, differentiable=False)
def logical_not(data: Array):
    """Compute the logical not of each element: one where it is zero, zero elsewhere.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.logical_not(mx.nd.array([-2, 0, 1])).asnumpy().tolist()
    [0.0, 1.0, 0.0]
    """
    return torch.logical_not(data, out=torch.empty(0, dtype=data.dtype, device=data.device))


@op("hard_sigmoid", shapes=shapes.same)
def hard_sigmoid(data: Array, *, alpha: float = 0.2, beta: float = 0.5):
    """Approximate the sigmoid by a line, kept between zero and one: ``max(0, min(1, alpha * data + beta))``.

    Parameters
    ----------
    data
        Floats of any shape.
    alpha
        Slope of the line.
    beta
        Its value at zero.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.hard_sigmoid(mx.nd.array([-9, 0, 9])).asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """
    if not data.is_floating_point():
        raise MXNetError(f"only floating types are supported, got {str(data.dtype)[6:]}")
    return (data * alpha + beta).clamp_(0, 1)


@hard_sigmoid.gradient
def hard_sigmoid_gradient(grad, data, *, p):
    out = data * p.alpha + p.beta
    return indicator(torch.gt, out, 0).mul_(indicator(torch.lt, out, 1)).mul_(p.alpha) * grad


@op("clip", aliases=("_sparse_clip",), shapes=shapes.same, cheap=True)
def clip(data: Array, *, a_min: float, a_max: float):
    """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that.

    The gradient is passed where an element is not outside.

    Parameters
    ----------
    data
        Array of any shape.
    a_min
        Lower bound.
    a_max
        Upper bound.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.clip(mx.nd.array([-2, 0.5, 3]), a_min=0, a_max=1).asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """
    if data.dtype is torch.bool:
        return no_kernel_for_bool(data)
    low, high = _bound(a_min, data.dtype), _bound(a_max, data.dtype)
    if low > high:  # torch would give the upper bound everywhere
        return torch.where(data > high, high, torch.where(data < low, low, data))
    return clamp(data, low, high)


def _bound(value: float, kind: torch.dtype) -> float:
    """Treat a bound that the type cannot reach, or that is not a 32-bit number, as no bound, as MXNet does."""
    if kind.is_floating_point:
        limit = min(torch.finfo(kind).max, torch.finfo(torch.float32).max)
        return value if abs(value) <= limit else math.copysign(math.inf, value)
    info = torch.iinfo(kind)
    return int(min(max(value, info.min), info.max))


@clip.fast_gradient
def clip_gradient(grad, data, *, p):
    if not data.is_floating_point():
        return grad * ((data >= p.a_min) & (data <= p.a_max))
    # The kernel excludes its bounds and clip does not: the next numbers outside are used as bounds.
    bounds = [_bound(p.a_min, data.dtype), _bound(p.a_max, data.dtype)]
    low, high = torch.nextafter(torch.tensor(bounds, dtype=data.dtype),
                                torch.tensor([-math.inf, math.inf], dtype=data.dtype)).tolist()
    return _aten.hardtanh_backward.default(grad, data, low, high)


@op("smooth_l1", accepts=types.NUMBERS, shapes=shapes.same)
def smooth_l1(data: Array, *, scalar: Double = 1.0):
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside.

    With ``s`` for ``scalar`` it is ``0.5 * (s * x)**2`` where ``abs(x) < 1 / s**2``, and ``abs(x) - 0.5 / s**2``
    elsewhere.

    Parameters
    ----------
    data
        Array of any shape, usually the difference of predictions and labels.
    scalar
        Where the two pieces meet, at ``1 / scalar**2``.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.smooth_l1(mx.nd.array([-3, 0.5, 2])).asnumpy().tolist()
    [2.5, 0.125, 1.5]
    """
    if not data.is_floating_point():
        whole = float(wrap_scalar(scalar, data.dtype))  # as every scalar beside integers
        return to_whole(smooth_l1.function(data.double(), scalar=whole), data.dtype)
    if scalar == 0:  # quadratic everywhere, with no curvature left
        return data * 0
    if data.dtype is torch.float16 and data.is_cpu:  # torch before 2.7 has no such kernel
        return smooth_l1.function(data.float(), scalar=scalar).to(data.dtype)
    target = torch.zeros((), dtype=data.dtype, device=data.device).expand_as(data)
    return smooth_l1_loss(data, target, 0, 1 / (scalar * scalar))
