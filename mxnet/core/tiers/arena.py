"""Arenas: the memory that CUDA graphs share, capturing into it, and when a graph may be destroyed."""
from __future__ import annotations

import gc
import os
import threading
import warnings
import weakref
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import torch

from .. import rng
from ..device import Context
from ..torch_private import clear_cublas_workspaces, end_allocate_to_pool, release_pool
from ..tuning import ONE_ARENA_FROM_BYTES

_stream = lru_cache(torch.cuda.Stream)  # one to capture on, per device


def most_members() -> int:
    """How many executors that share an arena keep their graphs (MXNET_CUDA_GRAPHS_KEPT)."""
    return max(1, int(os.environ.get("MXNET_CUDA_GRAPHS_KEPT", "32")))


class _Capturing:
    """A with block around a capture; one at a time.

    CUDA refuses to destroy a graph in a thread that is capturing another, and aborts that capture. Graphs without an
    owner therefore wait here until no capture is running, and the garbage collector, which might drop anything at any
    time, is paused.
    """

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._running = self._collects = False
        self._retired: list[Any] = []

    def __enter__(self) -> None:
        self._one.acquire()
        self._collects, self._running = gc.isenabled(), True
        gc.disable()

    def __exit__(self, *error: object) -> None:
        self._running = False
        if self._collects:
            gc.enable()
        retired, self._retired = self._retired, []
        self._one.release()
        retired.clear()  # destroyed here

    def retire(self, graph: Any) -> None:
        """Take a graph whose owner is gone; it is destroyed at once, or when the running capture has ended."""
        if self._running:
            self._retired.append(graph)


_capturing = _Capturing()


class CapturedGraph:
    """The unique owner of a CUDA graph, with the captured result: tensors that replays fill."""

    count: int
    outside: tuple[Any, ...]

    __slots__ = ("graph", "result", "__weakref__")
    count, outside = 1, ()  # like those of a program in several graphs

    def __init__(self) -> None:
        self.graph: Any = torch.cuda.CUDAGraph()
        self.result: Any = None

    def replay(self) -> None:
        """Replay the graph."""
        self.graph.replay()

    def __del__(self, retire: Callable[..., Any] = _capturing.retire) -> None:
        graph = getattr(self, "graph", None)
        if graph is not None:
            retire(graph)


class Arena:
    """Memory that graphs on one device share: those of an executor, its reshaped copies and other buckets."""

    ctx: Context
    device: Any

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.device = ctx, ctx.torch_device
        self._pool: Any = None
        self._alive: weakref.WeakSet[torch.cuda.CUDAGraph] = weakref.WeakSet()  # those with memory in the pool
        self._spoilt = False     # by a failed capture
        self.epoch: object = None  # identifies the latest replay that wrote to the arena
        # Those with graphs, most recently used last. Their executors own them.
        self.members: OrderedDict[int, weakref.ref[Any]] = OrderedDict()

    def capture(self, work: Callable[..., Any], size: int = 0) -> CapturedGraph:
        """Capture work without running it; ``size`` says how many bytes it holds at once, if known."""
        owner, stream = CapturedGraph(), _stream(self.device)
        graph = owner.graph
        if size >= ONE_ARENA_FROM_BYTES:
            torch.cuda.empty_cache()  # eager runs leave as much again in the cache
        generator = rng.made(self.ctx)
        if generator is not None:
            graph.register_generator_state(generator)
        stream.wait_stream(torch.cuda.current_stream(self.device))
        with _capturing, torch.cuda.stream(stream):
            # A library's workspace must be in the arena too: an earlier one could be freed while the graph uses it.
            clear_cublas_workspaces()
            if not self._alive or self._spoilt:  # torch does not reuse a pool that has lost all its graphs
                self._pool, self._alive, self._spoilt = torch.cuda.graph_pool_handle(), weakref.WeakSet(), False
            graph.capture_begin(pool=self._pool, capture_error_mode="thread_local")
            try:
                if size >= ONE_ARENA_FROM_BYTES and not self.members:
                    self._reserve(size)
                owner.result = work()
                graph.capture_end()
            except BaseException:
                self._spoilt = True
                _abandon(graph, generator, self.device, self._pool)
                raise
            self._alive.add(graph)
            clear_cublas_workspaces()
        return owner

    def _reserve(self, size: int) -> None:
        """Start the arena with one large free block: many small ones leave more fragmentation."""
        try:
            torch.empty(size, dtype=torch.uint8, device=self.device)
        except torch.cuda.OutOfMemoryError:
            pass  # less may be enough

    def touch(self, member: Any) -> None:
        """Mark a user as most recent; if there are too many, the least recently used one drops its graphs."""
        key, members = id(member), self.members
        if key not in members:
            members[key] = weakref.ref(member, lambda _: members.pop(key, None))
        members.move_to_end(key)
        while len(members) > most_members():
            _, oldest = members.popitem(last=False)
            gone = oldest()
            if gone is not None:
                gone.forget()

    def is_shared(self, member: Any) -> bool:
        """Return whether others have graphs in the arena, which may overwrite new outputs."""
        return any(found() is not member for found in list(self.members.values()))


def _abandon(graph: torch.cuda.CUDAGraph, generator: torch.Generator | None, device: torch.device, pool: Any) -> None:
    """End a failed capture, and free allocator and generator from it."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The CUDA Graph is empty")  # if the very first call failed
            graph.capture_end()
    except RuntimeError:  # CUDA has aborted it already; torch then leaves its allocator unchanged
        try:
            end_allocate_to_pool(device.index or 0, pool)
            release_pool(device.index or 0, pool)
        except RuntimeError:
            pass  # it had got further
    if generator is not None:
        fresh = torch.Generator(device=generator.device)
        fresh.set_state(generator.get_state())
        generator.graphsafe_set_state(fresh)
