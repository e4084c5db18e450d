"""Automatic mixed precision: float16 or bfloat16 where it is faster, float32 where precision matters."""
from ...core.borrowed import borrowed as _borrowed
from . import amp, lists, loss_scaler
from .amp import *  # noqa: F403

__all__ = amp.__all__


_borrowed(__name__)
