"""Block: a network or a layer of one, as an object that holds parameters and children."""
from __future__ import annotations

import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..core import npmode
from . import files
from .faces import check_np
from .param import Parameter
from .param_dict import ParameterDict
from .scope import _BlockScope
from .summary import summarize, table
from .utils import HookHandle, _indent

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ..ndarray import NDArray
    from .signatures import Contexts, InitLike



class Block:
    """Base of networks and layers: derive from it, create children in ``__init__``, and compute in `forward`.

    Children and parameters that are set as attributes are found by `collect_params`, saved and cast with the block.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the parameter names; by default the name of the class and a number. Inside of
        ``with parent.name_scope()`` the prefix of the parent comes first.
    params : ParameterDict, optional
        Parameters to share, such as ``other.collect_params()``; they keep their names.

    Examples
    --------
    >>> class Net(mx.gluon.Block):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         with self.name_scope():
    ...             self.dense = mx.gluon.nn.Dense(2)
    ...     def forward(self, x):
    ...         return self.dense(x)
    >>> net = Net()
    >>> net.initialize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix[:-1] if self._prefix.endswith("_") else self._prefix
        self._scope = _BlockScope(self, own=True)
        self._children: OrderedDict[str, Block] = OrderedDict()
        self._reg_params: dict[str, Parameter] = {}
        self._forward_hooks: OrderedDict[int, Callable] = OrderedDict()
        self._forward_pre_hooks: OrderedDict[int, Callable] = OrderedDict()

    def __repr__(self) -> str:
        lines = "\n".join(f"  ({key}): {_indent(repr(value), 2)}" for key, value in self.__dict__.items()
                          if isinstance(value, Block))
        return f"{type(self).__name__}(\n{lines}\n)"

    def _repr_html_(self) -> str:
        """Show the block in a notebook: its layers, with shapes and counts of parameters."""
        return table(self)

    def __setattr__(self, name: str, value: Any) -> None:
        before = getattr(self, name, None)
        if isinstance(before, (Parameter, Block)) and not isinstance(value, type(before)):
            raise TypeError(f"{type(self).__name__}.{name} is a {type(before).__name__} and cannot become a "
                            f"{type(value).__name__}")
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise AssertionError(f"{type(self).__name__}.{name} is Parameter '{self._reg_params[name].name}' "
                                     "already; to share parameters between blocks pass params= when a block is made")
            self._reg_params[name] = value
        super().__setattr__(name, value)

    # ---- names and parameters ---------------------------------------------------------------------

    def _alias(self) -> str:
        return type(self).__name__.lower()

    @property
    def prefix(self) -> str:
        """What the names of parameters begin with."""
        return self._prefix

    @property
    def name(self) -> str:
        """The prefix without its last underscore."""
        return self._name

    def name_scope(self) -> _BlockScope:
        """Return a ``with`` block in which children get names below that of this block.

        Returns
        -------
        context manager
            The scope.
        """
        return self._scope.used()

    @property
    def params(self) -> ParameterDict:
        """Parameters of this block alone, without those of children."""
        return self._params

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """Return the parameters of this block and of all below it, its own first.

        Parameters
        ----------
        select : str, optional
            Regular expression that names must match from their beginning; all by default.

        Returns
        -------
        ParameterDict
            Parameters by name.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix="fc_")
        >>> list(net.collect_params(".*weight"))
        ['fc_weight']
        """
        self._check_container_with_block()
        found = ParameterDict(self._params.prefix)
        pattern = re.compile(select) if select else None
        found.update({name: param for name, param in self.params.items() if pattern is None or pattern.match(name)})
        for child in self._children.values():
            found.update(child.collect_params(select=select))
        return found

    def _check_container_with_block(self) -> None:
        """Warn about children in lists and dicts, which are not found."""
        known = {id(child) for child in self._children.values()}
        for name, value in self.__dict__.items():
            if isinstance(value, (list, tuple, dict)) and name != "_children" and not name.startswith("__") \
                    and any(id(block) not in known for block in _blocks_in(value)):
                warnings.warn(f"{type(self).__name__}.{name} holds blocks that are no children of this block, so their "
                              "parameters are not found; use nn.Sequential, or register_child()", stacklevel=3)

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """Return all parameters by attribute path, such as ``body.0.weight``."""
        if prefix:
            prefix += "."
        found = {prefix + name: param for name, param in self._reg_params.items()}
        for name, child in self._children.items():
            found.update(child._collect_params_with_prefix(prefix + name))
        return found

    def initialize(self, init: InitLike | None = None, ctx: Contexts | None = None, verbose: bool = False,
                   force_reinit: bool = False) -> None:
        """Initialize all parameters.

        Parameters
        ----------
        init : InitLike, optional
            Initializer for parameters that have none of their own; uniform in ``[-0.07, 0.07]`` by default.
        ctx : Contexts, optional
            Device, or a list of devices that each get a copy; the current context by default.
        verbose : bool, default=False
            Whether to log what is initialized.
        force_reinit : bool, default=False
            Whether to reinitialize initialized parameters.
        """
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def cast(self, dtype: DTypeLike) -> None:
        """Change the element type of all parameters.

        Parameters
        ----------
        dtype : DTypeLike
            The type.
        """
        for child in self._children.values():
            child.cast(dtype)
        for param in self.params.values():
            param.cast(dtype)

    # ---- files ------------------------------------------------------------------------------------

    def save_parameters(self, filename: str, deduplicate: bool = False, format: str | None = None) -> None:
        """Save all parameters to a file, by attribute path.

        Parameters
        ----------
        filename : str
            Path of the file, which is replaced as a whole.
        deduplicate : bool, default=False
            Whether to save a shared parameter once.
        format : str, optional
            ``"mxnet"`` or ``"safetensors"``; by default what the ending of the file name says.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.save_parameters("net.params")
        >>> other = mx.gluon.nn.Dense(2, in_units=3)
        >>> other.load_parameters("net.params")
        >>> bool((net.weight.data() == other.weight.data()).min())
        True
        """
        files.save_parameters(self, filename, deduplicate, format)

    def load_parameters(self, filename: str, ctx: Contexts | None = None, allow_missing: bool = False,
                        ignore_extra: bool = False, cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Load parameters from a file of `save_parameters`, `save_params`, or `HybridBlock.export`.

        Parameters
        ----------
        filename : str
            Path of the file.
        ctx : Contexts, optional
            Device, or a list of devices, for parameters that are not initialized; the current context by default.
        allow_missing : bool, default=False
            Whether parameters may be missing in the file.
        ignore_extra : bool, default=False
            Whether the file may have parameters that the block does not have.
        cast_dtype : bool, default=False
            Whether types may differ.
        dtype_source : {'current', 'saved'}, default='current'
            Which type is used if they differ: that of the parameters, or that of the file.
        """
        files.load_parameters(self, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def save_params(self, filename: str) -> None:
        """Save all parameters by their full names without the prefix; `save_parameters` is the newer form.

        Parameters
        ----------
        filename : str
            Path of the file, which is replaced as a whole.
        """
        warnings.warn("save_params is deprecated; use save_parameters, or export for SymbolBlock", stacklevel=2)
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename: str, ctx: Contexts | None = None, allow_missing: bool = False,
                    ignore_extra: bool = False) -> None:
        """Load parameters: the old name of `load_parameters`.

        Parameters
        ----------
        filename : str
            Path of the file.
        ctx : Contexts, optional
            Device, or a list of devices, for parameters that are not initialized; the current context by default.
        allow_missing : bool, default=False
            Whether parameters may be missing in the file.
        ignore_extra : bool, default=False
            Whether the file may have parameters that the block does not have.
        """
        warnings.warn("load_params is deprecated; use load_parameters", stacklevel=2)
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix: str) -> None:
        """Save names, traced graphs and parameters: ``PREFIX-model.json`` and ``PREFIX-model.params``.

        Parameters
        ----------
        prefix : str
            Path without the endings.
        """
        files.save_model(self, prefix)

    def load(self, prefix: str) -> None:
        """Load what `save` wrote into a block that was built the same way.

        Parameters
        ----------
        prefix : str
            Path without the endings.
        """
        files.load_model(self, prefix)

    # ---- children and hooks -----------------------------------------------------------------------

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Register a block as a child; attributes that are blocks are registered automatically.

        Parameters
        ----------
        block : Block
            The block.
        name : str, optional
            Its name among the children; a number by default.
        """
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook: Callable[[Block, Any], Any]) -> HookHandle:
        """Call a function before every forward.

        Parameters
        ----------
        hook : Callable[[Block, Any], Any]
            Function of the block and its inputs.

        Returns
        -------
        HookHandle
            Call its ``detach()`` to remove the hook.
        """
        handle = HookHandle()
        handle.attach(self._forward_pre_hooks, hook)
        return handle

    def register_forward_hook(self, hook: Callable[[Block, Any, Any], Any]) -> HookHandle:
        """Call a function after every forward.

        Parameters
        ----------
        hook : Callable[[Block, Any, Any], Any]
            Function of the block, its inputs and its output.

        Returns
        -------
        HookHandle
            Call its ``detach()`` to remove the hook.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.initialize()
        >>> handle = net.register_forward_hook(lambda block, inputs, output: print(output.shape))
        >>> outputs = net(mx.nd.ones((4, 3)))
        (4, 2)
        >>> handle.detach()
        """
        handle = HookHandle()
        handle.attach(self._forward_hooks, hook)
        return handle

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call a function with the results of operators in hybridized children.

        Parameters
        ----------
        callback : Callable[[str, str, NDArray], Any]
            Function of name, operator and array.
        monitor_all : bool, default=False
            Whether it is called for the inputs of operators too.
        """
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn: Callable[[Block], Any]) -> Block:
        """Call a function on all children, their children, and this block.

        Parameters
        ----------
        fn : Callable[[Block], Any]
            Function of a block.

        Returns
        -------
        Block
            The block itself.
        """
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile all hybrid children.

        Parameters
        ----------
        active : bool, default=True
            Whether to compile, or to stop doing so.
        **kwargs
            Further arguments of `HybridBlock.hybridize`.
        """
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    # ---- computing --------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._forward_pre_hooks:
            for hook in list(self._forward_pre_hooks.values()):
                hook(self, args)
        out = self.forward(*args, **kwargs)
        if npmode.mode.array:
            check_np(out, self)
        if self._forward_hooks:
            for hook in list(self._forward_hooks.values()):
                hook(self, args, out)
        return out

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute outputs from inputs; derived classes implement it.

        Parameters
        ----------
        *args
            Inputs.
        **kwargs
            Inputs by keyword.

        Returns
        -------
        NDArray or nested list
            Outputs.
        """
        raise NotImplementedError(f"{type(self).__name__} has no forward")

    def summary(self, *inputs: Any) -> None:
        """Print layers with output shapes and counts of parameters.

        Parameters
        ----------
        *inputs
            Inputs of one call, from which the shapes are inferred.
        """
        print(summarize(self, inputs))


def _blocks_in(value: Any) -> Iterator[Block]:
    """Yield the blocks in nested lists, tuples and dicts."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _blocks_in(item)
