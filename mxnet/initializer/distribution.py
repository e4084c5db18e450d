"""Random initializers. They draw from `mx.random`, so its seed determines the values."""
import math
from typing import Any

import numpy

from .. import random
from ..ndarray import NDArray
from .initializer import Initializer, register


@register
class Uniform(Initializer):
    """Draw weights from the uniform distribution over ``[-scale, scale]``.

    Parameters
    ----------
    scale : float, default=0.07
        Bound of the numbers.

    Examples
    --------
    >>> weight = mx.nd.zeros((3, 4))
    >>> mx.init.Uniform(0.1)(mx.init.InitDesc("fc_weight"), weight)
    >>> bool((weight.abs() <= 0.1).min())
    True
    """

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        random.uniform(-self.scale, self.scale, arr.shape, out=arr)


@register
class Normal(Initializer):
    """Draw weights from the normal distribution with mean 0.

    Parameters
    ----------
    sigma : float, default=0.01
        Standard deviation.
    """

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        random.normal(0, self.sigma, arr.shape, out=arr)


@register
class Orthogonal(Initializer):
    """Fill weights with an orthogonal matrix; its rows are the first axis, its columns all others.

    Saxe, McClelland and Ganguli, "Exact solutions to the nonlinear dynamics of learning in deep linear neural
    networks", arXiv 1312.6120.

    Parameters
    ----------
    scale : float, default=1.414
        Factor of the matrix.
    rand_type : {'uniform', 'normal'}, default='uniform'
        Distribution of the random matrix that is orthogonalized.
    """

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        shape = (arr.shape[0], math.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            drawn = random.uniform(-1.0, 1.0, shape=shape).asnumpy()
        elif self.rand_type == "normal":
            drawn = random.normal(0.0, 1.0, shape=shape).asnumpy()
        else:
            raise ValueError(f"rand_type must be 'uniform' or 'normal'; got {self.rand_type!r}")
        left, _, right = numpy.linalg.svd(drawn, full_matrices=False)
        matrix = left if left.shape == drawn.shape else right
        arr[:] = self.scale * matrix.reshape(arr.shape)


@register
class Xavier(Initializer):
    """Draw weights at a scale that keeps the magnitude of activations and gradients similar in all layers.

    The scale is ``sqrt(magnitude / fan)``: the bound of a uniform or the deviation of a normal distribution. Fan-in
    and fan-out are the second and first axis times the area of the rest.

    Parameters
    ----------
    rnd_type : {'uniform', 'gaussian'}, default='uniform'
        The distribution.
    factor_type : {'avg', 'in', 'out'}, default='avg'
        Which fan: the mean of both, fan-in, or fan-out.
    magnitude : float, default=3
        Square of the scale times the fan.

    Examples
    --------
    >>> weight = mx.nd.zeros((100, 200))
    >>> mx.init.Xavier()(mx.init.InitDesc("fc_weight"), weight)
    >>> bool(weight.abs().max() < (3 / 150) ** 0.5)
    True
    """

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg",
                 magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude: float = float(magnitude)

    def _init_weight(self, name: Any, arr: NDArray) -> None:
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(f"Xavier initializer cannot be applied to vector {name}. It requires"
                             " at least 2D.")
        area = math.prod(shape[2:])
        fan_in, fan_out = shape[1] * area, shape[0] * area
        fans = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in fans:
            raise ValueError("Incorrect factor type")
        scale = math.sqrt(self.magnitude / fans[self.factor_type])
        if self.rnd_type == "uniform":
            random.uniform(-scale, scale, shape, out=arr)
        elif self.rnd_type == "gaussian":
            random.normal(0, scale, shape, out=arr)
        else:
            raise ValueError("Unknown random type")


@register
class MSRAPrelu(Xavier):
    """Draw weights for layers that a (P)ReLU follows.

    He and others, "Delving Deep into Rectifiers", arXiv 1502.01852: `Xavier` with a normal distribution and the
    magnitude ``2 / (1 + slope ** 2)``.

    Parameters
    ----------
    factor_type : {'avg', 'in', 'out'}, default='avg'
        Which fan: the mean of both, fan-in, or fan-out.
    slope : float, default=0.25
        Initial slope of the PReLU.
    """

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope ** 2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}
