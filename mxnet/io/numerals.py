"""Decimal numbers out of text, however they are written, many at a time. Called by the readers of CSV
and LibSVM files for what `alike` leaves.

A block of text is looked at as an array of bytes: separators, points and exponents are found by
comparison, and the digits of all numbers are put together eight at a time.
"""
import numpy as np

from .alike import POWERS, clear_unused, joined, negate, words_before
from .text import SPACE, Block

_u = np.uint64
_ZEROS = _u(0x3030303030303030)
_MOST_DIGITS = 24


class NotPlain(ValueError):
    """There is something in a text that is not a plain decimal number."""


class Text:
    """A block of text that ends in a separator; between separators stand numbers.

    Plain numbers are: a sign or none, digits with a point or none, an exponent or none.

    Attributes
    ----------
    ends : positions of the separators, one after each number.
    marks : the separators themselves.
    """

    def __init__(self, block: Block, separators: bytes):
        self._block = block
        self._bytes = block.bytes[:block.stop]
        self._separates = self._bytes == separators[0]
        for mark in separators[1:]:
            self._separates |= self._bytes == mark
        self.ends = np.flatnonzero(self._separates)
        self.marks = self._bytes.take(self.ends)
        if not len(self.ends) or self.ends[-1] != block.stop - 1:
            raise NotPlain("a block of text must end in a separator")

    def values(self) -> np.ndarray:
        """Return all numbers as float64, or raise `NotPlain`."""
        mantissa, power = self._parsed()
        if np.isscalar(power):
            return mantissa / POWERS[power] if power else mantissa
        if np.abs(power).max() >= len(POWERS):
            raise NotPlain("a number is too large or too small")
        # dividing by a power of ten gives the nearest number there is, for it is exact up to 10**22
        found = np.multiply(mantissa, POWERS.take(-power, mode="clip"))
        np.divide(mantissa, POWERS.take(power, mode="clip"), out=found, where=power > 0)
        return found

    def whole(self) -> np.ndarray:
        """Return all numbers as int64, or raise `NotPlain` if one is not a whole number."""
        mantissa, power = self._parsed()
        if np.any(power) or np.abs(mantissa).max() >= 2.0 ** 53:
            raise NotPlain("not whole numbers of up to 15 digits")
        return mantissa.astype(np.int64)

    def _parsed(self) -> tuple[np.ndarray, np.ndarray | int]:
        """Return all numbers without point, as float64, and the powers of ten to divide them by."""
        text, ends, starts = self._bytes, self.ends, self._starts()
        negative, begins = self._signs(starts)
        stops, letters = ends, ends[:0]
        points = int(np.count_nonzero(text == ord(".")))
        # whatever is neither a digit nor in its proper place is not plain
        others = len(text) - SPACE - len(ends) - points - self._digit_count()
        others -= np.count_nonzero(begins - starts)
        if others:
            letters = np.flatnonzero((text | 0x20) == ord("e"))
            if not len(letters):
                raise NotPlain("there are other characters")
            scaled, stops = self._owners(letters, begins, ends)
            exponents, signs = self._exponents(letters, ends[scaled])
            if others != len(letters) + signs:
                raise NotPlain("there are other characters")
        middles, fraction, behind = self._points(points, stops)
        digits = middles - begins
        total = digits + fraction
        most = int(total.max())
        if digits.min() < 0 or total.min() < 1 or most > _MOST_DIGITS:
            raise NotPlain("a number has no digits, or very many")
        if most + bool(points) <= 8:
            mantissa = self._digits(stops, total, behind).astype(np.float64)
        else:
            mantissa = self._run(None, begins, digits)
            if points:
                mantissa = self._run(mantissa, middles + 1, fraction)
        negate(mantissa, negative)
        power = fraction
        if len(letters):
            power = np.zeros(len(ends), np.int64) + power
            power[scaled] -= exponents
        return mantissa, power

    def _points(self, count: int, stops: np.ndarray) -> tuple:
        """Return where the digits before the point end, how many follow it, and the bits of a word
        that these take, all of them where there is no point.
        """
        if not count:
            return stops, 0, None
        point = self._bytes == ord(".")
        # of points and separators in a row, a number's point is the one before its separator
        marks = np.flatnonzero(point | self._separates)
        is_point = point.take(marks)
        place = np.flatnonzero(~is_point) - 1
        pointed = is_point.take(place, mode="wrap")
        middles = np.where(pointed, marks.take(place, mode="wrap"), stops)
        if np.count_nonzero(pointed) != count or (middles > stops).any():
            raise NotPlain("a point stands twice in a number, or in its exponent")
        fraction = stops - middles
        fraction -= pointed
        bits = np.where(pointed, 64 - 8 * fraction, 0).view(_u)
        return middles, fraction, ~_u(0) << bits

    def _starts(self) -> np.ndarray:
        starts = np.empty_like(self.ends)
        starts[0] = SPACE
        np.add(self.ends[:-1], 1, out=starts[1:])
        return starts

    def _digit_count(self) -> int:
        return int(np.count_nonzero(np.subtract(self._bytes[SPACE:], ord("0")) < 10))

    def _signs(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Tell at which places there is a minus, and return them moved behind any sign."""
        found = self._bytes.take(places)
        negative = found == ord("-")
        signed = found == ord("+")
        signed |= negative
        return negative, places + signed

    @staticmethod
    def _owners(places: np.ndarray, begins: np.ndarray,
                ends: np.ndarray) -> tuple[np.ndarray | slice, np.ndarray]:
        """Return the numbers in which some characters stand, and all ends with these instead."""
        owner: np.ndarray | slice = slice(None)
        moved = places
        if len(places) != len(ends):
            owner = np.searchsorted(ends, places)
            if owner[-1] >= len(ends) or not (np.diff(owner) > 0).all():
                raise NotPlain("a character stands twice in a number")
            moved = ends.copy()
            moved[owner] = places
        if (moved < begins).any() or (moved > ends).any():
            raise NotPlain("a character stands outside of a number")
        return owner, moved

    def _exponents(self, letters: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, int]:
        """Return the numbers between some letters and ends, and how many of them have a sign."""
        negative, begins = self._signs(letters + 1)
        lengths = ends - begins
        if lengths.min() < 1 or lengths.max() > 4:
            raise NotPlain("an exponent has no digits, or very many")
        found = self._digits(ends, lengths).astype(np.int64)
        signs = np.count_nonzero(begins - letters - 1)
        return np.where(negative, -found, found), int(signs)

    def _run(self, mantissa: np.ndarray | None, begins: np.ndarray,
             lengths: np.ndarray | int) -> np.ndarray:
        """Return the numbers that runs of digits make, put behind those that there are."""
        longest = int(np.max(lengths))
        if longest <= 8:
            found = self._digits(begins + lengths, lengths).astype(np.float64)
            if mantissa is not None:
                mantissa *= POWERS.take(lengths)
                found += mantissa
            return found
        found = np.zeros(len(begins)) if mantissa is None else mantissa
        for start in range(0, longest, 8):
            part = np.clip(lengths - start, 0, 8)
            found *= POWERS.take(part)
            found += self._digits(begins + (start + part), part)
        return found

    def _digits(self, stops: np.ndarray, lengths: np.ndarray | int,
                behind: np.ndarray | None = None) -> np.ndarray:
        """Return the numbers that up to eight digits before some places make.

        With `behind`, there may be a point among them; these are the bits of the digits behind it.
        """
        found = words_before(self._block, stops)
        found ^= _ZEROS
        if behind is not None:
            before = found << _u(8)
            before &= ~behind
            found &= behind
            found |= before
        clear_unused(found, lengths)
        return joined(found)
