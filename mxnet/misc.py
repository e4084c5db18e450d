"""Schedules of the oldest programs, which import them from here; `mx.lr_scheduler` has today's."""
import logging

from .core.borrowed import borrowed as _borrowed


class LearningRateScheduler:
    """Base of a schedule: call it with the number of iterations for the rate."""

    def __init__(self) -> None:
        self.base_lr: float = 0.01

    def __call__(self, iteration: int) -> float:
        """Return the rate at an iteration."""
        raise NotImplementedError("must override this")


class FactorScheduler(LearningRateScheduler):
    """Multiply the rate by `factor` after every `step` iterations."""

    def __init__(self, step: int, factor: float = 0.1) -> None:
        super().__init__()
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor >= 1.0:
            raise ValueError("Factor must be less than 1 to make lr reduce")
        self.step = step
        self.factor = factor
        self.old_lr: float | None = None

    def __call__(self, iteration: int) -> float:
        """Return the rate at an iteration, and log when it is a new one."""
        rate = self.base_lr * self.factor ** (iteration // self.step)
        if rate != (self.base_lr if self.old_lr is None else self.old_lr):
            logging.info("At Iteration [%d]: Swith to new learning rate %.5f", iteration, rate)
        self.old_lr = rate
        return rate


_borrowed(__name__)
