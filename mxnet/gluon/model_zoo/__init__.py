"""Ready-made networks, and the files of their pretrained parameters."""
from . import model_store, vision

__all__ = ["model_store", "vision"]
