"""Data iterators: from arrays in memory, from files, and around other iterators."""
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
from .reader import MXDataIter, iterator_function

CSVIter = iterator_function("CSVIter", CsvReader)
ImageDetRecordIter = iterator_function("ImageDetRecordIter", ImageDetRecordReader)
ImageRecordIter = iterator_function("ImageRecordIter", ImageRecordReader)
ImageRecordIter_v1 = iterator_function("ImageRecordIter_v1", ImageRecordReaderV1)
ImageRecordUInt8Iter = iterator_function("ImageRecordUInt8Iter", ImageRecordUInt8Reader)
ImageRecordUInt8Iter_v1 = iterator_function("ImageRecordUInt8Iter_v1", ImageRecordUInt8ReaderV1)
ImageRecordInt8Iter = iterator_function("ImageRecordInt8Iter", ImageRecordInt8Reader)
LibSVMIter = iterator_function("LibSVMIter", LibSvmReader)
MNISTIter = iterator_function("MNISTIter", MnistReader)

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter",
           "ImageRecordInt8Iter", "ImageRecordIter", "ImageRecordIter_v1", "ImageRecordUInt8Iter",
           "ImageRecordUInt8Iter_v1", "LibSVMIter", "MNISTIter", "MXDataIter", "NDArrayIter",
           "PrefetchingIter", "ResizeIter"]


__getattr__ = _borrowed(__name__)
