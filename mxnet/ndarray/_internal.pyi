"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def _CachedOp(*data: NDArray | Sequence[NDArray], num_args: int | None = None, subgraph: str = '', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _CachedOpThreadSafe(*data: NDArray | Sequence[NDArray], num_args: int | None = None, subgraph: str = '', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _Div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of two arrays of one shape."""

def _DivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of an array and a scalar."""

def _Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute equal of two arrays of one shape."""

def _EqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute equal of an array and a scalar."""

def _Greater(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater of two arrays of one shape."""

def _GreaterEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater equal of an array and a scalar."""

def _GreaterScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater of an array and a scalar."""

def _Greater_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater equal of two arrays of one shape."""

def _Hypot(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute hypot of two arrays of one shape."""

def _HypotScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute hypot of an array and a scalar."""

def _Lesser(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser of two arrays of one shape."""

def _LesserEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser equal of an array and a scalar."""

def _LesserScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser of an array and a scalar."""

def _Lesser_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser equal of two arrays of one shape."""

def _LogicalAndScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical and of an array and a scalar."""

def _LogicalOrScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical or of an array and a scalar."""

def _LogicalXorScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical xor of an array and a scalar."""

def _Logical_And(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical and of two arrays of one shape."""

def _Logical_Or(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical or of two arrays of one shape."""

def _Logical_Xor(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical xor of two arrays of one shape."""

def _Maximum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute maximum of two arrays of one shape."""

def _MaximumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute maximum of an array and a scalar."""

def _Minimum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute minimum of two arrays of one shape."""

def _MinimumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute minimum of an array and a scalar."""

def _Minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays of one shape."""

def _MinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of an array and a scalar."""

def _Mod(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of two arrays of one shape."""

def _ModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of an array and a scalar."""

def _Mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of two arrays of one shape."""

def _MulScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of an array and a scalar."""

def _NotEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute not equal of an array and a scalar."""

def _Not_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute not equal of two arrays of one shape."""

def _Plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays of one shape."""

def _PlusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of an array and a scalar."""

def _Power(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of two arrays of one shape."""

def _PowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of an array and a scalar."""

def _RDivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of a scalar and an array, the scalar first."""

def _RMinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of a scalar and an array, the scalar first."""

def _RModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of a scalar and an array, the scalar first."""

def _RPowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of a scalar and an array, the scalar first."""

def _adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by AdamW; nothing happens if ``rescale_grad`` is zero or not finite."""

def _add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays of one shape."""

def _arange(start: float, stop: float | None = None, step: float = 1.0, repeat: Annotated[int, 'at least 1'] = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make evenly spaced numbers from ``start`` up to but without ``stop``, each ``repeat`` times."""

def _cond(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 3'] | None = None, num_outputs: Annotated[int, 'at least 1'], cond_input_locs: int | Sequence[int], then_input_locs: int | Sequence[int], else_input_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Run one of two bodies, as a condition says."""

def _copy(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array."""

def _copyto(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array into the one given as ``out``."""

def _crop_assign(lhs: NDArray, rhs: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _crop_assign_scalar(data: NDArray, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give an array with a region set to one number."""

def _cvcopyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: float | Sequence[float] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a border: 0 a constant, 1 the edge, 2 mirrored, 3 wrapped round, 4 mirrored without the edge."""

def _cvimdecode(buf: NDArray, flag: int = 1, to_rgb: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Decode an image file that an array of bytes holds, to (height, width, channels)."""

def _cvimread(filename: str, flag: int = 1, to_rgb: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Read an image file, to (height, width, channels)."""

def _cvimresize(src: NDArray, w: int, h: int, interp: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Resize an image by OpenCV: ``interp`` 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos."""

def _div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of two arrays of one shape."""

def _div_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of an array and a scalar."""

def _equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute equal of two arrays of one shape."""

def _equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute equal of an array and a scalar."""

def _eye(N: int, M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make ones on the diagonal that is ``k`` to the right of the main one, and zeros elsewhere."""

def _foreach(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 1'] | None = None, num_outputs: int, num_out_data: int, in_state_locs: int | Sequence[int], in_data_locs: int | Sequence[int], remain_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Run a body over the first axis of some inputs, carrying states from step to step."""

def _full(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike = 'float32', value: float = ..., out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array with one value everywhere."""

def _grad_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two gradients of one array."""

def _greater(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater of two arrays of one shape."""

def _greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater equal of two arrays of one shape."""

def _greater_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater equal of an array and a scalar."""

def _greater_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute greater of an array and a scalar."""

def _histogram(data: NDArray, bins: NDArray | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Count the elements in each bin; gives counts and the edges of the bins."""

def _hypot(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute hypot of two arrays of one shape."""

def _hypot_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute hypot of an array and a scalar."""

def _identity_with_attr_like_rhs(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy the first array, whose shape and type are those of the second."""

def _imdecode(mean: NDArray | None = None, index: int = 0, x0: int = 0, y0: int = 0, x1: int = 0, y1: int = 0, c: int = 3, size: int = 0, str_img: Any = ..., out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Decode an image to (channels, height, width), blue first, cut to a rectangle, less a mean."""

def _joined_quantized_convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, sum: NDArray | None = None, data_min: NDArray | None = None, data_max: NDArray | None = None, sum_min: NDArray | None = None, sum_max: NDArray | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = ..., stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Convolve bytes with filters of floats: quantized, with batch norm, sum and activation done in one."""

@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, *, float_output: Literal[True], channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def _joined_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Apply a linear map to bytes, by bytes or by floats quantized row by row, and an activation."""

def _lesser(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser of two arrays of one shape."""

def _lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser equal of two arrays of one shape."""

def _lesser_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser equal of an array and a scalar."""

def _lesser_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute lesser of an array and a scalar."""

def _linspace(start: float, stop: float, num: int, endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make ``num`` evenly spaced numbers from ``start`` to ``stop``."""

def _logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical and of two arrays of one shape."""

def _logical_and_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical and of an array and a scalar."""

def _logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical or of two arrays of one shape."""

def _logical_or_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical or of an array and a scalar."""

def _logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical xor of two arrays of one shape."""

def _logical_xor_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute logical xor of an array and a scalar."""

def _maximum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute maximum of two arrays of one shape."""

def _maximum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute maximum of an array and a scalar."""

def _minimum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute minimum of two arrays of one shape."""

def _minimum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute minimum of an array and a scalar."""

def _minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays of one shape."""

def _minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of an array and a scalar."""

def _mod(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of two arrays of one shape."""

def _mod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of an array and a scalar."""

def _mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by AdamW on a float32 copy of a narrow weight."""

def _mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of two arrays of one shape."""

def _mul_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mul of an array and a scalar."""

def _multi_adamw_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by AdamW: weight, gradient, mean, variance of each, then rescale_grad."""

def _multi_lamb_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int] = ..., num_tensors: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by LAMB: weight, gradient, mean, variance of each."""

def _multi_mp_adamw_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many narrow weights by AdamW: as above, with a float32 weight in each group."""

def _multi_mp_lamb_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, learning_rates: float | Sequence[float], beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int] = ..., num_tensors: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many narrow weights by LAMB: as above, with a float32 weight in each group."""

def _not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute not equal of two arrays of one shape."""

def _not_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute not equal of an array and a scalar."""

def _onehot_encode(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give one-hot rows of the indices ``lhs`` in the shape of ``rhs``."""

def _ones(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array of ones."""

def _plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of two arrays of one shape."""

def _plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute add of an array and a scalar."""

def _power(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of two arrays of one shape."""

def _power_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of an array and a scalar."""

def _random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from an exponential distribution of rate ``lam``."""

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a gamma distribution; ``beta`` is its scale."""

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a negative binomial distribution: how many successes come before ``k`` failures of probability ``p``."""

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a normal distribution."""

def _random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the density of Dirichlet distributions; the last axis holds one sample."""

def _random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the density of an exponential distribution."""

def _random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the density of a gamma distribution; here ``beta`` is its rate."""

def _random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the probability of counts under the distribution of mean ``mu``, dispersion ``alpha``."""

def _random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the probability of counts under a negative binomial distribution; ``p`` is failure."""

def _random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the density of a normal distribution."""

def _random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the probability of counts under a Poisson distribution; counts have no gradient."""

def _random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the density of a uniform distribution; samples are taken to be inside."""

def _random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a Poisson distribution, as floats."""

def _random_randint(low: int, high: int, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw whole numbers evenly from [low, high)."""

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from [low, high)."""

def _ravel_multi_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn coordinates, one column each, into positions in the flattened array."""

def _rdiv_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute div of a scalar and an array, the scalar first."""

def _rminus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of a scalar and an array, the scalar first."""

def _rmod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute mod of a scalar and an array, the scalar first."""

def _rnn_param_concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Join the weights of a recurrent network; up to two of them are inferred from the output."""

def _rpower_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute power of a scalar and an array, the scalar first."""

def _sample_exponential(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from exponential distributions of several rates."""

def _sample_gamma(alpha: NDArray, beta: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several gamma distributions."""

def _sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several distributions given by mean and dispersion."""

@overload
def _sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), *, get_prob: Literal[True], dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw classes by rows of probabilities; with their log-probability, which has a gradient."""

def _sample_negative_binomial(k: NDArray, p: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several negative binomial distributions."""

def _sample_normal(mu: NDArray, sigma: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several normal distributions."""

def _sample_poisson(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from Poisson distributions of several rates."""

def _sample_uniform(low: NDArray, high: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from each of several intervals."""

def _sample_unique_zipfian(range_max: int, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Draw distinct numbers below ``range_max`` by Zipf's law; and how many draws each row took."""

def _scatter_elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide the stored elements of an array by another array of its shape."""

def _scatter_minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract a scalar from the stored elements."""

def _scatter_plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a scalar to the stored elements."""

def _scatter_set_nd(lhs: NDArray, rhs: NDArray, indices: NDArray, shape: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give ``lhs`` with the slices at coordinates replaced."""

def _set_value(src: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Write one number into every element of ``out``."""

@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: Literal[True], with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: bool | int = False, with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a convolution with what follows it, which its subgraph holds; on 8 bits where it is ``quantized``."""

@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: Literal[True], enable_float_output: bool | int = False, with_eltwise: bool | int = False, with_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], num_args: int | None = None, quantized: bool | int = False, enable_float_output: bool | int = False, with_eltwise: bool | int = False, with_relu: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a dense layer with what follows it, which its subgraph holds; on 8 bits where it is ``quantized``."""

def _shuffle(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Put the slices of the first axis into random order."""

def _slice_assign(lhs: NDArray, rhs: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _slice_assign_scalar(data: NDArray, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give an array with a region set to one number."""

def _split_v2(data: NDArray, indices: int | Sequence[int], axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Split an axis at indices (the first is 0), or into sections that differ by one at most."""

def _square_sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the squares of the elements along axes."""

def _sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute sub of two arrays of one shape."""

def _unravel_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn positions in a flattened array into coordinates, one row an axis."""

def _while_loop(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 2'] | None = None, num_outputs: Annotated[int, 'at least 1'], num_out_data: Annotated[int, 'at least 0'], max_iterations: Annotated[int, 'at least 1'], cond_input_locs: int | Sequence[int], func_input_locs: int | Sequence[int], func_var_locs: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Run a body while a condition holds; step outputs are padded with zeros to the most steps."""

def _zeros(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array of zeros."""

def _zeros_without_dtype(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: Any = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make zeros whose type, by name or MXNet's number, may be left for a graph to infer (-1)."""
