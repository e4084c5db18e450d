"""Calls an operator with a sparse input: with a kernel that supports the storage, otherwise on dense forms.

The functions of `mx.nd` call it for arrays that are not plain NDArrays, never for dense ones.
"""
from collections.abc import Callable
from typing import Any

from ...core.mode import mode
from ...core.op.registry import Bound
from ...core.storage import CSR, DENSE, storage_of
from ..array import NDArray
from ..history import record_of
from ..invoke import invoke
from ..later import Later
from .forms import check_matrix

# operator -> kernel(bound, arrays, stype): returns an array of that storage type, or None if it does not apply
KERNELS: dict[str, Callable[..., Any]] = {}
# operators that update a weight by some rows of a gradient only: fill their arrays, return whether they did
STEPS: dict[str, Callable[..., Any]] = {}


def kernel(*names: str) -> Callable[..., Any]:
    """Register a kernel under operators' names."""
    def register(function: Callable) -> Callable:
        KERNELS.update(dict.fromkeys(names, function))
        return function
    return register


def invoke_stored(bound: Bound, arrays: Any, out: Any = None) -> Any:
    """Run a bound operator on arrays of any storage type; the result has the type that MXNet gives it."""
    name = bound.op.name
    if all(array.__class__ is NDArray or array.__class__ is Later for array in arrays) and name != "cast_storage" \
            and not bound.params.get("forward_stype"):
        return invoke(bound, arrays, out)
    stypes = [array.stype for array in arrays]
    for array, stype in zip(arrays, stypes):
        if stype == CSR:
            check_matrix(array.shape)
    if name == "Custom":
        return _custom(bound, arrays, stypes, out)
    stype = storage_of(name, bound.params, stypes) if bound.visible == 1 else DENSE
    if mode.recording and any(array._ag is not None and record_of(array) is not None for array in arrays):
        return _recorded(bound, arrays, stype, out)
    step = STEPS.get(name)
    if step is not None and step(bound, arrays, out):
        return out
    found = KERNELS.get(name)
    made = found(bound, arrays, stype) if found is not None else None
    if made is None:
        return _on_dense_forms(bound, arrays, stype, out)
    if out is None:
        return made
    out._take(made)
    return out


def _on_dense_forms(bound: Bound, arrays, stype: str, out):
    """Run the operator itself, if no kernel supports the parts."""
    if out is not None or bound.op.mutate or bound.op.states:
        return invoke(bound, _windows(bound, arrays), out)
    return stored_as(stype, invoke(bound, [dense(array) for array in arrays]))


def _custom(bound: Bound, arrays, stypes: list, out):
    """Run a user's operator, which sees arrays of the storage types that it requests."""
    bound.call.stypes = stypes
    made = invoke(bound, arrays, out)
    if out is not None:
        return made
    kinds = bound.op.infer_storages(bound.params, stypes)
    results = []
    for array, stype in zip([made] if isinstance(made, NDArray) else made, kinds, strict=True):
        kept = stored_as(stype, array)
        kept._ag = array._ag
        results.append(kept)
    return results[0] if isinstance(made, NDArray) else results


def dense(array: NDArray) -> NDArray:
    """Return an array's dense form: itself, or a copy."""
    return array if array.stype == DENSE else array._dense()


def _windows(bound: Bound, arrays) -> list:
    """Return what an operator may write to: inputs that it mutates are unchanged, others are made dense."""
    names, changed = bound.op.list_inputs(bound.params, len(arrays)), set(bound.op.mutate)
    changed.update(bound.op.list_aux(bound.params))
    return [array if name in changed else dense(array) for name, array in zip(names, arrays)]


def _recorded(bound: Bound, arrays, stype: str, out):
    """Run on torch's tape, where everything is dense except for supported products."""
    from .products import recorded_dot
    from .scatter import stored_call
    if stype != DENSE:
        bound = stored_call(bound, stype, [arrays[0]])
    if bound.op.name == "dot" and out is None:
        made = recorded_dot(bound, arrays, stype)
        if made is not None:
            return made
    made = invoke(bound, arrays, out)
    if out is not None or stype == DENSE or isinstance(made, list):
        return made
    kept = stored_as(stype, made)
    kept._ag = made._ag
    return kept


def stored_as(stype: str, made: Any) -> Any:
    """Convert a dense result to another storage type."""
    if stype == DENSE or isinstance(made, list) or (stype == "csr" and made.ndim != 2):
        return made
    from .arrays import CLASSES, make
    cls = CLASSES[stype]
    return make(cls, cls._form.compress(made._data), made.shape, made._ctx)
