"""Optimizers: how a gradient changes a weight (`mx.optimizer`)."""
from ..core.borrowed import borrowed as _borrowed
from ..ndarray import abs as NDabs
from . import contrib
from .adadelta import AdaDelta
from .adagrad import AdaGrad
from .adam import Adam
from .adamax import Adamax
from .base import Optimizer, create, register
from .dcasgd import DCASGD
from .ftml import FTML
from .ftrl import Ftrl
from .lamb import LAMB
from .lars import LARS
from .lbsgd import LBSGD
from .nadam import Nadam
from .nag import NAG
from .rmsprop import RMSProp
from .sgd import SGD, ccSGD
from .sgld import SGLD
from .signum import Signum
from .testing import Test
from .updater import Updater, get_updater

__all__ = [
    "NDabs", "AdaDelta", "AdaGrad", "Adam", "Adamax", "DCASGD", "FTML", "Ftrl", "LAMB", "LARS", "LBSGD",
    "NAG", "Nadam", "Optimizer", "RMSProp", "SGD", "SGLD", "Signum", "Test", "Updater", "ccSGD",
    "contrib", "create", "get_updater", "register",
]  # fmt: skip

from . import optimizer  # it has the names above again

_borrowed(__name__)
