"""Metrics for networks whose outputs are losses."""
from typing import Any

from ..ndarray import NDArray
from .eval_metric import EvalMetric, dense, register


@register
class Loss(EvalMetric):
    """Mean of the outputs themselves, for networks whose outputs are losses; labels are ignored.

    Parameters
    ----------
    name : str, default='loss'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

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
        """Update from the losses of a batch.

        Parameters
        ----------
        _
            Labels, which are ignored.
        preds
            Array of losses, or a list of them.
        """
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            loss = dense(pred)
            self._record(loss.sum(), loss.numel())


@register
class Torch(Loss):
    """`Loss` under another name, which MXNet keeps for criterions of a Torch plug-in.

    Parameters
    ----------
    name : str, default='torch'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    """

    def __init__(self, name: str = "torch", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """`Loss` under another name, which MXNet keeps for criterions of a Caffe plug-in.

    Parameters
    ----------
    name : str, default='caffe'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    """

    def __init__(self, name: str = "caffe", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)
