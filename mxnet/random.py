"""`mx.random`: seeds and random arrays; each context has its own generator, torch's stays the user's."""
from .core import rng as _rng
from .core.borrowed import borrowed as _borrowed
from .core.device import Context
from .ndarray.random import (
    exponential,
    gamma,
    generalized_negative_binomial,
    multinomial,
    negative_binomial,
    normal,
    poisson,
    randint,
    randn,
    shuffle,
    uniform,
)

__all__ = ["exponential", "gamma", "generalized_negative_binomial", "multinomial",
           "negative_binomial", "normal", "poisson", "randint", "randn", "seed", "shuffle",
           "uniform"]


def seed(seed_state: int, ctx: Context | str = "all") -> None:
    """Seed the generators of all contexts, or of one.

    Seeding all gives every context another stream; seeding one context with the same number twice
    repeats its numbers. NumPy's and torch's generators are not touched.

    A forked process draws the numbers that its parent would have drawn next, and so do its siblings, as in
    MXNet: seed each with a number of its own. A spawned process starts as any program does.

    Parameters
    ----------
    seed_state : int
        The seed, any integer.
    ctx : Context | str, default='all'
        The context whose generator is seeded, or ``"all"``.

    Raises
    ------
    ValueError
        If the seed is no integer.

    Examples
    --------
    >>> mx.random.seed(7)
    >>> a = mx.nd.random.normal(shape=3)
    >>> mx.random.seed(7)
    >>> bool((mx.nd.random.normal(shape=3) == a).asnumpy().all())
    True
    """
    if not hasattr(seed_state, "__index__"):
        raise ValueError(f"seed_state must be int, got {seed_state!r}")
    _rng.seed(int(seed_state), None if ctx == "all" else Context(ctx))


_borrowed(__name__)
