"""`EvalMetric`, the base of all metrics, and their registry.

A batch's result stays a tensor on its device; it is read when a number is requested.
"""
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch

from .. import registry
from ..core.torch_private import foreach
from ..core.tuning import PENDING_BATCHES
from ..ndarray import NDArray
from ..ndarray.tensors import tensor_of
from .total import Total, plain, summable


def check_label_shapes(labels: Any, preds: Any, wrap: bool = False,
                       shape: bool = False) -> tuple[Any, Any]:
    """Check that there are as many labels as predictions.

    Parameters
    ----------
    labels
        Labels.
    preds
        Predictions.
    wrap : bool, default=False
        Whether to return a single array as a list of one.
    shape : bool, default=False
        Whether to compare shapes instead of lengths.

    Returns
    -------
    tuple
        Labels and predictions.

    Raises
    ------
    ValueError
        If they do not agree.
    """
    found = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if found[0] != found[1]:
        raise ValueError(f"Shape of labels {found[0]} does not match shape of "
                         f"predictions {found[1]}")
    if wrap:
        if isinstance(labels, NDArray):
            labels = [labels]
        if isinstance(preds, NDArray):
            preds = [preds]
    return labels, preds


def pairs(labels: Any, preds: Any) -> Iterable[tuple[torch.Tensor, torch.Tensor]]:
    """Yield labels and predictions one by one, each label on the device of its prediction.

    Parameters
    ----------
    labels
        Arrays of labels.
    preds
        Arrays of predictions.

    Yields
    ------
    tuple of two torch.Tensor
        A label and a prediction.
    """
    labels, preds = check_label_shapes(labels, preds, True)
    for label, pred in zip(labels, preds, strict=True):
        pred, label = dense(pred), dense(label)
        yield label if label.device == pred.device else label.to(pred.device, non_blocking=True), pred


def dense(array: NDArray) -> torch.Tensor:
    """Return the tensor behind an array; a sparse one is made dense.

    Parameters
    ----------
    array : NDArray
        The array.

    Returns
    -------
    torch.Tensor
        Its values.
    """
    return tensor_of(array if array.stype == "default" else array.tostype("default"))


def _read(tensors: list[torch.Tensor]) -> list:
    """Copy small tensors to the host as Python numbers or lists, with one transfer per device."""
    groups: dict[tuple, list[int]] = {}
    for position, tensor in enumerate(tensors):
        groups.setdefault((tensor.device, tensor.dtype), []).append(position)
    found: list = [None] * len(tensors)
    for positions in groups.values():
        values = torch.stack([tensors[position] for position in positions]).tolist()
        for position, value in zip(positions, values, strict=True):
            found[position] = value
    return found


class Tally:
    """Results that accumulate on a device, and the number of updates, which the host counts."""

    __slots__ = ("sums", "results", "updates")

    def __init__(self) -> None:
        self.sums: list[torch.Tensor] = []
        self.results: list[tuple[int, bool]] = []  # of one update: counts, and values that are still to be summed
        self.updates: int = 0

    def add(self, results: list[tuple[torch.Tensor, int, bool]]) -> None:
        """Add the results of one update; `updates` is for the caller to count."""
        if not self.sums:
            self.sums = [torch.zeros(value.shape, dtype=torch.float64, device=value.device) for value, *_ in results]
        self.results = [(count, parts) for _, count, parts in results]
        for total, (value, *_) in zip(self.sums, results, strict=True):
            total.add_(value)

    def read(self) -> list[tuple[Any, int]]:
        """Return the sums and counts of all updates."""
        values = _read([total.sum() if parts else total for total, (_, parts) in zip(self.sums, self.results)])
        return [(value, count * self.updates) for value, (count, _) in zip(values, self.results, strict=True)]

    def clear(self) -> None:
        """Reset to no updates."""
        if self.updates:
            foreach.zero_(self.sums)
            self.updates = 0


def _collected(field: str, doc: str) -> Any:
    """Make a property for `field` that first adds what is still on the device."""

    def get(self: "EvalMetric") -> Any:
        if self._pending or self._tallies:
            self._collect()
        return getattr(self, field)

    def put(self: "EvalMetric", value: Any) -> None:
        if self._pending or self._tallies:
            self._collect()
        setattr(self, field, summable(value))

    return property(get, put, doc=doc)


