"""Trains for very many steps, and holds memory flat and every value finite.

    python -m tests.fuzz.soak [--steps 100000]

A step is a batch through a module with batch normalisation, momentum, a schedule and metrics. Now and
then the module is scored, saved and loaded, reshaped, or another one is made and dropped, and a few
imperative steps are recorded: what leaks in any of them shows as growth.
"""
import argparse
import gc
import logging
import os
import sys
import tempfile
import time

import numpy as np

import mxnet as mx
from tests.fuzz import tasks

ROOM = 6 << 20  # bytes that a process may grow by after its first quarter


def resident():
    """Give the bytes of memory that this process holds."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Soak:
    """A training run, and what it measures of itself."""

    def __init__(self, folder):
        self.folder = folder
        self.iterator = mx.io.NDArrayIter(tasks.data(1, 40, 2, 6, 6), np.arange(40) % 3, 4, shuffle=False)
        self.module = mx.mod.Module(tasks.network())
        self.module.bind(self.iterator.provide_data, self.iterator.provide_label)
        mx.random.seed(1)
        self.module.init_params(mx.init.Xavier())
        schedule = mx.lr_scheduler.FactorScheduler(step=1000, factor=0.99, base_lr=0.01)
        self.module.init_optimizer(optimizer="sgd", optimizer_params={
            "momentum": 0.9, "wd": 1e-4, "lr_scheduler": schedule, "clip_gradient": 1.0})
        self.metric = mx.metric.create(["acc", "ce"])
        self.memory, self.objects = [], []

    def step(self):
        try:
            batch = self.iterator.next()
        except StopIteration:
            self.iterator.reset()
            self.metric.reset()
            batch = self.iterator.next()
        self.module.forward_backward(batch)
        self.module.update()
        self.module.update_metric(self.metric, batch.label)

    def now_and_then(self, number):
        """Do what is seldom done."""
        what = number % 7
        if what == 0:
            self.module.score(self.iterator, "acc", num_batch=2)
        elif what == 1:
            name = os.path.join(self.folder, "soak")
            self.module.save_checkpoint(name, 0, save_optimizer_states=True)
            mx.mod.Module.load(name, 0)
        elif what == 2:
            tasks.module(number % 3)
        elif what == 3:
            tasks.executor(number % 3)
        elif what == 4:
            tasks.recorded(number % 3)
        elif what == 5:
            tasks.iterator(number % 3)
        else:
            tasks.eager(number % 3)

    def look(self):
        """Note memory and objects, and hold the values."""
        gc.collect()
        self.memory.append(resident())
        self.objects.append(len(gc.get_objects()))
        for group in self.module.get_params():
            for name, array in group.items():
                if not np.isfinite(array.asnumpy()).all():
                    raise AssertionError(f"{name} is not finite")
        if not np.isfinite(self.metric.get()[1]).all():
            raise AssertionError(f"metrics are not finite: {self.metric.get()}")


def run(steps, looks=40, report=lambda soak, done: None):
    """Train for `steps`; give the Soak with its `memory` and `objects`, one a look."""
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(folder)
        for number in range(steps):
            soak.step()
            if number % 50 == 49:
                soak.now_and_then(number // 50)
            if (number + 1) % (steps // looks) == 0:
                soak.look()
                report(soak, number + 1)
    return soak


def growth(values):
    """Give how much the last quarter's largest value is above the second quarter's."""
    quarter = len(values) // 4
    return max(values[-quarter:]) - max(values[quarter:2 * quarter])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = time.perf_counter()

    def report(soak, done):
        print(f"{done} steps, {soak.memory[-1] / 2**20:.1f} MiB, {soak.objects[-1]} objects, "
              f"{time.perf_counter() - began:.0f} s", flush=True)
    soak = run(options.steps, report=report)
    memory, objects = growth(soak.memory), growth(soak.objects)
    print(f"{options.steps} steps: memory grew by {memory / 2**10:.0f} KiB, objects by {objects}, from the second "
          f"quarter to the last; {dict(zip(*soak.metric.get()))}")
    return memory > ROOM or objects > 200


if __name__ == "__main__":
    sys.exit(main())
