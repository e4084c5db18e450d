"""Metrics of distance between numbers: MAE, MSE and RMSE, each the mean over batches."""
from typing import Any

import numpy
import torch

from ..core import dtype as dtypes
from .eval_metric import EvalMetric, pairs, register


class _BatchError(EvalMetric):
    """The mean over batches of a batch's error."""

    def _error(self, difference: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Update from labels and predictions of broadcastable shapes; a vector counts as a column."""
        for label, pred in pairs(labels, preds):
            if label.dtype != pred.dtype or not label.dtype.is_floating_point:
                common = _float_type(label.dtype, pred.dtype)
                label, pred = label.to(common), pred.to(common)
            label, pred = _column(label), _column(pred)
            try:
                torch.broadcast_shapes(label.shape, pred.shape)
            except RuntimeError:
                raise ValueError("operands could not be broadcast together with shapes"
                                 f" {tuple(label.shape)} {tuple(pred.shape)}") from None
            self._record(self._error(label - pred), 1)


def _column(array: torch.Tensor) -> torch.Tensor:
    return array.unsqueeze(1) if array.dim() == 1 else array


def _float_type(one: torch.dtype, other: torch.dtype) -> torch.dtype:
    """Return the type in which NumPy computes the mean of such a difference: wider than torch's for integers."""
    if torch.bfloat16 in (one, other):
        return torch.promote_types(one, other)
    kind = numpy.promote_types(dtypes.to_numpy(one), dtypes.to_numpy(other))
    return dtypes.to_torch(kind) if kind.kind == "f" else torch.float64


@register
class MAE(_BatchError):
    """Mean absolute error.

    Parameters
    ----------
    name : str, default='mae'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.MAE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> metric.get()
    ('mae', 1.0)
    """

    adds_up = True

    def __init__(self, name: str = "mae", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _error(self, difference: torch.Tensor) -> torch.Tensor:
        return difference.abs().mean()


@register
class MSE(_BatchError):
    """Mean squared error.

    Parameters
    ----------
    name : str, default='mse'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.MSE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> metric.get()
    ('mse', 2.0)
    """

    adds_up = True

    def __init__(self, name: str = "mse", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _error(self, difference: torch.Tensor) -> torch.Tensor:
        return difference.square().mean()


@register
class RMSE(_BatchError):
    """Root of the mean squared error of a batch, averaged over batches.

    Parameters
    ----------
    name : str, default='rmse'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.RMSE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([3, 4])])
    >>> metric.get()
    ('rmse', 2.0)
    """

    adds_up = True

    def __init__(self, name: str = "rmse", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _error(self, difference: torch.Tensor) -> torch.Tensor:
        return difference.square().mean().sqrt()
