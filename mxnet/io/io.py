"""`mxnet.io.io`, the module where MXNet has its iterators: the same names as `mxnet.io`."""
from . import *  # noqa: F403
