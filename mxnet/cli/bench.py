"""Measure how fast a model predicts: latency and throughput by batch size.

Each batch size is warmed up, then run until --seconds have passed; the median counts. Loading, binding and the first
run are reported separately, since a service pays for them once.
"""
import argparse
import json
import time

from ..core.errors import MXNetError
from ..fileformat import atomic_write
from .checkpoint import add_model_arguments, count_text, open_model
from .convert import random_inputs
from .cost import layer_table
from .progress import Progress
from .quantize import narrowed
from .table import print_table
from .timing import median, repeated, timed

SUMMARY = "measure latency and throughput by batch size"
EXAMPLES = """\
examples:
  remixnet bench models/lenet
  remixnet bench models/resnet --batch 1,2,4,8,16 --threads 4 --plot resnet.svg
  remixnet bench models/resnet --batch 8 --dtype float32,bfloat16,int8
  remixnet bench models/resnet --device gpu --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_model_arguments(parser)
    parser.add_argument("--batch", type=_sizes, default=[1, 2, 4, 8, 16, 32], metavar="1,2,4", help="batch sizes")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to measure each (1)")
    parser.add_argument("--threads", type=int, help="threads that torch may use for an operator")
    parser.add_argument("--device", default="cpu", choices=("cpu", "gpu"))
    parser.add_argument("--dtype", type=_types, default=["float32"], metavar="float32,bfloat16,int8",
                        help="types to run the model in; int8 is calibrated on random inputs, which only time it")
    parser.add_argument("--plot", metavar="FILE.svg", help="draw latency and throughput")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _types(text: str) -> list[str]:
    found = list(dict.fromkeys(text.split(",")))
    unknown = [name for name in found if name not in ("float32", "bfloat16", "int8")]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of float32, bfloat16, int8")
    return found


def _sizes(text: str) -> list[int]:
    try:
        sizes = sorted({int(part) for part in text.split(",")})
    except ValueError:
        sizes = [0]
    if not sizes or sizes[0] < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 1,2,4")
    return sizes


def run(args: argparse.Namespace) -> int:
    import torch
    if args.threads is not None and not 1 <= args.threads <= 1 << 10:
        raise MXNetError(f"--threads must be 1 to {1 << 10}, got {args.threads}")
    if not 0 < args.seconds < 1e6:
        raise MXNetError(f"--seconds must be above 0, got {args.seconds}")
    before = torch.get_num_threads()
    if args.threads:
        torch.set_num_threads(args.threads)
    try:
        return _run(args, torch)
    finally:
        torch.set_num_threads(before)


def _run(args: argparse.Namespace, torch) -> int:
    started = time.perf_counter()
    model = open_model(args)
    given = dict(args.shape)
    _with_batch(model, given, args.batch[0])
    loaded = time.perf_counter() - started
    rows = []
    with Progress("batch sizes", len(args.batch) * len(args.dtype), quiet=args.json) as bar:
        for dtype in args.dtype:
            narrow = narrowed(model, dtype, random_inputs(model, _with_batch(model, given, args.batch[0])))
            for batch in args.batch:
                row = _measure(model, narrow, _with_batch(model, given, batch), batch, args, torch)
                rows.append({"dtype": dtype, **row})
                bar.step()
    facts = {"model": model.prefix, "device": args.device, "threads": torch.get_num_threads(), "load_ms": loaded * 1e3,
             "batches": rows}
    if args.plot:
        _plot(args.plot, model.title, facts)
    if args.json:
        print(json.dumps(facts))
    else:
        _print(facts, args)
    return 0


def _with_batch(model, given: dict, batch: int) -> dict:
    """Return the input shapes for a batch size: the first axis of a given shape is the batch axis."""
    return model.shapes({name: (batch, *shape[1:]) for name, shape in given.items()}, batch)[0]


def _measure(model, narrow: tuple, shapes: dict, batch: int, args: argparse.Namespace, torch) -> dict:
    from ..predictor import Predictor
    inputs = random_inputs(model, shapes)
    start = time.perf_counter()
    symbol, params = narrow
    predictor = Predictor(symbol, params, shapes, args.device)
    bound = time.perf_counter() - start

    def once() -> None:
        predictor._executor.forward(is_train=False)
        if args.device == "gpu":
            torch.cuda.synchronize()
    predictor.forward(**inputs)
    first = timed(once)
    times = repeated(once, args.seconds)
    latency = median(times)
    found, types = model.inferred(shapes)
    work = sum(row["flops"] or 0 for row in layer_table(model.symbol.graph, found, types, model.params))
    return {"batch": batch, "latency_ms": latency * 1e3, "p90_ms": times[int(len(times) * 0.9)] * 1e3,
            "throughput": batch / latency, "gflops": work / latency / 1e9, "runs": len(times), "bind_ms": bound * 1e3,
            "first_ms": first * 1e3}


def _print(facts: dict, args: argparse.Namespace) -> None:
    print(f"{facts['model']} on {facts['device']}, {facts['threads']} threads; loaded in {facts['load_ms']:.0f} ms\n")
    several = len(args.dtype) > 1
    rows = [[*([row["dtype"]] if several else []), str(row["batch"]), f"{row['latency_ms']:.3f}",
             f"{row['p90_ms']:.3f}", f"{row['throughput']:.1f}",
             count_text(row["gflops"]) if row["gflops"] >= 100 else f"{row['gflops']:.2f}",
             f"{row['bind_ms']:.1f}", str(row["runs"])] for row in facts["batches"]]
    print_table([*(["type"] if several else []), "batch", "latency ms", "90% ms", "per second", "GFLOP/s", "bind ms",
                 "runs"], rows, "1234567" if several else "0123456")
    if args.plot:
        print(f"\nwrote {args.plot}")


def _plot(path: str, name: str, facts: dict) -> None:
    from ..visualization.chart import draw
    rows = [row for row in facts["batches"] if row["dtype"] == facts["batches"][0]["dtype"]]
    words = "threads" if facts["threads"] > 1 else "thread"
    title = f"{name} on {facts['device']}, {facts['threads']} {words}"
    text = draw(title, [row["batch"] for row in rows],
                [("latency, median", "ms", [row["latency_ms"] for row in rows]),
                 ("throughput", "per second", [row["throughput"] for row in rows])], "batch size")
    with atomic_write(path, "w", encoding="utf-8") as file:
        file.write(text)
