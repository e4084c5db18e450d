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
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``sigmoid`` ``1 / (1 + exp(-x))``, ``tanh`` the hyperbolic tangent, ``softrelu``
    ``log(1 + exp(x))``, and ``softsign`` ``x / (1 + abs(x))``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
        The function.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.Activation(mx.nd.array([-2, 0, 3]), act_type="relu").asnumpy().tolist()
    [0.0, 0.0, 3.0]
    >>> mx.nd.Activation(mx.nd.array([-2, 0, 3]), act_type="softrelu").asnumpy().tolist()
    [0.1269, 0.6931, 3.0486]
    """

def arange_like(data: ndarray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Count up in the shape of the input, or along one of its axes; each number ``repeat`` times.

    Element ``i`` is ``start + step * (i // repeat)``.

    Parameters
    ----------
    data : ndarray
        Array whose shape and type are used.
    start : double, optional, default=0.0
        The first number.
    step : double, optional, default=1.0
        The difference between two.
    repeat : int, optional, default=1
        How often each number is repeated.
    ctx : string, optional, default=''
        Accepted and ignored: the result is on the data's context.
    axis : int or None, optional, default=None
        The axis whose length the result has; that of the whole array by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``, or with ``axis`` of shape ``(data.shape[axis],)``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.nd.contrib.arange_like(x, start=1).asnumpy().tolist()
    [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> mx.nd.contrib.arange_like(x, axis=1).asnumpy().tolist()
    [0.0, 1.0, 2.0]
    """

def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Multiply matrices in the last two axes, one pair for each index of the leading ones.

    Parameters
    ----------
    lhs : ndarray
        Array of shape ``(B..., N, K)``, or ``(B..., K, N)`` with ``transpose_a``.
    rhs : ndarray
        Array of shape ``(B..., K, M)``, or ``(B..., M, K)`` with ``transpose_b``.
    transpose_a : boolean, optional, default=False
        Transpose the matrices of ``lhs``.
    transpose_b : boolean, optional, default=False
        Transpose the matrices of ``rhs``.
    forward_stype : {'csr', 'default', 'row_sparse'} or None, optional, default=None
        Storage type of the result, if an operand is sparse and the default is not wanted.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(B..., N, M)``.

    Examples
    --------
    >>> x, y = mx.nd.ones((2, 3, 4)), mx.nd.ones((2, 5, 4))
    >>> mx.nd.batch_dot(x, y, transpose_b=True).shape
    (2, 3, 5)
    """

def batch_flatten(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Flatten all axes but the first, so that each sample becomes one row.

    Parameters
    ----------
    data : ndarray
        Array of shape ``(d0, d1, ..., dk)``.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(d0, d1 * ... * dk)``.

    Examples
    --------
    >>> mx.nd.flatten(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Normalize each channel over the batch, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance of each channel over all
    other axes. At inference, and with ``use_global_stats``, the moving averages are used instead. These are updated in
    backward: ``moving = momentum * moving + (1 - momentum) * batch``.

    Parameters
    ----------
    data : ndarray
        Array of shape ``(batch, channels, ...)``, or with the channels on another axis.
    gamma : ndarray
        Scale of each channel, of shape ``(channels,)``.
    beta : ndarray
        Shift of each channel, of shape ``(channels,)``.
    moving_mean : ndarray, auxiliary state
        Moving average of the mean of each channel, of shape ``(channels,)``.
    moving_var : ndarray, auxiliary state
        Moving average of the variance of each channel, of shape ``(channels,)``.
    eps : double, optional, default=0.001
        Added to the variance, which may be zero.
    momentum : float, optional, default=0.9
        How much of the moving averages stays at each step.
    fix_gamma : boolean, optional, default=True
        Write 1 into gamma, and give it no gradient.
    use_global_stats : boolean, optional, default=False
        Normalize with the moving averages in training too.
    output_mean_var : boolean, optional, default=False
        Return the statistics that were used too.
    axis : int, optional, default=1
        The axis of the channels.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    min_calib_range : float or None, optional, default=None
        Smallest output that calibration has seen; read where a network is quantized.
    max_calib_range : float or None, optional, default=None
        Largest output that calibration has seen; read where a network is quantized.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the inverse deviation,
    ``1 / sqrt(var + eps)``, of each channel.

    Examples
    --------
    >>> x = mx.nd.array([[1, 10], [3, 30]])
    >>> ones, zeros = mx.nd.ones(2), mx.nd.zeros(2)
    >>> with mx.autograd.train_mode():
    ...     out = mx.nd.BatchNorm(x, ones, zeros, zeros.copy(), ones.copy(), eps=1e-5)
    >>> out.asnumpy().tolist()
    [[-1.00, -1.00], [1.00, 1.00]]
    """

