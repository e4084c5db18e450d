"""Further layers: parallel branches, pixel shuffles, embeddings with sparse gradients, synchronized batch norm."""
from . import basic_layers
from .basic_layers import *  # noqa: F403

__all__ = basic_layers.__all__
