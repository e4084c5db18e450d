"""What an estimator does with one batch; subclass it to do something else."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import autograd
from ...utils import split_and_load

if TYPE_CHECKING:
    from ....ndarray import NDArray
    from .estimator import Estimator

__all__ = ["BatchProcessor"]


class BatchProcessor:
    """Compute predictions, losses and gradients of a batch ``(data, label)``, split over the estimator's contexts.

    A network with several inputs or losses gets a subclass with its own `fit_batch` and `evaluate_batch`. Both return
    lists of data, labels, predictions and losses, with one item per context; weights are updated later, by
    `GradientUpdateHandler`.

    Examples
    --------
    >>> class Doubled(mx.gluon.contrib.estimator.BatchProcessor):
    ...     def _get_data_and_label(self, batch, ctx, batch_axis=0):
    ...         return super()._get_data_and_label([2 * batch[0], batch[1]], ctx, batch_axis)
    """

    def __init__(self) -> None:
        pass

    def _get_data_and_label(self, batch: Any, ctx: list, batch_axis: int = 0) -> tuple[list, list]:
        data, label = (split_and_load(batch[part], ctx_list=ctx, batch_axis=batch_axis) for part in (0, 1))
        return data, label

    def evaluate_batch(self, estimator: Estimator, val_batch: Any,
                       batch_axis: int = 0) -> tuple[list[NDArray], list[NDArray], list[NDArray], list[NDArray]]:
        """Compute predictions and losses of a batch, with the estimator's ``val_net`` and ``val_loss``.

        Parameters
        ----------
        estimator : Estimator
            The estimator whose network is evaluated.
        val_batch : sequence
            Data and label.
        batch_axis : int, default=0
            Axis along which a batch is split over contexts.

        Returns
        -------
        tuple[list[NDArray], list[NDArray], list[NDArray], list[NDArray]]
            Data, labels, predictions and losses, each a list with one array per context.
        """
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        pred = [estimator.val_net(part) for part in data]
        loss = [estimator.val_loss(*pair) for pair in zip(pred, label)]
        return data, label, pred, loss

    def fit_batch(self, estimator: Estimator, train_batch: Any,
                  batch_axis: int = 0) -> tuple[list[NDArray], list[NDArray], list[NDArray], list[NDArray]]:
        """Compute predictions and losses of a batch, and write the gradients.

        Parameters
        ----------
        estimator : Estimator
            The estimator whose network is trained.
        train_batch : sequence
            Data and label.
        batch_axis : int, default=0
            Axis along which a batch is split over contexts.

        Returns
        -------
        tuple[list[NDArray], list[NDArray], list[NDArray], list[NDArray]]
            Data, labels, predictions and losses, each a list with one array per context.
        """
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred = [estimator.net(part) for part in data]
            loss = [estimator.loss(*pair) for pair in zip(pred, label)]
        for part in loss:
            part.backward()
        return data, label, pred, loss
