"""Kills processes while they save and while they train, and holds what is left to its promises.

`python -m tests.fuzz.kills [saves] [training] [seed]`: during saves the files under the names saved to are the old
ones or the new ones, whole; a training run that is killed and resumed from its last checkpoint ends, to the byte,
where an unbroken one ends, for every optimizer with every scheduler.
"""
import argparse
import itertools
import os
import pathlib
import random
import shutil
import signal
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

import mxnet as mx
from mxnet.optimizer import states
from tests.module.test_resume import OPTIMIZERS, SCHEDULERS, fit, network

EPOCHS = 3


@dataclass
class Figures:
    """What a campaign found."""

    kills: int = 0
    saves: int = 0
    runs: int = 0
    failures: list[str] = field(default_factory=list)


class Child:
    """A forked process that reports its progress, one byte a step."""

    def __init__(self, work: Callable[[Callable[[], None]], None]) -> None:
        self._reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(writer)
            return
        code = 1
        try:
            os.close(self._reader)
            work(lambda: os.write(writer, b"."))
            code = 0
        finally:
            os._exit(code)

    def wait_for(self, steps: int) -> bool:
        """Wait until it has done so many steps; tell whether it came so far."""
        return all(os.read(self._reader, 1) for _ in range(steps))

    def kill(self) -> int:
        """Kill it; give the number of steps it had done since the last wait."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        done = len(b"".join(iter(lambda: os.read(self._reader, 4096), b"")))
        os.close(self._reader)
        return done

    def finish(self) -> int:
        """Wait for its end; give its exit status."""
        while os.read(self._reader, 4096):
            pass
        os.close(self._reader)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


# ---- kills during saves --------------------------------------------------------------------------

def module_of(size: int) -> mx.mod.Module:
    """Make a module with a weight of so many numbers and Adam's states."""
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc", no_bias=True)
    made = mx.mod.Module(mx.sym.LinearRegressionOutput(net, mx.sym.var("label")), label_names=["label"])
    made.bind([("data", (1, size))], [("label", (1, 1))])
    made.init_params(mx.init.One())
    made.init_optimizer(optimizer="adam")
    made.forward_backward(mx.io.DataBatch([mx.nd.ones((1, size))], [mx.nd.ones((1, 1))]))
    made.update()
    return made


def fill(module: mx.mod.Module, generation: int) -> None:
    """Make every number that will be saved the number of the save."""
    module.set_params({"fc_weight": mx.nd.full(module.get_params()[0]["fc_weight"].shape, generation)}, {})
    for state in module._updater.states[0]:
        state[:] = generation


def generation_of(arrays: list) -> int:
    """Give the number of the save that wrote these, all of them and whole."""
    found = {float(value) for array in arrays for value in (array.min().asscalar(), array.max().asscalar())}
    assert len(found) == 1, f"a file holds numbers of several saves: {sorted(found)}"
    return int(found.pop())


def saves(count: int, rng: random.Random) -> Figures:
    """Kill a process that saves over its own checkpoint, again and again."""
    figures = Figures()
    folder = tempfile.mkdtemp(prefix="kills")
    prefix = os.path.join(folder, "x")
    modules = [module_of(size) for size in (1000, 300_000, 1_500_000)]
    for number in range(count):
        module = modules[number % len(modules)]

        def work(step: Callable[[], None], module: mx.mod.Module = module) -> None:
            for generation in itertools.count(1):
                fill(module, generation)
                module.save_checkpoint(prefix, 1, save_optimizer_states=True)
                step()

        child = Child(work)
        child.wait_for(1)
        time.sleep(rng.random() * 0.05)
        done = 1 + child.kill()
        figures.kills += 1
        figures.saves += done
        try:
            mx.sym.load(f"{prefix}-symbol.json")
            kept = {"params": generation_of(list(mx.nd.load(f"{prefix}-0001.params").values()))}
            updater = mx.optimizer.get_updater(mx.optimizer.Adam())
            updater.set_states(pathlib.Path(f"{prefix}-0001.states").read_bytes())
            kept["states"] = generation_of(list(updater.states[0]))
            for kind, generation in kept.items():
                assert generation in (done, done + 1), f"{kind} of save {generation} after {done} saves"
        except Exception as error:
            figures.failures.append(f"save {number}: {type(error).__name__}: {error}")
        for left in pathlib.Path(folder).iterdir():
            left.unlink()
    shutil.rmtree(folder)
    return figures


