"""mx.predictor: a checkpoint that predicts, as MXNet's C predict API had it."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.convert.losses import label_names, strip_losses
from mxnet.predictor import Predictor, load_ndarray_file
from tests.models.zoo import own, relative


@pytest.fixture
def model():
    return own("lenet")


def make(model, **options):
    return Predictor(model.prefix + "-symbol.json", model.prefix + "-0000.params",
                     {"data": model.shapes["data"]}, **options)


def test_text_and_bytes(model):
    with open(model.prefix + "-symbol.json") as text, open(model.prefix + "-0000.params", "rb") as raw:
        predictor = Predictor(text.read(), raw.read(), {"data": (2, 3, 6, 6)}, "cpu", 0)
    assert predictor.forward(data=model.inputs["data"].astype("float64")) is None
    assert relative(predictor.get_output(0), model.outputs[0]) < 1e-5
    assert predictor.get_output("softmax_output").dtype == np.float32


def test_reshape(model):
    predictor = make(model)
    predictor.reshape({"data": (1, 3, 6, 6)})
    for row in range(2):
        predictor.forward(data=mx.nd.array(model.inputs["data"][row:row + 1]))
        assert relative(predictor.get_output(0), model.outputs[0][row:row + 1]) < 1e-5
    with pytest.raises(mx.MXNetError, match="reshape the predictor"):
        predictor.forward(data=model.inputs["data"])
    with pytest.raises(mx.MXNetError, match="fc1"):
        predictor.reshape({"data": (1, 3, 9, 9)})  # the dense layer's weight does not fit


def test_layers_as_outputs(model):
    predictor = make(model, outputs=["pool1", "fc1_output"])
    predictor.forward(data=model.inputs["data"])
    assert predictor.get_output(0).shape == (2, 4, 3, 3) and predictor.get_output(1).shape == (2, 5)
    scores = np.exp(predictor.get_output(1))
    assert relative(scores / scores.sum(1, keepdims=True), model.outputs[0]) < 1e-5
    with pytest.raises(mx.MXNetError, match="did you mean 'pool1'"):
        make(model, outputs=["pol1"])


def test_monitor(model):
    predictor, seen = make(model), []
    predictor.set_monitor_callback(lambda name, array: seen.append(name))
    predictor.forward(data=model.inputs["data"])
    assert "conv1_output" in seen and "softmax_output" in seen


def test_a_label_that_nothing_tells():
    """Its shape is not needed: the loss is cut, and the output keeps its name."""
    model = own("lstm")
    predictor = Predictor(model.prefix + "-symbol.json", model.prefix + "-0000.params", {"data": (2, 3, 5)})
    predictor.forward(data=model.inputs["data"])
    assert list(predictor.outputs) == ["softmax_output"]
    assert relative(predictor.get_output(0), model.outputs[0]) < 1e-5


def test_wrong_use(model):
    predictor = make(model)
    for call, words in (
            (lambda: predictor.forward(dta=model.inputs["data"]), "did you mean 'data'"),
            (lambda: predictor.get_output(1), "output 1 does not exist; there are 1"),
            (lambda: predictor.get_output("softmax"), "did you mean 'softmax_output'"),
            (lambda: make(model, dev_type="tpu"), "unknown device type"),
            (lambda: Predictor(model.prefix + "-symbol.json", {"arg:conv1_weight": mx.nd.zeros((4, 3, 3, 3))},
                               {"data": (2, 3, 6, 6)}), "neither the params file nor input_shapes has conv1_bias"),
            (lambda: Predictor(model.prefix + "-symbol.json", {"arg:conv1_weight": mx.nd.zeros((4, 3, 5, 3))},
                               {"data": (2, 3, 6, 6)}), "conv1"),
            (lambda: Predictor(b"\xff{", {}, {}), "UTF-8"),
            (lambda: Predictor("none.json", {}, {}), "cannot read"),
    ):
        with pytest.raises(mx.MXNetError, match=words):
            call()
    with pytest.raises(ValueError, match="str->tuple"):
        Predictor(model.prefix + "-symbol.json", {}, {"data": [1, 2]})


def test_memory_is_bounded_before_it_is_taken():
    net = mx.sym.UpSampling(mx.sym.Variable("data"), scale=30000, sample_type="nearest", name="up")
    with pytest.raises(mx.MXNetError, match=r"UpSampling\(up\) makes arrays of"):
        Predictor(net, {}, {"data": (1, 1, 9, 9)}, memory_limit=1 << 30)


def test_array_files(tmp_path):
    path = str(tmp_path / "mean.nd")
    mx.nd.save(path, {"mean_img": mx.nd.ones((2, 3))})
    assert load_ndarray_file((tmp_path / "mean.nd").read_bytes())["mean_img"].tolist() == [[1] * 3] * 2
    mx.nd.save(path, [mx.nd.zeros(1), mx.nd.ones(1)])
    assert [array.tolist() for array in load_ndarray_file(path)] == [[0], [1]]


# ---- losses and labels ------------------------------------------------------------------------------

HEADS = {
    "softmax": lambda x, y: mx.sym.SoftmaxOutput(x, y, name="head"),
    "kept": lambda x, y: mx.sym.SoftmaxOutput(x, y, preserve_shape=True, name="head"),
    "many": lambda x, y: mx.sym.SoftmaxOutput(x, y, multi_output=True, name="head"),
    "linear": lambda x, y: mx.sym.LinearRegressionOutput(x, y, name="head"),
    "absolute": lambda x, y: mx.sym.MAERegressionOutput(x, y, name="head"),
    "logistic": lambda x, y: mx.sym.LogisticRegressionOutput(x, y, name="head"),
    "svm": lambda x, y: mx.sym.SVMOutput(x, y, name="head"),
    "own": lambda x, y: mx.sym.MakeLoss(mx.sym.BlockGrad(mx.sym.Dropout(x, p=0.4)), name="head"),
}


@pytest.mark.parametrize("kind", HEADS)
def test_losses_become_what_they_predict(kind):
    data, target = mx.sym.Variable("data"), mx.sym.Variable("target")
    net = HEADS[kind](data * 2, target)
    stripped = mx.sym.Symbol(strip_losses(net._outputs)[0])
    assert stripped.list_arguments() == ["data"] and stripped.list_outputs() == ["head_output"]
    value = mx.nd.array(np.random.randn(2, 3, 4) if kind in ("kept", "many") else np.random.randn(2, 3))
    shape = net.infer_shape(data=value.shape)[0][-1] if "target" in net.list_arguments() else None
    given = {"data": value, **({"target": mx.nd.zeros(shape)} if shape else {})}
    assert np.array_equal(net.bind(mx.cpu(), given).forward()[0].asnumpy(),
                          stripped.bind(mx.cpu(), {"data": value}).forward()[0].asnumpy())


def test_outputs_that_need_labels_are_dropped():
    data, label = mx.sym.Variable("data"), mx.sym.Variable("target")
    loss = mx.sym.softmax_cross_entropy(data, label, name="loss")
    net = mx.sym.Group([mx.sym.softmax(data, name="prob"), loss])
    assert label_names(net.graph) == ["target"]
    kept, dropped = strip_losses(net._outputs)
    assert mx.sym.Symbol(kept).list_outputs() == ["prob_output"] and dropped == ["loss_output"]
    with pytest.raises(mx.MXNetError, match="nothing is left to predict with"):
        strip_losses(loss._outputs)
    assert label_names(net.graph, known=["target"]) == []
