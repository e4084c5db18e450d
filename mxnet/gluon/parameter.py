"""`mx.gluon.parameter`: parameters and dicts of them, under the name from which programs import them."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ndarray, symbol
from ..core.borrowed import borrowed as _borrowed
from .constant import Constant
from .param import DeferredInitializationError, Parameter
from .param_dict import ParameterDict

if TYPE_CHECKING:
    from ..ndarray import NDArray
    from ..symbol import Symbol


__all__ = ["DeferredInitializationError", "Parameter", "Constant", "ParameterDict", "tensor_types"]

tensor_types: tuple[type[Symbol], type[NDArray]] = (symbol.Symbol, ndarray.NDArray)

_borrowed(__name__)
