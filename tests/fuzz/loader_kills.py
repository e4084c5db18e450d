"""Kills workers of a data loader, the program that reads from it, or both, and looks for what is left behind.

`python -m tests.fuzz.loader_kills [rounds] [--seed N]`: a program in a session of its own reads batches from two
workers. After a random time a worker is killed, the program is, all of them are interrupted as by Ctrl-C, or the
program leaves its loop or fails by itself. It must end in time and say what happened; then none of its processes may
run, and nothing of theirs may lie in shared memory or among temporary files.
"""
import argparse
import glob
import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field

import numpy as np

import mxnet as mx
from mxnet.gluon.data import DataLoader, Dataset
from mxnet.gluon.data.vision import transforms

PATIENCE = 30  # seconds to an end; torch's workers look for their parent every five
WAYS = ("worker", "program", "interrupt", "break", "exception")
# How the program says that it ended.
FINISHED, TOLD, INTERRUPTED, FAILED, OTHER = 0, 3, 4, 5, 6
EXPECTED = {"worker": {TOLD}, "program": {-signal.SIGKILL}, "interrupt": {INTERRUPTED}, "break": {FINISHED},
            "exception": {FAILED}}


class Pictures(Dataset):
    """Images without end, so to speak."""

    def __len__(self):
        return 1 << 16

    def __getitem__(self, idx):
        return mx.nd.array(np.full((16, 16, 3), idx % 256), dtype="uint8"), idx


def program(way, batches, ready):
    """Read batches for ever, or end by itself after some; exit with what happened."""
    transform = transforms.Compose([transforms.RandomFlipLeftRight(), transforms.ToTensor()])
    loader = DataLoader(Pictures().transform_first(transform), batch_size=32, num_workers=2)
    try:
        for number, (data, label) in enumerate(loader):
            if not (label.asnumpy() % 256 == np.round(data.asnumpy()[:, 0, 0, 0] * 255)).all():
                return OTHER
            if not number:
                os.write(ready, b".")
            if number >= batches and way == "break":
                break
            if number >= batches and way == "exception":
                raise LookupError("of the loop's own")
    except mx.MXNetError as error:
        return TOLD if "worker process has died" in str(error) else OTHER
    except KeyboardInterrupt:
        return INTERRUPTED
    except LookupError:
        return FAILED
    return FINISHED


@dataclass
class Figures:
    """What a campaign found."""

    rounds: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


def started(way, batches, folder):
    """Fork a program into a session and a temporary folder of its own; give its number after its first batch."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        code = OTHER
        try:
            os.setsid()
            tempfile.tempdir = folder
            signal.signal(signal.SIGINT, signal.default_int_handler)
            code = program(way, batches, writer)
        finally:
            sys.stdout.flush()
            # As a program ends: what is registered for the exit is run.
            import multiprocessing.util
            multiprocessing.util._exit_function()
            os._exit(code)
    os.close(writer)
    os.read(reader, 1)
    os.close(reader)
    return pid


def processes(session):
    """Give the process numbers of a session that are not merely waiting to be reaped by the system."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                number, rest = file.read().split(" (", 1)
        except OSError:
            continue
        state, parent, _, owner = rest.rsplit(") ", 1)[1].split()[:4]
        if int(owner) == session and not (state == "Z" and int(parent) == 1):
            found.append(int(number))
    return found


def kept(names):
    """Give those of some names in shared memory that stay, and that no process uses: others are not of our program."""
    deadline = time.monotonic() + 5
    while (found := names & set(os.listdir("/dev/shm"))) and time.monotonic() < deadline:
        time.sleep(0.1)
    return {name for name in found if not used(name)}


def used(name):
    """Tell whether some process has a piece of shared memory."""
    for path in glob.glob("/proc/[0-9]*/maps"):
        try:
            with open(path) as file:
                if f"/dev/shm/{name}" in file.read():
                    return True
        except OSError:
            continue
    return False


def ended(pid):
    """Wait for the end of a process; give its exit code, or None where it does not come in time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    return None


def kill_one(way, chooser, folder):
    """Run a program and end it in one way; give what is wrong then."""
    before = set(os.listdir("/dev/shm"))
    pid = started(way, chooser.randrange(1, 40), folder)
    time.sleep(chooser.uniform(0, 0.15))
    workers = [number for number in processes(pid) if number != pid]
    if way == "worker" and workers:
        os.kill(chooser.choice(workers), signal.SIGKILL)
    elif way == "program":
        os.kill(pid, signal.SIGKILL)
    elif way == "interrupt":
        os.killpg(pid, signal.SIGINT)
    code = ended(pid)
    deadline = time.monotonic() + PATIENCE
    while (left := processes(pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    for number in left:
        os.kill(number, signal.SIGKILL)
    if code is None:
        os.waitpid(pid, 0)
        return f"{way}: it hangs"
    if left:
        return f"{way}: {len(left)} processes are left"
    if code not in EXPECTED[way]:
        return f"{way}: it ended with {code}"
    names = {*kept(set(os.listdir("/dev/shm")) - before), *os.listdir(folder)}
    return f"{way}: {sorted(names)} are left" if names else None


def run(rounds, seed, ways=WAYS):
    """Kill so many times; give the figures."""
    chooser, figures = random.Random(seed), Figures()
    for number in range(rounds):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            wrong = kill_one(ways[number % len(ways)], chooser, folder)
        figures.rounds += 1
        figures.slowest = max(figures.slowest, time.monotonic() - began)
        if wrong:
            figures.failures.append(f"round {number}: {wrong}")
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    options = parser.parse_args()
    figures = run(options.rounds, options.seed, options.ways)
    print(f"{figures.rounds} rounds, the longest {figures.slowest:.1f} s, {len(figures.failures)} wrong")
    print("\n".join(figures.failures[:20]))
    return bool(figures.failures)


if __name__ == "__main__":
    sys.exit(main())
