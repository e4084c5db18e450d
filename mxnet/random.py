"""Seeds and random arrays; each context has its own generator and torch's stays the user's."""
from .core.device import Context
from .core.errors import MXNetError
from .core.run import rng as _rng
from .ndarray import random as _random


def seed(seed_state: int, ctx="all") -> None:
    """Seed the generators of all contexts, or of one."""
    if not isinstance(seed_state, int):
        try:
            seed_state = int(seed_state)
        except (TypeError, ValueError):
            raise ValueError(f"seed_state must be int, got {seed_state!r}") from None
    if ctx == "all":
        _rng.seed(seed_state)
    elif isinstance(ctx, Context):
        _rng.seed(seed_state, ctx)
    else:
        raise MXNetError(f"random.seed: ctx is a Context or 'all', got {ctx!r}")


def __getattr__(name: str):
    return getattr(_random, name)
