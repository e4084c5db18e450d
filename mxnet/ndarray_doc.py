"""`NDArrayDoc`, which programs of MXNet derive from to document operators of their own."""

__all__ = ["NDArrayDoc"]


class NDArrayDoc:
    """Base of classes whose docstrings describe an operator; docstrings here are made from its declaration."""
