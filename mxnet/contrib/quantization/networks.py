"""Quantizes Gluon networks."""
from __future__ import annotations

import warnings
from typing import Any

from ... import ndarray, symbol
from ...context import Context, cpu
from ...io import DataIter
from .calibrate import _as_data_iter, collect, collector_for, ranges_of
from .models import (
    _BACKEND,
    _calibrate_quantized_sym,
    _quantize_params,
    _quantize_symbol,
    check_request,
    joined,
)


def quantize_net_v2(network: Any, quantized_dtype: str = "auto", quantize_mode: str = "full",
                    quantize_granularity: str = "tensor-wise", exclude_layers: list[str] | None = None,
                    exclude_layers_match: list[str] | None = None, exclude_operators: list[str] | None = None,
                    calib_data: Any = None, data_shapes: list[Any] | None = None, calib_mode: str | None = "none",
                    num_calib_examples: int | None = None, ctx: Context = cpu(), LayerOutputCollector: Any = None,
                    logger: Any = None) -> Any:
    """Quantize a HybridBlock: return a SymbolBlock that computes in 8 bits.

    Parameters
    ----------
    network : HybridBlock
        The block.
    quantized_dtype : str, default='auto'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    quantize_mode : str, default='full'
        ``'full'`` quantizes all layers that have an 8-bit form, ``'smart'`` those for which it pays off.
    quantize_granularity : str, default='tensor-wise'
        ``'channel-wise'`` uses one scale per row of a dense layer's weight, ``'tensor-wise'`` one per weight.
    exclude_layers : list[str], optional
        Layers that are not quantized.
    exclude_layers_match : list[str], optional
        Substrings of the names of layers that are not quantized.
    exclude_operators : list[str], optional
        Operators that are not quantized.
    calib_data : DataIter, DataLoader or iterable, optional
        Batches for calibration; arrays beyond the network's inputs, such as labels, are ignored.
    data_shapes : list of DataDesc, optional
        The inputs, if there is no ``calib_data``.
    calib_mode : str | None, default='none'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    num_calib_examples : int, optional
        Number of examples to use, rounded up to whole batches; all by default.
    ctx : Context, default=cpu(0)
        Context for calibration.
    LayerOutputCollector : object, optional
        A user-defined collector, for ``calib_mode='customize'``.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    SymbolBlock
        The new block.

    Raises
    ------
    ValueError
        If a setting is invalid, or there is no calibration data.
    """
    from ...gluon import SymbolBlock
    check_request(ctx, quantized_dtype, quantize_granularity, exclude_layers=exclude_layers,
                  exclude_layers_match=exclude_layers_match, exclude_operators=exclude_operators)
    calibrating = calib_mode is not None and calib_mode != "none"
    if calib_data is not None:
        calib_data, described = _as_data_iter(calib_data)
        data_shapes = data_shapes or described
    elif calibrating:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    if not data_shapes:
        raise ValueError("data_shapes required: without calib_data the network is traced by them")
    inputs, float_net, args, states = _traced(network, data_shapes, ctx)
    excluded = list(exclude_layers or ())
    excluded += [node.name for node in float_net.graph.nodes if node.op is not None
                 for part in exclude_layers_match or () if part in node.name]
    if logger:
        logger.info("These layers have been excluded %s", excluded)
    joins = ctx.device_type == "cpu"
    if joins:
        float_net = float_net.get_backend_symbol(_BACKEND)
    settings = excluded, exclude_operators, list(args), quantized_dtype, quantize_mode, quantize_granularity
    net, layers = _quantize_symbol(float_net, ctx, *settings, logger)
    ranges: dict = {}
    collector = collector_for(calib_mode, quantized_dtype, set(layers), LayerOutputCollector, logger)
    if collector is not None and calib_mode is not None:
        _rename(calib_data, inputs)
        examples = collect(float_net, args, states, calib_data, layers, collector, ctx, num_calib_examples, logger)
        if logger:
            logger.info("Collected layer output values from FP32 model using %d examples", examples)
        ranges = ranges_of(collector, calib_mode, quantized_dtype, logger)
        net = _calibrate_quantized_sym(net, ranges)
    if joins:
        net = joined(net, ranges, lambda refused: _quantize_symbol(float_net, ctx, *settings, refused=refused)[0],
                     logger)
    params = _quantize_params(net, args, ranges)
    made = SymbolBlock(net, [symbol.var(name) for name in inputs])
    made.collect_params().load_dict({**params, **states}, ctx, cast_dtype=True, dtype_source="saved")
    return made


