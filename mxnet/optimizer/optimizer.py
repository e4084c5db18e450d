"""All optimizers again, under the reference's module name, from which programs import."""
from ..core.borrowed import borrowed as _borrowed
from . import *  # noqa: F403
from . import __all__ as _everything

__all__ = [name for name in _everything if name != "contrib"]

_borrowed(__name__)
