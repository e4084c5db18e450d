"""Transforms that can be deferred to the batch: steps that are the same for every image are applied to many in one
call.

A transform with a method `_parted` splits its steps into early ones, applied image by image, and late ones, which map a
stack of images to the stack of their results. Data sets transformed by `transform_first` make their batches here.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import torch

from ... import ndarray
from ...context import cpu
from ...core.mode import mode
from ...core.tuning import TRANSFORM_AT_ONCE_BYTES
from ...ndarray import NDArray
from ...ndarray.tensors import tensor_of, tensors_of, wrap
from .batchify import default_batchify_fn

_HOST = cpu()


class Parts(NamedTuple):
    """A transform in two parts: ``early`` steps for each image, ``late`` ones, hybrid blocks, for many."""

    early: list[Callable[..., Any]]
    late: list[Any]


def parts_of(transform: Any) -> Parts | None:
    """Return a transform's parts; None if no step can be deferred."""
    parted = getattr(transform, "_parted", None)
    parts = None if parted is None or mode.recording else parted()
    return parts if parts is not None and parts.late else None


def batch_of(dataset: Any, places: list[int], parts: Parts) -> Any:
    """Make a batch of samples whose first part, an image, is transformed."""
    whole = None if parts.early else dataset._batch(places)
    stack, *others = whole if isinstance(whole, list) else [whole]
    if _is_plain(stack):
        made = _late_batch(_pieces(tensor_of(stack)), len(stack), parts.late)
        return [made, *others] if others else made
    images, rests = [], []
    for place in places:
        item = dataset[place]
        image, *rest = item if isinstance(item, tuple) else [item]
        for step in parts.early:
            image = step(image)
        images.append(image)
        rests.append(rest)
    if all(map(_is_plain, images)) and _are_alike(tensors := tensors_of(images)):
        made = _late_batch(_stacks(tensors), len(images), parts.late)
    else:
        made = default_batchify_fn([_applied(parts.late, image) for image in images])
    return [made, *map(default_batchify_fn, zip(*rests))] if rests[0] else made


def _is_plain(image: Any) -> bool:
    return type(image) is NDArray and image.context is _HOST


def _are_alike(images: list[torch.Tensor]) -> bool:
    """Return whether images have one shape and one element type."""
    shape, dtype = images[0].shape, images[0].dtype
    return all(image.shape == shape and image.dtype is dtype for image in images)


def _at_once(image: torch.Tensor) -> int:
    """Return how many images of this size stay in a core's cache between late steps."""
    return max(1, TRANSFORM_AT_ONCE_BYTES // max(1, image.nbytes))


def _pieces(stack: torch.Tensor) -> Iterable[torch.Tensor]:
    return stack.split(_at_once(stack[0])) if len(stack) else [stack]


def _stacks(images: list[torch.Tensor]) -> Iterable[torch.Tensor]:
    step = _at_once(images[0])
    return (torch.stack(images[at:at + step]) for at in range(0, len(images), step))


def _late_batch(stacks: Iterable[torch.Tensor], count: int, late: list) -> NDArray:
    """Apply the late steps to stacks of images, ``count`` images in total."""
    batch, at = None, 0
    for stack in stacks:
        done = _applied(late, wrap(stack, _HOST))
        if len(stack) == count:
            return done
        images = tensor_of(done)
        if batch is None:
            batch = images.new_empty((count, *images.shape[1:]))
        batch[at:at + len(images)] = images
        at += len(images)
    return wrap(batch, _HOST)


def _applied(late: list, images: Any) -> Any:
    for step in late:
        images = step.hybrid_forward(ndarray, images)
    return images
