"""The methods of NDArray that are made, not written, as editors see them: `methods` attaches them."""


class Fluent:
    """Empty at run time: the stub beside this file is written from the registry."""

    __slots__ = ()
