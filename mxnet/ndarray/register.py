"""Makes the functions of `mx.nd` and the fluent methods of NDArray from the registry: closures, no source text."""
import functools
from collections.abc import Callable
from typing import Any

from torch import Tensor

from ..base import _Null
from ..core import trace
from ..core.borrowed import borrowed as _borrowed
from ..core.describe import docstring, namespace, signature
from ..core.errors import MXNetError, OperatorError, UnknownName
from ..core.mode import mode
from ..core.op import Op, operators
from ..core.op.registry import ABSENT, Bound
from ..core.ops.absent import refusal
from ..core.params import Alike
from ..core.refusal import REFUSALS
from ..core.torch_modes import inference
from ..core.tuning import PARSED_CALLS_KEPT
from .array import NDArray
from .invoke import invoke, preparations, prepared
from .storage.dispatch import invoke_stored

_new = object.__new__
NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_")


def make_function(op: Op, name: str, prepare: list[Callable[..., Any]] | tuple[Any, ...] = (),
                  cls: type[NDArray] = NDArray) -> Any:
    """Make ``mx.nd.<name>``: arrays and params by position or keyword, plus ``out``; ``cls`` is the result class."""
    bare, entry = op.bare, functools.lru_cache(PARSED_CALLS_KEPT, typed=True)(functools.partial(_entry, op))
    names = [*op.input_order, *op.schema.params, "out", "name"]
    inputs = set(op.input_order)
    variadic, held = op.schema.variadic is not None, op.held
    creates = not op.input_order and not variadic
    dense = None if op.name == "cast_storage" else cls  # the class that the fast paths are for
    made_class = cls if creates else None  # otherwise that of the given arrays
    call = _invoke_held if held else invoke

    def function(*args, **kwargs):
        if prepare:
            args, kwargs = prepared(prepare, args, kwargs)
        out, bound = None, None
        if kwargs:
            out = kwargs.pop("out", None)
            kwargs.pop("name", None)  # for symbols; layers pass it to both
            if args or creates:  # otherwise the arrays are among the keywords
                bound = _found(entry, kwargs)
        else:
            bound = bare.get(None)
        if bound is not None:
            if len(args) == 1 and out is None and bound.unary is not None and not mode.recording \
                    and trace.report is None and not inference():
                first = args[0]
                if first.__class__ is dense:  # the fastest path, for one array in and one out
                    try:
                        result = bound.unary(first._data)
                    except REFUSALS:
                        return invoke(bound, args)  # it says which operator refused what
                    if result.__class__ is tuple:
                        result = result[0]
                    if result.__class__ is Tensor:
                        made = _new(cls)
                        made._data, made._ctx, made._ag = result, first._ctx, None
                        return made
            for item in args:
                if item.__class__ is not dense:
                    break
            else:
                if bound.required <= len(args) <= bound.most:
                    return call(bound, args, out, None, made_class)
        return long_way(args, kwargs, out)

    def long_way(args, kwargs, out):
        if not variadic and len(args) > len(names) - 2:  # as in MXNet the output may follow the params
            args, out = args[:len(names) - 2], _placed_out(op, names, args, out)
        arrays, given = _sort(op, names, inputs, args, kwargs)
        bound = op.bind(given)
        _check_count(bound, arrays)
        if held:
            _check_shapes(bound, arrays)
        return invoke_stored(bound, arrays, out) if cls is NDArray else invoke(bound, arrays, out, None, cls)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "mxnet.ndarray"
    function.__doc__ = docstring(op, cls.__name__, ("out",))
    function.__signature__ = signature(op, _Null, ("out", "name"))
    return function


def _invoke_held(bound: Bound, arrays: Any, *how: Any) -> Any:
    """Run an operator whose arrays have to fit its shape rule."""
    _check_shapes(bound, arrays)
    return invoke(bound, arrays, *how)


def _found(entry: Callable, kwargs: dict) -> Bound | None:
    """Return the cached call with these params; none for unhashable params, or more than params."""
    try:
        bound = entry(**kwargs)
        return bound if bound.__class__ is Bound else bound.pick(kwargs)
    except (TypeError, LookupError, MXNetError):
        return None


def _entry(op: Op, /, **given) -> Bound | Alike:
    """Return the call with these params; one with other keywords, or arrays, is not cached."""
    if op.takes_extra or not given.keys() <= op.schema.params.keys() \
            or any(value is _Null or isinstance(value, NDArray) for value in given.values()):
        raise LookupError(op.name)
    return op.entry(**given)


