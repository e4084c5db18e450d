"""Who else holds a tensor's memory; asked before memory is handed from one array to another."""
from __future__ import annotations

from functools import lru_cache

import torch


def is_alone(tensor: torch.Tensor) -> bool:
    """Tell whether nobody else holds a tensor's memory, and all of it is this tensor's."""
    storage = tensor.untyped_storage()
    return _holders(storage) == _count_of_one() and storage.nbytes() == tensor.nbytes


@lru_cache(maxsize=1)
def _count_of_one() -> int:
    """Count for a tensor without views: torch's releases differ in whether the question counts too."""
    mine = torch.empty(1)
    return _holders(mine.untyped_storage())


def _holders(storage: torch.UntypedStorage) -> int:
    return torch._C._storage_Use_Count(storage._cdata)
