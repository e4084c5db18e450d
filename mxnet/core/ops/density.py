"""Probability densities of the distributions in `random`, with gradients for their params."""
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


def _pdf(name: str):
    return op(f"_random_pdf_{name}", aliases=(f"random_pdf_{name}",), shapes=_params_like_samples)


@_pdf("uniform")
def pdf_uniform(sample: Array, low: Array, high: Array, *, is_log: bool = False) -> Array:
    """Give the density of a uniform distribution; samples are taken to be inside."""
    wide, *params = _wide(sample, low, high)
    left, right = _spread(wide, *params)
    return _density(-(right - left).log() + wide.detach() * 0, is_log, sample)


@_pdf("normal")
def pdf_normal(sample: Array, mu: Array, sigma: Array, *, is_log: bool = False) -> Array:
    """Give the density of a normal distribution."""
    wide, *params = _wide(sample, mu, sigma)
    mean, deviation = _spread(wide, *params)
    exponent = -0.5 * ((wide - mean) / deviation) ** 2
    return _density(exponent - deviation.log() - 0.5 * log(2 * pi), is_log, sample)


@_pdf("gamma")
def pdf_gamma(sample: Array, alpha: Array, beta: Array, *, is_log: bool = False) -> Array:
    """Give the density of a gamma distribution; here ``beta`` is its rate."""
    wide, *params = _wide(sample, alpha, beta)
    a, b = _spread(wide, *params)
    return _density(a * b.log() + (a - 1) * wide.log() - b * wide - a.lgamma(), is_log, sample)


@_pdf("exponential")
def pdf_exponential(sample: Array, lam: Array, *, is_log: bool = False) -> Array:
    """Give the density of an exponential distribution."""
    wide, *params = _wide(sample, lam)
    (rate,) = _spread(wide, *params)
    return _density(rate.log() - rate * wide, is_log, sample)


@_pdf("poisson")
def pdf_poisson(sample: Array, lam: Array, *, is_log: bool = False) -> Array:
    """Give the probability of counts under a Poisson distribution; counts have no gradient."""
    wide, *params = _wide(sample.detach(), lam)
    (rate,) = _spread(wide, *params)
    return _density(wide * rate.log() - (wide + 1).lgamma() - rate, is_log, sample)


def _negative_binomial(x: Array, limit: Array, p: Array) -> Array:
    ways = (x + limit).lgamma() - (x + 1).lgamma() - limit.lgamma()
    return ways + limit * p.log() + x * (1 - p).log()


@_pdf("negative_binomial")
def pdf_negative_binomial(sample: Array, k: Array, p: Array, *, is_log: bool = False) -> Array:
    """Give the probability of counts under a negative binomial distribution; ``p`` is failure."""
    wide, *params = _wide(sample.detach(), k, p)
    limit, failure = _spread(wide, *params)
    return _density(_negative_binomial(wide, limit, failure), is_log, sample)


@_pdf("generalized_negative_binomial")
def pdf_generalized_negative_binomial(sample: Array, mu: Array, alpha: Array, *,
                                      is_log: bool = False) -> Array:
    """Give the probability of counts under the distribution of mean ``mu``, dispersion ``alpha``."""
    wide, *params = _wide(sample.detach(), mu, alpha)
    mean, dispersion = _spread(wide, *params)
    found = _negative_binomial(wide, 1 / dispersion, 1 / (mean * dispersion + 1))
    return _density(found, is_log, sample)


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
