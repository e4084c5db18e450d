"""Metrics of correlation: Pearson's between numbers, and its discrete form between classes."""
from typing import Any

import numpy
import torch

from ..core.tuning import PENDING_SAMPLES
from .eval_metric import EvalMetric, alias, pairs, register


def _float64(array: torch.Tensor) -> torch.Tensor:
    array = array.reshape(-1)
    return (array.cpu() if array.device.type == "mps" else array).double()


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation of labels and predictions of equal shape.

    Parameters
    ----------
    name : str, default='pearsonr'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    average : {'macro', 'micro'}, default='macro'
        The mean over batches, or one correlation of all values. As in MXNet the global value of "micro" is 0: only
        `get` returns it.

    Examples
    --------
    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([mx.nd.array([1, 2, 3])], [mx.nd.array([2, 4, 6])])
    >>> name, value = metric.get()
    >>> name, round(float(value), 6)
    ('pearsonr', 1.0)
    """

    def __init__(self, name: str = "pearsonr", output_names: list[str] | None = None,
                 label_names: list[str] | None = None, average: str = "macro") -> None:
        self.average = average
        super().__init__(name, output_names=output_names, label_names=label_names,
                         has_global_stats=True)

    def reset(self) -> None:
        super().reset()
        self.reset_micro()

    def reset_micro(self) -> None:
        """Reset the means and squares of "micro"."""
        self._count = 0
        self._mean_label: Any = 0.0
        self._mean_pred: Any = 0.0
        self._squares_label: Any = 0.0
        self._squares_pred: Any = 0.0
        self._products: Any = 0.0

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs(labels, preds):
            if label.shape != pred.shape:
                raise ValueError(f"Shape of labels {tuple(label.shape)} does not match shape of "
                                 f"predictions {tuple(pred.shape)}")
            label, pred = _float64(label), _float64(pred)
            if self.average == "macro":
                self._record(_correlation(label, pred), 1)
            else:
                self._update_micro(label, pred)
                self.num_inst += 1
                self.global_num_inst += 1

    def _update_micro(self, label: torch.Tensor, pred: torch.Tensor) -> None:
        # Welford's step for a batch: the products use the label's new mean and the prediction's
        # old one. The batch of a second device is added on the device that holds the sums.
        if isinstance(self._products, torch.Tensor):
            label, pred = label.to(self._products.device), pred.to(self._products.device)
        self._count += len(label)
        off_label, off_pred = label - self._mean_label, pred - self._mean_pred
        self._mean_label = self._mean_label + off_label.sum() / self._count
        self._mean_pred = self._mean_pred + off_pred.sum() / self._count
        new_label = label - self._mean_label
        self._squares_label = self._squares_label + (off_label * new_label).sum()
        self._squares_pred = self._squares_pred + (off_pred * (pred - self._mean_pred)).sum()
        self._products = self._products + (new_label * off_pred).sum()

    def get(self) -> tuple[str, float]:
        if self.average == "macro" or self.num_inst == 0:
            return super().get()
        spread = self._squares_label.sqrt() * self._squares_pred.sqrt()
        return self.name, (self._products / spread).item()


def _correlation(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    one, other = one - one.mean(), other - other.mean()
    spread = one.square().sum().sqrt() * other.square().sum().sqrt()
    return ((one * other).sum() / spread).clamp(-1, 1)


@register
class PCC(EvalMetric):
    """Matthews correlation coefficient for any number of classes, over all samples.

    Predictions are classes, or scores whose largest along axis 1 is the class. The number of classes grows with the
    classes that occur.

    Parameters
    ----------
    name : str, default='pcc'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    has_global_stats : bool, default=True
        Whether there is a global value, which `reset_local` keeps.

    Examples
    --------
    >>> metric = mx.metric.PCC()
    >>> metric.update([mx.nd.array([0, 2, 1])], [mx.nd.array([0, 2, 1])])
    >>> metric.get()
    ('pcc', 1.0)
    """

    _unread: list[torch.Tensor]

    def __init__(self, name: str = "pcc", output_names: list[str] | None = None,
                 label_names: list[str] | None = None, has_global_stats: bool = True) -> None:
        self._classes = 2
        super().__init__(name, output_names=output_names, label_names=label_names,
                         has_global_stats=has_global_stats)

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs(labels, preds):
            if pred.shape != label.shape:
                pred = pred.argmax(1)
            both = torch.stack([pred.reshape(-1).to(torch.int32),
                                label.reshape(-1).to(torch.int32)])
            self._unread.append(both)
            self._unread_samples += both.shape[1]
        self._updates += 1
        self._global_updates += 1
        if self._unread_samples > PENDING_SAMPLES:
            self._count_unread()

    def _count_unread(self) -> None:
        """Add the unread samples to the confusion matrices (rows predicted, columns real)."""
        if not self._unread:
            return
        unread, self._unread, self._unread_samples = self._unread, [], 0
        pred, label = numpy.concatenate([both.cpu().numpy() for both in unread], axis=1)
        highest = max(pred.max(), label.max()) if pred.size else 0
        if highest >= self._classes:
            grown = (0, int(highest) + 1 - self._classes)
            self._local, self._global = (numpy.pad(matrix, (grown, grown))
                                         for matrix in (self._local, self._global))
            self._classes += grown[1]
        numpy.add.at(self._local, (pred, label), 1)
        numpy.add.at(self._global, (pred, label), 1)

    @property
    def k(self) -> int:
        """Number of classes so far, at least 2."""
        self._count_unread()
        return self._classes

    @property
    def lcm(self) -> numpy.ndarray:
        """Confusion matrix since the last `reset` or `reset_local`."""
        self._count_unread()
        return self._local

    @property
    def gcm(self) -> numpy.ndarray:
        """Confusion matrix since the last `reset`."""
        self._count_unread()
        return self._global

    # The value is a property of the whole matrix: the sum is derived from it, not accumulated.
    @property
    def sum_metric(self) -> float:  # type: ignore[override]
        """Value times the number of updates."""
        return _discrete_correlation(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self) -> float:  # type: ignore[override]
        """Global value times the number of updates."""
        return _discrete_correlation(self.gcm) * self.global_num_inst

    @property
    def num_inst(self) -> float:  # type: ignore[override]
        """Number of updates since the last `reset` or `reset_local`."""
        return self._updates

    @property
    def global_num_inst(self) -> float:  # type: ignore[override]
        """Number of updates since the last `reset`."""
        return self._global_updates

    def reset(self) -> None:
        """Reset everything except the number of classes."""
        self._unread = []
        self._unread_samples = 0
        self._global_updates = 0.0
        self._global = numpy.zeros((self._classes, self._classes))
        self.reset_local()

    def reset_local(self) -> None:
        if self._unread:
            self._count_unread()
        self._updates = 0.0
        self._local = numpy.zeros((self._classes, self._classes))


def _discrete_correlation(matrix: numpy.ndarray) -> float:
    total = matrix.sum()
    said, real = matrix.sum(axis=1), matrix.sum(axis=0)
    spread_said, spread_real = (said * (total - said)).sum(), (real * (total - real)).sum()
    if spread_said == 0 or spread_real == 0:
        return float("nan")
    agreement = (matrix.diagonal() * total - said * real).sum()
    return float(agreement / (spread_said * spread_real) ** 0.5)
