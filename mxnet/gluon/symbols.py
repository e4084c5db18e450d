"""SymbolBlock: a symbol with parameters as a block, so that models of any origin work in Gluon networks."""
from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import symbol
from ..context import Context
from ..core import npmode
from ..core.dtype import dtype_name
from ..core.errors import MXNetError
from ..ndarray import NDArray
from ..symbol import Symbol
from .faces import as_nd, shown, shows_np
from .hybrid import HybridBlock
from .param_dict import ParameterDict
from .structure import _flatten, _regroup

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from .signatures import Contexts


_STORAGE_ROW_SPARSE = "1"


class SymbolBlock(HybridBlock):
    """A block that computes symbols from inputs; their other variables are its parameters.

    Parameters
    ----------
    outputs
        Symbol, or a list of them.
    inputs
        Variable, or a list of them, that are the arguments of the block.
    params : ParameterDict, optional
        Parameters to share, such as those of the block that ``outputs`` came from.

    Examples
    --------
    >>> data = mx.sym.var("data")
    >>> block = mx.gluon.SymbolBlock(mx.sym.FullyConnected(data, num_hidden=2, name="fc"), data)
    >>> block.initialize()
    >>> block(mx.nd.ones((3, 4))).shape
    (3, 2)
    """

    def __init__(self, outputs: Any, inputs: Any, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix, self._params = "", ParameterDict("", params)
        if isinstance(inputs, Symbol) and len(inputs.list_outputs()) == 1:
            inputs = [inputs]
        if isinstance(outputs, (list, tuple)) and len(outputs) == 1:
            outputs = outputs[0]
        variables, self._in_format = _flatten(as_nd(inputs), "input")
        found, self._out_format = _flatten(as_nd(outputs), "output")
        for item in variables:
            if len(item.get_internals().list_outputs()) != 1:
                raise AssertionError(f"SymbolBlock: an input is a variable; {item.name} is computed by an operator")
        out = symbol.Group(found) if len(found) > 1 else found[0]
        self._check_storage(out)
        self._make_parameters(out, variables)
        self._cached_graph = variables, out
        self._gives_np = npmode.get_array() or shows_np(outputs)
        cut = len(_common_prefix(list(self._params.keys())))
        self._reg_params = {name[cut:]: param for name, param in self._params.items()}

    @staticmethod
    def _check_storage(out: Symbol) -> None:
        for item in out.get_internals():
            if item.attr("__storage_type__") == _STORAGE_ROW_SPARSE:
                raise AssertionError(f"SymbolBlock: Parameter '{item.name}' has storage type row_sparse, which a "
                                     "SymbolBlock cannot hold")

    def _make_parameters(self, out: Symbol, variables: list[Symbol]) -> None:
        given = {item.name for item in variables}
        names, states = out.list_arguments(), out.list_auxiliary_states()
        types = _infer_param_types(variables, out, names, states)
        for group, kinds, extra in ((names, types[0], {}), (states, types[1], {"grad_req": "null"})):
            for name, kind in zip(group, kinds):
                if name not in given:
                    self.params.get(name, allow_deferred_init=True, dtype=kind, **extra)

    @staticmethod
    def imports(symbol_file: str, input_names: Any, param_file: str | None = None, ctx: Contexts | None = None,
                allow_missing: bool = False, ignore_extra: bool = False) -> SymbolBlock:
        """Load a network that `HybridBlock.export` or `mx.mod.Module.save_checkpoint` wrote.

        Parameters
        ----------
        symbol_file : str
            Path of the symbol.
        input_names
            Name, or a list of names, of the variables that are arguments.
        param_file : str, optional
            Path of the parameters; without it the block can be initialized.
        ctx : Contexts, optional
            Device, or a list of devices; the current context by default.
        allow_missing : bool, default=False
            Whether parameters may be missing in the file.
        ignore_extra : bool, default=False
            Whether the file may have parameters that the symbol does not have.

        Returns
        -------
        SymbolBlock
            The block.
        """
        out = symbol.load(symbol_file)
        names = [input_names] if isinstance(input_names, str) else input_names
        kind = np.float32 if param_file is None else None  # otherwise the saved types decide
        block = SymbolBlock(out, [symbol.var(name, dtype=kind) for name in names])
        if param_file is not None:
            block.collect_params().load(param_file, ctx, allow_missing, ignore_extra, cast_dtype=True,
                                        dtype_source="saved")
        return block

    def __repr__(self) -> str:
        inputs, out = self._cached_graph
        return f"{type(self).__name__}(\n{out} : {len(inputs)} -> {len(out.list_outputs())}\n)"

    def forward(self, x: Any, *args: Any) -> Any:
        if isinstance(x, NDArray):
            with x.context:
                return self._call_cached_op(x, *args)
        if not isinstance(x, Symbol):
            raise AssertionError(f"{type(self).__name__}: the first input is an NDArray or a Symbol, got "
                                 f"{type(x).__name__}")
        flat, form = _flatten(as_nd([x, *args]), "input")
        if form != self._in_format:
            raise AssertionError(f"{type(self).__name__}: inputs have format {form}, expected {self._in_format}")
        inputs, out = self._cached_graph
        made = copy.copy(out)
        made._compose(**{item.name: value for item, value in zip(inputs, flat)})
        return shown(_regroup(list(made), self._out_format))

    def _clear_cached_op(self) -> None:
        graph = self._cached_graph
        super()._clear_cached_op()
        self._cached_graph = graph

    def cast(self, dtype: DTypeLike) -> None:
        """Change the element type; with a 16-bit type, parameters of BatchNorm stay float32.

        Parameters
        ----------
        dtype : DTypeLike
            The type.
        """
        super().cast(dtype)
        if dtype_name(dtype) not in ("float16", "bfloat16"):
            return
        names = set(self._cached_graph[1].get_internals().list_inputs())
        for variance, mean in (("running_var", "running_mean"), ("moving_var", "moving_mean")):
            for name in names:
                if name.endswith(variance):
                    layer = [name, *(name[:-len(variance)] + part for part in (mean, "gamma", "beta"))]
                    if names.issuperset(layer):
                        for part in layer:
                            self.params.get(part).cast("float32")

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Raise NotImplementedError: a SymbolBlock is its symbol.

        Parameters
        ----------
        F, x, *args, **kwargs
            What `HybridBlock.hybrid_forward` takes.

        Returns
        -------
        None
            It does not return.
        """
        raise NotImplementedError("a SymbolBlock computes its symbol and has no hybrid_forward")

    def reset_ctx(self, ctx: Context | list[Context]) -> None:
        """Move all parameters to other devices, including those that a backend added.

        Parameters
        ----------
        ctx : Context or list[Context]
            Device, or a list of devices.
        """
        params = list(self.collect_params().values())
        known = {id(param) for param in params}
        params += [param for given, param in self._cached_op_args if not given and id(param) not in known]
        for param in params:
            param.reset_ctx(ctx)


def _common_prefix(names: list[str]) -> str:
    """Return the common prefix of all names."""
    if not names:
        return ""
    first, last = min(names), max(names)
    length = next((place for place, (a, b) in enumerate(zip(first, last)) if a != b), min(len(first), len(last)))
    return first[:length]


def _infer_param_types(in_params: list[Symbol], out_params: Symbol, arg_params: list[str], aux_params: list[str],
                       default_dtype: Any = np.float32) -> tuple[list, list]:
    """Infer types of arguments and states from those of the inputs; the default if that gives nothing."""
    given = {}
    for item in in_params:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a bare variable without a type is expected here
            kinds = item.infer_type()[0]
        if not kinds:
            break
        given[item.name] = kinds[0]
    else:
        try:
            args, _, states = out_params.infer_type(**given)
            if args is not None and len(args) == len(arg_params) and len(states) == len(aux_params):
                return args, states
        except MXNetError:
            pass  # the inputs' types do not match the network; saved parameters may decide
    return [default_dtype] * len(arg_params), [default_dtype] * len(aux_params)
