"""`mx.sym`: symbols, and all operators as functions of symbols."""
import sys as _sys
from importlib import import_module as _import_module

from ..core import ops as _ops  # registers every operator
from ..core.describe import missing as _missing
from . import _internal, contrib, image, linalg, op, random, sparse, symbol
from . import register as _register
from .arithmetic import hypot, maximum, minimum, pow, power
from .control import call_described as _call_described
from .creation import arange, eye, full, histogram, linspace, ones, split_v2, zeros
from .methods import attach_methods as _attach_methods
from .symbol import Group, Symbol, Variable, fromjson, load, load_json, var

_spaces = {"op": vars(op), "_internal": vars(_internal), "contrib": vars(contrib), "linalg": vars(linalg),
           "sparse": vars(sparse), "image": vars(image), "random": vars(random)}
_internal._CachedOp = _internal._CachedOpThreadSafe = _call_described  # one param is a graph
_before = {_name: {*_space, "__all__"} for _name, _space in _spaces.items()}
_register.populate(_spaces)
for _name, _function in list(vars(op).items()):
    if not _name.startswith("__"):
        globals().setdefault(_name, _function)
_attach_methods(vars(op))
for _room in (op, _internal, contrib, image, linalg, random, sparse):
    _name = _room.__name__.rpartition(".")[2]
    _room.__all__ = [*getattr(_room, "__all__", ()), *(n for n in vars(_room) if n not in _before[_name])]
    # MXNet has the generated functions in separate modules too
    globals()["gen_" + _name] = _sys.modules[f"{__name__}.gen_{_name}"] = _room
__all__ = [*symbol.__all__, "contrib", "image", "linalg", "random", "sparse",
           *(n for n in op.__all__ if n not in symbol.__all__)]
_unknown = _missing("mxnet.symbol", vars(op))
_LATER = {"np": "numpy", "npx": "numpy_extension", "numpy": "numpy", "numpy_extension": "numpy_extension"}


def __getattr__(name: str):
    if name not in _LATER:
        return _unknown(name)
    room = globals()[name] = _import_module(f"{__name__}.{_LATER[name]}")  # few programs use it
    return room
