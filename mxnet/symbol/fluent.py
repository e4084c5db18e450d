"""The methods that `arithmetic` and `methods` attach to Symbol, for editors."""


class Fluent:
    """Empty at run time: the stub of this module is generated from the registry."""

    __slots__ = ()
