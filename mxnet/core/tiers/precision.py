"""How programs are called on a GPU: with the requested precision and convolution search."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import torch

from ..tf32 import allowed


def run(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function that runs on a GPU, with the flags that the environment requests.

    ``MXNET_CUDNN_AUTOTUNE_DEFAULT`` of 1 or 2 lets cuDNN search for the fastest convolutions; if unset, torch's flag
    decides, because the search can take longer than the rest of the run.
    """
    tuned = os.environ.get("MXNET_CUDNN_AUTOTUNE_DEFAULT")
    if tuned is None:
        with allowed():
            return function(*args)
    before, torch.backends.cudnn.benchmark = torch.backends.cudnn.benchmark, tuned.strip() in ("1", "2")
    try:
        with allowed():
            return function(*args)
    finally:
        torch.backends.cudnn.benchmark = before
