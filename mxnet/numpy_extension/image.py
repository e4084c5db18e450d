"""`mx.npx.image`: reading, augmenting and iterating over images; the operators on whole images."""
from ..image import *  # noqa: F403
from ..ndarray.numpy_extension.image import *  # noqa: F403
from ..ndarray.numpy_extension.image import __all__ as __all__
