"""MXNet's module of the import of models."""
from .. import get_model_metadata, import_model

__all__ = ["get_model_metadata", "import_model"]
