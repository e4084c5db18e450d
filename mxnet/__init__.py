"""Remixnet: the MXNet 1.x API on PyTorch. ``import mxnet as mx``."""
import gc as _gc
import os as _os
from importlib import import_module as _import_module

# Importing makes no garbage, and looking for some takes as long as all our modules.
_collects = _gc.isenabled()
_gc.disable()
try:
    from .version import __version__, remixnet_version  # isort: skip
    from . import (attribute, autograd, base, context, engine, executor, libinfo, log, name, ndarray, random, registry,
                   runtime, symbol, util)
    from . import ndarray as nd
    from . import random as rnd
    from . import symbol as sym
    from .accommodation import install as _accommodate
    from .attribute import AttrScope
    from .base import MXNetError
    from .core.absence import missing as _missing
    from .context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
    from .executor import Executor
    from .installation import is_overlaid as _is_overlaid
    from .name import NameManager
    from .ndarray import NDArray
    from .symbol import Symbol
    from .util import (is_np_array, is_np_shape, np_array, np_shape, set_np_shape, use_np, use_np_array,
                       use_np_shape)
finally:
    if _collects:
        if not _gc.get_freeze_count():  # else there are objects that the program wants to keep frozen
            _gc.freeze()  # and back: all that is there counts as old now, and no collection goes through it soon
            _gc.unfreeze()
        _gc.enable()

# Rooms that are entered at first use: name -> module.
_ROOMS = {name: name for name in (
    "callback", "contrib", "error", "executor_manager", "gluon", "image", "initializer", "io", "kvstore",
    "kvstore_server", "library", "lr_scheduler", "metric", "misc", "model", "module", "monitor", "ndarray_doc",
    "notebook", "numpy", "numpy_dispatch_protocol", "numpy_extension", "numpy_op_signature", "_numpy_op_doc", "onnx",
    "operator", "optimizer", "predictor", "profiler", "recordio", "rnn", "rtc", "symbol_doc", "test_utils",
    "visualization")}
_ROOMS.update(init="initializer", kv="kvstore", mod="module", mon="monitor", img="image", viz="visualization",
              opt="optimizer", np="numpy", npx="numpy_extension")


def __getattr__(name: str):
    if name not in _ROOMS:
        raise _missing(__name__, name)
    room = _import_module(f"{__name__}.{_ROOMS[name]}")
    globals()[name] = room
    return room


if _is_overlaid(__path__[0]):
    import warnings as _warnings
    from .installation import overlay_warning as _overlay_warning
    _warnings.warn(_overlay_warning(__path__[0]), RuntimeWarning, stacklevel=2)

if _os.environ.get("MXNET_PROFILER_AUTOSTART", "0") == "1":
    from . import profiler

_accommodate()
if _os.environ.get("DMLC_ROLE", "worker") != "worker":
    from . import kvstore_server  # a server or scheduler ends here, with the workers
