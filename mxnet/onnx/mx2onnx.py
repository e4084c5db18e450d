"""`mxnet.onnx.mx2onnx`, the module in which MXNet has the export."""
from ..contrib.onnx import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support"]
