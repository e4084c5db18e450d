"""Linear algebra. Filled from the registry when `mxnet.ndarray` is imported."""
