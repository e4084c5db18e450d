"""Two-bit gradient compression: each device sends -t, 0 or t and keeps what it did not send."""
import warnings

import torch

from ..core.errors import BadType, MXNetError


class Compression:
    """Quantises pushed gradients; the rest stays in a residual a key and device."""

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._residual: dict = {}

    @classmethod
    def from_params(cls, params: dict) -> "Compression":
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

    def sum(self, key, values: list[torch.Tensor]) -> torch.Tensor:
        """Sum what the devices send for a key."""
        total = None
        for device, value in enumerate(values):
            residual = self._residual.get((key, device))
            if residual is None:
                residual = self._residual[key, device] = torch.zeros_like(value)
            residual.add_(value)
            sent = torch.zeros_like(value)
            sent.masked_fill_(residual >= self.threshold, self.threshold)
            sent.masked_fill_(residual <= -self.threshold, -self.threshold)
            residual.sub_(sent)
            total = sent if total is None else total.add_(sent.to(total.device))
        return total
