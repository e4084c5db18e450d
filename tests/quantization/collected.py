"""Networks that are calibrated step by step, as MXNet's example of collaborative filtering does it: the fused network
runs with a collector as its monitor. ``python -m tests.quantization.collected`` (with MXNet, too) prints their ranges.
"""
import json

import numpy as np

MODES = ("naive", "entropy")


def filtering(mx):
    """A factorization beside dense layers of the same users and items."""
    inputs = [mx.sym.var("user"), mx.sym.var("item")]

    def embedded(name, width):
        return [mx.sym.Embedding(who, input_dim=20, output_dim=width, name=f"{name}_{who.name}") for who in inputs]
    layer = mx.sym.concat(*embedded("dense", 8), dim=1, name="pairs")
    for place, width in enumerate((12, 6)):
        layer = mx.sym.FullyConnected(layer, num_hidden=width, name=f"fc_{place}")
        layer = mx.sym.Activation(layer, act_type="relu", name=f"act_{place}")
    users, items = embedded("product", 4)
    both = mx.sym.concat(users * items, layer, dim=1, name="both")
    return mx.sym.LogisticRegressionOutput(mx.sym.FullyConnected(both, num_hidden=1, name="fc_last"), name="out")


def residual(mx):
    """Convolutions with batch norm, sum and relu, then dense layers."""
    first = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=4, name="c1")
    first = mx.sym.Activation(mx.sym.BatchNorm(first, fix_gamma=False, name="b1"), act_type="relu", name="r1")
    second = mx.sym.Convolution(first, kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True, name="c2")
    second = mx.sym.Activation(first + second, act_type="relu", name="r2")
    layer = mx.sym.FullyConnected(mx.sym.Pooling(second, kernel=(2, 2), stride=(2, 2), pool_type="max", name="p"),
                                  num_hidden=6, name="f1")
    return mx.sym.FullyConnected(mx.sym.Activation(layer, act_type="relu", name="a1"), num_hidden=3, name="f2")


NETWORKS = {
    "filtering": (filtering, {"user": (16,), "item": (16,), "out_label": (16, 1)}, ("both", "fc_last")),
    "residual": (residual, {"data": (4, 3, 6, 6)}, ()),
}


def prepared(mx, name):
    """Return a network fused for 8 bits, its parameters and states, and three batches."""
    make, shapes, excluded = NETWORKS[name]
    net, rng = make(mx).get_backend_symbol("MKLDNN_QUANTIZE"), np.random.RandomState(7)
    args, _, states = net.infer_shape(**shapes)
    params = {key: mx.nd.array(rng.uniform(-1, 1, shape)) for key, shape in zip(net.list_arguments(), args)
              if key not in shapes}
    aux = {key: mx.nd.array(rng.uniform(0.5, 1, shape)) for key, shape in zip(net.list_auxiliary_states(), states)}
    batches = [{key: rng.uniform(-1, 1, shape) if key == "data" else rng.randint(0, 20, shape)
                for key, shape in shapes.items()} for _ in range(3)]
    return net, params, aux, batches, excluded


def calibrated(mx, name, mode, logger=None, watched=None):
    """Return the 8-bit network with the ranges that a collector found as the monitor of ``watched``, and its output."""
    net, params, aux, batches, excluded = prepared(mx, name)
    made, _, _, collector = mx.contrib.quantization.quantize_graph(
        net, params, aux, excluded_sym_names=list(excluded), calib_mode=mode, quantized_dtype="auto")
    inputs = {key: mx.nd.array(value) for key, value in batches[0].items()}
    exe = (net if watched is None else watched).bind(mx.cpu(), {**params, **inputs}, aux_states=aux, grad_req="null")

    exe.set_monitor_callback(collector.collect, monitor_all=True)
    for batch in batches:
        exe.forward(is_train=False, **{key: mx.nd.array(value) for key, value in batch.items()})
    made, params, aux = mx.contrib.quantization.calib_graph(made, params, aux, collector, mode, "auto",
                                                            **({"logger": logger} if logger else {}))
    made = made.get_backend_symbol("MKLDNN_QUANTIZE")
    args = {**params, **{key: mx.nd.array(value) for key, value in batches[0].items()}}
    exe = made.bind(mx.cpu(), {key: args[key] for key in made.list_arguments()}, aux_states=aux, grad_req="null")
    return made, exe.forward()[0].asnumpy()


def ranges(symbol):
    """List the calibrated ranges of a network's nodes."""
    return {node["name"]: [float(node["attrs"][f"{end}_calib_range"]) for end in ("min", "max")]
            for node in json.loads(symbol.tojson())["nodes"] if "min_calib_range" in node.get("attrs", {})}


if __name__ == "__main__":
    import mxnet

    for kind in NETWORKS:
        for how in MODES:
            network, output = calibrated(mxnet, kind, how)
            print(json.dumps([kind, how, ranges(network), [round(float(value), 5) for value in output.ravel()]]))
