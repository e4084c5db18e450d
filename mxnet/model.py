"""``mx.model``: checkpoints, FeedForward, and the training steps that programs with their own loops use.

Many names are here only because programs import them from here: those that MXNet's own file imports are available too.
"""
# ruff: noqa: F401
import logging
import os
import time
import warnings
from collections import namedtuple

import numpy as np

from . import io, metric
from . import kvstore as kvs
from . import ndarray as nd
from . import optimizer as opt
from . import symbol as sym
from .base import mx_real_t
from .callback import LogValidationMetricsCallback
from .checkpoint import (
                         BatchEndParam,
                         load_checkpoint,
                         load_params,
                         place_params,
                         save_checkpoint,
                         split_params,
)
from .context import Context, cpu
from .executor_manager import DataParallelExecutorManager, _check_arguments, _load_data
from .feedforward import (
                         BASE_ESTIMATOR,
                         SKLEARN_INSTALLED,
                         FeedForward,
                         _multiple_callbacks,
                         _train_multi_device,
)
from .initializer import Uniform
from .io import DataDesc
from .module.updating import create_kvstore as _create_kvstore
from .module.updating import create_sparse_kvstore as _create_sparse_kvstore
from .module.updating import fill_kvstore as _initialize_kvstore
from .module.updating import update_on_store as _update_params_on_kvstore
from .module.updating import update_on_store_in_groups as _update_params_on_kvstore_nccl
from .module.updating import update_params as _update_params
from .optimizer import get_updater
