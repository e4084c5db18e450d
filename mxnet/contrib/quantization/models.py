"""Quantizes models that consist of a symbol and parameters: MXNet's public functions."""
from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Any

from ... import ndarray
from ...context import Context, cpu
from ...core.construction.compose import copy_graph
from ...core.graph import Graph
from ...io import DataIter
from ...ndarray import NDArray
from ...symbol import Symbol, load
from . import rewrite
from .calibrate import Ranges, collect, collector_for, ranges_of

_BACKEND = "MKLDNN_QUANTIZE"
Arrays = dict[str, NDArray]


# ---- pieces -----------------------------------------------------------------------------------------

def _quantize_symbol(sym: Symbol, ctx: Context | None = None, excluded_symbols: list[str] | None = None,
                     excluded_operators: list[str] | None = None, offline_params: Collection[str] | None = None,
                     quantized_dtype: str = "int8", quantize_mode: str = "smart",
                     quantize_granularity: str = "tensor-wise", logger: Any = None,
                     refused: Collection[str] = ()) -> tuple[Symbol, list[str]]:
    """Return an 8-bit symbol, and the names of the float values whose ranges it needs."""
    made = rewrite.quantized(Graph(copy_graph(sym.graph.outputs)), excluded=excluded_symbols or (),
                             operators=excluded_operators or (), offline=offline_params or (), dtype=quantized_dtype,
                             mode=quantize_mode, granularity=quantize_granularity, refused=refused)
    if logger is not None:
        for name, reason in made.kept.items():
            logger.info("%s is NOT quantized: %s", name, reason)
    return type(sym)(made.graph.outputs), made.calibrated


def _calibrate_quantized_sym(qsym: Symbol, th_dict: Ranges | None) -> Symbol:
    """Return an 8-bit symbol with the ranges of float values."""
    if not th_dict:
        return qsym
    return type(qsym)(rewrite.calibrated(Graph(copy_graph(qsym.graph.outputs)), th_dict).outputs)


def _quantize_params(qsym: Symbol, params: Arrays, th_dict: Ranges) -> Arrays:
    """Return the parameters of an 8-bit symbol, quantized where it needs them quantized."""
    made: Arrays = {}
    for name in qsym.list_arguments():
        if name.endswith(("weight_quantize", "bias_quantize")):
            source = name.removesuffix("_quantize")
            if source not in params:
                raise ValueError(f"the symbol wants {name}, but the parameters have no {source}")
            value = params[source]
            made[name], made[f"{name}_min"], made[f"{name}_max"] = ndarray.contrib.quantize(
                data=value, min_range=ndarray.min(value), max_range=ndarray.max(value), out_type="int8")
        elif name in params:
            made[name] = params[name]
        elif name.endswith(("_min", "_max")) and name[:-4] in th_dict:
            made[name] = ndarray.array([th_dict[name[:-4]][name.endswith("_max")]])
    return made


def _load_sym(sym: str | Symbol, logger: Any = None) -> Symbol:
    """Return a symbol, loaded if a path is given."""
    if isinstance(sym, Symbol):
        return sym
    if not isinstance(sym, str):
        raise ValueError(f"a symbol, or the path of its file, is expected, while received type {type(sym).__name__}")
    if logger:
        logger.info("Loading symbol from file %s", sym)
    return load(sym)


def _load_params(params: str | Sequence[Arrays], logger: Any = None) -> tuple[Arrays, Arrays]:
    """Return parameters and auxiliary states, loaded if a path is given."""
    if isinstance(params, (tuple, list)) and len(params) == 2:
        return params[0], params[1]
    if not isinstance(params, str):
        raise ValueError("Unsupported params provided: expected the path of a file, or a pair of arg_params and "
                         f"aux_params; got {type(params).__name__}")
    if logger:
        logger.info("Loading params from file %s", params)
    found: tuple[Arrays, Arrays] = {}, {}
    for key, value in ndarray.load(params).items():
        kind, _, name = key.partition(":")
        if kind in ("arg", "aux"):
            found[kind == "aux"][name] = value
    return found


