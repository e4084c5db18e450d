"""`ImageRecordIter` and its variants: batches of images from .rec files, decoded on threads."""
import logging
import os
import weakref
from typing import Any

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.ops.image_header import opencv
from ..ndarray import array, load, save
from ..ndarray.tensors import wrap
from .ahead import processors
from .augment import AugmentParams, DefaultAugmenter
from .image_work import Augmenter, ImageWork, Seeds, read_labels
from .mersenne import Mersenne
from .parameters import (
    BatchParams,
    NormalizeParams,
    PrefetchParams,
    RecordParams,
    ShuffleParams,
    check_at_least,
    pick,
    takes,
)
from .pipeline import Batch, Pipeline
from .reader import Read, Reader
from .record_source import IndexedSource, Item, RecordFiles, RecordSource, stretch_count

# Not logging.info: it would add a handler to the root logger before the program's basicConfig does.
_log = logging.getLogger(__name__)

_MAGIC = 111


def record_source(name: str, records: Any, shuffle: ShuffleParams, batch_size: int,
                  magic: int = _MAGIC) -> RecordSource:
    """Return the records that the parameters select, in the requested order."""
    if not records.path_imgrec:
        raise MXNetError(f"{name}: must specify path_imgrec")
    files = RecordFiles(records.path_imgrec, name)
    part = records.part_index, records.num_parts
    if getattr(records, "path_imgidx", ""):
        return IndexedSource(files, records.path_imgidx, *part, shuffle=shuffle.shuffle,
                             seed=magic + shuffle.seed)
    stretches = 1
    if records.shuffle_chunk_size > 0:
        stretches = stretch_count(files.size, records.num_parts, records.shuffle_chunk_size)
    return RecordSource(files, *part, shuffle=shuffle.shuffle, seed=magic + shuffle.seed,
                        stretches=stretches, stretch_seed=records.shuffle_chunk_seed,
                        batch_size=batch_size)


class PipelinedReader(Reader):
    """A reader whose batches are made by a pipeline. Derived classes call `_start`."""

    _pipeline: Pipeline | None = None

    def _start(self, source: Any, batches: BatchParams, work: Any, data: tuple, label: tuple,
               threads: int, ahead: int) -> None:
        self._source = source
        size = batches.batch_size
        shapes = ((size, *data[0]), data[1]), ((size, *label[0]), label[1])
        self._pipeline = Pipeline(source, size, batches.round_batch, work, shapes, threads, ahead)
        # also at program exit, when close is not called
        self._finalizer = weakref.finalize(self, _stop, self._pipeline, source)

    def read(self) -> Read | None:
        batch = self._pipeline.take()
        if batch is None:
            return None
        data, label = (wrap(torch.from_numpy(values), cpu()) for values in (batch.data, batch.label))
        return Read(data, label, batch.pad, batch.identity)

    def reset(self) -> None:
        self._pipeline.restart()

    def close(self) -> None:
        """Stop the threads and close the files."""
        if self._pipeline is not None:
            self._finalizer()


def _stop(pipeline: Pipeline, source: Any) -> None:
    pipeline.close()
    source.close()


@takes(RecordParams, ShuffleParams, BatchParams, PrefetchParams, AugmentParams, NormalizeParams)
class ImageRecordReader(PipelinedReader):
    """Return the iterator over images in .rec files, as made by `remixnet im2rec` and `im2rec.py`.

    Images are decoded by OpenCV on threads, ahead of the program, directly into the batch. `index` of a batch holds the
    indices of the images. Unlike in the reference, `pad` always says how much of the last batch does not count, even
    without `round_batch`.

    With `seed_aug`, or with one thread, random augmentations are those of the reference, unless it
    shuffles chunks: there it draws in the order of the file. Otherwise they depend on `seed`, epoch
    and record only, not on the threads.
    """

    name = "ImageRecordIter"
    default_type = "float32"
    work = ImageWork

    def __init__(self, **values: Any) -> None:
        opencv()
        self._records, shuffle = pick(RecordParams, values), pick(ShuffleParams, values)
        self._batches = pick(BatchParams, values)
        self._normalize = pick(NormalizeParams, values)
        prefetch = pick(PrefetchParams, values)
        records, size = self._records, self._batches.batch_size
        check_at_least(self.name, 1, batch_size=size, label_width=records.label_width,
                       preprocess_threads=records.preprocess_threads)
        if len(records.data_shape) != 3 or min(records.data_shape) < 1:
            raise MXNetError(f"{self.name}: data_shape must be channels, height and width, got "
                             f"{tuple(records.data_shape)}")
        dtype = self._element_type(prefetch.dtype)
        self._threads = processors(records.preprocess_threads)
        work = self._make_work(self._augmenters(pick(AugmentParams, values)), shuffle)
        source = self._source_of(shuffle)
        if records.verbose:
            _log.info("%s: %s, use %d threads for decoding..", self.name, records.path_imgrec,
                         self._threads)
        if self._normalize.mean_img and dtype != np.uint8:
            work.subtract(self._mean_image(source, work, records.label_width))
        self._start(source, self._batches, work, (records.data_shape, dtype),
                    ((records.label_width,), np.float32), self._threads, prefetch.prefetch_buffer)

    def _element_type(self, given: str | None) -> np.dtype:
        name = self.default_type if given in (None, "None") else given
        if name not in ("float32", "uint8", "int8"):
            raise MXNetError(f"{self.name}: unknown dtype {name}; expected float32, uint8 or int8")
        return np.dtype(name)

    def _augmenters(self, params: AugmentParams) -> list[Augmenter]:
        names = [name for name in self._records.aug_seq.split(",") if name]
        for name in names:
            if name != "aug_default":
                raise MXNetError(f"{self.name}: aug_seq: there is no augmenter {name!r}; expected "
                                 "'aug_default'")
        return [DefaultAugmenter(params) for _ in names]

    def _make_work(self, augmenters: list[Augmenter], shuffle: ShuffleParams) -> ImageWork:
        records = self._records
        labels = None
        if records.path_imglist:
            labels = read_labels(records.path_imglist, records.label_width, self.name)
        seeds = Seeds(_MAGIC, shuffle.seed, records.seed_aug, records.preprocess_threads == 1)
        return self.work(records.data_shape, records.label_width, labels, augmenters,
                         self._normalize, seeds)

    def _source_of(self, shuffle: ShuffleParams) -> Any:
        return record_source(self.name, self._records, shuffle, self._batches.batch_size)

    def _mean_image(self, source: Any, work: ImageWork, label_width: int) -> np.ndarray:
        """Load the mean image, or compute it from all augmented images and save it."""
        path = self._normalize.mean_img
        if os.path.exists(path):
            return _loaded_mean(path)
        _log.info("Cannot find %s: create mean image, this will take some time...", path)
        shape, size = self._records.data_shape, self._batches.batch_size
        pipeline = Pipeline(source, size, False, work,
                            (((size, *shape), np.float32), ((size, label_width), np.float32)),
                            self._threads, 2)
        total, count = np.zeros(shape, np.float64), 0
        try:
            while (batch := pipeline.take()) is not None:
                images = batch.data[:size - batch.pad]
                total += images.sum(axis=0, dtype=np.float64)
                count += len(images)
        finally:
            pipeline.close()
        if not count:
            raise MXNetError(f"{self.name}: there are no images to make {path} from")
        mean = (total / count).astype(np.float32)
        save(path, {"mean_img": array(mean)})
        _log.info("Save mean image to %s..", path)
        source.rewind()
        return mean


