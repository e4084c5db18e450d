"""Converts the URI that a program passes to a local path. Used by everything that opens files."""
import os
import re

from .errors import MXNetError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")


def local_path(uri: str | os.PathLike[str]) -> str:
    """Return the local path that ``uri`` names; the only accepted scheme is ``file://``."""
    path = os.fspath(uri)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    scheme = _SCHEME.match(path)
    if scheme is None:
        return path
    if scheme[1].lower() == "file":
        return path[scheme.end():]
    raise MXNetError(f"{path}: only local files can be opened here, not {scheme[1]}://; "
                     "copy the file to a local folder first")
