"""Metrics of the probability predicted for the correct class: cross-entropy, likelihood, perplexity."""
import math
from typing import Any

import torch

from ..core.errors import BadArgument
from .eval_metric import EvalMetric, alias, pairs, register


class _LogLikelihood(EvalMetric):
    """The mean of ``-log(p + eps)``, where `p` is the probability predicted for the label."""

    def __init__(self, eps: float, name: str, output_names: list[str] | None,
                 label_names: list[str] | None) -> None:
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        self.eps = eps

    def update(self, labels: Any, preds: Any) -> None:
        """Update from class indices as labels and probabilities of shape (batch, classes) as predictions."""
        for label, pred in pairs(labels, preds):
            label = label.reshape(-1)
            if len(label) != len(pred):
                raise ValueError(f"{type(self).__name__}: {len(label)} labels for {len(pred)}"
                                 " predictions")
            chosen = _chosen(pred, label.to(torch.int64))
            self._record(-(chosen + self.eps).log().sum(), len(label))


def _chosen(pred: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Pick ``pred[i, index[i]]``; a negative index counts from the end."""
    rows = torch.arange(len(index), device=index.device)
    if pred.device.type == "cpu":
        return pred[rows, index]
    # An invalid index would make the GPU unusable, and checking it would wait for the GPU: return NaN.
    classes = pred.shape[1]
    right = (index >= -classes) & (index < classes)
    chosen = pred[rows, index.where(right, 0)]
    return chosen.where(right.view(-1, *[1] * (chosen.dim() - 1)), math.nan)


@register
@alias("ce")
class CrossEntropy(_LogLikelihood):
    """Cross-entropy: the mean of ``-log(p + eps)``, where ``p`` is the probability predicted for the label.

    Parameters
    ----------
    eps : float, default=1e-12
        Number that keeps the logarithm finite.
    name : str, default='cross-entropy'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.CrossEntropy()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.5, 0.5], [0.5, 0.5]])])
    >>> metric.get()
    ('cross-entropy', 0.69)
    """

    adds_up = True

    def __init__(self, eps: float = 1e-12, name: str = "cross-entropy",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
@alias("nll_loss")
class NegativeLogLikelihood(_LogLikelihood):
    """Negative log-likelihood: the same as `CrossEntropy`, under its other name.

    Parameters
    ----------
    eps : float, default=1e-12
        Number that keeps the logarithm finite.
    name : str, default='nll-loss'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    """

    adds_up = True

    def __init__(self, eps: float = 1e-12, name: str = "nll-loss",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
class Perplexity(EvalMetric):
    """Perplexity: ``exp`` of the mean of ``-log(p)``, where ``p`` is the probability predicted for the label.

    Parameters
    ----------
    ignore_label : int or None
        Label whose samples are ignored; None ignores none.
    axis : int, default=-1
        Axis of the classes in the predictions.
    name : str, default='perplexity'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.5, 0.5], [0.5, 0.5]])])
    >>> round(float(metric.get()[1]), 4)
    2.0
    """

    adds_up = True

    def __init__(self, ignore_label: int | None, axis: int = -1, name: str = "perplexity",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, ignore_label=ignore_label, output_names=output_names,
                         label_names=label_names, has_global_stats=True)
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs(labels, preds):
            shape = list(pred.shape)
            classes = shape.pop(self.axis)
            if label.numel() != math.prod(shape):
                raise BadArgument(f"shape mismatch: {tuple(label.shape)} vs. {tuple(pred.shape)}")
            label = label.reshape(shape)
            # An index out of range is clipped to the nearest class, as in `pick`.
            index = label.to(torch.int64).clamp_(0, classes - 1).unsqueeze(self.axis)
            chosen = pred.gather(self.axis, index).squeeze(self.axis)
            if self.ignore_label is None:
                ignored = torch.zeros((), device=pred.device)
            else:
                ignore = label == self.ignore_label
                ignored = ignore.count_nonzero()
                chosen = chosen.masked_fill(ignore, 1)
            loss = -chosen.clamp(min=1e-10).log().sum()
            wide = torch.promote_types(loss.dtype, torch.float32)
            self._record(torch.stack([loss.to(wide), ignored.to(wide)]), label.numel())

    def _add(self, value: Any, count: int, local: bool) -> None:
        loss, ignored = value
        super()._add(loss, count - int(ignored), local)

    def _quotient(self, total: Any, count: Any) -> float:
        return math.exp(total / count) if count else math.nan
