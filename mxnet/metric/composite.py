"""Several metrics as one."""
from collections.abc import Mapping
from typing import Any

import numpy

from ..ndarray import NDArray
from .eval_metric import EvalMetric, MetricLike, alias, create, register


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics that are updated together.

    Parameters
    ----------
    metrics : list[MetricLike], optional
        Metrics, in any form that `mx.metric.create` takes.
    name : str, default='composite'
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.

    Examples
    --------
    >>> metric = mx.metric.CompositeEvalMetric(["acc", mx.metric.F1()])
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8]])])
    >>> metric.get()
    (['accuracy', 'f1'], [1.0, 1.0])
    """

    def __init__(self, metrics: list[MetricLike] | None = None, name: str = "composite",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        self.metrics += [create(metric) for metric in metrics or ()]

    def add(self, metric: MetricLike) -> None:
        """Add a metric.

        Parameters
        ----------
        metric : MetricLike
            The metric, in any form that `mx.metric.create` takes.
        """
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> EvalMetric:
        """Return one of the metrics.

        Parameters
        ----------
        index : int
            Its position.

        Returns
        -------
        EvalMetric
            The metric.
        """
        try:
            return self.metrics[index]
        except IndexError:
            raise ValueError(f"Metric index {index} is out of range 0 and"
                             f" {len(self.metrics)}") from None

    def update_dict(self, labels: Mapping[str, NDArray],  # type: ignore[override]
                    preds: Mapping[str, NDArray]) -> None:
        """Update every metric from arrays by name, those in its ``label_names`` and ``output_names``.

        Parameters
        ----------
        labels : Mapping[str, NDArray]
            Labels by name.
        preds : Mapping[str, NDArray]
            Outputs by name.
        """
        if self.label_names is not None:
            labels = {name: labels[name] for name in labels if name in self.label_names}
        if self.output_names is not None:
            preds = {name: preds[name] for name in preds if name in self.output_names}
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self) -> None:
        for metric in self.metrics:
            metric.reset()

    def reset_local(self) -> None:
        for metric in self.metrics:
            metric.reset_local()

    def get(self) -> tuple[list[str], list[float]]:
        """Return the values of all metrics since the last reset.

        Returns
        -------
        tuple of two lists
            Names and values.
        """
        return _joined(metric.get() for metric in self.metrics)

    def get_global(self) -> tuple[list[str], list[float]]:
        """Return the values of all metrics since the last full reset.

        Returns
        -------
        tuple of two lists
            Names and values.
        """
        return _joined(metric.get_global() for metric in self.metrics)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


def _joined(results: Any) -> tuple[list[str], list]:
    names: list[str] = []
    values: list = []
    for name, value in results:
        names += [name] if isinstance(name, str) else name
        values += [value] if isinstance(value, (int, float, numpy.generic)) else value
    return names, values
