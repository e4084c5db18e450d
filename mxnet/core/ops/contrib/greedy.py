"""Greedy suppression on the host: which of many boxes, best first, are kept. Used by detection operators.

Arithmetic uses NumPy for few numbers, as its calls are cheaper, and torch for many, as it computes faster; comparison
and selection use NumPy, which is faster at any size.
"""
from collections.abc import Callable

import numpy as np
import torch

from ...tuning import (
    NUMPY_OVERLAPS_UP_TO_PAIRS,
    SORT_AS_INTEGERS_FROM_SCORES,
    SUPPRESS_UP_TO_CANDIDATES,
    SUPPRESS_UP_TO_PAIRS,
)

_LATER = ~np.tri(SUPPRESS_UP_TO_CANDIDATES, dtype=bool)  # which ones a candidate may suppress


def best_first(score: np.ndarray, limit: int | None = None) -> np.ndarray:
    """Return the order of scores, highest first, stable, and at most ``limit``."""
    if score.dtype != np.float32 or score.size < SORT_AS_INTEGERS_FROM_SCORES:
        return (-score).argsort(kind="stable")[:limit]
    # A score and its index in one integer: NumPy sorts these many times faster than it argsorts.
    bits = (score + 0).view(np.int32)  # there are two zeros
    key = (bits ^ (bits >> 31 & 0x7FFFFFFF)).astype(np.int64)
    np.invert(key, key)
    key <<= 32
    key |= np.arange(score.size)
    if limit is not None and limit < score.size // 2:
        key = np.partition(key, limit)[:limit]
    key.sort()
    return key[:limit] & 0xFFFFFFFF


def with_areas(boxes: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return (left, top, right, bottom) and (width, height) columns as the table that `keep_best` takes.

    An inverted box has no area.
    """
    table = np.empty((5, boxes.shape[1]), boxes.dtype)
    table[:4] = boxes
    np.multiply(*np.maximum(size, 0), table[4])
    return table


def keep_best(table: np.ndarray, exceeds: Callable, threshold: float, *, more: int = 0,
              kinds: np.ndarray | None = None, enough: int | None = None) -> np.ndarray:
    """Return the indices of the boxes, ascending, that no better kept box suppresses.

    Parameters
    ----------
    table : (left, top, right, bottom, area) a column, best first.
    exceeds : the NumPy function that compares an overlap with the threshold.
    more : 1 where corners are pixels that belong to the box.
    kinds : boxes of different kinds leave each other alone.
    enough : end early with as many, or more; not with ``kinds``.
    """
    count = table.shape[1]
    threshold = table.dtype.type(threshold)
    if count <= SUPPRESS_UP_TO_CANDIDATES:
        if not count:
            return np.arange(0)
        return _suppress(table, count, exceeds, threshold, more, kinds).nonzero()[0]
    if kinds is not None:
        return _keep_kinds(table, exceeds, threshold, more, kinds)
    number, kept, found = np.arange(count), [], 0
    while number.size and (enough is None or found < enough):
        rows = min(max(SUPPRESS_UP_TO_PAIRS // number.size, SUPPRESS_UP_TO_CANDIDATES // 4), SUPPRESS_UP_TO_CANDIDATES)
        stay = _suppress(table, min(rows, number.size), exceeds, threshold, more, None).nonzero()[0]
        decided = int(stay.searchsorted(rows))
        kept.append(number.take(stay[:decided]))
        found += decided
        number, table = number.take(stay[decided:]), table.take(stay[decided:], 1)
    return np.concatenate(kept)


def _keep_kinds(table: np.ndarray, exceeds: Callable, threshold: float, more: int,
                kinds: np.ndarray) -> np.ndarray:
    """Process large kinds one by one, and small ones together up to a block."""
    order = kinds.argsort(kind="stable")
    table, kinds = table.take(order, 1), kinds.take(order)
    ends = [*(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), kinds.size]
    begin, kept = 0, []
    for end, after in zip(ends, [*ends[1:], np.inf]):
        if after - begin <= SUPPRESS_UP_TO_CANDIDATES:
            continue
        own = kinds[begin:end]
        kept.append(keep_best(table[:, begin:end], exceeds, threshold, more=more,
                              kinds=None if own[0] == own[-1] else own) + begin)
        begin = end
    out = order.take(np.concatenate(kept))
    out.sort()
    return out


def _suppress(table: np.ndarray, rows: int, exceeds: Callable, threshold: float, more: int,
            kinds: np.ndarray | None) -> np.ndarray:
    """Flag which of the first boxes stay, and which others they leave."""
    flags = _overlap(table, rows, exceeds, threshold, more)
    if kinds is not None:
        flags &= kinds[:rows, None] == kinds
    flags[:, :rows] &= _LATER[:rows, :rows]
    stay = np.ones(table.shape[1], bool)
    # Only boxes that suppress others matter; none suppresses the first, so argmax 0 means none.
    for number in flags.argmax(1).nonzero()[0].tolist():
        if stay[number]:
            np.greater(stay, flags[number], stay)
    return stay


def _overlap(table: np.ndarray, rows: int, exceeds: Callable, threshold: float, more: int) -> np.ndarray:
    """Compare the intersection over union of the first boxes with all others to a threshold."""
    one, two = table[:, :rows, None], table[:, None]
    sides = one[2:4], two[2:4], one[:2], two[:2], one[4], two[4]
    if rows * table.shape[1] <= NUMPY_OVERLAPS_UP_TO_PAIRS:
        inner, ratio = _ratio(np, *sides, more, threshold)
    else:
        inner, ratio = (part.numpy() for part in _ratio(torch, *map(torch.from_numpy, sides), more, threshold))
    flags = exceeds(ratio, threshold)
    if threshold >= 0:  # two negative sides have a positive product
        flags &= inner > 0
    return flags


def _ratio(lib, far, other_far, near, other_near, area, other_area, more: int, threshold: float) -> tuple:
    """Return the overlap of boxes along one axis, and the intersection over union."""
    inner = lib.minimum(far, other_far)
    inner -= lib.maximum(near, other_near)
    if more:
        inner += more
    if threshold < 0:  # even disjoint boxes exceed it
        inner *= inner > 0
    shared = inner[0] * inner[1]
    union = area + other_area
    union -= shared
    shared /= union
    return inner[0], shared
