"""`mx.sym.np`: symbols with NumPy's interface, and all functions of them."""
from ...core.op import operators as _operators
from . import _internal, linalg, random
from .frontend import attach_methods as _attach_methods
from .frontend import attach_operators as _attach_operators
from .frontend import functions as _functions
from .frontend import operator_function as _operator_function
from .symbol import _Symbol

_HOME = "mxnet.symbol.numpy"
for _name, _op in list(_operators().items()):
    if _name.startswith("_np_"):
        globals()[_name[4:]] = _operator_function(_op, _name[4:], _HOME)
    elif _name.startswith("_npi_"):
        _internal.__dict__[_name[5:]] = _operator_function(_op, _name[5:], f"{_HOME}._internal")
globals().update(_functions("np", _HOME))
vars(linalg).update(_functions("linalg", f"{_HOME}.linalg"))
vars(random).update(_functions("random", f"{_HOME}.random"))
linalg.__all__ = [_name for _name in vars(linalg) if not _name.startswith("_")]
random.__all__ = [_name for _name in vars(random) if not _name.startswith("_")]
_attach_operators()
_attach_methods(globals())
__all__ = [_name for _name in globals() if not _name.startswith("_") and _name not in ("frontend", "symbol")]
