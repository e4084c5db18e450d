"""`Symbol`: some entries of a graph. Other modules of this package attach operators to it."""
from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from .. import attribute
from ..base import NotImplementedForSymbol
from ..core import attributes as _attributes
from ..core.borrowed import borrowed as _borrowed
from ..core.construction import compose as _compose
from ..core.construction.compose import copy_graph
from ..core.dtype import NAME_TO_FLAG, dtype_name
from ..core.errors import MXNetError, check_text
from ..core.graph import Entry, Node
from ..core.handles import Holder
from ..core.opening import read_text
from ..core.params import plain
from ..fileformat import symbol_json as _json
from ..fileformat.atomic import atomic_write
from . import text as _text
from .base import Shape, SymbolBase
from .executing import Executing
from .fluent import Fluent

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["Symbol", "var", "Variable", "Group", "load", "load_json",
           *"pow power maximum minimum hypot eye zeros ones full arange linspace histogram split_v2".split()]

STORAGE_TYPES = {"default": 0, "row_sparse": 1, "csr": 2}


class Symbol(Fluent, Executing):
    """A symbolic computation: one or more outputs of a graph of operators.

    Functions of ``mx.sym`` make symbols from symbols; `var` makes the inputs. `bind`, `simple_bind` and `eval` compute.

    Parameters
    ----------
    outputs
        Entries of a graph; programs do not call the constructor.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> net.list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    >>> net.eval(data=mx.nd.ones((1, 3)), fc_weight=mx.nd.ones((2, 3)), fc_bias=mx.nd.zeros(2))[0].asnumpy().tolist()
    [[3.0, 3.0]]
    """

    __slots__ = ()
    __array_priority__: float = 1000.0  # so that NumPy scalars leave arithmetic to us
    __hash__ = None              # == makes a symbol, so symbols are not hashable

    # ---- structure ----------------------------------------------------------------------------

    @property
    def handle(self) -> Holder:
        """A handle for programs that call MXNet's C library through ctypes."""
        return Holder(self._outputs)

    def _only_node(self) -> Node | None:
        """The node that all outputs belong to; None for a group."""
        node = self._outputs[0].node
        return node if all(entry.node is node for entry in self._outputs) else None

    @property
    def name(self) -> str | None:
        """Name of the node; None for a group."""
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
        """Group the visible outputs of every node below this symbol, variables included.

        Returns
        -------
        Symbol
            The group; ``internals["fc1_output"]`` is the output of a layer.

        Examples
        --------
        >>> net = mx.sym.relu(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="act")
        >>> net.get_internals().list_outputs()
        ['data', 'fc_weight', 'fc_bias', 'fc_output', 'act_output']
        """
        return type(self)([Entry(node, index, node.version) for node in self.graph.nodes
                           for index in range(node.num_visible)])

    def get_children(self) -> Symbol | None:
        """Group the inputs of the output nodes.

        Returns
        -------
        Symbol or None
            The group; None if there are none.
        """
        nodes = {id(entry.node): entry.node for entry in self._outputs}
        inputs = [entry for node in nodes.values() for entry in node.inputs]
        return type(self)(inputs) if inputs else None

    def list_arguments(self) -> list[str]:
        """List the names of variables that are not auxiliary states, depth first.

        Returns
        -------
        list of str
            The names.
        """
        return [node.name for node in self.graph.arguments]

    def list_auxiliary_states(self) -> list[str]:
        """List the names of variables that operators mutate, such as moving averages.

        Returns
        -------
        list of str
            The names.
        """
        return [node.name for node in self.graph.auxiliary]

    def list_inputs(self) -> list[str]:
        """List the names of all variables, arguments and auxiliary states.

        Returns
        -------
        list of str
            The names.
        """
        return [node.name for node in self.graph.variables]

    def list_outputs(self) -> list[str]:
        """List the names of the outputs: that of a variable, otherwise ``NODE_output``.

        Returns
        -------
        list of str
            The names.
        """
        return [entry.node.output_name(entry.index) for entry in self._outputs]

    # ---- attributes ---------------------------------------------------------------------------

    def attr(self, key: str) -> str | None:
        """Return an attribute of the node.

        Parameters
        ----------
        key : str
            Its name.

        Returns
        -------
        str or None
            None if it is not set, or this is a group.
        """
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
        """Return all attributes of the (first) output node.

        Parameters
        ----------
        recursive : bool, default=False
            No longer supported, as in MXNet; see `attr_dict`.

        Returns
        -------
        dict of str to str
            The attributes.
        """
        if recursive:
            raise DeprecationWarning("Symbol.list_attr with recursive=True has been deprecated. "
                                     "Please use attr_dict instead.")
        return _both_spellings(self._outputs[0].node.attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Return the attributes of every node that has some.

        Returns
        -------
        dict of str to dict
            Attributes by the name of the node.
        """
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
            if key == "name":
                node.name = value
                node.forget_params()
                continue
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
        """Return a copy whose variables, by name, are replaced: ``net(data=other)``."""
        made = self.__copy__()
        made._compose(*args, **kwargs)
        return made

    def _compose(self, *args: Symbol, **kwargs: Any) -> None:
        """Replace variables in place; this affects other symbols that share the nodes."""
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
        """Return the single output, to be used as the input of that role."""
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
        """Return the graph as JSON, byte for byte as MXNet 1.9.1 writes it.

        Parameters
        ----------
        remove_amp_cast : bool, default=True
            Whether to leave out the casts of automatic mixed precision.

        Returns
        -------
        str
            The text, which `load_json` reads.
        """
        return _json.dumps(_json.without_amp_casts(self._outputs) if remove_amp_cast
                           else self._outputs)

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Save the graph as JSON.

        Parameters
        ----------
        fname : str
            Path of the file, which is replaced atomically.
        remove_amp_cast : bool, default=True
            Whether to leave out the casts of automatic mixed precision.
        """
        if not isinstance(fname, (str, os.PathLike)):
            raise TypeError("fname need to be string")
        text = self.tojson(remove_amp_cast)
        with atomic_write(fname, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def debug_str(self) -> str:
        """Describe outputs, variables and operators with inputs and attributes.

        Returns
        -------
        str
            Text of several lines.
        """
        return _text.describe(self._outputs)

    # ---- the other interface ------------------------------------------------------------------

    def as_nd_ndarray(self) -> Symbol:
        """Return this symbol: it already has the interface of mx.sym.

        Returns
        -------
        Symbol
            The symbol itself.
        """
        return self

    def as_np_ndarray(self) -> Symbol:
        """Return the same computation as a symbol with NumPy's interface.

        Returns
        -------
        Symbol
            A symbol of mx.sym.np.
        """
        from .numpy.symbol import _Symbol
        return _Symbol(self._outputs)

    def _gen_atomic_symbol(self) -> Symbol:
        """Return the operator alone, with unconnected inputs."""
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


# Methods of arrays that need values.
def _not_for_symbols(name: str):
    def method(self, *args, **kwargs) -> NoReturn:
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
    """Create a variable: an input of the computation.

    Parameters
    ----------
    name : str
        Its name.
    attr : dict[str, str], optional
        Attributes, in addition to those of the current `mx.AttrScope`.
    shape : Shape, optional
        Shape, used if none is given at bind; a size of 0 is unknown.
    lr_mult : float, optional
        Factor of the optimizer's learning rate.
    wd_mult : float, optional
        Factor of the optimizer's weight decay.
    dtype : optional
        Element type, used if none is given at bind.
    init : optional
        Initializer or its JSON, used instead of the default one.
    stype : str, optional
        Storage: ``"default"``, ``"row_sparse"`` or ``"csr"``.
    **kwargs
        Further attributes; their names start and end with two underscores.

    Returns
    -------
    Symbol
        The variable.

    Examples
    --------
    >>> a, b = mx.sym.var("a"), mx.sym.var("b")
    >>> (a + 2 * b).eval(a=mx.nd.ones(2), b=mx.nd.ones(2))[0].asnumpy().tolist()
    [3.0, 3.0]
    """
    if not isinstance(name, str):
        raise TypeError("Expect a string for variable `name`")
    attrs = dict(attribute.current().get(attr) or {})
    if shape is not None:
        attrs["__shape__"] = str(plain(shape))
    if lr_mult is not None:
        attrs["__lr_mult__"] = str(plain(lr_mult))
    if wd_mult is not None:
        attrs["__wd_mult__"] = str(plain(wd_mult))
    if dtype is not None:
        attrs["__dtype__"] = str(NAME_TO_FLAG[dtype_name(dtype)])
    if init is not None:
        attrs["__init__"] = str(init if isinstance(init, str) else init.dumps())
    if stype is not None:
        attrs["__storage_type__"] = str(STORAGE_TYPES[stype])
    for key, value in kwargs.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(f"Attribute name={key} is not supported. Additional attributes must "
                             "start and end with double underscores, e.g, __yourattr__")
        attrs[key] = str(plain(value))
    made = Symbol([Entry(Node(None, check_text(name, "the name")))])
    made._set_attr(**attrs)
    return made


Variable = var


def Group(symbols: Sequence[Symbol], create_fn: type[Symbol] = Symbol) -> Symbol:
    """Put the outputs of several symbols into one symbol.

    Parameters
    ----------
    symbols : Sequence[Symbol]
        The symbols.
    create_fn : type[Symbol], default=Symbol
        Class of the result.

    Returns
    -------
    Symbol
        The group.

    Examples
    --------
    >>> mx.sym.Group([mx.sym.var("a"), mx.sym.var("b")]).list_outputs()
    ['a', 'b']
    """
    if not isinstance(symbols, (list, tuple)):
        symbols = list(symbols)
    if not symbols or any(not isinstance(item, SymbolBase) for item in symbols):
        raise TypeError("Expected a list of symbols as input")
    return create_fn([entry for item in symbols for entry in item._outputs])


def load(fname: str, version: int | str | None = None,
         quirks: str | Iterable[str] | None = None) -> Symbol:
    """Load a symbol from a JSON file of any MXNet version since 0.7.

    Parameters
    ----------
    fname : str
        Path of the file.
    version : int or str, optional
        Version to assume, such as ``"0.8"`` or 905, instead of the one in the file; ``"1.9.1"`` behaves as
        1.9.1. The environment variable ``MXNET_SYMBOL_VERSION`` has the same effect.
    quirks : str or Iterable[str], optional
        Differences of old versions to switch on or off by name, as in
        ``"+pooling-max-pads-zero,-pooling-rounds-up"``; see docs/version-quirks.md. The environment variable
        ``MXNET_SYMBOL_QUIRKS`` has the same effect.

    Returns
    -------
    Symbol
        The symbol.
    """
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError("fname need to be string")
    return load_json(read_text(fname, doing="cannot read symbol file"), version, quirks)


def load_json(json_str: str, version: int | str | None = None,
              quirks: str | Iterable[str] | None = None) -> Symbol:
    """Load a symbol from JSON text of any MXNet version since 0.7.

    Parameters
    ----------
    json_str : str
        The text.
    version : int or str, optional
        Version to assume, such as ``"0.8"`` or 905, instead of the one in the file; ``"1.9.1"`` behaves as
        1.9.1. The environment variable ``MXNET_SYMBOL_VERSION`` has the same effect.
    quirks : str or Iterable[str], optional
        Differences of old versions to switch on or off by name, as in
        ``"+pooling-max-pads-zero,-pooling-rounds-up"``; see docs/version-quirks.md. The environment variable
        ``MXNET_SYMBOL_QUIRKS`` has the same effect.

    Returns
    -------
    Symbol
        The symbol.
    """
    if not isinstance(json_str, str):
        raise TypeError("fname required to be string")
    return Symbol(_json.loads(json_str, version, quirks))


fromjson = load_json
_borrowed(__name__)
