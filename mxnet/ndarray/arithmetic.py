"""Python operators of NDArray: a fast path for the common case, the registry for everything else."""
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core import trace
from ..core.copies import from_host
from ..core.mode import mode
from ..core.op import find
from ..core.op.registry import Bound
from ..core.ops.arithmetic import FAMILY
from ..core.torch_modes import inference
from .indexing import apart, check_writable
from .invoke import invoke, is_number, preparations, prepared, wrap

_FLOATS = (torch.float32, torch.float64)
_new = object.__new__


def binary(key: str, lhs: Any, rhs: Any, out: Any = None) -> Any:
    """Apply one arithmetic operator to arrays and numbers in any combination."""
    _, broadcast, _, scalar = FAMILY[key]
    if isinstance(lhs, _Arithmetic):
        if isinstance(rhs, _Arithmetic):
            changes = preparations.get(("op", broadcast[0]))
            if changes:
                (lhs, rhs), _ = prepared(changes, (lhs, rhs), {})
            return invoke(find(broadcast[0]).bind({}), (lhs, rhs), out)
        if is_number(rhs):
            return with_scalar(scalar[0], lhs, rhs, out)
    elif isinstance(rhs, _Arithmetic) and is_number(lhs):
        return with_scalar(REFLECTED.get(key, scalar[0]), rhs, lhs, out)
    elif is_number(lhs) and is_number(rhs):
        return _PLAIN[key](lhs, rhs)
    if isinstance(lhs, np.ndarray) and isinstance(rhs, _Arithmetic):
        return binary(key, _like(rhs, lhs), rhs, out)
    if isinstance(rhs, np.ndarray) and isinstance(lhs, _Arithmetic):
        return binary(key, lhs, _like(lhs, rhs), out)
    raise TypeError(f"type {type(rhs if isinstance(lhs, _Arithmetic) else lhs)} not supported")


@functools.lru_cache(maxsize=256)  # few, as programs keep computing with new numbers
def _scalar_call(name: str, scalar: float, sign: float) -> Bound:
    """Return the call of a scalar operator; zeros of both signs are equal, but not the same."""
    return find(name).bind({}).with_params(scalar=scalar)


def with_scalar(name: str, array: Any, scalar: Any, out: Any = None) -> Any:
    """Apply a scalar operator."""
    changes = preparations.get(("_internal", name))
    if changes:
        (array,), _ = prepared(changes, (array,), {})
    scalar = float(scalar)
    return invoke(_scalar_call(name, scalar, 0.0 if scalar else math.copysign(1.0, scalar)), (array,), out)


def _like(array, value: np.ndarray):
    data = from_host(value).to(array._data.device, array._data.dtype)
    return wrap(data, array._ctx, array.__class__)


REFLECTED = {"sub": "_rminus_scalar", "div": "_rdiv_scalar", "mod": "_rmod_scalar", "power": "_rpower_scalar",
              "greater": "_lesser_scalar", "lesser": "_greater_scalar",
              "greater_equal": "_lesser_equal_scalar", "lesser_equal": "_greater_equal_scalar"}
_PLAIN: dict[str, Callable] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "mod": operator.mod, "power": operator.pow, "maximum": max, "minimum": min,
    "hypot": lambda a, b: float(np.hypot(a, b)), "equal": lambda a, b: 1 if a == b else 0,
    "not_equal": lambda a, b: 1 if a != b else 0, "greater": lambda a, b: 1 if a > b else 0,
    "greater_equal": lambda a, b: 1 if a >= b else 0, "lesser": lambda a, b: 1 if a < b else 0,
    "lesser_equal": lambda a, b: 1 if a <= b else 0, "logical_and": lambda a, b: 1 if a and b else 0,
    "logical_or": lambda a, b: 1 if a or b else 0, "logical_xor": lambda a, b: 1 if bool(a) != bool(b) else 0,
}  # fmt: skip


def _forward(key: str, kernel: Callable | None = None) -> Any:
    """Make ``a op b``. With a torch kernel, equal float types take the fast path outside recording."""
    def method(self, other):
        if kernel is not None and not mode.recording and trace.report is None and not inference():
            data, cls = self._data, self.__class__
            try:
                if other.__class__ is cls:
                    right = other._data
                    if data.dtype is right.dtype and data.dtype in _FLOATS:
                        made = _new(cls)
                        made._data, made._ctx, made._ag = kernel(data, right), self._ctx, None
                        return made
                elif other.__class__ in (float, int) and data.dtype in _FLOATS:
                    made = _new(cls)
                    made._data, made._ctx, made._ag = kernel(data, other), self._ctx, None
                    return made
            except RuntimeError:
                pass  # `binary` raises with the operator's name
        if other is None or not isinstance(other, _OPERANDS):
            return _refuse(key, other)
        return binary(key, self, other)
    return method


