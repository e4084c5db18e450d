"""Whether a program has replaced methods of a module: in a subclass, on the class itself, or on the object."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

# What a step of `fit` calls; what a program replaces is called separately.
STEP = ("forward", "backward", "forward_backward", "update", "update_metric", "_update_metric_from")


class Methods:
    """The methods of a class as it was defined.

    Comparing with the class as it is now would miss a program that assigns to it: ``Module.forward_backward = mine``.
    """

    __slots__ = ("_functions",)

    def __init__(self, cls: type, names: Iterable[str] = STEP) -> None:
        self._functions: dict[str, Callable[..., Any]] = {name: getattr(cls, name) for name in names}

    def replaced(self, module: Any, names: Iterable[str] = STEP) -> bool:
        """Return whether any of them is another for this object."""
        cls, own, functions = type(module), vars(module), self._functions
        return any(getattr(cls, name) is not functions[name] or name in own for name in names)