def cast(data: ndarray, dtype: DTypeLike, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Cast the elements to another type.

    Casting floats to integers truncates.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    dtype : dtype, required
        The new type.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.cast(mx.nd.array([0.9, -1.7]), dtype="int32").asnumpy().tolist()
    [0, -1]
    """

def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Check that a condition holds everywhere, and raise an error otherwise.

    Parameters
    ----------
    input : ndarray
        Array of bool.
    msg : string, optional, default='Constraint violated.'
        Text of the ValueError.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        True, without dimensions.

    Examples
    --------
    >>> mx.npx.constraint_check(mx.np.array([1, 2]) > 0, msg='not positive').item()
    True
    """

@overload
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, *, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has.

    In two dimensions, with ``c`` over the channels of a filter's group and ``u, v`` over the kernel:
    ``out[n, f, y, x] = bias[f] + sum_cuv weight[f, c, u, v] * data[n, c, y * stride + u * dilate - pad, ...]``.
    What lies outside the data is zero. Along each axis ``size`` becomes
    ``(size + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1``.

    Parameters
    ----------
    data : ndarray
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    weight : ndarray
        Filters of shape ``(num_filter, channels / num_group, *kernel)``; the channels are last where ``layout`` has them last.
    bias : ndarray, optional
        Vector of shape ``(num_filter,)``, a number that is added to each channel of the output.
    kernel : Shape(tuple), required
        Size of the filters, per axis.
    stride : Shape(tuple), optional, default=()
        Distance between the places where a filter is applied, per axis; 1 by default.
    dilate : Shape(tuple), optional, default=()
        Distance between the elements of the data that a filter reads, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides of the data, per axis; 0 by default.
    num_filter : int (at least 1), required
        Number of filters, and of channels of the output.
    num_group : int (at least 1), optional, default=1
        Number of groups that the channels are cut into; each has filters of its own. With as many groups as channels it is a depthwise convolution.
    workspace : long, optional, default=1024
        Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.
    no_bias : boolean, optional, default=False
        Leave out the bias; the operator has two inputs then.
    cudnn_tune : {'fastest', 'limited_workspace', 'off'} or None, optional, default=None
        Accepted and unused: how MXNet chooses a kernel of cuDNN. See `MXNET_CUDNN_AUTOTUNE_DEFAULT`.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'} or None, optional, default=None
        The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, or in the requested layout.

    Examples
    --------
    >>> images = mx.nd.ones((1, 3, 5, 5))
    >>> filters = mx.nd.ones((8, 3, 3, 3))
    >>> out = mx.nd.Convolution(images, filters, no_bias=True, kernel=(3, 3), pad=(1, 1), num_filter=8)
    >>> out.shape, out[0, 0, 0, 0].asscalar().item(), out[0, 0, 2, 2].asscalar().item()
    ((1, 8, 5, 5), 12.0, 27.0)
    """
@overload
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray: ...
@overload
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None, kernel: int | Sequence[int], stride: int | Sequence[int], dilate: int | Sequence[int], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray: ...

@overload
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, *, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and sum.

    It is the gradient of `Convolution` with respect to its data, used to upsample images with learned filters. Along
    each axis ``size`` becomes ``stride * (size - 1) + dilate * (kernel - 1) + 1 - 2 * pad + adj``.

    Parameters
    ----------
    data : ndarray
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    weight : ndarray
        Filters of shape ``(channels, num_filter / num_group, *kernel)``; the channels are those of the data.
    bias : ndarray, optional
        Vector of shape ``(num_filter,)``, a number that is added to each channel of the output.
    kernel : Shape(tuple), required
        Size of the filters, per axis.
    stride : Shape(tuple), optional, default=()
        Distance between the outputs of neighbouring inputs, per axis; 1 by default.
    dilate : Shape(tuple), optional, default=()
        Distance between the outputs of one input, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        How much of the output is cropped on both sides, per axis; 0 by default.
    adj : Shape(tuple), optional, default=()
        How much is added to the output's far side, per axis; less than ``stride``.
    target_shape : Shape(tuple), optional, default=()
        Size of the output, per axis; it overrides ``pad`` and ``adj``.
    num_filter : int (at least 1), required
        Number of filters, and of channels of the output.
    num_group : int (at least 1), optional, default=1
        Number of groups that the channels are cut into; each has filters of its own. With as many groups as channels it is a depthwise convolution.
    workspace : long, optional, default=512
        Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.
    no_bias : boolean, optional, default=True
        Leave out the bias; the operator has two inputs then.
    cudnn_tune : {'fastest', 'limited_workspace', 'off'} or None, optional, default=None
        Accepted and unused: how MXNet chooses a kernel of cuDNN. See `MXNET_CUDNN_AUTOTUNE_DEFAULT`.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'} or None, optional, default=None
        The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, or in the requested layout.

    Examples
    --------
    >>> x, filters = mx.nd.ones((1, 3, 5, 5)), mx.nd.ones((3, 2, 4, 4))
    >>> mx.nd.Deconvolution(x, filters, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=2).shape
    (1, 2, 10, 10)
    """
@overload
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray: ...
@overload
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None, kernel: int | Sequence[int], stride: int | Sequence[int], dilate: int | Sequence[int], pad: int | Sequence[int], adj: int | Sequence[int], target_shape: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray: ...

def dropout(data: ndarray, p: Annotated[float, '0 to 1'] = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``.

    In training ``out = data * mask / (1 - p)``, with a mask of zeros and ones that is drawn again at every call. This
    preserves the mean, so inference passes data through.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    p : float (0 to 1), optional, default=0.5
        Probability that an element becomes zero.
    mode : {'always', 'training'}, optional, default='training'
        When elements are dropped: in ``training`` only, or ``always``.
    axes : Shape(tuple), optional, default=()
        Axes along which elements are dropped together: the mask has length 1 there.
    cudnn_off : boolean or None, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.ones((4, 1000))
    >>> mx.nd.Dropout(x, p=0.5).mean().asscalar().item()  # prediction
    1.0
    >>> sorted(set(mx.nd.Dropout(x, p=0.75, mode="always").asnumpy().ravel().tolist()))
    [0.0, 4.0]
    """

def embedding(data: ndarray, weight: ndarray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``.

    Indices out of range are clipped.

    Parameters
    ----------
    data : ndarray
        Indices, an array of any shape and type.
    weight : ndarray
        The table of vectors, of shape ``(input_dim, output_dim)``.
    input_dim : int (at least 1), required
        Number of rows of the table, such as words of a vocabulary.
    output_dim : int (at least 1), required
        Length of each row.
    dtype : dtype, optional, default='float32'
        Type of ``weight``, if nothing else determines it.
    sparse_grad : boolean, optional, default=False
        Give ``weight`` a ``row_sparse`` gradient that holds the rows that were read.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``data.shape + (output_dim,)``.

    Examples
    --------
    >>> weight = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    >>> mx.nd.Embedding(mx.nd.array([[2, 0]]), weight, input_dim=3, output_dim=2).asnumpy().tolist()
    [[[4.0, 5.0], [0.0, 1.0]]]
    """

def erf(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.erf(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.8427]
    """

def erfinv(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the inverse of the error function of each element, which lies between -1 and 1.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.erfinv(mx.nd.array([0, 0.5])).asnumpy().tolist()
    [0.0, 0.4769]
    """

@overload
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply the linear map ``data @ weight.T + bias``.

    ``out[i, j] = sum_k data[i, k] * weight[j, k] + bias[j]``, a fully connected or dense layer.

    Parameters
    ----------
    data : ndarray
        Input of shape ``(batch, ...)``. With ``flatten`` it is read as ``(batch, features)``.
    weight : ndarray
        Matrix of shape ``(num_hidden, features)``.
    bias : ndarray, optional
        Vector of shape ``(num_hidden,)`` that is added to each row.
    num_hidden : int (at least 1), required
        Number of output features.
    no_bias : boolean, optional, default=False
        Omit the bias; the operator then has two inputs.
    flatten : boolean, optional, default=True
        Whether all axes of the data but the first are merged. If not, the map applies to the last axis.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_hidden)``; without ``flatten``, that of the data with ``num_hidden`` as the last axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.FullyConnected(x, mx.nd.ones((2, 3)), mx.nd.array([0, 10]), num_hidden=2).asnumpy().tolist()
    [[6.0, 16.0], [15.0, 25.0]]
    """
@overload
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: ndarray | None = None, name: str | None = None) -> ndarray: ...

def gamma(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the gamma function of each element; that of an integer is ``(x - 1)!``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.gamma(mx.nd.array([1, 5, 0.5])).asnumpy().tolist()
    [1.0, 24.0, 1.7725]
    """

def gammaln(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logarithm of the magnitude of the gamma function of each element.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.gammaln(mx.nd.array([1, 5])).asnumpy().tolist()
    [0.0, 3.1781]
    """

def gather_nd(data: ndarray, indices: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Gather elements or slices at coordinates.

    The first axis of ``indices`` holds the coordinates:
    ``out[j] = data[indices[0, j], ..., indices[M - 1, j]]``.

    Parameters
    ----------
    data : ndarray
        Array of shape ``(X0, ..., XN-1)``.
    indices : ndarray
        Coordinates, of shape ``(M, Y0, ..., YK-1)`` with ``M <= N``; negative ones count from the end.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(Y0, ..., YK-1, XM, ..., XN-1)``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.gather_nd(x, mx.nd.array([[1, 0], [0, 1]])).asnumpy().tolist()
    [3.0, 2.0]
    >>> mx.nd.gather_nd(x, mx.nd.array([[1]])).asnumpy().tolist()
    [[3.0, 4.0]]
    """

@overload
def intgemm_fully_connected(data: ndarray, weight: ndarray, scaling: ndarray | None = None, bias: ndarray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8.

    Parameters
    ----------
    data : ndarray
        Input of shape ``(batch, ...)``: int8, or float32, which is quantized first.
    weight : ndarray
        Prepared weight, of type int8 and shape ``(num_hidden, K)``.
    scaling : ndarray, optional
        What a product of 1 represents, an array of one element; only for ``out_type="float32"``. For int8 data that is
        ``maxabs(data) * maxabs(weight) / 127**2``, for floats ``maxabs(weight) / 127``.
    bias : ndarray, optional
        Bias of shape ``(num_hidden,)`` and type ``out_type``.
    num_hidden : int (at least 1), required
        Number of output features.
    no_bias : boolean, optional, default=False
        Add no bias; ``bias`` is then not given.
    flatten : boolean, optional, default=True
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.
    out_type : {'float32', 'int32'}, optional, default='float32'
        Type of the result: the products as ``"int32"``, or scaled to ``"float32"``.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_hidden)``, or ``data.shape[:-1] + (num_hidden,)`` without ``flatten``.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 64), dtype="int8"), mx.nd.ones((8, 64), dtype="int8")
    >>> out = mx.nd.contrib.intgemm_fully_connected(x, weight, num_hidden=8, no_bias=True, out_type="int32")
    >>> out.asnumpy().tolist()
    [[64, 64, 64, 64, 64, 64, 64, 64]]
    """
@overload
def intgemm_fully_connected(data: ndarray, weight: ndarray, scaling: ndarray | None, bias: ndarray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray: ...

def intgemm_maxabsolute(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the greatest magnitude in an array: ``max(abs(data))``.

    Parameters
    ----------
    data : ndarray
        Array of type float32.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(1,)``.

    Examples
    --------
    >>> mx.nd.contrib.intgemm_maxabsolute(mx.nd.array([1, -3, 2])).asnumpy().tolist()
    [3.0]
    """

def intgemm_prepare_data(data: ndarray, maxabs: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127.

    Parameters
    ----------
    data : ndarray
        Array of type float32 and any shape.
    maxabs : ndarray
        The magnitude that becomes 127, an array of one element; `intgemm_maxabsolute` gives it.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type int8 and the shape of ``data``.

    Examples
    --------
    >>> x, most = mx.nd.array([1, -2, 4]), mx.nd.array([2])
    >>> mx.nd.contrib.intgemm_prepare_data(x, most).asnumpy().tolist()
    [64, -127, 127]
    """

def intgemm_prepare_weight(weight: ndarray, maxabs: ndarray | None = None, already_quantized: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Prepare a weight for products: quantize it to int8, unless it is int8 already.

    MXNet also reorders the weight for the CPU; here the order is unchanged, so that it can be saved and moved.

    Parameters
    ----------
    weight : ndarray
        Matrix of float32, or of int8 with ``already_quantized``. Its last size is a multiple of 64, the
        product of the others a multiple of 8.
    maxabs : ndarray, optional
        The magnitude that becomes 127, an array of one element; not given with ``already_quantized``.
    already_quantized : boolean, optional, default=False
        Take ``weight`` as int8 that needs no quantizing.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type int8 and the shape of ``weight``.

    Examples
    --------
    >>> weight = mx.nd.ones((8, 64))
    >>> int(mx.nd.contrib.intgemm_prepare_weight(weight, mx.nd.array([1])).max().asscalar())
    127
    """

def intgemm_take_weight(weight: ndarray, indices: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Select rows of a prepared weight, i.e. the outputs of the product that are needed.

    Parameters
    ----------
    weight : ndarray
        Prepared weight, of type int8 and shape ``(N, K)``.
    indices : ndarray
        Rows, of type int32; their number is a multiple of 8.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type int8 and shape ``(len(indices), K)``.

    Examples
    --------
    >>> weight = mx.nd.ones((16, 64), dtype="int8")
    >>> rows = mx.nd.arange(8, dtype="int32")
    >>> mx.nd.contrib.intgemm_take_weight(weight, rows).shape
    (8, 64)
    """

@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Normalize over one axis, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance along ``axis``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    gamma : ndarray
        Scale and shift, of shape ``(data.shape[axis],)``.
    beta : ndarray
        Scale and shift, of shape ``(data.shape[axis],)``.
    axis : int, optional, default=-1
        The axis that is normalized.
    eps : float, optional, default=1e-05
        Added to the variance.
    output_mean_var : boolean, optional, default=False
        Return the mean and the deviation too.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the deviation
    ``sqrt(var + eps)``; both have length 1 along ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [10, 20, 30]])
    >>> mx.nd.LayerNorm(x, mx.nd.ones(3), mx.nd.zeros(3)).asnumpy().tolist()
    [[-1.2247, 0.0, 1.2247], [-1.2247, 0.0, 1.2247]]
    """

@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply a rectifier that lets negative elements through, scaled or curved.

    Elements above zero are unchanged, except with ``selu`` and ``gelu``. The others become, by ``act_type``: ``leaky``
    ``slope * x``; ``prelu`` ``gamma * x``, a slope that is learned; ``rrelu`` ``a * x``, with ``a`` drawn for each
    element in training and the mean of the bounds in prediction; ``elu`` ``slope * (exp(x) - 1)``; ``selu``
    ``lambda * alpha * (exp(x) - 1)``, and ``lambda * x`` above zero, with ``lambda`` 1.0507 and ``alpha`` 1.6733.
    ``gelu`` is ``x`` times the normal distribution's probability of less than ``x``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    gamma : ndarray, optional
        Slope below zero, one number or one per channel (axis 1); an input with ``prelu`` only.
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, optional, default='leaky'
        The function.
    slope : float, optional, default=0.25
        Slope below zero of ``leaky``, and the lowest value, negated, of ``elu``.
    lower_bound : float, optional, default=0.125
        The slopes of ``rrelu`` are drawn uniformly from between these.
    upper_bound : float, optional, default=0.334
        The slopes of ``rrelu`` are drawn uniformly from between these.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``. With ``rrelu`` a list of two: the second has the slopes that were drawn.

    Examples
    --------
    >>> x = mx.nd.array([[-2, -1, 0, 1]])
    >>> mx.nd.LeakyReLU(x, act_type="leaky", slope=0.25).asnumpy().tolist()
    [[-0.5, -0.25, 0.0, 1.0]]
    >>> mx.nd.LeakyReLU(x, act_type="elu", slope=1).asnumpy().tolist()
    [[-0.8647, -0.6321, 0.0, 1.0]]
    """

def load(file: str) -> list[ndarray] | dict[str, ndarray] | ndarray:
    """Load arrays from a file: MXNet's format, or NumPy's ``.npy`` and ``.npz``, told apart by its first bytes.

    It needs NumPy's semantics, see `set_np`.

    Parameters
    ----------
    file : str
        Path of the file.

    Returns
    -------
    list of ndarray, dict of str to ndarray, or ndarray
        A list or a dict, as it was saved; one array of a ``.npy`` file, a dict of a ``.npz`` file.

    Raises
    ------
    ValueError
        Without NumPy's semantics.
    TypeError
        If ``file`` is no path.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "list.params")
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     mx.npx.save(file, [mx.np.ones(2), mx.np.zeros(1)])
    ...     len(mx.npx.load(file))
    2
    """

def log_softmax(data: ndarray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis.

    ``out[i] = data[i] / temperature - log(sum_j exp(data[j] / temperature))``, more accurate than a softmax followed by
    a logarithm.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    axis : int, optional, default=-1
        The axis whose elements are compared.
    temperature : double or None, optional, default=None
        What the data is divided by; 1 by default. The higher, the more equal are the results.
    dtype : dtype or None, optional, default=None
        Type of the result; that of the data by default.
    use_length : boolean or None, optional, default=False
        Accepted for `softmax`'s sake; only False.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.log_softmax(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[-2.4076, -1.4076, -0.4076]]
    """

def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Convert predictions to rows of (class, score, left, top, right, bottom), best first.

    Each anchor becomes its predicted box, with its best class other than the background. A row of class -1 is not a
    detection: it is too uncertain, or suppressed by one that it overlaps.

    Parameters
    ----------
    cls_prob : ndarray
        Probabilities of shape ``(batch, classes, anchors)``; class 0 is the background.
    loc_pred : ndarray
        Predictions of shape ``(batch, anchors * 4)``, coded as the targets of `MultiBoxTarget`.
    anchor : ndarray
        Corners of shape ``(1, anchors, 4)``.
    clip : boolean, optional, default=True
        Keep the corners inside the image.
    threshold : float, optional, default=0.01
        The minimum probability of a detection.
    background_id : int, optional, default=0
        Accepted and ignored, as in MXNet: class 0 is the background.
    nms_threshold : float, optional, default=0.5
        Intersection over union at which the worse of two boxes is suppressed; none is if it is outside 0 to 1.
    force_suppress : boolean, optional, default=False
        Let boxes of different classes suppress each other.
    variances : tuple of <float>, optional, default=(0.1, 0.1, 0.2, 0.2)
        Factors of the four predictions.
    nms_topk : int, optional, default=-1
        How many of the best boxes are kept; all if it is not positive.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, anchors, 6)``. Classes count from 0, without the background.

    Examples
    --------
    >>> chances, anchors = mx.nd.array([[[0.1, 0.8], [0.9, 0.2]]]), mx.nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> out = mx.nd.contrib.MultiBoxDetection(chances, mx.nd.zeros((1, 8)), anchors, threshold=0.5)
    >>> out.asnumpy().tolist()
    [[[0.0, 0.90, 0.0, 0.0, 0.5, 0.5], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]]
    """

def multibox_prior(data: ndarray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Place anchors of several sizes and aspect ratios on each pixel of a feature map.

    A pixel has one anchor for each size with the first ratio, and one for each other ratio with the first size. An
    anchor of size ``s`` and ratio ``r`` is ``s * sqrt(r)`` wide and ``s / sqrt(r)`` high, relative to the image's
    height.

    Parameters
    ----------
    data : ndarray
        Feature map of shape ``(batch, channels, height, width)``; only its shape counts.
    sizes : tuple of <float>, optional, default=(1.0,)
        Sizes of anchors, relative to the image.
    ratios : tuple of <float>, optional, default=(1.0,)
        Width divided by height.
    clip : boolean, optional, default=False
        Keep the corners inside the image.
    steps : tuple of <float>, optional, default=(-1.0, -1.0)
        Vertical and horizontal distance between anchors, relative to the image; if not positive, one pixel of the map.
    offsets : tuple of <float>, optional, default=(0.5, 0.5)
        Vertical and horizontal position of anchors in a pixel, relative to its size.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(1, height * width * (len(sizes) + len(ratios) - 1), 4)``: corners ``x1, y1, x2, y2`` relative to
    the image.

    Examples
    --------
    >>> mx.nd.contrib.MultiBoxPrior(mx.nd.zeros((1, 3, 1, 1)), sizes=(0.5, 0.25)).asnumpy().tolist()
    [[[0.25, 0.25, 0.75, 0.75], [0.375, 0.375, 0.625, 0.625]]]
    """

def multibox_target(anchor: ndarray, label: ndarray, cls_pred: ndarray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: ndarray | None = None, name: str | None = None) -> list[ndarray]:
    """Match anchors with labelled objects; returns location targets, their mask, and class targets.

    Each object gets its best anchor, and other anchors the object they overlap most, above the threshold. The rest is
    background, class 0; with ``negative_mining_ratio`` only the hardest ones are, and the others are ignored. A
    location target is ``((x - xa) / wa, (y - ya) / ha, log(w / wa), log(h / ha)) / variances``, from centers and sizes
    of the object and of the anchor ``a``.

    Parameters
    ----------
    anchor : ndarray
        Corners of shape ``(1, anchors, 4)``, as `MultiBoxPrior` gives them.
    label : ndarray
        Objects of shape ``(batch, objects, 5 or more)``: class, left, top, right, bottom. The first class of -1 ends
        the list.
    cls_pred : ndarray
        Scores of shape ``(batch, classes, anchors)``, the background being class 0; read for mining.
    overlap_threshold : float, optional, default=0.5
        Intersection over union at which an anchor counts as an object.
    ignore_label : float, optional, default=-1.0
        Class target of anchors that are ignored.
    negative_mining_ratio : float, optional, default=-1.0
        Number of background anchors per object anchor; all if it is not positive.
    negative_mining_thresh : float, optional, default=0.5
        An anchor that overlaps an object by this much is not a candidate for background.
    minimum_negative_samples : int, optional, default=0
        Accepted and ignored, as in MXNet.
    variances : tuple of <float>, optional, default=(0.1, 0.1, 0.2, 0.2)
        What the four numbers of a location target are divided by.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of three arrays: location targets and their mask, of shape ``(batch, anchors * 4)``, and class targets,
    ``(batch, anchors)``: 0 for background, 1 more than the label's class otherwise.

    Examples
    --------
    >>> anchors = mx.nd.array([[[0.1, 0.1, 0.5, 0.5], [0.5, 0.5, 0.9, 0.9]]])
    >>> label = mx.nd.array([[[2, 0.1, 0.1, 0.5, 0.5]]])
    >>> where, mask, kind = mx.nd.contrib.MultiBoxTarget(anchors, label, mx.nd.zeros((1, 4, 2)))
    >>> kind.asnumpy().tolist(), mask.asnumpy().tolist()
    ([[3.0, 0.0]], [[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]])
    """

def nonzero(x: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Return the indices of the nonzero elements, one row per element.

    Parameters
    ----------
    x : ndarray
        Input array.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A matrix of int64, with a row for each such element and a column for each axis. `mx.np.nonzero` gives
        the columns as a tuple.

    Examples
    --------
    >>> mx.npx.nonzero(mx.np.array([[1, 0], [0, 2]])).tolist()
    [[0, 0], [1, 1]]
    """

def one_hot(indices: ndarray, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Convert indices to one-hot vectors along a new last axis.

    ``out[..., j]`` is ``on_value`` where ``j`` is the index and ``off_value`` elsewhere; an index out of range
    gives ``off_value`` only.

    Parameters
    ----------
    indices : ndarray
        Indices, an array of any shape.
    depth : int, required
        Length of the vectors.
    on_value : double, optional, default=1.0
        Value at the index.
    off_value : double, optional, default=0.0
        Value everywhere else.
    dtype : dtype, optional, default='float32'
        Type of the result.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``indices.shape + (depth,)``.

    Examples
    --------
    >>> mx.nd.one_hot(mx.nd.array([1, 0, 5]), depth=3).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """

def pick(data: ndarray, index: ndarray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Pick one element along an axis for every position of the other ones.

    With ``axis=1`` of a matrix it is ``out[i] = data[i, index[i]]``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    index : ndarray
        Indices along ``axis``, one for every position of the other axes: of the shape of ``data`` without ``axis``, or
        with size one there. Fractions are truncated.
    axis : int or None, optional, default=-1
        Axis that is indexed; a negative one counts from the last.
    keepdims : boolean, optional, default=False
        Keep ``axis`` in the result, with size one.
    mode : {'clip', 'wrap'}, optional, default='clip'
        What an index out of range means: ``"clip"`` the nearest one in range, ``"wrap"`` the remainder by the size.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data`` without ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.pick(x, mx.nd.array([0, 1, 0])).asnumpy().tolist()
    [1.0, 4.0, 5.0]
    >>> mx.nd.pick(x, mx.nd.array([2, 1]), axis=0, keepdims=True).asnumpy().tolist()
    [[5.0, 4.0]]
    """

def pooling(data: ndarray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm.

    The p-norm is ``sum(abs(x) ** p_value) ** (1 / p_value)``. Along each axis there are
    ``(size + 2 * pad - kernel) / stride + 1`` windows, rounded as ``pooling_convention`` says.

    Parameters
    ----------
    data : ndarray
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    kernel : Shape(tuple) (dimensions other than 0), optional, default=()
        Size of a window, per axis. It may be left out with ``global_pool``.
    pool_type : {'avg', 'lp', 'max', 'sum'}, optional, default='max'
        What a window is reduced to: its mean ``avg``, its p-norm ``lp``, its maximum or its sum.
    global_pool : boolean, optional, default=False
        Let one window cover the whole image; kernel, stride and pad are then ignored.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    pooling_convention : {'full', 'same', 'valid'}, optional, default='valid'
        How the number of windows is rounded: down by ``valid``, up by ``full``. With ``same`` there are
        ``size / stride`` windows, rounded up, of one axis only.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between windows, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Padding on both sides, per axis; it is never a maximum. 0 by default.
    p_value : int or None, optional, default=None
        The power of ``lp``: 1, 2 or 3.
    count_include_pad : boolean or None, optional, default=None
        Whether a mean counts padding, as zeros. True by default.
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'} or None, optional, default=None
        The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, channels, *windows)``, or in the layout of the data.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type="max")[0, 0].asnumpy().tolist()
    [[5.0, 7.0], [13.0, 15.0]]
    >>> mx.nd.Pooling(image, global_pool=True, pool_type="avg").asnumpy().tolist()
    [[[[7.5]]]]
    """

def relu(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Apply the rectified linear unit to each element: ``max(x, 0)``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.npx.relu(mx.np.array([-1, 2])).asnumpy().tolist()
    [0.0, 2.0]
    """

def reshape(a: ndarray, newshape: int | Sequence[int], reverse: bool | int = False, order: str = 'C', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Reshape an array to a shape given by sizes and codes.

    Parameters
    ----------
    a : ndarray
        Input array.
    newshape : Shape(tuple), required
        Sizes and codes, read from the left. -1 infers a size, -2 copies one, -3 drops one that is 1, -4 copies all
        that are left, -5 merges two, and -6 splits one into the two that follow (one of which may be -1).
    reverse : boolean, optional, default=False
        Whether the codes are read from the right.
    order : string, optional, default='C'
        How elements are read and placed. Only ``'C'``, row by row, is supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A copy of the resulting shape.

    Examples
    --------
    >>> mx.npx.reshape(mx.np.zeros((2, 3, 8)), (-5, -6, 4, -1)).shape
    (6, 4, 2)
    """

def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Replace a range of axes of ``lhs`` by a range of axes of ``rhs``.

    Without any range ``lhs`` gets the whole shape of ``rhs``. A negative number counts from the last axis; a
    range does not include its end. The number of elements has to stay the same.

    Parameters
    ----------
    lhs : ndarray
        Array to reshape.
    rhs : ndarray
        Array whose sizes are taken; its values are not read.
    lhs_begin : int or None, optional, default=None
        First axis of ``lhs`` that is replaced; None means the first of all.
    lhs_end : int or None, optional, default=None
        End of the replaced axes of ``lhs``; None means after the last.
    rhs_begin : int or None, optional, default=None
        First axis of ``rhs`` whose size is taken; None means the first of all.
    rhs_end : int or None, optional, default=None
        End of the axes taken from ``rhs``; None means after the last.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array with the elements of ``lhs``, of shape
    ``lhs.shape[:lhs_begin] + rhs.shape[rhs_begin:rhs_end] + lhs.shape[lhs_end:]``.

    Examples
    --------
    >>> x, like = mx.nd.ones((30, 7)), mx.nd.ones((15, 2, 4))
    >>> mx.nd.reshape_like(x, like, lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2).shape
    (15, 2, 7)
    """

@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, *, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: ndarray | None = None, name: str | None = None) -> Any:
    """Run stacked recurrent layers over ``(time, batch, features)`` data.

    With ``W`` and ``R`` as weights of the input and of the state, biases left out:
    ``rnn_tanh`` computes ``h' = tanh(W x + R h)`` at each step, ``rnn_relu`` the same with a relu.
    ``lstm`` computes four gates ``i, f, g, o``, ``c' = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and
    ``h' = sigmoid(o) * tanh(c')``. ``gru`` computes ``r, z = sigmoid(...)``, ``n = tanh(W x + r * (R h))`` and
    ``h' = (1 - z) * n + z * h``. Each layer reads the outputs of the one below.

    Parameters
    ----------
    data : ndarray
        Sequences of shape ``(time, batch, features)``.
    parameters : ndarray
        One vector of all weights, then all biases. Weights are ordered by layer, then by direction: input to hidden, of
        shape ``(gates * state_size, inputs)``, hidden to hidden, and the projection, if there is one. Biases likewise,
        two vectors of ``gates * state_size`` each. `mx.rnn.FusedRNNCell` packs and unpacks it.
    state : ndarray
        Initial states, of shape ``(layers * directions, batch, state_size)``, or ``projection_size`` as the last axis.
    state_cell : ndarray, optional
        Initial cell states, of shape ``(layers * directions, batch, state_size)``; an input of ``lstm`` only.
    sequence_length : ndarray, optional
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    state_size : int (at least 1), required
        Number of features of a state.
    num_layers : int (at least 1), required
        Number of layers.
    bidirectional : boolean, optional, default=False
        Run each layer in both directions, and concatenate both outputs.
    mode : {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}, required
        The kind of layer.
    p : float (0 to 1), optional, default=0.0
        Probability of dropout between layers, in training.
    state_outputs : boolean, optional, default=False
        Return the states after the last step too.
    projection_size : int or None, optional, default=None
        Number of features that the state of an LSTM is projected to; none by default.
    lstm_state_clip_min : double or None, optional, default=None
        The cell state of an LSTM is clipped to this range at each step; not by default.
    lstm_state_clip_max : double or None, optional, default=None
        The cell state of an LSTM is clipped to this range at each step; not by default.
    lstm_state_clip_nan : boolean, optional, default=False
        Whether clipping replaces NaN cell states.
    use_sequence_length : boolean, optional, default=False
        Read ``sequence_length``: outputs past a sequence's end are zero, and states are those at its end.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(time, batch, directions * state_size)``. With ``state_outputs`` a list: the states, shaped as
    ``state``, come next, and after them, of an LSTM, the cell states.

    Examples
    --------
    >>> x, state = mx.nd.ones((5, 2, 3)), mx.nd.zeros((1, 2, 4))
    >>> vector = mx.nd.zeros(4 * (4 * 3 + 4 * 4 + 4 + 4))  # an LSTM has four gates
    >>> out, h, c = mx.nd.RNN(x, vector, state, state, state_size=4, num_layers=1, mode="lstm", state_outputs=True)
    >>> out.shape, h.shape, c.shape
    ((5, 2, 4), (1, 2, 4), (1, 2, 4))
    """
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None, sequence_length: ndarray | None, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int = False, *, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: ndarray | None = None, name: str | None = None) -> Any: ...
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None, sequence_length: ndarray | None, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: ndarray | None = None, name: str | None = None) -> Any: ...

def roi_pooling(data: ndarray, rois: ndarray, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom).

    Corners are scaled by ``spatial_scale`` and rounded; both belong to the region. The region is divided into
    ``pooled_size`` bins, which may share pixels; an empty bin gives zero.

    Parameters
    ----------
    data : ndarray
        Images of shape ``(batch, channels, height, width)``.
    rois : ndarray
        Regions of shape ``(number, 5)``: the image's index in the batch, then the corners ``x1, y1, x2, y2``.
    pooled_size : Shape(tuple) (2 dimensions other than 0), required
        Number of bins, vertically and horizontally.
    spatial_scale : float (0 to 1), required
        Pixels of the data per unit of the corners: 1/16 if the network halves its images four times.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.ROIPooling(image, mx.nd.array([[0, 0, 0, 3, 1]]), pooled_size=(1, 2), spatial_scale=1).asnumpy().tolist()
    [[[[5.0, 7.0]]]]
    """

def save(file: str, arr: ndarray | list[ndarray] | dict[str, ndarray]) -> None:
    """Save arrays to a file in MXNet's format, whatever its extension.

    The file is replaced as a whole once everything is written, so that a broken run leaves the old one. It needs
    NumPy's semantics, see `set_np`.

    Parameters
    ----------
    file : str
        Path of the file.
    arr : ndarray, list of ndarray or dict of str to ndarray
        What to save. One array is saved as a list of one.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        Without NumPy's semantics, or if ``arr`` is of another kind.
    TypeError
        If a list or dict holds something else.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "w.params")
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     mx.npx.save(file, {"w": mx.np.ones(2)})
    ...     mx.npx.load(file)["w"].tolist()
    [1.0, 1.0]
    """

def savez(file: str, *args: Any, **kwds: Any) -> None:
    """Save arrays to a file in NumPy's ``.npz`` format.

    Parameters
    ----------
    file : str
        Path of the file.
    *args : ndarray
        Arrays that are named ``arr_0``, ``arr_1`` and so on.
    **kwds : ndarray
        Arrays by their names.

    Returns
    -------
    None

    Raises
    ------
    TypeError
        If something else than an array of mx.np is given.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "two.npz")
    >>> mx.npx.savez(file, mx.np.ones(2), w=mx.np.zeros(1))
    >>> with mx.util.np_shape(), mx.util.np_array():
    ...     sorted(mx.npx.load(file))
    ['arr_0', 'w']
    """

def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Write ``value`` past the end of each sequence.

    Parameters
    ----------
    data : ndarray
        Sequences of shape ``(time, batch, ...)``, or ``(batch, time, ...)`` with ``axis=1``.
    sequence_length : ndarray, optional
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    use_sequence_length : boolean, optional, default=False
        Read ``sequence_length``. Without, all sequences are as long as the axis of time.
    value : float, optional, default=0.0
        What is written.
    axis : int, optional, default=0
        The axis of time: 0 or 1.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.ones((3, 2))  # three steps of two sequences
    >>> lengths = mx.nd.array([1, 3])
    >>> mx.nd.SequenceMask(x, lengths, use_sequence_length=True, value=-1).asnumpy().tolist()
    [[1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]
    """

def shape_array(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the shape of an array as an array.

    Parameters
    ----------
    data : ndarray
        Array of any shape; its values are not read.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Vector of type int64 with one size per axis.

    Examples
    --------
    >>> mx.nd.shape_array(mx.nd.ones((2, 3))).asnumpy().tolist()
    [2, 3]
    """

def sigmoid(data: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.npx.sigmoid(mx.np.array([0, 2])).asnumpy().tolist()
    [0.5, 0.8808]
    """

def slice(data: ndarray, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Slice an array by a range, with a step, along each of the leading axes.

    Along axis ``i`` it is ``data[begin[i]:end[i]:step[i]]``; axes that are not named are taken whole.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    begin : Shape(tuple), required
        First index along each axis; a negative one counts from the end, None means the first element.
    end : Shape(tuple), required
        Index after the last one along each axis; None means that the range goes to the end.
    step : Shape(tuple), optional, default=()
        Distance between indices along each axis, negative to go backwards; None or nothing means 1.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x = mx.nd.arange(12).reshape((3, 4))
    >>> mx.nd.slice(x, begin=(0, 1), end=(2, 4)).asnumpy().tolist()
    [[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]
    >>> mx.nd.slice(x, begin=(None, 3), end=(None, None), step=(2, -2)).asnumpy().tolist()
    [[3.0, 1.0], [11.0, 9.0]]
    """

def smooth_l1(data: ndarray, scalar: float = 1.0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside.

    With ``s`` for ``scalar`` it is ``0.5 * (s * x)**2`` where ``abs(x) < 1 / s**2``, and ``abs(x) - 0.5 / s**2``
    elsewhere.

    Parameters
    ----------
    data : ndarray
        Array of any shape, usually the difference of predictions and labels.
    scalar : double, optional, default=1.0
        Where the two pieces meet, at ``1 / scalar**2``.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.smooth_l1(mx.nd.array([-3, 0.5, 2])).asnumpy().tolist()
    [2.5, 0.125, 1.5]
    """

def softmax(data: ndarray, length: ndarray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the softmax of ``data / temperature`` along an axis.

    ``out[i] = exp(data[i] / temperature) / sum_j exp(data[j] / temperature)``.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    length : ndarray, optional
        How many elements of each row take part, an integer array of the shape of the data without ``axis``; the others
        get 0. An input with ``use_length`` only.
    axis : int, optional, default=-1
        The axis whose elements are compared.
    temperature : double or None, optional, default=None
        What the data is divided by; 1 by default. The higher, the more equal are the results.
    dtype : dtype or None, optional, default=None
        Type of the result; that of the data by default.
    use_length : boolean or None, optional, default=False
        Read ``length``.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``; the elements along ``axis`` add up to 1.

    Examples
    --------
    >>> mx.nd.softmax(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.0900, 0.2447, 0.6652]]
    >>> mx.nd.softmax(mx.nd.array([[1, 1, 9]]), mx.nd.array([2], dtype="int32"), use_length=True).asnumpy().tolist()
    [[0.5, 0.5, 0.0]]
    """

@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Find the ``k`` largest elements along an axis, or the smallest, in order.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    axis : int or None, optional, default=-1
        Axis to search along; a negative one counts from the last; None searches the flattened array.
    k : int, optional, default=1
        How many elements; a number below 1 means all.
    ret_typ : {'both', 'indices', 'mask', 'value'}, optional, default='indices'
        What is returned: ``"indices"``, ``"value"``, ``"both"`` values and indices, or ``"mask"``, ones at these
        elements and zeros elsewhere.
    is_ascend : boolean, optional, default=False
        Find the smallest elements instead of the largest.
    dtype : dtype, optional, default='float32'
        Type of the indices.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data`` with size ``k`` along ``axis``; a list of values and indices for ``"both"``; an
    array of the shape of ``data`` for ``"mask"``.

    Examples
    --------
    >>> x = mx.nd.array([[30, 10, 20]])
    >>> mx.nd.topk(x, k=2).asnumpy().tolist()
    [[0.0, 2.0]]
    >>> mx.nd.topk(x, k=2, ret_typ="value", is_ascend=True).asnumpy().tolist()
    [[10.0, 20.0]]
    >>> mx.nd.topk(x, k=2, ret_typ="mask").asnumpy().tolist()
    [[1.0, 0.0, 1.0]]
    """

def waitall() -> None:
    """Block until all submitted work has finished."""
