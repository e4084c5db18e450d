"""Operators whose names start with an underscore. Filled from the registry at import."""

from ..core.borrowed import borrowed as _borrowed

_borrowed(__name__)
