"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def _CachedOp(*data: Symbol | Sequence[Symbol], num_args: int | None = None, subgraph: str = '', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _CachedOpThreadSafe(*data: Symbol | Sequence[Symbol], num_args: int | None = None, subgraph: str = '', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of two arrays of one shape."""

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of an array and a scalar."""

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute equal of two arrays of one shape."""

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute equal of an array and a scalar."""

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater of two arrays of one shape."""

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater equal of an array and a scalar."""

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater of an array and a scalar."""

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater equal of two arrays of one shape."""

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute hypot of two arrays of one shape."""

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute hypot of an array and a scalar."""

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser of two arrays of one shape."""

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser equal of an array and a scalar."""

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser of an array and a scalar."""

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser equal of two arrays of one shape."""

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical and of an array and a scalar."""

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical or of an array and a scalar."""

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical xor of an array and a scalar."""

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical and of two arrays of one shape."""

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical or of two arrays of one shape."""

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical xor of two arrays of one shape."""

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute maximum of two arrays of one shape."""

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute maximum of an array and a scalar."""

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute minimum of two arrays of one shape."""

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute minimum of an array and a scalar."""

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of an array and a scalar."""

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of two arrays of one shape."""

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of an array and a scalar."""

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of two arrays of one shape."""

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of an array and a scalar."""

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute not equal of an array and a scalar."""

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute not equal of two arrays of one shape."""

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays of one shape."""

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of an array and a scalar."""

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of two arrays of one shape."""

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of an array and a scalar."""

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of a scalar and an array, the scalar first."""

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of a scalar and an array, the scalar first."""

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of a scalar and an array, the scalar first."""

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of a scalar and an array, the scalar first."""

def _adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by AdamW; nothing happens if ``rescale_grad`` is zero or not finite."""

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays of one shape."""

def _arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: Annotated[int, 'at least 1'] = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make evenly spaced numbers from ``start`` up to but without ``stop``, each ``repeat`` times."""

def _copy(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array."""

