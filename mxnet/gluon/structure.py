"""Nested arguments of blocks as a flat list and a format, and back.

A format is 0 for one array, n for a symbol of n outputs, -1 for None, and a list of formats for a list or tuple.
"""
from __future__ import annotations

from typing import Any

from ..context import Context
from ..ndarray import NDArray
from ..symbol import Symbol


def _flatten(args: Any, inout_str: str) -> tuple[list, Any]:
    """Return the arrays or symbols in ``args`` in order, and their format."""
    if isinstance(args, NDArray):
        return [args], 0
    if isinstance(args, Symbol):
        count = len(args.list_outputs())
        return [args], count if count > 1 else 0
    if args is None:
        return [None], -1
    if not isinstance(args, (list, tuple)):
        raise ValueError(f"the {inout_str} of a hybridized block is made of NDArrays, Symbols and None, also in nested "
                         f"lists and tuples; got {args!r} of type {type(args).__name__}")
    flat, formats = [], []
    for item in args:
        found, form = _flatten(item, inout_str)
        flat.extend(found)
        formats.append(form)
    return flat, formats


def _regroup(args: list, fmt: Any) -> Any:
    """Restore a flat list to a format; tuples come back as lists."""
    return _regroup_from(iter(args), fmt)


def _regroup_from(items: Any, fmt: Any) -> Any:
    if not isinstance(fmt, int):
        return [_regroup_from(items, form) for form in fmt]
    if fmt == 0:
        return next(items)
    if fmt > 0:
        return [next(items) for _ in range(fmt)]
    if fmt != -1:
        raise ValueError(f"{fmt} is no format of an argument")
    found = next(items)
    if found is not None:
        raise ValueError(f"this argument was None when the block was traced, now it is {type(found).__name__}")
    return None


def _gather_type_ctx_info(args: Any) -> tuple[bool, bool, set[Context], Context | None]:
    """Return whether ``args`` contain symbols and arrays, on which contexts, and the context of the first array."""
    if isinstance(args, NDArray):
        return False, True, {args.context}, args.context
    if isinstance(args, Symbol):
        return True, False, set(), None
    if args.__class__ is list and args and all(item.__class__ is NDArray for item in args):  # as almost always
        return False, True, {item._ctx for item in args}, args[0]._ctx
    symbols, arrays, contexts, first = False, False, set(), None
    for item in args if isinstance(args, (list, tuple)) else ():
        has_symbol, has_array, found, ctx = _gather_type_ctx_info(item)
        symbols, arrays, first = symbols or has_symbol, arrays or has_array, first or ctx
        contexts |= found
    return symbols, arrays, contexts, first


def _same_format(mine: Any, cached: Any) -> bool:
    """Return whether arguments match those a block was traced with: trailing None may be omitted."""
    if mine == cached:
        return True
    if not isinstance(mine, list) or not isinstance(cached, list) or len(mine) == len(cached):
        return False
    short, long = sorted((mine, cached), key=len)
    return long[:len(short)] == short and all(form == -1 for form in long[len(short):])
