"""Initializers to given values."""
from typing import Any

import numpy

from ..ndarray import NDArray
from .initializer import Initializer, alias, register


@register
@alias("zeros")
class Zero(Initializer):
    """Fill weights with 0."""

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0


@register
@alias("ones")
class One(Initializer):
    """Fill weights with 1."""

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """Fill weights with one value.

    Parameters
    ----------
    value
        A number, or an array of the weight's shape.

    Examples
    --------
    >>> weight = mx.nd.zeros(2)
    >>> mx.init.Constant(3)(mx.init.InitDesc("fc_weight"), weight)
    >>> weight.asnumpy().tolist()
    [3.0, 3.0]
    """

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = numpy.asarray(self.value) if isinstance(self.value, list) else self.value

    def dumps(self) -> str:
        """Return the initializer as JSON; an array becomes nested lists.

        Returns
        -------
        str
            The text.
        """
        value = self._kwargs["value"]
        if isinstance(value, NDArray):
            value = value.asnumpy()
        if isinstance(value, (numpy.ndarray, numpy.generic)):
            self._kwargs["value"] = value.tolist()
        return super().dumps()
