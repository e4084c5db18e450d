"""The old home of NDArray and of what is defined beside it: a path that programs and pickles use."""
import numpy as np

from ..core.borrowed import borrowed as _borrowed
from ..core.dtype import bfloat16
from .array import NDArray
from .creation import (  # noqa: F401
                       arange,
                       array,
                       empty,
                       eye,
                       from_dlpack,
                       from_numpy,
                       full,
                       linspace,
                       ones,
                       to_dlpack_for_read,
                       to_dlpack_for_write,
                       zeros,
)
from .extents import (  # noqa: F401
                       _NDARRAY_ADVANCED_INDEXING,
                       _NDARRAY_BASIC_INDEXING,
                       _NDARRAY_EMPTY_TUPLE_INDEXING,
                       _NDARRAY_NO_ZERO_DIM_BOOL_ARRAY,
                       _NDARRAY_UNSUPPORTED_INDEXING,
                       _NDARRAY_ZERO_DIM_BOOL_ARRAY_FALSE,
                       _NDARRAY_ZERO_DIM_BOOL_ARRAY_TRUE,
                       _SIGNED_INT32_UPPER_LIMIT,
                       _STORAGE_TYPE_CSR,
                       _STORAGE_TYPE_DEFAULT,
                       _STORAGE_TYPE_ROW_SPARSE,
                       _STORAGE_TYPE_UNDEFINED,
                       _broadcast_shapes,
                       _get_broadcast_shape,
                       _get_dim_size,
                       _get_index_range,
                       _get_slice_len,
                       _int64_enabled,
                       _int_to_slice,
                       _is_advanced_index,
                       _shape_for_bcast,
                       _storage_type,
                       _ufunc_helper,
                       check_boolean_array_dimension,
)
from .functions import (
                       add,
                       concatenate,
                       divide,
                       equal,
                       greater,
                       greater_equal,
                       histogram,
                       imdecode,
                       lesser,
                       lesser_equal,
                       logical_and,
                       logical_or,
                       logical_xor,
                       maximum,
                       minimum,
                       modulo,
                       moveaxis,
                       multiply,
                       not_equal,
                       onehot_encode,
                       power,
                       split_v2,
                       subtract,
                       true_divide,
                       waitall,
)
from .indexing import (
                       get_indexing_dispatch_code,
                       get_oshape_of_gather_nd_op,
                       indexing_key_expand_implicit_axes,
)

py_slice, py_sum = slice, sum
_DTYPE_NP_TO_MX = {None: -1, np.float32: 0, np.float64: 1, np.float16: 2, np.uint8: 3, np.int32: 4,
                   np.int8: 5, np.int64: 6, np.bool_: 7, bfloat16: 12}
_DTYPE_MX_TO_NP = {flag: kind for kind, flag in _DTYPE_NP_TO_MX.items()}
_GRAD_REQ_MAP = {"null": 0, "write": 1, "add": 3}
_STORAGE_TYPE_STR_TO_ID = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}
_STORAGE_TYPE_ID_TO_STR = {number: name for name, number in _STORAGE_TYPE_STR_TO_ID.items()}

__all__ = ["NDArray", "_DTYPE_MX_TO_NP", "_DTYPE_NP_TO_MX", "_GRAD_REQ_MAP",
           "add", "arange", "concatenate", "divide", "equal", "eye",
           "from_dlpack", "from_numpy", "full", "get_indexing_dispatch_code",
           "get_oshape_of_gather_nd_op", "greater", "greater_equal", "histogram", "imdecode",
           "indexing_key_expand_implicit_axes", "lesser", "lesser_equal", "linspace",
           "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "modulo", "moveaxis",
           "multiply", "not_equal", "onehot_encode", "ones", "power", "split_v2", "subtract",
           "to_dlpack_for_read", "to_dlpack_for_write", "true_divide", "waitall", "zeros"]


__getattr__ = _borrowed(__name__)
