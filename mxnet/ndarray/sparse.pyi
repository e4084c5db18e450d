"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def ElementWiseSum(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape."""

def Embedding(data: NDArray, weight: NDArray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Look up one row of ``weight`` an index; indices out of range are clipped."""

def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply the linear map ``data @ weight.T + bias``."""

def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of the absolute error."""

def abs(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute abs of each element."""

def adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float, epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by AdaGrad."""

def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by Adam; the bias correction is the caller's, in ``lr``."""

def add(lhs: Any, rhs: Any) -> Any:
    """Add arrays or an array and a number; arrays of one shape and storage type keep that type."""

def add_n(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape."""

def arccos(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arccos of each element."""

def arccosh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arccosh of each element."""

def arcsin(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arcsin of each element."""

def arcsinh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arcsinh of each element."""

def arctan(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arctan of each element."""

def arctanh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute arctanh of each element."""

def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays with broadcasting."""

def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of two arrays with broadcasting."""

def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays with broadcasting."""

def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of two arrays with broadcasting."""

def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays with broadcasting."""

def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays with broadcasting."""

def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert to another storage type; the value stays, and how it is stored is the front-end's matter."""

def cbrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute cbrt of each element."""

def ceil(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ceil of each element."""

def clip(data: NDArray, a_min: float, a_max: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep each element between two bounds."""

def concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Join arrays along an axis that exists."""

def cos(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute cos of each element."""

def cosh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute cosh of each element."""

def degrees(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute degrees of each element."""

def divide(lhs: Any, rhs: Any) -> Any:
    """Divide arrays or an array and a number; a csr matrix divided by what is stretched over it stays csr."""

def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply arrays: the last axis of the first with the first axis of the second."""

def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays of one shape."""

def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of two arrays of one shape."""

def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of two arrays of one shape."""

def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays of one shape."""

def exp(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute exp of each element."""

def expm1(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute expm1 of each element."""

def fix(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute fix of each element."""

def floor(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute floor of each element."""

def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by FTRL, follow the regularized leader."""

def gamma(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute gamma of each element."""

def gammaln(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute gammaln of each element."""

def log(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute log of each element."""

def log10(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute log10 of each element."""

def log1p(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute log1p of each element."""

def log2(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute log2 of each element."""

def make_loss(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array a loss: its own gradient is one, whatever comes from outside."""

def mean(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average the elements along axes."""

def multiply(lhs: Any, rhs: Any) -> Any:
    """Multiply arrays or an array and a number; a sparse one times a dense one of its shape stays sparse."""

def negative(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute negative of each element."""

def norm(data: NDArray, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the L1 or L2 norm along axes."""

def radians(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute radians of each element."""

def relu(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute relu of each element."""

def retain(data: NDArray, indices: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep the rows that ``indices`` names and set the others to zero."""

def rint(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute rint of each element."""

def round(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute round of each element."""

def rsqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute rsqrt of each element."""

def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step down the gradient with momentum."""

def sgd_update(weight: NDArray, grad: NDArray, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step down the gradient: ``weight - lr * (rescale_grad * grad + wd * weight)``."""

def sigmoid(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sigmoid of each element."""

def sign(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sign of each element."""

def sin(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sin of each element."""

def sinh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sinh of each element."""

def slice(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take a strided region; None stands for the end of an axis."""

def sqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sqrt of each element."""

def square(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute square of each element."""

def stop_gradient(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array, and let no gradient through."""

def subtract(lhs: Any, rhs: Any) -> Any:
    """Subtract arrays or an array and a number; arrays of one shape and storage type keep that type."""

def sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the elements along axes."""

def tan(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute tan of each element."""

def tanh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute tanh of each element."""

def trunc(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute trunc of each element."""

def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take from ``x`` where the condition is non-zero, else from ``y``; a vector chooses rows."""

def zeros_like(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make zeros of an array's shape and type."""
