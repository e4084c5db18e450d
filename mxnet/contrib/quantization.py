"""`mx.contrib.quantization`: comes later, and says so at the first use of a name."""
from ..core.errors import MXNetError

_NAMES = ("quantize_model", "quantize_model_mkldnn", "quantize_graph", "calib_graph", "quantize_net",
          "quantize_net_v2", "CalibrationCollector")


def __getattr__(name: str):
    if name in _NAMES:
        raise MXNetError(f"mx.contrib.quantization.{name} is not part of this release yet: models run and convert "
                         "in the precision they are saved in; exported models can be quantized by torch "
                         "(Symbol.to_torch) or ONNX tools (mx.contrib.onnx)")
    raise AttributeError(f"module 'mxnet.contrib.quantization' has no attribute {name!r}")
