"""What stands around the functions of mx.np: symbols and their files, saved arrays, switches, errors, fall-backs."""
import json

import numpy as onp
import pytest

import mxnet as mx
from mxnet import gluon, np, npx
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def _numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def _nodes(symbol):
    return [(node["op"], node["name"], node.get("attrs", {})) for node in json.loads(symbol.tojson())["nodes"]
            if node["op"] != "null"]


# what MXNet 1.9.1 writes
SPELLED = [
    (lambda F, a, b: a + 1, [("_npi_add_scalar", "add_scalar0", {"is_int": "True", "scalar": "1.0"})]),
    (lambda F, a, b: 1 - a, [("_npi_rsubtract_scalar", "rsubtract_scalar0", {"is_int": "False", "scalar": "1.0"})]),
    (lambda F, a, b: a / b, [("_npi_true_divide", "true_divide0", {})]),
    (lambda F, a, b: F.np.concatenate([a, b], axis=None),
     [("_npi_concatenate", "concatenate0", {"axis": "None", "num_args": "2"})]),
    (lambda F, a, b: a[1], [("slice", "slice0", {"begin": "[1]", "end": "[2]"}),
                            ("_npx_reshape", "reshape0", {"newshape": "(-3, -4)"})]),
    (lambda F, a, b: F.npx.fully_connected(a, b, num_hidden=3, no_bias=True),
     [("FullyConnected", "fully_connected0", {"no_bias": "True", "num_hidden": "3"})]),
    (lambda F, a, b: F.np.mean(a), [("_npi_mean", "mean0", {"axis": "None", "keepdims": "False"})]),
    (lambda F, a, b: a.astype("int32"), [("Cast", "cast0", {"dtype": "int32"})]),
]


@pytest.mark.parametrize(("build", "wanted"), SPELLED, ids=range(len(SPELLED)))
def test_symbols_are_spelled_as_mxnets(build, wanted):
    a, b = (mx.sym.var(name).as_np_ndarray() for name in "ab")
    with mx.name.NameManager():
        made = build(mx.sym, a, b)
    assert _nodes(made) == wanted
    assert _nodes(mx.sym.load_json(made.tojson())) == wanted


def test_exported_blocks_come_back(tmp_path):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.HybridLambda(lambda F, x: F.np.mean(x, axis=1)))
    net.initialize()
    net.hybridize()
    x = np.random.normal(size=(3, 5))
    wanted = net(x)
    net.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    assert type(again(x)) is np.ndarray
    onp.testing.assert_allclose(again(x).asnumpy(), wanted.asnumpy(), rtol=1e-6)


def test_saved_arrays(tmp_path):
    arrays = {"a": np.array(2.5), "b": np.zeros((0, 3)), "c": np.arange(3, dtype="int32")}
    npx.save(str(tmp_path / "some.npy"), arrays)  # the name decides nothing
    npx.savez(str(tmp_path / "some.npz"), **arrays)
    onp.save(tmp_path / "one.npy", onp.arange(3))
    for file in ("some.npy", "some.npz"):
        found = npx.load(str(tmp_path / file))
        assert {name: (item.shape, item.tolist()) for name, item in found.items()} \
            == {name: (item.shape, item.tolist()) for name, item in arrays.items()}
    assert npx.load(str(tmp_path / "one.npy")).tolist() == [0, 1, 2]
    npx.reset_np()
    with pytest.raises(ValueError, match="legacy mode"):
        npx.save(str(tmp_path / "x"), arrays)


def test_parameters_keep_their_face():
    net = nn.Dense(2)
    net.initialize()
    net(np.ones((1, 3)))
    npx.reset_np()
    assert type(net.weight.data()) is np.ndarray and type(net.weight.grad()) is np.ndarray


def test_blocks_give_one_kind_of_array():
    class Mixed(nn.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.as_nd_ndarray(), x
    net = Mixed()
    for active in (False, True):
        net.hybridize(active)
        with pytest.raises(TypeError, match="as_np_ndarray"):
            net(np.ones(2))


def test_values_that_are_refused():
    with pytest.raises(ValueError, match="repeated axis"):
        np.ones((2, 3)).transpose((0, 0))
    drawn = np.random.normal(0, -1, size=(2,))  # as from MXNet's engine, the error comes when it is read
    with pytest.raises(ValueError, match="scale"):
        drawn.asnumpy()
    with pytest.raises(AttributeError, match="no attribute exp"):
        np.ones(2).exp()


@pytest.mark.parametrize(("function", "args", "wanted"), [
    ("npv", (0.1, [-100, 60, 60]), 4.1322314), ("pmt", (0.01, 12, 1000), -88.848789),
    ("pv", (0.01, 12, -88.848789), 1000.0), ("mirr", ([-100, 60, 60], 0.1, 0.1), 0.1225),
    ("ppmt", (0.01, 1, 12, 1000), -78.848789), ("rate", (12, -88.848789, 1000, 0), 0.01)])
def test_loans(function, args, wanted):
    from mxnet.numpy import fallback
    assert float(getattr(fallback, function)(*args)) == pytest.approx(wanted, rel=1e-4)


def test_linear_algebra_and_random_numbers_are_modules_of_mx_np():
    assert (mx.np.linalg.__name__, mx.np.random.__name__) == ("mxnet.numpy.linalg", "mxnet.numpy.random")
    q, r = mx.np.linalg.qr(mx.np.array([[1.0, 2.0], [3.0, 4.0]]))  # which NumPy computes
    assert type(q) is mx.np.ndarray and abs((q.dot(r)).asnumpy() - [[1, 2], [3, 4]]).max() < 1e-5
