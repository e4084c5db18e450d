"""Where a network's time goes, call by call, against what this machine can do: `python -m benchmarks.roofline`.

    python -m benchmarks.roofline resnet50_v1 mobilenet1.0 --batch 8 --dtype float32,int8 --picture roofline.svg
    python -m benchmarks.roofline resnet18_v1 --train --picture training.svg
    python -m benchmarks.roofline lenet --train --batch 64

The machine's peaks are measured first: products of large matrices in float32, and copies of memory. Each call of a
network's prediction is timed in CPU time, so that others on the machine disturb less; run it with one thread
(OMP_NUM_THREADS=1). A call's floor is the time that its products, or its bytes, take at the peak; the share says how
near it comes to that. Bytes are those of its arrays, once each.

With ``--train`` the calls are those of a training step: forward, backward, and the update as one. ``between calls`` is
what a whole step of a Module takes beyond them: the cores' way between kernels, and values that are freed.
"""
import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

import mxnet as mx
from mxnet.core.matmul import mm
from mxnet.ndarray.tensors import tensor_of

_MATRIX, _COPIED = 1024, 1 << 26
_PRODUCTS = ("Convolution", "FullyConnected", "_joined_quantized")
_BACKWARD = ("Convolution_backward", "FullyConnected_backward")


class Peak(NamedTuple):
    """What the machine does at most: float32 products and bytes per second."""

    flops: float
    bytes: float


class Row(NamedTuple):
    """One call: its label, its work, and the time it took."""

    label: str
    name: str
    flops: float
    bytes: float
    seconds: float

    def floor(self, peak: Peak) -> float:
        return max(self.flops / peak.flops, self.bytes / peak.bytes)


def best(function: Callable[[], Any], runs: int = 7) -> float:
    """Give the least CPU time of several runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def measured_peak() -> Peak:
    """Multiply large matrices, on the faster library, and copy memory."""
    a, b = torch.rand(_MATRIX, _MATRIX), torch.rand(_MATRIX, _MATRIX)
    out = torch.empty(_MATRIX, _MATRIX)
    source = torch.zeros(_COPIED, dtype=torch.uint8)
    target = torch.ones(_COPIED, dtype=torch.uint8)
    return Peak(2 * _MATRIX**3 / best(lambda: mm(a, b, out=out)),
                2 * _COPIED / best(lambda: target.copy_(source)))


# ---- networks -------------------------------------------------------------------------------------

def lenet() -> mx.sym.Symbol:
    """Give the small network of the first tutorials, for images of 28 x 28."""
    net = mx.sym.Variable("data")
    for number, filters in enumerate((20, 50)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{number}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"tanh{number}")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name=f"pool{number}")
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500, name="fc0"), act_type="tanh",
                            name="tanh2")
    return mx.sym.FullyConnected(net, num_hidden=10, name="fc1")


def network(name: str, batch: int) -> tuple[mx.sym.Symbol, tuple[int, ...]]:
    """Give a network by its name in the zoo, or ``lenet``, and the shape of its data."""
    if name == "lenet":
        return lenet(), (batch, 1, 28, 28)
    net = mx.gluon.model_zoo.vision.get_model(name, classes=1000)
    return net(mx.sym.Variable("data")), (batch, 3, 224, 224)


def _data(shape: tuple[int, ...]) -> mx.nd.NDArray:
    return mx.nd.array(np.random.RandomState(0).randn(*shape))


def bound(name: str, batch: int, dtype: str) -> Any:
    """Give an executor of a network for prediction, its parameters random."""
    mx.random.seed(0)
    symbol, shape = network(name, batch)
    data = _data(shape)
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
            calib_data=mx.io.NDArrayIter(data, batch_size=batch))
    return symbol.bind(mx.cpu(), {**args, "data": data}, aux_states=states, grad_req="null")


def training(name: str, batch: int) -> tuple[mx.mod.Module, mx.io.DataBatch]:
    """Give a module of a network with its loss, ready to train, and a batch."""
    mx.random.seed(0)
    symbol, shape = network(name, batch)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(symbol, name="softmax"))
    module.bind([("data", shape)], [("softmax_label", shape[:1])])
    module.init_params(mx.init.Xavier(magnitude=2))
    module.init_optimizer(optimizer_params={"learning_rate": 0.01, "momentum": 0.9})
    return module, mx.io.DataBatch([_data(shape)], [mx.nd.arange(batch) % 10])


# ---- calls ----------------------------------------------------------------------------------------

def _tensors(value: Any) -> Iterator[torch.Tensor]:
    """Give the tensors in whatever a call takes or gives."""
    if torch.is_tensor(value):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _tensors(item)


def _work(label: str, args: tuple, result: Any) -> float:
    """Count a call's operations: two per product, one per element elsewhere."""
    if label.startswith(_BACKWARD):
        grad, weight = args[0], args[2]  # gradients of data and weight each take the products of forward
        return 2.0 * grad.numel() * math.prod(weight.shape[1:]) * sum(made is not None for made in result[:2])
    first = next(_tensors(result), None)
    if first is None:
        return 0.0
    return 2.0 * first.numel() * math.prod(args[1].shape[1:]) if label.startswith(_PRODUCTS) else float(first.numel())


