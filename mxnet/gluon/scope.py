"""Names of blocks: a prefix per block, counted per class within the block that is being built."""
from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from .. import name as _name
from .param_dict import ParameterDict

if TYPE_CHECKING:
    from .base import Block


class _BlockScope:
    """The namespace of a block, for children made in ``with block.name_scope()``."""

    _current = threading.local()

    def __init__(self, block: Block, own: bool = False) -> None:
        # Weak for a block's own scope: without a cycle its parameters are freed as soon as they are unused.
        self._own = own
        self._reference = weakref.ref(block)
        self._held: Block | None = None if own else block  # own: while it is in use, as the block may be temporary
        self._counter: dict[str, int] = {}
        self._entered: list[tuple] = []

    @property
    def _block(self) -> Any:
        """The block, as long as it or its scope is in use."""
        return self._reference()

    def used(self) -> _BlockScope:
        """Return the scope, which holds its block until it is left."""
        self._held = self._block
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_reference": self._block}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _reference=weakref.ref(state["_reference"]))

    @staticmethod
    def create(prefix: str | None, params: ParameterDict | None, hint: str) -> tuple[str, ParameterDict]:
        """Return prefix and parameters for a new block; ``hint`` is its lower-case class name."""
        outer = getattr(_BlockScope._current, "value", None)
        if prefix is None:
            prefix = (_name.NameManager._current.value.get(None, hint) if outer is None else outer._next(hint)) + "_"
        if params is not None:
            made = ParameterDict(params.prefix, params)
        elif outer is None:
            made = ParameterDict(prefix)
        else:
            parent = outer._block.params
            made = ParameterDict(parent.prefix + prefix, parent._shared)
        return (prefix if outer is None else outer._block.prefix + prefix), made

    def _next(self, hint: str) -> str:
        count = self._counter.get(hint, 0)
        self._counter[hint] = count + 1
        return f"{hint}{count}"

    def __enter__(self) -> _BlockScope:
        if not self._block._empty_prefix:
            names = _name.Prefix(self._block.prefix)
            self._entered.append((getattr(_BlockScope._current, "value", None), names))
            _BlockScope._current.value = self
            names.__enter__()
        return self

    def __exit__(self, *exc: Any) -> None:
        if not self._block._empty_prefix:
            outer, names = self._entered.pop()
            names.__exit__(*exc)
            _BlockScope._current.value = outer
        if self._own and not self._entered:
            self._held = None
