"""Symbols by their behaviour: names, attributes, indexing, composition, copies, errors."""
import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import NotImplementedForSymbol

sym = mx.sym


@pytest.fixture(autouse=True)
def fresh_names():
    with mx.name.NameManager():
        yield


def dense(**kwargs):
    return sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc", **kwargs)


# ---- variables ----------------------------------------------------------------------------------

def test_variable_keeps_what_it_is_told():
    made = sym.var("x", attr={"q": "r"}, shape=(2, 0), lr_mult=2, wd_mult=.1, dtype="float16",
                   init="zeros", stype="csr", __foo__=1)
    assert made.list_attr() == {
        "__foo__": "1", "__dtype__": "2", "__wd_mult__": "0.1", "wd_mult": "0.1",
        "__lr_mult__": "2", "lr_mult": "2", "__shape__": "(2, 0)", "__storage_type__": "2",
        "__init__": "zeros", "q": "r"}
    assert made.attr("lr_mult") == "2" and made.attr("nothing") is None
    assert sym.Variable is sym.var


def test_variable_takes_an_initializer():
    made = sym.var("x", init=mx.init.Xavier())
    assert made.attr("__init__") == \
        '["xavier", {"rnd_type": "uniform", "factor_type": "avg", "magnitude": 3}]'


def test_variable_refuses():
    with pytest.raises(ValueError, match="double underscores"):
        sym.var("x", foo=1)
    with pytest.raises(TypeError, match="string"):
        sym.var(3)


# ---- names and inputs ---------------------------------------------------------------------------

def test_missing_inputs_are_made():
    net = sym.BatchNorm(dense(), name="bn")
    assert net.list_arguments() == ["data", "fc_weight", "fc_bias", "bn_gamma", "bn_beta"]
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert net.list_inputs() == net.list_arguments() + net.list_auxiliary_states()
    assert net.list_outputs() == ["bn_output"]
    assert sym.SoftmaxOutput(net, name="softmax").list_arguments()[-1] == "softmax_label"


@pytest.mark.parametrize("build, op, name", [
    (lambda a, b: a + b, "elemwise_add", "_plus0"),
    (lambda a, b: a + 1, "_plus_scalar", "_plusscalar0"),
    (lambda a, b: 1 - a, "_rminus_scalar", "_rminusscalar0"),
    (lambda a, b: 2 ** a, "_rpower_scalar", "_rpower_scalar0"),
    (lambda a, b: sym.pow(2, a), "_rpower_scalar", "_rpowerscalar0"),
    (lambda a, b: -a, "_mul_scalar", "_mulscalar0"),
    (lambda a, b: abs(a), "abs", "abs0"),
    (lambda a, b: a == b, "_equal", "_equal0"),
    (lambda a, b: sym.Flatten(a), "Flatten", "flatten0"),
    (lambda a, b: sym.concat(a, b), "Concat", "concat0"),
    (lambda a, b: sym.sum_axis(a), "sum", "sum_axis0"),
    (lambda a, b: sym.broadcast_plus(a, b), "broadcast_add", "broadcast_plus0"),
    (lambda a, b: a.astype("int32"), "Cast", "cast0"),
    (lambda a, b: sym.FullyConnected(a, num_hidden=1), "FullyConnected", "fullyconnected0"),
])
def test_automatic_names(build, op, name):
    made = build(sym.var("a"), sym.var("b"))
    assert (made.attr("op_name"), made.name) == (op, name)


def test_prefix_and_scope():
    with mx.name.Prefix("p_"), mx.AttrScope(ctx_group="g", __data__="d"):
        net = sym.FullyConnected(sym.var("x"), num_hidden=2)
    assert net.name == "p_fullyconnected0"
    assert net.attr("ctx_group") == "g" and net.attr("__data__") == "d"
    assert net.attr_dict()["p_fullyconnected0_weight"]["__ctx_group__"] == "g"


