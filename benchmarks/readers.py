"""Times the readers of data, this project's and the reference's, in turns.

    python -m benchmarks.readers [--reference PYTHON] [--rounds N] [--scale S] [CASE ...]

Files are made once, in a temporary folder: 1,000 photographs of 500 x 375 as JPEG, and 100 megabytes
of text. Each round runs every case once on each side and thread count (peers.py), in a process of its
own; the best round counts, so that what else the machine does meets both. The processor time of a
sample is told as well: it is the measure on a machine that has other work. `--worker` is the other
side of this file: it is plain, and runs on the reference's older Python.

`--memory N` runs N epochs of each case here and tells the resident memory after each.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

EPOCHS = 3
IMAGES = {"data_shape": (3, 224, 224), "batch_size": 50, "preprocess_threads": 2, "verbose": False,
          "path_imgrec": "photos.rec"}
TRAIN = {"rand_crop": True, "rand_mirror": True, "mean_r": 123.68, "mean_g": 116.78, "mean_b": 103.94,
         "std_r": 58.4, "std_g": 57.1, "std_b": 57.4}
# name -> (iterator, keywords)
CASES = {
    "images, crop": ("ImageRecordIter", {**IMAGES, "rand_crop": True, "rand_mirror": True}),
    # without ctx="cpu" the reference takes half of the processors at most, whatever it is told
    "images, crop, ctx cpu": ("ImageRecordIter", {**IMAGES, "rand_crop": True, "rand_mirror": True,
                                                  "ctx": "cpu"}),
    "images, resize and crop": ("ImageRecordIter", {**IMAGES, **TRAIN, "resize": 256}),
    "images, resized crop": ("ImageRecordIter", {
        **IMAGES, "random_resized_crop": True, "min_random_area": 0.08, "min_aspect_ratio": 0.75,
        "max_aspect_ratio": 1.333, "rand_mirror": True}),
    "images, uint8": ("ImageRecordIter", {**IMAGES, "resize": 256, "dtype": "uint8"}),
    "csv, 100 MB": ("CSVIter", {"data_csv": "rows.csv", "data_shape": (100,), "batch_size": 128}),
    "csv, whole numbers": ("CSVIter", {"data_csv": "whole.csv", "data_shape": (100,),
                                       "batch_size": 128}),
    "libsvm, 100 MB": ("LibSVMIter", {"data_libsvm": "rows.svm", "data_shape": (1000,),
                                      "batch_size": 128}),
    "mnist": ("MNISTIter", {"image": "images-idx3", "label": "labels-idx1", "batch_size": 128,
                            "silent": True}),
}


# ---- files ---------------------------------------------------------------------------------------

def photograph(rng, height, width):
    """Return something like a photograph: noise of several sizes."""
    import cv2
    image = np.zeros((height, width, 3), np.float32)
    for size in (4, 8, 16, 32, 64, 128, 256):
        shape = (max(2, height * size // 512), max(2, width * size // 512), 3)
        noise = rng.normal(size=shape).astype(np.float32)
        image += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) \
            * (60 / (size / 4) ** 0.6)
    return np.clip(image + 128, 0, 255).astype(np.uint8)


def make_files(folder: Path, scale: float) -> None:
    """Write all files that the cases read."""
    import mxnet as mx
    rng = np.random.default_rng(0)
    writer = mx.recordio.MXRecordIO(folder / "photos.rec", "w")
    for i in range(int(1000 * scale)):
        size = (375, 500) if i % 3 else (500, 375)
        writer.write(mx.recordio.pack_img((0, float(i % 10), i, 0), photograph(rng, *size), 90))
    writer.close()
    with open(folder / "rows.csv", "w") as csv, open(folder / "rows.svm", "w") as svm, \
            open(folder / "whole.csv", "w") as whole:
        for _ in range(int(100 * scale)):
            for row in rng.normal(size=(1000, 100)):
                csv.write(",".join(f"{value:.6f}" for value in row) + "\n")
                whole.write(",".join(map(str, (row * 40 + 128).astype(np.uint8))) + "\n")
                columns = np.sort(rng.choice(1000, 70, replace=False))
                svm.write("1 " + " ".join(f"{c}:{v:.6f}" for c, v in zip(columns, row)) + "\n")
    count = int(60000 * scale)
    pixels = rng.integers(0, 256, count * 784, dtype=np.uint8).tobytes()
    (folder / "images-idx3").write_bytes(struct.pack(">IIII", 2051, count, 28, 28) + pixels)
    labels = rng.integers(0, 10, count, dtype=np.uint8).tobytes()
    (folder / "labels-idx1").write_bytes(struct.pack(">II", 2049, count) + labels)


# ---- one side ------------------------------------------------------------------------------------

def epoch(it):
    """Read an epoch; return how many samples it has."""
    samples = 0
    for batch in it:
        batch.data[0].wait_to_read()
        samples += batch.data[0].shape[0] - batch.pad
    return samples


def worker(folder, name):
    """Time epochs of a case, the making of the iterator not included; print the best."""
    import mxnet as mx
    os.chdir(folder)
    function, keywords = CASES[name]
    it = getattr(mx.io, function)(**keywords)
    epoch(it)
    found = []
    for _ in range(EPOCHS):
        it.reset()
        start, used = time.perf_counter(), time.process_time()
        samples = epoch(it)
        found.append((time.perf_counter() - start, time.process_time() - used))
    seconds, processor = (min(column) for column in zip(*found))
    print(json.dumps({"rate": samples / seconds, "processor": processor / samples}), flush=True)


# ---- both ----------------------------------------------------------------------------------------

def measure(python: str, path: str, folder: Path, name: str, threads: int | None) -> dict | None:
    """Run one case in an interpreter of its own."""
    from benchmarks.peers import environment
    command = [python, str(Path(__file__).resolve()), "--worker", str(folder), name]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(path, threads))
    if done.returncode:
        print(f"{name}: {python}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def resident() -> float:
    """Return this process's resident memory in megabytes."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def memory(names: list[str], folder: Path, epochs: int) -> None:
    """Print the resident memory after each of some epochs."""
    import mxnet as mx
    os.chdir(folder)
    for name in names:
        function, keywords = CASES[name]
        it = getattr(mx.io, function)(**keywords)
        print(f"{name:26}", end="", flush=True)
        for _ in range(epochs):
            epoch(it)
            it.reset()
            print(f"{resident():6.0f}", end="", flush=True)
        print(" MB")
        del it


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readers",
                                     description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="of the files' sizes")
    parser.add_argument("--files", help="folder of files made before, or to make them in")
    parser.add_argument("--memory", type=int, metavar="N", help="tell the memory after N epochs")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(map(repr, CASES))}")
    args = parser.parse_args()
    if unknown := [name for name in args.cases if name not in CASES]:
        parser.error(f"no case {', '.join(map(repr, unknown))}")
    names = args.cases or list(CASES)
    if args.worker:
        worker(args.worker, names[0])
        return
    with tempfile.TemporaryDirectory() as made:
        folder = Path(args.files or made)
        if not (folder / "labels-idx1").exists():
            print("making files ...", file=sys.stderr, flush=True)
            make_files(folder, args.scale)
        if args.memory:
            memory(names, folder, args.memory)
        else:
            compare(names, folder, args.reference, args.rounds)


