"""Loss heads: outputs that define their own gradient and ignore the output gradient."""
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, Aux, Double, Fraction, op, shapes, types
from ..op.frames import Mismatch
from ..ownership import written_beside
from .constant import number

# ---- classification -------------------------------------------------------------------------------


def is_class(label: Array, classes: int) -> Array:
    """Mark each row's class; ``label`` has a 1 in the class axis. Rows without a class are allowed."""
    steps = torch.arange(classes, device=label.device).view(classes, *([1] * (label.dim() - 2)))
    return label.long() == steps


def _label_shapes(data: tuple, multi_output: bool) -> list[tuple]:
    """Return the label shapes that match a data shape; the first is the one to infer."""
    if multi_output:
        return [(data[0], shapes.prod(data[2:])), (data[0], *data[2:]), (data[0], 1, *data[2:]), data]
    return [data[:-1], data]


@op("SoftmaxOutput", constant=("label",), aliases=("Softmax",))
def softmax_output(data: Array, label: Array, *, grad_scale: float = 1.0, ignore_label: float = -1.0,
                   multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False,
                   normalization: Literal["batch", "null", "valid"] = "null", out_grad: bool = False,
                   smooth_alpha: Fraction = 0.0):
    """Compute a softmax whose gradient is that of the cross entropy with the label.

    The output is ``exp(x) / sum(exp(x))`` over the classes. The gradient is ``grad_scale * (output - one_hot(label))``,
    whatever the output gradient is: this is the last layer of a classifier. If the label has the shape of the data it
    holds probabilities, and the gradient is ``grad_scale * (output - label)``.

    Parameters
    ----------
    data
        Scores of shape ``(batch, classes)``. With ``multi_output`` ``(batch, classes, ...)``, with ``preserve_shape``
        ``(..., classes)``; otherwise all axes but the first are merged.
    label
        The class of each row of scores, of the shape of the data without the axis of classes, or probabilities.
    grad_scale
        Factor of the gradient.
    ignore_label
        Label of rows that get no gradient, with ``use_ignore``.
    multi_output
        The classes are on axis 1, and there is a label for each position of the axes after it. The gradient is divided
        by the number of these positions, except with ``normalization='valid'``.
    use_ignore
        Give no gradient to rows whose label is ``ignore_label``.
    preserve_shape
        The classes are on the last axis.
    normalization
        Divisor of the gradient: none (``null``); the number of labels (``batch``); or of those other than
        ``ignore_label`` (``valid``).
    out_grad
        Multiply the gradient by the output, as MXNet 1.9.1 does.
    smooth_alpha
        Label smoothing: how much of a label's probability goes to the other classes, in equal parts.

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
    if label.shape != data.shape[:-1] and tuple(label.shape) not in _label_shapes(tuple(data.shape), multi_output):
        raise MXNetError(f"label has shape {list(label.shape)}, expected one of "
                         f"{_label_shapes(tuple(data.shape), multi_output)}")
    if multi_output:
        return torch.softmax(data, 1)
    if preserve_shape or data.dim() <= 2:
        return torch.softmax(data, -1)
    return torch.softmax(data.flatten(1), 1).view(data.shape)


@softmax_output.infer_shape
def softmax_output_shape(shape, p) -> None:
    data, label = shape.data, shape.peek("label")
    shape.out = data
    fitting = _label_shapes(data, p.multi_output)
    if label is None:
        shape.label = fitting[0]
        return
    for candidate in fitting:
        try:
            shape.label = candidate
            return
        except Mismatch:
            continue
    raise MXNetError(f"Shape inconsistent: label has {shapes.show(label)}, expecting "
                     + " or ".join(map(shapes.show, fitting)))


def _is_plain(p) -> bool:
    """Return whether a row's gradient is its scores, minus one at its class, times a known number."""
    return not (p["use_ignore"] or p["out_grad"] or p["smooth_alpha"] or p["multi_output"]) \
        and p["normalization"] != "valid"


def _scale(p, rows: int) -> float:
    return p["grad_scale"] / max(rows, 1) if p["normalization"] == "batch" else p["grad_scale"]


