"""Metrics from a user's function of NumPy arrays."""
from collections.abc import Callable
from typing import Any

from .eval_metric import EvalMetric, check_label_shapes, register


@register
class CustomMetric(EvalMetric):
    """Average ``feval(label, pred)``, which takes NumPy arrays.

    Parameters
    ----------
    feval : returns a number, or a pair (sum, count).
    name : by default the function's name; ``custom(<lambda>)`` for a lambda.
    allow_extra_outputs : do not complain about more outputs than labels, such as the states of an RNN.
    """

    def __init__(self, feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False,
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        if name is None:
            name = feval.__name__
            if "<" in name:
                name = f"custom({name})"
        super().__init__(name, feval=feval, allow_extra_outputs=allow_extra_outputs,
                         output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        """Take one batch; the arrays are copied to the host for the function."""
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(label.asnumpy(), pred.asnumpy())
            total, count = result if isinstance(result, tuple) else (result, 1)
            self._add(total, count, local=True)

    def get_config(self) -> dict[str, Any]:
        """Raise: a function has no configuration."""
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval: Callable[[Any, Any], Any], name: str | None = None,
       allow_extra_outputs: bool = False) -> CustomMetric:
    """Make a metric from a function of a label and a prediction as NumPy arrays.

    >>> metric = mx.metric.np(lambda label, pred: abs(label - pred).mean(), name="distance")
    """

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
