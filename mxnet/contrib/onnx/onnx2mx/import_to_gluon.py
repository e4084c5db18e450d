"""MXNet's module of the import of models as blocks."""
from .. import import_to_gluon

__all__ = ["import_to_gluon"]
