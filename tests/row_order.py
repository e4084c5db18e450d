"""Watches that every array is in row order: `reshape` and slices could not be views of it otherwise."""
from contextlib import contextmanager

import torch

from mxnet.ndarray import NDArray


class _Watched:
    """What holds an array's tensor, in place of the class's own slot."""

    def __init__(self, slot):
        self.slot = slot

    def __get__(self, array, cls=None):
        return self if array is None else self.slot.__get__(array, cls)

    def __set__(self, array, tensor):
        if isinstance(tensor, torch.Tensor) and tensor.layout is torch.strided:
            assert tensor.is_contiguous(), f"an array of shape {tuple(tensor.shape)} with strides {tensor.stride()}"
        self.slot.__set__(array, tensor)


@contextmanager
def watched():
    """Fail where an array is given a tensor that is expanded, or in another order."""
    slot = vars(NDArray)["_data"]
    type.__setattr__(NDArray, "_data", _Watched(slot))
    try:
        yield
    finally:
        type.__setattr__(NDArray, "_data", slot)
