"""Tables of pixels, one row of channels each, for operators on regions.

On the host NumPy transposes and reads them: it often takes half of torch's time, and less for small ones.
"""
import numpy as np
import torch

from .. import order
from ..op import Array
from ..tuning import REORDER_FROM_ELEMENTS


def turned(array: Array) -> Array:
    """Transpose axes 1 and 2, in memory too."""
    if array.numel() >= REORDER_FROM_ELEMENTS:
        return order.permuted(array.detach() if array.is_cpu else array, (0, 2, 1))
    if _for_numpy(array):
        return torch.from_numpy(np.ascontiguousarray(array.detach().numpy().swapaxes(1, 2)))
    return array.transpose(1, 2).contiguous()


def looked_up(table: Array, index: Array) -> Array:
    """Return the rows of a table at an index of any shape."""
    if _for_numpy(table):
        return torch.from_numpy(table.detach().numpy().take(index.numpy(), 0))
    return table.index_select(0, index.view(-1)).view(*index.shape, table.shape[1])


def _for_numpy(array: Array) -> bool:
    return array.is_cpu and array.dtype is not torch.bfloat16
