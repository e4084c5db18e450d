"""Decimal numbers out of text, many at a time. Called by the readers of CSV and LibSVM files.

NumPy's own readers take two hundred nanoseconds a number and keep the interpreter locked. Here a
block of text is looked at as an array of bytes: separators are found by comparison, and the digits
of all numbers are put together eight at a time, as the bytes of 64-bit words. That takes about
thirty.
"""
import os
from collections.abc import Iterator

import numpy as np

from ..core.errors import MXNetError

_SPACE = 8                      # bytes in front of the text, so that every number has a word
_u = np.uint64
_ZEROS = _u(0x3030303030303030)
_NO_DIGIT = _u(0x7676767676767676)       # added to a byte above 9, gives one above 127
_TOPS = 0x8080808080808080
_STEPS = ((_u(0x0F0F0F0F0F0F0F0F), _u(2561), _u(8)),
          (_u(0x00FF00FF00FF00FF), _u(6553601), _u(16)),
          (_u(0x0000FFFF0000FFFF), _u(42949672960001), _u(32)))
_POWERS = 10.0 ** np.arange(309, dtype=np.float64)
_MOST_DIGITS = 24


_NUMBERS = 40_000               # a block: more than a cache holds is slower, and so is much less
_FIRST_BLOCK = 1 << 16
_LARGEST_BLOCK = 1 << 22


