"""The table at which workers meet, hosted on a socket that was bound before."""
import pytest

from mxnet import MXNetError
from mxnet.kvstore.distributed import meeting
from mxnet.kvstore.distributed.environment import Place

from .launching import free_port


@pytest.fixture
def place():
    return Place(0, 2, "127.0.0.1", free_port(), "a test")


def test_an_earlier_server_is_used_where_the_newer_one_refuses_sockets(place, monkeypatch):
    made, asked = meeting._table, []

    def table(place, seconds, hosts=False, **options):
        asked.append(options.get("use_libuv"))
        if hosts and options.get("use_libuv", True):
            raise NotImplementedError("The libuv TCPStore backend does not support initialization with an listen fd")
        return made(place, seconds, hosts, **options)
    monkeypatch.setattr(meeting, "_table", table)
    host, guest = meeting.meet(place, 20, True), meeting.meet(place, 20, False)
    host.set("key", "value")
    assert guest.get("key") == b"value" and asked == [None, False, None]


def test_a_socket_is_given_once(place):
    host, guest = meeting.meet(place, 20, True), meeting.meet(place, 20, True)  # the second finds the address taken
    guest.set("key", "value")
    assert host.get("key") == b"value"


def test_nobody_answers(place):
    with pytest.raises(MXNetError, match="no answer from"):
        meeting.meet(place, 1, False)
