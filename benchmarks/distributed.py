"""Measures what a step costs between workers of this machine, and says what it would cost on many.

    python -m benchmarks.distributed [--workers 1 2 4 8] [--steps N]
    python -m benchmarks.distributed --efficiency [lenet resnet18] [--steps N] [--rounds N]

The first form pushes and pulls ResNet-50's 161 gradients and parts of them, counts messages and bytes, with two-bit
compression too, fits ``time = latency * messages + bytes / bandwidth``, and prints what ResNet-50 and a large embedding
would take on 8 to 1,024 workers: by owners (as here), by a ring and by a tree, with and without overlap. The links of
that table are assumed, and stated; the fit tells how far this machine's loopback address follows the formula.

The second form runs `fit` in two processes, each on its own half of the cores, by turns with the other's gradients and
without, a turn an epoch: both compute all the time, and without the other each updates all parameters itself. The
quotient of the speeds is the efficiency, of the medians over turns. That of the processor times is the measure on a
machine that has other work; it knows nothing of waiting.
"""
import argparse
import json
import logging
import math
import os
import socket
import subprocess
import sys
import time

import numpy as np

LINKS = {"10 Gbit/s, 30 us": (1.25e9, 30e-6), "100 Gbit/s, 10 us": (12.5e9, 10e-6)}
RESNET_SECONDS = 0.3        # a step of 32 images on one of the workers of the table; assumed
EMBEDDING = (10_000_000, 128, 65_536)   # rows, columns, rows that a worker's batch touches


def resnet50_shapes():
    """Give the shapes of ResNet-50's 161 trained arrays, from its published layout."""
    shapes = [(64, 3, 7, 7), (64,), (64,)]
    inputs = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(blocks):
            convolutions = [(width, inputs, 1, 1), (width, width, 3, 3), (4 * width, width, 1, 1)]
            if block == 0:
                convolutions.append((4 * width, inputs, 1, 1))
            for shape in convolutions:
                shapes += [shape, (shape[0],), (shape[0],)]
            inputs = 4 * width
    return [*shapes, (1000, 2048), (1000,)]


# ---- in a worker ------------------------------------------------------------------------------------