def test_variadic_inputs():
    a = sym.var("a")
    assert sym.Concat(num_args=2, name="c").list_arguments() == ["c_arg0", "c_arg1"]
    assert sym.Concat(a, num_args=2, name="c").list_arguments() == ["a", "c_arg1"]
    assert sym.Concat(arg1=a, arg0=sym.var("b"), name="c").list_arguments() == ["b", "a"]
    with pytest.raises(mx.MXNetError, match="requires 2, provided 3"):
        sym.Concat(a, a, a, num_args=2)
    with pytest.raises(TypeError, match="not both"):
        sym.Concat(a, arg1=a)
    with pytest.raises(AssertionError, match="Positional arguments must be Symbol instances"):
        sym.Concat([a, a])


def test_wrong_inputs_are_named():
    with pytest.raises(mx.MXNetError, match=r"name nope not found(.|\n)*\[1\]weight"):
        dense(nope=sym.var("x"))
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'nope'"):
        dense(nope=3)
    with pytest.raises(mx.MXNetError, match="Required parameter num_hidden"):
        sym.FullyConnected(sym.var("data"))
    with pytest.raises(mx.MXNetError, match="num_hidden expect int but value='x'"):
        sym.FullyConnected(sym.var("data"), num_hidden="x")
    with pytest.raises(mx.MXNetError, match="data is a tuple"):
        sym.Flatten(sym.SliceChannel(sym.var("a"), num_outputs=2))
    with pytest.raises(AssertionError, match="data must be Symbol"):
        sym.Flatten("x")
    with pytest.raises(TypeError, match="multiple values"):
        sym.Flatten(sym.var("a"), data=sym.var("b"))
    with pytest.raises(mx.MXNetError, match="must be a variable"):
        sym.BatchNorm(sym.var("a"), moving_mean=dense())
    with pytest.raises(mx.MXNetError, match="w = Variable.lr_mult=2."):
        dense(weight_lr_mult=2)
    with pytest.raises(AttributeError, match="FullyConnected"):
        sym.FullyConected  # noqa: B018


def test_params_are_spelled_as_files_have_them():
    a = sym.var("a")
    assert (a * np.float32(0.1)).attr("scalar") == "0.1"
    assert sym.Convolution(a, kernel=[3, 3], num_filter=np.int64(2)).list_attr() == \
        {"kernel": "[3, 3]", "num_filter": "2"}
    assert sym.softmax(a, dtype=None).attr("dtype") == "float64"
    assert sym.zeros((2,), dtype=np.float16).attr("dtype") == "float16"
    assert a.slice(begin=(0, None), end=(1, None)).attr("end") == "(1, None)"


# ---- outputs ------------------------------------------------------------------------------------

def test_indexing():
    parts = sym.SliceChannel(sym.var("a"), num_outputs=3, name="s")
    assert len(parts) == 3
    assert parts["s_output1"].list_outputs() == ["s_output1"]
    assert parts[1:].list_outputs() == ["s_output1", "s_output2"]
    assert [item.list_outputs()[0] for item in parts] == parts.list_outputs()
    with pytest.raises(IndexError):
        parts[3]
    with pytest.raises(mx.MXNetError, match="nonnegative"):
        parts[-1]
    with pytest.raises(ValueError, match="Cannot find output"):
        parts["nothing"]
    with pytest.raises(ValueError, match="multiple outputs"):
        sym.Group([parts, parts])["s_output0"]
    with pytest.raises(TypeError, match="integer"):
        parts[1.5]


def test_groups():
    a, net = sym.var("a"), dense()
    group = sym.Group([a, net])
    assert repr(group) == "<Symbol group [a, fc]>" and repr(net) == "<Symbol fc>"
    assert group.name is None and group.attr("num_hidden") is None
    assert group.list_attr() == a.list_attr()
    with pytest.raises(TypeError, match="list of symbols"):
        sym.Group([])
    with pytest.raises(mx.MXNetError, match="non-grouped"):
        group._set_attr(x="y")


