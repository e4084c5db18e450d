"""Decimal numbers out of text, however they are written, many at a time. Called by the readers of CSV
and LibSVM files for what `alike` leaves.

Points and exponents are found by comparison, and the digits of all numbers are put together eight at a
time.
"""
import numpy as np

from ..core.tuning import WITHOUT_POINT_UP_TO_NUMBERS
from .alike import (
    NO_DIGIT,
    POWERS,
    TOPS,
    ZEROS,
    clear_unused,
    close_gap,
    few_digits,
    joined,
    negate,
    places,
    short_numbers,
    signs,
    words_before,
)
from .text import Block

_u = np.uint64
_ONES = _u(0x0101010101010101)
_BEHIND = _u(0x0706050403020100)        # times 256 ** k, has 7 - k in its highest byte
_POINT, _EXPONENT = b".e"
_AS_DIGIT = _POINT ^ ord("0")           # what a point is where digits are 0 to 9
_MOST_DIGITS = 24


class NotPlain(ValueError):
    """A text contains something other than plain decimal numbers."""


def mixed_numbers(block: Block, starts: np.ndarray, stops: np.ndarray,
                  dtype: np.dtype) -> np.ndarray:
    """Return the numbers between some positions as float64 or int64, or raise `NotPlain`.

    Plain numbers have an optional sign, digits with an optional point, and an optional exponent.
    """
    negative, signed = signs(block, starts)
    begins = starts + signed
    stops, exponent = _exponents(block, begins, stops)
    lengths = stops - begins
    if lengths.min() < 1:
        raise NotPlain("a number has no digits")
    mantissa, power = _mantissas(block, begins, stops, lengths)
    if exponent is not None:
        power = power - exponent
    if dtype.kind == "i":
        if np.any(power) or np.abs(mantissa).max() >= 2.0 ** 53:
            raise NotPlain("not whole numbers of up to 15 digits")
        found = mantissa.astype(np.int64)
        return np.where(negative, -found, found)
    found = _scaled(mantissa, power)
    negate(found, negative)
    return found


def _scaled(mantissa: np.ndarray, power: np.ndarray) -> np.ndarray:
    """Divide numbers by powers of ten, which gives the nearest number there is: a power is exact up
    to 10**22.
    """
    least, most = int(power.min()), int(power.max())
    if max(most, -least) >= len(POWERS):
        raise NotPlain("a number is too large or too small")
    found = mantissa.astype(np.float64, copy=False)
    if least < 0:
        found = found * POWERS.take(-power, mode="clip")
    if most > 0:
        found = found / POWERS.take(power, mode="clip")
    return found