def compare(names: list[str], folder: Path, reference: str | None, rounds: int) -> None:
    """Run the cases in turns and print the best of each side: at its best thread count, and on one thread."""
    from benchmarks.peers import COLUMNS
    for column in COLUMNS:
        sides = {"ours": (sys.executable, column.ours)}
        if reference:
            sides["MXNet 1.9.1"] = (reference, column.reference)
        times = f"{'times':>7}" if reference else ""
        titles = "".join(f"{side:>13}" for side in sides)
        print(f"{column.title:26}{'samples a second':>{13 * len(sides)}}{times}"
              f"{'microseconds of processor':>{13 * len(sides) + 6}}{times}")
        print(f"{'':26}{titles}{'':{len(times) + 6}}{titles}", flush=True)
        for name in names:
            rates, costs = _best(name, folder, sides, rounds)
            print(f"{name:26}{_cells(rates, sides, '13.0f', False)}{'':6}"
                  f"{_cells(costs, sides, '13.2f', True)}", flush=True)


def _best(name: str, folder: Path, sides: dict, rounds: int) -> tuple[dict, dict]:
    """Give each side's best rate and processor time, of all rounds and thread counts."""
    from benchmarks.peers import ROOT
    rates: dict[str, float] = {}
    costs: dict[str, float] = {}
    for _ in range(rounds):
        for side, (python, counts) in sides.items():
            for threads in counts:
                found = measure(python, str(ROOT) if side == "ours" else "", folder, name, threads)
                if found:
                    rates[side] = max(rates.get(side, 0.0), found["rate"])
                    costs[side] = min(costs.get(side, 1e9), found["processor"] * 1e6)
    return rates, costs


def _cells(values: dict[str, float], sides: dict, form: str, less_is_more: bool) -> str:
    cells = "".join(f"{values[side]:{form}}" if side in values else f"{'-':>13}" for side in sides)
    if len(values) == 2:
        ours, other = values.values()
        cells += f"{other / ours if less_is_more else ours / other:7.2f}"
    return cells


if __name__ == "__main__":
    main()
