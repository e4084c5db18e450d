"""A network with every kind of layer that quantization joins, and what the real MXNet makes of it.

    PYTHON -m tests.quantization.networks        writes tests/data/quantized_networks.json.gz, run by the reference
"""
import base64
import gzip
import io
import itertools
import json
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).resolve().parents[1] / "data" / "quantized_networks.json.gz"
SHAPE = (4, 3, 8, 8)
FUNCTIONS = ("quantize_model", "quantize_model_mkldnn")
MODES = list(itertools.product(FUNCTIONS, ("none", "naive", "entropy"), ("int8", "auto"),
                               ("tensor-wise", "channel-wise"), ("smart", "full")))


def network(mx, bounded=True):
    """Give the float network, with a relu that ends at 1.5 in it, which MXNet forgets without calibration."""
    sym = mx.sym
    data = sym.Variable("data")
    net = sym.Convolution(data, kernel=(3, 3), num_filter=8, pad=(1, 1), name="conv0")
    net = sym.BatchNorm(net, fix_gamma=False, name="bn0")
    net = sym.Activation(net, act_type="relu", name="relu0")
    pool = sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool0")
    short = sym.BatchNorm(sym.Convolution(pool, kernel=(1, 1), num_filter=8, no_bias=True, name="conv1"), name="bn1")
    short = sym.Activation(short, act_type="relu", name="relu4")
    net = sym.Convolution(pool, kernel=(3, 3), num_filter=8, pad=(1, 1), num_group=8, no_bias=True, name="depthwise")
    net = sym.BatchNorm(net, fix_gamma=False, name="bn2")
    net = sym.clip(net, a_min=0, a_max=1.5, name="relu6") if bounded \
        else sym.Activation(net, act_type="relu", name="relu6")
    net = sym.Convolution(net, kernel=(1, 1), num_filter=8, name="conv2")
    net = sym.elemwise_add(short, net, name="add0")
    block = sym.Activation(net, act_type="relu", name="relu1")
    left = sym.Convolution(block, kernel=(3, 3), num_filter=4, pad=(1, 1), name="left")
    left = sym.LeakyReLU(left, act_type="leaky", slope=0.1, name="leaky")
    right = sym.Convolution(block, kernel=(1, 1), num_filter=4, name="right")
    right = sym.Activation(right, act_type="relu", name="relu2")
    net = sym.Concat(left, right, dim=1, name="concat")
    net = sym.Convolution(net, kernel=(1, 1), num_filter=8, no_bias=True, name="conv3")
    net = sym.elemwise_add(net, block, name="add1")
    net = sym.Activation(net, act_type="relu", name="relu5")
    net = sym.Pooling(net, kernel=(1, 1), global_pool=True, pool_type="avg", name="pool1")
    net = sym.Dropout(sym.Flatten(net, name="flat"), p=0.5, name="drop")
    net = sym.Activation(sym.FullyConnected(net, num_hidden=12, name="fc0"), act_type="relu", name="relu3")
    net = sym.FullyConnected(net, num_hidden=10, name="fc1")
    return sym.SoftmaxOutput(net, name="softmax")


def arrays():
    """Give the parameters, the states and the data, from a fixed seed."""
    rng = np.random.RandomState(7)
    args = {}
    for name, shape in {"conv0": (8, 3, 3, 3), "conv1": (8, 8, 1, 1), "depthwise": (8, 1, 3, 3), "conv2": (8, 8, 1, 1),
                        "left": (4, 8, 3, 3), "right": (4, 8, 1, 1), "conv3": (8, 8, 1, 1), "fc0": (12, 8),
                        "fc1": (10, 12)}.items():
        args[f"{name}_weight"] = rng.uniform(-0.6, 0.6, shape)
        if name not in ("conv1", "depthwise", "conv3"):
            args[f"{name}_bias"] = rng.uniform(-0.2, 0.2, shape[0])
    states = {}
    for name in ("bn0", "bn1", "bn2"):
        args[f"{name}_gamma"], args[f"{name}_beta"] = rng.uniform(0.5, 1.5, 8), rng.uniform(-0.3, 0.3, 8)
        states[f"{name}_moving_mean"] = rng.uniform(-0.2, 0.2, 8)
        states[f"{name}_moving_var"] = rng.uniform(0.5, 1.5, 8)
    args["bn1_gamma"][:] = 1
    data = rng.randn(16, *SHAPE[1:])
    return ({k: v.astype("float32") for k, v in args.items()}, {k: v.astype("float32") for k, v in states.items()},
            data.astype("float32"))


def batches(mx, data):
    return mx.io.NDArrayIter(data, np.zeros(len(data), "float32"), batch_size=SHAPE[0])


def quantize(mx, function, calib_mode, dtype, granularity, mode):
    args, states, data = arrays()
    given = {} if calib_mode == "none" else {"calib_data": batches(mx, data)}
    return getattr(mx.contrib.quantization, function)(
        network(mx, bounded=calib_mode != "none"), {k: mx.nd.array(v) for k, v in args.items()},
        {k: mx.nd.array(v) for k, v in states.items()}, calib_mode=calib_mode, quantized_dtype=dtype,
        quantize_granularity=granularity, quantize_mode=mode, **given)


def predict(mx, symbol, args, states, data):
    """Give the outputs for one batch."""
    exe = symbol.bind(mx.cpu(), {**args, "data": mx.nd.array(data), "softmax_label": mx.nd.zeros(len(data))},
                      aux_states=states, grad_req="null")
    return exe.forward(is_train=False)[0].asnumpy()


def packed(values):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **values)
    return base64.b64encode(buffer.getvalue()).decode()


def unpacked(text):
    with np.load(io.BytesIO(base64.b64decode(text))) as found:
        return dict(found)


def record(mx):
    """Say what the reference makes of the network, in every mode."""
    found = {"joined": network(mx).get_backend_symbol("MKLDNN_QUANTIZE").tojson(), "args": []}
    for mode in MODES:
        symbol, args, states = quantize(mx, *mode)
        held = packed({k: v.asnumpy() for k, v in args.items()})
        number = found["args"].index(held) if held in found["args"] else len(found["args"])
        found["args"][number:number + 1] = [held]
        item = {"symbol": symbol.tojson(), "args": number}
        try:
            item["outputs"] = packed({"outputs": predict(mx, symbol, args, states, arrays()[2][:SHAPE[0]])})
        except mx.MXNetError:
            item["outputs"] = None
        found[" ".join(mode)] = item
    rng = np.random.RandomState(3)
    counts = {"normal": rng.randn(30000), "relu": np.maximum(rng.randn(20000), 0), "laplace": rng.laplace(size=5000)}
    found["thresholds"] = []
    for values in counts.values():
        reach = abs(values).max()
        hist, edges = np.histogram(values, bins=2001, range=(-reach, reach))
        for dtype in ("int8", "auto"):
            threshold = mx.contrib.quantization._get_optimal_threshold(
                (hist, edges, values.min(), values.max(), reach), dtype)[2]
            found["thresholds"].append([hist.tolist(), edges.astype("float32").tolist(), float(values.min()),
                                        float(values.max()), dtype, float(threshold[0])])
    return found


if __name__ == "__main__":
    import mxnet
    assert mxnet.__version__ == "1.9.1", "this is recorded by the real MXNet"
    RECORDED.write_bytes(gzip.compress(json.dumps(record(mxnet)).encode(), mtime=0))
