"""`mxnet.contrib.symbol`, the old name of `mxnet.symbol.contrib`: the same module."""
import sys

from ..symbol import contrib

sys.modules[__name__] = contrib
