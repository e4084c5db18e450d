"""Metrics that show outputs which are losses already."""
from typing import Any

from ..ndarray import NDArray
from .eval_metric import EvalMetric, dense, register


@register
class Loss(EvalMetric):
    """Mean of the outputs themselves, for networks whose outputs are losses; labels are not looked at.

    Parameters
    ----------
    name : str, default='loss'
        Name that is shown.
    output_names : list[str], optional
        Which outputs to measure, where they come by name; all by default.
    label_names : list[str], optional
        Which labels to measure, where they come by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.Loss()
    >>> metric.update(None, [mx.nd.array([1, 2, 3])])
    >>> metric.get()
    ('loss', 2.0)
    """

    adds_up = True

    def __init__(self, name: str = "loss", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        """Take the losses of a batch.

        Parameters
        ----------
        _
            Labels, which are not looked at.
        preds
            Array of losses, or a list of them.
        """
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            loss = dense(pred)
            self._record(loss.sum(), loss.numel())


@register
class Torch(Loss):
    """`Loss` by another name, which MXNet keeps for criterions of a Torch plug-in.

    Parameters
    ----------
    name : str, default='torch'
        Name that is shown.
    output_names : list[str], optional
        Which outputs to measure, where they come by name; all by default.
    label_names : list[str], optional
        Which labels to measure, where they come by name; all by default.
    """

    def __init__(self, name: str = "torch", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """`Loss` by another name, which MXNet keeps for criterions of a Caffe plug-in.

    Parameters
    ----------
    name : str, default='caffe'
        Name that is shown.
    output_names : list[str], optional
        Which outputs to measure, where they come by name; all by default.
    label_names : list[str], optional
        Which labels to measure, where they come by name; all by default.
    """

    def __init__(self, name: str = "caffe", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)
