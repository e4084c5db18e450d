"""Calls of all operators with all element types: which of them MXNet refuses. `test_typed.py` compares.

Record these with ``python -m tests.operators.typed --reference PYTHON``: every call runs in a worker process, as some
end it.
"""
import argparse
import gzip
import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np

from tests.conformance import side, worker
from tests.operators.harness import Case, load

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests/data/operator_types.json.gz"
TYPES = ("bool", "uint8", "int8", "int32", "int64", "float16", "float32", "float64")


@cache
def cases():
    """Give the cases of each operator that take arrays: ``{operator: {id: case}}``."""
    found: dict[str, dict[str, Case]] = {}
    for case in load():
        if case.raises is None and case.inputs and not case.op.startswith("_np"):
            found.setdefault(case.op, {})[case.id] = case
    return found


def calls(op):
    """Give the calls of an operator: (id of the case, whether inputs of a fixed type get the type too, the type)."""
    for key, case in list(cases()[op].items())[:2]:
        fixed = [array.dtype != np.float64 for array in case.draw("float64")]
        for every in (False, True):
            if any(fixed) if every else not all(fixed):
                for kind in TYPES:
                    yield key, every, kind


def converted(array, kind):
    """Cast an input, so that integers and bools are not nearly all zero; what has a type of its own, such as indices,
    as it is.
    """
    if kind.startswith("float"):
        return array.astype(kind)
    if array.dtype == np.float64:
        array = np.round(array * 3)
    if kind == "bool":
        return array > 0
    return (np.abs(array) if kind == "uint8" else array).astype(kind)


def drawn(case, every, kind):
    """Draw the inputs of a call in a type."""
    return [converted(array, kind) if every or array.dtype == np.float64 else array for array in case.draw("float64")]


def job(op, key, every, kind):
    """Describe one call for `worker.compute`."""
    case = cases()[op][key]
    inputs = [{"shape": list(array.shape), "draw": "values", "values": array.ravel().tolist(),
               "dtype": array.dtype.name} for array in drawn(case, every, kind)]
    made = {"op": op, "seed": zlib.crc32(key.encode()) % 2**31, "inputs": inputs, "grad": False, "train": case.train,
            "params": json.loads(json.dumps(case.params, default=lambda value: np.asarray(value).tolist()))}
    if case.out is not None:
        made["out"] = list(case.out)
    return made


def told(answer):
    """Shorten an answer: the types of the outputs, or why there are none."""
    if "error" in answer:
        kind = answer["error"].partition(":")[0]
        return "refused" if kind == "MXNetError" else kind
    return ",".join(array["dtype"] for array in answer["outputs"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("ops", nargs="*")
    options = parser.parse_args()
    ops = options.ops or sorted(cases())

    def record(names):
        reference = side.Side(options.reference, "", worker.__file__)
        reference.start()
        reference.must_not_be(ROOT)
        found = {}
        for op in names:
            table = found[op] = {}
            for key, every, kind in calls(op):
                table[f"{key}|{every}|{kind}"] = told(reference.compute(job(op, key, every, kind)))
            print(op, flush=True)
        reference.stop()
        return found

    with ThreadPoolExecutor(options.workers) as pool:
        parts = list(pool.map(record, [ops[start::options.workers] for start in range(options.workers)]))
    table = dict(sorted({op: rows for part in parts for op, rows in part.items()}.items()))
    if options.ops and RECORDED.exists():
        table = {**json.loads(gzip.decompress(RECORDED.read_bytes())), **table}
    RECORDED.write_bytes(gzip.compress(json.dumps(table, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
