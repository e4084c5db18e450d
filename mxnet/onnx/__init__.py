"""`mx.onnx`: where MXNet 1.9 has the export of ONNX files. See `mx.contrib.onnx`."""
from ..core.borrowed import borrowed as _borrowed
from . import mx2onnx
from .mx2onnx import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support", "mx2onnx"]


_borrowed(__name__)
