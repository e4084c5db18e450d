"""Graphs of many kinds against what the reference made of the same code: bytes, names, shapes."""
import hashlib
import json
from pathlib import Path

import pytest

import mxnet as mx
from tests.symbol import graphs, networks, zoo
from tests.verify import verify

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "symbol_networks.json").read_text())
RECORDED.pop("")


def test_every_network_is_recorded():
    assert networks.network is graphs.network is zoo.network
    assert set(zoo.NETWORKS) == set(RECORDED)


@pytest.mark.parametrize("name", sorted(zoo.NETWORKS))
def test_network(name):
    expected, found = RECORDED[name], zoo.facts(name)
    found = json.loads(json.dumps(found))
    if expected["json"].startswith("sha256:"):
        found["json"] = "sha256:" + hashlib.sha256(found["json"].encode()).hexdigest()
    assert found == expected


@pytest.mark.parametrize("name", sorted(zoo.NETWORKS))
def test_network_is_legal_and_survives_a_round_trip(name):
    symbol, _ = zoo.build(name)
    verify(symbol.graph)
    text = symbol.tojson()
    again = mx.sym.load_json(text)
    verify(again.graph)
    assert again.tojson() == text
    assert again.list_auxiliary_states() == symbol.list_auxiliary_states()
    copied = symbol.__copy__()
    assert copied.tojson() == text
    assert not {id(node) for node in copied.graph.nodes} & {id(n) for n in symbol.graph.nodes}
