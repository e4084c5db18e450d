"""Data iterators: from arrays in memory, from files, and around other iterators."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.absence import missing as _missing
from ..core.borrowed import borrowed as _borrowed
from .batch import DataBatch, DataDesc
from .iterator import DataIter, ResizeIter
from .ndarray_iter import NDArrayIter, _getdata_by_idx, _has_instance, _init_data
from .prefetch import PrefetchingIter
from .reader import MXDataIter

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter",
           "ImageRecordInt8Iter", "ImageRecordIter", "ImageRecordIter_v1", "ImageRecordUInt8Iter",
           "ImageRecordUInt8Iter_v1", "LibSVMIter", "MNISTIter", "MXDataIter", "NDArrayIter",
           "PrefetchingIter", "ResizeIter"]

_FROM_FILES = frozenset(name for name in __all__ if name not in globals())

if TYPE_CHECKING:
    from .file_iterators import (
        CSVIter,
        ImageDetRecordIter,
        ImageRecordInt8Iter,
        ImageRecordIter,
        ImageRecordIter_v1,
        ImageRecordUInt8Iter,
        ImageRecordUInt8Iter_v1,
        LibSVMIter,
        MNISTIter,
    )


def _find(name: str) -> Any:
    """Return an iterator over files. Their readers are imported with the first: that takes as long as all the rest."""
    if name not in _FROM_FILES:
        raise _missing(__name__, name)
    from . import file_iterators
    found = globals()[name] = getattr(file_iterators, name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_FROM_FILES})


_borrowed(__name__, otherwise=_find)
