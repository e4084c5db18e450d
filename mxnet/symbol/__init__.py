"""`mx.sym`: symbols and every operator on them, described for later."""
from ..core import ops as _ops  # registers every operator
from ..core.op.describe import missing as _missing
from . import _internal, contrib, image, linalg, op, random, sparse
from . import register as _register
from .arithmetic import hypot, maximum, minimum, pow, power
from .control import call_described as _call_described
from .creation import arange, eye, full, histogram, linspace, ones, split_v2, zeros
from .methods import attach_methods as _attach_methods
from .symbol import Group, Symbol, Variable, fromjson, load, load_json, var

__all__ = ["Group", "Symbol", "Variable", "arange", "contrib", "eye", "fromjson", "full",
           "histogram", "hypot", "image", "linalg", "linspace", "load", "load_json", "maximum",
           "minimum", "ones", "op", "pow", "power", "random", "sparse", "split_v2", "var", "zeros"]

_internal._CachedOp = _internal._CachedOpThreadSafe = _call_described  # one param is a graph
_register.populate({"op": vars(op), "_internal": vars(_internal), "contrib": vars(contrib),
                    "linalg": vars(linalg), "sparse": vars(sparse), "image": vars(image),
                    "random": vars(random)})
for _name, _function in list(vars(op).items()):
    if not _name.startswith("__"):
        globals().setdefault(_name, _function)
        __all__.append(_name)
_attach_methods(vars(op))
__getattr__ = _missing("mxnet.symbol", vars(op))
