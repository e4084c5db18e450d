"""`mxnet.contrib.symbol`, the old place of `mxnet.symbol.contrib`: the same module."""
import sys

from ..symbol import contrib

sys.modules[__name__] = contrib
