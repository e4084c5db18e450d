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
    """Activation function, applied to each element.

    Parameters
    ----------
    activation : str
        ``"relu"``, ``"sigmoid"``, ``"tanh"``, ``"softrelu"`` or ``"softsign"``.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.Activation("relu")(mx.nd.array([-1, 2])).asnumpy().tolist()
    [0.0, 2.0]
    """

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
    """Leaky rectifier: ``x`` where it is positive, else ``alpha * x``.

    Parameters
    ----------
    alpha : float
        Slope of the negative part.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.LeakyReLU(0.5)(mx.nd.array([-1, 2])).asnumpy().tolist()
    [-0.5, 2.0]
    """

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
    """Parametric rectifier: ``x`` where it is positive, else ``alpha * x`` with a learned ``alpha``.

    Parameters
    ----------
    alpha_initializer : InitLike, optional
        Initializer of ``alpha``; 0.25 by default.
    in_channels : int, default=1
        Number of slopes: 1, or one per channel.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.PReLU()
    >>> layer.initialize()
    >>> layer(mx.nd.array([[-1, 2]])).asnumpy().tolist()
    [[-0.25, 2.0]]
    """

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
    """Exponential linear unit: ``x`` where it is positive, else ``alpha * (exp(x) - 1)``.

    Parameters
    ----------
    alpha : float, default=1.0
        Bound of the negative part.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.ELU()(mx.nd.array([-1, 2])).asnumpy().round(2).tolist()
    [-0.63, 2.0]
    """

    def __init__(self, alpha: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(Layer):
    """Scaled exponential linear unit: the ELU with the two constants that keep mean 0 and variance 1.

    Examples
    --------
    >>> mx.gluon.nn.SELU()(mx.nd.array([0, 1])).asnumpy().round(2).tolist()
    [0.0, 1.05]
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(Layer):
    """Gaussian error linear unit: ``x`` times the probability that a standard normal number is below it.

    Examples
    --------
    >>> mx.gluon.nn.GELU()(mx.nd.array([0, 1])).asnumpy().round(2).tolist()
    [0.0, 0.84]
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(Layer):
    """Swish: ``x * sigmoid(beta * x)``.

    Parameters
    ----------
    beta : float, default=1.0
        Factor inside the sigmoid.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.Swish()(mx.nd.array([0, 1])).asnumpy().round(2).tolist()
    [0.0, 0.73]
    """

    def __init__(self, beta: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(self._beta * x, name="fwd")


_borrowed(__name__)
