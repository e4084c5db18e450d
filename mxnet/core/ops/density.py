"""Probability densities of the distributions in `random`, with gradients for their params."""
import inspect
from collections.abc import Callable
from math import log, pi

import torch

from ..errors import MXNetError
from ..op import Array, op, types
from ..op.shapes import ShapeFrame, show


def _spread(sample: Array, *params: Array) -> list[Array]:
    """Add trailing axes to params, matching those of the samples."""
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


# What all densities share.
_WORDS = {
    "sample": "Points at which the density is wanted; its leading axes are those of the params, which have any "
              "number of samples each.",
    "is_log": "Give the logarithm of the density instead.",
}


def _pdf(name: str, constant: tuple[str, ...] = ()):
    """Declare a density by its logarithm, a function of samples and params that broadcast."""
    def declare(logarithm: Callable) -> Callable:
        def body(sample: Array, *params: Array, is_log: bool) -> Array:
            wide, *found = _wide(sample, *params)
            return _density(logarithm(wide, *_spread(wide, *found)), is_log, sample)

        signature = inspect.signature(logarithm)
        flag = inspect.Parameter("is_log", inspect.Parameter.KEYWORD_ONLY, annotation=bool, default=False)
        body.__signature__ = signature.replace(parameters=[*signature.parameters.values(), flag])
        body.__doc__ = logarithm.__doc__
        op(f"_random_pdf_{name}", aliases=(f"random_pdf_{name}",), shapes=_params_like_samples,
           accepts=types.FLOATING, constant=constant, words=_WORDS)(body)
        return logarithm
    return declare


@_pdf("uniform", constant=("sample",))
def uniform(sample: Array, low: Array, high: Array) -> Array:
    """Compute the density of uniform distributions: ``1 / (high - low)``.

    Samples are assumed to be in the interval; this is not checked.

    Parameters
    ----------
    low
        Lower end of each interval.
    high
        Upper end of each interval; of the shape of ``low``.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([[1, 2]]), mx.nd.array([0]), mx.nd.array([4])
    >>> mx.nd.random_pdf_uniform(x, low, high).asnumpy().tolist()
    [[0.25, 0.25]]
    """
    return -(high - low).log() + torch.zeros_like(sample)


@_pdf("normal")
def normal(sample: Array, mu: Array, sigma: Array) -> Array:
    """Compute the density of normal distributions: ``exp(-((sample - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))``.

    Parameters
    ----------
    mu
        Mean of each distribution.
    sigma
        Its standard deviation; of the shape of ``mu``.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, mu, sigma = mx.nd.array([[0, 1]]), mx.nd.array([0]), mx.nd.array([1])
    >>> mx.nd.random_pdf_normal(x, mu, sigma).asnumpy().tolist()
    [[0.3989, 0.2420]]
    """
    return -0.5 * ((sample - mu) / sigma) ** 2 - sigma.log() - 0.5 * log(2 * pi)


@_pdf("gamma")
def gamma(sample: Array, alpha: Array, beta: Array) -> Array:
    """Compute the density of gamma distributions.

    It is ``beta**alpha * sample**(alpha - 1) * exp(-beta * sample) / gamma(alpha)``; ``beta`` is the rate here, where
    `random.gamma` takes the scale, its reciprocal.

    Parameters
    ----------
    alpha
        Shape of each distribution.
    beta
        Its rate; of the shape of ``alpha``.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, alpha, beta = mx.nd.array([[0.5, 1]]), mx.nd.array([1]), mx.nd.array([2])
    >>> mx.nd.random_pdf_gamma(x, alpha, beta).asnumpy().tolist()
    [[0.7358, 0.2707]]
    """
    return alpha * beta.log() + (alpha - 1) * sample.log() - beta * sample - alpha.lgamma()


@_pdf("exponential")
def exponential(sample: Array, lam: Array) -> Array:
    """Compute the density of exponential distributions: ``lam * exp(-lam * sample)``.

    Parameters
    ----------
    lam
        Rate of each distribution.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, lam = mx.nd.array([[0, 1]]), mx.nd.array([2])
    >>> mx.nd.random_pdf_exponential(x, lam).asnumpy().tolist()
    [[2.0, 0.2707]]
    """
    return lam.log() - lam * sample


