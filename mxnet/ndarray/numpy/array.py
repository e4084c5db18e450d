"""`mx.np.ndarray`: an NDArray with NumPy's semantics. It supports zero-dimensional and empty arrays, masks, and NumPy's
names; memory, context and gradient are those of NDArray, and `as_nd_ndarray` returns the other form of the same
array."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...core import npmode
from ...core.copies import from_host
from ...core.dtype import RAW_BFLOAT16, TORCH_TO_NUMPY, dtype_name, to_torch
from ...core.errors import MXNetError
from ...core.op import find
from ...core.reshape import numpy_shape
from ..array import NDArray
from ..indexing import Indexing
from ..invoke import invoke, wrap
from .fluent import Fluent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import DTypeLike

    from ...context import Context


_DTYPES = {kind: RAW_BFLOAT16 if kind is torch.bfloat16 else np.dtype(shown) for kind, shown in TORCH_TO_NUMPY.items()}


class ndarray(Fluent):
    """A dense array with NumPy's interface, on one device.

    Make one with `mx.np.array`, `mx.np.zeros` and the like, not through its class.

    Parameters
    ----------
    handle : None or int
        Passed by MXNet's pickles.
    writable : bool, default=True
        Accepted and ignored.

    Examples
    --------
    >>> a = mx.np.arange(6).reshape(2, 3)
    >>> a[a > 3].sum()
    array(9.)
    """

    __slots__ = ()
    _is_np = True

    # ---- what it is -------------------------------------------------------------------------------

    @property
    def dtype(self) -> Any:
        """Element type, a NumPy dtype."""
        return _DTYPES[self._data.dtype]

    @property
    def T(self) -> ndarray:
        """The array with its axes in reverse order: a copy, whereas NumPy returns a view."""
        return self.transpose()

    def __len__(self) -> int:
        if not self._data.dim():
            raise TypeError("len() of unsized object")
        return self._data.shape[0]

    def __iter__(self) -> Iterator[ndarray]:
        if not self._data.dim():
            raise TypeError("iteration over a 0-d array")
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        text, kind = repr(self.asnumpy()), self.dtype
        if "dtype=" in text:
            if kind == np.float32:
                text = text[:text.rindex(",")] + ")"
        elif kind not in (np.float32, np.bool_):
            text = f"{text[:-1]}, dtype={kind})"
        return text if self._ctx.device_type == "cpu" else f"{text[:-1]}, ctx={self._ctx})"

    def __str__(self) -> str:
        text = str(self.asnumpy())
        return text if self._ctx.device_type == "cpu" or not self._data.dim() else f"{text} @{self._ctx}"

    def __format__(self, fmt: str) -> str:
        if not self._data.dim():
            return format(self.item(), fmt)
        if fmt:
            raise TypeError("Cannot format mxnet.numpy.ndarray with format_spec")
        return str(self)

    def __bool__(self) -> bool:
        size = self._data.numel()
        if size == 1:
            return bool(self._data.item())
        if size:
            raise ValueError("The truth value of an ndarray with multiple elements is ambiguous.")
        warnings.warn("The truth value of an empty array is ambiguous. Returning False, but in future this will result "
                      "in an error.", DeprecationWarning, stacklevel=2)
        return False

    __nonzero__ = __bool__
    __hash__ = NDArray.__hash__

    # ---- parts ------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> ndarray:
        kind = key.__class__
        if kind is int or kind is slice:
            if self._data.dim():
                return super().__getitem__(key)  # type: ignore[return-value]
        elif kind is tuple and not key:
            return self
        key, front = _plain_key(key, self)
        if front is not None:
            return self._behind(key, front)
        if not self._data.dim() and not _is_mask(key):
            raise IndexError("scalar tensor can only accept `()` as index")
        return super().__getitem__(key)  # type: ignore[return-value]

    def _behind(self, key: tuple, front: bool) -> ndarray:
        """Read after a truth value, which adds an axis of size one or zero."""
        found = super().__getitem__((None, *key)) if self._data.dim() else self._view((1,))
        return found if front else found[0:0]  # type: ignore[return-value]

    def _shaped(self, found: torch.Tensor, key) -> torch.Tensor:
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, NDArray) and not isinstance(value, ndarray):
            raise TypeError("Cannot assign mx.nd.NDArray to mxnet.numpy.ndarray")
        if key.__class__ is not int and key.__class__ is not slice:
            key, front = _plain_key(key, self)
            if front is False:
                return
        whole = isinstance(key, tuple) and not key
        if not self._data.dim():
            if whole:
                return self._set_single(value)
            if not _is_mask(key):
                raise IndexError("scalar tensor can only accept `()` as index")
        super().__setitem__(slice(None) if whole else key, value)

    def _set_single(self, value) -> None:
        size = getattr(value, "size", 1)
        if size != 1 or isinstance(value, (list, tuple)):
            raise ValueError("setting an array element with a sequence.")
        self._overwrite(value.reshape(()) if getattr(value, "shape", ()) else value)

    # ---- to and from other worlds -----------------------------------------------------------------

    def item(self, *args: int) -> Any:
        """Return one element as a Python number.

        Parameters
        ----------
        *args : int
            Nothing, if the array has one element; an index into the flattened array; or one index per axis.

        Returns
        -------
        int, float or bool
            The element.

        Examples
        --------
        >>> mx.np.array([[1, 2], [3, 4]]).item(1, 0)
        3.0
        """
        return self.asnumpy().item(*args)

    def asscalar(self) -> Any:
        """Raise an error: this method of `mx.nd.NDArray` is called `item` here.

        Returns
        -------
        None
            It does not return.

        Raises
        ------
        AttributeError
            Always.
        """
        raise AttributeError("mxnet.numpy.ndarray object has no attribute asscalar; use item()")

    def as_np_ndarray(self) -> ndarray:
        """Return this array, which has NumPy's interface already.

        Returns
        -------
        ndarray
            The array itself.
        """
        return self

    def as_nd_ndarray(self) -> NDArray:
        """Return this array with the mx.nd interface.

        Returns
        -------
        NDArray
            An array with the same memory and position in a recorded graph.

        Examples
        --------
        >>> a = mx.np.zeros(2)
        >>> a.as_nd_ndarray()[:] = 1
        >>> a.tolist()
        [1.0, 1.0]
        """
        made = wrap(self._data, self._ctx, NDArray)
        made._ag = self._ag
        return made

    # A pickle says what the array is, whatever mode its thread is in: process pools pickle in a separate thread.

    def __getstate__(self) -> dict[str, Any]:
        with npmode.numpy_shapes():
            return super().__getstate__()

    def __setstate__(self, state: dict[str, Any]) -> None:
        with npmode.numpy_shapes():
            super().__setstate__(state)

    @property
    def grad(self) -> ndarray | Any:
        """Gradient of this array, None unless `attach_grad` was called."""
        found = None if self._ag is None or self._ag.req == "null" else self._ag.grad
        return found if found is None or isinstance(found, ndarray) else found.as_np_ndarray()

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Attach a gradient to this array, which `backward` computes.

        Parameters
        ----------
        grad_req : str, default='write'
            ``"write"`` replaces the gradient, ``"add"`` adds to it, ``"null"`` computes none.
        stype : str, optional
            Storage type; sparse gradients are not supported.

        Examples
        --------
        >>> x = mx.np.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = (x * x).sum()
        >>> y.backward()
        >>> x.grad.tolist()
        [2.0, 4.0]
        """
        if stype not in (None, "default"):
            raise NotImplementedError("mxnet.numpy.ndarray currently does not support stype")
        super().attach_grad(grad_req)

    def copy(self, order: str = "C") -> ndarray:
        """Copy the array on its context.

        Parameters
        ----------
        order : str, default='C'
            Memory layout. Only ``"C"``, row by row, is supported.

        Returns
        -------
        ndarray
            A new array.

        Examples
        --------
        >>> a = mx.np.zeros(2)
        >>> b = a.copy()
        >>> a[:] = 1
        >>> b.tolist()
        [0.0, 0.0]
        """
        if order != "C":
            raise NotImplementedError(f"ndarray.copy only supports order='C', while received {order}")
        return self.copyto(self._ctx)

    def astype(self, dtype: DTypeLike, order: str = "K", casting: str = "unsafe", subok: bool = True,
               copy: bool = True) -> ndarray:
        """Convert the elements to another type.

        Parameters
        ----------
        dtype : DTypeLike
            The type.
        order : str, default='K'
            Memory layout: ``"C"`` or ``"K"``, which mean the same here.
        casting : str, default='unsafe'
            NumPy's rule of what may be converted; only ``"unsafe"``, anything, is supported.
        subok : bool, default=True
            NumPy's flag for subclasses; only True is supported.
        copy : bool, default=True
            Whether to copy an array that already has the type.

        Returns
        -------
        ndarray
            An array of the same shape; integers are truncated towards zero.

        Examples
        --------
        >>> mx.np.array([1.7, -1.7]).astype("int32").tolist()
        [1, -1]
        """
        if order not in (None, "K", "C"):
            raise ValueError("order must be either 'K' or 'C'")
        if casting != "unsafe":
            raise ValueError("casting must be equal to 'unsafe'")
        if not subok:
            raise ValueError("subok must be equal to True")
        wanted = to_torch(dtype)
        if not copy and wanted is self._data.dtype:
            return self
        return invoke(find("Cast").bind({"dtype": dtype_name(wanted)}), (self,))

    def tostype(self, stype: str) -> ndarray:
        """Return this array: mx.np has no sparse ones.

        Parameters
        ----------
        stype : str
            Storage type, which must be ``"default"``.

        Returns
        -------
        ndarray
            The array itself.
        """
        if stype != "default":
            raise MXNetError(f"mxnet.numpy.ndarray has no storage type {stype}; use as_nd_ndarray()")
        return self

    # ---- shapes -----------------------------------------------------------------------------------

    def reshape(self, *args: int | Sequence[int], **kwargs: Any) -> ndarray:
        """Reshape the array.

        Parameters
        ----------
        *args : int or sequence of int
            Size of each axis, one by one or as one sequence; one of them may be -1, and is inferred.
        **kwargs
            ``newshape`` instead, and ``order``, of which only ``"C"`` is supported.

        Returns
        -------
        ndarray
            A copy, whereas NumPy returns a view if possible.

        Examples
        --------
        >>> mx.np.arange(6).reshape(2, -1).shape
        (2, 3)
        """
        return invoke(find("_np_reshape").bind({"newshape": numpy_shape(args, kwargs)}), (self,))

    def reshape_view(self, *shape: int | Sequence[int], **kwargs: Any) -> ndarray:
        """Reshape the array without a copy, as `mx.nd.NDArray.reshape` does.

        Parameters
        ----------
        *shape : int or sequence of int
            Sizes and codes of mx.nd: -1 infers a size, 0 keeps one.
        **kwargs
            ``shape`` and ``reverse``, as `mx.nd.NDArray.reshape` takes them.

        Returns
        -------
        ndarray
            A view: what is written to it is written to this array.

        Examples
        --------
        >>> a = mx.np.zeros(4)
        >>> a.reshape_view(2, 2)[0] = 1
        >>> a.tolist()
        [1.0, 1.0, 0.0, 0.0]
        """
        return super().reshape(*shape, **kwargs)  # type: ignore[return-value]

    def flatten(self, order: str = "C") -> ndarray:
        """Copy the array into one dimension.

        Parameters
        ----------
        order : str, default='C'
            How elements are read. Only ``"C"``, row by row, is supported.

        Returns
        -------
        ndarray
            A vector of all elements.

        Examples
        --------
        >>> mx.np.ones((2, 3)).flatten().shape
        (6,)
        """
        return self.reshape(-1, order=order)

    def transpose(self, *axes: int | Sequence[int] | None) -> ndarray:
        """Permute the axes.

        Parameters
        ----------
        *axes : int or sequence of int
            For each axis of the result the axis that it is, one by one or as one sequence; reversed by default.

        Returns
        -------
        ndarray
            A copy, whereas NumPy returns a view.

        Examples
        --------
        >>> mx.np.zeros((2, 3, 4)).transpose(1, 0, 2).shape
        (3, 2, 4)
        """
        if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
            order = axes[0] or ()
        else:
            order = axes
        return invoke(find("_np_transpose").bind({"axes": tuple(order)} if order else {}), (self,))

    def broadcast_to(self, shape: int | Sequence[int]) -> ndarray:
        """Repeat the array along axes of size one, and along new ones, up to a shape.

        Parameters
        ----------
        shape : int or Sequence[int]
            Shape of the result.

        Returns
        -------
        ndarray
            A copy of that shape.

        Examples
        --------
        >>> mx.np.array([1, 2]).broadcast_to((2, 2)).tolist()
        [[1.0, 2.0], [1.0, 2.0]]
        """
        return invoke(find("_npi_broadcast_to").bind({"shape": shape}), (self,))

    def as_in_ctx(self, ctx: Context) -> ndarray:
        """Return the array on a device.

        Parameters
        ----------
        ctx : Context
            The device.

        Returns
        -------
        ndarray
            This array if it is already there, otherwise a copy.

        Examples
        --------
        >>> a = mx.np.zeros(2)
        >>> a.as_in_ctx(mx.cpu(0)) is a
        True
        """
        return self if self._ctx is ctx else self.copyto(ctx)

    def as_in_context(self, context: Context) -> ndarray:
        """Return the array on a device: the older name of `as_in_ctx`.

        Parameters
        ----------
        context : Context
            The device.

        Returns
        -------
        ndarray
            This array if it is already there, otherwise a copy.
        """
        return self.as_in_ctx(context)


def _is_mask(key) -> bool:
    return isinstance(key, Indexing) and key._data.dtype is torch.bool


def _plain_key(key, array: ndarray) -> tuple:
    """Return a key whose masks are arrays, and the truth value in it, None if there was none."""
    items = key if isinstance(key, tuple) else (key,)
    if isinstance(key, (bool, np.bool_)):
        return (), bool(key)
    found, front = [], None
    for item in items:
        if isinstance(item, (bool, np.bool_)):
            front = bool(item) and front is not False
            continue
        found.append(_masked(item, array))
    if front is not None:
        return tuple(found), front
    return (tuple(found) if isinstance(key, tuple) else found[0]), None


def _masked(item, array: ndarray):
    """Return a NumPy mask, or a list mask, as an array."""
    if isinstance(item, list):
        try:
            values = np.array([one.asnumpy() if isinstance(one, NDArray) else one for one in item])
        except ValueError as error:
            raise TypeError(str(error)) from None
        item = values if values.dtype == np.bool_ else item
    if isinstance(item, np.ndarray) and item.dtype == np.bool_:
        return wrap(from_host(item.copy()).to(array._data.device), array._ctx, ndarray)
    return item


ndarray.__module__ = "mxnet.numpy"
