"""Learning rates as functions of the number of updates; optimizers call them every update.

A scheduler is stateful: `base_lr` is the current rate, and optimizers may overwrite it.
"""
import logging
from math import cos, pi

from .core.borrowed import borrowed as _borrowed
from .core.tuning import CATCH_UP_STEPS

__all__ = ["LRScheduler", "FactorScheduler", "MultiFactorScheduler", "PolyScheduler",
           "CosineScheduler"]


class LRScheduler:
    """Base of learning rate schedulers: a callable that returns the rate of each update.

    It computes the warm-up; a subclass defines ``__call__``.

    Parameters
    ----------
    base_lr : float, default=0.01
        Learning rate that the schedule starts from, and that the warm-up ends with.
    warmup_steps : int, default=0
        Number of updates before the schedule proper begins.
    warmup_begin_lr : float, default=0
        Learning rate of the first update, if there is a warm-up.
    warmup_mode : {'linear', 'constant'}, default='linear'
        Whether the rate rises in equal steps to ``base_lr`` in the warm-up, or stays at ``warmup_begin_lr``.
    """

    def __init__(self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        if not isinstance(warmup_steps, int):
            raise TypeError(f"warmup_steps must be an int; got {warmup_steps!r}")
        if warmup_steps < 0:
            raise ValueError("Warmup steps has to be positive or 0")
        if warmup_begin_lr > base_lr:
            raise ValueError("Base lr has to be higher than warmup_begin_lr")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError("Supports only linear and constant modes of warmup")
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_begin_lr = warmup_begin_lr
        self.warmup_final_lr = base_lr
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update: int) -> float:
        """Return the learning rate of an update in the warm-up.

        Parameters
        ----------
        num_update : int
            Number of the update, less than ``warmup_steps``.

        Returns
        -------
        float
            The rate.
        """
        if num_update >= self.warmup_steps:
            raise ValueError(f"update {num_update} comes after {self.warmup_steps} warm-up steps")
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        rise = (self.warmup_final_lr - self.warmup_begin_lr) * float(num_update)
        return self.warmup_begin_lr + rise / float(self.warmup_steps)

    def __call__(self, num_update: int) -> float:
        """Return the rate for update `num_update`, the largest count over all weights."""
        raise NotImplementedError("must override this")


