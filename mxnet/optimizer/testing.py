"""An optimizer simple enough to check by hand."""

from ..core.torch_private import foreach
from .base import Optimizer, register
from .batch import Batch


@register
class Test(Optimizer):
    """Add the gradient to the weight and keep a copy as state: ``w = w + rescale_grad * g``."""

    _keeps = ("weight",)
    _by_row = True
    _form = {"wide": True}

    __test__ = False  # not a test class, whatever its name

    def _step(self, batch: Batch) -> None:
        foreach.add_(batch.weights, batch.grads, alpha=self.rescale_grad)
        foreach.copy_(batch.states[0], batch.weights)
