"""Data iterators: from arrays in memory, from files, and around other iterators."""
from __future__ import annotations

from ..core.borrowed import borrowed as _borrowed
from .batch import DataBatch, DataDesc
from .csv_reader import CsvReader
from .image_record import (
    ImageRecordInt8Reader,
    ImageRecordReader,
    ImageRecordReaderV1,
    ImageRecordUInt8Reader,
    ImageRecordUInt8ReaderV1,
)
from .image_record_detection import ImageDetRecordReader
from .iterator import DataIter, ResizeIter
from .libsvm import LibSvmReader
from .mnist import MnistReader
from .ndarray_iter import NDArrayIter, _getdata_by_idx, _has_instance, _init_data
from .prefetch import PrefetchingIter
from .reader import IteratorFunction, MXDataIter, iterator_function

CSVIter: IteratorFunction = iterator_function("CSVIter", CsvReader)
ImageDetRecordIter: IteratorFunction = iterator_function("ImageDetRecordIter", ImageDetRecordReader)
ImageRecordIter: IteratorFunction = iterator_function("ImageRecordIter", ImageRecordReader)
ImageRecordIter_v1: IteratorFunction = iterator_function("ImageRecordIter_v1", ImageRecordReaderV1)
ImageRecordUInt8Iter: IteratorFunction = iterator_function("ImageRecordUInt8Iter", ImageRecordUInt8Reader)
ImageRecordUInt8Iter_v1: IteratorFunction = iterator_function("ImageRecordUInt8Iter_v1", ImageRecordUInt8ReaderV1)
ImageRecordInt8Iter: IteratorFunction = iterator_function("ImageRecordInt8Iter", ImageRecordInt8Reader)
LibSVMIter: IteratorFunction = iterator_function("LibSVMIter", LibSvmReader)
MNISTIter: IteratorFunction = iterator_function("MNISTIter", MnistReader)

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter",
           "ImageRecordInt8Iter", "ImageRecordIter", "ImageRecordIter_v1", "ImageRecordUInt8Iter",
           "ImageRecordUInt8Iter_v1", "LibSVMIter", "MNISTIter", "MXDataIter", "NDArrayIter",
           "PrefetchingIter", "ResizeIter"]


_borrowed(__name__)
