"""Gluon: a name that programs import. Its classes come in a later release, and using one says so."""
from importlib import import_module as _import_module

from ..core.errors import MXNetError as _MXNetError

_ROOMS = ("block", "contrib", "data", "loss", "model_zoo", "nn", "parameter", "rnn", "trainer", "utils")


def _later(name: str):
    """Refuse a name of Gluon; dunders stay AttributeErrors so that Python's own look-ups work."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise _MXNetError(f"mx.gluon.{name}: Gluon is not part of this release yet; Symbol, Module and autograd are")


def __getattr__(name: str):
    if name in _ROOMS:
        return _import_module(f"{__name__}.{name}")
    return _later(name)
