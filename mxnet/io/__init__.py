"""Data iterators: from arrays in memory, from files, and around other iterators."""
from .batch import DataBatch, DataDesc
from .csv_reader import CsvReader
from .iterator import DataIter, ResizeIter
from .mnist import MnistReader
from .ndarray_iter import NDArrayIter, _getdata_by_idx, _has_instance, _init_data
from .prefetch import PrefetchingIter
from .reader import MXDataIter, iterator_function

CSVIter = iterator_function("CSVIter", CsvReader)
MNISTIter = iterator_function("MNISTIter", MnistReader)

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "MNISTIter", "MXDataIter",
           "NDArrayIter", "PrefetchingIter", "ResizeIter"]
