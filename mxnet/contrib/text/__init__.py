"""`mx.contrib.text`: words as indices and as vectors."""
from ...core.borrowed import borrowed as _borrowed
from . import embedding, utils, vocab

__all__ = ["embedding", "utils", "vocab"]


_borrowed(__name__)
