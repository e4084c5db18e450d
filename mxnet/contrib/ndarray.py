"""`mxnet.contrib.ndarray`, the old name of `mxnet.ndarray.contrib`: the same module."""
import sys

from ..ndarray import contrib

sys.modules[__name__] = contrib
