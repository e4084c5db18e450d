"""`mx.onnx`: where MXNet 1.9 has the export of ONNX files. See `mx.contrib.onnx`."""
from .contrib.onnx import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support"]
