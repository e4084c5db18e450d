"""Callbacks for `fit`: checkpoints, speed, metrics and progress in the log.

Batch-end callbacks take one `BatchEndParam` (epoch, nbatch, eval_metric, locals); epoch-end
callbacks take (epoch, symbol, arg_params, aux_params). The log lines are exactly MXNet's, because people parse them.
Callbacks that MXNet does not have are in `fit_callbacks` and `learning_rate_finder`.
"""
import logging
import math
import time
from collections.abc import Callable
from typing import Any

from .checkpoint import save_checkpoint
from .core.borrowed import borrowed as _borrowed
from .fit_callbacks import (
    BestCheckpoint,
    CSVLogger,
    EarlyStopping,
    ProgressLine,
    StopTraining,
    TensorBoard,
    on_batch,
    on_epoch,
)
from .learning_rate_finder import RateTest, find_learning_rate

__all__ = ["module_checkpoint", "do_checkpoint", "log_train_metric", "Speedometer", "ProgressBar",
           "LogValidationMetricsCallback", "TqdmProgressBar", "BestCheckpoint", "CSVLogger", "EarlyStopping",
           "ProgressLine", "RateTest", "StopTraining", "TensorBoard", "find_learning_rate", "on_batch", "on_epoch"]


def module_checkpoint(mod: Any, prefix: str, period: int = 1,
                      save_optimizer_states: bool = False) -> Callable[..., None]:
    """Make an epoch-end callback that calls ``mod.save_checkpoint`` every `period` epochs.

    Parameters
    ----------
    mod : BaseModule
        The module that is trained.
    prefix : str
        Beginning of the files' names.
    period : int, default=1
        How many epochs there are from one checkpoint to the next.
    save_optimizer_states : bool, default=False
        Whether to save the states of the optimizer as well.

    Returns
    -------
    Callable
        An ``epoch_end_callback``.
    """
    period = int(max(1, period))

    def checkpoint(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        if (iter_no + 1) % period == 0:
            # The third argument of a BucketingModule's save_checkpoint has another meaning.
            save = getattr(mod, "_save_checkpoint", mod.save_checkpoint)
            save(prefix, iter_no + 1, save_optimizer_states)

    return checkpoint


def do_checkpoint(prefix: str, period: int = 1) -> Callable[..., None]:
    """Make an epoch-end callback that saves symbol and parameters every `period` epochs.

    Writes ``<prefix>-symbol.json`` and ``<prefix>-<epoch>.params``, epochs counted from 1.

    Parameters
    ----------
    prefix : str
        Beginning of the files' names.
    period : int, default=1
        How many epochs there are from one checkpoint to the next.

    Returns
    -------
    Callable
        An ``epoch_end_callback``.
    """
    period = int(max(1, period))

    def checkpoint(iter_no: int, sym: Any, arg: Any, aux: Any) -> None:
        if (iter_no + 1) % period == 0:
            save_checkpoint(prefix, iter_no + 1, sym, arg, aux)

    return checkpoint


def log_train_metric(period: int, auto_reset: bool = False) -> Callable[[Any], None]:
    """Make a batch-end callback that logs the metric every `period` batches.

    Parameters
    ----------
    period : int
        How many batches there are from one line to the next.
    auto_reset : bool, default=False
        Whether the metric is reset after each line.

    Returns
    -------
    Callable
        A ``batch_end_callback``.
    """

    def log(param: Any) -> None:
        metric = param.eval_metric
        if param.nbatch % period or metric is None:
            return
        for name, value in metric.get_name_value():
            logging.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value)
        if auto_reset:
            metric.reset_local()

    return log


class Speedometer:
    """Log samples per second and the metric every `frequent` batches.

    With `auto_reset` the metric is reset after each line, so that a line covers only its own batches; the metric's
    global value is kept. The first batch of an epoch only starts the clock.

    Parameters
    ----------
    batch_size : int
        Samples in a batch.
    frequent : int, default=50
        How many batches there are from one line to the next.
    auto_reset : bool, default=True
        Whether the metric is reset after each line.
    """

    def __init__(self, batch_size: int, frequent: int = 50, auto_reset: bool = True) -> None:
        self.batch_size = batch_size
        self.frequent = frequent
        self.auto_reset = auto_reset
        self.init: bool = False
        self.tic: float = 0.0
        self.last_count: Any = 0

    def __call__(self, param: Any) -> None:
        count = param.nbatch
        if self.last_count > count:  # a new epoch
            self.init = False
        self.last_count = count
        if not self.init:
            self.init = True
            self.tic = time.time()
        elif count % self.frequent == 0:
            # The metric is read first: on a GPU that waits for the batches that are timed.
            pairs = None if param.eval_metric is None else param.eval_metric.get_name_value()
            elapsed = time.time() - self.tic
            speed = self.frequent * self.batch_size / elapsed if elapsed else float("inf")
            self._log(param, count, speed, pairs)
            self.tic = time.time()

    def _log(self, param: Any, count: int, speed: float, pairs: list | None) -> None:
        if pairs is None:
            logging.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, count, speed)
            return
        first = 0
        if self.auto_reset:
            param.eval_metric.reset_local()
            first = count - self.frequent
        logging.info("Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec" + "\t%s=%f" * len(pairs),
                     param.epoch, first, count, speed, *(item for pair in pairs for item in pair))


class ProgressBar:
    """Log a bar of `length` characters and the percentage of `total` batches done.

    Parameters
    ----------
    total : int
        Batches in an epoch.
    length : int, default=80
        Characters of the bar.
    """

    def __init__(self, total: int, length: int = 80) -> None:
        self.bar_len = length
        self.total = total

    def __call__(self, param: Any) -> None:
        count = param.nbatch
        filled = int(round(self.bar_len * count / float(self.total)))
        percents = math.ceil(100.0 * count / float(self.total))
        bar = "=" * filled + "-" * (self.bar_len - filled)
        logging.info("[%s] %s%s\r", bar, percents, "%")


class LogValidationMetricsCallback:
    """Log every validation metric at the end of an epoch (an `eval_end_callback`)."""

    def __call__(self, param: Any) -> None:
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)


class TqdmProgressBar:
    """Show one tqdm bar per epoch, followed by the metrics (a `batch_end_callback`).

    Needs the extra ``remixnet[progress]``.

    Parameters
    ----------
    total : int, optional
        Batches in an epoch; without it tqdm counts but shows no end.
    frequent : int, default=50
        Batches between two readings of the metric, which waits for the device.
    **options
        Further arguments of ``tqdm.auto.tqdm``, such as ``file`` or ``disable``.
    """

    def __init__(self, total: int | None = None, frequent: int = 50, **options: Any) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError(
                "TqdmProgressBar needs tqdm: pip install remixnet[progress]") from error
        self._tqdm = tqdm
        self.total = total
        self.frequent = frequent
        self.options = options
        self.bar: Any = None
        self._epoch: int | None = None

    def __call__(self, param: Any) -> None:
        if self.bar is None or param.epoch != self._epoch:
            self.close()
            self._epoch = param.epoch
            self.bar = self._tqdm(total=self.total, desc=f"Epoch[{param.epoch}]", unit="batch",
                                  **self.options)
        done = param.nbatch + 1  # batches are numbered from 0
        last = done == self.total
        if param.eval_metric is not None and (last or done % self.frequent == 0):
            values = {name: f"{value:f}" for name, value in param.eval_metric.get_name_value()}
            self.bar.set_postfix(values, refresh=False)
        self.bar.update(done - self.bar.n)
        if last:
            self.close()

    def close(self) -> None:
        """Finish the bar that is shown, if any."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


_borrowed(__name__)
