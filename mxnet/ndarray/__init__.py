"""`mx.nd`: arrays and every operator on them, run eagerly."""
import sys as _sys
from importlib import import_module as _import_module

from ..core import ops as _ops
from ..core.describe import missing as _missing
from ..core.tiers.memory import keep as _keep
from . import _internal, contrib, image, linalg, ndarray, op, random, sparse, utils
from . import register as _register
from .array import NDArray
from .cached import CachedOp
from .cached import call_described as _call_described
from .creation import *  # noqa: F403
from .functions import *  # noqa: F403
from .indexing import (
    get_indexing_dispatch_code,
    get_oshape_of_gather_nd_op,
    indexing_key_expand_implicit_axes,
)
from .methods import attach_methods as _attach_methods
from .ndarray import _DTYPE_MX_TO_NP, _DTYPE_NP_TO_MX, _GRAD_REQ_MAP
from .serialization import load, load_frombuffer, save

_internal._CachedOp = _internal._CachedOpThreadSafe = _call_described  # one param is a graph
_spaces = {"op": vars(op), "_internal": vars(_internal), "contrib": vars(contrib), "linalg": vars(linalg),
           "sparse": vars(sparse), "image": vars(image), "random": vars(random)}
_before = {_name: {*_space, "__all__"} for _name, _space in _spaces.items()}
_register.populate(_spaces)
for _name, _function in list(vars(op).items()):
    if not _name.startswith("__"):
        globals().setdefault(_name, _function)
_attach_methods(NDArray, vars(op))
_keep()
for _room in (op, _internal, contrib, image, linalg, random, sparse):
    _name = _room.__name__.rpartition(".")[2]
    _room.__all__ = [*getattr(_room, "__all__", ()), *(n for n in vars(_room) if n not in _before[_name])]
    # MXNet has the generated functions in separate modules too
    globals()["gen_" + _name] = _sys.modules[f"{__name__}.gen_{_name}"] = _room
__all__ = [*ndarray.__all__, *"array empty load load_frombuffer save contrib image linalg random sparse".split(),
           *(n for n in op.__all__ if n not in ndarray.__all__), "CachedOp"]
_unknown = _missing("mxnet.ndarray", vars(op))
_LATER = {"np": "numpy", "npx": "numpy_extension", "numpy": "numpy", "numpy_extension": "numpy_extension"}


def __getattr__(name: str):
    if name not in _LATER:
        return _unknown(name)
    room = globals()[name] = _import_module(f"{__name__}.{_LATER[name]}")  # rarely used
    return room
