"""Image operators. Filled from the registry when `mxnet.ndarray` is imported."""
