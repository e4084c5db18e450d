"""Times training and inference on a CUDA GPU against PyTorch eager, compiled and captured, in one run.

    python -m benchmarks.gpu [--rounds N] [--json FILE] [CASE ...]

Every row is one network, built the same on both sides, on the same data, with TF32 and cuDNN's search for the
fastest algorithm on for both. A training step is forward, backward and an SGD update with momentum; ours is what
`Module.fit` does, one replay of a CUDA graph, and in parts the two calls of an executor and an updater. "module" is
`forward_backward(batch)` and `update()` of a Module, "gluon" the plain loop of Gluon (`record`, `backward`,
`Trainer.step`) over the same network as a hybridized block, with one batch or with two by turns. Each case is a
process of its own; the best of the rounds counts, and rounds of the variants alternate. Memory is what a step needs
once it is warm: arrays, values, workspaces. The variants start in the order shown, and cuDNN searches for the first.
"""
from __future__ import annotations

import argparse
import cProfile
import gc
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import mxnet as mx

# name -> (training?, milliseconds a round should take)
CASES = {"mlp train b32": 200, "lenet train b64": 200, "lstm train b32": 300, "resnet50 train b64": 700,
         "resnet50 train b64 bf16": 700, "resnet50 infer b1": 200, "resnet50 infer b64": 400,
         "unrolled infer b32": 200, "unrolled train b32": 300, "fit lenet b64": 0, "fit resnet50 b64": 0}
WIDTHS, BLOCKS = (256, 512, 1024, 2048), (3, 4, 6, 3)
STEPS, HIDDEN, WORDS = 35, 650, 10000


# ---- networks, as symbols ---------------------------------------------------------------------------

def mlp_symbol():
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=64), act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=26), name="softmax")


def lenet_symbol():
    net = mx.sym.Variable("data")
    for filters in (20, 50):
        net = mx.sym.Activation(mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters), act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10), name="softmax")


def lstm_symbol():
    data = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=WORDS, output_dim=HIDDEN)
    data = mx.sym.transpose(data, axes=(1, 0, 2))
    states = [mx.sym.zeros((2, 32, HIDDEN)) for _ in range(2)]
    net = mx.sym.RNN(data, mx.sym.Variable("rnn_parameters"), *states, mode="lstm", num_layers=2, state_size=HIDDEN)
    scores = mx.sym.FullyConnected(mx.sym.Reshape(net, shape=(-1, HIDDEN)), num_hidden=WORDS)
    label = mx.sym.Reshape(mx.sym.transpose(mx.sym.Variable("softmax_label")), shape=(-1,))
    return mx.sym.SoftmaxOutput(scores, label, name="softmax")


def unrolled_symbol(steps=20, hidden=128, words=2000):
    data = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=words, output_dim=hidden)
    cell = mx.rnn.LSTMCell(hidden, prefix="lstm_")
    outputs, _ = cell.unroll(steps, data, merge_outputs=True)
    scores = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, hidden)), num_hidden=words)
    return mx.sym.SoftmaxOutput(scores, mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,)), name="softmax")


