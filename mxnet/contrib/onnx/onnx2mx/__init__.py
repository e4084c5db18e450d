"""`mxnet.contrib.onnx.onnx2mx`, MXNet's package of the ONNX import."""
from ....core.borrowed import borrowed as _borrowed
from . import import_model, import_to_gluon

__all__ = ["import_model", "import_to_gluon"]


_borrowed(__name__)
