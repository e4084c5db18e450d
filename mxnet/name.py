"""Automatic names of symbols: `NameManager` counts per hint, `Prefix` adds a prefix."""

from .core.borrowed import borrowed as _borrowed
from .core.scope import PerThread, Scope

__all__ = ["NameManager", "Prefix"]


class NameManager(Scope):
    """Give every unnamed symbol made inside the ``with`` block a name such as ``convolution0``.

    Derive from it and override `get` for other names. Each thread has its own active manager.
    """

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}

    def get(self, name: str | None, hint: str) -> str:
        """Return the name of a symbol.

        Parameters
        ----------
        name : str | None
            The name given by the program, if any.
        hint : str
            Base of an automatic name: the operator in lower case.

        Returns
        -------
        str
            The name, or the next free one for the hint.

        Examples
        --------
        >>> names = mx.name.NameManager()
        >>> names.get("fc", "fullyconnected"), names.get(None, "relu"), names.get(None, "relu")
        ('fc', 'relu0', 'relu1')
        """
        if name:
            return name
        count = self._counter.get(hint, 0)
        self._counter[hint] = count + 1
        return f"{hint}{count}"


class Prefix(NameManager):
    """Add a prefix to every name, given or automatic, inside the ``with`` block.

    Parameters
    ----------
    prefix : str
        The prefix.

    Examples
    --------
    >>> with mx.name.Prefix("mynet_"):
    ...     net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=10, name="fc1")
    >>> net.list_arguments()
    ['data', 'mynet_fc1_weight', 'mynet_fc1_bias']
    """

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        """Return the name of a symbol, with the prefix."""
        return self._prefix + super().get(name, hint)


NameManager._current = PerThread(NameManager)


def current() -> NameManager:
    """Return this thread's name manager."""
    return NameManager._current.value


_borrowed(__name__)