@softmax_output.gradient
def softmax_output_gradient(label, out, *, p):
    shape = out.shape
    if len(shape) == 2 and label.dim() == 1 and _is_plain(p):
        grad, scale = _add_to_own(out, label.long().unsqueeze(1), -1), _scale(p, shape[0])
        return grad if scale == 1 else grad.mul_(scale), None
    if label.shape == shape:
        grad = (out - label) * p.grad_scale
        return grad * out if p.out_grad else grad, None
    if len(shape) == 2 and label.dim() == 1:
        target = label.unsqueeze(1)
    elif p.multi_output:
        out = out.reshape(shape[0], shape[1], -1)
        target = label.reshape(shape[0], 1, -1)
    else:
        out = out.reshape(-1, shape[-1]) if p.preserve_shape else out.reshape(shape[0], -1)
        # Without preserve_shape there may be more labels than rows; MXNet reads the first ones.
        target = label.reshape(-1, 1)[:out.shape[0]]
    index, classes = target.long(), out.shape[1]
    if p.smooth_alpha and not p.multi_output:
        share = p.smooth_alpha / (classes - 1) if classes > 1 else float("inf")
        grad = _add_to_own(out - share, index, share + p.smooth_alpha - 1)
    else:
        grad = _add_to_own(out, index, -1)
    if p.use_ignore:
        grad.masked_fill_(index == int(p.ignore_label), 0)
    grad = _normalized(grad, label, p)
    if p.out_grad:
        # MXNet 1.9.1 multiplies with the output here, where its documentation says head gradient.
        grad *= out
    return grad if grad.shape == shape else grad.view(shape), None


def _add_to_own(scores: Array, index: Array, amount: float) -> Array:
    """Add an amount at each row's class; a label that is not a class changes nothing."""
    taped = scores.requires_grad and torch.is_grad_enabled()
    if scores.is_cpu and not taped:  # elsewhere a bad index does not raise but kills the device context
        try:
            return torch.scatter(scores, 1, index, amount, reduce="add")
        except RuntimeError:
            pass
    amounts = scores.new_full((), amount).expand(index.shape)
    place = index.clamp(0, max(scores.shape[1] - 1, 0))
    return torch.scatter_add(scores, 1, place, amounts * (place == index))


def _normalized(grad: Array, label: Array, p) -> Array:
    """Apply grad_scale and the normalization, in place."""
    scale = p.grad_scale
    if p.multi_output and p.normalization != "valid" and grad.dim() > 2:
        scale /= max(grad.shape[2], 1)
    if p.normalization == "batch":
        scale /= max(label.shape[0] if p.multi_output else label.numel(), 1)
    elif p.normalization == "valid":
        valid = (label.long() != int(p.ignore_label)).sum().clamp_(min=1)
        return grad.mul_(scale / valid.to(grad.dtype))
    return grad if scale == 1 else grad.mul_(scale)


@softmax_output.lower
def softmax_output_kernel(call):
    p, rank = call.p, len(call.specs[0][0])
    if not (p.multi_output or p.preserve_shape or rank == 2):
        return None
    axis = 1 if p.multi_output else -1
    return lambda data, label: torch.softmax(data, axis)


@softmax_output.lower("backward")
def softmax_output_gradient_kernel(call):
    """The common case, rows of scores and one label each, in a few calls."""
    p, ((shape, _), (label_shape, _)) = call.p, call.specs
    if len(shape) != 2 or len(label_shape) != 1 or not _is_plain(p):
        return None
    scale = _scale(p, label_shape[0])
    rows, steps = (label_shape[0], 1), {}  # device -> what a row's own class is changed by, or the classes

    def on_cpu(label, out):
        kept = steps.get("cpu")
        if kept is None:
            index = torch.empty(rows, dtype=torch.int64)
            kept = steps["cpu"] = index, index.view(-1), torch.full(rows, -scale, dtype=out.dtype)
        index, flat, amounts = kept
        flat.copy_(label)  # truncates; one call instead of two for a new index
        try:
            if scale == 1:
                return torch.scatter_add(out, 1, index, amounts), None
            return torch.mul(out, scale).scatter_add_(1, index, amounts), None
        except RuntimeError:  # an index that is not a class
            grad = _add_to_own(out, index, -1)
            return (grad if scale == 1 else grad.mul_(scale)), None

    def kernel(label, out):
        real = out.__class__ is torch.Tensor  # nothing may be cached while tracing
        if real and out.is_cpu:
            return on_cpu(label, out)
        classes = steps.get(out.device) if real else None  # on a GPU a bad index kills the context
        if classes is None:
            classes = torch.arange(shape[1], device=out.device)
            if real:
                steps[out.device] = classes
        grad = torch.add(out, torch.eq(label.long().unsqueeze(1), classes), alpha=-1)
        return (grad if scale == 1 else grad.mul_(scale)), None
    return kernel


