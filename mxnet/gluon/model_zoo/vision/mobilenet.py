"""MobileNet and MobileNetV2: depthwise convolutions, then pointwise ones."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from ...block import HybridBlock
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...signatures import BlockOptions, Contexts

__all__ = ["MobileNet", "MobileNetV2", "mobilenet1_0", "mobilenet_v2_1_0", "mobilenet0_75", "mobilenet_v2_0_75",
           "mobilenet0_5", "mobilenet_v2_0_5", "mobilenet0_25", "mobilenet_v2_0_25", "get_mobilenet",
           "get_mobilenet_v2"]

# (channels, stride) of each separable convolution
_SEPARABLE = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
# (channels, expansion, stride) of each bottleneck
_BOTTLENECKS = [(16, 1, 1), (24, 6, 2), (24, 6, 1), (32, 6, 2), (32, 6, 1), (32, 6, 1), (64, 6, 2), *[(64, 6, 1)] * 3,
                *[(96, 6, 1)] * 3, (160, 6, 2), (160, 6, 1), (160, 6, 1), (320, 6, 1)]


class RELU6(HybridBlock):
    """ReLU clipped at 6."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Clip."""
        return F.clip(x, 0, 6, name="relu6")


def _convolution(channels: int, kernel: int = 1, stride: int = 1, padding: int = 0, groups: int = 1,
                 activation: type[HybridBlock] | None = None) -> list[HybridBlock]:
    """Return a convolution, its normalization, and relu or another activation."""
    return [nn.Conv2D(channels, kernel, stride, padding, groups=groups, use_bias=False), nn.BatchNorm(),
            activation() if activation else nn.Activation("relu")]


class LinearBottleneck(HybridBlock):
    """Expand channels ``t`` times, convolve depthwise, and project back, with a shortcut if shapes allow."""

    def __init__(self, in_channels: int, channels: int, t: int, stride: int, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self.use_shortcut: bool = stride == 1 and in_channels == channels
        inner = in_channels * t
        with self.name_scope():
            self.out: nn.HybridSequential = nn.HybridSequential()
            self.out.add(*_convolution(inner, activation=RELU6), *_convolution(inner, 3, stride, 1, inner, RELU6),
                         nn.Conv2D(channels, 1, use_bias=False), nn.BatchNorm())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Compute the bottleneck, and add the input."""
        out = self.out(x)
        return F.elemwise_add(out, x) if self.use_shortcut else out


class MobileNet(Classifier):
    """Thirteen separable convolutions.

    Parameters
    ----------
    multiplier : float, default=1.0
        Factor on all numbers of channels.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            before = int(32 * multiplier)
            self.features: Any = row(*_convolution(before, 3, 2, 1))
            for wide, stride in _SEPARABLE:
                channels = int(wide * multiplier)
                self.features.add(*_convolution(before, 3, stride, 1, before), *_convolution(channels))
                before = channels
            self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output: Any = nn.Dense(classes)


class MobileNetV2(Classifier):
    """Seventeen linear bottlenecks.

    Parameters
    ----------
    multiplier : float, default=1.0
        Factor on all numbers of channels; on the last one only if it is above 1.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features: Any = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                before = int(32 * multiplier)
                self.features.add(*_convolution(before, 3, 2, 1, activation=RELU6))
                for wide, expansion, stride in _BOTTLENECKS:
                    channels = int(wide * multiplier)
                    self.features.add(LinearBottleneck(before, channels, expansion, stride))
                    before = channels
                self.features.add(*_convolution(int(1280 * max(multiplier, 1.0)), activation=RELU6),
                                  nn.GlobalAvgPool2D())
            self.output: Any = nn.HybridSequential(prefix="output_")
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())


def _told(multiplier: float) -> str:
    """Format a multiplier as in file names: 1.0, 0.75, 0.5, 0.25."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


def get_mobilenet(multiplier: float, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT,
                  **kwargs: Any) -> Any:
    """Make a MobileNet; pretrained parameters exist for 1.0, 0.75, 0.5 and 0.25.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context or Sequence[Context], default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    **kwargs
        Further arguments of `MobileNet`.

    Returns
    -------
    MobileNet
        The network.
    """
    return load_pretrained(MobileNet(multiplier, **kwargs), f"mobilenet{_told(multiplier)}", pretrained, ctx, root)


def get_mobilenet_v2(multiplier: float, pretrained: bool = False, ctx: Contexts = cpu(), root: str = ROOT,
                     **kwargs: Any) -> Any:
    """Make a MobileNetV2; pretrained parameters exist for 1.0, 0.75, 0.5 and 0.25.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context or Sequence[Context], default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    **kwargs
        Further arguments of `MobileNetV2`.

    Returns
    -------
    MobileNetV2
        The network.
    """
    return load_pretrained(MobileNetV2(multiplier, **kwargs), f"mobilenetv2_{_told(multiplier)}", pretrained, ctx, root)


def _variant(version: int, multiplier: float) -> Constructor:
    told = _told(multiplier)
    family, name, words = ((get_mobilenet, "mobilenet", "MobileNet") if version == 1
                           else (get_mobilenet_v2, "mobilenet_v2_", "MobileNetV2"))
    return variant(family, f"{name.replace('_v2', 'v2')}{told}", f"the {words} of width {told}", multiplier,
                   constructor=name + told.replace(".", "_"))


mobilenet1_0: Constructor = _variant(1, 1.0)
mobilenet_v2_1_0: Constructor = _variant(2, 1.0)
mobilenet0_75: Constructor = _variant(1, 0.75)
mobilenet_v2_0_75: Constructor = _variant(2, 0.75)
mobilenet0_5: Constructor = _variant(1, 0.5)
mobilenet_v2_0_5: Constructor = _variant(2, 0.5)
mobilenet0_25: Constructor = _variant(1, 0.25)
mobilenet_v2_0_25: Constructor = _variant(2, 0.25)
