"""All public operators. Filled from the registry when `mxnet.symbol` is imported."""
