"""The iterators over files, each made from its reader; type checkers see them through a generated stub."""
from .csv_reader import CsvReader
from .image_record import (
    ImageRecordInt8Reader,
    ImageRecordReader,
    ImageRecordReaderV1,
    ImageRecordUInt8Reader,
    ImageRecordUInt8ReaderV1,
)
from .image_record_detection import ImageDetRecordReader
from .libsvm import LibSvmReader
from .mnist import MnistReader
from .reader import iterator_function

CSVIter = iterator_function("CSVIter", CsvReader)
ImageDetRecordIter = iterator_function("ImageDetRecordIter", ImageDetRecordReader)
ImageRecordIter = iterator_function("ImageRecordIter", ImageRecordReader)
ImageRecordIter_v1 = iterator_function("ImageRecordIter_v1", ImageRecordReaderV1)
ImageRecordUInt8Iter = iterator_function("ImageRecordUInt8Iter", ImageRecordUInt8Reader)
ImageRecordUInt8Iter_v1 = iterator_function("ImageRecordUInt8Iter_v1", ImageRecordUInt8ReaderV1)
ImageRecordInt8Iter = iterator_function("ImageRecordInt8Iter", ImageRecordInt8Reader)
LibSVMIter = iterator_function("LibSVMIter", LibSvmReader)
MNISTIter = iterator_function("MNISTIter", MnistReader)
