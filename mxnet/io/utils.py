"""`mxnet.io.utils`, where MXNet has helpers of `NDArrayIter`."""
from ..core.borrowed import borrowed
from .ndarray_iter import _getdata_by_idx, _has_instance, _init_data, _slice_along_batch_axis

__all__ = ["_getdata_by_idx", "_has_instance", "_init_data", "_slice_along_batch_axis"]

borrowed(__name__)
