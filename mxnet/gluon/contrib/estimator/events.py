"""The six events of training. A handler derives from those it handles."""
from __future__ import annotations

from typing import Any


class EventHandler:
    """Base of all handlers. Those with a lower ``priority`` are called first; the default is 0."""


class TrainBegin(EventHandler):
    """Called once, before the first epoch."""

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Do nothing, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            Not used.
        """


class TrainEnd(EventHandler):
    """Called once, after the last epoch."""

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Do nothing, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            Not used.
        """


class EpochBegin(EventHandler):
    """Called before the batches of an epoch, and of an evaluation."""

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Do nothing, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            Not used.
        """


class EpochEnd(EventHandler):
    """Called after the batches of an epoch, and of an evaluation."""

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Return whether training should stop: no, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            Not used.

        Returns
        -------
        bool or None
            Whether to stop.
        """
        return False


class BatchBegin(EventHandler):
    """Called with each batch before it is used."""

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Do nothing, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            ``batch``: the batch that comes next.
        """


class BatchEnd(EventHandler):
    """Called with each batch and what was computed from it."""

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Return whether training should stop: no, unless overridden.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args
            Not used.
        **kwargs
            ``batch``, and ``pred``, ``label`` and ``loss``, each a list with one array per context.

        Returns
        -------
        bool or None
            Whether to stop.
        """
        return False


def _check_event_handlers(handlers: Any) -> list:
    """Return a new list of handlers, from one, several or None."""
    handlers = [handlers] if isinstance(handlers, EventHandler) else list(handlers or ())
    for handler in handlers:
        if not isinstance(handler, EventHandler):
            raise ValueError(f"event_handlers: expected an EventHandler or a list of them; got a "
                             f"{type(handler).__name__}")
    return handlers