def _backward(key: str, kernel: Callable | None = None) -> Any:
    """Make ``number op a``."""
    def method(self, other):
        if kernel is not None and not mode.recording and trace.report is None and not inference() \
                and other.__class__ in (float, int) and self._data.dtype in _FLOATS:
            try:
                made = _new(self.__class__)
                made._data, made._ctx, made._ag = kernel(self._data, other), self._ctx, None
                return made
            except RuntimeError:
                pass
        if other is None or not isinstance(other, _OPERANDS):
            return _refuse(key, other)
        return binary(key, other, self)
    return method


def _refuse(key: str, other):
    if other is None or key in ("equal", "not_equal"):
        raise TypeError(f"type {type(other)} not supported")
    return NotImplemented


def _inplace(key: str, method_name: str = "") -> Any:
    """Make ``a op= b``: writes to the array's own memory, so views and executors see it.

    ``method_name`` names the tensor method that computes the same, if there is one.
    """
    def method(self, other):
        check_writable(self, other)
        if not method_name:
            return binary(key, self, other, out=self)
        data = self._data
        right = other._data if isinstance(other, _Arithmetic) else other
        if trace.report is None and data.dtype in _FLOATS and (isinstance(right, (int, float)) or (
                isinstance(right, torch.Tensor) and right.dtype is data.dtype)):
            if right.__class__ is torch.Tensor and right.numel() != data.numel():
                right = apart(right, data)  # torch detects only overlaps of equal sizes
            try:
                getattr(data, method_name)(right)
                return self
            except RuntimeError:
                pass
        return binary(key, self, other, out=self)
    return method


def _comparing(kernel):
    """Make a comparison return the type of its operands."""
    def compare(left, right):
        return kernel(left, right).to(left.dtype)
    return compare


class _Arithmetic:
    """The operators as a mix-in."""

    __slots__ = ()
    __add__: Any = _forward("add", torch.add)
    __radd__: Any = _backward("add", torch.add)
    __sub__: Any = _forward("sub", torch.sub)
    __rsub__: Any = _backward("sub", torch.rsub)
    __mul__: Any = _forward("mul", torch.mul)
    __rmul__: Any = _backward("mul", torch.mul)
    __truediv__: Any = _forward("div", torch.div)
    __rtruediv__: Any = _backward("div")
    __div__: Any = __truediv__
    __rdiv__: Any = __rtruediv__
    __mod__: Any = _forward("mod")
    __rmod__: Any = _backward("mod")
    __pow__: Any = _forward("power")
    __rpow__: Any = _backward("power")
    __eq__: Any = _forward("equal", _comparing(torch.eq))
    __ne__: Any = _forward("not_equal", _comparing(torch.ne))
    __gt__: Any = _forward("greater", _comparing(torch.gt))
    __ge__: Any = _forward("greater_equal", _comparing(torch.ge))
    __lt__: Any = _forward("lesser", _comparing(torch.lt))
    __le__: Any = _forward("lesser_equal", _comparing(torch.le))
    __iadd__: Any = _inplace("add", "add_")
    __isub__: Any = _inplace("sub", "sub_")
    __imul__: Any = _inplace("mul", "mul_")
    __itruediv__: Any = _inplace("div", "div_")
    __idiv__: Any = __itruediv__
    __imod__: Any = _inplace("mod")

    def __neg__(self) -> Any:
        if self._data.dtype in _FLOATS and not mode.recording and trace.report is None:
            try:
                return wrap(torch.neg(self._data), self._ctx, self.__class__)
            except RuntimeError:
                pass
        return binary("mul", self, -1.0)

    def __abs__(self) -> Any:
        return invoke(find("abs").bind({}), (self,))

    def __hash__(self) -> int:
        """Arrays hash by identity: they are mutable, and ``==`` compares elements."""
        return id(self) // 16

    def __bool__(self) -> bool:
        if self._data.numel() == 0:
            return False
        if self._data.numel() == 1:
            return bool(self._data.item())
        raise ValueError("The truth value of an NDArray with multiple elements is ambiguous.")

    __nonzero__: Any = __bool__

    def __int__(self) -> int:
        return int(self._one())

    def __float__(self) -> float:
        return float(self._one())

    def __index__(self) -> int:
        value = self._one()
        if isinstance(value, float):
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return value

    def _one(self) -> Any:
        if self._data.numel() != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self._data.item()


# What NumPy calls for ``numpy_array + nd_array`` and similar.
UFUNCS: dict[Any, str] = {np.add: "add", np.subtract: "sub", np.multiply: "mul", np.true_divide: "div",
          np.remainder: "mod", np.power: "power", np.equal: "equal", np.not_equal: "not_equal",
          np.greater: "greater", np.greater_equal: "greater_equal", np.less: "lesser",
          np.less_equal: "lesser_equal"}
_OPERANDS = (_Arithmetic, int, float, bool, np.generic, np.ndarray)
__all__ = ["UFUNCS", "_Arithmetic", "binary", "with_scalar"]
