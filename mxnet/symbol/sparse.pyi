"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

def ElementWiseSum(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

@overload
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, *, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``."""
@overload
def Embedding(data: Symbol | None, weight: Symbol | None, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the linear map ``data @ weight.T + bias``."""
@overload
def FullyConnected(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of the absolute error."""

def abs(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the absolute value of each element."""

@overload
def adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, *, lr: float, epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by AdaGrad."""
@overload
def adagrad_update(weight: Symbol | None, grad: Symbol | None, history: Symbol | None, lr: float, epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, *, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by Adam, without bias correction."""
@overload
def adam_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def add_n(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

def arccos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse cosine of each element, in radians from 0 to pi."""

def arccosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic cosine of each element."""

def arcsin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse sine of each element, in radians from -pi/2 to pi/2."""

def arcsinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic sine of each element."""

def arctan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse tangent of each element, in radians between -pi/2 and pi/2."""

def arctanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic tangent of each element."""

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another with broadcasting: ``lhs / rhs``."""

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays with broadcasting: ``lhs * rhs``."""

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

@overload
def cast_storage(data: Symbol | None = None, *, stype: Literal['csr', 'default', 'row_sparse'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert an array to another storage type; its values stay the same."""
@overload
def cast_storage(data: Symbol | None, stype: Literal['csr', 'default', 'row_sparse'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def cbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the cube root of each element; that of a negative number is negative."""

def ceil(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element up to an integer."""

@overload
def clip(data: Symbol | None = None, *, a_min: float, a_max: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that."""
@overload
def clip(data: Symbol | None, a_min: float, a_max: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Concatenate arrays along an existing axis."""

def cos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the cosine of each element, an angle in radians."""

def cosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``."""

def degrees(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert each element from radians to degrees: ``x * 180 / pi``."""

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the dot product of two arrays, over the last axis of the first and the first axis of the second."""

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def exp(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute e to the power of each element."""

def expm1(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``exp(x) - 1`` of each element, exact for small ones too."""

def fix(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element towards zero to an integer."""

def floor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element down to an integer."""

@overload
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, *, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by FTRL, follow the regularized leader; weights become exactly zero."""
@overload
def ftrl_update(weight: Symbol | None, grad: Symbol | None, z: Symbol | None, n: Symbol | None, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def gamma(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the gamma function of each element; that of an integer is ``(x - 1)!``."""

def gammaln(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm of the magnitude of the gamma function of each element."""

def log(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the natural logarithm of each element."""

def log10(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm to base 10 of each element."""

def log1p(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``log(1 + x)`` of each element, exact for small ones too."""

def log2(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm to base 2 of each element."""

def make_loss(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mark an array as a loss, from which backward starts: its gradient is one, whatever the output gradient."""

def mean(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the mean of elements over axes."""

def negative(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negate each element: ``-x``."""

def norm(data: Symbol | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the L1 or L2 norm over axes."""

def radians(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert each element from degrees to radians: ``x * pi / 180``."""

def relu(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the rectified linear unit to each element: ``max(x, 0)``."""

def retain(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Keep some rows of an array and set the others to zero."""

def rint(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element to the nearest integer, the lower one in a tie."""

def round(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element to the nearest integer, half away from zero."""

def rsqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``."""

@overload
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by SGD with momentum."""
@overload
def sgd_mom_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by SGD: ``weight - lr * (rescale_grad * grad + wd * weight)``."""
@overload
def sgd_update(weight: Symbol | None, grad: Symbol | None, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def sigmoid(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

def sign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the sign of each element: -1, 0 or 1."""

def sin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sine of each element, an angle in radians."""

def sinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``."""

@overload
def slice(data: Symbol | None = None, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Slice an array by a range, with a step, along each of the leading axes."""
@overload
def slice(data: Symbol | None, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def sqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the square root of each element."""

def square(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the square of each element: ``x**2``."""

def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array and stop its gradient, which is zero."""

def sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of elements over axes."""

def tan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the tangent of each element, an angle in radians."""

def tanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``."""

def trunc(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Truncate each element: cut off its fraction."""

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Select elements from one of two arrays: ``x`` where the condition is nonzero, ``y`` where it is zero."""

def zeros_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make zeros of an array's shape and type."""
