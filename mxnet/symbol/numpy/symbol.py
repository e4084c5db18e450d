"""The symbol with NumPy's interface: one output is an array that can be sliced, several are a list."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...core.op import find
from ...core.reshape import numpy_shape
from ..create import create
from ..symbol import Group, Symbol

_INTEGERS = (int, np.integer)


class _Symbol(Symbol):
    """A symbolic computation with NumPy's functions, operators and indices."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    _is_np = True

    @property
    def num_outputs(self) -> int:
        """How many outputs there are."""
        return len(self._outputs)

    @property
    def name(self) -> str | None:
        """The node's name; a group has none."""
        if len(self._outputs) > 1:
            raise AttributeError(f"This is a Group Symbol that contains {self.num_outputs} elements and does not have "
                                 "a name. Use str(sym) to print the name of all the elements instead.")
        return super().name

    def __repr__(self) -> str:
        if len(self._outputs) > 1:
            return f"<{type(self).__name__} group [{', '.join(map(str, self))}]>"
        return f"<{type(self).__name__} {self.name}>"

    def __len__(self) -> int:
        if len(self._outputs) == 1:
            raise TypeError(f"{self} is not a list and does not support len().")
        return len(self._outputs)

    def __iter__(self):
        if len(self._outputs) == 1:
            raise TypeError(f"'{self}' is not iterable.")
        return (type(self)([entry]) for entry in self._outputs)

    def __deepcopy__(self, memo: Any) -> _Symbol:
        return type(self)(super().__deepcopy__(memo)._outputs)

    # ---- parts ------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> _Symbol:
        if len(self._outputs) > 1:
            return self._output(key)
        if isinstance(key, _INTEGERS):
            return _call("_npi_reshape", _call("_npi_slice", self, begin=[int(key)], end=[int(key) + 1]),
                         newshape=(-3, -4))
        if isinstance(key, slice):
            _check_step(key)
            return _call("_npi_slice", self, begin=[None] if key.start is None else key.start,
                         end=[None] if key.stop is None else key.stop, step=key.step)
        if isinstance(key, tuple):
            return self._part(key) if key else self
        raise _refusal(key)

    def _output(self, key: Any) -> _Symbol:
        """Pick from several outputs."""
        count = len(self._outputs)
        if isinstance(key, _INTEGERS):
            if not -count <= key < count:
                raise IndexError("list index out of range")
            return type(self)([self._outputs[int(key)]])
        if isinstance(key, slice):
            return Group([type(self)([entry]) for entry in self._outputs[key]], type(self))  # type: ignore[return-value]
        if isinstance(key, str):
            return super().__getitem__(key)  # type: ignore[return-value]
        raise TypeError(f"indices of symbol group must be integers or slices, not {type(key)}")

    def _part(self, key: tuple) -> _Symbol:
        """Slice by numbers and slices; the axes of numbers are dropped."""
        begin, end, step, codes = [], [], [], []
        for item in key:
            if isinstance(item, slice):
                _check_step(item)
                cut = item.start, item.stop, item.step
                codes.append(-2)
            elif isinstance(item, _INTEGERS):
                cut = (int(item), int(item) + 1, 1) if item >= 0 else (int(item), int(item) - 1, -1)
                codes.append(-3)
            else:
                raise _refusal(key)
            for column, value in zip((begin, end, step), cut):
                column.append(value)
        return _call("_npi_reshape", _call("_npi_slice", self, begin=begin, end=end, step=step),
                     newshape=(*codes, -4))

    def __setitem__(self, key: Any, value: Any) -> None:
        raise NotImplementedError("a symbol cannot be written to")

    # ---- forms ------------------------------------------------------------------------------------

    @property
    def T(self) -> _Symbol:
        """The array with its axes in reverse order."""
        return self.transpose()

    def as_np_ndarray(self) -> _Symbol:
        """Return this symbol: it already has NumPy's interface."""
        return self

    def as_nd_ndarray(self) -> Symbol:
        """Return the legacy symbol of the same computation."""
        return Symbol(self._outputs)

    def astype(self, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True,
               copy: bool = True) -> _Symbol:
        """Convert the elements."""
        if order not in (None, "K", "C"):
            raise ValueError("order must be either 'K' or 'C'")
        if casting != "unsafe":
            raise ValueError("casting must be equal to 'unsafe'")
        if not subok:
            raise ValueError("subok must be equal to True")
        return _call("_npi_cast", self, dtype=dtype)

    def reshape(self, *args: Any, **kwargs: Any) -> _Symbol:
        """Give the elements another shape; one size may be -1."""
        return _call("_np_reshape", self, newshape=numpy_shape(args, kwargs), order="C")

    def flatten(self, order: str = "C") -> _Symbol:
        """Return the elements in one dimension."""
        return self.reshape(-1, order=order)

    def transpose(self, *axes: Any) -> _Symbol:
        """Permute the axes; by default, reverse them."""
        if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
            axes = tuple(axes[0] or ())
        return _call("_np_transpose", self, **({"axes": axes} if axes else {}))

    def broadcast_to(self, shape: Any) -> _Symbol:
        """Repeat along dimensions of size one, and along new ones, up to a shape."""
        return _call("_npi_broadcast_to", self, shape=shape)


_Symbol._makes = _Symbol


def short_name(operator: str) -> str:
    """Return the base of an operator's node names: its NumPy name without the prefix."""
    return operator.split("_", 2)[2].lower() if operator.startswith("_np") else operator.lstrip("_").lower()


def _call(operator: str, *inputs: _Symbol, **params: Any) -> _Symbol:
    return create(find(operator), short_name(operator), inputs, {}, params, cls=_Symbol)  # type: ignore[return-value]


def _check_step(key: slice) -> None:
    if key.step == 0:
        raise ValueError("slice step cannot be zero")


def _refusal(key: Any) -> IndexError:
    return IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
