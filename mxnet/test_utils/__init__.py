"""Tools for testing operators and networks, under the names MXNet's own tests import.

`from mxnet.test_utils import *` brings, as it does in MXNet, `np`, `rnd`, `mx` and some modules.
"""
import bz2
import errno
import gzip
import json
import logging
import numbers
import os
import platform
import struct
import sys
import time
import traceback
import zipfile
from collections import OrderedDict
from contextlib import contextmanager

import numpy as np
import numpy.random as rnd

import mxnet as mx

from ..context import Context, current_context
from ..ndarray import array
from ..ndarray.ndarray import _STORAGE_TYPE_STR_TO_ID
from ..runtime import Features
from ..symbol import Symbol
from ..util import get_cuda_compute_capability, getenv, setenv, use_np
from .comparison import (
    _find_max_violation,
    almost_equal,
    assert_allclose,
    assert_almost_equal,
    assert_almost_equal_ignore_nan,
    assert_almost_equal_with_err,
    assert_exception,
    checkShapes,
    collapse_sum_like,
    compare_ndarray_tuple,
    locationError,
    np_reduce,
    same,
    same_array,
    same_symbol_structure,
)
from .consistency import (
    DummyIter,
    check_consistency,
    check_gluon_hybridize_consistency,
    check_speed,
    compare_optimizer,
)
from .dataset import (
    download,
    download_model,
    get_bz2_data,
    get_cifar10,
    get_im2rec_path,
    get_mnist,
    get_mnist_iterator,
    get_mnist_pkl,
    get_mnist_ubyte,
    get_zip_data,
)
from .distribution import (
    chi_square_check,
    gen_buckets_probs_with_ppf,
    mean_check,
    var_check,
    verify_generator,
)
from .gradient import (
    _parse_aux_states,
    _parse_location,
    _sorted_dict,
    _sorted_items,
    check_numeric_gradient,
    check_symbolic_backward,
    check_symbolic_forward,
    numeric_grad,
    simple_forward,
)
from .process import (
    EnvManager,
    discard_stderr,
    environment,
    has_tvm_ops,
    is_aarch64_run,
    is_cd_run,
    is_op_runnable,
    list_gpus,
    retry,
)
from .samples import (
    assign_each,
    assign_each2,
    create_2d_tensor,
    create_vector,
    get_identity_mat,
    get_identity_mat_batch,
    new_matrix_with_real_eigvals_2d,
    new_matrix_with_real_eigvals_nd,
    new_orthonormal_matrix_2d,
    new_sym_matrix_with_real_eigvals_2d,
    new_sym_matrix_with_real_eigvals_nd,
    rand_coord_2d,
    rand_ndarray,
    rand_shape_2d,
    rand_shape_3d,
    rand_shape_nd,
    random_arrays,
    random_sample,
    random_uniform_arrays,
)
from .sparse import (
    _get_powerlaw_dataset_csr,
    _get_uniform_dataset_csr,
    _validate_csr_generation_inputs,
    create_sparse_array,
    create_sparse_array_zd,
    rand_sparse_ndarray,
    shuffle_csr_column_indices,
)
from .tolerance import (
    default_atols,
    default_context,
    default_dtype,
    default_numeric_eps,
    default_rtols,
    effective_dtype,
    get_atol,
    get_etol,
    get_rtol,
    get_tolerance,
    get_tols,
    set_default_context,
)


def __getattr__(name: str):
    """Import what `import mxnet` should not wait for: SciPy's statistics, numpy.testing, mx.np."""
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


_SUBMODULES = ("comparison", "consistency", "dataset", "distribution", "gradient", "process",
               "samples", "sparse", "tolerance")
__all__ = [name for name in [*globals(), "npt", "ss"]
           if not name.startswith("_") and name not in _SUBMODULES]
