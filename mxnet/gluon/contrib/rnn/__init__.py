"""Further recurrent cells: convolutional ones, a projected LSTM, and dropout that is the same at every step."""
from . import conv_rnn_cell, rnn_cell
from .conv_rnn_cell import *  # noqa: F403
from .rnn_cell import *  # noqa: F403

__all__ = [*conv_rnn_cell.__all__, *rnn_cell.__all__]
