"""CUDA graphs on a machine without a GPU: what is captured is written down, call by call, and replayed from that.

As with CUDA, a capture computes nothing: tensors that it writes to have their old values when it has ended, and those
that it makes hold nonsense until the first replay. Memory is not shared between graphs here.
"""
import contextlib
import itertools
import os

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

from mxnet.core import rng
from mxnet.core.ops import embedding, indexing
from mxnet.core.ops.nn import activation
from mxnet.core.ownership import is_unique
from mxnet.core.tiers import arena, capture
from mxnet.module.executor_group import DataParallelExecutorGroup
from mxnet.optimizer import Optimizer


class _Calls(TorchDispatchMode):
    """Writes calls down, and remembers what they overwrite."""

    def __init__(self):
        super().__init__()
        self.calls, self.made, self.before = [], {}, {}

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function is torch.ops.aten._local_scalar_dense.default:
            raise RuntimeError("CUDA error: operation not permitted when stream is capturing")
        written = [value for place, argument in enumerate(function._schema.arguments)
                   if argument.alias_info and argument.alias_info.is_write
                   for value in tree_flatten(args[place] if place < len(args) else kwargs.get(argument.name))[0]]
        for tensor in written:
            if isinstance(tensor, torch.Tensor) and _memory(tensor) not in self.made:
                self.before.setdefault(_memory(tensor), (tensor, tensor.clone()))
        result = function(*args, **kwargs)
        outputs = [value for value in tree_flatten(result)[0] if isinstance(value, torch.Tensor)]
        given = {_memory(value) for value in tree_flatten((args, kwargs))[0] if isinstance(value, torch.Tensor)}
        for output in outputs:
            if _memory(output) not in given:
                self.made.setdefault(_memory(output), output)
        self.calls.append((function, args, kwargs, outputs))
        return result


def _memory(tensor):
    return tensor.untyped_storage()._cdata


class EmulatedGraph:
    """As much of a CUDA graph as we use."""

    capturing = None

    def capture_begin(self, pool, capture_error_mode):
        assert EmulatedGraph.capturing is None
        EmulatedGraph.capturing, self._mode = self, _Calls()
        self._generators = {ctx: made.get_state() for ctx, made in rng._generators.items()}
        self._mode.__enter__()

    def capture_end(self):
        if EmulatedGraph.capturing is not self:
            raise RuntimeError("CUDA error: no capture is running")
        EmulatedGraph.capturing = None
        self._mode.__exit__(None, None, None)
        for tensor, values in self._mode.before.values():
            tensor.copy_(values)
        for tensor in self._mode.made.values():
            tensor.fill_(float("nan") if tensor.is_floating_point() else 0)
        for ctx, state in self._generators.items():
            rng._generators[ctx].set_state(state)

    def register_generator_state(self, generator):
        pass

    def replay(self):
        assert EmulatedGraph.capturing is None
        for function, args, kwargs, outputs in self._mode.calls:
            result = function(*args, **kwargs)
            for output, value in zip(outputs, [value for value in tree_flatten(result)[0]
                                               if isinstance(value, torch.Tensor)]):
                if output is not value and output.data_ptr() != value.data_ptr():
                    output.copy_(value)


class _Stream:
    def wait_stream(self, other):
        pass


@pytest.fixture
def emulated_cuda(monkeypatch):
    """Let programs, optimizers and metrics on the CPU be captured as those on a GPU are."""
    emulate(monkeypatch)


def emulate(monkeypatch):
    """Do what the fixture does, in a process that is no test."""
    handles = ((0, number) for number in itertools.count())
    EmulatedGraph.capturing = None
    is_unique(torch.ones(1))  # which counts on a tensor of its own once
    for name, value in (("CUDAGraph", EmulatedGraph), ("graph_pool_handle", lambda: next(handles)),
                        ("current_stream", lambda device: _Stream()), ("stream", lambda _: contextlib.nullcontext()),
                        ("memory_allocated", lambda device: 0), ("get_sync_debug_mode", lambda: 0),
                        ("set_sync_debug_mode", lambda mode: None),
                        ("is_current_stream_capturing", lambda: EmulatedGraph.capturing is not None)):
        monkeypatch.setattr(torch.cuda, name, value)
    monkeypatch.setattr(arena, "_stream", lambda device: _Stream())
    monkeypatch.setattr(arena, "clear_cublas_workspaces", lambda: None)
    monkeypatch.setattr(rng, "made", lambda ctx: None)
    monkeypatch.setattr(capture, "wanted", lambda contexts: os.environ.get("MXNET_CUDA_GRAPHS") != "0")
    monkeypatch.setattr(Optimizer, "_is_on_gpu", staticmethod(lambda weight: True))
    monkeypatch.setattr(DataParallelExecutorGroup, "_on_device", lambda group, label: group.label_arrays[0][0][1])
    for room in indexing, embedding:
        monkeypatch.setattr(room, "_compiling", lambda: True)  # NumPy's calls are not seen
    monkeypatch.setattr(activation, "NUMPY_TANH_UP_TO_THREADS", 0)
