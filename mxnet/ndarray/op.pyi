"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def Activation(data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply an activation function to each element."""

@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize each channel over the batch, then scale by gamma and shift by beta."""

@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize each channel over the batch, as in MXNet's first releases: \"var\" is the variance."""

def BilinearSampler(data: NDArray, grid: NDArray, cudnn_off: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Interpolate images at the places of a grid with x and y from -1 to 1; zero outside."""

def BlockGrad(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array, and let no gradient through: its gradient is zero."""

def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels."""

def Cast(data: NDArray, dtype: DTypeLike, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert the elements to another type."""

def Concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Join arrays along a dimension that they have."""

def Convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has."""

def Convolution_v1(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolve data with filters; kept for models of MXNet's first releases."""

def Correlation(data1: NDArray, data2: NDArray, kernel_size: Annotated[int, 'at least 1'] = 1, max_displacement: Annotated[int, 'at least 0'] = 1, stride1: Annotated[int, 'at least 1'] = 1, stride2: Annotated[int, 'at least 1'] = 1, pad_size: Annotated[int, 'at least 0'] = 0, is_multiply: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare each patch of one image with the patches around its place in another."""

def Crop(*data: NDArray | Sequence[NDArray], num_args: int | None = None, offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cut a window out of images: of the size ``h_w``, or of the second input's size."""

def Custom(*data: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Run an operator that the program registered with ``mx.operator.register``; ``op_type`` names it."""

def Deconvolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and add up."""

def Dropout(data: NDArray, p: Annotated[float, '0 to 1'] = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``."""

def ElementWiseSum(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

def Embedding(data: NDArray, weight: NDArray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``."""

def Flatten(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Merge all dimensions but the first, so that each sample becomes one row."""

def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply the linear map ``data @ weight.T + bias``."""

def GridGenerator(data: NDArray, transform_type: Literal['affine', 'warp'] | str, target_shape: int | Sequence[int] = (0, 0), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make a sampling grid from affine matrices, or from an optical flow in pixels (\"warp\")."""

@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: Annotated[int, 'at least 1'] = 1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: Annotated[int, 'at least 1'] = 1, eps: float = 1e-05, output_mean_var: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize over groups of channels; gamma and beta have one value per group."""

def IdentityAttachKLSparseReg(data: NDArray, moving_avg: NDArray | None = None, sparseness_target: Annotated[float, '0 to 1'] = 0.1, penalty: float = 0.001, momentum: Annotated[float, '0 to 1'] = 0.9, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass activations through; add to the gradient a penalty on their mean's divergence from a target."""

def InstanceNorm(data: NDArray, gamma: NDArray, beta: NDArray, eps: float = 0.001, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize each channel of each instance, then scale by gamma and shift by beta."""

def L2Normalization(data: NDArray, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide by the length of the vector that an instance, a place or a channel holds."""

def LRN(data: NDArray, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: Annotated[int, 'at least 1'] = ..., out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide by a power of the squares summed over ``nsize`` channels around each one."""

@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: int = -1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize over one axis, then scale by gamma and shift by beta."""

@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, *, act_type: Literal['rrelu'], slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply a rectifier that lets negative elements through, scaled or curved."""

def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of half the squared error."""

def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label."""

def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through; the gradient is that of the absolute error."""

def MakeLoss(data: NDArray, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass data through as a loss: its gradient is ``grad_scale``, whatever comes from above."""

def Pad(data: NDArray, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image."""

def Pooling(data: NDArray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm."""

def Pooling_v1(data: NDArray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reduce each window of two spatial axes, as in MXNet's first releases."""

def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: Annotated[int, 'at least 1'] = ..., num_layers: Annotated[int, 'at least 1'] = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Run stacked recurrent layers over ``(time, batch, features)`` data."""

def ROIPooling(data: NDArray, rois: NDArray, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom)."""

def Reshape(data: NDArray, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the elements another shape, in the same order."""

def SVMOutput(data: NDArray, label: NDArray, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pass scores through; the gradient is that of a squared or linear hinge loss."""

def SequenceLast(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take the last element of each sequence; zeros of one that has none."""

def SequenceMask(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Write ``value`` past the end of each sequence."""

def SequenceReverse(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reverse each sequence; what lies past its end stays in place."""

def SliceChannel(data: NDArray, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Split a dimension into parts of equal size."""

def Softmax(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: Annotated[float, '0 to 1'] = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a softmax whose gradient is that of the cross entropy with the label."""

def SoftmaxActivation(data: NDArray, mode: Literal['channel', 'instance'] | str = 'instance', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the softmax over axis 1 (\"channel\") or over the last axis (\"instance\")."""

def SoftmaxOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: Annotated[float, '0 to 1'] = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a softmax whose gradient is that of the cross entropy with the label."""

def SpatialTransformer(data: NDArray, loc: NDArray, target_shape: int | Sequence[int] = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sample images through the affine transformations that ``loc`` holds, one of 6 numbers each."""

def SwapAxis(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exchange two dimensions."""

def UpSampling(*data: NDArray | Sequence[NDArray], num_args: int | None = None, scale: Annotated[int, 'at least 1'], num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', workspace: int = 512, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Enlarge images: repeat pixels, or deconvolve with a weight (a second input) of each channel."""

def WarpCTC(data: NDArray, label: NDArray, label_length: int = 0, input_length: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the softmax of scores, with the CTC loss's gradient; the plugin of early releases."""

def abs(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the magnitude of each element."""

def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by Adam, without bias correction."""

def add_n(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``."""

def all_finite(data: NDArray, init_output: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Say whether all elements of an array are finite, that is neither infinite nor NaN."""

def amp_cast(data: NDArray, dtype: DTypeLike, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert the elements for automatic mixed precision: float32 and narrower floats only."""

def amp_multicast(*data: NDArray | Sequence[NDArray], num_args: int | None = None, num_outputs: int, cast_narrow: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Convert arrays to one common type for automatic mixed precision, the widest of theirs or the narrowest."""

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

def argmax(data: NDArray, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the index of the largest element along a dimension, the first one of equals."""

def argmax_channel(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the index of the largest element along dimension 1, the first one of equals."""

def argmin(data: NDArray, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the index of the smallest element along a dimension, the first one of equals."""

def argsort(data: NDArray, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the indices that sort an array along a dimension; equal elements keep their order."""

def batch_dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices in the last two dimensions, one pair for each index of the leading ones."""

def batch_take(a: NDArray, indices: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take one element of each row: ``out[i] = a[i, indices[i]]``."""

def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_axes(data: NDArray, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat an array along dimensions of size one."""

def broadcast_axis(data: NDArray, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat an array along dimensions of size one."""

def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another with broadcasting: ``lhs / rhs``."""

def broadcast_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs == rhs``, zero elsewhere."""

def broadcast_greater(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs > rhs``, zero elsewhere."""

def broadcast_greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs >= rhs``, zero elsewhere."""

def broadcast_hypot(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hypotenuse for the legs in two arrays with broadcasting: ``sqrt(lhs**2 + rhs**2)``."""

def broadcast_lesser(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs < rhs``, zero elsewhere."""

def broadcast_lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs <= rhs``, zero elsewhere."""

def broadcast_like(lhs: NDArray, rhs: NDArray, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat an array along dimensions of size one up to the shape of another array."""

def broadcast_logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays with broadcasting by a logical and: one where neither is zero, zero elsewhere."""

def broadcast_logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays with broadcasting by a logical or: zero where both are zero, one elsewhere."""

def broadcast_logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Combine two arrays with broadcasting by an exclusive or: one where just one is zero, zero elsewhere."""

def broadcast_maximum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the larger elements of two arrays with broadcasting: ``max(lhs, rhs)``."""

def broadcast_minimum(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Choose the smaller elements of two arrays with broadcasting: ``min(lhs, rhs)``."""

def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

def broadcast_mod(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the remainder of dividing one array by another with broadcasting: ``lhs % rhs``."""

def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays with broadcasting: ``lhs * rhs``."""

def broadcast_not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compare two arrays with broadcasting: one where ``lhs != rhs``, zero elsewhere."""

def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays with broadcasting: ``lhs + rhs``."""

def broadcast_power(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Raise one array to the power of another with broadcasting: ``lhs ** rhs``."""

def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another with broadcasting: ``lhs - rhs``."""

def broadcast_to(data: NDArray, shape: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat an array along dimensions of size one up to a shape."""

def cast(data: NDArray, dtype: DTypeLike, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert the elements to another type."""

def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert an array to another storage type; its values stay the same."""

def cbrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the cube root of each element; that of a negative number is negative."""

def ceil(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element up to a whole number."""

def choose_element_0index(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pick one element along a dimension for every position of the other ones."""

def clip(data: NDArray, a_min: float, a_max: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep each element between two bounds: ``max(a_min, min(a_max, x))``."""

def col2im(data: NDArray, output_size: int | Sequence[int], kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add columns of blocks up to images of ``output_size``; the transpose of `im2col`."""

def concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Join arrays along a dimension that they have."""

def cos(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the cosine of each element, an angle in radians."""

def cosh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``."""

def crop(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take a region of an array by a range, with a step, along each of the leading dimensions."""

def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels."""

def cumsum(a: NDArray, axis: int | None = None, dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the cumulative sum of elements along an axis."""

def degrees(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert each element from radians to degrees: ``x * 180 / pi``."""

def depth_to_space(data: NDArray, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Move blocks of channels into the two spatial dimensions."""

def diag(data: NDArray, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take a diagonal of an array, or make a matrix that has a vector on its diagonal."""

def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays: the last dimension of the first with the first dimension of the second."""

def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add two arrays of the same shape: ``lhs + rhs``."""

def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide one array by another of the same shape: ``lhs / rhs``."""

def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply two arrays of the same shape: ``lhs * rhs``."""

def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract one array from another of the same shape: ``lhs - rhs``."""

def erf(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``."""

def erfinv(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the inverse of the error function of each element, which lies between -1 and 1."""

def exp(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute e to the power of each element."""

def expand_dims(data: NDArray, axis: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Insert a dimension of size one."""

def expm1(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``exp(x) - 1`` of each element, exact for small ones too."""

def fill_element_0index(lhs: NDArray, mhs: NDArray, rhs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give a copy of a matrix with one element of each row set: ``out[i, rhs[i]] = mhs[i]``."""

def fix(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element towards zero to a whole number."""

def flatten(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Merge all dimensions but the first, so that each sample becomes one row."""

def flip(data: NDArray, axis: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reverse the order of elements along each of the axes."""

def floor(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element down to a whole number."""

def ftml_update(weight: NDArray, grad: NDArray, d: NDArray, v: NDArray, z: NDArray, lr: float, beta1: Annotated[float, '0 to 1'] = 0.6, beta2: Annotated[float, '0 to 1'] = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by FTML, follow the moving leader."""

def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by FTRL, follow the regularized leader; weights become exactly zero."""

def gamma(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the gamma function of each element; that of a whole number is ``(x - 1)!``."""

def gammaln(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm of the magnitude of the gamma function of each element."""

def gather_nd(data: NDArray, indices: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gather elements or slices at coordinates."""

def hard_sigmoid(data: NDArray, alpha: float = 0.2, beta: float = 0.5, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Approximate the sigmoid by a line, kept between zero and one: ``max(0, min(1, alpha * data + beta))``."""

def identity(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array."""

def im2col(data: NDArray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Extract sliding blocks as columns, so that a convolution becomes a matrix product."""

def khatri_rao(*args: NDArray | Sequence[NDArray], num_args: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices column by column: each column is the Kronecker product of theirs."""

def lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the direction of a LAMB step, whose length the second phase finds."""

def lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step along a LAMB direction: ``weight - lr * r1 / r2 * g``."""

def linalg_det(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute determinants."""

def linalg_extractdiag(A: NDArray, offset: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give a diagonal of each matrix."""

def linalg_extracttrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle."""

def linalg_gelqf(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Decompose matrices into a lower triangle and orthonormal rows: ``A = L @ Q``."""

def linalg_gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``."""

def linalg_gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices: ``alpha * op(A) @ op(B)``."""

def linalg_inverse(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert matrices; a singular one is an error."""

def linalg_makediag(A: NDArray, offset: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make square matrices with the last dimension of an array as a diagonal, and zeros elsewhere."""

def linalg_maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`."""

def linalg_potrf(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``."""

def linalg_potri(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``."""

def linalg_slogdet(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow."""

def linalg_sumlogdiag(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``."""

def linalg_syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``."""

def linalg_trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply with triangular matrices: ``alpha * op(A) @ B``."""

def linalg_trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``."""

def log(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the natural logarithm of each element."""

def log10(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm to base 10 of each element."""

def log1p(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``log(1 + x)`` of each element, exact for small ones too."""

def log2(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm to base 2 of each element."""

def log_softmax(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

def logical_not(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give one where an element is zero, and zero elsewhere."""

def make_loss(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make an array a loss, from which backward starts: its own gradient is one, whatever comes from outside."""

def max(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the largest element along dimensions."""

def max_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the largest element along dimensions."""

def mean(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average the elements along dimensions."""

def min(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the smallest element along dimensions."""

def min_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the smallest element along dimensions."""

def moments(data: NDArray, axes: int | Sequence[int] | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Compute mean and variance along dimensions."""

def mp_lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the direction of a LAMB step of a weight of float16, from its copy in float32."""

def mp_lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, weight32: NDArray, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step along a LAMB direction from the float32 copy of a weight of float16: ``weight32 - lr * r1 / r2 * g``."""

def mp_nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step a weight of float16 by SGD with Nesterov's momentum, on its copy in float32."""

def mp_sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step a weight of float16 by SGD with momentum, on its copy in float32; as `sgd_mom_update`."""

def mp_sgd_update(weight: NDArray, grad: NDArray, weight32: NDArray, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step a weight of float16 by SGD, on its copy in float32."""

def multi_all_finite(*data: NDArray | Sequence[NDArray], num_args: int | None = None, num_arrays: int = 1, init_output: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Say whether all elements of many arrays are finite, that is neither infinite nor NaN."""

def multi_lars(lrs: NDArray, weights_sum_sq: NDArray, grads_sum_sq: NDArray, wds: NDArray, eta: float, eps: float, rescale_grad: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Scale learning rates by the ratio of the norms of weights and gradients, as LARS does."""

def multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights of float16 by SGD with momentum, on their copies in float32."""

def multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights of float16 by SGD, on their copies in float32."""

def multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by SGD with momentum."""

def multi_sgd_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by SGD."""

def multi_sum_sq(*data: NDArray | Sequence[NDArray], num_args: int | None = None, num_arrays: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sum of squares of each of many arrays."""

def nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by SGD with Nesterov's momentum."""

def nanprod(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply the elements along dimensions, NaN counting as one."""

def nansum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the elements along dimensions, NaN counting as zero."""

def negative(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Change the sign of each element: ``-x``."""

def norm(data: NDArray, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the L1 or L2 norm along dimensions."""

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a normal distribution."""

def one_hot(indices: NDArray, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn indices into one-hot vectors along a new last dimension."""

def ones_like(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make ones of an array's shape and type."""

def pad(data: NDArray, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image."""

def pick(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pick one element along a dimension for every position of the other ones."""

def preloaded_multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights of float16 by SGD with momentum, on their copies in float32."""

def preloaded_multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights of float16 by SGD, on their copies in float32."""

def preloaded_multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by SGD with momentum."""

def preloaded_multi_sgd_update(*data: NDArray | Sequence[NDArray], num_args: int | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step many weights by SGD."""

def prod(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply the elements along dimensions."""

def radians(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert each element from degrees to radians: ``x * pi / 180``."""

def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from an exponential distribution of mean ``1 / lam``."""

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a gamma distribution of mean ``alpha * beta``."""

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a negative binomial distribution given by its mean and dispersion, as floats."""

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw how many successes come before ``k`` failures, as floats."""

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a normal distribution."""

def random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of Dirichlet distributions."""

def random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of exponential distributions: ``lam * exp(-lam * sample)``."""

def random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of gamma distributions."""

def random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under negative binomial distributions that are given by mean and dispersion."""

def random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under negative binomial distributions."""

def random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of normal distributions: ``exp(-((sample - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))``."""

def random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the probability of counts under Poisson distributions: ``exp(-lam) * lam**sample / sample!``."""

def random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the density of uniform distributions: ``1 / (high - low)``."""

def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a Poisson distribution, as floats."""

def random_randint(low: int, high: int, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw whole numbers evenly from ``low`` up to, but without, ``high``."""

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from ``[low, high)``."""

def ravel_multi_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn coordinates into positions in the flattened array."""

def rcbrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the reciprocal of the cube root of each element: ``1 / cbrt(x)``."""

def reciprocal(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the reciprocal of each element: ``1 / x``."""

def relu(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Set negative elements to zero: ``max(x, 0)``."""

def repeat(data: NDArray, repeats: int, axis: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat each element along a dimension; equal elements stand side by side."""

def reset_arrays(*data: NDArray | Sequence[NDArray], num_args: int | None = None, num_arrays: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Set every element of many arrays to zero, in place."""

def reshape(data: NDArray, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the elements another shape, in the same order."""

def reshape_like(lhs: NDArray, rhs: NDArray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

def reverse(data: NDArray, axis: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reverse the order of elements along each of the axes."""

def rint(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element to the nearest whole number, the lower one of two that are as near."""

def rmsprop_update(weight: NDArray, grad: NDArray, n: NDArray, lr: float, gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by RMSProp, as Tieleman and Hinton have it."""

def rmspropalex_update(weight: NDArray, grad: NDArray, n: NDArray, g: NDArray, delta: NDArray, lr: float, gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by RMSProp, as Graves has it: centred, and with momentum."""

def round(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round each element to the nearest whole number, half away from zero."""

def rsqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``."""

def sample_exponential(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several exponential distributions of mean ``1 / lam``."""

def sample_gamma(alpha: NDArray, beta: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several gamma distributions of mean ``alpha * beta``."""

def sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from each of several negative binomial distributions given by mean and dispersion."""

@overload
def sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), *, get_prob: Literal[True], dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def sample_multinomial(data: NDArray, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw classes by the probabilities in the last dimension of an array."""

def sample_negative_binomial(k: NDArray, p: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw how many successes come before ``k`` failures, for several ``k`` and ``p``, as floats."""

def sample_normal(mu: NDArray, sigma: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from each of several normal distributions."""

def sample_poisson(lam: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from each of several Poisson distributions, as floats."""

def sample_uniform(low: NDArray, high: NDArray, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from each of several intervals ``[low, high)``."""

def scatter_nd(data: NDArray, indices: NDArray, shape: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Put elements or slices at coordinates of an array of zeros; the inverse of `gather_nd`."""

def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by SGD with momentum."""

def sgd_update(weight: NDArray, grad: NDArray, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by SGD: ``weight - lr * (rescale_grad * grad + wd * weight)``."""

def shape_array(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the shape of an array as an array."""

def shuffle(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Put the slices of the first dimension into random order."""

def sigmoid(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

def sign(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the sign of each element: -1, 0 or 1."""

def signsgd_update(weight: NDArray, grad: NDArray, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by the learning rate against the sign of the gradient: ``(1 - lr * wd) * weight - lr * sign(grad)``."""

def signum_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Step by the learning rate along the sign of the momentum."""

def sin(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the sine of each element, an angle in radians."""

def sinh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``."""

def size_array(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give the number of elements of an array as an array."""

def slice(data: NDArray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take a region of an array by a range, with a step, along each of the leading dimensions."""

def slice_axis(data: NDArray, axis: int, begin: int, end: int | None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take a range of one dimension: ``data[..., begin:end, ...]`` with the range at ``axis``."""

def slice_like(data: NDArray, shape_like: NDArray, axes: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cut dimensions down to the sizes that another array has there, from index zero on."""

def smooth_l1(data: NDArray, scalar: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside."""

def softmax(data: NDArray, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the softmax of ``data / temperature`` along an axis."""

def softmax_cross_entropy(data: NDArray, label: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum the cross entropy between the softmax of each row and its label."""

def softmin(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the softmax of ``-data / temperature`` along an axis."""

def softsign(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``x / (1 + abs(x))`` of each element."""

def sort(data: NDArray, axis: int | None = -1, is_ascend: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sort the elements along a dimension; equal elements keep their order."""

def space_to_depth(data: NDArray, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Move square blocks of the two spatial dimensions into channels."""

def split(data: NDArray, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Split a dimension into parts of equal size."""

def sqrt(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the square root of each element."""

def square(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply each element with itself: ``x**2``."""

def squeeze(data: NDArray, axis: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Remove dimensions of size one."""

def stack(*data: NDArray | Sequence[NDArray], num_args: int | None = None, axis: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Join arrays of one shape along a new dimension."""

def stop_gradient(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy an array, and let no gradient through: its gradient is zero."""

def sum(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the elements along dimensions."""

def sum_axis(data: NDArray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the elements along dimensions."""

def swapaxes(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exchange two dimensions."""

def take(a: NDArray, indices: NDArray, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take slices of a dimension: ``out[..., i, ...] = a[..., indices[i], ...]`` with the index at ``axis``."""

def tan(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the tangent of each element, an angle in radians."""

def tanh(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``."""

def tile(data: NDArray, reps: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Repeat a whole array along each dimension."""

@overload
def topk(data: NDArray, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def topk(data: NDArray, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Find the ``k`` largest elements along a dimension, or the smallest, in order."""

def transpose(data: NDArray, axes: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Permute the dimensions: dimension ``i`` of the result is dimension ``axes[i]`` of ``data``."""

def trunc(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cut off the fraction of each element."""

def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from ``[low, high)``."""

def unravel_index(data: NDArray, shape: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn positions in a flattened array into coordinates."""

def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Take elements from one of two arrays: ``x`` where the condition is not zero, ``y`` where it is."""

def zeros_like(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make zeros of an array's shape and type."""
