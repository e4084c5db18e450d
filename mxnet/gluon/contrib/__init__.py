"""`mx.gluon.contrib`: further layers, cells, samplers and text data sets, and an estimator."""
from .. import _later
from . import cnn, data, estimator, nn, rnn

__all__ = ["cnn", "data", "estimator", "nn", "rnn"]


def __getattr__(name: str):
    return _later(f"contrib.{name}")
