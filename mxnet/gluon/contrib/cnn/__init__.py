"""Further convolutions: those whose sampling points are computed."""
from . import conv_layers
from .conv_layers import *  # noqa: F403

__all__ = conv_layers.__all__
