"""Callbacks that watch a whole run of `fit`: stop it early, keep the best parameters, write curves, show progress.

They are part of `mx.callback`. Each may be given as ``eval_end_callback``, and then sees the metrics of validation
after every epoch, or as ``batch_end_callback``, and then sees those of training. `StopTraining`, raised in any
callback, ends `fit`.
"""
from __future__ import annotations

import csv
import io
import math
import os
import sys
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

from .checkpoint import load_checkpoint, save_checkpoint
from .core.errors import MXNetError
from .core.opening import read_text
from .fileformat.atomic import atomic_write

if TYPE_CHECKING:
    from .ndarray import NDArray
    from .symbol import Symbol


__all__ = ["BestCheckpoint", "CSVLogger", "EarlyStopping", "ProgressLine", "StopTraining", "TensorBoard", "on_batch",
           "on_epoch"]

# Words in the names of metrics of which more is better; of all others less is.
_RISING = ("acc", "f1", "mcc", "auc", "map", "recall", "precision", "pearson", "correlation", "iou", "score", "bleu")


class StopTraining(Exception):
    """Raise it in a callback to end `fit`; the parameters stay as they are.

    Examples
    --------
    >>> def enough(param):
    ...     if param.eval_metric.get()[1] > 0.99:
    ...         raise mx.callback.StopTraining("accurate enough")
    """


def _ends_epoch(param: Any) -> bool:
    """Return whether a call is the last of an epoch: the end of validation, or the last batch of training."""
    return param.locals is None or param.locals.get("end_of_batch", True)


def _part(param: Any) -> str:
    return "train" if param.locals is not None and "end_of_batch" in param.locals else "validation"


def _values(param: Any) -> dict[str, float]:
    """Return the metrics of the whole epoch by name."""
    metric = param.eval_metric
    if metric is None:
        return {}
    return dict(metric.get_global_name_value() if _part(param) == "train" else metric.get_name_value())


def _module(param: Any) -> Any:
    found = (param.locals or {}).get("self")
    if found is None:
        raise MXNetError("this callback needs the module that is trained; give it to Module.fit")
    return found


class _Best:
    """The best value of one metric so far."""

    def __init__(self, monitor: str | None, mode: str, min_delta: float) -> None:
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"mode is 'min', 'max' or 'auto', got {mode!r}")
        self.monitor, self.mode, self.min_delta = monitor, mode, abs(min_delta)
        self.best: float | None = None
        self.best_epoch: int | None = None

    def _improves(self, param: Any) -> tuple[bool, str, float]:
        """Look at an epoch's metric; give whether it is the best yet, its name and value."""
        values = _values(param)
        if not values:
            raise MXNetError(f"{type(self).__name__}: there is no metric to watch")
        name = next(iter(values)) if self.monitor is None else self.monitor
        if name not in values:
            raise MXNetError(f"{type(self).__name__}: there is no metric {name!r}; there are {', '.join(values)}")
        value = float(values[name])
        rising = self.mode == "max" or (self.mode == "auto" and any(word in name.lower() for word in _RISING))
        gain = math.inf if self.best is None else value - self.best if rising else self.best - value
        better = not math.isnan(value) and (gain > self.min_delta or self.best is None)
        if better:
            self.best, self.best_epoch = value, param.epoch
        return better, name, value


class EarlyStopping(_Best):
    """End `fit` when a metric has not become better for some epochs.

    Parameters
    ----------
    monitor : str, optional
        Name of the metric; the first one if it is not given.
    patience : int, default=3
        How many epochs without a better value are waited for.
    min_delta : float, default=0.0
        By how much a value must be better to count.
    mode : str, default='auto'
        ``min``, ``max``, or ``auto``, by the metric's name: accuracies rise, losses fall.

    Examples
    --------
    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(mx.nd.ones((8, 3)), mx.nd.zeros(8), batch_size=4)
    >>> stopping = mx.callback.EarlyStopping(patience=2)
    >>> mx.mod.Module(net).fit(data, eval_data=data, num_epoch=100, eval_end_callback=stopping)
    >>> stopping.best, stopping.best_epoch < 90
    (1.0, True)
    """

    patience: int
    waited: int

    def __init__(self, monitor: str | None = None, patience: int = 3, min_delta: float = 0.0,
                 mode: str = "auto") -> None:
        super().__init__(monitor, mode, min_delta)
        if patience < 1:
            raise ValueError(f"EarlyStopping: patience is a number of epochs, 1 or more, got {patience}")
        self.patience, self.waited = patience, 0

    def __call__(self, param: Any) -> None:
        if not _ends_epoch(param):
            return
        better, name, value = self._improves(param)
        self.waited = 0 if better else self.waited + 1
        if not better and self.waited >= self.patience:
            raise StopTraining(f"{name} has not become better for {self.waited} epochs: {value:g}, best {self.best:g} "
                               f"in epoch {self.best_epoch}")


