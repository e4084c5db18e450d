"""`DataIter`, which every iterator derives from, and `ResizeIter` around another one."""
from typing import Any

from .batch import DataBatch


class DataIter:
    """Base of data iterators.

    A derived class gives `provide_data` and `provide_label` (lists of `DataDesc`) and either `next`
    or `iter_next` with `getdata`, `getlabel` and `getpad`.
    """

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __iter__(self) -> "DataIter":
        return self

    def __next__(self) -> DataBatch:
        return self.next()

    def reset(self) -> None:
        """Go back to the first batch."""

    def next(self) -> DataBatch:
        """Return the next batch or raise `StopIteration`."""
        if not self.iter_next():
            raise StopIteration
        return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(),
                         index=self.getindex())

    def iter_next(self) -> Any:
        """Move to the next batch; tell whether there is one."""

    def getdata(self) -> Any:
        """Return the current batch's data arrays."""

    def getlabel(self) -> Any:
        """Return the current batch's label arrays."""

    def getindex(self) -> Any:
        """Return the current batch's sample numbers, None where they are not known."""
        return None

    def getpad(self) -> Any:
        """Return how many samples at the end of the current batch only fill it."""


class Holding(DataIter):
    """Base of iterators that have their current batch whole, from another iterator."""

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
    """Make an epoch of another iterator exactly `size` batches long.

    A longer `size` starts the inner iterator again as often as needed.

    Parameters
    ----------
    reset_internal : whether `reset` also resets the inner iterator; if not, it goes on where it stopped.
    """

    def __init__(self, data_iter: DataIter, size: int, reset_internal: bool = True) -> None:
        super().__init__(data_iter.batch_size)
        self.data_iter = data_iter
        self.size = size
        self.reset_internal = reset_internal
        self.cur: int = 0
        self.provide_data = data_iter.provide_data
        self.provide_label = data_iter.provide_label
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self) -> None:
        """Begin a new epoch of `size` batches."""
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self) -> bool:
        """Move on, starting the inner iterator again where it ends early."""
        if self.cur == self.size:
            return False
        try:
            self.current_batch = self.data_iter.next()
        except StopIteration:
            self.data_iter.reset()
            self.current_batch = self.data_iter.next()
        self.cur += 1
        return True
