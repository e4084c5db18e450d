"""`DataIter`, which every iterator derives from, and `ResizeIter` around another one."""
from typing import Any

from .batch import DataBatch


class DataIter:
    """Base of data iterators, which yield batches.

    A derived class defines `provide_data` and `provide_label` (lists of `DataDesc`) and either `next`, or `iter_next`
    with `getdata`, `getlabel` and `getpad`.

    Parameters
    ----------
    batch_size : int, default=0
        Number of samples in a batch.
    """

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __iter__(self) -> "DataIter":
        return self

    def __next__(self) -> DataBatch:
        return self.next()

    def reset(self) -> None:
        """Return to the first batch."""

    def next(self) -> DataBatch:
        """Return the next batch.

        Returns
        -------
        DataBatch
            The batch.

        Raises
        ------
        StopIteration
            If there is none.
        """
        if not self.iter_next():
            raise StopIteration
        return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(),
                         index=self.getindex())

    def iter_next(self) -> Any:
        """Advance to the next batch.

        Returns
        -------
        bool
            Whether there is one.
        """

    def getdata(self) -> Any:
        """Return the data arrays of the current batch.

        Returns
        -------
        list of NDArray
            The arrays.
        """

    def getlabel(self) -> Any:
        """Return the label arrays of the current batch.

        Returns
        -------
        list of NDArray
            The arrays.
        """

    def getindex(self) -> Any:
        """Return the indices of the samples of the current batch.

        Returns
        -------
        numpy.ndarray or None
            The indices; None if unknown.
        """
        return None

    def getpad(self) -> Any:
        """Return the number of padding samples at the end of the current batch.

        Returns
        -------
        int
            Their number.
        """


class Holding(DataIter):
    """Base of iterators that hold a complete current batch, from another iterator."""

    current_batch: DataBatch | None = None

    def getdata(self) -> Any:
        return self.current_batch.data

    def getlabel(self) -> Any:
        return self.current_batch.label

    def getindex(self) -> Any:
        return self.current_batch.index

    def getpad(self) -> Any:
        return self.current_batch.pad


class ResizeIter(Holding):
    """Resize an epoch of another iterator to a given number of batches.

    If the inner iterator has fewer, it is restarted as often as needed.

    Parameters
    ----------
    data_iter : DataIter
        The inner iterator.
    size : int
        Number of batches of an epoch.
    reset_internal : bool, default=True
        Whether `reset` also resets the inner iterator; if not, it continues where it stopped.

    Examples
    --------
    >>> inner = mx.io.NDArrayIter(mx.nd.ones((4, 2)), batch_size=2)
    >>> sum(1 for batch in mx.io.ResizeIter(inner, size=5))
    5
    """

    def __init__(self, data_iter: DataIter, size: int, reset_internal: bool = True) -> None:
        super().__init__(data_iter.batch_size)
        self.data_iter = data_iter
        self.size = size
        self.reset_internal = reset_internal
        self.cur: int = 0
        self.provide_data: Any = data_iter.provide_data
        self.provide_label: Any = data_iter.provide_label
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key: Any = data_iter.default_bucket_key

    def reset(self) -> None:
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self) -> bool:
        if self.cur == self.size:
            return False
        try:
            self.current_batch: Any = self.data_iter.next()
        except StopIteration:
            self.data_iter.reset()
            self.current_batch = self.data_iter.next()
        self.cur += 1
        return True
