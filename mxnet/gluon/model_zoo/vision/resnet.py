"""ResNet in two versions: a block's result is added to its input, before (1) or after (2) the activation."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from ...block import HybridBlock
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from ...signatures import Contexts

__all__ = ["ResNetV1", "ResNetV2", "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2",
           "resnet18_v1", "resnet34_v1", "resnet50_v1", "resnet101_v1", "resnet152_v1",
           "resnet18_v2", "resnet34_v2", "resnet50_v2", "resnet101_v2", "resnet152_v2", "get_resnet"]


def _conv3x3(channels: int, stride: int, in_channels: int) -> nn.Conv2D:
    return nn.Conv2D(channels, 3, stride, 1, use_bias=False, in_channels=in_channels)


def _shortcut(channels: int, stride: int, in_channels: int) -> nn.Conv2D:
    return nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=in_channels)


# ---- blocks -----------------------------------------------------------------------------------------

class _BlockV1(HybridBlock):
    """Convolutions with normalization and relu between them, an addition, and a relu.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Steps of the first convolution.
    downsample : bool, default=False
        Whether the input is convolved too before it is added, as shapes differ.
    in_channels : int, default=0
        Number of input channels; 0 is inferred at the first call.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.body = row()
        for place, convolution in enumerate(self._convolutions(channels, stride, in_channels)):
            self.body.add(*([nn.Activation("relu")] if place else []), convolution, nn.BatchNorm())
        self.downsample = row(_shortcut(channels, stride, in_channels), nn.BatchNorm()) if downsample else None

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        raise NotImplementedError(f"{type(self).__name__} lists no convolutions")

    def _sum(self, body: Any, residual: Any) -> Any:
        return body + residual

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Compute the body, and add the input."""
        body = self.body(x)
        residual = x if self.downsample is None else self.downsample(x)
        return F.Activation(self._sum(body, residual), act_type="relu")


class BasicBlockV1(_BlockV1):
    """Two convolutions of 3x3, for networks of 18 and 34 layers."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        yield _conv3x3(channels, stride, in_channels)
        yield _conv3x3(channels, 1, channels)

    def _sum(self, body: Any, residual: Any) -> Any:
        return residual + body


class BottleneckV1(_BlockV1):
    """Convolutions of 1x1, 3x3 and 1x1, the first two with a quarter of the channels."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        yield nn.Conv2D(channels // 4, 1, stride)
        yield _conv3x3(channels // 4, 1, channels // 4)
        yield nn.Conv2D(channels, 1)


class _BlockV2(HybridBlock):
    """Convolutions, each after normalization and relu, and an addition.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Steps of the first convolution, or of the wide one of three.
    downsample : bool, default=False
        Whether the input is convolved too before it is added, as shapes differ.
    in_channels : int, default=0
        Number of input channels; 0 is inferred at the first call.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._layers = []
        for number, convolution in enumerate(self._convolutions(channels, stride, in_channels), 1):
            setattr(self, f"bn{number}", nn.BatchNorm())
            setattr(self, f"conv{number}", convolution)
            self._layers.append((f"bn{number}", f"conv{number}"))
        self.downsample = _shortcut(channels, stride, in_channels) if downsample else None

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        raise NotImplementedError(f"{type(self).__name__} lists no convolutions")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Compute the convolutions, and add the input."""
        residual = x
        for place, (norm, convolution) in enumerate(self._layers):
            x = F.Activation(getattr(self, norm)(x), act_type="relu")
            if not place and self.downsample is not None:
                residual = self.downsample(x)
            x = getattr(self, convolution)(x)
        return x + residual


class BasicBlockV2(_BlockV2):
    """Two convolutions of 3x3, for networks of 18 and 34 layers."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        yield _conv3x3(channels, stride, in_channels)
        yield _conv3x3(channels, 1, channels)