class EvalMetric:
    """Base of all metrics: a sum and a count, whose quotient is the value.

    A subclass overrides `update` and adds to ``sum_metric`` and ``num_inst``; to be kept by `reset_local` it also
    adds to ``global_sum_metric`` and ``global_num_inst`` and passes ``has_global_stats=True``.

    Parameters
    ----------
    name : str
        Displayed name.
    output_names : list[str], optional
        Names of the outputs to use, if arrays are given by name; all by default.
    label_names : list[str], optional
        Names of the labels to use, if arrays are given by name; all by default.
    **kwargs
        Further arguments of the constructor, kept for `get_config`.

    Examples
    --------
    >>> class Largest(mx.metric.EvalMetric):
    ...     def update(self, labels, preds):
    ...         self.sum_metric, self.num_inst = max(self.sum_metric, preds[0].max().asscalar()), 1
    >>> metric = Largest("largest")
    >>> metric.update([], [mx.nd.array([1, 7, 3])])
    >>> [(name, float(value)) for name, value in metric.get_name_value()]
    [('largest', 7.0)]
    """

    # Unread results: (tensor, count) pairs, of which the first `_before_reset` are global only.
    # Class attributes, so that a subclass may set its sums before calling this __init__.
    _pending: Any = ()
    _before_reset = 0
    # What captured updates accumulate (see `captured`), and where one of them collects its results.
    _tallies: Any = ()
    _caught: list | None = None
    _sum: Any = Total(0.0)
    _num: Any = 0
    _global_sum: Any = Total(0.0)
    _global_num: Any = 0

    sum_metric: Any = _collected("_sum", "The sum since the last `reset` or `reset_local`.")
    num_inst: Any = _collected("_num", "The count since the last `reset` or `reset_local`.")
    global_sum_metric: Any = _collected("_global_sum", "The sum since the last `reset`.")
    global_num_inst: Any = _collected("_global_num", "The count since the last `reset`.")

    def __init__(self, name: str, output_names: list[str] | None = None,
                 label_names: list[str] | None = None, **kwargs: Any) -> None:
        self.name: str = str(name)
        self.output_names = output_names
        self.label_names = label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self) -> str:
        return f"EvalMetric: {dict(self.get_name_value())}"

    def __getstate__(self) -> dict[str, Any]:
        self._collect()
        return {name: value for name, value in vars(self).items() if name not in ("_tallies", "_captured_updates")}

    def get_config(self) -> dict[str, Any]:
        """Return a description from which `mx.metric.create` makes an equal metric.

        Returns
        -------
        dict
            Class, names and arguments.
        """
        return {**self._kwargs, "metric": type(self).__name__, "name": self.name,
                "output_names": self.output_names, "label_names": self.label_names}

    def update_dict(self, label: Mapping[str, NDArray], pred: Mapping[str, NDArray]) -> None:
        """Update from arrays by name, those in ``label_names`` and ``output_names``.

        Parameters
        ----------
        label : Mapping[str, NDArray]
            Labels by name.
        pred : Mapping[str, NDArray]
            Outputs by name.
        """
        self.update(_choose(label, self.label_names), _choose(pred, self.output_names))

    def update(self, labels: Any, preds: Any) -> None:
        """Update from the labels and predictions of a batch.

        Parameters
        ----------
        labels : list of NDArray
            Labels of a batch.
        preds : list of NDArray
            Outputs of the network for it.
        """
        raise NotImplementedError()

    def reset(self) -> None:
        """Reset everything, as at the beginning of an epoch."""
        self._pending = ()
        self._before_reset = 0
        for tally in self._tallies:
            tally.clear()
        self.num_inst = self.global_num_inst = 0
        self.sum_metric = self.global_sum_metric = 0.0

    def reset_local(self) -> None:
        """Reset the value of `get`; that of `get_global` is kept."""
        if any(tally.updates for tally in self._tallies):
            self._collect()
        self._before_reset = len(self._pending)
        self._num = 0
        self._sum = Total(0.0)

    def get(self) -> tuple[Any, Any]:
        """Return the value since the last reset.

        Returns
        -------
        tuple of str and float
            Name and value; nan if there was no update.
        """
        return self.name, self._quotient(self.sum_metric, self.num_inst)

    def get_global(self) -> tuple[Any, Any]:
        """Return the value since the last full reset.

        Returns
        -------
        tuple of str and float
            Name and value.
        """
        if not self._has_global_stats:
            return self.get()
        return self.name, self._quotient(self.global_sum_metric, self.global_num_inst)

    def get_name_value(self) -> list[tuple[str, Any]]:
        """Return what `get` does, as a list.

        Returns
        -------
        list of (str, float)
            Names and values, one pair for each metric inside.
        """
        return _zipped(*self.get())

    def get_global_name_value(self) -> list[tuple[str, Any]]:
        """Return what `get_global` does, as a list.

        Returns
        -------
        list of (str, float)
            Names and values, one pair for each metric inside.
        """
        return _zipped(*self.get_global()) if self._has_global_stats else self.get_name_value()

    def _quotient(self, total: Any, count: Any) -> Any:
        return float("nan") if count == 0 else plain(total / count)

    def _record(self, value: torch.Tensor, count: int) -> None:
        """Keep one result on its device; it is passed to `_add` when a number is requested."""
        if self._caught is not None:
            self._caught.append((value, count, False))
            return
        if not self._pending:
            self._pending = []
        self._pending.append((value, count))
        if len(self._pending) >= PENDING_BATCHES:
            self._collect()

    def _record_hits(self, hits: torch.Tensor, count: int) -> None:
        """Keep how many of ``hits`` are true."""
        if self._caught is not None:
            self._caught.append((hits, count, True))  # stored unchanged, and counted when they are read
        else:
            # Which of the two is one kernel, and which is two, depends on the device.
            self._record(hits.sum() if hits.is_cuda else hits.count_nonzero(), count)

    def _collect(self) -> None:
        pending, self._pending = self._pending, ()
        before, self._before_reset = self._before_reset, 0
        values = _read([value for value, _ in pending])
        for position, value in enumerate(values):
            self._add(value, pending[position][1], position >= before)
        for tally in self._tallies:
            if tally.updates:
                for value, count in tally.read():
                    self._add(value, count, True)
                tally.clear()

    def _add(self, value: Any, count: int, local: bool) -> None:
        """Add a result that was read; it is not `local` if `reset_local` was called after it."""
        if local:
            self._sum += value
            self._num += count
        self._global_sum += value
        self._global_num += count


