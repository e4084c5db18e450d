"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .array import NDArray

def Activation(data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Apply an activation function to each element."""

def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, then scale by gamma and shift by beta."""

def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, as in MXNet's first releases: \"var\" is the variance."""

def BlockGrad(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Copy an array, and let no gradient through."""

def Cast(data: NDArray, dtype: DTypeLike, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert the elements to another type."""

def Concat(*data: NDArray | Sequence[NDArray], dim: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Join arrays along an axis that exists."""

def Convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has."""

def Convolution_v1(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convolve data with filters; kept for models of MXNet's first releases."""

def Dropout(data: NDArray, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``."""

def ElementWiseSum(*args: NDArray | Sequence[NDArray], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add any number of arrays of one shape."""

def Embedding(data: NDArray, weight: NDArray, input_dim: int, output_dim: int, dtype: DTypeLike = 'float32', sparse_grad: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Look up one row of ``weight`` an index; indices out of range are clipped."""

def Flatten(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Merge all dimensions but the first."""

def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Apply the linear map ``data @ weight.T + bias``."""

def IdentityAttachKLSparseReg(data: NDArray, moving_avg: NDArray | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pass activations through; add to the gradient a penalty on their mean's divergence from a target."""

def LeakyReLU(data: NDArray, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Apply a rectifier that lets negative elements through, scaled or curved."""

def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pass data through; the gradient is that of the absolute error."""

def MakeLoss(data: NDArray, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] = 'null', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pass data through as a loss: its gradient is ``grad_scale``, whatever comes from above."""

def Pad(data: NDArray, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pad the spatial axes of a batch with a constant, the edge values or their reflection."""

def Pooling(data: NDArray, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm."""

def Pooling_v1(data: NDArray, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'max', 'sum'] = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reduce each window of two spatial axes, as in MXNet's first releases."""

def Reshape(data: NDArray, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the elements another shape; codes 0 to -4 copy, infer, keep, merge and split sizes."""

def SVMOutput(data: NDArray, label: NDArray, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pass scores through; the gradient is that of a squared or linear hinge loss."""

def SliceChannel(data: NDArray, num_outputs: int, axis: int = 1, squeeze_axis: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Split an axis into parts of equal size; a part of size one may lose the axis."""

def Softmax(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute a softmax whose gradient is that of the cross entropy with the label."""

def SoftmaxActivation(data: NDArray, mode: Literal['channel', 'instance'] = 'instance', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax over axis 1, or over all axes of each instance as one."""

def SoftmaxOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute a softmax whose gradient is that of the cross entropy with the label."""

def SwapAxis(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Exchange two dimensions."""

def abs(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute abs of each element."""

def add_n(*args: NDArray | Sequence[NDArray], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add any number of arrays of one shape."""

def amp_cast(data: NDArray, dtype: DTypeLike, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert the elements if they are of float32 or a narrower float."""

def amp_multicast(*data: NDArray | Sequence[NDArray], num_outputs: int, cast_narrow: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Convert arrays of mixed floats to the widest of their types, or to the narrowest."""

def arccos(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arccos of each element."""

def arccosh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arccosh of each element."""

def arcsin(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arcsin of each element."""

def arcsinh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arcsinh of each element."""

def arctan(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arctan of each element."""

def arctanh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute arctanh of each element."""

def argmax(data: NDArray, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the index of the first largest element along an axis."""

def argmax_channel(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the index of the first largest element along axis 1."""

def argmin(data: NDArray, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the index of the first smallest element along an axis."""

def batch_take(a: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take one element of each row; indices are clipped."""

def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute add of two arrays with broadcasting."""

def broadcast_axes(data: NDArray, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat along axes of size one."""

def broadcast_axis(data: NDArray, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat along axes of size one."""

def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute div of two arrays with broadcasting."""

def broadcast_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute equal of two arrays with broadcasting."""

def broadcast_greater(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute greater of two arrays with broadcasting."""

def broadcast_greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute greater equal of two arrays with broadcasting."""

def broadcast_hypot(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute hypot of two arrays with broadcasting."""

def broadcast_lesser(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute lesser of two arrays with broadcasting."""

def broadcast_lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute lesser equal of two arrays with broadcasting."""

def broadcast_like(lhs: NDArray, rhs: NDArray, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat along dimensions of size one up to the shape of another array, or to some of its axes."""

def broadcast_logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute logical and of two arrays with broadcasting."""

def broadcast_logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute logical or of two arrays with broadcasting."""

def broadcast_logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute logical xor of two arrays with broadcasting."""

def broadcast_maximum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute maximum of two arrays with broadcasting."""

def broadcast_minimum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute minimum of two arrays with broadcasting."""

def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sub of two arrays with broadcasting."""

def broadcast_mod(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute mod of two arrays with broadcasting."""

def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute mul of two arrays with broadcasting."""

def broadcast_not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute not equal of two arrays with broadcasting."""

def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute add of two arrays with broadcasting."""

def broadcast_power(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute power of two arrays with broadcasting."""

def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sub of two arrays with broadcasting."""

def broadcast_to(data: NDArray, shape: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat along dimensions of size one up to a shape; 0 in it keeps a dimension."""

def cast(data: NDArray, dtype: DTypeLike, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert the elements to another type."""

def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert to another storage type."""

def cbrt(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute cbrt of each element."""

def ceil(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ceil of each element."""

def choose_element_0index(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pick one element along an axis for every position of the other axes."""

def clip(data: NDArray, a_min: float, a_max: float, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Keep each element between two bounds."""

def concat(*data: NDArray | Sequence[NDArray], dim: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Join arrays along an axis that exists."""

def cos(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute cos of each element."""

def cosh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute cosh of each element."""

def crop(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a strided region; None stands for the end of an axis."""

def degrees(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute degrees of each element."""

def depth_to_space(data: NDArray, block_size: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Move blocks of channels into the two spatial dimensions."""

def diag(data: NDArray, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take the k-th diagonal of two axes, or make a matrix with a vector on it."""

def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute add of two arrays of one shape."""

def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute div of two arrays of one shape."""

def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute mul of two arrays of one shape."""

def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sub of two arrays of one shape."""

def erf(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute erf of each element."""

def erfinv(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute erfinv of each element."""

def exp(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute exp of each element."""

def expand_dims(data: NDArray, axis: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Insert a dimension of size one."""

def expm1(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute expm1 of each element."""

def fill_element_0index(lhs: NDArray, mhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give ``lhs`` with element ``rhs[i]`` of row i set to ``mhs[i]``."""

def fix(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute fix of each element."""

def flatten(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Merge all dimensions but the first."""

def flip(data: NDArray, axis: int | Sequence[int], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reverse the order of elements along each of the axes."""

def floor(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute floor of each element."""

def gamma(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute gamma of each element."""

def gammaln(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute gammaln of each element."""

def gather_nd(data: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Gather the slices at coordinates: column j of ``indices`` names slice j."""

def hard_sigmoid(data: NDArray, alpha: float = 0.2, beta: float = 0.5, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * data + beta``, kept between zero and one."""

def identity(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Copy an array."""

def khatri_rao(*args: NDArray | Sequence[NDArray], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply matrices column by column: each column is the Kronecker product of theirs."""

def log(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute log of each element."""

def log10(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute log10 of each element."""

def log1p(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute log1p of each element."""

def log2(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute log2 of each element."""

def log_softmax(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

def logical_not(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give one where an element is zero, and zero elsewhere."""

def make_loss(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Make an array a loss: its own gradient is one, whatever comes from outside."""

def max(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the largest element along axes."""

def max_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the largest element along axes."""

def mean(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Average the elements along axes."""

def min(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the smallest element along axes."""

def min_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the smallest element along axes."""

def moments(data: NDArray, axes: int | Sequence[int] | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute mean and variance along axes."""

def nanprod(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply the elements that are numbers along axes."""

def nansum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add the elements that are numbers along axes."""

def negative(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute negative of each element."""

def norm(data: NDArray, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the L1 or L2 norm along axes."""

def one_hot(indices: NDArray, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give rows with one value at the index, another elsewhere; an index out of range sets none."""

def ones_like(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Make ones of an array's shape and type."""

def pad(data: NDArray, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pad the spatial axes of a batch with a constant, the edge values or their reflection."""

def pick(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pick one element along an axis for every position of the other axes."""

def prod(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply the elements along axes."""

def radians(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute radians of each element."""

def ravel_multi_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Turn coordinates, one column each, into positions in the flattened array."""

def rcbrt(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute rcbrt of each element."""

def reciprocal(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute reciprocal of each element."""

def relu(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute relu of each element."""

def repeat(data: NDArray, repeats: int, axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat each element along an axis, or of the flattened array; 0 gives an empty vector."""

def reshape(data: NDArray, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the elements another shape; codes 0 to -4 copy, infer, keep, merge and split sizes."""

def reshape_like(lhs: NDArray, rhs: NDArray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

def reverse(data: NDArray, axis: int | Sequence[int], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reverse the order of elements along each of the axes."""

def rint(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute rint of each element."""

def round(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute round of each element."""

def rsqrt(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute rsqrt of each element."""

def scatter_nd(data: NDArray, indices: NDArray, shape: int | Sequence[int], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Put slices at coordinates of an array of zeros; of equal coordinates one wins."""

def shape_array(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the shape of an array as an array."""

def sigmoid(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sigmoid of each element."""

def sign(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sign of each element."""

def sin(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sin of each element."""

def sinh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sinh of each element."""

def size_array(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the number of elements as an array of one."""

def slice(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a strided region; None stands for the end of an axis."""

def slice_axis(data: NDArray, axis: int, begin: int, end: int | None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a range of one axis."""

def slice_like(data: NDArray, shape_like: NDArray, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Cut axes down to the sizes that another array has there."""

def smooth_l1(data: NDArray, scalar: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the Huber-like loss that is quadratic within ``1 / scalar**2`` of zero and linear outside."""

def softmax(data: NDArray, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax of ``data / temperature`` along an axis."""

def softmax_cross_entropy(data: NDArray, label: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Sum the cross entropy between the softmax of each row and its label."""

def softmin(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax of ``-data / temperature`` along an axis."""

def softsign(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute softsign of each element."""

def space_to_depth(data: NDArray, block_size: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Move blocks of the two spatial dimensions into channels."""

def split(data: NDArray, num_outputs: int, axis: int = 1, squeeze_axis: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Split an axis into parts of equal size; a part of size one may lose the axis."""

def sqrt(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute sqrt of each element."""

def square(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute square of each element."""

def squeeze(data: NDArray, axis: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Remove dimensions of size one; a legacy array keeps at least one dimension."""

def stack(*data: NDArray | Sequence[NDArray], axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Join arrays of one shape along a new axis."""

def stop_gradient(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Copy an array, and let no gradient through."""

def sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add the elements along axes."""

def sum_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add the elements along axes."""

def swapaxes(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Exchange two dimensions."""

def take(a: NDArray, indices: NDArray, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take slices of an axis; indices out of range are clipped, wrapped or refused."""

def tan(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute tan of each element."""

def tanh(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute tanh of each element."""

def tile(data: NDArray, reps: int | Sequence[int], out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat a whole array along each axis; more repetitions than axes add leading ones."""

def transpose(data: NDArray, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Permute the dimensions; without ``axes`` their order is reversed."""

def trunc(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute trunc of each element."""

def unravel_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Turn positions in a flattened array into coordinates, one row an axis."""

def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take from ``x`` where the condition is non-zero, else from ``y``; a vector chooses rows."""

def zeros_like(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Make zeros of an array's shape and type."""
