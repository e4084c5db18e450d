"""Records what the real MXNet 1.9.1 gives for the operator cases that ask for it.

Run it with the reference's interpreter: `python tools/record_operators.py [table ...]`.
See tests/operators/recorded/README.md.
"""
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # last, so that `mxnet` is the installed one and not ours

import mxnet as mx  # noqa: E402
from tests.operators.harness import RECORDED, RECORDED_FOLDER, call_imperative, load  # noqa: E402


def record(case):
    """Give ``{key: array}`` of one case."""
    found = {}
    for dtype in case.dtypes:
        arrays = case.draw(dtype)
        outputs, gradients, after = call_imperative(mx, case, arrays)
        if case.grad == RECORDED:
            _, gradients, _ = call_imperative(mx, case, arrays, case.heads)
        found.update({f"{case.id}|{dtype}|in{index}": after[index] for index in case.changed})
        for kind, values in (("out", outputs), ("grad", gradients)):
            for index, value in enumerate(values):
                found[f"{case.id}|{dtype}|{kind}{index}"] = value
    return found


def main():
    if Path(mx.__file__).resolve().is_relative_to(ROOT):
        sys.exit("this interpreter imports our mxnet; run it with one that has MXNet 1.9.1")
    wanted = sys.argv[1:]
    tables = {}
    for case in load():
        if case.raises is None and RECORDED in (case.reference, case.grad):
            tables.setdefault(case.family, []).append(case)
    RECORDED_FOLDER.mkdir(exist_ok=True)
    refused = []
    for family, cases in tables.items():
        if wanted and family not in wanted:
            continue
        found = {}
        for case in cases:
            try:
                found.update(record(case))
            except Exception as error:  # what the reference raises is not for this tool to judge
                lines = [line for line in str(error).splitlines() if "Error" in line]
                refused.append(f"{case.id}: the reference refuses: {(lines or [repr(error)])[-1]}")
        path = RECORDED_FOLDER / f"{family}.npz"
        np.savez_compressed(path, **found)
        print(f"{family}: {len(cases)} cases, {path.stat().st_size // 1024} KB")
    if refused:
        sys.exit("\n".join(refused))


if __name__ == "__main__":
    main()
