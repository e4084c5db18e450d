"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .array import NDArray

def _CachedOp(*data: NDArray | Sequence[NDArray], num_args: int | None = None, subgraph: str = '', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _CachedOpThreadSafe(*data: NDArray | Sequence[NDArray], num_args: int | None = None, subgraph: str = '', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _Div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def _DivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide an array by a number: ``data / scalar``."""

def _Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs == rhs``, zero elsewhere."""

def _EqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data == scalar``, zero elsewhere."""

def _Greater(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs > rhs``, zero elsewhere."""

def _GreaterEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data >= scalar``, zero elsewhere."""

def _GreaterScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data > scalar``, zero elsewhere."""

def _Greater_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs >= rhs``, zero elsewhere."""

def _Hypot(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hypotenuse for the legs in two arrays of the same shape: ``sqrt(lhs**2 + rhs**2)``."""

def _HypotScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hypotenuse for the legs in an array and a number: ``sqrt(data**2 + scalar**2)``."""

def _Lesser(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs < rhs``, zero elsewhere."""

def _LesserEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data <= scalar``, zero elsewhere."""

def _LesserScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data < scalar``, zero elsewhere."""

def _Lesser_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs <= rhs``, zero elsewhere."""

def _LogicalAndScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by a logical and: one where neither is zero, zero elsewhere."""

def _LogicalOrScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by a logical or: zero where both are zero, one elsewhere."""

def _LogicalXorScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by an exclusive or: one where just one is zero, zero elsewhere."""

def _Logical_And(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by a logical and: one where neither is zero, zero elsewhere."""

def _Logical_Or(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by a logical or: zero where both are zero, one elsewhere."""

def _Logical_Xor(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by an exclusive or: one where just one is zero, zero elsewhere."""

def _Maximum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the larger elements of two arrays of the same shape: ``max(lhs, rhs)``."""

def _MaximumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the larger elements of an array and a number: ``max(data, scalar)``."""

def _Minimum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the smaller elements of two arrays of the same shape: ``min(lhs, rhs)``."""

def _MinimumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the smaller elements of an array and a number: ``min(data, scalar)``."""

def _Minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _MinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract a number from an array: ``data - scalar``."""

def _Mod(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing one array by another of the same shape: ``lhs % rhs``."""

def _ModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing an array by a number: ``data % scalar``."""

def _Mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def _MulScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply an array and a number: ``data * scalar``."""

def _NotEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data != scalar``, zero elsewhere."""

def _Not_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs != rhs``, zero elsewhere."""

def _Plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _PlusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add an array and a number: ``data + scalar``."""

def _Power(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise one array to the power of another of the same shape: ``lhs ** rhs``."""

def _PowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise an array to the power of a number: ``data ** scalar``."""

def _RDivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide a number by an array: ``scalar / data``."""

def _RMinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract an array from a number: ``scalar - data``."""

def _RModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing a number by an array: ``scalar % data``."""

def _RPowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise a number to the power of an array: ``scalar ** data``."""

@overload
def _adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, *, eta: float, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by AdamW, whose weight decay does not pass through the gradient."""
@overload
def _adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray, lr: float, beta1: float, beta2: float, epsilon: float, wd: float, eta: float, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def _add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _arange(start: float, stop: float | None = None, step: float = 1.0, repeat: Annotated[int, 'at least 1'] = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make evenly spaced numbers from ``start`` up to, but not including, ``stop``."""

def _cond(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 3'] | None = None, num_outputs: Annotated[int, 'at least 1'], cond_input_locs: int | Sequence[int], then_input_locs: int | Sequence[int], else_input_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Run one of two bodies, depending on a condition."""

def _copy(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array."""

def _copyto(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array into the one given as ``out``, on its device."""

def _crop_assign(lhs: NDArray, rhs: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of ``lhs`` with a region replaced by ``rhs``; what ``lhs[begin:end:step] = rhs`` does to an array."""

@overload
def _crop_assign_scalar(data: NDArray, scalar: float = 0.0, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of an array with every element of a region set to one number."""
@overload
def _crop_assign_scalar(data: NDArray, scalar: float, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def _cvcopyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: float | Sequence[float] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a border to an image."""

def _cvimdecode(buf: NDArray, flag: int = 1, to_rgb: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Decode the bytes of an image file, such as JPEG or PNG."""

def _cvimread(filename: str, flag: int = 1, to_rgb: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Read an image file, such as JPEG or PNG."""

def _cvimresize(src: NDArray, w: int, h: int, interp: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Resize an image with OpenCV."""

def _div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def _div_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide an array by a number: ``data / scalar``."""

def _equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs == rhs``, zero elsewhere."""

def _equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data == scalar``, zero elsewhere."""

def _eye(N: int, M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make a matrix with ones on a diagonal and zeros elsewhere."""

def _foreach(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 1'] | None = None, num_outputs: int, num_out_data: int, in_state_locs: int | Sequence[int], in_data_locs: int | Sequence[int], remain_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Run a body over the first axis of some inputs, carrying states from step to step."""

@overload
def _full(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike = 'float32', *, value: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array with one value everywhere."""
@overload
def _full(shape: int | Sequence[int] | None, ctx: str, dtype: DTypeLike, value: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def _grad_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two gradients of one array, as in backward graphs."""

def _greater(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs > rhs``, zero elsewhere."""

def _greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs >= rhs``, zero elsewhere."""

def _greater_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data >= scalar``, zero elsewhere."""

def _greater_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data > scalar``, zero elsewhere."""

def _histogram(data: NDArray, bins: NDArray | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Count how many elements fall into each bin."""

def _hypot(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hypotenuse for the legs in two arrays of the same shape: ``sqrt(lhs**2 + rhs**2)``."""

def _hypot_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hypotenuse for the legs in an array and a number: ``sqrt(data**2 + scalar**2)``."""

def _identity_with_attr_like_rhs(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy the first array, whose shape and storage type are inferred from the second."""

@overload
def _imdecode(mean: NDArray | None = None, index: int = 0, x0: int = 0, y0: int = 0, x1: int = 0, y1: int = 0, c: int = 3, size: int = 0, *, str_img: Any, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Decode an image as the first releases did: channels first, blue first, cut to a rectangle, less a mean."""
@overload
def _imdecode(mean: NDArray | None, index: int, x0: int, y0: int, x1: int, y1: int, c: int, size: int, str_img: Any, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

@overload
def _joined_quantized_convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, sum: NDArray | None = None, *, data_min: NDArray, data_max: NDArray, sum_min: NDArray | None = None, sum_max: NDArray | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Convolve bytes with float filters, which are quantized here, with batch norm, sum and activation in one call."""
@overload
def _joined_quantized_convolution(data: NDArray, weight: NDArray, bias: NDArray | None, gamma: NDArray | None, beta: NDArray | None, moving_mean: NDArray | None, moving_var: NDArray | None, sum: NDArray | None, data_min: NDArray, data_max: NDArray, sum_min: NDArray | None = None, sum_max: NDArray | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _joined_quantized_convolution(data: NDArray, weight: NDArray, bias: NDArray | None, gamma: NDArray | None, beta: NDArray | None, moving_mean: NDArray | None, moving_var: NDArray | None, sum: NDArray | None, data_min: NDArray, data_max: NDArray, sum_min: NDArray | None, sum_max: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _joined_quantized_convolution(data: NDArray, weight: NDArray, bias: NDArray | None, gamma: NDArray | None, beta: NDArray | None, moving_mean: NDArray | None, moving_var: NDArray | None, sum: NDArray | None, data_min: NDArray, data_max: NDArray, sum_min: NDArray | None, sum_max: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'], dilate: Annotated[int | Sequence[int], 'dimensions other than 0'], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...

@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, *, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: Literal[True], channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: Literal[True], channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None, max_weight: NDArray | None, min_bias: NDArray | None, max_bias: NDArray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, *, float_output: Literal[True], channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, *, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Apply a linear map to bytes and an activation in one call, with byte weights or floats that are quantized here."""
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray | None, max_weight: NDArray | None, min_bias: NDArray | None, max_bias: NDArray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...

@overload
def _joined_quantized_selfatt_qk(queries_keys_values: NDArray, min_qkv: NDArray, max_qkv: NDArray, heads: Annotated[int, 'at least 1'], *, float_output: Literal[True], min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_selfatt_qk(queries_keys_values: NDArray, min_qkv: NDArray, max_qkv: NDArray, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Multiply queries and keys of self-attention in 8 bits, scaled as in `interleaved_matmul_selfatt_qk`."""

@overload
def _joined_quantized_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, min_qkv: NDArray, max_qkv: NDArray, min_attention: NDArray, max_attention: NDArray, heads: Annotated[int, 'at least 1'], *, float_output: Literal[True], min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, min_qkv: NDArray, max_qkv: NDArray, min_attention: NDArray, max_attention: NDArray, heads: Annotated[int, 'at least 1'], float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Average values of self-attention by weights, both in 8 bits, as in `interleaved_matmul_selfatt_valatt`."""

def _lesser(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs < rhs``, zero elsewhere."""

def _lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs <= rhs``, zero elsewhere."""

def _lesser_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data <= scalar``, zero elsewhere."""

def _lesser_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data < scalar``, zero elsewhere."""

def _linspace(start: float, stop: float, num: int, endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make a given number of evenly spaced numbers from ``start`` to ``stop``."""

def _logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by a logical and: one where neither is zero, zero elsewhere."""

def _logical_and_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by a logical and: one where neither is zero, zero elsewhere."""

def _logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by a logical or: zero where both are zero, one elsewhere."""

def _logical_or_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by a logical or: zero where both are zero, one elsewhere."""

def _logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays of the same shape by an exclusive or: one where just one is zero, zero elsewhere."""

def _logical_xor_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine an array and a number by an exclusive or: one where just one is zero, zero elsewhere."""

def _maximum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the larger elements of two arrays of the same shape: ``max(lhs, rhs)``."""

def _maximum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the larger elements of an array and a number: ``max(data, scalar)``."""

def _minimum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the smaller elements of two arrays of the same shape: ``min(lhs, rhs)``."""

def _minimum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the smaller elements of an array and a number: ``min(data, scalar)``."""

def _minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract a number from an array: ``data - scalar``."""

def _mod(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing one array by another of the same shape: ``lhs % rhs``."""

def _mod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing an array by a number: ``data % scalar``."""

@overload
def _mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, *, eta: float, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a float16 weight by AdamW, on its float32 copy; as `_adamw_update`."""
@overload
def _mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: NDArray, lr: float, beta1: float, beta2: float, epsilon: float, wd: float, eta: float, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def _mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def _mul_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply an array and a number: ``data * scalar``."""

def _multi_adamw_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float], etas: float | Sequence[float], clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update many weights by AdamW."""

def _multi_lamb_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float], rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int], num_tensors: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update many weights by LAMB, both phases in one."""

def _multi_mp_adamw_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float], etas: float | Sequence[float], clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update many weights of float16 by AdamW, on their copies in float32."""

def _multi_mp_lamb_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float], rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int], num_tensors: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update many weights of float16 by LAMB, both phases in one, on their copies in float32."""

def _not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays of the same shape: one where ``lhs != rhs``, zero elsewhere."""

def _not_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare an array and a number: one where ``data != scalar``, zero elsewhere."""

def _onehot_encode(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert indices to one-hot rows in the shape of a given matrix."""

def _ones(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array of ones."""

def _plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def _plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add an array and a number: ``data + scalar``."""

def _power(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise one array to the power of another of the same shape: ``lhs ** rhs``."""

def _power_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise an array to the power of a number: ``data ** scalar``."""

def _random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from an exponential distribution of mean ``1 / lam``."""

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a gamma distribution of mean ``alpha * beta``."""

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a negative binomial distribution given by its mean and dispersion."""

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a negative binomial distribution: successes before ``k`` failures."""

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a normal (Gaussian) distribution."""

def _random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of Dirichlet distributions."""

def _random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of exponential distributions: ``lam * exp(-lam * sample)``."""

def _random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of gamma distributions."""

def _random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under negative binomial distributions given by mean and dispersion."""

def _random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under negative binomial distributions."""

def _random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of normal distributions: ``exp(-((sample - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))``."""

def _random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under Poisson distributions: ``exp(-lam) * lam**sample / sample!``."""

def _random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of uniform distributions: ``1 / (high - low)``."""

def _random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a Poisson distribution, as floats."""

def _random_randint(low: int, high: int, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw integers uniformly from ``low`` up to, but not including, ``high``."""

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a uniform distribution over ``[low, high)``."""

def _ravel_multi_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert coordinates to positions in the flattened array."""

def _rdiv_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide a number by an array: ``scalar / data``."""

def _rminus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract an array from a number: ``scalar - data``."""

def _rmod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing a number by an array: ``scalar % data``."""

def _rnn_param_concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Concatenate the parameters of a recurrent layer into the one array that `RNN` takes."""

def _rpower_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise a number to the power of an array: ``scalar ** data``."""

def _sample_exponential(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several exponential distributions of mean ``1 / lam``."""

def _sample_gamma(alpha: NDArray, beta: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several gamma distributions of mean ``alpha * beta``."""

def _sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several negative binomial distributions given by mean and dispersion."""

@overload
def _sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), *, get_prob: Literal[True], dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from multinomial distributions: classes with the probabilities in the last axis."""

def _sample_negative_binomial(k: NDArray, p: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several negative binomial distributions: successes before ``k`` failures."""

def _sample_normal(mu: NDArray, sigma: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several normal (Gaussian) distributions."""

def _sample_poisson(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several Poisson distributions, as floats."""

def _sample_uniform(low: NDArray, high: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from each of several uniform distributions over ``[low, high)``."""

def _sample_unique_zipfian(range_max: int, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Draw distinct numbers by Zipf's law, small ones more often than large ones, as candidates for sampled losses."""

def _scatter_elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide the stored elements of an array by those of another; for a dense array, all of them."""

def _scatter_minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract a number from the stored elements of an array; of a dense one that is all of them."""

def _scatter_plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a number to the stored elements of an array; of a dense one that is all of them."""

def _scatter_set_nd(lhs: NDArray, rhs: NDArray, indices: NDArray, shape: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of ``lhs`` with the elements or slices at coordinates replaced."""

def _set_value(src: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Write one number to every element of ``out``."""

@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: Literal[True], with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: bool | int = False, with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a convolution with what follows it, as stored in a subgraph in files of MXNet's oneDNN backend."""

@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: Literal[True], enable_float_output: bool | int = False, with_eltwise: bool | int = False, with_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: bool | int = False, enable_float_output: bool | int = False, with_eltwise: bool | int = False, with_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a dense layer with what follows it, as stored in a subgraph in files of MXNet's oneDNN backend."""

@overload
def _sg_mkldnn_selfatt_qk(*data: NDArray | Sequence[NDArray], num_args: int | None = None, heads: int, quantized: Literal[True], enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_selfatt_qk(*data: NDArray | Sequence[NDArray], num_args: int | None = None, heads: int, quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply queries and keys of self-attention, as stored in a subgraph in files of MXNet's oneDNN backend."""

@overload
def _sg_mkldnn_selfatt_valatt(*data: NDArray | Sequence[NDArray], num_args: int | None = None, heads: int, quantized: Literal[True], enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_selfatt_valatt(*data: NDArray | Sequence[NDArray], num_args: int | None = None, heads: int, quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average values of self-attention by weights, as stored in a subgraph in files of MXNet's oneDNN backend."""

def _shuffle(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Shuffle an array along the first axis."""

def _slice_assign(lhs: NDArray, rhs: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of ``lhs`` with a region replaced by ``rhs``; what ``lhs[begin:end:step] = rhs`` does to an array."""

@overload
def _slice_assign_scalar(data: NDArray, scalar: float = 0.0, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of an array with every element of a region set to one number."""
@overload
def _slice_assign_scalar(data: NDArray, scalar: float, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def _split_v2(data: NDArray, indices: int | Sequence[int], axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Split an axis at given indices, or into parts whose sizes differ by at most one."""

def _square_sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sum of squares over axes: ``sum(data**2)``."""

def _sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def _unravel_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert positions in a flattened array to coordinates."""

def _while_loop(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 2'] | None = None, num_outputs: Annotated[int, 'at least 1'], num_out_data: Annotated[int, 'at least 0'], max_iterations: Annotated[int, 'at least 1'], cond_input_locs: int | Sequence[int], func_input_locs: int | Sequence[int], func_var_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Run a body while a condition holds; step outputs are padded with zeros to the maximum number of steps."""

def _zeros(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array of zeros."""

def _zeros_without_dtype(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: Any = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make zeros whose type may be left for a graph to infer."""
