"""Makes a Symbol from an operator, its arguments and the current scopes. Called throughout the package."""
from __future__ import annotations

from typing import Any

from .. import attribute, name
from ..base import _Null
from ..core.construction.compose import make_node
from ..core.dtype import dtype_name
from ..core.graph import Entry
from ..core.op import Op
from ..core.params import plain, to_string
from .symbol import Symbol, SymbolBase


def create(op: Op, hint: str, positional: tuple[Any, ...] = (), keywords: dict[str, Symbol] | None = None,
           params: dict[str, Any] | None = None, node_name: str | None = None, attr: dict[str, str] | None = None,
           subgraphs: list[Any] = (), cls: type[Symbol] | None = None) -> Symbol:
    """Call an operator on symbols; the name comes from the `NameManager` unless given, the class from the inputs."""
    attrs = {key: str(plain(value)) for key, value in (attribute.current().get(attr) or {}).items()}
    for key, value in (params or {}).items():
        if value is not _Null and not (value is None and key == "dtype" and cls is not None and cls._is_np):
            attrs[key] = spell(key, value)
    node_name = name.current().get(node_name, hint)
    node = make_node(op, node_name, attrs,
                     [item._entry(f"Argument {i}") for i, item in enumerate(positional)],
                     {key: item._entry(f"Keyword Argument {key}")
                      for key, item in (keywords or {}).items()},
                     [graph.graph for graph in subgraphs])
    if cls is None:
        cls = next((item._makes for item in (*positional, *(keywords or {}).values())), Symbol)
    return cls([Entry(node, index) for index in range(node.num_visible)])


def spell(key: str, value: Any) -> str:
    """Return a param's string form. ``dtype=None`` means float64, as in NumPy: MXNet's quirk, kept."""
    if key == "dtype":
        return "float64" if value is None else dtype_name(value)
    return to_string(key, value)

__all__ = ["Symbol", "SymbolBase", "create", "spell"]
