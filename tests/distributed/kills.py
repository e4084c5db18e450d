"""Kills a job again and again, and looks whether it ends as if nothing had been.

    python -m tests.distributed.kills [--count 50] [--workers 4] [--seed 1] [--restarts 2]

Each time the script `training.py` is started by ``remixnet launch --restarts``, and after a random while one of its
workers gets SIGKILL: while it imports, meets the others, trains, writes its file or ends. The while is one of processor
time, so that a machine with other work is hit at the same moments. The job has to end well, with the parameters, to the
bit, of one that nobody has disturbed.
"""
import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .launching import HERE, clean_environment

EPOCHS = "6"


def started(folder, workers, restarts):
    """Start a job in a group of processes of its own, so that no worker can stay."""
    folder.mkdir()
    return subprocess.Popen([sys.executable, "-m", "mxnet", "launch", "-n", str(workers), "--restarts", str(restarts),
                             sys.executable, str(HERE / "training.py"), str(folder), EPOCHS], start_new_session=True,
                            stdout=subprocess.DEVNULL, stderr=(folder / "log").open("w"), env=clean_environment())


def finished(job, seconds=400):
    """Wait for a job; give its status."""
    try:
        return job.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(job.pid, signal.SIGKILL)
        return job.wait()


def workers_of(job):
    """Give the processes of a job that run the script, by what the system says of the launcher's children."""
    found, stack = [], [job.pid]
    while stack:
        pid = stack.pop()
        try:
            children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir()
                        for child in (task / "children").read_text().split()]
            if b"training.py" in Path(f"/proc/{pid}/cmdline").read_bytes() and pid != job.pid:
                found.append(pid)
        except OSError:  # it has ended meanwhile
            continue
        stack += children
    return sorted(found)


def used(processes):
    """Give the processor time that processes have taken."""
    total = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def killed(job, after, choose):
    """Kill one worker of a job when they have computed for so many seconds; tell whether there was one."""
    while job.poll() is None:
        found = workers_of(job)
        if found and used(found) >= after:
            with contextlib.suppress(ProcessLookupError):
                os.kill(choose(found), signal.SIGKILL)
                return True
        time.sleep(0.02)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--restarts", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw, bad, resumed = random.Random(options.seed), [], 0
    with tempfile.TemporaryDirectory() as folder:
        whole, longest = Path(folder, "whole"), 0.0
        job = started(whole, options.workers, 0)
        while job.poll() is None:
            longest = max(longest, used(workers_of(job)))
            time.sleep(0.1)
        if job.returncode:
            sys.exit(f"the undisturbed job failed:\n{(whole / 'log').read_text()[-3000:]}")
        expected = (whole / "final.params").read_bytes()
        print(f"undisturbed: {longest:.1f} s of processor time", flush=True)
        number = 0
        while number < options.count:
            place, after = Path(folder, str(number)), draw.uniform(0, longest)
            job = started(place, options.workers, options.restarts)
            hit = killed(job, after, draw.choice)
            status, log = finished(job), (place / "log").read_text()
            same = (place / "final.params").exists() and (place / "final.params").read_bytes() == expected
            if not hit and same and not status:  # it had ended at that moment
                longest = min(longest, after)
                shutil.rmtree(place)
                continue
            again = "start 2 of" in log
            resumed += again
            print(f"kill {number + 1}: after {after:.1f} s, status {status}, {'started again, ' if again else ''}"
                  f"{'the same parameters' if same else 'OTHER PARAMETERS'}", flush=True)
            if status or not same:
                bad.append(number + 1)
                print(log[-3000:], flush=True)
            number += 1
    print(f"{options.count - len(bad)} of {options.count} jobs ended with the parameters of the undisturbed one; "
          f"{resumed} were started again" + (f"; not so: {bad}" if bad else ""))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
