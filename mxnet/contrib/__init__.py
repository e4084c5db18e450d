"""`mx.contrib`: MXNet's experimental modules, imported on first use."""
import sys as _sys
from typing import TYPE_CHECKING

from ..core.absence import missing as _missing

# name -> module, from the package's root
_ROOMS = {
    "nd": "ndarray.contrib", "ndarray": "ndarray.contrib",
    "sym": "symbol.contrib", "symbol": "symbol.contrib", "quant": "contrib.quantization",
    "amp": "contrib.amp", "io": "contrib.io",
    "autograd": "contrib.autograd", "onnx": "contrib.onnx", "quantization": "contrib.quantization",
    "svrg_optimization": "contrib.svrg_optimization", "tensorboard": "contrib.tensorboard", "text": "contrib.text",
}  # fmt: skip


if TYPE_CHECKING:  # for editors and type checkers, which then also report missing names
    from ..ndarray import contrib as nd
    from ..symbol import contrib as sym
    from . import amp, autograd, io, onnx, quantization, svrg_optimization, tensorboard, text
    from . import quantization as quant

    ndarray, symbol = nd, sym
    __all__ = ["amp", "autograd", "io", "nd", "ndarray", "onnx", "quant", "quantization", "svrg_optimization", "sym",
               "symbol", "tensorboard", "text"]
else:
    def __getattr__(name: str):
        if name not in _ROOMS:
            raise _missing(__name__, name)
        # not importlib.import_module: a test may have replaced it by a mock before the first import
        home = f"mxnet.{_ROOMS[name]}"
        __import__(home)
        room = globals()[name] = _sys.modules[home]
        return room
