"""`mx.np`: a name that programs import. It comes in a later release, and using it says so."""
from .core.errors import Absent


def __getattr__(name: str):
    if name.startswith("__"):
        raise AttributeError(name)
    raise Absent(f"mx.np.{name}: arrays with NumPy's interface are not part of this release yet")
