"""Losses: one number per sample, for `backward` to start from."""
from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING, Any

from .. import ndarray
from ..context import Context
from ..core.borrowed import borrowed as _borrowed
from .block import HybridBlock
from .implicit import ImplicitGraph

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Arrays, BlockOptions

__all__ = ["Loss", "L2Loss", "L1Loss", "SigmoidBinaryCrossEntropyLoss", "SigmoidBCELoss", "SoftmaxCrossEntropyLoss",
           "SoftmaxCELoss", "KLDivLoss", "CTCLoss", "HuberLoss", "HingeLoss", "SquaredHingeLoss", "LogisticLoss",
           "TripletLoss", "PoissonNLLLoss", "CosineEmbeddingLoss", "SDMLLoss"]

_TINY = 1e-12  # avoids a logarithm or division of 0


def _apply_weighting(F: Any, loss: Any, weight: float | None = None, sample_weight: Any = None) -> Any:
    """Multiply a loss by per-sample weights, and by a global one."""
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is None:
        return loss
    if not isinstance(weight, numbers.Number):
        raise AssertionError(f"the weight of a loss is a number, got {type(weight).__name__}")
    return loss * weight


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    """Reshape x to the shape of y."""
    return x.reshape(y.shape) if F is ndarray else F.reshape_like(x, y)


