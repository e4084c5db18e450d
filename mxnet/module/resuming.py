"""`Resumption`: the file from which `fit` resumes after a process was killed, written after every epoch."""
from __future__ import annotations

import json
import os
import random
import tempfile
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import random as _random
from ..core.errors import MXNetError
from ..core.opening import read_bytes
from ..core.rng import current_seed
from ..fileformat.atomic import atomic_write
from ..kvstore import KVStore

_NOTE, _STATES = "resume:note", "resume:states"
_KEY = "epoch to resume at"  # under which workers agree


class Resumption:
    """One file with everything that the next epoch depends on: parameters, optimizer states of all workers, its number.

    Rank 0 writes it atomically. Random generators are reseeded before every epoch from the program's seed and the epoch
    number, so an epoch draws the same numbers whether or not the run was interrupted before it.
    """

    path: str
    module: Any

    def __init__(self, path: str | os.PathLike[str], module: Any) -> None:
        self.path, self.module = os.fspath(path), module
        if not hasattr(module, "save_optimizer_states"):
            raise MXNetError(f"fit(resume=...): a {type(module).__name__} cannot save optimizer states")
        self.epoch: int = 0
        self._seed = current_seed()
        self._states: bytes | None = None
        self.arg_params: dict[Any, Any] = {}
        self.aux_params: dict[Any, Any] = {}
        if os.path.exists(self.path):
            self._read()

    def _read(self) -> None:
        found = nd.load(self.path)
        if not isinstance(found, dict) or _NOTE not in found or _STATES not in found:
            raise MXNetError(f"{self.path} is no file that fit(resume=...) wrote; give another name")
        note = json.loads(found.pop(_NOTE).asnumpy().tobytes())
        self.epoch = int(note["epoch"])
        self._states = found.pop(_STATES).asnumpy().tobytes()
        for name, array in found.items():
            kind, _, name = name.partition(":")
            (self.arg_params if kind == "arg" else self.aux_params)[name] = array

    def restore(self, train_data: Any, begin_epoch: int) -> int:
        """Restore the optimizer and the position in the data; return the epoch to begin with."""
        self._agree()
        if self._states is not None:
            with tempfile.TemporaryDirectory() as folder:
                name = os.path.join(folder, "states")
                with atomic_write(name) as stream:
                    stream.write(self._states)
                self.module.load_optimizer_states(name)
            self._states = None
        for epoch in range(begin_epoch, self.epoch):
            self.seed(epoch + 1)
            train_data.reset()
        if self.epoch <= begin_epoch:
            self.seed(begin_epoch)
        return max(begin_epoch, self.epoch)

    def _agree(self) -> None:
        store = self._store()
        if store is None or store.num_workers == 1:
            return
        first = nd.array([self.epoch])
        times = store.__dict__["_resumed"] = store.__dict__.get("_resumed", 0) + 1
        store.broadcast(f"{_KEY} ({times})", nd.array([self.epoch]), out=first)
        if int(first.asscalar()) != self.epoch:
            raise MXNetError(f"fit(resume={self.path!r}): rank {store.rank} would go on at epoch {self.epoch}, rank 0 "
                             f"at {int(first.asscalar())}; the file must be on a disk that all workers see")

    def _store(self) -> KVStore | None:
        module = getattr(self.module, "_curr_module", None) or self.module
        return getattr(module, "_kvstore", None)

    def seed(self, epoch: int) -> None:
        """Seed all generators for an epoch."""
        value = hash((self._seed, epoch)) % (1 << 32)
        _random.seed(value)
        np.random.seed(value)
        random.seed(value)

    def save(self, epoch: int) -> None:
        """Write the file, on rank 0, after so many epochs."""
        store = self._store()
        if store is not None and store.rank != 0:
            return
        arg_params, aux_params = self.module.get_params()
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "states")
            self.module.save_optimizer_states(name)
            states = read_bytes(name)
        found = {f"arg:{name}": array for name, array in arg_params.items()}
        found.update((f"aux:{name}", array) for name, array in aux_params.items())
        found[_STATES] = _bytes(states)
        found[_NOTE] = _bytes(json.dumps({"epoch": epoch}).encode())
        nd.save(self.path, found)


def _bytes(content: bytes) -> Any:
    return nd.array(np.frombuffer(content, dtype=np.uint8), dtype=np.uint8)
