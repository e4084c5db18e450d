"""Converts trained float32 models: inserts casts into the symbol, and changes types of variables and parameters."""
from collections.abc import Collection
from typing import Any

from ...context import Context, gpu
from ...core.dtype import FLAG_TO_NAME, to_torch
from ...core.errors import Misuse
from ...module import BucketingModule
from ...symbol import Symbol
from .choice import (
    list_conditional_fp32_ops,
    list_fp32_ops,
    list_lp16_fp32_ops,
    list_lp16_ops,
    list_widest_type_cast,
)
from .insert_casts import Plan, narrow


def convert_symbol(sym: Symbol, target_dtype: str = "float16", target_dtype_ops: list[str] | None = None,
                   fp32_ops: list[str] | None = None,
                   conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
                   excluded_sym_names: list[str] | None = None, data_names: list[str] | None = None,
                   cast_optional_params: bool = False) -> Symbol:
    """Insert casts into a float32 network, so that some operators compute in a narrow type.

    Parameters
    ----------
    sym : Symbol
        The network.
    target_dtype : str, default='float16'
        ``'float16'`` or ``'bfloat16'``.
    target_dtype_ops : list[str], optional
        Operators that compute in it; MXNet's list by default.
    fp32_ops : list[str], optional
        Operators that compute in float32; MXNet's list by default.
    conditional_fp32_ops : list[tuple[str, str, list[str]]], optional
        Operator, param and values of the param with which it computes in float32.
    excluded_sym_names : list[str], optional
        Nodes that compute in float32, whatever their operator.
    data_names : list[str], optional
        Data inputs, which are float32; by default those without a ``__dtype__``.
    cast_optional_params : bool, default=False
        Whether variables that only casts read get the narrow type themselves.

    Returns
    -------
    Symbol
        The network with casts.

    Raises
    ------
    ValueError
        If there is no such type.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> narrow = mx.contrib.amp.convert_symbol(net)
    >>> [name for name in narrow.get_internals().list_outputs() if "cast" in name][0]
    'data_amp_cast_float16_output'
    """
    _require(isinstance(sym, Symbol), "First argument to convert_symbol should be Symbol")
    _check_target(target_dtype)
    low_ops = _names("target_dtype_ops", target_dtype_ops, list_lp16_ops(target_dtype))
    wide_ops = _names("fp32_ops", fp32_ops, list_fp32_ops(target_dtype))
    conditional = _conditions(conditional_fp32_ops, list_conditional_fp32_ops(target_dtype))
    _check_disjoint(target_dtype, low_ops, wide_ops, conditional)
    inputs, attrs = sym.list_inputs(), sym.attr_dict()
    if data_names is None:
        data_names = [name for name in inputs if "__dtype__" not in attrs.get(name, {})]
    plan = Plan(to_torch(target_dtype), frozenset(low_ops), frozenset(wide_ops),
                frozenset(list_widest_type_cast(target_dtype)), conditional,
                frozenset(_names("excluded_sym_names", excluded_sym_names, [])), data_names,
                bool(cast_optional_params))
    return Symbol(narrow(sym._outputs, plan, set(inputs) - set(data_names)))


def convert_model(sym: Symbol, arg_params: dict[Any, Any], aux_params: dict[Any, Any], target_dtype: str = "float16",
                  target_dtype_ops: list[str] | None = None, fp32_ops: list[str] | None = None,
                  conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
                  excluded_sym_names: list[str] | None = None,
                  cast_optional_params: bool = False) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]:
    """Convert a network and its parameters.

    The dicts of parameters are changed in place and returned, as in MXNet.

    Parameters
    ----------
    sym : Symbol
        The network.
    arg_params : dict of str to NDArray
        Its parameters.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    target_dtype : str, default='float16'
        ``'float16'`` or ``'bfloat16'``.
    target_dtype_ops : list[str], optional
        Operators that compute in it; MXNet's list by default.
    fp32_ops : list[str], optional
        Operators that compute in float32; MXNet's list by default.
    conditional_fp32_ops : list[tuple[str, str, list[str]]], optional
        Operator, param and values of the param with which it computes in float32.
    excluded_sym_names : list[str], optional
        Nodes that compute in float32, whatever their operator.
    cast_optional_params : bool, default=False
        Whether variables that only casts read get the narrow type themselves.

    Returns
    -------
    tuple[Symbol, dict, dict]
        The network with casts, its parameters and auxiliary states.
    """
    _check_target(target_dtype)
    _require(isinstance(sym, Symbol), "First argument to convert_model should be Symbol")
    for place, params in (("Second", arg_params), ("Third", aux_params)):
        _require(isinstance(params, dict),
                 f"{place} argument to convert_model should be a dict of name to ndarray")
    data = [name for name in sym.list_inputs() if name not in arg_params and name not in aux_params]
    sym = convert_symbol(sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops,
                         excluded_sym_names, data, cast_optional_params)
    attrs = sym.attr_dict()
    for names, params in ((sym.list_arguments(), arg_params), (sym.list_auxiliary_states(), aux_params)):
        for name in names:
            flag = attrs.get(name, {}).get("__dtype__", "-1")
            if flag != "-1" and name in params:
                params[name] = params[name].astype(FLAG_TO_NAME[int(flag)])
    return sym, arg_params, aux_params


