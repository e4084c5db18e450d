"""NumPy's numbers in shapes, params and attributes become the same text as Python's."""
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.params import plain, to_string
from mxnet.gluon import contrib, nn, rnn
from tests.operators.harness import load

KINDS = (np.int64, np.float64, np.bool_), (np.int32, np.float32, np.bool_), (np.array, np.array, np.array)


def numpied(value, kinds):
    """Put NumPy's numbers in place of Python's, at any depth."""
    whole, real, flag = kinds
    if isinstance(value, bool):
        return flag(value)
    if isinstance(value, (int, float)) and abs(value) < 2**31:
        made = (whole if isinstance(value, int) else real)(value)
        return made if plain(made) == value else value  # it has more digits
    return type(value)(numpied(item, kinds) for item in value) if isinstance(value, (tuple, list)) else value


@pytest.mark.parametrize("value, text", [  # as MXNet 1.9.1 writes them under NumPy 1.23
    ((1, np.int64(3)), "(1, 3)"), ([1, np.int64(3)], "[1, 3]"), (tuple(np.array([2, 3])), "(2, 3)"),
    ((np.float32(0.1), np.float64(0.1)), "(0.1, 0.1)"), (((1, np.int8(3)), [np.bool_(False)]), "((1, 3), [False])"),
    ((np.int64(3),), "(3,)"), ((None, np.int64(2)), "(None, 2)"), (np.float32(1e10), "10000000000.0"),
    (np.float64(1e22), "1e+22"), (np.float32(1 / 3), "0.33333334"), (np.float16(0.1), "0.1"), (np.array(3), "3"),
    (np.array(0.1, "float32"), "0.1"), (np.bool_(True), "True"), ((np.str_("a"), "b"), "('a', 'b')"),
    ({"a": np.int64(3)}, "{'a': 3}"), (np.float32("inf"), "inf"),
    (np.array([2, 3]), "[2, 3]"),  # there "[2 3]", which nothing reads
])
def test_text(value, text):
    assert to_string("shape", value) == text
    made = mx.sym.var("x", shape=value, lr_mult=value, wd_mult=value, __note__=value).list_attr()
    assert [made[f"__{key}__"] for key in ("shape", "lr_mult", "wd_mult", "note")] == [text] * 4
    assert mx.sym.relu(mx.sym.var("x"), attr={"__note__": value}).attr("__note__") == text


@pytest.mark.parametrize("kinds", KINDS)
def test_params_of_all_operators(kinds):
    for case in load():
        for key, value in case.params.items():
            assert to_string(key, numpied(value, kinds)) == to_string(key, plain(value)), (case.id, key)


@pytest.mark.parametrize("kinds", KINDS)
def test_calls_and_graphs_take_them(kinds):
    data = mx.nd.arange(48).reshape((1, 3, 4, 4))
    for name, params in (("Convolution", {"kernel": (3, 3), "num_filter": 2, "no_bias": True, "pad": (1, 1)}),
                         ("reshape", {"shape": (-1, 8)}), ("sum", {"axis": (1, 2), "keepdims": True}),
                         ("LeakyReLU", {"slope": 0.125}), ("clip", {"a_min": 0.5, "a_max": 3.0})):
        inputs = [data, mx.nd.ones((2, 3, 3, 3))][:2 if name == "Convolution" else 1]
        given = {key: numpied(value, kinds) for key, value in params.items()}
        symbols = [mx.sym.var("a"), mx.sym.var("b")][:len(inputs)]
        plainly, here = (getattr(mx.sym, name)(*symbols, name="made", **each) for each in (params, given))
        assert here.tojson() == plainly.tojson()
        want = getattr(mx.nd, name)(*inputs, **params).asnumpy()
        for got in (getattr(mx.nd, name)(*inputs, **given), here.eval(**dict(zip("ab", inputs)))[0]):
            np.testing.assert_array_equal(got.asnumpy(), want)



LAYERS = [
    (nn.Dense, (4,), {"in_units": 6}, (2, 6)), (nn.Dropout, (0.5,), {"axes": (1,)}, (2, 6)),
    (nn.BatchNorm, (), {"axis": 1, "momentum": 0.5, "epsilon": 0.25, "in_channels": 3}, (2, 3, 4)),
    (nn.LayerNorm, (), {"axis": -1, "epsilon": 0.125, "in_channels": 6}, (2, 6)),
    (nn.GroupNorm, (), {"num_groups": 3, "epsilon": 0.125}, (2, 3, 4)), (nn.Embedding, (10, 4), {}, (2, 3)),
    (nn.LeakyReLU, (0.25,), {}, (2, 6)), (nn.ELU, (0.5,), {}, (2, 6)),
    (nn.Conv1D, (4, 3, 2, 1), {"in_channels": 3}, (2, 3, 8)), (nn.Conv2D, (8, 3), {"in_channels": 3}, (1, 3, 8, 8)),
    (nn.Conv2D, (6, (3, 3), (2, 2), (1, 1), (1, 1), 3), {"in_channels": 3}, (1, 3, 8, 8)),
    (nn.Conv2DTranspose, (4, 3, (2, 2), (1, 1), (1, 1)), {"in_channels": 3}, (1, 3, 8, 8)),
    (nn.MaxPool2D, ((3, 3), (2, 2), (1, 1)), {}, (1, 3, 8, 8)), (nn.AvgPool2D, (2, 2, 0), {}, (1, 3, 8, 8)),
    (nn.ReflectionPad2D, (2,), {}, (1, 3, 8, 8)),
    (rnn.LSTM, (4, 2, "TNC", 0.25, False), {"input_size": 8}, (2, 3, 8)),
    (rnn.LSTM, (100, 1), {"projection_size": 3}, (2, 3, 8)), (rnn.GRU, (4,), {"bidirectional": True}, (2, 3, 8)),
    (contrib.cnn.DeformableConvolution, (4, (3, 3), (1, 1), (1, 1)), {"in_channels": 3}, (1, 3, 8, 8)),
]


