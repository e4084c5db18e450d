"""Freezes or kills a worker of a job in every phase, and looks whether the others end in time, with an error.

    python -m tests.distributed.freezes [--workers 3] [--phases train,exit] [--slack 10]

The others have the time limit of the phase (five seconds for the rendezvous, two later) and as many seconds more as
``--slack``: on a busy machine, give more.
"""
import argparse
import itertools
import sys
import time

from .freezing import PHASES
from .launching import HERE, start

LIMIT = 5.0


def ended(processes, seconds):
    """Wait for processes; give when each ended, infinity if it did not."""
    found, end = {}, time.time() + seconds
    while len(found) < len(processes) and time.time() < end:
        found.update({place: time.time() for place, process in enumerate(processes)
                      if place not in found and process.poll() is not None})
        time.sleep(0.02)
    return [found.get(place, float("inf")) for place in range(len(processes))]


def tried(workers, who, phase, kind, near, slack):
    """Run a job; tell for each survivor its status, after how long it ended, and what it said last."""
    processes = start(workers, HERE / "freezing.py", who, phase, kind, env={
        "MXNET_KVSTORE_TIMEOUT": str(LIMIT), "MXNET_KVSTORE_SHARED_MEMORY": str(int(near))})
    survivors = [process for rank, process in enumerate(processes) if rank != who]
    try:
        ends = ended(survivors, 60 + slack)
        statuses = [process.poll() for process in survivors]
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
    outputs = [process.communicate()[0] for process in processes]
    # others may have started later than the one that is frozen
    begun = max(float(line.split()[2]) for output in outputs for line in output.splitlines()
                if line.startswith(("REACHED start", f"REACHED {phase} ")))
    said = [output.strip().splitlines()[-1][:200] for rank, output in enumerate(outputs) if rank != who]
    return [(status, end - begun, text) for status, end, text in zip(statuses, ends, said)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--phases", default=",".join(PHASES))
    parser.add_argument("--slack", type=float, default=10.0)
    options = parser.parse_args()
    bad = count = 0
    for phase, near, kind, who in itertools.product(
            options.phases.split(","), (True, False), ("SIGSTOP", "SIGKILL"), (0, options.workers - 1)):
        found = tried(options.workers, who, phase, kind, near, options.slack)
        good = all(status not in (0, None) and seconds < LIMIT + options.slack for status, seconds, _ in found)
        bad, count = bad + (not good), count + 1
        print("ended" if good else "BAD", phase, "near" if near else "far", kind, f"rank {who}:",
              "; ".join(f"{status} after {seconds:.1f} s: {text}" for status, seconds, text in found), flush=True)
    print(f"{count - bad} of {count} jobs ended in time")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
