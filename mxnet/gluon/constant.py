"""Constants of blocks: parameters that are not trained."""
from __future__ import annotations

import warnings
from typing import Any

from .. import initializer
from .. import ndarray as nd
from ..core import npmode
from ..ndarray import NDArray
from .param import Parameter


class _ConstantInit(initializer.Initializer):
    """Fill a parameter with a given array, whatever its name."""

    def __init__(self, value: NDArray) -> None:
        super().__init__()
        self._value = value

    def _init_weight(self, name: Any, arr: NDArray) -> None:
        self._value.copyto(arr)


class Constant(Parameter):
    """A constant parameter: it has no gradient and is not updated.

    Parameters
    ----------
    name : str
        Full name, prefix included.
    value
        Its value.

    Examples
    --------
    >>> const = mx.gluon.Constant("const", [[1, 2], [3, 4]])
    >>> const.initialize()
    >>> const.data().asnumpy().tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """

    _constant = "Constant"

    def __init__(self, name: str, value: Any) -> None:
        if not isinstance(value, NDArray):
            value = nd.array(value)
            value = value.as_np_ndarray() if npmode.get_array() else value
        self.value = value
        super().__init__(name, grad_req="null", shape=value.shape, dtype=value.dtype, init=_ConstantInit(value))

    def _var_init(self) -> Any:
        return None  # the value comes with the parameters; no text can express it

    @property
    def grad_req(self) -> str:
        """Always ``null``."""
        return "null"

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        self._grad_req = "null"
        if req != "null":
            warnings.warn(f"Constant '{self.name}' has no gradient: grad_req stays 'null', '{req}' is ignored",
                          stacklevel=2)
