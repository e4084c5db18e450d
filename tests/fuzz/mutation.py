"""Damages bytes as disks do and as attackers do. Called by the fuzzers."""
import random
import struct

# Numbers at which length arithmetic goes wrong.
NUMBERS = [0, 1, 2, 3, 4, 7, 8, 12, 31, 32, 33, 64, 127, 128, 255, 256, 2**15, 2**16, 2**28, 2**29 - 1,
           2**29, 2**30, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40, 2**61, 2**62, 2**63 - 1, 2**63,
           2**64 - 1]


class Mutator:
    """Makes damaged files out of good ones; the same seed makes the same files."""

    def __init__(self, seeds: list[bytes], words: list[int], seed: int) -> None:
        self.seeds = seeds
        self.numbers = NUMBERS + words
        self.rng = random.Random(seed)
        self.ways = [self.flip, self.set_byte, self.set_u32, self.set_u64, self.set_u32, self.set_u64,
                     self.truncate, self.delete, self.duplicate, self.insert, self.splice, self.zero]

    def make(self) -> bytes:
        """Return the next damaged file."""
        data = bytearray(self.rng.choice(self.seeds))
        for _ in range(self.rng.choice((1, 1, 1, 2, 3, 6))):
            self.rng.choice(self.ways)(data)
        return bytes(data)

    def position(self, data: bytearray, width: int = 1) -> int:
        """Choose a place, mostly one where a field may stand."""
        place = self.rng.randrange(max(1, len(data) - width + 1))
        return place // 4 * 4 if self.rng.random() < 0.7 else place

    def span(self, data: bytearray) -> slice:
        start = self.position(data)
        return slice(start, start + self.rng.choice((1, 2, 4, 4, 8, 8, 12, 16, 40, 200)))

    def flip(self, data):
        if data:
            data[self.position(data)] ^= 1 << self.rng.randrange(8)

    def set_byte(self, data):
        if data:
            data[self.position(data)] = self.rng.randrange(256)

    def set_u32(self, data):
        self.put(data, struct.pack("<I", self.number() % 2**32))

    def set_u64(self, data):
        self.put(data, struct.pack("<Q", self.number() % 2**64))

    def number(self) -> int:
        number = self.rng.choice(self.numbers)
        return number + self.rng.choice((0, 0, 0, -1, 1)) if self.rng.random() < 0.9 else -number

    def put(self, data, field):
        start = self.position(data, len(field))
        data[start:start + len(field)] = field

    def truncate(self, data):
        del data[self.rng.randrange(len(data) + 1):]

    def delete(self, data):
        del data[self.span(data)]

    def duplicate(self, data):
        span = self.span(data)
        data[span.start:span.start] = data[span] * self.rng.choice((1, 1, 2, 30))

    def insert(self, data):
        start = self.position(data)
        data[start:start] = self.rng.randbytes(self.rng.choice((1, 3, 4, 8, 64)))

    def splice(self, data):
        """Continue with the rest of another file."""
        other = self.rng.choice(self.seeds)
        data[self.position(data):] = other[self.rng.randrange(len(other) + 1):]

    def zero(self, data):
        span = self.span(data)
        data[span] = bytes(len(data[span]))
