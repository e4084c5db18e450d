"""Automatic mixed precision: a name that programs import; its functions say that it comes later."""
from .amp import (
    convert_hybrid_block,
    convert_model,
    convert_symbol,
    init,
    init_trainer,
    scale_loss,
    unscale,
)

__all__ = ["convert_hybrid_block", "convert_model", "convert_symbol", "init", "init_trainer", "scale_loss", "unscale"]
