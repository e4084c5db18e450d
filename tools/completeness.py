"""How much of the public interface has types: `python -m tools.completeness`, a part of `make check`.

Pyright's `--verifytypes` judges every name that a program can import: it counts where each parameter, result and
attribute has a type that does not depend on the checker. The names under `mxnet.core` are no interface.
"""
import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEAST = 0.965  # the share below which `make check` fails
PRIVATE = ("mxnet.core.",)


def verified():
    """Run pyright over the package; give its symbols."""
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--verifytypes", "mxnet",
               "--ignoreexternal", "--outputjson"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})  # it does not look where it is started
    return json.loads(done.stdout)["typeCompleteness"]["symbols"]


def judged(symbols):
    """Give (name, whether its type is known, what is missing) of everything public."""
    for symbol in symbols:
        if symbol["isExported"] and not symbol["name"].startswith(PRIVATE):
            told = [item["message"] for item in symbol["diagnostics"]]
            yield symbol["name"], symbol["isTypeKnown"] and not symbol["isTypeAmbiguous"], told


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", nargs="?", help="list what lacks types under this name, such as mxnet.gluon")
    options = parser.parse_args(arguments)
    found = list(judged(verified()))
    if options.prefix:
        for name, known, told in found:
            if not known and name.startswith(options.prefix):
                print(name, *(f"    {line}" for text in told for line in text.splitlines()), sep="\n")
    known = Counter(".".join(name.split(".")[:2]) for name, good, _ in found if good)
    total = Counter(".".join(name.split(".")[:2]) for name, _, _ in found)
    for room in sorted(total, key=lambda room: known[room] - total[room]):
        if known[room] < total[room]:
            print(f"{room:32} {known[room]:5} of {total[room]:5}")
    share = sum(known.values()) / sum(total.values())
    print(f"{sum(known.values())} of {sum(total.values())} public names have types: {share:.1%}; at least {LEAST:.1%}")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
