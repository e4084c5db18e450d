"""What iterators pass to modules: a batch, and the description of its arrays."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base import mx_real_t
from ..core.errors import BadType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike

    from ..ndarray import NDArray


class _Named(NamedTuple):
    name: str
    shape: tuple[int, ...]


class DataDesc(_Named):
    """Name, shape, type and layout of one array of a batch.

    It is the pair ``(name, shape)`` with two more attributes, so that both spellings compare equal.

    Parameters
    ----------
    name : str
        Name of the input that the array is for.
    shape : tuple[int, ...]
        Its shape, batch axis included.
    dtype : DTypeLike, default=mx_real_t
        Its element type.
    layout : str or None, default='NCHW'
        One letter per axis; the position of "N" is the batch axis.

    Examples
    --------
    >>> desc = mx.io.DataDesc("data", (32, 3, 8, 8))
    >>> desc == ("data", (32, 3, 8, 8)), desc.layout
    (True, 'NCHW')
    """

    dtype: Any
    layout: str | None

    def __new__(cls, name: str, shape: tuple[int, ...], dtype: DTypeLike = mx_real_t,
                layout: str | None = "NCHW") -> DataDesc:
        self = super().__new__(cls, name, shape)
        self.dtype = dtype
        self.layout = layout
        return self

    def __repr__(self) -> str:
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        """Return the batch axis of a layout.

        Parameters
        ----------
        layout : str or None
            One letter per axis.

        Returns
        -------
        int
            The position of "N": 0 for None, -1 if there is none.
        """
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes: Sequence[tuple[str, tuple[int, ...]]],
                 types: Sequence[tuple[str, DTypeLike]] | None) -> list[DataDesc]:
        """Return descriptions of several arrays.

        Parameters
        ----------
        shapes : Sequence[tuple[str, tuple[int, ...]]]
            Pairs of name and shape.
        types : Sequence[tuple[str, DTypeLike]] or None
            Pairs of name and type, if any.

        Returns
        -------
        list of DataDesc
            One for each.
        """
        if types is None:
            return [DataDesc(item[0], item[1]) for item in shapes]
        kinds = dict(types)
        return [DataDesc(item[0], item[1], kinds[item[0]]) for item in shapes]


class DataBatch:
    """Arrays of one batch.

    Parameters
    ----------
    data : list[NDArray]
        Data arrays, in the order of the data inputs.
    label : list[NDArray], optional
        Label arrays.
    pad : int, optional
        Number of padding samples at the end of the batch, which do not count.
    index : optional
        Indices of the samples in the data set.
    bucket_key : optional
        For `mx.mod.BucketingModule`: which bucket the batch is for.
    provide_data : list[DataDesc], optional
        Descriptions of the data arrays of this batch, for a bucket.
    provide_label : list[DataDesc], optional
        Descriptions of its label arrays.

    Examples
    --------
    >>> batch = mx.io.DataBatch([mx.nd.ones((2, 3))], [mx.nd.zeros(2)])
    >>> batch.data[0].shape
    (2, 3)
    """

    def __init__(self, data: list[NDArray], label: list[NDArray] | None = None, pad: int | None = None,
                 index: Any = None, bucket_key: Any = None, provide_data: list[DataDesc] | None = None,
                 provide_label: list[DataDesc] | None = None) -> None:
        for what, arrays in (("Data", data), ("Label", label)):
            if arrays is not None and not isinstance(arrays, (list, tuple)):
                raise BadType(f"{what} must be list of NDArrays, got {type(arrays).__name__}")
        self.data = data
        self.label = label
        self.pad = pad
        self.index = index
        self.bucket_key = bucket_key
        self.provide_data = provide_data
        self.provide_label = provide_label

    def __str__(self) -> str:
        labels = [array.shape for array in self.label] if self.label else None
        return (f"{type(self).__name__}: data shapes: {[array.shape for array in self.data]} "
                f"label shapes: {labels}")
