"""Looks for a learning rate: trains a copy of a module with a rate that rises at every batch."""
from __future__ import annotations

import copy
import math
import os
from typing import Any

from . import metric as _metric
from .core.errors import MXNetError
from .fileformat.atomic import atomic_write
from .visualization.chart import draw

__all__ = ["RateTest", "find_learning_rate"]

_SMOOTHING = 0.9   # how much of the curve before stays in a value of the smoothed one
_DIVERGED = 4.0    # times the least loss at which nothing is learned any more


class RateTest:
    """What `find_learning_rate` found: the rates that were tried, the loss at each, smoothed, and a suggestion.

    Parameters
    ----------
    rates : list of float
        The rates that were tried, in their order.
    losses : list of float
        The loss at each.
    """

    rates: list[float]
    losses: list[float]

    def __init__(self, rates: list[float], losses: list[float]) -> None:
        self.rates, self.losses = rates, losses

    @property
    def suggestion(self) -> float:
        """The rate at which the loss fell fastest."""
        falls = [(self.losses[i + 1] - self.losses[i - 1], rate) for i, rate in enumerate(self.rates)
                 if 0 < i < len(self.rates) - 1]
        if not falls:
            raise MXNetError(f"{len(self.rates)} batches are too few to see where the loss falls; give more steps")
        return min(falls)[1]

    def _repr_svg_(self) -> str:
        return draw(f"loss by learning rate; steepest at {self.suggestion:.2g}", [f"{rate:.1e}" for rate in self.rates],
                    [("loss", "smoothed", self.losses)], "learning rate")

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write the curve as an SVG file.

        Parameters
        ----------
        path : str or os.PathLike
            Name of the file.
        """
        with atomic_write(path, "w", encoding="utf-8") as file:
            file.write(self._repr_svg_())

    def __repr__(self) -> str:
        return f"<RateTest of {len(self.rates)} rates, suggestion {self.suggestion:.2g}>"


def find_learning_rate(module: Any, train_data: Any, low: float = 1e-6, high: float = 1.0, steps: int = 100,
                       loss: Any = "ce", optimizer: Any = "sgd", optimizer_params: Any = ()) -> RateTest:
    """Train a copy of a module for some batches with rates from ``low`` to ``high``, and look at the loss.

    Parameters
    ----------
    module : Module
        What is to be trained; bound and initialized or not. It is left as it is.
    train_data : DataIter
        Batches to train with. It starts over where it ends, and is reset afterwards.
    low : float, default=1e-6
        The first rate.
    high : float, default=1.0
        The last rate; it is not reached where the loss grows to several times its least value before.
    steps : int, default=100
        How many rates, and batches, there are.
    loss : str or EvalMetric, default='ce'
        A metric that falls, such as ``"ce"`` for a softmax or ``"mse"``.
    optimizer : str or Optimizer, default='sgd'
        As of `Module.fit`.
    optimizer_params : dict or pairs, default=()
        As of `Module.fit`; a rate among them is not used.

    Returns
    -------
    RateTest
        What was found: ``rates``, ``losses``, ``suggestion``, and ``plot(path)``; notebooks show the curve.

    Examples
    --------
    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(mx.nd.random.normal(shape=(64, 3)), mx.nd.zeros(64), batch_size=8)
    >>> found = mx.callback.find_learning_rate(mx.mod.Module(net), data, low=1e-3, high=1, steps=20)
    >>> 1e-3 < found.suggestion < 1
    True
    """
    if not 0 < low < high or steps < 3:
        raise ValueError(f"expected 0 < low < high and three steps or more, got {low}, {high} and {steps}")
    trial = copy.copy(module)
    if not trial.binded:
        trial.bind(train_data.provide_data, train_data.provide_label)
    if not trial.params_initialized:
        trial.init_params()
    trial.init_optimizer(kvstore=None, optimizer=optimizer, force_init=True,
                         optimizer_params={**dict(optimizer_params), "learning_rate": low})
    measure = loss if isinstance(loss, _metric.EvalMetric) else _metric.create(loss)
    factor, rate = (high / low) ** (1 / (steps - 1)), low
    rates: list[float] = []
    losses: list[float] = []
    mean, batches = 0.0, _endless(train_data)
    for number in range(1, steps + 1):
        trial._optimizer.set_learning_rate(rate)
        batch = next(batches)
        measure.reset()
        trial.forward_backward(batch)
        trial.update_metric(measure, batch.label)
        trial.update()
        value = float(measure.get()[1])
        if not math.isfinite(value):
            break
        mean = _SMOOTHING * mean + (1 - _SMOOTHING) * value
        rates.append(rate)
        losses.append(mean / (1 - _SMOOTHING ** number))
        if losses[-1] > _DIVERGED * min(losses):
            break
        rate *= factor
    train_data.reset()
    return RateTest(rates, losses)


def _endless(data: Any) -> Any:
    while True:
        data.reset()
        empty = True
        for batch in data:
            empty = False
            yield batch
        if empty:
            raise MXNetError("find_learning_rate: the training data gave no batch")
