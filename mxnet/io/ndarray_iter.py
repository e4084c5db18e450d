"""`NDArrayIter`: batches of arrays in memory, or in an HDF5 file."""
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.copies import copied
from ..core.errors import BadArgument, MXNetError
from ..core.ownership import watch
from ..core.tuning import GATHER_AT_ONCE_BYTES, VIEWS_KEPT
from ..ndarray import NDArray, array, concat, tile
from ..ndarray.sparse import array as sparse_array
from ..ndarray.tensors import tensor_of, wrap
from .batch import DataBatch, DataDesc
from .iterator import DataIter


def _is_h5(value: Any) -> bool:
    """Detect an h5py dataset without importing h5py if it is not in use."""
    return type(value).__module__.partition(".")[0] == "h5py"


def _is_csr(value: Any) -> bool:
    return getattr(value, "stype", None) == "csr"


def _to_ndarray(value: Any) -> Any:
    if type(value).__module__.partition(".")[0] == "scipy":
        return sparse_array(value)
    return array(value)


def _init_data(data: Any, allow_empty: bool, default_name: str) -> list[tuple[str, Any]]:
    """Return (name, array) pairs, sorted by name, for one array, a list or a dict of them."""
    if data is None:
        data = []
    if isinstance(data, (np.ndarray, NDArray)) or _is_h5(data):
        data = [data]
    if isinstance(data, (list, tuple)):
        if len(data) == 1:
            data = {default_name: data[0]}
        else:
            data = {f"_{i}_{default_name}": value for i, value in enumerate(data)}
    if not isinstance(data, dict):
        raise TypeError("Input must be NDArray, numpy.ndarray, h5py.Dataset a list of them or dict "
                        "with them as values")
    if not data and not allow_empty:
        raise BadArgument("NDArrayIter: there are no data arrays")
    pairs = []
    for name, value in sorted(data.items()):
        if not (isinstance(value, NDArray) or _is_h5(value)):
            try:
                value = _to_ndarray(value)
            except Exception as error:
                raise TypeError(f"Invalid type '{type(value)}' for {name}, should be NDArray, "
                                "numpy.ndarray or h5py.Dataset") from error
        pairs.append((name, value))
    return pairs


def _has_instance(data: list, dtype: Any) -> bool:
    """Return whether any array of the pairs is an instance of `dtype`."""
    return any(isinstance(value, dtype) for _, value in data)


def _getdata_by_idx(data: list, idx: np.ndarray) -> list[tuple[str, Any]]:
    """Return the pairs with rows in the order of `idx`; HDF5 data sets are unchanged."""
    return [(name, value if _is_h5(value) else _rows(value, np.asarray(idx), 0))
            for name, value in data]


def _slice_along_batch_axis(data: Any, s: slice, batch_axis: int) -> Any:
    """Return samples of an array."""
    return data.slice_axis(axis=batch_axis, begin=s.start, end=s.stop)


def _rows(value: Any, index: Any, axis: int) -> Any:
    """Gather samples by index into a new array."""
    if value.__class__ is NDArray:
        data = tensor_of(value)
        if index.__class__ is not torch.Tensor or data.is_cuda:
            index = torch.as_tensor(index, device=data.device)
        return wrap(torch.index_select(data, axis, index), value._ctx)
    if _is_h5(value):
        # h5py reads only increasing indices without repetition
        unique, inverse = np.unique(np.asarray(index), return_inverse=True)
        return array(value[unique][inverse.reshape(-1)])
    return value.take(array(index, dtype="int64"), axis=axis)


def _slice(value: Any, start: int, stop: int, axis: int) -> Any:
    """Copy neighbouring samples; a copy, because the user may modify a batch."""
    if value.__class__ is NDArray:
        return wrap(tensor_of(value).narrow(axis, start, stop - start).clone(), value._ctx)
    if _is_h5(value):
        return array(value[start:stop])
    return value.slice_axis(axis=axis, begin=start, end=stop)


def _dense(batch: Any) -> Any:
    """Make a batch dense: MXNet cuts csr matrices with `slice_axis`, which has no sparse form there."""
    return batch.tostype("default") if _is_csr(batch) else batch


