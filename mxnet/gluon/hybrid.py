"""HybridBlock: a block that runs eagerly on arrays, or traced once and compiled.

Traced, the block is a symbol over its inputs and parameters. A `CachedOp` compiles it per signature (shapes, types,
contexts, training) and runs it as one step of the tape; the block's Python code does not run again.
"""
from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray, symbol
from ..context import Context, current_context
from ..contrib.onnx import export_model
from ..core import npmode
from ..core.mode import mode
from ..ndarray import NDArray
from ..symbol import Symbol
from .base import Block
from .faces import call_legacy, legacy, shows_np
from .param import DeferredInitializationError, Parameter
from .structure import _flatten, _gather_type_ctx_info, _regroup, _same_format
from .tracing import explained
from .utils import _brief_print_list

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from .parameter import ParameterDict


class HybridBlock(Block):
    """A block that computes with arrays or symbols: write it once, run it eagerly, or compile it with `hybridize`.

    ``hybrid_forward(F, x, *args, **params)`` gets in ``F`` the functions to call, ``mx.nd`` or ``mx.sym``, and its
    own parameters by the names of their attributes.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the parameter names; by default the name of the class and a number.
    params : ParameterDict, optional
        Parameters to share, such as ``other.collect_params()``; they keep their names.

    Examples
    --------
    >>> class Scale(mx.gluon.HybridBlock):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         self.scale = self.params.get("scale", shape=(1,), init="ones")
    ...     def hybrid_forward(self, F, x, scale):
    ...         return F.broadcast_mul(x, scale)
    >>> net = Scale()
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(mx.nd.array([1.0, 2.0])).asnumpy().tolist()
    [1.0, 2.0]
    """

    # Whether a layer waits in training for its counterpart on other contexts: a compiled call, one step of the tape,
    # cannot.
    _meets_others = False
    _takes_any_face = False   # a container: its children handle what it passes on
    _written_for_nd = False   # see `faces`

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._written_for_nd = not cls._takes_any_face and \
            (cls.hybrid_forward.__module__ or "").startswith("mxnet.gluon")  # None: made by exec

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._cached_graph: Any = ()  # (inputs, outputs) as symbols
        self._cached_op: Any = None
        self._cached_op_args: list[tuple[bool, Any]] = []  # per input: (True, place) or (False, parameter)
        self._traced_inputs: list[tuple[tuple[Any, ...], Any]] = []  # shapes and types of the first call
        self._gives_np = False
        self._in_format: Any = None
        self._out_format: Any = None
        self._active = False
        self._flags: list[tuple[str, Any]] = []
        self._callback: Callable | None = None
        self._monitor_all = False
        self._backend: str | None = None
        self._backend_opts: dict = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_cached_op": None}  # compiled again at the next call

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, HybridBlock):
            self._clear_cached_op()

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Register a hybrid block as a child; attributes that are blocks are registered automatically.

        Parameters
        ----------
        block : Block
            The block.
        name : str, optional
            Its name among the children; a number by default.

        Raises
        ------
        ValueError
            If the block is not hybrid.
        """
        if not isinstance(block, HybridBlock):
            raise ValueError(f"children of the HybridBlock {self.name} are HybridBlocks too; {name or ''} {block!r} is "
                             f"a {type(block).__name__}. For a Sequential, take HybridSequential")
        super().register_child(block, name)
        self._clear_cached_op()

    def hybridize(self, active: bool = True, backend: str | None = None, clear: bool = True,
                  static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                  forward_bulk_size: int | None = None, backward_bulk_size: int | None = None, **kwargs: Any) -> None:
        """Compile the block, with all children, at its next call; or stop doing so.

        Parameters
        ----------
        active : bool, default=True
            Whether to compile.
        backend : str, optional
            A subgraph backend that rewrites the traced network first.
        clear : bool, default=True
            Whether to drop what was traced and rewritten before.
        static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size : bool, default=False
            Hints to MXNet's engine, accepted and ignored: memory is planned per signature in any case.
        **kwargs
            Options of the backend.
        """
        if kwargs:
            self._backend_opts = kwargs
        self._backend, self._active = backend, active
        self._flags = [("static_alloc", static_alloc), ("static_shape", static_shape), ("inline_limit", inline_limit)]
        self._flags += [(name, size) for name, size in (("forward_bulk_size", forward_bulk_size),
                                                        ("backward_bulk_size", backward_bulk_size)) if size is not None]
        if clear:
            self._clear_cached_op()
        if active and (self._forward_hooks or self._forward_pre_hooks):
            warnings.warn(f"{self.name} has forward hooks: compiled as part of another block it is not called, and "
                          "they do not run", stacklevel=2)
        super().hybridize(active, static_alloc=static_alloc, static_shape=static_shape, inline_limit=inline_limit,
                          forward_bulk_size=forward_bulk_size, backward_bulk_size=backward_bulk_size)

    def cast(self, dtype: DTypeLike) -> None:
        self._clear_cached_op()
        super().cast(dtype)

    def _clear_cached_op(self) -> None:
        self._cached_graph, self._cached_op, self._cached_op_args = (), None, []

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call a function with the result of each operator in a hybridized call.

        Parameters
        ----------
        callback : Callable[[str, str, NDArray], Any]
            Function of name, operator and array.
        monitor_all : bool, default=False
            Whether it is called for the inputs of operators too.
        """
        self._callback, self._monitor_all = callback, monitor_all
        for child in self._children.values():
            child._callback, child._monitor_all = callback, monitor_all  # type: ignore[attr-defined]
        if self._cached_op is not None:
            self._cached_op._register_op_hook(callback, monitor_all)

    # ---- computing --------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return super().__call__(*(self._positional(args, kwargs) if kwargs else args))

    def _positional(self, args: tuple, kwargs: dict) -> list:
        """Convert keyword arguments to positional ones, by the names in `forward` or `hybrid_forward`."""
        own = type(self).forward is not HybridBlock.forward
        function = self.forward if own else self.hybrid_forward
        names = [item for item in inspect.signature(function).parameters.values()
                 if item.kind in (item.POSITIONAL_ONLY, item.POSITIONAL_OR_KEYWORD)][0 if own else 1:]
        names = [item for item in names if item.name not in self._reg_params]
        found, rest = list(args), dict(kwargs)
        for item in names[len(args):]:
            if not rest:
                break
            if item.name in rest:
                found.append(rest.pop(item.name))
            elif item.default is not item.empty:
                found.append(item.default)
            else:
                break
        if rest:
            raise TypeError(f"{type(self).__name__}: unexpected or repeated argument {', '.join(rest)}; it takes "
                            f"{_brief_print_list(item.name for item in names)}")
        return found

    def forward(self, x: Any, *args: Any) -> Any:
        """Compute from arrays, eagerly or compiled, or from symbols.

        Parameters
        ----------
        x
            First input.
        *args
            Further inputs.

        Returns
        -------
        NDArray, Symbol or nested list
            What `hybrid_forward` returns.
        """
        if self._written_for_nd and (npmode.mode.array or x.__class__ is not NDArray and shows_np(x)) \
                and (not self._active or isinstance(x, Symbol)):
            return call_legacy(HybridBlock.forward, self, x, *args)
        # Most layers take one array.
        ctx = _common_context(x, args) if args or x.__class__ is not NDArray else x._ctx
        if ctx is None:
            symbols, arrays, contexts, ctx = _gather_type_ctx_info([x, *args])
            if symbols is arrays:
                got = "not both" if symbols else f"got {', '.join([type(a).__name__ for a in (x, *args)])}"
                raise ValueError(f"{self.name}: inputs are NDArrays or Symbols, {got}")
            if symbols:
                params = {name: param.var() for name, param in self._reg_params.items()}
                with self.name_scope():
                    return self.hybrid_forward(symbol, x, *args, **params)
            if self._active and len(contexts) > 1:
                raise ValueError(f"{self.name} is hybridized and runs on one context; inputs are on "
                                 f"{', '.join(map(str, sorted(contexts, key=str)))}")
        if ctx is current_context():
            return self._call_cached_op(x, *args) if self._active else self._call_eagerly(ctx, x, args)
        with ctx:  # pyright: ignore[reportOptionalContextManager]
            return self._call_cached_op(x, *args) if self._active else self._call_eagerly(ctx, x, args)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute outputs with the functions of ``F``; derived classes implement it.

        Parameters
        ----------
        F
            ``mx.nd`` or ``mx.sym`` (``mx.np``'s forms in NumPy's semantics).
        x
            First input, an array or a symbol.
        *args
            Further inputs.
        **kwargs
            The block's own parameters, by the names of their attributes.

        Returns
        -------
        NDArray, Symbol or nested list
            The outputs.
        """
        raise NotImplementedError(f"{type(self).__name__} has no hybrid_forward")

    def _call_eagerly(self, ctx: Context, x: Any, args: tuple) -> Any:
        if not self._reg_params:
            return self.hybrid_forward(ndarray, x, *args)
        try:
            params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        except DeferredInitializationError:
            self._deferred_infer_shape(x, *args)
            for param in self.params.values():
                param._finish_deferred_init()
            params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        return self.hybrid_forward(ndarray, x, *args, **params)

    def _call_cached_op(self, *args: Any) -> Any:
        if self._cached_op is None:
            self._build_cache(*args)
        if self._meets_others and mode.training:
            return self._call_eagerly(args[0].context, args[0], args[1:])
        plain = self._in_format == [0] * len(args) and not [item for item in args if not isinstance(item, NDArray)]
        flat = args if plain else self._flat_inputs(args)
        ctx = flat[0]._ctx
        out = self._cached_op(*[flat[item] if given else item.data(ctx) for given, item in self._cached_op_args])
        if self._out_format == 0:
            return out
        return _regroup([out] if isinstance(out, NDArray) else out, self._out_format)

    def _flat_inputs(self, args: tuple) -> list[NDArray]:
        """Return all arrays among the arguments, whose structure must be that of the traced call."""
        flat, form = _flatten(args, "input")
        if not _same_format(form, self._in_format):
            raise ValueError(f"The argument structure of HybridBlock {self.name} is not that of the call it was traced "
                             f"with: Stored format = {self._in_format}, input format = {form} (0 an array, -1 None); "
                             "call hybridize() to trace it again")
        return [item for item in flat if item is not None]

    # ---- tracing ----------------------------------------------------------------------------------

    def _get_graph(self, *args: Any) -> tuple[list[Symbol], Symbol]:
        """Trace the block: return its inputs and its outputs as symbols."""
        if not self._cached_graph:
            flat, self._in_format = _flatten(args, "input")
            count = sum(item is not None for item in flat)
            if not count:
                raise ValueError(f"{self.name}: all inputs are None")
            inputs = iter([symbol.var(f"data{number}" if count > 1 else "data") for number in range(count)])
            given = [None if item is None else next(inputs) for item in flat]
            shown = given if self._written_for_nd else [
                made.as_np_ndarray() if made is not None and item._is_np else made for item, made in zip(flat, given)]
            with explained(self), self.name_scope(), legacy() if self._written_for_nd else nullcontext():
                params = {name: param.var() for name, param in self._reg_params.items()}
                out = self.hybrid_forward(symbol, *_regroup(shown, self._in_format), **params)
            outputs, self._out_format = _flatten(out, "output")
            self._gives_np = npmode.mode.array or shows_np(args) if self._written_for_nd else self._common_face(outputs)
            self._cached_graph = [item for item in given if item is not None], symbol.Group(outputs)
        return self._cached_graph

    def _common_face(self, outputs: list) -> bool:
        """Return whether outputs have NumPy's interface; mixing both kinds is an error."""
        faces = {item._is_np for item in outputs if item is not None}
        if len(faces) > 1:
            raise TypeError(f"{self.name}: outputs of a hybridized block are all symbols of mx.sym.np or none of them; "
                            "use as_np_ndarray or as_nd_ndarray")
        return True in faces

    def _build_cache(self, *args: Any) -> None:
        """Trace, finish deferred initialization, and make the compiled operator."""
        data, out = self._get_graph(*args)
        self._traced_inputs = [(item.shape, item.dtype) for item in _flatten(args, "input")[0] if item is not None]
        places = {item.name: place for place, item in enumerate(data)}
        params = {param.name: param for given, param in self._cached_op_args if not given} \
            or dict(self.collect_params().items())
        names = out.list_inputs()
        self._check_inputs(names, places, params)
        self._finish_parameters([params[name] for name in names if name in params], args)
        if self._backend:
            out = self._partition(out, args, places, params)
            self._cached_graph, names = (data, out), out.list_inputs()
        self._cached_op_args = [(True, places[name]) if name in places else (False, params[name]) for name in names]
        indices: tuple[list[int], list[int]] = ([], [])
        for place, (given, _) in enumerate(self._cached_op_args):
            indices[not given].append(place)
        flags = [("data_indices", indices[0]), ("param_indices", indices[1]), *self._flags]
        self._meets_others = any(child._meets_others for child in self._all_blocks())
        self._cached_op = ndarray.CachedOp(out.as_np_ndarray() if self._gives_np else out, flags)
        if self._callback is not None:
            self._cached_op._register_op_hook(self._callback, self._monitor_all)

    def _all_blocks(self) -> list[HybridBlock]:
        found: list = []
        self.apply(found.append)
        return found

    def _check_inputs(self, names: list[str], places: dict, params: dict) -> None:
        for name in names:
            if name not in params and name not in places:
                raise AssertionError(f"{self.name}: the traced network has an input '{name}' that is neither an "
                                     "argument nor a parameter of the block or its children")
        used = set(names)
        unused = [str(place) for name, place in places.items() if name not in used]
        if unused:
            warnings.warn(f"{self.name}: nothing is computed from argument {', '.join(unused)} (counted from 0)",
                          stacklevel=5)
        idle = [name for name in params if name not in used]
        if idle:
            warnings.warn(f"{self.name}: nothing is computed from parameter {', '.join(idle)}", stacklevel=5)

    def _finish_parameters(self, params: list[Parameter], args: tuple) -> None:
        if any(param._data is None and param._deferred_init for param in params):
            self._deferred_infer_shape(*args)
            for param in params:
                param._finish_deferred_init()
        for param in params:
            if param._stype == "default":
                param.list_data()  # raises if there is none

    def _partition(self, out: Symbol, args: tuple, places: dict, params: dict[str, Parameter]) -> Symbol:
        """Let the backend rewrite the traced network; arrays that it adds become parameters."""
        flat = [item for item in _flatten(args, "input")[0] if item is not None]
        arrays: tuple[dict, dict] = ({}, {})
        shapes: dict[str, tuple] = {}
        for found, names in zip(arrays, (out.list_arguments(), out.list_auxiliary_states())):
            for name in names:
                value = flat[places[name]] if name in places else params[name].data()
                if isinstance(value, NDArray):
                    found[name] = value
                elif "__shape__" in value.list_attr():
                    text = value.list_attr()["__shape__"]
                    shapes[name] = tuple(int(part) for part in text.strip("()").split(",") if part.strip())
        _, _, contexts, ctx = _gather_type_ctx_info(flat)
        made = out.optimize_for(self._backend, arrays[0], arrays[1], ctx, shapes, **self._backend_opts)
        for name in made.list_inputs():
            if name not in places and name not in params:
                value = arrays[0].get(name, arrays[1].get(name))
                if value is None:
                    raise RuntimeError(f"backend {self._backend} added the input '{name}' and no value for it")
                params[name] = Parameter(name, dtype=value.dtype)
                params[name]._load_init(value, value.context)
        return made

    def optimize_for(self, x: Any, *args: Any, backend: str | None = None, clear: bool = False,
                     static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                     forward_bulk_size: int | None = None, backward_bulk_size: int | None = None,
                     **kwargs: Any) -> None:
        """Trace the block on inputs and let a subgraph backend rewrite it, without computing anything.

        Parameters
        ----------
        x
            First input.
        *args
            Further inputs.
        backend : str, optional
            Name of the backend.
        clear : bool, default=False
            Whether to drop what was traced and rewritten before.
        static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size : bool, default=False
            Hints to MXNet's engine, accepted and ignored.
        **kwargs
            Options of the backend.
        """
        if kwargs:
            self._backend_opts = kwargs
        if not backend:
            raise ValueError('optimize_for: say which "backend"')
        self.hybridize(True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size,
                       backward_bulk_size)
        symbols, arrays, contexts, _ = _gather_type_ctx_info([x, *args])
        if not symbols and not arrays:
            raise ValueError(f"optimize_for: {self.name} takes NDArrays or Symbols")
        if len(contexts) > 1:
            raise ValueError(f"optimize_for: inputs are on several contexts: {', '.join(map(str, contexts))}")
        self._build_cache(x, *args)

    # ---- inference and files ----------------------------------------------------------------------

    def _deferred_infer_shape(self, *args: Any) -> None:
        try:
            self.infer_shape(*args)
        except Exception as error:
            waiting = [param for param in self.collect_params().values()
                       if param._data is None and param._deferred_init]
            raise ValueError(f"Deferred initialization failed because shape cannot be inferred: {self.name} "
                             f"({type(self).__name__}) leaves open "
                             f"{', '.join(f'{param.name} {param.shape}' for param in waiting[:4])}. {error}") from error

    def _infer_attrs(self, infer_fn: str, attr: str, *args: Any) -> None:
        inputs, out = self._get_graph(*args)
        flat, used = [item for item in _flatten(args, "input")[0] if item is not None], set(out.list_inputs())
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found, _, states = getattr(out, infer_fn)(**{item.name: getattr(value, attr)
                                                         for item, value in zip(inputs, flat) if item.name in used})
        if found is None:
            raise ValueError(str(caught[0].message) if caught else f"{infer_fn} is not complete")
        values = {**dict(zip(out.list_arguments(), found)), **dict(zip(out.list_auxiliary_states(), states))}
        for param in self.collect_params().values():
            if param.name in values:
                setattr(param, attr, values[param.name])

    def infer_shape(self, *args: Any) -> None:
        """Infer the shapes of parameters from inputs.

        Parameters
        ----------
        *args
            Inputs.
        """
        self._infer_attrs("infer_shape", "shape", *args)

    def infer_type(self, *args: Any) -> None:
        """Infer the types of parameters from inputs.

        Parameters
        ----------
        *args
            Inputs.
        """
        self._infer_attrs("infer_type", "dtype", *args)

    def export(self, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> None:
        """Save the network and its parameters, for `SymbolBlock.imports` and `mx.mod.Module.load`.

        The files are ``PATH-symbol.json`` and ``PATH-0000.params``.

        The block must have been hybridized and called. Its input is named ``data``; several are ``data0``, ``data1``
        and so on.

        Parameters
        ----------
        path : str
            Path without the endings.
        epoch : int, default=0
            Number in the name of the file of parameters.
        remove_amp_cast : bool, default=True
            Whether to save the symbol without the casts of automatic mixed precision.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.initialize()
        >>> net.hybridize()
        >>> outputs = net(mx.nd.ones((4, 3)))
        >>> net.export("dense")
        >>> mx.gluon.SymbolBlock.imports("dense-symbol.json", ["data"], "dense-0000.params")(mx.nd.ones((1, 3))).shape
        (1, 2)
        """
        out, args, states = self._traced("export")
        out.save(f"{path}-symbol.json", remove_amp_cast=remove_amp_cast)
        ndarray.save(f"{path}-{epoch:04d}.params", {
            f"aux:{name}" if name in states else f"arg:{name}": states[name] if name in states else args[name]
            for name in out.list_inputs() if name in states or name in args})

    def _traced(self, purpose: str) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
        """Return the traced network and the read-only values of its arguments and states, in input order."""
        if not self._cached_graph:
            raise RuntimeError(f"{self.name} has not been traced: call hybridize(), and the block once, before "
                               f"{purpose}")
        out = self._cached_graph[1]
        params = {param.name: param for given, param in self._cached_op_args if not given} \
            or dict(self.collect_params().items())  # traced by a call other than its own
        states = set(out.list_auxiliary_states())
        values: tuple[dict[str, NDArray], dict[str, NDArray]] = ({}, {})
        for name in out.list_inputs():
            if name in params:
                values[name in states][name] = params[name]._to_write()
        return out, *values

    @property
    def code(self) -> str:
        """Programs that the last hybridized calls ran, as Python text."""
        if self._cached_op is None:
            raise RuntimeError(f"{self.name} is not compiled: call hybridize(), and the block once")
        return self._cached_op.code

    def to_torch(self, keep_loss: bool = False) -> Any:
        """Return a ``torch.nn.Module`` that computes the same, with copies of the parameters.

        The block must have been hybridized and called. Outputs are nested as in the block.

        Parameters
        ----------
        keep_loss : bool, default=False
            Whether losses such as ``SoftmaxOutput`` stay, with their labels as inputs; otherwise they are removed.

        Returns
        -------
        torch.nn.Module
            The module.
        """
        out, args, states = self._traced("to_torch")
        module: Any = out.to_torch((args, states), keep_loss=keep_loss)
        left, used = set(module.input_names), set(out.list_inputs())
        module.input_names = [item.name for item in self._cached_graph[0] if item.name in left or item.name not in used]
        if len(module.output_names) == len(out.list_outputs()):
            module.regroup = partial(_regroup, fmt=self._out_format)
        return module

    def to_onnx(self, path: str, shapes: Any = None, types: Any = None, **options: Any) -> str:
        """Save the block as an ONNX file; it needs the extra ``remixnet[onnx]``.

        The block must have been hybridized and called. Outputs are flattened in the file, even if nested here.

        Parameters
        ----------
        path : str
            Path of the file.
        shapes : optional
            Shapes of the inputs in order; by default those of the call that was traced.
        types : optional
            Types of the inputs in order; by default those of that call.
        **options
            Further arguments of `mx.contrib.onnx.export_model`, such as ``dynamic`` and ``opset_version``.

        Returns
        -------
        str
            The path.
        """
        out, args, states = self._traced("to_onnx")
        names = [item.name for item in self._cached_graph[0]]
        if shapes is None and len(self._traced_inputs) != len(names):
            raise RuntimeError(f"{self.name} was not called since it was traced: to_onnx needs shapes")
        given = dict(zip(names, self._traced_inputs)) if shapes is None \
            else {name: (shape, np.float32) for name, shape in zip(names, shapes, strict=True)}
        if types is not None:
            given = {name: (given[name][0], kind) for name, kind in zip(names, types, strict=True)}
        order = [name for name in out.list_inputs() if name in given]
        return export_model(out, [args, states], [given[name][0] for name in order], [given[name][1] for name in order],
                            onnx_file_path=path, **options)


def _common_context(x: Any, others: tuple) -> Context | None:
    """Return the common context of arrays, or None if they differ; omitted inputs do not count."""
    if not isinstance(x, NDArray):
        return None
    ctx = x._ctx
    for other in others:
        if other is not None and (not isinstance(other, NDArray) or other._ctx is not ctx):
            return None
    return ctx
