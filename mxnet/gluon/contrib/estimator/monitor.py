"""How two values of a monitored metric compare."""
from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from ....metric import EvalMetric

MODES = ("auto", "min", "max")


def comparison(handler: str, monitor: EvalMetric, mode: str) -> Any:
    """Return `np.less` or `np.greater`: how a value compares to one that it improves on.

    MXNet means to choose by the metric's name if ``mode`` is "auto", but takes the greater value for any name; so it
    is here, and a warning says so.
    """
    if mode not in MODES:
        warnings.warn(f"{handler}: mode {mode!r} is not one of {', '.join(MODES)}; auto is used", RuntimeWarning,
                      stacklevel=3)
        mode = "auto"
    if mode == "auto":
        warnings.warn(f"{handler}: `greater` operator will be used to compare values of {monitor.get()[0]!r}; pass "
                      "mode='min' where less is better, as for a loss, or mode='max' to be without this warning",
                      stacklevel=3)
    return np.less if mode == "min" else np.greater


def worst(compare: Any) -> float:
    """Return a value that every other one improves on."""
    return math.inf if compare is np.less else -math.inf


def monitored(handler: str, monitor: EvalMetric) -> tuple[str, float | None]:
    """Return a metric's name and value; None, and a warning, if it has none yet."""
    name, value = monitor.get()
    if math.isnan(value):
        warnings.warn(f"{handler}: {name} has no value, so it is not compared; monitor one of the metrics of "
                      "estimator.train_metrics and estimator.val_metrics", RuntimeWarning, stacklevel=3)
        return name, None
    return name, value
