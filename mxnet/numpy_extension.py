"""`mx.npx`: a name that programs import. It comes in a later release, and using it says so."""
from .core.errors import Absent


def __getattr__(name: str):
    if name.startswith("__"):
        raise AttributeError(name)
    raise Absent(f"mx.npx.{name}: neural operators on NumPy's arrays are not part of this release yet")
