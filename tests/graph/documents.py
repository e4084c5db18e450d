"""Symbol files of older versions, written by hand, and what the reference makes of them.

Run with the reference, `record` made ``tests/data/symbol_documents.json``: the upgraded graph as the
reference saves it, or None where it refuses the document.
"""
import json
import sys


def node(op, name, inputs=(), **fields):
    """Give one node of a document; two numbers an input, as before 0.9, or three."""
    return {"op": op, "name": name, "inputs": [list(entry) for entry in inputs], **fields}


def document(*nodes, version=None, heads=None, **fields):
    """Give a document with the nodes; its head is the last one's first output."""
    made = {"nodes": list(nodes), "heads": heads or [[len(nodes) - 1, 0]],
            "arg_nodes": [i for i, item in enumerate(nodes) if item["op"] == "null"], **fields}
    if version is not None:
        made["attrs"] = {"mxnet_version": ["int", version]}
    return json.dumps(made)


def batch_norm(version, key, **attrs):
    """Normalise without naming the moving statistics, as files did before 0.9."""
    return document(node("null", "data"), node("null", "bn_gamma"), node("null", "bn_beta"),
                    node("BatchNorm", "bn", [(0, 0), (1, 0), (2, 0)], **{key: attrs}),
                    version=version)


def dense(version, key="attr", weight=None, **attrs):
    """A fully connected layer whose attributes are under some key."""
    attrs = {"num_hidden": "3", **attrs}
    return document(node("null", "data"), node("null", "fc_weight", **({key: weight} if weight
                                                                       else {})),
                    node("null", "fc_bias"),
                    node("FullyConnected", "fc", [(0, 0), (1, 0), (2, 0)], **{key: attrs}),
                    version=version)


DOCUMENTS = {
    "param before 0.9": dense(None, "param"),
    "param and attr before 0.9": document(
        node("null", "data"), node("null", "w"),
        node("FullyConnected", "fc", [(0, 0), (1, 0)], param={"num_hidden": "3", "no_bias": "True"},
             attr={"ctx_group": "g"}, backward_source_id=-1)),
    "attr in 0.9.5": dense(905),
    "attrs in 1.2": dense(10200, "attrs"),
    "present version": dense(10901, "attrs"),
    "later version": dense(20000, "attrs"),
    "states added": batch_norm(None, "param", eps="0.001"),
    "states added, attributes copied": batch_norm(800, "param", eps="0.001", ctx_group="dev1"),
    "initialisers set": document(
        node("null", "data"), node("null", "g"), node("null", "b"), node("null", "mean"),
        node("null", "var"),
        node("BatchNorm", "bn", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]), version=903),
    "initialisers not set": document(
        node("null", "data"), node("null", "g"), node("null", "b"), node("null", "mean"),
        node("null", "var"),
        node("BatchNorm", "bn", [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 1), (4, 0, 1)]),
        version=904),
    "slope's initialiser": document(
        node("null", "data"), node("null", "gamma"),
        node("LeakyReLU", "act", [(0, 0), (1, 0)], attr={"act_type": "prelu"}), version=900),
    "argmax over all": document(node("null", "data"),
                                node("argmax", "top", [(0, 0)], attr={"axis": "-1"}), version=904),
    "argmax over the last": document(node("null", "data"),
                                     node("argmax", "top", [(0, 0)], attr={"axis": "-1"}),
                                     version=905),
    "hidden keys": dense(905, ctx_group="dev1", lr_mult="2", wd_mult="0.5",
                         force_mirroring="True", mirror_stage="1"),
    "hidden keys of a variable": dense(905, weight={"lr_mult": "2", "wd_mult": "0.1"}),
    "hidden keys meant for inputs": dense(905, weight_lr_mult="2", bias_wd_mult="0"),
    "hidden keys meant for inputs, 1.0": dense(10000, "attrs", weight_lr_mult="2"),
    "hidden key of no input": dense(905, nothing_lr_mult="2"),
    "hidden key with a tail": dense(905, lr_mult_more="2"),
    "hidden keys now": dense(10901, "attrs", lr_mult="2"),
    "a variable's own attributes": document(node("null", "x", attr={"mood": "good",
                                                                    "lr_mult": "3"}), version=905),
    "alias": document(node("null", "a"), node("null", "b"), node("_Plus", "s", [(0, 0), (1, 0)]),
                      version=905),
    "renamed operators": document(
        node("null", "a"), node("ElementWiseSum", "s", [(0, 0), (0, 0)], attr={"num_args": "2"}),
        node("SwapAxis", "t", [(1, 0)], attr={"dim1": "0", "dim2": "1"}),
        node("broadcast_plus", "u", [(2, 0), (0, 0)]), version=905),
    "unknown operator": document(node("null", "a"), node("NoSuchOperator", "n", [(0, 0)])),
    "unknown param": dense(10901, "attrs", nonsense="1"),
    "required param missing": document(node("null", "data"), node("FullyConnected", "fc", [(0, 0)]),
                                       version=10901),
    "two heads": document(node("null", "a"), node("null", "b"), version=905,
                          heads=[[1, 0], [0, 0]]),
    "nodes that nothing needs": document(node("null", "unused"), node("null", "a"), version=905),
    "row pointers and extra attributes": document(
        node("null", "a"), node_row_ptr=[0, 1],
        attrs={"mxnet_version": ["int", 1000]}),
    "custom attributes with underscores": dense(1000, "attr", __note__="kept", __shape__="(1, 2)"),
    "dropout with an old seed": document(node("null", "a"),
                                         node("Dropout", "d", [(0, 0)], param={"p": "0.3"})),
    "several outputs": document(
        node("null", "a"), node("SliceChannel", "s", [(0, 0)], param={"num_outputs": "2"}),
        node("_Mul", "m", [(1, 0), (1, 1)])),
}


def record(path):
    """Write what the running MXNet makes of every document."""
    import mxnet as mx
    found = {"": "made by tests/graph/documents.py run with MXNet " + mx.__version__}
    for name, text in DOCUMENTS.items():
        try:
            found[name] = mx.sym.load_json(text).tojson()
        except mx.MXNetError:
            found[name] = None
    with open(path, "w") as file:
        json.dump(found, file, indent=0)
        file.write("\n")


if __name__ == "__main__":
    record(sys.argv[1])
