"""`mxnet.io.io`, where MXNet defines its iterators: the same names as `mxnet.io`."""
from ..core.borrowed import borrowed as _borrowed
from . import *  # noqa: F403

_borrowed(__name__)
