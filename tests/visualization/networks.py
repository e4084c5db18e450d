"""Networks to print and draw. The same code runs on the reference to record its text:

    python tests/visualization/networks.py > tests/data/network_texts.json
"""
import contextlib
import io
import json
import sys


def lenet(mx):
    net = mx.sym.Variable("data")
    for filters in (20, 50):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters)
        net = mx.sym.Activation(net, act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500)
    net = mx.sym.FullyConnected(mx.sym.LeakyReLU(net), num_hidden=10, no_bias=True)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def branches(mx):
    x = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=8, kernel=(3, 3), pad=(1, 1),
                           no_bias=True, name="stem")
    for i in range(2):
        y = mx.sym.Activation(mx.sym.BatchNorm(x, name=f"norm{i}"), act_type="relu", name=f"relu{i}")
        a = mx.sym.Convolution(y, num_filter=8, kernel=(1, 1), name=f"a{i}")
        b = mx.sym.Convolution(y, num_filter=8, kernel=(3, 3), pad=(1, 1), num_group=2, name=f"b{i}")
        c = mx.sym.Concat(a, b, dim=1, name=f"join{i}")
        c = mx.sym.Convolution(c, num_filter=8, kernel=(1, 1), name=f"c{i}")
        x = mx.sym.elemwise_add(x, c, name=f"add{i}")
    x = mx.sym.Pooling(x, global_pool=True, kernel=(1, 1), pool_type="avg", name="mean")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=10, name="fc"), name="softmax")


def words(mx):
    net = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=100, output_dim=16, name="embed")
    parts = mx.sym.SliceChannel(net, num_outputs=2, axis=1, name="halves")
    return mx.sym.Group([parts[0] + parts[1], mx.sym.Reshape(net, shape=(-1,), name="flat")])


NETWORKS = {"lenet": (lenet, (2, 1, 28, 28)), "branches": (branches, (2, 3, 28, 28)),
            "words": (words, (4, 6))}
SUMMARIES = {"plain": {}, "shapes": {"shape": True}, "narrow": {"shape": True, "line_length": 70},
             "columns": {"positions": [30, 50, 60, 90]}}
PLOTS = {"plain": {}, "shapes": {"shape": True}, "weights": {"hide_weights": False},
         "styled": {"title": "net", "save_format": "svg", "node_attrs": {"fixedsize": "false"}}}


def summary(mx, name, option):
    make, shape = NETWORKS[name]
    keywords = dict(SUMMARIES[option])
    if keywords.pop("shape", False):
        keywords["shape"] = {"data": shape}
    out = io.StringIO()
    with mx.name.NameManager(), contextlib.redirect_stdout(out):
        mx.viz.print_summary(make(mx), **keywords)
    return out.getvalue()


def plot(mx, name, option):
    make, shape = NETWORKS[name]
    keywords = dict(PLOTS[option])
    if keywords.pop("shape", False):
        keywords["shape"] = {"data": shape}
    with mx.name.NameManager():
        return mx.viz.plot_network(make(mx), **keywords)


def main():
    import mxnet as mx
    found = {"_": "made by tests/visualization/networks.py on MXNet " + mx.__version__}
    for name in NETWORKS:
        for option in SUMMARIES:
            found[f"summary/{name}/{option}"] = summary(mx, name, option)
        for option in PLOTS:
            try:
                found[f"plot/{name}/{option}"] = plot(mx, name, option).source.rstrip()
            except KeyError:    # the reference does not find the shapes of SliceChannel's outputs
                continue
    json.dump(found, sys.stdout, indent=0)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
