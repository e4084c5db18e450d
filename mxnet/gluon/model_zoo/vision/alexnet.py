"""AlexNet."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....context import cpu
from ... import nn
from .zoo import ROOT, Classifier, Constructor, load_pretrained, row, variant

if TYPE_CHECKING:

    from typing_extensions import Unpack

    from ...signatures import BlockOptions

__all__ = ["AlexNet", "alexnet"]

# (channels, kernel, stride, padding, pooled afterwards)
_CONVOLUTIONS = [(64, 11, 4, 2, True), (192, 5, 1, 2, True), (384, 3, 1, 1, False), (256, 3, 1, 1, False),
                 (256, 3, 1, 1, True)]


class AlexNet(Classifier):
    """AlexNet (2012), in the form for one device: five convolutions and three dense layers.

    Parameters
    ----------
    classes : int, default=1000
        Number of outputs.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.model_zoo.vision.AlexNet(classes=10).output
    Dense(None -> 10, linear)
    """

    def __init__(self, classes: int = 1000, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features: Any = row()
            for channels, kernel, stride, padding, pooled in _CONVOLUTIONS:
                self.features.add(nn.Conv2D(channels, kernel, stride, padding, activation="relu"))
                if pooled:
                    self.features.add(nn.MaxPool2D(3, 2))
            self.features.add(nn.Flatten())
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu"), nn.Dropout(0.5))
            self.output: Any = nn.Dense(classes)


def _get_alexnet(pretrained: bool = False, ctx: Any = cpu(), root: str = ROOT, **kwargs: Any) -> Any:
    return load_pretrained(AlexNet(**kwargs), "alexnet", pretrained, ctx, root)


alexnet: Constructor = variant(_get_alexnet, "alexnet", "AlexNet")
