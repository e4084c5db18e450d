"""What a key-value store is, which stores exist, and a plain one to test custom stores with."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, TypeVar

import torch

from ..core.borrowed import borrowed as _borrowed
from ..core.errors import MXNetError, UnknownName
from ..ndarray.array import NDArray
from ..ndarray.tensors import tensor_of, tensors_of, write

if TYPE_CHECKING:
    from ..optimizer import Optimizer
    from . import KVStore


_Class = TypeVar("_Class", bound=type)

__all__ = ["KVStoreBase", "create"]


class KVStoreBase:
    """Base of all stores: keeps values by key for several devices, broadcasts them, and sums what devices push.

    Derive from it and decorate with ``@KVStoreBase.register`` to add a store to `mx.kv.create`.
    """

    OPTIMIZER = "optimizer"
    kv_registry: dict[str, Any] = {}

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Set a key for the first time, and copy its value to every device.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        value
            Array, or a list of them.
        out
            Arrays to copy to.
        priority : int, default=0
            Accepted and ignored: MXNet's order of transfers.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define broadcast")

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Sum the values of all devices, and copy the result back.

        Parameters
        ----------
        key
            Key, or a list of them: all ints or all strings.
        value
            Arrays to sum, one per device.
        out : optional
            Arrays to copy to; the values themselves by default.
        priority : int, default=0
            Accepted and ignored: MXNet's order of transfers.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define pushpull")

    def set_optimizer(self, optimizer: Optimizer) -> None:
        """Make the store update its values with an optimizer.

        Parameters
        ----------
        optimizer : Optimizer
            The optimizer; what is pushed from now on is a gradient.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define set_optimizer")

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return whether the store has a capability.

        Parameters
        ----------
        capability : str
            For example ``KVStoreBase.OPTIMIZER``.

        Returns
        -------
        bool
            Whether it has.
        """
        raise NotImplementedError("is_capable is not defined")

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Save the states of the optimizer.

        Parameters
        ----------
        fname : str
            Path of the file.
        dump_optimizer : bool, default=False
            Whether to save the optimizer itself too.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define save_optimizer_states")

    def load_optimizer_states(self, fname: str) -> None:
        """Load the states of the optimizer.

        Parameters
        ----------
        fname : str
            Path of the file.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define load_optimizer_states")

    @property
    def type(self) -> str:
        """Name by which `mx.kv.create` makes this store."""
        raise NotImplementedError(f"{type(self).__name__} does not define type")

    @property
    def rank(self) -> int:
        """Number of this worker, from 0."""
        raise NotImplementedError(f"{type(self).__name__} does not define rank")

    @property
    def num_workers(self) -> int:
        """Number of workers."""
        raise NotImplementedError(f"{type(self).__name__} does not define num_workers")

    @staticmethod
    def register(klass: _Class) -> _Class:
        """Add a store, by the name of its class in lower case: a class decorator.

        Parameters
        ----------
        klass : _Class
            The class.

        Returns
        -------
        type
            The class itself.
        """
        name = klass.__name__.lower()
        if name in KVStoreBase.kv_registry:
            warnings.warn(f"New kvstore {klass.__module__}.{klass.__name__} is overriding existing kvstore "
                          f"{KVStoreBase.kv_registry[name].__module__}.{KVStoreBase.kv_registry[name].__name__}",
                          stacklevel=2)
        KVStoreBase.kv_registry[name] = klass
        return klass


@KVStoreBase.register
class TestStore(KVStoreBase):
    """Sums and copies, and nothing else; shows the minimum that a custom store needs."""

    __test__ = False

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        for target in as_arrays(out):
            target[:] = value[0] if isinstance(value, list) else value

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        values = as_arrays(value)
        total = sum_into(torch.empty_like(tensor_of(values[0])), values)
        for target in as_arrays(out if out is not None else value):
            write(target, total)

    @staticmethod
    def is_capable(capability: str) -> bool:
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        return "teststore"

    @property
    def rank(self) -> int:
        return 0

    @property
    def num_workers(self) -> int:
        return 1

    def set_optimizer(self, optimizer: Optimizer) -> None:
        raise NotImplementedError("a teststore has no optimizer")


def as_arrays(value: Any) -> list[NDArray]:
    """Return a flat list of arrays."""
    if isinstance(value, NDArray):
        return [value]
    return [array for item in value for array in as_arrays(item)]


def sum_into(total: torch.Tensor, values: list[NDArray]) -> torch.Tensor:
    """Sum arrays of several devices into a tensor on the device of the first."""
    first, *others = tensors_of(values)
    if not others:
        return total.copy_(first)
    torch.add(first, others[0].to(total.device), out=total)
    for other in others[1:]:
        total.add_(other.to(total.device))
    return total


def create(name: str = "local") -> KVStore:
    """Create a store.

    Parameters
    ----------
    name : str, default='local'
        ``"local"``, ``"device"`` or ``"nccl"`` for the devices of this process; ``"dist_sync"``,
        ``"dist_device_sync"`` or ``"dist_async"`` for all workers of a job; or the name of a registered store.

    Returns
    -------
    KVStore
        The store.

    Examples
    --------
    >>> store = mx.kv.create("local")
    >>> store.init("w", mx.nd.zeros(2))
    >>> store.push("w", [mx.nd.ones(2), mx.nd.ones(2)])
    >>> value = mx.nd.empty(2)
    >>> store.pull("w", out=value)
    >>> value.asnumpy().tolist()
    [2.0, 2.0]
    """
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    from .local import NAMES, KVStore
    short = name.lower()
    if short in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[short]()
    if short in ("p3", "horovod", "byteps"):
        raise MXNetError(f"kvstore {name!r} is an engine that is not part of this release; use 'dist_sync' or "
                         "'dist_device_sync', over torch.distributed")
    if "dist" in short:
        from .distributed import create as create_distributed
        return create_distributed(short)
    if short not in NAMES:  # MXNet accepts any name for a local store
        warnings.warn(f"{UnknownName('kvstore', name, [*NAMES, *KVStoreBase.kv_registry])}; a store in this process "
                      "is made", stacklevel=2)
    return KVStore(short)


_borrowed(__name__)
