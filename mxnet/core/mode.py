"""Per-thread recording and training switches; `autograd` sets them, calls read them."""
import threading


class Mode(threading.local):
    """The class attributes are the initial state of a new thread."""

    recording = False
    training = False
    trains_backward: bool | None = None  # while `autograd.backward` runs: its ``train_mode``; None: as forward did
    retaining: bool | None = None  # while a backward runs: whether another one will need the same values


mode: Mode = Mode()
