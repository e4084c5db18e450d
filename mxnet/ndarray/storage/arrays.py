"""CSRNDArray and RowSparseNDArray: NDArrays that store only nonzero parts.

Operators handle them in `dispatch`. Code that only knows dense arrays reads and writes `_data`, and finds a window
there: a dense tensor of the same value, kept consistent whichever side is written to.
"""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...base import NotSupportedForSparseNDArray
from ...core.device import Context
from ...core.dtype import TORCH_TO_NUMPY, to_torch
from ...core.errors import MXNetError, OperatorError
from ...core.op import find
from ...core.ownership import export, is_exported, version
from ..arithmetic import FAMILY, REFLECTED
from ..array import NDArray
from ..creation import array as dense_array
from ..indexing import check_writable
from ..invoke import is_number, wrap
from . import forms
from .dispatch import invoke_stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike



def _part(place: int, doc: str) -> property:
    """Make a property that shows one of the parts and, as in MXNet, is read-only."""
    def get(self):
        return wrap(self._stored()[place].clone(), self._ctx)

    def put(self, value) -> None:
        raise NotImplementedError("parts of a sparse array are not assigned; make a new array")
    return property(get, put, doc=doc)


class _Held:
    """The value of an array, shared with the results of `detach`.

    ``parts`` are the stored tensors, None if only the ``window`` has the value. ``seen`` is the window's version when
    both were equal. Parts that are not validated yet are not ``sound``.
    """

    __slots__ = ("parts", "window", "seen", "sound")

    def __init__(self, parts: tuple | None, window: torch.Tensor | None, sound: bool) -> None:
        self.parts, self.window, self.seen, self.sound = parts, window, -1.0, sound


