"""`Symbol`: some entries of a graph. The modules beside this one attach operators to it."""
from __future__ import annotations

import ctypes
import logging
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .. import attribute
from ..base import NotImplementedForSymbol
from ..core import attributes as _attributes
from ..core import compose as _compose
from ..core import npmode as _npmode
from ..core.borrowed import borrowed as _borrowed
from ..core.compose import copy_graph
from ..core.device import Context, current_context
from ..core.dtype import NAME_TO_FLAG, dtype_name, to_numpy, to_torch
from ..core.errors import MXNetError, check_text
from ..core.graph import Entry, Graph, Node
from ..core.handles import Holder, take
from ..core.opening import read_text
from ..core.passes import infer as _infer
from ..core.subgraph import is_backend, partition_for
from ..fileformat import symbol_json as _json
from ..fileformat.atomic import atomic_write
from . import text as _text
from .fluent import Fluent

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch

    from ..executor import Executor
    from ..ndarray import NDArray

__all__ = ["Symbol", "var", "Variable", "Group", "load", "load_json",
           *"pow power maximum minimum hypot eye zeros ones full arange linspace histogram split_v2".split()]

Shape = tuple[int, ...]
STORAGE_TYPES = {"default": 0, "row_sparse": 1, "csr": 2}
_log = logging.getLogger(__name__)
_UNKNOWN: Any = (None, None, None)  # what inference gives where something stays open
_LISTED = 10  # how many undecided arguments a warning names


class SymbolBase:
    """What the functions made from operators accept: the legacy and the NumPy symbol."""

    __slots__ = ("_outputs",)
    _makes: type  # the class of what operators make of such a symbol
    _is_np = False  # it has NumPy's interface

    def __init__(self, outputs: list[Entry] | None) -> None:
        if isinstance(outputs, ctypes.c_void_p):  # a handle that the C library's stand-in filled
            outputs = take(outputs, list)
            if outputs is None:
                raise MXNetError("this handle stands for no symbol")
        self._outputs = outputs