class BestCheckpoint(_Best):
    """Save a checkpoint whenever a metric is better than ever, and remove the one before.

    The new files are complete before the old ones go, so that there is always a whole checkpoint on disk.

    Parameters
    ----------
    prefix : str
        Beginning of ``<prefix>-symbol.json`` and ``<prefix>-<epoch>.params``; epochs count from 1, as those of
        `do_checkpoint` do.
    monitor : str, optional
        Name of the metric; the first one if it is not given.
    mode : str, default='auto'
        ``min``, ``max``, or ``auto``, by the metric's name: accuracies rise, losses fall.
    min_delta : float, default=0.0
        By how much a value must be better to count.
    save_optimizer_states : bool, default=False
        Whether to write ``<prefix>-<epoch>.states`` as well.

    Examples
    --------
    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(mx.nd.ones((8, 3)), mx.nd.zeros(8), batch_size=4)
    >>> best = mx.callback.BestCheckpoint("example")
    >>> mx.mod.Module(net).fit(data, eval_data=data, num_epoch=3, eval_end_callback=best)
    >>> symbol, arg_params, aux_params = best.load()
    >>> symbol.list_outputs()
    ['softmax_output']
    """

    prefix: str
    save_optimizer_states: bool

    def __init__(self, prefix: str, monitor: str | None = None, mode: str = "auto", min_delta: float = 0.0,
                 save_optimizer_states: bool = False) -> None:
        super().__init__(monitor, mode, min_delta)
        self.prefix, self.save_optimizer_states = os.fspath(prefix), save_optimizer_states
        self._files: list[str] = []

    def __call__(self, param: Any) -> None:
        if not _ends_epoch(param) or not self._improves(param)[0]:
            return
        module, number = _module(param), param.epoch + 1
        written = [f"{self.prefix}-{number:04d}.params"]
        save_checkpoint(self.prefix, number, module.symbol, *module.get_params())
        if self.save_optimizer_states:
            written.append(f"{self.prefix}-{number:04d}.states")
            module.save_optimizer_states(written[-1])
        for name in self._files:
            if name not in written and os.path.exists(name):
                os.remove(name)
        self._files = written

    def load(self) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
        """Load the checkpoint of the best epoch.

        Returns
        -------
        tuple
            ``(symbol, arg_params, aux_params)``.
        """
        if self.best_epoch is None:
            raise MXNetError("BestCheckpoint: nothing was saved yet")
        return load_checkpoint(self.prefix, self.best_epoch + 1)


class CSVLogger:
    """Write metrics to a CSV file, a row a value: epoch, part, metric, value, seconds since the start.

    One logger may be given as ``batch_end_callback`` and ``eval_end_callback`` at once. The file is written whole
    after every epoch.

    Parameters
    ----------
    path : str or os.PathLike
        Name of the file.
    append : bool, default=False
        Whether to go on with the rows of a file that is there.

    Examples
    --------
    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(mx.nd.ones((8, 3)), mx.nd.zeros(8), batch_size=4)
    >>> log = mx.callback.CSVLogger("run.csv")
    >>> mx.mod.Module(net).fit(data, eval_data=data, num_epoch=2, batch_end_callback=log, eval_end_callback=log)
    >>> from pathlib import Path
    >>> Path("run.csv").read_text().splitlines()[0]
    'epoch,part,metric,value,seconds'
    """

    HEAD = ("epoch", "part", "metric", "value", "seconds")

    def __init__(self, path: str | os.PathLike[str], append: bool = False) -> None:
        self.path: str | Any = os.fspath(path)
        self._text = io.StringIO(newline="")
        self._rows = csv.writer(self._text)
        if append and os.path.exists(self.path):
            self._text.write(read_text(self.path))
        else:
            self._rows.writerow(self.HEAD)
        self._started = time.time()

    def __call__(self, param: Any) -> None:
        if not _ends_epoch(param):
            return
        passed = f"{time.time() - self._started:.3f}"
        for name, value in _values(param).items():
            self._rows.writerow((param.epoch, _part(param), name, repr(float(value)), passed))
        with atomic_write(self.path, "w", encoding="utf-8") as file:
            file.write(self._text.getvalue())


class TensorBoard:
    """Write metrics of training and validation as TensorBoard curves of one folder, and the learning rate.

    Needs the extra ``remixnet[tensorboard]``. One object may be given as ``batch_end_callback`` and
    ``eval_end_callback`` at once; `mx.contrib.tensorboard.LogMetricsCallback` is MXNet's own.

    Parameters
    ----------
    folder : str
        Folder of the event files.
    every : int, default=0
        Batches between two values of training; 0 writes one per epoch.
    writer : Any, optional
        What takes the values by ``add_scalar(name, value, global_step)``; a SummaryWriter by default.
    """

    writer: Any
    every: int

    def __init__(self, folder: str, every: int = 0, writer: Any = None) -> None:
        if writer is None:
            try:
                from torch.utils.tensorboard import SummaryWriter
            except ImportError as error:
                raise ImportError("TensorBoard needs tensorboard: pip install remixnet[tensorboard]") from error
            writer = SummaryWriter(folder)
        self.writer, self.every, self._batches = writer, every, 0

    def __call__(self, param: Any) -> None:
        part = _part(param)
        if part == "train":
            self._batches += 1
            if self.every and self._batches % self.every == 0:
                self._write("batch", param.eval_metric.get_name_value() if param.eval_metric else (), self._batches)
        if _ends_epoch(param):
            self._write(part, _values(param).items(), param.epoch)
            optimizer = getattr((param.locals or {}).get("self"), "_optimizer", None)
            if part == "train" and optimizer is not None:
                self._write("train", [("learning_rate", optimizer.learning_rate)], param.epoch)
            if hasattr(self.writer, "flush"):
                self.writer.flush()

    def _write(self, part: str, values: Any, step: int) -> None:
        for name, value in values:
            self.writer.add_scalar(f"{part}/{name}", value, global_step=step)


