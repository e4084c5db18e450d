"""Estimator: trains a network epoch by epoch, and calls event handlers.

`estimator` has the loop, `batch_processor` the work on one batch, `event_handler` what may happen between batches;
`checkpoint` and `position` save and resume a run.
"""
from . import batch_processor, estimator, event_handler, utils
from .batch_processor import *  # noqa: F403
from .estimator import *  # noqa: F403
from .event_handler import *  # noqa: F403

__all__ = [*estimator.__all__, *event_handler.__all__, *batch_processor.__all__]
