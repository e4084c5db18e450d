"""Times this project against plain torch, and against the real MXNet 1.9.1 where it is set up.

`make bench` calls it. MXNet's thread count is the better one of its own choice and all cores; a second ratio gives
both sides one thread. Figures are worth something on an otherwise idle machine only.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from .peers import BEST, COLUMNS, ROOT, SINGLE, environment

HERE = Path(__file__).parent


def measure(python, path, name, counts):
    """Run a case of measure.py in an interpreter, once per thread count; give the best time of each form."""
    answers = [_measured(python, path, name, threads) for threads in counts]
    failed = next((answer for answer in answers if "error" in answer), None)
    if failed:
        return failed
    return {form: min((a[form] for a in answers if a[form] is not None), default=None) for form in ("mxnet", "torch")}


def _measured(python, path, name, threads):
    done = subprocess.run([python, str(HERE / "measure.py"), name], capture_output=True, text=True,
                          env=environment(path, threads))
    lines = done.stdout.splitlines()
    return json.loads(lines[-1]) if lines else {"error": f"exit {done.returncode}"}


def import_seconds(python, path, module, rounds=3):
    """Give the best time that an interpreter takes to start and import a module."""
    best = None
    for _ in range(rounds):
        start = time.perf_counter()
        done = subprocess.run([python, "-W", "ignore", "-c", f"import {module}"], cwd="/",
                              env=environment(path), capture_output=True)
        taken = time.perf_counter() - start
        if done.returncode:
            return None
        best = taken if best is None else min(best, taken)
    return best


def show(seconds):
    if seconds is None:
        return "-"
    unit, scale = next(((unit, scale) for unit, scale in (("s", 1), ("ms", 1e3))
                        if seconds * scale >= 1), ("us", 1e6))
    return f"{seconds * scale:.3g} {unit}"


def ratio(theirs, ours):
    return f"{theirs / ours:.2f}" if ours and theirs else "-"


def row(name, ours, torch, theirs, single="-"):
    cells = [show(ours), show(torch), ratio(ours, torch), show(theirs), ratio(theirs, ours), single]
    print(f"{name:34}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def compare(name, reference):
    """Time a case in every column and print its row. The sides take turns, so that a slow minute meets both."""
    found = {}
    for column in COLUMNS if reference else COLUMNS[:1]:
        ours = measure(sys.executable, str(ROOT), name, column.ours)
        theirs = measure(reference, "", name, column.reference) if reference else {"mxnet": None}
        for side, answer in (("ours", ours), ("MXNet 1.9.1", theirs)):
            if "error" in answer:
                print(f"{name:34} {side}: {answer['error']}")
                return
        found[column] = ours, theirs
    ours, theirs = found.get(BEST) or found[SINGLE]
    single = ratio(found[SINGLE][1]["mxnet"], found[SINGLE][0]["mxnet"]) if SINGLE in found else "-"
    row(name, ours["mxnet"], ours["torch"], theirs["mxnet"], single)


def main():
    sys.path.insert(0, str(HERE))
    import measure as suite
    known = [*suite.load(), "import"]
    parser = argparse.ArgumentParser(prog="python -m benchmarks",
                                     description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1")
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(known)}")
    options = parser.parse_args()
    if options.reference:  # as given, links and all: a virtual environment is found by its path
        options.reference = os.path.abspath(options.reference)
    if unknown := [name for name in options.cases if name not in known]:
        parser.error(f"no case {', '.join(unknown)}; there are {', '.join(known)}")
    print(f"{'case (smaller is better)':34}" + "".join(f"{head:>14}" for head in (
        "ours", "torch", "ours/torch", "MXNet 1.9.1", "times faster", "on one thread")))
    for name in known:
        if options.cases and name not in options.cases:
            continue
        if name == "import":
            theirs = options.reference and import_seconds(options.reference, "", "mxnet")
            row("import", import_seconds(sys.executable, str(ROOT), "mxnet"),
                import_seconds(sys.executable, "", "torch"), theirs)
        else:
            compare(name, options.reference)


if __name__ == "__main__":
    main()
