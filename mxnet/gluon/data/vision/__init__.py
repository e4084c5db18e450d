"""Data sets of images, and what is done to images."""
from . import datasets, transforms
from .datasets import *  # noqa: F403

__all__ = [*datasets.__all__, "transforms"]
