"""Operators of MXNet's image namespace. Filled from the registry when `mxnet.symbol` is imported."""
