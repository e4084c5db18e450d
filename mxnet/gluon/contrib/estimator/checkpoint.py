"""CheckpointHandler: saves a run as it progresses, and resumes it."""
from __future__ import annotations

import os
import re
from typing import Any

from ....metric import EvalMetric
from .events import BatchEnd, EpochBegin, EpochEnd, TrainBegin
from .monitor import comparison, monitored, worst
from .position import Position, random_state


class CheckpointHandler(TrainBegin, EpochBegin, BatchEnd, EpochEnd):
    """Save parameters and the trainer's states every few epochs or batches.

    A checkpoint is ``PREFIX-epochEbatchB.params``, ``.states``, and ``.position``, which has the random generators; the
    best one is ``PREFIX-best``. ``PREFIX-symbol.json`` is the network, if it is hybridized. A resumed run continues as
    if it had never stopped, with bitwise identical parameters if batches are made in this process; from MXNet's own
    checkpoints, which have no position, it starts an epoch with the current generators. Other handlers start over:
    early stopping counts its epochs from there, and metrics see the remaining batches.

    Parameters
    ----------
    model_dir : str
        Folder of the files; created if it does not exist.
    model_prefix : str, default='model'
        Prefix of their names.
    monitor : EvalMetric, optional
        A metric of the estimator, whose best value decides which checkpoint is the best.
    verbose : int, default=0
        1 to log each checkpoint.
    save_best : bool, default=False
        Whether to keep the best checkpoint too.
    mode : str, default='auto'
        ``'min'`` or ``'max'``: which value of the metric is better. ``'auto'`` is as ``'max'``, with a warning.
    epoch_period : int | None, default=1
        Epochs between checkpoints; None for none.
    batch_period : int, optional
        Batches between checkpoints; None for none.
    max_checkpoints : int, default=5
        How many are kept, without the best; older ones are removed.
    resume_from_checkpoint : bool, default=False
        Whether to resume from the latest checkpoint in ``model_dir``, if there is one. The number of epochs or batches
        of `Estimator.fit` then includes those done before.
    """

    model_dir: str
    model_prefix: str
    monitor: EvalMetric | None
    verbose: int
    save_best: bool
    epoch_period: int | None
    batch_period: int | None
    max_checkpoints: int
    resume_from_checkpoint: bool
    current_batch: int
    current_epoch: int
    trained_epoch: int
    trained_batch: int

    def __init__(self, model_dir: str, model_prefix: str = "model", monitor: EvalMetric | None = None, verbose: int = 0,
                 save_best: bool = False, mode: str = "auto", epoch_period: int | None = 1,
                 batch_period: int | None = None, max_checkpoints: int = 5,
                 resume_from_checkpoint: bool = False) -> None:
        os.makedirs(model_dir, exist_ok=True)
        self.model_dir, self.model_prefix = model_dir, model_prefix
        self.monitor, self.verbose, self.save_best = monitor, verbose, save_best
        self.epoch_period, self.batch_period = epoch_period, batch_period
        self.max_checkpoints, self.resume_from_checkpoint = max_checkpoints, resume_from_checkpoint
        self.saved_checkpoints: list[str] = []
        self.current_batch = self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        self._before = 0  # epochs that a resumed run has already done
        self._done = 0    # batches of this epoch
        self._begin: dict | None = None
        if save_best:
            if not isinstance(monitor, EvalMetric):
                raise ValueError("CheckpointHandler: save_best needs a monitor, one of estimator.train_metrics and "
                                 f"estimator.val_metrics; got {monitor!r}")
            self.monitor_op: Any = comparison("CheckpointHandler", monitor, mode)
            self.best: float = worst(self.monitor_op)

    # ---- events -----------------------------------------------------------------------------------

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting, and resume from a checkpoint if requested."""
        self.current_batch = self.current_epoch = self._before = self._done = 0
        if self.save_best:
            self.best = worst(self.monitor_op)
        if self.resume_from_checkpoint:
            self._check_periods(estimator)
            self._resume_from_checkpoint(estimator)

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Remember the random state from which this epoch's batches are drawn."""
        position = estimator._position
        if self.batch_period:
            self._begin = position.begin or position.now if position else random_state()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Save the network after the first batch, and a checkpoint after each period."""
        self._done += 1
        if self.current_batch == 0:
            self._save_symbol(estimator)
        if self.batch_period and (self.current_batch + 1) % self.batch_period == 0:
            self._save_checkpoint(estimator, Position(random_state(), self._begin, self._done))
        self.current_batch += 1

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Save a checkpoint after each period."""
        self._done = 0
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            self._save_checkpoint(estimator, Position(random_state()))
        self.current_epoch += 1

    # ---- saving -----------------------------------------------------------------------------------

    def _save_checkpoint(self, estimator: Any, position: Position) -> None:
        epoch, batch = self.current_epoch, self.current_batch
        if self.resume_from_checkpoint:
            # MXNet numbers the batches of such a run from one if it counts batches, and from zero if it counts epochs
            epoch, batch = epoch + self._before, batch + self.trained_batch + (not estimator.max_epoch)
        prefix = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        better = self._better(estimator)
        if self.save_best:
            position.best = self.best
        position.save(self._path(prefix + ".position"))
        self._save_params_and_trainer(estimator, prefix)
        self._log(estimator, f"trained total {self.current_batch + 1} batches, saving model at {self.model_dir} with "
                             f"prefix: {prefix}")
        if better:
            self._save_params_and_trainer(estimator, self.model_prefix + "-best")

    def _better(self, estimator: Any) -> bool:
        """Compare the monitored value with the best one, and keep it if it is better."""
        if not self.save_best or self.monitor is None:
            return False
        name, value = monitored("CheckpointHandler", self.monitor)
        if value is None:
            return False
        if not self.monitor_op(value, self.best):
            self._log(estimator, f"{name} did not improve from {self.best:.5f}, skipping updating best model")
            return False
        self._log(estimator, f"{name} improved from {self.best:.5f} to {value:.5f}, updating best model at "
                             f"{self.model_dir} with prefix: {self.model_prefix}-best")
        self.best = value
        return True

    def _log(self, estimator: Any, text: str) -> None:
        if self.verbose > 0:
            estimator.logger.info("[Epoch %d] CheckpointHandler: %s", self.current_epoch, text)

    def _path(self, name: str) -> str:
        return os.path.join(self.model_dir, name)

    def _save_symbol(self, estimator: Any) -> None:
        path = self._path(self.model_prefix + "-symbol.json")
        graph = getattr(estimator.net, "_cached_graph", None)
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info("Model architecture is not saved: %s is written for a HybridBlock that was "
                                  "hybridized before training.", path)

    def _save_params_and_trainer(self, estimator: Any, file_prefix: str) -> None:
        # Resuming looks for .params, which therefore come last: a killed run leaves no partial checkpoint.
        estimator.trainer.save_states(self._path(file_prefix + ".states"))
        estimator.net.save_parameters(self._path(file_prefix + ".params"))
        if file_prefix == self.model_prefix + "-best":
            return
        if file_prefix in self.saved_checkpoints:
            self.saved_checkpoints.remove(file_prefix)
        self.saved_checkpoints.append(file_prefix)
        while len(self.saved_checkpoints) > self.max_checkpoints:
            self._remove(self.saved_checkpoints.pop(0))

    def _remove(self, file_prefix: str) -> None:
        for ending in (".params", ".states", ".position"):
            if os.path.exists(self._path(file_prefix + ending)):
                os.remove(self._path(file_prefix + ending))

    # ---- resuming ---------------------------------------------------------------------------------

    def _check_periods(self, estimator: Any) -> None:
        right, wrong = (self.batch_period, self.epoch_period) if estimator.max_batch else \
            (self.epoch_period, self.batch_period)
        if wrong or not right:
            kind, other = ("batch", "epoch") if estimator.max_batch else ("epoch", "batch")
            raise AssertionError(f"CheckpointHandler: a run that is told its number of {kind}s resumes from "
                                 f"checkpoints of {kind}s alone; set {kind}_period, and {other}_period=None")

    def _find(self) -> list[tuple[int, int]]:
        """Return epoch and batch of each checkpoint in the directory, in order."""
        begin, found = self.model_prefix + "-epoch", []
        for name in os.listdir(self.model_dir):
            if name.startswith(begin) and name.endswith(".params"):
                numbers = re.fullmatch(r"(\d+)batch(\d+)\.params", name[len(begin):])
                if numbers is None:
                    raise ValueError(f"CheckpointHandler: {self._path(name)} should be called {begin}EPOCHbatchBATCH"
                                     ".params")
                found.append((int(numbers[1]), int(numbers[2])))
        return sorted(found)

    def _resume_from_checkpoint(self, estimator: Any) -> None:
        found = self._find()
        self.trained_epoch, self.trained_batch = found[-1] if found else (-1, -1)
        self._before = self.trained_epoch + 1
        self.saved_checkpoints = [f"{self.model_prefix}-epoch{epoch}batch{batch}" for epoch, batch in found]
        if not found:
            estimator.logger.info("CheckpointHandler: No checkpoint found, training from scratch for %s",
                                  _amount(estimator))
            return
        self._leave_the_rest(estimator)
        self._load(estimator, self.saved_checkpoints[-1])
        estimator.logger.warning("CheckpointHandler: Checkpoint resumed from epoch %d batch %d, continue to train for "
                                 "%s", self.trained_epoch, self.trained_batch, _amount(estimator))

    def _leave_the_rest(self, estimator: Any) -> None:
        """Subtract what was done before from the number of epochs or batches to do."""
        asked, done = (estimator.max_epoch, self.trained_epoch + 1) if estimator.max_epoch else \
            (estimator.max_batch, self.trained_batch + 1)
        if done >= asked:
            raise ValueError(f"CheckpointHandler: the checkpoint in {self.model_dir} has {done} behind it, and "
                             f"{_amount(estimator)} were asked for, so none is left to train; ask for more, or set "
                             "resume_from_checkpoint=False to train from scratch")
        if estimator.max_epoch:
            estimator.max_epoch -= done
        else:
            estimator.max_batch -= done

    def _load(self, estimator: Any, prefix: str) -> None:
        params, states, position = (self._path(prefix + ending) for ending in (".params", ".states", ".position"))
        if not os.path.exists(states):
            raise AssertionError(f"CheckpointHandler: {params} has no {states} beside it")
        estimator.net.load_parameters(params, ctx=estimator.context)
        estimator.trainer.load_states(states)
        if os.path.exists(position):
            self._go_on_from(estimator, Position.load(position))

    def _go_on_from(self, estimator: Any, position: Position) -> None:
        if position.done and position.done != estimator._epoch_batches:
            self._before -= 1  # the epoch continues
            self._done = position.done
        else:
            position.done, position.begin = 0, None
        if self.save_best and position.best is not None:
            self.best = position.best
        estimator._position = position


def _amount(estimator: Any) -> str:
    return f"{estimator.max_batch} batches" if estimator.max_batch else f"{estimator.max_epoch} epochs"
