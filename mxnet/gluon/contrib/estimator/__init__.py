"""Estimator: trains a network epoch by epoch, and calls event handlers on the way.

`estimator` has the loop, `batch_processor` what is done with one batch, `event_handler` all that may happen between
batches; `checkpoint` and `position` save a run and take it up again.
"""
from . import batch_processor, estimator, event_handler, utils
from .batch_processor import *  # noqa: F403
from .estimator import *  # noqa: F403
from .event_handler import *  # noqa: F403

__all__ = [*estimator.__all__, *event_handler.__all__, *batch_processor.__all__]
