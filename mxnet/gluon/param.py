"""Parameters of blocks: values and gradients, one array per context, created when the shape is known."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import autograd, initializer, symbol
from .. import ndarray as nd
from ..context import Context, cpu, current_context
from ..core import npmode
from ..core.dtype import dtype_name
from ..core.errors import MXNetError
from ..core.params import plain
from ..ndarray import NDArray
from ..ndarray.creation import lasting_zeros
from ..ndarray.gradients import zero_gradient
from .utils import shape_is_known

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from .signatures import Contexts, InitLike


_REQUESTS = ("write", "add", "null")
_STORAGE = ("default", "row_sparse", "csr")


class DeferredInitializationError(MXNetError):
    """A parameter's value was requested before the first forward has determined its shape."""


class Parameter:
    """A weight or state of a block, with a copy on every device that it is initialized on.

    Parameters
    ----------
    name : str
        Full name, prefix included.
    grad_req : {'write', 'add', 'null'}, default='write'
        What backward does with the gradient.
    shape : optional
        Shape; sizes of 0 are inferred at the first forward, if ``allow_deferred_init``.
    dtype : DTypeLike, default=np.float32
        Element type.
    lr_mult : float, default=1.0
        Factor of the optimizer's learning rate.
    wd_mult : float, default=1.0
        Factor of the optimizer's weight decay.
    init : InitLike, optional
        Initializer for this parameter, in place of the one given to `initialize`.
    allow_deferred_init : bool, default=False
        Whether the shape may be unknown until the first forward.
    differentiable : bool, default=True
        False keeps ``grad_req`` at "null", as for moving averages.
    stype : {'default', 'row_sparse', 'csr'}, default='default'
        Storage of the value.
    grad_stype : {'default', 'row_sparse', 'csr'}, default='default'
        Storage of the gradient.

    Examples
    --------
    >>> weight = mx.gluon.Parameter("weight", shape=(2, 3))
    >>> weight.initialize(mx.init.One())
    >>> weight.data().shape, weight.grad().stype
    ((2, 3), 'default')
    """

    name: str
    init: InitLike | None
    lr_mult: float
    wd_mult: float

    _constant = "Parameter"
    _donated: NDArray | None = None  # the array being loaded, if it has no other owner

    def __init__(self, name: str, grad_req: str = "write", shape: Any = None, dtype: DTypeLike = np.float32,
                 lr_mult: float = 1.0, wd_mult: float = 1.0, init: InitLike | None = None,
                 allow_deferred_init: bool = False, differentiable: bool = True, stype: str = "default",
                 grad_stype: str = "default") -> None:
        for what, storage in (("grad_stype", grad_stype), ("stype", stype)):
            if storage not in _STORAGE:
                raise AssertionError(f"Parameter '{name}': {what} is one of {', '.join(_STORAGE)}, got '{storage}'")
        self.name, self.init = name, init
        self.lr_mult, self.wd_mult = lr_mult, wd_mult
        self._shape = (int(shape),) if isinstance(shape, (int, np.integer)) else plain(shape)
        self._dtype = dtype
        self._stype, self._grad_stype = stype, grad_stype
        self._differentiable, self._allow_deferred_init = differentiable, allow_deferred_init
        self._var: symbol.Symbol | None = None
        self._data: list[NDArray] | None = None
        self._grad: list[NDArray] | None = None
        self._ctx_list: list[Context] | None = None
        self._ctx_map: list[list[int | None]] | None = None  # [host or device][index] -> position in _data
        self._deferred_init: tuple = ()
        self._trainer: Any = None
        self._numpy = False  # the values are arrays of mx.np
        self._grad_req: str | None = None
        self.grad_req = grad_req

    def __repr__(self) -> str:
        return f"{self._constant} {self.name} (shape={self.shape}, dtype={self.dtype})"

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._data is not None:
            self._attach()  # a copy's arrays have their own gradients

    # ---- what it is -------------------------------------------------------------------------------

    @property
    def grad_req(self) -> str:
        """What backward does with the gradient: ``write``, ``add``, ``null``."""
        return self._grad_req  # type: ignore[return-value]

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        if req not in _REQUESTS:
            raise AssertionError(f"Parameter '{self.name}': grad_req is one of {', '.join(_REQUESTS)}, got '{req}'")
        if not self._differentiable:
            req = "null"
        if req == self._grad_req:
            return
        self._grad_req = req
        if self._data is None:
            return
        if req == "null":
            self._grad = None
            self._data = [array.detach() for array in self._data]
            self._attach()
        else:
            self._init_grad()

    @property
    def dtype(self) -> Any:
        """Element type; setting it casts."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype: DTypeLike) -> None:
        self.cast(dtype)

    @property
    def shape(self) -> tuple[Any, ...] | None:
        """Shape; unknown dimensions are 0, or -1 under NumPy shapes. Unknown dimensions can only be filled in."""
        if self._shape is None or not npmode.get_shape():
            return self._shape
        return tuple(size if size != 0 else -1 for size in self._shape)

    @shape.setter
    def shape(self, new_shape: tuple[Any, ...]) -> None:
        known = self._shape
        if known is not None and (len(known) != len(new_shape) or any(
                old not in (new, 0, -1) for old, new in zip(known, new_shape))):
            raise AssertionError(f"Parameter '{self.name}' has shape {known}, which {tuple(new_shape)} does not fit")
        self._shape = plain(new_shape)

    def cast(self, dtype: DTypeLike) -> None:
        """Change the element type of value and gradient.

        Parameters
        ----------
        dtype : DTypeLike
            The type.
        """
        self._dtype = dtype
        if self._data is None:
            return
        with autograd.pause():
            self._data = [array.astype(dtype) for array in self._data]
            if self._grad is not None:
                self._grad = [array.astype(dtype) for array in self._grad]
            self._attach()

    def var(self) -> symbol.Symbol:
        """Return the variable that represents this parameter in symbols; always the same one.

        Returns
        -------
        Symbol
            The variable.
        """
        if self._var is None:
            self._var = symbol.var(self.name, shape=self.shape, dtype=self.dtype, lr_mult=self.lr_mult,
                                   wd_mult=self.wd_mult, init=self._var_init(), stype=self._stype)
        return self._var.as_np_ndarray() if npmode.mode.array else self._var

    def _var_init(self) -> Any:
        return self.init

    def _set_trainer(self, trainer: Any) -> None:
        if self._stype != "default" and self._trainer and trainer and self._trainer is not trainer:
            raise RuntimeError(f"Parameter '{self.name}' belongs to another Trainer already; a {self._stype} "
                               "parameter can have only one, because its KVStore holds the rows")
        self._trainer = trainer

    # ---- initialization ---------------------------------------------------------------------------

    def initialize(self, init: InitLike | None = None, ctx: Contexts | None = None, default_init: Any = None,
                   force_reinit: bool = False) -> None:
        """Create the value; if the shape is not known yet, at the first forward.

        Parameters
        ----------
        init : InitLike, optional
            Initializer; it overrides the parameter's own.
        ctx : Contexts, optional
            Device, or a list of devices that each get a copy; the current context by default.
        default_init : optional
            Initializer if there is no other.
        force_reinit : bool, default=False
            Whether to initialize again if it was done.
        """
        if self._data is not None and not force_reinit:
            warnings.warn(f"Parameter '{self.name}' is initialized already and stays as it is; force_reinit=True "
                          "initializes it again", stacklevel=2)
            return
        self._data = self._grad = None
        self._numpy = npmode.get_array() and self._stype == "default"
        default_init = initializer.Uniform() if default_init is None else default_init
        if init is None:
            init = default_init if self.init is None else self.init
        if not shape_is_known(self.shape) and not self._allow_deferred_init:
            raise ValueError(f"Parameter '{self.name}' cannot be initialized: its shape {self.shape} is not known; "
                             "give all dimensions, or pass allow_deferred_init=True")
        self._deferred_init = (init, _contexts(ctx), default_init, None)
        if shape_is_known(self.shape):
            self._finish_deferred_init()

    def _finish_deferred_init(self) -> None:
        """Create the value now that the shape is known."""
        if not self._deferred_init:
            return
        init, contexts, default_init, data = self._deferred_init
        if not shape_is_known(self.shape):
            raise AssertionError(f"Parameter '{self.name}' cannot be initialized: its shape {self.shape} is not known. "
                                 "Say in_units, in_channels and the like when its layer is made")
        self._deferred_init = ()
        with autograd.pause():
            if data is None:
                data = lasting_zeros(self.shape, cpu(), self.dtype, self._stype)
                if self._numpy:
                    data = data.as_np_ndarray()
                desc = initializer.InitDesc(self.name, {"__init__": init})
                initializer.create(default_init)(desc, data)
            self._init_impl(data, contexts)

    def _init_impl(self, data: NDArray, ctx_list: list[Context]) -> None:
        """Put copies of a value on contexts; a donated one is used itself if it is on the only context."""
        self._ctx_list = list(ctx_list)
        self._ctx_map = _map(self._ctx_list)
        self._data = [data] if data is self._donated and self._ctx_list == [data.context] \
            else [data.copyto(ctx) for ctx in self._ctx_list]
        self._show_face()
        self._init_grad()

    def _show_face(self) -> None:
        """Turn values requested in NumPy mode into mx.np arrays."""
        assert self._data is not None
        if self._numpy:
            self._data = [array.as_np_ndarray() for array in self._data]

    def _init_grad(self) -> None:
        """Create zero gradients, if any are needed."""
        assert self._data is not None
        self._grad = None if self.grad_req == "null" else [
            zero_gradient(array, self._grad_stype) for array in self._data]
        if self._numpy and self._grad is not None:
            self._grad = [array.as_np_ndarray() if array.stype == "default" else array for array in self._grad]
        self._attach()

    def _attach(self) -> None:
        """Tell autograd which gradients belong to the values."""
        assert self._data is not None
        if self._grad is not None:
            autograd.mark_variables(self._data, self._grad, self.grad_req)

    def _load_donated(self, data: NDArray, ctx: Any, cast_dtype: bool, dtype_source: str) -> None:
        """Take a value just read from a file: it has no other owner, and need not be copied."""
        self._donated = data
        try:
            self._load_init(data, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
        finally:
            del self._donated

    def _load_init(self, data: NDArray, ctx: Any, cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Take a value from a file, on the given contexts or those it is initialized on."""
        if cast_dtype and dtype_source not in ("current", "saved"):
            raise AssertionError(f"dtype_source is 'current' or 'saved', got '{dtype_source}'")
        self._fit_shape(data)
        data = self._fit_type(data, cast_dtype, dtype_source)
        if data.stype != self._stype:
            data = data.tostype(self._stype)
        contexts = [ctx] if isinstance(ctx, Context) else ctx
        waiting = self._data is None and not self._deferred_init
        if contexts is not None and not waiting and set(contexts) != set(self.list_ctx()):
            raise AssertionError(f"Parameter '{self.name}' is initialized on {self.list_ctx()} and cannot be loaded on "
                                 f"{contexts}; call reset_ctx first")
        if self._data is not None:
            self.set_data(data.as_np_ndarray() if self._numpy else data.as_nd_ndarray())
        else:
            if waiting:
                self._numpy = npmode.get_array() and self._stype == "default"
            self._init_impl(data, (contexts or [cpu()]) if waiting else self._deferred_init[1])
        self._deferred_init = ()

    def _fit_shape(self, data: NDArray) -> None:
        shape = self.shape
        if not shape:
            return
        unknown = -1 if npmode.get_shape() else 0
        if any(mine not in (unknown, saved) for mine, saved in zip(shape, data.shape)):
            raise AssertionError(f"Parameter '{self.name}' has shape {shape}, the saved one {data.shape}")
        self.shape = tuple(mine if mine != unknown else saved for mine, saved in zip(shape, data.shape))

    def _fit_type(self, data: NDArray, cast_dtype: bool, dtype_source: str) -> NDArray:
        if not self.dtype or dtype_name(self.dtype) == dtype_name(data.dtype):
            return data
        if not cast_dtype:
            raise AssertionError(f"Parameter '{self.name}' has type {dtype_name(self.dtype)}, the saved one "
                                 f"{dtype_name(data.dtype)}; cast_dtype=True casts it")
        if dtype_source == "current":
            return data.astype(self.dtype, copy=False)
        self.dtype = data.dtype
        return data

    def reset_ctx(self, ctx: Contexts) -> None:
        """Move the value to other devices.

        Parameters
        ----------
        ctx : Contexts
            Device, or a list of devices.
        """
        contexts = _contexts(ctx)
        if self._data:
            data = self._reduce()
            with autograd.pause():
                self._init_impl(data, contexts)
        elif self._deferred_init:
            init, _, default_init, data = self._deferred_init
            self._deferred_init = (init, contexts, default_init, data)
        else:
            raise ValueError(f"Parameter '{self.name}' is not initialized, so it has no context to leave")

    # ---- values -----------------------------------------------------------------------------------

    def _check_and_get(self, arrays: list[NDArray] | None, ctx: Any) -> Any:
        """Return the array of a context, or all of them for ``ctx=list``; raises if there is none."""
        if arrays is None:
            raise self._missing()
        if ctx is list:
            return arrays
        if ctx is None:
            if len(arrays) == 1:
                return arrays[0]
            ctx = current_context()
        places = self._ctx_map[ctx.device_typeid & 1] if self._ctx_map else []
        number = places[ctx.device_id] if ctx.device_id < len(places) else None
        if number is None:
            raise RuntimeError(f"Parameter '{self.name}' is not on {ctx}; it was initialized on {self._ctx_list}")
        return arrays[number]

    def _missing(self) -> Exception:
        if self._deferred_init:
            return DeferredInitializationError(
                f"Parameter '{self.name}' has no value yet: its shape {self.shape} is not fully known and is inferred "
                "at the first forward. Call the network on one batch first, or say in_units, in_channels and the like "
                "when the layer is made")
        return RuntimeError(f"Parameter '{self.name}' is not initialized: call initialize() on the block, or on "
                            "block.collect_params() (block.params has no parameters of children)")

    def data(self, ctx: Context | None = None) -> NDArray:
        """Return the value on a device.

        Parameters
        ----------
        ctx : Context, optional
            The device; by default the only one, or the current context.

        Returns
        -------
        NDArray
            The value itself, no copy.

        Raises
        ------
        RuntimeError
            If the parameter is not initialized, or not on that device.
        """
        values = self._data  # libraries put their own values into this list
        if values is not None and len(values) == 1 and self._stype == "default" and (
                ctx is None or ctx is self._ctx_list[0]):  # type: ignore[index]
            return values[0] if not self._numpy or not npmode.mode.legacy else values[0].as_nd_ndarray()
        self._check_dense("data", "row_sparse_data")
        found = self._check_and_get(self._data, ctx)
        return found if not self._numpy or not npmode.mode.legacy else found.as_nd_ndarray()

    def list_data(self) -> list[NDArray]:
        """Return the values of all devices.

        Returns
        -------
        list of NDArray
            Arrays in the order of `list_ctx`.
        """
        self._check_dense("list_data", "list_row_sparse_data")
        return self._check_and_get(self._data, list)

    def _check_dense(self, called: str, instead: str) -> None:
        if self._stype != "default":
            raise RuntimeError(f"Parameter '{self.name}' has storage type {self._stype}: {called}() gives dense values "
                               f"only, call {instead}(row_id)")

    def set_data(self, data: Any) -> None:
        """Set the value on all devices; before the first forward it is stored until then.

        Parameters
        ----------
        data
            Array of the parameter's shape.
        """
        self.shape = data.shape
        if self._data is None:
            if not self._deferred_init:
                raise AssertionError(f"Parameter '{self.name}' is not initialized")
            self._deferred_init = (*self._deferred_init[:3], data)
            return
        trainer = self._trainer
        if trainer and trainer._kv_initialized and trainer._update_on_kvstore \
                and not any(param is self for param in trainer._params_to_init):
            trainer._reset_kvstore()  # the store holds the old value
        for array in self._data:
            array[:] = data

    def row_sparse_data(self, row_id: NDArray) -> NDArray:
        """Return some rows of a row_sparse parameter, the latest ones in the Trainer's store.

        Parameters
        ----------
        row_id : NDArray
            Indices of the rows.

        Returns
        -------
        NDArray
            The rows, on the device of ``row_id``.
        """
        return self._rows(row_id.context if isinstance(row_id, NDArray) else None, row_id)

    def list_row_sparse_data(self, row_id: NDArray) -> list[NDArray]:
        """Return some rows of a row_sparse parameter, on all devices.

        Parameters
        ----------
        row_id : NDArray
            Indices of the rows.

        Returns
        -------
        list of NDArray
            The rows, in the order of `list_ctx`.
        """
        return self._rows(list, row_id)

    def _rows(self, ctx: Any, row_id: NDArray) -> Any:
        if self._stype != "row_sparse":
            raise RuntimeError(f"Parameter '{self.name}' has storage type {self._stype}, not row_sparse: call data()")
        return self._get_row_sparse(self._data, ctx, row_id)

    def _get_row_sparse(self, arrays: list[NDArray] | None, ctx: Any, row_id: NDArray) -> Any:
        if not isinstance(row_id, NDArray):
            raise TypeError(f"row_id must be an NDArray, got {type(row_id).__name__}")
        if not self._trainer:
            raise RuntimeError(f"Parameter '{self.name}': rows are pulled from a Trainer's KVStore, and no Trainer has "
                               "this parameter yet")
        found = self._check_and_get(arrays, ctx)
        self._trainer._row_sparse_pull(self, found, row_id)
        return found

    def _reduce(self) -> NDArray:
        """Return the value on the CPU: the mean over contexts."""
        if self._stype != "default":
            data = nd.zeros(self.shape, ctx=cpu(), stype="row_sparse")
            self._trainer._row_sparse_pull(self, data, nd.arange(0, self.shape[0], dtype="int64"), full_idx=True)
            return data
        arrays = self.list_data()
        if len(arrays) == 1:
            return arrays[0].copyto(cpu())
        return nd.add_n(*[array.copyto(cpu()) for array in arrays]) / len(arrays)

    def _to_write(self) -> NDArray:
        """Return the value on the CPU for a reader: the array itself if it is the only one."""
        if self._stype == "default" and self._ctx_list == [cpu()]:
            return self.list_data()[0]
        return self._reduce()

    def grad(self, ctx: Context | None = None) -> NDArray:
        """Return the gradient on a device.

        Parameters
        ----------
        ctx : Context, optional
            The device; by default the only one, or the current context.

        Returns
        -------
        NDArray
            The gradient itself, no copy.
        """
        self._check_wanted()
        return self._check_and_get(self._grad, ctx)

    def list_grad(self) -> list[NDArray]:
        """Return the gradients of all devices.

        Returns
        -------
        list of NDArray
            Arrays in the order of `list_ctx`.
        """
        self._check_wanted()
        return self._check_and_get(self._grad, list)

    def _check_wanted(self) -> None:
        if self._data is not None and self._grad is None:
            raise RuntimeError(f"Parameter '{self.name}' has no gradient, because its grad_req is 'null'")

    def list_ctx(self) -> list[Context]:
        """Return the devices that the parameter is initialized on, or will be.

        Returns
        -------
        list of Context
            The devices.
        """
        if self._data is not None:
            return self._ctx_list  # type: ignore[return-value]
        if self._deferred_init:
            return self._deferred_init[1]
        raise RuntimeError(f"Parameter '{self.name}' is not initialized, so it is on no context")

    def zero_grad(self) -> None:
        """Fill the gradients with zeros, needed before backward if ``grad_req`` is "add"."""
        for array in self._grad or ():
            nd.zeros_like(array.as_nd_ndarray(), out=array)


def _contexts(ctx: Any) -> list[Context]:
    if ctx is None:
        return [current_context()]
    return [ctx] if isinstance(ctx, Context) else list(ctx)


def _map(contexts: list[Context]) -> list[list[int | None]]:
    """Return the position of each context, by kind and index: pinned and shared host memory count as the host."""
    places: list[list[int | None]] = [[], []]
    for place, ctx in enumerate(contexts):
        row = places[ctx.device_typeid & 1]
        row.extend([None] * (ctx.device_id + 1 - len(row)))
        row[ctx.device_id] = place
    return places
