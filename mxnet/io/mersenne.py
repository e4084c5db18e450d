"""Random numbers as MXNet's native readers draw them, so that a seed gives the same order and crops.

The generator is C++'s `mt19937`. The standard does not define how distributions use it; these are those of the library
that MXNet 1.9.1 was built with.
"""
from collections.abc import MutableSequence
from typing import Any

import numpy as np

_TOP = 2 ** 32 - 1
_float = np.float32


class Mersenne:
    """A C++ `mt19937` and the distributions drawn from it."""

    __slots__ = ("_bits", "_legacy")

    def __init__(self, seed: int = 5489) -> None:
        self._bits = np.random.MT19937(0)
        self._legacy = np.random.RandomState(self._bits)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Reseed; the lowest 32 bits of the seed count."""
        self._legacy.seed(seed & _TOP)

    @property
    def state(self) -> Any:
        """The state to set in order to draw the same numbers again."""
        return self._bits.state

    @state.setter
    def state(self, value: Any) -> None:
        self._bits.state = value

    def uniform(self, low: Any = 0.0, high: Any = 1.0) -> np.float32:
        """Draw a float32 from `low` up to `high`."""
        low, high = _float(low), _float(high)
        return _float(self._bits.random_raw()) * _float(2.0 ** -32) * (high - low) + low

    def integer(self, low: int, high: int) -> int:
        """Draw an integer from `low` to `high`, both included."""
        count = high - low + 1
        width = _TOP // count
        value = self._bits.random_raw()
        while value >= count * width:
            value = self._bits.random_raw()
        return low + int(value) // width

    def coin(self) -> bool:
        """Draw True with probability one half."""
        first, second = self._bits.random_raw(), self._bits.random_raw()
        return int(first) + (int(second) << 32) < 1 << 63

    def normals(self, count: int, deviation: float) -> list[np.float32]:
        """Draw normal numbers around 0 from one distribution object, which makes them in pairs."""
        found: list[np.float32] = []
        while len(found) < count:
            x, y = (_float(2) * self.uniform() - _float(1) for _ in range(2))
            square = x * x + y * y
            if 0 < square <= 1:
                scale = np.sqrt(_float(-2) * np.log(square) / square)
                found += [y * scale * _float(deviation), x * scale * _float(deviation)]
        return found[:count]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place: from the second on, swap each with one drawn from those up to itself."""
        for place, other in enumerate(self._choices(len(items)), 1):
            items[place], items[other] = items[other], items[place]

    def _choices(self, count: int) -> list[int]:
        """Draw a number from 0 ... i for each i from 1 to `count` - 1."""
        if count < 2:
            return []
        choices = np.arange(2, count + 1, dtype=np.uint64)
        width = _TOP // choices
        before = self._bits.state
        raw = self._bits.random_raw(count - 1).astype(np.uint64)
        if (raw >= choices * width).any():
            # a number past the last full bucket is redrawn, which shifts all that follow
            self._bits.state = before
            return [self.integer(0, i) for i in range(1, count)]
        return (raw // width).tolist()


def shuffled(count: int, seed: int) -> np.ndarray:
    """Return 0 ... count-1 in the order of a C++ `std::shuffle` with `mt19937(seed)`."""
    order = list(range(count))
    Mersenne(seed).shuffle(order)
    return np.array(order, dtype=np.int64)
