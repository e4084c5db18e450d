"""Calibration: determines the ranges of a float network's values by running it on data.

A collector receives values by name, batch by batch. `collect` runs the network with only these values as its outputs,
so that it is as fast as prediction. ``naive`` ranges are the minimum and maximum; ``entropy`` ranges lose the least
information of the values' histogram, by MXNet's rule.
"""
from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any, Protocol

import numpy as np

from ...context import Context
from ...core.errors import MXNetError
from ...core.graph import Entry
from ...io import DataBatch, DataDesc, DataIter
from ...ndarray import NDArray, array, contrib
from ...symbol import Symbol

Ranges = dict[str, tuple[float, float]]
Histogram = tuple[Any, Any, float, float, float]  # counts, edges, minimum and maximum, the last edge


class Collector(Protocol):
    """Receives the values of a network; a user-defined one has ``collect`` and stores its ranges in
    ``min_max_dict``."""

    def collect(self, name: str, arr: NDArray) -> None: ...


# ---- collectors -------------------------------------------------------------------------------------

def _ends(name: str, values: np.ndarray) -> tuple[float, float]:
    """Return minimum and maximum; refuse values without a range."""
    if not values.size:
        raise MXNetError(f"calibration: {name} is empty, shape {values.shape}; the data has no examples")
    low, high = values.min(), values.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        raise MXNetError(f"calibration: {name} holds {low} to {high}, which is no range; look for NaN or infinity in "
                         "the calibration data and the parameters")
    return low, high


class _LayerOutputMinMaxCollector:
    """Collects the minimum and maximum of every layer."""

    def __init__(self, quantized_dtype: str = "int8", include_layer: Collection[str] | None = None,
                 logger: Any = None) -> None:
        self.min_max_dict: Ranges = {}
        self.quantized_dtype, self.include_layer, self.logger = quantized_dtype, include_layer, logger

    def collect(self, name: str, arr: NDArray) -> None:
        """Take a layer's values."""
        if self.include_layer is not None and name not in self.include_layer:
            return
        low, high = _ends(name, arr.asnumpy())
        before = self.min_max_dict.get(name, (low, high))
        self.min_max_dict[name] = min(before[0], low), max(before[1], high)
        if self.logger:
            self.logger.debug("Collecting layer %s min_range=%f, max_range=%f", name, low, high)


class _LayerHistogramCollector:
    """Collects a histogram of every layer, symmetric around zero."""

    def __init__(self, num_bins: int = 8001, include_layer: Collection[str] | None = None, logger: Any = None) -> None:
        self.hist_dict: dict[str, Histogram] = {}
        self.num_bins, self.include_layer, self.logger = num_bins, include_layer, logger

    def collect(self, name: str, arr: NDArray) -> None:
        """Take a layer's values."""
        if self.include_layer is not None and name not in self.include_layer:
            return
        values = arr.asnumpy()
        if self.logger:
            self.logger.debug("Collecting layer %s histogram of shape %s", name, values.shape)
        low, high = _ends(name, values)
        reach = max(abs(low), abs(high))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], values, low, high, reach)
        else:
            self.hist_dict[name] = *_histogram(values, self.num_bins, reach), low, high, reach


