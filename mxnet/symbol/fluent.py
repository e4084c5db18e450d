"""What `arithmetic` and `methods` attach to Symbol, as editors see it."""


class Fluent:
    """Empty at run time: the stub beside this file is written from the registry."""

    __slots__ = ()
