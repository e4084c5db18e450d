"""Times Gluon's data loaders, this project's and the reference's, in turns.

    python -m benchmarks.loaders [--reference PYTHON] [--rounds N] [--scale S] [CASE ...]

Files are made once, in a temporary folder: 512 photographs of 500 x 375 as JPEG, in folders by class. Each round runs
every case on each side and thread count (peers.py) in a process of its own; the best round counts. The processor time
of a sample, that of workers included, is told as well: it is the measure on a machine that has other work. `--worker`
is the other side of this file: it is plain, and runs on the reference's older Python.

`--growth N` reads N epochs here and tells what this process and its workers hold after each: resident memory, shared
memory and open files.
"""
import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

EPOCHS = 3


# ---- cases: each gives a loader ------------------------------------------------------------------

def photographs(gluon, **options):
    """The usual way of training pictures, from a folder."""
    transforms = gluon.data.vision.transforms
    prepare = transforms.Compose([
        transforms.RandomResizedCrop(224), transforms.RandomFlipLeftRight(), transforms.ToTensor(),
        transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])
    data = gluon.data.vision.ImageFolderDataset("photos").transform_first(prepare)
    return gluon.data.DataLoader(data, batch_size=32, shuffle=True, last_batch="discard", **options)


def digits(gluon, **options):
    """Small grey images, held in memory."""
    import mxnet as mx
    rng = np.random.RandomState(0)
    transforms = gluon.data.vision.transforms
    pixels = mx.nd.array(rng.randint(0, 256, (4096, 28, 28, 1)), dtype="uint8")
    data = gluon.data.ArrayDataset(pixels, rng.randint(0, 10, 4096).astype("int32"))
    data = data.transform_first(transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)]))
    return gluon.data.DataLoader(data, batch_size=64, shuffle=True, **options)


def rows(gluon, **options):
    """Rows of a table, without a transform."""
    rng = np.random.RandomState(0)
    data = gluon.data.ArrayDataset(rng.rand(16384, 16).astype("float32"), rng.rand(16384).astype("float32"))
    return gluon.data.DataLoader(data, batch_size=32, shuffle=True, **options)


CASES = {"photographs": (photographs, {}), "photographs, 2 workers": (photographs, {"num_workers": 2}),
         "digits": (digits, {}), "digits, 2 workers": (digits, {"num_workers": 2}),
         "digits, 2 threads": (digits, {"num_workers": 2, "thread_pool": True}),
         "rows": (rows, {}), "rows, 2 workers": (rows, {"num_workers": 2})}


def loader_of(name):
    """Make the loader of a case, with the mxnet that this Python has."""
    from mxnet import gluon
    make, options = CASES[name]
    return make(gluon, **options)


def epoch(loader):
    """Read an epoch; give how many samples it has."""
    samples = 0
    for data, _ in loader:
        data.wait_to_read()
        samples += data.shape[0]
    return samples


def processor():
    """Give the seconds of processor that this process and its workers have used."""
    ticks = 0
    for process in multiprocessing.active_children():
        with open(f"/proc/{process.pid}/stat") as stat:
            ticks += sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13]))
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def worker(folder, name):
    """Time epochs of a case, but for the first, in which workers start; print the best rate and processor time."""
    os.chdir(folder)
    loader = loader_of(name)
    epoch(loader)
    rates, costs = [], []
    for _ in range(EPOCHS):
        start, used = time.perf_counter(), processor()
        samples = epoch(loader)
        rates.append(samples / (time.perf_counter() - start))
        costs.append((processor() - used) / samples * 1e6)
    print(json.dumps([max(rates), min(costs)]), flush=True)


# ---- both ----------------------------------------------------------------------------------------

def make_files(folder, scale):
    """Write the photographs."""
    import cv2

    from benchmarks.readers import photograph
    rng = np.random.default_rng(0)
    for number in range(int(512 * scale)):
        path = folder / "photos" / f"class{number % 8}" / f"{number}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        size = (375, 500) if number % 3 else (500, 375)
        cv2.imwrite(str(path), photograph(rng, *size), [cv2.IMWRITE_JPEG_QUALITY, 90])


