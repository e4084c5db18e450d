"""`mxnet.kvstore.kvstore_server`, where MXNet has the server of distributed stores."""
from ..core.borrowed import borrowed
from .server import KVStoreServer

__all__ = ["KVStoreServer"]

borrowed(__name__)
