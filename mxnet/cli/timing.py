"""Times of a call that is repeated: for `bench`, and for the table of `convert --quantize`."""
import time
from collections.abc import Callable
from typing import Any

_WARM_UPS = 3  # the first call derives what later ones use: packed weights, scripts


def timed(call: Callable[[], Any]) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def repeated(call: Callable[[], Any], seconds: float) -> list[float]:
    """Warm up, then call until so many seconds have passed, at least three times; return the sorted times."""
    for _ in range(_WARM_UPS):
        call()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 100_000):
        times.append(timed(call))
    return sorted(times)


def median(times: list[float]) -> float:
    """Return the middle one of sorted times."""
    return times[len(times) // 2]
