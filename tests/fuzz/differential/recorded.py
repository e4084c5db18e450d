"""What the reference gave for a sample of the cases on which both sides agree, so that `make test` meets it.

Of every array its type, its shape and weighted sums are kept, as of programs. Made from a journal by
`python -m tests.fuzz.differential --reference PYTHON --record`.
"""
import gzip
import json
from pathlib import Path

import numpy as np

from tests.conformance.compare import RELATIVE
from tests.fuzz.differential.judge import GRAPH, judged
from tests.fuzz.differential.modes import BEFORE, compute, to_text
from tests.fuzz.differential.schedule import case_of
from tests.fuzz.differential.values import modes
from tests.fuzz.programs.recorded import digest, same

FILE = Path(__file__).resolve().parents[2] / "data" / "differential.jsonl.gz"
COUNT = 2000
SEED = 11


def summed(result):
    """Give a result as text with sums in place of its arrays, or "refused"."""
    if "outputs" not in result:
        return "refused"
    return {part: None if result[part] is None else digest([{"array": array} for array in (
        [result[part][key] for key in sorted(result[part])] if part == "changed" else result[part])])
        for part in ("outputs", "grads", "changed")}


def agree(ours, theirs, case):
    """Tell whether two summed results agree; of what is drawn at random, types and shapes."""
    if "refused" in (ours, theirs):
        return ours == theirs
    coarse = 4 * max([RELATIVE.get(spec["dtype"], 0) for spec in case["inputs"]], default=0) + 1e-5
    for part in ("outputs", "grads", "changed"):
        mine, other = ours[part], theirs[part]
        if mine is None or other is None:
            continue
        if case.get("drawn"):
            mine, other = ([[array["dtype"], array["shape"]] for array in side] for side in (mine, other))
        if len(mine) != len(other) or not all(same(a, b, coarse) for a, b in zip(mine, other)):
            return False
    return True


def held_to(mode, results):
    """Give the recorded result of a mode, or of the mode nearest to it."""
    wanted = [mode, "bound" if mode in GRAPH else "eager", "eager"]
    return results[next(name for name in wanted if name in results)]


def failing(mx, entry):
    """Give the modes of ours in which a recorded case comes out otherwise."""
    case, wrong = entry["case"], []
    for mode in entry["modes"]:
        result = compute(mx, case, mode)
        if "unlike" in result:
            continue
        if mode == "simple" and result.get("grads"):
            result["grads"] = [(grad.astype("float64") - BEFORE).astype(grad.dtype) for grad in result["grads"]]
        ours = summed(to_text(result))
        if not agree(ours, held_to(mode, entry["results"]), case):
            wrong.append((mode, ours if isinstance(ours, dict) else result))
    return wrong


def record(journal, reference):
    """Store a sample of a journal's cases that agree or are refused by both."""
    import mxnet
    from tests.fuzz.differential.sides import Sides
    keys = sorted(key for key, entry in journal.entries.items() if key[0] != "program" and
                  entry["outcome"] in ("agree", "refused"))
    chosen = [keys[place] for place in np.random.RandomState(SEED).permutation(len(keys))]
    sides, kept, refused = Sides(reference), [], 0
    sides.start()
    for key in chosen:
        if len(kept) == COUNT:
            break
        case = case_of(key)
        if case is None:
            continue
        named = modes(case, *key[1:])
        ours, theirs = sides.compute(case, named)
        outcome, _ = judged(case, ours, theirs)
        if outcome not in ("agree", "refused") or outcome == "refused" and refused > COUNT // 10:
            continue
        results = {mode: summed(theirs[mode]) for mode in ("eager", "hybrid", "bound") if mode in theirs and
                   "unlike" not in theirs[mode]}
        named = [mode for mode in named if "unlike" not in ours[mode]]
        entry = {"case": case, "modes": named, "results": results}
        if not failing(mxnet, entry):
            refused += outcome == "refused"
            kept.append(json.dumps(entry, separators=(",", ":")))
    sides.stop()
    FILE.write_bytes(gzip.compress(("\n".join(kept) + "\n").encode(), mtime=0))
    print(f"recorded {len(kept)} cases, {FILE.stat().st_size // 1024} KB")


def load():
    """Give the recorded cases."""
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).decode().splitlines()]
