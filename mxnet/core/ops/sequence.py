"""Operators on batches of sequences of different lengths: mask, last element, reversal, CTC."""
from math import inf
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, op, shapes, types

# ---- mask, last, reverse --------------------------------------------------------------------------

_WORDS = {
    "data": "Sequences of shape ``(time, batch, ...)``, or ``(batch, time, ...)`` with ``axis=1``.",
    "sequence_length": "Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.",
    "use_sequence_length": "Read ``sequence_length``. Without, all sequences are as long as the axis of time.",
    "axis": "The axis of time: 0 or 1.",
}


def _no_length(p) -> bool:
    return not p.use_sequence_length


def sequence_type(types, p) -> None:
    """Lengths may have any type."""
    data = types.peek("data") or types.peek("output")
    types.data = types.output = data
    if types.has("sequence_length") and not types.known("sequence_length"):
        types.sequence_length = data


def _lengths_shape(shape, axis: int) -> None:
    if len(shape.data) < 2 or axis not in (0, 1):
        raise MXNetError(f"data needs two axes or more and axis is 0 or 1; got "
                         f"{shapes.show(shape.data)} and {axis}")
    if shape.has("sequence_length"):
        shape.sequence_length = (shape.data[1 - axis],)


def sequence_shape(shape, p) -> None:
    shapes.like_first(shape, p)
    _lengths_shape(shape, p.axis)


def _check_axis(data: Array, axis: int) -> None:
    if data.dim() < 2 or axis not in (0, 1):
        raise MXNetError(f"data needs two axes or more and axis is 0 or 1; got {list(data.shape)} and {axis}")


def _steps(data: Array, axis: int) -> Array:
    """Number the steps, in a shape that broadcasts with data and with `_spread` lengths."""
    steps = torch.arange(data.shape[axis], device=data.device)
    return steps.view([-1 if i == axis else 1 for i in range(data.dim())])


def _spread(lengths: Array, data: Array, axis: int) -> Array:
    """Arrange lengths, one per sequence and clamped to the number of steps, along the batch axis."""
    if lengths.numel() != data.shape[1 - axis]:
        raise MXNetError(f"Shape inconsistent, Provided = {list(lengths.shape)}, inferred shape="
                         f"({data.shape[1 - axis]},): one length a sequence")
    return lengths.long().clamp(0, data.shape[axis]).view([-1 if i == 1 - axis else 1 for i in range(data.dim())])


@op("SequenceMask", held=True, constant=("sequence_length",), omit={"sequence_length": _no_length},
    shapes=sequence_shape, types=sequence_type, words=_WORDS)
def sequence_mask(data: Array, sequence_length: Array | None = None, *, use_sequence_length: bool = False,
                  value: float = 0.0, axis: int = 0):
    """Write ``value`` past the end of each sequence.

    Parameters
    ----------
    value
        What is written.

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
    _check_axis(data, axis)
    if sequence_length is None:
        return data.clone()
    return data.masked_fill(_steps(data, axis) >= _spread(sequence_length, data, axis), value)


@op("SequenceLast", constant=("sequence_length",), omit={"sequence_length": _no_length}, types=sequence_type,
    words=_WORDS)
def sequence_last(data: Array, sequence_length: Array | None = None, *, use_sequence_length: bool = False,
                  axis: int = 0):
    """Take the last element of each sequence; zeros for an empty one.

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
    _check_axis(data, axis)
    if sequence_length is None:
        return data.select(axis, data.shape[axis] - 1).clone()
    lengths = _spread(sequence_length, data, axis)
    shape = list(data.shape)
    shape[axis] = 1
    last = data.gather(axis, (lengths - 1).clamp_min(0).expand(shape))
    return last.masked_fill(lengths == 0, 0).squeeze(axis)


@sequence_last.infer_shape
def sequence_last_shape(shape, p) -> None:
    _lengths_shape(shape, p.axis)
    shape.out = tuple(size for axis, size in enumerate(shape.data) if axis != p.axis)


@op("SequenceReverse", constant=("sequence_length",), omit={"sequence_length": _no_length}, shapes=sequence_shape,
    types=sequence_type, words=_WORDS)
