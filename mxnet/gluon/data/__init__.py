"""Data sets, samplers, and loaders that prefetch batches."""
from . import dataloader, dataset, sampler, vision
from .dataloader import *  # noqa: F403
from .dataset import *  # noqa: F403
from .sampler import *  # noqa: F403

__all__ = [*dataset.__all__, *sampler.__all__, *dataloader.__all__, "vision"]
