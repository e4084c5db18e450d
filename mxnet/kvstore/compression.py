"""Two-bit gradient compression: each device sends -t, 0 or t and keeps the residual."""
from __future__ import annotations

import warnings
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from ..core.errors import BadType, MXNetError
from ..core.tuning import QUANTISE_ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_GATHER = 1 << 30 | 1 << 20 | 1 << 10 | 1   # moves the lowest bits of four bytes into the highest, the first foremost


class TwoBits(NamedTuple):
    """Values -t, 0 and t, four per byte: 0 for 0, 2 for -t, 3 for t, the first in the high bits."""

    codes: torch.Tensor
    threshold: float

    def expanded(self, shape: tuple[int, ...]) -> torch.Tensor:
        """Return the values as 32-bit floats."""
        every = torch.arange(256)
        four = torch.tensor([0.0, 0.0, -self.threshold, self.threshold])[
            torch.stack([every >> shift & 3 for shift in (6, 4, 2, 0)], 1)]
        return four.index_select(0, self.codes.int()).reshape(-1)[:prod(shape)].reshape(shape)


class Compression:
    """Quantizes pushed gradients; the rest stays in one residual per key and device."""

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._residual: dict = {}

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Compression:
        """Read ``{'type': '2bit', 'threshold': 0.5}``."""
        if not isinstance(params, dict):
            raise BadType(f"unexpected type for param_dict: {type(params)}")
        kind = params.get("type")
        if kind != "2bit":
            raise MXNetError(f"Unknown type for gradient compression {kind}")
        unknown = set(params) - {"type", "threshold"}
        if unknown:
            warnings.warn(f"gradient compression: unknown params {sorted(unknown)} are not used; type and threshold "
                          "exist", stacklevel=3)
        threshold = float(params.get("threshold", 0.5))
        if threshold <= 0:
            raise MXNetError(f"gradient compression: threshold must be greater than 0, got {threshold}")
        return cls(threshold)

    def sum(self, key: Any, values: list[torch.Tensor]) -> torch.Tensor:
        """Sum what the devices send for a key."""
        total = None
        for device, value in enumerate(values):
            sent = torch.empty(value.numel(), dtype=value.dtype, device=value.device)
            for start, over, under in self._quantised((key, device), value):
                torch.mul(_signs(over, under), self.threshold, out=sent[start:start + len(over)])
            sent = sent.view(value.shape)
            total = sent if total is None else total.add_(sent.to(total.device))
        return total

    def packed(self, key: Any, value: torch.Tensor) -> TwoBits:
        """Return what this worker sends for a key, four elements per byte."""
        codes = torch.zeros((value.numel() + 3) // 4 * 4, dtype=torch.uint8, device=value.device)
        for start, over, under in self._quantised(key, value):
            torch.add(over.view(torch.uint8) * 3, under.view(torch.uint8), alpha=2, out=codes[start:start + len(over)])
        # Four codes in a 32-bit number: the product has each of them in two bits of the highest byte.
        return TwoBits((codes.view(torch.int32) * _GATHER >> 24).to(torch.uint8).cpu(), self.threshold)

    def _quantised(self, key, value: torch.Tensor) -> Iterator[tuple[int, torch.Tensor, torch.Tensor]]:
        """Return, for each block, which elements are sent as t and which as -t, and keep the rest.

        A block fits a core's cache while it is processed several times; a GPU processes all at once.
        """
        residual = self._residual.get(key)
        if residual is None:
            residual = self._residual[key] = torch.zeros(value.numel(), dtype=value.dtype, device=value.device)
        value = value.reshape(-1)
        step = QUANTISE_ELEMENTS if value.is_cpu else max(value.numel(), 1)
        for start in range(0, value.numel(), step):
            rest = residual[start:start + step].add_(value[start:start + step])
            over, under = _beyond(rest, self.threshold)
            rest.sub_(_signs(over, under).to(rest.dtype), alpha=self.threshold)
            yield start, over, under


def _beyond(values: torch.Tensor, threshold: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Return which values are at least a threshold, and which at most its negative."""
    if not values.is_cpu or values.dtype is not torch.float32:
        return values >= threshold, values <= -threshold
    numbers, limit = values.numpy(), np.float32(threshold)  # NumPy compares eight times as fast
    return torch.from_numpy(numbers >= limit), torch.from_numpy(numbers <= -limit)


def _signs(over: torch.Tensor, under: torch.Tensor) -> torch.Tensor:
    return over.view(torch.int8) - under.view(torch.int8)