def measure(python, path, folder, name, counts):
    """Give rates and processor times of a case in interpreters of its own; none where it fails."""
    from benchmarks.peers import environment
    found = []
    for threads in counts:
        done = subprocess.run([python, "-W", "ignore", str(Path(__file__).resolve()), "--worker", str(folder), name],
                              capture_output=True, text=True, env=environment(path, threads), timeout=600)
        if done.returncode:
            print(f"{name}: {python}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        else:
            found.append(json.loads(done.stdout.splitlines()[-1]))
    return found


def compare(names, folder, reference, rounds):
    """Run the cases in turns and print the best of each side."""
    from benchmarks.peers import BEST, ROOT
    print(f"{'':26}{'samples a second':>26}{'times':>7}{'microseconds of processor':>32}{'times':>7}")
    print(f"{'':26}{'ours':>13}{'MXNet 1.9.1':>13}{'':13}{'ours':>13}{'MXNet 1.9.1':>13}")
    for name in names:
        ours, theirs = [], []
        for _ in range(rounds):
            ours += measure(sys.executable, str(ROOT), folder, name, BEST.ours)
            theirs += measure(reference, "", folder, name, BEST.reference) if reference else []
        rates = [max((rate for rate, _ in side), default=None) for side in (ours, theirs)]
        costs = [min((cost for _, cost in side), default=None) for side in (ours, theirs)]
        print(f"{name:26}{_cells(*rates)}{'':6}{_cells(*costs, less_is_more=True)}", flush=True)


def _cells(one, other, less_is_more=False):
    cells = "".join(f"{value:13.0f}" if value else f"{'-':>13}" for value in (one, other))
    if not one or not other:
        return f"{cells}{'':7}"
    return f"{cells}{other / one if less_is_more else one / other:7.2f}"


def held(pids):
    """Give what processes hold: megabytes of memory of their own, of shared memory, and open files."""
    own = shared = files = 0
    for pid in pids:
        with open(f"/proc/{pid}/status") as status:
            lines = dict(line.split(":", 1) for line in status)
        own += int(lines["RssAnon"].split()[0]) / 1e3
        shared = max(shared, int(lines["RssShmem"].split()[0]) / 1e3)
        files += len(os.listdir(f"/proc/{pid}/fd"))
    return own, shared, files


def growth(names, folder, epochs):
    """Print what is held after each of some epochs."""
    os.chdir(folder)
    for name in names:
        loader = loader_of(name)
        print(f"{name}: memory, shared memory (MB), open files", flush=True)
        for number in range(epochs):
            epoch(loader)
            pids = [os.getpid(), *(process.pid for process in multiprocessing.active_children())]
            own, shared, files = held(pids)
            print(f"  epoch {number + 1:3d} {own:9.1f} {shared:9.1f} {files:5d}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loaders", description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of photographs")
    parser.add_argument("--files", help="folder of files made before, or to make them in")
    parser.add_argument("--growth", type=int, metavar="N", help="tell what is held after each of N epochs")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(map(repr, CASES))}")
    args = parser.parse_args()
    unknown = [name for name in args.cases if name not in CASES]
    if unknown:
        parser.error(f"no case {', '.join(map(repr, unknown))}")
    names = args.cases or list(CASES)
    if args.worker:
        worker(args.worker, names[0])
        return
    with tempfile.TemporaryDirectory() as made:
        folder = Path(args.files or made).resolve()
        if not (folder / "photos").exists():
            print("making files ...", file=sys.stderr, flush=True)
            make_files(folder, args.scale)
        if args.growth:
            growth(names, folder, args.growth)
        else:
            compare(names, folder, args.reference, args.rounds)


if __name__ == "__main__":
    main()
