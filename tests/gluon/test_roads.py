"""Roads out of Gluon: torch modules, ONNX files, safetensors, and the commands that read exported blocks."""
import json

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import gluon, nd
from mxnet.cli import main
from mxnet.gluon import nn


class Nested(gluon.HybridBlock):
    """Outputs in lists and tuples, inputs that may be None or unused."""

    def __init__(self):
        super().__init__(prefix="nested_")
        with self.name_scope():
            self.first, self.second = nn.Dense(3), nn.Dense(2)

    def hybrid_forward(self, F, x, unused=None, y=None):
        hidden = self.first(x) if y is None else self.first(x) + y
        return hidden, [self.second(hidden), (F.sum(hidden), hidden * 2)]


def flat(value):
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in flat(item)]
    return [value.detach().numpy() if isinstance(value, torch.Tensor) else value.asnumpy()]


def form(value):
    return [form(item) for item in value] if isinstance(value, (list, tuple)) else 0


def tensors(*arrays):
    return [torch.from_numpy(array.asnumpy()) for array in arrays]


@pytest.fixture
def nested():
    mx.random.seed(3)
    net = Nested()
    net.initialize()
    net.hybridize()
    return net


def close(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_a_torch_module_nests_its_outputs_as_the_block_does(nested):
    x, y = nd.random.uniform(shape=(4, 5)), nd.random.uniform(shape=(4, 3))
    wanted = nested(x, None, y)
    module = nested.to_torch()
    found = module(*tensors(x, y))
    assert form(found) == form(wanted) == [0, [0, [0, 0]]]
    close(flat(found), flat(wanted))
    exported = torch.export.export(module, tuple(tensors(x, y))).module()
    close(flat(exported(*tensors(x, y))), flat(wanted))


def test_a_torch_module_takes_an_argument_that_nothing_is_computed_from(nested):
    x, unused = nd.random.uniform(shape=(4, 5)), nd.ones((7,))
    with pytest.warns(UserWarning, match="argument 1"):
        wanted = nested(x, unused)
    close(flat(nested.to_torch()(*tensors(x, unused))), flat(wanted))


class WithLoss(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3)

    def hybrid_forward(self, F, x, label):
        return F.SoftmaxOutput(self.dense(x), label)


def test_labels_of_losses_are_no_inputs_of_the_module_unless_asked_for():
    net = WithLoss()
    net.initialize()
    net.hybridize()
    x, label = nd.random.uniform(shape=(2, 4)), nd.array([0, 2])
    wanted = flat(net(x, label))
    assert net.to_torch().input_names == ["data0"]
    close(flat(net.to_torch()(*tensors(x))), wanted)
    close(flat(net.to_torch(keep_loss=True)(*tensors(x, label))), wanted)


def test_an_onnx_file_computes_what_the_block_does(nested, tmp_path):
    runtime = pytest.importorskip("onnxruntime", reason="ONNX files are run by onnxruntime")
    x, y = nd.random.uniform(shape=(4, 5)), nd.random.uniform(shape=(4, 3))
    wanted = flat(nested(x, None, y))
    path = nested.to_onnx(str(tmp_path / "nested.onnx"))
    session = runtime.InferenceSession(path)
    close(session.run(None, {"data0": x.asnumpy(), "data1": y.asnumpy()}), wanted)
    one = runtime.InferenceSession(nested.to_onnx(path, [(1, 5), (1, 3)]))
    assert one.get_inputs()[0].shape == [1, 5]
    with pytest.raises(RuntimeError, match="call hybridize"):
        nn.Dense(2).to_onnx(path)


@pytest.mark.parametrize("name, size", [("squeezenet1.1", 224), ("mobilenetv2_0.25", 64)])
def test_networks_of_the_zoo_leave_by_all_roads(name, size, tmp_path, capsys):
    runtime = pytest.importorskip("onnxruntime", reason="ONNX files are run by onnxruntime")
    mx.random.seed(1)
    net = gluon.model_zoo.vision.get_model(name, classes=10)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    x = nd.random.uniform(shape=(1, 3, size, size))
    wanted = net(x).asnumpy()
    with torch.no_grad():
        np.testing.assert_allclose(net.to_torch()(*tensors(x)).numpy(), wanted, rtol=1e-3, atol=1e-4)
    session = runtime.InferenceSession(net.to_onnx(str(tmp_path / "net.onnx")))
    np.testing.assert_allclose(session.run(None, {"data": x.asnumpy()})[0], wanted, rtol=1e-3, atol=1e-4)
    net.save_parameters(str(tmp_path / "net.safetensors"), format="safetensors")
    again = gluon.model_zoo.vision.get_model(name, classes=10)
    again.load_parameters(str(tmp_path / "net.safetensors"))
    np.testing.assert_allclose(again(x).asnumpy(), wanted, rtol=1e-3, atol=1e-4)
    net.export(str(tmp_path / "net"))
    shape = ["--shape", f"1,3,{size},{size}"]
    assert main(["convert", str(tmp_path / "net"), "--to", "safetensors", *shape, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"]


def test_commands_read_an_exported_block_with_several_outputs(nested, tmp_path, capsys):
    nested(nd.ones((4, 5)), None, nd.ones((4, 3)))
    nested.export(str(tmp_path / "net"))
    shapes = ["--shape", "data0=4,5", "--shape", "data1=4,3"]
    assert main(["inspect", str(tmp_path / "net"), *shapes]) == 0
    assert "nested_dense1_fwd" in capsys.readouterr().out
    assert main(["convert", str(tmp_path / "net"), "--to", "torch", *shapes, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["outputs"]) == 4
