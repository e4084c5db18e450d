"""The RecordIO format: files of the reference both ways, damage, and finding the way again."""
import os
import random
import struct
import threading
import tracemalloc
from pathlib import Path

import pytest

from mxnet.core.errors import MXNetError
from mxnet.fileformat.record import MAX_LENGTH, RecordReader, RecordWriter, encode_record
from tests.data.records.contents import MAGIC, PAYLOADS

RECORDED = Path(__file__).parents[1] / "data" / "records"


def head(kind, length):
    return MAGIC + struct.pack("<I", kind << 29 | length)


def read_all(path, **options):
    reader = RecordReader(path, **options)
    try:
        return list(iter(reader.read, None))
    finally:
        reader.close()


@pytest.fixture
def file(tmp_path):
    def write(*parts):
        path = tmp_path / "x.rec"
        path.write_bytes(b"".join(parts))
        return path
    return write


def test_recorded_file_both_ways(tmp_path):
    assert read_all(RECORDED / "parts.rec") == PAYLOADS
    writer = RecordWriter(tmp_path / "x.rec")
    positions = []
    for payload in PAYLOADS:
        positions.append(writer.tell())
        writer.write(payload)
    writer.close()
    assert (tmp_path / "x.rec").read_bytes() == (RECORDED / "parts.rec").read_bytes()
    index = (RECORDED / "parts.idx").read_text().split()
    assert positions == [int(position) for position in index[1::2]]


def test_any_payload_comes_back(file):
    rng = random.Random(3)
    payloads = []
    for _ in range(500):
        pieces = [rng.choice([MAGIC, MAGIC[:2], MAGIC[2:], b"\0", rng.randbytes(rng.randrange(9))])
                  for _ in range(rng.randrange(12))]
        payloads.append(b"".join(pieces))
    path = file(*map(encode_record, payloads))
    assert read_all(path) == payloads


def test_no_part_holds_the_magic_number():
    """What `skip` relies on: at multiples of 4 it stands at the head of a part and nowhere else."""
    for payload in PAYLOADS:
        record = encode_record(payload)
        at = 0
        while at < len(record):
            length = struct.unpack_from("<I", record, at + 4)[0] & MAX_LENGTH
            body = record[at + 8:at + 8 + length]
            assert all(body[i:i + 4] != MAGIC for i in range(0, len(body), 4))
            at += 8 + length + -length % 4


def test_a_record_has_a_largest_length(monkeypatch):
    class Long(bytes):
        def __len__(self):
            return MAX_LENGTH + 1
    with pytest.raises(MXNetError, match="shorter than 2..29 bytes"):
        encode_record(Long())


@pytest.mark.parametrize("damage, offset, complaint", [
    ((MAGIC,), 12, "8 bytes that head a record; got 4"),
    ((b"abcdefgh",), 12, "expected the magic number 0xced7230a; got 0x64636261"),
    ((head(0, 100), b"abc"), 12, "expected a record of 100 bytes; got 3"),
    ((head(0, 3), b"abc"), 12, "expected a record of 3 bytes; got 3"),
    ((head(0, MAX_LENGTH),), 12, f"expected a record of {MAX_LENGTH} bytes; got 0"),
    ((head(2, 4), b"abcd"), 12, "first part of a record; got a part of kind 2"),
    ((head(3, 4), b"abcd"), 12, "first part of a record; got a part of kind 3"),
    ((head(5, 4), b"abcd"), 12, "got a part of kind 5"),
    ((head(1, 4), b"abcd"), 24, "expected the next part of a record; got the file's end"),
    ((head(1, 4), b"abcd", head(0, 0)), 24, "next part of a record; got a part of kind 0"),
    ((head(1, 4), b"abcd", head(2, 4)), 24, "expected a record of 4 bytes"),
])
def test_damage_is_named_with_path_and_offset(file, damage, offset, complaint):
    path = file(encode_record(b"good"), *damage)
    reader = RecordReader(path)
    assert reader.read() == b"good"
    tracemalloc.start()
    try:
        for _ in range(2):      # a second try says the same
            with pytest.raises(MXNetError) as caught:
                reader.read()
            assert str(caught.value).startswith(f"Invalid RecordIO File: {path}, byte {offset}: ")
            assert complaint in str(caught.value)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        reader.close()
    assert peak < 200_000