@op("SVMOutput", held=True, constant=("label",))
def svm_output(data: Array, label: Array, *, margin: float = 1.0, regularization_coefficient: float = 1.0,
               use_linear: bool = False):
    """Pass scores through; the gradient is that of a squared or linear hinge loss.

    With ``s`` as -1 for a row's own class and 1 for the others, the loss is
    ``regularization_coefficient * sum(max(0, margin + s * data) ** 2)``, or without the square by ``use_linear``.

    Parameters
    ----------
    data
        Scores of shape ``(..., classes)``.
    label
        The class of each row, of the shape of the data without its last axis.
    margin
        How far from zero a score has to be to cost nothing.
    regularization_coefficient
        Factor of the loss.
    use_linear
        Use the linear hinge loss instead of the squared one.

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
    return data.clone()


@svm_output.infer_shape
def svm_output_shape(shape, p) -> None:
    shape.out = shape.data
    shape.label = shape.data[:-1]


@svm_output.gradient
def svm_output_gradient(label, out, *, p):
    rows = out.reshape(-1, out.shape[-1])
    own = is_class(label.reshape(-1, 1), rows.shape[1])
    sign = torch.where(own, -1, 1).to(out.dtype)
    gap = p.margin + sign * rows  # how far a score is inside the margin
    if p.use_linear:
        grad = torch.where(gap > 0, sign, 0) * p.regularization_coefficient
    else:
        grad = 2 * p.regularization_coefficient * sign * gap.clamp(min=0)
    return grad.view(out.shape), None


# ---- regression -----------------------------------------------------------------------------------

_WORDS = {
    "data": "Predictions of shape ``(batch, ...)``.",
    "label": "What they should be: as many numbers, in as many rows.",
    "grad_scale": "Factor of the gradient.",
}


def regression_shape(shape, p) -> None:
    data, label = shape.data, shape.peek("label")
    shape.out = data
    if label is None:
        shape.label = data[:1] if len(data) == 2 and data[1] == 1 else data
    elif shapes.known(label) and shapes.known(data) and (
            label[:1] != data[:1] or shapes.prod(label) != shapes.prod(data)):
        raise Mismatch(f"Shape inconsistent, Provided = {shapes.show(label)}, inferred shape={shapes.show(data)}")


def _check_sizes(data: Array, label: Array) -> None:
    if label.shape != data.shape and (label.numel() != data.numel() or label.shape[:1] != data.shape[:1]):
        raise MXNetError(f"Shape inconsistent, Provided = {list(label.shape)}, inferred shape={list(data.shape)}")


def _share(label: Array, p) -> float:
    """Return grad_scale divided by the number of elements per sample."""
    return p["grad_scale"] * label.shape[0] / max(label.numel(), 1)


def _residual(out: Array, label: Array) -> Array:
    return out - (label if label.shape == out.shape else label.reshape(out.shape))


@op("LinearRegressionOutput", constant=("label",), aliases=("_sparse_LinearRegressionOutput",),
    shapes=regression_shape, words=_WORDS)
def linear_regression_output(data: Array, label: Array, *, grad_scale: Double = 1.0):
    """Pass data through; the gradient is that of half the squared error.

    The loss is ``sum((data - label) ** 2) / 2``; its gradient ``(data - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row.

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
    _check_sizes(data, label)
    return data.clone()


@op("LogisticRegressionOutput", accepts=types.FLOATING, constant=("label",),
    aliases=("_sparse_LogisticRegressionOutput",), shapes=regression_shape, words=_WORDS)
def logistic_regression_output(data: Array, label: Array, *, grad_scale: Double = 1.0):
    """Compute the sigmoid; the gradient is that of the cross entropy with the label.

    The output is ``1 / (1 + exp(-data))``; the gradient ``(output - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row.

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
    _check_sizes(data, label)
    return torch.sigmoid(data)


@linear_regression_output.gradient
@logistic_regression_output.gradient
def regression_gradient(label, out, *, p):
    grad, share = _residual(out, label), _share(label, p)
    return grad if share == 1 else grad.mul_(number(share, grad)), None


@op("MAERegressionOutput", constant=("label",), aliases=("_sparse_MAERegressionOutput",), shapes=regression_shape,
    words=_WORDS)
def mae_regression_output(data: Array, label: Array, *, grad_scale: Double = 1.0):
    """Pass data through; the gradient is that of the absolute error.

    The loss is ``sum(abs(data - label))``; its gradient ``sign(data - label) * grad_scale / m``, whatever the output
    gradient, with ``m`` numbers in each row. Where data and label are equal the sign is -1, as in MXNet.

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
    _check_sizes(data, label)
    return data.clone()


@mae_regression_output.gradient
def mae_regression_gradient(label, out, *, p):
    # MXNet's sign has no zero: an exact prediction is pulled down like one below its label.
    share = _share(label, p)
    return torch.full_like(out, -share).masked_fill_(_residual(out, label) > 0, share), None


# ---- others ---------------------------------------------------------------------------------------

@op("MakeLoss", shapes=shapes.same, named_input=True)
def make_loss_output(data: Array, *, grad_scale: float = 1.0, valid_thresh: float = 0.0,
                     normalization: Literal["batch", "null", "valid"] = "null"):
    """Pass data through as a loss: its gradient is ``grad_scale``, whatever the output gradient is.

    Parameters
    ----------
    data
        The loss: an array of any shape.
    grad_scale
        The gradient of each element.
    valid_thresh
        With ``normalization='valid'``, elements above this are counted.
    normalization
        Divisor of the gradient: none (``null``); the number of rows, over all axes but the last (``batch``); or the
        number of elements above ``valid_thresh`` (``valid``).

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
    return data.clone()


@make_loss_output.gradient
def make_loss_output_gradient(data, *, p):
    if p.normalization == "valid":
        count = (data > p.valid_thresh).sum().clamp_(min=1)
        return (p.grad_scale / count.to(data.dtype)).expand(data.shape).contiguous()
    rows = max(data.shape[:-1].numel(), 1) if p.normalization == "batch" else 1
    return torch.full_like(data, p.grad_scale / rows)


@op("IdentityAttachKLSparseReg", default_type=torch.float32, starts={1: '["zero", {}]'})
def identity_attach_kl_sparse_reg(data: Array, moving_avg: Aux, *, sparseness_target: Fraction = 0.1,
                                  penalty: float = 0.001, momentum: Fraction = 0.9):
    """Pass activations through; add a penalty on their mean's divergence from a target to the gradient.

    With ``r`` as the moving average of a unit's mean activation and ``t`` as the target, the penalty's gradient is
    ``penalty * ((1 - t) / (1 - r) - t / r)``: that of the Kullback-Leibler divergence, which keeps units sparse.

    Parameters
    ----------
    data
        Activations between 0 and 1, of shape ``(batch, units)``.
    moving_avg
        Moving average of each unit's mean, of shape ``(units,)``; updated in the backward pass.
    sparseness_target
        The target mean activation.
    penalty
        Factor of the penalty.
    momentum
        How much of the moving average is kept at each step.

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
    return data.clone()


@identity_attach_kl_sparse_reg.infer_shape
def identity_attach_kl_sparse_reg_shape(shape, p) -> None:
    shape.out = shape.data
    shape.moving_avg = (shape.data[1],)


@identity_attach_kl_sparse_reg.gradient
def identity_attach_kl_sparse_reg_gradient(grad, data, moving_avg, *, p):
    mean = data.reshape(-1, data.shape[-1]).mean(0)
    average = moving_avg.data.mul_(p.momentum).add_(mean, alpha=1 - p.momentum)
    if not torch.compiler.is_compiling():
        written_beside(moving_avg)
    target = p.sparseness_target
    return grad + p.penalty * ((1 - target) / (1 - average) - target / average), None
