"""`mxnet.image.image`, the module where MXNet has all of `mx.image` but detection."""
from .augmenter import *  # noqa: F403
from .iterator import *  # noqa: F403
from .transform import *  # noqa: F403
from .transform import _get_interp_method  # noqa: F401
