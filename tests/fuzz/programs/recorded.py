"""What the reference showed for some programs, kept so that `make test` meets it without the reference.

Of every array its type, its shape and four weighted sums are kept: little to store, and no element goes
unnoticed. Made by `python -m tests.fuzz.programs --reference PYTHON --record 70`.
"""
import gzip
import json
from pathlib import Path

import numpy as np

from tests.conformance.worker import decode
from tests.fuzz.programs.compare import NOTHING

FILE = Path(__file__).parent.parent.parent / "data" / "programs.jsonl.gz"
SUMS = 4


def digest(value):
    """Give a value of `text_of` with sums in the place of its arrays."""
    if isinstance(value, list):
        return [digest(item) for item in value]
    if isinstance(value, dict) and "dict" in value:
        return {"dict": [[key, digest(item)] for key, item in value["dict"]]}
    if isinstance(value, dict) and "array" in value:
        array = decode(value["array"])
        return {"dtype": array.dtype.name, "shape": list(array.shape), "stype": value.get("stype", "default"),
                "sums": [float(f"{number:.8g}") for number in sums(array)]}
    if isinstance(value, dict) and "error" in value:
        return "raises"
    return value


def sums(array):
    """Weigh the elements in four ways; give the sums, and last the sum of sizes."""
    flat = array.astype("float64").ravel()
    with np.errstate(all="ignore"):
        special = float(np.isnan(flat).sum() + 3 * np.isposinf(flat).sum() + 7 * np.isneginf(flat).sum())
        flat = np.where(np.isfinite(flat), flat, 0)
        weights = np.random.RandomState(flat.size % 1000).uniform(-1, 1, (SUMS - 1, flat.size))
        return [*(weights @ flat), special, float(np.abs(flat).sum())]


def same(ours, theirs, coarse):
    """Tell whether two digests agree; `theirs` is the reference's."""
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(same(a, b, coarse) for a, b in zip(ours, theirs))
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if "dict" in ours and "dict" in theirs:
            return same(ours["dict"], theirs["dict"], coarse)
        if "sums" in ours and "sums" in theirs:
            if any(ours[key] != theirs[key] for key in ("dtype", "shape", "stype")):
                return False
            room = coarse * theirs["sums"][-1] + NOTHING * np.prod(theirs["shape"]) \
                if theirs["dtype"].startswith("float") else 1e-6
            return all(abs(a - b) <= room for a, b in zip(ours["sums"], theirs["sums"]))
        if "number" in ours and "number" in theirs:
            return bool(np.isclose(float(ours["number"]), float(theirs["number"]), rtol=coarse, atol=NOTHING,
                                   equal_nan=True))
    return ours == theirs


def record(pair, kinds, count, seed):
    """Store `count` programs of each kind on which the two sides agree without any need to explain."""
    from tests.fuzz.programs.kinds import GENERATORS
    kept = []
    for kind in kinds:
        found, number = 0, seed
        while found < count:
            lines = GENERATORS[kind](number)
            number += 1
            if any(line.startswith("# other side") for line in lines):
                continue  # files change sides: it takes both
            difference, theirs = pair.difference(lines)
            if difference is None:
                found += 1
                shown = [[line, label, digest(value)] for line, label, value in theirs]
                kept.append(json.dumps({"kind": kind, "seed": number - 1, "lines": lines, "shown": shown},
                                       separators=(",", ":")))
    FILE.write_bytes(gzip.compress(("\n".join(kept) + "\n").encode(), mtime=0))
    print(f"recorded {len(kept)} programs, {FILE.stat().st_size // 1024} KB")


def load():
    """Give the recorded programs."""
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).decode().splitlines()]
