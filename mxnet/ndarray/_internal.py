"""Operators whose names start with an underscore. Filled from the registry when `mxnet.ndarray` is imported."""

from ..core.borrowed import borrowed as _borrowed

_borrowed(__name__)
