"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .array import NDArray

def AdaptiveAvgPooling2D(data: NDArray, output_size: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average images over a grid of ``output_size`` bins; a single number is both height and width.

    Bin ``i`` of ``n`` goes from ``floor(i * size / n)`` to ``ceil((i + 1) * size / n)``, so bins may share pixels.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    output_size : Shape(tuple), optional, default=()
        Height and width of the grid; one bin by default.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, channels, *output_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.contrib.AdaptiveAvgPooling2D(image, output_size=2)[0, 0].asnumpy().tolist()
    [[2.5, 4.5], [10.5, 12.5]]
    """

@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize each channel over the batch, then zero what is negative.

    ``out = max(gamma * (data - mean) / sqrt(var + eps) + beta, 0)``: `BatchNorm` and a relu.

    Parameters
    ----------
    data : NDArray
        Array of shape ``(batch, channels, ...)``, or with the channels on another axis.
    gamma : NDArray
        Scale of each channel, of shape ``(channels,)``.
    beta : NDArray
        Shift of each channel, of shape ``(channels,)``.
    moving_mean : NDArray, auxiliary state
        Moving average of the mean of each channel, of shape ``(channels,)``.
    moving_var : NDArray, auxiliary state
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
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the inverse deviation of
    each channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[-1, 10], [3, -30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.contrib.BatchNormWithReLU(x, ones, zeros, zeros, ones, eps=1e-9).asnumpy().tolist()
    [[0.0, 10.0], [3.0, 0.0]]
    """

def BilinearResize2D(data: NDArray, like: NDArray | None = None, height: Annotated[int, 'at least 1'] = 1, width: Annotated[int, 'at least 1'] = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['size', 'odd_scale', 'like', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Resize images by bilinear interpolation.

    The size is ``height`` by ``width``, or by ``mode``: scaled, that of another array, or the next even or odd one.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    like : NDArray, optional
        Array whose last two axes give the size; an input with ``mode='like'`` only.
    height : int (at least 1), optional, default=1
        Size of the result, with ``mode='size'``.
    width : int (at least 1), optional, default=1
        Size of the result, with ``mode='size'``.
    scale_height : float or None, optional, default=None
        Factors of the size; with ``mode='size'`` they take precedence over ``height`` and ``width``.
    scale_width : float or None, optional, default=None
        Factors of the size; with ``mode='size'`` they take precedence over ``height`` and ``width``.
    mode : {'size', 'odd_scale', 'like', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'}, optional, default='size'
        How the size is found: ``size`` as given; ``odd_scale`` scaled, an odd size staying odd; ``like`` that of
        another array; ``to_even_down`` to ``to_odd_up`` the next even or odd number, down or up.
    align_corners : boolean, optional, default=True
        Whether the centers of the corner pixels stay in place. If not, the corners of the images do.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, channels, height, width)`` with the new size.

    Examples
    --------
    >>> image = mx.nd.array([[0, 4], [8, 12]]).reshape((1, 1, 2, 2))
    >>> mx.nd.contrib.BilinearResize2D(image, height=3, width=3)[0, 0].asnumpy().tolist()
    [[0.0, 2.0, 4.0], [4.0, 6.0, 8.0], [8.0, 10.0, 12.0]]
    """

def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels.

    The loss is ``-log`` of the probability that the labels come out: of all ways to spread them over the steps, with
    blanks in between and repetitions counted once. Connectionist temporal classification learns from sequences whose
    alignment is unknown, such as speech or handwriting.

    Parameters
    ----------
    data : NDArray
        Scores of shape ``(time, batch, classes)``; one class is the blank.
    label : NDArray
        Classes of each sequence, of shape ``(batch, most)``. Without ``label_lengths`` labels end at the first padding:
        0 where the first class is the blank, -1 where the last one is.
    data_lengths : NDArray, optional
        Number of steps of each sequence, of shape ``(batch,)``; an input with ``use_data_lengths`` only.
    label_lengths : NDArray, optional
        Number of labels of each sequence, of shape ``(batch,)``; an input with ``use_label_lengths`` only.
    use_data_lengths : boolean, optional, default=False
        Read ``data_lengths``; without, all steps count.
    use_label_lengths : boolean, optional, default=False
        Read ``label_lengths``; without, labels end at their padding.
    blank_label : {'first', 'last'}, optional, default='first'
        Which class is the blank: the first, and labels count from 1, or the last, and labels count from 0.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

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
def DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolve with taps that ``offset`` moves: (y, x) for each tap, position and deformable group.

    A tap is an element of the kernel. It reads where a convolution would, moved by its offset, and interpolates between
    pixels; outside the image it reads zero.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    offset : NDArray
        Shifts of shape ``(batch, 2 * num_deformable_group * prod(kernel), *sizes)``, sizes being those of the output.
    weight : NDArray
        Filters of shape ``(num_filter, channels / num_group, *kernel)``.
    bias : NDArray, optional
        Vector of shape ``(num_filter,)``, a number that is added to each channel of the output.
    kernel : Shape(tuple) (dimensions other than 0), required
        Size of the filters, per axis.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the places where a filter is applied, per axis; 1 by default.
    dilate : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the elements of the data that a filter reads, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides of the data, per axis; 0 by default.
    num_filter : int (at least 1), required
        Number of filters, and of channels of the output.
    num_group : int (at least 1), optional, default=1
        Number of groups that the channels are cut into; each has filters of its own. With as many groups as channels it is a depthwise convolution.
    num_deformable_group : int (at least 1), optional, default=1
        Number of groups that the channels are divided into; each has its own offsets.
    workspace : long, optional, default=1024
        Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.
    no_bias : boolean, optional, default=False
        Leave out the bias; the operator has two inputs then.
    layout : {'NCDHW', 'NCHW', 'NCW'} or None, optional, default=None
        The order of axes; only ``NCHW``, and that by default.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> image = mx.nd.arange(9).reshape((1, 1, 3, 3))
    >>> right = mx.nd.concat(mx.nd.zeros((1, 1, 3, 3)), mx.nd.ones((1, 1, 3, 3)), dim=1)  # y by 0, x by 1
    >>> out = mx.nd.contrib.DeformableConvolution(image, right, mx.nd.ones((1, 1, 1, 1)), kernel=(1, 1), num_filter=1,
    ...                                           no_bias=True)
    >>> out[0, 0].asnumpy().tolist()
    [[1.0, 2.0, 0.0], [4.0, 5.0, 0.0], [7.0, 8.0, 0.0]]
    """
@overload
def DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'], dilate: Annotated[int | Sequence[int], 'dimensions other than 0'], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

@overload
def DeformablePSROIPooling(data: NDArray, rois: NDArray, trans: NDArray | None = None, *, spatial_scale: Annotated[float, '0 to 1'], output_dim: int, group_size: int, pooled_size: int, part_size: int = 0, sample_per_part: int = 1, trans_std: Annotated[float, '0 to 1'] = 0.0, no_trans: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average bilinear samples over bins that ``trans`` moves, relative to the region's size.

    It is `PSROIPooling` with bins that a network moves: by ``trans * trans_std`` of the region's width and height.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, output_dim * group_size ** 2, height, width)``.
    rois : NDArray
        Regions of shape ``(number, 5)``: the image's place in the batch, then the corners ``x1, y1, x2, y2``.
    trans : NDArray, optional
        Shifts of shape ``(number, 2 * classes, part_size, part_size)``, x before y; absent with ``no_trans``.
    spatial_scale : float (0 to 1), required
        Pixels of the data for one unit of the corners.
    output_dim : int, required
        Number of channels of the result.
    group_size : int, required
        Number of channel groups per axis.
    pooled_size : int, required
        Number of bins per axis.
    part_size : int, optional, default=0
        Number of shifts per axis; ``pooled_size`` if it is 0.
    sample_per_part : int, optional, default=1
        Samples per bin along each axis.
    trans_std : float (0 to 1), optional, default=0.0
        Factor of the shifts.
    no_trans : boolean, optional, default=False
        Do not move bins; the operator then has two inputs.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(number, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> maps = mx.nd.broadcast_to(mx.nd.arange(4).reshape((1, 4, 1, 1)), (1, 4, 6, 6))  # channel c is full of c
    >>> region = mx.nd.array([[0, 0, 0, 5, 5]])
    >>> out = mx.nd.contrib.DeformablePSROIPooling(maps, region, spatial_scale=1, output_dim=1, group_size=2,
    ...                                            pooled_size=2, no_trans=True)
    >>> out[0, 0].asnumpy().tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """
@overload
def DeformablePSROIPooling(data: NDArray, rois: NDArray, trans: NDArray | None, spatial_scale: Annotated[float, '0 to 1'], output_dim: int, group_size: int, pooled_size: int, part_size: int = 0, sample_per_part: int = 1, trans_std: Annotated[float, '0 to 1'] = 0.0, no_trans: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

@overload
def ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: Annotated[int, 'at least 1'] = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolve with taps that ``offset`` moves and ``mask`` scales, with zeros around the image.

    It is `DeformableConvolution` with a factor for each tap; at the borders images fade to zero over one pixel.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    offset : NDArray
        Shifts of shape ``(batch, 2 * num_deformable_group * prod(kernel), *sizes)``, sizes being those of the output.
    mask : NDArray
        Factors of shape ``(batch, num_deformable_group * prod(kernel), *sizes)``.
    weight : NDArray
        Filters of shape ``(num_filter, channels / num_group, *kernel)``.
    bias : NDArray, optional
        Vector of shape ``(num_filter,)``, a number that is added to each channel of the output.
    kernel : Shape(tuple) (dimensions other than 0), required
        Size of the filters, per axis.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the places where a filter is applied, per axis; 1 by default.
    dilate : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the elements of the data that a filter reads, per axis; 1 by default.
    pad : Shape(tuple), optional, default=()
        Zeros on both sides of the data, per axis; 0 by default.
    num_filter : int (at least 1), required
        Number of filters, and of channels of the output.
    num_group : int (at least 1), optional, default=1
        Number of groups that the channels are cut into; each has filters of its own. With as many groups as channels it is a depthwise convolution.
    num_deformable_group : int (at least 1), optional, default=1
        Number of groups that the channels are divided into; each has its own offsets.
    workspace : long, optional, default=1024
        Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.
    no_bias : boolean, optional, default=False
        Leave out the bias; the operator has two inputs then.
    im2col_step : int (at least 1), optional, default=64
        Accepted and ignored: how many images MXNet's kernel takes at a time.
    layout : {'NCDHW', 'NCHW', 'NCW'} or None, optional, default=None
        The order of axes; only ``NCHW``, and that by default.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> image, still = mx.nd.arange(4).reshape((1, 1, 2, 2)), mx.nd.zeros((1, 2, 2, 2))
    >>> half = mx.nd.ones((1, 1, 2, 2)) / 2
    >>> out = mx.nd.contrib.ModulatedDeformableConvolution(image, still, half, mx.nd.ones((1, 1, 1, 1)), kernel=(1, 1),
    ...                                                    num_filter=1, no_bias=True)
    >>> out[0, 0].asnumpy().tolist()
    [[0.0, 0.5], [1.0, 1.5]]
    """
@overload
def ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: Annotated[int, 'at least 1'] = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'], dilate: Annotated[int | Sequence[int], 'dimensions other than 0'], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: Annotated[int, 'at least 1'] = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def MultiBoxDetection(cls_prob: NDArray, loc_pred: NDArray, anchor: NDArray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert predictions to rows of (class, score, left, top, right, bottom), best first.

    Each anchor becomes its predicted box, with its best class other than the background. A row of class -1 is not a
    detection: it is too uncertain, or suppressed by one that it overlaps.

    Parameters
    ----------
    cls_prob : NDArray
        Probabilities of shape ``(batch, classes, anchors)``; class 0 is the background.
    loc_pred : NDArray
        Predictions of shape ``(batch, anchors * 4)``, coded as the targets of `MultiBoxTarget`.
    anchor : NDArray
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
    out : NDArray, or a list of them, optional
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

def MultiBoxPrior(data: NDArray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Place anchors of several sizes and aspect ratios on each pixel of a feature map.

    A pixel has one anchor for each size with the first ratio, and one for each other ratio with the first size. An
    anchor of size ``s`` and ratio ``r`` is ``s * sqrt(r)`` wide and ``s / sqrt(r)`` high, relative to the image's
    height.

    Parameters
    ----------
    data : NDArray
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
    out : NDArray, or a list of them, optional
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

def MultiBoxTarget(anchor: NDArray, label: NDArray, cls_pred: NDArray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Match anchors with labelled objects; returns location targets, their mask, and class targets.

    Each object gets its best anchor, and other anchors the object they overlap most, above the threshold. The rest is
    background, class 0; with ``negative_mining_ratio`` only the hardest ones are, and the others are ignored. A
    location target is ``((x - xa) / wa, (y - ya) / ha, log(w / wa), log(h / ha)) / variances``, from centers and sizes
    of the object and of the anchor ``a``.

    Parameters
    ----------
    anchor : NDArray
        Corners of shape ``(1, anchors, 4)``, as `MultiBoxPrior` gives them.
    label : NDArray
        Objects of shape ``(batch, objects, 5 or more)``: class, left, top, right, bottom. The first class of -1 ends
        the list.
    cls_pred : NDArray
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
    out : NDArray, or a list of them, optional
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

@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Propose regions of images: the best-scoring anchors, moved, without overlaps.

    Anchors of all scales and ratios lie over each pixel of a feature map. They are moved by the predictions, clipped to
    the image, sorted by score, and suppressed where they overlap a better one: the region proposals of Faster R-CNN.

    Parameters
    ----------
    cls_prob : NDArray
        Probabilities of shape ``(batch, 2 * anchors, height, width)``: of each anchor's background, then of each anchor's object.
    bbox_pred : NDArray
        Predictions of shape ``(batch, 4 * anchors, height, width)``: shifts of the center, in parts of the anchor's size, and logarithms of the size's factors.
    im_info : NDArray
        Height, width and scale of each image, of shape ``(batch, 3)``.
    rpn_pre_nms_top_n : int, optional, default=6000
        How many of the best boxes are looked at; all where it is not positive.
    rpn_post_nms_top_n : int, optional, default=300
        How many regions are given; too few are repeated.
    threshold : float, optional, default=0.7
        Intersection over union above which the worse of two boxes is dropped.
    rpn_min_size : int, optional, default=16
        Boxes that are narrower or lower, in pixels of the original image, come last.
    scales : tuple of <float>, optional, default=(4.0, 8.0, 16.0, 32.0)
        Sizes of anchors, in pixels of the feature map.
    ratios : tuple of <float>, optional, default=(0.5, 1.0, 2.0)
        Height divided by width, of anchors.
    feature_stride : int, optional, default=16
        Pixels of the image for one of the feature map.
    output_score : boolean, optional, default=False
        Return the scores too.
    iou_loss : boolean, optional, default=False
        The predictions are shifts of the corners, in pixels.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch * rpn_post_nms_top_n, 5)``: image, left, top, right, bottom. With ``output_score`` a list
    of two, with the scores, of shape ``(batch * rpn_post_nms_top_n, 1)``.

    Examples
    --------
    >>> scores, shifts = mx.nd.ones((2, 2, 4, 4)), mx.nd.zeros((2, 4, 4, 4))
    >>> sizes = mx.nd.array([[64, 64, 1]] * 2)
    >>> mx.nd.contrib.MultiProposal(scores, shifts, sizes, scales=(2,), ratios=(1,), rpn_post_nms_top_n=3).shape
    (6, 5)
    """

def PSROIPooling(data: NDArray, rois: NDArray, spatial_scale: Annotated[float, '0 to 1'], output_dim: int, pooled_size: int, group_size: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average the pixels of each bin of each region, (image, left, top, right, bottom).

    Each bin reads its own channels, those for its position in a grid of ``group_size`` by ``group_size``:
    position-sensitive pooling, from R-FCN.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, output_dim * group_size ** 2, height, width)``.
    rois : NDArray
        Regions of shape ``(number, 5)``: the image's place in the batch, then the corners ``x1, y1, x2, y2``.
    spatial_scale : float (0 to 1), required
        Pixels of the data for one unit of the corners.
    output_dim : int, required
        Number of channels of the result.
    pooled_size : int, required
        Number of bins per axis.
    group_size : int, optional, default=0
        Number of channel groups per axis; ``pooled_size`` if it is 0.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(number, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> maps = mx.nd.broadcast_to(mx.nd.arange(4).reshape((1, 4, 1, 1)), (1, 4, 6, 6))  # channel c is full of c
    >>> region = mx.nd.array([[0, 0, 0, 5, 5]])
    >>> mx.nd.contrib.PSROIPooling(maps, region, spatial_scale=1, output_dim=1, pooled_size=2)[0, 0].asnumpy().tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """

@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Propose regions of one image: the best-scoring anchors, moved, without overlaps.

    Anchors of all scales and ratios lie over each pixel of a feature map. They are moved by the predictions, clipped to
    the image, sorted by score, and suppressed where they overlap a better one: the region proposals of Faster R-CNN.

    Parameters
    ----------
    cls_prob : NDArray
        Probabilities of shape ``(batch, 2 * anchors, height, width)``: of each anchor's background, then of each anchor's object.
    bbox_pred : NDArray
        Predictions of shape ``(batch, 4 * anchors, height, width)``: shifts of the center, in parts of the anchor's size, and logarithms of the size's factors.
    im_info : NDArray
        Height, width and scale of each image, of shape ``(batch, 3)``.
    rpn_pre_nms_top_n : int, optional, default=6000
        How many of the best boxes are looked at; all where it is not positive.
    rpn_post_nms_top_n : int, optional, default=300
        How many regions are given; too few are repeated.
    threshold : float, optional, default=0.7
        Intersection over union above which the worse of two boxes is dropped.
    rpn_min_size : int, optional, default=16
        Boxes that are narrower or lower, in pixels of the original image, come last.
    scales : tuple of <float>, optional, default=(4.0, 8.0, 16.0, 32.0)
        Sizes of anchors, in pixels of the feature map.
    ratios : tuple of <float>, optional, default=(0.5, 1.0, 2.0)
        Height divided by width, of anchors.
    feature_stride : int, optional, default=16
        Pixels of the image for one of the feature map.
    output_score : boolean, optional, default=False
        Return the scores too.
    iou_loss : boolean, optional, default=False
        The predictions are shifts of the corners, in pixels.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(rpn_post_nms_top_n, 5)``: image, left, top, right, bottom. With ``output_score`` a list
    of two, with the scores, of shape ``(rpn_post_nms_top_n, 1)``.

    Examples
    --------
    >>> scores, shifts = mx.nd.ones((1, 2, 4, 4)), mx.nd.zeros((1, 4, 4, 4))
    >>> sizes = mx.nd.array([[64, 64, 1]] * 1)
    >>> mx.nd.contrib.Proposal(scores, shifts, sizes, scales=(2,), ratios=(1,), rpn_post_nms_top_n=3).shape
    (3, 5)
    """

def ROIAlign(data: NDArray, rois: NDArray, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average bilinear samples over the bins of each region, (image, left, top, right, bottom).

    Nothing is rounded, unlike in `ROIPooling`: a region with scaled corners is divided into ``pooled_size`` equal bins,
    and each bin is the mean of interpolated samples. A region with a negative image index gives zeros.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    rois : NDArray
        Regions of shape ``(number, 5)``: the image's index in the batch, then the corners ``x1, y1, x2, y2``.
    pooled_size : Shape(tuple) (2 dimensions other than 0), required
        Number of bins, down and across.
    spatial_scale : float (0 to 1), required
        Pixels of the data for one unit of a region: 1/16 where a network halves its images four times.
    sample_ratio : int, optional, default=-1
        Samples per bin along each axis; if not positive, one per pixel of a bin.
    position_sensitive : boolean, optional, default=False
        Let each bin read its own channels: the output has ``channels / prod(pooled_size)``.
    aligned : boolean, optional, default=False
        Place pixel centers at half-integer coordinates, which is exact. Otherwise a region is at least one pixel large.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 0, 0, 2, 2]])
    >>> mx.nd.contrib.ROIAlign(image, region, pooled_size=(1, 2), spatial_scale=1, sample_ratio=1).asnumpy().tolist()
    [[[[4.5, 5.5]]]]
    """

def RROIAlign(data: NDArray, rois: NDArray, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'], spatial_scale: Annotated[float, '0 to 1'], sampling_ratio: int = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average bilinear samples over the bins of rotated regions.

    It is `ROIAlign` for regions that are rotated about their center, such as text in photographs.

    Parameters
    ----------
    data : NDArray
        Images of shape ``(batch, channels, height, width)``.
    rois : NDArray
        Regions of shape ``(number, 6)``: the image's index in the batch, the center ``x, y``, width and height, and the
        angle in degrees.
    pooled_size : Shape(tuple) (2 dimensions other than 0), required
        Number of bins, down and across.
    spatial_scale : float (0 to 1), required
        Pixels of the data for one unit of a region: 1/16 where a network halves its images four times.
    sampling_ratio : int, optional, default=-1
        Samples per bin along each axis; if not positive, one per pixel of a bin.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 1.5, 1.5, 2, 2, 90]])
    >>> mx.nd.contrib.RROIAlign(image, region, pooled_size=(1, 1), spatial_scale=1, sampling_ratio=1).asnumpy().tolist()
    [[[[7.5]]]]
    """

def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Look up one row of a weight for each index, with a gradient that holds only the rows that were read.

    The older name of ``Embedding`` with ``sparse_grad``.

    Parameters
    ----------
    data : NDArray
        Indices, an array of any shape and type.
    weight : NDArray
        The table of vectors, of shape ``(input_dim, output_dim)``.
    input_dim : int (at least 1), required
        Number of rows of the table.
    output_dim : int (at least 1), required
        Length of each row.
    dtype : dtype, optional, default='float32'
        Type of ``weight``, if nothing else determines it.
    sparse_grad : boolean, optional, default=False
        Accepted and ignored: the gradient is sparse in any case if ``weight`` requests one.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``data.shape + (output_dim,)``.

    Examples
    --------
    >>> weight = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    >>> out = mx.nd.contrib.SparseEmbedding(mx.nd.array([1]), weight, input_dim=3, output_dim=2)
    >>> out.asnumpy().tolist()
    [[2.0, 3.0]]
    """

@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], ndev: int = 1, key: str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float, momentum: float, fix_gamma: bool | int, use_global_stats: bool | int, output_mean_var: Literal[True], ndev: int, key: str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, *, key: str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize each channel over the batch of all devices that share ``key``; one device here.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, as `BatchNorm` does. Statistics of several devices are
    gathered by the layer `gluon.contrib.nn.SyncBatchNorm`; the operator alone refuses to train on several.

    Parameters
    ----------
    data : NDArray
        Array of shape ``(batch, channels, ...)``, or with the channels on another axis.
    gamma : NDArray
        Scale of each channel, of shape ``(channels,)``.
    beta : NDArray
        Shift of each channel, of shape ``(channels,)``.
    moving_mean : NDArray, auxiliary state
        Moving average of the mean of each channel, of shape ``(channels,)``.
    moving_var : NDArray, auxiliary state
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
    ndev : int, optional, default=1
        Number of devices; 1 in training.
    key : string, required
        Name of the layer, which its calls on other devices share.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the variance of each
    channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.contrib.SyncBatchNorm(x, ones, zeros, zeros, ones, eps=0, key="bn1").asnumpy().tolist()
    [[1.0, 10.0], [3.0, 30.0]]
    """
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float, momentum: float, fix_gamma: bool | int, use_global_stats: bool | int, output_mean_var: bool | int, ndev: int, key: str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray | float, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a step of Adam with decoupled weight decay.

    Parameters
    ----------
    weight : NDArray
        The weight.
    grad : NDArray
        Its gradient.
    mean : NDArray
        Moving average of gradients.
    var : NDArray
        Moving average of squared gradients.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : NDArray, optional
        Where the new weight is written.
    name : str, optional
        Accepted and ignored.
    **kwargs
        Further params of the operator.

    Returns
    -------
    NDArray
        The new weight.
    """

def allclose(a: NDArray, b: NDArray, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return whether ``|a - b| <= atol + rtol * |b|`` everywhere: 1 or 0, in a zero-dimensional array.

    Parameters
    ----------
    a : NDArray
        Arrays of one shape and one type.
    b : NDArray
        Arrays of one shape and one type.
    rtol : float, optional, default=1e-05
        Tolerance relative to ``b``.
    atol : float, optional, default=1e-08
        Absolute tolerance.
    equal_nan : boolean, optional, default=True
        Whether two NaNs count as equal.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of uint8 with one element.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> mx.nd.contrib.allclose(x, x + 1e-6).asscalar().item(), mx.nd.contrib.allclose(x, x + 1).asscalar().item()
    (1, 0)
    """

def arange_like(data: NDArray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Count up in the shape of the input, or along one of its axes; each number ``repeat`` times.

    Element ``i`` is ``start + step * (i // repeat)``.

    Parameters
    ----------
    data : NDArray
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
    out : NDArray, or a list of them, optional
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

def backward_gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply by ``scalar``: what `gradientmultiplier` does to gradients.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    scalar : double, optional, default=1.0
        The factor.
    is_int : boolean, optional, default=True
        Whether the factor of an array of integers is truncated to one; otherwise the result is float64.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.backward_gradientmultiplier(mx.nd.array([1, 2]), scalar=3).asnumpy().tolist()
    [3.0, 6.0]
    """

@overload
def bipartite_matching(data: NDArray, is_ascend: bool | int = False, *, threshold: float, topk: int = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Match rows to columns of score matrices, best first; returns each one's partner, or -1.

    The best score is taken first, its row and column are removed, and so on.

    Parameters
    ----------
    data : NDArray
        Scores of shape ``(..., rows, columns)``.
    is_ascend : boolean, optional, default=False
        Whether lower scores are better.
    threshold : float, required
        Scores that do not exceed it are not matched; with ``is_ascend``, those that are not below it.
    topk : int, optional, default=-1
        The number of pairs minus one, as in MXNet; all pairs if it is not positive.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of two arrays: the column of each row, of shape ``(..., rows)``, and the row of each column,
    ``(..., columns)``.

    Examples
    --------
    >>> scores = mx.nd.array([[0.9, 0.8], [0.7, 0.1]])
    >>> [part.asnumpy().tolist() for part in mx.nd.contrib.bipartite_matching(scores, threshold=0)]
    [[0.0, 1.0], [0.0, 1.0]]
    >>> [part.asnumpy().tolist() for part in mx.nd.contrib.bipartite_matching(scores, threshold=0.5)]
    [[0.0, -1.0], [0.0, -1.0]]
    """
@overload
def bipartite_matching(data: NDArray, is_ascend: bool | int, threshold: float, topk: int = -1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...

def boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep the slices of an axis whose mask entry is nonzero.

    The shape of the result depends on the values of the mask.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    index : NDArray
        The mask, a vector of the size of ``axis``.
    axis : int, optional, default=0
        Axis to which the mask applies; a negative one counts from the last.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``, except for the size along ``axis``, the number of nonzero mask entries.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.contrib.boolean_mask(x, mx.nd.array([1, 0, 1])).asnumpy().tolist()
    [[1.0, 2.0], [5.0, 6.0]]
    """

def box_decode(data: NDArray, anchors: NDArray, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn predictions relative to anchors into corners of boxes; ``clip`` bounds the log of sizes.

    The center is ``data[:2] * std * size + center`` of the anchor, the size ``exp(data[2:] * std) * size``.

    Parameters
    ----------
    data : NDArray
        Predictions of shape ``(batch, boxes, 4)``, as `box_encode` codes them.
    anchors : NDArray
        Anchors of shape ``(1, boxes, 4)``.
    std0 : float, optional, default=1.0
        Factor of each of the four numbers.
    std1 : float, optional, default=1.0
        Factor of each of the four numbers.
    std2 : float, optional, default=1.0
        Factor of each of the four numbers.
    std3 : float, optional, default=1.0
        Factor of each of the four numbers.
    clip : float, optional, default=-1.0
        Upper bound of ``data[2:] * std``; no bound if it is not positive.
    format : {'center', 'corner'}, optional, default='center'
        What the numbers of an anchor mean: ``center`` ``x, y, width, height``, or ``corner`` ``x1, y1, x2, y2``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch, boxes, 4)``: corners ``x1, y1, x2, y2``.

    Examples
    --------
    >>> code, anchor = mx.nd.array([[[0.5, 0.5, 0, 0]]]), mx.nd.array([[[1, 1, 2, 2]]])
    >>> mx.nd.contrib.box_decode(code, anchor).asnumpy().tolist()
    [[[1.0, 1.0, 3.0, 3.0]]]
    """

def box_encode(samples: NDArray, matches: NDArray, anchors: NDArray, refs: NDArray, means: NDArray, stds: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Encode the box that each anchor is matched with, relative to the anchor; and a mask of those used.

    With centers ``x, y`` and sizes ``w, h``, of the box and of the anchor ``a``, the code is
    ``((x - xa) / wa, (y - ya) / ha, log(w / wa), log(h / ha))``, less ``means`` and divided by ``stds``.

    Parameters
    ----------
    samples : NDArray
        1 for anchors that count, of shape ``(batch, anchors)``; others are 0 or -1.
    matches : NDArray
        The index of each anchor's box in ``refs``, of shape ``(batch, anchors)``.
    anchors : NDArray
        Corners of shape ``(batch, anchors, 4)``.
    refs : NDArray
        Corners of the boxes, of shape ``(batch, boxes, 4)``.
    means : NDArray
        Mean and deviation that normalize the codes, of shape ``(4,)``.
    stds : NDArray
        Mean and deviation that normalize the codes, of shape ``(4,)``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of two arrays of shape ``(batch, anchors, 4)``: the codes, and a mask of ones where they count.

    Examples
    --------
    >>> anchors, boxes = mx.nd.array([[[0, 0, 2, 2]]]), mx.nd.array([[[1, 1, 3, 3]]])
    >>> code, mask = mx.nd.contrib.box_encode(mx.nd.ones((1, 1)), mx.nd.zeros((1, 1)), anchors, boxes,
    ...                                       mx.nd.zeros(4), mx.nd.ones(4))
    >>> code.asnumpy().tolist(), mask.asnumpy().tolist()
    ([[[0.5, 0.5, 0.0, 0.0]]], [[[1.0, 1.0, 1.0, 1.0]]])
    """

def box_iou(lhs: NDArray, rhs: NDArray, format: Literal['corner', 'center'] | str = 'corner', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the intersection over union of each box of one array with each of another.

    ``area(a and b) / (area(a) + area(b) - area(a and b))``; 0 where they do not meet.

    Parameters
    ----------
    lhs : NDArray
        Boxes of shape ``(..., 4)``.
    rhs : NDArray
        Boxes of shape ``(..., 4)``.
    format : {'corner', 'center'}, optional, default='corner'
        What four numbers mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(*lhs.shape[:-1], *rhs.shape[:-1])``.

    Examples
    --------
    >>> one, two = mx.nd.array([[0, 0, 2, 2]]), mx.nd.array([[1, 1, 3, 3], [0, 0, 2, 2]])
    >>> mx.nd.contrib.box_iou(one, two).asnumpy().tolist()
    [[0.1429, 1.0]]
    """

def box_nms(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['corner', 'center'] | str = 'corner', out_format: Literal['corner', 'center'] | str = 'corner', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sort boxes by score and drop those that overlap a better one; empty rows are filled with -1.

    This is non-maximum suppression. Boxes of different classes do not suppress each other, unless ``force_suppress``.

    Parameters
    ----------
    data : NDArray
        Boxes of shape ``(..., number, fields)``: four coordinates, a score, and whatever else a row holds.
    overlap_thresh : float, optional, default=0.5
        Intersection over union above which the worse of two boxes is dropped.
    valid_thresh : float, optional, default=0.0
        Boxes whose score is not above this are dropped.
    topk : int, optional, default=-1
        How many of the best boxes are considered; all if it is negative. With 0 nothing is done.
    coord_start : int, optional, default=2
        Field where the four coordinates begin.
    score_index : int, optional, default=1
        Field of the score.
    id_index : int, optional, default=-1
        Field of the class; negative if there are no classes.
    background_id : int, optional, default=-1
        Class whose boxes are dropped.
    force_suppress : boolean, optional, default=False
        Let boxes of different classes suppress each other.
    in_format : {'corner', 'center'}, optional, default='corner'
        What coordinates mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.
    out_format : {'corner', 'center'}, optional, default='corner'
        What coordinates mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``: the boxes that stay, best first, then rows of -1.

    Examples
    --------
    >>> rows = mx.nd.array([[0, 0.5, 0, 0, 4, 4], [0, 0.9, 0, 0, 4, 5], [0, 0.3, 6, 6, 8, 8]])
    >>> mx.nd.contrib.box_nms(rows).asnumpy().tolist()
    [[0.0, 0.90, 0.0, 0.0, 4.0, 5.0], [0.0, 0.30, 6.0, 6.0, 8.0, 8.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]
    """

def box_non_maximum_suppression(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['corner', 'center'] | str = 'corner', out_format: Literal['corner', 'center'] | str = 'corner', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sort boxes by score and drop those that overlap a better one; empty rows are filled with -1.

    This is non-maximum suppression. Boxes of different classes do not suppress each other, unless ``force_suppress``.

    Parameters
    ----------
    data : NDArray
        Boxes of shape ``(..., number, fields)``: four coordinates, a score, and whatever else a row holds.
    overlap_thresh : float, optional, default=0.5
        Intersection over union above which the worse of two boxes is dropped.
    valid_thresh : float, optional, default=0.0
        Boxes whose score is not above this are dropped.
    topk : int, optional, default=-1
        How many of the best boxes are considered; all if it is negative. With 0 nothing is done.
    coord_start : int, optional, default=2
        Field where the four coordinates begin.
    score_index : int, optional, default=1
        Field of the score.
    id_index : int, optional, default=-1
        Field of the class; negative if there are no classes.
    background_id : int, optional, default=-1
        Class whose boxes are dropped.
    force_suppress : boolean, optional, default=False
        Let boxes of different classes suppress each other.
    in_format : {'corner', 'center'}, optional, default='corner'
        What coordinates mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.
    out_format : {'corner', 'center'}, optional, default='corner'
        What coordinates mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``: the boxes that stay, best first, then rows of -1.

    Examples
    --------
    >>> rows = mx.nd.array([[0, 0.5, 0, 0, 4, 4], [0, 0.9, 0, 0, 4, 5], [0, 0.3, 6, 6, 8, 8]])
    >>> mx.nd.contrib.box_nms(rows).asnumpy().tolist()
    [[0.0, 0.90, 0.0, 0.0, 4.0, 5.0], [0.0, 0.30, 6.0, 6.0, 8.0, 8.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]
    """

def calibrate_entropy(hist: NDArray, hist_edges: NDArray, num_quantized_bins: int = 255, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Find the threshold that minimizes the loss of quantizing a histogram.

    For each threshold, the truncated histogram is compared with its quantization to ``num_quantized_bins`` levels, by
    the Kullback-Leibler divergence.

    Parameters
    ----------
    hist : NDArray
        Counts of values, of type float32, in bins that are symmetric about zero.
    hist_edges : NDArray
        Edges of the bins, one more than there are bins.
    num_quantized_bins : int, optional, default=255
        Number of levels, 255 for 8 bits; no more than there are bins.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Two arrays of shape ``(1,)``: the threshold and the divergence at it.

    Examples
    --------
    >>> counts, edges = mx.nd.ones((9,)), mx.nd.arange(10) - 4.5
    >>> threshold, divergence = mx.nd.contrib.calibrate_entropy(counts, edges, num_quantized_bins=3)
    >>> threshold.shape, divergence.shape
    ((1,), (1,))
    """

def count_sketch(data: NDArray, h: NDArray, s: NDArray, out_dim: int, processing_batch_size: int = 32, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Project the last axis to ``out_dim`` buckets: element i is added, times ``s[i]``, to ``h[i]``.

    Inner products are preserved in expectation if buckets and signs are random.

    Parameters
    ----------
    data : NDArray
        Array of shape ``(..., in_dim)``, with two or four axes.
    h : NDArray
        Bucket of each element, from 0 to ``out_dim - 1``, of shape ``(1, in_dim)``.
    s : NDArray
        Sign of each element, 1 or -1, of shape ``(1, in_dim)``.
    out_dim : int, required
        Number of buckets.
    processing_batch_size : int, optional, default=32
        Accepted and ignored: how many rows MXNet's kernel takes at a time.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(..., out_dim)``.

    Examples
    --------
    >>> buckets, signs = mx.nd.array([[0, 1, 0]]), mx.nd.array([[1, 1, -1]])
    >>> mx.nd.contrib.count_sketch(mx.nd.array([[5, 6, 7]]), buckets, signs, out_dim=2).asnumpy().tolist()
    [[-2.0, 6.0]]
    """

def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels.

    The loss is ``-log`` of the probability that the labels come out: of all ways to spread them over the steps, with
    blanks in between and repetitions counted once. Connectionist temporal classification learns from sequences whose
    alignment is unknown, such as speech or handwriting.

    Parameters
    ----------
    data : NDArray
        Scores of shape ``(time, batch, classes)``; one class is the blank.
    label : NDArray
        Classes of each sequence, of shape ``(batch, most)``. Without ``label_lengths`` labels end at the first padding:
        0 where the first class is the blank, -1 where the last one is.
    data_lengths : NDArray, optional
        Number of steps of each sequence, of shape ``(batch,)``; an input with ``use_data_lengths`` only.
    label_lengths : NDArray, optional
        Number of labels of each sequence, of shape ``(batch,)``; an input with ``use_label_lengths`` only.
    use_data_lengths : boolean, optional, default=False
        Read ``data_lengths``; without, all steps count.
    use_label_lengths : boolean, optional, default=False
        Read ``label_lengths``; without, labels end at their padding.
    blank_label : {'first', 'last'}, optional, default='first'
        Which class is the blank: the first, and labels count from 1, or the last, and labels count from 0.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

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

def dequantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['float32'] | str = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convert 8 bits back to floats: ``data * max(abs(min_range), abs(max_range)) / 127.5``, or 255.5 for uint8.

    Parameters
    ----------
    data : NDArray
        Array of type int8 or uint8 and any shape.
    min_range : NDArray
        Smallest number that the 8 bits represent, an array of one element.
    max_range : NDArray
        Largest number that the 8 bits represent, an array of one element.
    out_type : {'float32'}, optional, default='float32'
        Type of the result.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type float32 and the shape of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-51, 0, 102], dtype="int8"), mx.nd.array([-2.5]), mx.nd.array([2.5])
    >>> mx.nd.contrib.dequantize(x, low, high).asnumpy().tolist()
    [-1.0, 0.0, 2.0]
    """

def dgl_adjacency(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a graph's adjacency matrix: 1 in float32 for every edge.

    Parameters
    ----------
    data : NDArray
        The graph, a csr matrix whose values number the edges.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Csr matrix of the graph's shape.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 2, 3, 3]), shape=(3, 3), dtype="int64")
    >>> mx.nd.contrib.dgl_adjacency(graph).asnumpy().tolist()
    [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """

def dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 3'] | None = None, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Sample neighborhoods of seeds in a graph, with vertex probabilities given by the second input.

    Parameters
    ----------
    data : NDArray, any number
        The graph, a csr matrix; how likely each vertex is; and one array of int64 for each sample: its seeds.
    num_args : int (at least 3), required
        Number of inputs. Counted by default.
    num_hops : int, optional, default=1
        How many edges away from the seeds a sample goes.
    num_neighbor : int, optional, default=2
        How many neighbors of a vertex are sampled at most.
    max_num_vertices : int, optional, default=100
        How many vertices a sample has at most.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of arrays: what `dgl_csr_neighbor_uniform_sample` gives, with the likelihoods of the vertices before their
    distances.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds, chances = mx.nd.array([0], dtype="int64"), mx.nd.array([1, 0.5, 0.5])
    >>> found = mx.nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph, chances, seeds, num_args=3, max_num_vertices=3)
    >>> [part.asnumpy().tolist() for part in (found[0], found[2])]
    [[0, 1, 2, 3], [1.0, 0.5, 0.5]]
    """

def dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 2'] | None = None, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sample neighborhoods of seeds in a graph, with all neighbors equally likely.

    Parameters
    ----------
    data : NDArray, any number
        The graph, a csr matrix, and one array of int64 for each sample: its seeds.
    num_args : int (at least 2), required
        Number of inputs. Counted by default.
    num_hops : int, optional, default=1
        How many edges away from the seeds a sample goes.
    num_neighbor : int, optional, default=2
        How many neighbors of a vertex are sampled at most.
    max_num_vertices : int, optional, default=100
        How many vertices a sample has at most.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of arrays: for each sample the vertices in order, followed by their number; for each the edges that were
    followed, as csr matrix; for each how many hops away every vertex is.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds = mx.nd.array([0], dtype="int64")
    >>> ids, edges, hops = mx.nd.contrib.dgl_csr_neighbor_uniform_sample(graph, seeds, num_args=2, max_num_vertices=3)
    >>> ids.asnumpy().tolist(), hops.asnumpy().tolist(), edges.data.asnumpy().tolist()
    ([0, 1, 2, 3], [0, 1, 1], [1, 2])
    """

def dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 2'] | None = None, return_mapping: bool | int, graph_sizes: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Drop the rows and columns of sampled graphs without a vertex; edges are renumbered.

    Parameters
    ----------
    data : NDArray, any number
        The graphs, csr matrices of a sample, then the arrays of their vertices.
    num_args : int (at least 2), required
        Number of inputs. Counted by default.
    return_mapping : boolean, required
        Give the same graphs once more, with the numbers that their edges had.
    graph_sizes : Shape(tuple), required
        The number of vertices of each graph.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of csr matrices, one for each graph; with ``return_mapping`` twice as many.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds = mx.nd.array([0], dtype="int64")
    >>> ids, edges, _ = mx.nd.contrib.dgl_csr_neighbor_uniform_sample(graph, seeds, num_args=2, max_num_vertices=5)
    >>> small = mx.nd.contrib.dgl_graph_compact(edges, ids, graph_sizes=(3,), return_mapping=False, num_args=2)
    >>> edges.shape, small.shape
    ((5, 3), (3, 3))
    """

def dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: Annotated[int, 'at least 2'] | None = None, return_mapping: bool | int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Extract the subgraphs on some vertices of a graph; edges are renumbered.

    Parameters
    ----------
    data : NDArray, any number
        The graph, a csr matrix, and for each part an array of int64: its vertices, sorted.
    num_args : int (at least 2), required
        Number of inputs. Counted by default.
    return_mapping : boolean, required
        Give the same graphs once more, with the numbers that their edges had.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of csr matrices, one for each array of vertices; with ``return_mapping`` twice as many.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> some = mx.nd.array([0, 2], dtype="int64")
    >>> part, edges = mx.nd.contrib.dgl_subgraph(graph, some, return_mapping=True, num_args=2)
    >>> part.asnumpy().tolist(), edges.asnumpy().tolist()
    ([[0, 0], [1, 0]], [[0, 2], [4, 0]])
    """

def div_sqrt_dim(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Divide by the square root of the length of the last axis.

    ``out = data / sqrt(data.shape[-1])``, as scores of attention are.

    Parameters
    ----------
    data : NDArray
        Array with at least one axis.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.div_sqrt_dim(mx.nd.array([[2, 4, 6, 8]])).asnumpy().tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """

def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Read edges of a graph from its adjacency matrix: ``out[i] = data[u[i], v[i]]``, and -1 where there is no edge.

    Parameters
    ----------
    data : NDArray
        Adjacency matrix, usually a ``csr`` one, whose elements are the numbers of edges.
    u : NDArray
        Vertices where edges start, a vector.
    v : NDArray
        Vertices where they end; of the shape of ``u``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``u`` with the type of ``data``.

    Examples
    --------
    >>> graph = mx.nd.array([[0, 1], [2, 0]]).tostype("csr")
    >>> mx.nd.contrib.edge_id(graph, mx.nd.array([0, 0]), mx.nd.array([1, 0])).asnumpy().tolist()
    [1.0, -1.0]
    """

def fft(data: NDArray, compute_size: int = 128, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Transform real signals along the last axis; real and imaginary parts alternate in the result.

    ``out[k] = sum_n data[n] * exp(-2 pi i k n / N)``.

    Parameters
    ----------
    data : NDArray
        Signals of shape ``(..., N)``, with two or four axes.
    compute_size : int, optional, default=128
        Accepted and ignored: how many signals MXNet's kernel takes at a time.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(..., 2 * N)``.

    Examples
    --------
    >>> mx.nd.contrib.fft(mx.nd.array([[1, 2]])).asnumpy().tolist()
    [[3.0, 0.0, -1.0, 0.0]]
    """

def getnnz(data: NDArray, axis: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Count the stored elements of a matrix, or the nonzero ones if it is dense.

    Parameters
    ----------
    data : NDArray
        Matrix, usually a ``csr`` one.
    axis : int or None, optional, default=None
        Axis along which they are counted; None counts all of them.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type int64, of shape ``(1,)`` without ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [2, 3]]).tostype("csr")
    >>> mx.nd.contrib.getnnz(x).asnumpy().tolist()
    [3]
    """

def gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Copy the input; in backward the gradient is multiplied by ``scalar``.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    scalar : double, optional, default=1.0
        Factor of the gradient; a negative one reverses it, as in domain adaptation.
    is_int : boolean, optional, default=True
        Accepted and ignored.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array equal to ``data``.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.gradientmultiplier(x, scalar=-0.5)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([1.0, 2.0], [-0.5, -0.5])
    """

def group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Update a weight by AdaGrad with one history per row of the weight, as for embeddings.

    With ``g = rescale_grad * grad``, clipped: ``history = history + mean(g**2)`` of each row, then
    ``weight - lr * g / sqrt(history + epsilon)``.

    Parameters
    ----------
    weight : NDArray
        Parameter that is stepped.
    grad : NDArray
        Gradient of the loss by the weight, of the weight's shape.
    history : NDArray
        Sum of mean squared gradients, one for each row; changed in place.
    lr : float, required
        Learning rate.
    rescale_grad : float, optional, default=1.0
        Factor that the gradient is multiplied with before anything else.
    clip_gradient : float, optional, default=-1.0
        The scaled gradient is kept between minus this and this; not, where it is negative.
    epsilon : float, optional, default=1e-05
        Small number that keeps the divisor from zero.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, history = mx.nd.ones((1, 2)), mx.nd.array([[3.0, 4.0]]), mx.nd.zeros((1, 1))
    >>> _ = mx.nd.contrib.group_adagrad_update(weight, grad, history, lr=0.1)
    >>> history.asnumpy().tolist()
    [[12.5]]
    """

def hawkesll(lda: NDArray, alpha: NDArray, beta: NDArray, state: NDArray, lags: NDArray, marks: NDArray, valid_length: NDArray, max_time: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Compute the log-likelihood of marked points under self-exciting processes, and their new state.

    Each mark ``k`` has the intensity ``lda[k] + alpha[k] * beta[k] * state[k]``, where the state decays by
    ``exp(-beta[k] * t)`` and rises by one at each point of that mark. The log-likelihood is the sum of the logarithms
    of the intensities at the points, less their integral up to ``max_time``.

    Parameters
    ----------
    lda : NDArray
        Intensity of each mark without excitement, of shape ``(batch, marks)``.
    alpha : NDArray
        How much a point excites its mark, of shape ``(marks,)``.
    beta : NDArray
        How fast excitement decays, of shape ``(marks,)``.
    state : NDArray
        State of each mark at the beginning, of shape ``(batch, marks)``.
    lags : NDArray
        Time since the point before, of shape ``(batch, points)``.
    marks : NDArray
        Mark of each point, int32 of shape ``(batch, points)``.
    valid_length : NDArray
        How many points of each sequence count, of shape ``(batch,)``.
    max_time : NDArray
        End of each sequence, of shape ``(batch,)``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    A list of two arrays: the log-likelihoods, of shape ``(batch,)``, and the states at the end, ``(batch, marks)``.

    Examples
    --------
    >>> one = mx.nd.ones(1)
    >>> found, state = mx.nd.contrib.hawkesll(
    ...     mx.nd.array([[2]]), one / 2, one, mx.nd.zeros((1, 1)), mx.nd.array([[1]]),
    ...     mx.nd.array([[0]], dtype="int32"), one, one * 3)
    >>> found.asnumpy().tolist(), state.asnumpy().tolist()
    ([-5.7392], [[0.1353]])
    """

def ifft(data: NDArray, compute_size: int = 128, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert `fft`, without dividing by the length; returns the real part.

    ``out[n] = real(sum_k data[k] * exp(2 pi i k n / N))``.

    Parameters
    ----------
    data : NDArray
        Spectra of shape ``(..., 2 * N)``, real and imaginary parts alternating, with two or four axes.
    compute_size : int, optional, default=128
        Accepted and ignored: how many signals MXNet's kernel takes at a time.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(..., N)``.

    Examples
    --------
    >>> mx.nd.contrib.ifft(mx.nd.array([[3, 0, -1, 0]])).asnumpy().tolist()
    [[2.0, 4.0]]
    """

def index_array(data: NDArray, axes: int | Sequence[int] | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return each position's own coordinates: ``out[i, j, ...] = (i, j, ...)``.

    Parameters
    ----------
    data : NDArray
        Array of any shape; its values are not read.
    axes : Shape(tuple) or None, optional, default=None
        Axes whose coordinates are returned, in this order; None means all.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type int64 and shape ``data.shape + (len(axes),)``.

    Examples
    --------
    >>> x = mx.nd.ones((2, 2))
    >>> mx.nd.contrib.index_array(x).asnumpy().tolist()
    [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    >>> mx.nd.contrib.index_array(x, axes=(1,)).asnumpy().tolist()
    [[[0], [1]], [[0], [1]]]
    """

def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return a copy of an array with some of its rows replaced: ``out[index_vector[i]] = new_tensor[i]``.

    Parameters
    ----------
    old_tensor : NDArray
        Array of any shape.
    index_vector : NDArray
        Which slices of the first axis are replaced; a vector.
    new_tensor : NDArray
        The new slices: of shape ``index_vector.shape + old_tensor.shape[1:]``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``old_tensor``.

    Examples
    --------
    >>> x, rows = mx.nd.zeros((3, 2)), mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.contrib.index_copy(x, mx.nd.array([2, 0]), rows).asnumpy().tolist()
    [[3.0, 4.0], [0.0, 0.0], [1.0, 2.0]]
    """

def interleaved_matmul_encdec_qk(queries: NDArray, keys_values: NDArray, heads: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the scaled products of a decoder's queries and an encoder's keys, one map per head.

    ``out[b, i, j] = queries[i] . keys[j] / sqrt(width)``.

    Parameters
    ----------
    queries : NDArray
        Projections of shape ``(time of queries, batch, heads * width)``.
    keys_values : NDArray
        Projections of shape ``(time of keys, batch, heads * 2 * width)``: key and value of each head side by side.
    heads : int, required
        Number of heads.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch * heads, time of queries, time of keys)``.

    Examples
    --------
    >>> queries, memory = mx.nd.array([[[1]], [[3]]]), mx.nd.array([[[2, 5]], [[4, 6]], [[0, 7]]])
    >>> mx.nd.contrib.interleaved_matmul_encdec_qk(queries, memory, heads=1).asnumpy().tolist()
    [[[2.0, 4.0, 0.0], [6.0, 12.0, 0.0]]]
    """

def interleaved_matmul_encdec_valatt(keys_values: NDArray, attention: NDArray, heads: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average an encoder's values by the weights in ``attention``.

    ``out[i] = sum_j attention[i, j] * values[j]`` for each head.

    Parameters
    ----------
    keys_values : NDArray
        Projections of shape ``(time of keys, batch, heads * 2 * width)``: key and value of each head side by side.
    attention : NDArray
        Weights of shape ``(batch * heads, time of queries, time of keys)``.
    heads : int, required
        Number of heads.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(time of queries, batch, heads * width)``.

    Examples
    --------
    >>> memory, weights = mx.nd.array([[[2, 5]], [[4, 7]]]), mx.nd.array([[[0.5, 0.5]]])
    >>> mx.nd.contrib.interleaved_matmul_encdec_valatt(memory, weights, heads=1).asnumpy().ravel().tolist()
    [6.0]
    """

def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray, heads: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute the scaled products of queries and keys of self-attention, one map per head.

    ``out[b, i, j] = queries[i] . keys[j] / sqrt(width)``; a softmax over the last axis makes weights of them.

    Parameters
    ----------
    queries_keys_values : NDArray
        Projections of shape ``(time, batch, heads * 3 * width)``: query, key and value of each head side by side.
    heads : int, required
        Number of heads.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(batch * heads, time, time)``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]])  # two steps of one head of width 1
    >>> mx.nd.contrib.interleaved_matmul_selfatt_qk(x, heads=1).asnumpy().tolist()
    [[[2.0, 4.0], [6.0, 12.0]]]
    """

def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, heads: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Average the values of self-attention by the weights in ``attention``.

    ``out[i] = sum_j attention[i, j] * values[j]`` for each head.

    Parameters
    ----------
    queries_keys_values : NDArray
        Projections of shape ``(time, batch, heads * 3 * width)``: query, key and value of each head side by side.
    attention : NDArray
        Weights of shape ``(batch * heads, time, time)``.
    heads : int, required
        Number of heads.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(time, batch, heads * width)``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]])  # two steps of one head of width 1
    >>> weights = mx.nd.array([[[1, 0], [0.5, 0.5]]])
    >>> mx.nd.contrib.interleaved_matmul_selfatt_valatt(x, weights, heads=1).asnumpy().ravel().tolist()
    [5.0, 5.5]
    """

@overload
def intgemm_fully_connected(data: NDArray, weight: NDArray, scaling: NDArray | None = None, bias: NDArray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8.

    Parameters
    ----------
    data : NDArray
        Input of shape ``(batch, ...)``: int8, or float32, which is quantized first.
    weight : NDArray
        Prepared weight, of type int8 and shape ``(num_hidden, K)``.
    scaling : NDArray, optional
        What a product of 1 represents, an array of one element; only for ``out_type="float32"``. For int8 data that is
        ``maxabs(data) * maxabs(weight) / 127**2``, for floats ``maxabs(weight) / 127``.
    bias : NDArray, optional
        Bias of shape ``(num_hidden,)`` and type ``out_type``.
    num_hidden : int (at least 1), required
        Number of output features.
    no_bias : boolean, optional, default=False
        Add no bias; ``bias`` is then not given.
    flatten : boolean, optional, default=True
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.
    out_type : {'float32', 'int32'}, optional, default='float32'
        Type of the result: the products as ``"int32"``, or scaled to ``"float32"``.
    out : NDArray, or a list of them, optional
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
def intgemm_fully_connected(data: NDArray, weight: NDArray, scaling: NDArray | None, bias: NDArray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...

def intgemm_maxabsolute(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return the greatest magnitude in an array: ``max(abs(data))``.

    Parameters
    ----------
    data : NDArray
        Array of type float32.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of shape ``(1,)``.

    Examples
    --------
    >>> mx.nd.contrib.intgemm_maxabsolute(mx.nd.array([1, -3, 2])).asnumpy().tolist()
    [3.0]
    """

def intgemm_prepare_data(data: NDArray, maxabs: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127.

    Parameters
    ----------
    data : NDArray
        Array of type float32 and any shape.
    maxabs : NDArray
        The magnitude that becomes 127, an array of one element; `intgemm_maxabsolute` gives it.
    out : NDArray, or a list of them, optional
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

def intgemm_prepare_weight(weight: NDArray, maxabs: NDArray | None = None, already_quantized: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Prepare a weight for products: quantize it to int8, unless it is int8 already.

    MXNet also reorders the weight for the CPU; here the order is unchanged, so that it can be saved and moved.

    Parameters
    ----------
    weight : NDArray
        Matrix of float32, or of int8 with ``already_quantized``. Its last size is a multiple of 64, the
        product of the others a multiple of 8.
    maxabs : NDArray, optional
        The magnitude that becomes 127, an array of one element; not given with ``already_quantized``.
    already_quantized : boolean, optional, default=False
        Take ``weight`` as int8 that needs no quantizing.
    out : NDArray, or a list of them, optional
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

def intgemm_take_weight(weight: NDArray, indices: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Select rows of a prepared weight, i.e. the outputs of the product that are needed.

    Parameters
    ----------
    weight : NDArray
        Prepared weight, of type int8 and shape ``(N, K)``.
    indices : NDArray
        Rows, of type int32; their number is a multiple of 8.
    out : NDArray, or a list of them, optional
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

def isfinite(data: NDArray) -> NDArray:
    """Test elementwise for finiteness.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isfinite(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [1.0, 0.0, 0.0]
    """

def isinf(data: NDArray) -> NDArray:
    """Test elementwise for infinity.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isinf(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [0.0, 0.0, 1.0]
    """

def isnan(data: NDArray) -> NDArray:
    """Test elementwise for NaN.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isnan(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [0.0, 1.0, 0.0]
    """

def mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: NDArray | float, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a step of Adam with decoupled weight decay on the float32 copy of a float16 weight.

    Parameters
    ----------
    weight : NDArray
        The weight.
    grad : NDArray
        Its gradient.
    mean : NDArray
        Moving average of gradients.
    var : NDArray
        Moving average of squared gradients.
    weight32 : NDArray
        The copy.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : NDArray, optional
        Where the new weight is written.
    name : str, optional
        Accepted and ignored.
    **kwargs
        Further params of the operator.

    Returns
    -------
    NDArray
        The new weight.
    """

def multi_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], rescale_grad: NDArray | float, lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float], out: Sequence[NDArray] | None = None, name: str | None = None, size: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of Adam with decoupled weight decay for several weights at once.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    etas : Sequence[float]
        Factors on the whole steps.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    name : str, optional
        Accepted and ignored.
    size : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """

def multi_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float], out: Sequence[NDArray] | None = None, num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of LAMB for several weights at once.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    step_count : Sequence[int]
        How many steps each weight has taken, this one included.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    num_tensors : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """

def multi_mp_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], weights32: Sequence[NDArray], rescale_grad: NDArray | float, lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float], out: Sequence[NDArray] | None = None, name: str | None = None, size: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of Adam with decoupled weight decay for several weights at once, on their float32 copies.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    weights32 : Sequence[NDArray]
        The copies.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    etas : Sequence[float]
        Factors on the whole steps.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    name : str, optional
        Accepted and ignored.
    size : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """

def multi_mp_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], weights32: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float], out: Sequence[NDArray] | None = None, num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of LAMB for several weights at once, on their float32 copies.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    weights32 : Sequence[NDArray]
        The copies.
    step_count : Sequence[int]
        How many steps each weight has taken, this one included.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    num_tensors : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """

def quadratic(data: NDArray, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``a * data ** 2 + b * data + c`` of each element.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    a : float, optional, default=0.0
        The coefficients.
    b : float, optional, default=0.0
        The coefficients.
    c : float, optional, default=0.0
        The coefficients.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.contrib.quadratic(mx.nd.array([1, 2, 3]), a=1, b=2, c=3).asnumpy().tolist()
    [6.0, 11.0, 18.0]
    """

def quantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Quantize floats to 8 bits by a given range.

    ``int8`` is symmetric: ``round(data * 127 / max(abs(min_range), abs(max_range)))``; ``uint8`` is the same with
    255, and negative numbers become 0. Halves are rounded to even.

    Parameters
    ----------
    data : NDArray
        Array of type float32 and any shape.
    min_range : NDArray
        Smallest number that is expected, an array of one element.
    max_range : NDArray
        Largest number that is expected, an array of one element.
    out_type : {'int8', 'uint8'}, optional, default='uint8'
        Type of the result.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-1, 0, 2]), mx.nd.array([-1]), mx.nd.array([2])
    >>> out, least, most = mx.nd.contrib.quantize(x, low, high, out_type="int8")
    >>> out.asnumpy().tolist(), least.asnumpy().tolist(), most.asnumpy().tolist()
    ([-64, 0, 127], [-2.0], [2.0])
    """

def quantize_asym(data: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Quantize floats to unsigned bytes, using their whole range: ``round(data * scale + shift)``.

    ``scale = 255 / (high - low)`` and ``shift = 255 - high * scale``, where ``low`` and ``high`` are the calibrated
    range or that of the data. 128 is added to int8 data; uint8 data passes unchanged.

    Parameters
    ----------
    data : NDArray
        Array of type float32, int8 or uint8 and any shape.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the bytes, of the shape of ``data``, ``scale`` and ``shift``, of shape ``(1,)``.

    Examples
    --------
    >>> out, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.array([-1, 0, 4]))
    >>> out.asnumpy().tolist(), scale.asnumpy().tolist(), shift.asnumpy().tolist()
    ([0, 51, 255], [51.0], [51.0])
    """

def quantize_v2(data: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Quantize floats to 8 bits by a calibrated range, or by that of the data.

    8-bit data passes unchanged.

    Parameters
    ----------
    data : NDArray
        Array of type float32, int8 or uint8 and any shape.
    out_type : {'auto', 'int8', 'uint8'}, optional, default='int8'
        Type of the result; ``"auto"`` is ``"uint8"`` if the calibrated range has no negative numbers, else
        ``"int8"``.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> out, least, most = mx.nd.contrib.quantize_v2(mx.nd.array([-1, 0, 2]))
    >>> out.asnumpy().tolist(), least.asnumpy().tolist(), most.asnumpy().tolist()
    ([-64, 0, 127], [-2.0], [2.0])
    """

def quantized_act(data: NDArray, min_data: NDArray, max_data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Set negative bytes to zero; see `Activation`.

    Parameters
    ----------
    data : NDArray
        Bytes of type int8 or uint8 and any shape.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
        ``"relu"``; there is no other on bytes.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the bytes, of the shape of ``data``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-3, 4], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_act(x, low, high, act_type="relu")
    >>> out.asnumpy().tolist()
    [0, 4]
    """

def quantized_batch_norm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, min_data: NDArray, max_data: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Normalize bytes by moving statistics into a calibrated range; see `BatchNorm`.

    ``(data - moving_mean) / sqrt(moving_var + eps) * gamma + beta`` of the numbers that the bytes stand for. The
    calibrated range has to be given.

    Parameters
    ----------
    data : NDArray
        Bytes of type int8 or uint8 and any shape.
    gamma : NDArray
        Scale of each channel.
    beta : NDArray
        Shift of each channel.
    moving_mean : NDArray, auxiliary state
        Mean of each channel.
    moving_var : NDArray, auxiliary state
        Variance of each channel.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    eps : double, optional, default=0.001
        Added to the variance.
    momentum : float, optional, default=0.9
        Accepted and ignored: statistics are not moved.
    fix_gamma : boolean, optional, default=True
        Accepted and ignored: ``gamma`` counts in any case.
    use_global_stats : boolean, optional, default=False
        Accepted and ignored: moving statistics are used in any case.
    output_mean_var : boolean, optional, default=False
        Accepted and ignored.
    axis : int, optional, default=1
        Axis of the channels.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: bytes of type int8, of the shape of ``data``, and the calibrated range.

    Examples
    --------
    >>> x, one, zero = mx.nd.array([[51, 102]], dtype="int8"), mx.nd.ones((2,)), mx.nd.zeros((2,))
    >>> low, high = mx.nd.array([-2.5]), mx.nd.array([2.5])
    >>> out, least, most = mx.nd.contrib.quantized_batch_norm(x, one, zero, zero, one, low, high, eps=1e-5,
    ...                                                       min_calib_range=-2.5, max_calib_range=2.5)
    >>> out.asnumpy().tolist()
    [[51, 102]]
    """

def quantized_concat(*data: NDArray | Sequence[NDArray], num_args: int | None = None, dim: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Concatenate arrays of bytes along an axis, each rescaled to the widest of their ranges; see `Concat`.

    One signed array makes the result signed.

    Parameters
    ----------
    data : NDArray, any number
        The arrays of type int8 or uint8, then the smallest and the largest number of each, in the order of the
        arrays.
    num_args : int, required
        Number of arrays, without their ranges.
    dim : int, optional, default=1
        Axis along which they are concatenated.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the joined bytes and the widest range.

    Examples
    --------
    >>> x, y = mx.nd.array([[10]], dtype="int8"), mx.nd.array([[10]], dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_concat(x, y, low, high, low * 2, high * 2, num_args=2)
    >>> out.asnumpy().tolist(), most.asnumpy().tolist()
    ([[5, 10]], [2.0])
    """

@overload
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None = None, *, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None = None, max_bias: NDArray | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Convolve unsigned bytes with signed filters, with sums in 32 bits; see `Convolution`.

    The bias is added unscaled. Only ``num_group=1`` and the layouts with channels first are supported.

    Parameters
    ----------
    data : NDArray
        Bytes of type uint8, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    weight : NDArray
        Filters of type int8, ``(num_filter, C, *kernel)``.
    bias : NDArray, optional
        Bias of type int8, ``(num_filter,)``.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    min_weight : NDArray
        Least number that ``weight`` stands for, an array of one element.
    max_weight : NDArray
        Greatest number that ``weight`` stands for, an array of one element.
    min_bias : NDArray, optional
        Least number that ``bias`` stands for, an array of one element.
    max_bias : NDArray, optional
        Greatest number that ``bias`` stands for, an array of one element.
    kernel : Shape(tuple) (dimensions other than 0), required
        Size of the filters, per axis.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between the places where a filter is applied, per axis; 1 by default.
    dilate : Shape(tuple) (dimensions other than 0), optional, default=()
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
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: sums of type int32, ``(N, num_filter, ...)``, and the range that they represent.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 1, 2, 2), dtype="uint8"), mx.nd.ones((1, 1, 2, 2), dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_conv(x, weight, low, high, low, high, kernel=(2, 2),
    ...                                                 num_filter=1, no_bias=True)
    >>> out.asnumpy().tolist()
    [[[[4]]]]
    """
@overload
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None = None, max_bias: NDArray | None = None, *, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None, max_bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), *, num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None, max_bias: NDArray | None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'], stride: Annotated[int | Sequence[int], 'dimensions other than 0'], dilate: Annotated[int | Sequence[int], 'dimensions other than 0'], pad: int | Sequence[int], num_filter: Annotated[int, 'at least 1'], num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...

def quantized_elemwise_add(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Add bytes of two ranges, into 32 bits or into 8 bits of a calibrated range.

    Parameters
    ----------
    lhs : NDArray
        Bytes of type int8 or uint8 and any shape.
    rhs : NDArray
        Bytes of type int8 or uint8 and the shape of ``lhs``.
    lhs_min : NDArray
        Smallest number that ``lhs`` represents, an array of one element.
    lhs_max : NDArray
        Largest number that ``lhs`` represents, an array of one element.
    rhs_min : NDArray
        Smallest number that ``rhs`` represents, an array of one element.
    rhs_max : NDArray
        Largest number that ``rhs`` represents, an array of one element.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the sums, of the shape of ``lhs``, and the range that they represent.

    Examples
    --------
    >>> x, low, high = mx.nd.array([10, 20], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_elemwise_add(x, x, low, high, low, high, min_calib_range=-2,
    ...                                                         max_calib_range=2)
    >>> out.asnumpy().tolist()
    [10, 20]
    """

@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, *, enable_float_output: Literal[True], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Multiply signed bytes: into 32 bits, into 8 bits of a calibrated range, or into floats.

    Parameters
    ----------
    lhs : NDArray
        Bytes of type int8 and any shape.
    rhs : NDArray
        Bytes of type int8 and the shape of ``lhs``.
    lhs_min : NDArray
        Smallest number that ``lhs`` represents, an array of one element.
    lhs_max : NDArray
        Largest number that ``lhs`` represents, an array of one element.
    rhs_min : NDArray
        Smallest number that ``rhs`` represents, an array of one element.
    rhs_max : NDArray
        Largest number that ``rhs`` represents, an array of one element.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    enable_float_output : boolean, optional, default=False
        Return floats.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the products, of the shape of ``lhs``, and the range that they represent; one array of type
    float32 with ``enable_float_output``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([10, 20], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_elemwise_mul(x, x, low, high, low, high)
    >>> out.asnumpy().tolist()
    [100, 400]
    """

def quantized_embedding(data: NDArray, weight: NDArray, min_weight: NDArray, max_weight: NDArray, input_dim: Annotated[int, 'at least 1'], output_dim: Annotated[int, 'at least 1'], dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Look up rows of a table of bytes; see `Embedding`.

    Indices out of range are clipped.

    Parameters
    ----------
    data : NDArray
        Indices, an array of any shape.
    weight : NDArray
        The table, of type int8 and shape ``(input_dim, output_dim)``.
    min_weight : NDArray
        Least number that ``weight`` stands for, an array of one element.
    max_weight : NDArray
        Greatest number that ``weight`` stands for, an array of one element.
    input_dim : int (at least 1), required
        Number of rows of the table.
    output_dim : int (at least 1), required
        Length of each row.
    dtype : dtype, optional, default='float32'
        Accepted and ignored: rows are bytes.
    sparse_grad : boolean, optional, default=False
        Accepted and ignored: there is no gradient.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the rows, ``data.shape + (output_dim,)``, and their range, which is that of ``weight``.

    Examples
    --------
    >>> weight, low, high = mx.nd.array([[1, 2], [3, 4]], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_embedding(mx.nd.array([1]), weight, low, high, input_dim=2,
    ...                                                      output_dim=2)
    >>> out.asnumpy().tolist()
    [[3, 4]]
    """

def quantized_flatten(data: NDArray, min_data: NDArray, max_data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Flatten all axes of an array of bytes but the first; see `Flatten`.

    Parameters
    ----------
    data : NDArray
        Bytes of type int8 or uint8, ``(d0, d1, ..., dk)``.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the bytes, ``(d0, d1 * ... * dk)``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.ones((2, 3, 4), dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_flatten(x, low, high)
    >>> out.shape
    (2, 12)
    """

@overload
def quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, *, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Apply the linear map ``data @ weight.T + bias`` to bytes, with sums in 32 bits; see `FullyConnected`.

    Parameters
    ----------
    data : NDArray
        Bytes of type int8 or uint8, ``(batch, ...)``.
    weight : NDArray
        Weight of type int8, ``(num_hidden, features)``.
    bias : NDArray, optional
        Bias of type int8, ``(num_hidden,)``; it is rescaled to the products.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    min_weight : NDArray
        Least number that ``weight`` stands for, an array of one element.
    max_weight : NDArray
        Greatest number that ``weight`` stands for, an array of one element.
    min_bias : NDArray, optional
        Least number that ``bias`` stands for, an array of one element.
    max_bias : NDArray, optional
        Greatest number that ``bias`` stands for, an array of one element.
    num_hidden : int (at least 1), required
        Number of output features.
    no_bias : boolean, optional, default=False
        Add no bias; it and its range are then not given.
    flatten : boolean, optional, default=True
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: sums of type int32, ``(batch, num_hidden)``, and the range that they represent.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 3), dtype="int8"), mx.nd.ones((2, 3), dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_fully_connected(x, weight, low, high, low, high, num_hidden=2,
    ...                                                            no_bias=True)
    >>> out.asnumpy().tolist()
    [[3, 3]]
    """
@overload
def quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None = None, max_bias: NDArray | None = None, *, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None, min_data: NDArray, max_data: NDArray, min_weight: NDArray, max_weight: NDArray, min_bias: NDArray | None, max_bias: NDArray | None, num_hidden: Annotated[int, 'at least 1'], no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...

def quantized_pooling(data: NDArray, min_data: NDArray, max_data: NDArray, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Reduce each window of bytes to its maximum or mean; see `Pooling`.

    Means are rounded. With ``count_include_pad=False`` they leave out the padding.

    Parameters
    ----------
    data : NDArray
        Bytes of type int8 or uint8, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    min_data : NDArray
        Least number that ``data`` stands for, an array of one element.
    max_data : NDArray
        Greatest number that ``data`` stands for, an array of one element.
    kernel : Shape(tuple) (dimensions other than 0), optional, default=()
        Size of the window; not needed with ``global_pool``.
    pool_type : {'avg', 'lp', 'max', 'sum'}, optional, default='max'
        ``"max"`` or ``"avg"``; the others are not supported on bytes.
    global_pool : boolean, optional, default=False
        Reduce each channel to one number.
    cudnn_off : boolean, optional, default=False
        Accepted and unused: whether MXNet leaves out cuDNN.
    pooling_convention : {'full', 'same', 'valid'}, optional, default='valid'
        How the number of windows is rounded: ``"valid"`` down, ``"full"`` up.
    stride : Shape(tuple) (dimensions other than 0), optional, default=()
        Distance between windows; empty means 1.
    pad : Shape(tuple), optional, default=()
        Padding on both sides of each spatial dimension; empty means none.
    p_value : int or None, optional, default=None
        Accepted and ignored: the power of ``"lp"`` pooling.
    count_include_pad : boolean or None, optional, default=None
        Whether padding counts in means, as it does by default.
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'} or None, optional, default=None
        Order of the axes: ``"NCHW"`` or ``"NCDHW"``, as None.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the bytes, ``(N, C, ...)``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([[[[1, 5], [3, 2]]]], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_pooling(x, low, high, kernel=(2, 2))
    >>> out.asnumpy().tolist()
    [[[[5]]]]
    """

@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, min_data: NDArray, max_data: NDArray, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int = False, *, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any:
    """Run stacked LSTM layers over quantized bytes; see `RNN`.

    A byte is ``value * scale + shift``, as `quantize_asym` makes it. Weights come as floats and are rounded to
    bytes, with one scale for each row; hidden states are bytes between steps, gates are exact.

    Parameters
    ----------
    data : NDArray
        Bytes of type uint8, ``(steps, batch, features)``.
    parameters : NDArray
        All weights and biases in one vector of type float32, in the order of `RNN`.
    state : NDArray
        Initial hidden states, ``(num_layers * directions, batch, state_size)``.
    state_cell : NDArray
        Initial cell states; of the shape of ``state``.
    min_data : NDArray
        The scale of the bytes, an array of one element.
    max_data : NDArray
        The shift of the bytes, an array of one element.
    state_size : int (at least 1), required
        Number of hidden units.
    num_layers : int (at least 1), required
        Number of stacked layers.
    bidirectional : boolean, optional, default=False
        Run a second set of layers from the last step to the first, and join the outputs.
    mode : {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}, required
        ``"lstm"``; there is no other on bytes.
    p : float (0 to 1), optional, default=0.0
        Accepted and ignored: there is no dropout.
    state_outputs : boolean, optional, default=False
        Also return the final states.
    projection_size : int or None, optional, default=None
        None: there is no projection on bytes.
    lstm_state_clip_min : double or None, optional, default=None
        Accepted and ignored.
    lstm_state_clip_max : double or None, optional, default=None
        Accepted and ignored.
    lstm_state_clip_nan : boolean, optional, default=False
        Accepted and ignored.
    use_sequence_length : boolean, optional, default=False
        Accepted and ignored.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of type float32, ``(steps, batch, state_size * directions)``; with ``state_outputs`` a list of that, the final
    hidden states and the final cell states.

    Examples
    --------
    >>> x, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.random.uniform(shape=(5, 1, 3)))
    >>> parameters, state = mx.nd.ones((4 * 2 * (3 + 2 + 2),)), mx.nd.zeros((1, 1, 2))
    >>> mx.nd.contrib.quantized_rnn(x, parameters, state, state, scale, shift, mode="lstm", state_size=2,
    ...                             num_layers=1).shape
    (5, 1, 2)
    """
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, min_data: NDArray, max_data: NDArray, state_size: Annotated[int, 'at least 1'], num_layers: Annotated[int, 'at least 1'], bidirectional: bool | int, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> Any: ...

def rand_zipfian(true_classes: NDArray, num_sampled: int, range_max: int, ctx: Context | None = None) -> tuple[NDArray, NDArray, NDArray]:
    """Sample classes with replacement from a log-uniform distribution, small numbers more often.

    Parameters
    ----------
    true_classes : NDArray
        Classes whose expected counts are also returned.
    num_sampled : int
        How many classes are drawn.
    range_max : int
        Number of classes.
    ctx : Context, optional
        Context to draw on; the current one by default.

    Returns
    -------
    tuple[NDArray, NDArray, NDArray]
        The sampled classes, as int64, and how often the true and the sampled ones are expected, as float64.

    Examples
    --------
    >>> samples, true, expected = mx.nd.contrib.rand_zipfian(mx.nd.array([0, 3]), 5, 10)
    >>> samples.shape, true.asnumpy().round(3).tolist()
    ((5,), [1.445, 0.465])
    """

def requantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Requantize 32-bit sums to 8 bits, by a calibrated range or by that of the data.

    Parameters
    ----------
    data : NDArray
        Array of type int32 and any shape, such as the output of a quantized layer.
    min_range : NDArray
        Smallest number that 32 bits represent, an array of one element.
    max_range : NDArray
        Largest number that 32 bits represent, an array of one element.
    out_type : {'auto', 'int8', 'uint8'}, optional, default='int8'
        Type of the result; ``"auto"`` is ``"uint8"`` if the calibrated range has no negative numbers, else
        ``"int8"``.
    min_calib_range : float or None, optional, default=None
        Least number of the range that calibration found; given together with the greatest. None: the range is found from the data, or 32 bits are given.
    max_calib_range : float or None, optional, default=None
        Greatest number of the range that calibration found.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-4, 2], dtype="int32"), mx.nd.array([-2.0**31]), mx.nd.array([2.0**31])
    >>> out, least, most = mx.nd.contrib.requantize(x, low, high)
    >>> out.asnumpy().tolist(), most.asnumpy().tolist()
    ([-127, 64], [4.0])
    """

def round_ste(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Round half away from zero; the gradient passes unchanged.

    This is a straight-through estimator, for networks that are trained to be quantized.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([-1.5, 0.4, 2.5])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.round_ste(x)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([-2.0, 0.0, 3.0], [1.0, 1.0, 1.0])
    """

def sign_ste(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Return the sign; the gradient passes unchanged.

    This is a straight-through estimator, for networks whose activations or weights are binary.

    Parameters
    ----------
    data : NDArray
        Array of any shape.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape of ``data``, of -1, 0 and 1.

    Examples
    --------
    >>> x = mx.nd.array([-1.5, 0, 2.5])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     out = mx.nd.contrib.sign_ste(x)
    >>> out.backward()
    >>> out.asnumpy().tolist(), x.grad.asnumpy().tolist()
    ([-1.0, 0.0, 1.0], [1.0, 1.0, 1.0])
    """
