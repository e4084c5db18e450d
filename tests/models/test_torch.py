"""Symbols as torch modules: the same numbers and gradients, trained and exported by torch."""
import copy
import pickle
import re

import numpy as np
import pytest
import torch

import mxnet as mx
from tests.models.zoo import on_all, on_own, own, relative

EXPORT_NOISE = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning",
                                          "ignore::UserWarning")  # torch.export's own


def tensors(model, module):
    return tuple(torch.from_numpy(model.inputs[name]) for name in module.input_names)


def as_tuple(out):
    return out if isinstance(out, tuple) else (out,)


@on_all
def test_outputs(model):
    symbol, args, aux = model.load()
    module = symbol.to_torch((args, aux))
    assert not module.training and set(module.input_names) == set(model.data(symbol))
    with torch.no_grad():
        found = as_tuple(module(*tensors(model, module)))
    for out, expected in zip(found, model.outputs, strict=True):
        assert relative(out.numpy(), expected) < 1e-5


@EXPORT_NOISE
@on_own
def test_export(model, tmp_path):
    module = model.load()[0].to_torch(model.prefix + "-0000.params")
    given = tensors(model, module)
    torch.export.save(torch.export.export(module, given, strict=False), tmp_path / "model.pt2")
    again = torch.export.load(tmp_path / "model.pt2").module()
    for out, expected in zip(as_tuple(again(*given)), model.outputs, strict=True):
        assert relative(out.detach().numpy(), expected) < 1e-5


@EXPORT_NOISE
def test_export_with_any_batch():
    model = own("lenet")
    module = model.load()[0].to_torch(model.prefix + "-0000.params")
    data, = tensors(model, module)
    program = torch.export.export(module, (data,), dynamic_shapes=(({0: torch.export.Dim("batch", min=2)},),),
                                  strict=False)
    out = program.module()(torch.cat([data, data, data]))
    assert relative(out.detach().numpy(), np.concatenate([model.outputs[0]] * 3)) < 1e-5


def test_gradients_are_the_executor_s():
    """A loss that is kept gives MXNet's gradient whatever comes from above."""
    model = own("lenet")
    symbol, args, aux = model.load()
    module = symbol.to_torch((args, aux), keep_loss=True)
    assert module.input_names == ["data", "softmax_label"]
    module.train()
    out = module(*tensors(model, module))
    out.backward(torch.ones_like(out))
    largest = max(np.abs(value).max() for value in model.gradients.values())
    for name, parameter in module.named_parameters():
        assert np.allclose(parameter.grad.numpy(), model.gradients[name], rtol=1e-4, atol=1e-6 * largest), name
    assert "bn2_gamma" in dict(module.named_buffers())      # fixed: not trained
    assert not np.allclose(module.bn1_moving_mean.numpy(), aux["bn1_moving_mean"].asnumpy())


