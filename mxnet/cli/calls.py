"""Checks calls in a program's source: keywords, names of classes, values of params.

Called by `script`. Only certain failures are reported, not those that depend on computed values.
"""
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cache

from ..core.absence import refusal_of
from ..core.attributes import is_hidden
from ..core.construction.partition import is_backend
from ..core.describe import namespace
from ..core.errors import MXNetError, UnknownName
from ..core.op import Op, operators
from ..core.params import BadValue
from ..kvstore import KVStoreBase
from ..metric import EvalMetric
from ..optimizer import Optimizer
from ..registry import get_registry

_FRONT_ENDS = ("mxnet.ndarray", "mxnet.symbol")
_ANY = ("name", "attr", "out", "ctx", "dtype")  # accepted or ignored by every operator function
_SPACES = ("contrib", "linalg", "sparse", "image", "random", "_internal")
# Keywords, and first arguments, that name something registered: ending of the call -> position and keyword.
_NAMED: dict[str, tuple[tuple[str, int | None, str], ...]] = {
    "fit": (("optimizer", None, "optimizer"), ("metric", None, "eval_metric"), ("kvstore", None, "kvstore")),
    "score": (("metric", 1, "eval_metric"),),
    "init_optimizer": (("optimizer", None, "optimizer"), ("kvstore", 0, "kvstore")),
    "Trainer": (("optimizer", 1, "optimizer"), ("kvstore", None, "kvstore")),
    "FeedForward": (("optimizer", None, "optimizer"),),
    "optimizer.create": (("optimizer", 0, "name"),), "opt.create": (("optimizer", 0, "name"),),
    "metric.create": (("metric", 0, "metric"),),
    "kv.create": (("kvstore", 0, "name"),), "kvstore.create": (("kvstore", 0, "name"),),
    "get_backend_symbol": (("backend", 0, "backend"),),
}


@cache
def _operators_by_place() -> dict[tuple[str, str], Op]:
    return {namespace(name): op for name, op in operators().items()}


def operator_of(dotted: str, function: object) -> Op | None:
    """Return the operator that a function of the front-ends was made from."""
    if getattr(function, "__module__", None) not in _FRONT_ENDS or not hasattr(function, "__signature__"):
        return None
    *parents, short = dotted.split(".")
    space = next((part for part in reversed(parents) if part in _SPACES), "op")
    found = _operators_by_place()
    return found.get((space, short)) or found.get(("op", short)) or found.get(("_internal", short))


def faults(call: ast.Call, dotted: str, value: object) -> Iterator[str]:
    """Return what is refused in a call of mxnet, whatever the program's values are."""
    refused = refusal_of(value)
    if refused is not None:
        yield refused
        return
    op = operator_of(dotted, value)
    given = {word.arg: word.value for word in call.keywords if word.arg is not None}
    if op is not None:
        yield from _operator_faults(op, given)
    elif callable(value) and not hasattr(value, "__signature__"):
        yield from _keyword_faults(value, call, given)


def _operator_faults(op: Op, given: dict[str, ast.expr]) -> Iterator[str]:
    known = {*op.input_order, *op.schema.params}
    if op.schema.variadic is None and not op.takes_extra and op.schema.params:  # an operator without params accepts any
        for name in given:
            if name not in known and name not in _ANY and not is_hidden(name) and not name.endswith("_mult"):
                yield f"has no param {name}{_near(name, known)}"
    for name, value in given.items():
        param = op.schema.params.get(name)
        if param is None or not isinstance(value, ast.Constant) or not isinstance(value.value, str):
            continue
        try:
            param.parse(value.value)
        except (BadValue, MXNetError) as error:
            yield f"takes no {name}={value.value!r}: expected {error}"


def _near(name: str, known: set[str]) -> str:
    near = UnknownName("param", name, known).near
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def _keyword_faults(value: Callable, call: ast.Call, given: dict[str, ast.expr]) -> Iterator[str]:
    """Check the keywords of a call against the signature of an ordinary function or class."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return
    kinds = [item.kind for item in signature.parameters.values()]
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        known = {item.name for item in signature.parameters.values() if item.kind is not item.POSITIONAL_ONLY}
        yield from (f"takes no argument {name}{_near(name, known)}" for name in given if name not in known)
    if inspect.Parameter.VAR_POSITIONAL not in kinds and not any(isinstance(item, ast.Starred) for item in call.args):
        places = sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                     for kind in kinds)
        if len(call.args) > places:
            yield f"takes {places} arguments by position, got {len(call.args)}"


# ---- names in strings -----------------------------------------------------------------------------

def unknown_names(call: ast.Call, spelled: str) -> Iterator[tuple[str, str, str]]:
    """Yield (kind, name, why) for optimizers, metrics, stores and backends that a call names but that do not exist."""
    for ending, places in _NAMED.items():
        if spelled != ending and not spelled.endswith("." + ending):
            continue
        for kind, place, keyword in places:
            values = [word.value for word in call.keywords if word.arg == keyword]
            if place is not None and place < len(call.args):
                values.append(call.args[place])
            for value in values:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    why = _KINDS[kind](value.value)
                    if why is not None:
                        yield kind, value.value, why


def _optimizer(name: str) -> str | None:
    return None if name.lower() in Optimizer.opt_registry else "is not here" + _near(name, set(Optimizer.opt_registry))


def _metric(name: str) -> str | None:
    known = set(get_registry(EvalMetric))
    return None if name.lower() in known else "is not here" + _near(name, known)


def _kvstore(name: str) -> str | None:
    short = name.lower()
    if short in KVStoreBase.kv_registry or short not in ("p3", "horovod", "byteps"):
        return None
    return "is an engine that is not here; use 'dist_sync' or 'dist_device_sync'"


def _backend(name: str) -> str | None:
    return None if is_backend(name) else "is not here"


_KINDS: dict[str, Callable[[str], str | None]] = {"optimizer": _optimizer, "metric": _metric, "kvstore": _kvstore,
                                                  "backend": _backend}
