"""The base of `mx.np.ndarray`. Its stub declares the methods that are made, which editors could not see."""
from ..array import NDArray as Fluent

__all__ = ["Fluent"]
