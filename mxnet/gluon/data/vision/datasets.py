"""Image data sets: from files of well-known collections, from folders, lists and record files."""
from __future__ import annotations

import gzip
import os
import tarfile
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .... import image, ndarray, recordio
from ....base import data_dir
from ....core import npmode
from ....core.borrowed import borrowed as _borrowed
from ....core.errors import MXNetError
from ....core.opening import read_text, read_whole, reading
from ....fileformat.atomic import atomic_write
from ...faces import shown
from ...utils import _get_repo_file_url, check_sha1, download
from .. import dataset

__all__ = ["MNIST", "FashionMNIST", "CIFAR10", "CIFAR100", "ImageRecordDataset", "ImageFolderDataset",
           "ImageListDataset"]

_IMAGES = (".jpg", ".jpeg", ".png")


def _labels(values: np.ndarray) -> Any:
    """Return labels as they are stored: NumPy arrays, or mx.np arrays in NumPy mode."""
    return shown(ndarray.array(values, dtype=values.dtype)) if npmode.get_array() else values


def _default_root(name: str) -> str:
    return os.path.join(data_dir(), "datasets", name)


class _Collection(dataset._DownloadedDataset):
    """A well-known collection: its files are searched for in ``root``, then in the mirror directory."""

    _namespace: str

    def _file(self, name: str, digest: str) -> str:
        """Return the path of a file of the collection."""
        path = os.path.join(self._root, name)
        if os.path.exists(path) and check_sha1(path, digest):
            return path
        address = _get_repo_file_url(f"gluon/dataset/{self._namespace}", name)
        try:
            return download(address, path=self._root, sha1_hash=digest)
        except OSError as error:
            raise OSError(f"{type(self).__name__}: {path} is not there (SHA-1 {digest}), and nothing is fetched behind "
                          "your back: put the file there, or name a mirror directory in MXNET_GLUON_REPO. "
                          f"{error}") from error


class MNIST(_Collection):
    """Handwritten digits: images of (28, 28, 1) as uint8, labels as int32.

    The files are searched for in ``root``, then below the directory that ``MXNET_GLUON_REPO`` names.

    Parameters
    ----------
    root : str, optional
        Folder of the files; ``datasets/mnist`` below ``MXNET_HOME`` by default.
    train : bool, default=True
        Whether to read the 60,000 images for training, or the 10,000 for tests.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.

    Raises
    ------
    OSError
        If a file does not exist; the message says where to put it.
    """

    _namespace = "mnist"
    _files = {True: (("train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d"),
                     ("train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc")),
              False: (("t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48"),
                      ("t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17"))}

    def __init__(self, root: str | None = None, train: bool = True,
                 transform: Callable[[Any, Any], Any] | None = None) -> None:
        self._train = train
        super().__init__(_default_root(self._namespace) if root is None else root, transform)

    def _get_data(self) -> None:
        images, labels = self._files[bool(self._train)]
        self._label = _labels(_unzipped(self._file(*labels), 8).astype(np.int32))
        pixels = _unzipped(self._file(*images), 16)
        if pixels.size != len(self._label) * 784:
            raise MXNetError(f"{self._root}: {images[0]} has {pixels.size} pixels for {len(self._label)} labels")
        self._data = shown(ndarray.array(pixels.reshape(-1, 28, 28, 1), dtype=np.uint8))


def _unzipped(path: str, head: int) -> np.ndarray:
    """Return the bytes of a compressed file after its header."""
    try:
        with gzip.open(path, "rb") as file:
            file.read(head)
            return np.frombuffer(file.read(), dtype=np.uint8)
    except (EOFError, gzip.BadGzipFile) as error:
        raise MXNetError(f"{path}: {error}") from error


class FashionMNIST(MNIST):
    """Pieces of clothing in the format of `MNIST`.

    Parameters
    ----------
    root : str, optional
        Folder of the files; ``datasets/fashion-mnist`` below ``MXNET_HOME`` by default.
    train : bool, default=True
        Whether to read the 60,000 images for training, or the 10,000 for tests.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.
    """

    _namespace = "fashion-mnist"
    _files = {True: (("train-images-idx3-ubyte.gz", "0cf37b0d40ed5169c6b3aba31069a9770ac9043d"),
                     ("train-labels-idx1-ubyte.gz", "236021d52f1e40852b06a4c3008d8de8aef1e40b")),
              False: (("t10k-images-idx3-ubyte.gz", "626ed6a7c06dd17c0eec72fa3be1740f146a2863"),
                      ("t10k-labels-idx1-ubyte.gz", "17f9ab60e7257a1620f4ad76bbbaf857c3920701"))}


