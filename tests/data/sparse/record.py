"""Write this folder's values.json: `python record.py`, by an interpreter that has MXNet 1.9.1."""
import json
import pathlib

from cases import CASES

import mxnet as mx


def told(array):
    found = {"stype": array.stype, "shape": list(array.shape), "dtype": array.dtype.__name__}
    if array.stype == "default":
        return {**found, "data": array.asnumpy().tolist()}
    found["indices"] = array.indices.asnumpy().tolist()
    if array.stype == "csr":
        found["indptr"] = array.indptr.asnumpy().tolist()
        # For two csr operands MXNet leaves columns in the order of a hash table, and memory behind them as it was.
        begins = found["indptr"]
        order = [place for begin, end in zip(begins, begins[1:])
                 for place in sorted(range(begin, end), key=found["indices"].__getitem__)]
        found["indices"] = [found["indices"][place] for place in order]
        return {**found, "data": array.data.asnumpy()[order].tolist()}
    return {**found, "data": array.data.asnumpy().tolist()}


if __name__ == "__main__":
    assert mx.__version__ == "1.9.1"
    values = {}
    for name, case in CASES.items():
        made = case(mx)
        values[name] = [told(array) for array in (made if isinstance(made, tuple) else (made,))]
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in values.items())
    (pathlib.Path(__file__).parent / "values.json").write_text("{\n" + lines + "\n}\n")
