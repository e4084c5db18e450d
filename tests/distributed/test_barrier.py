"""How rank 0 releases a barrier."""
import threading
from types import SimpleNamespace

from mxnet.kvstore.distributed.message import Kind, Message
from mxnet.kvstore.distributed.service import Service


class Store(Service):
    """Rank 0 of two workers; the other one leaves as soon as it is released."""

    def __init__(self):
        self._group = SimpleNamespace(news=threading.Condition(), size=2)
        self._came, self._votes, self._released = {}, {}, 0
        self.seen = []

    def _send_all(self, message):
        self.seen.append((message.kind, self._released, self._absent(message.number)))


def test_who_leaves_a_released_barrier_had_come_to_it():
    store = Store()
    for peer in (0, 1):
        store._on_barrier(peer, Message(Kind.BARRIER, number=1, ints=[peer]))
    # the release is sent before this worker sees it, who might leave first, and nobody is missing meanwhile
    assert store.seen == [(Kind.RELEASE, 0, set())]
    assert store._released == 1 and store._votes == {1: True} and not store._came
