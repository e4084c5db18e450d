"""Finds the positions of maxima, on the host. Used by pooling and detection operators."""
import numpy as np

from ..tuning import PLAIN_ARGMAX_UP_TO_ELEMENTS


def first_places(values: np.ndarray, best: np.ndarray) -> np.ndarray:
    """Return the first index along axis 0 at which ``values`` has its maximum ``best``.

    NumPy's and torch's argmax process one number at a time; this processes many bytes at a time.
    """
    count = len(values)
    if values.size <= PLAIN_ARGMAX_UP_TO_ELEMENTS:
        return values.argmax(0)
    kind = np.uint8 if count < 256 else np.uint16 if count < 65536 else np.uint64
    other = (values != best).view(np.uint8).astype(kind, copy=False)
    np.negative(other, other)  # zero, or the highest number there is
    other |= np.arange(count, dtype=kind).reshape(-1, *[1] * best.ndim)
    return np.minimum(other.min(0), kind(count - 1))  # a NaN maximum is nowhere
