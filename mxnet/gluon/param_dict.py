"""ParameterDict: parameters by full name, with a prefix and optionally another dict to share from."""
from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TYPE_CHECKING, Any

from .. import initializer
from .. import ndarray as nd
from ..context import Context
from ..core.dtype import dtype_name
from ..ndarray import NDArray
from .constant import Constant
from .param import Parameter
from .utils import _brief_print_list, _indent

if TYPE_CHECKING:
    from .signatures import Contexts, InitLike



class ParameterDict:
    """Parameters by name, in order of creation.

    Parameters
    ----------
    prefix : str, default=''
        Prefix of every name passed to `get`.
    shared : ParameterDict, optional
        Another dict; `get` takes a parameter from there if it has the name.
    """

    def __init__(self, prefix: str = "", shared: ParameterDict | None = None) -> None:
        self._prefix, self._shared = prefix, shared
        self._params: OrderedDict[str, Parameter] = OrderedDict()

    def __repr__(self) -> str:
        lines = "\n".join(f"  {_indent(repr(param), 4)}" for param in self.values())
        return f"{self._prefix + ' ' if self._prefix else ''}(\n{lines}\n)"

    def __getitem__(self, key: str) -> Parameter:
        return self._params[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    def __contains__(self, key: object) -> bool:
        return key in self._params

    def __bool__(self) -> bool:
        return True  # as an object: programs ask "is a dict given?"

    def items(self) -> ItemsView[str, Parameter]:
        """Return names and parameters.

        Returns
        -------
        view of pairs
            In their order.
        """
        return self._params.items()

    def keys(self) -> KeysView[str]:
        """Return names.

        Returns
        -------
        view of str
            In their order.
        """
        return self._params.keys()

    def values(self) -> ValuesView[Parameter]:
        """Return parameters.

        Returns
        -------
        view of Parameter
            In their order.
        """
        return self._params.values()

    @property
    def prefix(self) -> str:
        """The prefix of names."""
        return self._prefix

    # ---- making -----------------------------------------------------------------------------------

    def _get_impl(self, name: str) -> Parameter | None:
        found = self._params.get(name)
        if found is None and self._shared is not None:
            found = self._shared._params.get(name)
            if found is not None:
                self._params[name] = found
        return found

    def get(self, name: str, **kwargs: Any) -> Parameter:
        """Return the parameter ``prefix + name``, created if there is none.

        Parameters
        ----------
        name : str
            Name without the prefix.
        **kwargs
            Arguments of `Parameter`. A parameter that exists must agree with them; its shape is completed by theirs.

        Returns
        -------
        Parameter
            The parameter.
        """
        name = self.prefix + name
        param = self._get_impl(name)
        if param is None:
            param = self._params[name] = Parameter(name, **kwargs)
            return param
        for key, value in kwargs.items():
            stored = getattr(param, key, None)
            if stored is None:
                setattr(param, key, value)
            elif value is not None and not _agree(param, key, value, stored):
                raise AssertionError(f"Parameter '{name}' exists with {key}={stored!r}; {value!r} is asked for")
        return param

    def get_constant(self, name: str, value: Any = None) -> Constant:
        """Return the constant ``prefix + name``, created if there is none.

        Parameters
        ----------
        name : str
            Name without the prefix.
        value : optional
            Its value, if it is created.

        Returns
        -------
        Constant
            The constant.
        """
        name = self.prefix + name
        param = self._get_impl(name)
        if param is None:
            if value is None:
                raise KeyError(f"there is no constant '{name}'; give its value to make one")
            param = self._params[name] = Constant(name, value)
        elif value is not None:
            if not isinstance(param, Constant):
                raise AssertionError(f"Parameter '{name}' exists and is no constant")
            value = value.asnumpy() if isinstance(value, NDArray) else nd.array(value).asnumpy()
            if param.shape != value.shape or not (param.value.asnumpy() == value).all():
                raise AssertionError(f"Constant '{name}' exists with another value")
        return param  # type: ignore[return-value]

    def update(self, other: Any) -> None:
        """Add all parameters of another dict.

        Parameters
        ----------
        other
            The other dict.

        Raises
        ------
        ValueError
            If a name refers to two different parameters.
        """
        for name, param in other.items():
            if self._params.get(name, param) is not param:
                raise AssertionError(f"two parameters have the name '{name}'; give their blocks other prefixes, or "
                                     "make them inside name_scope()")
        self._params.update(other.items())

    # ---- all at once ------------------------------------------------------------------------------

    def initialize(self, init: InitLike | None = None, ctx: Contexts | None = None, verbose: bool = False,
                   force_reinit: bool = False) -> None:
        """Initialize all parameters; see `Parameter.initialize`.

        Parameters
        ----------
        init : InitLike, optional
            Initializer for parameters that have none of their own; uniform by default.
        ctx : Contexts, optional
            Device, or a list of devices; the current context by default.
        verbose : bool, default=False
            Whether to log what is initialized.
        force_reinit : bool, default=False
            Whether to reinitialize initialized parameters.
        """
        init = initializer.Uniform() if init is None else init
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self) -> None:
        """Fill all gradients with zeros."""
        dense: dict[Context, list[NDArray]] = defaultdict(list)
        for param in self.values():
            for array in param._grad or ():
                if array.stype == "default":
                    dense[array.context].append(array)
                else:
                    nd.zeros_like(array, out=array)
        for arrays in dense.values():
            nd.reset_arrays(*arrays, num_arrays=len(arrays))

    def reset_ctx(self, ctx: Contexts) -> None:
        """Move all parameters to other devices.

        Parameters
        ----------
        ctx : Contexts
            Device, or a list of devices.
        """
        for param in self.values():
            param.reset_ctx(ctx)

    def list_ctx(self) -> list[Context]:
        """Return the devices that any parameter is on.

        Returns
        -------
        list of Context
            The devices.
        """
        return list(dict.fromkeys(ctx for param in self.values() for ctx in param.list_ctx()))

    def setattr(self, name: str, value: Any) -> None:
        """Set an attribute of all parameters.

        Parameters
        ----------
        name : str
            For example ``"grad_req"`` or ``"lr_mult"``.
        value
            Its value.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.collect_params().setattr("grad_req", "null")
        >>> net.weight.grad_req
        'null'
        """
        for param in self.values():
            setattr(param, name, value)

    # ---- files ------------------------------------------------------------------------------------

    def save(self, filename: str, strip_prefix: str = "") -> None:
        """Save all values to a file.

        Parameters
        ----------
        filename : str
            Path of the file, which is replaced as a whole.
        strip_prefix : str, default=''
            Prefix to remove from all names.
        """
        values = {}
        for param in self.values():
            if not param.name.startswith(strip_prefix):
                raise ValueError(f"'{strip_prefix}' should be taken off the names, but Parameter '{param.name}' does "
                                 "not begin with it: it is shared from another block, or its layer was made outside of "
                                 "name_scope()")
            values[param.name[len(strip_prefix):]] = param._to_write()
        nd.save(filename, values)

    def load(self, filename: str, ctx: Contexts | None = None, allow_missing: bool = False, ignore_extra: bool = False,
             restore_prefix: str = "", cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Load values from a file.

        Parameters
        ----------
        filename : str
            Path of the file.
        ctx : Contexts, optional
            Device, or a list of devices, for parameters that are not initialized.
        allow_missing : bool, default=False
            Whether parameters may be missing in the file.
        ignore_extra : bool, default=False
            Whether the file may have parameters that this dict does not have.
        restore_prefix : str, default=''
            Prefix to add to the names in the file.
        cast_dtype : bool, default=False
            Whether types may differ.
        dtype_source : {'current', 'saved'}, default='current'
            Which type is used if they differ: that of the parameters, or that of the file.
        """
        self._take_file(nd.load(filename), ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype,
                        dtype_source)

    def _take_file(self, values: Any, ctx: Contexts | None, allow_missing: bool, ignore_extra: bool,
                   restore_prefix: str, filename: str, cast_dtype: bool, dtype_source: str) -> None:
        """Take values just read from a file: the arrays have no other owner, so parameters may keep them."""
        for name in self.keys() if restore_prefix else ():
            if not name.startswith(restore_prefix):
                raise AssertionError(f"restore_prefix is '{restore_prefix}', but Parameter '{name}' does not begin "
                                     "with it")
        self._take(values, ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype, dtype_source,
                   donated=True)

    def load_dict(self, param_dict: Any, ctx: Contexts | None = None, allow_missing: bool = False,
                  ignore_extra: bool = False, restore_prefix: str = "", filename: str | None = None,
                  cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Set values by name; ``arg:`` and ``aux:`` before names, as in checkpoints, are dropped.

        Parameters
        ----------
        param_dict
            Arrays by name.
        ctx : Contexts, optional
            Device, or a list of devices, for parameters that are not initialized.
        allow_missing : bool, default=False
            Whether parameters may be missing.
        ignore_extra : bool, default=False
            Whether there may be names that this dict does not have.
        restore_prefix : str, default=''
            Prefix to add to the names.
        filename : str, optional
            Where the arrays come from, for messages.
        cast_dtype : bool, default=False
            Whether types may differ.
        dtype_source : {'current', 'saved'}, default='current'
            Which type is used if they differ: that of the parameters, or that of the arrays.
        """
        self._take(param_dict, ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype, dtype_source,
                   donated=False)

    def _take(self, param_dict: Any, ctx: Contexts | None, allow_missing: bool, ignore_extra: bool,
              restore_prefix: str, filename: str | None, cast_dtype: bool, dtype_source: str, donated: bool) -> None:
        """Set values by name; donated ones need no copies."""
        pairs = param_dict.items() if isinstance(param_dict, Mapping) else param_dict
        values = {restore_prefix + (name[4:] if name[:4] in ("arg:", "aux:") else name): value
                  for name, value in pairs}
        origin, cut = f"file {filename}" if filename else "param_dict", len(restore_prefix)
        for name in () if allow_missing else self.keys():
            if name not in values:
                raise AssertionError(f"Parameter '{name[cut:]}' is missing in {origin}, which has "
                                     f"{_brief_print_list(values)}. If prefixes differ, make both networks with the "
                                     "same prefix; allow_missing=True leaves the parameter as it is")
        for name, value in values.items():
            if name in self._params:
                param = self._params[name]
                (param._load_donated if donated else param._load_init)(value, ctx, cast_dtype=cast_dtype,
                                                                       dtype_source=dtype_source)
            elif not ignore_extra:
                raise AssertionError(f"Parameter '{name[cut:]}' of {origin} is not in this ParameterDict, which has "
                                     f"{_brief_print_list(self._params)}. ignore_extra=True leaves it out")


def _agree(param: Parameter, key: str, asked: Any, stored: Any) -> bool:
    """Return whether an existing parameter matches the request; missing dimensions are filled in."""
    if key == "dtype":
        return dtype_name(asked) == dtype_name(stored)
    if key == "shape":
        asked = (asked,) if isinstance(asked, int) else tuple(asked)
        if len(asked) == len(stored) and all(a == b or a <= 0 or b <= 0 for a, b in zip(asked, stored)):
            param._shape = tuple(b if a <= 0 else a for a, b in zip(asked, stored))
            return True
        return False
    return asked == stored
