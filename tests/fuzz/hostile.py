"""Hostile files of every format, in one process: `python -m tests.fuzz.hostile [count] [seed] [--only a,b]`.

Every reader of files gets damaged ones, in turn, at some hundreds to thousands a second. The promises, for each
file: what comes out is MXNetError, or an OSError with the file's name, and says something; memory grows by no
more than the format's limit; no file takes longer than `SECONDS` of the processor. A line of figures a format is
written every `EVERY` seconds, and at the end; with a limit on the address space as a last resort.
"""
import argparse
import contextlib
import faulthandler
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mxnet.core.errors import MXNetError

from .formats import FORMATS, Format

SECONDS = 5.0
HANGING = 120.0         # of the clock: waiting costs the processor nothing
BATCH = 200
EVERY = 60.0
SHOWN = 20


class TooLong(BaseException):
    """Raised in whatever takes too long; no reader catches it."""


@dataclass
class Tally:
    """What the files of one format came to."""

    files: int = 0
    refused: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    growth: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (f"{self.files:8d} files, {self.refused:8d} refused, {self.accepted:7d} read, {len(self.failures):3d} "
                f"failures; {self.files / max(self.seconds, 1e-9):6.0f}/s, slowest {self.slowest * 1e3:6.0f} ms, "
                f"largest growth {self.growth / 2**20:4.0f} MB")


class Watch:
    """Limits on what a file may take: time of the processor, time of the clock, memory."""

    def __init__(self) -> None:
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, self._stop)
        try:
            self._reset: int | None = os.open("/proc/self/clear_refs", os.O_WRONLY)
        except OSError:
            self._reset = None

    @staticmethod
    def _stop(number: int, frame: object) -> None:
        raise TooLong("of the processor's time" if number == signal.SIGPROF else "of the clock's")

    def begin(self) -> None:
        if self._reset is not None:
            os.write(self._reset, b"5")         # the largest size so far is the present one
        self._size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self._start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.setitimer(signal.ITIMER_REAL, HANGING)

    def end(self) -> tuple[float, int]:
        """Return seconds and bytes since `begin`."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        taken = time.process_time() - self._start
        return taken, 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - self._size)

    def close(self) -> None:
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        if self._reset is not None:
            os.close(self._reset)


def allowed(error: BaseException) -> bool:
    """Tell whether an error is one that a reader may raise: with words, and a file's with its name."""
    if isinstance(error, MXNetError):
        return bool(str(error).strip())
    return isinstance(error, OSError) and error.filename is not None


def run_batch(kind: Format, tally: Tally, watch: Watch, folder: Path, seed: str, count: int) -> None:
    """Give ``count`` damaged files to a format's reader."""
    make = kind.mutator(seed)
    started = time.perf_counter()
    for number in range(count):
        data = make()
        problem = ""
        watch.begin()
        try:
            kind.read(data, folder)
            tally.accepted += 1
        except (Exception, TooLong) as error:
            if not allowed(error):
                place = traceback.extract_tb(error.__traceback__)[-1]
                problem = f"{type(error).__name__}: {str(error)[:200]} at {place.filename}:{place.lineno}"
            tally.refused += 1
        taken, growth = watch.end()
        if taken > SECONDS and not problem:
            problem = f"{taken:.1f} seconds"
        if growth > kind.room + 64 * len(data):
            problem = problem or f"{growth / 2**20:.0f} MB of memory"
        tally.files += 1
        tally.slowest, tally.growth = max(tally.slowest, taken), max(tally.growth, growth)
        if problem:
            tally.failures.append(f"{kind.name}, {seed}, file {number}: {problem}: {data[:4000].hex()}")
    tally.seconds += time.perf_counter() - started


def campaign(count: int, seed: int, names: list[str] | None = None,
             tell: Callable[[str], None] = lambda text: None) -> dict[str, Tally]:
    """Read ``count`` files, the formats in turn and by their weights; return the tallies by name."""
    kinds = [kind for kind in FORMATS if (names is None or kind.name in names) and kind.there()]
    tallies = {kind.name: Tally() for kind in kinds}
    total = sum(kind.weight for kind in kinds)
    watch, told, told_failures = Watch(), time.perf_counter(), 0
    try:
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder, _quiet():
            for kind in kinds:
                kind.warm_up(Path(folder))
            turn = 0
            while sum(tally.files for tally in tallies.values()) < count:
                for kind in kinds:
                    share = kind.weight / total
                    size = max(1, round(min(BATCH * len(kinds), count) * share))
                    tell(f"begin {kind.name} {seed}:{turn}")
                    run_batch(kind, tallies[kind.name], watch, Path(folder), f"{seed}:{turn}", size)
                turn += 1
                failures = sum(len(tally.failures) for tally in tallies.values())
                if time.perf_counter() - told > EVERY or failures > told_failures:
                    told, told_failures = time.perf_counter(), failures
                    tell(report(tallies))
    finally:
        watch.close()
    return tallies


def report(tallies: dict[str, Tally]) -> str:
    """Say in lines what was read, and what failed."""
    rows = [f"{name:12s} {tally}" for name, tally in tallies.items()]
    files, seconds = (sum(getattr(tally, what) for tally in tallies.values()) for what in ("files", "seconds"))
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    return "\n".join([*rows, f"{'all':12s} {files:8d} files in {seconds:.0f} s, {files / max(seconds, 1e-9):.0f}/s, "
                      f"{len(failures)} failures", *(failure[:2500] for failure in failures[:SHOWN])])


@contextlib.contextmanager
def _quiet():
    """Silence the image libraries, which write to the process's error output; crashes are still told."""
    saved, sink = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 2)
    with os.fdopen(os.dup(saved), "w") as kept, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        faulthandler.enable(kept)
        try:
            yield
        finally:
            faulthandler.disable()
            os.dup2(saved, 2)
            os.close(saved)
            os.close(sink)


def main() -> None:
    parser = argparse.ArgumentParser(description="Read hostile files of every format.")
    parser.add_argument("count", nargs="?", type=int, default=100_000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--only", help=f"formats, joined by commas: {','.join(kind.name for kind in FORMATS)}")
    parser.add_argument("--log", help="file that lines are added to")
    args = parser.parse_args()
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (4 << 30), resource.RLIM_INFINITY))

    def tell(text: str) -> None:
        if args.log:
            with open(args.log, "a") as log:
                print(text, file=log)
        elif not text.startswith("begin"):
            print(text, file=sys.stdout, flush=True)
    tallies = campaign(args.count, args.seed, args.only.split(",") if args.only else None, tell)
    print(report(tallies))
    tell("finished\n" + report(tallies))
    raise SystemExit(any(tally.failures for tally in tallies.values()))


if __name__ == "__main__":
    main()
