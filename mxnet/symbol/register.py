"""Makes the functions of `mx.sym` from the registry: closures with a signature, no source text."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base import _Null
from ..core.borrowed import borrowed as _borrowed
from ..core.describe import docstring, namespace, signature
from ..core.op import Op, operators
from ..core.op.registry import ABSENT
from ..core.ops.absent import refusal
from .create import create
from .symbol import Symbol, SymbolBase

NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_")


class Slot:
    """The implementation of one function of `mx.sym`; automatic mixed precision wraps it."""

    __slots__ = ("call",)


# (namespace, name) -> its slot; see `mx.contrib.amp`
slots: dict[tuple[str, str], Slot] = {}


def make_function(op: Op, name: str, slot: Slot | None = None, cls: type[Symbol] | None = None) -> Callable[..., Any]:
    """Make ``mx.sym.<name>``; automatic names of results come from ``name``, not from the operator."""
    slot = slot if slot is not None else Slot()
    slot.call = _make_call(op, name, cls)

    def function(*args, **kwargs):
        return slot.call(*args, **kwargs)
    function.__name__ = function.__qualname__ = name
    function.__module__ = "mxnet.symbol"
    function.__doc__ = docstring(op, "Symbol", ("name", "attr"))
    function.__signature__ = signature(op, _Null, ("name", "attr", "out"))
    return function


def _make_call(op: Op, name: str, cls: type[Symbol] | None = None) -> Callable:
    hint = name.lower()
    if op.schema.variadic:
        def function(*args, **kwargs):
            node_name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
            kwargs.pop("out", None)
            return create(op, hint, *_sort_variadic(op, args, kwargs), node_name, attr, cls=cls)
    else:
        order = (*op.input_order, *op.schema.params, "name", "attr", "out")
        inputs = frozenset(op.input_order)

        def function(*args, **kwargs):
            if args:
                kwargs = _bind_positions(op, order, args, kwargs)
            node_name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
            kwargs.pop("out", None)
            symbols, params = {}, {}
            for key, value in kwargs.items():
                if isinstance(value, SymbolBase):
                    symbols[key] = value
                elif key not in inputs:
                    params[key] = value
                elif value is not None:
                    raise AssertionError(f"Argument {key} must be Symbol instances, "
                                         f"but got {value}")
            return create(op, hint, (), symbols, params, node_name, attr, cls=cls)
    return function


def _bind_positions(op: Op, order: tuple, args: tuple, kwargs: dict) -> dict:
    if len(args) > len(order):
        raise TypeError(f"{op.name}() takes at most {len(order)} arguments, got {len(args)}")
    bound = dict(zip(order, args))
    twice = bound.keys() & kwargs.keys()
    if twice:
        raise TypeError(f"{op.name}() got multiple values for argument {twice.pop()!r}")
    return {**bound, **kwargs}


def _sort_variadic(op: Op, args: tuple, kwargs: dict) -> tuple[tuple, dict, dict]:
    """Separate inputs from params and count the inputs."""
    for item in args:
        if not isinstance(item, SymbolBase):
            raise AssertionError(f"Positional arguments must be Symbol instances, but got {item}")
    symbols = {key: value for key, value in kwargs.items() if isinstance(value, SymbolBase)}
    params = {key: value for key, value in kwargs.items() if key not in symbols}
    if args and symbols:
        raise TypeError("Operators with variable length input can only accept input Symbols either "
                        "as positional or keyword arguments, not both")
    if op.num_args == "num_args" and not op.takes_extra or op.num_args in op.schema.params:
        params.setdefault(op.num_args, len(args) + len(symbols))
    return args, symbols, params


def populate(spaces: dict[str, dict[Any, Any]]) -> None:
    """Fill ``{'op': dict, '_internal': dict, 'contrib': dict, ...}`` with one function per name."""
    for name, op in operators().items():
        if not (name.startswith(NUMPY_PREFIXES) or op.wants_subgraphs):  # those: see `control`
            space, short = namespace(name)
            if short not in spaces[space]:
                slot = slots.setdefault((space, short), Slot())
                spaces[space][short] = make_function(op, short, slot)
    for name in ABSENT:
        space, short = namespace(name)
        spaces[space].setdefault(short, refusal(name))


_borrowed(__name__)
