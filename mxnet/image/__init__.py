"""`mx.image`: reading, augmenting and batching images; `mx.image.detection` for object detection."""
from ..core.borrowed import borrowed as _borrowed
from . import detection, image
from . import detection as det
from .augmenter import *  # noqa: F403
from .detection import *  # noqa: F403
from .iterator import *  # noqa: F403
from .transform import *  # noqa: F403

_borrowed(__name__)