def exchange(steps):
    """Time steps of pushpull; print one line of JSON for each size."""
    import mxnet as mx
    for name, share, compressed in (("1/64", 64, False), ("1/8", 8, False), ("all", 1, False),
                                    ("all, 2 bits", 1, True)):
        kv = mx.kv.create("dist_sync")
        if compressed:
            kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
        shapes = [(max(shape[0] // share, 1), *shape[1:]) for shape in resnet50_shapes()]
        keys = [str(place) for place in range(len(shapes))]
        grads, outs = [mx.nd.ones(shape) for shape in shapes], [mx.nd.zeros(shape) for shape in shapes]
        kv.init(keys, outs)
        kv.pushpull(keys, grads, out=outs)
        kv._barrier()
        messages, sent, start = kv._group.messages, kv._group.bytes, time.perf_counter()
        for _ in range(steps):
            kv.pushpull(keys, grads, out=outs)
        seconds = (time.perf_counter() - start) / steps
        counted = ((kv._group.messages - messages) / steps, (kv._group.bytes - sent) / steps)
        kv._barrier()
        if kv.rank == 0:
            print("RESULT", json.dumps([name, 4 * sum(map(math.prod, shapes)), *counted, seconds]), flush=True)


def lenet():
    """Give LeNet, the shape of its images and the batch size."""
    import mxnet as mx
    data = mx.sym.Variable("data")
    for place, filters in enumerate((20, 50)):
        data = mx.sym.Convolution(data, kernel=(5, 5), num_filter=filters, name=f"conv{place}")
        data = mx.sym.Pooling(mx.sym.Activation(data, act_type="tanh"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    data = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=500, name="fc1"), act_type="tanh")
    return mx.sym.FullyConnected(data, num_hidden=10, name="fc2"), (1, 28, 28), 64


def resnet18():
    """Give ResNet-18, the shape of its images and the batch size."""
    import mxnet as mx
    return mx.gluon.model_zoo.vision.resnet18_v1()(mx.sym.Variable("data")), (3, 64, 64), 16


def keep_to_own_cores():
    """Take this worker's share of the cores, so that it has as many alone as together, and threads stay with it."""
    if hasattr(os, "sched_setaffinity"):
        count, rank = int(os.environ["DMLC_NUM_WORKER"]), int(os.environ["DMLC_WORKER_ID"])
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) >= count:
            os.sched_setaffinity(0, cores[rank::count])


def train(network, steps, rounds):
    """Run `fit` over made-up images, alone and together by turns; print the seconds a step of each turn."""
    keep_to_own_cores()
    import mxnet as mx
    logging.disable(logging.CRITICAL)  # a module that is bound already says so
    kv = mx.kv.create("dist_sync")
    out, shape, batch = {"lenet": lenet, "resnet18": resnet18}[network]()
    modules = {kind: mx.mod.Module(mx.sym.SoftmaxOutput(out, name="softmax")) for kind in ("alone", "together")}
    images = np.random.RandomState(0).rand(batch * steps, *shape).astype("float32")
    found = {kind: [] for kind in modules}
    for turn in range(rounds + 1):
        for kind, module in list(modules.items())[::1 if turn % 2 else -1]:
            marks = []
            kv._barrier()
            module.fit(mx.io.NDArrayIter(images, np.zeros(len(images)), batch), num_epoch=1,
                       kvstore=kv if kind == "together" else None, optimizer_params={"learning_rate": 0.001},
                       batch_end_callback=lambda _, to=marks: to.append((time.perf_counter(), time.process_time())))
            if turn:  # the first one warms up
                found[kind].append([(end - begin) / (steps - 1) for begin, end in zip(marks[0], marks[-1])])
    kv._barrier()
    print("RESULT", json.dumps([np.median(found[kind], axis=0).tolist() for kind in modules]), flush=True)


# ---- starting workers -------------------------------------------------------------------------------


def run(count, *arguments):
    """Start workers of this file on the loopback address; give what their RESULT lines say."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "DMLC_ROLE": "worker", "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(port),
           "DMLC_NUM_WORKER": str(count), "OMP_NUM_THREADS": "1"}
    workers = [subprocess.Popen([sys.executable, "-m", "benchmarks.distributed", *map(str, arguments)], text=True,
                                stdout=subprocess.PIPE, env={**env, "DMLC_WORKER_ID": str(rank)})
               for rank in range(count)]
    outputs = [worker.communicate()[0] for worker in workers]
    if any(worker.returncode for worker in workers):
        sys.exit("a worker failed")
    return [json.loads(line[7:]) for output in outputs for line in output.splitlines() if line.startswith("RESULT ")]


def measure(counts, steps):
    print(f"{'workers':>7} {'of ResNet-50':>12} {'MB':>7} {'messages':>8} {'MB sent':>8} {'ms a step':>9}")
    rows = []
    for count in counts:
        for name, size, messages, sent, seconds in run(count, "--worker", "exchange", "--steps", steps):
            print(f"{count:7} {name:>12} {size / 1e6:7.1f} {messages:8.1f} {sent / 1e6:8.2f} {seconds * 1e3:9.1f}")
            if count > 1 and "bits" not in name:
                rows.append((messages, sent, seconds))
    if len(rows) > 2:
        table = np.array(rows)
        # relative errors, so that small steps count as much as large ones
        found, *_ = np.linalg.lstsq(table[:, :2] / table[:, 2:], np.ones(len(rows)), rcond=None)
        error = np.abs(table[:, :2] @ found / table[:, 2] - 1).mean()
        print(f"fit: {found[0] * 1e6:.0f} us a message, {1 / found[1] / 1e9:.2f} GB/s a worker, mean error {error:.0%}")


def predict():
    """Print what steps would take on many workers, from the formulas alone."""
    resnet = 4 * sum(map(math.prod, resnet50_shapes()))
    rows, columns, touched = EMBEDDING
    print(f"\nResNet-50, {resnet / 1e6:.0f} MB, {RESNET_SECONDS} s of computing a step; an embedding of {rows:,} x "
          f"{columns}, of which a batch touches {touched:,} rows")
    print(f"{'link':>18} {'workers':>7} {'owners':>8} {'ring':>8} {'tree':>8} {'overlap':>8} {'2 bits':>8} "
          f"{'embedding':>9}   (ms)")
    for link, (bandwidth, latency) in LINKS.items():
        for count in (8, 16, 64, 256, 1024):
            share = (count - 1) / count
            owners = 2 * (count - 1) * latency + 2 * share * resnet / bandwidth
            ring = 2 * (count - 1) * latency + 2 * share * resnet / bandwidth
            tree = 2 * math.ceil(math.log2(count)) * (latency + resnet / bandwidth)
            squeezed = 2 * (count - 1) * latency + share * (resnet / 16 + resnet) / bandwidth
            sparse = 2 * (count - 1) * latency + 2 * share * touched * (columns * 4 + 8) / bandwidth
            hidden = max(RESNET_SECONDS, owners) - RESNET_SECONDS
            print(f"{link:>18} {count:7} " + " ".join(f"{1e3 * value:8.1f}" for value in
                                                      (owners, ring, tree, hidden, squeezed, sparse)))
    print("owners: each worker sends to every owner at once and gets as much back; a ring passes pieces on in turns, "
          "with\nas many bytes and messages; a tree has fewer messages, each with all bytes. overlap: what is left of "
          "'owners'\nwhere all of the computing hides it.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--efficiency", nargs="*", metavar="NETWORK", help="lenet, resnet18")
    parser.add_argument("--worker", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker and options.worker[0] == "exchange":
        exchange(options.steps)
    elif options.worker:
        train(options.worker[1], options.steps, options.rounds)
    elif options.efficiency is not None:
        for network in options.efficiency or ("lenet", "resnet18"):
            alone, together = np.max(run(2, "--worker", "train", network, "--steps", options.steps, "--rounds",
                                         options.rounds), axis=0)  # the slower of the two workers
            print(f"{network}: {alone[0] * 1e3:.2f} ms a step alone, {together[0] * 1e3:.2f} together: efficiency "
                  f"{alone[0] / together[0]:.3f}; by processor time {alone[1] * 1e3:.2f} and {together[1] * 1e3:.2f}: "
                  f"{alone[1] / together[1]:.3f}", flush=True)
    else:
        measure(options.workers, options.steps)
        predict()


if __name__ == "__main__":
    main()
