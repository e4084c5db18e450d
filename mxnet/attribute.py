"""`AttrScope`: attributes for every symbol made inside a `with` block."""
from collections import defaultdict
from typing import Any

from .core.borrowed import borrowed as _borrowed
from .core.scope import PerThread, Scope

__all__ = ["AttrScope"]


class AttrScope(Scope):
    """Attach string attributes to all symbols made inside the ``with`` block.

    In nested blocks the inner one takes precedence. Each thread has its own active scope.

    Parameters
    ----------
    **kwargs
        The attributes.

    Raises
    ------
    ValueError
        If a value is not a string.

    Examples
    --------
    >>> with mx.AttrScope(ctx_group="stage1"):
    ...     data = mx.sym.Variable("data")
    >>> data.attr("ctx_group")
    'stage1'
    """

    _warns_on_set = True
    # how often a control-flow subgraph of each name was created, so that names stay unique
    _subgraph_names: "defaultdict[str, int]" = defaultdict(int)

    def __init__(self, **kwargs: str) -> None:
        for value in kwargs.values():
            if not isinstance(value, str):
                raise ValueError("Attributes need to be string")
        self._attr = kwargs
        self._own: list[dict[str, str]] = []

    def get(self, attr: dict[str, str] | None) -> dict[str, str]:
        """Return the scope's attributes, updated with others.

        Parameters
        ----------
        attr : dict[str, str] | None
            The others.

        Returns
        -------
        dict[str, str]
            All of them.
        """
        if not self._attr:
            return attr or {}
        return {**self._attr, **(attr or {})}

    def __enter__(self) -> "AttrScope":
        self._own.append(self._attr)
        self._attr = {**AttrScope._current.value._attr, **self._attr}
        return super().__enter__()

    def __exit__(self, *exc: Any) -> None:
        super().__exit__(*exc)
        self._attr = self._own.pop()


AttrScope._current = PerThread(AttrScope)


def current() -> AttrScope:
    """Return this thread's attribute scope."""
    return AttrScope._current.value


_borrowed(__name__)
