"""Creates arrays: from values, from scratch, from other libraries."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ..core.copies import from_host, row_order
from ..core.device import CPU, Context, home_context
from ..core.dtype import RAW_BFLOAT16, dtype_name, to_torch
from ..core.errors import MXNetError
from ..core.op import find
from ..core.ownership import export
from ..core.tiers.memory import untouched_zeros
from ..core.torch_modes import shielded
from .array import NDArray, context_of
from .invoke import invoke, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike

__all__ = ["arange", "array", "empty", "eye", "from_dlpack", "from_numpy", "from_torch", "full", "linspace",
           "ones", "to_dlpack_for_read", "to_dlpack_for_write", "zeros"]


@shielded
def array(source_array: Any, ctx: Context | None = None, dtype: DTypeLike | None = None) -> NDArray:
    """Create an array from values, which are copied.

    Parameters
    ----------
    source_array
        Numbers, nested lists, a NumPy array or an NDArray.
    ctx : Context, optional
        Device to create the array on; by default that of an NDArray given, else the current context.
    dtype : DTypeLike, optional
        Element type; float32 by default, also of NumPy arrays, and that of an NDArray given.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.array([[1, 2], [3, 4]]).asnumpy().tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    ctx = home_context(ctx)
    if isinstance(source_array, NDArray):
        if source_array.stype != "default":
            return _sparse().array(source_array, ctx, dtype)
        wanted = source_array._data.dtype if dtype is None else to_torch(dtype)
        made = wrap(source_array._data.to(ctx.torch_device, wanted, copy=True), ctx)
        made._follow(source_array)
        return made
    if isinstance(source_array, torch.Tensor):
        wanted = torch.float32 if dtype is None else to_torch(dtype)
        return wrap(source_array.detach().to(ctx.torch_device, wanted, copy=True).contiguous(), ctx)
    wanted = torch.float32 if dtype is None else to_torch(dtype)
    if not isinstance(source_array, np.ndarray):
        if hasattr(source_array, "tocsr"):  # of scipy.sparse
            return _sparse().array(source_array, ctx, dtype)
        source_array = _values_of(source_array)
    values = np.asarray(source_array)
    if values.dtype == RAW_BFLOAT16:
        return wrap(from_host(values.view(np.int16)).view(torch.bfloat16).to(
            ctx.torch_device, wanted, copy=True), ctx)
    try:
        data = from_host(values)
    except TypeError:  # a NumPy type unknown to torch, such as bfloat16 of ml_dtypes
        data = from_host(values.astype(np.float64 if wanted.is_floating_point else np.int64))
    shares = data.dtype is wanted and ctx.torch_device.type == "cpu"
    return wrap(data.clone() if shares else data.to(ctx.torch_device, wanted), ctx)


def _values_of(source) -> np.ndarray:
    if hasattr(source, "asnumpy"):
        return source.asnumpy()
    if isinstance(source, (list, tuple)) and any(isinstance(item, NDArray) for item in source):
        source = [item.asnumpy() if isinstance(item, NDArray) else item for item in source]
    try:
        found = np.asarray(source)
        return found if found.dtype.kind in "biufc" else np.asarray(source, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f"source_array must be array like object: {error}") from None


def empty(shape: int | Sequence[int], ctx: Context | None = None, dtype: DTypeLike | None = None,
          stype: str | None = None) -> NDArray:
    """Create an array without setting its values.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    stype : str, optional
        Storage type: ``"default"``, ``"row_sparse"`` or ``"csr"``.

    Returns
    -------
    NDArray
        A new array.
    """
    if stype not in (None, "default"):
        return _sparse().empty(stype, shape, ctx, dtype)
    ctx = home_context(ctx)
    return wrap(torch.empty(_sizes(shape), dtype=_kind(dtype), device=ctx.torch_device), ctx)


def zeros(shape: int | Sequence[int], ctx: Context | None = None, dtype: DTypeLike | None = None,
          stype: str | None = None, **kwargs: Any) -> NDArray:
    """Create an array of zeros.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    stype : str, optional
        Storage type: ``"default"``, ``"row_sparse"`` or ``"csr"``.
    **kwargs
        ``out`` and ``name``, as operators take them.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.zeros((1, 2)).asnumpy().tolist()
    [[0.0, 0.0]]
    """
    if stype not in (None, "default"):
        return _sparse().zeros(stype, shape, ctx, dtype, **kwargs)
    return _filled("_zeros", shape, ctx, dtype, kwargs)


def ones(shape: int | Sequence[int], ctx: Context | None = None, dtype: DTypeLike | None = None,
         **kwargs: Any) -> NDArray:
    """Create an array of ones.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    **kwargs
        ``out`` and ``name``, as operators take them.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.ones(3, dtype="int32").asnumpy().tolist()
    [1, 1, 1]
    """
    return _filled("_ones", shape, ctx, dtype, kwargs)


@shielded
def lasting_zeros(shape: Sequence[int], ctx: Context | None = None, dtype: DTypeLike | None = None,
                  stype: str = "default") -> NDArray:
    """Create an array of zeros that stays, such as a parameter: on the host it takes memory from the first write on."""
    if stype != "default":
        return zeros(shape, ctx, dtype, stype)
    ctx = home_context(ctx)
    return wrap(untouched_zeros(_sizes(shape), _kind(dtype), ctx.torch_device), ctx)


@shielded
def _filled(name: str, shape, ctx, dtype, kwargs: dict) -> NDArray:
    ctx = home_context(ctx)
    out = kwargs.pop("out", None)
    kwargs.pop("name", None)
    given = {"shape": _sizes(shape), "dtype": dtype_name(_kind(dtype)), **kwargs}
    return invoke(find(name).bind(given), (), out, ctx)


