"""Functions that NumPy once had: shorter names of others, and the arithmetic of loans."""
import functools
from collections.abc import Callable

import numpy as onp

from ..ndarray.numpy.protocol import in_numpy

__all__ = ["alltrue", "in1d", "mirr", "msort", "npv", "pmt", "ppmt", "pv", "rate", "trapz"]


def _computed(function: Callable) -> Callable:
    """Let a function of NumPy's arrays take and give those of mx.np."""
    @functools.wraps(function)
    def call(*args, **kwargs):
        return in_numpy(function, args, kwargs)
    return call


alltrue = onp.all
trapz = getattr(onp, "trapezoid", None) or getattr(onp, "trapz")  # noqa: B009


@_computed
def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Tell which elements, in one dimension, are among others."""
    return onp.isin(onp.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


@_computed
def msort(a):
    """Sort along the first axis."""
    return onp.sort(a, axis=0)


# ---- loans: rate of interest a period, number of periods, payment, present and future value -------

def _due(when):
    """Give one where payments come at the beginning of a period."""
    words = {"begin": 1, "start": 1, "b": 1, "s": 1, "beginning": 1, "end": 0, "e": 0, "finish": 0}
    return words[when] if isinstance(when, str) else onp.asarray(when)


def _annuity(rate, nper, when):
    """Give what a payment of one in every period grows to."""
    rate, nper = onp.asarray(rate, float), onp.asarray(nper, float)
    safe = onp.where(rate == 0, 1, rate)
    return onp.where(rate == 0, nper, (1 + safe * _due(when)) * ((1 + safe) ** nper - 1) / safe)


def _future(rate, nper, pmt, pv, when="end"):
    return -(onp.asarray(pv) * (1 + onp.asarray(rate, float)) ** nper + onp.asarray(pmt) * _annuity(rate, nper, when))


@_computed
def pmt(rate, nper, pv, fv=0, when="end"):
    """Give the payment that pays a loan off."""
    return -(onp.asarray(fv) + onp.asarray(pv) * (1 + onp.asarray(rate, float)) ** nper) / _annuity(rate, nper, when)


@_computed
def pv(rate, nper, pmt, fv=0, when="end"):
    """Give the present value of payments."""
    return -(onp.asarray(fv) + onp.asarray(pmt) * _annuity(rate, nper, when)) / (1 + onp.asarray(rate, float)) ** nper


@_computed
def ppmt(rate, per, nper, pv, fv=0, when="end"):
    """Give the part of a payment that pays the loan itself back."""
    payment = pmt.__wrapped__(rate, nper, pv, fv, when)
    interest = _future(rate, onp.asarray(per) - 1, payment, pv, when) * rate
    ahead = onp.where(onp.equal(per, 1), 0, interest / (1 + onp.asarray(rate)))
    interest = onp.where(onp.equal(_due(when), 1), ahead, interest)
    return payment - interest


@_computed
def npv(rate, values):
    """Give the present value of a series of payments, the first of them now."""
    values = onp.asarray(values)
    return (values / (1 + rate) ** onp.arange(len(values))).sum(axis=0)


@_computed
def mirr(values, finance_rate, reinvest_rate):
    """Give the rate of return where gains are invested again at another rate."""
    values = onp.asarray(values, dtype=onp.double)
    gains, losses = values > 0, values < 0
    if not (gains.any() and losses.any()):
        return onp.nan
    periods = len(values) - 1
    earned = onp.abs(npv.__wrapped__(reinvest_rate, values * gains))
    spent = onp.abs(npv.__wrapped__(finance_rate, values * losses))
    return (earned / spent) ** (1 / periods) * (1 + reinvest_rate) - 1


@_computed
def rate(nper, pmt, pv, fv, when="end", guess=0.1, tol=1e-6, maxiter=100):
    """Give the rate of interest a period, by Newton's method with a difference for the slope."""
    def missed(r):
        return onp.asarray(fv) - _future(r, nper, pmt, pv, when)
    found = onp.asarray(guess, float) + onp.zeros(onp.broadcast_shapes(*map(onp.shape, (nper, pmt, pv, fv))))
    for _ in range(maxiter):
        step = 1e-6 * onp.maximum(onp.abs(found), 1e-3)
        slope = (missed(found + step) - missed(found - step)) / (2 * step)
        change = missed(found) / slope
        found = found - change
        if onp.all(onp.abs(change) < tol):
            return found[()]
    return onp.nan + found[()]
