"""`mx.random`: seeds and random arrays; each context has its own generator, and torch's is left to the user."""
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

    Seeding all contexts gives each a different stream; seeding one context twice with the same number repeats its
    numbers. NumPy's and torch's generators are not touched.

    A forked process draws the numbers that its parent would have drawn next, and so do its siblings, as in
    MXNet: seed each with a different number. A spawned process starts like any new program.

    Parameters
    ----------
    seed_state : int
        The seed, any integer.
    ctx : Context | str, default='all'
        The context whose generator is seeded, or ``"all"``.

    Raises
    ------
    ValueError
        If the seed is not an integer.

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
