"""Other shapes of the same elements: reshape and related methods, as a mix-in of arrays."""
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import MXNetError, RefusedValue
from ..core.mode import mode
from ..core.op import find
from ..core.reshape import reshape_target
from .history import follow
from .invoke import invoke, wrap

if TYPE_CHECKING:
    from .array import NDArray


class Views:
    """Shape changes; views write through."""

    __slots__ = ()

    def reshape(self: Any, *shape: int | Sequence[int], **kwargs: Any) -> "NDArray":
        """Reshape the array without a copy.

        Parameters
        ----------
        *shape : int or sequence of int
            Sizes and codes: -1 infers a size, 0 copies one, -2 copies all that are left, -3 merges two, -4 splits one
            into the two that follow.
        **kwargs
            ``shape`` instead, and ``reverse``, whether codes are read from the right.

        Returns
        -------
        NDArray
            A view: what is written to it is written to this array.

        Examples
        --------
        >>> mx.nd.arange(6).reshape((2, -1)).shape
        (2, 3)
        """
        wanted: Any = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if not shape:
            wanted = kwargs.get("shape")
            if wanted is None:
                raise TypeError("reshape: the new shape is missing")
            wanted = (wanted,) if isinstance(wanted, int) else wanted
        unknown = set(kwargs) - {"shape", "reverse"}
        if unknown:
            raise TypeError(f"reshape: unknown keyword {sorted(unknown)}; shape and reverse are supported")
        try:
            target = reshape_target(self.shape, tuple(map(int, wanted)), bool(kwargs.get("reverse", False)))
        except MXNetError as error:  # MXNet raises either kind: a ValueError if elements would be left over
            raise RefusedValue(str(error)) from None
        return self._view(target)

    def _view(self: Any, shape: tuple) -> "NDArray":
        """Share memory under another shape, on the tape too."""
        made = wrap(self._data.view(shape) if self._data.is_contiguous() else self._data.reshape(shape),
                    self._ctx, self.__class__)
        if mode.recording:
            follow(self, made, find("Reshape").bind({"shape": tuple(shape)}),
                   lambda tape: tape.reshape(shape))
        return made

    def expand_dims(self: Any, axis: int, inplace: bool = False) -> "NDArray":
        """Insert an axis of size one.

        Parameters
        ----------
        axis : int
            Position of the new axis.
        inplace : bool, default=False
            Whether the result is a view of this array instead of a copy.

        Returns
        -------
        NDArray
            The array with one more axis.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).expand_dims(1).shape
        (2, 1, 3)
        """
        if not inplace:
            return invoke(find("expand_dims").bind({"axis": axis}), (self,))
        rank = self.ndim
        if not -rank - 1 <= axis <= rank:
            raise ValueError(f"axis {axis} is out of range [{-rank - 1}, {rank}]")
        shape = list(self.shape)
        shape.insert(axis if axis >= 0 else axis + rank + 1, 1)
        return self._view(tuple(shape))

    def squeeze(self: Any, axis: int | Sequence[int] | None = None, inplace: bool = False) -> "NDArray":
        """Remove axes of size one.

        Parameters
        ----------
        axis : int | Sequence[int], optional
            Axes to remove; all of size one by default.
        inplace : bool, default=False
            Whether the result is a view of this array instead of a copy.

        Returns
        -------
        NDArray
            The array with fewer axes.

        Examples
        --------
        >>> mx.nd.zeros((2, 1, 3)).squeeze().shape
        (2, 3)
        """
        if not inplace:
            return invoke(find("squeeze").bind({"axis": axis}), (self,))
        axes = range(self.ndim) if axis is None else [axis] if isinstance(axis, int) else list(axis)
        axes = [a % self.ndim for a in axes]
        if axis is not None and any(self.shape[a] != 1 for a in axes):
            raise ValueError(f"cannot select an axis to squeeze out which has size not equal to one: {axis}")
        kept = [s for i, s in enumerate(self.shape) if i not in axes or s != 1]
        return self._view(tuple(kept) or (1,))

    def flatten(self: Any, inplace: bool = False) -> "NDArray":
        """Merge all axes but the first.

        Parameters
        ----------
        inplace : bool, default=False
            Whether the result is a view of this array instead of a copy.

        Returns
        -------
        NDArray
            A matrix.

        Examples
        --------
        >>> mx.nd.zeros((2, 3, 4)).flatten().shape
        (2, 12)
        """
        return self._view(reshape_target(self.shape, (0, -1))) if inplace \
            else invoke(find("Flatten").bind({}), (self,))

    def broadcast_to(self: Any, shape: int | Sequence[int]) -> "NDArray":
        """Repeat along axes of size one.

        Parameters
        ----------
        shape : int | Sequence[int]
            The target shape.

        Returns
        -------
        NDArray
            The broadcast array.

        Raises
        ------
        ValueError
            If an axis of size other than one would have to change.

        Examples
        --------
        >>> mx.nd.array([[1], [2]]).broadcast_to((2, 3)).asnumpy().tolist()
        [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
        """
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        wide = (1,) * (len(shape) - self.ndim) + self.shape
        if len(wide) > len(shape) or any(a != b and a != 1 and b != 0
                                         for a, b in zip(wide, shape, strict=True)):
            raise ValueError("operands could not be broadcast together with remapped shapes"
                             f"[original->remapped]: {self.shape} and requested shape {shape}")
        return invoke(find("broadcast_to").bind({"shape": shape}), (self._view(wide),))

    def broadcast_like(self: Any, other: "NDArray") -> "NDArray":
        """Repeat along axes of size one up to the shape of another array.

        Parameters
        ----------
        other : NDArray
            The array with the target shape.

        Returns
        -------
        NDArray
            The broadcast array.
        """
        return self.broadcast_to(other.shape)

    def slice_assign(self: Any, rhs: "NDArray", begin: Any, end: Any, step: Any) -> "NDArray":
        """Write an array to a slice of this one.

        Parameters
        ----------
        rhs : NDArray
            The values to write.
        begin : tuple of int or None
            Where the slice begins, per axis.
        end : tuple of int or None
            Where it ends, per axis.
        step : tuple of int or None
            Its steps, per axis.

        Returns
        -------
        NDArray
            This array.

        Examples
        --------
        >>> mx.nd.zeros((3,)).slice_assign(mx.nd.array([7, 8]), (1,), (3,), (1,)).asnumpy().tolist()
        [0.0, 7.0, 8.0]
        """
        return invoke(find("_slice_assign").bind({"begin": begin, "end": end, "step": step}), (self, rhs), self)

    def slice_assign_scalar(self: Any, value: float, begin: Any, end: Any, step: Any) -> "NDArray":
        """Write one number to a slice of this array.

        Parameters
        ----------
        value : float
            The number.
        begin : tuple of int or None
            Where the slice begins, per axis.
        end : tuple of int or None
            Where it ends, per axis.
        step : tuple of int or None
            Its steps, per axis.

        Returns
        -------
        NDArray
            This array.
        """
        return invoke(find("_slice_assign_scalar").bind(
            {"scalar": value, "begin": begin, "end": end, "step": step}), (self,), self)

    # Private names that old programs use.
