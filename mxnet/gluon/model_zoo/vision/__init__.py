"""Networks that classify images, as MXNet names and builds them: 34 of them, in eight families.

``get_model("resnet50_v1", pretrained=True)`` and ``resnet50_v1(pretrained=True)`` are the same. Pretrained parameters
are read from ``$MXNET_HOME/models``; they expect RGB images of shape ``(N, 3, 224, 224)``, 299 for Inception, in
``[0, 1]``, less the mean ``(0.485, 0.456, 0.406)``, divided by ``(0.229, 0.224, 0.225)``.
"""
from .alexnet import *  # noqa: F403
from .densenet import *  # noqa: F403
from .inception import *  # noqa: F403
from .mobilenet import *  # noqa: F403
from .resnet import *  # noqa: F403
from .squeezenet import *  # noqa: F403
from .vgg import *  # noqa: F403
from .zoo import get_model

__all__ = [name for name in globals() if not name.startswith("_")]
