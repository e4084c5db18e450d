"""Networks as plain PyTorch programs: the same outputs, classes for what repeats, no text of a model in the code."""
import ast
import os
import subprocess
import sys

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.cli import main
from mxnet.convert.python import write_python
from mxnet.core.errors import MXNetError

sym = mx.sym


def drawn(net, shapes, seed=3):
    """Give values for all parameters and states of a network."""
    draw = np.random.RandomState(seed)
    args, _, aux = net.infer_shape(**shapes)
    values = {}
    for name, shape in [*zip(net.list_arguments(), args), *zip(net.list_auxiliary_states(), aux)]:
        if name not in shapes and not name.endswith("label"):
            low, high = (0.5, 1.5) if name.endswith(("var", "gamma")) else (-0.4, 0.4)
            values[name] = draw.uniform(low, high, shape).astype("float32")
    return values


def network_of(made):
    """Give the module of a written text, with its values."""
    space = {"__name__": "made", "__file__": "made.py"}
    exec(compile(made.text, "made.py", "exec"), space)
    network = space["Model"]()
    network.load_state_dict(made.state)
    return network.eval()


def compare(net, values, made, network, shapes, whole=(), share=0.0):
    """Run a network and what is written of it on the same inputs; those in ``whole`` are whole numbers.

    What the network refuses, the module must refuse. ``share`` is the difference that passes in shares of the largest
    value.
    """
    draw = np.random.RandomState(5)
    given = {key: draw.randint(0, whole[key], shapes[key]).astype("float32") if key in whole
             else draw.normal(size=shapes[key]).astype("float32") for key in made.inputs}
    states = net.list_auxiliary_states()
    try:
        predictor = mx.predictor.Predictor(net, {f"{'aux' if k in states else 'arg'}:{k}": mx.nd.array(v)
                                                 for k, v in values.items()}, {key: shapes[key] for key in made.inputs})
        predictor.forward(**given)
    except mx.MXNetError:
        with pytest.raises((RuntimeError, ValueError)):
            network(*(torch.from_numpy(given[key]) for key in made.inputs))
        return
    with torch.no_grad():
        found = network(*(torch.from_numpy(given[key]) for key in made.inputs))
    found = found if isinstance(found, tuple) else (found,)
    assert len(found) == len(made.outputs)
    for value, output in zip(found, made.outputs):
        wanted = predictor.outputs[output]
        np.testing.assert_allclose(value.numpy(), wanted, rtol=1e-4,
                                   atol=max(1e-5, share * np.abs(wanted).max(initial=0)))


def both(net, shapes, name="net", whole=(), values=None, share=0.0):
    """Give the written model, after comparing it with the network: with these sizes, with others, and with what it must
    refuse."""
    values = drawn(net, shapes) if values is None else values
    made = write_python(net, {key: torch.from_numpy(value) for key, value in values.items()}, shapes, name)
    network = network_of(made)
    for tried in [shapes, *made.sizes.others]:
        compare(net, values, made, network, tried, whole, share)
    for key, sizes in made.sizes.axes.items():
        for axis, size in enumerate(sizes):
            for wrong in {size.low - 1, size.high + 1} - {0} if not size.word else ():
                other = {**shapes, key: (*shapes[key][:axis], wrong, *shapes[key][axis + 1:])}
                with pytest.raises(ValueError, match="must have shape"):
                    network(*(torch.zeros(other[one]) for one in made.inputs))
    return made


def unit(data, name, channels, stride=1, project=False):
    x = sym.Convolution(data, kernel=(3, 3), pad=(1, 1), stride=(stride, stride), num_filter=channels, name=f"{name}_a")
    x = sym.Activation(sym.BatchNorm(x, fix_gamma=False, name=f"{name}_bn"), act_type="relu")
    x = sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=channels, no_bias=True, name=f"{name}_b")
    past = sym.Convolution(data, kernel=(1, 1), stride=(stride, stride), num_filter=channels, name=f"{name}_p") \
        if project else data
    return sym.Activation(x + past, act_type="relu")


def test_what_repeats_becomes_a_class_with_the_numbers_that_differ():
    x = unit(sym.Variable("data"), "u1", 4, project=True)
    x = unit(unit(x, "u2", 4), "u3", 4)
    x = unit(unit(x, "u4", 6, stride=2, project=True), "u5", 6)
    net = sym.FullyConnected(sym.Pooling(x, global_pool=True, pool_type="avg", kernel=(1, 1)), num_hidden=3, name="fc")
    made = both(sym.SoftmaxOutput(net, name="softmax"), {"data": (2, 3, 8, 8)})
    assert made.text.count("class ") == 4 and "class BatchNorm2d(nn.BatchNorm2d)" in made.text
    assert made.text.count("= Residual(") == 3 and made.text.count("= ResidualProjected(") == 2
    assert "self.block4 = ResidualProjected(4, 6, 2)" in made.text
    assert "label" not in made.text


