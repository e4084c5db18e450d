"""An optimizer simple enough to check by hand."""
from typing import Any

from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import Optimizer, register, zeros_like
from .batch import Batch


@register
class Test(Optimizer):
    """Add the gradient to the weight and keep a copy as state: ``w = w + rescale_grad * g``."""

    _keeps = ("weight",)

    __test__ = False  # not a test class, whatever its name

    def create_state(self, index: Any, weight: NDArray) -> NDArray:
        """Make the copy."""
        return zeros_like(weight, wide=True)

    def _step(self, batch: Batch) -> None:
        foreach.add_(batch.weights, batch.grads, alpha=self.rescale_grad)
        foreach.copy_(batch.states[0], batch.weights)
