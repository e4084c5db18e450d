"""The link between two workers: gloo's point-to-point messages, or on one machine a socket and shared memory.

Gloo takes a few milliseconds of CPU time for what two processes on one machine can put into shared memory: it announces
each message three times, and its thread spins while another one sends.
"""
from __future__ import annotations

import contextlib
import os
import secrets
import socket
import struct
import threading
from collections import deque
from queue import SimpleQueue
from typing import Any

import torch
import torch.distributed as dist

from ...core.errors import MXNetError
from . import shared
from .meeting import FOREVER
from .message import HEAD, Message, body_sizes, decode, encode, places

_TAG = 1
_NAME = 32          # bytes of the name under which a worker waits for the others on its machine
_PATIENCE = 10.0    # seconds to wait for those that have announced themselves
_HELLO = struct.Struct("<q")


class Link:
    """A link over gloo. Sends return at once; ``under_way`` gets what must be kept until it is sent."""

    def __init__(self, peer: int, backend: Any, under_way: SimpleQueue[Any]) -> None:
        self._peer, self._backend, self._under_way = peer, backend, under_way
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        """Send a message; its memory must not be written to afterwards, except that of a `Packing`."""
        parts = encode(message)
        with self._lock:
            works = [dist.isend(part, dst=self._peer, group=self._backend, tag=_TAG) for part in parts]
        self._under_way.put((self._peer, works, parts))

    def receive(self) -> Message:
        """Wait for a message."""
        head = self._received(torch.empty(HEAD, dtype=torch.int64)).tolist()
        return decode(head, [self._received(torch.empty(size, dtype=torch.uint8)) for size in body_sizes(head)])

    @property
    def unsent(self) -> bool:
        """Whether something waits here to be sent; ``under_way`` belongs to another."""
        return False

    def _received(self, tensor: torch.Tensor) -> torch.Tensor:
        dist.irecv(tensor, src=self._peer, group=self._backend, tag=_TAG).wait(FOREVER)
        return tensor


