"""Key-value stores: how gradients of several devices are combined."""
from ..core.borrowed import borrowed as _borrowed
from .base import KVStoreBase, TestStore, create
from .local import KVStore
from .server import KVStoreServer

__all__ = ["KVStore", "KVStoreBase", "KVStoreServer", "TestStore", "create"]


_borrowed(__name__)
