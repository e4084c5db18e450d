"""`mx.gluon.parameter`: parameters and dicts of them, under the name that programs import them by."""
from .. import ndarray, symbol
from ..core.borrowed import borrowed as _borrowed
from .param import Constant, DeferredInitializationError, Parameter
from .param_dict import ParameterDict

__all__ = ["DeferredInitializationError", "Parameter", "Constant", "ParameterDict", "tensor_types"]

tensor_types = (symbol.Symbol, ndarray.NDArray)

__getattr__ = _borrowed(__name__)