class _Batches:
    """Full batches of one dense array, cut with fewer than one or two calls each."""

    def __init__(self, array: NDArray, axis: int, size: int):
        self.array, self.axis, self.size = array, axis, size
        self._cut: torch.Tensor | None = None
        self._views: tuple = ()
        self.forget()

    def forget(self) -> None:
        """Drop what was gathered, because there is a new order."""
        self._block: tuple = ()
        self._block_start = 0
        self._source: torch.Tensor | None = None  # what the block was gathered from, if writes to it are counted
        self._is_unchanged: Callable[[], bool] = bool

    def in_order(self, start: int) -> Any:
        """Copy the batch at `start`, with the array's current values."""
        data, number = tensor_of(self.array), start // self.size
        if data is not self._cut and data.shape[self.axis] < VIEWS_KEPT * self.size:
            self._cut, self._views = data, data.split(self.size, self.axis)
        if data is self._cut and number * self.size == start:
            return wrap(copied(self._views[number]), self.array._ctx)
        return _slice(self.array, start, start + self.size, self.axis)

    def in_disorder(self, start: int, order: torch.Tensor) -> Any:
        """Return the batch at `start` of `order`, gathering the next ones too if writes to the array are counted."""
        array = self.array
        data = tensor_of(array)
        number, rest = divmod(start - self._block_start, self.size)
        if rest or not 0 <= number < len(self._block) or data is not self._source or not self._is_unchanged():
            unchanged = watch(data)
            self._source, self._is_unchanged = (data, unchanged) if unchanged else (None, bool)
            row = data.numel() // max(data.shape[self.axis], 1) * data.element_size()
            count = max(1, min(64, GATHER_AT_ONCE_BYTES // max(row * self.size, 1))) if unchanged else 1
            index = order[start:start + count * self.size].to(data.device)
            parts = torch.index_select(data, self.axis, index).split(self.size, self.axis)
            self._block = tuple(part.contiguous() for part in parts) if self.axis else parts
            self._block_start = start
            number = 0
        return wrap(self._block[number], array._ctx)


class NDArrayIter(DataIter):
    """Iterate over arrays in batches.

    Parameters
    ----------
    data : array, list of arrays or dict of str to array
        NDArray, NumPy array, csr matrix (with "discard" only; its batches are dense) or h5py.Dataset. NumPy arrays
        become float32. Arrays of a dict keep their names and come sorted by name; those of a list are named
        ``_0_data``, ``_1_data`` and so on.
    label : array, list of arrays or dict of str to array, optional
        The labels.
    batch_size : int, default=1
        Number of samples in a batch.
    shuffle : bool, default=False
        Whether to draw a new order at every reset, from NumPy's global generator.
    last_batch_handle : {'pad', 'discard', 'roll_over'}, default='pad'
        What happens to samples that do not fill a batch: "pad" fills it with samples from the beginning, "discard"
        drops them, "roll_over" puts them first in the next epoch.
    data_name : str, default='data'
        Name of the data if it is one array.
    label_name : str, default='softmax_label'
        Name of the labels if they are one array.
    layout : str, default='NCHW'
        One letter per axis; the position of "N" is the axis of samples.

    Examples
    --------
    >>> import numpy as np
    >>> it = mx.io.NDArrayIter(np.arange(5), batch_size=2)
    >>> [(batch.data[0].asnumpy().tolist(), batch.pad) for batch in it]
    [([0.0, 1.0], 0), ([2.0, 3.0], 0), ([4.0, 0.0], 1)]
    """

    def __init__(self, data: Any, label: Any = None, batch_size: int = 1, shuffle: bool = False,
                 last_batch_handle: str = "pad", data_name: str = "data", label_name: str = "softmax_label",
                 layout: str = "NCHW") -> None:
        super().__init__(batch_size)
        if batch_size < 1:
            raise ValueError(f"batch_size must be positive, got {batch_size}")
        self.data: list[tuple[str, Any]] = _init_data(data, allow_empty=False, default_name=data_name)
        self.label: list[tuple[str, Any]] = _init_data(label, allow_empty=True, default_name=label_name)
        self.data_list: list[Any] = [value for _, value in self.data + self.label]
        self.num_source: int = len(self.data_list)
        if last_batch_handle != "discard" and any(map(_is_csr, self.data_list)):
            raise NotImplementedError("`NDArrayIter` only supports ``CSRNDArray`` with "
                                      "`last_batch_handle` set to `discard`.")
        self.layout = layout
        self._axis = layout.find("N")
        self.num_data: Any = self.data_list[0].shape[self._axis]
        self._check_lengths()
        self.idx: np.ndarray = np.arange(self.num_data)
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.cursor: int = -batch_size
        self._order: torch.Tensor | None = None  # indices of the samples, in this epoch's order
        self._cache_data: list | None = None
        self._cache_label: list | None = None
        self._batches = {name: _Batches(value, self._axis, batch_size)
                         for name, value in self.data + self.label if value.__class__ is NDArray}
        self.reset()

    def _check_lengths(self) -> None:
        for name, value in self.data + self.label:
            count = value.shape[self._axis]
            if count < self.num_data:
                raise MXNetError(f"NDArrayIter: {name!r} has {count} samples, "
                                 f"{self.data[0][0]!r} has {self.num_data}")

    def _describe(self, pairs: list) -> list[DataDesc]:
        axis, size = self._axis, self.batch_size
        return [DataDesc(name, (*value.shape[:axis], size, *value.shape[axis + 1:]), value.dtype,
                         layout=self.layout) for name, value in pairs]

    @property
    def provide_data(self) -> list[DataDesc]:
        """Descriptions of the data arrays."""
        return self._describe(self.data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """Descriptions of the label arrays."""
        return self._describe(self.label)

    def hard_reset(self) -> None:
        """Start a new epoch, and drop samples that were to roll over."""
        self._shuffle_data()
        self.cursor = -self.batch_size
        self._cache_data = self._cache_label = None

    def reset(self) -> None:
        self._shuffle_data()
        if (self.last_batch_handle == "roll_over"
                and self.num_data - self.batch_size < self.cursor < self.num_data):
            self.cursor -= self.num_data + self.batch_size
        else:
            self.cursor = -self.batch_size

    def _shuffle_data(self) -> None:
        if self.shuffle:
            # as in MXNet the previous epoch's order is shuffled, not the original: same seed, same batches
            np.random.shuffle(self.idx)
            step = torch.from_numpy(self.idx)
            self._order = step.clone() if self._order is None else self._order[step]
            for batches in self._batches.values():
                batches.forget()

    def iter_next(self) -> bool:
        self.cursor += self.batch_size
        return self.cursor < self.num_data

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        data, label = self.getdata(), self.getlabel()
        if self.cursor + self.batch_size > self.num_data and data[0].shape[self._axis] != self.batch_size:
            self._cache_data, self._cache_label = data, label
            raise StopIteration
        return DataBatch(data=data, label=label, pad=self.getpad(), index=None)

    def _range(self, pairs: list, start: int, stop: int) -> list:
        """Samples start to stop of this epoch, as new arrays."""
        axis = self._axis
        if self._order is None:
            return [_dense(_slice(value, start, stop, axis)) for _, value in pairs]
        index = self._order[start:stop]
        return [_dense(_rows(value, index, axis)) for _, value in pairs]

    def _getdata(self, data_source: list, start: int | None = None, end: int | None = None) -> list:
        """Return samples of (name, array) pairs, from the first or to the last if a bound is not given."""
        if start is None and end is None:
            raise BadArgument("should at least specify start or end")
        return self._range(data_source, start or 0, self.num_data if end is None else end) if data_source else []

    def _concat(self, first_data: list, second_data: list) -> list:
        """Concatenate two lists of arrays along the samples; one of them may be empty."""
        if not first_data or not second_data:
            return first_data or second_data
        if len(first_data) != len(second_data):
            raise BadArgument("data source should contain the same size")
        return [concat(first, second, dim=self._axis) for first, second in zip(first_data, second_data)]

    def _tile(self, data: list, repeats: int) -> list:
        """Repeat the samples of arrays."""
        return [tile(array, (repeats, *[1] * (array.ndim - 1))) for array in data or []]

    def _batch(self, name: str, value: Any, start: int) -> Any:
        batches = self._batches.get(name)
        if batches is None or batches.array is not value:
            return self._range([(name, value)], start, start + self.batch_size)[0]
        if self._order is None:
            return batches.in_order(start)
        return batches.in_disorder(start, self._order)

    def _batchify(self, data_source: list) -> list:
        """Return the current batch of the data, or of the labels."""
        pairs, cache = data_source, self._cache_data if data_source is self.data else self._cache_label
        start, stop = self.cursor, self.cursor + self.batch_size
        if 0 <= start and stop <= self.num_data:
            return [self._batch(name, value, start) for name, value in pairs]
        if start >= self.num_data:
            raise MXNetError("DataIter needs reset.")
        if start < 0:
            if self.last_batch_handle != "roll_over" or cache is None:
                raise MXNetError("NDArrayIter: call next() or iter_next() before getdata()")
            fresh = self._range(pairs, 0, stop)
            return [wrap(torch.cat((tensor_of(old), tensor_of(new)), self._axis), new._ctx)
                    for old, new in zip(cache, fresh, strict=True)]
        if self.last_batch_handle != "pad":
            return self._range(pairs, start, self.num_data)
        index = torch.arange(start, stop) % self.num_data
        if self._order is not None:
            index = self._order[index]
        return [_rows(value, index, self._axis) for _, value in pairs]

    def getdata(self) -> list[NDArray]:
        data = self._batchify(self.data)
        if self.cursor < 0:
            self._cache_data = None
        return data

    def getlabel(self) -> list[NDArray]:
        label = self._batchify(self.label)
        if self.cursor < 0:
            self._cache_label = None
        return label

    def getpad(self) -> int:
        if self.last_batch_handle == "pad" and self.cursor + self.batch_size > self.num_data:
            return self.cursor + self.batch_size - self.num_data
        if self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0:
            return -self.cursor
        return 0
