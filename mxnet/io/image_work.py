"""From one image record to its place in a batch. Called on the threads of `pipeline`."""
import struct
import threading
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.opening import lines
from ..core.ops.image_header import decode, opencv
from .mersenne import Mersenne
from .pipeline import Batch
from .record_source import Item

_HEADER = struct.Struct("<IfQQ")
_COLOUR_FLAGS = {1: 0, 3: 1, 4: -1}
_float = np.float32
Augmenter = Callable[[np.ndarray, Mersenne], np.ndarray]


def read_labels(path: str, width: int, reader: str) -> dict[int, np.ndarray]:
    """Read a .lst file: an index, labels and a file name per line.

    Parameters
    ----------
    width : labels a line; -1 for all there are.
    """
    found = {}
    text = lines(path, doing=f"{reader}: cannot read", errors="surrogateescape")
    for number, line in enumerate(text, 1):
        words = line.split()
        if not words:
            continue
        labels = words[1:-1] if width < 0 else words[1:1 + width]
        try:
            if not labels or len(labels) < width:
                raise ValueError(f"{len(labels)} labels")
            found[int(words[0])] = np.array([float(label) for label in labels], _float)
        except ValueError as error:
            raise MXNetError(f"{reader}: {path}, line {number}: Bad ImageList format: "
                             f"expected a number, {width if width > 0 else 'some'} labels "
                             f"and a file name, got {line.rstrip()[:80]!r}") from error
    return found


def unpack_record(record: bytes) -> tuple[int, np.ndarray | float, np.ndarray]:
    """Return an image's index, its labels (one number, or an array), and its encoded bytes."""
    if len(record) < _HEADER.size:
        raise MXNetError(f"an image record starts with {_HEADER.size} bytes of header, this one has "
                         f"{len(record)} bytes")
    count, label, identity, _ = _HEADER.unpack_from(record)
    start = _HEADER.size + 4 * count
    if start > len(record):
        raise MXNetError(f"a record with {count} labels takes at least {start} bytes, this one has "
                         f"{len(record)}")
    labels = np.frombuffer(record, "<f4", count, _HEADER.size) if count else label
    return identity, labels, np.frombuffer(record, np.uint8, offset=start)


class Seeds:
    """The source of an image's random numbers.

    With `seed_aug`, only that and the image's position, as in MXNet. With one thread, one stream shared by all images
    in order, as in MXNet. With several, where MXNet's depend on thread scheduling, `seed`, the epoch and the record:
    independent of the number of threads.
    """

    def __init__(self, magic: int, seed: int, seed_aug: int | None, one_thread: bool) -> None:
        self._magic, self._seed, self._seed_aug = magic, seed, seed_aug
        self._stream = Mersenne(magic) if one_thread and seed_aug is None else None
        self._local = threading.local()

    def of(self, item: Item) -> Mersenne:
        """Return the generator for an image."""
        if self._stream is not None:
            return self._stream
        random = getattr(self._local, "random", None)
        if random is None:
            random = self._local.random = Mersenne()
        if self._seed_aug is not None:
            random.seed(item.number + self._seed_aug + self._magic)
        else:
            random.seed(zlib.crc32(b"%d %d %d" % (self._seed, item.epoch, item.offset)))
        return random

    @property
    def state(self) -> Any:
        """State of the single stream, if there is one."""
        return None if self._stream is None else self._stream.state

    def restore(self, state: Any) -> None:
        """Return to an earlier state of the single stream."""
        if self._stream is not None and state is not None:
            self._stream.state = state


