"""`ImageDetIter`: batches of images with bounding boxes, and the names of its augmenters."""
import logging
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.borrowed import borrowed as _borrowed
from ..core.ops.image_header import opencv
from ..io import DataDesc
from ..ndarray import NDArray, full
from .augmenter import IMAGENET_MEAN, IMAGENET_STD, channel_values
from .detection_augmenter import (
    CreateDetAugmenter,
    CreateMultiRandCropAugmenter,
    DetAugmenter,
    DetBorrowAug,
    DetHorizontalFlipAug,
    DetRandomCropAug,
    DetRandomPadAug,
    DetRandomSelectAug,
)
from .iterator import ImageIter

__all__ = ["CreateDetAugmenter", "CreateMultiRandCropAugmenter", "DetAugmenter", "DetBorrowAug",
           "DetHorizontalFlipAug", "DetRandomCropAug", "DetRandomPadAug", "DetRandomSelectAug",
           "ImageDetIter"]


class ImageDetIter(ImageIter):
    """Read, augment and batch images with labelled boxes.

    The raw label of an image is a vector: the length of its header (at least 2), the number of values per object (at
    least 5), the rest of the header, then the objects: class, left, top, right, bottom and any further values. The
    label of a batch has the shape (images, objects, values per object); unused rows are -1. An image without a valid
    object is skipped.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    data_shape : tuple[int, int, int]
        Shape of a resulting image, (3, height, width).
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
        Number of parts of equal size.
    aug_list : list[Any], optional
        Augmenters; by default those that `CreateDetAugmenter` creates from ``kwargs``.
    imglist : list[Any], optional
        List of [label ..., name], in place of a .lst file.
    data_name : str, default='data'
        Name of the data.
    label_name : str, default='label'
        Name of the labels.
    last_batch_handle : {'pad', 'discard', 'roll_over'}, default='pad'
        What happens to images that do not fill a batch.
    **kwargs
        Arguments of `CreateDetAugmenter`.
    """

    data_shape: tuple[int, ...]
    provide_data: list[DataDesc]

    def __init__(self, batch_size: int, data_shape: tuple[int, int, int], path_imgrec: str | None = None,
                 path_imglist: str | None = None, path_root: str | None = None, path_imgidx: str | None = None,
                 shuffle: bool = False, part_index: int = 0, num_parts: int = 1, aug_list: list[Any] | None = None,
                 imglist: list[Any] | None = None, data_name: str = "data", label_name: str = "label",
                 last_batch_handle: str = "pad", **kwargs: Any) -> None:
        super().__init__(batch_size=batch_size, data_shape=data_shape, path_imgrec=path_imgrec,
                         path_imglist=path_imglist, path_root=path_root, path_imgidx=path_imgidx,
                         shuffle=shuffle, part_index=part_index, num_parts=num_parts, aug_list=[],
                         imglist=imglist, data_name=data_name, label_name=label_name,
                         last_batch_handle=last_batch_handle)
        self.auglist: list[Any] = CreateDetAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.label_shape: tuple[int, ...] = self._estimate_label_shape()
        self.provide_label: list[DataDesc] = [DataDesc(label_name, (batch_size, *self.label_shape))]

    def _estimate_label_shape(self) -> tuple[int, int]:
        """Read all labels; return the maximum number of objects, and the number of values per object."""
        most, width = 0, 0
        self.reset()
        while True:
            try:
                label, _ = self.next_sample()
            except StopIteration:
                break
            objects, width = self._parse_label(label).shape
            most = max(most, objects)
        self.reset()
        return most, width

    def _parse_label(self, label: Any) -> np.ndarray:
        """Return the valid objects of a raw label, one per row."""
        raw = (label.asnumpy() if isinstance(label, NDArray) else np.asarray(label)).ravel()
        if raw.size < 7:
            raise RuntimeError(f"Label shape is invalid: {raw.shape}")
        head, width = int(raw[0]), int(raw[1])
        if head < 2 or width < 5 or (raw.size - head) % width:
            raise RuntimeError(f"Label shape {raw.shape} inconsistent with annotation width "
                               f"{width} after {head} head numbers.")
        objects = raw[head:].reshape(-1, width)
        valid = (objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])
        if not valid.any():
            raise RuntimeError("Encounter sample with no valid label.")
        return objects[valid]

    def _check_valid_label(self, label: np.ndarray) -> None:
        """Refuse a label without objects after augmentation."""
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError(f"Label with shape (1+, 5+) required, {label} received.")
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1])).any():
            raise RuntimeError("Invalid label occurs.")

    def reshape(self, data_shape: tuple[int, ...] | None = None, label_shape: tuple[int, ...] | None = None) -> None:
        """Change the shape of the images, or increase the number of objects.

        Parameters
        ----------
        data_shape : tuple[int, ...], optional
            Shape of an image.
        label_shape : tuple[int, ...], optional
            Number of objects, and of values per object.
        """
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.data_shape = tuple(data_shape)
            name = self.provide_data[0].name
            self.provide_data = [DataDesc(name, (self.batch_size, *self.data_shape))]
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self.label_shape = tuple(label_shape)
            name = self.provide_label[0].name
            self.provide_label = [DataDesc(name, (self.batch_size, *self.label_shape))]

    def check_label_shape(self, label_shape: tuple[int, ...]) -> None:
        """Refuse a label shape with fewer objects, or with objects of another width.

        Parameters
        ----------
        label_shape : tuple[int, ...]
            Number of objects, and of values per object.
        """
        if len(label_shape) != 2:
            raise ValueError("label_shape should have length 2")
        if label_shape[0] < self.label_shape[0]:
            raise ValueError(f"Attempts to reduce label count from {self.label_shape[0]} to "
                             f"{label_shape[0]}, not allowed.")
        if label_shape[1] != self.label_shape[1]:
            raise ValueError(f"label_shape object width inconsistent: {self.label_shape[1]} vs "
                             f"{label_shape[1]}.")

    def augmentation_transform(self, data: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        """Apply the augmenters to image and label, one after another.

        Parameters
        ----------
        data : NDArray
            The image.
        label : np.ndarray
            Its objects.

        Returns
        -------
        tuple of NDArray and numpy.ndarray
            Image and objects.
        """
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def _empty_label(self) -> NDArray:
        return full(self.provide_label[0].shape, -1.0)

    def _put(self, data: NDArray, label: NDArray, place: int, sample: tuple) -> None:
        raw, pixels = sample
        self.check_valid_image([pixels])
        pixels, objects = self.augmentation_transform(pixels, self._parse_label(raw))
        self._check_valid_label(objects)
        data[place] = self.postprocess_data(pixels)
        row = np.full(self.label_shape, -1.0, np.float32)
        row[:len(objects)] = objects
        label[place] = row

    def draw_next(self, color: tuple[int, int, int] | None = None, thickness: int = 2, mean: Any = None,
                  std: Any = None, clip: bool = True, waitKey: int | None = None, window_name: str = "draw_next",
                  id2labels: dict[int, str] | None = None) -> Iterator[np.ndarray]:
        """Yield the augmented images one by one, with their boxes drawn in.

        Parameters
        ----------
        color : tuple[int, int, int], optional
            Red, green and blue; None draws each box in a random colour.
        thickness : int, default=2
            Thickness of lines.
        mean : optional
            Mean of a normalization to undo; True for that of ImageNet.
        std : optional
            Deviation of a normalization to undo; True for that of ImageNet.
        clip : bool, default=True
            Whether to bound values to 0 ... 255.
        waitKey : int, optional
            Show each image in a window and wait this many milliseconds; 0 waits for a key.
        window_name : str, default='draw_next'
            Title of that window.
        id2labels : dict[int, str], optional
            Names of the classes, written beside the boxes.

        Yields
        ------
        numpy.ndarray
            Image in BGR order, as in OpenCV.
        """
        cv2 = opencv()
        mean = channel_values(mean, "mean", np.array(IMAGENET_MEAN))
        std = channel_values(std, "std", np.array(IMAGENET_STD))
        while True:
            try:
                label, encoded = self.next_sample()
            except StopIteration:
                return
            data = self.imdecode(encoded)
            try:
                self.check_valid_image([data])
                label = self._parse_label(label)
            except RuntimeError as error:
                logging.debug("Invalid image, skipping:  %s", error)
                continue
            data, label = self.augmentation_transform(data, label)
            image = data.asnumpy() * (1 if std is None else std) + (0 if mean is None else mean)
            image = np.ascontiguousarray(image[:, :, ::-1])
            image = (np.clip(image, 0, 255) if clip else image).astype(np.uint8)
            self._draw(image, label, color, thickness, id2labels or {})
            if waitKey is not None:
                cv2.imshow(window_name, image)
                cv2.waitKey(waitKey)
            yield image

    @staticmethod
    def _draw(image: np.ndarray, label: np.ndarray, color: tuple | None, thickness: int,
              names: dict) -> None:
        cv2 = opencv()
        height, width, _ = image.shape
        for kind, *edges in label[:, :5]:
            x1, y1, x2, y2 = (int(e * size) for e, size in zip(edges, (width, height) * 2))
            if x1 < 0:
                continue
            shade = np.random.rand(3) * 255 if not color else color[::-1]
            cv2.rectangle(image, (x1, y1), (x2, y2), tuple(map(float, shade)), thickness)
            if int(kind) in names:
                text, font = str(names[int(kind)]), cv2.FONT_HERSHEY_SIMPLEX
                below = cv2.getTextSize(text, font, 0.5, 2)[0][1] + 5
                cv2.putText(image, text, (x1 + 5, y1 + below), font, 0.5, (255, 255, 255), 2)

    def sync_label_shape(self, it: "ImageDetIter", verbose: bool = False) -> "ImageDetIter":
        """Set the same label shape in this iterator and another one.

        Parameters
        ----------
        it : ImageDetIter
            The other iterator.
        verbose : bool, default=False
            Whether to log it.

        Returns
        -------
        ImageDetIter
            The other iterator.
        """
        if not isinstance(it, ImageDetIter):
            raise ValueError(f"Synchronize with invalid iterator: {type(it).__name__}")
        if self.label_shape[1] != it.label_shape[1]:
            raise ValueError(f"object width mismatch: {self.label_shape[1]} and "
                             f"{it.label_shape[1]}")
        most = max(self.label_shape[0], it.label_shape[0])
        for one in (self, it):
            if one.label_shape[0] < most:
                one.reshape(None, (most, one.label_shape[1]))
                if verbose:
                    logging.info("Resized label_shape to (%d, %d).", *one.label_shape)
        return it


_borrowed(__name__)
