"""`mxnet.ndarray.utils`, where MXNet creates, saves and loads arrays of every storage type: names of `mx.nd`."""
from ..core.borrowed import borrowed
from .creation import array, empty, zeros
from .serialization import load, load_frombuffer, save

__all__ = ["zeros", "empty", "array", "load", "load_frombuffer", "save"]

borrowed(__name__)