def test_internals_and_children():
    net = sym.BatchNorm(dense(), name="bn")
    assert net.get_internals().list_outputs() == [
        "data", "fc_weight", "fc_bias", "fc_output", "bn_gamma", "bn_beta", "bn_moving_mean",
        "bn_moving_var", "bn_output"]
    assert net.get_internals()["fc_output"].list_arguments() == ["data", "fc_weight", "fc_bias"]
    assert net.get_children().list_outputs()[0] == "fc_output"
    assert sym.var("a").get_children() is None


# ---- attributes ---------------------------------------------------------------------------------

def test_the_attribute_name_renames_a_node():
    data = sym.var("data")
    net = sym.FullyConnected(data, num_hidden=3, name="fc")
    data._set_attr(name="image")
    net._set_attr(name="scores", num_hidden="2")
    assert (data.name, data.list_attr(), net.name) == ("image", {}, "scores")
    assert net.list_arguments() == ["image", "fc_weight", "fc_bias"] and net.list_outputs() == ["scores_output"]
    assert net.infer_shape(image=(4, 5))[1] == [(4, 2)] and "name" not in net.list_attr()
    assert mx.sym.load_json(net.tojson()).list_arguments() == ["image", "fc_weight", "fc_bias"]
    both = sym.split(sym.var("x"), num_outputs=2, name="parts")
    both[1]._set_attr(name="halves")
    assert both.list_outputs() == ["halves_output0", "halves_output1"]


def test_set_attr():
    net = dense()
    net._set_attr(lr_mult="3", __note__="x")
    assert net.attr("__lr_mult__") == "3" and net.attr("__note__") == "x"
    with pytest.raises(ValueError, match="string"):
        net._set_attr(__note__=1)
    with pytest.raises(mx.MXNetError, match="Cannot find argument"):
        net._set_attr(nonsense="1")
    assert "nonsense" not in net.list_attr()
    net._set_attr(num_hidden="5")
    assert net.infer_shape(data=(2, 4))[1] == [(2, 5)]
    with pytest.raises(DeprecationWarning):
        net.list_attr(recursive=True)


# ---- composition and copies ----------------------------------------------------------------------

def test_composition():
    inner = sym.Activation(sym.var("x"), act_type="relu", name="act")
    net = dense()
    made = net(data=inner, name="joined")
    assert made.list_arguments() == ["x", "fc_weight", "fc_bias"] and made.name == "joined"
    assert net.list_arguments()[0] == "data" and net.name == "fc"
    assert sym.Group([sym.var("data"), net])(data=sym.var("z")).list_outputs() == ["z", "fc_output"]
    with pytest.raises(mx.MXNetError, match="only support kwargs"):
        net(inner)
    with pytest.raises(mx.MXNetError, match="name nope not found"):
        net(nope=inner)
    with pytest.raises(TypeError, match="not both"):
        net(inner, data=inner)
    with pytest.raises(TypeError, match="Symbol"):
        net(data=3)
    net._compose(data=inner)
    assert net.list_arguments()[0] == "x"


def test_composition_moves_versions_on():
    made = sym.BatchNorm(sym.var("data"), name="bn")(data=sym.var("x"))
    assert "[3, 0, 2], [4, 0, 2]" in made.tojson()


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy,
                                       lambda s: pickle.loads(pickle.dumps(s)),
                                       lambda s: sym.load_json(s.tojson()),
                                       lambda s: sym.fromjson(s.tojson())])
def test_duplicates_are_equal_and_apart(duplicate):
    net = dense()
    twin = duplicate(net)
    assert twin.tojson() == net.tojson()
    twin._set_attr(num_hidden="7")
    assert net.attr("num_hidden") == "3"


def test_pickles_of_the_reference_load():
    reduced = dense().__reduce__()
    assert reduced[0] is mx.symbol.symbol.Symbol and reduced[1] == (None,)
    assert set(reduced[2]) == {"handle"}


# ---- arithmetic ----------------------------------------------------------------------------------