class CIFAR10(_Collection):
    """Small photographs of ten classes: images of (32, 32, 3) as uint8, labels as int32.

    Parameters
    ----------
    root : str, optional
        Folder of the archive or of its files; ``datasets/cifar10`` below ``MXNET_HOME`` by default.
    train : bool, default=True
        Whether to read the 50,000 images for training, or the 10,000 for tests.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.

    Raises
    ------
    OSError
        If a file does not exist; the message says where to put it.
    """

    _namespace = "cifar10"
    _labels, _label_at = 1, 0  # bytes of labels before each image, and which of them counts

    _archive_file = ("cifar-10-binary.tar.gz", "fab780a1e191a7eda0f345501ccd62d20f7ed891")
    _train_data = (("data_batch_1.bin", "aadd24acce27caa71bf4b10992e9e7b2d74c2540"),
                   ("data_batch_2.bin", "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795"),
                   ("data_batch_3.bin", "1dd00a74ab1d17a6e7d73e185b69dbf31242f295"),
                   ("data_batch_4.bin", "aab85764eb3584312d3c7f65fd2fd016e36a258e"),
                   ("data_batch_5.bin", "26e2849e66a845b7f1e4614ae70f4889ae604628"))
    _test_data = (("test_batch.bin", "67eb016db431130d61cd03c7ad570b013799c88c"),)

    def __init__(self, root: str | None = None, train: bool = True,
                 transform: Callable[[Any, Any], Any] | None = None) -> None:
        self._train = train
        super().__init__(_default_root(self._namespace) if root is None else root, transform)

    def _get_data(self) -> None:
        files = self._train_data if self._train else self._test_data
        paths = [os.path.join(self._root, name) for name, _ in files]
        if not all(os.path.exists(path) and check_sha1(path, digest) for path, (_, digest) in zip(paths, files)):
            self._unpack(self._file(*self._archive_file), {name for name, _ in files})
        data, labels = zip(*map(self._read_batch, paths))
        self._data = shown(ndarray.array(np.concatenate(data), dtype=np.uint8))
        self._label = _labels(np.concatenate(labels))

    def _unpack(self, archive: str, names: set[str]) -> None:
        """Write the needed files to the root; names in the archive lead nowhere else."""
        with tarfile.open(archive) as tar:
            for member in tar:
                name = os.path.basename(member.name)
                source = tar.extractfile(member) if name in names and member.isfile() else None
                if source is not None:
                    with atomic_write(os.path.join(self._root, name)) as file:
                        file.write(source.read())

    def _read_batch(self, filename: str) -> tuple[np.ndarray, np.ndarray]:
        with reading(filename) as file:
            rows = np.frombuffer(read_whole(file, filename), dtype=np.uint8)
        width = 3072 + self._labels
        if rows.size % width:
            raise MXNetError(f"{filename}: {rows.size} bytes are no images of {width}")
        rows = rows.reshape(-1, width)
        images = rows[:, self._labels:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return images, rows[:, self._label_at].astype(np.int32)


class CIFAR100(CIFAR10):
    """Small photographs of 20 classes, or of 100 with ``fine_label``.

    Parameters
    ----------
    root : str, optional
        Folder of the archive or of its files; ``datasets/cifar100`` below ``MXNET_HOME`` by default.
    fine_label : bool, default=False
        Whether labels are the 100 classes, or the 20 groups of them.
    train : bool, default=True
        Whether to read the 50,000 images for training, or the 10,000 for tests.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.
    """

    _namespace = "cifar100"
    _labels = 2
    _archive_file = ("cifar-100-binary.tar.gz", "a0bb982c76b83111308126cc779a992fa506b90b")
    _train_data = (("train.bin", "e207cd2e05b73b1393c74c7f5e7bea451d63e08e"),)
    _test_data = (("test.bin", "8fb6623e830365ff53cf14adec797474f5478006"),)

    def __init__(self, root: str | None = None, fine_label: bool = False, train: bool = True,
                 transform: Callable[[Any, Any], Any] | None = None) -> None:
        self._fine_label, self._label_at = fine_label, int(fine_label)
        super().__init__(root, train, transform)


class ImageRecordDataset(dataset.RecordFileDataset):
    """Images and labels of a ``.rec`` file, with its index next to it.

    Parameters
    ----------
    filename : str
        Path of the record file; the index has the same name and ends in ``.idx``.
    flag : int, default=1
        1 for images of three channels, 0 for grey ones.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.

    Examples
    --------
    >>> import numpy as np
    >>> record = mx.recordio.MXIndexedRecordIO("one.idx", "one.rec", "w")
    >>> picture = np.zeros((4, 6, 3), np.uint8)
    >>> record.write_idx(0, mx.recordio.pack_img(mx.recordio.IRHeader(0, 5.0, 0, 0), picture, 9, ".png"))
    >>> record.close()
    >>> image, label = mx.gluon.data.vision.ImageRecordDataset("one.rec")[0]
    >>> image.shape, label
    ((4, 6, 3), 5.0)
    """

    def __init__(self, filename: str, flag: int = 1, transform: Callable[[Any, Any], Any] | None = None) -> None:
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx: int) -> Any:
        header, packed = recordio.unpack(super().__getitem__(idx))
        sample = image.imdecode(packed, self._flag), header.label
        return sample if self._transform is None else self._transform(*sample)


