"""Initial values of parameters: initializers and the rules that choose them (`mx.init`)."""
from ..core.borrowed import borrowed as _borrowed
from .constant import Constant, One, Zero
from .distribution import MSRAPrelu, Normal, Orthogonal, Uniform, Xavier
from .initializer import InitDesc, Initializer, alias, create, register
from .recurrent import FusedRNN, LSTMBias
from .selection import Load, Mixed
from .upsampling import Bilinear

__all__ = [
    "Bilinear", "Constant", "FusedRNN", "InitDesc", "Initializer", "LSTMBias", "Load", "MSRAPrelu",
    "Mixed", "Normal", "One", "Orthogonal", "Uniform", "Xavier", "Zero", "alias", "create",
    "register",
]  # fmt: skip


_borrowed(__name__)
