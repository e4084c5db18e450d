"""`amp.convert_symbol` and `amp.convert_model`: types, parameters, results, refusals."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import amp


def network():
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=8, name="conv")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="bn"), act_type="relu")
    net = mx.sym.FullyConnected(net, num_hidden=4, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


SHAPES = {"data": (5, 3, 8, 8)}


def model():
    net = network()
    shapes, _, states = net.infer_shape(**SHAPES)
    rng = np.random.RandomState(1)
    args = {name: mx.nd.array(rng.uniform(-0.2, 0.2, shape)) for name, shape in
            zip(net.list_arguments(), shapes) if name not in ("data", "softmax_label")}
    aux = {name: mx.nd.array(rng.uniform(0.5, 1, shape)) for name, shape in
           zip(net.list_auxiliary_states(), states)}
    return net, args, aux


def predict(net, args, aux):
    module = mx.mod.Module(net, label_names=["softmax_label"])
    module.bind([("data", SHAPES["data"])], [("softmax_label", (5,))], for_training=False)
    module.set_params(args, aux)
    data = np.random.RandomState(2).standard_normal(SHAPES["data"]).astype("float32")
    module.forward(mx.io.DataBatch([mx.nd.array(data)], [mx.nd.zeros((5,))]))
    return module, module.get_outputs()[0]


@pytest.mark.parametrize("low, tolerance", [("float16", 2e-3), ("bfloat16", 2e-2)])
@pytest.mark.parametrize("optional", [False, True])
def test_converted_models_predict_the_same(low, tolerance, optional):
    net, args, aux = model()
    expected = predict(net, args, aux)[1].asnumpy()
    made, new_args, new_aux = amp.convert_model(net, dict(args), dict(aux), low, cast_optional_params=optional)
    kind = np.float16 if low == "float16" else amp.amp.bfloat16
    narrow = {name for name, array in new_args.items() if array.dtype == kind}
    assert narrow == ({"conv_weight", "conv_bias", "fc_weight", "fc_bias"} if optional else set())
    assert all(array.dtype == np.float32 for array in new_aux.values())
    module, found = predict(made, new_args, new_aux)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found.asnumpy(), expected, atol=tolerance)
    assert module._exec_group.execs[0].arg_dict["fc_weight"].dtype == (kind if optional else np.float32)


def test_params_are_changed_in_place():
    net, args, aux = model()
    _, new_args, new_aux = amp.convert_model(net, args, aux, cast_optional_params=True)
    assert new_args is args and new_aux is aux and args["fc_weight"].dtype == np.float16


def test_excluded_nodes_compute_in_float32():
    net = amp.convert_symbol(network(), excluded_sym_names=["fc"])
    inner = net.get_internals()
    types = dict(zip(inner.list_outputs(), inner.infer_type(**dict.fromkeys(net.list_arguments(), "float32"))[1]))
    assert types["conv_output"] == np.float16 and types["fc_output"] == np.float32


def test_casts_are_shared():
    data = mx.sym.var("data")
    weight = mx.sym.var("weight")
    net = mx.sym.Group([mx.sym.FullyConnected(data, weight, num_hidden=3, no_bias=True) for _ in range(3)])
    names = [name for name in amp.convert_symbol(net).get_internals().list_outputs() if name.endswith("float16_output")]
    assert names == ["data_amp_cast_float16_output", "weight_amp_cast_float16_output"]


def test_conversion_does_not_touch_the_symbol():
    net = network()
    before = net.tojson(remove_amp_cast=False)
    amp.convert_symbol(net, data_names=["data", "softmax_label"], cast_optional_params=True)
    assert net.tojson(remove_amp_cast=False) == before


def test_variables_between_two_casts():
    data = mx.sym.var("data")
    half, single, other = (mx.sym.amp_cast(data, dtype=kind) for kind in ("float16", "float32", "float16"))
    for group, kind in (([half, single], np.float32), ([half, other], np.float16)):
        net = amp.convert_symbol(mx.sym.Group(group), data_names=[], cast_optional_params=True)
        assert net.simple_bind(mx.cpu(), data=(1, 2)).arg_arrays[0].dtype == kind


def test_saved_graphs_lose_their_casts_unless_asked(tmp_path):
    net = amp.convert_symbol(network())
    net.save(str(tmp_path / "a.json"))
    net.save(str(tmp_path / "b.json"), remove_amp_cast=False)
    assert "amp_cast" not in (tmp_path / "a.json").read_text().replace("_amp_cast_", "")
    again = mx.sym.load(str(tmp_path / "b.json"))
    assert again.tojson(remove_amp_cast=False) == net.tojson(remove_amp_cast=False)


@pytest.mark.parametrize("given, text", [
    ({"target_dtype": "float32"}, "float16 and bfloat16"),
    ({"target_dtype_ops": ("Convolution",)}, "should be a list"),
    ({"target_dtype_ops": ["FullyConnected"], "fp32_ops": ["FullyConnected"]}, "two or more lists"),
    ({"fp32_ops": ["Activation"]}, "two or more lists"),
    ({"target_dtype_ops": ["LeakyReLU"]}, "two or more lists"),
    ({"fp32_ops": ["elemwise_add"]}, "not in any of them"),
    ({"conditional_fp32_ops": [("Activation", "act_type", "relu")]}, "list of"),
    ({"excluded_sym_names": "fc"}, "should be a list")])
def test_refusals(given, text):
    with pytest.raises(AssertionError, match=text):
        amp.convert_symbol(network(), **given)


def test_refusals_of_names_and_kinds():
    with pytest.raises(mx.MXNetError, match="nowhere not found"):
        amp.convert_symbol(network(), data_names=["nowhere"])
    with pytest.raises(AssertionError, match="should be Symbol"):
        amp.convert_symbol("net")
    with pytest.raises(AssertionError, match="Third argument"):
        amp.convert_model(network(), {}, [])
    with pytest.raises(AssertionError, match="a HybridBlock; got a NoneType"):
        amp.convert_hybrid_block(None)
    net = mx.gluon.nn.Dense(3)
    with pytest.raises(RuntimeError, match=r"call hybridize\(\)"):
        amp.convert_hybrid_block(net)


@pytest.mark.parametrize("low, tolerance", [("float16", 5e-3), ("bfloat16", 5e-2)])
@pytest.mark.parametrize("optional", [False, True])
def test_hybrid_block(low, tolerance, optional):
    net = mx.gluon.nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    x = mx.nd.array(np.random.RandomState(0).rand(2, 3, 6, 6))
    expected = net(x).asnumpy()
    made = amp.convert_hybrid_block(net, low, ctx=mx.cpu(), cast_optional_params=optional)
    assert isinstance(made, mx.gluon.SymbolBlock)
    types = {name: mx.nd.zeros(1, dtype=param.dtype).dtype for name, param in made.collect_params().items()}
    wanted = mx.nd.zeros(1, dtype=low).dtype if optional else np.float32
    assert types == {name: wanted if name.startswith(("n_conv0", "n_dense0")) else np.float32 for name in types}
    assert list(types) == ["n_conv0_weight", "n_conv0_bias", "n_batchnorm0_gamma", "n_batchnorm0_beta",
                           "n_dense0_weight", "n_dense0_bias", "n_batchnorm0_running_mean", "n_batchnorm0_running_var"]
    found = made(x).astype("float32").asnumpy()
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
    assert not np.array_equal(found, expected)
    assert {param.data().dtype for param in net.collect_params().values()} == {np.float32}


def test_bucketing_module():
    def network_of(length):
        data = mx.sym.var("data")
        net = mx.sym.Embedding(data, input_dim=9, output_dim=4, name="embed")
        net = mx.sym.FullyConnected(mx.sym.mean(net, axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)
    module = mx.mod.BucketingModule(network_of, default_bucket_key=6)
    module.bind([("data", (2, 6))], [("softmax_label", (2,))], for_training=False)
    module.init_params()
    batch = mx.io.DataBatch([mx.nd.ones((2, 4))], [mx.nd.zeros((2,))], bucket_key=4,
                            provide_data=[("data", (2, 4))], provide_label=[("softmax_label", (2,))])
    module.forward(batch)
    expected = module.get_outputs()[0].asnumpy()
    made = amp.amp.convert_bucketing_module(module)
    made.bind([("data", (2, 6))], [("softmax_label", (2,))], for_training=False)
    made.forward(batch)
    np.testing.assert_allclose(made.get_outputs()[0].asnumpy(), expected, atol=2e-3)
    assert "fc_weight_amp_cast_float16_output" in made._curr_module.symbol.get_internals().list_outputs()