def test_numbers_on_both_sides():
    assert sym.maximum(2, 3.5) == 3.5 and sym.minimum(2, 3.5) == 2 and sym.pow(2, 3) == 8
    assert sym.hypot(3, 4) == 5
    a = sym.var("a")
    assert (np.float32(2) * a).attr("scalar") == "2.0"
    for wrong in (None, "x", [1]):
        with pytest.raises(TypeError, match="not supported"):
            a + wrong
        with pytest.raises(TypeError, match="not supported"):
            a == wrong  # noqa: B015
    with pytest.raises(TypeError, match="not supported"):
        sym.maximum(a, "x")
    with pytest.raises(TypeError, match="unhashable"):
        hash(a)


def test_what_only_arrays_can():
    a = sym.var("a")
    with pytest.raises(NotImplementedForSymbol, match="only available in NDArray"):
        bool(a)
    with pytest.raises(NotImplementedForSymbol, match=r"\+="):
        a += 1
    for method in ("asnumpy", "asscalar", "copy", "wait_to_read", "detach", "backward"):
        with pytest.raises(NotImplementedForSymbol, match=method):
            getattr(a, method)()
    with pytest.raises(mx.MXNetError, match="not implemented"):
        dense().gradient(["data"])


def test_fluent_methods_are_the_functions():
    a = sym.var("a")
    with mx.name.NameManager():
        fluent = a.reshape((2, -1)).sum(axis=0).expand_dims(1).squeeze().flatten().clip(0, 1)
    with mx.name.NameManager():
        plain = sym.clip(sym.flatten(sym.squeeze(sym.expand_dims(sym.sum(
            sym.reshape(a, (2, -1)), axis=0), axis=1), axis=None)), 0, 1)
    assert fluent.tojson() == plain.tojson()


def test_backends():
    net = dense()
    assert net.optimize_for("anything").tojson() == net.tojson()
    with pytest.raises(mx.MXNetError, match="not found"):
        net.get_backend_symbol("anything")
    with pytest.raises(TypeError):
        net.optimize_for(3)


def test_functions_show_their_signature():
    import inspect
    names = list(inspect.signature(sym.FullyConnected).parameters)
    assert names == ["data", "weight", "bias", "num_hidden", "no_bias", "flatten", "name", "attr",
                     "out", "kwargs"]
    assert sym.FullyConnected.__doc__ and sym.FullyConnected.__name__ == "FullyConnected"
    assert sym.Activation(sym.var("a"), "relu", "called").name == "called"


def test_debug_str():
    a = sym.var("a")
    text = (2 * a + sym.sin(a)).debug_str()
    assert text == (
        "Symbol Outputs:\n\toutput[0]=_plus0(0)\nVariable:a\n" + "-" * 20
        + "\nOp:_mul_scalar, Name=_mulscalar0\nInputs:\n\targ[0]=a(0) version=0\nAttrs:\n\tscalar=2\n"
        + "-" * 20 + "\nOp:sin, Name=sin0\nInputs:\n\targ[0]=a(0) version=0\n" + "-" * 20
        + "\nOp:elemwise_add, Name=_plus0\nInputs:\n\targ[0]=_mulscalar0(0)\n\targ[1]=sin0(0)\n")
    assert sym.zeros((2,)).debug_str() == "AtomicFunctor  Op:_zeros\n"


def test_casts_of_mixed_precision_are_left_out_of_files():
    a = sym.var("a")
    net = sym.exp(sym.amp_cast(a, dtype="float16"))
    assert "amp_cast" not in net.tojson() and "amp_cast" in net.tojson(remove_amp_cast=False)
    assert net.list_arguments() == ["a"]


def test_a_variable_has_nothing_to_compose():
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    for keywords in ({"foo": y}, {"x": y}, {"foo": y, "name": "z"}):
        with pytest.raises(mx.MXNetError, match=r"ComposeKeyword argument name \w+ not found"):
            x(**keywords)
    assert x(name="z").name == "z" and x.name == "x"
    assert mx.sym.Group([x, y])(x=y).list_arguments() == ["y", "y"]


def test_debug_str_of_a_bare_variable():
    x = mx.sym.Variable("x", shape=(2,))
    assert x.debug_str() == "Variable:x\n"
    assert mx.sym.Group([x, x]).debug_str() == "Symbol Outputs:\n\toutput[0]=x(0)\n\toutput[1]=x(0)\nVariable:x\n"
