"""`MXDataIter`, and how a file reader becomes one of the functions `CSVIter`, `MNISTIter` ...

A reader is a class with typed keyword parameters that returns batches in sequence; here its parameters are parsed from
MXNet's spellings, and its batches get MXNet's iterator interface.
"""
import difflib
import inspect
import logging
import warnings
from collections.abc import Callable
from textwrap import indent
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import MXNetError
from ..core.opening import MAX_PIPE, read_bytes
from ..core.params import REQUIRED, Param, parse_params
from ..core.words import read
from .batch import DataBatch, DataDesc
from .iterator import DataIter

# Not logging.info: it would add a handler to the root logger before the program's basicConfig does.
_log = logging.getLogger(__name__)


class Read(NamedTuple):
    """One batch from a reader: NDArrays, number of padding samples, indices of the samples."""

    data: Any
    label: Any
    pad: int
    index: np.ndarray | None


class Reader:
    """The interface that `MXDataIter` uses."""

    def read(self) -> Read | None:
        """Return the next batch, None at the end of the epoch."""
        raise NotImplementedError

    def reset(self) -> None:
        """Start a new epoch."""
        raise NotImplementedError

    def close(self) -> None:
        """Release files and threads."""


class PairedReader(Reader):
    """Reads data, and labels if they have a separate file, row by row in parallel."""

    _rows: Any
    _label: Any
    _next: int  # number of the next row
    _overflow: bool  # whether the last batch of the epoch was filled with the first rows

    def _rewind(self) -> None:
        self._rows.rewind()
        if self._label is not None:
            self._label.rewind()
        self._next = 0

    def reset(self) -> None:
        """Start a new epoch, after the rows that filled the last batch."""
        if not self._overflow:
            self._rewind()
        self._overflow = False

    def close(self) -> None:
        """End the prefetching threads."""
        for one in (self._rows, self._label):
            if one is not None:
                one.close()


class MXDataIter(DataIter):
    """Iterator over files, as returned by `ImageRecordIter` and similar functions.

    The first batch is read at once, because `provide_data` and `provide_label` describe it.

    Parameters
    ----------
    handle : Reader
        What reads the files.
    data_name : str, default='data'
        Name of the data in `provide_data`.
    label_name : str, default='softmax_label'
        Name of the labels in `provide_label`.
    **_
        Accepted and ignored.
    """

    def __init__(self, handle: Reader, data_name: str = "data", label_name: str = "softmax_label", **_: Any) -> None:
        super().__init__()
        self.handle = handle
        self._debug_skip_load = False
        self._debug_at_begin = True
        self._current: Read | None = None
        self.first_batch: DataBatch | None = None
        try:
            self.first_batch = self.next()
        except BaseException as error:
            # its threads must not wait until a held error is released
            handle.close()
            if not isinstance(error, StopIteration):
                raise
            raise MXNetError("there is not one batch to read: the files hold no samples, or fewer "
                             "than a batch") from None
        data, label = self.first_batch.data[0], self.first_batch.label[0]
        self.provide_data: list[DataDesc] = [DataDesc(data_name, data.shape, data.dtype)]
        self.provide_label: list[DataDesc] = [DataDesc(label_name, label.shape, label.dtype)]
        self.batch_size: int = data.shape[0]

    def __del__(self) -> None:
        handle = getattr(self, "handle", None)
        if handle is not None:
            handle.close()

    def debug_skip_load(self) -> None:
        """From now on return the first batch after a reset repeatedly: training without reading."""
        self._debug_skip_load = True
        _log.info("Set debug_skip_load to be true, will simply return first batch")

    def reset(self) -> None:
        """Start a new epoch."""
        self._debug_at_begin = True
        self.first_batch = None
        self.handle.reset()

    def next(self) -> DataBatch:
        again = self._debug_skip_load and not self._debug_at_begin
        if not again and not self.iter_next():
            raise StopIteration
        return DataBatch(data=[self.getdata()], label=[self.getlabel()], pad=self.getpad(),
                         index=self.getindex())

    def iter_next(self) -> bool:
        if self.first_batch is not None:
            # read by the constructor; unlike in MXNet, it counts as one step only
            self.first_batch = None
            return True
        self._debug_at_begin = False
        found = self.handle.read()
        if found is not None:
            self._current = found
        return found is not None

    def _batch(self) -> Read:
        if self._current is None:
            raise MXNetError("there is no current batch: call next() or iter_next() first")
        return self._current

    def getdata(self) -> Any:
        """Return the data of the current batch.

        Returns
        -------
        NDArray
            One array.
        """
        return self._batch().data

    def getlabel(self) -> Any:
        """Return the labels of the current batch.

        Returns
        -------
        NDArray
            One array; that of one label per sample is a vector.
        """
        label = self._batch().label
        if len(label.shape) == 2 and label.shape[1] == 1:
            return label.reshape((label.shape[0],))
        return label

    def getindex(self) -> Any:
        index = self._batch().index
        return None if index is None else np.array(index, dtype=np.uint64)

    def getpad(self) -> int:
        return self._batch().pad


