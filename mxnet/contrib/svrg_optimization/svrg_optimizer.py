"""The optimizer in the KVStore of an `SVRGModule`: it updates parameters, and assigns full gradients."""
from typing import Any

from ...core.errors import UnknownName
from ...ndarray import NDArray
from ...optimizer import Optimizer, create, register

__all__: list[str] = []

_FULL = "_full"  # suffix of a parameter's name: its gradient over all data
_BASE = ("rescale_grad", "param_idx2name", "wd", "clip_gradient", "learning_rate", "lr_scheduler", "sym",
         "begin_num_update", "multi_precision", "param_dict")


@register
class _AssignmentOptimizer(Optimizer):
    """Replace the stored value by the pushed one."""

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: None) -> None:
        """Assign."""
        weight[:] = grad


@register
class _SVRGOptimizer(Optimizer):
    """Update parameters by `default_optimizer`, a name or an Optimizer, and assign full gradients.

    All other params are those of the default optimizer.
    """

    def __init__(self, default_optimizer: str | Optimizer, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        self.default_opt = create(default_optimizer, **kwargs) if isinstance(default_optimizer, str) \
            else default_optimizer
        self.aux_opt = create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs: Any) -> dict[str, Any]:
        """Return the params that every optimizer has."""
        return {name: value for name, value in kwargs.items() if name in _BASE}

    def _check_index(self, index: Any) -> str:
        """Return the name of a parameter by its index or name."""
        names = self.idx2name.values()
        if index in names:
            return index
        if index not in self.idx2name:
            raise UnknownName("parameter", str(index), [str(name) for name in names])
        return self.idx2name[index]

    def _chosen(self, index: Any) -> Optimizer:
        name = self._check_index(index)
        # The whole suffix, and only together with its parameter: a "fullyconnected0_weight" is a parameter too.
        is_full = name.endswith(_FULL) and name[:-len(_FULL)] in self.idx2name.values()
        return self.aux_opt if is_full else self.default_opt

    def create_state(self, index: Any, weight: NDArray) -> Any:
        """Make the default optimizer's state; assignment needs none."""
        return self._chosen(index).create_state(index, weight)

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update by the default optimizer, or assign."""
        self._chosen(index).update(index, weight, grad, state)
