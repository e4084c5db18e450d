"""Metrics that show outputs which are losses already."""
from typing import Any

from ..ndarray import NDArray
from .eval_metric import EvalMetric, dense, named, register


@register
class Loss(EvalMetric):
    """The mean of the outputs themselves; labels are not looked at."""

    adds_up = True
    __init__ = named("loss")

    def update(self, _: Any, preds: Any) -> None:
        """Take one loss array or a list of them."""
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            loss = dense(pred)
            self._record(loss.sum(), loss.numel())


@register
class Torch(Loss):
    """`Loss` under the name kept for criterions of the Torch plug-in."""

    __init__ = named("torch")


@register
class Caffe(Loss):
    """`Loss` under the name kept for criterions of the Caffe plug-in."""

    __init__ = named("caffe")
