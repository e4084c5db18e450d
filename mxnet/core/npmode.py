"""The NumPy-semantics switches: which shapes are legal and which array class is created.

They are defined here so that shape inference and the front-ends can read them; `mxnet.util` sets them.
"""
import contextlib
import threading
from collections.abc import Iterator
from typing import Any


class Mode(threading.local):
    """Switches of the current thread; every thread starts with both off."""

    shape = False
    array = False
    legacy = False  # inside a layer written for mx.nd: arrays appear as mx.nd arrays


mode: Mode = Mode()

# MXNet's third state of the shape switch: on in every thread, until any thread turns it off.
_shape_everywhere = False


def get_shape() -> bool:
    """Whether `()` and zero-size shapes are known shapes rather than unknown ones."""
    return mode.shape or _shape_everywhere


def shape_level() -> int:
    """Return the state of the shape switch in the form `set_shape` takes: 0, 1 or 2."""
    return 2 if _shape_everywhere else int(mode.shape)


def set_shape(level: int) -> bool:
    """Set the shape switch to off (0), on in this thread (1) or on in every thread (2)."""
    global _shape_everywhere
    previous = get_shape()
    mode.shape = bool(level)
    if level == 2:
        _shape_everywhere = True
    elif not level:
        _shape_everywhere = False
    return previous


@contextlib.contextmanager
def numpy_shapes() -> Iterator[None]:
    """Turn NumPy shapes on in the current thread for a block."""
    before, mode.shape = mode.shape, True
    try:
        yield
    finally:
        mode.shape = before


def get_array() -> bool:
    """Whether operators and blocks create `mx.np.ndarray` instead of `mx.nd.NDArray`."""
    return mode.array


def set_array(active: bool) -> bool:
    """Set the array switch of this thread and return its previous value."""
    previous = mode.array
    mode.array = bool(active)
    return previous


# ---- shapes as users and files write them ------------------------------------------------------

def from_public(shape: Any) -> tuple[Any, ...] | None:
    """Read a shape as users and files write it: 0 and () are unknown unless NumPy shapes are on."""
    if shape is None:
        return None
    if get_shape():
        return tuple(int(size) for size in shape)
    if len(shape) == 0:
        return None
    return tuple(int(size) if size > 0 else -1 for size in shape)


def to_public(shape: Any) -> tuple[Any, ...] | None:
    """Write a shape as users read it; the inverse of `from_public`."""
    if get_shape():
        return shape
    return () if shape is None else tuple(0 if size == -1 else size for size in shape)