class ImageWork:
    """Decodes, augments and normalizes a record's image into a batch, with its labels."""

    def __init__(self, data_shape: Sequence[Any], label_width: int, labels: dict[Any, Any] | None,
                 augmenters: list[Any], params: Any, seeds: Seeds) -> None:
        channels, *self._size = data_shape
        if channels not in _COLOUR_FLAGS:
            raise MXNetError(f"Invalid output shape {tuple(data_shape)}: an image has 1, 3 or 4 "
                             "channels")
        self._channels = channels
        self._label_width, self._labels = label_width, labels
        self._augmenters, self._params, self._seeds = augmenters, params, seeds
        self._mean: np.ndarray = np.array(params.means[:channels], _float).reshape(-1, 1, 1)
        self._subtracts = bool(self._mean.any())
        self._deviation = np.array(params.deviations[:channels], _float).reshape(-1, 1, 1)
        self._local = threading.local()

    def subtract(self, mean: np.ndarray) -> None:
        """Use a mean image instead of channel means."""
        if mean.shape != (self._channels, *self._size):
            raise MXNetError(f"the mean image has shape {mean.shape}, the images "
                             f"{(self._channels, *self._size)}")
        self._mean, self._subtracts = mean, True

    def restore(self, state: Any) -> None:
        """Draw again the random numbers that followed a state."""
        self._seeds.restore(state)

    def __call__(self, batch: Batch, place: int, item: Item) -> None:
        identity = None
        try:
            identity, labels, encoded = unpack_record(item.record)
            batch.identity[place] = identity
            random = self._seeds.of(item)
            self._put(batch, place, item, self._decoded(encoded), self._chosen(identity, labels),
                      random)
        except Exception as error:
            where = f"{item.path}, byte {item.offset}"
            if identity is not None:
                where += f", image {identity}"
            raise MXNetError(f"{where}: {_reason(error)}") from error
        if place == len(batch.data) - 1:
            batch.state = self._seeds.state

    def _chosen(self, identity: int, labels: Any) -> Any:
        """Return the labels of an image, after checking their number."""
        if self._labels is not None:
            if identity not in self._labels:
                raise MXNetError(f"fail to find imagelabel for id {identity} in path_imglist")
            return self._labels[identity]
        if not isinstance(labels, np.ndarray):
            if self._label_width != 1:
                raise MXNetError("label_width must be 1 unless an imglist is provided or the rec "
                                 "file is packed with multi dimensional label")
        elif len(labels) != self._label_width:
            raise MXNetError(f"rec file provide {len(labels)}-dimensional label but label_width is "
                             f"set to {self._label_width}")
        return labels

    def _decoded(self, encoded: np.ndarray) -> np.ndarray:
        image = decode(encoded, _COLOUR_FLAGS[self._channels])
        if self._channels == 4:
            found = 1 if image.ndim == 2 else image.shape[2]
            if found != 4 or image.dtype != np.uint8:
                raise MXNetError(f"Expected 4 channels, got {found} of {image.dtype}")
        return image

    def _put(self, batch: Batch, place: int, item: Item, image: np.ndarray, labels: Any,
             random: Mersenne) -> None:
        for augment in self._augmenters:
            image = augment(image, random)
        p = self._params
        mirrored = (p.rand_mirror and random.coin()) or p.mirror
        contrast, illumination = _float(1), _float(0)
        if batch.data.dtype != np.uint8:
            scale = _float(p.scale)
            limit = _float(p.max_random_contrast)
            contrast = (random.uniform() * limit * _float(2) - limit + _float(1)) * scale
            limit = _float(p.max_random_illumination)
            illumination = (random.uniform() * limit * _float(2) - limit) * scale
        self._write(image, batch.data[place], mirrored, contrast / self._deviation,
                    illumination / self._deviation)
        batch.label[place] = labels

    def _write(self, image: np.ndarray, out: np.ndarray, mirrored: bool, factor: np.ndarray,
               offset: np.ndarray) -> None:
        """Write ``(image - mean) * factor + offset``, channels first and red first."""
        if out.dtype == np.uint8:
            self._split(image, out, mirrored)
            return
        planes = self._scratch()
        self._split(image, planes, mirrored)
        mean = self._mean[:, :, ::-1] if mirrored else self._mean
        if out.dtype == np.int8:
            mean = np.floor(mean + _float(0.5)).astype(np.int16)
            np.clip(planes - mean, -128, 127, out=out, casting="unsafe")
            return
        if self._subtracts:
            np.subtract(planes, mean, out=out)
        else:
            np.copyto(out, planes)
        if (factor != 1).any():
            np.multiply(out, factor, out=out)
        if offset.any():
            np.add(out, offset, out=out)

    def _scratch(self) -> np.ndarray:
        """Return this thread's scratch buffer for the channels of one image."""
        planes = getattr(self._local, "planes", None)
        if planes is None:
            planes = self._local.planes = np.empty((self._channels, *self._size), np.uint8)
        return planes

    def _split(self, image: np.ndarray, planes: np.ndarray, mirrored: bool) -> None:
        channels = 1 if image.ndim == 2 else image.shape[2]
        if (channels, *image.shape[:2]) != planes.shape:
            raise MXNetError(f"the image has shape {(channels, *image.shape[:2])} after "
                             f"augmentation, the batch takes {planes.shape}")
        cv2 = opencv()
        if mirrored:
            image = cv2.flip(image, 1)
        if channels == 1:
            np.copyto(planes[0], image.reshape(image.shape[:2]))
        else:
            # OpenCV has blue first, the batch red; alpha stays last
            cv2.split(image, [planes[i] for i in (2, 1, 0, 3)[:channels]])


def _reason(error: Exception) -> str:
    """Summarize what went wrong; OpenCV's messages give source locations."""
    return f"OpenCV: {error.err}" if hasattr(error, "err") else str(error) or type(error).__name__
