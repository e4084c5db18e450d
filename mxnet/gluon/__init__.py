"""Gluon: networks as blocks, run eagerly or compiled, and a trainer for their parameters."""
import sys as _sys
from typing import TYPE_CHECKING

from ..core.absence import missing as _missing
from . import block, data, loss, nn, parameter, rnn, trainer, utils
from .block import Block, HybridBlock, SymbolBlock
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict, tensor_types
from .trainer import Trainer

__all__ = ["Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter", "ParameterDict",
           "SymbolBlock", "Trainer", "block", "data", "loss", "nn", "parameter", "rnn", "tensor_types", "trainer",
           "utils"]

_ROOMS = ("contrib", "model_zoo")  # imported on first use

if TYPE_CHECKING:  # and known to editors from the start, which can then report missing names
    from . import contrib, model_zoo
else:
    def __getattr__(name: str):
        if name in _ROOMS:
            # not importlib's import_module: a test that has put a mock there may be the first to enter
            home = f"{__name__}.{name}"
            __import__(home)
            return _sys.modules[home]
        raise _missing(__name__, name)