@pytest.mark.parametrize("network", [
    lambda x: sym.LeakyReLU(sym.Convolution(x, kernel=(3, 3), num_filter=4, name="c"), act_type="prelu", name="p"),
    lambda x: sym.Deconvolution(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), adj=(1, 1), num_filter=4, name="d"),
    lambda x: sym.Pooling(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg", count_include_pad=False),
    lambda x: sym.Concat(*sym.split(x, num_outputs=2, axis=2), dim=1),
    lambda x: sym.broadcast_mul(x, sym.Variable("scale", shape=(1, 2, 1, 1))) * 2 - 1,
    lambda x: sym.InstanceNorm(x, name="n"), lambda x: sym.L2Normalization(x, mode="channel"),
    lambda x: sym.LRN(x, nsize=3), lambda x: sym.Reshape(x, shape=(0, -1, 3)),
    lambda x: sym.FullyConnected(sym.transpose(x, axes=(0, 2, 3, 1)), num_hidden=3, flatten=False, name="f"),
    lambda x: sym.UpSampling(x, scale=2, sample_type="nearest"), lambda x: sym.clip(x, 0, 6),
    lambda x: sym.Pad(x, mode="edge", pad_width=(0, 0, 0, 0, 1, 2, 3, 1)), lambda x: sym.mean(x, axis=(2, 3)),
    lambda x: sym.Group([sym.exp(x), sym.slice_axis(x, axis=1, begin=0, end=1)]),
    lambda x: sym.elemwise_add(sym.sqrt(sym.square(x) + 1), x) / 2,
    lambda x: sym.SoftmaxActivation(x, mode="channel"), lambda x: sym.SwapAxis(x, dim1=1, dim2=3)])
def test_operators(network):
    both(network(sym.Variable("data")), {"data": (2, 2, 6, 6)})


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh", "rnn_relu"])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_recurrent_layers(mode, bidirectional):
    cell = mx.rnn.FusedRNNCell(4, num_layers=2, mode=mode, bidirectional=bidirectional, prefix="r_")
    outputs, _ = cell.unroll(3, sym.Variable("data"), layout="TNC", merge_outputs=True)
    assert both(outputs, {"data": (3, 2, 5)}).text.count("torch.zeros") == 1, "first states are made by torch"


def test_a_layer_that_is_used_twice_is_made_once():
    weight, bias = sym.Variable("w"), sym.Variable("b")
    x = sym.FullyConnected(sym.Variable("data"), weight, bias, num_hidden=5, name="one")
    made = both(sym.FullyConnected(sym.tanh(x), weight, bias, num_hidden=5, name="two"), {"data": (2, 5)})
    assert made.text.count("nn.Linear(") == 1 and len(made.state) == 2


def test_all_that_cannot_be_written_is_named():
    x = sym.SequenceReverse(sym.argsort(sym.Variable("data"), name="sorted"), name="turned")
    with pytest.raises(MXNetError, match="(?s)argsort 'sorted'.*SequenceReverse 'turned'"):
        write_python(x, {}, {"data": (2, 3)})


def test_no_text_of_a_model_becomes_code():
    hostile = 'x"""; import os; os.abort() #\n'
    x = sym.FullyConnected(sym.Variable(hostile), num_hidden=2, name="import os\n")
    made = both(sym.Activation(x, act_type="relu", name="self"), {hostile: (1, 3)}, name='a"""\nb')
    assert "abort" not in made.text.replace("os_abort", "")
    imports = [node for node in ast.walk(ast.parse(made.text)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert {getattr(node, "module", None) or node.names[0].name for node in imports} == {
        "pathlib", "torch", "torch.nn.functional", "safetensors.torch"}


def test_the_command_writes_a_program_that_runs_without_this_package(tmp_path, capsys):
    pytest.importorskip("safetensors")
    net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=3, name="fc"), name="softmax")
    values = drawn(net, {"data": (1, 4)})
    prefix = str(tmp_path / "small")
    mx.model.save_checkpoint(prefix, 1, net, {name: mx.nd.array(value) for name, value in values.items()}, {})
    assert main(["convert", prefix, "--to", "python"]) == 0
    assert "verified" in capsys.readouterr().out
    code = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__'); print('mxnet' in sys.modules)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", code, prefix + ".py"], capture_output=True, text=True, timeout=120,
                          cwd=tmp_path, env=environment, check=True)
    assert done.stdout.split("\n")[:2] == ["[(1, 3)]", "False"]


@pytest.mark.parametrize("layer", [lambda x: sym.FullyConnected(x, num_hidden=3, name="fc"),
                                   lambda x: sym.FullyConnected(sym.Flatten(x), num_hidden=3, name="fc")])
@pytest.mark.parametrize("shape", [(4, 1), (1, 1)])
def test_a_vector_is_a_batch_of_numbers(layer, shape):
    made = both(layer(sym.Reshape(sym.var("data"), shape=(-1,))), {"data": shape})
    assert "unsqueeze(1)" in made.text


def test_further_results_of_a_layer():
    """A layer of torch gives one; those that nobody reads do not matter."""
    norm = sym.BatchNorm(sym.Variable("data"), output_mean_var=True, name="bn")
    both(sym.exp(norm[0]), {"data": (2, 3, 4, 4)})
    with pytest.raises(MXNetError, match="'bn': only its first result"):
        write_python(sym.exp(norm[1]), {key: torch.from_numpy(value) for key, value in
                                        drawn(norm, {"data": (2, 3, 4, 4)}).items()}, {"data": (2, 3, 4, 4)})
