"""Blocks are freed as soon as nobody uses them, and their memory with them: no cycle waits for the collector."""
import copy
import gc
import pickle
import weakref

import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn


def network():
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Dense(8, activation="relu", in_units=4), nn.BatchNorm(in_channels=8), nn.Dense(2, in_units=8))
    net.initialize()
    return net


@pytest.fixture
def uncollected():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def watched(net):
    """Return references to the block and to the memory of its first parameter."""
    param = next(iter(net.collect_params().values()))
    return weakref.ref(net), weakref.ref(param.data()._data)


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("trained", [False, True])
def test_a_block_is_freed_with_its_last_reference(uncollected, hybridized, trained):
    net = network()
    if hybridized:
        net.hybridize(static_alloc=True)
    data = mx.nd.ones((3, 4))
    net(data)
    if trained:
        with autograd.record():
            loss = net(data).sum()
        loss.backward()
        del loss
    references = watched(net)
    del net
    assert [reference() for reference in references] == [None, None]


def test_an_imported_block_is_freed(uncollected, tmp_path):
    net = network()
    net.hybridize()
    data = mx.nd.ones((3, 4))
    expected = net(data).asnumpy()
    net.export(str(tmp_path / "net"))
    found = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    assert (found(data).asnumpy() == expected).all()
    references = watched(found)
    del found
    assert [reference() for reference in references] == [None, None]


def test_a_scope_holds_a_temporary_block():
    with nn.HybridSequential(prefix="outer_").name_scope():
        with nn.HybridSequential().name_scope():
            inner = nn.Dense(2)
    assert inner.prefix == "outer_hybridsequential0_dense0_"


def test_a_scope_made_by_hand_holds_its_block():
    scope = gluon.block._BlockScope(nn.HybridSequential(prefix="made_"))
    for count in range(2):
        with scope:
            assert nn.Dense(2).prefix == f"made_dense{count}_"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))], ids=["copy", "pickle"])
def test_a_copy_has_a_scope_of_its_own(copied):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(2))
    other = copied(net)
    assert other._scope._block is other and net._scope._block is net
    with other.name_scope():
        assert nn.Dense(2).prefix == "net_dense1_"
    with net.name_scope():
        assert nn.Dense(2).prefix == "net_dense1_"
