"""`mx.gluon.contrib`: further layers, cells, samplers and text data sets."""
from .. import _later
from . import cnn, data, nn, rnn

__all__ = ["cnn", "data", "nn", "rnn"]


def __getattr__(name: str):
    return _later(f"contrib.{name}")
