"""The functions of `mx.np` and `mx.npx` in terms of operators: written once, for arrays and for symbols.

Each function takes the front-end ``F`` first. A front-end makes its functions from them (`FUNCTIONS`, by namespace and
name) and provides:

``F.call(operator, *inputs, out=None, ctx=None, **params)``
    call an operator; ``ctx`` is where it creates something
``F.with_number(operator, x, number, out)``
    call an operator of an array and a number
``F.is_array(value)``, ``F.symbolic``
    tell what belongs to the front-end, and whether it only describes
"""
from . import (
    creation,
    distributions,
    elementwise,
    joining,
    linalg,
    products,
    random,
    ranges,
    reduction,
    selection,
    shaping,
)
from .functions import FUNCTIONS, is_number

__all__ = ["FUNCTIONS", "creation", "distributions", "elementwise", "is_number", "joining", "linalg", "products",
           "random", "ranges", "reduction", "selection", "shaping"]
