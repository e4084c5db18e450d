"""`ImageIter`: batches of images from a .rec file, from a list of files, or from a list in memory."""
import logging
import os
import random
from numbers import Number
from typing import Any

import numpy as np

from .. import recordio
from ..core.errors import MXNetError
from ..core.opening import MAX_ENCODED, lines, read_bytes
from ..io import DataBatch, DataDesc, DataIter
from ..ndarray import NDArray, array, empty, transpose, zeros
from .augmenter import CreateAugmenter
from .transform import imdecode, shown

__all__ = ["ImageIter"]

_LABEL_TYPES = ("int32", "float32", "int64", "float64")


def read_list(path: str, dtype: str = "float32") -> dict[int, tuple[NDArray, str]]:
    """Read a .lst file: lines of a number, labels and a file name, separated by tabs."""
    found = {}
    for number, line in enumerate(lines(path), 1):
        if not line.strip():
            continue
        try:
            key, *labels, name = line.strip().split("\t")
            found[int(key)] = array(np.array(labels, np.float64), dtype=dtype), name
        except (ValueError, OverflowError) as error:
            raise MXNetError(f"{path}, line {number}: expected a number, labels and a file "
                             f"name between tabs, got {line.rstrip()[:80]!r}") from error
    return found


def _given_list(items: list, dtype: str) -> dict[str, tuple[NDArray, str]]:
    """Number the items of a list in memory, each of which has labels and a file name."""
    found = {}
    for number, (*labels, name) in enumerate(items, 1):
        if len(labels) == 1:
            labels = [labels[0]] if isinstance(labels[0], Number) else labels[0]
        found[str(number)] = array(labels, dtype=dtype), name
    return found


