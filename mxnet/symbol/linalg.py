"""Operators of MXNet's linear algebra namespace. Filled from the registry when `mxnet.symbol` is imported."""
