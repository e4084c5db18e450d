"""The table of functions, and common checks of their arguments."""
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

# in annotations: the front-end's type, `mx.np.ndarray` or a symbol
Array: TypeAlias = Any

# namespace -> name -> function(F, ...)
FUNCTIONS: dict[str, dict[str, Callable]] = {"np": {}, "linalg": {}, "random": {}, "npx_random": {}}
NUMBERS = (int, float, np.generic)
# functions that are also methods of arrays and symbols
METHODS = ("all any argmax argmin argsort clip cumsum dot max mean min nonzero prod repeat round sort squeeze std sum "
           "swapaxes take var").split()


def function(space: str = "np", *aliases: str, arrays_only: bool = False) -> Callable:
    """Add a function to the table, under its own name and others; some are not supported for symbols."""
    def register(made: Callable) -> Callable:
        made.arrays_only = arrays_only  # type: ignore[attr-defined]
        for name in (made.__name__.rstrip("_"), *aliases):
            FUNCTIONS[space][name] = made
        return made
    return register


def is_number(value: object) -> bool:
    """Return whether a value counts as a number next to arrays."""
    return isinstance(value, NUMBERS)


def row_order(order: str, name: str) -> None:
    """Refuse any order but row-major."""
    if order != "C":
        raise NotImplementedError(f"{name}: only order='C' is supported, got {order!r}")


def refuse(name: str, **given: object) -> None:
    """Refuse arguments that MXNet has but does not implement."""
    for key, value in given.items():
        if value:
            raise NotImplementedError(f"{name}: {key} is not supported")


def listed(arrays: object) -> list:
    """Return arrays of a sequence; a generator is refused, as in MXNet."""
    if not hasattr(arrays, "__getitem__") and hasattr(arrays, "__iter__"):
        raise ValueError(f"expected iterable for arrays but got {type(arrays)}")
    return list(arrays)  # type: ignore[call-overload]
