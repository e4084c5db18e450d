"""The generated methods of NDArray, as editors see them: `methods` attaches them."""


class Fluent:
    """Empty at run time: the stub next to this file is generated from the registry."""

    __slots__ = ()
