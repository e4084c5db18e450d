"""Numbers out of text, many at a time: the same as Python's float one at a time."""
import random

import numpy as np
import pytest

from mxnet.io.numerals import NotPlain, Text, blocks

WRITTEN = {
    "six places": lambda r: f"{r.gauss(0, 1):.6f}",
    "wide": lambda r: f"{r.gauss(0, 1e6):.3f}",
    "small whole": lambda r: str(r.randint(0, 255)),
    "large whole": lambda r: str(r.randint(-10 ** 15, 10 ** 15)),
    "shortest": lambda r: repr(r.gauss(0, 1)),
    "exponents": lambda r: f"{r.gauss(0, 1) * 10.0 ** r.randint(-30, 30):g}",
    "eighteen places": lambda r: f"{r.gauss(0, 1e10):.18e}",
    "anything": lambda r: r.choice([".5", "5.", "-.25", "+1", "0", "1e5", "2E-3", "-0.0", "00012",
                                    "1e+10", "123456789012345", "0.000000000001", "7"]),
}


def join(numbers, separators, rng):
    return "".join(number + rng.choice(separators) for number in numbers[:-1]) + numbers[-1] + "\n"


@pytest.mark.parametrize("kind", WRITTEN)
def test_values(kind):
    rng = random.Random(kind)
    numbers = [WRITTEN[kind](rng) for _ in range(3000)]
    text = Text(join(numbers, ",\n", rng).encode(), b",\n")
    expected = np.array([float(number) for number in numbers])
    (found,) = text.values()
    np.testing.assert_allclose(found, expected, rtol=4e-16)
    np.testing.assert_array_equal(found.astype(np.float32), expected.astype(np.float32))
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize("length", range(1, 30))
def test_every_length_at_every_place(length):
    rng = random.Random(length)
    numbers = ["".join(rng.choice("0123456789") for _ in range(1 + (i + length) % 20))
               for i in range(length)]
    text = Text((",".join(numbers) + "\n").encode(), b",\n")
    np.testing.assert_allclose(text.values()[0], [float(n) for n in numbers], rtol=3e-16)


def test_whole_numbers_are_exact():
    rng = random.Random(1)
    numbers = [rng.randint(-2 ** 52, 2 ** 52) for _ in range(500)]
    text = Text((",".join(map(str, numbers)) + "\n").encode(), b",\n")
    assert text.whole().tolist() == numbers
    for bad in ("1.5\n", "1e-3\n", f"{2 ** 60}\n"):
        with pytest.raises(NotPlain):
            Text(bad.encode(), b",\n").whole()


def test_groups_of_different_kinds():
    text = Text(b"7 1:0.25 22:-1.50 3:0.75\n-1 4:0.50\n", b" :\n")
    labels, columns, values = np.array([0, 7]), np.array([1, 3, 5, 8]), np.array([2, 4, 6, 9])
    found = text.values((labels, columns, values))
    assert [part.tolist() for part in found] == [[7, -1], [1, 22, 3, 4], [0.25, -1.5, 0.75, 0.5]]
    mixed = Text(b"7.5 1:2e3\n", b" :\n").values((np.array([0]), np.array([1]), np.array([2])))
    assert [part.tolist() for part in mixed] == [[7.5], [1], [2000]]


@pytest.mark.parametrize("text", [
    b"1,,2\n", b"1,a\n", b"1..2\n", b"1.2.3\n", b"--1\n", b"1-\n", b"1e\n", b"1e+\n", b"e5\n", b"-\n",
    b".\n", b"1 ,2\n", b"nan\n", b"inf\n", b"1", b"", b"1e5e5\n", b"1e1.5\n", b".e1\n", b"1e99999\n",
    b"\n", b"1\n\n", b"0x1\n", b"1\r\n", b"+-1\n", b"1+1\n", b"1,2.5,3-4\n", b"1.5,2,3.\xff\n",
    b"1e400\n", b"1e-400\n", b"1" * 40 + b"\n", b"1.5,2.5,3:5\n", b"1,2e5,3e\n"])
def test_what_is_not_plain(text):
    with pytest.raises(NotPlain):
        Text(text, b",\n").values()


def test_text_of_random_bytes_is_read_right_or_refused():
    rng = random.Random(5)
    plain = 0
    for _ in range(20000):
        text = "".join(rng.choice("0123456789.,\n-+eE") for _ in range(rng.randint(0, 12))) + "\n"
        try:
            (found,) = Text(text.encode(), b",\n").values()
        except NotPlain:
            continue
        plain += 1
        expected = [float(number) for number in text[:-1].replace("\n", ",").split(",")]
        np.testing.assert_allclose(found, expected, rtol=3e-16)
    assert plain > 500


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("size", [7, 16, 1 << 16])
def test_blocks_are_whole_lines(tmp_path, monkeypatch, end, last, size):
    monkeypatch.setattr("mxnet.io.numerals._FIRST_BLOCK", size)
    monkeypatch.setattr("mxnet.io.numerals._LARGEST_BLOCK", size)
    lines = [str(10 ** (i % 30)) for i in range(100)]
    (tmp_path / "a").write_bytes((end.join(lines) + (end if last else "")).encode())
    found = list(blocks(str(tmp_path / "a"), b",\n"))
    assert all(block.endswith(b"\n") for block in found)
    assert b"".join(found).split() == [line.encode() for line in lines]
