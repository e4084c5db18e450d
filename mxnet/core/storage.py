"""Storage types: their names, and which one an operator returns for those of its inputs.

`core/ops/storage.py` fills in the rules; arrays and graphs both use them. An operator without a rule computes on dense
tensors and returns a dense result.
"""
from collections.abc import Callable, Sequence
from typing import Any

from .errors import MXNetError

DENSE, ROWS, CSR = "default", "row_sparse", "csr"
NUMBERS = {DENSE: 0, ROWS: 1, CSR: 2}
NAMES = {number: name for name, number in NUMBERS.items()}
RULES: dict[str, Callable[..., Any]] = {}  # operator -> rule(p, stypes) -> stype
GRADIENT_RULES: dict[str, Callable[..., Any]] = {}  # operator -> rule(p, head, stypes) -> one stype per input
SOURCES = {"cast_storage", "dot"}  # operators that may return a sparse result for dense inputs


def storage_of(name: str, p: Any, stypes: Sequence[str]) -> str:
    """Return the storage type of an operator's result for inputs with these storage types."""
    rule = RULES.get(name)
    if rule is None or (name not in SOURCES and all(stype == DENSE for stype in stypes)):
        return DENSE
    return rule(p, stypes)


def gradient_storage(name: str, p: Any, head: str, stypes: Sequence[str]) -> list[str]:
    """Return the storage types of an operator's input gradients, given those of the output gradient and the inputs."""
    rule = GRADIENT_RULES.get(name)
    return [DENSE] * len(stypes) if rule is None else rule(p, head, stypes)


def check_storage(stype: str | None) -> str:
    """Return the name of a storage type; refuse anything else."""
    if stype not in (None, *NUMBERS):
        raise MXNetError(f"unknown storage type {stype!r}; expected 'default', 'row_sparse' or 'csr'")
    return stype or DENSE


def wants_rows(leaf: Any) -> bool:
    """Return whether a variable on the tape takes its gradient as a sparse tensor of rows."""
    return getattr(leaf, "by_rows", False)
