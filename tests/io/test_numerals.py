"""Numbers out of text, many at a time: the same as Python's float one at a time."""
import random

import numpy as np
import pytest

from mxnet.io.alike import numbers, places
from mxnet.io.numerals import NotPlain, mixed_numbers
from mxnet.io.text import SPACE, Block, TextFile, blocks

WRITTEN = {
    "six places": lambda r: f"{r.gauss(0, 1):.6f}",
    "wide": lambda r: f"{r.gauss(0, 1e6):.3f}",
    "small whole": lambda r: str(r.randint(0, 255)),
    "large whole": lambda r: str(r.randint(-10 ** 15, 10 ** 15)),
    "shortest": lambda r: repr(r.gauss(0, 1)),
    "six digits": lambda r: f"{r.gauss(0, 1):g}",
    "up to sixteen": lambda r: f"{r.gauss(0, 1e4):.{r.randint(0, 9)}f}",
    "mostly long": lambda r: f"{r.gauss(0, 1e6):.{r.randint(3, 6)}f}",
    "exponents": lambda r: f"{r.gauss(0, 1) * 10.0 ** r.randint(-30, 30):g}",
    "eighteen places": lambda r: f"{r.gauss(0, 1e10):.18e}",
    "anything": lambda r: r.choice([".5", "5.", "-.25", "+1", "0", "1e5", "2E-3", "-0.0", "00012",
                                    "1e+10", "123456789012345", "0.000000000001", "7"]),
}


ALIKE = ("six places", "wide", "small whole")      # not only by chance


def read(way, text, dtype):
    block = Block.of(text)
    stops = places(np.isin(block.bytes, list(b",\n")))
    return way(block, np.append(SPACE, stops[:-1] + 1), stops, np.dtype(dtype))


def values(text, dtype=np.float64):
    """Return numbers in the way of however they are written."""
    return read(mixed_numbers, text, dtype)


def alike(text, dtype=np.float64):
    """Return numbers in the way of those that are written alike, None if they are not."""
    return read(numbers, text, dtype)


def join(numbers, separators, rng):
    return "".join(number + rng.choice(separators) for number in numbers[:-1]) + numbers[-1] + "\n"


@pytest.mark.parametrize("kind", WRITTEN)
def test_values(kind):
    rng = random.Random(kind)
    numbers = [WRITTEN[kind](rng) for _ in range(3000)]
    text = join(numbers, ",\n", rng).encode()
    expected = np.array([float(number) for number in numbers])
    quick = alike(text)
    assert (quick is not None) == (kind in ALIKE)
    for found in (values(text), quick) if kind in ALIKE else (values(text),):
        np.testing.assert_allclose(found, expected, rtol=4e-16)
        np.testing.assert_array_equal(found.astype(np.float32), expected.astype(np.float32))
        np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))
    if kind in ALIKE:
        np.testing.assert_array_equal(alike(text, np.float32), expected.astype(np.float32))


@pytest.mark.parametrize("length", range(1, 30))
def test_every_length_at_every_place(length):
    rng = random.Random(length)
    numbers = ["".join(rng.choice("0123456789") for _ in range(1 + (i + length) % 20))
               for i in range(length)]
    text = (",".join(numbers) + "\n").encode()
    np.testing.assert_allclose(values(text), [float(n) for n in numbers], rtol=3e-16)
    short = [number[:8] for number in numbers]
    assert alike((",".join(short) + "\n").encode(), np.int64).tolist() == list(map(int, short))


@pytest.mark.parametrize("length", range(8, 25))
def test_one_separator_a_word(length):
    """Numbers long enough to have no two separators in eight bytes are found by another way."""
    rng = random.Random(length)
    numbers = [f"{'-' * rng.randint(0, 1)}{rng.random():.6f}" for i in range(length)]
    found = alike(("\n".join(numbers) + "\n").encode(), np.float64)
    assert found.tolist() == [float(number) for number in numbers]


