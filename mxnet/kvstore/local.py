"""The single-process store: sums what devices push, updates if it has an updater, returns values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..core.errors import BadType, Misuse, MXNetError
from ..core.opening import read_bytes
from ..core.storage import DENSE, ROWS
from ..fileformat.atomic import atomic_write
from ..ndarray import add_n
from ..ndarray.array import NDArray
from ..ndarray.sparse import retain
from ..ndarray.tensors import tensor_of, tensors_of, wrap, write
from .base import KVStoreBase, as_arrays, sum_into
from .compression import Compression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..optimizer import Optimizer


NAMES = ("local", "local_update_cpu", "local_allreduce_cpu", "local_allreduce_device", "device", "nccl")


class KVStore(KVStoreBase):
    """A store in this process, for one or several devices.

    Keys are all ints or all strings; a value is one array, or a list with one per device. Values that devices push for
    a key are summed, never averaged. Without an updater the sum replaces the stored value; with one (`set_optimizer`)
    it is the gradient of an update. Create one with `mx.kv.create`.

    Parameters
    ----------
    name : str
        Kind of the store.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._stored: dict = {}
        self._merged: dict = {}
        self._key_type: type | None = None
        self._updater = None
        self._updater_func = None
        self._compression: Compression | None = None

    # ---- keys and values ------------------------------------------------------------------------

    def _pairs(self, key, value, word: str) -> list[tuple]:
        """Return (key, list of arrays) pairs for one key or a list of keys."""
        if isinstance(key, (list, tuple)):
            if not isinstance(value, (list, tuple)) or len(value) != len(key):
                raise Misuse(f"{word}: {len(key)} keys need as many values")
            return [pair for k, v in zip(key, value) for pair in self._pairs(k, v, word)]
        if not isinstance(key, (int, str)):
            raise Misuse(f"{word}: unexpected type for keys: {type(key)}; an int or a string is expected")
        if self._key_type is None:
            self._key_type = type(key)
        elif self._key_type is not type(key):
            raise MXNetError(f"{word} of key {key!r}: Mixed key types are not allowed")
        arrays = [value] if isinstance(value, NDArray) else value
        if not isinstance(arrays, (list, tuple)) or not all(isinstance(item, NDArray) for item in arrays):
            raise BadType(f"{word} of key {key!r}: expected an NDArray or a list of them")
        return [(key, list(arrays))]

    def _value(self, key) -> NDArray:
        try:
            return self._stored[key]
        except KeyError:
            raise MXNetError(f"key {key} has not been inited: it doesn't exist. Did you init?") from None

    def init(self, key: Any, value: Any) -> None:
        """Set keys for the first time.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        value
            Array, or a list with one per key.
        """
        for name, arrays in self._pairs(key, value, "init"):
            if name in self._stored:
                raise MXNetError(f"duplicate init of key {name}. Please double check if you called kv.init or "
                                 "kv.broadcast with this key multiple times")
            self._stored[name] = arrays[0].copy()

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        self.init(key, value)
        self.pull(key, out=out, priority=priority, ignore_sparse=False)

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Sum the values of all devices into the store, through the updater if there is one.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        value
            Array, or a list with one per device; a list of those for a list of keys.
        priority : int, default=0
            Accepted and ignored: MXNet's order of transfers.
        """
        grouped: dict = {}
        for name, arrays in self._pairs(key, value, "push"):
            self._value(name)
            grouped.setdefault(name, []).extend(arrays)  # a key that comes twice is one sum
        for name in [name for name, arrays in grouped.items() if any(a.__class__ is not NDArray for a in arrays)]:
            self._push_sparse(name, grouped.pop(name))
        if grouped:
            self._apply(list(grouped), [self._sum(name, arrays) for name, arrays in grouped.items()])

    def _push_sparse(self, name, arrays: list[NDArray]) -> None:
        """Sum arrays of which some are sparse; if all are row-sparse the sum is too."""
        stored = self._stored[name]
        total = self._sparse_sum(name, arrays).as_in_context(stored._ctx)
        if self._updater_func is not None:
            self._updater_func(name, total, stored)
        elif stored.stype == total.stype:
            stored._take(total)
        else:  # it becomes row-sparse: rows of zeros in a sum are rows, which momentum moves
            self._stored[name] = total.copy()

    def _sparse_sum(self, name, arrays: list[NDArray]) -> NDArray:
        if self._compression is not None:
            raise MXNetError(f"push of key {name}: gradient compression takes dense arrays only")
        home = arrays[0]._ctx
        arrays = [array.as_in_context(home) for array in arrays]
        return arrays[0] if len(arrays) == 1 else add_n(*arrays)

    def _sum(self, name, arrays: list[NDArray]) -> torch.Tensor:
        if self._compression is not None:
            return self._compression.sum(name, tensors_of(arrays))
        return self._plain_sum(name, arrays)

    def _plain_sum(self, name, arrays: list[NDArray]) -> torch.Tensor:
        first = tensor_of(arrays[0])
        if len(arrays) == 1:
            return first
        for array in arrays:
            if tensor_of(array).shape != first.shape:
                raise MXNetError(f"push of key {name}: shapes of the devices differ, {arrays[0].shape} and "
                                 f"{array.shape}")
        total = self._merged.get(name)
        if total is None or (total.shape, total.dtype, total.device) != (first.shape, first.dtype, first.device):
            total = self._merged[name] = torch.empty_like(first)
        return sum_into(total, arrays)

    def _apply(self, names: list, sums: list[torch.Tensor]) -> None:
        stored = [self._stored[name] for name in names]
        if self._updater_func is None:
            for name, array, total in zip(names, stored, sums):
                if array.__class__ is NDArray and tensor_of(array).shape == total.shape:
                    write(array, total)
                else:  # what is pushed replaces the old value, whatever its shape and storage type
                    self._stored[name] = wrap(total.to(tensor_of(array).device, copy=True), array._ctx)
            return
        grads = [wrap(total.to(tensor_of(array).device), array._ctx) for array, total in zip(stored, sums)]
        if self._updater is not None and len(names) > 1:
            self._updater(names, grads, stored)  # all keys at once
        else:
            for name, grad, array in zip(names, grads, stored):
                self._updater_func(name, grad, array)

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Copy stored values into arrays.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        out : optional
            Array, or a list with one per device; a list of those for a list of keys.
        priority : int, default=0
            Accepted and ignored: MXNet's order of transfers.
        ignore_sparse : bool, default=True
            Whether sparse values are left alone; see `row_sparse_pull`.
        """
        if out is None:
            raise Misuse("pull: out is needed")
        for name, arrays in self._pairs(key, out, "pull"):
            stored = self._value(name)
            for array in arrays:
                if array.__class__ is not NDArray and ignore_sparse and array.stype != DENSE:
                    continue
                if array.shape != stored.shape:
                    raise MXNetError(f"pull of key {name}: operands shape mismatch from.shape = "
                                     f"{list(stored.shape)} to.shape={list(array.shape)}")
                if array is not stored:
                    array._take(stored)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        self.push(key, value, priority)
        self.pull(key, out=value if out is None else out, priority=priority, ignore_sparse=False)

    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0,
                        row_ids: NDArray | Sequence[NDArray] | None = None) -> None:
        """Copy some rows of stored values into row_sparse arrays.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        out : optional
            Array, or a list with one per device.
        priority : int, default=0
            Accepted and ignored: MXNet's order of transfers.
        row_ids : NDArray or Sequence[NDArray], optional
            Indices of the rows, for each array of ``out`` or for all.
        """
        if out is None or row_ids is None:
            raise Misuse("row_sparse_pull: out and row_ids are needed")
        shared = isinstance(row_ids, NDArray) or len(row_ids) == 1
        if shared:
            row_ids = row_ids if isinstance(row_ids, NDArray) else row_ids[0]
        pairs = self._pairs(key, out, "row_sparse_pull")
        if shared:
            wanted = [row_ids] * sum(len(arrays) for _, arrays in pairs)
        else:
            wanted = as_arrays(row_ids)
        targets = [(name, array) for name, arrays in pairs for array in arrays]
        if len(wanted) != len(targets):
            raise Misuse(f"row_sparse_pull: the number of row_ids ({len(wanted)}) doesn't match the number of values "
                         f"({len(targets)})")
        for (name, array), rows in zip(targets, wanted):
            stored = self._value(name)
            if array.stype != ROWS or stored.stype != ROWS:
                raise MXNetError(f"row_sparse_pull of key {name}: Expected row_sparse storage type for "
                                 f"row_sparse_pull values, but detected {array.stype} from {stored.stype}")
            array._take(retain(stored, rows.as_in_context(stored._ctx)))

    # ---- updating -------------------------------------------------------------------------------

    def set_optimizer(self, optimizer: Optimizer) -> None:
        from ..optimizer import get_updater
        self._updater = self._updater_func = get_updater(optimizer)

    def set_updater(self, updater: Callable[[Any, NDArray, NDArray], Any]) -> None:
        """Set the function that updates values.

        Parameters
        ----------
        updater : Callable[[Any, NDArray, NDArray], Any]
            Function of key, summed gradient and stored value, called at every push.
        """
        self._updater, self._updater_func = None, updater

    _set_updater = set_updater

    def set_gradient_compression(self, compression_params: Mapping[str, Any]) -> None:
        """Compress what devices push.

        Parameters
        ----------
        compression_params : Mapping[str, Any]
            For example ``{"type": "2bit", "threshold": 0.5}``.
        """
        if "device" not in self._name:
            raise Exception("Gradient compression is not supported for this type of kvstore")
        self._compression = Compression.from_params(compression_params)

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        content = self._states(dump_optimizer)
        with atomic_write(fname) as stream:
            stream.write(content)

    def load_optimizer_states(self, fname: str) -> None:
        self._require_optimizer("load")
        self._take_states(read_bytes(fname))

    def _require_optimizer(self, doing: str) -> None:
        if self._updater is None:
            raise Misuse(f"Cannot {doing} states for distributed training, nor before set_optimizer")

    def _states(self, dump_optimizer: bool = False) -> bytes:
        self._require_optimizer("save")
        return self._updater.get_states(dump_optimizer)

    def _take_states(self, states: bytes) -> None:
        self._require_optimizer("load")
        self._updater.set_states(states)

    # ---- what it is -----------------------------------------------------------------------------

    @staticmethod
    def is_capable(capability: str) -> bool:
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return True
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        return self._name

    @property
    def rank(self) -> int:
        return 0

    @property
    def num_workers(self) -> int:
        return 1

    def _barrier(self) -> None:
        """Wait for all workers: there is one."""
