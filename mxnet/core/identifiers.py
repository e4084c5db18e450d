"""Python identifiers made from any text: no text from a file ever becomes code."""
from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

# Python normalizes identifiers (NFKC), so only ASCII letters are used.
UNSAFE = re.compile(r"[^A-Za-z0-9_]")
_LONGEST = 100  # a value's name is written once for every use
_RESPELLED = frozenset((*keyword.kwlist, "_"))  # others get a number, as the second of two equal names does


def identifier(hint: str) -> str:
    """Make a valid identifier from any text, always the same one for the same text."""
    base = UNSAFE.sub("_", hint[:_LONGEST]) or "value"
    return "v_" + base.strip("_") if base[0].isdigit() or base in _RESPELLED or base.startswith("__") else base


class Names:
    """Hands out each name once, and none of those in ``taken``."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken: set[str] = set(taken)
        self._counts: dict[str, int] = {}

    def fresh(self, hint: str) -> str:
        """Return an unused name similar to the hint."""
        plain = hint.isidentifier() and hint.isascii() and len(hint) <= _LONGEST and hint[:2] != "__"
        base = hint if plain and hint not in _RESPELLED else identifier(hint)
        name, count = base, self._counts.get(base, 1)
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        self._counts[base] = count  # a thousand outputs of one value ask a thousand times
        self.taken.add(name)
        return name
