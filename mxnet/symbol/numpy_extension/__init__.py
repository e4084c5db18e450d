"""`mx.sym.npx`: operators that NumPy does not have, as functions of symbols."""
from ...core.op import operators as _operators
from ..numpy.frontend import functions as _functions
from ..numpy.frontend import operator_function as _operator_function
from . import image, random

for _name, _op in list(_operators().items()):
    if _name.startswith("_npx__image_"):
        image.__dict__[_name[12:]] = _operator_function(_op, _name[12:], "mxnet.symbol.numpy_extension.image")
    elif _name.startswith("_npx_"):
        globals()[_name[5:]] = _operator_function(_op, _name[5:], "mxnet.symbol.numpy_extension")
vars(random).update(_functions("npx_random", "mxnet.symbol.numpy_extension.random"))
image.__all__ = [_name for _name in vars(image) if not _name.startswith("_")]
random.__all__ = [_name for _name in vars(random) if not _name.startswith("_")]
__all__ = [_name for _name in globals() if not _name.startswith("_") and _name not in ("image", "random")]
