"""Remixnet: the MXNet 1.x API on PyTorch. ``import mxnet as mx``."""
from .version import __version__, remixnet_version  # isort: skip
from . import attribute, autograd, base, context, engine, libinfo, log, name, ndarray, random, registry, runtime, util
from . import ndarray as nd
from .attribute import AttrScope
from .base import MXNetError
from .context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from .ndarray import NDArray
