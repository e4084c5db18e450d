"""Data sets and models of MXNet's examples, from local files only: nothing is ever downloaded."""
import bz2
import gzip
import os
import shutil
import struct
import zipfile
from typing import Any

import numpy as np

import mxnet as mx

from ..core.errors import MXNetError
from ..fileformat.atomic import atomic_write

_MODELS = frozenset(
    [f"imagenet1k-resnet-{n}" for n in (18, 34, 50, 101, 152)]
    + ["imagenet1k-inception-bn", "imagenet1k-resnext-50", "imagenet1k-resnext-101",
       "imagenet1k-resnext-101-64x4d", "imagenet11k-resnet-152",
       "imagenet11k-place365ch-resnet-152", "imagenet11k-place365ch-resnet-50"])


def download(url: str, fname: Any = None, dirname: Any = None, overwrite: bool = False,
             retries: int = 5) -> str:
    """Return the local file that a URL would be saved as, if it exists; nothing is downloaded.

    Parameters
    ----------
    url : str
        The address.
    fname : str, optional
        Name of the file; by default the last part of the URL.
    dirname : str, optional
        Folder of the file; the current one by default.
    overwrite : bool, default=False
        Whether a new copy is requested, which is an error.
    retries : int, default=5
        Accepted and ignored.

    Returns
    -------
    str
        Path of the file.

    Raises
    ------
    MXNetError
        If the file is missing, or ``overwrite`` requests a new copy; the message has URL and path.
    """
    if retries < 0:
        raise ValueError("Number of retries should be at least 0")
    fname = url.split("/")[-1] if fname is None else fname
    path = fname if dirname is None else os.path.join(dirname, fname)
    if os.path.exists(path) and not overwrite:
        return path
    raise MXNetError(f"{path} is not there, and nothing is downloaded on your behalf: fetch {url} "
                     f"and save it as {os.path.abspath(path)}")


def download_model(model_name: str, dst_dir: str = "./", meta_info: Any = None) -> tuple[Any, int]:
    """Find the two files of a model.

    Parameters
    ----------
    model_name : str
        Name of the model.
    dst_dir : str, default='./'
        Folder of the files.
    meta_info : dict, optional
        Model -> addresses of ``'symbol'`` and ``'params'``; MXNet's list by default.

    Returns
    -------
    tuple[str or None, int]
        Prefix and epoch 0 for `load_checkpoint`; ``(None, 0)`` for an unknown name.

    Raises
    ------
    MXNetError
        If a file is missing.
    """
    prefix = os.path.join(dst_dir, model_name)
    files = {"symbol": f"{prefix}-symbol.json", "params": f"{prefix}-0000.params"}
    if meta_info is None:
        if model_name not in _MODELS:
            return None, 0
        urls = dict.fromkeys(files, f"the model {model_name}")
    else:
        if model_name not in dict(meta_info):
            return None, 0
        urls = dict(meta_info[model_name])
    for part, path in files.items():
        if part not in urls:
            raise MXNetError(f"{model_name}: meta_info has no {part!r} entry")
        download(urls[part], path)
    return prefix, 0


def _places(*folders: str) -> list[str]:
    home = os.environ.get("MXNET_HOME", os.path.join(os.path.expanduser("~"), ".mxnet"))
    return [".", "data", *[os.path.join(home, "datasets", folder) for folder in folders]]


def _read_idx(name: str) -> bytes:
    """Read an IDX file of MNIST, plain or compressed, from the usual places."""
    places = _places("mnist")
    for folder in places:
        for path, opener in ((os.path.join(folder, name), open),
                             (os.path.join(folder, name + ".gz"), gzip.open)):
            if os.path.isfile(path):
                with opener(path, "rb") as file:
                    return file.read()
    raise MXNetError(f"{name}.gz is in none of {places}, and nothing is downloaded on your behalf: "
                     "put the four MNIST files there")


def get_mnist() -> dict[str, np.ndarray]:
    """Read MNIST from the folder ``data``.

    Returns
    -------
    dict[str, np.ndarray]
        ``train_data``, ``train_label``, ``test_data`` and ``test_label``: images as float32 in [0, 1], shaped (n, 1,
        28, 28), and labels as int8.

    Raises
    ------
    MXNetError
        If a file is missing.
    """
    def read(part: str) -> tuple[np.ndarray, np.ndarray]:
        labels = np.frombuffer(_read_idx(f"{part}-labels-idx1-ubyte"), dtype=np.int8, offset=8)
        raw = _read_idx(f"{part}-images-idx3-ubyte")
        rows, columns = struct.unpack(">II", raw[8:16])
        images = np.frombuffer(raw, dtype=np.uint8, offset=16)
        return labels, images.reshape(len(labels), 1, rows, columns).astype(np.float32) / 255

    (train_label, train_data), (test_label, test_data) = read("train"), read("t10k")
    return {"train_data": train_data, "train_label": train_label,
            "test_data": test_data, "test_label": test_label}


