"""NDArray: a torch tensor with MXNet's semantics. Conversions, contexts, views and gradients of one array."""
import ctypes
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import torch

from ..core import handles
from ..core.copies import to_gpu
from ..core.device import CPU, Context
from ..core.dtype import TORCH_TO_NUMPY, dtype_name, to_torch
from ..core.errors import OperatorError
from ..core.op import find
from ..core.ownership import export
from ..core.torch_modes import without
from ..core.torch_private import is_transformed, transform
from .arithmetic import UFUNCS, _Arithmetic, binary
from .fluent import Fluent
from .indexing import Indexing, check_writable
from .invoke import invoke, register_array_class, wrap
from .shared import to_shared
from .unread import Unread, check
from .views import Views


@register_array_class
class NDArray(Fluent, _Arithmetic, Indexing, Views):
    """A dense array of one element type on one context.

    Make one with `mx.nd.array`, `mx.nd.zeros` and the like. Memory is shared where MXNet shares it:
    contiguous slices and `reshape` are views that write through.

    Parameters
    ----------
    handle : Any
        Passed by MXNet's pickles; programs do not use it.
    writable : bool, default=True
        Accepted and ignored.

    Examples
    --------
    >>> a = mx.nd.zeros((2, 3))
    >>> a[1:2][:] = 5
    >>> a.asnumpy().tolist()
    [[0.0, 0.0, 0.0], [5.0, 5.0, 5.0]]
    """

    __slots__ = ("_data", "_ctx", "_ag", "__weakref__")
    __array_priority__: float = 1000.0
    _makes: type  # the class of operator results on such an array
    _is_np = False  # it has NumPy's interface

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "_makes" not in vars(cls):
            cls._makes = next((base._makes for base in cls.__mro__[1:] if base is not NDArray
                               and "_makes" in vars(base) and base._makes is not base), cls)

    def __init__(self, handle: Any, writable: bool = True) -> None:
        # Pickles, including MXNet's, create an array from None and then set its state.
        if handle is not None:
            tensor = handles.take(handle, torch.Tensor)
            if tensor is None:
                raise TypeError("NDArray is not made directly; use mx.nd.array, mx.nd.zeros, "
                                "mx.nd.from_numpy ...")
            self._data, self._ctx, self._ag = tensor, context_of(tensor.device), None

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of all dimensions."""
        return tuple(self._data.shape)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._data.dim()

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._data.numel()

    @property
    def dtype(self) -> Any:
        """Element type as a NumPy scalar class."""
        return TORCH_TO_NUMPY[self._data.dtype]

    @property
    def context(self) -> Context:
        """The device that holds this array."""
        return self._ctx

    ctx = context

    @property
    def stype(self) -> str:
        """Storage type: ``default`` for dense arrays."""
        return "default"

    @property
    def T(self) -> "NDArray":
        """A copy with the dimensions in reverse order; with fewer than two dimensions, the array itself."""
        return self if self.ndim < 2 else invoke(find("transpose").bind({}), (self,))

    @property
    def _as_parameter_(self):
        """A handle for ctypes: monitor callbacks of MXNet programs cast it."""
        return ctypes.c_void_p(handles.give(self._data))

    @property
    def handle(self) -> int:
        """A number that identifies the array; MXNet programs only compare it."""
        return id(self)

    @property
    def writable(self) -> bool:
        """Always True."""
        return True

    def __len__(self) -> int:
        if not self._data.dim():
            raise TypeError("len() of an array without dimensions")
        return self._data.shape[0]

    def __iter__(self) -> "Iterator[NDArray]":
        for index in range(len(self)):
            yield self[index]

    def __repr__(self) -> str:
        sizes = "x".join(map(str, self.shape))
        return f"\n{self.asnumpy()!s}\n<{self.__class__.__name__} {sizes} @{self._ctx}>"

    def _repr_html_(self) -> str:
        """Show the array in a notebook: its values, shortened, shape, type and context."""
        from .showing import html_of
        return html_of(self)

    def __contains__(self, item: Any) -> bool:
        return bool((self._data == getattr(item, "_data", item)).any())

    # ---- to and from other worlds -----------------------------------------------------------------

    def asnumpy(self) -> np.ndarray:
        """Copy the array to a NumPy array, once its value is available.

        Returns
        -------
        numpy.ndarray
            A copy; bfloat16 becomes float32.
        """
        data = self._data
        if data.__class__ is Unread:
            check(data)
        if transform() is not None and not is_transformed(data):
            return without(self.asnumpy)
        if data.dtype is torch.bfloat16:
            data = data.float()
        found = data.detach().cpu().numpy()
        return found if found.base is None and data.device.type != "cpu" else found.copy()

    def asscalar(self) -> Any:
        """Return the only element.

        Returns
        -------
        NumPy scalar
            Of the element type; `item` returns a Python number.
        """
        if self._data.numel() != 1:
            raise ValueError("The current array is not a scalar")
        return self.asnumpy().reshape(-1)[0]

    def item(self) -> Any:
        """Return the only element as a Python number.

        Returns
        -------
        int, float or bool
            The element.

        Raises
        ------
        ValueError
            If there is not exactly one.

        Examples
        --------
        >>> mx.nd.array([3]).item()
        3.0
        """
        return self.asscalar().item()

    def tolist(self) -> list[Any]:
        """Return nested lists of Python numbers.

        Returns
        -------
        list[Any]
            The elements.

        Examples
        --------
        >>> mx.nd.array([[1, 2]]).tolist()
        [[1.0, 2.0]]
        """
        return self.asnumpy().tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        found = self.asnumpy()
        return found if dtype is None else found.astype(dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Keep arithmetic with NumPy arrays in NDArrays; every other ufunc computes in NumPy."""
        key = UFUNCS.get(ufunc)
        if key is not None and method == "__call__" and not kwargs:
            return binary(key, *inputs)
        return getattr(ufunc, method)(*_plain(inputs), **_plain(kwargs))

    def __array_function__(self, function: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Compute NumPy's functions in NumPy, except for those that MXNet's arrays handle."""
        name = _REDUCTIONS.get(function)
        if name is not None and args and args[0] is self and len(args) <= 2:
            axis = {"axis": args[1]} if len(args) == 2 else {}
            given = {key: value for key, value in {**axis, **kwargs}.items() if value is not None}
            return getattr(self, name)(**given)
        return function(*_plain(args), **_plain(kwargs))

    def as_torch(self) -> torch.Tensor:
        """Return the torch tensor behind this array: shared memory, no copy.

        Returns
        -------
        torch.Tensor
            The tensor; writes to it are visible here.

        Examples
        --------
        >>> x = mx.nd.zeros((2,))
        >>> _ = x.as_torch().add_(1)
        >>> x.asnumpy().tolist()
        [1.0, 1.0]
        """
        return export(self._data)

    def __dlpack__(self, **kwargs: Any) -> Any:
        return export(self._data).__dlpack__(**kwargs)

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self._data.__dlpack_device__()

    def to_dlpack_for_read(self) -> Any:
        """Return a DLPack capsule that shares this memory, for a reader.

        Returns
        -------
        Any
            The capsule.
        """
        return torch.utils.dlpack.to_dlpack(export(self._data))

    def to_dlpack_for_write(self) -> Any:
        """Return a DLPack capsule that shares this memory, for a writer.

        Returns
        -------
        Any
            The capsule.
        """
        return torch.utils.dlpack.to_dlpack(export(self._data))

    def __reduce__(self) -> tuple[Any, ...]:
        return (self.__class__, (None,), self.__getstate__())

    def __getstate__(self) -> dict[str, Any]:
        from .serialization import encode
        return {"handle": bytearray(encode(self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore from our pickles or MXNet's: the bytes of one array in the ``.params`` format."""
        from .serialization import decode
        found = decode(state["handle"])
        self._data, self._ctx, self._ag = found._data, found._ctx, None

    def __copy__(self) -> "NDArray":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "NDArray":
        return self.copy()

    def wait_to_read(self) -> None:
        """Block until the value is available."""
        check(self._data)
        if self._data.device.type == "cuda":
            torch.cuda.current_stream(self._data.device).synchronize()

    wait_to_write = wait_to_read

    # ---- copies, types and contexts ---------------------------------------------------------------

    def copy(self) -> "NDArray":
        """Make a copy on the same context.

        Returns
        -------
        NDArray
            The copy.
        """
        return self.copyto(self._ctx)

    def copyto(self, other: "NDArray | Context") -> Any:
        """Copy the array to another one, or to a device.

        Parameters
        ----------
        other : NDArray or Context
            Array of the same shape, or device for a new array.

        Returns
        -------
        NDArray
            The other array, or the new one.
        """
        if isinstance(other, Context):
            made = wrap(_copied(self._data, other.torch_device), other, self.__class__)
            made._follow(self)
            return made
        if isinstance(other, NDArray):
            if other is self:
                warnings.warn("You are attempting to copy an array to itself", RuntimeWarning,
                              stacklevel=2)
                return False
            check_writable(other)
            other._take(self)
            other._follow(self)
            return other
        raise TypeError(f"copyto does not support type {type(other)}")

    def _take(self, source: "NDArray") -> None:
        """Copy the value of another array of this shape."""
        value = source._data
        if self._data.shape != value.shape:
            raise OperatorError("_copyto", "Incompatible attr in node  at 0-th output: expected "
                                f"{list(source.shape)}, got {list(self.shape)}")
        self._write(value)

    def as_in_context(self, context: Context) -> "NDArray":
        """Return the array on a device.

        Parameters
        ----------
        context : Context
            The device.

        Returns
        -------
        NDArray
            This array if it is already there, otherwise a copy.
        """
        return self if self._ctx is context else self.copyto(context)

    as_in_ctx = as_in_context

    def as_nd_ndarray(self) -> "NDArray":
        """Return the legacy form of this array: itself.

        Returns
        -------
        NDArray
            This array.
        """
        return self

    def as_np_ndarray(self) -> Any:
        """Return the NumPy-like form of this array: same memory, same position in a recorded graph.

        Returns
        -------
        mx.np.ndarray
            An array of `mx.np`.
        """
        from .numpy.array import ndarray
        made = wrap(self._data, self._ctx, ndarray)
        made._ag = self._ag
        return made

    def astype(self, dtype: Any, copy: bool = True) -> "NDArray":
        """Convert the elements to another type.

        Parameters
        ----------
        dtype
            The type.
        copy : bool, default=True
            Whether to copy an array that already has the type.

        Returns
        -------
        NDArray
            An array of the same shape; integers are truncated towards zero.
        """
        wanted = torch.float32 if dtype is None else to_torch(dtype)
        if not copy and wanted is self._data.dtype:
            return self
        return invoke(find("Cast").bind({"dtype": dtype_name(wanted)}), (self,))

    def tostype(self, stype: str) -> "NDArray":
        """Convert the array to another storage type.

        Parameters
        ----------
        stype : str
            ``"default"``, ``"row_sparse"`` or ``"csr"``.

        Returns
        -------
        NDArray
            The array itself if it has that type.
        """
        if stype == "csr" and self.ndim != 2:
            raise ValueError("To convert to a CSR, the NDArray should be 2 Dimensional. Current "
                             f"shape is {self.shape}")
        from .storage.dispatch import invoke_stored
        return invoke_stored(find("cast_storage").bind({"stype": stype}), (self,))

    # ---- parts that MXNet's own files ask for -------------------------------------------------

    def _at(self, idx: int) -> "NDArray":
        return self[int(idx)]

    def _slice(self, start, stop) -> "NDArray":
        return self[start:stop]

    def _to_shared_mem(self) -> tuple[int, int, tuple[int, ...], Any]:
        return to_shared(self)

    def _sync_copyfrom(self, source_array) -> None:
        values = np.asarray(source_array)
        if values.shape != self.shape:
            raise ValueError(f"Shape inconsistent: expected {values.shape} vs got {self.shape}")
        self[:] = values

    # ---- gradients ----------------------------------------------------------------------------

    @property
    def grad(self) -> "NDArray | Any":
        """The gradient array attached to this one."""
        return None if self._ag is None else self._ag.grad

    @property
    def _fresh_grad(self) -> bool:
        return bool(self._ag and self._ag.fresh)

    @_fresh_grad.setter
    def _fresh_grad(self, value: bool) -> None:
        if self._ag is not None:
            self._ag.fresh = bool(value)

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Attach a gradient to the array, which `backward` computes.

        Parameters
        ----------
        grad_req : {'write', 'add', 'null'}, default='write'
            What is done with the gradient.
        stype : str, optional
            Storage type of the gradient.

        Examples
        --------
        >>> x = mx.nd.array([3])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * x
        >>> y.backward()
        >>> x.grad.asscalar().item()
        6.0
        """
        from ..autograd import mark_variables
        if stype in (None, "default") and self.stype == "default":
            grad = wrap(torch.zeros_like(self._data), self._ctx, self.__class__)
        else:
            from .storage.creation import zeros
            grad = zeros(stype or self.stype, self.shape, self._ctx, self.dtype)
        mark_variables([self], [grad], grad_req)

    def detach(self) -> "NDArray":
        """Return the same memory without its history, so that gradients stop there.

        Returns
        -------
        NDArray
            A constant.
        """
        return wrap(self._data.detach(), self._ctx, self.__class__)  # a separate owner, as `ownership` counts them

    def backward(self, out_grad: "NDArray | None" = None, retain_graph: bool = False,
                 train_mode: bool = True) -> None:
        """Compute the gradients of this array with respect to the variables that it was recorded with.

        Parameters
        ----------
        out_grad : NDArray, optional
            Gradient of this array; ones by default.
        retain_graph : bool, default=False
            Whether the recorded graph is kept for another backward.
        train_mode : bool, default=True
            Whether operators such as Dropout behave as in training.
        """
        _backward()([self], [out_grad], retain_graph, train_mode)


@cache
def _backward() -> Callable:
    """Return the tape's backward; an import per call would cost more than a small network's sweep."""
    from ..autograd import backward
    return backward


def _copied(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    if device.type == "cuda" and tensor.is_cpu and tensor.__class__ is torch.Tensor:
        return to_gpu(tensor, device)
    return tensor.to(device, copy=True)


_REDUCTIONS = {np.sum: "sum", np.max: "max", np.min: "min", np.prod: "prod", np.amax: "max",
               np.amin: "min", np.argmax: "argmax", np.argmin: "argmin"}


def _plain(found):
    """Convert arrays to NumPy's, in nested arguments too."""
    if isinstance(found, NDArray):
        return found.asnumpy()
    if isinstance(found, dict):
        return {key: _plain(value) for key, value in found.items()}
    if found.__class__ in (list, tuple):
        return found.__class__(_plain(item) for item in found)
    return found


def context_of(device: torch.device) -> Context:
    """Return the context of a torch device."""
    return CPU if device.type == "cpu" else Context("gpu", device.index or 0)


NDArray._makes = NDArray
# Programs and pickles know the class under its old module.
NDArray.__module__ = "mxnet.ndarray.ndarray"
