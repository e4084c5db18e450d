"""Errors by name (`mx.error`): classes that errors of a library are raised as; see `mx.base.register_error`."""
from .base import MXNetError, register_error

__all__ = ["MXNetError", "register"]

register = register_error
_HINT = "MXNet hint:"


@register_error
class InternalError(MXNetError):
    """A fault of the package itself and not of its user."""

    def __init__(self, msg: str) -> None:
        super().__init__(msg if _HINT in msg else f"{msg}\n{_HINT} this is a fault of the package, please report it.")


for _kind in (ValueError, TypeError, AttributeError, IndexError, NotImplementedError):
    register_error(_kind.__name__, _kind)