def _exponents(block: Block, begins: np.ndarray,
               stops: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
    """Return where the numbers end without their exponents, and the exponents, None if there are none."""
    letters = places((block.bytes | 0x20) == _EXPONENT)
    if not len(letters):
        return stops, None
    owner: slice | np.ndarray = slice(None)
    if len(letters) != len(stops):
        owner = np.searchsorted(stops, letters)
        if owner[-1] >= len(stops) or not (np.diff(owner) > 0).all():
            raise NotPlain("an exponent stands twice in a number, or outside of one")
    ends = stops[owner]
    if not ((begins[owner] < letters).all() and (letters < ends).all()):
        raise NotPlain("an exponent stands outside of a number")
    negative, signed = signs(block, letters + 1)
    lengths = ends - letters - 1 - signed
    found = few_digits(block, ends, lengths) if lengths.min() > 0 else None
    if found is None:
        raise NotPlain("an exponent has no digits, or very many")
    exponents = np.zeros(len(stops), np.int64)
    exponents[owner] = np.where(negative, -found.astype(np.int64), found)
    stops = stops.copy()
    stops[owner] = letters
    return stops, exponents


def _mantissas(block: Block, begins: np.ndarray, stops: np.ndarray,
               lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers without their points, and their number of decimals."""
    longest = lengths.max()
    if longest <= 8:
        return _of_one_word(block, stops, lengths)
    if longest > 16:
        return _of_many_words(block, begins, stops, lengths)
    long = np.flatnonzero(lengths > 8)
    if 2 * len(long) > len(lengths):
        return _of_two_words(block, stops, lengths)
    # a few are longer: the rest need not be read like them
    found, behind = _of_one_word(block, stops, np.where(lengths > 8, 0, lengths))
    found[long], behind[long] = _of_two_words(block, stops.take(long), lengths.take(long))
    return found, behind


def _of_one_word(block: Block, stops: np.ndarray,
                 lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The case of numbers of up to eight characters; a length of 0 gives 0."""
    words = words_before(block, stops)
    point, before = _take_points(words, lengths)
    _check_digits(lengths, point != 0)
    close_gap(words, before & words)
    point *= _BEHIND
    point >>= _u(56)
    return joined(words), point.view(np.int64)


def _of_two_words(block: Block, stops: np.ndarray,
                  lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The case of numbers of up to sixteen characters."""
    low, high = words_before(block, stops), words_before(block, stops - 8)
    point, before = _take_points(low, np.minimum(lengths, 8))
    above, before_above = _take_points(high, np.maximum(lengths, 8) - 8)
    in_low, in_high = point != 0, above != 0
    if (in_low & in_high).any():
        raise NotPlain("a point stands twice in a number")
    _check_digits(lengths, in_low | in_high)
    close_gap(low, before & low)
    close_gap(high, before_above & high)
    # closing a gap in the lower word moves one digit down from the higher
    bits = in_low.astype(_u) << _u(3)
    low |= high >> (_u(64) - bits)
    high <<= bits
    behind = (point * _BEHIND) >> _u(56)
    behind += (above * _BEHIND >> _u(56)) + (in_high.astype(_u) << _u(3))
    found = joined(high)
    found *= 10 ** 8
    found += joined(low)
    return found, behind.view(np.int64)


def _take_points(words: np.ndarray, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Make digits 0 to 9 and points 0, in the highest so many bytes; clear the rest.

    Return a one in the byte of each word's point, and all bits below it.
    """
    words ^= ZEROS
    clear_unused(words, lengths)
    point = words >> _u(4)
    point &= _ONES
    words ^= point * _u(_AS_DIGIT)
    before = point - (point != 0).astype(_u)
    wrong = words + NO_DIGIT            # a non-digit sets the top bit of its byte
    wrong |= words
    wrong &= _u(TOPS)
    wrong |= words & (point * _u(255))  # what only resembled a point
    wrong |= before & point             # a second point
    if wrong.any():
        raise NotPlain("there are other characters, or two points")
    return point, before


def _check_digits(lengths: np.ndarray, pointed: np.ndarray) -> None:
    if ((lengths == 1) & pointed).any():
        raise NotPlain("a number has no digits")


def _of_many_words(block: Block, begins: np.ndarray, stops: np.ndarray,
                   lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers without their points, as float64, and their number of decimals."""
    points, pointed = _points(block, begins, stops)
    behind = stops - points
    behind -= pointed
    before = points - begins
    if max(behind.max(), before.max()) > _MOST_DIGITS or (lengths - pointed).min() < 1:
        raise NotPlain("a number has no digits, or very many")
    found = _digits(block, points, before)
    found *= POWERS.take(behind)
    found += _digits(block, stops, behind)
    return found, behind


def _points(block: Block, begins: np.ndarray,
            stops: np.ndarray) -> tuple[np.ndarray, np.ndarray | bool]:
    """Return the positions of decimal points, of ends for numbers without one, and which have one."""
    found = places(block.bytes == _POINT)
    if len(found) == len(stops) and (begins <= found).all() and (found < stops).all():
        return found, True
    if 0 < len(stops) - len(found) <= WITHOUT_POINT_UP_TO_NUMBERS:
        found = _with_gaps(found, stops)
        if (begins <= found).all():
            return found, found < stops
    first, behind = np.searchsorted(found, begins), np.searchsorted(found, stops)
    behind -= first
    if behind.max() > 1:
        raise NotPlain("a point stands twice in a number")
    pointed = behind.astype(bool)
    return np.where(pointed, np.append(found, 0).take(first), stops), pointed


def _with_gaps(points: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """Put the ends of the few numbers that have no point between the points of the others.

    To look each number up among the points takes much longer.
    """
    place = 0
    for _ in range(len(stops) - len(points)):
        late = points[place:] >= stops[place:len(points)]
        place += int(np.argmax(late)) if late.any() else len(late)
        points = np.insert(points, place, stops[place])
        place += 1
    return points


def _digits(block: Block, stops: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the numbers formed by runs of digits that end at some positions, as float64."""
    found, longest = np.zeros(len(stops)), int(lengths.max())
    for start in range(0, longest, 8):
        ends, rest = stops - start, (np.maximum(lengths, start) - start).astype(np.uint8)
        part = few_digits(block, ends, rest) if longest - start <= 4 \
            else short_numbers(words_before(block, ends), np.minimum(rest, 8), -1)
        if part is None:
            raise NotPlain("there are other characters")
        found += part * POWERS[start]
    return found
