"""MXNet's server and scheduler processes: workers serve the keys that they own, so these only wait for them to end."""
import logging
import os
import sys
from typing import Any

from ..core.errors import MXNetError

_ROLES = ("server", "scheduler")


class KVStoreServer:
    """Serve a distributed store until all workers are done; the workers themselves keep and update the values.

    Parameters
    ----------
    kvstore
        The store, which is not used.
    """

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore

    def run(self) -> None:
        """Wait until all workers are done; a scheduler, or the first process to start, hosts the rendezvous.

        Raises
        ------
        MXNetError
            If this process is a worker.
        """
        if os.environ.get("DMLC_ROLE") not in _ROLES:
            raise MXNetError("KVStoreServer.run: this process is a worker, and workers serve the keys that they own; "
                             "DMLC_ROLE=server or scheduler makes a process that only waits")
        from .distributed.environment import find_place
        from .distributed.group import limit
        from .distributed.meeting import outlast
        status = outlast(find_place(), limit())
        if status:
            logging.error("%s: a worker has failed", os.environ["DMLC_ROLE"])
            sys.exit(status)


def _init_kvstore_server_module() -> None:
    """Act as a server or scheduler if ``DMLC_ROLE`` says so, and end with the workers."""
    if os.environ.get("DMLC_ROLE") in _ROLES:
        KVStoreServer(None).run()
        sys.exit()