def _traced(network: Any, data_shapes: list, ctx: Context) -> tuple:
    """Return the names of a network's inputs, its symbol, its parameters and its auxiliary states."""
    network.hybridize()
    arrays = [ndarray.zeros(item.shape, ctx=ctx, dtype=getattr(item, "dtype", "float32")) for item in data_shapes]
    while True:
        try:
            network(*arrays)
            break
        except TypeError:  # more arrays than the network has inputs: the last are labels
            if len(arrays) == 1:
                raise
            arrays.pop()
    variables, net = network._cached_graph
    known = network.collect_params()
    args, states = ({name: known[name]._reduce() for name in names if name in known}
                    for names in (net.list_arguments(), net.list_auxiliary_states()))
    return [item.name for item in variables], net, args, states


def _rename(data: DataIter, names: list[str]) -> None:
    """Rename data to a network's inputs, in their order."""
    described = list(data.provide_data)
    known = {item.name for item in described}
    if not known.issuperset(names):
        data.provide_data = [item._replace(name=name) for name, item in zip(names, described)] + described[len(names):]


def quantize_net(network: Any, quantized_dtype: str = "auto", quantize_mode: str = "full",
                 exclude_layers: list[str] | None = None, exclude_layers_match: list[str] | None = None,
                 exclude_operators: list[str] | None = None, calib_data: Any = None,
                 data_shapes: list[Any] | None = None, calib_mode: str | None = "none",
                 num_calib_examples: int | None = None, ctx: Context = cpu(), logger: Any = None) -> Any:
    """Quantize a HybridBlock like `quantize_net_v2`, with one scale per weight.

    Parameters
    ----------
    network : HybridBlock
        The block.
    quantized_dtype : str, default='auto'
        ``'int8'``, ``'uint8'``, or ``'auto'``: unsigned if a range has no negative numbers.
    quantize_mode : str, default='full'
        ``'full'`` quantizes all layers that have an 8-bit form, ``'smart'`` those for which it pays off.
    exclude_layers : list[str], optional
        Layers that are not quantized.
    exclude_layers_match : list[str], optional
        Substrings of the names of layers that are not quantized.
    exclude_operators : list[str], optional
        Operators that are not quantized.
    calib_data : DataIter, DataLoader or iterable, optional
        Batches for calibration; arrays beyond the network's inputs, such as labels, are ignored.
    data_shapes : list of DataDesc, optional
        The inputs, if there is no ``calib_data``.
    calib_mode : str | None, default='none'
        ``'none'`` computes ranges in every prediction, ``'naive'`` uses the minimum and maximum of the values of
        ``calib_data``, ``'entropy'`` the range with the least loss of information in their histogram.
    num_calib_examples : int, optional
        Number of examples to use, rounded up to whole batches; all by default.
    ctx : Context, default=cpu(0)
        Context for calibration.
    logger : logging.Logger, optional
        Logger of progress messages.

    Returns
    -------
    SymbolBlock
        The new block.
    """
    warnings.warn("quantize_net is deprecated after MXNet 2.0, please use quantize_net_v2.", stacklevel=2)
    return quantize_net_v2(network, quantized_dtype, quantize_mode, "tensor-wise", exclude_layers, exclude_layers_match,
                           exclude_operators, calib_data, data_shapes, calib_mode, num_calib_examples, ctx, None,
                           logger)