def get_mnist_pkl() -> None:
    """Make sure that data/mnist.pkl.gz exists."""
    download("mnist.pkl.gz", dirname="data")


def _ensure(files: list[str], archive: str) -> None:
    """Unpack data/`archive` unless all `files` are already in data/."""
    paths = [os.path.join("data", name) for name in files]
    if not all(os.path.exists(path) for path in paths):
        with zipfile.ZipFile(download(archive, dirname="data")) as packed:
            packed.extractall("data")


def get_mnist_ubyte() -> None:
    """Make sure that MNIST's four uncompressed files are in data/; unpack data/mnist.zip if necessary."""
    _ensure([f"{part}-{kind}-ubyte" for part in ("train", "t10k")
             for kind in ("images-idx3", "labels-idx1")], "mnist.zip")


def get_cifar10() -> None:
    """Make sure that ``data/cifar/*.rec`` and ``*.lst`` exist; unpack data/cifar10.zip if necessary."""
    _ensure([f"cifar/{part}.{kind}" for part in ("train", "test") for kind in ("rec", "lst")],
            "cifar10.zip")


def get_mnist_iterator(batch_size: int, input_shape: tuple[int, ...], num_parts: int = 1,
                       part_index: int = 0) -> tuple[Any, Any]:
    """Make iterators over MNIST in the folder ``data``.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    input_shape : tuple[int, ...]
        Shape of an image; images are flattened unless it has three axes.
    num_parts : int, default=1
        Number of parts that the images are divided into, for several workers.
    part_index : int, default=0
        The part to read.

    Returns
    -------
    tuple[MXDataIter, MXDataIter]
        Iterators over the training images, shuffled, and over the test images.
    """
    get_mnist_ubyte()

    def make(part: str, **options: Any) -> Any:
        return mx.io.MNISTIter(image=f"data/{part}-images-idx3-ubyte",
                               label=f"data/{part}-labels-idx1-ubyte", batch_size=batch_size,
                               flat=len(input_shape) != 3, num_parts=num_parts, part_index=part_index, **options)
    return make("train", shuffle=True), make("t10k")


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Make sure that an archive is in `data_dir`, and unpack it there if it was not.

    Parameters
    ----------
    data_dir : str
        The folder.
    url : str
        Origin of the archive, for the message.
    data_origin_name : str
        Name of the archive.

    Raises
    ------
    MXNetError
        If the archive is not there.
    """
    path = os.path.join(data_dir, data_origin_name)
    if not os.path.exists(path):
        download(url, fname=data_origin_name, dirname=data_dir)
        with zipfile.ZipFile(path) as packed:
            packed.extractall(data_dir)


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Make sure that `data_name` is in `data_dir`; unpack the bz2 file there if necessary.

    Parameters
    ----------
    data_dir : str
        The folder.
    data_name : str
        Name of the unpacked file.
    url : str
        Origin of the packed file, for the message.
    data_origin_name : str
        Name of the packed file.

    Raises
    ------
    MXNetError
        If neither exists.
    """
    target = os.path.join(data_dir, data_name)
    if not os.path.exists(target):
        packed = download(url, fname=data_origin_name, dirname=data_dir)
        with bz2.BZ2File(packed) as source, atomic_write(target) as out:
            shutil.copyfileobj(source, out)
        os.remove(packed)


def get_im2rec_path(home_env: str = "MXNET_HOME") -> str:
    """Find ``tools/im2rec.py``.

    Parameters
    ----------
    home_env : str, default='MXNET_HOME'
        Environment variable that names the folder of MXNet.

    Returns
    -------
    str
        Path of the script: in that folder, next to this package or inside it.

    Raises
    ------
    OSError
        If it is not found.
    """
    package = os.path.dirname(mx.__file__)
    roots = [os.environ[home_env]] if home_env in os.environ else [package]
    for root in roots:
        for path in (os.path.join(root, "tools", "im2rec.py"),
                     os.path.join(root, "..", "tools", "im2rec.py"),
                     os.path.join(root, "..", "..", "tools", "im2rec.py")):
            if os.path.isfile(path):
                return path
    raise OSError("Could not find path to tools/im2rec.py")
