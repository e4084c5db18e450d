"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

@overload
def Activation(data: Symbol | None = None, *, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``sigmoid`` ``1 / (1 + exp(-x))``, ``tanh`` the hyperbolic tangent, ``softrelu``
    ``log(1 + exp(x))``, and ``softsign`` ``x / (1 + abs(x))``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
        The function.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
@overload
def Activation(data: Symbol | None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize each channel over the batch, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance of each channel over all
    other axes. At inference, and with ``use_global_stats``, the moving averages are used instead. These are updated in
    backward: ``moving = momentum * moving + (1 - momentum) * batch``.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(batch, channels, ...)``, or with the channels on another axis.
    gamma : Symbol
        Scale of each channel, of shape ``(channels,)``.
    beta : Symbol
        Shift of each channel, of shape ``(channels,)``.
    moving_mean : Symbol, auxiliary state
        Moving average of the mean of each channel, of shape ``(channels,)``.
    moving_var : Symbol, auxiliary state
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize each channel over the batch, as in MXNet's first releases: "var" is the variance.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, as `BatchNorm` does; channels are on axis 1.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(batch, channels, ...)``, or with the channels on another axis.
    gamma : Symbol
        Scale of each channel, of shape ``(channels,)``.
    beta : Symbol
        Shift of each channel, of shape ``(channels,)``.
    moving_mean : Symbol, auxiliary state
        Moving average of the mean of each channel, of shape ``(channels,)``.
    moving_var : Symbol, auxiliary state
        Moving average of the variance of each channel, of shape ``(channels,)``.
    eps : float, optional, default=0.001
        Added to the variance, which may be zero.
    momentum : float, optional, default=0.9
        How much of the moving averages stays at each step.
    fix_gamma : boolean, optional, default=True
        Write 1 into gamma, and give it no gradient.
    use_global_stats : boolean, optional, default=False
        Normalize with the moving averages in training too.
    output_mean_var : boolean, optional, default=False
        Return the statistics that were used too.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the variance of each
    channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.BatchNorm_v1(x, ones, zeros, zeros, ones, eps=0).asnumpy().tolist()  # prediction: by the averages given
    [[1.0, 10.0], [3.0, 30.0]]
    """

def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Interpolate images at the positions of a grid with x and y from -1 to 1; zero outside.

    The four pixels around a position are weighted by distance. -1 and 1 are the centers of the outermost pixels.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, height, width)``.
    grid : Symbol
        Positions of shape ``(batch, 2, rows, columns)``, x before y, as `GridGenerator` makes them.
    cudnn_off : boolean or None, optional, default=None
        Accepted and unused: whether MXNet leaves out cuDNN.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, rows, columns)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> middle = mx.nd.zeros((1, 2, 1, 1))
    >>> mx.nd.BilinearSampler(image, middle).asnumpy().tolist()
    [[[[2.5]]]]
    """

def BlockGrad(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array and stop its gradient, which is zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * mx.nd.BlockGrad(x)
    >>> y.backward()
    >>> x.grad.asnumpy().tolist()
    [3.0]
    """

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels.

    The loss is ``-log`` of the probability that the labels come out: of all ways to spread them over the steps, with
    blanks in between and repetitions counted once. Connectionist temporal classification learns from sequences whose
    alignment is unknown, such as speech or handwriting.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(time, batch, classes)``; one class is the blank.
    label : Symbol
        Classes of each sequence, of shape ``(batch, most)``. Without ``label_lengths`` labels end at the first padding:
        0 where the first class is the blank, -1 where the last one is.
    data_lengths : Symbol, optional
        Number of steps of each sequence, of shape ``(batch,)``; an input with ``use_data_lengths`` only.
    label_lengths : Symbol, optional
        Number of labels of each sequence, of shape ``(batch,)``; an input with ``use_label_lengths`` only.
    use_data_lengths : boolean, optional, default=False
        Read ``data_lengths``; without, all steps count.
    use_label_lengths : boolean, optional, default=False
        Read ``label_lengths``; without, labels end at their padding.
    blank_label : {'first', 'last'}, optional, default='first'
        Which class is the blank: the first, and labels count from 1, or the last, and labels count from 0.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch,)``, the loss of each sequence.

    Examples
    --------
    >>> scores = mx.nd.zeros((2, 1, 3))  # two steps, and equal chances for the blank and two classes
    >>> loss = mx.nd.CTCLoss(scores, mx.nd.array([[1, 0]]))
    >>> loss.exp().asnumpy().tolist()  # 3 of 9 ways give the label: (1, 1), (1, blank) and (blank, 1)
    [3.00]
    """

@overload
def Cast(data: Symbol | None = None, *, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cast the elements to another type.

    Casting floats to integers truncates.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    dtype : dtype, required
        The new type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.cast(mx.nd.array([0.9, -1.7]), dtype="int32").asnumpy().tolist()
    [0, -1]
    """
@overload
def Cast(data: Symbol | None, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of one rank, with equal sizes except along ``dim``.
    dim : int, optional, default=1
        Axis along which they are concatenated; a negative one counts from the last.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    One array, whose size along ``dim`` is the sum of theirs.

    Examples
    --------
    >>> x, y = mx.nd.zeros((2, 2)), mx.nd.ones((2, 1))
    >>> mx.nd.concat(x, y, dim=1).asnumpy().tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    """

@overload
def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, *, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve data with filters over one to three axes, as many as ``kernel`` has.

    In two dimensions, with ``c`` over the channels of a filter's group and ``u, v`` over the kernel:
    ``out[n, f, y, x] = bias[f] + sum_cuv weight[f, c, u, v] * data[n, c, y * stride + u * dilate - pad, ...]``.
    What lies outside the data is zero. Along each axis ``size`` becomes
    ``(size + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1``.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    weight : Symbol
        Filters of shape ``(num_filter, channels / num_group, *kernel)``; the channels are last where ``layout`` has them last.
    bias : Symbol, optional
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
def Convolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def Convolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int], dilate: int | Sequence[int], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, *, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve data with filters; kept for models of MXNet's first releases.

    It computes what `Convolution` does, over two or three axes.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    weight : Symbol
        Filters of shape ``(num_filter, channels / num_group, *kernel)``; the channels are last where ``layout`` has them last.
    bias : Symbol, optional
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
    layout : {'NCDHW', 'NCHW', 'NDHWC', 'NHWC'} or None, optional, default=None
        The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by default.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> filters = mx.nd.ones((4, 3, 3, 3))
    >>> mx.nd.Convolution_v1(mx.nd.ones((1, 3, 5, 5)), filters, no_bias=True, kernel=(3, 3), num_filter=4).shape
    (1, 4, 3, 3)
    """
@overload
def Convolution_v1(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def Convolution_v1(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int], dilate: int | Sequence[int], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: Annotated[int, 'at least 1'] = 1, max_displacement: Annotated[int, 'at least 0'] = 1, stride1: Annotated[int, 'at least 1'] = 1, stride2: Annotated[int, 'at least 1'] = 1, pad_size: Annotated[int, 'at least 0'] = 0, is_multiply: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare each patch of one image with the patches around its position in another.

    A channel of the output belongs to one displacement. It holds the products of the two patches, or their absolute
    differences, averaged over the patch and its channels. Optical flow networks use this to match images.

    Parameters
    ----------
    data1 : Symbol
        Images of shape ``(batch, channels, height, width)``, both of one shape.
    data2 : Symbol
        Images of shape ``(batch, channels, height, width)``, both of one shape.
    kernel_size : int (at least 1), optional, default=1
        Size of a patch; an odd number.
    max_displacement : int (at least 0), optional, default=1
        How far away patches of the second image may be, in pixels.
    stride1 : int (at least 1), optional, default=1
        Distance between the patches of the first image.
    stride2 : int (at least 1), optional, default=1
        Distance between the displacements that are tried.
    pad_size : int (at least 0), optional, default=0
        Zeros around both images.
    is_multiply : boolean, optional, default=True
        Whether patches are multiplied. If not, their absolute difference is taken.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, d * d, rows, columns)`` with ``d = 2 * (max_displacement // stride2) + 1``. There are
    ``(height + 2 * pad_size - 2 * (max_displacement + kernel_size // 2)) / stride1`` rows, rounded up.

    Examples
    --------
    >>> one, two = mx.nd.ones((1, 2, 5, 5)), mx.nd.ones((1, 2, 5, 5)) * 3
    >>> out = mx.nd.Correlation(one, two, kernel_size=1, max_displacement=1, pad_size=1)
    >>> out.shape, out[0, 4, 2, 2].asscalar().item()
    ((1, 9, 5, 5), 3.0)
    """

def Crop(*data: Symbol | Sequence[Symbol], num_args: int | None = None, offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cut a window out of images: of the size ``h_w``, or of the second input's size.

    Parameters
    ----------
    data : Symbol, any number
        Images of shape ``(batch, channels, height, width)``, and, if the window is to be as large as another image,
        that image.
    offset : Shape(tuple), optional, default=(0, 0)
        Row and column where the window begins.
    h_w : Shape(tuple), optional, default=(0, 0)
        Height and width of the window; ignored with a second input.
    center_crop : boolean, optional, default=False
        Cut out the center, whatever the offset is.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, *h_w)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.Crop(image, offset=(1, 0), h_w=(2, 2))[0, 0].asnumpy().astype(int).tolist()
    [[4, 5], [8, 9]]
    >>> mx.nd.Crop(image, mx.nd.zeros((1, 1, 2, 2)), center_crop=True)[0, 0].asnumpy().astype(int).tolist()
    [[5, 6], [9, 10]]
    """

def Custom(*data: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run an operator that the program registered with ``mx.operator.register``; ``op_type`` names it.

    ``op_type`` is required. All other keywords are passed to the operator's class as strings.

    Parameters
    ----------
    data : Symbol, any number
        The inputs that the operator names in ``list_arguments``, then its auxiliary states.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    What the operator names in ``list_outputs``: an array, or a list of several.

    Examples
    --------
    >>> class Plus(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] + 1)
    >>> @mx.operator.register("plus_one")
    ... class PlusProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Plus()
    >>> mx.nd.Custom(mx.nd.array([1, 2]), op_type="plus_one").asnumpy().tolist()
    [2.0, 3.0]
    """

@overload
def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, *, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and sum.

    It is the gradient of `Convolution` with respect to its data, used to upsample images with learned filters. Along
    each axis ``size`` becomes ``stride * (size - 1) + dilate * (kernel - 1) + 1 - 2 * pad + adj``.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    weight : Symbol
        Filters of shape ``(channels, num_filter / num_group, *kernel)``; the channels are those of the data.
    bias : Symbol, optional
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
def Deconvolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def Deconvolution(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, kernel: int | Sequence[int], stride: int | Sequence[int], dilate: int | Sequence[int], pad: int | Sequence[int], adj: int | Sequence[int], target_shape: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Dropout(data: Symbol | None = None, p: Annotated[float, '0 to 1'] = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zero elements at random with probability ``p`` and scale the others by ``1 / (1 - p)``.

    In training ``out = data * mask / (1 - p)``, with a mask of zeros and ones that is drawn again at every call. This
    preserves the mean, so inference passes data through.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    p : float (0 to 1), optional, default=0.5
        Probability that an element becomes zero.
    mode : {'always', 'training'}, optional, default='training'
        When elements are dropped: in ``training`` only, or ``always``.
    axes : Shape(tuple), optional, default=()
        Axes along which elements are dropped together: the mask has length 1 there.
    cudnn_off : boolean or None, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def ElementWiseSum(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``.

    Parameters
    ----------
    args : Symbol, any number
        Arrays of one shape and type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of their shape.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> mx.nd.add_n(x, x, x).asnumpy().tolist()
    [3.0, 6.0]
    """

@overload
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, *, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``.

    Indices out of range are clipped.

    Parameters
    ----------
    data : Symbol
        Indices, an array of any shape and type.
    weight : Symbol
        The table of vectors, of shape ``(input_dim, output_dim)``.
    input_dim : int (at least 1), required
        Number of rows of the table, such as words of a vocabulary.
    output_dim : int (at least 1), required
        Length of each row.
    dtype : dtype, optional, default='float32'
        Type of ``weight``, if nothing else determines it.
    sparse_grad : boolean, optional, default=False
        Give ``weight`` a ``row_sparse`` gradient that holds the rows that were read.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``data.shape + (output_dim,)``.

    Examples
    --------
    >>> weight = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    >>> mx.nd.Embedding(mx.nd.array([[2, 0]]), weight, input_dim=3, output_dim=2).asnumpy().tolist()
    [[[4.0, 5.0], [0.0, 1.0]]]
    """
@overload
def Embedding(data: Symbol | None, weight: Symbol | None, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Flatten(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flatten all axes but the first, so that each sample becomes one row.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(d0, d1, ..., dk)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(d0, d1 * ... * dk)``.

    Examples
    --------
    >>> mx.nd.flatten(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

@overload
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the linear map ``data @ weight.T + bias``.

    ``out[i, j] = sum_k data[i, k] * weight[j, k] + bias[j]``, a fully connected or dense layer.

    Parameters
    ----------
    data : Symbol
        Input of shape ``(batch, ...)``. With ``flatten`` it is read as ``(batch, features)``.
    weight : Symbol
        Matrix of shape ``(num_hidden, features)``.
    bias : Symbol, optional
        Vector of shape ``(num_hidden,)`` that is added to each row.
    num_hidden : int (at least 1), required
        Number of output features.
    no_bias : boolean, optional, default=False
        Omit the bias; the operator then has two inputs.
    flatten : boolean, optional, default=True
        Whether all axes of the data but the first are merged. If not, the map applies to the last axis.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
def FullyConnected(data: Symbol | None, weight: Symbol | None, bias: Symbol | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def GridGenerator(data: Symbol | None = None, *, transform_type: Literal['affine', 'warp'] | str, target_shape: int | Sequence[int] = (0, 0), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make a sampling grid from affine matrices, or from an optical flow in pixels ("warp").

    The grid holds, for each pixel of the result, the position to read, ``x`` and ``y`` from -1 (left, top) to 1 (right,
    bottom), as `BilinearSampler` takes it. ``affine`` multiplies ``(x, y, 1)`` of each pixel by a matrix of 2 rows;
    ``warp`` adds the flow to each pixel's own position.

    Parameters
    ----------
    data : Symbol
        Matrices of shape ``(batch, 6)``, row by row, or a flow of shape ``(batch, 2, height, width)``.
    transform_type : {'affine', 'warp'}, required
        Which of the two the data is.
    target_shape : Shape(tuple), optional, default=(0, 0)
        Height and width of the grid, with ``affine``; a flow has its own.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, 2, height, width)``.

    Examples
    --------
    >>> identity = mx.nd.array([[1, 0, 0, 0, 1, 0]])
    >>> grid = mx.nd.GridGenerator(identity, transform_type="affine", target_shape=(2, 3))
    >>> grid[0, 0].asnumpy().tolist(), grid[0, 1].asnumpy().tolist()
    ([[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]], [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
    """
@overload
def GridGenerator(data: Symbol | None, transform_type: Literal['affine', 'warp'] | str, target_shape: int | Sequence[int] = (0, 0), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: Annotated[int, 'at least 1'] = 1, eps: float = 1e-05, output_mean_var: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize over groups of channels; gamma and beta have one value per group.

    The channels are divided into ``num_groups`` groups of neighbours. Within each group of each sample
    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(batch, channels, ...)`` with three axes or more.
    gamma : Symbol
        Scale and shift, of shape ``(num_groups,)``.
    beta : Symbol
        Scale and shift, of shape ``(num_groups,)``.
    num_groups : int (at least 1), optional, default=1
        Number of groups; it divides the number of channels.
    eps : float, optional, default=1e-05
        Added to the variance.
    output_mean_var : boolean, optional, default=False
        Return the mean and the deviation too.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the deviation
    ``sqrt(var + eps)``, of shape ``(batch, num_groups)``.

    Examples
    --------
    >>> x = mx.nd.array([1, 3, 10, 30]).reshape((1, 4, 1))
    >>> mx.nd.GroupNorm(x, mx.nd.ones(2), mx.nd.zeros(2), num_groups=2).asnumpy().ravel().tolist()
    [-1.00, 1.00, -1.00, 1.00]
    """

def IdentityAttachKLSparseReg(data: Symbol | None = None, moving_avg: Symbol | None = None, sparseness_target: Annotated[float, '0 to 1'] = 0.1, penalty: float = 0.001, momentum: Annotated[float, '0 to 1'] = 0.9, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass activations through; add a penalty on their mean's divergence from a target to the gradient.

    With ``r`` as the moving average of a unit's mean activation and ``t`` as the target, the penalty's gradient is
    ``penalty * ((1 - t) / (1 - r) - t / r)``: that of the Kullback-Leibler divergence, which keeps units sparse.

    Parameters
    ----------
    data : Symbol
        Activations between 0 and 1, of shape ``(batch, units)``.
    moving_avg : Symbol, auxiliary state
        Moving average of each unit's mean, of shape ``(units,)``; updated in the backward pass.
    sparseness_target : float (0 to 1), optional, default=0.1
        The target mean activation.
    penalty : float, optional, default=0.001
        Factor of the penalty.
    momentum : float (0 to 1), optional, default=0.9
        How much of the moving average is kept at each step.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x, average = mx.nd.array([[0.5, 0.1]]), mx.nd.array([0.5, 0.1])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.IdentityAttachKLSparseReg(x, average, sparseness_target=0.1, penalty=1)
    >>> out.backward()
    >>> x.grad.asnumpy().tolist()
    [[2.6000, 1.0000]]
    """

def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: float = 0.001, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize each channel of each sample, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance over all axes but the first
    two.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(batch, channels, ...)`` with three axes or more.
    gamma : Symbol
        Scale and shift, of shape ``(channels,)``.
    beta : Symbol
        Scale and shift, of shape ``(channels,)``.
    eps : float, optional, default=0.001
        Added to the variance.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 3], [10, 30]]])
    >>> mx.nd.InstanceNorm(x, mx.nd.ones(2), mx.nd.array([0, 5]), eps=1e-5).asnumpy().tolist()
    [[[-1.00, 1.00], [4.00, 6.00]]]
    """

def L2Normalization(data: Symbol | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide by the L2 norm over a sample, a position or a channel.

    ``out = data / sqrt(sum(data ** 2) + eps)``, the sum being over what ``mode`` says.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(batch, ...)``; of ``(batch, channels, ...)`` in the modes other than ``instance``.
    eps : float, optional, default=1e-10
        Added to the sum of squares.
    mode : {'channel', 'instance', 'spatial'}, optional, default='instance'
        What is normalized: a whole sample (``instance``); the channels at one position (``channel``); the positions of
        one channel (``spatial``).
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.L2Normalization(mx.nd.array([[3, 4], [0, 2]])).asnumpy().tolist()
    [[0.60, 0.80], [0.0, 1.0]]
    """

@overload
def LRN(data: Symbol | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, *, nsize: Annotated[int, 'at least 1'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide by a power of the sum of squares over ``nsize`` neighbouring channels.

    ``out[c] = data[c] / (knorm + alpha / nsize * sum(data[k] ** 2)) ** beta``, with ``k`` over the ``nsize`` channels
    around ``c``: local response normalization, from AlexNet.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, height, width)``.
    alpha : float, optional, default=0.0001
        Factor of the mean square.
    beta : float, optional, default=0.75
        Exponent.
    knorm : float, optional, default=2.0
        What is added to the mean square.
    nsize : int (at least 1), required
        Number of channels; an odd one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.LRN(mx.nd.ones((1, 3, 1, 1)), alpha=3, beta=1, knorm=1, nsize=3).asnumpy().ravel().tolist()
    [0.3333, 0.25, 0.3333]
    """
@overload
def LRN(data: Symbol | None, alpha: float, beta: float, knorm: float, nsize: Annotated[int, 'at least 1'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize over one axis, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance along ``axis``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    gamma : Symbol
        Scale and shift, of shape ``(data.shape[axis],)``.
    beta : Symbol
        Scale and shift, of shape ``(data.shape[axis],)``.
    axis : int, optional, default=-1
        The axis that is normalized.
    eps : float, optional, default=1e-05
        Added to the variance.
    output_mean_var : boolean, optional, default=False
        Return the mean and the deviation too.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply a rectifier that lets negative elements through, scaled or curved.

    Elements above zero are unchanged, except with ``selu`` and ``gelu``. The others become, by ``act_type``: ``leaky``
    ``slope * x``; ``prelu`` ``gamma * x``, a slope that is learned; ``rrelu`` ``a * x``, with ``a`` drawn for each
    element in training and the mean of the bounds in prediction; ``elu`` ``slope * (exp(x) - 1)``; ``selu``
    ``lambda * alpha * (exp(x) - 1)``, and ``lambda * x`` above zero, with ``lambda`` 1.0507 and ``alpha`` 1.6733.
    ``gelu`` is ``x`` times the normal distribution's probability of less than ``x``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    gamma : Symbol, optional
        Slope below zero, one number or one per channel (axis 1); an input with ``prelu`` only.
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, optional, default='leaky'
        The function.
    slope : float, optional, default=0.25
        Slope below zero of ``leaky``, and the lowest value, negated, of ``elu``.
    lower_bound : float, optional, default=0.125
        The slopes of ``rrelu`` are drawn uniformly from between these.
    upper_bound : float, optional, default=0.334
        The slopes of ``rrelu`` are drawn uniformly from between these.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of half the squared error.

    The loss is ``sum((data - label) ** 2) / 2``; its gradient ``(data - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row.

    Parameters
    ----------
    data : Symbol
        Predictions of shape ``(batch, ...)``.
    label : Symbol
        What they should be: as many numbers, in as many rows.
    grad_scale : double, optional, default=1.0
        Factor of the gradient.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x, label = mx.nd.array([[1], [5]]), mx.nd.array([3, 4])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.LinearRegressionOutput(x, label)
    >>> out.backward()
    >>> x.grad.asnumpy().tolist()
    [[-2.0], [1.0]]
    """

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sigmoid; the gradient is that of the cross entropy with the label.

    The output is ``1 / (1 + exp(-data))``; the gradient ``(output - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row.

    Parameters
    ----------
    data : Symbol
        Predictions of shape ``(batch, ...)``.
    label : Symbol
        What they should be: as many numbers, in as many rows.
    grad_scale : double, optional, default=1.0
        Factor of the gradient.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``: probabilities.

    Examples
    --------
    >>> x, label = mx.nd.array([[0], [0]]), mx.nd.array([0, 1])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.LogisticRegressionOutput(x, label)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([[0.5], [0.5]], [[0.5], [-0.5]])
    """

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through; the gradient is that of the absolute error.

    The loss is ``sum(abs(data - label))``; its gradient ``sign(data - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row. Where data and label are equal the sign is -1, as in MXNet.

    Parameters
    ----------
    data : Symbol
        Predictions of shape ``(batch, ...)``.
    label : Symbol
        What they should be: as many numbers, in as many rows.
    grad_scale : double, optional, default=1.0
        Factor of the gradient.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x, label = mx.nd.array([[1], [5]]), mx.nd.array([3, 4])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.MAERegressionOutput(x, label)
    >>> out.backward()
    >>> x.grad.asnumpy().tolist()
    [[-1.0], [1.0]]
    """

def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] | str = 'null', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass data through as a loss: its gradient is ``grad_scale``, whatever the output gradient is.

    Parameters
    ----------
    data : Symbol
        The loss: an array of any shape.
    grad_scale : float, optional, default=1.0
        The gradient of each element.
    valid_thresh : float, optional, default=0.0
        With ``normalization='valid'``, elements above this are counted.
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
        Divisor of the gradient: none (``null``); the number of rows, over all axes but the last (``batch``); or the
        number of elements above ``valid_thresh`` (``valid``).
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x = mx.nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = mx.nd.MakeLoss(x * x, grad_scale=10)
    >>> loss.backward()
    >>> x.grad.asnumpy().tolist()
    [20.0, 40.0, 60.0]
    """

@overload
def Pad(data: Symbol | None = None, *, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image.

    Parameters
    ----------
    data : Symbol
        Floats of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    mode : string, required
        The padding: ``"constant"``; ``"edge"``, the nearest element; or ``"reflect"``, the elements mirrored at the
        edge, which itself is not repeated.
    pad_width : Shape(tuple), required
        How much is added before and after each axis, two numbers each, from the first axis on; the first
        four are zero.
    constant_value : double, optional, default=0.0
        The value of mode ``"constant"``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of size ``data.shape[i] + pad_width[2 * i] + pad_width[2 * i + 1]`` along each axis.

    Examples
    --------
    >>> x = mx.nd.array([1, 2, 3]).reshape((1, 1, 1, 3))
    >>> mx.nd.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 0, 0, 2, 1)).asnumpy().tolist()
    [[[[3.0, 2.0, 1.0, 2.0, 3.0, 2.0]]]]
    >>> mx.nd.pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 0, 0, 0), constant_value=9).shape
    (1, 1, 2, 3)
    """
@overload
def Pad(data: Symbol | None, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Pooling(data: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm.

    The p-norm is ``sum(abs(x) ** p_value) ** (1 / p_value)``. Along each axis there are
    ``(size + 2 * pad - kernel) / stride + 1`` windows, rounded as ``pooling_convention`` says.

    Parameters
    ----------
    data : Symbol
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def Pooling_v1(data: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reduce each window of two spatial axes, as in MXNet's first releases.

    Padding holds zeros, for a maximum too, and a mean divides by the whole kernel.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, height, width)``.
    kernel : Shape(tuple) (dimensions other than 0), optional, default=()
        Height and width of a window. It may be left out with ``global_pool``.
    pool_type : {'avg', 'max', 'sum'}, optional, default='max'
        What a window is reduced to: its mean ``avg``, its maximum or its sum.
    global_pool : boolean, optional, default=False
        Let one window cover the whole image.
    pooling_convention : {'full', 'valid'}, optional, default='valid'
        How the number of windows is rounded: down by ``valid``, up by ``full``.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between windows, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides, per axis; none by default.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, rows, columns)``.

    Examples
    --------
    >>> image = mx.nd.array([[-1, -2], [-3, -4]]).reshape((1, 1, 2, 2))
    >>> mx.nd.Pooling_v1(image, kernel=(2, 2), stride=(2, 2), pad=(1, 1)).asnumpy().ravel().tolist()
    [0.0, 0.0, 0.0, 0.0]
    >>> mx.nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pad=(1, 1)).asnumpy().ravel().tolist()
    [-1.0, -2.0, -3.0, -4.0]
    """

@overload
def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, *, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Run stacked recurrent layers over ``(time, batch, features)`` data.

    With ``W`` and ``R`` as weights of the input and of the state, biases left out:
    ``rnn_tanh`` computes ``h' = tanh(W x + R h)`` at each step, ``rnn_relu`` the same with a relu.
    ``lstm`` computes four gates ``i, f, g, o``, ``c' = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and
    ``h' = sigmoid(o) * tanh(c')``. ``gru`` computes ``r, z = sigmoid(...)``, ``n = tanh(W x + r * (R h))`` and
    ``h' = (1 - z) * n + z * h``. Each layer reads the outputs of the one below.

    Parameters
    ----------
    data : Symbol
        Sequences of shape ``(time, batch, features)``.
    parameters : Symbol
        One vector of all weights, then all biases. Weights are ordered by layer, then by direction: input to hidden, of
        shape ``(gates * state_size, inputs)``, hidden to hidden, and the projection, if there is one. Biases likewise,
        two vectors of ``gates * state_size`` each. `mx.rnn.FusedRNNCell` packs and unpacks it.
    state : Symbol
        Initial states, of shape ``(layers * directions, batch, state_size)``, or ``projection_size`` as the last axis.
    state_cell : Symbol, optional
        Initial cell states, of shape ``(layers * directions, batch, state_size)``; an input of ``lstm`` only.
    sequence_length : Symbol, optional
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
def RNN(data: Symbol | None, parameters: Symbol | None, state: Symbol | None, state_cell: Symbol | None, sequence_length: Symbol | None, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int = False, *, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def RNN(data: Symbol | None, parameters: Symbol | None, state: Symbol | None, state_cell: Symbol | None, sequence_length: Symbol | None, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, *, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom).

    Corners are scaled by ``spatial_scale`` and rounded; both belong to the region. The region is divided into
    ``pooled_size`` bins, which may share pixels; an empty bin gives zero.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, height, width)``.
    rois : Symbol
        Regions of shape ``(number, 5)``: the image's index in the batch, then the corners ``x1, y1, x2, y2``.
    pooled_size : Shape(tuple) (2 dimensions other than 0), required
        Number of bins, vertically and horizontally.
    spatial_scale : float (0 to 1), required
        Pixels of the data per unit of the corners: 1/16 if the network halves its images four times.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.ROIPooling(image, mx.nd.array([[0, 0, 0, 3, 1]]), pooled_size=(1, 2), spatial_scale=1).asnumpy().tolist()
    [[[[5.0, 7.0]]]]
    """
@overload
def ROIPooling(data: Symbol | None, rois: Symbol | None, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reshape an array: the same elements in the same order, in another shape.

    The product of the sizes stays the same. Besides sizes, ``shape`` takes codes that refer to the sizes of ``data``,
    read from left to right:

    - ``0`` copies the size at this position.
    - ``-1`` is the inferred size; at most once.
    - ``-2`` copies all remaining sizes.
    - ``-3`` merges the next two sizes into their product.
    - ``-4`` splits the next size into the two numbers that follow, one of which may be ``-1``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    shape : Shape(tuple), optional, default=()
        The new shape: sizes and the codes above.
    reverse : boolean, optional, default=False
        Read sizes and codes from right to left.
    target_shape : Shape(tuple), optional, default=()
        The new shape in programs of old releases, used if ``shape`` is not given; 0 stands for the size that is
        left over.
    keep_highest : boolean, optional, default=False
        Keep the first size whatever ``target_shape`` says of it; of old releases too.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data`` in the new shape.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3, 4))
    >>> mx.nd.reshape(x, shape=(4, -1)).shape
    (4, 6)
    >>> mx.nd.reshape(x, shape=(-3, 0)).shape
    (6, 4)
    >>> mx.nd.reshape(x, shape=(0, 0, -4, 2, -1)).shape
    (2, 3, 2, 2)
    """

def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pass scores through; the gradient is that of a squared or linear hinge loss.

    With ``s`` as -1 for a row's own class and 1 for the others, the loss is
    ``regularization_coefficient * sum(max(0, margin + s * data) ** 2)``, or without the square by ``use_linear``.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(..., classes)``.
    label : Symbol
        The class of each row, of the shape of the data without its last axis.
    margin : float, optional, default=1.0
        How far from zero a score has to be to cost nothing.
    regularization_coefficient : float, optional, default=1.0
        Factor of the loss.
    use_linear : boolean, optional, default=False
        Use the linear hinge loss instead of the squared one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> scores, label = mx.nd.array([[0.5, -2, 0]]), mx.nd.array([0])
    >>> scores.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.SVMOutput(scores, label)
    >>> out.backward()
    >>> scores.grad.asnumpy().tolist()
    [[-1.0, 0.0, 2.0]]
    """

def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take the last element of each sequence; zeros for an empty one.

    Parameters
    ----------
    data : Symbol
        Sequences of shape ``(time, batch, ...)``, or ``(batch, time, ...)`` with ``axis=1``.
    sequence_length : Symbol, optional
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    use_sequence_length : boolean, optional, default=False
        Read ``sequence_length``. Without, all sequences are as long as the axis of time.
    axis : int, optional, default=0
        The axis of time: 0 or 1.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data`` without the axis of time.

    Examples
    --------
    >>> x = mx.nd.array([[1, 10], [2, 20], [3, 30]])  # three steps of two sequences
    >>> mx.nd.SequenceLast(x).asnumpy().tolist()
    [3.0, 30.0]
    >>> mx.nd.SequenceLast(x, mx.nd.array([1, 2]), use_sequence_length=True).asnumpy().tolist()
    [1.0, 20.0]
    """

def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Write ``value`` past the end of each sequence.

    Parameters
    ----------
    data : Symbol
        Sequences of shape ``(time, batch, ...)``, or ``(batch, time, ...)`` with ``axis=1``.
    sequence_length : Symbol, optional
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    use_sequence_length : boolean, optional, default=False
        Read ``sequence_length``. Without, all sequences are as long as the axis of time.
    value : float, optional, default=0.0
        What is written.
    axis : int, optional, default=0
        The axis of time: 0 or 1.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reverse each sequence; what follows its end stays in place.

    Parameters
    ----------
    data : Symbol
        Sequences of shape ``(time, batch, ...)``.
    sequence_length : Symbol, optional
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    use_sequence_length : boolean, optional, default=False
        Read ``sequence_length``. Without, all sequences are as long as the axis of time.
    axis : int, optional, default=0
        The axis of time; only 0.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 10], [2, 20], [3, 30]])  # three steps of two sequences
    >>> mx.nd.SequenceReverse(x, mx.nd.array([2, 3]), use_sequence_length=True).asnumpy().tolist()
    [[2.0, 30.0], [1.0, 20.0], [3.0, 10.0]]
    """

@overload
def SliceChannel(data: Symbol | None = None, *, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Split an axis into parts of equal size.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    num_outputs : int (at least 1), required
        Number of parts; it divides the size of ``axis``.
    axis : int, optional, default=1
        Axis to split; a negative one counts from the last.
    squeeze_axis : boolean, optional, default=False
        Remove ``axis`` from the parts; each of them then has size one there.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    ``num_outputs`` arrays as a list, each of size ``data.shape[axis] / num_outputs`` along ``axis``; a single part
    is an array, not a list.

    Examples
    --------
    >>> x = mx.nd.arange(6).reshape((3, 2))
    >>> left, right = mx.nd.split(x, num_outputs=2, axis=1)
    >>> left.asnumpy().tolist()
    [[0.0], [2.0], [4.0]]
    >>> [part.shape for part in mx.nd.split(x, num_outputs=3, axis=0, squeeze_axis=True)]
    [(2,), (2,), (2,)]
    """
@overload
def SliceChannel(data: Symbol | None, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: Annotated[float, '0 to 1'] = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a softmax whose gradient is that of the cross entropy with the label.

    The output is ``exp(x) / sum(exp(x))`` over the classes. The gradient is ``grad_scale * (output - one_hot(label))``,
    whatever the output gradient is: this is the last layer of a classifier. If the label has the shape of the data it
    holds probabilities, and the gradient is ``grad_scale * (output - label)``.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(batch, classes)``. With ``multi_output`` ``(batch, classes, ...)``, with ``preserve_shape``
        ``(..., classes)``; otherwise all axes but the first are merged.
    label : Symbol
        The class of each row of scores, of the shape of the data without the axis of classes, or probabilities.
    grad_scale : float, optional, default=1.0
        Factor of the gradient.
    ignore_label : float, optional, default=-1.0
        Label of rows that get no gradient, with ``use_ignore``.
    multi_output : boolean, optional, default=False
        The classes are on axis 1, and there is a label for each position of the axes after it. The gradient is divided
        by the number of these positions, except with ``normalization='valid'``.
    use_ignore : boolean, optional, default=False
        Give no gradient to rows whose label is ``ignore_label``.
    preserve_shape : boolean, optional, default=False
        The classes are on the last axis.
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
        Divisor of the gradient: none (``null``); the number of labels (``batch``); or of those other than
        ``ignore_label`` (``valid``).
    out_grad : boolean, optional, default=False
        Multiply the gradient by the output, as MXNet 1.9.1 does.
    smooth_alpha : float (0 to 1), optional, default=0.0
        Label smoothing: how much of a label's probability goes to the other classes, in equal parts.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``: probabilities.

    Examples
    --------
    >>> scores, label = mx.nd.array([[1, 2, 3]]), mx.nd.array([2])
    >>> scores.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.SoftmaxOutput(scores, label)
    >>> out.backward()
    >>> out.asnumpy().tolist(), scores.grad.asnumpy().tolist()
    ([[0.0900, 0.2447, 0.6652]], [[0.0900, 0.2447, -0.3348]])
    """

def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] | str = 'instance', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the softmax over axis 1 ("channel") or over the last axis ("instance").

    `softmax` does the same along any axis, with the right gradient: here that of ``instance`` sums over axis 1, as in
    MXNet 1.9.1, which is the last axis of two-dimensional data only.

    Parameters
    ----------
    data : Symbol
        Array of any shape; with ``channel``, of three axes or more.
    mode : {'channel', 'instance'}, optional, default='instance'
        The axis: ``instance`` the last, ``channel`` axis 1.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.SoftmaxActivation(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.0900, 0.2447, 0.6652]]
    """

def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: Annotated[float, '0 to 1'] = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a softmax whose gradient is that of the cross entropy with the label.

    The output is ``exp(x) / sum(exp(x))`` over the classes. The gradient is ``grad_scale * (output - one_hot(label))``,
    whatever the output gradient is: this is the last layer of a classifier. If the label has the shape of the data it
    holds probabilities, and the gradient is ``grad_scale * (output - label)``.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(batch, classes)``. With ``multi_output`` ``(batch, classes, ...)``, with ``preserve_shape``
        ``(..., classes)``; otherwise all axes but the first are merged.
    label : Symbol
        The class of each row of scores, of the shape of the data without the axis of classes, or probabilities.
    grad_scale : float, optional, default=1.0
        Factor of the gradient.
    ignore_label : float, optional, default=-1.0
        Label of rows that get no gradient, with ``use_ignore``.
    multi_output : boolean, optional, default=False
        The classes are on axis 1, and there is a label for each position of the axes after it. The gradient is divided
        by the number of these positions, except with ``normalization='valid'``.
    use_ignore : boolean, optional, default=False
        Give no gradient to rows whose label is ``ignore_label``.
    preserve_shape : boolean, optional, default=False
        The classes are on the last axis.
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
        Divisor of the gradient: none (``null``); the number of labels (``batch``); or of those other than
        ``ignore_label`` (``valid``).
    out_grad : boolean, optional, default=False
        Multiply the gradient by the output, as MXNet 1.9.1 does.
    smooth_alpha : float (0 to 1), optional, default=0.0
        Label smoothing: how much of a label's probability goes to the other classes, in equal parts.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``: probabilities.

    Examples
    --------
    >>> scores, label = mx.nd.array([[1, 2, 3]]), mx.nd.array([2])
    >>> scores.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.SoftmaxOutput(scores, label)
    >>> out.backward()
    >>> out.asnumpy().tolist(), scores.grad.asnumpy().tolist()
    ([[0.0900, 0.2447, 0.6652]], [[0.0900, 0.2447, -0.3348]])
    """

@overload
def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: int | Sequence[int] = (0, 0), *, transform_type: Literal['affine'] | str, sampler_type: Literal['bilinear'] | str, cudnn_off: bool | int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sample images through the affine transformations in ``loc``, of 6 numbers each.

    It is `GridGenerator` and `BilinearSampler` in one: the network that computes ``loc`` learns where to look.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, height, width)``.
    loc : Symbol
        Matrices of shape ``(batch, 6)``, two rows of three; ``1, 0, 0, 0, 1, 0`` changes nothing.
    target_shape : Shape(tuple), optional, default=(0, 0)
        Height and width of the result.
    transform_type : {'affine'}, required
        Only ``affine``.
    sampler_type : {'bilinear'}, required
        Only ``bilinear``.
    cudnn_off : boolean or None, optional, default=None
        Accepted and unused: whether MXNet leaves out cuDNN.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, *target_shape)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> mirrored = mx.nd.array([[-1, 0, 0, 0, 1, 0]])
    >>> mx.nd.SpatialTransformer(image, mirrored, target_shape=(2, 2), transform_type="affine",
    ...                          sampler_type="bilinear")[0, 0].asnumpy().tolist()
    [[2.0, 1.0], [4.0, 3.0]]
    """
@overload
def SpatialTransformer(data: Symbol | None, loc: Symbol | None, target_shape: int | Sequence[int], transform_type: Literal['affine'] | str, sampler_type: Literal['bilinear'] | str, cudnn_off: bool | int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Swap two axes.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    dim1 : int, optional, default=0
        One of the axes; a negative number counts from the last.
    dim2 : int, optional, default=0
        The other one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data`` with the sizes of the two axes swapped.

    Examples
    --------
    >>> mx.nd.swapaxes(mx.nd.ones((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """

def UpSampling(*data: Symbol | Sequence[Symbol], num_args: int | None = None, scale: Annotated[int, 'at least 1'], num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] | str, multi_input_mode: Literal['concat', 'sum'] | str = 'concat', workspace: int = 512, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Upsample images: repeat pixels, or deconvolve each channel with a weight (a second input).

    Several ``nearest`` inputs are brought to the size of the first one, times ``scale``, and concatenated or summed.

    Parameters
    ----------
    data : Symbol, any number
        Images of shape ``(batch, channels, height, width)``: any number with ``nearest``. With ``bilinear`` one,
        and the weight, of shape ``(channels, 1, k, k)`` with ``k = 2 * scale - scale % 2``, which
        `mx.init.Bilinear` fills.
    scale : int (at least 1), required
        How many times as high and as wide the result is.
    num_filter : int, optional, default=0
        Accepted and ignored: the number of channels with ``bilinear``, which the data has too.
    sample_type : {'bilinear', 'nearest'}, required
        ``nearest`` repeats each pixel; ``bilinear`` interpolates by a deconvolution that may be trained.
    multi_input_mode : {'concat', 'sum'}, optional, default='concat'
        How several inputs are combined: their channels are concatenated, or they are summed.
    workspace : long, optional, default=512
        Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, scale * height, scale * width)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> mx.nd.UpSampling(image, scale=2, sample_type="nearest")[0, 0].asnumpy().astype(int).tolist()
    [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]
    """

def WarpCTC(data: Symbol | None = None, label: Symbol | None = None, label_length: int = 0, input_length: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the softmax of scores, with the CTC loss's gradient; the plugin of early releases.

    The gradient is that of the summed loss of `CTCLoss`, whatever the output gradient is. Class 0 is the blank, and
    pads labels.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(input_length * batch, classes)``: all sequences' first steps, then their second ones.
    label : Symbol
        Classes of each sequence, ``batch * label_length`` in all.
    label_length : int, optional, default=0
        Number of labels of each sequence, padding included.
    input_length : int, optional, default=0
        Number of steps of each sequence.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``: probabilities.

    Examples
    --------
    >>> out = mx.nd.WarpCTC(mx.nd.zeros((4, 2)), mx.nd.array([1, 1]), label_length=1, input_length=2)
    >>> out.asnumpy().tolist()
    [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]
    """

def abs(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the absolute value of each element.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.abs(mx.nd.array([-1, 2])).asnumpy().tolist()
    [1.0, 2.0]
    """

@overload
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, *, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by Adam, without bias correction.

    With ``g = rescale_grad * grad + wd * weight``, clipped as a whole: ``mean = beta1 * mean + (1 - beta1) * g``,
    ``var = beta2 * var + (1 - beta2) * g**2``, then ``weight - lr * mean / (sqrt(var) + epsilon)``. The optimizer
    corrects the bias by the learning rate: ``lr * sqrt(1 - beta2**t) / (1 - beta1**t)``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mean : Symbol
        Moving mean of gradients, of the weight's shape; it is changed in place.
    var : Symbol
        Moving mean of squared gradients, of the weight's shape; it is changed in place.
    lr : float, required
        Learning rate.
    beta1 : float, optional, default=0.9
        Part of the mean of gradients that is kept in a step.
    beta2 : float, optional, default=0.999
        Part of the mean of squared gradients that is kept in a step.
    epsilon : float, optional, default=1e-08
        Small number that keeps the divisor from zero.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    lazy_update : boolean, optional, default=True
        Whether rows that a row_sparse gradient does not have stay as they are, states included.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mean, var = mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.adam_update(weight, grad, mean, var, lr=0.1, beta1=0.5, beta2=0.75).asnumpy().tolist()
    [0.90]
    """
@overload
def adam_update(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def add_n(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``.

    Parameters
    ----------
    args : Symbol, any number
        Arrays of one shape and type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of their shape.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> mx.nd.add_n(x, x, x).asnumpy().tolist()
    [3.0, 6.0]
    """

def all_finite(data: Symbol | None = None, init_output: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return whether all elements of an array are finite, i.e. neither infinite nor NaN.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    init_output : boolean, optional, default=True
        Whether the answer replaces the value in ``out``; otherwise a 0 there stays 0.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of float32 and shape ``(1,)``: 1 if all are finite, else 0.

    Examples
    --------
    >>> mx.nd.all_finite(mx.nd.array([1, float("inf")])).asnumpy().tolist()
    [0.0]
    """

@overload
def amp_cast(data: Symbol | None = None, *, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cast the elements for automatic mixed precision: float32 and lower-precision floats only.

    Other types (float64 and integers) pass unchanged.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    dtype : dtype, required
        The new type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.amp_cast(mx.nd.ones((2,)), dtype="float16").dtype.__name__
    'float16'
    >>> mx.nd.amp_cast(mx.nd.ones((2,), dtype="int32"), dtype="float16").dtype.__name__
    'int32'
    """
@overload
def amp_cast(data: Symbol | None, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def amp_multicast(*data: Symbol | Sequence[Symbol], num_args: int | None = None, num_outputs: int, cast_narrow: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cast arrays to one common type for automatic mixed precision: the widest of theirs, or the narrowest.

    Only float32 and lower-precision floats are converted.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of any shapes.
    num_outputs : int, required
        Number of arrays.
    cast_narrow : boolean, optional, default=False
        Convert to the narrowest type instead of the widest.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    A list with one array per input; for a single input, an array.

    Examples
    --------
    >>> x, y = mx.nd.ones((2,)), mx.nd.ones((3,), dtype="float16")
    >>> [z.dtype.__name__ for z in mx.nd.amp_multicast(x, y, num_outputs=2)]
    ['float32', 'float32']
    """

def arccos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse cosine of each element, in radians from 0 to pi.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arccos(mx.nd.array([1, 0, -1])).asnumpy().tolist()
    [0.0, 1.5708, 3.1416]
    """

def arccosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic cosine of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arccosh(mx.nd.array([1, 2])).asnumpy().tolist()
    [0.0, 1.3170]
    """

def arcsin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse sine of each element, in radians from -pi/2 to pi/2.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arcsin(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 1.5708]
    """

def arcsinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic sine of each element.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arcsinh(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.8814]
    """

def arctan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse tangent of each element, in radians between -pi/2 and pi/2.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arctan(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.7854]
    """

def arctanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse hyperbolic tangent of each element.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.arctanh(mx.nd.array([0, 0.5])).asnumpy().tolist()
    [0.0, 0.5493]
    """

def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the index of the maximum along an axis, the first one of equals.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int or None, optional, default=None
        Axis that is searched, a negative one counts from the last; None means the flattened array.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left, with the type of ``data``; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> mx.nd.argmax(mx.nd.array([[3, 1, 2], [4, 6, 5]]), axis=1).asnumpy().tolist()
    [0.0, 1.0]
    """

def argmax_channel(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return the index of the maximum along axis 1, the first one in a tie.

    Parameters
    ----------
    data : Symbol
        Array of at least two axes, such as ``(batch, classes)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data`` without axis 1, with the type of ``data``.

    Examples
    --------
    >>> mx.nd.argmax_channel(mx.nd.array([[1, 3, 2], [4, 0, 1]])).asnumpy().tolist()
    [1.0, 0.0]
    """

def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the index of the minimum along an axis, the first one of equals.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int or None, optional, default=None
        Axis that is searched, a negative one counts from the last; None means the flattened array.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left, with the type of ``data``; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> mx.nd.argmin(mx.nd.array([[3, 1, 2], [4, 6, 5]]), axis=1).asnumpy().tolist()
    [1.0, 0.0]
    """

def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return the indices that sort an array along an axis; equal elements keep their order.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int or None, optional, default=-1
        Axis to sort along; a negative one counts from the last; None sorts the flattened array.
    is_ascend : boolean, optional, default=True
        Whether the smallest element comes first or the largest.
    dtype : dtype, optional, default='float32'
        Type of the indices.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``, or a vector if ``axis`` is None.

    Examples
    --------
    >>> mx.nd.argsort(mx.nd.array([30, 10, 20])).asnumpy().tolist()
    [1.0, 2.0, 0.0]
    """

def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices in the last two axes, one pair for each index of the leading ones.

    Parameters
    ----------
    lhs : Symbol
        Array of shape ``(B..., N, K)``, or ``(B..., K, N)`` with ``transpose_a``.
    rhs : Symbol
        Array of shape ``(B..., K, M)``, or ``(B..., M, K)`` with ``transpose_b``.
    transpose_a : boolean, optional, default=False
        Transpose the matrices of ``lhs``.
    transpose_b : boolean, optional, default=False
        Transpose the matrices of ``rhs``.
    forward_stype : {'csr', 'default', 'row_sparse'} or None, optional, default=None
        Storage type of the result, if an operand is sparse and the default is not wanted.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(B..., N, M)``.

    Examples
    --------
    >>> x, y = mx.nd.ones((2, 3, 4)), mx.nd.ones((2, 5, 4))
    >>> mx.nd.batch_dot(x, y, transpose_b=True).shape
    (2, 3, 5)
    """

def batch_take(a: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take one element of each row: ``out[i] = a[i, indices[i]]``.

    Parameters
    ----------
    a : Symbol
        Array of at least two axes; its rows are in the last one.
    indices : Symbol
        One index of type int32 for each row; those out of range are clipped.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``indices``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.batch_take(x, mx.nd.array([1, 0, 1], dtype="int32")).asnumpy().tolist()
    [2.0, 3.0, 6.0]
    """

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays with broadcasting: ``lhs + rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_add(x, y).asnumpy().tolist()
    [[6.0, 8.0], [8.0, 10.0]]
    """

def broadcast_axes(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Broadcast an array along axes of size one.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple), optional, default=()
        Axis or axes along which it is repeated, counted from zero; they have size one.
    size : Shape(tuple), optional, default=()
        The new size of each of them.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1], [2]])
    >>> mx.nd.broadcast_axis(x, axis=1, size=3).asnumpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """

def broadcast_axis(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Broadcast an array along axes of size one.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple), optional, default=()
        Axis or axes along which it is repeated, counted from zero; they have size one.
    size : Shape(tuple), optional, default=()
        The new size of each of them.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1], [2]])
    >>> mx.nd.broadcast_axis(x, axis=1, size=3).asnumpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another with broadcasting: ``lhs / rhs``.

    Quotients of integers are integers, rounded towards zero.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_div(x, y).asnumpy().tolist()
    [[2.0, 1.0], [3.0, 1.5]]
    """

def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs == rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_equal(x, y).asnumpy().tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """

def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs > rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_greater(x, y).asnumpy().tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """

def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs >= rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[5, 8]])
    >>> mx.nd.broadcast_greater_equal(x, y).asnumpy().tolist()
    [[0.0, 0.0], [1.0, 0.0]]
    """

def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hypotenuse for the legs in two arrays with broadcasting: ``sqrt(lhs**2 + rhs**2)``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[3, 8]])
    >>> mx.nd.broadcast_hypot(x, y).asnumpy().tolist()
    [[5.0, 8.9443], [6.7082, 10.0]]
    """

def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs < rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[5, 8]])
    >>> mx.nd.broadcast_lesser(x, y).asnumpy().tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """

def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs <= rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_lesser_equal(x, y).asnumpy().tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """

def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Broadcast an array to the shape of another, along axes of size one.

    Parameters
    ----------
    lhs : Symbol
        Array that is repeated.
    rhs : Symbol
        Array whose shape is taken; its values are not read.
    lhs_axes : Shape(tuple) or None, optional, default=None
        Axes of ``lhs`` that are repeated; None means all. Given together with ``rhs_axes``.
    rhs_axes : Shape(tuple) or None, optional, default=None
        Axes of ``rhs`` whose sizes they get, one for each.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the rank of ``lhs``.

    Examples
    --------
    >>> x, like = mx.nd.ones((1, 2)), mx.nd.ones((3, 2))
    >>> mx.nd.broadcast_like(x, like).shape
    (3, 2)
    >>> mx.nd.broadcast_like(x, mx.nd.ones((5,)), lhs_axes=(0,), rhs_axes=(0,)).shape
    (5, 2)
    """

def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays with broadcasting by a logical and: one where neither is zero, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[0], [2]]), mx.nd.array([[0, 3]])
    >>> mx.nd.broadcast_logical_and(x, y).asnumpy().tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """

def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays with broadcasting by a logical or: zero where both are zero, one elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[0], [2]]), mx.nd.array([[0, 3]])
    >>> mx.nd.broadcast_logical_or(x, y).asnumpy().tolist()
    [[0.0, 1.0], [1.0, 1.0]]
    """

def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Combine two arrays with broadcasting by an exclusive or: one where just one is zero, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[0], [2]]), mx.nd.array([[0, 3]])
    >>> mx.nd.broadcast_logical_xor(x, y).asnumpy().tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the larger elements of two arrays with broadcasting: ``max(lhs, rhs)``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_maximum(x, y).asnumpy().tolist()
    [[4.0, 4.0], [6.0, 6.0]]
    """

def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Choose the smaller elements of two arrays with broadcasting: ``min(lhs, rhs)``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_minimum(x, y).asnumpy().tolist()
    [[2.0, 4.0], [2.0, 4.0]]
    """

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another with broadcasting: ``lhs - rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_sub(x, y).asnumpy().tolist()
    [[2.0, 0.0], [4.0, 2.0]]
    """

def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the remainder of dividing one array by another with broadcasting: ``lhs % rhs``.

    It has the sign of the divisor, and is zero where the divisor is zero.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_mod(x, y).asnumpy().tolist()
    [[0.0, 0.0], [0.0, 2.0]]
    """

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays with broadcasting: ``lhs * rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_mul(x, y).asnumpy().tolist()
    [[8.0, 16.0], [12.0, 24.0]]
    """

def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compare two arrays with broadcasting: one where ``lhs != rhs``, zero elsewhere.

    The result has the type of the operands.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_not_equal(x, y).asnumpy().tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays with broadcasting: ``lhs + rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_add(x, y).asnumpy().tolist()
    [[6.0, 8.0], [8.0, 10.0]]
    """

def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Raise one array to the power of another with broadcasting: ``lhs ** rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_power(x, y).asnumpy().tolist()
    [[16.0, 256.0], [36.0, 1296.0]]
    """

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another with broadcasting: ``lhs - rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array in which each size is that of ``lhs``, unless it is one in either of them. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the larger size along each axis.

    Examples
    --------
    >>> x, y = mx.nd.array([[4], [6]]), mx.nd.array([[2, 4]])
    >>> mx.nd.broadcast_sub(x, y).asnumpy().tolist()
    [[2.0, 0.0], [4.0, 2.0]]
    """

def broadcast_to(data: Symbol | None = None, shape: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Broadcast an array to a shape, along axes of size one.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    shape : Shape(tuple), optional, default=()
        The shape of the result, of the rank of ``data``; 0 keeps an axis as it is.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> x = mx.nd.array([[1], [2]])
    >>> mx.nd.broadcast_to(x, shape=(0, 3)).asnumpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """

@overload
def cast(data: Symbol | None = None, *, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cast the elements to another type.

    Casting floats to integers truncates.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    dtype : dtype, required
        The new type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.cast(mx.nd.array([0.9, -1.7]), dtype="int32").asnumpy().tolist()
    [0, -1]
    """
@overload
def cast(data: Symbol | None, dtype: DTypeLike, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def cast_storage(data: Symbol | None = None, *, stype: Literal['csr', 'default', 'row_sparse'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert an array to another storage type; its values stay the same.

    Parameters
    ----------
    data : Symbol
        Array of any storage type; only a matrix can become ``csr``.
    stype : {'csr', 'default', 'row_sparse'}, required
        The storage type: ``"default"`` is dense, ``"row_sparse"`` stores the rows, and ``"csr"`` the elements, that
        are not zero.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [0, 0]])
    >>> mx.nd.cast_storage(x, stype="csr").stype
    'csr'
    """
@overload
def cast_storage(data: Symbol | None, stype: Literal['csr', 'default', 'row_sparse'] | str, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def cbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the cube root of each element; that of a negative number is negative.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.cbrt(mx.nd.array([1, 8, -27])).asnumpy().tolist()
    [1.0, 2.0, -3.0]
    """

def ceil(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element up to an integer.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.ceil(mx.nd.array([-1.5, 1.2])).asnumpy().tolist()
    [-1.0, 2.0]
    """

def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pick one element along an axis for every position of the other ones.

    With ``axis=1`` of a matrix it is ``out[i] = data[i, index[i]]``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    index : Symbol
        Indices along ``axis``, one for every position of the other axes: of the shape of ``data`` without ``axis``, or
        with size one there. Fractions are truncated.
    axis : int or None, optional, default=-1
        Axis that is indexed; a negative one counts from the last.
    keepdims : boolean, optional, default=False
        Keep ``axis`` in the result, with size one.
    mode : {'clip', 'wrap'}, optional, default='clip'
        What an index out of range means: ``"clip"`` the nearest one in range, ``"wrap"`` the remainder by the size.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

@overload
def clip(data: Symbol | None = None, *, a_min: float, a_max: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that.

    The gradient is passed where an element is not outside.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    a_min : float, required
        Lower bound.
    a_max : float, required
        Upper bound.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.clip(mx.nd.array([-2, 0.5, 3]), a_min=0, a_max=1).asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """
@overload
def clip(data: Symbol | None, a_min: float, a_max: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def col2im(data: Symbol | None = None, *, output_size: int | Sequence[int], kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum columns of blocks into images of ``output_size``; the transpose of `im2col`.

    Each element of a column goes to where `im2col` would read it; overlapping blocks are summed.

    Parameters
    ----------
    data : Symbol
        Columns of shape ``(batch, channels * prod(kernel), places)``.
    output_size : Shape(tuple), required
        Size of the images, per axis.
    kernel : Shape(tuple) (dimensions other than 0), required
        Size of a block, per axis.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between blocks, per axis; 1 by default.
    dilate : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the pixels of a block, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides of the images, per axis; 0 by default.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels, *output_size)``.

    Examples
    --------
    >>> columns = mx.nd.ones((1, 4, 4))
    >>> mx.nd.col2im(columns, output_size=(3, 3), kernel=(2, 2))[0, 0].asnumpy().astype(int).tolist()
    [[1, 2, 1], [2, 4, 2], [1, 2, 1]]
    """
@overload
def col2im(data: Symbol | None, output_size: int | Sequence[int], kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of one rank, with equal sizes except along ``dim``.
    dim : int, optional, default=1
        Axis along which they are concatenated; a negative one counts from the last.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    One array, whose size along ``dim`` is the sum of theirs.

    Examples
    --------
    >>> x, y = mx.nd.zeros((2, 2)), mx.nd.ones((2, 1))
    >>> mx.nd.concat(x, y, dim=1).asnumpy().tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    """

def cos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the cosine of each element, an angle in radians.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.cos(mx.nd.array([0, 1])).asnumpy().tolist()
    [1.0, 0.5403]
    """

def cosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.cosh(mx.nd.array([0, 1])).asnumpy().tolist()
    [1.0, 1.5431]
    """

@overload
def crop(data: Symbol | None = None, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Slice an array by a range, with a step, along each of the leading axes.

    Along axis ``i`` it is ``data[begin[i]:end[i]:step[i]]``; axes that are not named are taken whole.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    begin : Shape(tuple), required
        First index along each axis; a negative one counts from the end, None means the first element.
    end : Shape(tuple), required
        Index after the last one along each axis; None means that the range goes to the end.
    step : Shape(tuple), optional, default=()
        Distance between indices along each axis, negative to go backwards; None or nothing means 1.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
@overload
def crop(data: Symbol | None, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels.

    The loss is ``-log`` of the probability that the labels come out: of all ways to spread them over the steps, with
    blanks in between and repetitions counted once. Connectionist temporal classification learns from sequences whose
    alignment is unknown, such as speech or handwriting.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(time, batch, classes)``; one class is the blank.
    label : Symbol
        Classes of each sequence, of shape ``(batch, most)``. Without ``label_lengths`` labels end at the first padding:
        0 where the first class is the blank, -1 where the last one is.
    data_lengths : Symbol, optional
        Number of steps of each sequence, of shape ``(batch,)``; an input with ``use_data_lengths`` only.
    label_lengths : Symbol, optional
        Number of labels of each sequence, of shape ``(batch,)``; an input with ``use_label_lengths`` only.
    use_data_lengths : boolean, optional, default=False
        Read ``data_lengths``; without, all steps count.
    use_label_lengths : boolean, optional, default=False
        Read ``label_lengths``; without, labels end at their padding.
    blank_label : {'first', 'last'}, optional, default='first'
        Which class is the blank: the first, and labels count from 1, or the last, and labels count from 0.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch,)``, the loss of each sequence.

    Examples
    --------
    >>> scores = mx.nd.zeros((2, 1, 3))  # two steps, and equal chances for the blank and two classes
    >>> loss = mx.nd.CTCLoss(scores, mx.nd.array([[1, 0]]))
    >>> loss.exp().asnumpy().tolist()  # 3 of 9 ways give the label: (1, 1), (1, blank) and (blank, 1)
    [3.00]
    """

def cumsum(a: Symbol | None = None, axis: int | None = None, dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the cumulative sum of elements along an axis.

    Parameters
    ----------
    a : Symbol
        Input array.
    axis : int or None, optional, default=None
        Axis to add along; by default the array is flattened first.
    dtype : dtype or None, optional, default=None
        Type of the sums; that of ``a`` by default, int64 for bool.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    An array of every partial sum, of the shape of ``a``, or a vector.

    Examples
    --------
    >>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]), axis=0).tolist()
    [[1.0, 2.0], [4.0, 6.0]]
    """

def degrees(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert each element from radians to degrees: ``x * 180 / pi``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.degrees(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 57.2958]
    """

@overload
def depth_to_space(data: Symbol | None = None, *, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rearrange channels into blocks of the two spatial dimensions.

    With ``b`` for ``block_size`` and ``C' = C / b**2``:
    ``out[n, c, h * b + i, w * b + j] = data[n, (i * b + j) * C' + c, h, w]``. `space_to_depth` is the inverse.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(N, C, H, W)``; ``C`` is a multiple of ``block_size**2``.
    block_size : int, required
        Side of the square block that the channels of one pixel fill.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(N, C / block_size**2, H * block_size, W * block_size)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 4, 1, 1))
    >>> mx.nd.depth_to_space(x, block_size=2).asnumpy().tolist()
    [[[[0.0, 1.0], [2.0, 3.0]]]]
    """
@overload
def depth_to_space(data: Symbol | None, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Extract a diagonal of an array, or make a matrix that has a vector on its diagonal.

    Parameters
    ----------
    data : Symbol
        Vector, or array of at least two axes.
    k : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    axis1 : int, optional, default=0
        Axis that holds the rows of the matrices whose diagonal is taken; not used for a vector.
    axis2 : int, optional, default=1
        Axis that holds their columns; not used for a vector.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    For a vector of ``n`` elements a matrix of ``n + abs(k)`` rows and columns. Otherwise an array without ``axis1``
    and ``axis2``, the diagonals in a new last axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.diag(x).asnumpy().tolist(), mx.nd.diag(x, k=1).asnumpy().tolist()
    ([1.0, 5.0], [2.0, 6.0])
    >>> mx.nd.diag(mx.nd.array([1, 2])).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the dot product of two arrays, over the last axis of the first and the first axis of the second.

    For matrices it is the matrix product, for vectors the inner product. In general
    ``out[i..., j...] = sum_k lhs[i..., k] * rhs[k, j...]``.

    Parameters
    ----------
    lhs : Symbol
        Array of shape ``(..., K)``, or ``(K, ...)`` with ``transpose_a``.
    rhs : Symbol
        Array of shape ``(K, ...)``, or ``(..., K)`` with ``transpose_b``.
    transpose_a : boolean, optional, default=False
        Sum over the first axis of ``lhs``, which a matrix has transposed.
    transpose_b : boolean, optional, default=False
        Sum over the last axis of ``rhs``, which a matrix has transposed.
    forward_stype : {'csr', 'default', 'row_sparse'} or None, optional, default=None
        Storage type of the result, if an operand is sparse and the default is not wanted.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the other axes of ``lhs`` and then those of ``rhs``; shape ``(1,)`` for two vectors.

    Examples
    --------
    >>> x, y = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[5, 6], [7, 8]])
    >>> mx.nd.dot(x, y).asnumpy().tolist()
    [[19.0, 22.0], [43.0, 50.0]]
    >>> mx.nd.dot(mx.nd.ones((2, 3, 4)), mx.nd.ones((4, 5))).shape
    (2, 3, 5)
    """

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add two arrays of the same shape: ``lhs + rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array of the shape of ``lhs``. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, y = mx.nd.array([4, 6]), mx.nd.array([2, 6])
    >>> mx.nd.elemwise_add(x, y).asnumpy().tolist()
    [6.0, 12.0]
    """

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide one array by another of the same shape: ``lhs / rhs``.

    Quotients of integers are integers, rounded towards zero.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array of the shape of ``lhs``. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, y = mx.nd.array([4, 6]), mx.nd.array([2, 6])
    >>> mx.nd.elemwise_div(x, y).asnumpy().tolist()
    [2.0, 1.0]
    """

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply two arrays of the same shape: ``lhs * rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array of the shape of ``lhs``. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, y = mx.nd.array([4, 6]), mx.nd.array([2, 6])
    >>> mx.nd.elemwise_mul(x, y).asnumpy().tolist()
    [8.0, 36.0]
    """

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract one array from another of the same shape: ``lhs - rhs``.

    Parameters
    ----------
    lhs : Symbol
        Array of any shape.
    rhs : Symbol
        Array of the shape of ``lhs``. Both have one type.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, y = mx.nd.array([4, 6]), mx.nd.array([2, 6])
    >>> mx.nd.elemwise_sub(x, y).asnumpy().tolist()
    [2.0, 0.0]
    """

def erf(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the error function of each element: ``2 / sqrt(pi) * integral of exp(-t**2) from 0 to x``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.erf(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.8427]
    """

def erfinv(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse of the error function of each element, which lies between -1 and 1.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.erfinv(mx.nd.array([0, 0.5])).asnumpy().tolist()
    [0.0, 0.4769]
    """

def exp(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute e to the power of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.exp(mx.nd.array([0, 1])).asnumpy().tolist()
    [1.0, 2.7183]
    """

@overload
def expand_dims(data: Symbol | None = None, *, axis: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Insert an axis of size one.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int, required
        Position of the new axis in the result; a negative number counts from its last axis.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data`` and one more axis.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3))
    >>> mx.nd.expand_dims(x, axis=1).shape, mx.nd.expand_dims(x, axis=-1).shape
    ((2, 1, 3), (2, 3, 1))
    """
@overload
def expand_dims(data: Symbol | None, axis: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def expm1(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``exp(x) - 1`` of each element, exact for small ones too.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.expm1(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 1.7183]
    """

def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return a copy of a matrix with one element of each row set: ``out[i, rhs[i]] = mhs[i]``.

    Parameters
    ----------
    lhs : Symbol
        Matrix of shape ``(n, m)``.
    mhs : Symbol
        The new values, of shape ``(n,)``.
    rhs : Symbol
        Their columns, of shape ``(n,)``; a column that does not exist sets nothing.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Matrix of the shape of ``lhs``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.nd.fill_element_0index(x, mx.nd.array([7, 8]), mx.nd.array([0, 2])).asnumpy().tolist()
    [[7.0, 0.0, 0.0], [0.0, 0.0, 8.0]]
    """

def fix(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element towards zero to an integer.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.fix(mx.nd.array([-1.7, 1.7])).asnumpy().tolist()
    [-1.0, 1.0]
    """

def flatten(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flatten all axes but the first, so that each sample becomes one row.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(d0, d1, ..., dk)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(d0, d1 * ... * dk)``.

    Examples
    --------
    >>> mx.nd.flatten(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

@overload
def flip(data: Symbol | None = None, *, axis: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an array: reverse the order of elements along each of the axes.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple), required
        One axis or several, counted from zero.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.reverse(mx.nd.array([[1, 2, 3], [4, 5, 6]]), axis=1).asnumpy().tolist()
    [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]
    """
@overload
def flip(data: Symbol | None, axis: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def floor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element down to an integer.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.floor(mx.nd.array([-1.5, 1.2])).asnumpy().tolist()
    [-2.0, 1.0]
    """

@overload
def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, *, lr: float, beta1: Annotated[float, '0 to 1'] = 0.6, beta2: Annotated[float, '0 to 1'] = 0.999, epsilon: float = 1e-08, t: int, wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by FTML, follow the moving leader.

    With ``g = rescale_grad * grad + wd * weight``, clipped: ``v = beta2 * v + (1 - beta2) * g**2``,
    ``d_t = (1 - beta1**t) / lr * (sqrt(v / (1 - beta2**t)) + epsilon)``,
    ``z = beta1 * z + (1 - beta1) * g - (d_t - beta1 * d) * weight``, then ``-z / d_t``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    d : Symbol
        State, the last ``d_t``; of the weight's shape, updated in place.
    v : Symbol
        Moving mean of squared gradients; of the weight's shape, updated in place.
    z : Symbol
        State, the accumulated direction; of the weight's shape, updated in place.
    lr : float, required
        Learning rate.
    beta1 : float (0 to 1), optional, default=0.6
        Part of the mean of gradients that is kept in a step.
    beta2 : float (0 to 1), optional, default=0.999
        Part of the mean of squared gradients that is kept in a step.
    epsilon : double, optional, default=1e-08
        Small number that keeps the divisor from zero.
    t : int, required
        Number of the step, counted from one.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_grad : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> d, v, z = mx.nd.zeros((1,)), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.ftml_update(weight, grad, d, v, z, lr=0.1, t=1).asnumpy().tolist()
    [0.90]
    """
@overload
def ftml_update(weight: Symbol | None, grad: Symbol | None, d: Symbol | None, v: Symbol | None, z: Symbol | None, lr: float, beta1: Annotated[float, '0 to 1'] = 0.6, beta2: Annotated[float, '0 to 1'] = 0.999, epsilon: float = 1e-08, *, t: int, wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def ftml_update(weight: Symbol | None, grad: Symbol | None, d: Symbol | None, v: Symbol | None, z: Symbol | None, lr: float, beta1: Annotated[float, '0 to 1'], beta2: Annotated[float, '0 to 1'], epsilon: float, t: int, wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, *, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by FTRL, follow the regularized leader; weights become exactly zero.

    With ``g = rescale_grad * grad``, clipped: ``z = z + g - (sqrt(n + g**2) - sqrt(n)) / lr * weight`` and
    ``n = n + g**2``, then ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, and
    zero elsewhere.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    z : Symbol
        State, the accumulated direction; of the weight's shape, updated in place.
    n : Symbol
        Sum of squared gradients; of the weight's shape, updated in place.
    lr : float, required
        Learning rate.
    lamda1 : float, optional, default=0.01
        Strength of the L1 regularization.
    beta : float, optional, default=1.0
        Added to the root of ``n``, so that the first steps are not too large.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, z, n = mx.nd.zeros((1,)), mx.nd.array([2.0]), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.ftrl_update(weight, grad, z, n, lr=1, lamda1=0.5).asnumpy().tolist()
    [-0.5]
    """
@overload
def ftrl_update(weight: Symbol | None, grad: Symbol | None, z: Symbol | None, n: Symbol | None, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def gamma(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the gamma function of each element; that of an integer is ``(x - 1)!``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.gamma(mx.nd.array([1, 5, 0.5])).asnumpy().tolist()
    [1.0, 24.0, 1.7725]
    """

def gammaln(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm of the magnitude of the gamma function of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.gammaln(mx.nd.array([1, 5])).asnumpy().tolist()
    [0.0, 3.1781]
    """

def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Gather elements or slices at coordinates.

    The first axis of ``indices`` holds the coordinates:
    ``out[j] = data[indices[0, j], ..., indices[M - 1, j]]``.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(X0, ..., XN-1)``.
    indices : Symbol
        Coordinates, of shape ``(M, Y0, ..., YK-1)`` with ``M <= N``; negative ones count from the end.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Approximate the sigmoid by a line, kept between zero and one: ``max(0, min(1, alpha * data + beta))``.

    Parameters
    ----------
    data : Symbol
        Floats of any shape.
    alpha : float, optional, default=0.2
        Slope of the line.
    beta : float, optional, default=0.5
        Its value at zero.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.hard_sigmoid(mx.nd.array([-9, 0, 9])).asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """

def identity(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    New array with the elements of ``data``.

    Examples
    --------
    >>> mx.nd.identity(mx.nd.array([1, 2])).asnumpy().tolist()
    [1.0, 2.0]
    """

@overload
def im2col(data: Symbol | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Extract sliding blocks as columns, so that a convolution becomes a matrix product.

    Column ``j`` holds what the kernel covers at position ``j``: all channels, and the kernel's elements of each. Along
    an axis there are ``(size + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1`` places.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size. For a kernel of one axis also
        ``(batch, channels, size, 1)``, the only form that MXNet takes.
    kernel : Shape(tuple) (dimensions other than 0), required
        Size of a block, per axis.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between blocks, per axis; 1 by default.
    dilate : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the pixels of a block, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides of the images, per axis; 0 by default.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(batch, channels * prod(kernel), places)``.

    Examples
    --------
    >>> image = mx.nd.arange(9).reshape((1, 1, 3, 3))
    >>> mx.nd.im2col(image, kernel=(2, 2))[0].asnumpy().astype(int).tolist()
    [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]]
    """
@overload
def im2col(data: Symbol | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def khatri_rao(*args: Symbol | Sequence[Symbol], num_args: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the Khatri-Rao product of matrices: each column is the Kronecker product of theirs.

    Of two matrices, ``out[i * M + j, k] = A[i, k] * B[j, k]``, where ``B`` has ``M`` rows.

    Parameters
    ----------
    args : Symbol, any number
        Matrices with one number of columns.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Matrix with as many rows as the product of theirs, and their number of columns.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 2]]), mx.nd.array([[1, 1], [10, 10]])
    >>> mx.nd.khatri_rao(A, B).asnumpy().tolist()
    [[1.0, 2.0], [10.0, 20.0]]
    """

@overload
def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, *, t: int, bias_correction: bool | int = True, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the direction of a LAMB step, whose length the second phase finds.

    With ``grad' = rescale_grad * grad``, clipped: the moments as in `adam_update`, then
    ``mean / (sqrt(var) + epsilon) + wd * weight``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mean : Symbol
        Moving mean of gradients, of the weight's shape; it is changed in place.
    var : Symbol
        Moving mean of squared gradients, of the weight's shape; it is changed in place.
    beta1 : float, optional, default=0.9
        Part of the mean of gradients that is kept in a step.
    beta2 : float, optional, default=0.999
        Part of the mean of squared gradients that is kept in a step.
    epsilon : float, optional, default=1e-06
        Small number that keeps the divisor from zero.
    t : int, required
        Number of the step, counted from one.
    bias_correction : boolean, optional, default=True
        Whether the moments are divided by ``1 - beta**t``, as they start at zero.
    wd : float, required
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The direction, of the weight's shape; `lamb_update_phase2` takes it as ``g``.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mean, var = mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.lamb_update_phase1(weight, grad, mean, var, t=1, wd=0.5).asnumpy().tolist()
    [1.50]
    """
@overload
def lamb_update_phase1(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, beta1: float, beta2: float, epsilon: float, t: int, bias_correction: bool | int = True, *, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def lamb_update_phase1(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, beta1: float, beta2: float, epsilon: float, t: int, bias_correction: bool | int, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight along a LAMB direction: ``weight - lr * r1 / r2 * g``.

    The ratio of the norms is one where either is zero.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    g : Symbol
        The direction, which `lamb_update_phase1` gives.
    r1 : Symbol
        Norm of the weight, an array of one element.
    r2 : Symbol
        Norm of ``g``, an array of one element.
    lr : float, required
        Learning rate.
    lower_bound : float, optional, default=-1.0
        The norm of the weight counts as this at least; not, where it is negative.
    upper_bound : float, optional, default=-1.0
        The norm of the weight counts as this at most; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, g = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mx.nd.lamb_update_phase2(weight, g, weight.norm(), g.norm(), lr=0.5).asnumpy().tolist()
    [0.5]
    """
@overload
def lamb_update_phase2(weight: Symbol | None, g: Symbol | None, r1: Symbol | None, r2: Symbol | None, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def linalg_det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> mx.nd.linalg.det(mx.nd.array([[2, 0], [0, 4]])).asnumpy().tolist()
    [8.0]
    """

def linalg_extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Extract a diagonal of each matrix.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., N - abs(offset))``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.linalg.extractdiag(A).asnumpy().tolist()
    [1.0, 4.0]
    >>> mx.nd.linalg.extractdiag(A, offset=1).asnumpy().tolist()
    [2.0]
    """

def linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle.

    An upper triangle is packed as the lower one of the transposed matrix. `maketrian` is the inverse.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset : int, optional, default=0
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower : boolean, optional, default=True
        Which triangle an offset of zero means.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., K * (K + 1) / 2)`` with ``K = N - abs(offset)``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.linalg.extracttrian(A).asnumpy().tolist()
    [1.0, 3.0, 4.0]
    >>> mx.nd.linalg.extracttrian(A, lower=False).asnumpy().tolist()
    [1.0, 2.0, 4.0]
    """

def linalg_gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the LQ decomposition of matrices, a lower triangle and orthonormal rows: ``A = L @ Q``.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 with no more rows than columns, ``(..., N, M)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays: ``Q`` of shape ``(..., N, M)`` with ``Q @ Q.T`` the identity, then ``L`` of shape ``(..., N, N)``.

    Examples
    --------
    >>> A = mx.nd.array([[3, 4, 0], [0, 0, 2]])
    >>> Q, L = mx.nd.linalg.gelqf(A)
    >>> bool(abs(mx.nd.dot(L, Q) - A).max() < 1e-5), Q.shape, L.shape
    (True, (2, 3), (2, 2))
    """

def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B : Symbol
        Matrices that fit ``A``; with the same leading axes.
    C : Symbol
        Matrices of the shape of the product.
    transpose_a : boolean, optional, default=False
        Multiply with the transposed matrices of ``A``.
    transpose_b : boolean, optional, default=False
        Multiply with the transposed matrices of ``B``.
    alpha : double, optional, default=1.0
        Factor of the product.
    beta : double, optional, default=1.0
        Factor of ``C``.
    axis : int, optional, default=-2
        Axis that holds the rows of all matrices; columns are in the last one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``C``.

    Examples
    --------
    >>> A, B, C = mx.nd.array([[1, 2]]), mx.nd.array([[3], [4]]), mx.nd.array([[10]])
    >>> mx.nd.linalg.gemm(A, B, C, alpha=2.0, beta=3.0).asnumpy().tolist()
    [[52.0]]
    """

def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices: ``alpha * op(A) @ op(B)``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B : Symbol
        Matrices that fit ``A``; with the same leading axes.
    transpose_a : boolean, optional, default=False
        Multiply with the transposed matrices of ``A``.
    transpose_b : boolean, optional, default=False
        Multiply with the transposed matrices of ``B``.
    alpha : double, optional, default=1.0
        Factor of the product.
    axis : int, optional, default=-2
        Axis that holds the rows of all matrices; columns are in the last one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the products.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.gemm2(A, B, transpose_b=True, alpha=2.0).asnumpy().tolist()
    [[6.0, 6.0], [14.0, 14.0]]
    """

def linalg_inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse of matrices; a singular one is an error.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.dot(A, mx.nd.linalg.inverse(A)).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

def linalg_makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make square matrices with the last axis of an array as a diagonal, and zeros elsewhere.

    Parameters
    ----------
    A : Symbol
        Array of float32 or float64, ``(..., N)``.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., N + abs(offset), N + abs(offset))``.

    Examples
    --------
    >>> mx.nd.linalg.makediag(mx.nd.array([1, 2])).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`.

    Parameters
    ----------
    A : Symbol
        Array of float32 or float64, ``(..., K * (K + 1) / 2)``.
    offset : int, optional, default=0
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower : boolean, optional, default=True
        Which triangle an offset of zero means.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., N, N)`` with ``N = K + abs(offset)``, zero outside the triangle.

    Examples
    --------
    >>> mx.nd.linalg.maketrian(mx.nd.array([1, 3, 4])).asnumpy().tolist()
    [[1.0, 0.0], [3.0, 4.0]]
    """

def linalg_potrf(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``.

    Parameters
    ----------
    A : Symbol
        Symmetric positive definite matrices of float32 or float64, ``(..., N, N)``.
    lower : boolean, optional, default=True
        Give the lower triangle; otherwise the upper one, ``U`` with ``U.T @ U = A``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Triangular matrices of the shape of ``A``, zero outside the triangle.

    Examples
    --------
    >>> A = mx.nd.array([[4, 2], [2, 5]])
    >>> mx.nd.linalg.potrf(A).asnumpy().tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """

def linalg_potri(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``.

    Parameters
    ----------
    A : Symbol
        Cholesky factors as `potrf` gives them, ``(..., N, N)``.
    lower : boolean, optional, default=True
        Whether ``A`` holds lower triangles; of upper ones the result is ``(A.T @ A)**-1``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Symmetric matrices of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.linalg.potri(A).asnumpy().tolist()
    [[0.25, 0.0], [0.0, 0.0625]]
    """

def linalg_slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays of shape ``A.shape[:-2]``, ``(1,)`` for one matrix: the signs -1, 0 or 1, then ``log(abs(det(A)))``,
    which is minus infinity for a singular matrix.

    Examples
    --------
    >>> sign, size = mx.nd.linalg.slogdet(mx.nd.array([[0, 1], [1, 0]]))
    >>> sign.asnumpy().tolist(), size.asnumpy().tolist()
    ([-1.0], [0.0])
    """

def linalg_sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``.

    Of a Cholesky factor this is half the logarithm of the determinant.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64 with positive diagonals, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> A = mx.nd.array([[1, 5], [6, 1]])
    >>> mx.nd.linalg.sumlogdiag(A).asnumpy().tolist()
    [0.0]
    """

def linalg_syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, ``(..., N, M)``.
    transpose : boolean, optional, default=False
        Compute ``alpha * A.T @ A`` instead.
    alpha : double, optional, default=1.0
        Factor of the product.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Symmetric matrices of shape ``(..., N, N)``, or ``(..., M, M)`` with ``transpose``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.linalg.syrk(A).asnumpy().tolist()
    [[14.0, 32.0], [32.0, 77.0]]
    """

def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply with triangular matrices: ``alpha * op(A) @ B``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A : Symbol
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B : Symbol
        Matrices ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose : boolean, optional, default=False
        Multiply with the transposed triangles.
    rightside : boolean, optional, default=False
        Compute ``alpha * B @ op(A)`` instead.
    lower : boolean, optional, default=True
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha : double, optional, default=1.0
        Factor of the product.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 9], [2, 3]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.trmm(A, B).asnumpy().tolist()
    [[1.0, 1.0], [5.0, 5.0]]
    """

def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A : Symbol
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B : Symbol
        Right-hand sides, ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose : boolean, optional, default=False
        Solve with the transposed triangles.
    rightside : boolean, optional, default=False
        Solve ``X @ op(A) = alpha * B`` instead.
    lower : boolean, optional, default=True
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha : double, optional, default=1.0
        Factor of the right-hand side.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The solutions ``X``, an array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[2, 0], [1, 4]]), mx.nd.array([[2], [9]])
    >>> mx.nd.linalg.trsm(A, B).asnumpy().tolist()
    [[1.0], [2.0]]
    """

def log(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the natural logarithm of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.log(mx.nd.array([1, 2])).asnumpy().tolist()
    [0.0, 0.6931]
    """

def log10(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm to base 10 of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.log10(mx.nd.array([1, 100])).asnumpy().tolist()
    [0.0, 2.0]
    """

def log1p(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``log(1 + x)`` of each element, exact for small ones too.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.log1p(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.6931]
    """

def log2(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm to base 2 of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.log2(mx.nd.array([1, 8])).asnumpy().tolist()
    [0.0, 3.0]
    """

def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logarithm of the softmax of ``data / temperature`` along an axis.

    ``out[i] = data[i] / temperature - log(sum_j exp(data[j] / temperature))``, more accurate than a softmax followed by
    a logarithm.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int, optional, default=-1
        The axis whose elements are compared.
    temperature : double or None, optional, default=None
        What the data is divided by; 1 by default. The higher, the more equal are the results.
    dtype : dtype or None, optional, default=None
        Type of the result; that of the data by default.
    use_length : boolean or None, optional, default=False
        Accepted for `softmax`'s sake; only False.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.log_softmax(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[-2.4076, -1.4076, -0.4076]]
    """

def logical_not(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logical not of each element: one where it is zero, zero elsewhere.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.logical_not(mx.nd.array([-2, 0, 1])).asnumpy().tolist()
    [0.0, 1.0, 0.0]
    """

def make_loss(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mark an array as a loss, from which backward starts: its gradient is one, whatever the output gradient.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = mx.nd.make_loss(x * x) * 10
    >>> loss.backward()
    >>> x.grad.asnumpy().tolist()
    [6.0]
    """

def max(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the maximum of elements over axes.

    All elements that equal it get its whole gradient.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.max(x).asnumpy().tolist(), mx.nd.max(x, axis=1).asnumpy().tolist()
    ([4.0], [2.0, 4.0])
    """

def max_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the maximum of elements over axes.

    All elements that equal it get its whole gradient.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.max(x).asnumpy().tolist(), mx.nd.max(x, axis=1).asnumpy().tolist()
    ([4.0], [2.0, 4.0])
    """

def mean(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the mean of elements over axes.

    Means of integers are integers, rounded towards zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.mean(x).asnumpy().tolist(), mx.nd.mean(x, axis=1).asnumpy().tolist()
    ([2.5], [1.5, 3.5])
    """

def min(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the minimum of elements over axes.

    All elements that equal it get its whole gradient.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.min(x).asnumpy().tolist(), mx.nd.min(x, axis=1).asnumpy().tolist()
    ([1.0], [1.0, 3.0])
    """

def min_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the minimum of elements over axes.

    All elements that equal it get its whole gradient.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.min(x).asnumpy().tolist(), mx.nd.min(x, axis=1).asnumpy().tolist()
    ([1.0], [1.0, 3.0])
    """

def moments(data: Symbol | None = None, axes: int | Sequence[int] | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute mean and variance over axes.

    The variance is ``mean((data - mean(data))**2)``, the biased estimate.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axes : Shape(tuple) or None, optional, default=None
        Axes that are reduced; they have to be given.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays of the other axes, mean and variance; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 3], [2, 6]])
    >>> mean, variance = mx.nd.moments(x, axes=(1,))
    >>> mean.asnumpy().tolist(), variance.asnumpy().tolist()
    ([2.0, 4.0], [1.0, 4.0])
    """

@overload
def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, *, t: int, bias_correction: bool | int = True, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the direction of a LAMB step for a float16 weight, from its float32 copy.

    As `lamb_update_phase1`.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mean : Symbol
        Moving mean of gradients, of the weight's shape; it is changed in place.
    var : Symbol
        Moving mean of squared gradients, of the weight's shape; it is changed in place.
    weight32 : Symbol
        Copy of the weight in float32.
    beta1 : float, optional, default=0.9
        Part of the mean of gradients that is kept in a step.
    beta2 : float, optional, default=0.999
        Part of the mean of squared gradients that is kept in a step.
    epsilon : float, optional, default=1e-06
        Small number that keeps the divisor from zero.
    t : int, required
        Number of the step, counted from one.
    bias_correction : boolean, optional, default=True
        Whether the moments are divided by ``1 - beta**t``, as they start at zero.
    wd : float, required
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The direction in float32; `mp_lamb_update_phase2` takes it as ``g``.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([2.0], dtype="float16")
    >>> mean, var, copy = mx.nd.zeros((1,)), mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_lamb_update_phase1(weight, grad, mean, var, copy, t=1, wd=0.5).asnumpy().tolist()
    [1.50]
    """
@overload
def mp_lamb_update_phase1(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, weight32: Symbol | None, beta1: float, beta2: float, epsilon: float, t: int, bias_correction: bool | int = True, *, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...
@overload
def mp_lamb_update_phase1(weight: Symbol | None, grad: Symbol | None, mean: Symbol | None, var: Symbol | None, weight32: Symbol | None, beta1: float, beta2: float, epsilon: float, t: int, bias_correction: bool | int, wd: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a float16 weight along a LAMB direction, from its float32 copy: ``weight32 - lr * r1 / r2 * g``.

    As in MXNet the copy itself is unchanged; the caller updates it.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    g : Symbol
        The direction, which `mp_lamb_update_phase1` gives.
    r1 : Symbol
        Norm of the weight, an array of one element.
    r2 : Symbol
        Norm of ``g``, an array of one element.
    weight32 : Symbol
        Copy of the weight in float32.
    lr : float, required
        Learning rate.
    lower_bound : float, optional, default=-1.0
        The norm of the weight counts as this at least; not, where it is negative.
    upper_bound : float, optional, default=-1.0
        The norm of the weight counts as this at most; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, g = mx.nd.array([1.0], dtype="float16"), mx.nd.array([2.0])
    >>> copy = weight.astype("float32")
    >>> mx.nd.mp_lamb_update_phase2(weight, g, copy.norm(), g.norm(), copy, lr=0.5).asnumpy().tolist()
    [0.5]
    """
@overload
def mp_lamb_update_phase2(weight: Symbol | None, g: Symbol | None, r1: Symbol | None, r2: Symbol | None, weight32: Symbol | None, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a float16 weight by SGD with Nesterov's momentum, on its float32 copy.

    As `nag_mom_update`, except that the momentum decays by the new weight, as in MXNet.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mom : Symbol
        Momentum, of the weight's shape; it is changed in place.
    weight32 : Symbol
        Copy of the weight in float32, which is changed in place.
    lr : float, required
        Learning rate.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> mom, copy = mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_nag_mom_update(weight, grad, mom, copy, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.25]
    """
@overload
def mp_nag_mom_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, weight32: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a float16 weight by SGD with momentum, on its float32 copy; as `sgd_mom_update`.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mom : Symbol
        Momentum, of the weight's shape; it is changed in place.
    weight32 : Symbol
        Copy of the weight in float32, which is changed in place.
    lr : float, required
        Learning rate.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    lazy_update : boolean, optional, default=True
        Whether rows that a row_sparse gradient does not have stay as they are, states included.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> mom, copy = mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_sgd_mom_update(weight, grad, mom, copy, lr=0.5, momentum=0.9).asnumpy().tolist()
    [0.5]
    """
@overload
def mp_sgd_mom_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, weight32: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a float16 weight by SGD, on its float32 copy.

    ``weight32 - lr * (rescale_grad * grad + wd * weight32)``, as `sgd_update`.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    weight32 : Symbol
        Copy of the weight in float32, which is changed in place.
    lr : float, required
        Learning rate.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    lazy_update : boolean, optional, default=True
        Whether rows that a row_sparse gradient does not have stay as they are, states included.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> copy = weight.astype("float32")
    >>> mx.nd.mp_sgd_update(weight, grad, copy, lr=0.5).dtype.__name__, copy.asnumpy().tolist()
    ('float16', [0.5])
    """
@overload
def mp_sgd_update(weight: Symbol | None, grad: Symbol | None, weight32: Symbol | None, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def multi_all_finite(*data: Symbol | Sequence[Symbol], num_args: int | None = None, num_arrays: int = 1, init_output: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return whether all elements of many arrays are finite, i.e. neither infinite nor NaN.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of any shapes.
    num_arrays : int, optional, default=1
        Number of arrays.
    init_output : boolean, optional, default=True
        Whether the answer replaces the value in ``out``; otherwise a 0 there stays 0.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of float32 and shape ``(1,)``: 1 if all are finite, else 0.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([3])
    >>> mx.nd.multi_all_finite(x, y, num_arrays=2).asnumpy().tolist()
    [1.0]
    """

@overload
def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, *, eta: float, eps: float, rescale_grad: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scale learning rates by the ratio of the norms of weights and gradients, as LARS does.

    ``lrs * eta * |w| / (rescale_grad * |g| + wds * |w| + eps)``, and ``lrs`` where a norm is zero.

    Parameters
    ----------
    lrs : Symbol
        Learning rates, one for each weight.
    weights_sum_sq : Symbol
        Sum of squares of each weight, ``|w|**2``; `multi_sum_sq` gives it.
    grads_sum_sq : Symbol
        Sum of squares of each gradient, ``|g|**2``.
    wds : Symbol
        Weight decays, one for each weight.
    eta : float, required
        Trust coefficient, the factor of the ratio.
    eps : float, required
        Added to the divisor, so that it is not zero.
    rescale_grad : float, optional, default=1.0
        Factor of the gradients.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``lrs``.

    Examples
    --------
    >>> lrs, wds = mx.nd.array([1.0]), mx.nd.array([0.0])
    >>> mx.nd.multi_lars(lrs, mx.nd.array([4.0]), mx.nd.array([16.0]), wds, eta=0.5, eps=0).asnumpy().tolist()
    [0.25]
    """
@overload
def multi_lars(lrs: Symbol | None, weights_sum_sq: Symbol | None, grads_sum_sq: Symbol | None, wds: Symbol | None, eta: float, eps: float, rescale_grad: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def multi_mp_sgd_mom_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by SGD with momentum, on their copies in float32.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, momentum, float32 copy.
    lrs : tuple of <float>, required
        Learning rates, one for each weight.
    wds : tuple of <float>, required
        Weight decays, one for each weight.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,), dtype='float16'), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, s, w.astype('float32'))] for _ in range(2))
    >>> _ = mx.nd.multi_mp_sgd_mom_update(*one, *two,
    ...     lrs=(0.5, 0.25), wds=(0, 0), num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def multi_mp_sgd_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by SGD, on their copies in float32.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, float32 copy.
    lrs : tuple of <float>, required
        Learning rates, one for each weight.
    wds : tuple of <float>, required
        Weight decays, one for each weight.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,), dtype='float16'), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, w.astype('float32'))] for _ in range(2))
    >>> _ = mx.nd.multi_mp_sgd_update(*one, *two,
    ...     lrs=(0.5, 0.25), wds=(0, 0), num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def multi_sgd_mom_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, momentum.
    lrs : tuple of <float>, required
        Learning rates, one for each weight.
    wds : tuple of <float>, required
        Weight decays, one for each weight.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,)), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, s)] for _ in range(2))
    >>> _ = mx.nd.multi_sgd_mom_update(*one, *two,
    ...     lrs=(0.5, 0.25), wds=(0, 0), num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def multi_sgd_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, lrs: float | Sequence[float], wds: float | Sequence[float], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by SGD.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient.
    lrs : tuple of <float>, required
        Learning rates, one for each weight.
    wds : tuple of <float>, required
        Weight decays, one for each weight.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,)), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w)] for _ in range(2))
    >>> _ = mx.nd.multi_sgd_update(*one, *two,
    ...     lrs=(0.5, 0.25), wds=(0, 0), num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def multi_sum_sq(*data: Symbol | Sequence[Symbol], num_args: int | None = None, num_arrays: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of squares of each of many arrays.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of any shapes.
    num_arrays : int, required
        Number of arrays.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of float32 and shape ``(num_arrays,)``.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([[3]])
    >>> mx.nd.multi_sum_sq(x, y, num_arrays=2).asnumpy().tolist()
    [5.0, 9.0]
    """

@overload
def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by SGD with Nesterov's momentum.

    With ``step = lr * (rescale_grad * grad + wd * weight)``: ``mom = momentum * mom - step``, then
    ``weight + momentum * mom - step``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mom : Symbol
        Momentum, of the weight's shape; it is changed in place.
    lr : float, required
        Learning rate.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([1.0]), mx.nd.zeros((1,))
    >>> mx.nd.nag_mom_update(weight, grad, mom, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.25]
    """
@overload
def nag_mom_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def nanprod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the product of elements over axes, with NaN as one.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, float('nan')], [3, 4]])
    >>> mx.nd.nanprod(x).asnumpy().tolist(), mx.nd.nanprod(x, axis=1).asnumpy().tolist()
    ([12.0], [1.0, 12.0])
    """

def nansum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of elements over axes, with NaN as zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, float('nan')], [3, 4]])
    >>> mx.nd.nansum(x).asnumpy().tolist(), mx.nd.nansum(x, axis=1).asnumpy().tolist()
    ([8.0], [1.0, 7.0])
    """

def negative(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negate each element: ``-x``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.negative(mx.nd.array([1, -2])).asnumpy().tolist()
    [-1.0, 2.0]
    """

def norm(data: Symbol | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the L1 or L2 norm over axes.

    ``ord=1`` is ``sum(abs(data))``, ``ord=2`` is ``sqrt(sum(data**2))``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    ord : int, optional, default=2
        Which norm, 1 or 2.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    out_dtype : dtype or None, optional, default=None
        Type of the result; None means that of ``data``.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the other axes; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[3, 4], [0, 5]])
    >>> mx.nd.norm(x, axis=1).asnumpy().tolist()
    [5.0, 5.0]
    >>> mx.nd.norm(x, ord=1).asnumpy().tolist()
    [12.0]
    """

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a normal (Gaussian) distribution.

    Parameters
    ----------
    loc : float, optional, default=0.0
        Mean of the distribution.
    scale : float, optional, default=1.0
        Standard deviation of the distribution.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_normal(shape=(2, 3)).shape
    (2, 3)
    """

@overload
def one_hot(indices: Symbol | None = None, *, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert indices to one-hot vectors along a new last axis.

    ``out[..., j]`` is ``on_value`` where ``j`` is the index and ``off_value`` elsewhere; an index out of range
    gives ``off_value`` only.

    Parameters
    ----------
    indices : Symbol
        Indices, an array of any shape.
    depth : int, required
        Length of the vectors.
    on_value : double, optional, default=1.0
        Value at the index.
    off_value : double, optional, default=0.0
        Value everywhere else.
    dtype : dtype, optional, default='float32'
        Type of the result.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``indices.shape + (depth,)``.

    Examples
    --------
    >>> mx.nd.one_hot(mx.nd.array([1, 0, 5]), depth=3).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
@overload
def one_hot(indices: Symbol | None, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def ones_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make ones of an array's shape and type.

    Parameters
    ----------
    data : Symbol
        Array of any shape; its values are not read.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of ones.

    Examples
    --------
    >>> mx.nd.ones_like(mx.nd.array([3, 4])).asnumpy().tolist()
    [1.0, 1.0]
    """

@overload
def pad(data: Symbol | None = None, *, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image.

    Parameters
    ----------
    data : Symbol
        Floats of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    mode : string, required
        The padding: ``"constant"``; ``"edge"``, the nearest element; or ``"reflect"``, the elements mirrored at the
        edge, which itself is not repeated.
    pad_width : Shape(tuple), required
        How much is added before and after each axis, two numbers each, from the first axis on; the first
        four are zero.
    constant_value : double, optional, default=0.0
        The value of mode ``"constant"``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of size ``data.shape[i] + pad_width[2 * i] + pad_width[2 * i + 1]`` along each axis.

    Examples
    --------
    >>> x = mx.nd.array([1, 2, 3]).reshape((1, 1, 1, 3))
    >>> mx.nd.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 0, 0, 2, 1)).asnumpy().tolist()
    [[[[3.0, 2.0, 1.0, 2.0, 3.0, 2.0]]]]
    >>> mx.nd.pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 0, 0, 0), constant_value=9).shape
    (1, 1, 2, 3)
    """
@overload
def pad(data: Symbol | None, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pick one element along an axis for every position of the other ones.

    With ``axis=1`` of a matrix it is ``out[i] = data[i, index[i]]``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    index : Symbol
        Indices along ``axis``, one for every position of the other axes: of the shape of ``data`` without ``axis``, or
        with size one there. Fractions are truncated.
    axis : int or None, optional, default=-1
        Axis that is indexed; a negative one counts from the last.
    keepdims : boolean, optional, default=False
        Keep ``axis`` in the result, with size one.
    mode : {'clip', 'wrap'}, optional, default='clip'
        What an index out of range means: ``"clip"`` the nearest one in range, ``"wrap"`` the remainder by the size.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def preloaded_multi_mp_sgd_mom_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by SGD with momentum, on their copies in float32.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, momentum, float32 copy.
        Then an array of learning rates and one of weight decays.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,), dtype='float16'), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, s, w.astype('float32'))] for _ in range(2))
    >>> _ = mx.nd.preloaded_multi_mp_sgd_mom_update(*one, *two, mx.nd.array([0.5, 0.25]), mx.nd.zeros((2,)),
    ...     num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def preloaded_multi_mp_sgd_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights of float16 by SGD, on their copies in float32.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, float32 copy.
        Then an array of learning rates and one of weight decays.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,), dtype='float16'), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, w.astype('float32'))] for _ in range(2))
    >>> _ = mx.nd.preloaded_multi_mp_sgd_update(*one, *two, mx.nd.array([0.5, 0.25]), mx.nd.zeros((2,)),
    ...     num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def preloaded_multi_sgd_mom_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient, momentum.
        Then an array of learning rates and one of weight decays.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,)), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w, s)] for _ in range(2))
    >>> _ = mx.nd.preloaded_multi_sgd_mom_update(*one, *two, mx.nd.array([0.5, 0.25]), mx.nd.zeros((2,)),
    ...     num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def preloaded_multi_sgd_update(*data: Symbol | Sequence[Symbol], num_args: int | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update many weights by SGD.

    Parameters
    ----------
    data : Symbol, any number
        For each weight: weight, gradient.
        Then an array of learning rates and one of weight decays.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    num_weights : int, optional, default=1
        How many weights there are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weights as a list, or the only one as an array; ``out`` with the weights steps them in place.

    Examples
    --------
    >>> w, s = mx.nd.ones((1,)), mx.nd.zeros((1,))
    >>> one, two = ([x.copy() for x in (w, w)] for _ in range(2))
    >>> _ = mx.nd.preloaded_multi_sgd_update(*one, *two, mx.nd.array([0.5, 0.25]), mx.nd.zeros((2,)),
    ...     num_weights=2, out=[one[0], two[0]])
    >>> [group[0].asnumpy().tolist() for group in (one, two)]
    [[0.5], [0.75]]
    """

def prod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the product of elements over axes.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.prod(x).asnumpy().tolist(), mx.nd.prod(x, axis=1).asnumpy().tolist()
    ([24.0], [2.0, 12.0])
    """

def radians(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert each element from degrees to radians: ``x * pi / 180``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.radians(mx.nd.array([0, 180])).asnumpy().tolist()
    [0.0, 3.1416]
    """

def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from an exponential distribution of mean ``1 / lam``.

    Parameters
    ----------
    lam : float, optional, default=1.0
        Rate of the distribution.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_exponential(shape=(2, 3)).shape
    (2, 3)
    """

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a gamma distribution of mean ``alpha * beta``.

    Parameters
    ----------
    alpha : float, optional, default=1.0
        Shape of the distribution.
    beta : float, optional, default=1.0
        Scale of the distribution, the reciprocal of its rate.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_gamma(shape=(2, 3)).shape
    (2, 3)
    """

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution given by its mean and dispersion.

    Parameters
    ----------
    mu : float, optional, default=1.0
        Mean of the distribution.
    alpha : float, optional, default=1.0
        Dispersion: the variance of the distribution is ``mu + alpha * mu**2``.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_generalized_negative_binomial(shape=(2, 3)).shape
    (2, 3)
    """

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution: successes before ``k`` failures.

    Parameters
    ----------
    k : int, optional, default=1
        Number of failures.
    p : float, optional, default=1.0
        Probability of a failure.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_negative_binomial(shape=(2, 3)).shape
    (2, 3)
    """

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a normal (Gaussian) distribution.

    Parameters
    ----------
    loc : float, optional, default=0.0
        Mean of the distribution.
    scale : float, optional, default=1.0
        Standard deviation of the distribution.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_normal(shape=(2, 3)).shape
    (2, 3)
    """

def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of Dirichlet distributions.

    It is ``gamma(sum(alpha)) / prod(gamma(alpha)) * prod(sample**(alpha - 1))``.

    Parameters
    ----------
    sample : Symbol
        Points of the simplex in the last axis, ``(..., n)``; its leading axes are those of ``alpha``.
    alpha : Symbol
        Concentrations of each distribution, in the last axis.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample`` without the last axis; ``(1,)`` if nothing is left.

    Examples
    --------
    >>> x, alpha = mx.nd.array([[0.5, 0.5]]), mx.nd.array([[2, 2]])
    >>> mx.nd.random_pdf_dirichlet(x, alpha).asnumpy().tolist()
    [1.50]
    """

def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of exponential distributions: ``lam * exp(-lam * sample)``.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    lam : Symbol
        Rate of each distribution.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, lam = mx.nd.array([[0, 1]]), mx.nd.array([2])
    >>> mx.nd.random_pdf_exponential(x, lam).asnumpy().tolist()
    [[2.0, 0.2707]]
    """

def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of gamma distributions.

    It is ``beta**alpha * sample**(alpha - 1) * exp(-beta * sample) / gamma(alpha)``; ``beta`` is the rate here, where
    `random.gamma` takes the scale, its reciprocal.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    alpha : Symbol
        Shape of each distribution.
    beta : Symbol
        Its rate; of the shape of ``alpha``.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, alpha, beta = mx.nd.array([[0.5, 1]]), mx.nd.array([1]), mx.nd.array([2])
    >>> mx.nd.random_pdf_gamma(x, alpha, beta).asnumpy().tolist()
    [[0.7358, 0.2707]]
    """

def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under negative binomial distributions given by mean and dispersion.

    It is `random_pdf_negative_binomial` with ``k = 1 / alpha`` and ``p = 1 / (mu * alpha + 1)``. Counts have no
    gradient.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    mu : Symbol
        Mean of each distribution.
    alpha : Symbol
        Its dispersion; of the shape of ``mu``. The variance is ``mu + alpha * mu**2``.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, mu, alpha = mx.nd.array([[0, 1]]), mx.nd.array([2]), mx.nd.array([0.5])
    >>> mx.nd.random_pdf_generalized_negative_binomial(x, mu, alpha).asnumpy().tolist()
    [[0.2500, 0.2500]]
    """

def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under negative binomial distributions.

    It is ``gamma(sample + k) / (sample! * gamma(k)) * p**k * (1 - p)**sample``: of ``sample`` successes before
    ``k`` failures. Counts have no gradient.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    k : Symbol
        Number of failures, which need not be an integer.
    p : Symbol
        Probability of a failure; of the shape of ``k``.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, k, p = mx.nd.array([[0, 1]]), mx.nd.array([2]), mx.nd.array([0.5])
    >>> mx.nd.random_pdf_negative_binomial(x, k, p).asnumpy().tolist()
    [[0.2500, 0.2500]]
    """

def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of normal distributions: ``exp(-((sample - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))``.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    mu : Symbol
        Mean of each distribution.
    sigma : Symbol
        Its standard deviation; of the shape of ``mu``.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, mu, sigma = mx.nd.array([[0, 1]]), mx.nd.array([0]), mx.nd.array([1])
    >>> mx.nd.random_pdf_normal(x, mu, sigma).asnumpy().tolist()
    [[0.3989, 0.2420]]
    """

def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the probability of counts under Poisson distributions: ``exp(-lam) * lam**sample / sample!``.

    Counts have no gradient.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    lam : Symbol
        Rate of each distribution, which is its mean.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, lam = mx.nd.array([[0, 1, 2]]), mx.nd.array([1])
    >>> mx.nd.random_pdf_poisson(x, lam).asnumpy().tolist()
    [[0.3679, 0.3679, 0.1839]]
    """

def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the density of uniform distributions: ``1 / (high - low)``.

    Samples are assumed to be in the interval; this is not checked.

    Parameters
    ----------
    sample : Symbol
        Points at which the density is wanted; its leading axes are those of the params, which have any number of samples each.
    low : Symbol
        Lower end of each interval.
    high : Symbol
        Upper end of each interval; of the shape of ``low``.
    is_log : boolean, optional, default=False
        Give the logarithm of the density instead.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([[1, 2]]), mx.nd.array([0]), mx.nd.array([4])
    >>> mx.nd.random_pdf_uniform(x, low, high).asnumpy().tolist()
    [[0.25, 0.25]]
    """

def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a Poisson distribution, as floats.

    Parameters
    ----------
    lam : float, optional, default=1.0
        Rate of the distribution, which is its mean.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_poisson(shape=(2, 3)).shape
    (2, 3)
    """

def random_randint(low: int, high: int, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw integers uniformly from ``low`` up to, but not including, ``high``.

    Parameters
    ----------
    low : long, required
        Smallest number.
    high : long, required
        End of the range, exclusive.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, int32 or int64; None means int32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> x = mx.nd.random.randint(3, 5, shape=(100,))
    >>> sorted(set(x.asnumpy().tolist()))
    [3, 4]
    """

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a uniform distribution over ``[low, high)``.

    Parameters
    ----------
    low : float, optional, default=0.0
        Lower end of the interval.
    high : float, optional, default=1.0
        Upper end of the interval, which is not drawn.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_uniform(shape=(2, 3)).shape
    (2, 3)
    """

def ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert coordinates to positions in the flattened array.

    Parameters
    ----------
    data : Symbol
        Coordinates, of shape ``(len(shape), n)``: column ``j`` holds one of each axis.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the array that the coordinates belong to. Its first size does not matter.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(n,)`` with the type of ``data``.

    Examples
    --------
    >>> places = mx.nd.array([[3, 6], [4, 5]])
    >>> mx.nd.ravel_multi_index(places, shape=(7, 6)).asnumpy().tolist()
    [22.0, 41.0]
    """

def rcbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the reciprocal of the cube root of each element: ``1 / cbrt(x)``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.rcbrt(mx.nd.array([1, 8])).asnumpy().tolist()
    [1.0, 0.5]
    """

def reciprocal(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the reciprocal of each element: ``1 / x``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.reciprocal(mx.nd.array([1, 4])).asnumpy().tolist()
    [1.0, 0.25]
    """

def relu(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the rectified linear unit to each element: ``max(x, 0)``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.relu(mx.nd.array([-1, 2])).asnumpy().tolist()
    [0.0, 2.0]
    """

@overload
def repeat(data: Symbol | None = None, *, repeats: int, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Repeat each element along an axis; equal elements are adjacent.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    repeats : int, required
        How often each element is repeated; 0 gives an empty vector.
    axis : int or None, optional, default=None
        Axis along which they are repeated; None means the flattened array.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array ``repeats`` times as large along ``axis``, or a vector without one.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.repeat(x, repeats=2).asnumpy().tolist()
    [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]
    >>> mx.nd.repeat(x, repeats=2, axis=0).asnumpy().tolist()
    [[1.0, 2.0], [1.0, 2.0], [3.0, 4.0], [3.0, 4.0]]
    """
@overload
def repeat(data: Symbol | None, repeats: int, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def reset_arrays(*data: Symbol | Sequence[Symbol], num_args: int | None = None, num_arrays: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Set every element of many arrays to zero, in place.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of any shapes, which are changed.
    num_arrays : int, required
        Number of arrays.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Nothing: the arrays themselves are changed.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> _ = mx.nd.reset_arrays(x, num_arrays=1)
    >>> x.asnumpy().tolist()
    [0.0, 0.0]
    """

def reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reshape an array: the same elements in the same order, in another shape.

    The product of the sizes stays the same. Besides sizes, ``shape`` takes codes that refer to the sizes of ``data``,
    read from left to right:

    - ``0`` copies the size at this position.
    - ``-1`` is the inferred size; at most once.
    - ``-2`` copies all remaining sizes.
    - ``-3`` merges the next two sizes into their product.
    - ``-4`` splits the next size into the two numbers that follow, one of which may be ``-1``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    shape : Shape(tuple), optional, default=()
        The new shape: sizes and the codes above.
    reverse : boolean, optional, default=False
        Read sizes and codes from right to left.
    target_shape : Shape(tuple), optional, default=()
        The new shape in programs of old releases, used if ``shape`` is not given; 0 stands for the size that is
        left over.
    keep_highest : boolean, optional, default=False
        Keep the first size whatever ``target_shape`` says of it; of old releases too.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data`` in the new shape.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3, 4))
    >>> mx.nd.reshape(x, shape=(4, -1)).shape
    (4, 6)
    >>> mx.nd.reshape(x, shape=(-3, 0)).shape
    (6, 4)
    >>> mx.nd.reshape(x, shape=(0, 0, -4, 2, -1)).shape
    (2, 3, 2, 2)
    """

def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Replace a range of axes of ``lhs`` by a range of axes of ``rhs``.

    Without any range ``lhs`` gets the whole shape of ``rhs``. A negative number counts from the last axis; a
    range does not include its end. The number of elements has to stay the same.

    Parameters
    ----------
    lhs : Symbol
        Array to reshape.
    rhs : Symbol
        Array whose sizes are taken; its values are not read.
    lhs_begin : int or None, optional, default=None
        First axis of ``lhs`` that is replaced; None means the first of all.
    lhs_end : int or None, optional, default=None
        End of the replaced axes of ``lhs``; None means after the last.
    rhs_begin : int or None, optional, default=None
        First axis of ``rhs`` whose size is taken; None means the first of all.
    rhs_end : int or None, optional, default=None
        End of the axes taken from ``rhs``; None means after the last.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
def reverse(data: Symbol | None = None, *, axis: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an array: reverse the order of elements along each of the axes.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple), required
        One axis or several, counted from zero.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.reverse(mx.nd.array([[1, 2, 3], [4, 5, 6]]), axis=1).asnumpy().tolist()
    [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]
    """
@overload
def reverse(data: Symbol | None, axis: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def rint(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element to the nearest integer, the lower one in a tie.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.rint(mx.nd.array([1.5, 2.5, -1.5])).asnumpy().tolist()
    [1.0, 2.0, -2.0]
    """

@overload
def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, *, lr: float, gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by RMSProp, in Tieleman and Hinton's form.

    With ``g = rescale_grad * grad + wd * weight``, clipped: ``n = gamma1 * n + (1 - gamma1) * g**2``, then
    ``weight - lr * g / sqrt(n + epsilon)``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    n : Symbol
        Moving mean of squared gradients; of the weight's shape, updated in place.
    lr : float, required
        Learning rate.
    gamma1 : float, optional, default=0.95
        Part of the moving means that is kept in a step.
    epsilon : float, optional, default=1e-08
        Small number that keeps the divisor from zero.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    clip_weights : float, optional, default=-1.0
        The new weight is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, n = mx.nd.array([1.0]), mx.nd.array([2.0]), mx.nd.zeros((1,))
    >>> mx.nd.rmsprop_update(weight, grad, n, lr=0.1, gamma1=0.75).asnumpy().tolist()
    [0.80]
    """
@overload
def rmsprop_update(weight: Symbol | None, grad: Symbol | None, n: Symbol | None, lr: float, gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, *, lr: float, gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by RMSProp, in Graves's form: centred, and with momentum.

    With ``grad' = rescale_grad * grad + wd * weight``, clipped: ``n = gamma1 * n + (1 - gamma1) * grad'**2``,
    ``g = gamma1 * g + (1 - gamma1) * grad'``, ``delta = gamma2 * delta - lr * grad' / sqrt(n - g**2 + epsilon)``,
    then ``weight + delta``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    n : Symbol
        Moving mean of squared gradients; of the weight's shape, updated in place.
    g : Symbol
        Moving mean of gradients; of the weight's shape, updated in place.
    delta : Symbol
        The last step; of the weight's shape, updated in place.
    lr : float, required
        Learning rate.
    gamma1 : float, optional, default=0.95
        Part of the moving means that is kept in a step.
    gamma2 : float, optional, default=0.9
        Part of the last step that is repeated.
    epsilon : float, optional, default=1e-08
        Small number that keeps the divisor from zero.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    clip_weights : float, optional, default=-1.0
        The new weight is kept between minus this and this; not, where it is negative.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> n, g, delta = mx.nd.zeros((1,)), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.rmspropalex_update(weight, grad, n, g, delta, lr=0.1, gamma1=0.5).asnumpy().tolist()
    [0.80]
    """
@overload
def rmspropalex_update(weight: Symbol | None, grad: Symbol | None, n: Symbol | None, g: Symbol | None, delta: Symbol | None, lr: float, gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def round(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round each element to the nearest integer, half away from zero.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.round(mx.nd.array([1.5, 2.5, -1.5])).asnumpy().tolist()
    [2.0, 3.0, -2.0]
    """

def rsqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.rsqrt(mx.nd.array([1, 4])).asnumpy().tolist()
    [1.0, 0.5]
    """

def sample_exponential(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several exponential distributions of mean ``1 / lam``.

    Parameters
    ----------
    lam : Symbol
        Rate of the distribution.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``lam.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_exponential(mx.nd.array([1, 5]), shape=(3,)).shape
    (2, 3)
    """

def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several gamma distributions of mean ``alpha * beta``.

    Parameters
    ----------
    alpha : Symbol
        Shape of the distribution.
    beta : Symbol
        Scale of the distribution, the reciprocal of its rate. Of the shape of ``alpha``.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``alpha.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_gamma(mx.nd.array([1, 5]), mx.nd.array([1, 2]), shape=(3,)).shape
    (2, 3)
    """

def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several negative binomial distributions given by mean and dispersion.

    Parameters
    ----------
    mu : Symbol
        Mean of the distribution.
    alpha : Symbol
        Dispersion: the variance of the distribution is ``mu + alpha * mu**2``. Of the shape of ``mu``.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``mu.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_generalized_negative_binomial(mx.nd.array([1, 5]), mx.nd.array([0.5, 0.2]), shape=(3,)).shape
    (2, 3)
    """

def sample_multinomial(data: Symbol | None = None, shape: int | Sequence[int] = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from multinomial distributions: classes with the probabilities in the last axis.

    Parameters
    ----------
    data : Symbol
        Probabilities, of shape ``(..., classes)``; each row adds up to one.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn for each row; empty means one class.
    get_prob : boolean, optional, default=False
        Also return the log-probability of each drawn class; it has a gradient, for policy gradients.
    dtype : dtype, optional, default='int32'
        Type of the classes.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``data.shape[:-1] + shape``; with ``get_prob`` a list of that and of the logarithms.

    Examples
    --------
    >>> p = mx.nd.array([[0, 1, 0], [1, 0, 0]])
    >>> mx.nd.sample_multinomial(p, shape=(2,)).asnumpy().tolist()
    [[1, 1], [0, 0]]
    """

def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several negative binomial distributions: successes before ``k`` failures.

    Parameters
    ----------
    k : Symbol
        Number of failures.
    p : Symbol
        Probability of a failure. Of the shape of ``k``.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``k.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_negative_binomial(mx.nd.array([1, 5]), mx.nd.array([0.5, 0.2]), shape=(3,)).shape
    (2, 3)
    """

def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several normal (Gaussian) distributions.

    Parameters
    ----------
    mu : Symbol
        Mean of the distribution.
    sigma : Symbol
        Standard deviation of the distribution. Of the shape of ``mu``.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``mu.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_normal(mx.nd.array([0, 10]), mx.nd.array([1, 2]), shape=(3,)).shape
    (2, 3)
    """

def sample_poisson(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several Poisson distributions, as floats.

    Parameters
    ----------
    lam : Symbol
        Rate of the distribution, which is its mean.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``lam.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_poisson(mx.nd.array([1, 5]), shape=(3,)).shape
    (2, 3)
    """

def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from each of several uniform distributions over ``[low, high)``.

    Parameters
    ----------
    low : Symbol
        Lower end of the interval.
    high : Symbol
        Upper end of the interval, which is not drawn. Of the shape of ``low``.
    shape : Shape(tuple), optional, default=()
        Shape of what is drawn from each distribution; empty means one number.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``low.shape + shape``.

    Examples
    --------
    >>> mx.nd.sample_uniform(mx.nd.array([0, 10]), mx.nd.array([1, 20]), shape=(3,)).shape
    (2, 3)
    """

@overload
def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, *, shape: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scatter elements or slices to coordinates of an array of zeros; the inverse of `gather_nd`.

    ``out[indices[0, j], ..., indices[M - 1, j]] = data[j]``. If coordinates occur twice, one of the values wins.

    Parameters
    ----------
    data : Symbol
        Values, of shape ``(Y0, ..., YK-1, XM, ..., XN-1)``.
    indices : Symbol
        Coordinates, of shape ``(M, Y0, ..., YK-1)``.
    shape : Shape(tuple), required
        Shape ``(X0, ..., XN-1)`` of the result.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``, zero where nothing was written.

    Examples
    --------
    >>> values, places = mx.nd.array([7, 8]), mx.nd.array([[0, 1], [1, 0]])
    >>> mx.nd.scatter_nd(values, places, shape=(2, 2)).asnumpy().tolist()
    [[0.0, 7.0], [8.0, 0.0]]
    """
@overload
def scatter_nd(data: Symbol | None, indices: Symbol | None, shape: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by SGD with momentum.

    ``mom = momentum * mom - lr * (rescale_grad * grad + wd * weight)``, then ``weight + mom``. The learning rate is
    part of the momentum.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mom : Symbol
        Momentum, of the weight's shape; it is changed in place.
    lr : float, required
        Learning rate.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    lazy_update : boolean, optional, default=True
        Whether rows that a row_sparse gradient does not have stay as they are, states included.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([1.0]), mx.nd.array([0.5])
    >>> mx.nd.sgd_mom_update(weight, grad, mom, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.75]
    >>> mom.asnumpy().tolist()
    [-0.25]
    """
@overload
def sgd_mom_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by SGD: ``weight - lr * (rescale_grad * grad + wd * weight)``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    lr : float, required
        Learning rate.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    lazy_update : boolean, optional, default=True
        Whether rows that a row_sparse gradient does not have stay as they are, states included.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0, 2.0]), mx.nd.array([1.0, -1.0])
    >>> mx.nd.sgd_update(weight, grad, lr=0.5).asnumpy().tolist()
    [0.5, 2.5]
    """
@overload
def sgd_update(weight: Symbol | None, grad: Symbol | None, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def shape_array(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return the shape of an array as an array.

    Parameters
    ----------
    data : Symbol
        Array of any shape; its values are not read.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Vector of type int64 with one size per axis.

    Examples
    --------
    >>> mx.nd.shape_array(mx.nd.ones((2, 3))).asnumpy().tolist()
    [2, 3]
    """

def shuffle(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Shuffle an array along the first axis.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.shuffle(mx.nd.array([1, 2, 3, 4]))
    >>> sorted(x.asnumpy().tolist())
    [1.0, 2.0, 3.0, 4.0]
    """

def sigmoid(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.sigmoid(mx.nd.array([0, 2])).asnumpy().tolist()
    [0.5, 0.8808]
    """

def sign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the sign of each element: -1, 0 or 1.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.sign(mx.nd.array([-3, 0, 2])).asnumpy().tolist()
    [-1.0, 0.0, 1.0]
    """

@overload
def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by signSGD, against the sign of the gradient: ``(1 - lr * wd) * weight - lr * sign(grad)``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    lr : float, required
        Learning rate.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Accepted and ignored: a sign has no size.
    clip_gradient : float, optional, default=-1.0
        Accepted and ignored: a sign has no size.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0, 2.0]), mx.nd.array([0.1, -7.0])
    >>> mx.nd.signsgd_update(weight, grad, lr=0.5).asnumpy().tolist()
    [0.5, 2.5]
    """
@overload
def signsgd_update(weight: Symbol | None, grad: Symbol | None, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, *, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Update a weight by Signum, along the sign of the momentum.

    ``mom = momentum * mom - (1 - momentum) * (rescale_grad * grad + wd * weight)``, then
    ``(1 - lr * wd_lh) * weight + lr * sign(mom)``.

    Parameters
    ----------
    weight : Symbol
        Parameter that is stepped.
    grad : Symbol
        Gradient of the loss by the weight, of the weight's shape.
    mom : Symbol
        Momentum, of the weight's shape; it is changed in place.
    lr : float, required
        Learning rate.
    momentum : float, optional, default=0.0
        Part of the last step that is repeated.
    wd : float, optional, default=0.0
        Weight decay: how much of the weight is added to the gradient.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    wd_lh : float, optional, default=0.0
        Weight decay that is applied to the weight itself, not by the gradient.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([0.1]), mx.nd.zeros((1,))
    >>> mx.nd.signum_update(weight, grad, mom, lr=0.5, momentum=0.9).asnumpy().tolist()
    [0.5]
    """
@overload
def signum_update(weight: Symbol | None, grad: Symbol | None, mom: Symbol | None, lr: float, momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def sin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sine of each element, an angle in radians.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.sin(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.8415]
    """

def sinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.sinh(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 1.1752]
    """

def size_array(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Return the number of elements of an array as an array.

    Parameters
    ----------
    data : Symbol
        Array of any shape; its values are not read.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of type int64 and shape ``(1,)``.

    Examples
    --------
    >>> mx.nd.size_array(mx.nd.ones((2, 3))).asnumpy().tolist()
    [6]
    """

@overload
def slice(data: Symbol | None = None, *, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Slice an array by a range, with a step, along each of the leading axes.

    Along axis ``i`` it is ``data[begin[i]:end[i]:step[i]]``; axes that are not named are taken whole.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    begin : Shape(tuple), required
        First index along each axis; a negative one counts from the end, None means the first element.
    end : Shape(tuple), required
        Index after the last one along each axis; None means that the range goes to the end.
    step : Shape(tuple), optional, default=()
        Distance between indices along each axis, negative to go backwards; None or nothing means 1.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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
@overload
def slice(data: Symbol | None, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def slice_axis(data: Symbol | None = None, *, axis: int, begin: int, end: int | None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Slice an array along one axis: ``data[..., begin:end, ...]`` with the range at ``axis``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int, required
        Axis to slice; a negative one counts from the last.
    begin : int, required
        First index; a negative one counts from the end.
    end : int or None, required
        Index after the last one; None means that the range goes to the end.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``, except for size ``end - begin`` along ``axis``.

    Examples
    --------
    >>> x = mx.nd.arange(6).reshape((2, 3))
    >>> mx.nd.slice_axis(x, axis=1, begin=1, end=None).asnumpy().tolist()
    [[1.0, 2.0], [4.0, 5.0]]
    """
@overload
def slice_axis(data: Symbol | None, axis: int, begin: int, end: int | None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Slice an array to the sizes that another array has, from index zero on.

    Parameters
    ----------
    data : Symbol
        Array to slice.
    shape_like : Symbol
        Array whose shape is taken; its values are not read.
    axes : Shape(tuple), optional, default=()
        Axes to slice; empty means all, and then both arrays have the same rank.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x, like = mx.nd.ones((3, 4)), mx.nd.ones((2, 3))
    >>> mx.nd.slice_like(x, like).shape, mx.nd.slice_like(x, like, axes=(0,)).shape
    ((2, 3), (2, 4))
    """

def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the smooth L1 loss of each element, quadratic near zero and linear outside.

    With ``s`` for ``scalar`` it is ``0.5 * (s * x)**2`` where ``abs(x) < 1 / s**2``, and ``abs(x) - 0.5 / s**2``
    elsewhere.

    Parameters
    ----------
    data : Symbol
        Array of any shape, usually the difference of predictions and labels.
    scalar : double, optional, default=1.0
        Where the two pieces meet, at ``1 / scalar**2``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.smooth_l1(mx.nd.array([-3, 0.5, 2])).asnumpy().tolist()
    [2.5, 0.125, 1.5]
    """

def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the softmax of ``data / temperature`` along an axis.

    ``out[i] = exp(data[i] / temperature) / sum_j exp(data[j] / temperature)``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    length : Symbol, optional
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum the cross entropy between the softmax of each row and its label.

    ``out = -sum_i log(softmax(data[i])[label[i]])``; a probability below 1e-8 counts as 1e-8, and so does that of a
    class that does not exist.

    Parameters
    ----------
    data : Symbol
        Scores of shape ``(batch, classes)``.
    label : Symbol
        The class of each row, of shape ``(batch,)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(1,)``, the sum over the batch.

    Examples
    --------
    >>> scores = mx.nd.array([[0, 0], [0, 0]])
    >>> mx.nd.softmax_cross_entropy(scores, mx.nd.array([0, 1])).asnumpy().tolist()  # 2 * log(2)
    [1.3863]
    """

def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the softmax of ``-data / temperature`` along an axis.

    ``out[i] = exp(-data[i] / temperature) / sum_j exp(-data[j] / temperature)``: the smallest element gets the most.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int, optional, default=-1
        The axis whose elements are compared.
    temperature : double or None, optional, default=None
        What the data is divided by; 1 by default. The higher, the more equal are the results.
    dtype : dtype or None, optional, default=None
        Type of the result; that of the data by default.
    use_length : boolean or None, optional, default=False
        Accepted for `softmax`'s sake; only False.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``; the elements along ``axis`` add up to 1.

    Examples
    --------
    >>> mx.nd.softmin(mx.nd.array([[1, 2, 3]])).asnumpy().tolist()
    [[0.6652, 0.2447, 0.0900]]
    """

def softsign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``x / (1 + abs(x))`` of each element.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.softsign(mx.nd.array([0, 1, -3])).asnumpy().tolist()
    [0.0, 0.5, -0.75]
    """

def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sort the elements along an axis; equal elements keep their order.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : int or None, optional, default=-1
        Axis to sort along; a negative one counts from the last; None sorts the flattened array.
    is_ascend : boolean, optional, default=True
        Whether the smallest element comes first or the largest.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data``, or a vector if ``axis`` is None.

    Examples
    --------
    >>> x = mx.nd.array([[3, 1, 2]])
    >>> mx.nd.sort(x).asnumpy().tolist()
    [[1.0, 2.0, 3.0]]
    >>> mx.nd.sort(x, axis=None, is_ascend=False).asnumpy().tolist()
    [3.0, 2.0, 1.0]
    """

@overload
def space_to_depth(data: Symbol | None = None, *, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rearrange square blocks of the two spatial dimensions into channels.

    With ``b`` for ``block_size``: ``out[n, (i * b + j) * C + c, h, w] = data[n, c, h * b + i, w * b + j]``.
    `depth_to_space` is the inverse.

    Parameters
    ----------
    data : Symbol
        Array of shape ``(N, C, H, W)``; ``H`` and ``W`` are multiples of ``block_size``.
    block_size : int, required
        Side of the blocks.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(N, C * block_size**2, H / block_size, W / block_size)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 1, 2, 2))
    >>> mx.nd.space_to_depth(x, block_size=2).shape
    (1, 4, 1, 1)
    """
@overload
def space_to_depth(data: Symbol | None, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def split(data: Symbol | None = None, *, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Split an axis into parts of equal size.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    num_outputs : int (at least 1), required
        Number of parts; it divides the size of ``axis``.
    axis : int, optional, default=1
        Axis to split; a negative one counts from the last.
    squeeze_axis : boolean, optional, default=False
        Remove ``axis`` from the parts; each of them then has size one there.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    ``num_outputs`` arrays as a list, each of size ``data.shape[axis] / num_outputs`` along ``axis``; a single part
    is an array, not a list.

    Examples
    --------
    >>> x = mx.nd.arange(6).reshape((3, 2))
    >>> left, right = mx.nd.split(x, num_outputs=2, axis=1)
    >>> left.asnumpy().tolist()
    [[0.0], [2.0], [4.0]]
    >>> [part.shape for part in mx.nd.split(x, num_outputs=3, axis=0, squeeze_axis=True)]
    [(2,), (2,), (2,)]
    """
@overload
def split(data: Symbol | None, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def sqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the square root of each element.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.sqrt(mx.nd.array([1, 4, 9])).asnumpy().tolist()
    [1.0, 2.0, 3.0]
    """

def square(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the square of each element: ``x**2``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.square(mx.nd.array([-3, 2])).asnumpy().tolist()
    [9.0, 4.0]
    """

def squeeze(data: Symbol | None = None, axis: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Remove axes of size one.

    At least one axis stays, so an array of one element has the shape ``(1,)``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axes to remove, each of size one; None removes all of them.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data`` and fewer axes.

    Examples
    --------
    >>> x = mx.nd.ones((1, 3, 1))
    >>> mx.nd.squeeze(x).shape, mx.nd.squeeze(x, axis=2).shape
    ((3,), (1, 3))
    """

def stack(*data: Symbol | Sequence[Symbol], num_args: int | None = None, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Stack arrays of one shape along a new axis.

    Parameters
    ----------
    data : Symbol, any number
        Arrays of one shape.
    axis : int, optional, default=0
        Position of the new axis in the result; a negative number counts from its last axis.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with one more axis, whose size is the number of arrays.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    >>> mx.nd.stack(x, y, axis=1).asnumpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy an array and stop its gradient, which is zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * mx.nd.BlockGrad(x)
    >>> y.backward()
    >>> x.grad.asnumpy().tolist()
    [3.0]
    """

def sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of elements over axes.

    Sums of integers are of their type, and wrap as that does.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.sum(x).asnumpy().tolist(), mx.nd.sum(x, axis=1).asnumpy().tolist()
    ([10.0], [3.0, 7.0])
    """

def sum_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sum of elements over axes.

    Sums of integers are of their type, and wrap as that does.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.
    keepdims : boolean, optional, default=False
        Keep the reduced axes, with size one.
    exclude : boolean, optional, default=False
        Reduce all axes but those in ``axis``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the axes that are left; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.sum(x).asnumpy().tolist(), mx.nd.sum(x, axis=1).asnumpy().tolist()
    ([10.0], [3.0, 7.0])
    """

def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Swap two axes.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    dim1 : int, optional, default=0
        One of the axes; a negative number counts from the last.
    dim2 : int, optional, default=0
        The other one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``data`` with the sizes of the two axes swapped.

    Examples
    --------
    >>> mx.nd.swapaxes(mx.nd.ones((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """

def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Take slices of an axis: ``out[..., i, ...] = a[..., indices[i], ...]`` with the index at ``axis``.

    Indices may be of any type; fractions are truncated.

    Parameters
    ----------
    a : Symbol
        Array of any shape.
    indices : Symbol
        Indices along ``axis``, an array of any shape.
    axis : int, optional, default=0
        Axis that is indexed; a negative one counts from the last.
    mode : {'clip', 'raise', 'wrap'}, optional, default='clip'
        What an index out of range means: ``"clip"`` the nearest one in range, so that negative ones mean 0;
        ``"wrap"`` the remainder by the size; ``"raise"`` an error.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``a.shape[:axis] + indices.shape + a.shape[axis + 1:]``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.take(x, mx.nd.array([2, 0, 9])).asnumpy().tolist()
    [[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]
    >>> mx.nd.take(x, mx.nd.array([-1]), axis=1, mode="wrap").asnumpy().tolist()
    [[2.0], [4.0], [6.0]]
    """

def tan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the tangent of each element, an angle in radians.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.tan(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 1.5574]
    """

def tanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.tanh(mx.nd.array([0, 1])).asnumpy().tolist()
    [0.0, 0.7616]
    """

@overload
def tile(data: Symbol | None = None, *, reps: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Tile an array: repeat the whole of it along each axis.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    reps : Shape(tuple), required
        How often it is repeated along each axis, the last one last. More numbers than axes add leading
        axes; fewer leave the leading ones as they are.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``data.shape[i] * reps[i]`` along each axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2]])
    >>> mx.nd.tile(x, reps=(2, 2)).asnumpy().tolist()
    [[1.0, 2.0, 1.0, 2.0], [1.0, 2.0, 1.0, 2.0]]
    """
@overload
def tile(data: Symbol | None, reps: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Find the ``k`` largest elements along an axis, or the smallest, in order.

    Parameters
    ----------
    data : Symbol
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
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def transpose(data: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Permute the axes: axis ``i`` of the result is axis ``axes[i]`` of ``data``.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    axes : Shape(tuple), optional, default=()
        A permutation of the axes; empty reverses their order.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(data.shape[axes[0]], data.shape[axes[1]], ...)``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.transpose(x).asnumpy().tolist()
    [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
    >>> mx.nd.transpose(mx.nd.ones((2, 3, 4)), axes=(1, 2, 0)).shape
    (3, 4, 2)
    """

def trunc(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Truncate each element: cut off its fraction.

    A sparse array gives a sparse one, as zero stays zero.

    Parameters
    ----------
    data : Symbol
        Array of any shape.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.trunc(mx.nd.array([-1.7, 1.7])).asnumpy().tolist()
    [-1.0, 1.0]
    """

def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a uniform distribution over ``[low, high)``.

    Parameters
    ----------
    low : float, optional, default=0.0
        Lower end of the interval.
    high : float, optional, default=1.0
        Upper end of the interval, which is not drawn.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the result.
    ctx : string, optional, default=''
        Context to create the array on, as text: ``'cpu(0)'``. The current context by default.
    dtype : dtype or None, optional, default=None
        Type of the result, a float; None means float32.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd.random_uniform(shape=(2, 3)).shape
    (2, 3)
    """

def unravel_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert positions in a flattened array to coordinates.

    Parameters
    ----------
    data : Symbol
        Positions, an array of shape ``(n,)`` or of several axes.
    shape : Shape(tuple) or None, optional, default=None
        Shape of the array that the positions belong to. Its first size does not matter.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(len(shape), n)`` with the type of ``data``: row ``i`` holds the coordinates along axis ``i``.
    Further axes of ``data`` stay, unless all of them have one element.

    Examples
    --------
    >>> mx.nd.unravel_index(mx.nd.array([22, 41]), shape=(7, 6)).asnumpy().tolist()
    [[3.0, 6.0], [4.0, 5.0]]
    """

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Select elements from one of two arrays: ``x`` where the condition is nonzero, ``y`` where it is zero.

    Parameters
    ----------
    condition : Symbol
        Array of the shape of ``x``, or a vector of its first size that selects whole rows.
    x : Symbol
        Elements for a nonzero condition.
    y : Symbol
        Elements for a zero condition; of the shape and type of ``x``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``x``.

    Examples
    --------
    >>> x, y = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[5, 6], [7, 8]])
    >>> mx.nd.where(mx.nd.array([[0, 1], [1, 0]]), x, y).asnumpy().tolist()
    [[5.0, 2.0], [3.0, 8.0]]
    >>> mx.nd.where(mx.nd.array([1, 0]), x, y).asnumpy().tolist()
    [[1.0, 2.0], [7.0, 8.0]]
    """

def zeros_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make zeros of an array's shape and type.

    Parameters
    ----------
    data : Symbol
        Array of any shape; its values are not read.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of zeros, of the storage type of ``data`` too.

    Examples
    --------
    >>> mx.nd.zeros_like(mx.nd.array([1, 2])).asnumpy().tolist()
    [0.0, 0.0]
    """
