"""Parameters packed for a kernel, cached while unchanged: packing a small layer takes as long as running it."""
from collections.abc import Callable

import torch

from ... import ownership
from ...op import Array
from ...torch_private import has_onednn, onednn_enabled
from ...tuning import PACKED_WEIGHT_UP_TO_ELEMENTS, PACKED_WEIGHTS_KEPT

_NOTHING = None, None


def is_live() -> bool:
    """Return whether calls are executed now, on oneDNN's kernels: nothing is traced or compiled."""
    return onednn_enabled() and has_onednn and not torch.compiler.is_compiling()


def computes(*tensors: Array) -> bool:
    """Return whether tensors are numbers: what torch traces, or differentiates itself, is left to its own kernels."""
    taped = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)
    return not taped and is_live() and all(tensor.__class__ is Array for tensor in tensors)


class Packing:
    """Results of ``pack(parameters, *how)``, keyed by the parameters' memory and their use.

    All bytes are compared at every call (`ownership.Image`), as a layer's parameters are often a different tensor each
    time, sliced from a larger one. Parameters seen for the first time are not packed, as that takes longer than it
    saves in one call.
    """

    def __init__(self, pack: Callable) -> None:
        self.pack = pack
        self.kept: dict[tuple, tuple] = {}  # key -> (image of the parameters, packed or None)

    def find(self, parameters: Array, *how):
        """Return the packed parameters, or None if they are large or differ from those of the last call."""
        if parameters.numel() > PACKED_WEIGHT_UP_TO_ELEMENTS or not parameters.is_contiguous():
            return None
        key = parameters.data_ptr(), *how
        image, packed = self.kept.get(key, _NOTHING)
        if image is not None and image.shows(parameters):
            if packed is None:
                packed = self.pack(parameters, *how)
                self.kept[key] = image, packed
            return packed
        if len(self.kept) >= PACKED_WEIGHTS_KEPT:
            self.kept.clear()
        self.kept[key] = ownership.Image(parameters), None
        return None
