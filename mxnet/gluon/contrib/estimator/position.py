"""The state of a run besides its parameters: random generators, and the position within an epoch.

A checkpoint stores it in a separate file, as JSON, so that a resumed run draws what the original would have drawn.
"""
from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch

from ....context import Context
from ....core import rng
from ....core.errors import MXNetError
from ....core.opening import read_whole, reading
from ....fileformat.atomic import atomic_write


def random_state() -> dict[str, Any]:
    """Return the state of MXNet's, NumPy's and Python's generators, in a form that JSON can hold."""
    seed, generators = rng.states()
    _, key, place, has_gauss, gauss = np.random.get_state()  # type: ignore[misc]
    version, numbers, following = random.getstate()
    return {"mxnet": {"seed": seed, "generators": [
                [ctx.device_type, ctx.device_id, base64.b64encode(state.numpy().tobytes()).decode()]
                for ctx, state in generators.items()]},
            "numpy": [np.asarray(key).tolist(), int(place), int(has_gauss), float(gauss)],
            "python": [version, list(numbers), following]}


def restore_random_state(state: dict[str, Any]) -> None:
    """Restore a state returned by `random_state`."""
    made = {Context(kind, number): torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.uint8)
            for kind, number, text in state["mxnet"]["generators"]}
    rng.restore(state["mxnet"]["seed"], made)
    key, place, has_gauss, gauss = state["numpy"]
    np.random.set_state(("MT19937", np.array(key, dtype=np.uint32), place, has_gauss, gauss))
    version, numbers, following = state["python"]
    random.setstate((version, tuple(numbers), following))


@dataclass
class Position:
    """A position in a run.

    Parameters
    ----------
    now : state of the generators.
    begin : their state when the epoch began, if the place is within one.
    done : batches of that epoch that are used up.
    best : the best value of a monitored metric so far.
    """

    now: dict[str, Any]
    begin: dict[str, Any] | None = None
    done: int = 0
    best: float | None = None

    def rest(self, loader: Any) -> Iterator[Any]:
        """Yield the remaining batches of the epoch: all are drawn again, and the used ones are dropped."""
        if self.begin is not None and self.done:
            restore_random_state(self.begin)
        batches = iter(loader)
        for _ in range(self.done):
            next(batches, None)
        restore_random_state(self.now)
        yield from batches

    def save(self, path: str) -> None:
        """Write a file."""
        with atomic_write(path, "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)

    @classmethod
    def load(cls, path: str) -> Position:
        """Read a file."""
        with reading(path) as file:
            text = read_whole(file, path)
        try:
            return cls(**json.loads(text))
        except (ValueError, TypeError) as error:
            raise MXNetError(f"{path} is not what CheckpointHandler wrote: {error}") from error