class BaseSparseNDArray(NDArray):
    """What csr and row_sparse arrays share: parts, their dense form, conversions and arithmetic."""

    __slots__ = ("_dims",)
    _held = NDArray.__dict__["_data"]  # a dense array has its tensor in this slot
    _makes = NDArray  # results of operators are dense unless `dispatch` says otherwise
    _form: forms.Form  # what the kind knows about its parts

    @property
    def _data(self) -> torch.Tensor:
        held = self._held
        if held.window is None:
            held.window = self._expanded()
            held.seen = version(held.window)
        elif held.parts is not None and is_exported(held.parts[0]) and version(held.window) == held.seen:
            # Anyone who has the parts may have written to them.
            held.window.copy_(self._form.expand(held.parts, self._dims))
            held.seen = version(held.window)
        return held.window

    @_data.setter
    def _data(self, tensor: torch.Tensor) -> None:
        self._held, self._dims = _Held(None, tensor, False), tuple(tensor.shape)

    @property
    def _kind(self) -> torch.dtype:
        held = self._held
        return (held.window if held.parts is None else held.parts[0]).dtype

    def _stored(self) -> tuple:
        """Return valid parts, recomputed if the window was written to."""
        held = self._held
        if held.window is not None and version(held.window) != held.seen:
            held.seen, held.parts, held.sound = version(held.window), self._form.compress(held.window), True
        return self._valid()

    def _valid(self) -> tuple:
        """Return the parts, whatever the window says."""
        held = self._held
        if not held.sound:
            self._form.check(held.parts, self._dims, False)
            held.parts, held.sound = self._form.order(held.parts), True
        return held.parts

    def _store(self, parts: tuple, sound: bool = False) -> None:
        """Replace the parts; holders of the window see their value."""
        held = self._held
        held.parts, held.sound = parts, sound
        if held.window is not None:
            held.window.copy_(self._form.expand(self._valid(), self._dims))
            held.seen = version(held.window)

    def _expanded(self) -> torch.Tensor:
        """Return the value as a newly allocated dense tensor."""
        return self._form.expand(self._stored(), self._dims)

    def _dense(self) -> NDArray:
        """Return a dense copy, without history."""
        return wrap(self._expanded(), self._ctx)

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        return self._dims

    @property
    def ndim(self) -> int:
        return len(self._dims)

    @property
    def size(self) -> int:
        """Refused, as in MXNet: it could mean all elements or the stored ones."""
        raise NotImplementedError(f"{type(self).__name__}.size has no clear meaning: take the product of shape, "
                                  "or data.size")

    @property
    def dtype(self) -> Any:
        return TORCH_TO_NUMPY[self._kind]

    data: Any = _part(0, "A copy of the stored values.")
    indices: Any = _part(-1, "A copy of the column numbers of a csr array, or of the row numbers of a row-sparse one.")

    def _aux_data(self, i: int) -> NDArray:
        return wrap(self._stored()[1:][i].clone(), self._ctx)

    @property
    def _num_aux(self) -> int:
        return len(self._aux_types)

    def _aux_type(self, i: int):
        return self._aux_types[i]

    def __len__(self) -> int:
        return self._dims[0]

    def __repr__(self) -> str:
        return f"\n<{self.__class__.__name__} {'x'.join(map(str, self._dims))} @{self._ctx}>"

    def __contains__(self, item: Any) -> bool:
        return item in self._dense()

    def __bool__(self) -> bool:
        return bool(self._dense())

    def check_format(self, full_check: bool = True) -> None:
        """Refuse parts that do not form a valid array.

        Parameters
        ----------
        full_check : bool, default=True
            Whether to check every index, and not only the shapes.

        Raises
        ------
        MXNetError
            If the parts are inconsistent.
        """
        held = self._held
        if held.window is None or version(held.window) == held.seen:
            self._form.check(held.parts, self._dims, full_check)

    # ---- conversions --------------------------------------------------------------------------

    def asnumpy(self) -> np.ndarray:
        """Copy to a dense NumPy array."""
        return self._dense().asnumpy()

    def asscalar(self) -> Any:
        return self._dense().asscalar()

    def tostype(self, stype: str) -> NDArray:
        """Make a copy with another storage type; csr and row_sparse convert only through a dense array."""
        if stype not in ("default", self.stype) and stype in ("csr", "row_sparse"):
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return invoke_stored(find("cast_storage").bind({"stype": stype}), (self,))

    def astype(self, dtype: DTypeLike, copy: bool = True) -> NDArray:
        """Convert the values; with ``copy=False`` an array that already has the type is returned itself."""
        wanted = torch.float32 if dtype is None else to_torch(dtype)
        values, *places = self._stored()
        if not copy and values.dtype is wanted:
            return self
        return make(type(self), (values.to(wanted, copy=True), *(p.clone() for p in places)), self._dims, self._ctx)

    def copyto(self, other: NDArray | Context) -> Any:
        """Copy to an array of this storage type or a dense one, or to a context as a new array."""
        if isinstance(other, Context):
            device = other.torch_device
            made = make(type(self), tuple(part.to(device, copy=True) for part in self._stored()), self._dims, other)
            made._follow(self)
            return made
        if not isinstance(other, NDArray):
            raise TypeError(f"copyto does not support type {type(other)}")
        if other is self:
            warnings.warn("You are attempting to copy an array to itself", RuntimeWarning, stacklevel=2)
            return False
        if other.stype not in ("default", self.stype):
            raise TypeError(f"copyto does not support destination NDArray stype {other.stype}")
        check_writable(other)
        other._take(self)
        other._follow(self)
        return other

    def _take(self, source: NDArray) -> None:
        """Copy the value of another array."""
        if source.shape != self._dims:
            raise OperatorError("_copyto", "Incompatible attr in node  at 0-th output: expected "
                                f"{list(source.shape)}, got {list(self._dims)}")
        kind = self._kind
        device = self._ctx.torch_device
        if isinstance(source, type(self)):
            values, *places = source._stored()
            self._store((values.to(device, kind, copy=True), *(p.to(device, copy=True) for p in places)), sound=True)
        else:
            dense = source._expanded() if isinstance(source, BaseSparseNDArray) else source._data
            self._store(self._form.compress(dense.to(device, kind)), sound=True)

    def _take_gradient(self, gradient: torch.Tensor | None, add: bool) -> None:
        """Take a gradient, or add it: a sparse tensor of rows, a dense one, or None for zeros."""
        if gradient is None:
            found: NDArray = make(type(self), self._form.empty(self._dims, self._kind, self._ctx.torch_device),
                                  self._dims, self._ctx)
        elif gradient.is_sparse:
            found = wrap_rows(gradient.to(self._kind), self._ctx)
        else:
            found = wrap(gradient, self._ctx)
        self._take(self + found if add else found)

    def __getstate__(self) -> dict[str, Any]:
        from ..serialization import encode
        return {"handle": bytearray(encode(self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        from ..serialization import decode
        found = decode(state["handle"])
        if type(found) is not type(self):
            raise MXNetError(f"the pickled array has storage type {found.stype}, expected {self.stype}")
        self._become(found)

    def _become(self, found: BaseSparseNDArray) -> None:
        """Take over everything from an array of the same kind."""
        self._held, self._dims, self._ctx, self._ag = found._held, found._dims, found._ctx, None

    def wait_to_read(self) -> None:
        if self._ctx.torch_device.type == "cuda":
            torch.cuda.current_stream(self._ctx.torch_device).synchronize()

    def wait_to_write(self) -> None:
        self.wait_to_read()

    def detach(self) -> NDArray:
        made = object.__new__(type(self))
        made._become(self)
        return made

    def __dlpack__(self, **kwargs: Any) -> Any:
        """Refused: convert with ``tostype('default')`` first.

        Parameters
        ----------
        **kwargs
            Not used.

        Returns
        -------
        Any
            Nothing: it raises.

        Raises
        ------
        NotSupportedForSparseNDArray
            Always.
        """
        raise NotSupportedForSparseNDArray(self.__dlpack__)

    to_dlpack_for_read: Any = __dlpack__
    to_dlpack_for_write: Any = __dlpack__

    # ---- what only dense arrays have ----------------------------------------------------------

    def reshape(self, *shape: int | Sequence[int], **kwargs: Any) -> NDArray:
        """Refused: convert with ``tostype('default')`` first."""
        raise NotSupportedForSparseNDArray(self.reshape, None, *shape)

    def _at(self, idx):
        raise NotSupportedForSparseNDArray(self._at, "[idx]", idx)

    def _slice(self, start, stop):
        raise NotSupportedForSparseNDArray(self._slice, None, start, stop)

    def _sync_copyfrom(self, source_array) -> None:
        raise NotSupportedForSparseNDArray(self._sync_copyfrom)

    def broadcast_to(self, shape: int | Sequence[int]) -> NDArray:
        """Repeat along dimensions of size one up to ``shape``; the result is dense."""
        return self._dense().broadcast_to(shape)

    def expand_dims(self, axis: int, inplace: bool = False) -> NDArray:
        """Insert a dimension of size one; the result is dense."""
        return self._dense().expand_dims(axis)

    def squeeze(self, axis: int | Sequence[int] | None = None, inplace: bool = False) -> NDArray:
        """Remove dimensions of size one; the result is dense."""
        return self._dense().squeeze(axis)

    def flatten(self, inplace: bool = False) -> NDArray:
        """Merge all but the first dimension; the result is dense."""
        return self._dense().flatten()

    def _view(self, shape: tuple):
        raise NotSupportedForSparseNDArray(self.reshape, None, shape)

    def __setitem__(self, key: Any, value: Any) -> None:
        name = type(self).__name__
        if not isinstance(key, slice):
            raise TypeError(f"{name} only supports [:] for assignment")
        if key != slice(None):
            raise ValueError(f"Assignment with slice for {name} is not implemented: only [:] is")
        check_writable(self)
        if isinstance(value, NDArray):
            if value is not self:
                value.copyto(self)
        elif isinstance(value, np.ndarray):
            warnings.warn(f"Assigning non-NDArray object to {name} is not efficient", RuntimeWarning, stacklevel=2)
            self._take(dense_array(value, dtype=self.dtype))
        elif is_number(value):
            self._fill(float(value))
        else:
            raise TypeError(f"type {type(value)} not supported")

    def __neg__(self) -> NDArray:
        return binary("mul", self, -1.0)

    def __abs__(self) -> NDArray:
        return invoke_stored(find("abs").bind({}), (self,))


def make(cls: type[Any], parts: tuple[Any, ...], shape: tuple[int, ...], ctx: Context, sound: bool = True) -> Any:
    """Make a sparse array from parts; parts that are not validated yet are not ``sound``."""
    self = object.__new__(cls)
    self._held, self._dims, self._ctx, self._ag = _Held(parts, None, sound), tuple(shape), ctx, None
    return self


# ---- arithmetic -----------------------------------------------------------------------------------

def binary(key: str, lhs: Any, rhs: Any, elementwise: bool = True) -> Any:
    """Apply an arithmetic operator with a sparse operand.

    As in MXNet, only +, -, * and / on arrays of one shape consider storage types.
    """
    _, broadcast, plain, scalar = FAMILY[key]
    if is_number(rhs):
        return invoke_stored(find(scalar[0]).bind({}).with_params(scalar=float(rhs)), (lhs,))
    if is_number(lhs):
        name = REFLECTED.get(key, scalar[0])
        return invoke_stored(find(name).bind({}).with_params(scalar=float(lhs)), (rhs,))
    lhs, rhs = (dense_array(x, dtype=np.float32) if isinstance(x, np.ndarray) else x for x in (lhs, rhs))
    alike = elementwise and lhs.shape == rhs.shape and key in ("add", "sub", "mul", "div")
    return invoke_stored(find(plain[0] if alike else broadcast[0]).bind({}), (lhs, rhs))


def _forward(key: str):
    def method(self, other):
        return binary(key, self, other) if isinstance(other, NDArray | np.ndarray) or is_number(other) \
            else NotImplemented
    return method


def _backward(key: str):
    def method(self, other):
        # ``dense op sparse`` is the dense array's method in MXNet, which ignores storage types
        return binary(key, other, self, False) if isinstance(other, NDArray | np.ndarray) or is_number(other) \
            else NotImplemented
    return method


def _inplace(key: str):
    def method(self, other):
        check_writable(self, other)
        self._take(binary(key, self, other))
        return self
    return method


for _key, _name in {"add": "add", "sub": "sub", "mul": "mul", "div": "truediv", "mod": "mod", "power": "pow"}.items():
    setattr(BaseSparseNDArray, f"__{_name}__", _forward(_key))
    setattr(BaseSparseNDArray, f"__r{_name}__", _backward(_key))
    if _key != "power":
        setattr(BaseSparseNDArray, f"__i{_name}__", _inplace(_key))
for _key, _name in {"equal": "eq", "not_equal": "ne", "greater": "gt", "greater_equal": "ge", "lesser": "lt",
                    "lesser_equal": "le"}.items():
    setattr(BaseSparseNDArray, f"__{_name}__", _forward(_key))


# ---- the two kinds --------------------------------------------------------------------------------

class CSRNDArray(BaseSparseNDArray):
    """A matrix in compressed sparse rows.

    Row i has ``data[indptr[i]:indptr[i + 1]]`` in the columns ``indices[indptr[i]:indptr[i + 1]]``.
    `mx.nd.sparse.csr_matrix` makes one.

    Examples
    --------
    >>> a = mx.nd.array([[0, 1, 0], [2, 0, 0]]).tostype("csr")
    >>> a.data.asnumpy().tolist(), a.indices.asnumpy().tolist(), a.indptr.asnumpy().tolist()
    ([1.0, 2.0], [1, 0], [0, 1, 2])
    """

    __slots__ = ()
    _aux_types = [np.int64, np.int64]
    _form = forms.CSR

    @property
    def stype(self) -> str:
        """Storage type: ``csr``."""
        return "csr"

    indptr: Any = _part(1, "A copy of where rows begin in `data` and `indices`.")

    def __getitem__(self, key: Any) -> NDArray:
        """Return rows as a csr array: ``a[i]``, ``a[i:j]``; ``a[:]`` is the array itself."""
        if isinstance(key, int | np.integer):
            first = int(key) + (self._dims[0] if key < 0 else 0)
            if not 0 <= first < self._dims[0]:
                raise IndexError(f"index {key} is out of bounds for axis 0 with size {self._dims[0]}")
            return self._rows(first, first + 1)
        if isinstance(key, slice):
            if key.step is not None:
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            if key.start is None and key.stop is None:
                return self
            return self._rows(key.start or 0, key.stop or self._dims[0])
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"a csr array is indexed by a number or a slice, got {key!r}")

    def _rows(self, begin: int, end: int) -> NDArray:
        return invoke_stored(find("slice").bind({"begin": (begin,), "end": (end,)}), (self,))

    def _fill(self, value: float) -> None:
        raise ValueError("Assigning numeric types to CSRNDArray is not implemented: nothing would be sparse")

    def asscipy(self) -> Any:
        """Copy to SciPy's form.

        Returns
        -------
        scipy.sparse.csr_matrix
            The matrix.
        """
        try:
            from scipy.sparse import csr_matrix
        except ImportError:
            raise ImportError("scipy could not be imported. Please make sure that the scipy is installed.") from None
        data, indptr, indices = (part.detach().cpu().numpy() for part in self._stored())
        return csr_matrix((data, indices, indptr), shape=self._dims, dtype=self.dtype, copy=True)

    def as_torch(self) -> torch.Tensor:
        """Return a torch tensor of layout sparse_csr that shares the parts.

        Returns
        -------
        torch.Tensor
            A tensor of layout sparse_csr.
        """
        for part in self._stored():
            export(part)
        return self._factor()

    def _factor(self) -> torch.Tensor:
        """Return the parts as a torch tensor, for a product."""
        from .products import csr_tensor
        return csr_tensor(self._stored(), self._dims)


class RowSparseNDArray(BaseSparseNDArray):
    """An array with mostly zero rows: ``data[i]`` is the row ``indices[i]``, in ascending order.

    Examples
    --------
    >>> a = mx.nd.array([[1, 2], [0, 0], [3, 0]]).tostype("row_sparse")
    >>> a.data.asnumpy().tolist(), a.indices.asnumpy().tolist()
    ([[1.0, 2.0], [3.0, 0.0]], [0, 2])
    """

    __slots__ = ()
    _aux_types = [np.int64]
    _form = forms.ROWS

    @property
    def stype(self) -> str:
        """Storage type: ``row_sparse``."""
        return "row_sparse"

    def __getitem__(self, key: Any) -> NDArray:
        """Return the array itself for ``a[:]``; nothing else is defined."""
        if isinstance(key, slice) and key == slice(None):
            return self
        if isinstance(key, int | slice | np.integer):
            raise MXNetError("RowSparseNDArray only supports [:] for reading; convert it with tostype('default')")
        raise ValueError("Multi-dimension indexing is not supported")

    def _fill(self, value: float) -> None:
        kind = self._kind
        device = self._ctx.torch_device
        self._store((torch.full(self._dims, value, dtype=kind, device=device),
                     torch.arange(self._dims[0], device=device)), sound=True)

    def retain(self, indices: NDArray, **kwargs: Any) -> NDArray:
        """Keep only some rows.

        Parameters
        ----------
        indices : NDArray
            Indices of the rows.
        **kwargs
            Further arguments of `mx.nd.sparse.retain`.

        Returns
        -------
        NDArray
            An array of the same shape, in which all other rows are zero.

        Examples
        --------
        >>> a = mx.nd.array([[1, 2], [3, 4]]).tostype("row_sparse")
        >>> a.retain(mx.nd.array([1])).asnumpy().tolist()
        [[0.0, 0.0], [3.0, 4.0]]
        """
        return invoke_stored(find("_sparse_retain").bind({}), (self, indices), **kwargs)

    def as_torch(self) -> torch.Tensor:
        """Return a torch tensor of layout sparse_coo, with dense rows, that shares the parts.

        Returns
        -------
        torch.Tensor
            A tensor of layout sparse_coo, with dense rows.
        """
        data, indices = map(export, self._stored())
        return torch.sparse_coo_tensor(indices[None], data, self._dims, check_invariants=False, is_coalesced=True)


def wrap_rows(gradient: torch.Tensor, ctx: Context) -> RowSparseNDArray:
    """Make an array from a sparse tensor of rows."""
    gradient = gradient.coalesce()
    return make(RowSparseNDArray, (gradient.values(), gradient.indices()[0]), tuple(gradient.shape), ctx)


CLASSES: dict[str, type[Any]] = {"csr": CSRNDArray, "row_sparse": RowSparseNDArray}
# Programs and pickles know the classes under MXNet's module.
for _cls in (BaseSparseNDArray, CSRNDArray, RowSparseNDArray):
    _cls.__module__ = "mxnet.ndarray.sparse"
