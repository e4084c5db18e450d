"""Metrics from a user's function of NumPy arrays."""
from collections.abc import Callable
from typing import Any

from .eval_metric import EvalMetric, check_label_shapes, register


@register
class CustomMetric(EvalMetric):
    """Average a function of label and prediction over batches.

    Parameters
    ----------
    feval : Callable[[Any, Any], Any]
        Function of a label and a prediction as NumPy arrays, which returns a number or a pair (sum, count).
    name : str, optional
        Displayed name; that of the function by default, ``custom(<lambda>)`` for a lambda.
    allow_extra_outputs : bool, default=False
        Whether there may be more outputs than labels, such as the states of an RNN.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.CustomMetric(lambda label, pred: abs(label - pred).max(), name="worst")
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 5])])
    >>> [(name, float(value)) for name, value in metric.get_name_value()]
    [('worst', 3.0)]
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
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(label.asnumpy(), pred.asnumpy())
            total, count = result if isinstance(result, tuple) else (result, 1)
            self._add(total, count, local=True)

    def get_config(self) -> dict[str, Any]:
        """Raise NotImplementedError: a function cannot be serialized.

        Returns
        -------
        dict
            It does not return.
        """
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval: Callable[[Any, Any], Any], name: str | None = None,
       allow_extra_outputs: bool = False) -> CustomMetric:
    """Create a metric from a function of NumPy arrays.

    Parameters
    ----------
    numpy_feval : Callable[[Any, Any], Any]
        Function of a label and a prediction, which returns a number or a pair (sum, count).
    name : str, optional
        Displayed name; that of the function by default.
    allow_extra_outputs : bool, default=False
        Whether there may be more outputs than labels, such as the states of an RNN.

    Returns
    -------
    CustomMetric
        The metric.

    Examples
    --------
    >>> metric = mx.metric.np(lambda label, pred: abs(label - pred).mean(), name="distance")
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 5])])
    >>> [(name, float(value)) for name, value in metric.get_name_value()]
    [('distance', 1.5)]
    """

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
