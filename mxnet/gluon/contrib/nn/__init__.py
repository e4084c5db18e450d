"""Further layers: branches side by side, pixel shuffles, tables with sparse gradients, synchronous normalization."""
from . import basic_layers
from .basic_layers import *  # noqa: F403

__all__ = basic_layers.__all__
