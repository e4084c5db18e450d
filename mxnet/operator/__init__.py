"""Operators written by users in Python: `CustomOp` and the older `NumpyOp` and `NDArrayOp`; introspection."""
from __future__ import annotations

import ctypes
from typing import NamedTuple

from ..base import NDArrayHandle
from ..core.borrowed import borrowed as _borrowed
from ..core.op import find, operators
from ..ndarray.array import NDArray
from .custom import CustomOp, CustomOpProp, register
from .older import NDArrayOp, NumpyOp, PythonOp

__all__ = ["CustomOp", "CustomOpProp", "NDArrayOp", "NumpyOp", "OperatorArguments", "PythonOp",
           "get_all_registered_operators", "get_operator_arguments", "register",
           "NDArray", "NDArrayHandle", "ctypes"]  # programs that cast handles take these from here


class OperatorArguments(NamedTuple):
    """The inputs and params of an operator.

    Parameters
    ----------
    narg : int
        Number of them.
    names : list[str]
        Their names, inputs first.
    types : list[str]
        Descriptions of their types.
    """

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """List the names of all operators.

    Returns
    -------
    list[str]
        Names, aliases included.

    Examples
    --------
    >>> "Convolution" in mx.operator.get_all_registered_operators()
    True
    """
    return list(operators())


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Return the inputs and params of an operator.

    Parameters
    ----------
    op_name : str
        Name of the operator.

    Returns
    -------
    OperatorArguments
        The number, names and types of its inputs and params.

    Raises
    ------
    MXNetError
        If there is no such operator; the message suggests similar names.

    Examples
    --------
    >>> found = mx.operator.get_operator_arguments("Activation")
    >>> found.narg, found.names
    (2, ['data', 'act_type'])
    """
    op = find(op_name)
    names = [item.name for item in op.schema.inputs]
    types = ["NDArray-or-Symbol"] * len(names)
    if op.schema.variadic:
        names, types = [op.schema.variadic], ["NDArray-or-Symbol[]"]
    for param in op.schema.params.values():
        names.append(param.name)
        types.append(param.describe())
    return OperatorArguments(len(names), names, types)


_borrowed(__name__)
