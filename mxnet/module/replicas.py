"""Threads that run the replicas of a module in parallel; the executor groups of all its buckets share them."""
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext
from typing import Any

import torch

from ..core.matmul import by_onednn


def _take_share(cores: int) -> None:
    torch.get_num_threads()
    torch.set_num_threads(cores)


class ReplicaThreads:
    """One thread per replica, started on first use and gone with the last group that holds them.

    The threads divide the cores instead of competing for them. `torch.set_num_threads` is per thread, so the caller's
    count stays; but a thread copies the most recent setting of any thread when it first reads it. So each reads it
    before setting its own, and the caller's is restored.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # a forked child has the pool, but none of its threads

    def _start(self) -> ThreadPoolExecutor:
        cores = torch.get_num_threads()
        share = max(1, cores // self._count)
        pool = ThreadPoolExecutor(self._count, thread_name_prefix="mxnet-replica",
                                  initializer=_take_share, initargs=(share,))
        everyone = threading.Barrier(self._count)  # so that no thread takes two of the tasks
        try:
            wait([pool.submit(everyone.wait) for _ in range(self._count)])
        except BaseException:  # Ctrl-C: threads that wait for others which never start would hang the process's end
            everyone.abort()
            pool.shutdown(wait=False)
            raise
        finally:
            torch.set_num_threads(cores)
        return pool

    def each(self, function: Callable[..., Any], executors: list[Any]) -> None:
        """Call ``function(index, executor)`` for every replica, and return when all are done.

        The first error is raised only then, when nothing of the failed step is still running.
        """
        if len(executors) == 1:
            function(0, executors[0])
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = self._start(), os.getpid()
        # With one library for all products, results do not depend on which replicas multiply at the same time.
        with nullcontext() if executors[0].small else by_onednn():
            tasks = [self._pool.submit(function, index, executor) for index, executor in enumerate(executors)]
            wait(tasks)
        for task in tasks:
            task.result()
