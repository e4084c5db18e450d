"""Data iterators: from arrays in memory, from files, and around other iterators."""
from __future__ import annotations

from ..core.borrowed import borrowed as _borrowed
from .batch import DataBatch, DataDesc
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
from .iterator import DataIter, ResizeIter
from .ndarray_iter import NDArrayIter, _getdata_by_idx, _has_instance, _init_data
from .prefetch import PrefetchingIter
from .reader import MXDataIter

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter",
           "ImageRecordInt8Iter", "ImageRecordIter", "ImageRecordIter_v1", "ImageRecordUInt8Iter",
           "ImageRecordUInt8Iter_v1", "LibSVMIter", "MNISTIter", "MXDataIter", "NDArrayIter",
           "PrefetchingIter", "ResizeIter"]


_borrowed(__name__)
