"""Whole models through ONNX and back, and the functions' manners."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import onnx as mxonnx
from tests.models.zoo import on_all, own, relative
from tests.onnx.test_operators import run_there
from tests.symbol import networks, zoo

onnx = pytest.importorskip("onnx", reason="needs the extra remixnet[onnx]")
pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")
VISION = ["alexnet", "resnet18", "inception_block", "densenet_block", "mobilenet", "vgg_style", "squeeze_excite",
          "fcn_deconvolution", "unet", "gan_generator", "transformer_layer", "text_cnn", "multi_task"]


def export(model, path, **options):
    symbol, args, aux = model.load()
    data = model.data(symbol)
    shapes = [data[name].shape for name in symbol.list_arguments() if name in data]
    mx.onnx.export_model(symbol, [args, aux], shapes, onnx_file_path=str(path), **options)
    return data


def bound(path, data):
    net, args, aux = mxonnx.import_model(str(path))
    executor = net.simple_bind(mx.cpu(), grad_req="null", **{name: value.shape for name, value in data.items()})
    executor.copy_params_from(args, aux)
    return net, executor.forward(**{name: mx.nd.array(value) for name, value in data.items()})


@on_all
def test_export_and_import(model, tmp_path):
    data = export(model, tmp_path / "m.onnx")
    for out, expected in zip(run_there(str(tmp_path / "m.onnx"), data), model.outputs, strict=True):
        assert relative(out, expected) < 1e-5
    net, found = bound(tmp_path / "m.onnx", data)
    assert net.list_outputs() == model.load()[0].list_outputs()
    for out, expected in zip(found, model.outputs, strict=True):
        assert relative(out.asnumpy(), expected) < 1e-5


@pytest.mark.parametrize("name", VISION)
def test_common_networks(name, tmp_path):
    assert networks  # it fills the zoo
    net, shapes = zoo.build(name)
    rng = np.random.RandomState(0)
    args, _, aux = net.infer_shape(**shapes)
    arrays = {key: rng.uniform(0.2 if key.endswith(("var", "gamma")) else -0.05, 0.3 if "var" in key else 0.06,
                               shape).astype(np.float32)
              for key, shape in [*zip(net.list_arguments(), args), *zip(net.list_auxiliary_states(), aux)]}
    params = {key: mx.nd.array(value) for key, value in arrays.items() if key not in shapes}
    executor = net.simple_bind(mx.cpu(), grad_req="null", **shapes)
    executor.copy_params_from(params, {key: params[key] for key in net.list_auxiliary_states()},
                              allow_extra_params=True)
    expected = dict(zip(net.list_outputs(), executor.forward(**{
        key: mx.nd.array(arrays[key]) for key in shapes})))
    order = [key for key in net.list_arguments() if key in shapes]
    path = mx.onnx.export_model(net, params, [shapes[key] for key in order], onnx_file_path=str(tmp_path / "n.onnx"))
    found = run_there(path, {key: arrays[key] for key in shapes})
    names = [value.name for value in onnx.load(path).graph.output]
    assert names
    for key, out in zip(names, found, strict=True):
        assert relative(out, expected[key].asnumpy()) < 1e-4, key


def test_open_batch(tmp_path):
    model = own("lenet")
    data = export(model, tmp_path / "m.onnx", dynamic=True)["data"]
    found = run_there(str(tmp_path / "m.onnx"), {"data": np.concatenate([data] * 3)})[0]
    assert relative(found, np.concatenate([model.outputs[0]] * 3)) < 1e-5
    assert mxonnx.get_model_metadata(str(tmp_path / "m.onnx"))["input_tensor_data"] == [("data", (0, 3, 6, 6))]


def test_recurrent_with_open_batch(tmp_path):
    """First states that are zeros are left to the runtime, so the batch stays open."""
    model = own("lstm")
    data = export(model, tmp_path / "m.onnx", dynamic=True)["data"]
    found = run_there(str(tmp_path / "m.onnx"), {"data": np.concatenate([data, data])})[0]
    assert found.shape[0] == 2 * model.outputs[0].shape[0]


def test_metadata(tmp_path):
    export(own("detector"), tmp_path / "m.onnx", run_shape_inference=True)
    assert mxonnx.get_model_metadata(str(tmp_path / "m.onnx")) == {
        "input_tensor_data": [("data", (1, 3, 7, 5))],
        "output_tensor_data": [("prob_output", (1, 2, 14, 5)), ("pooled_output", (1, 8)),
                               ("anchors_output", (1, 36, 4))]}


def test_files_and_old_names(tmp_path, capsys):
    model = own("lenet")
    path = mxonnx.export_model(model.prefix + "-symbol.json", model.prefix + "-0000.params", verbose=True,
                               input_shape=[(2, 3, 6, 6)], input_type=np.float32,
                               onnx_file_path=str(tmp_path / "m.onnx"))
    assert "conv1" in capsys.readouterr().out
    # a label's shape may be given too, and is not needed
    again = mxonnx.export_model(model.prefix + "-symbol.json", model.prefix + "-0000.params",
                                [(2, 3, 6, 6), (2,)], onnx_file_path=str(tmp_path / "n.onnx"))
    loaded = [onnx.load(item).graph for item in (path, again)]
    assert [value.name for value in loaded[0].input] == [value.name for value in loaded[1].input] == ["data"]
    assert onnx.load(path).opset_import[0].version == 13


def test_unsupported_operators_are_named_at_once(tmp_path):
    data = mx.sym.var("data")
    net = mx.sym.Group([mx.sym.linalg.potrf(data), mx.sym.linalg.det(data), mx.sym.linalg.det(data + 1)])
    with pytest.raises(mx.MXNetError, match=r"no translation for _linalg_det \(2\), _linalg_potrf \(1\)"):
        mx.onnx.export_model(net, {}, [(3, 3)], onnx_file_path=str(tmp_path / "m.onnx"))
    assert not (tmp_path / "m.onnx").exists()
    node = onnx.helper.make_node
    graph = onnx.helper.make_graph(
        [node("Det", ["x"], ["y"]), node("Strange", ["y"], ["z"], domain="far")], "g",
        [onnx.helper.make_tensor_value_info("x", 1, [2, 2])], [onnx.helper.make_tensor_value_info("z", 1, [2, 2])])
    onnx.save(onnx.helper.make_model(graph), tmp_path / "other.onnx")
    with pytest.raises(mx.MXNetError, match=r"no translation for Det \(1\), far.Strange \(1\)"):
        mxonnx.import_model(str(tmp_path / "other.onnx"))


def test_import_to_gluon(tmp_path):
    net = mx.gluon.model_zoo.vision.ResNetV1(mx.gluon.model_zoo.vision.BasicBlockV1, [1, 1], [4, 8, 12], classes=3,
                                             thumbnail=True)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    x = mx.nd.array(np.random.RandomState(0).rand(2, 3, 8, 8))
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    path = mx.onnx.export_model(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params"), [(2, 3, 8, 8)],
                                onnx_file_path=str(tmp_path / "net.onnx"))
    block = mxonnx.import_to_gluon(path, mx.cpu())
    assert isinstance(block, mx.gluon.SymbolBlock)
    assert block.collect_params()[net.output.weight.name].shape == (3, 12)
    np.testing.assert_allclose(block(x).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    with mx.autograd.record():
        loss = block(x).sum()
    loss.backward()
    assert np.abs(block.collect_params()[net.output.weight.name].grad().asnumpy()).sum() > 0


def test_import_to_gluon_takes_inputs_in_the_order_of_the_file(tmp_path):
    net = mx.sym.broadcast_sub(mx.sym.var("one"), mx.sym.var("other"))
    path = mx.onnx.export_model(net, {}, [(2, 3), (2, 1)], onnx_file_path=str(tmp_path / "net.onnx"))
    model = onnx.load(path)
    inputs = list(model.graph.input)
    del model.graph.input[:]
    model.graph.input.extend(reversed(inputs))
    onnx.save(model, path)
    found = mxonnx.import_to_gluon(path, mx.cpu())(mx.nd.ones((2, 1)), mx.nd.full((2, 3), 5))
    assert found.asnumpy().tolist() == [[4] * 3] * 2


def test_wrong_use(tmp_path):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    path = str(tmp_path / "m.onnx")
    params = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.ones(2)}
    for args, error, words in (
            ((net, params, None), ValueError, "in_shapes is needed"),
            ((net, params, [(1, 3), (2, 3)]), ValueError, "2 shapes for the inputs data"),
            ((net, [params], [(1, 3)]), ValueError, "arg_params, aux_params"),
            ((net, 3, [(1, 3)]), ValueError, "a path, a dict or two dicts"),
            ((net, params, [(1, 4)]), mx.MXNetError, "fc"),
    ):
        with pytest.raises(error, match=words):
            mx.onnx.export_model(*args, onnx_file_path=path)
    with pytest.raises(mx.MXNetError, match="opset 9 is not written; 13 to 17"):
        mx.onnx.export_model(net, params, [(1, 3)], onnx_file_path=path, opset_version=9)
    conv = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=1, layout="NHWC", name="c")
    with pytest.raises(mx.MXNetError, match=r"Convolution\(c\): layout NHWC"):
        mx.onnx.export_model(conv, {"c_weight": mx.nd.ones((1, 1, 1, 2)), "c_bias": mx.nd.ones(1)}, [(1, 3, 3, 2)],
                             onnx_file_path=path)
    (tmp_path / "bad.onnx").write_bytes(b"\x00not an onnx file" * 9)
    for name in ("bad.onnx", "none.onnx"):
        with pytest.raises(mx.MXNetError, match="cannot read"):
            mxonnx.import_model(str(tmp_path / name))
    assert "Convolution" in mx.onnx.get_operator_support()
