"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

def _CachedOp(*data: Symbol | Sequence[Symbol], num_args: int | None = None, subgraph: str = '', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _CachedOpThreadSafe(*data: Symbol | Sequence[Symbol], num_args: int | None = None, subgraph: str = '', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide an array by a number: ``data / scalar``."""

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs == rhs``, zero elsewhere."""

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data == scalar``, zero elsewhere."""

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs > rhs``, zero elsewhere."""

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data >= scalar``, zero elsewhere."""

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data > scalar``, zero elsewhere."""

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs >= rhs``, zero elsewhere."""

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hypotenuse for the legs in two arrays of the same shape: ``sqrt(lhs**2 + rhs**2)``."""

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hypotenuse for the legs in an array and a number: ``sqrt(data**2 + scalar**2)``."""

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs < rhs``, zero elsewhere."""

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data <= scalar``, zero elsewhere."""

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data < scalar``, zero elsewhere."""

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs <= rhs``, zero elsewhere."""

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by a logical and: one where neither is zero, zero elsewhere."""

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by a logical or: zero where both are zero, one elsewhere."""

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by an exclusive or: one where just one is zero, zero elsewhere."""

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by a logical and: one where neither is zero, zero elsewhere."""

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by a logical or: zero where both are zero, one elsewhere."""

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by an exclusive or: one where just one is zero, zero elsewhere."""

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the larger elements of two arrays of the same shape: ``max(lhs, rhs)``."""

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the larger elements of an array and a number: ``max(data, scalar)``."""

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the smaller elements of two arrays of the same shape: ``min(lhs, rhs)``."""

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the smaller elements of an array and a number: ``min(data, scalar)``."""

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract a number from an array: ``data - scalar``."""

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing one array by another of the same shape: ``lhs % rhs``."""

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing an array by a number: ``data % scalar``."""

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply an array and a number: ``data * scalar``."""

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data != scalar``, zero elsewhere."""

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs != rhs``, zero elsewhere."""

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add an array and a number: ``data + scalar``."""

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise one array to the power of another of the same shape: ``lhs ** rhs``."""

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise an array to the power of a number: ``data ** scalar``."""

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide a number by an array: ``scalar / data``."""

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract an array from a number: ``scalar - data``."""

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing a number by an array: ``scalar % data``."""

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise a number to the power of an array: ``scalar ** data``."""

@overload
def _adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, *, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by AdamW, whose weight decay does not pass through the gradient."""
@overload
def _adamw_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, rescale_grad: Symbol | None, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, *, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def _adamw_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, rescale_grad: Symbol | None, lr: float, beta1: float, beta2: float, epsilon: float, wd: float, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _arange(start: float, stop: float | None = None, step: float = 1.0, repeat: Annotated[int, 'at least 1'] = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make evenly spaced numbers from ``start`` up to, but not including, ``stop``."""

def _copy(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array."""

def _copyto(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array into the one given as ``out``, on its device."""

@overload
def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of ``lhs`` with a region replaced by ``rhs``; what ``lhs[begin:end:step] = rhs`` does to an array."""
@overload
def _crop_assign(lhs: Symbol | None, rhs: Symbol | None, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of an array with every element of a region set to one number."""
@overload
def _crop_assign_scalar(data: Symbol | None, scalar: float, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _cvcopyMakeBorder(src: Symbol | None = None, *, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: float | Sequence[float] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a border to an image."""
@overload
def _cvcopyMakeBorder(src: Symbol | None, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: float | Sequence[float] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decode the bytes of an image file, such as JPEG or PNG."""

def _cvimread(filename: str, flag: int = 1, to_rgb: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Read an image file, such as JPEG or PNG."""

@overload
def _cvimresize(src: Symbol | None = None, *, w: int, h: int, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize an image with OpenCV."""
@overload
def _cvimresize(src: Symbol | None, w: int, h: int, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide an array by a number: ``data / scalar``."""

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs == rhs``, zero elsewhere."""

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data == scalar``, zero elsewhere."""

def _eye(N: int, M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make a matrix with ones on a diagonal and zeros elsewhere."""

@overload
def _full(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike = 'float32', *, value: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array with one value everywhere."""
@overload
def _full(shape: int | Sequence[int] | None, ctx: str, dtype: DTypeLike, value: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two gradients of one array, as in backward graphs."""

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs > rhs``, zero elsewhere."""

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs >= rhs``, zero elsewhere."""

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data >= scalar``, zero elsewhere."""

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data > scalar``, zero elsewhere."""

def _histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Count how many elements fall into each bin."""

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hypotenuse for the legs in two arrays of the same shape: ``sqrt(lhs**2 + rhs**2)``."""

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hypotenuse for the legs in an array and a number: ``sqrt(data**2 + scalar**2)``."""

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy the first array, whose shape and storage type are inferred from the second."""

@overload
def _imdecode(mean: Symbol | None = None, index: int = 0, x0: int = 0, y0: int = 0, x1: int = 0, y1: int = 0, c: int = 3, size: int = 0, *, str_img: Any, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decode an image as the first releases did: channels first, blue first, cut to a rectangle, less a mean."""
@overload
def _imdecode(mean: Symbol | None, index: int, x0: int, y0: int, x1: int, y1: int, c: int, size: int, str_img: Any, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _joined_quantized_convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, sum: Symbol | None = None, data_min: Symbol | None = None, data_max: Symbol | None = None, sum_min: Symbol | None = None, sum_max: Symbol | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve bytes with float filters, which are quantized here, with batch norm, sum and activation in one call."""
@overload
def _joined_quantized_convolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, gamma: Symbol | None, beta: Symbol | None, moving_mean: Symbol | None, moving_var: Symbol | None, sum: Symbol | None, data_min: Symbol | None, data_max: Symbol | None, sum_min: Symbol | None, sum_max: Symbol | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def _joined_quantized_convolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, gamma: Symbol | None, beta: Symbol | None, moving_mean: Symbol | None, moving_var: Symbol | None, sum: Symbol | None, data_min: Symbol | None, data_max: Symbol | None, sum_min: Symbol | None, sum_max: Symbol | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'], dilate: Annotated[int | Sequence[int], 'dimensions other than 0'], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _joined_quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply a linear map to bytes and an activation in one call, with byte weights or floats that are quantized here."""
@overload
def _joined_quantized_fully_connected(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, min_data: Symbol | None, max_data: Symbol | None, min_weight: Symbol | None, max_weight: Symbol | None, min_bias: Symbol | None, max_bias: Symbol | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _joined_quantized_selfatt_qk(queries_keys_values: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, *, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply queries and keys of self-attention in 8 bits, scaled as in `interleaved_matmul_selfatt_qk`."""
@overload
def _joined_quantized_selfatt_qk(queries_keys_values: Symbol | None, min_qkv: Symbol | None, max_qkv: Symbol | None, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _joined_quantized_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, min_attention: Symbol | None = None, max_attention: Symbol | None = None, *, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average values of self-attention by weights, both in 8 bits, as in `interleaved_matmul_selfatt_valatt`."""
@overload
def _joined_quantized_selfatt_valatt(queries_keys_values: Symbol | None, attention: Symbol | None, min_qkv: Symbol | None, max_qkv: Symbol | None, min_attention: Symbol | None, max_attention: Symbol | None, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs < rhs``, zero elsewhere."""

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs <= rhs``, zero elsewhere."""

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data <= scalar``, zero elsewhere."""

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data < scalar``, zero elsewhere."""

def _linspace(start: float, stop: float, num: int, endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make a given number of evenly spaced numbers from ``start`` to ``stop``."""

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by a logical and: one where neither is zero, zero elsewhere."""

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by a logical and: one where neither is zero, zero elsewhere."""

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by a logical or: zero where both are zero, one elsewhere."""

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by a logical or: zero where both are zero, one elsewhere."""

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays of the same shape by an exclusive or: one where just one is zero, zero elsewhere."""

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine an array and a number by an exclusive or: one where just one is zero, zero elsewhere."""

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the larger elements of two arrays of the same shape: ``max(lhs, rhs)``."""

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the larger elements of an array and a number: ``max(data, scalar)``."""

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the smaller elements of two arrays of the same shape: ``min(lhs, rhs)``."""

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the smaller elements of an array and a number: ``min(data, scalar)``."""

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract a number from an array: ``data - scalar``."""

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing one array by another of the same shape: ``lhs % rhs``."""

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing an array by a number: ``data % scalar``."""

@overload
def _mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, *, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a float16 weight by AdamW, on its float32 copy; as `_adamw_update`."""
@overload
def _mp_adamw_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, weight32: Symbol | None, rescale_grad: Symbol | None, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, *, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def _mp_adamw_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, weight32: Symbol | None, rescale_grad: Symbol | None, lr: float, beta1: float, beta2: float, epsilon: float, wd: float, eta: float, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply an array and a number: ``data * scalar``."""

def _multi_adamw_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float], etas: float | Sequence[float], clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by AdamW."""

def _multi_lamb_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float], rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int], num_tensors: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by LAMB, both phases in one."""

def _multi_mp_adamw_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float], etas: float | Sequence[float], clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by AdamW, on their copies in float32."""

def _multi_mp_lamb_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float], rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int], num_tensors: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by LAMB, both phases in one, on their copies in float32."""

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays of the same shape: one where ``lhs != rhs``, zero elsewhere."""

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare an array and a number: one where ``data != scalar``, zero elsewhere."""

def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert indices to one-hot rows in the shape of a given matrix."""

def _ones(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array of ones."""

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add an array and a number: ``data + scalar``."""

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise one array to the power of another of the same shape: ``lhs ** rhs``."""

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise an array to the power of a number: ``data ** scalar``."""

def _random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from an exponential distribution of mean ``1 / lam``."""

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a gamma distribution of mean ``alpha * beta``."""

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution given by its mean and dispersion."""

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution: successes before ``k`` failures."""

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a normal (Gaussian) distribution."""

def _random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of Dirichlet distributions."""

def _random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of exponential distributions: ``lam * exp(-lam * sample)``."""

def _random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of gamma distributions."""

def _random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under negative binomial distributions given by mean and dispersion."""

def _random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under negative binomial distributions."""

def _random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of normal distributions: ``exp(-((sample - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))``."""

def _random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under Poisson distributions: ``exp(-lam) * lam**sample / sample!``."""

def _random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of uniform distributions: ``1 / (high - low)``."""

def _random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a Poisson distribution, as floats."""

def _random_randint(low: int, high: int, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw integers uniformly from ``low`` up to, but not including, ``high``."""

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a uniform distribution over ``[low, high)``."""

def _ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert coordinates to positions in the flattened array."""

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide a number by an array: ``scalar / data``."""

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract an array from a number: ``scalar - data``."""

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing a number by an array: ``scalar % data``."""

def _rnn_param_concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Concatenate the parameters of a recurrent layer into the one array that `RNN` takes."""

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise a number to the power of an array: ``scalar ** data``."""

def _sample_exponential(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several exponential distributions of mean ``1 / lam``."""

def _sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several gamma distributions of mean ``alpha * beta``."""

def _sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several negative binomial distributions given by mean and dispersion."""

def _sample_multinomial(data: Symbol | None = None, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from multinomial distributions: classes with the probabilities in the last axis."""

def _sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several negative binomial distributions: successes before ``k`` failures."""

def _sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several normal (Gaussian) distributions."""

def _sample_poisson(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several Poisson distributions, as floats."""

def _sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several uniform distributions over ``[low, high)``."""

def _sample_unique_zipfian(range_max: int, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw distinct numbers by Zipf's law, small ones more often than large ones, as candidates for sampled losses."""

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide the stored elements of an array by those of another; for a dense array, all of them."""

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract a number from the stored elements of an array; of a dense one that is all of them."""

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a number to the stored elements of an array; of a dense one that is all of them."""

@overload
def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, *, shape: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of ``lhs`` with the elements or slices at coordinates replaced."""
@overload
def _scatter_set_nd(lhs: Symbol | None, rhs: Symbol | None, indices: Symbol | None, shape: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _set_value(src: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Write one number to every element of ``out``."""

def _shuffle(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Shuffle an array along the first axis."""

@overload
def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of ``lhs`` with a region replaced by ``rhs``; what ``lhs[begin:end:step] = rhs`` does to an array."""
@overload
def _slice_assign(lhs: Symbol | None, rhs: Symbol | None, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of an array with every element of a region set to one number."""
@overload
def _slice_assign_scalar(data: Symbol | None, scalar: float, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def _split_v2(data: Symbol | None = None, *, indices: int | Sequence[int], axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Split an axis at given indices, or into parts whose sizes differ by at most one."""
@overload
def _split_v2(data: Symbol | None, indices: int | Sequence[int], axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def _square_sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of squares over axes: ``sum(data**2)``."""

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _unravel_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert positions in a flattened array to coordinates."""

def _zeros(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array of zeros."""

def _zeros_without_dtype(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: Any = -1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make zeros whose type may be left for a graph to infer."""
