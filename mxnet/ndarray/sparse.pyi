"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .array import NDArray

def ElementWiseSum(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

def Embedding(data: NDArray, weight: NDArray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``."""

@overload
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply the linear map ``data @ weight.T + bias``."""
@overload
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of the absolute error."""

def abs(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the absolute value of each element."""

def adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float, epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by AdaGrad."""

def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by Adam, without bias correction."""

def add(lhs: Any, rhs: Any) -> Any:
    """Add arrays, or an array and a number.

    Arrays of one shape and storage type keep that type.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.add(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 4.0])
    """

def add_n(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

def arccos(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse cosine of each element, in radians from 0 to pi."""

def arccosh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse hyperbolic cosine of each element."""

def arcsin(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse sine of each element, in radians from -pi/2 to pi/2."""

def arcsinh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse hyperbolic sine of each element."""

def arctan(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse tangent of each element, in radians between -pi/2 and pi/2."""

def arctanh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse hyperbolic tangent of each element."""

def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another with broadcasting: ``lhs / rhs``."""

def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays with broadcasting: ``lhs * rhs``."""

def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert an array to another storage type; its values stay the same."""

def cbrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the cube root of each element; that of a negative number is negative."""

def ceil(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element up to an integer."""

def clip(data: NDArray, a_min: float, a_max: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that."""

def concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Concatenate arrays along an existing axis."""

def cos(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the cosine of each element, an angle in radians."""

def cosh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``."""

def degrees(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert each element from radians to degrees: ``x * 180 / pi``."""

def divide(lhs: Any, rhs: Any) -> Any:
    """Divide arrays, or an array and a number.

    A csr matrix divided by an array that is broadcast to it stays csr.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.divide(a, 4)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 0.5])
    """

def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the dot product of two arrays, over the last axis of the first and the first axis of the second."""

def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def exp(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute e to the power of each element."""

def expm1(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``exp(x) - 1`` of each element, exact for small ones too."""

def fix(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element towards zero to an integer."""

def floor(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element down to an integer."""

def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by FTRL, follow the regularized leader; weights become exactly zero."""

def gamma(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the gamma function of each element; that of an integer is ``(x - 1)!``."""

def gammaln(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm of the magnitude of the gamma function of each element."""

def log(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the natural logarithm of each element."""

def log10(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm to base 10 of each element."""

def log1p(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``log(1 + x)`` of each element, exact for small ones too."""

def log2(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm to base 2 of each element."""

def make_loss(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mark an array as a loss, from which backward starts: its gradient is one, whatever the output gradient."""

def mean(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the mean of elements over axes."""

def multiply(lhs: Any, rhs: Any) -> Any:
    """Multiply arrays, or an array and a number.

    A sparse array times a dense one of its shape stays sparse.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.multiply(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 4.0])
    """

def negative(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Negate each element: ``-x``."""

def norm(data: NDArray, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the L1 or L2 norm over axes."""

def radians(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert each element from degrees to radians: ``x * pi / 180``."""

def relu(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply the rectified linear unit to each element: ``max(x, 0)``."""

def retain(data: NDArray, indices: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep some rows of an array and set the others to zero."""

def rint(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element to the nearest integer, the lower one in a tie."""

def round(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element to the nearest integer, half away from zero."""

def rsqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``."""

def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by SGD with momentum."""

def sgd_update(weight: NDArray, grad: NDArray, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by SGD: ``weight - lr * (rescale_grad * grad + wd * weight)``."""

def sigmoid(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

def sign(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the sign of each element: -1, 0 or 1."""

def sin(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sine of each element, an angle in radians."""

def sinh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``."""

def slice(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Slice an array by a range, with a step, along each of the leading axes."""

def sqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the square root of each element."""

def square(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the square of each element: ``x**2``."""

def stop_gradient(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array and stop its gradient, which is zero."""

def subtract(lhs: Any, rhs: Any) -> Any:
    """Subtract arrays, or an array and a number.

    Arrays of one shape and storage type keep that type.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.subtract(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 0.0])
    """

def sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sum of elements over axes."""

def tan(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the tangent of each element, an angle in radians."""

def tanh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``."""

def trunc(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Truncate each element: cut off its fraction."""

def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Select elements from one of two arrays: ``x`` where the condition is nonzero, ``y`` where it is zero."""

def zeros_like(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make zeros of an array's shape and type."""
