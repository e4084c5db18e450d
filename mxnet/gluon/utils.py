"""Utilities for Gluon programs: splitting batches, clipping gradients, downloading files; hook handles."""
from __future__ import annotations

import hashlib
import logging
import os
import shutil
import warnings
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, MutableMapping
from pathlib import Path
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..base import data_dir
from ..context import Context
from ..core import npmode
from ..core.borrowed import borrowed as _borrowed
from ..core.opening import reading
from ..fileformat.atomic import atomic_write
from ..ndarray import NDArray
from ..numpy import array as numpy_array
from ..symbol import Symbol
from .faces import as_nd, shown

__all__ = ["split_data", "split_and_load", "clip_global_norm", "check_sha1", "download", "replace_file"]

_MIRROR = "MXNET_GLUON_REPO"
_CHUNK_BYTES = 1 << 20
_TIMEOUT_SECONDS = 60
_log = logging.getLogger(__name__)


# ---- batches ----------------------------------------------------------------------------------------

def split_data(data: NDArray, num_slice: int, batch_axis: int = 0, even_split: bool = True) -> list[NDArray]:
    """Split a batch into parts along one axis.

    Parameters
    ----------
    data : NDArray
        The batch.
    num_slice : int
        Number of parts.
    batch_axis : int, default=0
        Axis that is split.
    even_split : bool, default=True
        Whether all parts must have one size. If not, the first parts may be one longer.

    Returns
    -------
    list[NDArray]
        The parts, in order. Along axis 0 they are views of the batch.

    Raises
    ------
    ValueError
        If ``even_split`` is set and the axis does not divide into equal parts.

    Examples
    --------
    >>> [part.shape for part in mx.gluon.utils.split_data(mx.nd.zeros((5, 2)), 2, even_split=False)]
    [(3, 2), (2, 2)]
    """
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        raise ValueError(f"split_data: axis {batch_axis} of shape {data.shape} does not divide into {num_slice} equal "
                         f"slices; take a batch size that is a multiple of {num_slice}, or pass even_split=False")
    length, longer = divmod(size, num_slice)
    begins = [0]
    for number in range(num_slice):
        begins.append(begins[-1] + length + (number < longer))
    if batch_axis == 0:
        return [data[begin:end] for begin, end in zip(begins, begins[1:])]
    return [nd.slice_axis(data, axis=batch_axis, begin=begin, end=end) for begin, end in zip(begins, begins[1:])]


