"""Where CUDA graphs lie: the memory that a family of executors shares, the way to capture into it, and when a graph
may be destroyed. `capture` says what is captured, and when.
"""
from __future__ import annotations

import gc
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from .. import rng
from ..device import Context
from ..torch_private import clear_cublas_workspaces, end_allocate_to_pool, release_pool
from ..tuning import ONE_ARENA_FROM_BYTES

if TYPE_CHECKING:
    from .cuda_graphs import Recorder

_sides: dict[torch.device, torch.cuda.Stream] = {}


def most_kept() -> int:
    """How many executors of a family keep their graphs (MXNET_CUDA_GRAPHS_KEPT)."""
    return max(1, int(os.environ.get("MXNET_CUDA_GRAPHS_KEPT", "32")))


class _Capturing:
    """A with block around a capture, one at a time.

    CUDA refuses to destroy a graph in a thread that captures another, and breaks that capture off. So graphs that
    nobody owns any more wait here until no capture is running, and the collector of garbage, which might drop
    anything at any time, pauses.
    """

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._running = self._collects = False
        self._waiting: list[Any] = []

    def __enter__(self) -> None:
        self._one.acquire()
        self._collects, self._running = gc.isenabled(), True
        gc.disable()

    def __exit__(self, *error: object) -> None:
        self._running = False
        if self._collects:
            gc.enable()
        waiting, self._waiting = self._waiting, []
        self._one.release()
        waiting.clear()  # destroyed here

    def retire(self, graph: Any) -> None:
        """Take a graph whose owner is gone; it is destroyed at once, or when the capture has ended."""
        if self._running:
            self._waiting.append(graph)


_capturing = _Capturing()


class CapturedGraph:
    """The unique owner of a CUDA graph."""

    __slots__ = ("graph", "__weakref__")

    def __init__(self) -> None:
        self.graph = torch.cuda.CUDAGraph()

    def replay(self) -> None:
        """Do again what was captured."""
        self.graph.replay()

    def __del__(self, retire: Callable = _capturing.retire) -> None:
        graph = getattr(self, "graph", None)
        if graph is not None:
            retire(graph)


class Graphs:
    """The pool of a family of executors on one device, and the way to record into it."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.device = ctx, ctx.torch_device
        self._pool: Any = None
        self._alive: weakref.WeakSet[torch.cuda.CUDAGraph] = weakref.WeakSet()  # those that have memory in the pool
        self._spoilt = False                         # by a capture that failed
        self.turn: object = None                     # of the replay that wrote into the pool last
        # Those with graphs, the latest used last. They belong to their executors, and go with them.
        self.members: OrderedDict[int, weakref.ref[Recorder]] = OrderedDict()

    def record(self, work: Callable, room: int = 0) -> tuple[Callable, list]:
        """Record work without doing it. Gives what replays it, and the tensors it will fill.

        ``room`` says how many bytes it holds at once, if that is known.
        """
        owner, side = CapturedGraph(), self._side()
        graph = owner.graph
        if room >= ONE_ARENA_FROM_BYTES:
            torch.cuda.empty_cache()  # what unrecorded runs left behind is as much again
        generator = rng.made(self.ctx)
        if generator is not None:
            graph.register_generator_state(generator)
        side.wait_stream(torch.cuda.current_stream(self.device))
        with _capturing, torch.cuda.stream(side):
            # A library's workspace must be the pool's too: one from before could be freed under the graph.
            clear_cublas_workspaces()
            if not self._alive or self._spoilt:  # torch takes none back that has lost all its graphs
                self._pool, self._alive, self._spoilt = torch.cuda.graph_pool_handle(), weakref.WeakSet(), False
            graph.capture_begin(pool=self._pool, capture_error_mode="thread_local")
            try:
                if room >= ONE_ARENA_FROM_BYTES and not self.members:
                    self._make_room(room)
                result = work()
                graph.capture_end()
            except BaseException:
                self._spoilt = True
                _abandon(graph, generator, self.device, self._pool)
                raise
            self._alive.add(graph)
            clear_cublas_workspaces()
        return owner.replay, result

    def _make_room(self, size: int) -> None:
        """Let the pool begin with one large free block: many small ones leave more gaps between what is held."""
        try:
            torch.empty(size, dtype=torch.uint8, device=self.device)
        except torch.cuda.OutOfMemoryError:
            pass  # it may do with less

    def _side(self) -> torch.cuda.Stream:
        if self.device not in _sides:
            _sides[self.device] = torch.cuda.Stream(self.device)
        return _sides[self.device]

    def touch(self, recorder: Recorder) -> None:
        """Note who was used; whoever was not for longest gives its graphs up where there are too many."""
        key, members = id(recorder), self.members
        if key not in members:
            members[key] = weakref.ref(recorder, lambda _: members.pop(key, None))
        members.move_to_end(key)
        while len(members) > most_kept():
            _, oldest = members.popitem(last=False)
            gone = oldest()
            if gone is not None:
                gone.forget()

    def shared(self, recorder: Recorder) -> bool:
        """Tell whether others have graphs in the pool, which may write where new outputs would be."""
        return any(found() is not recorder for found in list(self.members.values()))


def _abandon(graph: torch.cuda.CUDAGraph, generator: torch.Generator | None, device: torch.device, pool: Any) -> None:
    """End a capture that failed, and free allocator and generator from it."""
    try:
        graph.capture_end()
    except RuntimeError:  # CUDA has given it up already; torch then leaves its allocator as it was
        try:
            end_allocate_to_pool(device.index or 0, pool)
            release_pool(device.index or 0, pool)
        except RuntimeError:
            pass  # it had come further
    if generator is not None:
        fresh = torch.Generator(device=generator.device)
        fresh.set_state(generator.get_state())
        generator.graphsafe_set_state(fresh)
