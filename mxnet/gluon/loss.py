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

_TINY = 1e-12  # added where a logarithm or a quotient of 0 would follow


def _apply_weighting(F: Any, loss: Any, weight: float | None = None, sample_weight: Any = None) -> Any:
    """Multiply a loss by weights per sample, and by one for all."""
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is None:
        return loss
    if not isinstance(weight, numbers.Number):
        raise AssertionError(f"the weight of a loss is a number, got {type(weight).__name__}")
    return loss * weight


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    """Give x the shape of y."""
    return x.reshape(y.shape) if F is ndarray else F.reshape_like(x, y)


class Loss(HybridBlock):
    """Base of losses.

    Parameters
    ----------
    weight : a factor for the whole loss.
    batch_axis : the axis of samples; the loss is averaged over all others.
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
        """Give the weighted mean of each sample."""
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L2Loss(Loss):
    """Half the squared difference: ``(label - pred)² / 2``."""

    def __init__(self, weight: float | None = 1.0, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        loss = F.square(_reshape_like(F, label, pred) - pred)
        loss = _apply_weighting(F, loss, self._weight / 2, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L1Loss(Loss):
    """The absolute difference: ``|label - pred|``."""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        return self._weighted_mean(F, F.abs(_reshape_like(F, label, pred) - pred), sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross-entropy of independent yes-or-no labels in [0, 1].

    ``pred`` are logits, or with ``from_sigmoid`` probabilities. ``pos_weight`` in a call weighs positive labels.
    """

    def __init__(self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None, pos_weight: Any = None) -> Any:
        """Give the loss of each sample."""
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
    """Cross-entropy of classes: minus the logarithm of the probability that a softmax gives to the label.

    Parameters
    ----------
    axis : axis of classes.
    sparse_label : labels are numbers of classes; False: probabilities of all classes.
    from_logits : ``pred`` are logarithms of probabilities already.
    """

    def __init__(self, axis: int = -1, sparse_label: bool = True, from_logits: bool = False,
                 weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
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

    It is summed per sample, where other losses are averaged. Without ``from_logits`` a softmax along ``axis``
    makes the logarithms.
    """

    def __init__(self, from_logits: bool = True, axis: int = -1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        loss = _apply_weighting(F, label * (F.log(label + _TINY) - pred), self._weight, sample_weight)
        return F.sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification: the probability of label sequences without an alignment.

    Parameters
    ----------
    layout : of predictions, ``NTC`` or ``TNC``; the last class is the blank.
    label_layout : of labels, ``NT`` or ``TN``; shorter ones are padded with -1.
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
        """Give the loss of each sequence."""
        if self._layout == "NTC":
            pred = F.swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = F.swapaxes(label, 0, 1)
        loss = F.CTCLoss(pred, label, pred_lengths, label_lengths, use_data_lengths=pred_lengths is not None,
                         use_label_lengths=label_lengths is not None, blank_label="last")
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    """Squared for differences up to ``rho``, absolute beyond."""

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        gap = F.abs(_reshape_like(F, label, pred) - pred)
        loss = F.where(gap > self._rho, gap - 0.5 * self._rho, (0.5 / self._rho) * F.square(gap))
        return self._weighted_mean(F, loss, sample_weight)


class HingeLoss(Loss):
    """``max(0, margin - pred * label)`` for labels -1 and 1."""

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        return self._weighted_mean(F, F.relu(self._margin - pred * _reshape_like(F, label, pred)), sample_weight)


class SquaredHingeLoss(HingeLoss):
    """The square of `HingeLoss` before the mean."""

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        loss = F.square(F.relu(self._margin - pred * _reshape_like(F, label, pred)))
        return self._weighted_mean(F, loss, sample_weight)


class LogisticLoss(Loss):
    """``log(1 + exp(-pred * label))`` for ``signed`` labels -1 and 1, or ``binary`` ones 0 and 1."""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._label_format = label_format
        if label_format not in ("signed", "binary"):
            raise ValueError(f"LogisticLoss: label_format is 'signed' or 'binary', got {label_format!r}")

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        loss = F.relu(pred) - pred * label + F.Activation(-F.abs(pred), act_type="softrelu")
        return self._weighted_mean(F, loss, sample_weight)


class TripletLoss(Loss):
    """``max(0, |pred - positive|² - |pred - negative|² + margin)``: near to one example, far from another."""

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, positive: Any, negative: Any) -> Any:
        """Give the loss of each sample."""
        positive, negative = _reshape_like(F, positive, pred), _reshape_like(F, negative, pred)
        gap = F.sum(F.square(positive - pred) - F.square(negative - pred), axis=self._batch_axis, exclude=True)
        return _apply_weighting(F, F.relu(gap + self._margin), self._weight, None)


class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts whose rate is ``pred``, or its logarithm with ``from_logits``; one number.

    ``compute_full`` adds Stirling's approximation of the term that does not depend on ``pred``.
    """

    def __init__(self, weight: float | None = None, from_logits: bool = True, batch_axis: int = 0,
                 compute_full: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F: Any, pred: Any, target: Any, sample_weight: Any = None, epsilon: float = 1e-8) -> Any:
        """Give the mean loss."""
        target = _reshape_like(F, target, pred)
        loss = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            stirling = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    """``1 - cos`` of the angle between two vectors where the label is 1, ``max(0, cos - margin)`` where it is -1."""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, input1: Any, input2: Any, label: Any, sample_weight: Any = None) -> Any:
        """Give the loss of each sample."""
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
    """Smoothed deep metric learning: rows of two batches match in order, all other pairs do not.

    ``smoothing_parameter`` is the share of probability that goes to pairs that do not match. It needs shapes, so it is
    not hybridized.
    """

    _reads_shapes = True

    def __init__(self, smoothing_parameter: float = 0.3, weight: float | None = 1.0, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss: KLDivLoss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1: Any, x2: Any) -> Any:
        """Give the squared distance of each row of x1 from each row of x2."""
        if x1.shape != x2.shape:
            raise AssertionError(f"SDMLLoss: the two batches have shapes {x1.shape} and {x2.shape}")
        size, width = x1.shape
        rows = x1.expand_dims(1).broadcast_to([size, size, width])
        columns = x2.expand_dims(0).broadcast_to([size, size, width])
        return ((rows - columns) ** 2).sum(axis=2)

    def _compute_labels(self, F: Any, batch_size: int) -> Any:
        """Give the probabilities of all pairs."""
        match = F.eye(batch_size)
        return match * (1 - self.smoothing_parameter) + (1 - match) * self.smoothing_parameter / (batch_size - 1)

    def _loss(self, F: Any, x1: Any, x2: Any) -> Any:
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        return self.kl_loss(F.log_softmax(-distances, axis=1), labels.as_in_context(distances.context))

    def hybrid_forward(self, F: Any, x1: Any, x2: Any) -> Any:
        """Give the loss of each row."""
        return self._loss(F, x1, x2)


_borrowed(__name__)
