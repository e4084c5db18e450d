"""Clamps whose gradient is one at the bounds too, as in MXNet; torch's has been zero there since 2.14."""
from __future__ import annotations

import torch


def clamp(data: torch.Tensor, low: float | None = None, high: float | None = None) -> torch.Tensor:
    """Clamp each element between two bounds, or on one side."""
    if not (data.requires_grad and torch.is_grad_enabled()):
        return torch.clamp(data, low, high)
    if low is not None:
        data = torch.where(data < low, low, data)
    return data if high is None else torch.where(data > high, high, data)


def clamp_min(data: torch.Tensor, low: float) -> torch.Tensor:
    """Return the larger of each element and a number."""
    return clamp(data, low)


def clamp_max(data: torch.Tensor, high: float) -> torch.Tensor:
    """Return the smaller of each element and a number."""
    return clamp(data, None, high)
