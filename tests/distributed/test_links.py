"""Links of one machine: bodies in shared memory whose slots come back, and sockets that never make a sender wait."""
import errno
import os
import socket
import threading
import warnings

import pytest
import torch

from mxnet import MXNetError
from mxnet.kvstore.distributed import shared
from mxnet.kvstore.distributed.links import NearLink
from mxnet.kvstore.distributed.message import Kind, Message, Packing

pytestmark = pytest.mark.skipif(not shared.available, reason="workers share memory on Linux only")


@pytest.fixture
def ends():
    left, right = socket.socketpair(socket.AF_UNIX)
    yield NearLink(left), NearLink(right)
    left.close()
    right.close()


def push(number, tensor):
    return Message(Kind.PUSH, number=number, ints=[number, 5], data=Packing([tensor]))


def values(message):
    return message.data.view(torch.float32)


def test_bodies_arrive_and_slots_come_back(ends):
    left, right = ends
    for turn in range(20):
        tensor = torch.full((50_000,), float(turn))
        left.send(push(turn, tensor))
        tensor.zero_()  # a packing is copied at once
        message = right.receive()
        assert (message.number, list(message.ints)) == (turn, [turn, 5]) and (values(message) == turn).all()
        del message
        right.send(Message(Kind.ANSWER, number=turn))
        assert left.receive().number == turn
    assert len(left._lender._slots) == 1, "one slot serves all of them"


def test_a_slot_is_not_used_while_somebody_has_a_part_of_it(ends):
    left, right = ends
    held = []
    for turn in range(5):
        left.send(push(turn, torch.full((1000,), float(turn))))
        held.append(values(right.receive())[10:20])
        right.send(Message(Kind.ANSWER))
        left.receive()
    assert [part.unique().tolist() for part in held] == [[0], [1], [2], [3], [4]]


def test_without_memory_bodies_go_through_the_socket(ends, monkeypatch):
    monkeypatch.setattr(shared, "SHARED_PROCESS_BYTES", 0)
    left, right = ends
    for turn in range(3):
        left.send(push(turn, torch.full((300_000,), float(turn))))  # more than the socket takes at once
    for turn in range(3):
        assert (values(right.receive()) == turn).all()


@pytest.mark.parametrize("name", ["memfd_create", "posix_fallocate"])
def test_where_memory_is_refused_bodies_go_through_the_socket(ends, monkeypatch, name):
    def refused(*_):
        raise OSError(errno.ENOSPC, "no space left")
    monkeypatch.setattr(os, name, refused)
    left, right = ends
    before = set(os.listdir("/proc/self/fd"))
    left.send(push(1, torch.full((30_000,), 4.0)))
    assert (values(right.receive()) == 4).all() and not left._lender._slots
    assert set(os.listdir("/proc/self/fd")) == before, "no file stays open"


def test_what_was_read_is_cleared(ends):
    left, right = ends
    left.send(push(1, torch.full((1000,), 4.0)))
    message = right.receive()
    part = values(message)[5:9]
    del message
    assert right._borrower._open[0].any() and not right._borrower.done(), "somebody reads in it"
    del part
    assert not right._borrower._open[0].any() and right._borrower.done() == 1


def test_a_sender_never_waits(ends):
    left, right = ends

    def send_all():
        for turn in range(3000):
            left.send(Message(Kind.ASK, number=turn))
            right.send(Message(Kind.ASK, number=turn))
    sender = threading.Thread(target=send_all, daemon=True)
    sender.start()
    sender.join(30)
    assert not sender.is_alive()
    for link in ends:
        assert [link.receive().number for _ in range(3000)] == list(range(3000))


def test_a_closed_end_is_told(ends):
    left, right = ends
    left._socket.close()
    with pytest.raises(ConnectionError):
        right.receive()


def test_no_other_memory_is_read(ends):
    left, right = ends
    left.send(push(1, torch.ones(10)))
    slot, size = 0, 1 << 30
    right.receive()
    with pytest.raises(MXNetError, match="no such place"):
        right._borrower.body(slot, size)
    with pytest.raises(MXNetError, match="no such place"):
        right._borrower.body(7, 8)
    handle = os.memfd_create("unsealed", os.MFD_ALLOW_SEALING)
    with pytest.raises(MXNetError, match="may shrink"):
        right._borrower.open(3, handle)


def test_a_forked_child_holds_no_link(ends):
    left, right = ends
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which this child does not use
        child = os.fork()
    if not child:
        os._exit(0 if left._socket.fileno() == right._socket.fileno() == -1 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
