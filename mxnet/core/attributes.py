"""Node attributes that are not params: their keys have double underscores on both sides. What variables declare through
them is read here."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from . import npmode
from .dtype import FLAG_TO_NAME, NAME_TO_TORCH
from .errors import MXNetError
from .params import BadValue, parse_shape
from .storage import DENSE, NAMES

# Attributes that old programs write without the underscores that distinguish them from params.
HIDDEN_KEYS = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")


def is_hidden(key: str) -> bool:
    """Return whether an attribute is not a param: ``__ctx_group__``."""
    return key.startswith("__") and key.endswith("__")


def hide_key(key: str, value: str, exact: bool = False) -> str:
    """Return the stored form of an attribute's key: ``lr_mult`` is stored as ``__lr_mult__``."""
    for hidden in HIDDEN_KEYS:
        if key == hidden or (key.startswith(hidden) and not exact):
            return f"__{key}__"
        if key.endswith(hidden) and not key.startswith(hidden):
            owner = key[:-len(hidden) - 1]
            raise MXNetError(f"setting variable attributes with {key} is deprecated. please instead"
                             f" use\nw = Variable({hidden}={value})\n"
                             f"sym = YourSymbolName({owner}=w)")
    return key


def declared_shape(name: str, attrs: Mapping[str, str]) -> tuple[Any, ...] | None:
    """Return the shape that a variable declares."""
    try:
        return npmode.from_public(parse_shape(attrs["__shape__"]))
    except BadValue:
        raise MXNetError(f"variable {name}: __shape__={attrs['__shape__']!r} is no shape") from None


def declared_type(name: str, attrs: Mapping[str, str]) -> torch.dtype | None:
    """Return the type that a variable declares."""
    text = attrs["__dtype__"]
    if text.strip() == "-1":
        return None
    kind = FLAG_TO_NAME.get(int(text)) if text.lstrip("-").isdecimal() and len(text) < 9 else text
    if kind not in NAME_TO_TORCH:
        raise MXNetError(f"variable {name}: __dtype__={text!r} is no type; flags are {FLAG_TO_NAME}")
    return NAME_TO_TORCH[kind]


def declared_storage(name: str, attrs: Mapping[str, str]) -> str:
    """Return the storage type that a variable declares."""
    given = attrs.get("__storage_type__")
    if given is None:
        return DENSE
    try:
        return NAMES[int(given)]
    except (ValueError, KeyError):
        raise MXNetError(f"variable {name}: __storage_type__={given!r}; expected 0 (default), 1 (row_sparse) "
                         "or 2 (csr)") from None


def forces_mirroring(attrs: Mapping[str, str]) -> bool:
    """Return whether a node's attributes request rematerialization of its value in backward."""
    value = attrs.get("__force_mirroring__") or attrs.get("force_mirroring") or ""
    return value.strip().lower() in ("true", "1")
