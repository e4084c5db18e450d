"""Times this project against plain torch, and against the real MXNet 1.9.1 where it is set up.

`make bench` calls it. Figures are worth something on an otherwise idle machine only.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent


def measure(python, path, names):
    """Run measure.py in an interpreter; yield its answers as they come."""
    environment = {**os.environ, "PYTHONPATH": path}
    process = subprocess.Popen([python, str(HERE / "measure.py"), *names], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, env=environment)
    for line in process.stdout:
        yield json.loads(line)
    process.wait()


def import_seconds(python, path, module, rounds=3):
    """Give the best time that an interpreter takes to start and import a module."""
    best = None
    for _ in range(rounds):
        start = time.perf_counter()
        done = subprocess.run([python, "-W", "ignore", "-c", f"import {module}"], cwd="/",
                              env={**os.environ, "PYTHONPATH": path}, capture_output=True)
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


def row(name, ours, torch, theirs):
    cells = [show(ours), show(torch), f"{ours / torch:.2f}" if ours and torch else "-",
             show(theirs), f"{theirs / ours:.2f}" if ours and theirs else "-"]
    print(f"{name:34}" + "".join(f"{cell:>13}" for cell in cells), flush=True)


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
    names = [name for name in known if name in (options.cases or known)]
    print(f"{'case (smaller is better)':34}" + "".join(f"{head:>13}" for head in (
        "ours", "torch", "ours/torch", "MXNet 1.9.1", "times faster")))
    for name in names:
        if name == "import":
            theirs = options.reference and import_seconds(options.reference, "", "mxnet")
            row("import", import_seconds(sys.executable, str(ROOT), "mxnet"),
                import_seconds(sys.executable, "", "torch"), theirs)
            continue
        # one case at a time on each side, so that a slow minute of the machine meets both
        (ours,) = measure(sys.executable, str(ROOT), [name])
        theirs = {}
        if options.reference:
            (theirs,) = measure(options.reference, "", [name])
        for side, answer in (("ours", ours), ("MXNet 1.9.1", theirs)):
            if "error" in answer:
                print(f"{name:34} {side}: {answer['error']}")
        if "error" not in ours:
            row(name, ours["mxnet"], ours["torch"], theirs.get("mxnet"))


if __name__ == "__main__":
    main()