@pytest.mark.parametrize("kinds", [*KINDS[:2], (np.uint8, np.float16, np.bool_)])
@pytest.mark.parametrize("cls, args, kwargs, shape", LAYERS, ids=lambda value: getattr(value, "__name__", None))
def test_layers(cls, args, kwargs, shape, kinds):
    def made(convert):
        layer = cls(*convert(args), prefix="p_", **{key: convert(value) for key, value in kwargs.items()})
        layer.initialize(mx.init.One())
        return layer
    if kinds[0] is np.uint8 and -1 in kwargs.values():
        kinds = (np.int8, *kinds[1:])
    plainly, here = made(lambda value: value), made(lambda value: numpied(value, kinds))
    data = mx.nd.ones(shape)
    np.testing.assert_allclose(here(data).asnumpy(), plainly(data).asnumpy(), rtol=1e-6)
    assert repr(here) == repr(plainly)
    assert str(list(here.collect_params().values())) == str(list(plainly.collect_params().values()))
    if kinds[1] is not np.float16 or not any(isinstance(value, float) for value in (*args, *kwargs.values())):
        graphs = [layer(mx.sym.var("data")) for layer in (plainly, here)]
        assert graphs[1].tojson() == graphs[0].tojson()


def test_an_exported_layer_is_read_again(tmp_path):
    layer = nn.Conv2D(8, 3, in_channels=np.array([3, 8])[0])
    layer.initialize()
    layer.hybridize()
    want = layer(mx.nd.ones((1, 3, 5, 5))).asnumpy()
    layer.export(str(tmp_path / "layer"))
    again = mx.gluon.SymbolBlock.imports(str(tmp_path / "layer-symbol.json"), ["data"],
                                         str(tmp_path / "layer-0000.params"))
    np.testing.assert_array_equal(again(mx.nd.ones((1, 3, 5, 5))).asnumpy(), want)


def test_cells():
    def graph(size):
        cell = rnn.LSTMCell(size, prefix="cell_")
        assert str(cell.state_info(2)) == "[{'shape': (2, 100), '__layout__': 'NC'}, " \
                                          "{'shape': (2, 100), '__layout__': 'NC'}]"
        states = [mx.sym.var("h"), mx.sym.var("c")]
        return mx.sym.Group(cell.unroll(2, [mx.sym.var("a"), mx.sym.var("b")], states)[0]).tojson()
    with mx.name.NameManager():
        plainly = graph(100)
    with mx.name.NameManager():
        assert graph(np.uint8(100)) == plainly


def test_initializers_and_augmenters():
    for here, plainly in ((mx.init.Normal(np.float32(0.1)), mx.init.Normal(0.1)),
                          (mx.init.Xavier(magnitude=np.int64(3)), mx.init.Xavier(magnitude=3)),
                          (mx.init.Constant(np.float64(2)), mx.init.Constant(2.0)),
                          (mx.image.ResizeAug(np.int64(4)), mx.image.ResizeAug(4))):
        assert here.dumps() == plainly.dumps() and json.loads(here.dumps())
    weight = mx.sym.var("w", init=mx.init.Uniform(np.float32(0.1)))
    assert weight.attr("__init__") == '["uniform", {"scale": 0.1}]'


def test_custom_operators_get_plain_text():
    seen = []

    @mx.operator.register("numpy_numbers")
    class Prop(mx.operator.CustomOpProp):
        def __init__(self, **params):
            super().__init__()
            seen.append(params)

        def create_operator(self, ctx, shapes, dtypes):
            return mx.operator.CustomOp()

        def infer_shape(self, shapes):
            return shapes, [shapes[0]], []
    mx.sym.Custom(mx.sym.var("x"), op_type="numpy_numbers", sizes=(1, np.int64(3)), slope=np.float32(0.1))
    with pytest.raises(mx.base.MXNetError):  # it computes nothing
        mx.nd.Custom(mx.nd.ones(1), op_type="numpy_numbers", sizes=(1, np.int64(3)), slope=np.float32(0.1)).asnumpy()
    assert seen and all(params == {"sizes": "(1, 3)", "slope": "0.1"} for params in seen)
