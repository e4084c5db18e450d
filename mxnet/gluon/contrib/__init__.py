"""`mx.gluon.contrib`: further layers, cells, samplers and text data sets, and an estimator."""
from typing import TYPE_CHECKING

from ...core.absence import missing as _missing
from . import cnn, data, estimator, nn, rnn

__all__ = ["cnn", "data", "estimator", "nn", "rnn"]


if not TYPE_CHECKING:  # editors tell a name that is misspelt
    def __getattr__(name: str):
        raise _missing(__name__, name)
