"""Rendezvous: one of the workers, or MXNet's scheduler, hosts a table at an address that all know."""
from __future__ import annotations

import atexit
import contextlib
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import Any, NoReturn, TypeVar

import torch.distributed as dist

from ...core.errors import MXNetError
from .environment import Place, choose_interface

_log = logging.getLogger(__name__)
FOREVER = timedelta(days=3650)
_PREFIX = "remixnet"
_MARGIN = 3.0  # seconds beyond the limit, in which those who know more about a failure of a rendezvous report it

_Result = TypeVar("_Result")


_blocked: list[threading.Thread] = []


def _end_at_once() -> None:
    """End this process if a thread is still blocked: the end of the interpreter would wait for it, or abort."""
    if any(thread.is_alive() for thread in _blocked):
        leave()


def leave() -> NoReturn:
    """End this process as failed, without the end of the interpreter, which must not meet threads that run in C++."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1)


def within(seconds: float, call: Callable[[], _Result], failure: str) -> _Result:
    """Call what may block in C++ for ever, as requests to a process that is frozen do; raise if it takes longer."""
    found: SimpleQueue = SimpleQueue()

    def run() -> None:
        try:
            found.put((call(), None))
        except BaseException as error:
            found.put((None, error))

    thread = threading.Thread(target=run, name="kvstore-bounded", daemon=True)
    thread.start()
    try:
        result, error = found.get(timeout=seconds)
    except Empty:
        if not _blocked:
            atexit.register(_end_at_once)
        _blocked.append(thread)
        raise MXNetError(failure) from None
    if error is not None:
        raise error
    return result


def meet(place: Place, seconds: float, may_host: bool) -> Any:
    """Return the table of a job: created here if the address is local and free, otherwise connected to.

    It listens only on that address. Under torchrun the agent hosts it.
    """
    agent = os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True"
    handle = _listening(place) if may_host and not (agent and place.launcher == "torchrun") else None
    try:
        store = _table(place, seconds) if handle is None else _hosted(place, seconds, handle)
    except (RuntimeError, ValueError) as error:
        raise MXNetError(f"no group: no answer from {place.address}:{place.port}, where {place.launcher} says that "
                         f"{place.size} workers meet, within {seconds:g} seconds ({str(error).splitlines()[0]})") \
            from error
    return _part(f"{_PREFIX}/{os.environ.get('TORCHELASTIC_RESTART_COUNT', '0')}", store)


def _table(place: Place, seconds: float, hosts: bool = False, **options: Any) -> Any:
    return dist.TCPStore(  # pyright: ignore[reportPrivateImportUsage]
        place.address, place.port, None, hosts, wait_for_workers=False, timeout=timedelta(seconds=seconds), **options)


def _hosted(place: Place, seconds: float, handle: int) -> Any:
    """Create the table on a socket that listens, which libuv's server of earlier torch releases (2.6) does not take."""
    spare = os.dup(handle)
    try:
        made = _table(place, seconds, True, master_listen_fd=handle)
    except NotImplementedError:
        return _table(place, seconds, True, master_listen_fd=spare, use_libuv=False)
    except BaseException:
        os.close(spare)
        raise
    os.close(spare)
    return made


def _part(name: str, table: Any) -> Any:
    """Return a part of a table with its own namespace."""
    return dist.PrefixStore(name, table)  # pyright: ignore[reportPrivateImportUsage]


def _listening(place: Place) -> int | None:
    """Bind the address; None if it is another machine's or taken."""
    try:
        found = socket.getaddrinfo(place.address, place.port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(found[0], socket.SOCK_STREAM)
    except OSError:
        return None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(found[4])
        made.listen(1024)
    except OSError:
        made.close()
        return None
    return made.detach()


def gathered(place: Place, seconds: float, gather: Callable[[], _Result]) -> _Result:
    """Run a rendezvous, which ends or raises in time, whatever other processes do."""
    try:
        return within(seconds + _MARGIN, gather, f"no group: {place.address}:{place.port}, where {place.launcher} says "
                      f"that {place.size} workers meet, or one of them, does not answer; waited {seconds:g} seconds "
                      "(MXNET_KVSTORE_TIMEOUT)")
    except (RuntimeError, OSError) as error:
        if isinstance(error, MXNetError):
            raise
        raise MXNetError(f"no group: a worker was lost while they met ({str(error).strip().splitlines()[0]})") \
            from error


def join(place: Place, seconds: float) -> tuple[Any, Any, int]:
    """Join the other workers; return the table, the process group and the rank."""
    if dist.is_initialized():  # a program that uses torch.distributed itself
        return None, dist.new_group(backend="gloo", timeout=timedelta(seconds=seconds)), dist.get_rank()
    interface = choose_interface(place)
    if interface is not None:
        for name in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"):
            os.environ.setdefault(name, interface)
    table = meet(place, seconds, place.rank in (0, None))
    rank = table.add("numbered", 1) - 1 if place.rank is None else place.rank
    _gather(table, place, rank, seconds)
    dist.init_process_group("gloo", store=_part("gloo", table), rank=rank, world_size=place.size,
                            timeout=timedelta(seconds=seconds))
    return table, dist.group.WORLD, rank


def _gather(table: Any, place: Place, rank: int, seconds: float) -> None:
    """Wait until all workers have joined; name those that have not."""
    if table.add(f"came/{rank}", 1) > 1:
        raise MXNetError(f"no group: two workers are rank {rank} of the job at {place.address}:{place.port}; each "
                         "needs a number of its own, or the port belongs to another job")
    table.add("came", 1)
    end = time.monotonic() + seconds
    while table.add("came", 0) < place.size:  # waiting inside the table would break its connection at the time limit
        if time.monotonic() > end:
            missing = [str(other) for other in range(place.size) if not table.check([f"came/{other}"])]
            raise MXNetError(f"no group: waited {seconds:g} seconds (MXNET_KVSTORE_TIMEOUT) for rank "
                             f"{', '.join(missing)} of {place.size} workers at {place.address}:{place.port}")
        time.sleep(0.01)


def announce_end(table: Any, failed: bool, seconds: float) -> None:
    """Notify processes that only wait for the workers, MXNet's servers and scheduler, that one has ended."""
    with contextlib.suppress(RuntimeError):
        if table is not None:
            within(seconds, lambda: table.add("failed" if failed else "ended", 1), "nobody to notify")


def outlast(place: Place, seconds: float) -> int:
    """Wait, as a server or scheduler, until the workers have ended; return the exit status."""
    table = gathered(place, seconds, lambda: meet(place, seconds, True))

    def count(name: str) -> int:
        return within(seconds, lambda: table.add(name, 0), f"{place.address}:{place.port}, where {place.launcher} says "
                      f"that the workers meet, has not answered for {seconds:g} seconds (MXNET_KVSTORE_TIMEOUT)")

    while True:
        try:
            if count("failed"):
                return 1
            if count("ended") >= place.size:
                return 0
        except MXNetError as error:
            _log.error("%s", error)
            return 1
        except RuntimeError:  # the process that hosted the table has ended
            return 0
        time.sleep(0.1)
