"""Types of the arguments of optimizers: for type checkers and editors only, not imported at run time."""
from collections.abc import Mapping
from typing import Any, Protocol, TypedDict, TypeVar

from ..lr_scheduler import LRScheduler
from ..symbol import Symbol
from .base import Optimizer

Class = TypeVar("Class", bound=type)


class Settings(TypedDict, total=False):
    """What every optimizer takes besides its own arguments and the learning rate."""

    rescale_grad: float
    param_idx2name: dict[int, str] | None
    wd: float
    clip_gradient: float | None
    lr_scheduler: LRScheduler | None
    sym: Symbol | None
    begin_num_update: int
    multi_precision: bool
    param_dict: Mapping[Any, Any] | None


class RatedSettings(Settings, total=False):
    """The same for optimizers with the common learning rate."""

    learning_rate: float | None


class Register(Protocol):
    """A class decorator that returns the class."""

    def __call__(self, klass: Class) -> Class: ...


class Create(Protocol):
    """Makes an optimizer by its name."""

    def __call__(self, name: str, **kwargs: Any) -> Optimizer: ...
