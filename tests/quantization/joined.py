"""Small graphs that MXNet's oneDNN backends join, what the real MXNet makes of them, and its attention on 8 bits.

    PYTHON -m tests.quantization.joined        writes tests/data/joined_layers.json.gz, run by the reference
"""
import gzip
import json
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).resolve().parents[1] / "data" / "joined_layers.json.gz"
BACKENDS = ("MKLDNN", "MKLDNN_QUANTIZE")
ACTIVATIONS = ("relu", "sigmoid", "tanh", "softrelu", "softsign")
LEAKY = ("leaky", "elu", "gelu", "selu")
FUNCTIONS = ("square", "sqrt", "exp", "abs", "log")


def graphs(mx):
    """Give the graphs by name."""
    sym = mx.sym
    data = sym.Variable("data")

    def conv(x, name):
        return sym.Convolution(x, kernel=(3, 3), num_filter=4, pad=(1, 1), name=name)

    def dense(x, name="fc"):
        return sym.FullyConnected(x, num_hidden=3, name=name)
    made = {}
    for kind in ACTIVATIONS:
        made[f"conv {kind}"] = sym.Activation(conv(data, "conv"), act_type=kind, name="act")
        made[f"conv bn {kind}"] = sym.Activation(sym.BatchNorm(conv(data, "conv"), name="bn"), act_type=kind,
                                                 name="act")
        made[f"dense {kind}"] = sym.Activation(dense(data), act_type=kind, name="act")
    for kind in LEAKY:
        made[f"conv {kind}"] = sym.LeakyReLU(conv(data, "conv"), act_type=kind, name="act")
        made[f"dense {kind}"] = sym.LeakyReLU(dense(data), act_type=kind, name="act")
    for kind in FUNCTIONS:
        made[f"conv {kind}"] = getattr(sym, kind)(conv(data, "conv"), name="act")
        made[f"dense {kind}"] = getattr(sym, kind)(dense(data), name="act")
    made["dense clip"] = sym.clip(dense(data), a_min=0, a_max=6, name="act")
    made["dense clip below zero"] = sym.clip(dense(data), a_min=-1, a_max=6, name="act")
    relu = sym.Activation(sym.BatchNorm(conv(data, "conv1"), name="bn1"), act_type="relu", name="relu1")
    second = sym.BatchNorm(conv(relu, "conv2"), name="bn2")
    made["sum"] = dense(sym.Flatten(sym.Activation(sym.elemwise_add(second, data, name="sum"), act_type="relu",
                                                   name="relu2"), name="flat"))
    made["sum, turned"] = sym.Activation(sym.elemwise_add(data, second, name="sum"), act_type="sigmoid", name="act")
    made["sum clip"] = sym.clip(sym.elemwise_add(second, relu, name="sum"), a_min=0, a_max=6, name="act")
    made["sum gelu"] = sym.LeakyReLU(sym.elemwise_add(second, relu, name="sum"), act_type="gelu", name="act")
    made["identity"] = sym.Activation(sym.identity(dense(data), name="same"), act_type="tanh", name="act")
    made["dropout"] = sym.exp(sym.Dropout(sym.Activation(dense(data), act_type="relu", name="act"), name="drop"),
                              name="e")
    made["three"] = sym.Group([sym.Activation(dense(data, f"fc{i}"), act_type="tanh", name=f"act{i}")
                               for i in range(3)])
    made["chain"] = conv(conv(data, "conv1"), "conv2")
    made["volume"] = sym.Activation(sym.Convolution(data, kernel=(2, 2, 2), num_filter=4, name="conv"),
                                    act_type="relu", name="act")
    made["line"] = sym.Convolution(data, kernel=(3,), num_filter=4, name="conv")
    maps = sym.contrib.interleaved_matmul_selfatt_qk(data, heads=2, name="qk")
    means = sym.contrib.interleaved_matmul_selfatt_valatt(data, sym.softmax(maps, name="weights"), heads=2, name="va")
    made["attention"] = sym.FullyConnected(means, num_hidden=3, flatten=False, name="out")
    return made


def shape(name):
    """Give the shape of a graph's data."""
    return {"volume": (2, 3, 4, 4, 4), "line": (2, 3, 5), "attention": (5, 3, 12)}.get(
        name, (2, 4, 6, 6) if name.startswith(("conv", "sum", "chain")) else (2, 5))


def nodes(document):
    """Give a document's nodes and heads, bodies included, without what tells the release."""
    document = json.loads(document) if isinstance(document, str) else document
    return {"heads": document["heads"], "nodes": [
        {**{key: node[key] for key in ("op", "name", "inputs")}, "attrs": node.get("attrs", {}),
         "subgraphs": [nodes(body) for body in node.get("subgraphs", ())]} for node in document["nodes"]]}


def attention(mx, dtype):
    """Quantize attention with a dense layer after it, ``dtype`` int8 or auto; give the symbol's JSON and the output."""
    rng = np.random.RandomState(3)
    data = mx.nd.array(rng.randn(5, 3, 12))
    graph = graphs(mx)["attention"]
    width = 4
    if dtype == "int8":  # MXNet takes no signed weights of attention
        maps = mx.sym.contrib.interleaved_matmul_selfatt_qk(mx.sym.Variable("data"), heads=2, name="qk")
        graph, width = mx.sym.FullyConnected(maps, num_hidden=3, flatten=False, name="out"), 5
    args = {"out_weight": mx.nd.array(rng.randn(3, width)), "out_bias": mx.nd.array(rng.randn(3))}
    made, args, states = mx.contrib.quantization.quantize_model_mkldnn(
        graph, args, {}, label_names=None, calib_mode="naive", quantized_dtype=dtype, quantize_mode="full",
        calib_data=mx.io.NDArrayIter(data, batch_size=5))
    exe = made.bind(mx.cpu(), {**args, "data": data}, grad_req="null")
    return made.tojson(), exe.forward()[0].asnumpy()


def record():
    import mxnet as mx
    found = {f"{name}, {backend}": nodes(graph.get_backend_symbol(backend).tojson())
             for name, graph in graphs(mx).items() for backend in BACKENDS}
    for dtype in ("int8", "auto"):
        document, output = attention(mx, dtype)
        found[f"quantized attention, {dtype}"] = {"graph": nodes(document), "output": output.tolist()}
    RECORDED.write_bytes(gzip.compress(json.dumps(found, sort_keys=True).encode(), mtime=0))


if __name__ == "__main__":
    record()