def _copyto(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array into the one given as ``out``."""

def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give an array with a region set to one number."""

def _cvcopyMakeBorder(src: Symbol | None = None, top: int = ..., bot: int = ..., left: int = ..., right: int = ..., type: int = 0, value: float = 0.0, values: float | Sequence[float] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a border: 0 a constant, 1 the edge, 2 mirrored, 3 wrapped round, 4 mirrored without the edge."""

def _cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decode an image file that an array of bytes holds, to (height, width, channels)."""

def _cvimread(filename: str = ..., flag: int = 1, to_rgb: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Read an image file, to (height, width, channels)."""

def _cvimresize(src: Symbol | None = None, w: int = ..., h: int = ..., interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize an image by OpenCV: ``interp`` 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos."""

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of two arrays of one shape."""

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of an array and a scalar."""

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute equal of two arrays of one shape."""

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute equal of an array and a scalar."""

def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make ones on the diagonal that is ``k`` to the right of the main one, and zeros elsewhere."""

def _full(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike = 'float32', value: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array with one value everywhere."""

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two gradients of one array."""

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater of two arrays of one shape."""

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater equal of two arrays of one shape."""

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater equal of an array and a scalar."""

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute greater of an array and a scalar."""

def _histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Count the elements in each bin; gives counts and the edges of the bins."""

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute hypot of two arrays of one shape."""

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute hypot of an array and a scalar."""

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy the first array, whose shape and type are those of the second."""

def _imdecode(mean: Symbol | None = None, index: int = 0, x0: int = 0, y0: int = 0, x1: int = 0, y1: int = 0, c: int = 3, size: int = 0, str_img: Any = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decode an image to (channels, height, width), blue first, cut to a rectangle, less a mean."""

def _joined_quantized_convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, sum: Symbol | None = None, data_min: Symbol | None = None, data_max: Symbol | None = None, sum_min: Symbol | None = None, sum_max: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = ..., stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW'] | str | None = None, with_bn: bool | int = False, eps: float = 0.001, fix_gamma: bool | int = True, with_sum: bool | int = False, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve bytes with filters of floats: quantized, with batch norm, sum and activation done in one."""

def _joined_quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, activation: Literal['none', 'relu', 'leaky', 'clip', 'gelu', 'elu', 'abs'] | str = 'none', slope: float = 0.25, bound: float = 0.0, unsigned: bool | int = False, float_output: bool | int = False, channel_wise: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply a linear map to bytes, by bytes or by floats quantized row by row, and an activation."""

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser of two arrays of one shape."""

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser equal of two arrays of one shape."""

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser equal of an array and a scalar."""

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute lesser of an array and a scalar."""

def _linspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make ``num`` evenly spaced numbers from ``start`` to ``stop``."""

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical and of two arrays of one shape."""

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical and of an array and a scalar."""

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical or of two arrays of one shape."""

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical or of an array and a scalar."""

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical xor of two arrays of one shape."""

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute logical xor of an array and a scalar."""

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute maximum of two arrays of one shape."""

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute maximum of an array and a scalar."""

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute minimum of two arrays of one shape."""

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute minimum of an array and a scalar."""

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of an array and a scalar."""

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of two arrays of one shape."""

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of an array and a scalar."""

def _mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by AdamW on a float32 copy of a narrow weight."""

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of two arrays of one shape."""

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mul of an array and a scalar."""

def _multi_adamw_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step many weights by AdamW: weight, gradient, mean, variance of each, then rescale_grad."""

def _multi_lamb_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int] = ..., num_tensors: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step many weights by LAMB: weight, gradient, mean, variance of each."""

def _multi_mp_adamw_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step many narrow weights by AdamW: as above, with a float32 weight in each group."""

def _multi_mp_lamb_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: int | Sequence[int] = ..., num_tensors: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step many narrow weights by LAMB: as above, with a float32 weight in each group."""

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute not equal of two arrays of one shape."""

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute not equal of an array and a scalar."""

def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give one-hot rows of the indices ``lhs`` in the shape of ``rhs``."""

def _ones(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array of ones."""

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of two arrays of one shape."""

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute add of an array and a scalar."""

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of two arrays of one shape."""

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of an array and a scalar."""

def _random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from an exponential distribution of rate ``lam``."""

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a gamma distribution; ``beta`` is its scale."""

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a negative binomial distribution: how many successes come before ``k`` failures of probability ``p``."""

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a normal distribution."""

def _random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the density of Dirichlet distributions; the last axis holds one sample."""

def _random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the density of an exponential distribution."""

def _random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the density of a gamma distribution; here ``beta`` is its rate."""

def _random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the probability of counts under the distribution of mean ``mu``, dispersion ``alpha``."""

def _random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the probability of counts under a negative binomial distribution; ``p`` is failure."""

def _random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the density of a normal distribution."""

def _random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the probability of counts under a Poisson distribution; counts have no gradient."""

def _random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the density of a uniform distribution; samples are taken to be inside."""

def _random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw counts from a Poisson distribution, as floats."""

def _random_randint(low: int = ..., high: int = ..., shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw whole numbers evenly from [low, high)."""

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw evenly from [low, high)."""

def _ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn coordinates, one column each, into positions in the flattened array."""

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute div of a scalar and an array, the scalar first."""

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of a scalar and an array, the scalar first."""

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mod of a scalar and an array, the scalar first."""

def _rnn_param_concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Join the weights of a recurrent network; up to two of them are inferred from the output."""

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute power of a scalar and an array, the scalar first."""

def _sample_exponential(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from exponential distributions of several rates."""

def _sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from each of several gamma distributions."""

def _sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from each of several distributions given by mean and dispersion."""

def _sample_multinomial(data: Symbol | None = None, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw classes by rows of probabilities; with their log-probability, which has a gradient."""

def _sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from each of several negative binomial distributions."""

def _sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from each of several normal distributions."""

def _sample_poisson(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw counts from Poisson distributions of several rates."""

def _sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw evenly from each of several intervals."""

def _sample_unique_zipfian(range_max: int = ..., shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw distinct numbers below ``range_max`` by Zipf's law; and how many draws each row took."""

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide the stored elements of an array by another array of its shape."""

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract a scalar from the stored elements."""

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a scalar to the stored elements."""

def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give ``lhs`` with the slices at coordinates replaced."""

def _set_value(src: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Write one number into every element of ``out``."""

def _shuffle(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Put the slices of the first axis into random order."""

def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give an array with a region set to one number."""

def _split_v2(data: Symbol | None = None, indices: int | Sequence[int] = ..., axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Split an axis at indices (the first is 0), or into sections that differ by one at most."""

def _square_sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the squares of the elements along axes."""

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _unravel_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn positions in a flattened array into coordinates, one row an axis."""

def _zeros(shape: int | Sequence[int] = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make an array of zeros."""

def _zeros_without_dtype(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: Any = -1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make zeros whose type, by name or MXNet's number, may be left for a graph to infer (-1)."""
