"""Functions that NumPy once had: shorter names of others, and the arithmetic of loans."""
import functools
from collections.abc import Callable
from typing import Any

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
trapz: Any = getattr(onp, "trapezoid", None) or getattr(onp, "trapz")  # noqa: B009


@_computed
def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Tell which elements of one array occur in another; NumPy calls it `isin` today.

    Parameters
    ----------
    ar1 : ndarray
        Elements to look for, flattened.
    ar2 : ndarray
        Elements to look among.
    assume_unique : bool, default=False
        Whether both are known to have no element twice, which is faster.
    invert : bool, default=False
        Whether to tell which elements do not occur.

    Returns
    -------
    ndarray
        A vector of bool, one value for each element of ``ar1``.

    Examples
    --------
    >>> mx.np.in1d(mx.np.array([1, 2, 3]), mx.np.array([2, 5])).tolist()
    [False, True, False]
    """
    return onp.isin(onp.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


@_computed
def msort(a):
    """Return a copy that is sorted along its first axis.

    Parameters
    ----------
    a : ndarray
        Input array.

    Returns
    -------
    ndarray
        An array of the shape and type of ``a``.

    Examples
    --------
    >>> mx.np.msort(mx.np.array([[3, 1], [2, 4]])).tolist()
    [[2.0, 1.0], [3.0, 4.0]]
    """
    return onp.sort(a, axis=0)


# ---- loans: rate of interest a period, number of periods, payment, present and future value -------

def _due(when):
    """Return one where payments come at the beginning of a period."""
    words = {"begin": 1, "start": 1, "b": 1, "s": 1, "beginning": 1, "end": 0, "e": 0, "finish": 0}
    return words[when] if isinstance(when, str) else onp.asarray(when)


def _annuity(rate, nper, when):
    """Return what a payment of one in every period grows to."""
    rate, nper = onp.asarray(rate, float), onp.asarray(nper, float)
    safe = onp.where(rate == 0, 1, rate)
    return onp.where(rate == 0, nper, (1 + safe * _due(when)) * ((1 + safe) ** nper - 1) / safe)


def _future(rate, nper, pmt, pv, when="end"):
    return -(onp.asarray(pv) * (1 + onp.asarray(rate, float)) ** nper + onp.asarray(pmt) * _annuity(rate, nper, when))


@_computed
def pmt(rate, nper, pv, fv=0, when="end"):
    """Compute the payment per period that pays off a loan.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    nper : int
        Number of periods.
    pv : float
        Present value: the loan.
    fv : float, default=0
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.

    Returns
    -------
    float
        The payment, negative for a loan that was received.

    Examples
    --------
    >>> round(float(mx.np.pmt(0.1, 2, 210)), 6)
    -121.0
    """
    return -(onp.asarray(fv) + onp.asarray(pv) * (1 + onp.asarray(rate, float)) ** nper) / _annuity(rate, nper, when)


@_computed
def pv(rate, nper, pmt, fv=0, when="end"):
    """Compute the present value of regular payments.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    nper : int
        Number of periods.
    pmt : float
        Payment in each period; what is paid out has another sign than what is received.
    fv : float, default=0
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.

    Returns
    -------
    float
        The value today, of the other sign than the payments.

    Examples
    --------
    >>> round(float(mx.np.pv(0.1, 2, -121)), 6)
    210.0
    """
    return -(onp.asarray(fv) + onp.asarray(pmt) * _annuity(rate, nper, when)) / (1 + onp.asarray(rate, float)) ** nper


@_computed
def ppmt(rate, per, nper, pv, fv=0, when="end"):
    """Compute the part of a payment that pays back the loan itself.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    per : int
        Period of interest, counted from 1.
    nper : int
        Number of periods.
    pv : float
        Present value: the loan.
    fv : float, default=0
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.

    Returns
    -------
    float
        The payment of that period without its interest.

    Examples
    --------
    >>> round(float(mx.np.ppmt(0.1, 1, 2, 210)), 6)
    -100.0
    """
    payment = pmt.__wrapped__(rate, nper, pv, fv, when)
    interest = _future(rate, onp.asarray(per) - 1, payment, pv, when) * rate
    ahead = onp.where(onp.equal(per, 1), 0, interest / (1 + onp.asarray(rate)))
    interest = onp.where(onp.equal(_due(when), 1), ahead, interest)
    return payment - interest


@_computed
def npv(rate, values):
    """Compute the present value of a series of payments, the first of them now.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    values : sequence of float
        Payments, one per period.

    Returns
    -------
    float
        The sum of all payments, each discounted by the periods until it is made.

    Examples
    --------
    >>> round(float(mx.np.npv(0.1, [-100, 220])), 6)
    100.0
    """
    values = onp.asarray(values)
    return (values / (1 + rate) ** onp.arange(len(values))).sum(axis=0)


@_computed
def mirr(values, finance_rate, reinvest_rate):
    """Compute the modified internal rate of return.

    Parameters
    ----------
    values : sequence of float
        Payments, one per period; negative ones are investments.
    finance_rate : float
        Rate at which investments are financed.
    reinvest_rate : float
        Rate at which gains are invested again.

    Returns
    -------
    float
        The rate per period; nan unless there are both gains and losses.

    Examples
    --------
    >>> round(float(mx.np.mirr([-100, 110], 0.1, 0.1)), 6)
    0.1
    """
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
    """Compute the rate of interest per period of a loan, by Newton's method.

    Parameters
    ----------
    nper : int
        Number of periods.
    pmt : float
        Payment in each period; what is paid out has another sign than what is received.
    pv : float
        Present value: the loan.
    fv : float
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.
    guess : float, default=0.1
        Rate to start from.
    tol : float, default=1e-06
        Change of the rate that counts as none.
    maxiter : int, default=100
        Number of steps at most.

    Returns
    -------
    float
        The rate; nan if it was not found.

    Examples
    --------
    >>> round(float(mx.np.rate(2, -121, 210, 0)), 6)
    0.1
    """
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