class BottleneckV2(_BlockV2):
    """Convolutions of 1x1, 3x3 and 1x1, the first two with a quarter of the channels."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> Iterable[nn.Conv2D]:
        yield nn.Conv2D(channels // 4, 1, use_bias=False)
        yield _conv3x3(channels // 4, stride, channels // 4)
        yield nn.Conv2D(channels, 1, use_bias=False)


# ---- networks ---------------------------------------------------------------------------------------

class _ResNet(Classifier):
    """A first convolution, stages of blocks that halve the image, and the mean over space.

    Parameters
    ----------
    block : type[HybridBlock]
        Class of the blocks.
    layers : list[int]
        Number of blocks per stage.
    channels : list[int]
        Number of channels of the first convolution and of each stage.
    classes : int, default=1000
        Number of outputs.
    thumbnail : bool, default=False
        Whether to begin with a convolution of 3x3 and no pooling, for images as small as CIFAR's.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, block: type[HybridBlock], layers: list[int], channels: list[int], classes: int = 1000,
                 thumbnail: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if len(layers) != len(channels) - 1:
            raise AssertionError(f"{type(self).__name__}: channels are those of the first convolution and of each "
                                 f"stage; got {layers} blocks and {channels} channels")
        with self.name_scope():
            self.features: Any = row(*self._before())
            if thumbnail:
                self.features.add(_conv3x3(channels[0], 1, 0))
            else:
                self.features.add(nn.Conv2D(channels[0], 7, 2, 3, use_bias=False), nn.BatchNorm(),
                                  nn.Activation("relu"), nn.MaxPool2D(3, 2, 1))
            for number, count in enumerate(layers, 1):
                self.features.add(self._make_layer(block, count, channels[number], 1 if number == 1 else 2, number,
                                                   in_channels=channels[number - 1]))
            self.features.add(*self._after())
            self.output: Any = nn.Dense(classes, in_units=channels[-1])

    def _before(self) -> list[HybridBlock]:
        return []

    def _after(self) -> list[HybridBlock]:
        return [nn.GlobalAvgPool2D()]

    def _make_layer(self, block: Any, layers: int, channels: int, stride: int, stage_index: int,
                    in_channels: int = 0) -> nn.HybridSequential:
        """Make a stage, whose first block has the stride."""
        stage = nn.HybridSequential(prefix=f"stage{stage_index}_")
        with stage.name_scope():
            stage.add(block(channels, stride, channels != in_channels, in_channels=in_channels, prefix=""))
            for _ in range(layers - 1):
                stage.add(block(channels, 1, False, in_channels=channels, prefix=""))
        return stage


class ResNetV1(_ResNet):
    """The original residual network: relu after the addition.

    Its blocks are `BasicBlockV1` or `BottleneckV1`.

    Examples
    --------
    >>> vision = mx.gluon.model_zoo.vision
    >>> net = vision.ResNetV1(vision.BasicBlockV1, [1, 1], [4, 4, 8], classes=10, thumbnail=True)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 8, 8))).shape
    (1, 10)
    """


class ResNetV2(_ResNet):
    """The residual network with normalization and relu before each convolution.

    Its blocks are `BasicBlockV2` or `BottleneckV2`.
    """

    def _before(self) -> list[HybridBlock]:
        return [nn.BatchNorm(scale=False, center=False)]

    def _after(self) -> list[HybridBlock]:
        return [nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten()]


# layers of the network -> (kind of block, blocks per stage, channels of the first convolution and of each stage)
resnet_spec: dict[int, tuple[str, list[int], list[int]]] = {18: ("basic_block", [2, 2, 2, 2], [64, 64, 128, 256, 512]),
               34: ("basic_block", [3, 4, 6, 3], [64, 64, 128, 256, 512]),
               50: ("bottle_neck", [3, 4, 6, 3], [64, 256, 512, 1024, 2048]),
               101: ("bottle_neck", [3, 4, 23, 3], [64, 256, 512, 1024, 2048]),
               152: ("bottle_neck", [3, 8, 36, 3], [64, 256, 512, 1024, 2048])}
resnet_net_versions: list[Any] = [ResNetV1, ResNetV2]
resnet_block_versions: list[dict[str, Any]] = [{"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
                         {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2}]


def get_resnet(version: int, num_layers: int, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT,
               **kwargs: Any) -> Any:
    """Make the ResNet of version 1 or 2 with 18, 34, 50, 101 or 152 layers.

    Parameters
    ----------
    version : int
        1 or 2.
    num_layers : int
        Number of layers.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context or Sequence[Context], default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    **kwargs
        Further arguments of `ResNetV1` or `ResNetV2`, such as ``classes`` and ``thumbnail``.

    Returns
    -------
    ResNetV1 or ResNetV2
        The network.

    Raises
    ------
    AssertionError
        If there is no such version or number of layers.
    """
    if num_layers not in resnet_spec:
        raise AssertionError(f"ResNet has {', '.join(map(str, resnet_spec))} layers, got {num_layers}")
    if version not in (1, 2):
        raise AssertionError(f"ResNet has version 1 or 2, got {version}")
    kind, layers, channels = resnet_spec[num_layers]
    net = resnet_net_versions[version - 1](resnet_block_versions[version - 1][kind], layers, channels, **kwargs)
    return load_pretrained(net, f"resnet{num_layers}_v{version}", pretrained, ctx, root)


def _variant(layers: int, version: int) -> Constructor:
    return variant(get_resnet, f"resnet{layers}_v{version}", f"the ResNet of {layers} layers, version {version}",
                   version, layers)


resnet18_v1: Constructor = _variant(18, 1)
resnet18_v2: Constructor = _variant(18, 2)
resnet34_v1: Constructor = _variant(34, 1)
resnet34_v2: Constructor = _variant(34, 2)
resnet50_v1: Constructor = _variant(50, 1)
resnet50_v2: Constructor = _variant(50, 2)
resnet101_v1: Constructor = _variant(101, 1)
resnet101_v2: Constructor = _variant(101, 2)
resnet152_v1: Constructor = _variant(152, 1)
resnet152_v2: Constructor = _variant(152, 2)