def _histogram(values: np.ndarray, bins: int, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """Return counts and edges of bins from -reach to reach.

    The edges are computed in float64 and rounded to the type of the values, as NumPy 1 did for MXNet; NumPy 2 computes
    them in float32 from a float32 reach, so that some values fall into the next bin.
    """
    end = np.float64(reach) or 0.5
    edges = np.linspace(-end, end, bins + 1)
    if np.issubdtype(values.dtype, np.floating):
        edges = edges.astype(values.dtype)
    return np.histogram(values, bins=edges)


def combine_histogram(old_hist: Histogram, arr: np.ndarray, new_min: float, new_max: float,
                      new_th: float) -> Histogram:
    """Add values to a histogram.

    Parameters
    ----------
    old_hist : tuple
        Counts, edges, minimum, maximum, and the largest magnitude.
    arr : np.ndarray
        The values.
    new_min : float
        Their minimum.
    new_max : float
        Their maximum.
    new_th : float
        Their largest magnitude.

    Returns
    -------
    tuple
        The new histogram; if the values do not fit, it has more bins of the same width on both sides.
    """
    counts, edges, low, high, reach = old_hist
    low, high = min(low, new_min), max(high, new_max)
    if new_th <= reach:
        return counts + _histogram(arr, len(counts), reach)[0], edges, low, high, reach
    if reach == 0:  # bins without a width: only zeros so far
        width, more = 2 * new_th / len(counts), 0
    else:
        width = 2 * np.float64(reach) / len(counts)  # in float64 with NumPy 2, too, like the edges
        more = int((new_th - reach) // width + 1)
    bins = 2 * more + len(counts)
    reach = more * width + reach if more else new_th
    added, edges = _histogram(arr, bins, reach)
    added[more:bins - more] += counts
    return added, edges, low, high, reach


# ---- running the network ----------------------------------------------------------------------------

def collect(symbol: Symbol, args: dict[str, NDArray], states: dict[str, NDArray], data: DataIter,
            names: Collection[str], collector: Collector, ctx: Context, most: int | None = None,
            logger: Any = None) -> int:
    """Pass the named values of a network on data to a collector, in whole batches, until ``most`` examples are reached.

    Returns the number of examples.
    """
    watched = _Watched(symbol, names, args, states, ctx)
    batches = examples = 0
    for batch in data:
        for name, value in watched.values(_named(batch, data)):
            collector.collect(name, value)
        batches += 1
        examples += data.batch_size
        if most is not None and examples >= most:
            break
    if not batches:
        raise MXNetError("calibration: the data has no batches; an iterator that was read to its end needs reset()")
    if logger is not None:
        logger.info("Collected statistics from %d batches with batch_size=%d", batches, data.batch_size)
    return examples


def _collect_layer_statistics(mod: Any, data: DataIter, collector: Collector, max_num_examples: int | None = None,
                              logger: Any = None) -> int:
    """Tell a collector all values of a bound module on data; return the number of examples.

    `collect`, which the functions for whole models call, watches only the values that are quantized.
    """
    if not isinstance(data, DataIter):
        raise ValueError(f"calibration reads a DataIter, got {type(data).__name__}")
    mod._exec_group.execs[0].set_monitor_callback(collector.collect, monitor_all=True)
    batches = examples = 0
    for batch in data:
        mod.forward(batch, is_train=False)
        batches += 1
        examples += data.batch_size
        if max_num_examples is not None and examples >= max_num_examples:
            break
    if logger is not None:
        logger.info("Collected statistics from %d batches with batch_size=%d", batches, data.batch_size)
    return examples


def _collect_layer_output_min_max(mod: Any, data: DataIter, quantized_dtype: str,
                                  include_layer: Collection[str] | None = None, max_num_examples: int | None = None,
                                  logger: Any = None) -> tuple[Ranges, int]:
    """Return the ranges of a bound module's layers on data, and the number of examples."""
    collector = _LayerOutputMinMaxCollector(quantized_dtype, include_layer, logger)
    count = _collect_layer_statistics(mod, data, collector, max_num_examples, logger)
    return collector.min_max_dict, count


def _collect_layer_histogram(mod: Any, data: DataIter, include_layer: Collection[str] | None = None,
                             max_num_examples: int | None = None,
                             logger: Any = None) -> tuple[dict[str, Histogram], int]:
    """Return the histograms of a bound module's layers on data, and the number of examples."""
    collector = _LayerHistogramCollector(include_layer=include_layer, logger=logger)
    return collector.hist_dict, _collect_layer_statistics(mod, data, collector, max_num_examples, logger)


def _check_inputs(wanted: Iterable[str], given: Collection[str]) -> None:
    missing = [name for name in wanted if name not in given]
    if missing:
        raise MXNetError(f"calibration: the network takes {', '.join(missing)}, but neither the parameters nor a batch "
                         f"of the data has that; a batch has {', '.join(given) or 'nothing'}")


def _named(batch: DataBatch, data: DataIter) -> dict[str, NDArray]:
    """Return a batch's arrays by their names, labels included."""
    found = {}
    for descriptions, arrays in ((batch.provide_data or data.provide_data, batch.data),
                                 (batch.provide_label or data.provide_label, batch.label)):
        found.update(zip((DataDesc(*item).name if not isinstance(item, DataDesc) else item.name
                          for item in descriptions or ()), arrays or ()))
    return found


class _Watched:
    """The named values of a network: inputs are in the batch, the others are outputs of the network that is run.

    An input comes once for each of its readers, as from MXNet's monitor: a histogram depends on it.
    """

    def __init__(self, symbol: Symbol, names: Collection[str], args: dict[str, NDArray], states: dict[str, NDArray],
                 ctx: Context) -> None:
        entries = {node.output_name(index): Entry(node, index) for node in symbol.graph.nodes
                   for index in range(node.num_visible)}
        unknown = [name for name in names if name not in entries]
        if unknown:
            raise MXNetError(f"calibration: the network has no value named {unknown[0]}")
        wanted = {name: entries[name] for name in names}
        self.args = args
        readers = Counter(id(entry.node) for node in symbol.graph.nodes for entry in node.inputs)
        self.given = [name for name, entry in wanted.items() if entry.node.op is None
                      for _ in range(readers[id(entry.node)])]
        self.computed = [name for name, entry in wanted.items() if entry.node.op is not None]
        self.runner = _Runner(type(symbol)([wanted[name] for name in self.computed]), args, states, ctx) \
            if self.computed else None

    def values(self, inputs: dict[str, NDArray]) -> Iterator[tuple[str, NDArray]]:
        _check_inputs([name for name in self.given if name not in self.args], inputs)
        for name in self.given:
            yield name, inputs[name] if name in inputs else self.args[name]
        if self.runner is not None:
            yield from zip(self.computed, self.runner.run(inputs))


class _Runner:
    """A network bound to the shapes of the previous batch."""

    def __init__(self, network: Symbol, args: dict[str, NDArray], states: dict[str, NDArray], ctx: Context) -> None:
        self.network, self.args, self.states, self.ctx = network, args, states, ctx
        self.inputs = [name for name in network.list_arguments() if name not in args]
        self.shapes: dict[str, tuple[Any, ...]] | None = None
        self.executor: Any = None

    def run(self, given: dict[str, NDArray]) -> list[NDArray]:
        _check_inputs(self.inputs, given)
        taken = {name: given[name] for name in self.inputs}
        shapes = {name: tuple(value.shape) for name, value in taken.items()}
        if shapes != self.shapes:
            self._bind(taken)
            self.shapes = shapes
        return self.executor.forward(is_train=False, **taken)

    def _bind(self, taken: dict[str, NDArray]) -> None:
        args = {name: self.args[name].as_in_context(self.ctx) for name in self.network.list_arguments()
                if name not in taken}
        args.update((name, value.copyto(self.ctx)) for name, value in taken.items())  # the next batch is written there
        states = {}
        for name in self.network.list_auxiliary_states():
            if name not in self.states:
                raise MXNetError(f"calibration: aux_params have no {name}")
            states[name] = self.states[name].as_in_context(self.ctx)
        try:
            self.executor = self.network.bind(self.ctx, args, aux_states=states, grad_req="null")
        except MXNetError as error:
            told = ", ".join(f"{name} {tuple(value.shape)}" for name, value in taken.items())
            raise MXNetError(f"calibration: the data ({told}) does not fit the network: {error}") from error


# ---- entropy ----------------------------------------------------------------------------------------

def _smooth_distribution(p: np.ndarray, eps: float = 0.0001) -> np.ndarray:
    """Replace zeros of a distribution by a small number, subtracted from the other entries."""
    empty = p == 0
    filled = p.size - empty.sum()
    if not filled:
        raise ValueError("a distribution whose entries are all 0 cannot be smoothed")
    off = eps * float(empty.sum()) / float(filled)
    if off >= 1:
        raise ValueError(f"{empty.sum()} zeros and {filled} other entries: {off} would be subtracted from each")
    return np.where(empty, eps, p - off).astype(np.float32)


def _is_unsigned(low: float, dtype: str) -> bool:
    return low >= 0 and dtype in ("auto", "uint8")


def _get_optimal_threshold(hist_data: Histogram, quantized_dtype: str, num_quantized_bins: int = 255) -> tuple:
    """Return (minimum, maximum, threshold, divergence) of a histogram."""
    counts, edges, low, high, _ = hist_data
    if len(counts) % 2 != 1:
        raise ValueError(f"a histogram around zero has an odd number of bins; got {len(counts)}")
    bins = 2 * num_quantized_bins + 1 if _is_unsigned(low, quantized_dtype) else num_quantized_bins
    threshold, divergence = contrib.calibrate_entropy(hist=array(counts), hist_edges=array(edges),
                                                      num_quantized_bins=bins)
    return low, high, threshold.asnumpy(), divergence.asnumpy()


def _get_optimal_thresholds(hist_dict: dict[str, Histogram], quantized_dtype: str, num_quantized_bins: int = 255,
                            logger: Any = None) -> Ranges:
    """Return the ranges that lose the least information of each histogram; histograms are freed one by one."""
    if not isinstance(hist_dict, dict):
        raise TypeError(f"hist_dict is a dict of histograms by layer, got {type(hist_dict).__name__}")
    if logger is not None:
        logger.info("Calculating optimal thresholds for quantization using KL divergence with num_quantized_bins=%d",
                    num_quantized_bins)
    ranges: Ranges = {}
    for name in list(hist_dict):
        low, high, threshold, divergence = _get_optimal_threshold(hist_dict.pop(name), quantized_dtype,
                                                                  num_quantized_bins)
        reach = float(threshold[0])
        ranges[name] = (0.0 if _is_unsigned(low, quantized_dtype) else -reach), reach
        if logger:
            logger.debug("layer=%s, min_val=%f, max_val=%f, th=%f, divergence=%f", name, low, high, reach,
                         float(divergence[0]))
    return ranges


# ---- data -------------------------------------------------------------------------------------------

class _DataIterWrapper(DataIter):
    """Reads any iterable of batches, such as a `gluon.data.DataLoader`, as a DataIter.

    A batch is an array or a list of arrays. The first is named ``data``; three or more are named ``data0``, ``data1``
    and so on, like the inputs of a Gluon network.
    """

    def __init__(self, calib_data: Iterable) -> None:
        if not isinstance(calib_data, Iterable):
            raise TypeError(f"calib_data is not a valid iterator: {type(calib_data).__name__}")
        self._source = calib_data
        batches = iter(calib_data)
        batch = next(batches, None)
        first = _arrays(batch)
        super().__init__(first[0].shape[0])
        names = ["data", *(f"data{place}" for place in range(len(first) - 1))] if len(first) < 3 \
            else [f"data{place}" for place in range(len(first))]
        self.provide_data = [DataDesc(name, value.shape) for name, value in zip(names, first)]
        self.provide_label: list[DataDesc] = []
        self._batches: Iterator = chain([batch], batches)  # a generator gives its first batch only once

    def reset(self) -> None:
        """Start again."""
        self._batches = iter(self._source)

    def next(self) -> DataBatch:
        """Return the next batch."""
        return DataBatch(data=_arrays(next(self._batches)))


def _arrays(batch: Any) -> list[NDArray]:
    if batch is None:
        raise MXNetError("calibration: the data has no batches")
    found = list(batch) if isinstance(batch, (list, tuple)) else [batch]
    if not found or not all(isinstance(value, NDArray) for value in found):
        raise MXNetError("calibration: a batch is an NDArray or a list of them, got "
                         f"{', '.join(type(value).__name__ for value in found) or 'an empty list'}")
    if found[0].ndim > 4:  # several crops per image, as transforms return them
        found[0] = found[0].reshape((-1, *found[0].shape[2:]))
    return found


def _as_data_iter(calib_data: Any) -> tuple[DataIter, list]:
    """Return a DataIter over any iterable of batches, and what it provides."""
    found = calib_data if isinstance(calib_data, DataIter) else _DataIterWrapper(calib_data)
    return found, found.provide_data


def collector_for(mode: str | None, dtype: str, layers: Collection[str], own: Any = None, logger: Any = None) -> Any:
    """Return the collector of a calibration mode; None without calibration."""
    if mode is None or mode == "none":
        return None
    if mode == "entropy":
        return _LayerHistogramCollector(include_layer=layers, logger=logger)
    if mode == "naive":
        return _LayerOutputMinMaxCollector(dtype, layers, logger)
    if mode == "customize" and own is not None:
        return own
    raise ValueError(f"unknown calibration mode {mode} received, expected `none`, `naive`, `entropy` or `customize`"
                     + (" with a LayerOutputCollector" if mode == "customize" else ""))


def ranges_of(collector: Any, mode: str, dtype: str, logger: Any = logging) -> Ranges:
    """Return the ranges that a collector found."""
    if mode == "entropy":
        return _get_optimal_thresholds(collector.hist_dict, dtype, logger=logger)
    if mode in ("naive", "customize"):
        return collector.min_max_dict
    raise ValueError(f"unknown calibration mode {mode} received, expected `naive`, `entropy` or `customize`")
