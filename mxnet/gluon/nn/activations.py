"""Activation functions as layers."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import initializer
from ...core.borrowed import borrowed as _borrowed
from .layer import Layer

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..parameter import Parameter
    from ..signatures import BlockOptions, InitLike

__all__ = ["Activation", "LeakyReLU", "PReLU", "ELU", "SELU", "Swish", "GELU"]


class Activation(Layer):
    """Apply an activation function: ``relu``, ``sigmoid``, ``tanh``, ``softrelu`` or ``softsign``."""

    def __init__(self, activation: str, **kwargs: Unpack[BlockOptions]) -> None:
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self) -> str:
        return self._act_type

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.Activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(Layer):
    """Give x where it is positive, else ``alpha * x``."""

    def __init__(self, alpha: float, **kwargs: Unpack[BlockOptions]) -> None:
        if alpha < 0:
            raise AssertionError(f"LeakyReLU: alpha is at least 0, got {alpha}")
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._alpha})"


class PReLU(Layer):
    """Give x where it is positive, else ``alpha * x`` with a learned ``alpha``, one or one per channel."""

    def __init__(self, alpha_initializer: InitLike | None = None, in_channels: int = 1,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        if alpha_initializer is None:
            alpha_initializer = initializer.Constant(0.25)
        with self.name_scope():
            self.alpha: Parameter = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F: Any, x: Any, alpha: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(Layer):
    """Give x where it is positive, else ``alpha * (exp(x) - 1)``."""

    def __init__(self, alpha: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(Layer):
    """The ELU with the two constants that keep mean 0 and variance 1."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(Layer):
    """Give x times the probability that a standard normal number is below it."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(Layer):
    """Give ``x * sigmoid(beta * x)``."""

    def __init__(self, beta: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(self._beta * x, name="fwd")


_borrowed(__name__)
