"""Operators whose names start with an underscore. Filled from the registry when `mxnet.symbol` is imported."""
