"""Adapts a Gluon DataLoader to the `DataIter` interface, for example for a Module."""
from __future__ import annotations

from typing import Any

from .. import ndarray
from ..core.borrowed import borrowed as _borrowed
from ..io import DataDesc, DataIter
from ..ndarray import NDArray

__all__ = ["DataLoaderIter"]


class DataLoaderIter(DataIter):
    """Iterate over a `gluon.data.DataLoader` of data and labels as a `DataIter`.

    All batches have the size of the first; a smaller one is padded with zeros, and `getpad` returns the number of
    padded rows.

    Parameters
    ----------
    loader : DataLoader
        Iterable of pairs of arrays, which can be iterated repeatedly.
    data_name : str, default='data'
        Name of the data in ``provide_data``.
    label_name : str, default='softmax_label'
        Name of the labels in ``provide_label``.
    dtype : str or type, default='float32'
        Type of both.

    Examples
    --------
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.arange(6).reshape((3, 2)), mx.nd.array([5, 6, 7]))
    >>> it = mx.contrib.io.DataLoaderIter(mx.gluon.data.DataLoader(data, batch_size=2))
    >>> [(batch.label[0].asnumpy().tolist(), batch.pad) for batch in it]
    [([5.0, 6.0], 0), ([7.0, 0.0], 1)]
    """

    dtype: Any

    def __init__(self, loader: Any, data_name: str = "data", label_name: str = "softmax_label",
                 dtype: Any = "float32") -> None:
        super().__init__()
        self._loader, self.dtype = loader, dtype
        data, label = next(iter(loader))
        self.batch_size: Any = data.shape[0]
        self.provide_data: list[DataDesc] = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label: list[DataDesc] = [DataDesc(label_name, label.shape, dtype)]
        self._batch: Any = None
        self.reset()

    def reset(self) -> None:
        """Start an epoch."""
        self._batches = iter(self._loader)

    def iter_next(self) -> bool:
        """Advance to the next batch.

        Returns
        -------
        bool
            Whether there is one.
        """
        self._batch = next(self._batches, None)
        return self._batch is not None

    def getdata(self) -> list[NDArray]:
        """Return the data of this batch.

        Returns
        -------
        list[NDArray]
            A list of one array.
        """
        return [self._whole(self._batch[0])]

    def getlabel(self) -> list[NDArray]:
        """Return the labels of this batch.

        Returns
        -------
        list[NDArray]
            A list of one array.
        """
        return [self._whole(self._batch[1])]

    def getpad(self) -> int:
        """Return how many rows at the end of this batch are padding.

        Returns
        -------
        int
            The number of rows.
        """
        return self.batch_size - self._batch[0].shape[0]

    def getindex(self) -> None:
        """Return None: the samples that a loader chose are unknown."""

    def _whole(self, part: NDArray) -> NDArray:
        part = part.astype(self.dtype)
        pad = self.getpad()
        if not pad:
            return part
        return ndarray.concat(part, ndarray.zeros((pad, *part.shape[1:]), ctx=part.context, dtype=self.dtype), dim=0)


_borrowed(__name__)
