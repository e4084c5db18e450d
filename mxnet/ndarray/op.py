"""All public operators. Filled from the registry when `mxnet.ndarray` is imported."""

from ..core.borrowed import borrowed as _borrowed

__getattr__ = _borrowed(__name__)
