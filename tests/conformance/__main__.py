"""Runs the walk on this project and on the real MXNet 1.9.1, and says where they differ.

`make conformance` calls it; `make record` calls it with --record.
"""
import argparse
import gzip
import json
import sys
from collections import Counter
from pathlib import Path

import mxnet  # noqa: F401  -- registers the operators
from mxnet.core.op import operators
from tests.conformance import walk
from tests.conformance.compare import difference
from tests.conformance.side import Side
from tests.conformance.worker import from_text, numpy_like

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RECORDED = HERE.parent / "data" / "conformance.jsonl.gz"


def run(cases, ours, theirs, report):
    """Compute every case on both sides; give (tried, agreeing) by operator and the differences."""
    tried, agreed, found = Counter(), Counter(), []
    for case in cases:
        theirs_text = theirs.compute(case)
        line = difference(case, from_text(ours.compute(case)), from_text(theirs_text))
        tried[case["op"]] += 1
        agreed[case["op"]] += line is None
        if line is not None:
            found.append((case, line))
        report(case, theirs_text, line, tried)
    return tried, agreed, found


def show(case):
    inputs = ", ".join(f"{spec['dtype']}{spec['shape']}" for spec in case["inputs"])
    inputs = ", ".join([*map(str, case.get("before", ())), inputs, *map(str, case.get("after", ()))])
    params = ", ".join(f"{key}={value}" for key, value in case["params"].items())
    return f"{case['op']}({inputs}{'; ' + params if params else ''})"


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.conformance",
                                     description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True, help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--configurations", type=int, default=10, help="for each operator")
    parser.add_argument("--record", action="store_true",
                        help=f"store the reference's results in tests/data/{RECORDED.name}")
    parser.add_argument("operators", nargs="*", help="only these")
    options = parser.parse_args()
    walks = walk.load()
    if unknown := [name for name in options.operators if name not in walks]:
        parser.error(f"no walk for {', '.join(unknown)}")
    # a walk may be written before its operator; it waits
    names = options.operators or sorted(name for name in walks if name in operators() or numpy_like(name))
    count = min(options.configurations, 3) if options.record else options.configurations
    ours = Side(sys.executable, str(ROOT), HERE / "worker.py")
    theirs = Side(options.reference, "", HERE / "worker.py")
    ours.start()
    version = theirs.start()
    theirs.must_not_be(ROOT)
    refused = Counter()
    if waiting := len(walks) - len(names):
        print(f"{waiting} walks left out" + ("" if options.operators else ": no such operator here"))
    print(f"{len(names)} operators x {count} configurations against MXNet {version['version']}")
    kept, total = [], len(names) * count

    def report(case, answer, line, tried):
        done = sum(tried.values())
        refused[case["op"]] += line is None and "error" in answer
        if line is not None:
            print(f"DIFFERS {show(case)}: {line}", flush=True)
        if options.record and not answer.get("error", "").startswith(("crashed", "hung")):
            kept.append(json.dumps({"case": case, "result": answer}, separators=(",", ":")))
        if done % 200 == 0 or done == total:
            print(f"[{done} of {total}]", flush=True)

    try:
        tried, agreed, found = run(walk.cases(names, count), ours, theirs, report)
    finally:
        ours.stop()
        theirs.stop()
    whole = sum(agreed[name] == tried[name] for name in tried)
    print(f"\n{sum(agreed.values())} of {sum(tried.values())} configurations agree; "
          f"{whole} of {len(tried)} operators in all of theirs")
    for name in sorted(name for name in tried if agreed[name] < tried[name]):
        print(f"  {name}: {agreed[name]} of {tried[name]}")
    if any(refused.values()):  # an agreement about an error says little about numbers
        print("refused by both sides: " + ", ".join(f"{name} {count}" for name, count in refused.items() if count))
    if options.record:
        RECORDED.parent.mkdir(exist_ok=True)
        text = ("\n".join(kept) + "\n").encode()
        RECORDED.write_bytes(gzip.compress(text, mtime=0))
        print(f"recorded {len(kept)} cases, {RECORDED.stat().st_size // 1024} KB")
        return 0
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
