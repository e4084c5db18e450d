"""Runs cases and random programs here and on the real MXNet 1.9.1, and says where they differ.

    python -m tests.fuzz.differential --reference PYTHON [RUNS] [--only dot,between] [--again] [--jobs 2]

RUNS counts those of either side: a case in one mode is a run, and so is a program. What was run is kept in
out/fuzz, and a campaign that was ended goes on there; `--fresh` begins again, `--again` repeats what differed.
At the end come the counts, and for each difference that has no reason its shortest case.
"""
import argparse
import os
import sys
import threading
import time
from pathlib import Path

from tests.fuzz.differential import recorded, report
from tests.fuzz.differential.journal import Journal
from tests.fuzz.differential.judge import is_rounding, judged
from tests.fuzz.differential.schedule import case_of, program_of, tasks
from tests.fuzz.differential.sides import Sides, ended
from tests.fuzz.differential.values import jittered, modes
from tests.fuzz.programs import known as known_programs

ROOT = Path(__file__).resolve().parents[3]
EVERY = 20  # seconds between two lines of progress


class Campaign:
    """Threads that share the tasks; each has a pair of processes."""

    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.journal = Journal(options.journal, options.fresh)
        if options.again:
            self.tasks = iter([key for key, entry in self.journal.entries.items() if entry["outcome"] == "differ" and
                               (not options.only or key[0] in options.only or key[1] in options.only)])
        else:
            self.tasks = (key for key in tasks(options.only) if key not in self.journal)
        self.ran = 0 if options.again else self.journal.total()
        self.begun, self.before, self.told, self.stopped = time.time(), self.ran, time.time(), False

    def next(self):
        """Give the key of the next run, or None when there were enough."""
        with self.lock:
            if self.stopped or self.ran >= self.options.runs:
                return None
            return next(self.tasks, None)

    def progress(self, theirs):
        with self.lock:
            self.ran += theirs
            if time.time() - self.told > EVERY:
                self.told = time.time()
                rate = (self.ran - self.before) / (self.told - self.begun)
                left = max(self.options.runs - self.ran, 0) / max(rate, 1e-9)
                print(f"[{self.ran} of {self.options.runs} runs, {rate:.1f}/s, {left / 60:.0f} min left: "
                      f"{dict(self.journal.outcomes())}]", flush=True)

    def work(self):
        sides = Sides(self.options.reference)
        sides.start()
        try:
            while (key := self.next()) is not None:
                self.progress(run(sides, key, self.journal))
        finally:
            sides.stop()

    def run(self):
        threads = [threading.Thread(target=self.work) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            self.stopped = True
            for thread in threads:
                thread.join()
        self.journal.close()


def run(sides, key, journal):
    """Run one task and note what came of it; give the reference's runs."""
    if key[0] == "program":
        return run_program(sides, key, journal)
    case = case_of(key)
    if case is None:
        journal.add(key, "no such case")
        return 0
    ours, theirs = sides.compute(case, modes(case, *key[1:]))
    outcome, found = judged(case, ours, theirs)
    if found and all(mode in theirs for mode, *_ in found):
        moved = [sides.ours.compute({"case": jittered(case, seed), "modes": [mode for mode, *_ in found]})
                 for seed in (0, 1)] if all(kind.startswith(("value", "gradient")) for _, kind, _ in found) else ()
        if moved and not any(ended(answer) for answer in moved) and is_rounding(case, ours, theirs, found, moved):
            outcome = "rounding"
    journal.add(key, outcome, len(ours), len(theirs), found)
    return len(theirs)


def run_program(sides, key, journal):
    lines = program_of(key)
    found, theirs = sides.difference(lines)
    outcome, kept = "agree", ()
    if found is not None:
        reason = known_programs.explain(lines, found)
        outcome = "rounding" if found.kind == "rounding" else f"known: {reason.name}" if reason else "differ"
        kept = [("program", found.kind, str(found))]
    elif any(label == "raises" for _, label, _ in theirs):
        outcome = "refused somewhere"
    journal.add(key, outcome, 1, 1, kept)
    return 1


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.differential", description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=int, nargs="?", default=80_000, help="of each side")
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--only", type=lambda text: text.split(","), help="operators, and kinds of programs")
    parser.add_argument("--jobs", type=int, default=1, help="pairs of processes that run at the same time")
    parser.add_argument("--journal", type=Path, default=ROOT / "out" / "fuzz" / "journal.jsonl")
    parser.add_argument("--fresh", action="store_true", help="forget what was run")
    parser.add_argument("--again", action="store_true", help="repeat what differed")
    parser.add_argument("--report", action="store_true", help="only say what the journal holds")
    parser.add_argument("--record", action="store_true", help="store a sample of what agreed, for make test")
    options = parser.parse_args()
    os.environ["MXNET_MKLDNN_ENABLED"] = "0"  # for the reference: oneDNN's numbers are coarser, and wrong at times
    if not options.report and not options.reference:
        parser.error("--reference is needed")
    if options.record:
        recorded.record(Journal(options.journal), options.reference)
        return 0
    if not options.report:
        Campaign(options).run()
    journal = Journal(options.journal)
    print(report.text(journal))
    return 1 if report.unexplained(journal) else 0


if __name__ == "__main__":
    sys.exit(main())
