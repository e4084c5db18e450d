"""Prediction in float32, bfloat16 and int8, beside MXNet's: `python -m benchmarks.precisions`.

    python -m benchmarks.precisions --reference /path/to/mxnet/bin/python --threads 1,2
    python -m benchmarks.precisions --networks mobilenet1.0 --batches 1

For each network, batch and number of threads one line: the least time of a prediction in each type, here and, with
``--reference``, in the real MXNet, which has no bfloat16 that is faster than its float32. The sides take turns, each
several times in a new process. Ratios are MXNet's time over ours in int8, and our float32 over our other types. With
``--train`` the lines are training steps in float32 and bfloat16, here alone.
"""
import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NETWORKS, BATCHES = "resnet50_v1,mobilenet1.0", "8,1"
OURS, THEIRS = ("float32", "bfloat16", "int8"), ("float32", "int8")
ROUNDS, SECONDS = 3, 1.5  # processes per side, and how long each of them measures


# ---- what both sides do: plain, with nothing that MXNet 1.x does not have -----------------------------

def predictor(mx, np, name, batch, dtype):
    """Give a function that predicts a batch of images."""
    net = mx.gluon.model_zoo.vision.get_model(name, classes=1000)
    symbol, shape = net(mx.sym.Variable("data")), (batch, 3, 224, 224)
    data = mx.nd.array(np.random.RandomState(0).randn(*shape))
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", shape)], for_training=False)
    module.init_params(mx.init.Xavier(magnitude=2))
    args, states = module.get_params()
    if dtype == "bfloat16":
        symbol, args, states = mx.contrib.amp.convert_model(symbol, args, states, target_dtype=dtype,
                                                            cast_optional_params=True)
    elif dtype == "int8":
        symbol, args, states = mx.contrib.quantization.quantize_model_mkldnn(
            symbol, args, states, label_names=None, calib_mode="naive", quantized_dtype="auto",
            calib_data=mx.io.NDArrayIter(data, batch_size=batch), num_calib_examples=batch)
    elif not hasattr(mx, "remixnet_version"):
        symbol = symbol.get_backend_symbol("MKLDNN")  # its fastest float32
    executor = symbol.bind(mx.cpu(), dict(args, data=data), aux_states=states, grad_req="null")
    return lambda: executor.forward()[0].wait_to_read()


def trainer(mx, np, name, batch, dtype):
    """Give a function that makes a training step."""
    net = mx.gluon.model_zoo.vision.get_model(name, classes=1000)
    net.initialize(mx.init.Xavier())
    net.cast(dtype)
    net.hybridize()
    data = mx.nd.array(np.random.RandomState(0).randn(batch, 3, 224, 224)).astype(dtype)
    label, loss_of = mx.nd.arange(batch), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    steps = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9,
                                                           "multi_precision": dtype != "float32"})

    def step():
        with mx.autograd.record():
            loss = loss_of(net(data), label)
        loss.backward()
        steps.step(batch)
        mx.nd.waitall()
    return step


def least(function):
    """Give the least seconds of a call."""
    for _ in range(4):
        function()
    best, end = 1e9, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return best


def measure(make, name, batch, dtype):
    """Print the least seconds of what ``make`` gives, in this process."""
    import numpy as np

    import mxnet as mx
    with contextlib.redirect_stdout(io.StringIO()):
        found = least({"predictor": predictor, "trainer": trainer}[make](mx, np, name, int(batch), dtype))
    print(json.dumps(found))


# ---- the table ----------------------------------------------------------------------------------------

def timed(python, path, threads, *what):
    """Run a measurement in a new process; give its seconds, or None if it failed."""
    settings = {"PYTHONPATH": path, "OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads}
    done = subprocess.run([python, "-W", "ignore", str(Path(__file__).resolve()), "--measure", *what],
                          capture_output=True, text=True, env={**os.environ, **settings}, cwd="/")
    try:
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        print(f"{' '.join(what)}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None


def row(reference, make, name, batch, threads):
    """Give the least time of every type on both sides: {(side, type): seconds}."""
    sides = [("here", sys.executable, str(ROOT), dtype) for dtype in (OURS if make == "predictor" else OURS[:2])]
    if reference and make == "predictor":
        sides += [("MXNet", reference, "", dtype) for dtype in THEIRS]
    found = {}
    for _ in range(ROUNDS):
        for side, python, path, dtype in sides:
            taken = timed(python, path, threads, make, name, batch, dtype)
            if taken is not None:
                found[side, dtype] = min(taken, found.get((side, dtype), taken))
    return found


def line(name, batch, threads, found):
    """Write the times of one row in milliseconds, and its ratios."""
    cells = [f"{name} b{batch} t{threads}"]
    cells += [f"{side} {dtype} {taken * 1e3:.2f}" for (side, dtype), taken in found.items()]
    whole = found.get(("here", "float32"))
    for dtype in OURS[1:]:
        if whole and ("here", dtype) in found:
            cells.append(f"{dtype} x{whole / found['here', dtype]:.2f}")
    for dtype in THEIRS:
        if ("here", dtype) in found and ("MXNet", dtype) in found:
            cells.append(f"MXNet/here {dtype} {found['MXNet', dtype] / found['here', dtype]:.2f}")
    return " | ".join(cells)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", metavar="PYTHON", help="an interpreter with MXNet 1.9.1")
    parser.add_argument("--networks", default=NETWORKS, help="names of the zoo, with commas")
    parser.add_argument("--batches", default=BATCHES, help="numbers of images, with commas")
    parser.add_argument("--threads", default="1", help="numbers of threads, with commas")
    parser.add_argument("--train", action="store_true", help="training steps instead of predictions")
    parser.add_argument("--measure", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.measure:
        return measure(*options.measure)
    make = "trainer" if options.train else "predictor"
    for threads in options.threads.split(","):
        for name in options.networks.split(","):
            for batch in options.batches.split(","):
                print(line(name, batch, threads, row(options.reference, make, name, batch, threads)), flush=True)
    return None


if __name__ == "__main__":
    main()
