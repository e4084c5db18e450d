"""Metrics of class decisions: accuracy, top-k accuracy, F1 and Matthews correlation."""
import math
import operator
from typing import Any, NamedTuple

import numpy
import torch

from ..core.errors import BadArgument
from .eval_metric import EvalMetric, alias, check_label_shapes, pairs, register


@register
@alias("acc")
class Accuracy(EvalMetric):
    """Accuracy: the fraction of samples whose predicted class is the label.

    A prediction of the label's shape is a class; one of any other shape contains scores, and the class is the index of
    the largest along ``axis``.

    Parameters
    ----------
    axis : int, default=1
        Axis of the classes in the scores.
    name : str, default='accuracy'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> acc = mx.metric.Accuracy()
    >>> acc.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> acc.get()
    ('accuracy', 0.6666666666666666)
    """

    adds_up = True

    def __init__(self, axis: int = 1, name: str = "accuracy",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs(labels, preds):
            if pred.shape != label.shape:
                pred = pred.argmax(self.axis)
                if pred.shape != label.shape:
                    pred, label = pred.reshape(-1), label.reshape(-1)
                    check_label_shapes(label, pred)
            else:
                pred = pred.to(torch.int32)
            # The cast truncates, as in MXNet.
            self._record_hits(pred == label.to(torch.int32), pred.numel())


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(EvalMetric):
    """Top-k accuracy: the fraction of samples whose label is among the highest scores.

    Parameters
    ----------
    top_k : int, default=1
        How many scores count as highest, at least 2; the choice among equal ones is undefined.
    name : str, default='top_k_accuracy'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.TopKAccuracy(top_k=2)
    >>> metric.update([mx.nd.array([2, 0])], [mx.nd.array([[0.1, 0.4, 0.5], [0.1, 0.4, 0.5]])])
    >>> metric.get()
    ('top_k_accuracy_2', 0.5)
    """

    adds_up = True

    def __init__(self, top_k: int = 1, name: str = "top_k_accuracy",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, top_k=top_k, output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        if top_k <= 1:
            raise BadArgument("Please use Accuracy if top_k is no more than 1")
        self.top_k = top_k
        if not self.name.endswith(f"_{top_k}"):  # a name from `get_config` already has it
            self.name += f"_{top_k}"

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs(labels, preds):
            if pred.dim() > 2:
                raise BadArgument("Predictions should be no more than 2 dims;"
                                 f" got shape {tuple(pred.shape)}")
            label = label.to(torch.int32)
            check_label_shapes(label, pred)
            if pred.shape[-1] < self.top_k:
                raise ValueError(f"top_k is {self.top_k}, but there are {pred.shape[-1]} classes")
            if pred.dim() == 1:
                self._update_vector(label, pred)
                continue
            label = label.reshape(-1)
            check_label_shapes(label, pred)
            best = pred.topk(self.top_k, sorted=False).indices
            self._record_hits(best == label.unsqueeze(1), len(pred))

    def _update_vector(self, label: torch.Tensor, pred: torch.Tensor) -> None:
        # MXNet's quirk, kept: scores without a class axis are ranked among themselves, and hits count in the local sum
        # only.
        order = numpy.argpartition(pred.float().cpu().numpy(), -self.top_k)
        self.sum_metric += int((order == label.cpu().numpy().ravel()).sum())
        self.num_inst += len(order)
        self.global_num_inst += len(order)


class _BinaryCounts(NamedTuple):
    """How often each of the two classes was predicted correctly and incorrectly."""

    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    true_negatives: int = 0

    def __add__(self, other: tuple) -> "_BinaryCounts":
        return _BinaryCounts(*map(operator.add, self, other))

    @property
    def total_examples(self) -> int:
        return sum(self)

    @property
    def precision(self) -> float:
        found = self.true_positives + self.false_positives
        return self.true_positives / found if found else 0.0

    @property
    def recall(self) -> float:
        real = self.true_positives + self.false_negatives
        return self.true_positives / real if real else 0.0

    @property
    def fscore(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def matthews(self) -> float:
        right, wrong = self.true_positives, self.true_negatives
        false_pos, false_neg = self.false_positives, self.false_negatives
        # Empty margins count as 1, so that a constant prediction gives 0 and not NaN.
        margins = (right + false_pos, right + false_neg, wrong + false_pos, wrong + false_neg)
        spread = math.prod(float(margin) for margin in margins if margin)
        return (float(right) * wrong - float(false_pos) * false_neg) / math.sqrt(spread)


class _BinaryMetric(EvalMetric):
    """A score from the four counts: averaged over updates ("macro") or computed over all samples ("micro")."""

    def __init__(self, name: str, output_names: list[str] | None, label_names: list[str] | None,
                 average: str) -> None:
        self._average = average
        super().__init__(name, output_names=output_names, label_names=label_names,
                         has_global_stats=True)

    def _score(self, counts: _BinaryCounts) -> float:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Update from labels 0 and 1, where 1 is positive, and scores of shape (batch, 2)."""
        counts = [self._count(label.to(torch.int32), pred) for label, pred in pairs(labels, preds)]
        if not counts:
            return
        first = counts[0].device
        self._record(sum((count.to(first) for count in counts[1:]), counts[0]), 1)

    def _count(self, label: torch.Tensor, pred: torch.Tensor) -> torch.Tensor:
        check_label_shapes(label, pred)
        low, high = label.aminmax()
        others = ((label != low) & (label != high)).count_nonzero()
        if label.device.type == "cpu":
            self._check_binary(int(others))  # otherwise it is deferred until the counts are read
        said, real = pred.argmax(1) == 1, label == 1
        return torch.stack([(said & real).count_nonzero(), (said & ~real).count_nonzero(),
                            (~said & real).count_nonzero(), (~said & ~real).count_nonzero(),
                            others])

    def _check_binary(self, others: int) -> None:
        if others:
            raise ValueError(f"{type(self).__name__} currently only supports binary"
                             " classification.")

    def _add(self, value: Any, count: int, local: bool) -> None:
        self._check_binary(value.pop())
        batch = _BinaryCounts(*value)
        if self._average == "macro":
            super()._add(self._score(batch), 1, local)
            return
        if local:
            self._local_counts += batch
            self._num = self._local_counts.total_examples
            self._sum = self._score(self._local_counts) * self._num
        self._global_counts += batch
        self._global_num = self._global_counts.total_examples
        self._global_sum = self._score(self._global_counts) * self._global_num

    def reset(self) -> None:
        super().reset()
        self._local_counts = _BinaryCounts()
        self._global_counts = _BinaryCounts()

    def reset_local(self) -> None:
        super().reset_local()
        self._local_counts = _BinaryCounts()


@register
class F1(_BinaryMetric):
    """F1 score of binary classification: the harmonic mean of precision and recall.

    Parameters
    ----------
    name : str, default='f1'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    average : {'macro', 'micro'}, default='macro'
        The mean of the scores of all updates, or one score over all samples.

    Examples
    --------
    >>> metric = mx.metric.F1()
    >>> metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]])])
    >>> metric.get()
    ('f1', 1.0)
    """

    def __init__(self, name: str = "f1", output_names: list[str] | None = None,
                 label_names: list[str] | None = None, average: str = "macro") -> None:
        self.average = average
        super().__init__(name, output_names, label_names, average)

    def _score(self, counts: _BinaryCounts) -> float:
        return counts.fscore


@register
class MCC(_BinaryMetric):
    """Matthews correlation coefficient of binary classification, between -1 and 1.

    Unlike F1 it is 0 for a network that always predicts the same class.

    Parameters
    ----------
    name : str, default='mcc'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    average : {'macro', 'micro'}, default='macro'
        The mean of the scores of all updates, or one score over all samples.

    Examples
    --------
    >>> metric = mx.metric.MCC()
    >>> metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]])])
    >>> metric.get()
    ('mcc', 1.0)
    """

    def __init__(self, name: str = "mcc", output_names: list[str] | None = None,
                 label_names: list[str] | None = None, average: str = "macro") -> None:
        super().__init__(name, output_names, label_names, average)

    def _score(self, counts: _BinaryCounts) -> float:
        return counts.matthews