def _sort(op: Op, names: list, inputs: set, args: tuple, kwargs: dict):
    """Separate arrays from params among positional and keyword arguments."""
    kwargs.pop("name", None)
    kwargs.pop("attr", None)
    given: dict = {}
    if op.schema.variadic:
        arrays = list(args[0]) if len(args) == 1 and isinstance(args[0], (list, tuple)) else list(args)
        rest = [item for item in arrays if not isinstance(item, NDArray)]
        if rest:
            raise TypeError(f"{op.name}: every positional argument must be an NDArray, got {rest[0]!r}")
        for key, value in kwargs.items():
            if isinstance(value, NDArray):
                arrays.append(value)
            elif value is not _Null:
                given[key] = value
        if op.num_args in op.schema.params:
            given.setdefault(op.num_args, len(arrays))
        else:
            _check_given_count(op, given, len(arrays))
        return arrays, given
    slots: dict = {}
    for name, value in zip(names, args):
        _place(op, inputs, slots, given, name, value)
    for name, value in kwargs.items():
        if name in slots or name in given:
            raise TypeError(f"{op.name}: argument {name!r} is given twice")
        if isinstance(value, NDArray):
            _check_keyword(op, inputs, name, value)
        _place(op, inputs, slots, given, name, value)
    return [slots[name] for name in op.input_order if name in slots], given


def _check_keyword(op: Op, inputs: set, name: str, value: NDArray) -> None:
    """Refuse an array under a name that is no input's, unless it stands for a param: for its number if it has no axes,
    for the element type if that is asked for.
    """
    if name not in inputs and (name not in op.schema.params or (value.shape and name != "dtype")):
        raise OperatorError(op.name, str(UnknownName("input", name, inputs)))


def _placed_out(op: Op, names: list, args: tuple, out):
    """Return the output among the positional arguments."""
    if len(args) > len(names):
        raise OperatorError(op.name, f"takes at most {len(names)} arguments, got {len(args)}")
    placed = args[len(names) - 2]
    if out is not None:
        raise TypeError(f"{op.name}: argument 'out' is given twice")
    if placed is not None and not isinstance(placed, NDArray):
        raise TypeError(f"{op.name}: out must be an NDArray, got {placed!r}")
    return placed


def _check_given_count(op: Op, given: dict, count: int) -> None:
    """Check the number of inputs against the stated one, if that determines how many there are."""
    stated = given.pop(op.num_args, None)
    if stated is None or str(stated).strip() == str(count):
        return
    if not op.input_names or op.input_names(op.parse(given)) is None:
        raise OperatorError(op.name, f"Operator {op.name} expects {stated} inputs, but got {count} instead")


def _place(op: Op, inputs: set, slots: dict, given: dict, name: str, value) -> None:
    if name in inputs:
        if isinstance(value, NDArray):
            slots[name] = value
        elif value is not None:
            raise AssertionError(f"Argument {name} must have NDArray type, but got {value}")
    elif value is not _Null:
        given[name] = value.dtype if name == "dtype" and isinstance(value, NDArray) else number_of(value)


def number_of(value: Any) -> Any:
    """Return the number in a zero-dimensional array, which may replace a number in any param."""
    return value.asnumpy().item() if isinstance(value, NDArray) and not value.shape else value


def _check_count(bound: Bound, arrays: list) -> None:
    op = bound.op
    if op.schema.variadic:
        return op.check_count(len(arrays))
    expected = op.list_inputs(bound.params)
    if len(arrays) < len(expected) and len(arrays) < bound.required:
        raise OperatorError(op.name, f"Operator {op.name} expects {len(expected)} inputs, but got "
                            f"{len(arrays)} instead; expected {', '.join(expected)}")
    if len(arrays) > len(expected):
        raise OperatorError(op.name, f"Operator {op.name} expects {len(expected)} inputs, but got "
                            f"{len(arrays)} instead")


def _check_shapes(bound: Bound, arrays) -> None:
    """Check a call against its operator's shape rule."""
    try:
        bound.op.infer_shapes(bound, [tuple(array.shape) for array in arrays])
    except OperatorError:
        raise
    except MXNetError as error:
        raise OperatorError(bound.op.name, str(error)) from error


def populate(spaces: dict[Any, Any]) -> None:
    """Fill ``{'op': dict, '_internal': dict, 'contrib': dict, ...}`` with one function per name."""
    for name, op in operators().items():
        if not name.startswith(NUMPY_PREFIXES):
            space, short = namespace(name)
            if short not in spaces[space]:
                prepare = preparations.setdefault((space, short), [])
                spaces[space][short] = make_function(op, short, prepare)
    for name in ABSENT:
        space, short = namespace(name)
        spaces[space].setdefault(short, refusal(name))


_borrowed(__name__)