_NAMES = {"data_name": Param("data_name", str, "data"), "label_name": Param("label_name", str, "softmax_label")}
_ABOUT = {"data_name": "Name of the data in ``provide_data``.",
          "label_name": "Name of the labels in ``provide_label``."}
_known: set[str] = set(_NAMES)  # keywords of any iterator over files


def parameters(reader: type[Reader]) -> dict[str, Param]:
    """Return what an iterator over files takes: its reader's keywords, and the names of its arrays."""
    return {p.name: Param(p.name, p.annotation, REQUIRED if p.default is p.empty else p.default)
            for p in inspect.signature(reader).parameters.values()} | _NAMES


def _document(reader: type[Reader], params: dict[str, Param]) -> str:
    """Combine a reader's docstring with those of its parameters, from the docstring or its groups."""
    words = read(inspect.getdoc(reader))
    texts = {**getattr(reader, "about", {}), **words.texts, **_ABOUT}
    listed = "\n".join(f"{key} : {param.describe()}\n" + indent(texts.get(key, ""), "    ")
                       for key, param in params.items())
    return (f"{words.head}\n\nParameters\n----------\n{listed}\n**kwargs\n    Ignored: what other iterators take.\n\n"
            "Returns\n-------\nMXDataIter\n    The iterator.")


def _signature(params: dict[str, Param]) -> inspect.Signature:
    kind = inspect.Parameter
    taken = [kind(name, kind.KEYWORD_ONLY, default=kind.empty if param.required else param.default)
             for name, param in params.items()]
    return inspect.Signature([*taken, kind("kwargs", kind.VAR_KEYWORD)], return_annotation=MXDataIter)


def _tell_misspelt(name: str, params: dict[str, Param], given: dict[str, Any]) -> None:
    """Warn about an unknown keyword that resembles one of the iterator's own."""
    for key in given.keys() - _known:
        near = difflib.get_close_matches(key, params, n=1, cutoff=0.8)
        if near:
            warnings.warn(f"{name} ignores {key!r}, as MXNet does; did you mean {near[0]!r}?", stacklevel=3)


def iterator_function(name: str, reader: type[Reader]) -> Callable[..., MXDataIter]:
    """Return the public function that makes an `MXDataIter` over a reader.

    Keywords the reader does not know are ignored, as in MXNet: old programs pass the parameters of one iterator to
    another. A misspelt one gives a warning.
    """
    params = parameters(reader)
    own = {key: param for key, param in params.items() if key not in _NAMES}
    _known.update(own)

    def make(*args: Any, **kwargs: Any) -> MXDataIter:
        if args:
            raise TypeError(f"{name} can only accept keyword arguments")
        _tell_misspelt(name, params, kwargs)
        parsed = parse_params(name, own, kwargs)
        names = {key: kwargs[key] for key in _NAMES if key in kwargs}
        try:
            return MXDataIter(reader(**parsed), **names)
        except MemoryError as error:
            raise MXNetError(f"{name}: there is not enough memory for a batch: {error}") from error

    make.__name__ = make.__qualname__ = name
    make.__module__ = "mxnet.io"
    make.__doc__ = _document(reader, params)
    make.__signature__ = _signature(params)  # type: ignore[attr-defined]
    make.reader = reader  # type: ignore[attr-defined]
    return make


def read_file(path: str) -> bytes:
    """Read a whole file; a missing one is an `MXNetError`."""
    return read_bytes(path, MAX_PIPE, doing="cannot open")
