"""Runs a reader over damaged files and holds it to its promises. Called by the fuzzers.

The promises: MXNetError is the only error, memory stays within a multiple of the file's size, and
no file takes long. `main` is the command line that the fuzzers share: `fuzz_x.py [count] [seed]`.
"""
import argparse
import resource
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field

from mxnet.core.errors import MXNetError

from .mutation import Mutator

# One Python object stands behind every few bytes of the smallest possible array record.
BYTES_PER_BYTE = 64
FIXED_BYTES = 300_000
LONGEST_SECONDS = 5.0


@dataclass
class Figures:
    """What a campaign found."""

    files: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    largest_peak: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (f"{self.files} files: {self.refused} refused with MXNetError, {self.accepted} read, "
                f"{len(self.failures)} failures; slowest {self.slowest * 1e3:.1f} ms, "
                f"largest peak {self.largest_peak / 1024:.0f} KiB")


def run(read: Callable[[bytes], None], mutator: Mutator, count: int,
        afterwards: Callable[[], None] = lambda: None, fixed_bytes: int = FIXED_BYTES) -> Figures:
    """Give ``count`` damaged files to ``read``, which raises AssertionError where it finds a fault.

    ``afterwards`` is called after each and held to the same, but for its memory: an image may say
    in few bytes that it is large.
    """
    figures = Figures()
    tracemalloc.start()
    try:
        for number in range(count):
            data = mutator.make()
            tracemalloc.clear_traces()
            before, _ = tracemalloc.get_traced_memory()
            peak = 0
            start = time.perf_counter()
            try:
                try:
                    read(data)
                    figures.accepted += 1
                except MXNetError:
                    figures.refused += 1
                finally:
                    peak = tracemalloc.get_traced_memory()[1] - before
                afterwards()
            except Exception as error:
                figures.failures.append(
                    f"file {number}: {type(error).__name__}: {error}: {data.hex()}")
            taken = time.perf_counter() - start
            figures.files += 1
            figures.slowest = max(figures.slowest, taken)
            figures.largest_peak = max(figures.largest_peak, peak)
            if peak > fixed_bytes + BYTES_PER_BYTE * len(data):
                figures.failures.append(f"file {number}: {peak} bytes of memory: {data.hex()}")
            if taken > LONGEST_SECONDS:
                figures.failures.append(f"file {number}: {taken:.1f} seconds: {data.hex()}")
    finally:
        tracemalloc.stop()
    return figures


def main(name: str, campaign: Callable[[int, int], Figures], count: int,
         room: int = 2**30) -> None:
    """Run a campaign from the command line, with a limit on the address space as a last resort."""
    parser = argparse.ArgumentParser(description=f"Read damaged {name} files.")
    parser.add_argument("count", nargs="?", type=int, default=count)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    args = parser.parse_args()
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
    start = time.perf_counter()
    figures = campaign(args.count, args.seed)
    print(f"{name}, seed {args.seed}: {figures}; {time.perf_counter() - start:.0f} s")
    for failure in figures.failures[:20]:
        print(failure[:2000])
    raise SystemExit(bool(figures.failures))
