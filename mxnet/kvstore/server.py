"""The server of distributed stores: a name that programs import; it runs when distribution lands."""
from ..core.errors import MXNetError


class KVStoreServer:
    """Serves a distributed store."""

    def __init__(self, kvstore) -> None:
        self.kvstore = kvstore

    def run(self) -> None:
        """Serve until all workers are done."""
        raise MXNetError("KVStoreServer: training over several machines is not part of this release yet")
