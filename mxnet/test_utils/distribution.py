"""Statistical checks of random number generators."""
from typing import Any

import numpy as np


def gen_buckets_probs_with_ppf(ppf: Any, nbuckets: int) -> tuple[list[Any], list[float]]:
    """Divide a distribution into intervals of equal probability.

    Parameters
    ----------
    ppf : Callable
        Inverse of the cumulative distribution, as `scipy.stats` names it.
    nbuckets : int
        Number of intervals.

    Returns
    -------
    tuple[list[Any], list[float]]
        Intervals ``(low, high)``, and their probabilities.

    Raises
    ------
    ValueError
        If there are no intervals.

    Examples
    --------
    >>> mx.test_utils.gen_buckets_probs_with_ppf(lambda p: 10 * p, 2)
    ([(0.0, 5.0), (5.0, 10.0)], [0.5, 0.5])
    """
    if nbuckets <= 0:
        raise ValueError(f"nbuckets must be positive, got {nbuckets}")
    edges = [ppf(i / nbuckets) for i in range(nbuckets + 1)]
    return list(zip(edges[:-1], edges[1:])), [1.0 / nbuckets] * nbuckets


def mean_check(generator: Any, mu: float, sigma: float, nsamples: int = 1000000) -> bool:
    """Return whether the mean of samples is within three standard errors.

    Parameters
    ----------
    generator : Callable
        Function of a count that draws that many numbers.
    mu : float
        The mean of the distribution.
    sigma : float
        Its standard deviation.
    nsamples : int, default=1000000
        Number of samples.

    Returns
    -------
    bool
        Whether it does.

    Examples
    --------
    >>> mx.random.seed(0)
    >>> mx.test_utils.mean_check(lambda n: mx.nd.random.normal(2, 3, shape=n).asnumpy(), 2, 3, 10000)
    True
    """
    error = abs(np.array(generator(nsamples)).mean() - mu)
    return bool(error < 3 * sigma / np.sqrt(nsamples))


def var_check(generator: Any, sigma: float, nsamples: int = 1000000) -> bool:
    """Return whether the variance of samples is within three standard errors.

    Parameters
    ----------
    generator : Callable
        Function of a count that draws that many numbers.
    sigma : float
        Standard deviation of the distribution.
    nsamples : int, default=1000000
        Number of samples.

    Returns
    -------
    bool
        Whether it does.
    """
    error = abs(np.array(generator(nsamples)).var(ddof=1) - sigma ** 2)
    return bool(error < 3 * np.sqrt(2 * sigma ** 4 / (nsamples - 1)))


def _bucket_edges(buckets: list) -> np.ndarray:
    edges = np.array(buckets, dtype=np.float32).reshape(-1)
    if np.any(np.diff(edges) < 0):
        raise ValueError(f"buckets must be sorted and must not overlap: {buckets}")
    return edges


def chi_square_check(generator: Any, buckets: list[Any], probs: list[float],
                     nsamples: int = 1000000) -> tuple[float, np.ndarray, np.ndarray]:
    """Test samples against a distribution.

    Parameters
    ----------
    generator : Callable
        Function of a count that draws that many numbers.
    buckets : list[Any]
        Intervals ``(low, high)`` of a continuous distribution, or the values of a discrete one.
    probs : list[float]
        Their probabilities.
    nsamples : int, default=1000000
        Number of samples.

    Returns
    -------
    tuple[float, np.ndarray, np.ndarray]
        The p-value, and the observed and expected counts.

    Raises
    ------
    ImportError
        If SciPy is not installed.
    """
    try:
        from scipy import stats
    except ImportError as error:
        raise ImportError("scipy is not available. Please check if the scipy python bindings are "
                          "installed: `pip install scipy`.") from error
    if not isinstance(buckets, list):
        raise TypeError(f"buckets must be a list, got {type(buckets)}")
    if len(probs) != len(buckets):
        raise ValueError(f"{len(buckets)} buckets and {len(probs)} probabilities")
    samples = generator(nsamples)
    samples = samples.asnumpy() if hasattr(samples, "asnumpy") else np.asarray(samples)
    if isinstance(buckets[0], (list, tuple)):
        # edges come in pairs, so an odd position, halved, is the number of the interval
        places = np.searchsorted(_bucket_edges(buckets), samples, side="right") // 2
        observed = np.array([(places == i).sum() for i in range(len(buckets))])
    else:
        observed = np.array([(samples == value).sum() for value in buckets])
    expected = (nsamples * np.array(probs, dtype=np.float32)).astype(np.int32)
    # the reference lets the two sums differ by rounding and by samples outside every bucket, which
    # newer SciPy refuses, so the statistic is computed here
    statistic = ((observed - expected) ** 2 / expected.astype(np.float64)).sum()
    return stats.chi2.sf(statistic, len(buckets) - 1), observed, expected


def verify_generator(generator: Any, buckets: list[Any], probs: list[float], nsamples: int = 1000000, nrepeat: int = 5,
                     success_rate: float = 0.2, alpha: float = 0.05) -> list[float]:
    """Test samples against a distribution several times.

    Parameters
    ----------
    generator : Callable
        Function of a count that draws that many numbers.
    buckets : list[Any]
        Intervals ``(low, high)`` of a continuous distribution, or the values of a discrete one.
    probs : list[float]
        Their probabilities.
    nsamples : int, default=1000000
        Number of samples per test.
    nrepeat : int, default=5
        Number of tests.
    success_rate : float, default=0.2
        Fraction of tests that must succeed.
    alpha : float, default=0.05
        The p-value above which a test succeeds.

    Returns
    -------
    list[float]
        The p-values.

    Raises
    ------
    AssertionError
        If too few tests succeed.
    """
    results = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    p_values = [p for p, _, _ in results]
    if sum(p > alpha for p in p_values) < nrepeat * success_rate:
        raise AssertionError(
            f"Generator test fails, Chi-square p={p_values}, "
            f"obs_freq={[o for _, o, _ in results]}, expected_freq={[e for _, _, e in results]}."
            f"\nbuckets={buckets}, probs={probs}")
    return p_values
