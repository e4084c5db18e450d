"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from mxnet.core.device import Context as Context
from mxnet.core.device import cpu as cpu
from mxnet.core.device import cpu_pinned as cpu_pinned
from mxnet.core.device import current_context as current_context
from mxnet.util import get_cuda_compute_capability as get_cuda_compute_capability
from mxnet.core.device import gpu as gpu
from mxnet.core.device import gpu_memory_info as gpu_memory_info
from . import image as image
from mxnet.util import is_np_array as is_np_array
from mxnet.util import is_np_shape as is_np_shape
from mxnet.util import np_array as np_array
from mxnet.util import np_shape as np_shape
from mxnet.core.device import num_gpus as num_gpus
from . import random as random
from mxnet.util import reset_np as reset_np
from mxnet.util import set_np as set_np
from mxnet.util import use_np as use_np
from . import utils as utils
from mxnet.ndarray.numpy.array import ndarray

def activation(data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply an activation function to each element."""

def arange_like(data: ndarray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Count up in the shape of the input, or along one axis of it; each number ``repeat`` times."""

def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Multiply matrices in the last two dimensions, one pair for each index of the leading ones."""

def batch_flatten(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Merge all dimensions but the first, so that each sample becomes one row."""

@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray | None = None, moving_var: ndarray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray | None = None, moving_var: ndarray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Normalize each channel over the batch, then scale by gamma and shift by beta."""

def cast(data: ndarray, dtype: DTypeLike, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Convert the elements to another type."""

def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Check that a condition holds everywhere, and raise an error otherwise."""

def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has."""

def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and add up."""

def dropout(data: ndarray, p: Annotated[float, '0 to 1'] = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``."""

def embedding(data: ndarray, weight: ndarray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``."""

def erf(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``."""

def erfinv(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the inverse of the error function of each element, which lies between -1 and 1."""

def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply the linear map ``data @ weight.T + bias``."""

def gamma(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the gamma function of each element; that of a whole number is ``(x - 1)!``."""

def gammaln(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logarithm of the magnitude of the gamma function of each element."""

def gather_nd(data: ndarray, indices: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Gather elements or slices at coordinates."""

def intgemm_fully_connected(data: ndarray, weight: ndarray, scaling: ndarray | None = None, bias: ndarray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8."""

def intgemm_maxabsolute(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Give the greatest magnitude in an array: ``max(abs(data))``."""

def intgemm_prepare_data(data: ndarray, maxabs: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127."""

def intgemm_prepare_weight(weight: ndarray, maxabs: ndarray | None = None, already_quantized: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Prepare a weight for products: quantize it to int8, unless it is that already."""

def intgemm_take_weight(weight: ndarray, indices: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Select rows of a prepared weight, which are the outputs of the product that are wanted."""

@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Normalize over one axis, then scale by gamma and shift by beta."""

@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply a rectifier that lets negative elements through, scaled or curved."""

def load(file: str) -> list[ndarray] | dict[str, ndarray] | ndarray:
    """Load arrays from a file: MXNet's format, or NumPy's ``.npy`` and ``.npz``, told apart by its first bytes."""

def log_softmax(data: ndarray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Turn predictions into rows of (class, score, left, top, right, bottom), best first."""

def multibox_prior(data: ndarray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Lay anchors of several sizes and shapes over each pixel of a feature map."""

def multibox_target(anchor: ndarray, label: ndarray, cls_pred: ndarray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: ndarray | None = None, name: str | None = None) -> list[ndarray]:
    """Match anchors with labelled objects; gives location targets, their mask, and class targets."""

def nonzero(x: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Return the indices of the elements that are not zero, one row per element."""

def one_hot(indices: ndarray, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Turn indices into one-hot vectors along a new last dimension."""

def pick(data: ndarray, index: ndarray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Pick one element along a dimension for every position of the other ones."""

def pooling(data: ndarray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm."""

def relu(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Set negative elements to zero: ``max(x, 0)``."""

def reshape(a: ndarray, newshape: int | Sequence[int], reverse: bool | int = False, order: str = 'C', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Give an array another shape, described by sizes and codes."""

def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: Annotated[int, 'at least 1'] = ..., num_layers: Annotated[int, 'at least 1'] = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: ndarray | None = None, name: str | None = None) -> Any:
    """Run stacked recurrent layers over ``(time, batch, features)`` data."""

def roi_pooling(data: ndarray, rois: ndarray, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom)."""

def save(file: str, arr: ndarray | list[ndarray] | dict[str, ndarray]) -> None:
    """Save arrays to a file in MXNet's format, whatever its extension."""

def savez(file: str, *args: Any, **kwds: Any) -> None:
    """Save arrays to a file in NumPy's ``.npz`` format."""

def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Write ``value`` past the end of each sequence."""

def shape_array(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Give the shape of an array as an array."""

def sigmoid(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

def slice(data: ndarray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Take a region of an array by a range, with a step, along each of the leading dimensions."""

def smooth_l1(data: ndarray, scalar: float = 1.0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside."""

def softmax(data: ndarray, length: ndarray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the softmax of ``data / temperature`` along an axis."""

@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Find the ``k`` largest elements along a dimension, or the smallest, in order."""

def waitall() -> None:
    """Block until every computation that was started has ended."""