@_pdf("poisson", constant=("sample",))  # counts are integers
def poisson(sample: Array, lam: Array) -> Array:
    """Compute the probability of counts under Poisson distributions: ``exp(-lam) * lam**sample / sample!``.

    Counts have no gradient.

    Parameters
    ----------
    lam
        Rate of each distribution, which is its mean.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, lam = mx.nd.array([[0, 1, 2]]), mx.nd.array([1])
    >>> mx.nd.random_pdf_poisson(x, lam).asnumpy().tolist()
    [[0.3679, 0.3679, 0.1839]]
    """
    return sample * lam.log() - (sample + 1).lgamma() - lam


@_pdf("negative_binomial", constant=("sample",))  # counts are integers
def negative_binomial(sample: Array, k: Array, p: Array) -> Array:
    """Compute the probability of counts under negative binomial distributions.

    It is ``gamma(sample + k) / (sample! * gamma(k)) * p**k * (1 - p)**sample``: of ``sample`` successes before
    ``k`` failures. Counts have no gradient.

    Parameters
    ----------
    k
        Number of failures, which need not be an integer.
    p
        Probability of a failure; of the shape of ``k``.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, k, p = mx.nd.array([[0, 1]]), mx.nd.array([2]), mx.nd.array([0.5])
    >>> mx.nd.random_pdf_negative_binomial(x, k, p).asnumpy().tolist()
    [[0.2500, 0.2500]]
    """
    ways = (sample + k).lgamma() - (sample + 1).lgamma() - k.lgamma()
    return ways + k * p.log() + sample * (1 - p).log()


@_pdf("generalized_negative_binomial", constant=("sample",))  # counts are integers
def generalized_negative_binomial(sample: Array, mu: Array, alpha: Array) -> Array:
    """Compute the probability of counts under negative binomial distributions given by mean and dispersion.

    It is `random_pdf_negative_binomial` with ``k = 1 / alpha`` and ``p = 1 / (mu * alpha + 1)``. Counts have no
    gradient.

    Parameters
    ----------
    mu
        Mean of each distribution.
    alpha
        Its dispersion; of the shape of ``mu``. The variance is ``mu + alpha * mu**2``.

    Returns
    -------
    Array of the shape of ``sample``.

    Examples
    --------
    >>> x, mu, alpha = mx.nd.array([[0, 1]]), mx.nd.array([2]), mx.nd.array([0.5])
    >>> mx.nd.random_pdf_generalized_negative_binomial(x, mu, alpha).asnumpy().tolist()
    [[0.2500, 0.2500]]
    """
    return negative_binomial(sample, 1 / alpha, 1 / (mu * alpha + 1))


def _dirichlet_shape(shape: ShapeFrame, p) -> None:
    sample = shape.sample
    shape.out = sample[:-1] or (1,)
    alpha = shape.peek("alpha")
    if alpha is not None:
        shape.alpha = (*sample[:len(alpha) - 1], sample[-1])


@op("_random_pdf_dirichlet", accepts=types.FLOATING, aliases=("random_pdf_dirichlet",), shapes=_dirichlet_shape,
    words=_WORDS)
def pdf_dirichlet(sample: Array, alpha: Array, *, is_log: bool = False) -> Array:
    """Compute the density of Dirichlet distributions.

    It is ``gamma(sum(alpha)) / prod(gamma(alpha)) * prod(sample**(alpha - 1))``.

    Parameters
    ----------
    sample
        Points of the simplex in the last axis, ``(..., n)``; its leading axes are those of ``alpha``.
    alpha
        Concentrations of each distribution, in the last axis.

    Returns
    -------
    Array of the shape of ``sample`` without the last axis; ``(1,)`` if nothing is left.

    Examples
    --------
    >>> x, alpha = mx.nd.array([[0.5, 0.5]]), mx.nd.array([[2, 2]])
    >>> mx.nd.random_pdf_dirichlet(x, alpha).asnumpy().tolist()
    [1.50]
    """
    wide, a = _wide(sample, alpha)
    leading = a.dim() - 1
    if a.dim() > wide.dim() or a.shape[-1] != wide.shape[-1] \
            or a.shape[:-1] != wide.shape[:leading]:
        raise MXNetError(f"alpha {show(alpha.shape)} does not fit samples {show(sample.shape)}")
    total = a.sum(-1).lgamma() - a.lgamma().sum(-1)
    rest = (1,) * (wide.dim() - a.dim())
    a = a.reshape((*a.shape[:-1], *rest, a.shape[-1]))
    found = ((a - 1) * wide.log()).sum(-1) + total.reshape((*total.shape, *rest))
    return _density(found.reshape(sample.shape[:-1] or (1,)), is_log, sample)
