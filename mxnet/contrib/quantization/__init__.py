"""`mx.contrib.quantization`: conversion of float models to 8-bit models, in MXNet's format."""
from ...core.borrowed import borrowed as _borrowed
from .calibrate import (
    _as_data_iter,
    _collect_layer_histogram,
    _collect_layer_output_min_max,
    _collect_layer_statistics,
    _DataIterWrapper,
    _get_optimal_threshold,
    _get_optimal_thresholds,
    _LayerHistogramCollector,
    _LayerOutputMinMaxCollector,
    _smooth_distribution,
    combine_histogram,
)
from .models import (
    _calibrate_quantized_sym,
    _load_params,
    _load_sym,
    _quantize_params,
    _quantize_symbol,
    calib_graph,
    quantize_graph,
    quantize_model,
    quantize_model_mkldnn,
)
from .networks import quantize_net, quantize_net_v2

__all__ = ["calib_graph", "combine_histogram", "quantize_graph", "quantize_model", "quantize_model_mkldnn",
           "quantize_net", "quantize_net_v2", "_as_data_iter", "_DataIterWrapper", "_get_optimal_threshold",
           "_get_optimal_thresholds", "_LayerHistogramCollector", "_LayerOutputMinMaxCollector", "_smooth_distribution",
           "_calibrate_quantized_sym", "_load_params", "_load_sym", "_quantize_params", "_quantize_symbol",
           "_collect_layer_histogram", "_collect_layer_output_min_max", "_collect_layer_statistics"]

_borrowed(__name__)
