"""Operators of MXNet's sparse namespace. Filled from the registry when `mxnet.symbol` is imported."""
