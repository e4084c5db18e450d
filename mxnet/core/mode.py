"""Recording and training switches of each thread; `autograd` sets them, calls read them."""
import threading


class Mode(threading.local):
    """Class attributes are the state a fresh thread starts with."""

    recording = False
    training = False
    trains_backward: bool | None = None  # while `autograd.backward` runs: its ``train_mode``; None: as forward did
    retaining: bool | None = None  # while a backward runs: whether another one will want the same values


mode: Mode = Mode()