class Symbol(Fluent, SymbolBase):
    """A computation that is described, not done: one or more outputs of a graph of operators."""

    __slots__ = ()
    __array_priority__: float = 1000.0  # so that NumPy scalars leave arithmetic to us
    __hash__ = None              # == makes a symbol, so there is nothing to hash by

    # ---- what it is made of -------------------------------------------------------------------

    @property
    def handle(self) -> Holder:
        """A handle for programs that call MXNet's C library by ctypes."""
        return Holder(self._outputs)

    @property
    def graph(self) -> Graph:
        """The graph below this symbol, numbered anew at every look."""
        return Graph(self._outputs)

    def _only_node(self) -> Node | None:
        """The node all outputs belong to; None for a group."""
        node = self._outputs[0].node
        return node if all(entry.node is node for entry in self._outputs) else None

    @property
    def name(self) -> str | None:
        """The node's name; None for a group."""
        node = self._only_node()
        return None if node is None else node.name

    def __repr__(self) -> str:
        kind = type(self).__name__
        if self.name is None:
            return f"<{kind} group [{', '.join(str(item.name) for item in self)}]>"
        return f"<{kind} {self.name}>"

    def __len__(self) -> int:
        return len(self._outputs)

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol(self.__bool__, "bool")

    __nonzero__ = __bool__

    def __iter__(self) -> Iterator[Symbol]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int | str | slice) -> Symbol:
        """Pick outputs by number, name (``fc1_output``) or slice."""
        if isinstance(index, slice):
            start = 0 if index.start is None else index.start
            stop = len(self) if index.stop is None else index.stop
            step = 1 if index.step is None else index.step
            return Group([self[i] for i in range(start, stop, step)], type(self))
        if isinstance(index, str):
            found = [i for i, name in enumerate(self.list_outputs()) if name == index]
            if len(found) > 1:
                raise ValueError(f'There are multiple outputs with name "{index}"')
            if not found:
                raise ValueError(f'Cannot find output that matches name "{index}"')
            index = found[0]
        if not isinstance(index, int):
            raise TypeError("Symbol only support integer index to fetch i-th output")
        if index >= len(self):
            raise IndexError(f"output {index} of a symbol with {len(self)}")
        if index < 0:
            raise MXNetError(f"Symbol only accept nonnegative index, got {index}")
        return type(self)([self._outputs[index]])

    def get_internals(self) -> Symbol:
        """Group the visible outputs of every node below this symbol, variables included."""
        return type(self)([Entry(node, index, node.version) for node in self.graph.nodes
                           for index in range(node.num_visible)])

    def get_children(self) -> Symbol | None:
        """Group the inputs of the output nodes; None where there are none."""
        nodes = {id(entry.node): entry.node for entry in self._outputs}
        inputs = [entry for node in nodes.values() for entry in node.inputs]
        return type(self)(inputs) if inputs else None

    def list_arguments(self) -> list[str]:
        """Name the variables that are not auxiliary states, depth first."""
        return [node.name for node in self.graph.arguments]

    def list_auxiliary_states(self) -> list[str]:
        """Name the variables that operators change, such as moving means."""
        return [node.name for node in self.graph.auxiliary]

    def list_inputs(self) -> list[str]:
        """Name all variables."""
        return [node.name for node in self.graph.variables]

    def list_outputs(self) -> list[str]:
        """Name the outputs: a variable's name, else ``<node>_<output>``."""
        return [entry.node.output_name(entry.index) for entry in self._outputs]

    # ---- attributes ---------------------------------------------------------------------------

    def attr(self, key: str) -> str | None:
        """Give one attribute of the node, None where it is not set or this is a group."""
        node = self._only_node()
        if node is None:
            return None
        special = {"name": node.name, "op_name": node.op_name,
                   "_value_index": str(self._outputs[0].index)}
        if key in special:
            return special[key]
        found = node.attrs.get(key)
        if found is None and key in _attributes.HIDDEN_KEYS:
            found = node.attrs.get(f"__{key}__")
        return found

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """Give all attributes of the (first) output node."""
        if recursive:
            raise DeprecationWarning("Symbol.list_attr with recursive=True has been deprecated. "
                                     "Please use attr_dict instead.")
        return _both_spellings(self._outputs[0].node.attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Give the attributes of every node that has some, by name."""
        found: dict[str, dict[str, str]] = {}
        for node in self.graph.nodes:
            if node.attrs:
                found.setdefault(node.name, {}).update(_both_spellings(node.attrs))
        return found

    def _set_attr(self, **kwargs: str) -> None:
        node = self._only_node()
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError("Set Attr only accepts string values")
            if node is None:
                raise MXNetError("Symbol.SetAttrs only works for non-grouped symbol")
            check_text(value, check_text(key, "an attribute's name"))
            before = dict(node.attrs)
            node.attrs[_attributes.hide_key(key, value, exact=True)] = value
            node.forget_params()
            try:
                if node.op is not None:
                    _ = node.params
            except MXNetError:
                node.attrs = before
                node.forget_params()
                raise

    # ---- composition and copies ---------------------------------------------------------------

    def __call__(self, *args: Symbol, **kwargs: Any) -> Symbol:
        """Give a copy whose variables, by name, are replaced: ``net(data=other)``."""
        made = self.__copy__()
        made._compose(*args, **kwargs)
        return made

    def _compose(self, *args: Symbol, **kwargs: Any) -> None:
        """Replace variables in place; other symbols that share the nodes see it."""
        name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword "
                            "arguments, not both")
        if not all(isinstance(item, SymbolBase) for item in (*args, *kwargs.values())):
            raise TypeError("Compose expect `Symbol` as arguments")
        self._outputs = _compose.compose(
            self._outputs, [item._entry(f"Argument {i}") for i, item in enumerate(args)],
            {key: item._entry(f"Keyword Argument {key}") for key, item in kwargs.items()}, name)

    def _entry(self, role: str) -> Entry:
        """Give the one output, to be used as an input in that role."""
        if len(self._outputs) != 1:
            raise MXNetError(f"{role} is a tuple, single value is required: the symbol has "
                             f"{len(self._outputs)} outputs, index it to pick one")
        return self._outputs[0]

    def __copy__(self) -> Symbol:
        return self.__deepcopy__(None)

    def __deepcopy__(self, memo: Any) -> Symbol:
        return type(self)(copy_graph(self._outputs))

    def __getstate__(self) -> dict[str, str | None]:
        return {"handle": None if self._outputs is None else self.tojson()}

    def __setstate__(self, state: dict[str, str | None]) -> None:
        text = state["handle"]
        self._outputs = None if text is None else _json.loads(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (None,), self.__getstate__()  # as MXNet pickles them

    # ---- text ---------------------------------------------------------------------------------

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """Give the graph as MXNet 1.9.1's JSON, byte for byte."""
        return _json.dumps(_json.without_amp_casts(self._outputs) if remove_amp_cast
                           else self._outputs)

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write `tojson` to a file, whole or not at all."""
        if not isinstance(fname, (str, os.PathLike)):
            raise TypeError("fname need to be string")
        text = self.tojson(remove_amp_cast)
        with atomic_write(fname, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def debug_str(self) -> str:
        """Describe outputs, variables and operators with inputs and attributes, as text."""
        return _text.describe(self._outputs)

    # ---- inference ----------------------------------------------------------------------------

    def infer_shape(self, *args: Shape | None, **kwargs: Shape) -> tuple[list[Shape], list[Shape], list[Shape]]:
        """Infer the shapes of arguments, outputs and auxiliary states from some arguments' shapes.

        Gives three lists, or three times None with a warning where something stays unknown. A
        contradiction raises.
        """
        return _decided("infer_shape", self._infer_shapes, args, kwargs, _npmode.to_public,
                        "Cannot decide shape for the following arguments (0s in shape means "
                        "unknown dimensions). Consider providing them as input:")

    def infer_shape_partial(self, *args: Shape | None,
                            **kwargs: Shape) -> tuple[list[Shape], list[Shape], list[Shape]]:
        """Like `infer_shape`, but with 0 or () (-1 or None in NumPy mode) where unknown."""
        return _public(self._infer_shapes(args, kwargs), _npmode.to_public)

    def _infer_shapes(self, args: tuple, kwargs: dict) -> _infer.Inferred:
        graph = self.graph
        if args and kwargs:
            raise ValueError("Can only specify known argument shapes either by positional or kwargs way.")
        for place, shape in [*enumerate(args), *kwargs.items()]:
            if not isinstance(shape, tuple) and not (shape is None and isinstance(place, int)):
                where = f"argument {place}" if isinstance(place, int) else f"'{place}'"
                raise TypeError(f"Arguments need to be shapes (tuple), but {where} is {type(shape)}.")
        given = _by_name(graph, "InferShape", args, kwargs)
        return _infer.infer_shapes(graph, {key: _npmode.from_public(v) for key, v in given.items()})

    def infer_type(self, *args: Any, **kwargs: Any) -> tuple[list[Any], list[Any], list[Any]]:
        """Infer the element types of arguments, outputs and auxiliary states from some types.

        Gives three lists of NumPy types, or three times None with a warning.
        """
        return _decided("infer_type", self._infer_types, args, kwargs, _public_type,
                        "Cannot decide type for the following arguments. Consider providing them as input:")

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> tuple[list[Any], list[Any], list[Any]]:
        """Like `infer_type`, but give what is known and None elsewhere."""
        return _public(self._infer_types(args, kwargs), _public_type)

    def _infer_types(self, args: tuple, kwargs: dict) -> _infer.Inferred:
        graph = self.graph
        if args and kwargs:
            raise ValueError("Can only specify known argument types either by positional or kwargs way.")
        given = _by_name(graph, "InferType", args, kwargs)
        return _infer.infer_types(graph, {key: None if value is None else to_torch(value)
                                          for key, value in given.items()})

    # ---- execution ----------------------------------------------------------------------------

    def bind(self, ctx: Context, args: Any, args_grad: Any = None, grad_req: Any = "write",
             aux_states: Any = None, group2ctx: dict[str, Context] | None = None, shared_exec: Executor | None = None,
             compile: bool | None = None) -> Executor:
        """Compile for the arrays given, which the executor then reads and writes.

        Parameters
        ----------
        args : list in the order of `list_arguments`, or dict by name, of NDArrays.
        args_grad : list or dict of NDArrays that receive gradients; names may be missing.
        grad_req : 'write', 'add' or 'null', for all or as list or dict.
        aux_states : like ``args``, for `list_auxiliary_states`.
        group2ctx : context for each ``ctx_group`` attribute.
        shared_exec : executor to share memory with.
        compile : whether TorchInductor compiles the programs: slow to start, then faster. By default
            MXNET_COMPILE says so.
        """
        from ..binding import bind
        return bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec, compile)

    def simple_bind(self, ctx: Context, grad_req: Any = "write", type_dict: dict[str, Any] | None = None,
                    stype_dict: dict[str, str] | None = None, group2ctx: dict[str, Context] | None = None,
                    shared_arg_names: list[str] | None = None, shared_exec: Executor | None = None,
                    shared_buffer: dict[str, NDArray] | None = None, compile: bool | None = None,
                    **kwargs: Shape) -> Executor:
        """Infer all shapes from some, given by keyword, allocate every array and compile."""
        from ..binding import simple_bind
        return simple_bind(self, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names,
                           shared_exec, shared_buffer, compile, **kwargs)

    def eval(self, ctx: Context | None = None, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs for arrays given by name."""
        return self.bind(ctx if ctx is not None else current_context(), kwargs).forward()

    def _repr_html_(self) -> str:
        """Show the symbol in a notebook: the picture of its graph, or a table of its layers."""
        from ..visualization.tables import picture
        return picture(self)

    def to_torch(self, params: Any = None, inputs: list[str] | None = None,
                 keep_loss: bool = False) -> torch.nn.Module:
        """Give a `torch.nn.Module` that computes this symbol, in `eval` mode.

        It trains, exports with ``torch.export`` and needs no executor. Losses are cut off, so that
        labels are no inputs: bring a loss of torch's.

        Parameters
        ----------
        params : parameters by name (``arg:`` and ``aux:`` are taken off), a pair (arg_params,
            aux_params), or the path of a params file.
        inputs : names of the arguments of `forward`; if not given, all that have no parameter.
        keep_loss : keep losses, whose labels are inputs then.
        """
        from ..torch_module import to_torch
        return to_torch(self, params, inputs, keep_loss)

    def gradient(self, wrt: list[str]) -> Symbol:
        """Not available, as in MXNet 1.x: bind with ``args_grad`` and call ``backward``."""
        raise MXNetError("Symbol.gradient is not implemented; bind the symbol and call backward")

    # ---- partitions ---------------------------------------------------------------------------

    def optimize_for(self, backend: str, args: dict[str, NDArray] | None = None,
                     aux: dict[str, NDArray] | None = None, ctx: Context | None = None,
                     shape_dict: dict[str, Shape] | None = None, type_dict: dict[str, Any] | None = None,
                     stype_dict: dict[str, str] | None = None,
                     skip_infer: bool = False, **kwargs: Any) -> Symbol:
        """Cut the graph into pieces for a backend; gives a new symbol that computes the same.

        ``default`` and ``default_v2`` make one call node of connected operators that they were told to take. What
        MXNet's other backends do (``MKLDNN``, ``TensorRT``), `bind` does by itself, so they leave the graph as it is.
        A backend that is not known is logged, and leaves it as well.

        Parameters
        ----------
        args, aux : arrays by name, whose shapes and types are checked against the graph.
        shape_dict, type_dict : shapes and types by name, of further inputs.
        skip_infer : leave that check out.
        """
        if not isinstance(backend, str):
            raise TypeError(f"backend must be a name, got {type(backend).__name__}")
        given = {**(args or {}), **(aux or {})}
        if given and not skip_infer:
            names = set(self.list_inputs())
            shapes = {**{name: tuple(array.shape) for name, array in given.items()}, **(shape_dict or {})}
            types = {**{name: array.dtype for name, array in given.items()}, **(type_dict or {})}
            self.infer_shape_partial(**{name: shape for name, shape in shapes.items() if name in names})
            self.infer_type_partial(**{name: kind for name, kind in types.items() if name in names})
        if not is_backend(backend):
            _log.error("Error optimizing for backend '%s' cannot be found", backend)
            return self.__copy__()
        return self.get_backend_symbol(backend)

    def get_backend_symbol(self, backend: str) -> Symbol:
        """Give the graph in pieces as a backend wants it; raises where there is none of that name."""
        return type(self)(partition_for(Graph(copy_graph(self._outputs)), backend).outputs)

    def as_nd_ndarray(self) -> Symbol:
        """Give the legacy symbol, which this is."""
        return self

    def as_np_ndarray(self) -> Symbol:
        """Give the symbol with NumPy's interface of the same computation."""
        from .numpy.symbol import _Symbol
        return _Symbol(self._outputs)

    def _gen_atomic_symbol(self) -> Symbol:
        """Give the operator alone, its inputs not connected."""
        node = self._outputs[0].node
        alone = Node(node.op, node.name, dict(node.attrs), subgraphs=node.subgraphs)
        return type(self)([Entry(alone, index) for index in range(alone.num_visible)])


Symbol._makes = Symbol


def _both_spellings(attrs: dict[str, str]) -> dict[str, str]:
    """Show ``__lr_mult__`` also as ``lr_mult``, which older programs read."""
    found = {}
    for key, value in attrs.items():
        found[key] = value
        if key[2:-2] in _attributes.HIDDEN_KEYS and key == f"__{key[2:-2]}__":
            found[key[2:-2]] = value
    return found


def _by_name(graph: Graph, what: str, args: tuple, kwargs: dict) -> dict:
    """Match what is given by position or name to variables."""
    if args:
        names = [node.name for node in graph.arguments]
        if len(args) > len(names):
            raise MXNetError(f"{what}: {len(args)} given by position, but there are only "
                             f"{len(names)} arguments: {', '.join(names)}")
        return dict(zip(names, args))
    names = {node.name: None for node in graph.variables}
    for key in kwargs:
        if key not in names:
            listed = "".join(f"\t[{number}]{name}\n" for number, name in enumerate(names))
            raise MXNetError(f"{what}Keyword argument name {key} not found.\n"
                             f"Candidate arguments:\n{listed}")
    return kwargs


def _decided(what: str, infer: Callable, args: tuple, kwargs: dict, public: Callable, warning: str) -> tuple:
    """Give all that is inferred, or three times None with a warning where something stays unknown."""
    try:
        found = infer(args, kwargs)
    except MXNetError:
        _print_given(what, args, kwargs)
        raise
    if all(found.is_known(cell) for cells in found.cells for cell in cells):
        return _public(found, public)
    _warn_undecided(warning, [f"{node.name}: {public(found.of(node))}" for node in found.graph.arguments
                              if not found.is_known(found.of(node))])
    return _UNKNOWN


def _public(found: _infer.Inferred, public: Callable) -> tuple[list, list, list]:
    """Give what is known of arguments, outputs and auxiliary states, as users read it."""
    graph = found.graph
    return ([public(found.of(node)) for node in graph.arguments], [public(found[e]) for e in graph.outputs],
            [public(found.of(node)) for node in graph.auxiliary])


def _public_type(dtype: Any) -> Any:
    return None if dtype is None else to_numpy(dtype)


def _print_given(what: str, args: tuple, kwargs: dict) -> None:
    print(f"{what} error. Arguments:")
    for place, value in [*((f"#{i}", v) for i, v in enumerate(args)), *kwargs.items()]:
        print(f"  {place}: {value}")


def _warn_undecided(text: str, names: list[str]) -> None:
    shown = names[:_LISTED] + ["..."] * (len(names) > _LISTED)
    warnings.warn("\n\t".join([text, *shown]), stacklevel=4)


# Methods of arrays that have no meaning before there are values.
def _not_for_symbols(name: str):
    def method(self, *args, **kwargs):
        raise NotImplementedForSymbol(getattr(self, name), None)
    method.__name__, method.__qualname__ = name, f"Symbol.{name}"
    method.__doc__ = "Raise: a symbol has no values."
    return method


for _name in ("wait_to_read", "asnumpy", "asscalar", "copy", "as_in_context", "detach", "backward"):
    setattr(Symbol, _name, _not_for_symbols(_name))


# ---- making symbols ---------------------------------------------------------------------------

def var(name: str, attr: dict[str, str] | None = None, shape: Shape | None = None,
        lr_mult: float | None = None, wd_mult: float | None = None, dtype: Any = None,
        init: Any = None, stype: str | None = None, **kwargs: Any) -> Symbol:
    """Make a variable: an input of the computation.

    Parameters
    ----------
    attr : attributes, string to string, on top of the current `AttrScope`.
    shape, dtype : used by inference where nothing else is given; a dimension of 0 is unknown.
    lr_mult, wd_mult : multipliers the optimizers obey.
    init : an initializer or its serialised form, used instead of the default one.
    stype : 'default', 'row_sparse' or 'csr'.
    kwargs : further attributes; their names start and end with two underscores.
    """
    if not isinstance(name, str):
        raise TypeError("Expect a string for variable `name`")
    attrs = dict(attribute.current().get(attr) or {})
    if shape is not None:
        attrs["__shape__"] = str(shape)
    if lr_mult is not None:
        attrs["__lr_mult__"] = str(lr_mult)
    if wd_mult is not None:
        attrs["__wd_mult__"] = str(wd_mult)
    if dtype is not None:
        attrs["__dtype__"] = str(NAME_TO_FLAG[dtype_name(dtype)])
    if init is not None:
        attrs["__init__"] = init if isinstance(init, str) else init.dumps()
    if stype is not None:
        attrs["__storage_type__"] = str(STORAGE_TYPES[stype])
    for key, value in kwargs.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(f"Attribute name={key} is not supported. Additional attributes must "
                             "start and end with double underscores, e.g, __yourattr__")
        attrs[key] = str(value)
    made = Symbol([Entry(Node(None, check_text(name, "the name")))])
    made._set_attr(**attrs)
    return made


Variable = var


def Group(symbols: Sequence[Symbol], create_fn: type[Symbol] = Symbol) -> Symbol:
    """Put the outputs of several symbols into one symbol."""
    if not isinstance(symbols, (list, tuple)):
        symbols = list(symbols)
    if not symbols or any(not isinstance(item, SymbolBase) for item in symbols):
        raise TypeError("Expected a list of symbols as input")
    return create_fn([entry for item in symbols for entry in item._outputs])


def load(fname: str, version: int | str | None = None,
         quirks: str | Iterable[str] | None = None) -> Symbol:
    """Read a symbol from a JSON file of any MXNet version since 0.7.

    Parameters
    ----------
    version : what the file is taken for, such as '0.8' or 905, instead of what it says itself;
        '1.9.1' computes as 1.9.1 does. The environment's MXNET_SYMBOL_VERSION does the same.
    quirks : rows of the table in docs/version-quirks.md to switch on or off by name, as in
        '+pooling-max-pads-zero,-pooling-rounds-up'; 'MXNET_SYMBOL_QUIRKS' in the environment.
    """
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError("fname need to be string")
    return load_json(read_text(fname, doing="cannot read symbol file"), version, quirks)


def load_json(json_str: str, version: int | str | None = None,
              quirks: str | Iterable[str] | None = None) -> Symbol:
    """Read a symbol from a JSON string of any MXNet version since 0.7; see `load`."""
    if not isinstance(json_str, str):
        raise TypeError("fname required to be string")
    return Symbol(_json.loads(json_str, version, quirks))


fromjson = load_json
_borrowed(__name__)
