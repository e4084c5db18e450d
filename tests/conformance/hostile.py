"""Cases that make no sense: each operator's first walk with one param or one input spoiled.

`python -m tests.conformance.hostile --reference PYTHON` asks the real MXNet which of them it refuses, and
keeps the answers in tests/data/hostile.json.gz; `test_hostile.py` holds this project to them. ``known`` there
lists the cases in which the two differed when it was recorded, most of them numbers that the reference cannot
read ("nan" for a float or None), counts below zero that it takes for huge ones, or sizes of zero.
"""
import argparse
import copy
import gzip
import json
import resource
import sys
from pathlib import Path

import mxnet
from mxnet.core.op import operators
from tests.conformance import walk
from tests.conformance.__main__ import HERE, ROOT, Side
from tests.conformance.worker import compute

RECORDED = HERE.parent / "data" / "hostile.json.gz"
MEMORY = 12 << 30  # bytes the reference may ask for
NUMBERS = {"int": [0, -1, -7, 7], "float": [-1.0, 0.0, 2.0, "nan", "inf", "1e50"],
           "double": [-1.0, 0.0, 2.0, "nan", "inf", "1e50"], "boolean": [2, "maybe"], "string": ["nonsense"],
           "{": ["nonsense"], "dtype": ["nonsense", "int8", "uint8", "int64", "float64", "bool"]}


def spoiled_values(param, given, rank):
    """Yield values to put in the place of a param's."""
    kind = param.type_name
    if kind.startswith(("Shape", "tuple")):
        length = len(given) if isinstance(given, (list, tuple)) else rank
        item = 0.5 if "float" in kind else 2
        for value in (0, -1, "nan") if "float" in kind else (0, -1):
            yield [value] * length
        yield from ([], [item] * max(length - 1, 0), [item] * (length + 1))
        if isinstance(given, (list, tuple)) and length:
            yield from (given[:-1], [*given, given[-1]])
    for start, values in NUMBERS.items():
        if kind.startswith(start):
            yield from values
    yield "None"


def spoiled_inputs(inputs):
    """Yield (label, inputs) with one input of another shape or type, or another number of them."""
    yield "no last input", inputs[:-1]
    yield "one more input", [*inputs, *inputs[-1:]]
    for place, spec in enumerate(inputs):
        shape = spec["shape"]
        shapes = {"one axis more": [*shape, 1], "two axes more": [1, 2, *shape], "one axis less": shape[:-1],
                  "no first axis": shape[1:], "shape (1,)": [1], "longer": [shape[0] + 1, *shape[1:]] if shape else [2],
                  "wider": [*shape[:-1], shape[-1] + 1] if shape else [3]}
        # Empty arrays and those without axes mean "unknown" to the reference, and more types are computed here.
        for label, other in shapes.items():
            if other not in ([], shape):
                changed = {k: v for k, v in spec.items() if k != "values"}
                if spec.get("draw") == "values":
                    changed["draw"] = "normal"
                yield f"input {place} {label}", _with(inputs, place, {**changed, "shape": other})


def _with(items, place, item):
    return [*items[:place], item, *items[place + 1:]]


def hostile_cases(name):
    """Give label -> case for one operator."""
    base = walk.WALKS[name](walk.Draw(name, 0))
    base["grad"] = False
    rank = len(base["params"].get("kernel", (2, 2)))
    found = {}
    for param in operators()[name].schema.params.values():
        given = base["params"].get(param.name)
        for value in spoiled_values(param, given, rank):
            case = copy.deepcopy(base)
            case["params"][param.name] = value
            found[f"{param.name}={value}"] = case
        if given is not None:
            case = copy.deepcopy(base)
            del case["params"][param.name]
            found[f"no {param.name}"] = case
    for label, inputs in spoiled_inputs(base["inputs"]) if base["inputs"] else ():
        case = copy.deepcopy(base)
        case["inputs"] = inputs
        if max([*case.get("out", ()), -1]) < len(inputs):
            found[label] = case
    return found


def outcome(answer):
    """Say in a letter how a case ended: o(k), e(rror) or c(rash), which says that nothing was checked."""
    error = answer.get("error")
    if error is None:
        return "o"
    return "c" if error.startswith(("crashed", "hung")) else "e"


def differing(name, row):
    """Give the labels of one operator that end otherwise here than a row of recorded outcomes says."""
    cases = hostile_cases(name)
    return [label for label, letter in row.items() if letter != "c" and outcome(compute(mxnet, cases[label])) != letter]


def known(table):
    """Give operator -> labels that differ today."""
    found = {name: differing(name, row) for name, row in table.items()}
    return {name: labels for name, labels in found.items() if labels}


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.hostile", description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True, help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--answers", help="also keep the whole answers here, a JSON line each")
    parser.add_argument("operators", nargs="*", help="only these")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    theirs = Side(options.reference, "", HERE / "worker.py", patience=20)
    if Path(theirs.start()["file"]).is_relative_to(ROOT / "mxnet"):
        sys.exit(f"{options.reference} imports this project, not the real MXNet")
    walks, table = walk.load(), {}
    kept = open(options.answers, "w") if options.answers else None
    for name in options.operators or sorted(name for name in walks if name in operators()):
        table[name] = {}
        for label, case in hostile_cases(name).items():
            answer = theirs.compute(case)
            table[name][label] = outcome(answer)
            if kept:
                kept.write(json.dumps({"op": name, "label": label, "answer": answer}) + "\n")
                kept.flush()
    theirs.stop()
    if not options.operators:
        kept_text = json.dumps({"reference": table, "known": known(table)}, separators=(",", ":"))
        RECORDED.write_bytes(gzip.compress(kept_text.encode(), mtime=0))
    answers = "".join("".join(row.values()) for row in table.values())
    print(f"{len(answers)} cases of {len(table)} operators: {answers.count('o')} computed, "
          f"{answers.count('e')} refused, {answers.count('c')} crashed")


if __name__ == "__main__":
    main()