# ---- functions of the user ----------------------------------------------------------------------------------------

def on_batch(function: Callable[[int, int, dict[str, float]], Any], every: int = 1) -> Callable[[Any], None]:
    """Make a callback that calls ``function(epoch, batch, metrics)`` every so many batches.

    Parameters
    ----------
    function : Callable
        Function of the epoch, the batch, and a dict of the metrics so far.
    every : int, default=1
        How many batches there are from one call to the next.

    Returns
    -------
    Callable
        A ``batch_end_callback``.

    Examples
    --------
    >>> show = mx.callback.on_batch(lambda epoch, batch, metrics: print(batch, metrics), every=100)
    """
    def callback(param: Any) -> None:
        if (param.nbatch + 1) % every == 0:
            function(param.epoch, param.nbatch, dict(param.eval_metric.get_name_value() if param.eval_metric else ()))
    return callback


def on_epoch(function: Callable[[int, dict[str, float]], Any]) -> Callable[[Any], None]:
    """Make a callback that calls ``function(epoch, metrics)`` at the end of every epoch.

    Parameters
    ----------
    function : Callable
        Function of the epoch and a dict of its metrics.

    Returns
    -------
    Callable
        A ``batch_end_callback`` for the metrics of training, or an ``eval_end_callback`` for those of validation.

    Examples
    --------
    >>> seen = []
    >>> keep = mx.callback.on_epoch(lambda epoch, metrics: seen.append((epoch, metrics["accuracy"])))
    """
    def callback(param: Any) -> None:
        if _ends_epoch(param):
            function(param.epoch, _values(param))
    return callback


class ProgressLine:
    """Show how far an epoch is, its metrics and its speed, in one line that is written over; ``fit(verbose=1)``.

    Where the output is no terminal, one line per epoch is written.

    Parameters
    ----------
    epochs : int, optional
        How many there will be, if that is known.
    stream : IO, optional
        Where to write; the standard error by default.
    seconds : float, default=0.5
        Time between two readings of the metric, which waits for the device.
    """

    epochs: int | None
    stream: IO[str] | None
    seconds: float

    def __init__(self, epochs: int | None = None, stream: IO[str] | None = None, seconds: float = 0.5) -> None:
        self.epochs, self.stream, self.seconds = epochs, stream, seconds
        self._epoch: int | None = None
        self._began = self._shown = 0.0
        self._samples = self._width = 0
        self._last = ""

    def __call__(self, param: Any) -> None:
        now, stream = time.time(), self.stream or sys.stderr
        if _part(param) == "validation":
            self._end(stream, f"{self._last}  {_shown(_values(param), 'val-')}")
            return
        if self._epoch != param.epoch:
            if self._last:
                self._end(stream, self._last)
            self._epoch, self._began, self._shown, self._samples = param.epoch, now, now, 0
        batch = (param.locals or {}).get("data_batch")
        data = getattr(batch, "data", None)
        self._samples += int(data[0].shape[0]) - (getattr(batch, "pad", 0) or 0) if data else 0
        ends = _ends_epoch(param)
        if not ends and now - self._shown < self.seconds:
            return
        self._shown = now
        values = _values(param) if ends else dict(param.eval_metric.get_name_value() if param.eval_metric else ())
        of = f"/{self.epochs}" if self.epochs is not None else ""
        speed = self._samples / max(time.time() - self._began, 1e-9)
        self._last = f"epoch {param.epoch + 1}{of}  batch {param.nbatch + 1}  {speed:.0f} samples/s  {_shown(values)}"
        if stream.isatty():
            stream.write("\r" + self._last.ljust(self._width))
            stream.flush()
            self._width = len(self._last)

    def close(self) -> None:
        """Write the line of the last epoch, if it was not yet."""
        if self._last:
            self._end(self.stream or sys.stderr, self._last)

    def _end(self, stream: IO[str], text: str) -> None:
        stream.write(("\r" if stream.isatty() else "") + text.ljust(self._width) + "\n")
        stream.flush()
        self._last, self._width = "", 0


def _shown(values: dict[str, float], prefix: str = "") -> str:
    return "  ".join(f"{prefix}{name}={value:.4g}" for name, value in values.items())
