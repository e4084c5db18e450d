"""Stores of several workers, on torch.distributed. `mx.kv.create` makes them here."""
import logging
import os

import torch.distributed as _torch

from ...core.errors import MXNetError
from .environment import ALONE, Place, find_place
from .group import Group, limit
from .store import DistKVStore

__all__ = ["DistKVStore", "create", "current_group", "limit"]

_log = logging.getLogger(__name__)
_groups: dict[int, Group] = {}  # by process: a forked child is not a worker


def create(name: str) -> DistKVStore:
    """Make a distributed store; the first one waits until all workers of the job have joined."""
    return DistKVStore(name, current_group(name))


def current_group(name: str = "dist") -> Group:
    """Return the group of this process, which is created at the first call."""
    pid = os.getpid()
    if pid in _groups:
        return _groups[pid]
    if _groups:
        raise MXNetError(f"kvstore {name!r}: this process was forked from a worker, whose links it cannot use; make "
                         "the store in the worker, or restart this process")
    if not _torch.is_available():
        raise MXNetError(f"kvstore {name!r} needs torch.distributed, which this build of torch does not have")
    place = Place(_torch.get_rank(), _torch.get_world_size(), "", 0, "torch.distributed") \
        if _torch.is_initialized() else find_place()
    if place == ALONE:
        _log.warning("kvstore %r: no launcher (torchrun, srun, mpirun, remixnet launch, DMLC_ROLE) has started this "
                     "process, so it is a group of one", name)
    _groups[pid] = Group(place)
    return _groups[pid]

