"""Tools for testing operators and networks, under the names MXNet's own tests import.

As in MXNet, `from mxnet.test_utils import *` also imports `np`, `rnd`, `mx` and some modules.
"""
from ..core.borrowed import borrowed as _borrowed
from .comparison import *  # noqa: F403
from .comparison import _find_max_violation
from .consistency import *  # noqa: F403
from .dataset import *  # noqa: F403
from .distribution import *  # noqa: F403
from .gradient import *  # noqa: F403
from .gradient import _parse_aux_states, _parse_location, _sorted_dict, _sorted_items
from .process import *  # noqa: F403
from .samples import *  # noqa: F403
from .sparse import *  # noqa: F403
from .sparse import (
    _get_powerlaw_dataset_csr,
    _get_uniform_dataset_csr,
    _validate_csr_generation_inputs,
)
from .tolerance import *  # noqa: F403


def _late(name: str):
    """Import on first use what would slow down `import mxnet`: SciPy's statistics, numpy.testing, mx.np."""
    if name == "ss":
        try:
            import scipy.stats
            return scipy.stats
        except ImportError:
            return None
    if name == "npt":
        import numpy.testing
        return numpy.testing
    if name == "np_symbol":
        from ..symbol.numpy import _Symbol
        return _Symbol
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

__all__ = [name for name, value in globals().items() if not name.startswith("_")
           and getattr(value, "__module__", "").startswith(__name__)]
__all__ += "npt ss".split()
_borrowed(__name__, _late)
