"""Probability densities of the distributions in `random`, with gradients for their params."""
import inspect
from collections.abc import Callable
from math import log, pi

import torch

from ..errors import MXNetError
from ..op import Array, op
from ..op.shapes import ShapeFrame, show


def _spread(sample: Array, *params: Array) -> list[Array]:
    """Give params the trailing axes that samples have beside them."""
    for param in params:
        if param.shape != sample.shape[:param.dim()] or param.shape != params[0].shape:
            raise MXNetError(f"params must have the leading shape of the samples {show(sample.shape)}"
                             f", got {' and '.join(show(q.shape) for q in params)}")
    return [q.reshape(*q.shape, *(1,) * (sample.dim() - q.dim())) for q in params]


def _density(logarithm: Array, is_log: bool, like: Array) -> Array:
    return (logarithm if is_log else logarithm.exp()).to(like.dtype)


def _wide(*arrays: Array) -> list[Array]:
    """Compute half floats in single precision."""
    return [a.float() if a.dtype in (torch.float16, torch.bfloat16) else a for a in arrays]


def _params_like_samples(shape: ShapeFrame, p) -> None:
    shape.out = shape.sample
    first = shape.peek(shape.input_names[1])
    if first is not None:
        for index in range(1, len(shape.ins)):
            shape.set_in(index, shape.sample[:len(first)])


def _pdf(name: str, counts: bool = False):
    """Declare a density by its logarithm, a function of samples and params that broadcast.

    ``counts`` are no real numbers, so they have no gradient.
    """
    def declare(logarithm: Callable) -> Callable:
        def body(sample: Array, *params: Array, is_log: bool) -> Array:
            wide, *found = _wide(sample.detach() if counts else sample, *params)
            return _density(logarithm(wide, *_spread(wide, *found)), is_log, sample)

        signature = inspect.signature(logarithm)
        flag = inspect.Parameter("is_log", inspect.Parameter.KEYWORD_ONLY, annotation=bool, default=False)
        body.__signature__ = signature.replace(parameters=[*signature.parameters.values(), flag])
        body.__doc__ = logarithm.__doc__
        op(f"_random_pdf_{name}", aliases=(f"random_pdf_{name}",), shapes=_params_like_samples)(body)
        return logarithm
    return declare


@_pdf("uniform")
def uniform(sample: Array, low: Array, high: Array) -> Array:
    """Give the density of a uniform distribution; samples are taken to be inside."""
    return -(high - low).log() + sample.detach() * 0


@_pdf("normal")
def normal(sample: Array, mu: Array, sigma: Array) -> Array:
    """Give the density of a normal distribution."""
    return -0.5 * ((sample - mu) / sigma) ** 2 - sigma.log() - 0.5 * log(2 * pi)


@_pdf("gamma")
def gamma(sample: Array, alpha: Array, beta: Array) -> Array:
    """Give the density of a gamma distribution; here ``beta`` is its rate."""
    return alpha * beta.log() + (alpha - 1) * sample.log() - beta * sample - alpha.lgamma()


@_pdf("exponential")
def exponential(sample: Array, lam: Array) -> Array:
    """Give the density of an exponential distribution."""
    return lam.log() - lam * sample


@_pdf("poisson", counts=True)
def poisson(sample: Array, lam: Array) -> Array:
    """Give the probability of counts under a Poisson distribution; counts have no gradient."""
    return sample * lam.log() - (sample + 1).lgamma() - lam


@_pdf("negative_binomial", counts=True)
def negative_binomial(sample: Array, k: Array, p: Array) -> Array:
    """Give the probability of counts under a negative binomial distribution; ``p`` is failure."""
    ways = (sample + k).lgamma() - (sample + 1).lgamma() - k.lgamma()
    return ways + k * p.log() + sample * (1 - p).log()


@_pdf("generalized_negative_binomial", counts=True)
def generalized_negative_binomial(sample: Array, mu: Array, alpha: Array) -> Array:
    """Give the probability of counts under the distribution of mean ``mu``, dispersion ``alpha``."""
    return negative_binomial(sample, 1 / alpha, 1 / (mu * alpha + 1))


def _dirichlet_shape(shape: ShapeFrame, p) -> None:
    sample = shape.sample
    shape.out = sample[:-1] or (1,)
    alpha = shape.peek("alpha")
    if alpha is not None:
        shape.alpha = (*sample[:len(alpha) - 1], sample[-1])


@op("_random_pdf_dirichlet", aliases=("random_pdf_dirichlet",), shapes=_dirichlet_shape)
def pdf_dirichlet(sample: Array, alpha: Array, *, is_log: bool = False) -> Array:
    """Give the density of Dirichlet distributions; the last axis holds one sample."""
    wide, a = _wide(sample, alpha)
    leading = a.dim() - 1
    if a.dim() > wide.dim() or a.shape[-1] != wide.shape[-1] \
            or a.shape[:-1] != wide.shape[:leading]:
        raise MXNetError(f"alpha {show(alpha.shape)} does not fit samples {show(sample.shape)}")
    total = a.sum(-1).lgamma() - a.lgamma().sum(-1)
    rest = (1,) * (wide.dim() - a.dim())
    a = a.reshape(*a.shape[:-1], *rest, a.shape[-1])
    found = ((a - 1) * wide.log()).sum(-1) + total.reshape(*total.shape, *rest)
    return _density(found.reshape(sample.shape[:-1] or (1,)), is_log, sample)