def _loaded_mean(path: str) -> np.ndarray:
    found = load(path)
    values = list(found.values()) if isinstance(found, dict) else found
    if len(values) != 1:
        raise MXNetError(f"{path}: Invalid mean image file format: {len(values)} arrays instead of "
                         "one")
    return values[0].asnumpy().astype(np.float32)


class ImageRecordUInt8Reader(ImageRecordReader):
    """Return the iterator over images in .rec files, as uint8: `ImageRecordIter(dtype="uint8")`."""

    name = "ImageRecordUInt8Iter"
    default_type = "uint8"


class ImageRecordInt8Reader(ImageRecordReader):
    """Return the iterator over images in .rec files, as int8: `ImageRecordIter(dtype="int8")`."""

    name = "ImageRecordInt8Iter"
    default_type = "int8"


# ---- the first version ---------------------------------------------------------------------------

class _Drawn:
    """A source that draws each item's contrast, illumination and mirroring, in item order."""

    def __init__(self, inner: RecordSource, params: NormalizeParams):
        self._inner, self._params = inner, params
        self._random = Mersenne(params.seed)

    @property
    def mark(self) -> Any:
        """A state for `restore`."""
        return self._inner.mark, self._random.state

    def restore(self, mark: Any) -> None:
        """Undo the draws since a mark."""
        inner, self._random.state = mark
        self._inner.restore(inner)

    def rewind(self) -> None:
        """Start a new pass."""
        self._inner.rewind()

    def close(self) -> None:
        """Close the files."""
        self._inner.close()

    def next(self, place: int) -> tuple | None:
        """Return the next item and what was drawn for it."""
        item = self._inner.next(place)
        if item is None:
            return None
        p, random = self._params, self._random
        limit = np.float32(p.max_random_contrast)
        contrast = random.uniform() * limit * np.float32(2) - limit + np.float32(1)
        limit = np.float32(p.max_random_illumination)
        illumination = random.uniform() * limit * np.float32(2) - limit
        mirrored = (p.rand_mirror and random.coin()) or p.mirror
        return item, (contrast, illumination, mirrored)


class _FirstWork(ImageWork):
    """`ImageWork` with the order of arithmetic of the first version."""

    def __call__(self, batch: Batch, place: int, item: Any) -> None:
        inner, self._local.drawn = item
        super().__call__(batch, place, inner)

    def _put(self, batch: Batch, place: int, item: Item, image: np.ndarray, labels: Any,
             random: Mersenne) -> None:
        for augment in self._augmenters:
            image = augment(image, random)
        contrast, illumination, mirrored = self._local.drawn
        out = batch.data[place]
        batch.label[place] = labels
        if out.dtype == np.uint8:
            self._write(image, out, False, None, None)
            return
        one = np.ones((1, 1, 1), np.float32)
        self._write(image, out, False, contrast * one, illumination * one)
        out *= np.float32(self._params.scale)
        out /= self._deviation
        if mirrored:
            out[...] = out[:, :, ::-1].copy()


class ImageRecordReaderV1(ImageRecordReader):
    """Return the legacy iterator over images in .rec files; `ImageRecordIter` is its successor.

    Images are mirrored after the mean image is subtracted, not before; `path_imgidx` and `seed_aug`
    mean nothing.
    """

    name = "ImageRecordIter_v1"
    work = _FirstWork

    def __init__(self, **values: Any) -> None:
        super().__init__(**{**values, "path_imgidx": "", "seed_aug": None, "dtype": None})

    def _source_of(self, shuffle: ShuffleParams) -> Any:
        return _Drawn(super()._source_of(shuffle), self._normalize)


class ImageRecordUInt8ReaderV1(ImageRecordReaderV1):
    """Return the legacy iterator over images in .rec files, as uint8; never mirrored."""

    name = "ImageRecordUInt8Iter_v1"
    default_type = "uint8"
