"""Metrics of an estimator: given, known, and suitable for a loss."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss


def _check_metrics(metrics: Any) -> list[EvalMetric]:
    """Return a list of single metrics; None gives an empty one, a composite metric its parts."""
    if isinstance(metrics, CompositeEvalMetric):
        return [single for part in metrics.metrics for single in _check_metrics(part)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    if not metrics:
        return []
    if isinstance(metrics, str) or not all(isinstance(metric, EvalMetric) for metric in metrics):
        raise ValueError(f"metrics: expected an EvalMetric or a list of them, such as mx.metric.Accuracy(); got "
                         f"{metrics!r}")
    return list(metrics)


def _check_handler_metric_ref(handler: Any, known_metrics: Iterable[EvalMetric]) -> None:
    """Refuse a handler with an attribute, named after metrics, that holds one that is never updated."""
    for attribute in dir(handler):
        if "metric" in attribute:
            held = getattr(handler, attribute)
            for metric in held if isinstance(held, list) else [held]:
                if isinstance(metric, EvalMetric):
                    _check_metric_known(handler, metric, known_metrics)


def _check_metric_known(handler: Any, metric: EvalMetric, known_metrics: Iterable[EvalMetric]) -> None:
    if not any(metric is known for known in known_metrics):
        raise ValueError(f"{type(handler).__name__} holds a metric that this estimator does not update: {metric}; take "
                         "one of estimator.train_metrics and estimator.val_metrics")


def _suggest_metric_for_loss(loss: Any) -> EvalMetric | None:
    """Return accuracy for the loss of a classifier, and None for others."""
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None
