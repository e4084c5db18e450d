"""Updates of a metric as work for a CUDA graph; `Module` uses it if a network's steps are captured too.

On a GPU the few small calls of a metric cost more than the whole step of a small network. A replay returns nothing to
Python, so results accumulate on the device, and are read when a number is requested.
"""
from collections.abc import Mapping
from typing import Any

from ..core.device import Context
from ..core.tiers.arena import Arena
from ..core.tiers.capture import Capture, Work
from ..core.tuning import CAPTURED_METRIC_SETS, METRIC_SET_REPLACEMENTS
from ..ndarray import NDArray
from ..ndarray.tensors import tensors_of
from .composite import CompositeEvalMetric
from .eval_metric import EvalMetric, Tally


class _Update:
    """The update of one metric from one set of arrays."""

    def __init__(self, metric: EvalMetric, arrays: list[NDArray], ctx: Context) -> None:
        self.capture = Capture(Arena(ctx), "a metric's update")
        self._arrays = arrays  # identified by their ids
        self.leaves = [(leaf, Tally()) for leaf in _leaves(metric)]
        for leaf, tally in self.leaves:
            leaf._tallies = [*leaf._tallies, tally]

    def run(self, metric: EvalMetric, labels: Mapping, preds: Mapping) -> None:
        for leaf, _ in self.leaves:
            leaf._caught = []
        try:
            metric.update_dict(labels, preds)
            for leaf, tally in self.leaves:
                tally.add(leaf._caught)
        finally:
            for leaf, _ in self.leaves:
                leaf._caught = None

    def done(self) -> None:
        for _, tally in self.leaves:
            tally.updates += 1


def update(metric: EvalMetric, labels: Mapping[str, NDArray], preds: Mapping[str, NDArray], ctx: Context) -> None:
    """Update from the outputs of a network on a GPU."""
    found = work(metric, labels, preds, ctx)
    if found is None:
        metric.update_dict(labels, preds)
    else:
        found.do()


def work(metric: EvalMetric, labels: Mapping[str, NDArray], preds: Mapping[str, NDArray], ctx: Context) -> Work | None:
    """Return an update as work for a CUDA graph; None if it cannot be captured."""
    arrays = [*labels.values(), *preds.values()]
    updates, key = metric.__dict__.setdefault("_captured_updates", {}), tuple(map(id, arrays))
    if key not in updates:
        if not all(map(_adds_up, _leaves(metric))) \
                or any(tensor.device != ctx.torch_device for tensor in tensors_of(arrays)) \
                or not _has_room(metric, updates):
            return None
        updates[key] = _Update(metric, arrays, ctx)
    found = updates[key]
    return Work(found.capture, (), lambda: tensors_of(labels.values()), lambda: tensors_of(preds.values()),
                run=lambda: found.run(metric, labels, preds), done=found.done)


def _has_room(metric: EvalMetric, updates: dict) -> bool:
    """Return whether another set of arrays may be captured; it replaces the oldest one, unless that happens too
    often."""
    if len(updates) < CAPTURED_METRIC_SETS:
        return True
    gone = metric.__dict__.get("_evictions", 0)
    if gone >= METRIC_SET_REPLACEMENTS:
        return False
    metric.__dict__["_evictions"] = gone + 1
    for leaf, tally in updates.pop(next(iter(updates))).leaves:
        leaf._collect()  # what it has accumulated so far
        leaf._tallies = [other for other in leaf._tallies if other is not tally]
    return True


def _leaves(metric: EvalMetric) -> list[EvalMetric]:
    if type(metric) is CompositeEvalMetric:
        return [leaf for child in metric.metrics for leaf in _leaves(child)]
    return [metric]


def _adds_up(metric: Any) -> bool:
    """Return whether an update only accumulates results; a user's subclass may do more."""
    return "adds_up" in vars(type(metric)) and "update" not in vars(metric)