# ---- kills during training -----------------------------------------------------------------------

def newest(prefix: str) -> int:
    """Give the last epoch whose checkpoint is complete: its states are written last."""
    return max((epoch for epoch in range(1, EPOCHS + 1) if os.path.exists(f"{prefix}-{epoch:04d}.states")), default=0)


def train(prefix: str, optimizer: str, scheduler: str, step: Callable[[], None]) -> None:
    """Train to the end, from the last checkpoint if there is one."""
    begin = newest(prefix)
    module = mx.mod.Module.load(prefix, begin, load_optimizer_states=True) if begin \
        else mx.mod.Module(network(optimizer == "groupadagrad"))
    fit(module, optimizer, scheduler, begin, EPOCHS, prefix, batch_end_callback=lambda _: step())


def ended(prefix: str) -> tuple:
    """Give the bytes of the last checkpoint's parameters and states, and the record behind them."""
    content, record = states.read(pathlib.Path(f"{prefix}-{EPOCHS:04d}.states").read_bytes())
    carried = states.dumps(record.pop("carried"))  # it may have arrays
    return pathlib.Path(f"{prefix}-{EPOCHS:04d}.params").read_bytes(), states.dumps(content), carried, record


def training(count: int, rng: random.Random) -> Figures:
    """Kill training runs, resume them, and compare where they end with unbroken ones."""
    figures = Figures()
    every = list(itertools.product(OPTIMIZERS, SCHEDULERS))
    rng.shuffle(every)
    for number in range(count):
        optimizer, scheduler = every[number % len(every)]
        folder = tempfile.mkdtemp(prefix="kills")
        prefixes = [os.path.join(folder, name) for name in ("whole", "broken")]

        def work(step: Callable[[], None], prefix: str = prefixes[1], chosen: tuple = (optimizer, scheduler)) -> None:
            train(prefix, *chosen, step)

        try:
            train(prefixes[0], optimizer, scheduler, lambda: None)
            child = Child(work)
            if child.wait_for(rng.randint(1, 5 * EPOCHS - 1)):
                time.sleep(rng.random() * 0.002)
                child.kill()
                figures.kills += 1
            assert Child(work).finish() == 0, "the resumed run failed"
            assert ended(prefixes[0]) == ended(prefixes[1]), "the resumed run ends elsewhere"
            figures.runs += 1
        except Exception as error:
            figures.failures.append(f"{optimizer} with {scheduler}: {type(error).__name__}: {error}")
        shutil.rmtree(folder)
    return figures


def main() -> None:
    """Run both campaigns from the command line."""
    parser = argparse.ArgumentParser(description="Kill processes that save or train.")
    parser.add_argument("saves", nargs="?", type=int, default=100)
    parser.add_argument("training", nargs="?", type=int, default=len(OPTIMIZERS) * len(SCHEDULERS))
    parser.add_argument("seed", nargs="?", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)  # a fork has no workers
    warnings.simplefilter("ignore")
    rng, start = random.Random(args.seed), time.perf_counter()
    found = saves(args.saves, rng)
    print(f"{found.kills} kills during {found.saves} saves, {len(found.failures)} failures; "
          f"{time.perf_counter() - start:.0f} s", flush=True)
    start = time.perf_counter()
    resumed = training(args.training, rng)
    print(f"{resumed.kills} kills during training, {resumed.runs} of {args.training} runs resumed to the same bytes, "
          f"{len(resumed.failures)} failures; {time.perf_counter() - start:.0f} s")
    for failure in (*found.failures, *resumed.failures):
        print(failure[:500])
    raise SystemExit(bool(found.failures or resumed.failures))


if __name__ == "__main__":
    main()