def sequence_reverse(data: Array, sequence_length: Array | None = None, *,
                     use_sequence_length: bool = False, axis: int = 0):
    """Reverse each sequence; what follows its end stays in place.

    Parameters
    ----------
    data
        Sequences of shape ``(time, batch, ...)``.
    axis
        The axis of time; only 0.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 10], [2, 20], [3, 30]])  # three steps of two sequences
    >>> mx.nd.SequenceReverse(x, mx.nd.array([2, 3]), use_sequence_length=True).asnumpy().tolist()
    [[2.0, 30.0], [1.0, 20.0], [3.0, 10.0]]
    """
    _check_axis(data, axis)
    if axis != 0:
        raise MXNetError(f"Current implementation expects axis to be 0, got {axis}")
    if sequence_length is None:
        return data.flip(0)
    steps, lengths = _steps(data, 0), _spread(sequence_length, data, 0)
    places = torch.where(steps < lengths, lengths - 1 - steps, steps)
    return data.gather(0, places.expand(data.shape))


# ---- connectionist temporal classification --------------------------------------------------------

def _whole(values: Array) -> Array:
    """Round values that represent integers, half away from zero."""
    if not values.is_floating_point():
        return values.long()
    values = values.detach()
    return (values.abs() + 0.5).floor().copysign(values).long()


def _label_lengths(label: Array, padding: int) -> Array:
    """Count the labels before the first padding."""
    return (label != padding).long().cumprod(1).sum(1)


def ctc_costs(data: Array, label: Array, data_lengths, label_lengths, blank: int) -> Array:
    """Return the loss of each sequence of ``(time, batch, class)`` scores; ``label`` and lengths are integers.

    A label outside the alphabet has no probability: its sequence costs infinity, and has no gradient. So does one whose
    labels have scores of minus infinity.
    """
    dtype = data.dtype
    data = data if dtype is torch.float64 else data.float()
    steps, batch = data.shape[:2]
    if data_lengths is None:
        data_lengths = torch.full((batch,), steps, dtype=torch.long)
    else:  # what follows the end may be anything, NaN too
        data = data.masked_fill(_steps(data, 0) >= _spread(data_lengths, data, 0), 0)
    scores = torch.log_softmax(data, 2)
    # torch reads labels unchecked
    allowed = label.clamp(0, data.shape[2] - 1)
    within = torch.arange(label.shape[1], device=label.device) < label_lengths.to(label.device).unsqueeze(1)
    foreign = ((label != allowed) & within).any(1)
    # A label that cannot fit its sequence costs nothing, as in warp-ctc.
    given = (allowed, data_lengths.cpu(), label_lengths.cpu(), blank, "none")
    costs = torch.nn.functional.ctc_loss(scores, *given, zero_infinity=True)
    if bool((costs == 0).any()):
        repeated = (label[:, 1:] == label[:, :-1]) & within[:, 1:]
        fits = label_lengths.to(label.device) + repeated.sum(1) <= data_lengths.to(label.device)
        foreign = foreign | fits & torch.isinf(torch.nn.functional.ctc_loss(scores.detach(), *given))
    return costs.masked_fill(foreign, inf).to(dtype)


@op("CTCLoss", accepts=types.FLOATING, held=True, constant=("label", "data_lengths", "label_lengths"),
    aliases=("ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss"), outputs=2, visible=1,
    omit={"data_lengths": lambda p: not p.use_data_lengths,
          "label_lengths": lambda p: not p.use_label_lengths})
def ctc_loss(data: Array, label: Array, data_lengths: Array | None = None,
             label_lengths: Array | None = None, *, use_data_lengths: bool = False,
             use_label_lengths: bool = False, blank_label: Literal["first", "last"] = "first"):
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels.

    The loss is ``-log`` of the probability that the labels come out: of all ways to spread them over the steps, with
    blanks in between and repetitions counted once. Connectionist temporal classification learns from sequences whose
    alignment is unknown, such as speech or handwriting.

    Parameters
    ----------
    data
        Scores of shape ``(time, batch, classes)``; one class is the blank.
    label
        Classes of each sequence, of shape ``(batch, most)``. Without ``label_lengths`` labels end at the first padding:
        0 where the first class is the blank, -1 where the last one is.
    data_lengths
        Number of steps of each sequence, of shape ``(batch,)``; an input with ``use_data_lengths`` only.
    label_lengths
        Number of labels of each sequence, of shape ``(batch,)``; an input with ``use_label_lengths`` only.
    use_data_lengths
        Read ``data_lengths``; without, all steps count.
    use_label_lengths
        Read ``label_lengths``; without, labels end at their padding.
    blank_label
        Which class is the blank: the first, and labels count from 1, or the last, and labels count from 0.

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
    _check_ctc(data.shape, label.shape)
    first, label = blank_label == "first", _whole(label)
    label_lengths = _label_lengths(label, 0 if first else -1) if label_lengths is None else _whole(label_lengths)
    data_lengths = None if data_lengths is None else _whole(data_lengths)
    costs = ctc_costs(data, label, data_lengths, label_lengths, 0 if first else data.shape[2] - 1)
    return costs, data.new_empty(0)


