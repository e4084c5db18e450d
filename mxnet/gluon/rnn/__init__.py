"""Recurrent networks: cells that do one step, and layers that run whole sequences."""
from . import rnn_cell, rnn_layer
from .rnn_cell import *  # noqa: F403
from .rnn_layer import *  # noqa: F403

__all__ = [*rnn_cell.__all__, *rnn_layer.__all__]