class Loss(HybridBlock):
    """Base of losses.

    Parameters
    ----------
    weight : float or None
        Factor of the whole loss.
    batch_axis : int
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, weight: float | None, batch_axis: int, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._weight, self._batch_axis = weight, batch_axis

    _implicit: ImplicitGraph | None = None
    _reads_shapes = False  # which symbols do not have

    if TYPE_CHECKING:
        def __call__(self, *args: Arrays | None, **kwargs: Arrays | None) -> Arrays: ...

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        self.__dict__["_implicit"] = None  # it may have been traced with another value

    def __getstate__(self) -> dict[Any, Any]:
        return {**super().__getstate__(), "_implicit": None}

    def _call_eagerly(self, ctx: Context, x: Any, args: tuple) -> Any:
        if type(self).__module__ == __name__ and not self._reads_shapes:
            if self._implicit is None:
                self.__dict__["_implicit"] = ImplicitGraph(self)
            made = self._implicit((x, *args))  # type: ignore[misc]
            if made is not None:
                return made
        return super()._call_eagerly(ctx, x, args)

    def _weighted_mean(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        """Return the weighted mean of each sample."""
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L2Loss(Loss):
    """Half the mean squared error: ``(label - pred) ** 2 / 2``.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    weight : float or None, default=1.0
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.L2Loss()(mx.nd.array([[1, 3]]), mx.nd.array([[1, 1]])).asnumpy().tolist()
    [1.0]
    """

    def __init__(self, weight: float | None = 1.0, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        loss = F.square(_reshape_like(F, label, pred) - pred)
        loss = _apply_weighting(F, loss, self._weight / 2, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L1Loss(Loss):
    """Mean absolute error: ``|label - pred|``.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.L1Loss()(mx.nd.array([[1, 3]]), mx.nd.array([[1, 1]])).asnumpy().tolist()
    [1.0]
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        return self._weighted_mean(F, F.abs(_reshape_like(F, label, pred) - pred), sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross-entropy of independent binary labels in [0, 1].

    Called with predictions, labels and optionally a weight per sample and ``pos_weight``, that of positive
    labels.

    Parameters
    ----------
    from_sigmoid : bool, default=False
        Whether predictions are already probabilities, not logits.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> loss = mx.gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> loss(mx.nd.array([[0, 0]]), mx.nd.array([[0, 1]])).asnumpy().round(2).tolist()
    [0.69]
    """

    def __init__(self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None, pos_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        loss = (self._of_probabilities if self._from_sigmoid else self._of_logits)(F, pred, label, pos_weight)
        return self._weighted_mean(F, loss, sample_weight)

    @staticmethod
    def _of_logits(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
        if pos_weight is None:
            return F.relu(pred) - pred * label + F.Activation(-F.abs(pred), act_type="softrelu")
        log_weight = 1 + F.broadcast_mul(pos_weight - 1, label)
        return pred - pred * label + log_weight * (F.Activation(-F.abs(pred), act_type="softrelu") + F.relu(-pred))

    @staticmethod
    def _of_probabilities(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
        positive = F.log(pred + _TINY) * label
        if pos_weight is not None:
            positive = F.broadcast_mul(positive, pos_weight)
        return -(positive + F.log(1.0 - pred + _TINY) * (1.0 - label))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """Softmax cross-entropy: minus the log-probability that a softmax assigns to the label.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    axis : int, default=-1
        Axis of classes.
    sparse_label : bool, default=True
        Whether labels are class indices; otherwise they are probabilities of all classes.
    from_logits : bool, default=False
        Whether predictions are already log-probabilities.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> loss(mx.nd.zeros((2, 4)), mx.nd.array([0, 3])).asnumpy().round(2).tolist()
    [1.39, 1.39]
    """

    def __init__(self, axis: int = -1, sparse_label: bool = True, from_logits: bool = False,
                 weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        if self._sparse_label:
            loss = -F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            loss = -(pred * _reshape_like(F, label, pred)).sum(axis=self._axis, keepdims=True)
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return loss.mean(axis=self._batch_axis, exclude=True)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """Kullback-Leibler divergence: ``label * (log(label) - pred)``, with logarithms of probabilities in ``pred``.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    from_logits : bool, default=True
        Whether predictions are log-probabilities; otherwise a softmax is applied.
    axis : int, default=-1
        Axis of that softmax.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> loss = mx.gluon.loss.KLDivLoss(from_logits=False)
    >>> loss(mx.nd.zeros((1, 2)), mx.nd.array([[0.5, 0.5]])).asnumpy().round(2).tolist()
    [0.0]
    """

    def __init__(self, from_logits: bool = True, axis: int = -1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        loss = _apply_weighting(F, label * (F.log(label + _TINY) - pred), self._weight, sample_weight)
        return F.sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification: minus the log-probability of label sequences without an alignment.

    Called with predictions, labels and optionally the lengths of both and a weight per sample; it returns one loss per
    sequence.

    Parameters
    ----------
    layout : {'NTC', 'TNC'}, default='NTC'
        Layout of predictions; the last class is the blank.
    label_layout : {'NT', 'TN'}, default='NT'
        Layout of labels; shorter ones are padded with -1.
    weight : float, optional
        Factor of the whole loss.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.CTCLoss()(mx.nd.zeros((2, 5, 4)), mx.nd.array([[0, 1], [2, -1]])).shape
    (2,)
    """

    def __init__(self, layout: str = "NTC", label_layout: str = "NT", weight: float | None = None,
                 **kwargs: Unpack[BlockOptions]) -> None:
        for name, value, allowed in (("layout", layout, ("NTC", "TNC")), ("label_layout", label_layout, ("NT", "TN"))):
            if value not in allowed:
                raise AssertionError(f"CTCLoss: {name} is {' or '.join(allowed)}, got {value}")
        self._layout, self._label_layout = layout, label_layout
        super().__init__(weight, label_layout.find("N"), **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, pred_lengths: Any = None, label_lengths: Any = None,
                       sample_weight: Any = None) -> Any:
        if self._layout == "NTC":
            pred = F.swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = F.swapaxes(label, 0, 1)
        loss = F.CTCLoss(pred, label, pred_lengths, label_lengths, use_data_lengths=pred_lengths is not None,
                         use_label_lengths=label_lengths is not None, blank_label="last")
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    """Huber loss: squared for differences up to ``rho``, absolute beyond.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    rho : float, default=1
        Where one turns into the other.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.HuberLoss()(mx.nd.array([[3]]), mx.nd.array([[0]])).asnumpy().tolist()
    [2.5]
    """

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        gap = F.abs(_reshape_like(F, label, pred) - pred)
        loss = F.where(gap > self._rho, gap - 0.5 * self._rho, (0.5 / self._rho) * F.square(gap))
        return self._weighted_mean(F, loss, sample_weight)


class HingeLoss(Loss):
    """Hinge loss: ``max(0, margin - pred * label)`` for labels -1 and 1.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    margin : float, default=1
        The margin.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.HingeLoss()(mx.nd.array([[0.5]]), mx.nd.array([[1]])).asnumpy().tolist()
    [0.5]
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        return self._weighted_mean(F, F.relu(self._margin - pred * _reshape_like(F, label, pred)), sample_weight)


class SquaredHingeLoss(HingeLoss):
    """Squared hinge loss: ``max(0, margin - pred * label) ** 2`` for labels -1 and 1.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    margin
        The margin.
    weight
        Factor of the whole loss.
    batch_axis
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        loss = F.square(F.relu(self._margin - pred * _reshape_like(F, label, pred)))
        return self._weighted_mean(F, loss, sample_weight)


class LogisticLoss(Loss):
    """Logistic loss: ``log(1 + exp(-pred * label))``.

    Called with predictions, labels and optionally a weight per sample; it returns one loss per sample.

    Parameters
    ----------
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    label_format : {'signed', 'binary'}, default='signed'
        Whether labels are -1 and 1, or 0 and 1.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.LogisticLoss()(mx.nd.array([[0]]), mx.nd.array([[1]])).asnumpy().round(2).tolist()
    [0.69]
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._label_format = label_format
        if label_format not in ("signed", "binary"):
            raise ValueError(f"LogisticLoss: label_format is 'signed' or 'binary', got {label_format!r}")

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        loss = F.relu(pred) - pred * label + F.Activation(-F.abs(pred), act_type="softrelu")
        return self._weighted_mean(F, loss, sample_weight)


class TripletLoss(Loss):
    """Triplet loss: ``max(0, |pred - positive| ** 2 - |pred - negative| ** 2 + margin)``.

    Called with predictions, a positive and a negative example.

    Parameters
    ----------
    margin : float, default=1
        How much closer the positive example should be.
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.loss.TripletLoss()(mx.nd.array([[0]]), mx.nd.array([[1]]), mx.nd.array([[2]])).asnumpy().tolist()
    [0.0]
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, positive: Any, negative: Any) -> Any:
        positive, negative = _reshape_like(F, positive, pred), _reshape_like(F, negative, pred)
        gap = F.sum(F.square(positive - pred) - F.square(negative - pred), axis=self._batch_axis, exclude=True)
        return _apply_weighting(F, F.relu(gap + self._margin), self._weight, None)