def blocks(path: str, separators: bytes, begin: int = 0,
           end: int | None = None) -> Iterator[bytes]:
    """Yield a file, or part of it, in blocks of whole lines with as many numbers as are best parsed
    at once.

    Lines may end in any of the usual ways; the last may lack its end.
    """
    try:
        with open(path, "rb", buffering=0) as file:
            file.seek(begin)
            left = (os.path.getsize(path) if end is None else end) - begin
            size, rest = 0, b""
            while data := file.read(min(size or _FIRST_BLOCK, left)):
                left -= len(data)
                if not size:
                    count = 1 + sum(data.count(bytes([mark])) for mark in separators)
                    size = min(max(_NUMBERS * len(data) // count, 4096), _LARGEST_BLOCK)
                whole = (data.rfind(b"\n") + 1) or (data.rfind(b"\r", 0, -1) + 1)
                if whole:
                    yield _plain_lines(rest + data[:whole])
                    rest = data[whole:]
                else:
                    rest += data
            if rest:
                yield _plain_lines(rest + b"\n")
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror}") from error


def _plain_lines(block: bytes) -> bytes:
    if b"\r" in block:
        return block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return block


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

    def __init__(self, data: bytes, separators: bytes):
        length = len(data) + _SPACE
        self._words = np.zeros(length // 8 + 3, _u)
        self._bytes = self._words.view(np.uint8)[:length]
        self._bytes[_SPACE:] = np.frombuffer(data, np.uint8)
        self._separates = self._bytes == separators[0]
        for mark in separators[1:]:
            self._separates |= self._bytes == mark
        self.ends = np.flatnonzero(self._separates)
        self.marks = self._bytes.take(self.ends)
        if not len(self.ends) or self.ends[-1] != length - 1:
            raise NotPlain("a block of text must end in a separator")

    def values(self, groups: tuple = (slice(None),)) -> list[np.ndarray]:
        """Return numbers as float64, or raise `NotPlain`.

        Parameters
        ----------
        groups : indices of numbers that are likely to be written alike. All numbers must be in one.
        """
        found = self._quickly(groups)
        if found is None:
            numbers = self._all_values()
            found = [numbers[group] for group in groups]
        return found

    def _all_values(self) -> np.ndarray:
        mantissa, power = self._parsed()
        if np.isscalar(power):
            return mantissa / _POWERS[power] if power else mantissa
        if np.abs(power).max() >= len(_POWERS):
            raise NotPlain("a number is too large or too small")
        # dividing by a power of ten gives the nearest number there is, for it is exact up to 10**22
        found = np.multiply(mantissa, _POWERS.take(-power, mode="clip"))
        np.divide(mantissa, _POWERS.take(power, mode="clip"), out=found, where=power > 0)
        return found

    def _quickly(self, groups: tuple) -> list[np.ndarray] | None:
        """Return numbers that have no exponents and, in a group, equally many digits after the point.

        None if that is not so, or if there are very many digits.
        """
        starts, found = self._starts(), []
        for group in groups:
            ends = self.ends[group]
            if not len(ends):
                found.append(np.empty(0))
                continue
            negative, begins = self._signs(starts[group])
            lengths = ends - begins
            first = self._bytes[begins[0]:ends[0]].tobytes()
            after = len(first) - 1 - first.index(b".") if b"." in first else -1
            if lengths.min() < (after + 1 if after > 0 else after + 2):
                return None
            mantissa = self._alike(ends, lengths, after) if lengths.max() <= 8 \
                else self._alike_long(ends, lengths, after)
            if mantissa is None:
                return None
            _negate(mantissa, negative)
            found.append(mantissa / _POWERS[after] if after > 0 else mantissa)
        return found

    def _alike(self, ends: np.ndarray, lengths: np.ndarray | int,
               after: int) -> np.ndarray | None:
        """Return numbers of up to eight characters, without their points, which have `after` digits
        behind them; None if there is anything else. -1 is for no point.
        """
        shift = 56 - 8 * after
        expected, most = _ZEROS, _NO_DIGIT
        if after >= 0:
            expected ^= _u(ord("0") ^ ord(".")) << _u(shift)
            most ^= _u(0x76 ^ 0x7F) << _u(shift)
        found = self._last_eight(ends)
        found ^= expected
        _clear_unused(found, lengths)
        # now digits are 0 to 9 and points 0; anything else sets the top bit of its byte
        wrong = found + most
        wrong |= found
        if int(np.bitwise_or.reduce(wrong)) & _TOPS:
            return None
        if after >= 0:
            behind = _u((1 << 64) - (1 << (shift + 8)) if after else 0)
            before = found << _u(8)
            before &= ~behind
            found &= behind
            found |= before
        return _joined(found).astype(np.float64)

    def _alike_long(self, ends: np.ndarray, lengths: np.ndarray, after: int) -> np.ndarray | None:
        """Return what `_alike` does of numbers with up to eight digits on each side of the point."""
        if not 0 < after <= 8 or lengths.max() - after - 1 > 8:
            return None
        middles = ends - (after + 1)
        if not (self._bytes.take(middles) == ord(".")).all():
            return None
        whole = self._alike(middles, lengths - (after + 1), -1)
        fraction = self._alike(ends, after, -1)
        return None if whole is None or fraction is None else whole * _POWERS[after] + fraction

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
        others = len(text) - _SPACE - len(ends) - points - self._digit_count()
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
        _negate(mantissa, negative)
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
        starts[0] = _SPACE
        np.add(self.ends[:-1], 1, out=starts[1:])
        return starts

    def _digit_count(self) -> int:
        return int(np.count_nonzero(np.subtract(self._bytes[_SPACE:], ord("0")) < 10))

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
                mantissa *= _POWERS.take(lengths)
                found += mantissa
            return found
        found = np.zeros(len(begins)) if mantissa is None else mantissa
        for start in range(0, longest, 8):
            part = np.clip(lengths - start, 0, 8)
            found *= _POWERS.take(part)
            found += self._digits(begins + (start + part), part)
        return found

    def _digits(self, stops: np.ndarray, lengths: np.ndarray | int,
                behind: np.ndarray | None = None) -> np.ndarray:
        """Return the numbers that up to eight digits before some places make.

        With `behind`, there may be a point among them; these are the bits of the digits behind it.
        """
        found = self._last_eight(stops)
        found ^= _ZEROS
        if behind is not None:
            before = found << _u(8)
            before &= ~behind
            found &= behind
            found |= before
        _clear_unused(found, lengths)
        return _joined(found)

    def _last_eight(self, stops: np.ndarray) -> np.ndarray:
        """Return the eight bytes before some places, the last of them on top."""
        at = stops - 8
        word = at >> 3
        at &= 7
        at <<= 3
        shift = at.view(_u)
        found = self._words.take(word)
        found >>= shift
        word += 1
        high = self._words.take(word)
        high <<= _u(64) - shift
        found |= high
        return found


def _clear_unused(words: np.ndarray, lengths: np.ndarray | int) -> None:
    """Leave only so many bytes, from the top."""
    unused = np.asarray(64 - 8 * lengths, np.int64).view(_u)
    words >>= unused
    words <<= unused


def _joined(words: np.ndarray) -> np.ndarray:
    """Make one number of the digits that bytes hold, the last of them on top."""
    for mask, factor, down in _STEPS:
        words &= mask
        words *= factor
        words >>= down
    return words


def _negate(values: np.ndarray, which: np.ndarray) -> None:
    """Turn the sign bit of some float64 numbers, which is quicker than to write where a mask says."""
    bits = values.view(_u)
    bits ^= which.astype(_u) << _u(63)
