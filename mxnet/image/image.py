"""`mxnet.image.image`, the module in which MXNet defines all of `mx.image` except detection."""
from ..core.borrowed import borrowed as _borrowed
from .augmenter import *  # noqa: F403
from .iterator import *  # noqa: F403
from .transform import *  # noqa: F403
from .transform import _get_interp_method  # noqa: F401

_borrowed(__name__)
