"""The shuffle of MXNet's native readers, so that a seed gives the same order here."""
import numpy as np

_TOP = 2 ** 32 - 1


def shuffled(count: int, seed: int) -> np.ndarray:
    """Return 0 ... count-1 in the order that a C++ `std::shuffle` on `mt19937(seed)` gives.

    The standard leaves the algorithm open; this is the one of the library MXNet 1.9.1 was built
    with: from the second element on, swap with one drawn from those up to itself.
    """
    order = list(range(count))
    if count < 2:
        return np.array(order, dtype=np.int64)
    source = _mt19937(seed)
    choices = np.arange(2, count + 1, dtype=np.uint64)
    width = _TOP // choices
    raw = source.random_raw(count - 1).astype(np.uint64)
    rejected = raw >= choices * width
    if rejected.any():
        # a number past the last full bucket is drawn again, which moves all that follow
        raw = _draw_again(_mt19937(seed), choices * width)
    for place, other in enumerate((raw // width).tolist(), 1):
        order[place], order[other] = order[other], order[place]
    return np.array(order, dtype=np.int64)


def _mt19937(seed: int) -> np.random.MT19937:
    source = np.random.MT19937()
    source.state = np.random.RandomState(seed & _TOP).get_state(legacy=False)
    return source


def _draw_again(source: np.random.BitGenerator, limits: np.ndarray) -> np.ndarray:
    drawn = []
    for limit in limits.tolist():
        value = source.random_raw()
        while value >= limit:
            value = source.random_raw()
        drawn.append(value)
    return np.array(drawn, dtype=np.uint64)