def _check_ctc(data, label) -> None:
    if len(data) != 3 or len(label) != 2:
        raise MXNetError(f"data has 3 axes and label 2; got {len(data)} and {len(label)}")
    if -1 not in (data[1], label[0]) and data[1] != label[0]:
        raise MXNetError("The batch size for the labels and data arrays must be the same; got "
                         f"{label[0]} and {data[1]}")
    if -1 not in (data[0], label[1]) and data[0] < label[1]:
        raise MXNetError("The max number of labels cannot exceed the maximum sequence length of the data; "
                         f"got {label[1]} and {data[0]}")


@ctc_loss.infer_shape
def ctc_loss_shape(shape, p) -> None:
    _check_ctc(shape.data, shape.label)
    batch = (shape.data[1],)
    for name in ("data_lengths", "label_lengths"):
        if shape.has(name):
            setattr(shape, name, batch)
    shape.output0 = batch
    shape.output1 = shape.data


@ctc_loss.infer_type
def ctc_loss_type(types, p) -> None:
    types.output0 = types.output1 = types.data


@op("WarpCTC", constant=("label",))
def warp_ctc(data: Array, label: Array, *, label_length: int = 0, input_length: int = 0):
    """Compute the softmax of scores, with the CTC loss's gradient; the plugin of early releases.

    The gradient is that of the summed loss of `CTCLoss`, whatever the output gradient is. Class 0 is the blank, and
    pads labels.

    Parameters
    ----------
    data
        Scores of shape ``(input_length * batch, classes)``: all sequences' first steps, then their second ones.
    label
        Classes of each sequence, ``batch * label_length`` in all.
    label_length
        Number of labels of each sequence, padding included.
    input_length
        Number of steps of each sequence.

    Returns
    -------
    Array of the shape of ``data``: probabilities.

    Examples
    --------
    >>> out = mx.nd.WarpCTC(mx.nd.zeros((4, 2)), mx.nd.array([1, 1]), label_length=1, input_length=2)
    >>> out.asnumpy().tolist()
    [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]
    """
    batch = data.shape[0] // max(input_length, 1)
    if data.dim() != 2 or batch * input_length != data.shape[0] or label.numel() != batch * label_length:
        raise MXNetError(f"data of shape {list(data.shape)} and label of {list(label.shape)} are not "
                         f"sequences of {input_length} steps with {label_length} labels each")
    return torch.softmax(data, 1)


@warp_ctc.infer_shape
def warp_ctc_shape(shape, p) -> None:
    data = shape.data
    if len(data) != 2:
        raise MXNetError(f"data has 2 axes, got {len(data)}")
    shape.out = data
    if data[0] != -1 and p.input_length:
        shape.label = (data[0] // p.input_length * p.label_length,)


@warp_ctc.infer_type
def warp_ctc_type(types, p) -> None:
    """Labels may have any type; those of old models are int32."""
    types.out = types.data
    if not types.known("label"):
        types.label = types.data


@warp_ctc.gradient
def warp_ctc_gradient(data, label, *, p):
    with torch.enable_grad():
        scores = data.detach().requires_grad_()
        rows = scores.view(p.input_length, -1, data.shape[1])
        labels = _whole(label).reshape(rows.shape[1], p.label_length)
        # The plugin drops padding wherever it occurs.
        kept = labels != 0
        order = torch.argsort(kept.long(), dim=1, descending=True, stable=True)
        total = ctc_costs(rows, labels.gather(1, order), None, kept.sum(1), 0).sum()
    return torch.autograd.grad(total, scores)[0], None
