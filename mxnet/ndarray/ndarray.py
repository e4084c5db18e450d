"""The old module of NDArray and related functions: a path that programs and pickles use."""
import numpy as np

from ..core.borrowed import borrowed as _borrowed
from ..core.dtype import bfloat16
from .array import NDArray
from .creation import *  # noqa: F403
from .creation import __all__ as _made
from .extents import *  # noqa: F403
from .functions import *  # noqa: F403
from .functions import __all__ as _functions
from .indexing import (
    get_indexing_dispatch_code,
    get_oshape_of_gather_nd_op,
    indexing_key_expand_implicit_axes,
)
from .shared import new_from_shared as _new_from_shared_mem  # noqa: F401

py_slice, py_sum = slice, sum
_DTYPE_NP_TO_MX = {None: -1, np.float32: 0, np.float64: 1, np.float16: 2, np.uint8: 3, np.int32: 4,
                   np.int8: 5, np.int64: 6, np.bool_: 7, bfloat16: 12}
_DTYPE_MX_TO_NP = {flag: kind for kind, flag in _DTYPE_NP_TO_MX.items()}
_GRAD_REQ_MAP = {"null": 0, "write": 1, "add": 3}
_STORAGE_TYPE_STR_TO_ID = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}
_STORAGE_TYPE_ID_TO_STR = {number: name for name, number in _STORAGE_TYPE_STR_TO_ID.items()}

__all__ = ["NDArray", "_DTYPE_MX_TO_NP", "_DTYPE_NP_TO_MX", "_GRAD_REQ_MAP", "get_indexing_dispatch_code",
           "get_oshape_of_gather_nd_op", "indexing_key_expand_implicit_axes",
           *(_name for _name in _made if _name not in ("array", "empty", "from_torch")), *_functions]


_borrowed(__name__)
