"""Several metrics as one."""
from collections.abc import Mapping
from typing import Any

import numpy

from ..ndarray import NDArray
from .eval_metric import EvalMetric, MetricLike, alias, create, register


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Update several metrics together and list their names and values."""

    def __init__(self, metrics: list[MetricLike] | None = None, name: str = "composite",
                 output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names=output_names, label_names=label_names,
                         has_global_stats=True)
        self.metrics += [create(metric) for metric in metrics or ()]

    def add(self, metric: MetricLike) -> None:
        """Add a metric, given in any form `create` takes."""
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> EvalMetric:
        """Return the metric at `index`."""
        try:
            return self.metrics[index]
        except IndexError:
            raise ValueError(f"Metric index {index} is out of range 0 and"
                             f" {len(self.metrics)}") from None

    def update_dict(self, labels: Mapping[str, NDArray],  # type: ignore[override]
                    preds: Mapping[str, NDArray]) -> None:
        """Pass on the arrays of `label_names` and `output_names`; each metric chooses of those."""
        if self.label_names is not None:
            labels = {name: labels[name] for name in labels if name in self.label_names}
        if self.output_names is not None:
            preds = {name: preds[name] for name in preds if name in self.output_names}
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        """Update every metric."""
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self) -> None:
        """Reset every metric."""
        for metric in self.metrics:
            metric.reset()

    def reset_local(self) -> None:
        """Reset the local part of every metric."""
        for metric in self.metrics:
            metric.reset_local()

    def get(self) -> tuple[list[str], list[float]]:
        """Return the lists of names and values."""
        return _joined(metric.get() for metric in self.metrics)

    def get_global(self) -> tuple[list[str], list[float]]:
        """Return the lists of names and global values."""
        return _joined(metric.get_global() for metric in self.metrics)

    def get_config(self) -> dict[str, Any]:
        """Return a dict from which `create` makes an equal metric, its children included."""
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


def _joined(results: Any) -> tuple[list[str], list]:
    names: list[str] = []
    values: list = []
    for name, value in results:
        names += [name] if isinstance(name, str) else name
        values += [value] if isinstance(value, (int, float, numpy.generic)) else value
    return names, values
