"""Image data sets, and image transforms."""
from . import datasets, transforms
from .datasets import *  # noqa: F403

__all__ = [*datasets.__all__, "transforms"]
