"""Recording and training switches of each thread; `autograd` sets them, calls read them."""
import threading


class Mode(threading.local):
    """Class attributes are the state a fresh thread starts with."""

    recording = False
    training = False


mode = Mode()
