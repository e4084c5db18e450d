"""Parses uniformly formatted decimal numbers, many at a time. Used by the readers of text files.

NumPy's own readers take two hundred nanoseconds per number and hold the interpreter lock. Here text is processed as
eight-byte words: the digits of all numbers are combined at once, by a few operations on whole arrays. That takes about
ten.
"""
import numpy as np

from .text import SPACE, Block

_u = np.uint64
ZEROS = _u(0x3030303030303030)
NO_DIGIT = _u(0x7676767676767676)      # added to a byte above 9, gives one above 127
TOPS = 0x8080808080808080
# types of words, and what times 256 ** k has k in its highest byte
_WIDTHS = ((np.uint64, _u(0x0001020304050607)), (np.uint32, np.uint32(0x00010203)))
_STEPS = ((_u(0x00FF00FF00FF00FF), _u(6553601), _u(16)),
          (_u(0x0000FFFF0000FFFF), _u(42949672960001), _u(32)))
POWERS = 10.0 ** np.arange(309, dtype=np.float64)
_POINT, _MINUS, _PLUS, _ZERO = b".-+0"


def places(mask: np.ndarray) -> np.ndarray:
    """Return the positions at which a mask of a block's bytes is set.

    If no two positions share a word, finding the nonzero words is faster than scanning all bytes, and the only bit in
    each gives the position in it.
    """
    count = np.count_nonzero(mask)
    for kind, bytes_of in _WIDTHS:
        words = mask.view(kind)
        if count > len(words):
            continue
        found = np.flatnonzero(words != 0)
        if len(found) == count:
            place = words.take(found, mode="wrap")
            place *= bytes_of
            place >>= kind(8 * place.itemsize - 8)
            found *= place.itemsize
            found += place.view(f"i{place.itemsize}")
            return found
    return np.flatnonzero(mask)


def words_before(block: Block, stops: np.ndarray) -> np.ndarray:
    """Return the eight bytes before some positions, the last one on top."""
    word = stops >> 3
    bits = stops & 7
    bits <<= 3
    shift = bits.view(_u)
    found = block.words.take(word, mode="wrap")     # faster than with bounds checks
    word -= 1
    below = block.words.take(word, mode="wrap")
    below >>= shift
    found <<= _u(64) - shift
    found |= below
    return found


def numbers(block: Block, starts: np.ndarray, stops: np.ndarray,
            dtype: np.dtype) -> np.ndarray | None:
    """Return the numbers between some positions, or None if they are not uniformly formatted.

    Uniform numbers have no exponent and as many decimals as the first; with an integer type, none.
    """
    if not len(starts):
        return np.empty(0, dtype)
    wide = stops - starts
    if wide.max() > 18:
        return None
    lengths = wide.astype(np.uint8)
    found = few_digits(block, stops, lengths) if wide.min() > 0 else None
    if found is not None:
        return found.astype(dtype)
    negative, signed = signs(block, starts)
    lengths -= signed
    first = block.bytes[stops[0] - lengths[0]:stops[0]].tobytes()
    after = len(first) - 1 - first.index(b".") if b"." in first else -1
    if lengths.min() < (after + 1 if after > 0 else after + 2) or (dtype.kind == "i" and after >= 0):
        return None
    found = short_numbers(words_before(block, stops), lengths, after) if lengths.max() <= 8 \
        else _long(block, stops, lengths, after)
    return None if found is None else _finished(found, negative, after, dtype)


def signs(block: Block, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return which numbers begin with a minus, and which with any sign."""
    letters = block.bytes.take(starts, mode="wrap")
    negative = letters == _MINUS
    return negative, negative | (letters == _PLUS)


def _finished(found: np.ndarray, negative: np.ndarray, after: int, dtype: np.dtype) -> np.ndarray:
    """Apply signs and decimal points to parsed numbers."""
    if dtype.kind == "i":
        return np.where(negative, -found, found).astype(dtype, copy=False)
    values = found.astype(np.float64)
    if after > 0:
        values /= POWERS[after]
    values = values.astype(dtype, copy=False)
    negate(values, negative)
    return values


def few_digits(block: Block, stops: np.ndarray, lengths: np.ndarray) -> np.ndarray | None:
    """Return the numbers of up to four digits before some positions; None if there is anything else."""
    shortest, longest = int(lengths.min()), int(lengths.max())
    if longest > 4:
        return None
    found, at = np.zeros(len(stops), np.uint16), stops - SPACE
    for place in range(longest):
        digit = block.bytes[SPACE - 1 - place:].take(at, mode="wrap")
        digit -= _ZERO
        if place >= shortest:
            digit *= lengths > place
        if digit.max() > 9:
            return None
        found += digit if place == 0 else digit.astype(np.uint16) * 10 ** place
    return found


def short_numbers(words: np.ndarray, lengths: np.ndarray | int, after: int) -> np.ndarray | None:
    """Return numbers of up to eight characters, without their points, which have `after` digits
    behind them; None if there is anything else. -1 is for no point.
    """
    shift = 56 - 8 * after
    expected, most = ZEROS, NO_DIGIT
    if after >= 0:
        expected ^= _u(_ZERO ^ _POINT) << _u(shift)
        most ^= _u(0x76 ^ 0x7F) << _u(shift)
    words ^= expected
    clear_unused(words, lengths)
    # now digits are 0 to 9 and points 0; anything else sets the top bit of its byte
    wrong = words + most
    wrong |= words
    if int(np.bitwise_or.reduce(wrong)) & TOPS:
        return None
    if after >= 0:
        close_gap(words, np.bitwise_and(words, _u((1 << shift) - 1), out=wrong))
    return joined(words)


def _long(block: Block, stops: np.ndarray, lengths: np.ndarray, after: int) -> np.ndarray | None:
    """Return what `short_numbers` does, for numbers with up to eight digits on each side of the point."""
    if not 0 < after <= 8 or lengths.max() - after - 1 > 8:
        return None
    points = stops - (after + 1)
    if not (block.bytes.take(points) == _POINT).all():
        return None
    whole = short_numbers(words_before(block, points), lengths - np.uint8(after + 1), -1)
    fraction = short_numbers(words_before(block, stops), after, -1)
    if whole is None or fraction is None:
        return None
    whole *= 10 ** after
    whole += fraction
    return whole


def close_gap(words: np.ndarray, before: np.ndarray) -> None:
    """Shift the bytes before a point up by one to close the gap; overwrites its argument."""
    before *= _u(255)
    words += before


def clear_unused(words: np.ndarray, lengths: np.ndarray | int) -> None:
    """Keep only so many bytes, at most eight, from the top."""
    unused = np.asarray(64 - 8 * lengths).astype(_u)
    words >>= unused
    words <<= unused


def joined(words: np.ndarray) -> np.ndarray:
    """Combine the digits in bytes into one number, the last one on top."""
    words *= _u(2561)
    words >>= _u(8)
    for mask, factor, down in _STEPS:
        words &= mask
        words *= factor
        words >>= down
    return words.view(np.int64)


def negate(values: np.ndarray, which: np.ndarray) -> None:
    """Flip the sign bit of some floats, which is faster than masked writes."""
    bits = values.view(f"u{values.itemsize}")
    bits ^= which.astype(bits.dtype) << bits.dtype.type(8 * values.itemsize - 1)
