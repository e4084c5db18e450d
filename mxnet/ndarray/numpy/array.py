"""`mx.np.ndarray`: an NDArray with NumPy's manners. It has arrays of no dimension and of no element, masks, and NumPy's
names; memory, context and gradient are those of NDArray, and `as_nd_ndarray` gives the other face of the same array."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

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
    """A dense array with NumPy's interface, on one context.

    Make one with `mx.np.array`, `mx.np.zeros` and the like.

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
        """Element type as a NumPy dtype."""
        return _DTYPES[self._data.dtype]

    @property
    def T(self) -> ndarray:
        """The array with its axes in reverse order."""
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
        """Read behind a truth value, which adds an axis of one element or of none."""
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
        """Give one element as a Python number: the only one, or that of an index."""
        return self.asnumpy().item(*args)

    def asscalar(self) -> Any:
        raise AttributeError("mxnet.numpy.ndarray object has no attribute asscalar; use item()")

    def as_np_ndarray(self) -> ndarray:
        """Give this array: it has NumPy's manners already."""
        return self

    def as_nd_ndarray(self) -> NDArray:
        """Give the legacy form of this array: the same memory and the same place in a recorded graph."""
        made = wrap(self._data, self._ctx, NDArray)
        made._ag = self._ag
        return made

    @property
    def grad(self) -> ndarray | None:
        """The gradient array attached to this one."""
        found = None if self._ag is None or self._ag.req == "null" else self._ag.grad
        return found if found is None or isinstance(found, ndarray) else found.as_np_ndarray()

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Make this array a variable: `backward` leaves its gradient in `grad`."""
        if stype not in (None, "default"):
            raise NotImplementedError("mxnet.numpy.ndarray currently does not support stype")
        super().attach_grad(grad_req)

    def copy(self, order: str = "C") -> ndarray:
        """Make a copy on the same context."""
        if order != "C":
            raise NotImplementedError(f"ndarray.copy only supports order='C', while received {order}")
        return self.copyto(self._ctx)

    def astype(self, dtype: DTypeLike, order: str = "K", casting: str = "unsafe", subok: bool = True,
               copy: bool = True) -> ndarray:
        """Convert the elements; with ``copy=False`` an array of that type is returned as it is."""
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
        """Give this array: there are no sparse ones."""
        if stype != "default":
            raise MXNetError(f"mxnet.numpy.ndarray has no storage type {stype}; use as_nd_ndarray()")
        return self

    # ---- shapes -----------------------------------------------------------------------------------

    def reshape(self, *args: int | Sequence[int], **kwargs: Any) -> ndarray:
        """Give a copy with another shape; one size may be -1."""
        return invoke(find("_np_reshape").bind({"newshape": numpy_shape(args, kwargs)}), (self,))

    def reshape_view(self, *shape: int | Sequence[int], **kwargs: Any) -> ndarray:
        """Give a view with another shape, by the codes of mx.nd."""
        return super().reshape(*shape, **kwargs)  # type: ignore[return-value]

    def flatten(self, order: str = "C") -> ndarray:
        """Give a copy in one dimension."""
        return self.reshape(-1, order=order)

    def transpose(self, *axes: int | Sequence[int] | None) -> ndarray:
        """Permute the axes, or turn their order round."""
        if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
            order = axes[0] or ()
        else:
            order = axes
        return invoke(find("_np_transpose").bind({"axes": tuple(order)} if order else {}), (self,))

    def broadcast_to(self, shape: int | Sequence[int]) -> ndarray:
        """Repeat along dimensions of size one, and along new ones, up to a shape."""
        return invoke(find("_npi_broadcast_to").bind({"shape": shape}), (self,))

    def as_in_ctx(self, ctx: Context) -> ndarray:
        """Give this array if it is there already, else a copy on the context."""
        return self if self._ctx is ctx else self.copyto(ctx)

    def as_in_context(self, context: Context) -> ndarray:
        """Give this array if it is there already, else a copy on the context: the old name of `as_in_ctx`."""
        return self.as_in_ctx(context)


def _is_mask(key) -> bool:
    return isinstance(key, Indexing) and key._data.dtype is torch.bool


def _plain_key(key, array: ndarray) -> tuple:
    """Give a key whose masks are arrays, and the truth value that stood in it, None if there was none."""
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
    """Give a mask of NumPy's, or one that is a list, as an array."""
    if isinstance(item, list):
        try:
            values = np.array([one.asnumpy() if isinstance(one, NDArray) else one for one in item])
        except ValueError as error:
            raise TypeError(str(error)) from None
        item = values if values.dtype == np.bool_ else item
    if isinstance(item, np.ndarray) and item.dtype == np.bool_:
        return wrap(torch.from_numpy(np.ascontiguousarray(item).reshape(item.shape).copy()).to(array._data.device),
                    array._ctx, ndarray)
    return item


ndarray.__module__ = "mxnet.numpy"
