"""Converts networks of the zoo to mixed precision, in several ways, and writes what comes out.

It uses nothing but MXNet's API. Run with the reference in the folder ``tests``,
``python -m amp.graphs data/amp_graphs.json`` made the recorded table.
"""
import hashlib
import json
import logging
import sys

import mxnet as mx
from mxnet.contrib import amp

try:
    from tests.symbol import graphs, networks, zoo
except ImportError:  # the reference imports from this folder's parent
    from symbol import graphs, networks, zoo

NETWORKS = ("mlp", "lenet", "alexnet", "resnet18", "resnet50_preact", "lstm_unrolled", "densenet_block",
            "unet", "losses", "foreach_loop", "internals_as_outputs", "text_cnn", "multi_task")
# lists of functions that a program may give instead of the default ones
CUSTOM = {"target_dtype_ops": ["Convolution", "BatchNorm"], "fp32_ops": ["softmax", "FullyConnected"],
          "conditional_fp32_ops": [("Activation", "act_type", ["relu", "tanh"]),
                                   ("Pooling", "pool_type", ["max"])]}


def ways(symbol):
    """Give arguments of convert_symbol by the name of the way."""
    data = [name for name in symbol.list_inputs() if name == "data" or name.endswith("label")]
    nodes = [name.rsplit("_output", 1)[0] for name in symbol.get_internals().list_outputs()
             if name not in symbol.list_inputs()]
    return {"float16": {}, "bfloat16": {"target_dtype": "bfloat16"}, "data": {"data_names": data},
            "params": {"data_names": data, "cast_optional_params": True},
            "bfloat16 params": {"target_dtype": "bfloat16", "data_names": data, "cast_optional_params": True},
            "excluded": {"excluded_sym_names": nodes[::3]}, "custom": CUSTOM,
            "nothing": {"target_dtype_ops": [], "fp32_ops": [], "conditional_fp32_ops": []}}


def converted(name, way):
    """Give the JSON of a converted network, long ones as a digest; None where it is refused."""
    symbol, _ = zoo.build(name)
    try:
        text = amp.convert_symbol(symbol, **ways(symbol)[way]).tojson(remove_amp_cast=False)
    except mx.base.MXNetError:
        return None
    return text if len(text) < 1500 else "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def made_under_init():
    """Make a network of many kinds of functions, under the casts of `amp.init`; give its JSON."""
    mx.AttrScope._subgraph_names.clear()
    with mx.name.NameManager():
        data = mx.sym.var("data")
        net = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, name="c1")
        net = mx.sym.Activation(mx.sym.BatchNorm(net, name="bn"), act_type="relu")
        soft = mx.sym.Activation(mx.sym.Pooling(net, kernel=(2, 2), pool_type="max"), act_type="softrelu")
        net = net + soft * 2 - soft / net
        net = mx.sym.Concat(mx.sym.concat(net, soft, dim=1), soft, net, dim=1, name="joined")
        net = mx.sym.broadcast_mul(net, mx.sym.sum(net, axis=1, keepdims=True))
        net = mx.sym.LeakyReLU(mx.sym.FullyConnected(net, num_hidden=4), act_type="elu")
        net = mx.sym.LeakyReLU(mx.sym.LeakyReLU(data=net, act_type="selu", name="lr"), act_type="prelu")
        net = net.softmax().log().reshape((0, -1)).sum(axis=1, keepdims=True)
        net = mx.sym.norm(mx.sym.maximum(mx.sym.where(net > 0, net, net), net) ** 2)
        with mx.AttrScope(__mood__="cast"):
            dense = mx.sym.FullyConnected(data=data, num_hidden=3, name="fc")
        return mx.sym.Group([
            net, dense, mx.sym.BatchNorm_v1(data, name="b1"), mx.sym.stack(data, data, net),
            mx.sym.RNN(data, state_size=3, num_layers=1, mode="lstm", state_outputs=True, name="rnn"),
            mx.sym.contrib.ROIAlign(data, mx.sym.var("r"), pooled_size=(2, 2), spatial_scale=1.0),
            mx.sym.Embedding(data, input_dim=3, output_dim=2), mx.sym.linalg.gemm2(data, data),
            mx.sym.Deconvolution(data, kernel=(2, 2), num_filter=2), mx.sym.add_n(data, net),
            mx.sym.Dropout(data), mx.sym.SoftmaxOutput(data, name="sm")]).tojson(remove_amp_cast=False)


def record(path):
    table = {f"{name}|{way}": converted(name, way) for name in NETWORKS for way in ways(zoo.build(name)[0])}
    logging.disable(logging.WARNING)
    plain = {space: dict(vars(space)) for top in (mx.sym, mx.nd)
             for space in (top, top.op, top._internal, top.contrib, top.linalg, top.sparse, top.random, top.image)}
    for kind in ("float16", "bfloat16"):
        amp.amp._amp_initialized = False
        amp.init(kind)
        table[f"init|{kind}"] = hashlib.sha256(made_under_init().encode()).hexdigest()
        for space, functions in plain.items():
            vars(space).update(functions)
    lines = ['{"": "made by tests/amp/graphs.py run with MXNet ' + mx.__version__ + '"']
    lines += [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in table.items()]
    with open(path, "w") as file:
        file.write(",\n".join(lines) + "}\n")


if __name__ == "__main__":
    record(sys.argv[1])

__all__ = ["NETWORKS", "converted", "graphs", "made_under_init", "networks", "ways"]