def convert_bucketing_module(bucketing_mod: BucketingModule, target_dtype: str = "float16",
                             target_dtype_ops: list[str] | None = None,
                             fp32_ops: list[str] | None = None,
                             conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
                             excluded_sym_names: list[str] | None = None,
                             cast_optional_params: bool = False) -> BucketingModule:
    """Convert the networks of all existing buckets, and their parameters.

    Parameters
    ----------
    bucketing_mod : BucketingModule
        The module, which must be bound and have parameters.
    target_dtype : str, default='float16'
        ``'float16'`` or ``'bfloat16'``.
    target_dtype_ops : list[str], optional
        Operators that compute in it; MXNet's list by default.
    fp32_ops : list[str], optional
        Operators that compute in float32; MXNet's list by default.
    conditional_fp32_ops : list[tuple[str, str, list[str]]], optional
        Operator, param and values of the param with which it computes in float32.
    excluded_sym_names : list[str], optional
        Nodes that compute in float32, whatever their operator.
    cast_optional_params : bool, default=False
        Whether variables that only casts read get the narrow type themselves.

    Returns
    -------
    BucketingModule
        A new module.
    """
    _require(isinstance(bucketing_mod, BucketingModule), "module should be instance of bucketing module")
    _require(len(bucketing_mod._buckets) > 0, "Bucketing Module should not be empty")
    _require(bucketing_mod.params_initialized,
             "bucketing_mod params should be initialized for mixed precision conversion")
    arg_params, aux_params = map(dict, bucketing_mod.get_params())
    symbols: dict[Any, Symbol] = {}
    for key, module in bucketing_mod._buckets.items():
        symbols[key], _, _ = convert_model(module.symbol, arg_params, aux_params, target_dtype,
                                           target_dtype_ops, fp32_ops, conditional_fp32_ops,
                                           excluded_sym_names, cast_optional_params)
    return BucketingModule.load_dict(symbols, bucketing_mod._sym_gen, bucketing_mod._default_bucket_key,
                                     arg_params, aux_params, **bucketing_mod._options)


def convert_hybrid_block(block: Any, target_dtype: str = "float16",
                         target_dtype_ops: list[str] | None = None,
                         fp32_ops: list[str] | None = None,
                         conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
                         excluded_sym_names: list[str] | None = None, ctx: Context = gpu(0),
                         cast_optional_params: bool = False) -> Any:
    """Convert a hybridized block to a SymbolBlock with casts.

    The block must have been called once.

    Parameters
    ----------
    block : HybridBlock
        The block.
    target_dtype : str, default='float16'
        ``'float16'`` or ``'bfloat16'``.
    target_dtype_ops : list[str], optional
        Operators that compute in it; MXNet's list by default.
    fp32_ops : list[str], optional
        Operators that compute in float32; MXNet's list by default.
    conditional_fp32_ops : list[tuple[str, str, list[str]]], optional
        Operator, param and values of the param with which it computes in float32.
    excluded_sym_names : list[str], optional
        Nodes that compute in float32, whatever their operator.
    ctx : Context, default=gpu(0)
        Context of the new parameters.
    cast_optional_params : bool, default=False
        Whether variables that only casts read get the narrow type themselves.

    Returns
    -------
    SymbolBlock
        The new block.
    """
    from ...gluon import HybridBlock, SymbolBlock
    _require(isinstance(block, HybridBlock), "convert_hybrid_block converts a HybridBlock; got a "
                                             f"{type(block).__name__}")
    if not block._cached_graph:
        raise RuntimeError(f"{block.name} has not been traced: call hybridize(), and the block on one batch, before "
                           "convert_hybrid_block")
    inputs, network = block._cached_graph
    values = dict(block.collect_params().items())
    args, states = ({name: values[name]._reduce() for name in names if name in values}
                    for names in (network.list_arguments(), network.list_auxiliary_states()))
    network, args, states = convert_model(network, args, states, target_dtype, target_dtype_ops, fp32_ops,
                                          conditional_fp32_ops, excluded_sym_names, cast_optional_params)
    made = SymbolBlock(network, inputs)
    made.collect_params().load_dict({**args, **states}, ctx, cast_dtype=True, dtype_source="saved")
    return made


def _check_target(target_dtype: Any) -> None:
    _require(target_dtype in ("float16", "bfloat16"),
             "Only target_dtype float16 and bfloat16 are supported currently; got "
             f"{target_dtype!r}")


def _names(what: str, given: list[str] | None, default: list[str]) -> list[str]:
    _require(given is None or isinstance(given, list), f"{what} should be a list of strs")
    return default if given is None else given


def _conditions(given: list | None, default: list) -> dict[str, dict[str, list[str]]]:
    """Arrange the list by operator and param."""
    _require(given is None or isinstance(given, list), "conditional_fp32_ops should be a list")
    found: dict[str, dict[str, list[str]]] = {}
    for row in default if given is None else given:
        _require(len(row) == 3 and isinstance(row[0], str) and isinstance(row[1], str)
                 and isinstance(row[2], list),
                 "conditional_fp32_ops should be a list of (str, str, list of str)")
        found.setdefault(row[0], {}).setdefault(row[1], []).extend(row[2])
    return found


def _check_disjoint(target_dtype: str, low: list[str], wide: list[str], conditional: Collection[str]) -> None:
    pairs = (("target_dtype_ops", low, "fp32_ops", wide),
             ("target_dtype_ops", low, "conditional_fp32_ops", conditional),
             ("fp32_ops", wide, "conditional_fp32_ops", conditional))
    for first, one, second, other in pairs:
        both = set(one) & set(other)
        _require(not both, f"Ops cannot be in two or more lists. Common ops in {first} and {second} {both}")
    known = {*list_lp16_ops(target_dtype), *list_fp32_ops(target_dtype), *list_lp16_fp32_ops(target_dtype),
             *(row[0] for row in list_conditional_fp32_ops(target_dtype))}
    illegal = {*low, *wide, *conditional} - known
    _require(not illegal, "Can only choose ops from amp.list_lp16_ops, list_fp32_ops, list_lp16_fp32_ops"
                          f" and list_conditional_fp32_ops. Op {illegal} not in any of them")


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise Misuse(problem)