def check_request(ctx: Any, quantized_dtype: str, quantize_granularity: str, **lists: Any) -> None:
    """Refuse invalid settings; ``lists`` must be lists of names, or None."""
    for name, value in lists.items():
        if value is not None and not isinstance(value, list):
            raise ValueError(f"{name} must be a list of strings, the names of what stays in floats, while received "
                             f"type {type(value)}")
    if not isinstance(ctx, Context):
        raise ValueError(f"currently only supports single ctx, while received {ctx}")
    if quantized_dtype not in ("int8", "uint8", "auto"):
        raise ValueError(f"unknown quantized_dtype {quantized_dtype} received, expected `int8`, `uint8` or `auto`")
    if quantize_granularity not in ("tensor-wise", "channel-wise"):
        raise ValueError(f"unknown quantize_granularity {quantize_granularity} received, expected `tensor-wise` or "
                         "`channel-wise`")


# ---- whole models -----------------------------------------------------------------------------------

def quantize_model(sym: str | Symbol, arg_params: Arrays, aux_params: Arrays, data_names: Sequence[str] = ("data",),
                   label_names: Sequence[str] | None = ("softmax_label",), ctx: Context = cpu(),
                   excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                   calib_mode: str | None = "entropy", calib_data: Any = None,
                   num_calib_examples: int | None = None, quantized_dtype: str = "int8", quantize_mode: str = "smart",
                   quantize_granularity: str = "tensor-wise",
                   logger: Any = None) -> tuple[Symbol, Arrays, Arrays]:
    """Quantize a float model.

    `quantize_model_mkldnn` also fuses layers, and returns faster models.

    Parameters
    ----------
    sym : str | Symbol
        The network, or the path of its file.
    arg_params : dict of str to NDArray
        Its parameters.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    data_names : Sequence[str], default=('data',)
        Names of the inputs that are data.
    label_names : Sequence[str] | None, default=('softmax_label',)
        Names of the inputs that are labels.
    ctx : Context, default=cpu(0)
        Context for calibration.
    excluded_sym_names : list[str], optional
        Layers that are not quantized.
    excluded_op_names : list[str], optional
        Operators that are not quantized.
    calib_mode : str | None, default='entropy'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    calib_data : DataIter, optional
        Batches for calibration.
    num_calib_examples : int, optional
        Number of examples to use, rounded up to whole batches; all by default.
    quantized_dtype : str, default='int8'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    quantize_mode : str, default='smart'
        ``'full'`` quantizes all layers that have an 8-bit form, ``'smart'`` those for which it pays off.
    quantize_granularity : str, default='tensor-wise'
        ``'channel-wise'`` uses one scale per row of a dense layer's weight, ``'tensor-wise'`` one per weight.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    tuple[Symbol, dict, dict]
        The 8-bit model: network, parameters and auxiliary states.

    Raises
    ------
    ValueError
        If a setting is invalid, or there is no calibration data.
    """
    return _quantize(_load_sym(sym, logger), arg_params, aux_params, ctx, excluded_sym_names, excluded_op_names,
                     calib_mode, calib_data, num_calib_examples, quantized_dtype, quantize_mode, quantize_granularity,
                     logger)


