"""Operators of MXNet's contrib namespace. Filled from the registry when `mxnet.ndarray` is imported."""