class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts under a Poisson distribution; one number for the batch.

    Called with predictions, counts and optionally a weight per sample.

    Parameters
    ----------
    weight : float, optional
        Factor of the whole loss.
    from_logits : bool, default=True
        Whether predictions are logarithms of rates.
    batch_axis : int, default=0
        Axis of samples.
    compute_full : bool, default=False
        Whether to add Stirling's approximation of the term that does not depend on predictions.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, weight: float | None = None, from_logits: bool = True, batch_axis: int = 0,
                 compute_full: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F: Any, pred: Any, target: Any, sample_weight: Any = None, epsilon: float = 1e-8) -> Any:
        target = _reshape_like(F, target, pred)
        loss = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            stirling = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    """``1 - cos`` of the angle between two vectors where the label is 1, ``max(0, cos - margin)`` where it is -1.

    Called with two batches of vectors, labels and optionally a weight per sample.

    Parameters
    ----------
    weight : float, optional
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples.
    margin : float, default=0
        Cosine up to which a negative pair costs nothing.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, input1: Any, input2: Any, label: Any, sample_weight: Any = None) -> Any:
        cosine = self._cosine_similarity(F, _reshape_like(F, input1, input2), input2)
        label = label.reshape((-1, 1))
        none = F.array([0], ctx=cosine.context) if F is ndarray else F.zeros((1, 1))
        apart = F.broadcast_maximum(none, (label == -1) * (cosine - self._margin))
        return _apply_weighting(F, (1 - cosine) * (label == 1) + apart, self._weight, sample_weight)

    def _cosine_similarity(self, F: Any, x: Any, y: Any, axis: int = -1) -> Any:
        lengths = F.norm(x, axis=axis).reshape((-1, 1)) * F.norm(y, axis=axis).reshape((-1, 1))
        product = F.sum(x * y, axis=axis).reshape((-1, 1))
        least = F.array([_TINY], ctx=lengths.context) if F is ndarray else F.full((1, 1), _TINY)
        return product / F.broadcast_maximum(lengths, least)


class SDMLLoss(Loss):
    """Smoothed deep metric learning: corresponding rows of two batches match, all other pairs do not.

    It reads shapes, so it cannot be hybridized.

    Parameters
    ----------
    smoothing_parameter : float, default=0.3
        Probability assigned to non-matching pairs.
    weight : float or None, default=1.0
        Factor of the whole loss.
    batch_axis : int, default=0
        Axis of samples; the loss is averaged over all others.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    _reads_shapes = True

    def __init__(self, smoothing_parameter: float = 0.3, weight: float | None = 1.0, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss: KLDivLoss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1: Any, x2: Any) -> Any:
        """Return the squared distance of each row of x1 from each row of x2."""
        if x1.shape != x2.shape:
            raise AssertionError(f"SDMLLoss: the two batches have shapes {x1.shape} and {x2.shape}")
        size, width = x1.shape
        rows = x1.expand_dims(1).broadcast_to([size, size, width])
        columns = x2.expand_dims(0).broadcast_to([size, size, width])
        return ((rows - columns) ** 2).sum(axis=2)

    def _compute_labels(self, F: Any, batch_size: int) -> Any:
        """Return the probabilities of all pairs."""
        match = F.eye(batch_size)
        return match * (1 - self.smoothing_parameter) + (1 - match) * self.smoothing_parameter / (batch_size - 1)

    def _loss(self, F: Any, x1: Any, x2: Any) -> Any:
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        return self.kl_loss(F.log_softmax(-distances, axis=1), labels.as_in_context(distances.context))

    def hybrid_forward(self, F: Any, x1: Any, x2: Any) -> Any:
        return self._loss(F, x1, x2)


_borrowed(__name__)
