"""Operators in libraries of machine code (`mx.library`): named, and refused, since they call MXNet's own."""
import os

from .core.absence import refuses
from .core.borrowed import borrowed
from .core.errors import MXNetError


@refuses("loads operators of MXNet's C library, which is not behind this package; write them in Python "
         "(mx.operator.CustomOp) or with torch")
def load(path: str, verbose: bool = True) -> None:
    """Refuse a library: its operators are made for the memory and the engine of MXNet's C library."""
    if not os.path.exists(path):
        raise MXNetError(f"load path {path} does NOT exist")
    if not os.path.isabs(path):
        raise MXNetError(f"load path {path} is not an absolute path")
    if os.path.splitext(path)[1] not in (".so", ".dll"):
        raise MXNetError(f"load path {path} is NOT a library file")
    raise MXNetError(f"{path}: libraries of operators need MXNet's C library, which is not behind this package; "
                     "write the operator in Python (mx.operator.CustomOp) or with torch")


borrowed(__name__)
