"""Operators whose names start with an underscore. Filled from the registry when `mxnet.ndarray` is imported."""