class ImageIter(DataIter):
    """Read, augment and batch images, in one thread.

    Subclasses may change how an image is processed: `next_sample`, `read_image`, `imdecode`,
    `augmentation_transform` and `postprocess_data` are called in this order. For speed see `mx.io.ImageRecordIter`,
    which decodes on several threads.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    data_shape : tuple[int, int, int]
        Shape of a resulting image, (3, height, width).
    label_width : int, default=1
        Number of labels of an image.
    path_imgrec : str, optional
        Path of a record file.
    path_imglist : str, optional
        Path of a .lst file; with ``path_imgrec``, its labels replace those of the records.
    path_root : str, optional
        Folder that image names are relative to.
    path_imgidx : str, optional
        Path of the index of the record file, needed to shuffle or split.
    shuffle : bool, default=False
        Whether images are read in random order.
    part_index : int, default=0
        Which part to read.
    num_parts : int, default=1
        Number of parts of equal size; remaining images are left out.
    aug_list : list[Any], optional
        Augmenters; by default those that `CreateAugmenter` creates from ``kwargs``.
    imglist : list[Any], optional
        List of [label ..., name], in place of a .lst file.
    data_name : str, default='data'
        Name of the data.
    label_name : str, default='softmax_label'
        Name of the labels.
    dtype : str, default='float32'
        Type of the labels in the list; labels of a batch are float32.
    last_batch_handle : {'pad', 'discard', 'roll_over'}, default='pad'
        What happens to an incomplete last batch: "pad" fills it with the first images, "discard" drops it, "roll_over"
        moves its images to the beginning of the next epoch.
    **kwargs
        Arguments of `CreateAugmenter`.
    """

    def __init__(self, batch_size: int, data_shape: tuple[int, int, int], label_width: int = 1,
                 path_imgrec: str | None = None, path_imglist: str | None = None, path_root: str | None = None,
                 path_imgidx: str | None = None, shuffle: bool = False, part_index: int = 0, num_parts: int = 1,
                 aug_list: list[Any] | None = None, imglist: list[Any] | None = None, data_name: str = "data",
                 label_name: str = "softmax_label", dtype: str = "float32", last_batch_handle: str = "pad",
                 **kwargs: Any) -> None:
        super().__init__(batch_size)
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise ValueError(f"{type(self).__name__} needs path_imgrec, path_imglist or imglist")
        if dtype not in _LABEL_TYPES:
            raise ValueError(f"{dtype} label not supported; expected one of {_LABEL_TYPES}")
        if last_batch_handle not in ("pad", "discard", "roll_over"):
            raise ValueError("last_batch_handle must be 'pad', 'discard' or 'roll_over', "
                             f"got {last_batch_handle!r}")
        self.check_data_shape(data_shape)
        data_shape = (*data_shape,)
        self._open(path_imgrec, path_imgidx)
        self.imglist: Any = None
        if path_imglist:
            logging.info("%s: loading image list %s...", type(self).__name__, path_imglist)
            self.imglist = read_list(path_imglist, dtype)
        elif isinstance(imglist, list):
            self.imglist = _given_list(imglist, dtype)
        self.path_root = path_root
        self.provide_data: list[DataDesc] = [DataDesc(data_name, (batch_size, *data_shape))]
        label_shape = (batch_size, label_width) if label_width > 1 else (batch_size,)
        self.provide_label: list[DataDesc] = [DataDesc(label_name, label_shape)]
        self.data_shape = data_shape
        self.label_width = label_width
        self.shuffle = shuffle
        self.seq: list[Any] | None = self._sequence(shuffle, num_parts, part_index)
        self.num_image: int | None = None if self.seq is None else len(self.seq)
        self.auglist: list[Any] = CreateAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.last_batch_handle = last_batch_handle
        self.cur: int = 0
        self._allow_read = True
        self._drop_cache()
        self.reset()

    def _open(self, path_imgrec: Any, path_imgidx: Any) -> None:
        self.imgrec: Any = None
        self.imgidx: list[Any] | None = None
        if not path_imgrec:
            return
        logging.info("%s: loading recordio %s...", type(self).__name__, path_imgrec)
        if path_imgidx:
            self.imgrec = recordio.MXIndexedRecordIO(path_imgidx, path_imgrec, "r")
            self.imgidx = list(self.imgrec.keys)
        else:
            self.imgrec = recordio.MXRecordIO(path_imgrec, "r")

    def _sequence(self, shuffle: bool, num_parts: int, part_index: int) -> list | None:
        """Return the keys to read, None for a record file without index."""
        if self.imgrec is None:
            keys = list(self.imglist)
        else:
            keys = self.imgidx
            if keys is None and (shuffle or num_parts > 1):
                raise ValueError("to shuffle or split a record file, path_imgidx is needed")
        if num_parts > 1:
            if not 0 <= part_index < num_parts:
                raise ValueError(f"part_index {part_index} is not one of {num_parts} parts")
            size = len(keys) // num_parts
            keys = keys[part_index * size:(part_index + 1) * size]
        return keys

    # ---- epochs ----------------------------------------------------------------------------------

    def _drop_cache(self) -> None:
        self._cache_data: NDArray | None = None
        self._cache_label: NDArray | None = None
        self._cache_idx: int | None = None

    def reset(self) -> None:
        """Start a new epoch, with the images that were rolled over."""
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)
        if self.last_batch_handle != "roll_over" or self._cache_data is None:
            self._rewind()

    def hard_reset(self) -> None:
        """Start a new epoch, and drop the images that were rolled over."""
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)
        self._rewind()
        self._drop_cache()

    def _rewind(self) -> None:
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur = 0
        self._allow_read = True

    # ---- samples ---------------------------------------------------------------------------------

    def next_sample(self) -> tuple[Any, bytes]:
        """Return the next sample.

        Unless the last batch is discarded, the call after the last sample returns the first one again.

        Returns
        -------
        tuple
            Labels and encoded image.

        Raises
        ------
        StopIteration
            If there is none.
        """
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            record = self.imgrec.read()
            if record is None:
                if self.last_batch_handle != "discard":
                    self.imgrec.reset()
                    self.cur = 0
                raise StopIteration
            self.cur += 1
            return self._unpacked(record)
        if self.cur >= self.num_image:
            if self.last_batch_handle != "discard":
                self.cur = 0
            raise StopIteration
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[key]
            return label, self.read_image(name)
        label, encoded = self._unpacked(self.imgrec.read_idx(key))
        if self.imglist is not None:
            if key not in self.imglist:
                raise MXNetError(f"{self.imgrec.uri}: record {key} is not in the image list")
            label = self.imglist[key][0]
        return label, encoded

    def _unpacked(self, record: bytes) -> tuple[Any, bytes]:
        try:
            header, encoded = recordio.unpack(record)
        except MXNetError as error:
            raise MXNetError(f"{self._where()}: {error}") from error
        return header.label, encoded

    def _where(self) -> str:
        """Describe the sample that `next_sample` returned last."""
        key = self.cur - 1 if self.seq is None else self.seq[(self.cur or self.num_image) - 1]
        if self.imgrec is not None:
            return f"{self.imgrec.uri}, index: {key}"
        return f"filename: {self.imglist[key][1]}"

    def read_image(self, fname: str) -> bytes:
        """Return the bytes of an image file.

        Parameters
        ----------
        fname : str
            Its name, below ``path_root``.

        Returns
        -------
        bytes
            The encoded image.
        """
        path = os.path.join(self.path_root or "", fname)
        return read_bytes(path, MAX_ENCODED, "cannot read image")

    def imdecode(self, s: bytes) -> NDArray:
        """Decode an image; errors name it.

        Parameters
        ----------
        s : bytes
            The encoded image.

        Returns
        -------
        NDArray
            Image of shape (height, width, channels).
        """
        try:
            return imdecode(s)
        except (MXNetError, ValueError) as error:
            raise MXNetError(f"Broken image {self._where()}, {error}") from error

    def check_data_shape(self, data_shape: tuple[int, ...]) -> None:
        """Refuse a data shape other than (3, height, width).

        Parameters
        ----------
        data_shape : tuple[int, ...]
            The shape.
        """
        if len(data_shape) != 3:
            raise ValueError("data_shape should have length 3, with dimensions CxHxW")
        if data_shape[0] != 3:
            raise ValueError("This iterator expects inputs to have 3 channels.")

    def check_valid_image(self, data: Any) -> None:
        """Refuse an image without pixels; it is left out of the batch.

        Parameters
        ----------
        data
            List with the image.
        """
        if len(data[0].shape) == 0:
            raise RuntimeError("Data shape is wrong")

    def augmentation_transform(self, data: NDArray) -> NDArray:
        """Apply the augmenters, one after another.

        Parameters
        ----------
        data : NDArray
            The image.

        Returns
        -------
        NDArray
            The augmented image.
        """
        for augmenter in self.auglist:
            data = augmenter(data)
        return data

    def postprocess_data(self, datum: NDArray) -> NDArray:
        """Move the channels to the front: the last step before batching.

        Parameters
        ----------
        datum : NDArray
            The image.

        Returns
        -------
        NDArray
            Image of shape (channels, height, width).
        """
        return transpose(datum, axes=(2, 0, 1))

    # ---- batches ---------------------------------------------------------------------------------

    def _empty_label(self) -> NDArray:
        return empty(self.provide_label[0][1])

    def _put(self, data: NDArray, label: NDArray, place: int, sample: tuple) -> None:
        """Decode and augment one sample into its row of the batch; a `RuntimeError` leaves it out."""
        labels, pixels = sample
        self.check_valid_image(pixels)
        pixels = self.augmentation_transform(pixels)
        data[place] = self.postprocess_data(pixels)
        if np.size(labels) != self.label_width:
            raise MXNetError(f"{self._where()}: {np.size(labels)} labels, but label_width is "
                             f"{self.label_width}")
        label[place] = labels

    def _batchify(self, batch_data: NDArray, batch_label: NDArray, start: int = 0) -> int:
        """Fill a batch from row `start`; return the row after the last, or raise `StopIteration` if it is empty."""
        place = start
        while place < self.batch_size:
            try:
                label, encoded = self.next_sample()
            except StopIteration:
                if not place:
                    raise
                break
            pixels = self.imdecode(encoded)
            try:
                self._put(batch_data, batch_label, place, (label, pixels))
            except MXNetError:
                raise
            except RuntimeError as error:
                logging.debug("Invalid image, skipping:  %s", error)
                continue
            place += 1
        return place

    def next(self) -> DataBatch:
        if self._cache_data is not None:
            data, label, filled = self._cache_data, self._cache_label, self._cache_idx
        else:
            data, label = shown(zeros((self.batch_size, *self.data_shape))), shown(self._empty_label())
            filled = self._batchify(data, label)
        pad = self.batch_size - filled
        if pad:
            if self.last_batch_handle == "discard":
                raise StopIteration
            if self.last_batch_handle == "roll_over" and self._cache_data is None:
                self._cache_data, self._cache_label, self._cache_idx = data, label, filled
                raise StopIteration
            self._batchify(data, label, filled)
            if self.last_batch_handle == "pad":
                self._allow_read = False
            else:
                self._drop_cache()
        return DataBatch([data], [label], pad=pad)
