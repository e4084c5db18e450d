"""Runs random whole programs on this project and on the real MXNet 1.9.1, and says where they part.

    python -m tests.fuzz.programs --reference PYTHON [--kinds graph,array] [--count 1000] [--seed 0]

A difference is run again with its data moved in their last bits, to tell rounding from a fault; what is
left is made as short as it goes and printed. With --record the reference's results of a few hundred
programs go to tests/data, where test_programs.py meets them without it.
"""
import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.conformance.side import Side
from tests.fuzz.programs import known
from tests.fuzz.programs.compare import JITTER, difference, is_rounding, precision
from tests.fuzz.programs.kinds import GENERATORS, SANE
from tests.fuzz.programs.shrink import shrink

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
PATIENCE = 40
RENEWED = 100  # programs after which a process is started anew: the reference's grows, by blocks most


class Pair:
    """Both interpreters, and the folders that each writes its files to."""

    def __init__(self, reference, script=HERE / "interpreter.py"):
        self.ours = Side(sys.executable, str(ROOT), script, PATIENCE)
        self.theirs = Side(reference, "", script, PATIENCE)
        self.sides = (self.ours, self.theirs)
        self.folder = tempfile.TemporaryDirectory(prefix="programs")
        self.folders = [tempfile.mkdtemp(dir=self.folder.name) for _ in self.sides]
        self.ran = 0

    def start(self):
        for side in self.sides:
            side.start()
        self.theirs.must_not_be(ROOT)

    def stop(self):
        for side in self.sides:
            side.stop()
        self.folder.cleanup()

    def renew(self, weight=1):
        """Count a run; after RENEWED of them both processes are started anew."""
        before, self.ran = self.ran, self.ran + weight
        if int(before / RENEWED) < int(self.ran / RENEWED):
            for side in self.sides:
                side.stop()
                side.start()

    def run(self, lines):
        """Give what each side shows. Past a statement that begins `# other side` files change sides."""
        self.renew()
        shown = [[], []]
        for number, part in enumerate(parts(lines)):
            for place, side in enumerate(self.sides):
                folders = [self.folders[place], self.folders[place if number == 0 else 1 - place]]
                side.send({"lines": part, "folders": folders})
            for place, side in enumerate(self.sides):
                answer = side.receive()
                if isinstance(answer, dict) or isinstance(shown[place], dict):
                    shown[place] = answer if isinstance(answer, dict) else shown[place]
                else:
                    shown[place] += answer
        return shown

    def jittered(self, lines, count=3):
        """Run ours with data moved in their last bits."""
        found = []
        for seed in range(count):
            shown = []
            for part in parts(lines):
                answer = self.ours.compute({"lines": part, "folders": [self.folders[0]] * 2, "seed": seed,
                                            "jitter": JITTER[precision(lines)]})
                shown = answer if isinstance(answer, dict) else shown + answer
            found.append(shown)
        return found

    def difference(self, lines):
        """Give None, or a Difference that rounding does not explain; and what the reference showed."""
        ours, theirs = self.run(lines)
        found = difference(lines, ours, theirs)
        if found is not None and found.kind == "values" and \
                is_rounding(lines, ours, theirs, self.jittered(lines)):
            found.kind = "rounding"
        return found, theirs


def parts(lines):
    """Split a program where its files change sides; lines keep their numbers."""
    marks = [place for place, line in enumerate(lines) if line.startswith("# other side")]
    if not marks:
        return [lines]
    return [lines[:marks[0]], ["pass"] * marks[0] + lines[marks[0]:]]


def reduce(pair, kind, lines, first):
    """Make a program shorter that parts the two sides in the same way."""
    end = time.time() + PATIENCE

    def shows(candidate):
        if time.time() > end or not SANE.get(kind, bool)(candidate):
            return False
        found, _ = pair.difference(candidate)
        return found is not None and found.kind == first.kind and known.explain(candidate, found) is None \
            and not ("NameError" in found.said or "no attribute" in found.said)
    return shrink(lines, shows, tries=150)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.programs", description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True, help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--kinds", default=",".join(GENERATORS), help="of " + ", ".join(GENERATORS))
    parser.add_argument("--count", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--log", help="a file to add differences to, as JSON lines")
    parser.add_argument("--whole", action="store_true", help="leave programs as long as they are")
    parser.add_argument("--record", type=int, metavar="N", help="store what the reference shows for N of each kind")
    options = parser.parse_args()
    pair, started = Pair(options.reference), time.time()
    pair.start()
    outcomes = Counter()
    try:
        if options.record:
            from tests.fuzz.programs import recorded
            recorded.record(pair, options.kinds.split(","), options.record, options.seed)
            return 0
        for kind in options.kinds.split(","):
            outcomes += campaign(pair, kind, options)
    finally:
        pair.stop()
    print(f"{sum(outcomes.values())} programs in {time.time() - started:.0f} s: "
          + ", ".join(f"{name} {count}" for name, count in outcomes.most_common()))
    return 1 if outcomes["different"] else 0


def campaign(pair, kind, options):
    """Run programs of one kind; give how many came out how."""
    outcomes, started = Counter(), time.time()
    for seed in range(options.seed, options.seed + options.count):
        lines = GENERATORS[kind](seed)
        found, theirs = pair.difference(lines)
        outcomes[judge(pair, kind, seed, lines, found, theirs, options)] += 1
        done = sum(outcomes.values())
        if done % 500 == 0 or done == options.count:
            print(f"[{kind}: {done} in {time.time() - started:.0f} s: {dict(outcomes)}]", flush=True)
    return outcomes


SEEN = Counter()  # differences of one kind are made short a few times, and printed as they are after that


def signature(lines, found):
    """Give what two differences that are likely of one cause have in common."""
    said = found.said if "raises" in found.kind else ""
    return found.kind, re.sub(r"\d+", "", found.label + said), re.sub(r"\d+", "", known.text(lines, found))[:30]


def judge(pair, kind, seed, lines, found, theirs, options):
    """Name the outcome of a program, and print a difference that nothing explains."""
    if found is None:
        return "refused by both somewhere" if any(label == "raises" for _, label, _ in theirs) else "equal"
    if found.kind == "rounding":
        return "equal but for rounding"
    reason = known.explain(lines, found)
    if reason is not None:
        return f"known: {reason.name}"
    SEEN[signature(lines, found)] += 1
    if not options.whole and SEEN[signature(lines, found)] <= 3:
        shorter = reduce(pair, kind, lines, found)
        again, _ = pair.difference(shorter)
        if again is not None:
            lines, found = shorter, again
    print(f"\nDIFFERS {kind} {seed}: {found}\n    " + "\n    ".join(lines), flush=True)
    if options.log:
        with open(options.log, "a") as log:
            log.write(json.dumps({"kind": kind, "seed": seed, "difference": str(found), "lines": lines}) + "\n")
    return "different"


if __name__ == "__main__":
    sys.exit(main())
