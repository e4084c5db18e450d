"""Rows of CSV and LibSVM text: the quick ways give what the slow one gives, or leave it to it."""
import random

import numpy as np
import pytest

import mxnet as mx
from mxnet.io import csv_reader, libsvm
from mxnet.io.text import Block

NUMBERS = [lambda r: f"{r.gauss(0, 1):.6f}", lambda r: str(r.randint(0, 255)),
           lambda r: str(r.randint(-99999, 99999)), lambda r: f"{r.gauss(0, 100):.3f}",
           lambda r: repr(r.gauss(0, 1)), lambda r: f"{r.gauss(0, 1):.3e}"]
ODD = [".5", "5.", "+1", "-0", "007", "1e5", "", "nan", "x", "-", "1.2.3", " 1", "1 "]


class Writer:
    """Writes numbers of one kind, now and then an odd one, and text with one wrong letter."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.kind, self.odd = self.rng.choice(NUMBERS), self.rng.random() < 0.3
        self.end = self.rng.choice(["\n", "\n", "\r\n", "\r"])

    def number(self):
        if self.odd and self.rng.random() < 0.05:
            return self.rng.choice(ODD)
        return self.kind(self.rng)

    def text(self, rows, letters):
        text = "".join(row + self.end for row in rows)
        if self.rng.random() < 0.1:
            place = self.rng.randrange(len(text))
            text = text[:place] + self.rng.choice(letters) + text[place + 1:]
        return text if text.endswith(("\n", "\r")) else text + "\n"


def outcome(parse, *args):
    try:
        return parse(*args)
    except mx.MXNetError:
        return None


def plain(text):
    return text.encode().replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("seed", range(8))
def test_rows_of_csv(tmp_path, seed, dtype):
    kind, found = np.dtype(dtype), 0
    for number in range(60):
        writer = Writer(f"{seed} {number}")
        width = writer.rng.randint(1, 12)
        text = writer.text([",".join(writer.number() for _ in range(width))
                            for _ in range(writer.rng.randint(1, 30))], ",\n.-e5 ")
        path = tmp_path / "rows.csv"
        path.write_bytes(text.encode())
        block = Block.of(text.encode(), str(path))
        quick = outcome(csv_reader._parse, block, width, kind)
        slow = outcome(csv_reader._parse_slowly, block, plain(text), width, kind)
        assert (quick is None) == (slow is None), text
        if slow is not None:
            with np.errstate(over="ignore"):
                np.testing.assert_array_equal(quick, slow.astype(kind), text)
            found += 1
    assert found > 10


@pytest.mark.parametrize("seed", range(8))
def test_rows_of_libsvm(seed):
    found = 0
    for number in range(60):
        writer = Writer(f"{seed} {number}")
        rng, width = writer.rng, writer.rng.choice([5, 300, 20000])
        label = rng.choice([["1"], ["+1", "-1"], ["0.25", "-2.50"]])
        text = writer.text([rng.choice(label) + "".join(f" {rng.randrange(width)}:{writer.number()}"
                                                        for _ in range(rng.randint(0, 8)))
                            + " " * (writer.odd and rng.random() < 0.3)
                            for _ in range(rng.randint(1, 30))], " :\n-5#")
        quick = outcome(libsvm._parse, Block.of(text.encode()), width)
        slow = outcome(libsvm._parse_lines, plain(text), width, "")
        assert (quick is None) == (slow is None), text
        if slow is not None:
            for ours, theirs in zip(quick, slow):
                with np.errstate(over="ignore"):
                    np.testing.assert_array_equal(ours, theirs.astype(ours.dtype), text)
            found += 1
    assert found > 10


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_files_with_any_end_of_line(tmp_path, end, last):
    (tmp_path / "a.csv").write_bytes((end.join(["1", "2", "3"]) + end * last).encode())
    (tmp_path / "a.svm").write_bytes((end.join(["1 0:5", "2", "3 1:7"]) + end * last).encode())
    it = mx.io.CSVIter(data_csv=str(tmp_path / "a.csv"), data_shape=(1,), batch_size=3)
    assert it.next().data[0].asnumpy().ravel().tolist() == [1, 2, 3]
    it = mx.io.LibSVMIter(data_libsvm=str(tmp_path / "a.svm"), data_shape=(2,), batch_size=3)
    batch = it.next()
    assert batch.label[0].asnumpy().tolist() == [1, 2, 3]
    assert batch.data[0].asnumpy().tolist() == [[5, 0], [0, 0], [0, 7]]


def test_numbers_too_large_are_infinite(tmp_path):
    for text in ("1e39,2\n", "1e39, 2\n", "12345e306,2\n", "-1e39,2\n"):
        (tmp_path / "a.csv").write_text(text)
        it = mx.io.CSVIter(data_csv=str(tmp_path / "a.csv"), data_shape=(2,), batch_size=1)
        assert np.isinf(it.next().data[0].asnumpy()[0]).tolist() == [True, False]
    (tmp_path / "a.svm").write_text("1e39 0:1e39\n")
    it = mx.io.LibSVMIter(data_libsvm=str(tmp_path / "a.svm"), data_shape=(1,), batch_size=1)
    batch = it.next()
    assert np.isinf(batch.data[0].asscalar()) and np.isinf(batch.label[0].asscalar())
