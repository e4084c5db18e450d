"""The old place of `KVStoreServer`."""
from .kvstore.server import KVStoreServer, _init_kvstore_server_module

__all__ = ["KVStoreServer"]

_init_kvstore_server_module()
