"""Networks that are ready to use, and the files of their trained parameters."""
from . import model_store, vision

__all__ = ["model_store", "vision"]