def test_training_with_torch():
    model = own("lenet")
    module = model.load()[0].to_torch(model.prefix + "-0000.params").train()
    labels = torch.from_numpy(model.inputs["softmax_label"]).long()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    losses = []
    for _ in range(8):
        optimizer.zero_grad()
        loss = torch.nn.functional.nll_loss(module(*tensors(model, module)).log(), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 3
    again = model.load()[0].to_torch(model.prefix + "-0000.params")
    again.load_state_dict(module.state_dict())
    module.eval()
    assert torch.equal(again(*tensors(model, again)), module(*tensors(model, module)))


def test_dropout_is_torch_s():
    net = mx.sym.Dropout(mx.sym.Variable("data"), p=0.5)
    module, data = net.to_torch(), torch.ones(1000)
    assert torch.equal(module(data), data)
    module.train()
    with torch.random.fork_rng():
        torch.manual_seed(1)
        first = module(data)
        torch.manual_seed(1)
        assert torch.equal(module(data), first) and 300 < (first == 0).sum() < 700


def test_stops_of_gradients_stay():
    data = mx.sym.Variable("data")
    module = (mx.sym.BlockGrad(data) * data).to_torch().train()
    value = torch.tensor([3.0], requires_grad=True)
    module(value).backward()
    assert value.grad.item() == 3


def test_control_flow():
    data = mx.sym.Variable("data")
    out, _ = mx.sym.contrib.foreach(lambda x, s: (x + s, x + s), data, mx.sym.Variable("start"))
    module = out.to_torch()
    assert module(torch.ones(3, 2), start=torch.zeros(2)).tolist() == [[1, 1], [2, 2], [3, 3]]


def test_names_with_dots():
    net = mx.sym.FullyConnected(mx.sym.Variable("in.put"), mx.sym.Variable("a.w"), no_bias=True, num_hidden=1)
    module = net.to_torch({"a.w": mx.nd.ones((1, 2))})
    assert list(module.state_dict()) == ["a_w"] and module.input_names == ["in.put"]
    assert module(torch.ones(1, 2)).item() == 2


def test_wrong_use():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc")
    with pytest.raises(mx.MXNetError, match="params has no fc_weight, fc_bias"):
        net.to_torch(inputs=["data"])
    with pytest.raises(mx.MXNetError, match="did you mean 'data'"):
        net.to_torch(inputs=["dat"])
    module = net.to_torch()
    assert module.input_names == ["data", "fc_weight", "fc_bias"] and "operators=1" in repr(module)
    one = torch.ones(1, 1)
    for args, kwargs, words in (((one,) * 4, {}, "takes 3 inputs"), ((one,), {"fc_bias": one}, "missing fc_weight"),
                                ((one,), {"data": one}, "unexpected input 'data'")):
        with pytest.raises(TypeError, match=words):
            module(*args, **kwargs)


@EXPORT_NOISE
def test_regions_export():
    """Pooling over regions looks at their corners; an exported one must not."""
    net = mx.sym.ROIPooling(mx.sym.var("x"), mx.sym.var("rois"), pooled_size=(3, 2), spatial_scale=0.25)
    module = net.to_torch({})
    rng = np.random.RandomState(0)
    rois = np.concatenate([rng.randint(-1, 3, (40, 1)), rng.uniform(-10, 90, (40, 4))], 1)
    given = (torch.from_numpy(rng.randn(2, 4, 15, 20).astype(np.float32)), torch.from_numpy(rois.astype(np.float32)))
    assert module.input_names == ["x", "rois"]
    assert torch.equal(torch.export.export(module, given, strict=False).module()(*given), module(*given))


# ---- copies, files and text ---------------------------------------------------------------------------------------

def saved(module, path):
    torch.save(module, path)
    return torch.load(path, weights_only=False)


@on_own
def test_modules_are_saved_and_copied(model, tmp_path):
    module = model.load()[0].to_torch(model.prefix + "-0000.params").train()
    given = tensors(model, module)
    for again in (saved(module, tmp_path / "m.pt"), copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert again.training and repr(again) == repr(module)
        assert list(again.state_dict()) == list(module.state_dict())
        again.eval()
        module.eval()
        for a, b in zip(as_tuple(again(*given)), as_tuple(module(*given)), strict=True):
            assert torch.equal(a, b)
        module.train()


def test_a_copy_is_its_own(tmp_path):
    model = own("lenet")
    module = model.load()[0].to_torch(model.prefix + "-0000.params", keep_loss=True).train()
    again = copy.deepcopy(module)
    given = tensors(model, module)
    again(*given).sum().backward()
    assert again.conv1_weight.grad is not None and module.conv1_weight.grad is None
    assert not torch.equal(again.bn1_moving_mean, module.bn1_moving_mean)
    with torch.no_grad():
        again.fc1_weight.zero_()
    module.load_state_dict(again.state_dict())
    again.eval()
    module.eval()
    assert torch.equal(again(*given), module(*given)) and not module.fc1_weight.any()


def test_blocks_as_modules_are_saved(tmp_path):
    class Two(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            a, b = F.split(x, num_outputs=2)
            return [a, (b, a + b)]

    net = Two()
    net.hybridize()
    net(mx.nd.ones((2, 4)))
    module = net.to_torch()
    again, data = saved(module, tmp_path / "m.pt"), torch.arange(8.0).reshape(2, 4)
    (a, (b, c)), (wanted_a, (wanted_b, wanted_c)) = again(data), module(data)
    assert torch.equal(a, wanted_a) and torch.equal(b, wanted_b) and torch.equal(c, wanted_c)
    assert "_plus" in repr(module) and "split0[1]" in repr(module)


def test_modules_print_as_layers():
    model = own("lenet")
    module = model.load()[0].to_torch(model.prefix + "-0000.params")
    lines = repr(torch.nn.Sequential(module)).split("\n")
    assert "    (conv1): Convolution(data, weight[4x3x3x3], bias[4], kernel=(3, 3), num_filter=4, pad=(1, 1))" in lines
    assert sum(line.startswith("    (") for line in lines) == 8
    for text in (module.summary(torch.ones(2, 3, 6, 6)), module.summary(data=(2, 3, 6, 6))):
        assert re.search(r"^conv1 +Convolution +\(2, 4, 6, 6\) +112$", text, re.M)
        assert re.search(r"^fc1 +FullyConnected +\(2, 5\) +185$", text, re.M)
    assert text.endswith("309 parameters, 20 values in states and fixed parameters")
    assert re.search(r"^conv1 +Convolution +\? +112$", module.summary(), re.M)
    with pytest.raises(TypeError, match="unexpected input 'dta'"):
        module.summary(dta=(1, 2))