class Watch:
    """A program whose calls are timed."""

    def __init__(self, program: Any) -> None:
        self._program = program
        self._seconds: dict[int, list[float]] = defaultdict(list)
        self._facts: dict[int, tuple[float, int]] = {}
        self.run = program.with_steps([step.calling(self._timed(number, step.function, step.label))
                                       for number, step in enumerate(program.steps)]).compile()

    def _timed(self, number: int, function: Callable, label: str) -> Callable:
        def run(*args: Any) -> Any:
            start = time.process_time()
            result = function(*args)
            self._seconds[number].append(time.process_time() - start)
            if number not in self._facts:
                touched = {(tensor.data_ptr(), tensor.nbytes) for tensor in _tensors([args, result])}
                self._facts[number] = _work(label, args, result), sum(size for _, size in touched)
            return result
        return run

    def rows(self) -> list[Row]:
        """Give the calls; the least time of all runs counts."""
        return [Row(step.label, step.results[0] if step.results else "", *self._facts[number],
                    min(self._seconds[number])) for number, step in enumerate(self._program.steps)]


def _arrays(executor: Any) -> list[list[torch.Tensor]]:
    return [[tensor_of(executor.arg_dict[name]) for name in executor._symbol.list_arguments()],
            [tensor_of(executor.aux_dict[name]) for name in executor._symbol.list_auxiliary_states()]]


def calls(executor: Any, runs: int = 5) -> list[Row]:
    """Time every call of an executor's prediction."""
    watch, arrays = Watch(executor._compiled.inference()), _arrays(executor)
    for _ in range(runs):
        watch.run(*arrays)
    return watch.rows()


def training_calls(module: mx.mod.Module, batch: mx.io.DataBatch, runs: int = 5) -> list[Row]:
    """Time every call of a training step, the update, and what a whole step takes beyond them."""
    def step() -> None:
        module.forward(batch, is_train=True)
        module.backward()
        module.update()
    step()
    executor, = module._exec_group.execs
    forward, backward = map(Watch, executor._compiled.training())
    arrays = _arrays(executor)
    for _ in range(runs):
        _, saved = forward.run(*arrays)
        backward.run(*arrays, saved, [None] * len(executor.outputs), executor._gradients.tensors())
    whole = best(step, runs)
    module.forward_backward(batch)
    size = sum(array.size for array in module.get_params()[0].values())
    update = Row("update", "", 4.0 * size, 5 * 4 * size, best(module.update, runs))  # weight and momentum both ways
    rows = [*forward.rows(), *backward.rows(), update]
    return [*rows, Row("between calls", "", 0.0, 0.0, max(0.0, whole - sum(row.seconds for row in rows)))]


def table(rows: list[Row], peak: Peak, most: int) -> str:
    """Say what the kinds of calls take, and which calls stand furthest above their floor."""
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row.label].append(row)
    total = sum(row.seconds for row in rows)
    lines = [f"{'calls':>6} {'GFLOP':>8} {'MB':>8} {'ms':>8} {'share':>6} {'of floor':>9}  kind"]
    for label, members in sorted(kinds.items(), key=lambda item: -sum(row.seconds for row in item[1])):
        spent, floor = sum(row.seconds for row in members), sum(row.floor(peak) for row in members)
        lines.append(f"{len(members):6d} {sum(row.flops for row in members) / 1e9:8.3f} "
                     f"{sum(row.bytes for row in members) / 1e6:8.1f} {spent * 1e3:8.2f} {spent / total:6.1%} "
                     f"{floor / max(spent, 1e-9):9.2f}  {label}")
    near = sum(row.floor(peak) for row in rows) / total
    lines.append(f"{len(rows):6d} {sum(row.flops for row in rows) / 1e9:8.3f} "
                 f"{sum(row.bytes for row in rows) / 1e6:8.1f} {total * 1e3:8.2f} {1:6.1%} {near:9.2f}  all")
    lines.append("furthest above their floor:")
    for row in sorted(rows, key=lambda row: row.floor(peak) - row.seconds)[:most]:
        lines.append(f"  {row.seconds * 1e3:7.2f} ms, floor {row.floor(peak) * 1e3:7.2f}  {row.label} {row.name}")
    return "\n".join(lines)