def _normed(data, filters, kernel, stride, relu=True):
    net = mx.sym.Convolution(data, kernel=(kernel, kernel), num_filter=filters, stride=(stride, stride),
                             pad=(kernel // 2, kernel // 2), no_bias=True)
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=1e-5, momentum=0.9)
    return mx.sym.Activation(net, act_type="relu") if relu else net


def resnet_symbol():
    net = _normed(mx.sym.Variable("data"), 64, 7, 2)
    net = mx.sym.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
    for stage, (width, count) in enumerate(zip(WIDTHS, BLOCKS)):
        for block in range(count):
            stride = 2 if stage and not block else 1
            side = net if block else _normed(net, width, 1, stride, False)
            inner = _normed(_normed(net, width // 4, 1, 1), width // 4, 3, stride)
            net = mx.sym.Activation(_normed(inner, width, 1, 1, False) + side, act_type="relu")
    net = mx.sym.Flatten(mx.sym.Pooling(net, global_pool=True, pool_type="avg", kernel=(7, 7)))
    net = mx.sym.FullyConnected(net, num_hidden=1000)
    return mx.sym.SoftmaxOutput(net, name="softmax")


# ---- the same in PyTorch ----------------------------------------------------------------------------

class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.rnn = nn.Embedding(WORDS, HIDDEN), nn.LSTM(HIDDEN, HIDDEN, 2)
        self.scores = nn.Linear(HIDDEN, WORDS)

    def forward(self, data):
        return self.scores(self.rnn(self.embed(data).transpose(0, 1))[0]).flatten(0, 1)


class Unrolled(nn.Module):
    def __init__(self, steps=20, hidden=128, words=2000):
        super().__init__()
        self.steps, self.embed = steps, nn.Embedding(words, hidden)
        self.i2h, self.h2h = nn.Linear(hidden, 4 * hidden), nn.Linear(hidden, 4 * hidden)
        self.scores = nn.Linear(hidden, words)

    def forward(self, data):
        inputs, outputs = self.embed(data).unbind(1), []
        h = c = inputs[0].new_zeros(inputs[0].shape)
        for data in inputs:
            i, f, g, o = (self.i2h(data) + self.h2h(h)).chunk(4, 1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            outputs.append(h)
        return self.scores(torch.stack(outputs, 1).flatten(0, 1))


class Bottleneck(nn.Module):
    def __init__(self, before, width, stride, first):
        super().__init__()
        self.inner = nn.Sequential(*_torch_normed(before, width // 4, 1, 1), nn.ReLU(True),
                                   *_torch_normed(width // 4, width // 4, 3, stride), nn.ReLU(True),
                                   *_torch_normed(width // 4, width, 1, 1))
        self.side = nn.Sequential(*_torch_normed(before, width, 1, stride)) if first else nn.Identity()

    def forward(self, data):
        return functional.relu(self.inner(data) + self.side(data))


def _torch_normed(before, filters, kernel, stride):
    return nn.Conv2d(before, filters, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(filters)


def resnet_module():
    layers = [*_torch_normed(3, 64, 7, 2), nn.ReLU(True), nn.MaxPool2d(3, 2, 1)]
    before = 64
    for stage, (width, count) in enumerate(zip(WIDTHS, BLOCKS)):
        for block in range(count):
            layers.append(Bottleneck(before, width, 2 if stage and not block else 1, not block))
            before = width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))


def mlp_module():
    return nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 26))


def lenet_module():
    return nn.Sequential(nn.Conv2d(1, 20, 5), nn.Tanh(), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.Tanh(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(800, 500), nn.Tanh(), nn.Linear(500, 10))


# name of the network -> (symbol, module, data shape without the batch, classes, whether data are words)
NETWORKS = {
    "mlp": (mlp_symbol, mlp_module, (16,), 26, False), "lenet": (lenet_symbol, lenet_module, (1, 28, 28), 10, False),
    "lstm": (lstm_symbol, Recurrent, (STEPS,), WORDS, True), "unrolled": (unrolled_symbol, Unrolled, (20,), 2000, True),
    "resnet50": (resnet_symbol, resnet_module, (3, 224, 224), 1000, False)}


class Case:
    """One network, batch and type; makes the steps that are timed."""

    def __init__(self, name: str) -> None:
        words = name.split()
        self.symbol, self.module, shape, self.classes, self.words = NETWORKS[words[0]]
        self.train, self.half = "train" in words, "bf16" in words
        batch = next(int(word[1:]) for word in words if word[0] == "b" and word[1:].isdigit())
        rng = np.random.RandomState(0)
        self.data = rng.randint(0, self.classes, (batch, *shape)) if self.words else rng.rand(batch, *shape)
        self.label = rng.randint(0, self.classes, (batch, *shape) if self.words else (batch,))
        self.image = len(shape) == 3 and shape[0] == 3

    def variants(self) -> dict[str, Callable]:
        return {"ours": partial(self.ours, False), "ours, compiled": partial(self.ours, True),
                **({"ours, in parts": partial(self.ours, False, False), "module": self.by_module, "gluon": self.gluon,
                    "gluon, two batches": partial(self.gluon, 2)} if self.train else {}),
                "torch eager": partial(self.peer, False), "torch captured": partial(self.captured, False),
                "torch.compile": partial(self.peer, True), "torch.compile captured": partial(self.captured, True)}

    # ---- ours -------------------------------------------------------------------------------------

    def ours(self, compile: bool, whole: bool = True) -> Callable:
        """Give a step of ours as `Module.fit` does it, or in its two parts."""
        kind = "bfloat16" if self.half else "float32"
        symbol = self.symbol()
        executor = symbol.simple_bind(
            mx.gpu(), data=self.data.shape, softmax_label=self.label.shape, compile=compile,
            type_dict={"data": "float32" if self.words else kind},
            grad_req={name: "null" if name in ("data", "softmax_label") else "write"
                      for name in symbol.list_arguments()} if self.train else "null")
        initializer = mx.init.Xavier()
        for name, array in executor.arg_dict.items():
            if name not in ("data", "softmax_label"):
                if name.endswith("parameters"):
                    array[:] = mx.nd.random.uniform(-0.05, 0.05, array.shape)
                else:
                    initializer(mx.init.InitDesc(name), array)
        for name, array in executor.aux_dict.items():
            array[:] = 1 if name.endswith("var") else 0
        executor.arg_dict["data"][:] = mx.nd.array(self.data)
        executor.arg_dict["softmax_label"][:] = mx.nd.array(self.label)
        if not self.train:
            return lambda: executor.forward(is_train=False)
        updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.01, momentum=0.9, rescale_grad=1 / 64))
        live = [(i, grad, weight) for i, (grad, weight) in enumerate(zip(executor.grad_arrays, executor.arg_arrays))
                if grad is not None]
        indices, grads, weights = (list(column) for column in zip(*live))

        def step():
            executor.forward_backward((updater.work(indices, grads, weights),))

        def parts():
            executor.forward_backward()
            updater(indices, grads, weights)
        return step if whole else parts

    def by_module(self) -> Callable:
        """Give a step by a Module's public calls."""
        module = mx.mod.Module(self.symbol(), context=mx.gpu())
        kind = "float32" if self.words or not self.half else "bfloat16"
        module.bind([mx.io.DataDesc("data", self.data.shape, kind)],
                    [mx.io.DataDesc("softmax_label", self.label.shape, kind)])
        module.init_params(_Initializer())
        module.init_optimizer(optimizer_params={"learning_rate": 0.01, "momentum": 0.9})
        batch = mx.io.DataBatch([mx.nd.array(self.data, mx.gpu(), dtype=kind)],
                                [mx.nd.array(self.label, mx.gpu(), dtype=kind)])

        def step():
            module.forward_backward(batch)
            module.update()
        return step

    def gluon(self, batches: int = 1) -> Callable:
        """Give a step of the plain loop of Gluon, over as many batches by turns."""
        scores = self.symbol().get_internals()
        scores = scores[[name for name in scores.list_outputs() if name.startswith("fullyconnected")
                         and name.endswith("output")][-1]]
        net = mx.gluon.SymbolBlock(scores, mx.sym.Variable("data"))
        kind = "float32" if self.words or not self.half else "bfloat16"
        if self.half:
            net.cast(kind)
        net.initialize(_Initializer(), ctx=mx.gpu())
        net.hybridize(static_alloc=True, static_shape=True)
        loss_of = mx.gluon.loss.SoftmaxCrossEntropyLoss()
        loss_of.hybridize()
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
        label = self.label
        if self.words:
            label = label.T.reshape(-1) if self.module is Recurrent else label.reshape(-1)
        turns = itertools.cycle([(mx.nd.array(self.data, mx.gpu(), dtype=kind), mx.nd.array(label, mx.gpu()))
                                 for _ in range(batches)])
        count = len(label)

        def step():
            data, label = next(turns)
            with mx.autograd.record():
                loss = loss_of(net(data), label)
            loss.backward()
            trainer.step(count)
        return step

    # ---- PyTorch ----------------------------------------------------------------------------------

    def peer(self, compile: bool) -> Callable:
        """Give a step of PyTorch: eager, or network and loss compiled."""
        model = self.module().cuda()
        data = torch.tensor(self.data, dtype=torch.long if self.words else torch.float32, device="cuda")
        label = torch.tensor(self.label, device="cuda")
        if self.words:
            label = label.t().flatten() if isinstance(model, Recurrent) else label.flatten()
        if self.half:
            model, data = model.bfloat16(), data.bfloat16()
        if self.image:
            model, data = model.to(memory_format=torch.channels_last), data.to(memory_format=torch.channels_last)
        model = model.train(self.train)

        def infer(data):
            return functional.softmax(model(data), 1)

        def loss(data, label):
            return functional.cross_entropy(model(data), label)
        if compile:
            infer, loss = torch.compile(infer), torch.compile(loss)
        if not self.train:
            return lambda: torch.no_grad()(infer)(data)
        optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9, fused=True)

        def step():
            optimizer.zero_grad(set_to_none=True)
            loss(data, label).backward()
            optimizer.step()
        return step

    def captured(self, compile: bool) -> Callable:
        """Give the same step as one CUDA graph."""
        step = self.peer(compile)
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            kept = step()
        return lambda: (graph.replay(), kept, step)  # what the graph reads must live as long


class _Initializer(mx.init.Xavier):
    """Xavier's, which has no word on an LSTM's parameters in one row."""

    def _init_weight(self, name, array):
        if len(array.shape) > 1:
            super()._init_weight(name, array)
        else:
            array[:] = mx.nd.random.uniform(-0.05, 0.05, array.shape)

    _init_default = _init_weight


# ---- timing -----------------------------------------------------------------------------------------

def time_of(step: Callable, count: int) -> float:
    """Give milliseconds a step."""
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(count):
        step()
    torch.cuda.synchronize()
    return (time.perf_counter() - begin) / count * 1e3


def profile(step: Callable) -> None:
    """Print what the GPU does in a step."""
    from torch.profiler import ProfilerActivity
    with torch.profiler.profile(activities=[ProfilerActivity.CUDA]) as found:
        for _ in range(5):
            step()
        torch.cuda.synchronize()
    print(found.key_averages().table(sort_by="cuda_time_total", row_limit=25, max_name_column_width=70))


def active(run: Callable) -> float:
    """Give the milliseconds that the GPU works in ``run(start, stop)``, between its calls of those two."""
    from torch.profiler import ProfilerActivity
    profiler = torch.profiler.profile(activities=[ProfilerActivity.CUDA])
    run(profiler.start, profiler.stop)
    spans = sorted((event.time_range.start, event.time_range.end) for event in profiler.events()
                   if event.device_type == torch.autograd.DeviceType.CUDA)
    total = last = 0.0
    for start, stop in spans:  # what runs at the same time counts once
        total += max(0.0, stop - max(start, last))
        last = max(last, stop)
    return total / 1e3


def reserved() -> int:
    """Give the memory that cannot be given back: what lives, and the pools of graphs."""
    gc.collect()
    torch.cuda.synchronize()
    torch._C._cuda_clearCublasWorkspaces()  # of the variant before; the next steps make their own
    torch.cuda.empty_cache()
    return torch.cuda.memory_reserved()


def measure(name: str, args) -> dict:
    """Time every variant of a case in this process."""
    case, steps, found = Case(name), {}, {}
    for variant, make in case.variants().items():
        if args.only and variant not in args.only.split("/"):
            continue
        before = reserved()
        begin = time.perf_counter()
        steps[variant] = step = make()
        for _ in range(6):
            step()
        torch.cuda.synchronize()
        first = time.perf_counter() - begin
        reserved()
        torch.cuda.reset_peak_memory_stats()
        for _ in range(3):
            step()
        found[variant] = {"first": first, "ms": float("inf"),
                          "mib": (torch.cuda.max_memory_reserved() - before) / 2**20}
        if args.profile:
            print(variant)
            profile(step)
    for _ in range(args.rounds):
        for variant, step in steps.items():
            count = max(3, int(CASES[name] / max(time_of(step, 3), 1e-3)))
            found[variant]["ms"] = min(found[variant]["ms"], time_of(step, count))
    return found


def measure_fit(name: str, profiled: bool) -> dict:
    """Compare a batch of Module.fit over an iterator in memory with the bare step.

    How busy the GPU is: its working time of a batch, by the profiler, over the time of a batch without it.
    """
    network = name.split()[1]
    case = Case(f"{network} train {name.split()[2]}")
    batch, batches = len(case.data), 400 if network == "lenet" else 60
    first, last = 20, batches - 2
    bare = case.ours(False)
    for _ in range(6):
        bare()
    data = np.repeat(case.data.astype("float32"), 4, 0)
    label = np.repeat(case.label.astype("float32"), 4, 0)
    module = mx.mod.Module(case.symbol(), context=mx.gpu())
    iterator = mx.io.ResizeIter(mx.io.NDArrayIter(data, label, batch), batches)

    def fit(epochs: int, start: Callable, stop: Callable) -> None:
        def note(param) -> None:
            if param.nbatch in (first, last):
                torch.cuda.synchronize()
                (start if param.nbatch == first else stop)()
        module.fit(iterator, num_epoch=epochs, batch_end_callback=note,
                   optimizer_params={"learning_rate": 0.01, "momentum": 0.9})

    def steps(start: Callable, stop: Callable) -> None:
        start()
        time_of(bare, last - first)
        stop()
    times: list[float] = []
    note = partial(_note, times)
    if profiled:
        cProfile.runctx("fit(3, note, note)", {"fit": fit, "note": note}, {}, sort="tottime")
    else:
        fit(3, note, note)
    spans = [(stop - start) / (last - first) * 1e3 for start, stop in zip(times[::2], times[1::2])]
    found = {"ours": {"ms": min(spans)}, "bare step": {"ms": min(time_of(bare, batches) for _ in range(3))}}
    for variant, run in (("ours", partial(fit, 1)), ("bare step", steps)):
        found[variant]["busy"] = active(run) / (last - first) / found[variant]["ms"]
    return found


def _note(times: list[float]) -> None:
    times.append(time.perf_counter())


def show(name: str, found: dict) -> None:
    """Print one row: times, memory, and ours over the best of theirs."""
    print(f"\n{name}")
    for variant, figures in found.items():
        extra = f"  {figures['mib']:8.0f} MiB   {figures['first']:6.1f} s to start" if "mib" in figures else ""
        extra += f"  GPU busy {figures['busy']:6.1%} of the time" if "busy" in figures else ""
        print(f"  {variant:22s} {figures['ms']:9.4f} ms{extra}")
    ours = min((figures["ms"] for variant, figures in found.items() if variant.startswith("ours")), default=0.0)
    for variant, figures in found.items():
        if variant.startswith("torch") or variant == "bare step":
            print(f"  ours / {variant:22s} {ours / figures['ms']:6.3f}")
    for variant in ("ours", "module"):
        if variant in found and "gluon" in found:
            print(f"  gluon / {variant:21s} {found['gluon']['ms'] / found[variant]['ms']:6.3f}")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("--only", help="variants to time, separated by slashes")
    parser.add_argument("--profile", action="store_true", help="show the kernels of each variant's step first")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of: {', '.join(CASES)}")
    args = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("benchmarks.gpu needs a CUDA device")
    if args.worker:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
        name, = args.cases
        print(json.dumps(measure_fit(name, args.profile) if name.startswith("fit") else measure(name, args)))
        return
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    results = {}
    for name in args.cases or CASES:
        worker = [sys.executable, "-m", "benchmarks.gpu", "--worker"]
        if not name.startswith("fit"):
            # Somebody must be the first on a machine to read libraries from the disk and to let the driver compile
            # kernels: for ResNet-50 that takes ten seconds and more, and it should be none of those that are timed.
            subprocess.run([*worker, "--rounds", "0", "--only", "torch eager", name], capture_output=True)
        command = [*worker, "--rounds", str(args.rounds), name]
        if args.only:
            command += ["--only", args.only]
        if args.profile:
            command.append("--profile")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"\n{name}: failed\n{done.stderr[-1500:]}", flush=True)
            continue
        *told, last = done.stdout.splitlines()
        print("\n".join(told))
        results[name] = json.loads(last)
        show(name, results[name])
        if args.json:
            with open(args.json, "w") as stream:
                json.dump(results, stream, indent=1)


if __name__ == "__main__":
    main()