class FactorScheduler(LRScheduler):
    """Multiply the learning rate by a factor after every ``step`` updates.

    Parameters
    ----------
    step : int
        Number of updates between two changes.
    factor : float, default=1
        What the rate is multiplied with, at most 1.
    stop_factor_lr : float, default=1e-08
        Lowest rate.
    base_lr : float, default=0.01
        Learning rate that the schedule starts from, and that the warm-up ends with.
    warmup_steps : int, default=0
        Number of updates before the schedule proper begins.
    warmup_begin_lr : float, default=0
        Learning rate of the first update, if there is a warm-up.
    warmup_mode : {'linear', 'constant'}, default='linear'
        Whether the rate rises in equal steps to ``base_lr`` in the warm-up, or stays at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=1)
    >>> [schedule(update) for update in (1, 10, 11, 21)]
    [1, 1, 0.5, 0.25]
    """

    base_lr: float

    def __init__(self, step: int, factor: float = 1, stop_factor_lr: float = 1e-8,
                 base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor > 1.0:
            raise ValueError("Factor must be no more than 1 to make lr reduce")
        self.step = step
        self.factor = factor
        self.stop_factor_lr = stop_factor_lr
        self.count: int = 0

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        # A resumed run catches up over several steps at once.
        while num_update > self.count + self.step:
            self.count += self.step
            before = self.base_lr
            self.base_lr *= self.factor
            if self.base_lr < self.stop_factor_lr:
                self.base_lr = self.stop_factor_lr
                logging.info("Update[%d]: now learning rate arrived at %0.5e, will not "
                             "change in the future", num_update, self.base_lr)
            else:
                logging.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
            behind = (num_update - self.count - 1) // self.step
            if behind > CATCH_UP_STEPS and not self.base_lr < before:  # nor will it be: only the count changes
                self.count += behind * self.step
        return self.base_lr


class MultiFactorScheduler(LRScheduler):
    """Multiply the learning rate by a factor at given updates.

    Parameters
    ----------
    step : list[int]
        Numbers of updates, ascending: after each of them the rate changes.
    factor : float, default=1
        What the rate is multiplied with, at most 1.
    base_lr : float, default=0.01
        Learning rate that the schedule starts from, and that the warm-up ends with.
    warmup_steps : int, default=0
        Number of updates before the schedule proper begins.
    warmup_begin_lr : float, default=0
        Learning rate of the first update, if there is a warm-up.
    warmup_mode : {'linear', 'constant'}, default='linear'
        Whether the rate rises in equal steps to ``base_lr`` in the warm-up, or stays at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.MultiFactorScheduler(step=[10, 15], factor=0.5, base_lr=1)
    >>> [schedule(update) for update in (10, 11, 16)]
    [1, 0.5, 0.25]
    """

    def __init__(self, step: list[int], factor: float = 1, base_lr: float = 0.01,
                 warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(step, list) or not step:
            raise ValueError(f"step must be a list of at least one update count; got {step!r}")
        for before, after in zip(step[:-1], step[1:], strict=True):
            if after <= before:
                raise ValueError("Schedule step must be an increasing integer list")
        if step[0] < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor > 1.0:
            raise ValueError("Factor must be no more than 1 to make lr reduce")
        self.step = step
        self.cur_step_ind: int = 0
        self.factor = factor
        self.count: int = 0

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        while self.cur_step_ind < len(self.step) and num_update > self.step[self.cur_step_ind]:
            self.count = self.step[self.cur_step_ind]
            self.cur_step_ind += 1
            self.base_lr *= self.factor
            logging.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
        return self.base_lr


class _Decay(LRScheduler):
    """Decay from `base_lr` to `final_lr` until update `max_update`, along a subclass's `_curve`."""

    def __init__(self, max_update: int, base_lr: float, final_lr: float, warmup_steps: int,
                 warmup_begin_lr: float, warmup_mode: str) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(max_update, int):
            raise TypeError(f"max_update must be an int; got {max_update!r}")
        if max_update < 1:
            raise ValueError("maximum number of updates must be strictly positive")
        self.base_lr_orig = base_lr
        self.max_update = max_update
        self.final_lr = final_lr
        self.max_steps = max_update - warmup_steps

    def _curve(self, done: int) -> float:
        raise NotImplementedError

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update:
            height = self.base_lr_orig - self.final_lr
            self.base_lr = self.final_lr + height * self._curve(num_update - self.warmup_steps)
        return self.base_lr


class PolyScheduler(_Decay):
    """Decay the learning rate polynomially: ``final_lr + (base_lr - final_lr) * (1 - update / max_update) ** pwr``.

    Parameters
    ----------
    max_update : int
        Number of updates until ``final_lr``, the warm-up included.
    base_lr : float, default=0.01
        Learning rate that the schedule starts from, and that the warm-up ends with.
    pwr : float, default=2
        Exponent.
    final_lr : float, default=0
        Learning rate from then on.
    warmup_steps : int, default=0
        Number of updates before the schedule proper begins.
    warmup_begin_lr : float, default=0
        Learning rate of the first update, if there is a warm-up.
    warmup_mode : {'linear', 'constant'}, default='linear'
        Whether the rate rises in equal steps to ``base_lr`` in the warm-up, or stays at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.PolyScheduler(max_update=10, base_lr=1, pwr=2)
    >>> [schedule(update) for update in (0, 5, 10)]
    [1.0, 0.25, 0.0]
    """

    def __init__(self, max_update: int, base_lr: float = 0.01, pwr: float = 2, final_lr: float = 0,
                 warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _curve(self, done: int) -> float:
        return pow(1 - float(done) / float(self.max_steps), self.power)


class CosineScheduler(_Decay):
    """Decay the learning rate along half a cosine wave.

    Parameters
    ----------
    max_update : int
        Number of updates until ``final_lr``, the warm-up included.
    base_lr : float, default=0.01
        Learning rate that the schedule starts from, and that the warm-up ends with.
    final_lr : float, default=0
        Learning rate from then on.
    warmup_steps : int, default=0
        Number of updates before the schedule proper begins.
    warmup_begin_lr : float, default=0
        Learning rate of the first update, if there is a warm-up.
    warmup_mode : {'linear', 'constant'}, default='linear'
        Whether the rate rises in equal steps to ``base_lr`` in the warm-up, or stays at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.CosineScheduler(max_update=10, base_lr=1)
    >>> [round(schedule(update), 2) for update in (0, 5, 10)]
    [1.0, 0.5, 0.0]
    """

    def __init__(self, max_update: int, base_lr: float = 0.01, final_lr: float = 0,
                 warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def _curve(self, done: int) -> float:
        return (1 + cos(pi * done / self.max_steps)) / 2


_borrowed(__name__)