def _choose(arrays: Mapping[str, NDArray], names: list[str] | None) -> list[NDArray]:
    return list(arrays.values()) if names is None else [arrays[name] for name in names]


def _zipped(name: Any, value: Any) -> list[tuple[str, Any]]:
    return list(zip(name if isinstance(name, list) else [name],
                    value if isinstance(value, list) else [value], strict=False))


register: registry.Register = registry.get_register_func(EvalMetric, "metric")
alias: registry.Alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


MetricLike = str | EvalMetric | Callable[[Any, Any], Any] | dict[str, Any] | list[Any]


def create(metric: MetricLike, *args: Any, **kwargs: Any) -> EvalMetric:
    """Create a metric.

    Parameters
    ----------
    metric : MetricLike
        Name of a metric such as ``"acc"``, ``"mse"`` or ``"ce"``; a function of label and prediction; a metric, which
        is returned; or a list of these.
    *args
        Positional arguments of its constructor.
    **kwargs
        Keyword arguments of its constructor.

    Returns
    -------
    EvalMetric
        The metric, a `CompositeEvalMetric` for a list.

    Examples
    --------
    >>> mx.metric.create(["acc", "mse"]).get()[0]
    ['accuracy', 'mse']
    """
    if callable(metric):
        return _create("custommetric", metric, *args, **kwargs)
    if isinstance(metric, list):
        return _create("composite", [create(child, *args, **kwargs) for child in metric])
    return _create(metric, *args, **kwargs)
