"""SqueezeNet: few squeezed channels, then expanded by parallel small and larger convolutions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from ...contrib.nn import HybridConcurrent
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from typing_extensions import Unpack

    from ...signatures import BlockOptions, Contexts

__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]

# version -> (channels and kernel of the first convolution, squeezed channels of the modules; 0 is a pooling)
_SPECS = {"1.0": (96, 7, [0, 16, 16, 32, 0, 32, 48, 48, 64, 0, 64]),
          "1.1": (64, 3, [0, 16, 16, 0, 32, 32, 0, 48, 48, 64, 64])}


def _convolution(channels: int, kernel: int, padding: int = 0) -> nn.HybridSequential:
    return row(nn.Conv2D(channels, kernel, padding=padding), nn.Activation("relu"))


def _fire(squeezed: int) -> nn.HybridSequential:
    """Squeeze, and expand to eight times as many channels, half of them with each kernel size."""
    made = row(_convolution(squeezed, 1))
    paths = HybridConcurrent(axis=1, prefix="")
    paths.add(_convolution(4 * squeezed, 1), _convolution(4 * squeezed, 3, 1))
    made.add(paths)
    return made


class SqueezeNet(Classifier):
    """A network of 1.2 million parameters; version 1.1 needs 2.4 times less computation than 1.0.

    Parameters
    ----------
    version : str
        ``'1.0'`` or ``'1.1'``.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Raises
    ------
    AssertionError
        If there is no such version.
    """

    def __init__(self, version: str, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        if version not in _SPECS:
            raise AssertionError(f"SqueezeNet: version is {' or '.join(_SPECS)}, got {version}")
        channels, kernel, modules = _SPECS[version]
        with self.name_scope():
            self.features: Any = row(nn.Conv2D(channels, kernel, strides=2), nn.Activation("relu"))
            for squeezed in modules:
                self.features.add(_fire(squeezed) if squeezed else nn.MaxPool2D(3, 2, ceil_mode=True))
            self.features.add(nn.Dropout(0.5))
            self.output: Any = row(nn.Conv2D(classes, 1), nn.Activation("relu"), nn.AvgPool2D(13), nn.Flatten())


def get_squeezenet(version: str, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT,
                   **kwargs: Any) -> Any:
    """Make the SqueezeNet of version ``1.0`` or ``1.1``.

    Parameters
    ----------
    version : str
        ``'1.0'`` or ``'1.1'``.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context or Sequence[Context], default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    **kwargs
        Further arguments of `SqueezeNet`.

    Returns
    -------
    SqueezeNet
        The network.
    """
    return load_pretrained(SqueezeNet(version, **kwargs), f"squeezenet{version}", pretrained, ctx, root)


squeezenet1_0: Constructor = variant(get_squeezenet, "squeezenet1.0", "SqueezeNet 1.0", "1.0",
                                     constructor="squeezenet1_0")
squeezenet1_1: Constructor = variant(get_squeezenet, "squeezenet1.1", "SqueezeNet 1.1", "1.1",
                                     constructor="squeezenet1_1")