def test_every_truncation(file):
    data = (RECORDED / "parts.rec").read_bytes()
    boundaries = {0}
    for payload in PAYLOADS:
        boundaries.add(max(boundaries) + len(encode_record(payload)))
    for length in range(len(data)):
        path = file(data[:length])
        if length in boundaries:
            read_all(path)
        else:
            with pytest.raises(MXNetError, match="byte"):
                read_all(path)
            whole = sum(end <= length for end in boundaries) - 1
            assert read_all(path, skip_corrupt=True) == PAYLOADS[:whole]


@pytest.mark.parametrize("victim", range(1, 9))
@pytest.mark.parametrize("damage", ["magic", "length", "longer", "kind"])
def test_the_next_whole_record_is_found(file, victim, damage):
    payloads = [bytes([65 + i]) * (5 + 7 * i) + (MAGIC + b"tail" if i % 3 == 0 else b"") for i in range(10)]
    payloads = [payload[:len(payload) // 4 * 4] + MAGIC * (i % 2) for i, payload in enumerate(payloads)]
    records = [bytearray(encode_record(payload)) for payload in payloads]
    if damage == "magic":
        records[victim][1] ^= 0xFF
    elif damage == "length":
        struct.pack_into("<I", records[victim], 4, MAX_LENGTH)
    elif damage == "longer":
        del records[victim][8:12]
    else:
        records[victim][7] |= 0x80
    found = read_all(file(*records), skip_corrupt=True)
    others = [payload for i, payload in enumerate(payloads) if i != victim]
    # A record that lost bytes may take its neighbour along, never more.
    missing = [payload for payload in others if payload not in found]
    assert len(missing) <= (1 if damage == "longer" else 0)


def test_skip_by_hand(file):
    path = file(encode_record(b"one"), b"rubbish!" * 3, encode_record(b"two"))
    reader = RecordReader(path)
    assert reader.read() == b"one"
    with pytest.raises(MXNetError):
        reader.read()
    assert reader.skip() is True
    assert reader.tell() == 36 and reader.read() == b"two"
    assert reader.skip() is False and reader.read() is None
    reader.close()


def test_the_search_crosses_its_own_steps(file, monkeypatch):
    monkeypatch.setattr("mxnet.fileformat.record._SEARCH_STEP", 16)
    for gap in range(0, 64, 4):
        path = file(b"\1" * 4, b"\0" * gap, encode_record(b"found"), encode_record(b"more"))
        assert read_all(path, skip_corrupt=True) == [b"found", b"more"]


def test_rubbish_is_searched_in_linear_time(file):
    """Heads of first parts that never end must not be followed again from each of them."""
    for kind in (1, 2):
        reader = RecordReader(file(head(1, 0), head(kind, 0) * 20_000), skip_corrupt=True)
        assert reader.read() is None and reader.skipped == 1
        reader.close()


def test_spans(file):
    path = file(*map(encode_record, PAYLOADS))
    reader = RecordReader(path)
    spans = list(reader.spans())
    assert [span.size for span in spans] == [len(payload) for payload in PAYLOADS]
    for span, payload in zip(spans, PAYLOADS, strict=True):
        reader.seek(span.start)
        assert reader.read() == payload and reader.tell() == span.end
    reader.close()
    data = path.read_bytes()
    damaged = RecordReader(file(data[:20], b"XXXX", data[24:]), skip_corrupt=True)
    assert len(list(damaged.spans())) == len(PAYLOADS) - 1 and damaged.skipped == 1
    damaged.close()


def test_seeking_outside(file):
    reader = RecordReader(file(encode_record(b"x")))
    for position in (-1, 13, 2**63):
        with pytest.raises(MXNetError, match=f"byte {position}: expected a position in a file of 12"):
            reader.seek(position)
    reader.close()


def test_a_file_that_grows(tmp_path):
    path = tmp_path / "x.rec"
    writer = RecordWriter(path)
    writer.write(b"one")
    reader = RecordReader(path)
    assert reader.read() == b"one" and reader.read() is None
    writer.write(b"two" * 10_000)
    assert reader.read() == b"two" * 10_000
    writer.close()
    reader.close()


def test_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    data = b"".join(map(encode_record, [b"one", b"two" + MAGIC])) + MAGIC
    feeder = threading.Thread(target=path.write_bytes, args=(data,))
    feeder.start()
    reader = RecordReader(path)
    assert [reader.read(), reader.read()] == [b"one", b"two" + MAGIC]
    with pytest.raises(MXNetError, match="head a record; got 4"):
        reader.read()
    feeder.join()
    reader.close()


def test_missing_files(tmp_path):
    with pytest.raises(MXNetError, match="No such file"):
        RecordReader(tmp_path / "nowhere")
    with pytest.raises(MXNetError, match="No such file"):
        RecordWriter(tmp_path / "nowhere" / "x")
