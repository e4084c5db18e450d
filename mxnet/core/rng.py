"""Random generators, one per context. torch's global generator is never touched."""
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from .device import Context

_generators: dict[Context, torch.Generator] = {}
_lock = threading.Lock()
_seed = 0  # as in MXNet, an unseeded program draws the same numbers in every run


def _forget_devices() -> None:
    for ctx in [ctx for ctx, found in _generators.items() if found.device.type != "cpu"]:
        del _generators[ctx]


# A forked child, such as a DataLoader worker, cannot use its parent's GPUs, nor seed a generator on one.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_devices)


def _stream(seed: int, ctx: Context) -> int:
    """Derive one seed per context, so that replicas do not draw the same numbers."""
    return (seed + 0x9E3779B97F4A7C15 * (ctx.device_typeid * 64 + ctx.device_id - 64)) % (1 << 63)


def generator(ctx: Context) -> torch.Generator:
    """Return the generator of a context, created on first use."""
    found = _generators.get(ctx)
    if found is None:
        with _lock:
            found = _generators.get(ctx)
            if found is None:
                found = torch.Generator(device=ctx.torch_device)
                found.manual_seed(_stream(_seed, ctx))
                _generators[ctx] = found
    return found


def made(ctx: Context) -> torch.Generator | None:
    """Return the generator of a context if it has been used."""
    return _generators.get(ctx)


def seed(value: int, ctx: Context | None = None) -> None:
    """Seed one context's generator, or all of them, including those not created yet."""
    global _seed
    if ctx is not None:
        generator(ctx).manual_seed(value % (1 << 63))
        return
    with _lock:
        _seed = value
        for known, found in _generators.items():
            found.manual_seed(_stream(value, known))


def current_seed() -> int:
    """Return the seed that generators of contexts start from."""
    return _seed


@contextmanager
def rewound(found: torch.Generator, state: torch.Tensor | None) -> Iterator[None]:
    """Let a generator draw from an earlier state inside this block; None means its current state."""
    now = None if state is None else found.get_state()
    if state is not None:
        found.set_state(state)
    try:
        yield
    finally:
        if now is not None:
            found.set_state(now)


def states() -> tuple[int, dict[Context, torch.Tensor]]:
    """Return the seed, and the state of each generator."""
    with _lock:
        return _seed, {ctx: found.get_state() for ctx, found in _generators.items()}


def restore(value: int, found: dict[Context, torch.Tensor]) -> None:
    """Restore generators to the states that `states` returned; others start again from the seed."""
    seed(value)
    for ctx, state in found.items():
        generator(ctx).set_state(state)