def _quantize(sym: Symbol, arg_params: Arrays, aux_params: Arrays, ctx: Context, excluded: list[str] | None,
              operators: list[str] | None, calib_mode: str | None, calib_data: Any, count: int | None, dtype: str,
              mode: str, granularity: str, logger: Any, joins: bool = False) -> tuple[Symbol, Arrays, Arrays]:
    """Quantize a model, and join what the backend joins if ``joins``."""
    if isinstance(arg_params, str):
        arg_params, aux_params = _load_params(arg_params, logger)
    check_request(ctx, dtype, granularity, excluded_sym_names=excluded, excluded_op_names=operators)
    if logger:
        logger.info("Quantizing symbol")
    qsym, layers = _quantize_symbol(sym, ctx, excluded, operators, list(arg_params), dtype, mode, granularity, logger)
    ranges: Ranges = {}
    collector = collector_for(calib_mode, dtype, set(layers), logger=logger)
    if collector is not None and calib_mode is not None:
        check_data(calib_data, calib_mode)
        examples = collect(sym, arg_params, aux_params, calib_data, layers, collector, ctx, count, logger)
        if logger:
            logger.info("Collected layer outputs from FP32 model using %d examples", examples)
        ranges = ranges_of(collector, calib_mode, dtype, logger)
        qsym = _calibrate_quantized_sym(qsym, ranges)
    if joins:
        qsym = joined(qsym, ranges, lambda refused: _quantize_symbol(
            sym, ctx, excluded, operators, list(arg_params), dtype, mode, granularity, refused=refused)[0], logger)
    if logger:
        logger.info("Quantizing parameters")
    return qsym, _quantize_params(qsym, arg_params, ranges), aux_params


def joined(qsym: Symbol, ranges: Ranges, quantize: Callable[[Collection[str]], Symbol], logger: Any = None) -> Symbol:
    """Join the layers of an 8-bit symbol with ranges; layers that are given bytes of the wrong type are left in floats.

    ``quantize`` makes the symbol again without some layers.
    """
    made, refused = qsym.get_backend_symbol(_BACKEND), dict[str, str]()
    while found := {name: why for name, why in rewrite.refused(made.graph).items() if name not in refused}:
        refused.update(found)
        for name, reason in found.items() if logger else ():
            logger.info("%s is NOT quantized: %s", name, reason)
        made = _calibrate_quantized_sym(quantize(refused), ranges).get_backend_symbol(_BACKEND)
    return made


def check_data(calib_data: Any, calib_mode: str) -> None:
    """Refuse invalid calibration data."""
    if calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    if not isinstance(calib_data, DataIter):
        raise ValueError(f"calib_data must be of DataIter type when calib_mode={calib_mode}, while received type "
                         f"{type(calib_data)}")


def quantize_model_mkldnn(sym: Symbol, arg_params: Arrays, aux_params: Arrays, data_names: Sequence[str] = ("data",),
                          label_names: Sequence[str] | None = ("softmax_label",), ctx: Context = cpu(),
                          excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                          calib_mode: str | None = "entropy", calib_data: Any = None,
                          num_calib_examples: int | None = None, quantized_dtype: str = "int8",
                          quantize_mode: str = "smart", quantize_granularity: str = "tensor-wise",
                          logger: Any = None) -> tuple[Symbol, Arrays, Arrays]:
    """Quantize a float model, with layers fused with the operators that follow them.

    Parameters
    ----------
    sym : Symbol
        The network.
    arg_params : dict of str to NDArray
        Its parameters.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    data_names : Sequence[str], default=('data',)
        Names of the inputs that are data.
    label_names : Sequence[str] | None, default=('softmax_label',)
        Names of the inputs that are labels.
    ctx : Context, default=cpu(0)
        Context for calibration.
    excluded_sym_names : list[str], optional
        Layers that are not quantized.
    excluded_op_names : list[str], optional
        Operators that are not quantized.
    calib_mode : str | None, default='entropy'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    calib_data : DataIter, optional
        Batches for calibration.
    num_calib_examples : int, optional
        Number of examples to use, rounded up to whole batches; all by default.
    quantized_dtype : str, default='int8'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    quantize_mode : str, default='smart'
        ``'full'`` quantizes all layers that have an 8-bit form, ``'smart'`` those for which it pays off.
    quantize_granularity : str, default='tensor-wise'
        ``'channel-wise'`` uses one scale per row of a dense layer's weight, ``'tensor-wise'`` one per weight.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    tuple[Symbol, dict, dict]
        The 8-bit model: network, parameters and auxiliary states.

    Raises
    ------
    ValueError
        If a setting is invalid, or there is no calibration data.
    """
    if not isinstance(ctx, Context):
        raise ValueError(f"currently only supports single ctx, while received {ctx}")
    if ctx.device_type != "cpu":
        raise ValueError(f"quantize_model_mkldnn makes models for the CPU; got {ctx}")
    joined = _load_sym(sym, logger).get_backend_symbol(_BACKEND)
    return _quantize(joined, arg_params, aux_params, ctx, excluded_sym_names, excluded_op_names, calib_mode, calib_data,
                     num_calib_examples, quantized_dtype, quantize_mode, quantize_granularity, logger, joins=True)


