"""Finds where maxima lie, on the host. Pooling and detection operators call this."""
import numpy as np

from ..tuning import PLAIN_ARGMAX_UP_TO_ELEMENTS


def first_places(values: np.ndarray, best: np.ndarray) -> np.ndarray:
    """Return the first index along axis 0 at which ``values`` has its maximum ``best``.

    What NumPy's and torch's argmax do one number at a time is here done with bytes, many at a time.
    """
    count = len(values)
    if values.size <= PLAIN_ARGMAX_UP_TO_ELEMENTS:
        return values.argmax(0)
    kind = np.uint8 if count < 256 else np.uint16 if count < 65536 else np.uint64
    other = (values != best).view(np.uint8).astype(kind, copy=False)
    np.negative(other, other)  # zero, or the highest number there is
    other |= np.arange(count, dtype=kind).reshape(-1, *[1] * best.ndim)
    return np.minimum(other.min(0), kind(count - 1))  # a maximum that is no number is nowhere
