"""Made by tools/stubs.py; `make stubs` regenerates it."""
from . import _numpy_op_doc as _numpy_op_doc
from . import callback as callback
from . import contrib as contrib
from . import error as error
from . import executor_manager as executor_manager
from . import gluon as gluon
from . import image as image
from . import initializer as initializer
from . import io as io
from . import kvstore as kvstore
from . import kvstore_server as kvstore_server
from . import library as library
from . import lr_scheduler as lr_scheduler
from . import metric as metric
from . import misc as misc
from . import model as model
from . import module as module
from . import monitor as monitor
from . import ndarray_doc as ndarray_doc
from . import notebook as notebook
from . import numpy as numpy
from . import numpy_dispatch_protocol as numpy_dispatch_protocol
from . import numpy_extension as numpy_extension
from . import numpy_op_signature as numpy_op_signature
from . import onnx as onnx
from . import operator as operator
from . import optimizer as optimizer
from . import predictor as predictor
from . import profiler as profiler
from . import recordio as recordio
from . import rnn as rnn
from . import rtc as rtc
from . import symbol_doc as symbol_doc
from . import test_utils as test_utils
from . import visualization as visualization
from .version import __version__ as __version__
from .version import remixnet_version as remixnet_version
from . import attribute as attribute
from . import autograd as autograd
from . import base as base
from . import context as context
from . import engine as engine
from . import executor as executor
from . import libinfo as libinfo
from . import log as log
from . import name as name
from . import ndarray as ndarray
from . import random as random
from . import registry as registry
from . import runtime as runtime
from . import symbol as symbol
from . import util as util
from .attribute import AttrScope as AttrScope
from .base import MXNetError as MXNetError
from .context import Context as Context
from .context import cpu as cpu
from .context import cpu_pinned as cpu_pinned
from .context import current_context as current_context
from .context import gpu as gpu
from .context import gpu_memory_info as gpu_memory_info
from .context import num_gpus as num_gpus
from .executor import Executor as Executor
from .name import NameManager as NameManager
from .ndarray import NDArray as NDArray
from .symbol import Symbol as Symbol
from .util import is_np_array as is_np_array
from .util import is_np_shape as is_np_shape
from .util import np_array as np_array
from .util import np_shape as np_shape
from .util import set_np_shape as set_np_shape
from .util import use_np as use_np
from .util import use_np_array as use_np_array
from .util import use_np_shape as use_np_shape

img = image
init = initializer
kv = kvstore
mod = module
mon = monitor
nd = ndarray
np = numpy
npx = numpy_extension
opt = optimizer
rnd = random
sym = symbol
viz = visualization
