"""Times operators one by one, this project's and the reference's, in turns.

    python -m benchmarks.operators --reference PYTHON [--rounds N] [--seconds S] [OPERATOR ...]

The operators that networks use most, and a few of detection networks, which are summed up apart; each
in two sizes: the call alone (`forward`), and the call under `record` with `backward` after it
(`training`). Every row is timed twice: each side at its best thread count (peers.py), and both on one
thread. All workers stay up and take turns at every row, in many short rounds of which the best counts,
so that what else the machine does meets all. `--worker` is the other side of this file: it is plain,
and runs on the reference's older Python.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

LIMIT = 0.8  # a row below it is named at the end
CASES = {}  # name -> (function of a Maker and a size that gives (call, inputs), sizes, has a gradient)
DETECTION = []  # the names of those that are summed up apart
TRAINING = ("forward", "training")
REST = 0.002  # seconds between turns: the threads of a parallel loop spin for a while after it


# ---- what is timed -------------------------------------------------------------------------------

def case(name, *sizes, **more):
    """Declare a case: the function gets a `Maker` and one of the sizes, and gives (call, inputs).

    `gradient=False` says that only the call is timed.
    """
    def add(function):
        CASES[name] = function, sizes, more.get("gradient", True)
        return function
    return add


class Maker:
    """Makes inputs for a case, the same ones on both sides."""

    def __init__(self, mx):
        self.mx, self.nd, self.rng = mx, mx.nd, np.random.RandomState(0)

    def real(self, *shape):
        return self.nd.array(self.rng.uniform(0.1, 1, shape))

    def whole(self, high, *shape):
        return self.nd.array(self.rng.randint(0, high, shape))


SQUARE = (16, 512)  # the side of a matrix


def of_one(name, operator=None, gradient=True, **params):
    @case(name, *SQUARE, gradient=gradient)
    def make(m, n):
        call = getattr(m.nd, operator or name)
        return lambda x: call(x, **params), [m.real(n, n)]


def of_two(name, **params):
    @case(name, *SQUARE)
    def make(m, n):
        call = getattr(m.nd, name)
        return lambda x, y: call(x, y, **params), [m.real(n, n), m.real(n, n)]


for unary in ("sigmoid", "tanh", "exp", "log", "sqrt", "square", "abs", "round", "gamma", "gammaln"):
    of_one(unary)
for binary in ("elemwise_add", "elemwise_mul", "broadcast_maximum", "broadcast_mod", "dot"):
    of_two(binary)
of_one("Activation", act_type="relu")
of_one("LeakyReLU", act_type="leaky", slope=0.1)
of_one("Dropout", p=0.5)
of_one("softmax", axis=-1)
of_one("log_softmax", axis=-1)
of_one("clip", a_min=0.3, a_max=0.7)
of_one("sum", axis=1)
of_one("mean", axis=0)
of_one("max", axis=1)
of_one("argmax", axis=1, gradient=False)
of_one("topk", k=5, ret_typ="value")
of_one("transpose", axes=(1, 0))
of_one("Reshape", shape=(0, 4, -1))
of_one("slice_axis", axis=1, begin=2, end=10)
of_one("Cast", dtype="float64")
of_one("L2Normalization")


@case("scalars", *SQUARE)
def scalars(m, n):
    return lambda x: x * 2.5 + 1.0, [m.real(n, n)]


@case("broadcast_add", *SQUARE)
def broadcast_add(m, n):
    return m.nd.broadcast_add, [m.real(n, n), m.real(1, n)]


@case("batch_dot", 8, 64)
def batch_dot(m, n):
    return m.nd.batch_dot, [m.real(16, n, n), m.real(16, n, n)]


@case("Concat", *SQUARE)
def concat(m, n):
    return lambda x, y: m.nd.Concat(x, y, dim=1), [m.real(n, n), m.real(n, n)]


@case("SliceChannel", *SQUARE)
def slice_channel(m, n):
    return lambda x: m.nd.SliceChannel(x, num_outputs=4, axis=1), [m.real(n, n)]


@case("where", *SQUARE)
def where(m, n):
    condition = m.whole(2, n, n)
    return lambda x, y: m.nd.where(condition, x, y), [m.real(n, n), m.real(n, n)]


@case("take", *SQUARE)
def take(m, n):
    rows = m.whole(n, n)
    return lambda x: m.nd.take(x, rows), [m.real(n, n)]


@case("pick", *SQUARE)
def pick(m, n):
    columns = m.whole(n, n)
    return lambda x: m.nd.pick(x, columns), [m.real(n, n)]


@case("Embedding", 16, 256)
def embedding(m, n):
    words = m.whole(1000, n, 8)
    return lambda w: m.nd.Embedding(words, w, input_dim=1000, output_dim=64), [m.real(1000, 64)]


@case("FullyConnected", 16, 256)
def fully_connected(m, n):
    return (lambda x, w, b: m.nd.FullyConnected(x, w, b, num_hidden=2 * n),
            [m.real(n, n), m.real(2 * n, n), m.real(2 * n)])


@case("Convolution", (1, 8, 12), (4, 32, 28))
def convolution(m, size):
    batch, channels, side = size
    return (lambda x, w, b: m.nd.Convolution(x, w, b, kernel=(3, 3), pad=(1, 1), num_filter=channels),
            [m.real(batch, channels, side, side), m.real(channels, channels, 3, 3), m.real(channels)])


@case("Deconvolution", (1, 8, 8), (4, 32, 14))
def deconvolution(m, size):
    batch, channels, side = size
    return (lambda x, w: m.nd.Deconvolution(x, w, kernel=(4, 4), stride=(2, 2), pad=(1, 1),
                                            num_filter=channels),
            [m.real(batch, channels, side, side), m.real(channels, channels, 4, 4)])


def pooling(kind):
    @case("Pooling " + kind, (1, 8, 12), (8, 32, 28))
    def make(m, size):
        batch, channels, side = size
        return (lambda x: m.nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type=kind),
                [m.real(batch, channels, side, side)])


pooling("max")
pooling("avg")


@case("BatchNorm", (2, 8, 8), (8, 32, 28))
def batch_norm(m, size):
    batch, channels, side = size
    moving = m.nd.zeros(channels), m.nd.ones(channels)
    return (lambda x, g, b: m.nd.BatchNorm(x, g, b, *moving, fix_gamma=False),
            [m.real(batch, channels, side, side), m.real(channels), m.real(channels)])


@case("LayerNorm", *SQUARE)
def layer_norm(m, n):
    return lambda x, g, b: m.nd.LayerNorm(x, g, b), [m.real(n, n), m.real(n), m.real(n)]


@case("RNN", (10, 32), (20, 128))
def rnn(m, size):
    steps, n = size
    state = m.nd.zeros((1, 8, n)), m.nd.zeros((1, 8, n))
    return (lambda x, w: m.nd.RNN(x, w, *state, state_size=n, num_layers=1, mode="lstm"),
            [m.real(steps, 8, n), m.real(8 * n * n + 8 * n) * 0.1])


@case("UpSampling", (1, 8, 12), (4, 32, 28))
def upsampling(m, size):
    batch, channels, side = size
    return (lambda x: m.nd.UpSampling(x, scale=2, sample_type="nearest"),
            [m.real(batch, channels, side, side)])


@case("SoftmaxOutput", *SQUARE)
def softmax_output(m, n):
    labels = m.whole(n, n)
    return lambda x: m.nd.SoftmaxOutput(x, labels), [m.real(n, n)]


@case("LinearRegressionOutput", *SQUARE)
def linear_regression_output(m, n):
    return m.nd.LinearRegressionOutput, [m.real(n, n), m.real(n, n)]


@case("adam_update", *SQUARE, gradient=False)
def adam_update(m, n):
    weight = m.real(n, n)
    return (lambda g, mean, var: m.nd.adam_update(weight, g, mean, var, lr=1e-6, out=weight),
            [m.real(n, n) for _ in range(3)])


# ---- detection -----------------------------------------------------------------------------------

def regions(m, count, side):
    """Draw boxes as ROI operators take them: (image, left, top, right, bottom)."""
    corners = m.rng.uniform(0, side * 0.6, (count, 2))
    boxes = np.concatenate([np.zeros((count, 1)), corners, corners + side * 0.35], axis=1)
    return m.nd.array(boxes)


@case("ROIPooling", (4, 8, 16), (64, 32, 32))
def roi_pooling(m, size):
    count, channels, side = size
    boxes = regions(m, count, side)
    return (lambda x: m.nd.ROIPooling(x, boxes, pooled_size=(7, 7), spatial_scale=1.0),
            [m.real(1, channels, side, side)])


@case("ROIAlign", (4, 8, 16), (64, 32, 32))
def roi_align(m, size):
    count, channels, side = size
    boxes = regions(m, count, side)
    return (lambda x: m.nd.contrib.ROIAlign(x, boxes, pooled_size=(7, 7), spatial_scale=1.0,
                                            sample_ratio=2), [m.real(1, channels, side, side)])


@case("ROIAlign adaptive", (4, 8, 16), (64, 32, 32))
def roi_align_adaptive(m, size):
    count, channels, side = size
    boxes = regions(m, count, side)
    return (lambda x: m.nd.contrib.ROIAlign(x, boxes, pooled_size=(3, 3), spatial_scale=1.0),
            [m.real(1, channels, side, side)])


@case("PSROIPooling", (4, 2, 16), (64, 4, 32))
def psroi_pooling(m, size):
    count, classes, side = size
    boxes = regions(m, count, side)
    return (lambda x: m.nd.contrib.PSROIPooling(x, boxes, spatial_scale=1.0, output_dim=classes,
                                                pooled_size=3), [m.real(1, classes * 9, side, side)])


@case("BilinearResize2D", (1, 8, 12), (4, 32, 28))
def bilinear_resize(m, size):
    batch, channels, side = size
    return (lambda x: m.nd.contrib.BilinearResize2D(x, height=2 * side, width=2 * side),
            [m.real(batch, channels, side, side)])


@case("MultiBoxPrior", 8, 32, gradient=False)
def multibox_prior(m, side):
    return (lambda x: m.nd.contrib.MultiBoxPrior(x, sizes=(0.3, 0.4), ratios=(1, 2, 0.5)),
            [m.real(1, 4, side, side)])


def anchors(m, count):
    corners = m.rng.uniform(0, 0.7, (1, count, 2))
    return m.nd.array(np.concatenate([corners, corners + 0.2], axis=2))


@case("MultiBoxTarget", 50, 1000, gradient=False)
def multibox_target(m, count):
    boxes, labels = anchors(m, count), m.nd.array([[[1, 0.1, 0.1, 0.4, 0.4], [0, 0.5, 0.5, 0.8, 0.9]]])
    return (lambda scores: m.nd.contrib.MultiBoxTarget(boxes, labels, scores)[0],
            [m.real(1, 4, count)])


@case("MultiBoxDetection", 50, 1000, gradient=False)
def multibox_detection(m, count):
    boxes = anchors(m, count)
    return (lambda scores, moves: m.nd.contrib.MultiBoxDetection(scores, moves, boxes),
            [m.nd.softmax(m.real(1, 4, count), axis=1), m.real(1, count * 4) * 0.1])


@case("box_nms", 50, 1000, gradient=False)
def box_nms(m, count):
    scores = m.real(1, count, 1)
    found = m.nd.concat(m.whole(4, 1, count, 1), scores, anchors(m, count), dim=2)
    return (lambda x: m.nd.contrib.box_nms(x, overlap_thresh=0.5, coord_start=2, score_index=1,
                                           id_index=0), [found])


@case("Proposal", 6, 20, gradient=False)
def proposal(m, side):
    size = m.nd.array([[side * 16, side * 16, 1.0]])
    return (lambda scores, moves: m.nd.contrib.Proposal(
        scores, moves, size, rpn_pre_nms_top_n=1000, rpn_post_nms_top_n=100, feature_stride=16,
        scales=(8, 16), ratios=(0.5, 1, 2), rpn_min_size=4),
        [m.real(1, 12, side, side), m.real(1, 24, side, side) * 0.1])


DETECTION += list(CASES)[list(CASES).index("ROIPooling"):]


# ---- one side ------------------------------------------------------------------------------------

def prepared(mx, name, size, form):
    """Give the function that is timed."""
    function, sizes, _ = CASES[name]
    call, inputs = function(Maker(mx), sizes[size])
    if form == "forward":
        return lambda: call(*inputs)
    for array in inputs:
        array.attach_grad()
    record, backward = mx.autograd.record, mx.autograd.backward

    def training():
        with record():
            out = call(*inputs)
        backward(out)
    return training


def mean(function, repeat, wait):
    start = time.perf_counter()
    for _ in range(repeat):
        function()
    wait()
    return (time.perf_counter() - start) / repeat


def worker():
    """Answer rows, asked for as JSON lines, with the seconds of a call."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import mxnet as mx
    made, wait = {}, mx.nd.waitall
    for line in sys.stdin:
        name, size, form, seconds = key = tuple(json.loads(line))
        try:
            if key not in made:
                made.clear()
                function = prepared(mx, name, size, form)
                mean(function, 3, wait)
                made[key] = function, max(1, int(seconds / mean(function, 3, wait)))
            answer = {"seconds": mean(*made[key], wait)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".split("\n")[0]}
        print(json.dumps(answer), file=answers, flush=True)


# ---- both ----------------------------------------------------------------------------------------

class Side:
    """A worker process of one interpreter, on so many threads or as it comes."""

    def __init__(self, python: str, environment: dict) -> None:
        self.process = subprocess.Popen(
            [python, "-W", "ignore", str(Path(__file__).resolve()), "--worker"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)

    def time(self, *row) -> dict:
        self.process.stdin.write(json.dumps(row) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.process.args[0]} ended at {row[0]}")
        return json.loads(answer)

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def show(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"


def start_sides(reference: str | None) -> list[tuple]:
    """Start the workers; gives per column (title, ours, MXNet's): lists of sides, the best of which counts."""
    from benchmarks.peers import COLUMNS, ROOT, environment
    return [(column.title,
             [Side(sys.executable, environment(str(ROOT), threads)) for threads in column.ours],
             [Side(reference, environment("", threads)) for threads in column.reference if reference])
            for column in COLUMNS]


def best_times(groups: list[list[Side]], row: tuple, rounds: int) -> list[float]:
    """Time a row on all sides in turns; gives the best seconds of each group."""
    best = [float("inf")] * len(groups)
    for _ in range(rounds):
        for index, group in enumerate(groups):
            for side in group:
                time.sleep(REST)
                answer = side.time(*row)
                if "error" in answer:
                    sys.exit(f"{row[0]}: {side.process.args[0]}: {answer['error']}")
                best[index] = min(best[index], answer["seconds"])
    return best


def compare(names: list[str], columns: list[tuple], rounds: int, seconds: float) -> list:
    """Time every row in every column; gives (ratios of the columns, name, the rest of the label)."""
    groups = [group for _, ours, theirs in columns for group in (ours, theirs) if group]
    found = []
    for name in names:
        _, sizes, gradient = CASES[name]
        for size, label in enumerate(("small", "large")[:len(sizes)]):
            for form in TRAINING if gradient else TRAINING[:1]:
                best = best_times(groups, (name, size, form, seconds), rounds)
                ratios, cells = [], []
                for index in range(0, len(best), len(groups) // len(columns)):
                    ours, *theirs = best[index:index + len(groups) // len(columns)]
                    ratios += [other / ours for other in theirs]
                    cells += [f"{show(value):>12}" for value in (ours, *theirs)]
                    cells += [f"{ratios[-1]:8.2f}"] if theirs else []
                found.append((ratios, name, f", {label}, {form}"))
                print(f"{name + found[-1][2]:44}" + "".join(cells), flush=True)
    return found


def summarize(title: str, place: int, found: list) -> int:
    """Print the median ratio of a column and its rows below the limit; gives how many these are."""
    total = 0
    for kind, chosen in (("operators", [row for row in found if row[1] not in DETECTION]),
                         ("of detection", [row for row in found if row[1] in DETECTION])):
        if not chosen:
            continue
        slow = sorted((ratios[place], name + rest) for ratios, name, rest in chosen if ratios[place] < LIMIT)
        total += len(slow)
        print(f"\n{kind}, {title}: {len(chosen)} rows, median "
              f"{statistics.median(row[0][place] for row in chosen):.2f} times as fast as MXNet 1.9.1; "
              f"{len(slow)} below {LIMIT}")
        for ratio, label in slow:
            print(f"  {ratio:.2f} {label}")
    return total


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.operators",
                                     description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.003, help="that a round of a row takes")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("operators", nargs="*", help="only these")
    options = parser.parse_args()
    if options.worker:
        return worker()
    if unknown := [name for name in options.operators if name not in CASES]:
        parser.error(f"no case {', '.join(unknown)}; there are {', '.join(CASES)}")
    columns = start_sides(options.reference and os.path.abspath(options.reference))
    heads = f"{'ours':>12}" + (f"{'MXNet 1.9.1':>12}{'ratio':>8}" if options.reference else "")
    print(" " * 44 + "".join(f"{title:>{len(heads)}}" for title, _, _ in columns))
    print(f"{'operator':44}" + heads * len(columns))
    try:
        found = compare(options.operators or list(CASES), columns, options.rounds, options.seconds)
    finally:
        for side in (side for _, ours, theirs in columns for side in (*ours, *theirs)):
            side.stop()
    if not options.reference:
        return 0
    return 1 if sum(summarize(title, place, found) for place, (title, _, _) in enumerate(columns)) else 0


if __name__ == "__main__":
    sys.exit(main())
