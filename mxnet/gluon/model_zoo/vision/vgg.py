"""VGG: stacks of small convolutions between poolings."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ....initializer import Xavier
from ... import nn
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from typing_extensions import Unpack

    from ...signatures import BlockOptions, Contexts

__all__ = ["VGG", "vgg11", "vgg13", "vgg16", "vgg19", "vgg11_bn", "vgg13_bn", "vgg16_bn", "vgg19_bn", "get_vgg"]

_FILTERS = [64, 128, 256, 512, 512]
# layers of the network -> (convolutions per stage, filters per stage)
vgg_spec: dict[int, tuple[list[int], list[int]]] = {
    11: ([1, 1, 2, 2, 2], _FILTERS), 13: ([2, 2, 2, 2, 2], _FILTERS), 16: ([2, 2, 3, 3, 3], _FILTERS),
            19: ([2, 2, 4, 4, 4], _FILTERS)}
_DENSE: dict[str, Any] = {"weight_initializer": "normal", "bias_initializer": "zeros"}


class VGG(Classifier):
    """Stages of 3x3 convolutions, a pooling after each, then three dense layers.

    Parameters
    ----------
    layers : list[int]
        Number of convolutions per stage.
    filters : list[int]
        Number of their channels per stage.
    classes : int, default=1000
        Number of outputs.
    batch_norm : bool, default=False
        Whether to normalize after each convolution.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, layers: list[int], filters: list[int], classes: int = 1000, batch_norm: bool = False,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        if len(layers) != len(filters):
            raise AssertionError(f"VGG: layers and filters have one number per stage, got {layers} and {filters}")
        with self.name_scope():
            self.features: Any = row()
            for count, channels in zip(layers, filters):
                for _ in range(count):
                    self.features.add(nn.Conv2D(channels, 3, padding=1, bias_initializer="zeros",
                                                weight_initializer=Xavier("gaussian", "out", 2)))
                    if batch_norm:
                        self.features.add(nn.BatchNorm())
                    self.features.add(nn.Activation("relu"))
                self.features.add(nn.MaxPool2D(strides=2))
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu", **_DENSE), nn.Dropout(0.5))
            self.output: Any = nn.Dense(classes, **_DENSE)


def get_vgg(num_layers: int, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT, **kwargs: Any) -> Any:
    """Make the VGG of 11, 13, 16 or 19 layers.

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
        Further arguments of `VGG`; ``batch_norm=True`` gives the kind that normalizes.

    Returns
    -------
    VGG
        The network.

    Raises
    ------
    KeyError
        If there is no such number of layers.
    """
    if num_layers not in vgg_spec:
        raise KeyError(f"VGG has {', '.join(map(str, vgg_spec))} layers, got {num_layers}")
    name = f"vgg{num_layers}{'_bn' if kwargs.get('batch_norm') else ''}"
    return load_pretrained(VGG(*vgg_spec[num_layers], **kwargs), name, pretrained, ctx, root)


vgg11: Constructor = variant(get_vgg, "vgg11", "the VGG of 11 layers", 11)
vgg13: Constructor = variant(get_vgg, "vgg13", "the VGG of 13 layers", 13)
vgg16: Constructor = variant(get_vgg, "vgg16", "the VGG of 16 layers", 16)
vgg19: Constructor = variant(get_vgg, "vgg19", "the VGG of 19 layers", 19)
vgg11_bn: Constructor = variant(get_vgg, "vgg11_bn", "the VGG of 11 layers, with batch normalization", 11,
                                batch_norm=True)
vgg13_bn: Constructor = variant(get_vgg, "vgg13_bn", "the VGG of 13 layers, with batch normalization", 13,
                                batch_norm=True)
vgg16_bn: Constructor = variant(get_vgg, "vgg16_bn", "the VGG of 16 layers, with batch normalization", 16,
                                batch_norm=True)
vgg19_bn: Constructor = variant(get_vgg, "vgg19_bn", "the VGG of 19 layers, with batch normalization", 19,
                                batch_norm=True)
