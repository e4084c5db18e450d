"""The four files of a block, and what loads them."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


def make(prefix=None):
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(3))
    return net


X = nd.array(np.sin(np.arange(96)).reshape(2, 3, 4, 4))


@pytest.fixture
def net():
    made = make("net_")
    made.initialize()
    made.hybridize()
    made(X)
    return made


def same(net, other):
    for block in (net, other):  # compiled networks round in other places than their layers one by one
        block.hybridize(isinstance(other, gluon.SymbolBlock))
    np.testing.assert_allclose(other(X).asnumpy(), net(X).asnumpy(), rtol=1e-6)


def test_own_form(net, tmp_path):
    path = str(tmp_path / "a.params")
    net.save_parameters(path)
    other = make()
    other.load_parameters(path)
    same(net, other)


def test_safetensors(net, tmp_path):
    path = str(tmp_path / "a.safetensors")
    net.save_parameters(path, format="safetensors")
    other = make()
    other.load_parameters(path)
    same(net, other)
    with pytest.raises(ValueError, match="safetensors"):
        net.save_parameters(str(tmp_path / "b.params"), format="safetensors")


def test_old_form(net, tmp_path):
    path = str(tmp_path / "a.params")
    with pytest.warns(UserWarning, match="deprecated"):
        net.save_params(path)
    assert "conv0_weight" in nd.load(path)
    other = make()
    other.load_parameters(path)
    same(net, other)


def test_full_names(net, tmp_path):
    path = str(tmp_path / "a.params")
    net.collect_params().save(path)
    other = make("net_")
    other.collect_params().load(path)
    same(net, other)
    with pytest.raises(AssertionError, match="missing"):
        make("other_").collect_params().load(path)


def test_export(net, tmp_path):
    path = str(tmp_path / "a")
    net.export(path, epoch=7)
    same(net, gluon.SymbolBlock.imports(path + "-symbol.json", ["data"], path + "-0007.params"))
    module = mx.mod.Module.load(path, 7, label_names=None)
    module.bind([("data", X.shape)], for_training=False)
    module.forward(mx.io.DataBatch([X]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), net(X).asnumpy(), rtol=1e-5, atol=1e-6)
    other = make("net_")
    with pytest.warns(UserWarning, match="full names"):
        other.load_parameters(path + "-0007.params")
    same(net, other)
    with pytest.raises(RuntimeError, match="hybridize"):
        make().export(path)


def test_shared_parameters(tmp_path):
    def shared():
        net = nn.HybridSequential()
        first = nn.Dense(3, in_units=3)
        net.add(first, nn.Dense(3, in_units=3, params=first.params))
        return net
    net = shared()
    net.initialize()
    for deduplicate, count in ((False, 4), (True, 2)):
        path = str(tmp_path / f"{deduplicate}.params")
        net.save_parameters(path, deduplicate=deduplicate)
        assert len(nd.load(path)) == count
        other = shared()
        other.load_parameters(path)
        np.testing.assert_array_equal(other(nd.ones((1, 3))).asnumpy(), net(nd.ones((1, 3))).asnumpy())


def test_what_does_not_fit_is_told(net, tmp_path):
    path = str(tmp_path / "a.params")
    net.save_parameters(path)
    larger, smaller = make(), nn.HybridSequential()
    larger.add(nn.Dense(1))
    smaller.add(nn.Conv2D(2, 3))
    with pytest.raises(AssertionError, match="'3.weight' is missing"):
        larger.load_parameters(path)
    larger.load_parameters(path, allow_missing=True)
    with pytest.raises(ValueError, match="'1.gamma'"):
        smaller.load_parameters(path)
    smaller.load_parameters(path, ignore_extra=True)
    half = make()
    half.cast("float16")
    with pytest.raises(AssertionError, match="cast_dtype"):
        half.load_parameters(path)
    half.load_parameters(path, cast_dtype=True)
    assert half[0].weight.data().dtype == np.float16
    half.load_parameters(path, cast_dtype=True, dtype_source="saved")
    assert half[0].weight.data().dtype == np.float32


def test_a_model_with_its_names(net, tmp_path):
    net.save(str(tmp_path / "m"))
    other = make("other_")
    other.load(str(tmp_path / "m"))
    assert other.name == "net"
    same(net, other)


def test_a_loaded_model_is_traced_under_its_names(net, tmp_path):
    net.save(str(tmp_path / "m"))
    other = make("other_")
    other.load(str(tmp_path / "m"))
    other.hybridize()  # anew, not by the graph of the file
    same(net, other)
    assert list(other.collect_params()) == [param.name for param in other.collect_params().values()]


def test_states_of_a_trainer(net, tmp_path):
    path = str(tmp_path / "a.states")
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})
    for _ in range(3):
        with mx.autograd.record():
            loss = net(X).sum()
        loss.backward()
        trainer.step(2)
    trainer.save_states(path)
    net.save_parameters(str(tmp_path / "a.params"))
    results = []
    for reload in (False, True):
        net.load_parameters(str(tmp_path / "a.params"))
        if reload:
            trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.5})
        trainer.load_states(path)
        with mx.autograd.record():
            loss = net(X).sum()
        loss.backward()
        trainer.step(2)
        results.append(net[2].weight.data().asnumpy())
    np.testing.assert_array_equal(*results)


def test_values_of_a_file_become_parameters_without_copies(tmp_path, monkeypatch):
    net = nn.Dense(2, in_units=3)
    net.initialize()
    path = str(tmp_path / "net.params")
    net.save_parameters(path)
    read = []
    real = mx.nd.load
    monkeypatch.setattr("mxnet.gluon.files.nd.load", lambda name: read.append(real(name)) or read[-1])
    other = nn.Dense(2, in_units=3)
    other.load_parameters(path)
    assert other.weight.data() is read[0]["weight"]
    other.weight.data()[:] = 7  # a ready parameter keeps its array and takes a copy
    before = other.weight.data()
    other.load_parameters(path)
    assert other.weight.data() is before
    assert (before.asnumpy() == net.weight.data().asnumpy()).all()


def test_a_users_arrays_are_copied():
    values = {"net_weight": mx.nd.ones((2, 3)), "net_bias": mx.nd.ones((2,))}
    net = nn.Dense(2, in_units=3, prefix="net_")
    net.collect_params().load_dict(values)
    values["net_weight"][:] = 5
    assert (net.weight.data().asnumpy() == 1).all()
    net.weight.set_data(values["net_weight"])
    values["net_weight"][:] = 6
    assert (net.weight.data().asnumpy() == 5).all()


def test_several_contexts_have_each_their_own_copy_of_a_file(tmp_path):
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.save_parameters(str(tmp_path / "net.params"))
    other = nn.Dense(2, in_units=3)
    other.load_parameters(str(tmp_path / "net.params"), ctx=[mx.cpu(0), mx.cpu(1)])
    first, second = other.weight.list_data()
    first[:] = 9
    assert (second.asnumpy() == net.weight.data().asnumpy()).all()


def test_parameters_of_libraries_may_replace_how_values_are_taken(tmp_path):
    class Watched(gluon.Parameter):  # with the signatures that MXNet's own have
        def _load_init(self, data, ctx, cast_dtype=False, dtype_source="current"):
            self.loaded = True
            super()._load_init(data, ctx, cast_dtype, dtype_source)

        def _init_impl(self, data, ctx_list):
            super()._init_impl(data * 2, ctx_list)

    params = gluon.ParameterDict()
    params._params["w"] = param = Watched("w", shape=(2,))
    nd.save(str(tmp_path / "w"), {"w": nd.ones((2,))})
    params.load(str(tmp_path / "w"))
    assert param.loaded and param.data().asnumpy().tolist() == [2, 2]


@pytest.mark.parametrize("ending", [".params", ".safetensors"])
def test_training_what_was_loaded_leaves_the_file_alone(tmp_path, ending):
    path = tmp_path / f"net{ending}"
    net = nn.Dense(2, in_units=3)
    net.initialize()
    if ending == ".safetensors":
        pytest.importorskip("safetensors")
    net.save_parameters(str(path))
    before = path.read_bytes()
    other = nn.Dense(2, in_units=3)
    other.load_parameters(str(path))
    trainer = gluon.Trainer(other.collect_params(), "sgd", {"learning_rate": 0.1})
    with mx.autograd.record():
        loss = other(nd.ones((4, 3))).sum()
    loss.backward()
    trainer.step(4)
    assert path.read_bytes() == before
    assert (other.weight.data() != net.weight.data()).asnumpy().all()
    other.save_parameters(str(path))
    net.load_parameters(str(path))
    assert (other.weight.data() == net.weight.data()).asnumpy().all()
