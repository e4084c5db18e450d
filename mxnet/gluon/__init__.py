"""Gluon: networks as blocks, run eagerly or compiled, and a trainer for their parameters."""
from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from ..core.absence import missing as _missing
from . import block, data, loss, nn, parameter, rnn, trainer, utils
from .block import Block, HybridBlock, SymbolBlock
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict, tensor_types
from .trainer import Trainer

__all__ = ["Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter", "ParameterDict",
           "SymbolBlock", "Trainer", "block", "data", "loss", "nn", "parameter", "rnn", "tensor_types", "trainer",
           "utils"]

_ROOMS = ("contrib", "model_zoo")  # entered at first use

if TYPE_CHECKING:  # and known to editors from the beginning, who also know then what is not there
    from . import contrib, model_zoo
else:
    def __getattr__(name: str):
        if name in _ROOMS:
            return _import_module(f"{__name__}.{name}")
        raise _missing(__name__, name)
