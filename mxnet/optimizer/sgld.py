"""Langevin dynamics."""
import math
from typing import Any

from .. import random
from ..core import dtype as dtypes
from ..ndarray import NDArray
from ..ndarray.tensors import buffer_of, tensor_of
from .base import Optimizer, register


@register
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics: it draws samples instead of finding an optimum.

    A step is half a gradient step plus normal noise of variance ``lr``.

    Patterson and Teh, "Stochastic Gradient Riemannian Langevin Dynamics on the Probability Simplex", NIPS 2013.
    """

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: None) -> None:
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        (gradient,) = self._scaled([tensor_of(grad)], rescale=self.rescale_grad)
        tensor = buffer_of(weight)
        tensor.add_(gradient + wd * tensor, alpha=-lr / 2)
        noise = random.normal(0, math.sqrt(lr), shape=weight.shape, ctx=weight.context,
                              dtype=dtypes.dtype_name(tensor.dtype))
        tensor.add_(tensor_of(noise))
