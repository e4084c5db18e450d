"""Summaries of a block: `Block.summary` as text, and the table that notebooks show."""
from __future__ import annotations

import html
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ..ndarray import NDArray
from ..symbol import Symbol
from .param import Parameter
from .utils import shape_is_known

if TYPE_CHECKING:
    from .base import Block

_LINE = "{:>20}  {:>42} {:>15}"
_WIDTH = 80


class _Row(NamedTuple):
    """One layer of a summary; counts are of parameters' elements."""

    layer: str
    shape: str
    count: int = 0
    trainable: int = 0
    shared: int = 0


def summarize(block: Block, inputs: tuple[Any, ...]) -> str:
    """Run a block once and describe the output of every layer."""
    rows, hooks, seen = [_Row("Input", _shapes(inputs))], [], set()

    def note(layer: Block, _: Any, outputs: Any) -> None:
        if isinstance(outputs, Symbol):
            return  # this call only inferred shapes
        count = trainable = shared = 0
        for param in layer.params.values():
            size = param.data().size
            count += size
            trainable += size if param.grad_req != "null" else 0
            shared += size if param in seen else 0
            seen.add(param)
        rows.append(_Row(f"{type(layer).__name__}-{len(rows)}", _shapes(outputs), count, trainable, shared))

    def watch(layer: Block) -> None:
        if getattr(layer, "_active", False):
            raise AssertionError(f"{layer.name} is hybridized, so its layers are not called one by one; call summary "
                                 "before hybridize, or after hybridize(False)")
        if not getattr(layer, "_is_container", False):
            hooks.append(layer.register_forward_hook(note))
    try:
        block.apply(watch)
        block(*inputs)
    finally:
        for hook in hooks:
            hook.detach()
    return _printed(rows)


def _printed(rows: list[_Row]) -> str:
    total, trainable, shared = (sum(values) for values in zip(*(row[2:] for row in rows)))
    return "\n".join([
        "-" * _WIDTH, _LINE.format("Layer (type)", "Output Shape", "Param #"), "=" * _WIDTH,
        *(_LINE.format(row.layer, row.shape, row.count) for row in rows), "=" * _WIDTH,
        "Parameters in forward computation graph, duplicate included",
        f"   Total params: {total}", f"   Trainable params: {trainable}", "   Non-trainable params: "
                                                                          f"{total - trainable}",
        f"Shared params in forward computation graph: {shared}", f"Unique parameters in model: {total - shared}",
        "-" * _WIDTH])


def _shapes(args: Any) -> str:
    found = _nested_shapes(args)
    return str(found)[1:-1] if isinstance(found, list) else str(found)


def _nested_shapes(args: Any) -> Any:
    if isinstance(args, (list, tuple)):
        return [_nested_shapes(item) for item in args]
    return args.shape if isinstance(args, NDArray) else args


# ---- notebooks --------------------------------------------------------------------------------------

def table(block: Block) -> str:
    """Return a table of a block's layers, with the shapes and counts of their parameters, as HTML."""
    rows: list[str] = []
    _add_rows(block, "", rows)
    counts = [_size(param) for param in {id(param): param for param in block.collect_params().values()}.values()]
    waiting = sum(count is None for count in counts)
    total = f"{sum(count or 0 for count in counts):,} parameters"
    total += f", and {waiting} not known yet" if waiting else ""
    return ("<table><thead><tr><th style='text-align:left'>layer</th><th style='text-align:left'>parameters</th>"
            f"<th>count</th></tr></thead><tbody>{''.join(rows)}</tbody>"
            f"<tfoot><tr><td colspan='3'>{total}</td></tr></tfoot></table>")


def _add_rows(block: Block, path: str, rows: list[str]) -> None:
    depth = path.count(".") + bool(path)
    name = f"{path.rpartition('.')[2]}: {type(block).__name__}" if path else f"{block.name}: {type(block).__name__}"
    own = block._reg_params
    shapes = ", ".join(f"{key} {param.shape}" for key, param in own.items())
    counts = [_size(param) for param in own.values()]
    count = "?" if None in counts else f"{sum(counts):,}" if counts else ""  # type: ignore[arg-type]
    rows.append(f"<tr><td style='text-align:left;padding-left:{depth + 0.5}em'>{html.escape(name)}</td>"
                f"<td style='text-align:left'>{html.escape(shapes)}</td><td>{count}</td></tr>")
    for key, child in block._children.items():
        _add_rows(child, f"{path}.{key}" if path else key, rows)


def _size(param: Parameter) -> int | None:
    return prod(param.shape) if shape_is_known(param.shape) else None  # type: ignore[arg-type]
