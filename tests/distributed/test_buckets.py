"""What waits to be sent leaves by priority, and arrays are cut into blocks that are worth an owner."""
import pytest
import torch

from mxnet.core.tuning import BLOCK_ELEMENTS
from mxnet.kvstore.distributed.buckets import Buckets
from mxnet.kvstore.distributed.keys import Block, Division, Key, Shares


def key(number):
    return Key(number, f"k{number}", (2,), torch.float32, "default", (Block(0, 0, 2),))


def test_the_highest_priority_leaves_first():
    sent = []
    buckets = Buckets(lambda owner, message: sent.append((owner, list(message.ints)[::4])), lambda: 0)
    for number, owner, priority in ((0, 3, -5), (1, 1, -7), (2, 2, 0), (3, 1, -1)):
        buckets.add(owner, key(number), 1, torch.ones(2), wanted=False, priority=priority)
    buckets.flush()
    assert sent == [(2, [2]), (1, [1, 3]), (3, [0])]


def test_equal_priorities_leave_in_the_order_of_pushes():
    sent = []
    buckets = Buckets(lambda owner, message: sent.append(owner), lambda: 0)
    for number, owner in enumerate((4, 1, 3)):
        buckets.add(owner, key(number), 1, torch.ones(2), wanted=False)
    buckets.flush()
    assert sent == [4, 1, 3]


@pytest.mark.parametrize("elements, owners", [(BLOCK_ELEMENTS, 1), (2 * BLOCK_ELEMENTS, 2), (3 * BLOCK_ELEMENTS, 3),
                                              (100 * BLOCK_ELEMENTS, 4)])
def test_a_block_has_so_many_elements_at_least(monkeypatch, elements, owners):
    monkeypatch.delenv("MXNET_KVSTORE_BIGARRAY_BOUND", raising=False)
    blocks = Shares(4).divide((elements // 16, 16), 4, Division.ROWS)
    assert len(blocks) == owners and [blocks[0].start, blocks[-1].stop] == [0, elements // 16]
    assert len(Shares(4).divide((elements // 16, 16), 4, Division.NONE)) == 1, "an optimizer that needs whole arrays"


def test_the_bound_divides_among_all(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_BIGARRAY_BOUND", "100")
    assert [len(Shares(4).divide((rows, 10), 4, Division.ROWS)) for rows in (9, 10, 3)] == [1, 4, 1]
    assert len(Shares(4).divide((3, 50), 4, Division.ROWS)) == 3, "a block has a row at least"
