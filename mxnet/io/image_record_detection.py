"""`ImageDetRecordIter`: batches of images with boxes around objects, from .rec files."""
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.ops.image_header import opencv
from ..core.params import REQUIRED, Shape
from .ahead import processors
from .augment_detection import DetectionAugmenter, DetectionAugmentParams
from .image_record import ImageRecordReader, record_source
from .image_work import ImageWork, Seeds, read_labels, unpack_record
from .mersenne import Mersenne
from .parameters import (
    BatchParams,
    ChannelValues,
    PrefetchParams,
    ShuffleParams,
    about,
    check_at_least,
    pick,
    takes,
)
from .pipeline import Batch
from .record_source import Item, RecordFiles, RecordSource

# Not logging.info: it would add a handler to the root logger before the program's basicConfig does.
_log = logging.getLogger(__name__)

_MAGIC = 233
_SHAPE_NUMBERS = 4      # channels, height, width and number of labels, before the labels


@dataclass(frozen=True)
class DetectionRecordParams:
    """Which records are read, and what they hold."""

    path_imglist: str = about("", "a .lst file whose labels replace those of the records")
    path_imgrec: str = about("./data/imgrec.rec",
                             "the .rec file, several joined by ';', or a folder of them")
    aug_seq: str = about("det_aug_default", "names of augmenters, joined by commas")
    label_width: int = about(-1, "labels an image; -1 if they differ")
    data_shape: Shape = about(REQUIRED, "channels, height and width of an image in the batch")
    preprocess_threads: int = about(4, "threads that decode; no more than there are processors")
    verbose: bool = about(True, "log what is read")
    num_parts: int = about(1, "parts that the records are divided into")
    part_index: int = about(0, "the part to read")
    shuffle_chunk_size: int = about(0, "megabytes of the stretches that are read in random order")
    shuffle_chunk_seed: int = about(0, "seed of that order")
    label_pad_width: int = about(0, "labels a row of the batch; 0 or -1 as many as needed")
    label_pad_value: float = about(-1.0, "what fills the rest of a row")


@dataclass(frozen=True)
class DetectionNormalizeParams(ChannelValues):
    """Final normalization of pixels."""

    seed: int = about(0, "seed of the order")
    mean_img: str = about("", "file of the mean image to subtract; made if it is not there")
    mean_r: float = about(0.0, "to subtract from red")
    mean_g: float = about(0.0, "to subtract from green")
    mean_b: float = about(0.0, "to subtract from blue")
    mean_a: float = about(0.0, "to subtract from alpha")
    std_r: float = about(0.0, "to divide red by; 0 for nothing")
    std_g: float = about(0.0, "to divide green by; 0 for nothing")
    std_b: float = about(0.0, "to divide blue by; 0 for nothing")
    std_a: float = about(0.0, "to divide alpha by; 0 for nothing")
    scale: float = about(1.0, "factor on all values")
    verbose: bool = about(True, "log what is read")


class DetectionWork(ImageWork):
    """Writes an image and its boxes to a batch, with their original sizes before the labels."""

    def __init__(self, data_shape: Sequence[Any], label_width: int, labels: dict[Any, Any] | None,
                 augmenters: list[Any], params: Any, seeds: Seeds, pad_value: float) -> None:
        super().__init__(data_shape, label_width, labels, augmenters, params, seeds)
        self._pad_value = pad_value
        # means apply if any is positive, deviations individually
        self._subtracts = max(params.means) > 0
        self._deviation = np.where(self._deviation > 0, self._deviation, np.float32(1))

    def subtract(self, mean: np.ndarray) -> None:
        """Use a mean image, unless there are channel means."""
        if not self._subtracts:
            super().subtract(mean)

    def _chosen(self, identity: int, labels: Any) -> Any:
        if self._labels is None:
            check_label(labels, self._label_width)
            return labels
        return super()._chosen(identity, labels)

    def _put(self, batch: Batch, place: int, item: Item, image: np.ndarray, labels: Any,
             random: Mersenne) -> None:
        for augment in self._augmenters:
            image, labels = augment(image, labels, random)
        rows, columns = image.shape[:2]
        out = batch.data[place]
        if rows > out.shape[1] or columns > out.shape[2]:
            raise MXNetError(f"the image has {columns} x {rows} pixels after augmentation, the batch "
                             f"takes {out.shape[2]} x {out.shape[1]}")
        planes = np.zeros(out.shape, np.uint8)
        self._split_into(image, planes[:, :rows, :columns])
        np.copyto(out, planes)
        if self._subtracts:
            out -= self._mean
        out /= self._deviation
        out *= np.float32(self._params.scale)
        row = batch.label[place]
        row[:] = self._pad_value
        row[:_SHAPE_NUMBERS] = self._channels, rows, columns, len(labels)
        row[_SHAPE_NUMBERS:_SHAPE_NUMBERS + len(labels)] = labels

    def _split_into(self, image: np.ndarray, planes: np.ndarray) -> None:
        image = image.reshape(*image.shape[:2], -1)
        order = [0] if self._channels == 1 else [2, 1, 0, 3][:self._channels]
        np.copyto(planes, image[:, :, order].transpose(2, 0, 1))


