"""Reads damaged .states files: `python -m tests.fuzz.fuzz_states [count] [seed]`."""
import warnings

import numpy as np

import mxnet as mx
from mxnet.core.errors import MXNetError

from .campaign import Figures, main, run
from .mutation import Mutator

SHAPE = (2, 3)


def optimizers() -> list:
    """Give optimizers with states of every form."""
    schedule = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.001)
    return [mx.optimizer.SGD(momentum=0.9), mx.optimizer.Adam(lr_scheduler=schedule), mx.optimizer.Nadam(),
            mx.optimizer.RMSProp(centered=True), mx.optimizer.SGD(momentum=0.9, multi_precision=True),
            mx.optimizer.LBSGD(batch_scale=2), mx.optimizer.SGD()]


def seeds() -> list[bytes]:
    """Make good files, with and without the optimizer in them."""
    made = []
    for optimizer in optimizers():
        updater = mx.optimizer.get_updater(optimizer)
        dtype = "float16" if optimizer.multi_precision else "float32"
        weights = [mx.nd.ones(SHAPE, dtype=dtype), mx.nd.ones(SHAPE, dtype=dtype)]
        updater([0, 1], [mx.nd.ones(SHAPE, dtype=dtype)] * 2, weights)
        made += [updater.get_states(), updater.get_states(dump_optimizer=True)]
    return made


def read(data: bytes) -> None:
    """Load the states into every optimizer, and update where they are taken; one must take them."""
    refusals = []
    for optimizer in optimizers():
        updater = mx.optimizer.get_updater(optimizer)
        try:
            updater.set_states(data)
            dtype = "float16" if updater.optimizer.multi_precision else "float32"
            for key in list(updater.states)[:2]:
                updater(key, mx.nd.array(np.ones(SHAPE), dtype=dtype), mx.nd.ones(SHAPE, dtype=dtype))
        except MXNetError as error:
            refusals.append(error)
    if len(refusals) == len(optimizers()):
        raise refusals[0]


def campaign(count: int, seed: int) -> Figures:
    """Read damaged files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        good = seeds()
        try:
            read(good[0])
        except MXNetError:
            pass  # what the first call imports is not the files'
        return run(read, Mutator(good, [], seed), count)


if __name__ == "__main__":
    main("states", campaign, 20_000, room=2**32)
