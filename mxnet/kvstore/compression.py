"""Two-bit gradient compression: each device sends -t, 0 or t and keeps what it did not send."""
from __future__ import annotations

import warnings
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from ..core.errors import BadType, MXNetError

if TYPE_CHECKING:
    from collections.abc import Mapping



class TwoBits(NamedTuple):
    """Values -t, 0 and t of which a byte holds four: 0 for nothing, 2 for -t, 3 for t, the first in the high bits."""

    codes: torch.Tensor
    threshold: float

    def expanded(self, shape: tuple[int, ...]) -> torch.Tensor:
        """Give the values, of 32 bits."""
        every = torch.arange(256)
        four = torch.tensor([0.0, 0.0, -self.threshold, self.threshold])[
            torch.stack([every >> shift & 3 for shift in (6, 4, 2, 0)], 1)]
        return four.index_select(0, self.codes.int()).reshape(-1)[:prod(shape)].reshape(shape)


class Compression:
    """Quantises pushed gradients; the rest stays in a residual a key and device."""

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
            over, under = self._quantised((key, device), value)
            sent = torch.zeros_like(value)
            sent.masked_fill_(over, self.threshold)
            sent.masked_fill_(under, -self.threshold)
            total = sent if total is None else total.add_(sent.to(total.device))
        return total

    def packed(self, key: Any, value: torch.Tensor) -> TwoBits:
        """Give what this worker sends for a key, four elements a byte."""
        over, under = self._quantised(key, value)
        codes = (over.byte() * 3 + under.byte() * 2).reshape(-1)
        codes = torch.nn.functional.pad(codes, (0, -codes.numel() % 4)).reshape(-1, 4)
        return TwoBits((codes[:, 0] << 6 | codes[:, 1] << 4 | codes[:, 2] << 2 | codes[:, 3]).cpu(), self.threshold)

    def _quantised(self, key, value: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Tell which elements are sent as t and which as -t, and keep the rest."""
        residual = self._residual.get(key)
        if residual is None:
            residual = self._residual[key] = torch.zeros_like(value)
        residual.add_(value)
        over, under = residual >= self.threshold, residual <= -self.threshold
        residual.sub_(over.to(value.dtype) - under.to(value.dtype), alpha=self.threshold)
        return over, under