class ImageFolderDataset(dataset.Dataset):
    """Images in folders, one folder per class: ``root/cat/1.jpg``.

    Classes are numbered in the order of their names. Files that are not images are skipped with a warning.

    Parameters
    ----------
    root : str
        Folder of the folders.
    flag : int, default=1
        1 for images of three channels, 0 for grey ones.
    transform : Callable[[Any, Any], Any], optional
        Function of image and label that returns the sample.

    Examples
    --------
    >>> import cv2, os, numpy as np
    >>> for kind in ("cat", "dog"):
    ...     os.makedirs(f"pets/{kind}")
    ...     _ = cv2.imwrite(f"pets/{kind}/1.png", np.zeros((4, 6, 3), np.uint8))
    >>> pets = mx.gluon.data.vision.ImageFolderDataset("pets")
    >>> pets.synsets, len(pets), pets[1][1]
    (['cat', 'dog'], 2, 1)
    """

    def __init__(self, root: str, flag: int = 1, transform: Callable[[Any, Any], Any] | None = None) -> None:
        self._root = os.path.expanduser(root)
        self._flag, self._transform = flag, transform
        self._exts = list(_IMAGES)
        self._list_images(self._root)

    def _list_images(self, root: str) -> None:
        self.synsets: list[str] = []
        self.items: list[tuple[str, int]] = []
        for folder in sorted(os.listdir(root)):
            path = os.path.join(root, folder)
            if not os.path.isdir(path):
                warnings.warn(f"{path} is no folder and is left out", stacklevel=3)
                continue
            for name in sorted(os.listdir(path)):
                if os.path.splitext(name)[1].lower() in self._exts:
                    self.items.append((os.path.join(path, name), len(self.synsets)))
                else:
                    warnings.warn(f"{os.path.join(path, name)} is left out: images end in {', '.join(self._exts)}",
                                  stacklevel=3)
            self.synsets.append(folder)

    def __getitem__(self, idx: int) -> Any:
        path, label = self.items[idx]
        sample = image.imread(path, self._flag), label
        return sample if self._transform is None else self._transform(*sample)

    def __len__(self) -> int:
        return len(self.items)


class ImageListDataset(dataset.Dataset):
    """Images named by a list: a ``.lst`` file, or a list of labels and paths.

    A line of the file has a number, labels and a path between tabs, as `remixnet im2rec` writes them.

    Parameters
    ----------
    root : str, default='.'
        Folder that the paths start from.
    imglist : str or list
        Name of the file below ``root``, or a list of ``[label, ..., path]``.
    flag : int, default=1
        1 for images of three channels, 0 for grey ones.

    Raises
    ------
    ValueError
        If ``imglist`` is neither.
    MXNetError
        If a line of the file is damaged.

    Examples
    --------
    >>> import cv2, numpy as np
    >>> _ = cv2.imwrite("grey.png", np.zeros((4, 6, 3), np.uint8))
    >>> image, label = mx.gluon.data.vision.ImageListDataset(".", [[2, "grey.png"]])[0]
    >>> image.shape, float(label)
    ((4, 6, 3), 2.0)
    """

    def __init__(self, root: str = ".", imglist: Any = None, flag: int = 1) -> None:
        self._root, self._flag = os.path.expanduser(root), flag
        self._imglist: dict[int, tuple[Any, str]] = {}
        if isinstance(imglist, str):
            rows = self._read(os.path.join(self._root, imglist))
        elif isinstance(imglist, list):
            rows = list(enumerate(imglist))
        else:
            raise ValueError(f"ImageListDataset: imglist is the name of a file or a list, got {type(imglist).__name__}")
        for key, row in rows:
            labels = np.array(row[:-1] if not isinstance(row[0], (list, tuple)) else row[0], dtype=np.float32).ravel()
            self._imglist[key] = labels if labels.size > 1 else labels[0] if labels.size else labels, str(row[-1])
        self._keys = list(self._imglist)

    @staticmethod
    def _read(path: str) -> list[tuple[int, list]]:
        rows = []
        for number, line in enumerate(read_text(path).splitlines(), 1):
            parts = line.strip().split("\t")
            if len(parts) == 1 and not parts[0]:
                continue
            try:
                rows.append((int(parts[0]), [*map(float, parts[1:-1]), parts[-1]]))
            except ValueError:
                raise MXNetError(f"{path}:{number}: expected number, labels and path between tabs, got "
                                 f"{line.strip()[:80]!r}") from None
        return rows

    def __getitem__(self, idx: int) -> Any:
        label, name = self._imglist[self._keys[idx]]
        return image.imread(os.path.join(self._root, name), self._flag), label

    def __len__(self) -> int:
        return len(self._keys)


_borrowed(__name__)
