"""Metrics that show outputs which are losses already."""
from typing import Any

from ..ndarray import NDArray
from .eval_metric import EvalMetric, dense, register


@register
class Loss(EvalMetric):
    """The mean of the outputs themselves; labels are not looked at."""

    adds_up = True

    def __init__(self, name: str = "loss", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        """Take one loss array or a list of them."""
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            loss = dense(pred)
            self._record(loss.sum(), loss.numel())


@register
class Torch(Loss):
    """`Loss` under the name kept for criterions of the Torch plug-in."""

    def __init__(self, name: str = "torch", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """`Loss` under the name kept for criterions of the Caffe plug-in."""

    def __init__(self, name: str = "caffe", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)
