"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.core.device import Context as Context
from mxnet.core.device import Context as Context
from . import image as image
from . import random as random
from . import utils as utils
from mxnet.ndarray.numpy.array import ndarray

def activation(data: Any = None, act_type: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply an activation function to each element."""

def arange_like(data: Any = None, start: Any = ..., step: Any = ..., repeat: Any = ..., ctx: Any = ..., axis: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Count up in the shape of the input, or along one axis of it; each number ``repeat`` times."""

def batch_dot(lhs: Any = None, rhs: Any = None, transpose_a: Any = ..., transpose_b: Any = ..., forward_stype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Multiply matrices in the last two dimensions, one pair for each index of the leading ones."""

def batch_flatten(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Merge all dimensions but the first, so that each sample becomes one row."""

def batch_norm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = ..., momentum: Any = ..., fix_gamma: Any = ..., use_global_stats: Any = ..., output_mean_var: Any = ..., axis: Any = ..., cudnn_off: Any = ..., min_calib_range: Any = ..., max_calib_range: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, then scale by gamma and shift by beta."""

def cast(data: Any = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert the elements to another type."""

def constraint_check(input: Any = None, msg: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Check that a condition holds everywhere, and raise an error otherwise."""

def convolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = ..., stride: Any = ..., dilate: Any = ..., pad: Any = ..., num_filter: Any = ..., num_group: Any = ..., workspace: Any = ..., no_bias: Any = ..., cudnn_tune: Any = ..., cudnn_off: Any = ..., layout: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has."""

def cpu(device_id: int = 0) -> Any:
    """Return a context of the CPU."""

def cpu_pinned(device_id: int = 0) -> Any:
    """Return a context of page-locked memory, from which copies to a GPU are fast."""

def current_context() -> Any:
    """Return the context where arrays are created by default."""

def deconvolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = ..., stride: Any = ..., dilate: Any = ..., pad: Any = ..., adj: Any = ..., target_shape: Any = ..., num_filter: Any = ..., num_group: Any = ..., workspace: Any = ..., no_bias: Any = ..., cudnn_tune: Any = ..., cudnn_off: Any = ..., layout: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and add up."""

def dropout(data: Any = None, p: Any = ..., mode: Any = ..., axes: Any = ..., cudnn_off: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``."""

def embedding(data: Any = None, weight: Any = None, input_dim: Any = ..., output_dim: Any = ..., dtype: Any = ..., sparse_grad: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``."""

def erf(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``."""

def erfinv(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the inverse of the error function of each element, which lies between -1 and 1."""

def fully_connected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: Any = ..., no_bias: Any = ..., flatten: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply the linear map ``data @ weight.T + bias``."""

def gamma(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the gamma function of each element; that of a whole number is ``(x - 1)!``."""

def gammaln(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the logarithm of the magnitude of the gamma function of each element."""

def gather_nd(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gather elements or slices at coordinates."""

def get_cuda_compute_capability(ctx: Any) -> int:
    """Return the compute capability of a GPU as one number."""

def gpu(device_id: int = 0) -> Any:
    """Return a context of a GPU; nothing is touched until an array is created there."""

def gpu_memory_info(device_id: int = 0) -> tuple:
    """Return the free and the total memory of a GPU."""

def intgemm_fully_connected(data: Any = None, weight: Any = None, scaling: Any = None, bias: Any = None, num_hidden: Any = ..., no_bias: Any = ..., flatten: Any = ..., out_type: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8."""

def intgemm_maxabsolute(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the greatest magnitude in an array: ``max(abs(data))``."""

def intgemm_prepare_data(data: Any = None, maxabs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127."""

def intgemm_prepare_weight(weight: Any = None, maxabs: Any = None, already_quantized: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Prepare a weight for products: quantize it to int8, unless it is that already."""

def intgemm_take_weight(weight: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Select rows of a prepared weight, which are the outputs of the product that are wanted."""

def is_np_array() -> bool:
    """Tell whether NumPy's arrays are on in this thread: blocks and operators make `mx.np.ndarray`."""

def is_np_shape() -> bool:
    """Tell whether NumPy's shapes are on in this thread: ``()`` and sizes of zero mean what they say."""

def layer_norm(data: Any = None, gamma: Any = None, beta: Any = None, axis: Any = ..., eps: Any = ..., output_mean_var: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize over one axis, then scale by gamma and shift by beta."""

def leaky_relu(data: Any = None, gamma: Any = None, act_type: Any = ..., slope: Any = ..., lower_bound: Any = ..., upper_bound: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply a rectifier that lets negative elements through, scaled or curved."""

def load(file: str) -> list[ndarray] | dict[str, ndarray] | ndarray:
    """Load arrays from a file: MXNet's format, or NumPy's ``.npy`` and ``.npz``, told apart by its first bytes."""

def log_softmax(data: Any = None, axis: Any = ..., temperature: Any = ..., dtype: Any = ..., use_length: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

def multibox_detection(cls_prob: Any = None, loc_pred: Any = None, anchor: Any = None, clip: Any = ..., threshold: Any = ..., background_id: Any = ..., nms_threshold: Any = ..., force_suppress: Any = ..., variances: Any = ..., nms_topk: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Turn predictions into rows of (class, score, left, top, right, bottom), best first."""

def multibox_prior(data: Any = None, sizes: Any = ..., ratios: Any = ..., clip: Any = ..., steps: Any = ..., offsets: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Lay anchors of several sizes and shapes over each pixel of a feature map."""

def multibox_target(anchor: Any = None, label: Any = None, cls_pred: Any = None, overlap_threshold: Any = ..., ignore_label: Any = ..., negative_mining_ratio: Any = ..., negative_mining_thresh: Any = ..., minimum_negative_samples: Any = ..., variances: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Match anchors with labelled objects; gives location targets, their mask, and class targets."""

def nonzero(x: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Return the indices of the elements that are not zero, one row per element."""

def np_array(active: bool = True) -> Any:
    """Return a ``with`` block inside which NumPy's arrays are on, or off."""

def np_shape(active: bool = True) -> Any:
    """Return a ``with`` block inside which NumPy's shapes are on, or off."""

def num_gpus() -> int:
    """Count the GPUs that torch can drive."""

def one_hot(indices: Any = None, depth: Any = ..., on_value: Any = ..., off_value: Any = ..., dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Turn indices into one-hot vectors along a new last dimension."""

def pick(data: Any = None, index: Any = None, axis: Any = ..., keepdims: Any = ..., mode: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pick one element along a dimension for every position of the other ones."""

def pooling(data: Any = None, kernel: Any = ..., pool_type: Any = ..., global_pool: Any = ..., cudnn_off: Any = ..., pooling_convention: Any = ..., stride: Any = ..., pad: Any = ..., p_value: Any = ..., count_include_pad: Any = ..., layout: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm."""

def relu(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Set negative elements to zero: ``max(x, 0)``."""

def reset_np() -> None:
    """Turn NumPy's semantics off in this thread, both shapes and arrays."""

def reshape(a: Any = None, newshape: Any = ..., reverse: Any = ..., order: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give an array another shape, described by sizes and codes."""

def reshape_like(lhs: Any = None, rhs: Any = None, lhs_begin: Any = ..., lhs_end: Any = ..., rhs_begin: Any = ..., rhs_end: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

def rnn(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, sequence_length: Any = None, state_size: Any = ..., num_layers: Any = ..., bidirectional: Any = ..., mode: Any = ..., p: Any = ..., state_outputs: Any = ..., projection_size: Any = ..., lstm_state_clip_min: Any = ..., lstm_state_clip_max: Any = ..., lstm_state_clip_nan: Any = ..., use_sequence_length: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run stacked recurrent layers over ``(time, batch, features)`` data."""

def roi_pooling(data: Any = None, rois: Any = None, pooled_size: Any = ..., spatial_scale: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom)."""

def save(file: str, arr: ndarray | list[ndarray] | dict[str, ndarray]) -> None:
    """Save arrays to a file in MXNet's format, whatever its extension."""

def savez(file: str, *args: Any, **kwds: Any) -> None:
    """Save arrays to a file in NumPy's ``.npz`` format."""

def sequence_mask(data: Any = None, sequence_length: Any = None, use_sequence_length: Any = ..., value: Any = ..., axis: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Write ``value`` past the end of each sequence."""

def set_np(shape: bool = True, array: bool = True) -> None:
    """Turn NumPy's semantics on in this thread: shapes of zero dimensions or elements, and `mx.np.ndarray`."""

def shape_array(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the shape of an array as an array."""

def sigmoid(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

def slice(data: Any = None, begin: Any = ..., end: Any = ..., step: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Take a region of an array by a range, with a step, along each of the leading dimensions."""

def smooth_l1(data: Any = None, scalar: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside."""

def softmax(data: Any = None, length: Any = None, axis: Any = ..., temperature: Any = ..., dtype: Any = ..., use_length: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Compute the softmax of ``data / temperature`` along an axis."""

def topk(data: Any = None, axis: Any = ..., k: Any = ..., ret_typ: Any = ..., is_ascend: Any = ..., dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Find the ``k`` largest elements along a dimension, or the smallest, in order."""

def use_np(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy's shapes and arrays: a decorator."""

def waitall() -> None:
    """Block until every computation that was started has ended."""
