"""A zoo of networks of different kinds, for comparing graphs with the reference's, byte for byte.

The files that fill it use nothing but MXNet's API, so that the reference can import them too. Run with
the reference in the folder ``tests``, ``python -m symbol.record data/symbol_networks.json`` made the
recorded table.
"""
import hashlib
import json

import mxnet as mx

NETWORKS = {}


def network(build):
    """Add a network to the zoo under its function's name."""
    NETWORKS[build.__name__] = build
    return build


def build(name):
    """Build one network with fresh automatic names; give it and the input shapes to infer from."""
    mx.AttrScope._subgraph_names.clear()
    with mx.name.NameManager():
        made = NETWORKS[name]()
    return made if isinstance(made, tuple) else (made, {})


def facts(name):
    """Give what must be equal: the JSON, lists of names, and inferred shapes."""
    symbol, shapes = build(name)
    found = {"arguments": symbol.list_arguments(), "outputs": symbol.list_outputs(),
             "aux": symbol.list_auxiliary_states(),
             "internals": hashlib.sha256(" ".join(symbol.get_internals().list_outputs())
                                         .encode()).hexdigest(),
             "debug_str": hashlib.sha256(symbol.debug_str().encode()).hexdigest(),
             "json": symbol.tojson()}
    if shapes:
        found["given"] = {key: list(value) for key, value in shapes.items()}
        found["shapes"] = [[list(s) for s in group] for group in symbol.infer_shape(**shapes)]
    return found


def record(path):
    """Write the facts of all networks; long JSON as a digest."""
    table = {name: facts(name) for name in sorted(NETWORKS)}
    for row in table.values():
        if len(row["json"]) > 2000:
            row["json"] = "sha256:" + hashlib.sha256(row["json"].encode()).hexdigest()
    lines = ['{"": "made by tests/symbol/record.py run with MXNet ' + mx.__version__ + '"']
    lines += [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in table.items()]
    with open(path, "w") as file:
        file.write(",\n".join(lines) + "}\n")