class NearLink:
    """A link to a worker on this machine: headers through a socket, bodies through shared memory."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._lender, self._borrower = shared.Lender(), shared.Borrower()
        self._lock = threading.Lock()
        self._more = threading.Condition(self._lock)
        self._waiting: deque[tuple[memoryview, int | None]] = deque()   # what the socket did not accept at once
        self._writer: threading.Thread | None = None
        self._broken: OSError | None = None
        os.register_at_fork(after_in_child=connection.close)  # or the peer would not notice when this worker is killed

    def send(self, message: Message) -> None:
        """Send a message; its memory must not be written to afterwards, except that of a `Packing`."""
        with self._lock:
            if self._broken is not None:
                raise self._broken
            size = message.body()
            taken = self._lender.take(size) if size else None
            number, slot, handle = taken or (None, None, None)
            parts = encode(message, self._borrower.done(), number, None if slot is None else slot.places)
            for part in parts:
                self._put(part.view(torch.uint8).numpy().data, handle)
                handle = None

    @property
    def unsent(self) -> bool:
        """Whether something waits here to be sent."""
        return bool(self._waiting) and self._broken is None

    def _put(self, part: memoryview, handle: int | None) -> None:
        """Write what the socket accepts; a thread writes the rest, so that no serving thread waits for this."""
        if not self._waiting:
            with contextlib.suppress(BlockingIOError):
                sent = self._write(part, handle, socket.MSG_DONTWAIT)
                part, handle = part[sent:], None
        if not part:
            return
        self._waiting.append((part, handle))
        if self._writer is None:
            self._writer = threading.Thread(target=self._follow, name="kvstore-writes", daemon=True)
            self._writer.start()
        self._more.notify()

    def _write(self, part: memoryview, handle: int | None, flags: int = 0) -> int:
        flags |= socket.MSG_NOSIGNAL
        if handle is None:
            return self._socket.send(part, flags)
        sent = socket.send_fds(self._socket, [part], [handle], flags)
        os.close(handle)  # the other side has it now
        return sent

    def _follow(self) -> None:
        while True:
            with self._lock:
                self._more.wait_for(lambda: self._waiting)
                part, handle = self._waiting[0]
            try:
                while part:
                    part, handle = part[self._write(part, handle):], None
            except OSError as error:
                with self._lock:
                    self._broken = error
                return
            with self._lock:
                self._waiting.popleft()

    def receive(self) -> Message:
        """Wait for a message."""
        head = torch.empty(HEAD, dtype=torch.int64)
        handles = self._fill(head)
        numbers = head.tolist()
        slot, returned = places(numbers)
        for handle in handles:
            self._borrower.open(-1 if slot is None else slot, handle)
        if returned:
            self._lender.returned(returned)
        if slot is not None:
            return decode(numbers, [self._borrower.body(slot, size) for size in body_sizes(numbers)])
        bodies = [torch.empty(size, dtype=torch.uint8) for size in body_sizes(numbers)]
        for body in bodies:
            self._fill(body)
        return decode(numbers, bodies)

    def _fill(self, tensor: torch.Tensor) -> list[int]:
        """Receive a tensor; return the file handles that came with it."""
        rest, handles = tensor.view(torch.uint8).numpy().data, []
        while rest:
            count, ancillary, _, _ = self._socket.recvmsg_into([rest], socket.CMSG_SPACE(4), socket.MSG_WAITALL
                                                               | getattr(socket, "MSG_CMSG_CLOEXEC", 0))
            if not count:
                raise ConnectionError("closed by peer")
            handles += [struct.unpack("i", data[:4])[0] for level, kind, data in ancillary
                        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS)]
            rest = rest[count:]
        return handles


def connect(rank: int, size: int, backend: Any, under_way: SimpleQueue[Any]) -> dict[int, Link | NearLink]:
    """Connect this worker to all others, over gloo or, if they are on this machine, more directly.

    Each worker listens under a random name that is local to this machine. All announce theirs, try those of lower
    ranks, and announce whom they have reached.
    """
    door = _door()
    names = _told(torch.frombuffer(bytearray(door.getsockname()[1:] if door else bytes(_NAME)), dtype=torch.uint8),
                  size, backend)
    near: dict[int, socket.socket] = {}
    for peer, name in enumerate(names[:rank]) if door else ():
        found = _reached(bytes(name.numpy()))
        if found is not None:
            found.sendall(_HELLO.pack(rank))
            near[peer] = found
    reached = _told(torch.tensor([peer in near for peer in range(size)], dtype=torch.uint8), size, backend)
    if door is not None:
        near.update(_accepted(door, sum(int(row[rank]) for row in reached)))
        door.close()
    return {peer: NearLink(near[peer]) if peer in near else Link(peer, backend, under_way)
            for peer in range(size) if peer != rank}


def _door() -> socket.socket | None:
    """Return a socket listening under a random name; None if workers of a machine share nothing."""
    if not shared.available or os.environ.get("MXNET_KVSTORE_SHARED_MEMORY", "1") == "0":
        return None
    made = socket.socket(socket.AF_UNIX)
    made.bind(b"\0" + secrets.token_hex(_NAME // 2).encode())  # the zero: an abstract name without a file
    made.listen(1024)
    return made


def _reached(name: bytes) -> socket.socket | None:
    """Connect to a worker that listens on this machine; None if there is none of this name and user."""
    if not any(name):
        return None
    made = socket.socket(socket.AF_UNIX)
    with contextlib.suppress(OSError):
        made.connect(b"\0" + name)
        if _is_mine(made):
            return made
    made.close()
    return None


def _accepted(door: socket.socket, count: int) -> dict[int, socket.socket]:
    """Accept the workers that have connected to this one: their connections are pending already."""
    found: dict[int, socket.socket] = {}
    door.settimeout(_PATIENCE)
    try:
        while len(found) < count:
            came, _ = door.accept()
            if _is_mine(came):
                came.settimeout(None)
                found[_HELLO.unpack(came.recv(_HELLO.size, socket.MSG_WAITALL))[0]] = came
            else:
                came.close()
    except (OSError, struct.error) as error:
        raise MXNetError(f"no group: {count} workers say that they have reached this one through shared memory, "
                         f"{len(found)} have; set MXNET_KVSTORE_SHARED_MEMORY=0 in all of them") from error
    return found


def _is_mine(connection: socket.socket) -> bool:
    """Return whether the process at the other end belongs to the same user."""
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return user == os.getuid()


def _told(own: torch.Tensor, size: int, backend: Any) -> list[torch.Tensor]:
    """Exchange a value with all workers."""
    found = [torch.empty_like(own) for _ in range(size)]
    try:
        dist.all_gather(found, own, group=backend)
    except RuntimeError as error:
        raise MXNetError("no group: a worker was lost while they met "
                         f"({str(error).strip().splitlines()[0]})") from error
    return found
