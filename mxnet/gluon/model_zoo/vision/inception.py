"""Inception v3: modules of parallel branches, written as tables.

A branch is a list of steps: a convolution ``(channels, kernel, stride, padding)``, a pooling by its name, or a list of
branches. A square kernel is one number; omitted numbers have their defaults.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from ...contrib.nn import HybridConcurrent
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from typing_extensions import Unpack

    from ...signatures import BlockOptions

__all__ = ["Inception3", "inception_v3"]

_POOLINGS = {"avg": lambda: nn.AvgPool2D(3, 1, 1), "max": lambda: nn.MaxPool2D(3, 2)}
_WIDE, _TALL = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
_SPLIT = [[(384, (1, 3), 1, (0, 1))], [(384, (3, 1), 1, (1, 0))]]


def _square(pooled: int) -> list:
    return [[(64, 1)], [(48, 1), (64, 5, 1, 2)], [(64, 1), (96, 3, 1, 1), (96, 3, 1, 1)], ["avg", (pooled, 1)]]


def _long(inner: int) -> list:
    return [[(192, 1)], [(inner, 1), (inner, *_WIDE), (192, *_TALL)],
            [(inner, 1), (inner, *_TALL), (inner, *_WIDE), (inner, *_TALL), (192, *_WIDE)], ["avg", (192, 1)]]


_HALVED = [[(384, 3, 2)], [(64, 1), (96, 3, 1, 1), (96, 3, 2)], ["max"]]
_HALVED_AGAIN = [[(192, 1), (320, 3, 2)], [(192, 1), (192, *_WIDE), (192, *_TALL), (192, 3, 2)], ["max"]]
_SPLITTING = [[(320, 1)], [[(384, 1)], _SPLIT], [[(448, 1), (384, 3, 1, 1)], _SPLIT], ["avg", (192, 1)]]

# (prefix, branches) of the modules
_MODULES = [("A1_", _square(32)), ("A2_", _square(64)), ("A3_", _square(64)), ("B_", _HALVED), ("C1_", _long(128)),
            ("C2_", _long(160)), ("C3_", _long(160)), ("C4_", _long(192)), ("D_", _HALVED_AGAIN),
            ("E1_", _SPLITTING), ("E2_", _SPLITTING)]


def _convolution(channels: int, kernel: Any, stride: Any = 1, padding: Any = 0) -> nn.HybridSequential:
    return row(nn.Conv2D(channels, kernel, stride, padding, use_bias=False), nn.BatchNorm(epsilon=0.001),
               nn.Activation("relu"))


def _branch(steps: list) -> nn.HybridSequential:
    """Make a branch: of steps, or of a branch and branches that split from it."""
    if isinstance(steps[0], list):
        return row(_branch(steps[0]), _side_by_side(steps[1], ""))
    return row(*[_POOLINGS[step]() if isinstance(step, str) else _convolution(*step) for step in steps])


def _side_by_side(branches: list, prefix: str) -> HybridConcurrent:
    made = HybridConcurrent(axis=1, prefix=prefix)
    with made.name_scope():
        made.add(*[_branch(steps) for steps in branches])
    return made


class Inception3(Classifier):
    """The third Inception network; it takes images of 299 pixels squared.

    Parameters
    ----------
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features: Any = row(_convolution(32, 3, 2), _convolution(32, 3), _convolution(64, 3, 1, 1),
                                _POOLINGS["max"](), _convolution(80, 1), _convolution(192, 3), _POOLINGS["max"]())
            self.features.add(*[_side_by_side(branches, prefix) for prefix, branches in _MODULES])
            self.features.add(nn.AvgPool2D(8), nn.Dropout(0.5))
            self.output: Any = nn.Dense(classes)


def _get_inception(pretrained: bool = False, ctx: Any = cpu(), root: str = ROOT, **kwargs: Any) -> Any:
    return load_pretrained(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)


inception_v3: Constructor = variant(_get_inception, "inceptionv3", "Inception v3", constructor="inception_v3")
