"""Operators under their sparse names; arrays are dense in this release.

Filled from the registry when `mxnet.ndarray` is imported.
"""
