"""`MNISTIter`: the two files of MNIST and of the data sets that copy its format."""
import logging
import math
import struct
from collections.abc import Iterator
from typing import Literal

import numpy as np
import torch

from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.tuning import PARSE_AT_ONCE_PIXELS
from ..ndarray.tensors import wrap
from .ahead import Ahead
from .mersenne import shuffled
from .reader import Read, Reader, read_file

# Not logging.info: it would add a handler to the root logger before the program's basicConfig does.
_log = logging.getLogger(__name__)


def _part(path: str, rank: int, num_parts: int, part_index: int) -> np.ndarray:
    """Read one of `num_parts` shares of an IDX file of bytes with `rank` dimensions."""
    raw = read_file(path)
    head = 4 + 4 * rank
    if len(raw) < head:
        raise MXNetError(f"{path}: invalid mnist format: {len(raw)} bytes, shorter than its header")
    count, *shape = struct.unpack(f">{rank}I", raw[4:head])
    size = math.prod(shape)
    if not 0 < size < 1 << 31:
        raise MXNetError(f"{path}: invalid mnist format: images of {' x '.join(map(str, shape))} pixels")
    if len(raw) - head < count * size:
        raise MXNetError(f"{path}: invalid mnist format: header promises {count} x {size} bytes, "
                         f"file has {len(raw) - head}")
    start, stop = (int(count / num_parts * (part_index + i)) for i in (0, 1))
    data = np.frombuffer(raw, np.uint8, count=(stop - start) * size, offset=head + start * size)
    return data.reshape(stop - start, *shape)


def _numbers(pixels: np.ndarray) -> np.ndarray:
    images = np.empty(pixels.shape, np.float32)
    # two fast steps: combining conversion and multiplication would go through a buffer
    np.copyto(images, pixels)
    images *= np.float32(1 / 256)
    return images


class MnistReader(Reader):
    """Return the iterator over the image and label files of MNIST.

    Pixels are divided by 256. Images that do not fill a batch are dropped.

    Parameters
    ----------
    image : str, default='./train-images-idx3-ubyte'
        Path of the images, in the format of MNIST.
    label : str, default='./train-labels-idx1-ubyte'
        Path of the labels.
    batch_size : int, default=128
        Number of images in a batch.
    shuffle : bool, default=True
        Whether to draw one order for all epochs, the same as MXNet's for the same seed.
    flat : bool, default=False
        Whether an image is a vector of 784 numbers, not of shape (1, 28, 28).
    seed : int, default=0
        Seed of the order.
    silent : bool, default=False
        Whether to log nothing.
    num_parts : int, default=1
        Number of parts that the images are divided into, for several workers.
    part_index : int, default=0
        The part to read.
    prefetch_buffer : int, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : str, optional
        Element type, float32 by default.
    """

    def __init__(self, *, image: str = "./train-images-idx3-ubyte", label: str = "./train-labels-idx1-ubyte",
                 batch_size: int = 128, shuffle: bool = True, flat: bool = False, seed: int = 0, silent: bool = False,
                 num_parts: int = 1, part_index: int = 0, prefetch_buffer: int = 4, ctx: Literal["cpu", "gpu"] = "gpu",
                 dtype: str | None = None) -> None:
        if batch_size < 1:
            raise MXNetError(f"MNISTIter: value {batch_size} for Parameter batch_size should be "
                             "greater equal to 1")
        if num_parts < 1 or not 0 <= part_index < num_parts:
            raise MXNetError(f"MNISTIter: part_index {part_index} is not one of {num_parts} parts")
        if dtype not in (None, "None", "float32"):
            raise MXNetError(f"MNISTIter: gives float32 only, not {dtype}")
        pixels = _part(image, 3, num_parts, part_index)
        labels = _part(label, 1, num_parts, part_index)
        if len(labels) != len(pixels):
            raise MXNetError(f"MNISTIter: {len(pixels)} images and {len(labels)} labels")
        if shuffle:
            order = shuffled(len(pixels), seed)
            pixels, labels = pixels[order], labels[order]
        self._pixels, self._labels = pixels, labels.astype(np.float32)
        rows, columns = pixels.shape[1:]
        self._shape = (batch_size, rows * columns) if flat else (batch_size, 1, rows, columns)
        self._whole = len(pixels) - len(pixels) % batch_size
        self._pieces = Ahead(self._parts(), _numbers)
        self._piece, self._row, self._place = pixels[:0], 0, 0
        if not silent:
            _log.info("MNISTIter: load %d images, shuffle=%d, shape=[%s]", len(pixels), shuffle,
                         ",".join(map(str, self._shape)))

    def read(self) -> Read | None:
        """Return the next batch, or None if too few images are left."""
        size = self._shape[0]
        if self._place == self._whole:
            return None
        if self._row == len(self._piece):
            self._piece, self._row = next(self._pieces), 0
        images = self._piece[self._row:self._row + size].reshape(self._shape)
        labels = self._labels[self._place:self._place + size].copy()
        self._row += size
        self._place += size
        data, label = (wrap(torch.from_numpy(values), cpu()) for values in (images, labels))
        return Read(data, label, 0, np.zeros(size, np.uint64))

    def reset(self) -> None:
        """Start a new epoch, in the same order."""
        self._pieces.restart(self._parts())
        self._piece, self._row, self._place = self._pixels[:0], 0, 0

    def _parts(self) -> Iterator[np.ndarray]:
        """Return whole batches, many at a time."""
        step = self._shape[0] * max(1, PARSE_AT_ONCE_PIXELS // int(np.prod(self._shape)))
        whole = self._pixels[:self._whole]      # the generator must not hold this object
        return (whole[start:start + step] for start in range(0, len(whole), step))

    def close(self) -> None:
        """End the prefetching thread."""
        self._pieces.close()