def full(shape: int | Sequence[int], val: float, ctx: Context | None = None, dtype: DTypeLike = np.float32,
         out: NDArray | None = None) -> NDArray:
    """Create an array with one value everywhere.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    val : float
        The value.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, default=np.float32
        Element type.
    out : NDArray, optional
        Array to write to, instead of a new one.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.full((1, 2), 7).asnumpy().tolist()
    [[7.0, 7.0]]
    """
    made = empty(shape, ctx, dtype) if out is None else out
    made[:] = val
    return made


def arange(start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool | None = None,
           ctx: Context | None = None, dtype: DTypeLike = np.float32) -> NDArray:
    """Create evenly spaced numbers from ``start`` up to, but not including, ``stop``.

    Parameters
    ----------
    start : float
        First number; or the end, if it is given alone, and the numbers start at 0.
    stop : float, optional
        End of the interval, exclusive.
    step : float, default=1.0
        Distance between neighbours.
    repeat : int, default=1
        How often each number is repeated.
    infer_range : bool, optional
        Not supported any more, as in MXNet.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, default=np.float32
        Element type.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.arange(2, 6, 2).asnumpy().tolist()
    [2.0, 4.0]
    """
    given = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": False,
             "dtype": dtype_name(_kind(dtype))}
    return invoke(find("_arange").bind(given), (), None, home_context(ctx))


def linspace(start: float, stop: float, num: int, endpoint: bool = True, ctx: Context | None = None,
             dtype: DTypeLike = np.float32) -> NDArray:
    """Create a given number of evenly spaced numbers over an interval.

    Parameters
    ----------
    start : float
        First number.
    stop : float
        Last number.
    num : int
        How many numbers.
    endpoint : bool, default=True
        Whether ``stop`` itself is the last of them.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, default=np.float32
        Element type.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.linspace(0, 1, 3).asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """
    ctx = home_context(ctx)
    values = np.linspace(start, stop, num, endpoint)
    return wrap(torch.from_numpy(values).to(ctx.torch_device, _kind(dtype)), ctx)


def eye(N: int, M: int = 0, k: int = 0, ctx: Context | None = None, dtype: DTypeLike | None = None,
        **kwargs: Any) -> NDArray:
    """Create a matrix with ones on one diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, default=0
        Number of columns; 0 for as many as rows.
    k : int, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    **kwargs
        ``out`` and ``name``, as operators take them.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.eye(2).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    given = {"N": N, "M": M, "k": k, "dtype": dtype_name(_kind(dtype))}
    return invoke(find("_eye").bind(given), (), kwargs.get("out"), home_context(ctx))


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: type[NDArray] = NDArray) -> NDArray:
    """Create an array from a NumPy array.

    Parameters
    ----------
    ndarray : np.ndarray
        NumPy array.
    zero_copy : bool, default=True
        Whether memory is shared; the NumPy array then becomes read-only.
    array_cls : type[NDArray], default=NDArray
        Class of the result.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> import numpy as np
    >>> mx.nd.from_numpy(np.ones(2, dtype="float32")).asnumpy().tolist()
    [1.0, 1.0]
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"from_numpy takes a numpy.ndarray, got {type(ndarray)}")
    if not zero_copy:
        return wrap(from_host(ndarray.copy()), CPU, array_cls)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("Only c-contiguous arrays are supported for zero-copy")
    made = wrap(export(torch.from_numpy(row_order(ndarray))), CPU, array_cls)
    ndarray.flags["WRITEABLE"] = False
    return made


def from_torch(tensor: torch.Tensor) -> NDArray:
    """Create an array that shares the memory of a torch tensor.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor, contiguous.

    Returns
    -------
    NDArray
        An array whose writes are visible in the tensor, and vice versa.

    Examples
    --------
    >>> import torch
    >>> mx.nd.from_torch(torch.ones(2)).asnumpy().tolist()
    [1.0, 1.0]
    """
    if dtype_name(tensor.dtype) not in _KNOWN:
        raise MXNetError(f"from_torch: MXNet has no type for {tensor.dtype}")
    if not tensor.is_contiguous():
        raise MXNetError("from_torch and from_dlpack share memory, which is in row order in every array; this tensor "
                         f"of shape {tuple(tensor.shape)} has strides {tensor.stride()}: pass tensor.contiguous(), "
                         "a copy")
    return wrap(export(tensor.detach()), context_of(tensor.device))


_KNOWN = ("float32", "float64", "float16", "bfloat16", "uint8", "int8", "int32", "int64", "bool")


def from_dlpack(dlpack: Any) -> NDArray:
    """Create an array that shares the memory of a DLPack capsule.

    Parameters
    ----------
    dlpack
        Capsule of contiguous memory, or an object that exports one.

    Returns
    -------
    NDArray
        An array that shares the capsule's memory.
    """
    return from_torch(torch.utils.dlpack.from_dlpack(dlpack))


def to_dlpack_for_read(data: NDArray) -> Any:
    """Return a DLPack capsule that shares the memory of an array, for a reader.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    capsule
        The capsule, for another library.
    """
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data: NDArray) -> Any:
    """Return a DLPack capsule that shares the memory of an array, for a writer.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    capsule
        The capsule, for another library.
    """
    return data.to_dlpack_for_write()


def _sizes(shape) -> tuple:
    return (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(s) for s in shape)


def _kind(dtype) -> torch.dtype:
    return torch.float32 if dtype is None else to_torch(dtype)


def _sparse():
    from .storage import creation
    return creation
