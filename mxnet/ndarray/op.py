"""All public operators. Filled from the registry when `mxnet.ndarray` is imported."""
