"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def ElementWiseSum(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape."""

def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: Annotated[int, 'at least 1'] = ..., output_dim: Annotated[int, 'at least 1'] = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Look up one row of ``weight`` an index; indices out of range are clipped."""

def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the linear map ``data @ weight.T + bias``."""

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of the absolute error."""

def abs(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute abs of each element."""

def adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by AdaGrad."""

def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by Adam; the bias correction is the caller's, in ``lr``."""

def add_n(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape."""

def arccos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arccos of each element."""

def arccosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arccosh of each element."""

def arcsin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arcsin of each element."""

def arcsinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arcsinh of each element."""

def arctan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arctan of each element."""

def arctanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute arctanh of each element."""

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays with broadcasting."""

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of two arrays with broadcasting."""

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays with broadcasting."""

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of two arrays with broadcasting."""

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays with broadcasting."""

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays with broadcasting."""

def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert to another storage type; the value stays, and how it is stored is the front-end's matter."""

def cbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute cbrt of each element."""

def ceil(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ceil of each element."""

def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Keep each element between two bounds."""

def concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Join arrays along an axis that exists."""

def cos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute cos of each element."""

def cosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute cosh of each element."""

def degrees(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute degrees of each element."""

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply arrays: the last axis of the first with the first axis of the second."""

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays of one shape."""

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of two arrays of one shape."""

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of two arrays of one shape."""

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays of one shape."""

def exp(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute exp of each element."""

def expm1(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute expm1 of each element."""

def fix(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute fix of each element."""

def floor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute floor of each element."""

def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by FTRL, follow the regularized leader."""

def gamma(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute gamma of each element."""

def gammaln(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute gammaln of each element."""

def log(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute log of each element."""

def log10(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute log10 of each element."""

def log1p(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute log1p of each element."""

def log2(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute log2 of each element."""

def make_loss(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array a loss: its own gradient is one, whatever comes from outside."""

def mean(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average the elements along axes."""

def negative(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute negative of each element."""

def norm(data: Symbol | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the L1 or L2 norm along axes."""

def radians(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute radians of each element."""

def relu(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute relu of each element."""

def retain(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Keep the rows that ``indices`` names and set the others to zero."""

def rint(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute rint of each element."""

def round(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute round of each element."""

def rsqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute rsqrt of each element."""

def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step down the gradient with momentum."""

def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step down the gradient: ``weight - lr * (rescale_grad * grad + wd * weight)``."""

def sigmoid(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sigmoid of each element."""

def sign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sign of each element."""

def sin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sin of each element."""

def sinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sinh of each element."""

def slice(data: Symbol | None = None, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take a strided region; None stands for the end of an axis."""

def sqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sqrt of each element."""

def square(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute square of each element."""

def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array, and let no gradient through."""

def sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the elements along axes."""

def tan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute tan of each element."""

def tanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute tanh of each element."""

def trunc(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute trunc of each element."""

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take from ``x`` where the condition is non-zero, else from ``y``; a vector chooses rows."""

def zeros_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make zeros of an array's shape and type."""