def quantize_graph(sym: Symbol, arg_params: Arrays, aux_params: Arrays, ctx: Context = cpu(),
                   excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                   calib_mode: str | None = "entropy", quantized_dtype: str = "int8", quantize_mode: str = "full",
                   quantize_granularity: str = "tensor-wise", LayerOutputCollector: Any = None,
                   logger: Any = None) -> tuple[Symbol, Arrays, Arrays, Any]:
    """Quantize a model without calibrating it.

    The collector's ``collect`` is a callback for `Executor.set_monitor_callback` with ``monitor_all=True``;
    call `calib_graph` afterwards.

    Parameters
    ----------
    sym : Symbol
        The network.
    arg_params : dict of str to NDArray
        Its parameters.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    ctx : Context, default=cpu(0)
        Context for calibration.
    excluded_sym_names : list[str], optional
        Layers that are not quantized.
    excluded_op_names : list[str], optional
        Operators that are not quantized.
    calib_mode : str | None, default='entropy'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    quantized_dtype : str, default='int8'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    quantize_mode : str, default='full'
        ``'full'`` quantizes all layers that have an 8-bit form, ``'smart'`` those for which it pays off.
    quantize_granularity : str, default='tensor-wise'
        ``'channel-wise'`` uses one scale per row of a dense layer's weight, ``'tensor-wise'`` one per weight.
    LayerOutputCollector : object, optional
        A user-defined collector, for ``calib_mode='customize'``: it has ``collect`` and stores its ranges in
        ``min_max_dict``.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    tuple[Symbol, dict, dict, collector]
        The model, and the collector that receives its values; None without calibration.
    """
    check_request(ctx, quantized_dtype, quantize_granularity, excluded_sym_names=excluded_sym_names,
                  excluded_op_names=excluded_op_names)
    if logger:
        logger.info("Quantizing graph")
    qsym, layers = _quantize_symbol(sym, ctx, excluded_sym_names, excluded_op_names, list(arg_params), quantized_dtype,
                                    quantize_mode, quantize_granularity, logger)
    collector = collector_for(calib_mode, quantized_dtype, set(layers), LayerOutputCollector, logger)
    if logger:
        logger.info("Quantizing parameters")
    return qsym, _quantize_params(qsym, arg_params, {}), aux_params, collector


def calib_graph(qsym: Symbol, arg_params: Arrays, aux_params: Arrays, collector: Any, calib_mode: str = "entropy",
                quantized_dtype: str = "int8", logger: Any = logging) -> tuple[Symbol, Arrays, Arrays]:
    """Set the ranges that a collector found in a model that `quantize_graph` returned.

    Parameters
    ----------
    qsym : Symbol
        The network that `quantize_graph` returned.
    arg_params : dict of str to NDArray
        Parameters of the float model.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    collector : object
        The collector that received the values.
    calib_mode : str, default='entropy'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    quantized_dtype : str, default='int8'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    tuple[Symbol, dict, dict]
        The 8-bit model with its parameters.
    """
    if calib_mode is None or calib_mode == "none":
        raise ValueError("please set calibration mode to naive or entropy.")
    ranges = ranges_of(collector, calib_mode, quantized_dtype, logger)
    missed = rewrite.without_range(qsym.graph, ranges)
    if missed:
        (logger or logging).warning("calib_graph: the collector has no range of %s; each prediction computes it. The "
                                    "float network to collect from is the one that quantize_graph took",
                                    ", ".join(missed))
    qsym = _calibrate_quantized_sym(qsym, ranges)
    if logger:
        logger.info("Quantizing parameters")
    return qsym, _quantize_params(qsym, arg_params, ranges), aux_params
