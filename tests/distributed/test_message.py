"""The wire format: what is encoded is decoded, and what no worker sends is refused."""
import pytest
import torch

from mxnet import MXNetError
from mxnet.kvstore.distributed.message import (
    Kind,
    Message,
    body_sizes,
    decode,
    encode,
    joined,
    taken,
    texted,
)


@pytest.mark.parametrize("ints", [[], [1, -2], list(range(56)), list(range(500))])
@pytest.mark.parametrize("size", [0, 40, 1 << 17])
def test_round_trip(ints, size):
    data = torch.arange(size, dtype=torch.int64).view(torch.uint8)[:size] if size else None
    head, *bodies = encode(Message(Kind.PUSH, 3, 9, ints, data, mark=2))
    assert head.shape == (64,) and body_sizes(head.tolist()) == [body.numel() for body in bodies]
    found = decode(head.tolist(), bodies)
    assert (found.kind, found.store, found.number, list(found.ints), found.mark) == (Kind.PUSH, 3, 9, ints, 2)
    assert torch.equal(found.data, torch.empty(0, dtype=torch.uint8) if data is None else data)


def test_pieces_lie_at_multiples_of_eight():
    pieces = [torch.ones(3, dtype=torch.float16), torch.zeros(0), torch.arange(6.).reshape(2, 3)]
    data, at = joined(pieces), 0
    for piece in pieces:
        found, at = taken(data, at, piece.dtype, tuple(piece.shape))
        assert torch.equal(found, piece) and at % 8 == 0
    with pytest.raises(MXNetError, match="ends before a piece"):
        taken(data, at, torch.float32, (1,))


def test_texts_are_json():
    assert Message(Kind.OPEN, data=texted({"a": [1, "ä", None]})).text() == {"a": [1, "ä", None]}


@pytest.mark.parametrize("count, size", [(-1, 0), (0, -8), (1 << 50, 0), (0, 1 << 60)])
def test_impossible_sizes_are_refused(count, size):
    with pytest.raises(MXNetError, match="no worker of this group sent that"):
        body_sizes([int(Kind.PUSH), 0, 0, 0, count, size] + [0] * 58)