def split_and_load(data: Any, ctx_list: list[Context], batch_axis: int = 0, even_split: bool = True) -> list[NDArray]:
    """Split a batch over contexts: one part per context.

    Parameters
    ----------
    data : NDArray or array_like
        The batch; converted to an NDArray if necessary.
    ctx_list : list[Context]
        Contexts, one for each part.
    batch_axis : int, default=0
        Axis that is split.
    even_split : bool, default=True
        Whether all parts must have one size.

    Returns
    -------
    list[NDArray]
        One part per context, in their order.

    Raises
    ------
    ValueError
        If ``even_split`` is set and the axis does not divide into equal parts.

    Examples
    --------
    >>> parts = mx.gluon.utils.split_and_load(mx.nd.arange(4), [mx.cpu(0), mx.cpu(1)])
    >>> [(part.context, part.asnumpy().tolist()) for part in parts]
    [(cpu(0), [0.0, 1.0]), (cpu(1), [2.0, 3.0])]
    """
    if not isinstance(data, NDArray):
        data = (numpy_array if npmode.get_array() else nd.array)(data, ctx=ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    return [part.as_in_context(ctx)
            for part, ctx in zip(split_data(data, len(ctx_list), batch_axis, even_split), ctx_list)]


def clip_global_norm(arrays: list[NDArray], max_norm: float, check_isfinite: bool = True) -> Any:
    """Scale arrays in place so that the 2-norm of all of them together is at most ``max_norm``.

    Arrays with a smaller norm are unchanged.

    Parameters
    ----------
    arrays : list[NDArray]
        Arrays to scale, usually gradients; they may be on several contexts.
    max_norm : float
        The largest norm allowed.
    check_isfinite : bool, default=True
        Whether to wait for the norm, and warn if it is infinite or NaN.

    Returns
    -------
    float or NDArray
        The norm before scaling: a float, or without ``check_isfinite`` an array of one element, which does not wait for
        the device.

    Raises
    ------
    AssertionError
        If there are no arrays.

    Examples
    --------
    >>> gradients = [mx.nd.array([3.0]), mx.nd.array([4.0])]
    >>> float(mx.gluon.utils.clip_global_norm(gradients, max_norm=1.0))
    5.0
    >>> [round(float(g.asscalar()), 3) for g in gradients]
    [0.6, 0.8]
    """
    if not arrays:
        raise AssertionError("clip_global_norm: there are no arrays")
    ctx, faces = arrays[0].context, as_nd(arrays)
    norm = nd.sqrt(nd.add_n(*[_square_sum(array).as_in_context(ctx) for array in faces]))
    if check_isfinite and not np.isfinite(norm.asscalar()):
        warnings.warn(f"clip_global_norm: the norm is {norm.asscalar()}, so the clipped arrays will be NaN or 0",
                      UserWarning, stacklevel=2)
    scale = nd.minimum(max_norm / (norm + 1e-8), 1.0)
    for array in faces:
        target = array if array.shape else array.reshape((1,))  # the norm has one axis
        target *= scale.as_in_context(array.context)
    return norm.asscalar() if check_isfinite else shown(norm)


def _square_sum(array: NDArray) -> NDArray:
    if array.stype != "default":
        return array.norm().square()
    flat = array.reshape((-1,))
    return nd.dot(flat, flat)


# ---- files ------------------------------------------------------------------------------------------

def check_sha1(filename: str, sha1_hash: str) -> bool:
    """Return whether a file has the SHA-1 digest given.

    Parameters
    ----------
    filename : str
        Path of the file.
    sha1_hash : str
        The digest in hexadecimal, 40 small letters and digits.

    Returns
    -------
    bool
        Whether they agree.

    Raises
    ------
    MXNetError
        If the file cannot be read.

    Examples
    --------
    >>> with open("hello.txt", "w") as file:
    ...     _ = file.write("hello")
    >>> mx.gluon.utils.check_sha1("hello.txt", "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d")
    True
    """
    digest = hashlib.sha1()
    with reading(filename) as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == sha1_hash


def replace_file(src: str, dst: str) -> None:
    """Move a file over another in one step; a failure removes the source and raises OSError.

    Parameters
    ----------
    src : str
        Path of the file to move.
    dst : str
        Path it gets.

    Raises
    ------
    OSError
        If it cannot be moved.

    Examples
    --------
    >>> from pathlib import Path
    >>> for name in ("new.txt", "old.txt"):
    ...     _ = Path(name).write_text(name)
    >>> mx.gluon.utils.replace_file("new.txt", "old.txt")
    >>> Path("old.txt").read_text()
    'new.txt'
    """
    try:
        os.replace(src, dst)
    except OSError as error:
        Path(src).unlink(missing_ok=True)
        raise OSError(f"{src} could not be moved to {dst}: {error}") from error


def download(url: str, path: str | None = None, overwrite: bool = False, sha1_hash: str | None = None,
             retries: int = 5, verify_ssl: bool = True) -> str:
    """Fetch a file from a local path, the mirror directory or the web.

    A file that is there already, with the digest asked for, stays. An address of the web is first looked for below the
    directory that ``MXNET_GLUON_REPO`` names, then fetched by the package ``requests``.

    Parameters
    ----------
    url : str
        Path of a file on this machine, or an address of the web.
    path : str, optional
        Where the copy goes: a folder or a file name. The current directory where it is not given.
    overwrite : bool, default=False
        Whether a file that is there already is replaced.
    sha1_hash : str, optional
        The SHA-1 digest that the file must have.
    retries : int, default=5
        How many more times to try after a failure.
    verify_ssl : bool, default=True
        Whether the certificate of the server is checked.

    Returns
    -------
    str
        Path of the copy.

    Raises
    ------
    OSError
        If the file is neither here nor can be fetched; the message says where to put it.
    UserWarning
        If what came has another digest.

    Examples
    --------
    >>> with open("weights.bin", "wb") as file:
    ...     _ = file.write(b"abc")
    >>> mx.gluon.utils.download("weights.bin", path="copy.bin")
    'copy.bin'
    """
    if retries < 0:
        raise AssertionError(f"download: retries must be at least 0, got {retries}")
    if not verify_ssl:
        warnings.warn("Unverified HTTPS request: whoever stands between can exchange the file; verify_ssl=True checks "
                      "certificates", stacklevel=2)
    target = _target_of(url, path)
    if target.exists() and not overwrite and not (sha1_hash and not check_sha1(str(target), sha1_hash)):
        return str(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    source = _local_source(url)
    if source is not None:
        with reading(source) as file, atomic_write(str(target)) as copy:
            shutil.copyfileobj(file, copy, _CHUNK_BYTES)
    else:
        _fetch(url, target, retries, verify_ssl)
    if sha1_hash and not check_sha1(str(target), sha1_hash):
        raise UserWarning(f"{target} has come from {source or url}, but its SHA-1 digest is not {sha1_hash}: the file "
                          "is incomplete or another version")
    return str(target)


def _target_of(url: str, path: str | None) -> Path:
    name = url.split("/")[-1]
    if path is None:
        if not name:
            raise AssertionError(f"{url}: there is no file name in this address; give path")
        return Path(name)
    found = Path(path).expanduser()
    return found / name if found.is_dir() else found


def _local_source(url: str) -> Path | None:
    """Find the file that an address stands for on this machine, or None."""
    plain = url.removeprefix("file://")
    if "://" not in plain:
        source = Path(plain).expanduser()
        if source.exists():
            return source
        raise OSError(f"download: {source} does not exist. Put the file there; or name the directory or the address "
                      f"that holds gluon/ in the environment variable {_MIRROR}")
    mirror = os.environ.get(_MIRROR, "").removeprefix("file://")
    if mirror and "://" not in mirror:
        parts = plain.split("://", 1)[1].split("/")[1:]
        for begin in range(len(parts)):  # the whole path below the mirror first, at last the bare name
            source = Path(mirror).expanduser().joinpath(*parts[begin:])
            if source.is_file():
                return source
    return None


def _fetch(url: str, target: Path, retries: int, verify_ssl: bool) -> None:
    """Fetch a file from the web."""
    try:
        import requests
    except ImportError:
        raise OSError(f"download: {url}: the package requests is not installed. {_by_hand(url)}") from None
    for attempt in range(retries + 1):
        try:
            answer = requests.get(url, stream=True, verify=verify_ssl, timeout=_TIMEOUT_SECONDS)
            if answer.status_code != 200:
                raise OSError(f"the server answers {answer.status_code}")
            with atomic_write(str(target)) as file:
                for chunk in answer.iter_content(chunk_size=_CHUNK_BYTES):
                    file.write(chunk)
            return
        except OSError as error:  # those of requests are such, too
            if attempt == retries:
                raise OSError(f"download: {url}: {error}. {_by_hand(url)}") from error
            _log.warning("download: %s: %s; %d more attempts", url, error, retries - attempt)


def _by_hand(url: str) -> str:
    return (f"Fetch the file yourself, put {url.rsplit('/', 1)[-1]} into a directory, and name that directory in the "
            f"environment variable {_MIRROR}")


def _get_repo_url() -> str:
    """Return where files of models and data sets are, with a slash at the end: a mirror, or ``$MXNET_HOME``."""
    found = os.environ.get(_MIRROR) or data_dir()
    return found if found.endswith("/") else found + "/"


def _get_repo_file_url(namespace: str, filename: str) -> str:
    """Return the address of a file of the repository."""
    return f"{_get_repo_url()}{namespace}/{filename}"


# ---- texts, hooks, shapes ---------------------------------------------------------------------------

def _indent(text: str, spaces: int) -> str:
    """Indent all lines but the first."""
    return text.replace("\n", "\n" + " " * spaces)


def _brief_print_list(items: Iterable, limit: int = 7) -> str:
    """Print names in quotes; of a long list the first and the last."""
    names = [f"'{item}'" for item in items]
    if len(names) > limit:
        first, last = limit // 2, (limit + 1) // 2
        return f"{', '.join(names[:first])}, ..., {', '.join(names[-last:])}"
    return ", ".join(names)


class HookHandle:
    """Stands for one registered hook; `detach`, or leaving a ``with`` block, removes the hook."""

    def __init__(self) -> None:
        self._hooks_dict_ref: Callable[[], MutableMapping | None] | None = None
        self._id: int | None = None

    def attach(self, hooks_dict: MutableMapping[int, Callable[..., Any]], hook: Callable[..., Any]) -> None:
        """Add a hook to a dict of hooks."""
        if self._hooks_dict_ref is not None:
            raise AssertionError("this handle stands for a hook already")
        self._id = id(hook)
        hooks_dict[self._id] = hook
        self._hooks_dict_ref = weakref.ref(hooks_dict)

    def detach(self) -> None:
        """Remove the hook; a second call does nothing."""
        hooks = self._hooks_dict_ref() if self._hooks_dict_ref is not None else None
        if hooks is not None:
            hooks.pop(self._id, None)

    def __getstate__(self) -> tuple[Any, ...]:
        return self._hooks_dict_ref() if self._hooks_dict_ref is not None else None, self._id

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        hooks, self._id = state
        kept = OrderedDict() if hooks is None else hooks
        self._hooks_dict_ref = weakref.ref(kept)

    def __enter__(self) -> HookHandle:
        return self

    def __exit__(self, *exc: Any) -> None:
        self.detach()


def shape_is_known(shape: tuple[int, ...] | None) -> bool:
    """Return whether rank and every dimension are known: 0 stands for an unknown one, -1 under NumPy shapes."""
    if shape is None:
        return False
    unknown = -1 if npmode.get_shape() else 0
    if not shape:
        return unknown == -1
    for size in shape:
        if size == unknown:
            return False
        if size < unknown:
            raise AssertionError(f"a shape has the dimension {size}; the least is {unknown}")
    return True


def _check_same_symbol_type(symbols: list) -> type:
    """Return the class of symbols that a group of these has."""
    return symbols[0].__class__


def _check_all_np_ndarrays(out: Any) -> None:
    """Raise where an output, or one in nested lists of outputs, is of `mx.nd` or `mx.sym` and not of `mx.np`."""
    if isinstance(out, (list, tuple)):
        for item in out:
            _check_all_np_ndarrays(item)
    elif isinstance(out, (NDArray, Symbol)) and ".numpy" not in type(out).__module__:
        raise TypeError(f"outputs of a block in NumPy mode must be mx.np.ndarray or symbols of mx.sym.np, got "
                        f"{type(out).__name__}")


_borrowed(__name__)
