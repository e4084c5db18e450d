"""Whether calls are recorded, and whether operators compute as in training: switches and scopes of `mx.autograd`."""
import io
from collections.abc import Callable
from functools import partial
from typing import Any

from .core.mode import mode

__all__ = ["is_recording", "is_training", "pause", "predict_mode", "record", "set_recording", "set_training",
           "train_mode"]


def set_recording(is_recording: bool) -> bool:
    """Switch recording on or off in this thread.

    Parameters
    ----------
    is_recording : bool
        Whether to record.

    Returns
    -------
    bool
        The state before.
    """
    before, mode.recording = mode.recording, bool(is_recording)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch between training and prediction in this thread.

    Parameters
    ----------
    train_mode : bool
        Whether operators such as Dropout behave as in training.

    Returns
    -------
    bool
        The state before.
    """
    before, mode.training = mode.training, bool(train_mode)
    return before


def is_recording() -> bool:
    """Return whether calls are being recorded.

    Returns
    -------
    bool
        Whether they are.
    """
    return mode.recording


def is_training() -> bool:
    """Return whether operators such as Dropout behave as in training.

    Returns
    -------
    bool
        Whether they do.
    """
    return mode.training


class _Scope(io.IOBase):
    """A with block that sets recording and training, and restores both, even if Ctrl-C comes while it ends.

    Python raises KeyboardInterrupt between two bytecodes, such as the first of an ``__exit__`` written in Python, which
    would leave the thread recording. The one of `io.IOBase` is written in C and calls ``close``, here a C function too.
    """

    closed: Any = True  # the finalizer of `io.IOBase` closes what is not
    close: Callable[[], Any]  # set by `__enter__`: restores the state before

    def __init__(self, recording: bool | None, training: bool | None) -> None:
        self._recording, self._training = recording, training

    def __enter__(self) -> None:  # type: ignore[override]
        self.close = partial(mode.__dict__.update, {"recording": mode.recording, "training": mode.training})
        if self._recording is not None:
            mode.recording = self._recording
        if self._training is not None:
            mode.training = self._training


def record(train_mode: bool = True) -> _Scope:
    """Record what is computed in this ``with`` block, so that gradients can be computed.

    Parameters
    ----------
    train_mode : bool, default=True
        Whether operators such as Dropout behave as in training.

    Returns
    -------
    context manager
        It restores the state before.

    Examples
    --------
    >>> x = mx.nd.array([1.0, 2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad.asnumpy().tolist()
    [2.0, 4.0]
    """
    return _Scope(True, train_mode)


def pause(train_mode: bool = False) -> _Scope:
    """Stop to record in this ``with`` block.

    Parameters
    ----------
    train_mode : bool, default=False
        Whether operators such as Dropout behave as in training.

    Returns
    -------
    context manager
        It restores the state before.
    """
    return _Scope(False, train_mode)


def train_mode() -> _Scope:
    """Run this ``with`` block as in training, recording or not.

    Returns
    -------
    context manager
        It restores the state before.
    """
    return _Scope(None, True)


def predict_mode() -> _Scope:
    """Run this ``with`` block as in prediction, recording or not.

    Returns
    -------
    context manager
        It restores the state before.
    """
    return _Scope(None, False)