def test_whole_numbers_are_exact():
    rng = random.Random(1)
    numbers = [rng.randint(-2 ** 52, 2 ** 52) for _ in range(500)]
    text = (",".join(map(str, numbers)) + "\n").encode()
    assert values(text, np.int64).tolist() == numbers
    for bad in (b"1.5\n", b"1e-3\n", f"{2 ** 60}\n".encode()):
        assert alike(bad, np.int64) is None
        with pytest.raises(NotPlain):
            values(bad, np.int64)
    assert alike(b"-12,+3,0\n", np.int32).tolist() == [-12, 3, 0]
    assert alike(b"1,2.\n", np.int64) is None


@pytest.mark.parametrize("text", [
    b"1,,2\n", b"1,a\n", b"1..2\n", b"1.2.3\n", b"--1\n", b"1-\n", b"1e\n", b"1e+\n", b"e5\n", b"-\n",
    b".\n", b"1 ,2\n", b"nan\n", b"inf\n", b"1e5e5\n", b"1e1.5\n", b".e1\n", b"1e99999\n",
    b"\n", b"1\n\n", b"0x1\n", b"1\r\n", b"+-1\n", b"1+1\n", b"1,2.5,3-4\n", b"1.5,2,3.\xff\n",
    b"1e400\n", b"1e-400\n", b"1" * 40 + b"\n", b"1.5,2.5,3:5\n", b"1,2e5,3e\n"])
def test_what_is_not_plain(text):
    assert alike(text) is None
    with pytest.raises(NotPlain):
        values(text)


def test_text_of_random_bytes_is_read_right_or_refused():
    rng = random.Random(5)
    plain = 0
    for _ in range(20000):
        text = "".join(rng.choice("0123456789.,\n-+eE") for _ in range(rng.randint(0, 12))) + "\n"
        quick = alike(text.encode())
        try:
            found = values(text.encode())
        except NotPlain:
            assert quick is None
            continue
        plain += 1
        if quick is not None:
            np.testing.assert_array_equal(quick, found)
        expected = [float(number) for number in text[:-1].replace("\n", ",").split(",")]
        np.testing.assert_allclose(found, expected, rtol=3e-16)
    assert plain > 500


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("size", [7, 16, 1 << 16])
def test_blocks_are_whole_lines(tmp_path, monkeypatch, end, last, size):
    monkeypatch.setattr("mxnet.io.text._FIRST_BLOCK", size)
    monkeypatch.setattr("mxnet.io.text._LARGEST_BLOCK", size)
    lines = [str(10 ** (i % 30)) for i in range(100)]
    (tmp_path / "a").write_bytes((end.join(lines) + (end if last else "")).encode())
    found = list(blocks(TextFile(str(tmp_path / "a")), b",\n"))
    texts = [block.text() for block in found]
    assert all(text.endswith((b"\n", b"\r")) for text in texts)
    assert b"".join(texts).split() == [line.encode() for line in lines]
    for block, text in zip(found, texts):
        first = text.split()[0].decode()
        assert block.line_number() - 1 in [i for i, line in enumerate(lines) if line == first]
        assert not block.bytes[:SPACE].any() and not block.bytes[block.stop:].any()


@pytest.mark.parametrize("without", [0, 1, 2, 7, 30, 200])
def test_some_numbers_have_no_point(without):
    rng = random.Random(without)
    numbers = [repr(rng.gauss(0, 1)) for _ in range(200)]
    for place in rng.sample(range(200), without):
        numbers[place] = str(rng.randint(0, 10 ** 12))
    text = (",".join(numbers) + "\n").encode()
    np.testing.assert_allclose(values(text), [float(number) for number in numbers], rtol=4e-16)
    doubled = text.replace(b"0.", b"0..", 1)
    if doubled != text:
        with pytest.raises(NotPlain):
            values(doubled)