# ---- the picture ------------------------------------------------------------------------------------

_COLOURS = {"float32": "#2563a8", "bfloat16": "#3f8f4f", "int8": "#c2571a"}
_LEFT, _BOTTOM, _WIDTH, _HEIGHT = 70, 360, 560, 320


def picture(found: dict[tuple[str, str], list[Row]], peak: Peak) -> str:
    """Draw every call: operations per byte across, operations per second up, the roof of float32 above."""
    points = [(dtype, row.flops / max(row.bytes, 1), row.flops / max(row.seconds, 1e-9) / 1e9)
              for (_, dtype), rows in found.items() for row in rows if row.flops > 0 and row.seconds > 1e-6]
    low, high = 0.05, max(2000.0, *(x for _, x, _ in points))
    bottom, top = 0.1, max(peak.flops / 1e9 * 8, *(y for _, _, y in points))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(max(x, low)) - math.log10(low)) / (math.log10(high) - math.log10(low))
        up = (math.log10(max(y, bottom)) - math.log10(bottom)) / (math.log10(top) - math.log10(bottom))
        return round(_LEFT + across * _WIDTH, 1), round(_BOTTOM - up * _HEIGHT, 1)
    corner = peak.flops / peak.bytes
    roof = " ".join(f"{x},{y}" for x, y in (place(low, low * peak.bytes / 1e9), place(corner, peak.flops / 1e9),
                                            place(high, peak.flops / 1e9)))
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 420" font-family="sans-serif" font-size="12">',
             '<rect width="660" height="420" fill="#ffffff"/>',
             f'<polyline points="{roof}" fill="none" stroke="#1f2933" stroke-width="2"/>']
    for exponent in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1):
        x, _ = place(10.0**exponent, bottom)
        parts.append(f'<text x="{x}" y="{_BOTTOM + 18}" text-anchor="middle">{10.0**exponent:g}</text>')
    for exponent in range(math.ceil(math.log10(bottom)), math.floor(math.log10(top)) + 1):
        _, y = place(low, 10.0**exponent)
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{10.0**exponent:g}</text>')
    parts += [f'<circle cx="{place(x, y)[0]}" cy="{place(x, y)[1]}" r="3" fill="{_COLOURS[dtype]}" fill-opacity="0.6"/>'
              for dtype, x, y in points]
    for number, dtype in enumerate(dict.fromkeys(dtype for _, dtype in found)):
        parts.append(f'<text x="{_LEFT + 10 + 90 * number}" y="24" fill="{_COLOURS[dtype]}">{dtype}</text>')
    parts += [f'<text x="{_LEFT + _WIDTH / 2}" y="{_BOTTOM + 42}" text-anchor="middle">operations a byte</text>',
              f'<text x="{_LEFT + _WIDTH}" y="24" text-anchor="end">roof: {peak.flops / 1e9:.0f} GFLOP/s in float32, '
              f'{peak.bytes / 1e9:.0f} GB/s</text>', '<text x="14" y="200" transform="rotate(-90 14 200)" '
              'text-anchor="middle">GFLOP/s</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", default=["resnet50_v1"],
                        help="names of the model zoo, or lenet (resnet50_v1)")
    parser.add_argument("--train", action="store_true", help="time training steps, in float32")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--dtype", default="float32", help="float32, bfloat16, int8, with commas")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=int, default=8, help="how many calls to list")
    parser.add_argument("--picture", metavar="FILE.svg")
    args = parser.parse_args(argv)
    if args.train and args.dtype != "float32":
        parser.error("--train is of float32")
    peak = measured_peak()
    print(f"this machine, {torch.get_num_threads()} thread(s): {peak.flops / 1e9:.0f} GFLOP/s in float32 products, "
          f"{peak.bytes / 1e9:.0f} GB/s in copies")
    found = {}
    for name in args.networks:
        for dtype in args.dtype.split(","):
            rows = found[name, dtype] = training_calls(*training(name, args.batch), args.runs) if args.train \
                else calls(bound(name, args.batch, dtype), args.runs)
            what = "a training step" if args.train else "prediction"
            print(f"\n{name}, {dtype}, batch {args.batch}, {what}\n{table(rows, peak, args.most)}")
    if args.picture:
        with open(args.picture, "w", encoding="utf-8") as file:
            file.write(picture(found, peak))
        print(f"\nwrote {args.picture}")


if __name__ == "__main__":
    main()
