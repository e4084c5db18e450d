"""What the recorded files of this folder hold: read by `record.py` and by the tests."""
import struct

MAGIC = struct.pack("<I", 0xCED7230A)

# Payloads around the one difficulty of the format: its own magic number inside a record.
PAYLOADS = [
    b"", b"a", b"abcd", b"abcde", MAGIC, MAGIC[:3], MAGIC + b"x", b"abcd" + MAGIC, b"abc" + MAGIC,
    b"x" + MAGIC + b"yz", MAGIC + MAGIC, MAGIC * 5 + b"end",
    b"abcd" + MAGIC + b"efgh" + MAGIC + b"ij", b"ab" + MAGIC + b"cd" + MAGIC + b"ef",
    bytes(range(256)) * 3,
]
# (flag, label, id, id2), image bytes
IMAGES = [
    ((0, 3.5, 7, 0), b"image one"),
    ((9, [1.0, -2.0, 0.5], 2**40, 5), b"image two" + MAGIC),
    ((0, [], 1, 1), b""),
]
