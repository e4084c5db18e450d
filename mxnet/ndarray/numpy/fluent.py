"""The base of `mx.np.ndarray`. Its stub declares the generated methods for editors."""
from ..array import NDArray as Fluent

__all__ = ["Fluent"]
