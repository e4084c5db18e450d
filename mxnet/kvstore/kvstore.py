"""`mxnet.kvstore.kvstore`, where MXNet has its `KVStore`."""
from ..core.borrowed import borrowed
from ..core.errors import Misuse
from .local import KVStore

__all__ = ["KVStore"]

borrowed(__name__)
_COMMANDS = ("kController", "kSetMultiPrecision", "kStopServer", "kSyncMode", "kSetGradientCompression",
             "kSetProfilerParams")


def _get_kvstore_server_command_type(command: str) -> int:
    """Return the number of a command to a server."""
    if command not in _COMMANDS:
        raise Misuse(f"Unknown command type to send to server: {command!r} is none of {', '.join(_COMMANDS)}")
    return _COMMANDS.index(command)
