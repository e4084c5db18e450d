"""`mx.contrib.text`: words as indices and as vectors."""
from . import embedding, utils, vocab

__all__ = ["embedding", "utils", "vocab"]
