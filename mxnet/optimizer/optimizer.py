"""All optimizers again, under the name of the reference's module: programs import from it."""
from . import *  # noqa: F403
from . import __all__ as __all__
