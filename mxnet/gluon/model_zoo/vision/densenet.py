"""DenseNet: each layer reads the outputs of all earlier layers in its stage."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from ...contrib.nn import HybridConcurrent, Identity
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from typing_extensions import Unpack

    from ...signatures import BlockOptions, Contexts

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]

# layers of the network -> (channels of the first convolution, channels per layer, layers per stage)
densenet_spec: dict[int, tuple[int, int, list[int]]] = {
    121: (64, 32, [6, 12, 24, 16]), 161: (96, 48, [6, 12, 36, 24]), 169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32])}


def _convolution(channels: int, kernel: int, padding: int = 0) -> list:
    """Return a convolution after normalization and relu."""
    return [nn.BatchNorm(), nn.Activation("relu"), nn.Conv2D(channels, kernel, padding=padding, use_bias=False)]


def _layer(growth: int, bottleneck: int, dropout: float) -> HybridConcurrent:
    """Append new channels to the input."""
    new = row(*_convolution(bottleneck * growth, 1), *_convolution(growth, 3, 1))
    if dropout:
        new.add(nn.Dropout(dropout))
    made = HybridConcurrent(axis=1, prefix="")
    made.add(Identity(), new)
    return made


def _stage(number: int, count: int, *layer: Any) -> nn.HybridSequential:
    made = nn.HybridSequential(prefix=f"stage{number}_")
    with made.name_scope():
        made.add(*[_layer(*layer) for _ in range(count)])
    return made


class DenseNet(Classifier):
    """Stages of layers that read all earlier layers, with fewer channels between stages.

    Parameters
    ----------
    num_init_features : int
        Number of channels of the first convolution.
    growth_rate : int
        Number of channels that each layer adds.
    block_config : list[int]
        Number of layers per stage.
    bn_size : int, default=4
        Number of channels inside a layer, in multiples of ``growth_rate``.
    dropout : float, default=0
        Fraction that is dropped after each layer.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, num_init_features: int, growth_rate: int, block_config: list[int], bn_size: int = 4,
                 dropout: float = 0, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features: Any = row(nn.Conv2D(num_init_features, 7, 2, 3, use_bias=False), nn.BatchNorm(),
                                nn.Activation("relu"), nn.MaxPool2D(3, 2, 1))
            channels = num_init_features
            for number, count in enumerate(block_config, 1):
                self.features.add(_stage(number, count, growth_rate, bn_size, dropout))
                channels += count * growth_rate
                if number < len(block_config):
                    channels //= 2
                    self.features.add(row(*_convolution(channels, 1), nn.AvgPool2D(2, 2)))
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(7), nn.Flatten())
            self.output: Any = nn.Dense(classes)


def get_densenet(num_layers: int, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT,
                 **kwargs: Any) -> Any:
    """Make the DenseNet of 121, 161, 169 or 201 layers.

    Parameters
    ----------
    num_layers : int
        Number of layers.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context or Sequence[Context], default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    **kwargs
        Further arguments of `DenseNet`.

    Returns
    -------
    DenseNet
        The network.
    """
    if num_layers not in densenet_spec:
        raise KeyError(f"DenseNet has {', '.join(map(str, densenet_spec))} layers, got {num_layers}")
    return load_pretrained(DenseNet(*densenet_spec[num_layers], **kwargs), f"densenet{num_layers}", pretrained, ctx,
                           root)


densenet121: Constructor = variant(get_densenet, "densenet121", "the DenseNet of 121 layers", 121)
densenet161: Constructor = variant(get_densenet, "densenet161", "the DenseNet of 161 layers", 161)
densenet169: Constructor = variant(get_densenet, "densenet169", "the DenseNet of 169 layers", 169)
densenet201: Constructor = variant(get_densenet, "densenet201", "the DenseNet of 201 layers", 201)
