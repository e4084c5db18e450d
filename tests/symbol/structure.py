"""Asks MXNet how each operator looks in a graph: its inputs, states, outputs, by their names.

Run with the reference, ``python structure.py OPERATORS OUT`` made ``tests/data/symbol_structure.json``.
OPERATORS lists the reference's registry, a JSON line an operator: name, args as (name, type).
"""
import json
import os
import re
import sys

import mxnet as mx

SPACES = ("contrib", "linalg", "sparse", "image", "random")


def function(name):
    """Give the symbol function of a registered name."""
    for space in SPACES:
        prefix = f"_{space}_"
        if name.startswith(prefix) and (space != "random" or name.endswith("_like")):
            return getattr(getattr(mx.sym, space), name[len(prefix):], None)
    return getattr(mx.sym._internal if name.startswith("_") else mx.sym, name, None)


def structure(name, params):
    """Call an operator without inputs; say what it made: [inputs, states, outputs, saved outputs]."""
    made = function(name)(name="N", **params)
    document = json.loads(made.tojson())
    head = document["heads"][0][0]
    node, rows = document["nodes"][head], document["node_row_ptr"]
    inputs = [document["nodes"][entry[0]]["name"][2:] for entry in node["inputs"]]
    return [inputs, [item[2:] for item in made.list_auxiliary_states()],
            [item[2:] for item in made.list_outputs()], rows[head + 1] - rows[head]]


def _value(name, kind):
    """Give some value of a required param's type."""
    if name in ("num_args", "num_outputs", "num_weights", "num_arrays"):
        return 2
    for start, value in (("int", 2), ("long", 2), ("float", 1.0), ("double", 1.0),
                         ("Shape", (2, 2)), ("tuple of <float", (1.0, 1.0)), ("tuple", (1, 1)),
                         ("boolean", True), ("string", "x")):
        if kind.startswith(start):
            return value
    return re.findall(r"'([^']*)'", kind)[0] if kind.startswith("{") else None


def survey(operator):
    """Give ``{'': [params, structure], 'no_bias=True': structure, ...}``; variants that differ only."""
    params, variants = {}, []
    for name, kind in operator["args"]:
        if kind.startswith(("NDArray", "Symbol")):
            continue
        if "required" in kind or name == "num_args":
            params[name] = _value(name, kind)
        if kind.startswith("{") and name != "dtype":
            variants += [(name, value) for value in re.findall(r"'([^']*)'", kind.split("}")[0])]
        elif kind.startswith("boolean"):
            variants += [(name, True), (name, False)]
    found = {"": [params, structure(operator["name"], params)]}
    for name, value in variants:
        try:
            made = structure(operator["name"], {**params, name: value})
        except Exception:
            continue
        if made != found[""][1]:
            found[f"{name}={value}"] = made
    return found


def _apart(operator):
    """Survey in a child process: the reference crashes on some operators."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            os.write(write, json.dumps(survey(operator)).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def record(operators, path):
    """Write the survey of every operator that has one, a line each."""
    skip = ("_np", "_backward", "_grad_", "_Fused", "_sg_", "_subgraph", "_contrib_backward")
    lines = [f'{{"": "made by tests/symbol/structure.py run with MXNet {mx.__version__}"']
    for line in open(operators):
        operator = json.loads(line)
        if not operator["name"].startswith(skip):
            found = _apart(operator)
            if found:
                lines.append(f"{json.dumps(operator['name'])}: {json.dumps(found)}")
    with open(path, "w") as file:
        file.write(",\n".join(lines) + "}\n")


if __name__ == "__main__":
    record(*sys.argv[1:])
