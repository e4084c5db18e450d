"""Which operators compute in which type, one module per narrow type."""
from ....core.borrowed import borrowed as _borrowed
from . import symbol_bf16, symbol_fp16

__all__ = ["symbol_bf16", "symbol_fp16"]


_borrowed(__name__)
