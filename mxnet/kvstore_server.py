"""The old place of `KVStoreServer`."""
from .kvstore.server import KVStoreServer

__all__ = ["KVStoreServer"]