def check_label(labels: Any, width: int) -> int:
    """Return how many labels a record has; refuse one without a row, or with a wrong number."""
    if not isinstance(labels, np.ndarray):
        raise MXNetError("Not enough label packed in img_list or rec file.")
    if width > 0 and len(labels) != width:
        raise MXNetError(f"rec file provide {len(labels)}-dimensional label but label_width is set "
                         f"to {width}")
    return len(labels)


@takes(DetectionRecordParams, ShuffleParams, BatchParams, PrefetchParams, DetectionAugmentParams,
       DetectionNormalizeParams)
class ImageDetRecordReader(ImageRecordReader):
    """Return the iterator over images with labelled boxes in .rec files.

    A row of the label is: channels, height and width of the image, the number of labels, the labels
    (see `mx.image.ImageDetIter`), and `label_pad_value` to the end.
    """

    name = "ImageDetRecordIter"

    def __init__(self, **values: Any) -> None:
        opencv()
        self._records = records = pick(DetectionRecordParams, values)
        self._batches = pick(BatchParams, values)
        self._normalize = pick(DetectionNormalizeParams, values)
        shuffle, prefetch = pick(ShuffleParams, values), pick(PrefetchParams, values)
        check_at_least(self.name, 1, batch_size=self._batches.batch_size,
                       preprocess_threads=records.preprocess_threads)
        if len(records.data_shape) != 3 or min(records.data_shape) < 1:
            raise MXNetError(f"{self.name}: data_shape must be channels, height and width, got "
                             f"{tuple(records.data_shape)}")
        names = [name for name in records.aug_seq.split(",") if name]
        if any(name != "det_aug_default" for name in names):
            raise MXNetError(f"{self.name}: aug_seq: expected 'det_aug_default', got "
                             f"{records.aug_seq!r}")
        augment = pick(DetectionAugmentParams, values)
        self._threads = processors(records.preprocess_threads)
        labels = None
        if records.path_imglist:
            labels = read_labels(records.path_imglist, records.label_width, self.name)
        row = self._label_row(labels) + _SHAPE_NUMBERS
        source = record_source(self.name, records, shuffle, self._batches.batch_size, _MAGIC)
        seeds = Seeds(_MAGIC, shuffle.seed, None, records.preprocess_threads == 1)
        work = DetectionWork(records.data_shape, records.label_width, labels,
                             [DetectionAugmenter(augment) for _ in names], self._normalize, seeds,
                             records.label_pad_value)
        if records.verbose:
            _log.info("%s: %s, use %d threads for decoding.., label padding width: %d",
                      self.name, records.path_imgrec, self._threads, row - _SHAPE_NUMBERS)
        if self._normalize.mean_img:
            work.subtract(self._mean_image(source, work, row))
        self._start(source, self._batches, work, (records.data_shape, np.float32),
                    ((row,), np.float32), self._threads, prefetch.prefetch_buffer)

    def _label_row(self, labels: dict | None) -> int:
        """Return how many labels a row must hold, from the list or from all records."""
        records, wanted = self._records, self._records.label_pad_width
        if labels is not None:
            widest = max(map(len, labels.values()), default=0)
        else:
            widest = 0
            files = RecordFiles(records.path_imgrec, self.name)
            source = RecordSource(files, records.part_index, records.num_parts)
            while (item := source.next(0)) is not None:
                try:
                    _, found, _ = unpack_record(item.record)
                    widest = max(widest, check_label(found, records.label_width))
                except MXNetError as error:
                    raise MXNetError(f"{item.path}, byte {item.offset}: {error}") from error
            source.close()
        if widest > wanted > 0:
            raise MXNetError(f"{self.name}: label_pad_width: {wanted} smaller than estimated width: "
                             f"{widest}")
        return max(widest, wanted)
