"""`mx.sym.contrib`: control flow, and operators that are added from the registry at import."""
from __future__ import annotations

import math
from typing import Any

from ..core.borrowed import borrowed as _borrowed
from . import _internal
from .control import cond, foreach, while_loop
from .creation import full
from .random import uniform
from .symbol import Symbol

__all__ = ["cond", "foreach", "rand_zipfian", "while_loop"]


def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
    """Sample classes with replacement from a log-uniform distribution, which favours small numbers.

    Parameters
    ----------
    true_classes : Symbol
        Classes whose expected counts are returned too.
    num_sampled : int
        How many classes are drawn.
    range_max : int
        Number of classes.

    Returns
    -------
    tuple[Symbol, Symbol, Symbol]
        The sampled classes, as int64, and the expected counts of the true and of the sampled ones, as float64.
    """
    if not isinstance(true_classes, Symbol):
        raise AssertionError(f"unexpected type {type(true_classes)}")
    log_range = math.log(range_max + 1)

    def expected_count(classes: Symbol) -> Symbol:
        return ((classes + 2.0) / (classes + 1.0)).log() / log_range * num_sampled
    drawn = uniform(0, log_range, shape=(num_sampled,), dtype="float64")
    samples = (drawn.exp() - 1).astype("int64") % range_max
    return (samples, expected_count(true_classes.astype("float64")),
            expected_count(samples.astype("float64")))


def adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, rescale_grad: Symbol | float, lr: float,
                 eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0,
                 clip_gradient: float = -1, out: Symbol | None = None, name: str | None = None,
                 **kwargs: Any) -> Symbol:
    """Take a step of Adam with decoupled weight decay.

    Parameters
    ----------
    weight : Symbol
        The weight.
    grad : Symbol
        Its gradient.
    mean : Symbol
        Moving average of gradients.
    var : Symbol
        Moving average of squared gradients.
    rescale_grad : Symbol | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : Symbol, optional
        Symbol that the new weight is written to.
    name : str, optional
        Name of the node.
    **kwargs
        Further params of the operator.

    Returns
    -------
    Symbol
        The new weight.
    """
    if not isinstance(rescale_grad, Symbol):
        rescale_grad = full(shape=(1,), val=rescale_grad)
    return _internal._adamw_update(weight=weight, grad=grad, mean=mean, var=var,
                                   rescale_grad=rescale_grad, lr=lr, eta=eta, beta1=beta1,
                                   beta2=beta2, epsilon=epsilon, wd=wd,
                                   clip_gradient=clip_gradient, out=out, name=name, **kwargs)


def mp_adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, weight32: Symbol,
                    rescale_grad: Symbol | float, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999,
                    epsilon: float = 1e-8, wd: float = 0, clip_gradient: float = -1, out: Symbol | None = None,
                    name: str | None = None, **kwargs: Any) -> Symbol:
    """Take a step of Adam with decoupled weight decay on the float32 copy of a float16 weight.

    Parameters
    ----------
    weight : Symbol
        The weight.
    grad : Symbol
        Its gradient.
    mean : Symbol
        Moving average of gradients.
    var : Symbol
        Moving average of squared gradients.
    weight32 : Symbol
        The copy.
    rescale_grad : Symbol | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : Symbol, optional
        Symbol that the new weight is written to.
    name : str, optional
        Name of the node.
    **kwargs
        Further params of the operator.

    Returns
    -------
    Symbol
        The new weight.
    """
    if not isinstance(rescale_grad, Symbol):
        rescale_grad = full(shape=(1,), val=rescale_grad)
    return _internal._mp_adamw_update(weight=weight, grad=grad, mean=mean, var=var,
                                      weight32=weight32, rescale_grad=rescale_grad, lr=lr, eta=eta,
                                      beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd,
                                      clip_gradient=clip_gradient, out=out, name=name, **kwargs)


_borrowed(__name__)
