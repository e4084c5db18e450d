"""Random arrays: the params of a distribution are numbers or arrays."""
import numpy as np

from .functions import function


def _draw(F, operator: str, params: dict, size, out=None, **more):
    """Call an operator whose params are numbers, or arrays, which are its inputs."""
    arrays = [value for value in params.values() if F.is_array(value)]
    numbers = {name: None if F.is_array(value) else value for name, value in params.items()}
    return F.call(operator, *arrays, size=None if size == () else size, out=out, **numbers, **more)


@function("random")
def uniform(F, low=0.0, high=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw evenly from [low, high)."""
    return _draw(F, "_npi_uniform", {"low": low, "high": high}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def normal(F, loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw from a normal distribution."""
    return _draw(F, "_npi_normal", {"loc": loc, "scale": scale}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def lognormal(F, mean=0.0, sigma=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw numbers whose logarithm is normal."""
    return F.call("_npi_exp", normal(F, mean, sigma, size, dtype, ctx, out))


@function("random")
def gamma(F, shape, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw from a gamma distribution."""
    if out is not None:
        size = out.shape
    return _draw(F, "_npi_gamma", {"shape": shape, "scale": scale}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def beta(F, a, b, size=None, dtype=None, ctx=None):
    """Draw from a beta distribution."""
    left = gamma(F, a, 1, size, "float64", ctx)
    right = gamma(F, b, 1, size, "float64", ctx)
    return (left / (left + right)).astype(dtype or "float32")


@function("random")
def chisquare(F, df, size=None, dtype=None, ctx=None):
    """Draw from a chi-square distribution."""
    return gamma(F, df / 2, 1 / 2, size, dtype, ctx)


@function("random")
def logistic(F, loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Draw from a logistic distribution."""
    return _draw(F, "_npi_logistic", {"loc": loc, "scale": scale}, size, out, ctx=ctx)


@function("random")
def gumbel(F, loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Draw from a Gumbel distribution."""
    return _draw(F, "_npi_gumbel", {"loc": loc, "scale": scale}, size, out, ctx=ctx)


@function("random")
def exponential(F, scale=1.0, size=None, ctx=None, out=None):
    """Draw from an exponential distribution."""
    return _draw(F, "_npi_exponential", {"scale": scale}, size, out, ctx=ctx)


@function("random")
def rayleigh(F, scale=1.0, size=None, ctx=None, out=None):
    """Draw from a Rayleigh distribution."""
    return _draw(F, "_npi_rayleigh", {"scale": scale}, size, out, ctx=ctx)


@function("random")
def weibull(F, a, size=None, ctx=None, out=None):
    """Draw from a Weibull distribution."""
    return _draw(F, "_npi_weibull", {"a": a}, size, out, ctx=ctx)


@function("random")
def pareto(F, a, size=None, ctx=None, out=None):
    """Draw from a Pareto distribution that starts at zero."""
    return _draw(F, "_npi_pareto", {"a": a}, size, out, ctx=ctx)


@function("random")
def power(F, a, size=None, ctx=None, out=None):
    """Draw from [0, 1] with a density that is a power."""
    return _draw(F, "_npi_powerd", {"a": a}, size, out)


@function("random")
def rand(F, *size, **kwargs):
    """Draw evenly from [0, 1) in a shape."""
    return uniform(F, 0, 1, size=tuple(size), **kwargs)


@function("random", arrays_only=True)
def randn(F, *size, **kwargs):
    """Draw from the standard normal distribution in a shape."""
    return normal(F, 0, 1, size=tuple(size), **kwargs)


@function("random")
def randint(F, low, high=None, size=None, dtype=None, ctx=None, out=None):
    """Draw whole numbers evenly from [low, high), or from [0, low)."""
    low, high = (0, low) if high is None else (low, high)
    shape = () if size is None else size
    return F.call("_npi_random_randint", low=low, high=high, shape=shape, dtype="int64" if dtype in (None, "int", int)
                  else dtype, ctx=ctx, out=out)


@function("random")
def choice(F, a, size=None, replace=True, p=None, ctx=None, out=None):
    """Draw from a range or an array, evenly or by weights."""
    size = None if size == () else size
    weights = () if p is None else (p,)
    if F.is_array(a):
        drawn = F.call("_npi_choice", a, *weights, a=None, size=size, replace=replace, weighted=p is not None)
        return F.call("_npi_take", a, drawn)
    return F.call("_npi_choice", *weights, a=a, size=size, replace=replace, weighted=p is not None, ctx=ctx, out=out)


@function("random", arrays_only=True)
def multinomial(F, n, pvals, size=None, **kwargs):
    """Count how often each of several outcomes comes in ``n`` draws."""
    if F.is_array(pvals):
        return F.call("_npi_multinomial", pvals, n=n, pvals=None, size=size)
    if isinstance(pvals, np.ndarray):
        raise ValueError("numpy ndarray is not supported!")
    if any(isinstance(item, list) for item in pvals):
        raise ValueError("object too deep for desired array")
    return F.call("_npi_multinomial", n=n, pvals=tuple(pvals), size=size)


@function("random")
def multivariate_normal(F, mean, cov, size=None, check_valid=None, tol=None):
    """Draw from normal distributions of several dimensions."""
    for name, value in (("check_valid", check_valid), ("tol", tol)):
        if value is not None:
            raise NotImplementedError(f"Parameter `{name}` is not supported")
    if F.symbolic:
        return F.call("_npi_Custom", mean, cov, op_type="mvn_fallback", size=size)
    shape = () if size is None else (size,) if isinstance(size, (int, np.integer)) else tuple(size)
    root = F.call("_npi_cholesky", cov)
    batch = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    plain = normal(F, 0, 1, (*shape, *batch, mean.shape[-1]), mean.dtype)
    turned = F.call("_npi_matmul", root, F.call("_npi_expand_dims", plain, axis=-1))
    return mean + F.call("_np_squeeze", turned, axis=-1)


@function("random")
def shuffle(F, x):
    """Put the slices of the first axis into random order, in place."""
    F.call("_npi_shuffle", x, **({} if F.symbolic else {"out": x}))


# ---- mx.npx.random ------------------------------------------------------------------------------

@function("npx_random")
def bernoulli(F, prob=None, logit=None, size=None, dtype=None, ctx=None, out=None):
    """Draw ones by a probability, or by the logarithm of its odds."""
    if (prob is None) == (logit is None):
        raise ValueError("Either `prob` or `logit` must be specified, but not both. "
                         f"Received prob={prob}, logit={logit}")
    return _draw(F, "_npi_bernoulli", {"prob": prob, "logit": None} if logit is None else
                 {"prob": None, "logit": logit}, size, out, is_logit=logit is not None, dtype=dtype or "float32",
                 ctx=ctx)


@function("npx_random")
def uniform_n(F, low=0.0, high=1.0, batch_shape=None, dtype=None, ctx=None):
    """Draw evenly, a batch of samples for every element of the params."""
    return _draw(F, "_npi_uniform_n", {"low": low, "high": high}, batch_shape, dtype=dtype or "float32", ctx=ctx)


@function("npx_random")
def normal_n(F, loc=0.0, scale=1.0, batch_shape=None, dtype=None, ctx=None):
    """Draw from normal distributions, a batch of samples for every element of the params."""
    return _draw(F, "_npi_normal_n", {"loc": loc, "scale": scale}, batch_shape, dtype=dtype or "float32", ctx=ctx)
