"""Learning rates and weight decay of each parameter, as kept by `Optimizer`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..lr_scheduler import LRScheduler


class Rates:
    """One learning rate and one decay for all parameters, and per-parameter factors."""

    lr: Any
    wd: float
    lr_scheduler: LRScheduler | None
    num_update: int
    lr_mult: dict[Any, float]
    wd_mult: dict[Any, float]
    idx2name: dict[int, str]
    sym_info: tuple[Any, ...]
    param_dict: Mapping[Any, Any]

    @property
    def learning_rate(self) -> float:
        """Current learning rate, before per-parameter factors."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate.

        Parameters
        ----------
        lr : float
            The rate.

        Raises
        ------
        UserWarning
            If a scheduler sets it.
        """
        if self.lr_scheduler is not None:
            raise UserWarning("LRScheduler of the optimizer has already been defined. Note that"
                              " set_learning_rate can mutate the value of the learning rate of the"
                              " optimizer only when the LRScheduler of the optimizer is undefined.")
        self.lr = lr

    def set_lr_scale(self, args_lrscale: Any) -> None:
        """Raise DeprecationWarning: the old name of `set_lr_mult`.

        Parameters
        ----------
        args_lrscale
            What the old name took.
        """
        raise DeprecationWarning("use set_lr_mult")

    def set_lr_mult(self, args_lr_mult: dict[Any, float]) -> None:
        """Set per-parameter factors of the learning rate, overriding those of the symbol's attributes.

        Parameters
        ----------
        args_lr_mult : dict[Any, float]
            Factors by name or index.
        """
        self.lr_mult = {**self._attribute("__lr_mult__"), **args_lr_mult}

    def set_wd_mult(self, args_wd_mult: dict[Any, float]) -> None:
        """Set per-parameter factors of the weight decay, overriding those of the symbol's attributes.

        Parameters
        ----------
        args_wd_mult : dict[Any, float]
            Factors by name or index.
        """
        spared = {name: 0.0 for name in self.idx2name.values() if not self._decays(name)}
        self.wd_mult = {**spared, **self._attribute("__wd_mult__"), **args_wd_mult}

    def _decays(self, name: str) -> bool:
        return name.endswith(("_weight", "_gamma"))

    def _attribute(self, key: str) -> dict[Any, float]:
        if not self.sym_info:
            return {}
        attributes, names = self.sym_info
        return {name: float(attributes[name][key]) for name in names
                if key in attributes.get(name, ())}

    def _get_lrs(self, indices: list) -> list[float]:
        return self._multiplied(self.learning_rate, "lr_mult", indices)

    def _get_wds(self, indices: list) -> list[float]:
        return self._multiplied(self.wd, "wd_mult", indices)

    def _multiplied(self, value: float, kind: str, indices: list) -> list[float]:
        factors = getattr(self, kind)
        if not value or not (factors or self.param_dict):
            return [value] * len(indices)
        found = []
        for index in indices:
            if index in self.param_dict:
                factor = getattr(self.param_dict[index], kind)
            elif index in factors:
                factor = factors[index]
            else:
                factor = factors.get(self.idx2name.get(index), 1.0)
            found.append(value * factor)
        return found

    def _get_lr(self, index: Any) -> float:
        return self._get_lrs([index])[0]

    def _get_wd(self, index: Any) -> float:
        return self._get_wds([index])[0]

    # A program may have replaced the function for one parameter's rate; then all are requested one by one.
    def _rate_of_each(self, indices: list) -> list[float]:
        if type(self)._get_lr is Rates._get_lr:
            return self._get_lrs(indices)
        return [self._get_lr(index) for index in indices]

    def _decay_of_each(self, indices: list) -> list[float]:
        if type(self)._get_wd is Rates._get_wd:
            return self._get_wds(indices)
        return [self._get_wd(index) for index in indices]
