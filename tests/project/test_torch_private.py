"""Private names of torch stand in one file, and each can be gone: its public way gives the same results."""
import ast
import importlib.util
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import ownership, torch_private
from mxnet.core.ops.nn import deconv, fused, lstm

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "mxnet" / "core" / "torch_private.py"


def without(names, monkeypatch):
    """Load the file anew as if torch did not have some names."""
    monkeypatch.setenv("MXNET_WITHOUT_PRIVATE_TORCH", names)
    spec = importlib.util.spec_from_file_location("torch_private_without", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbers(*shape, seed=3, low=-2.0):
    return torch.empty(shape).uniform_(low, 2.0, generator=torch.Generator().manual_seed(seed))


# ---- one check for each name: what a module gives -------------------------------------------------------

def on_lists(name):
    """Give a check of one call on lists: what it returns and what it leaves in its first list."""
    few = numbers(3, 2, low=0.1), numbers(4, seed=4, low=0.1)
    others = [numbers(3, 2, seed=5, low=0.1), numbers(4, seed=6, low=0.1)]
    thirds = [numbers(3, 2, seed=7, low=0.1), numbers(4, seed=8, low=0.1)]
    calls = {
        "abs": [()], "neg": [()], "neg_": [()], "sign": [()], "sqrt": [()], "sqrt_": [()], "zero_": [()], "norm": [()],
        "copy_": [(others,)], "maximum_": [(others,)], "lerp_": [(others, 0.25)],
        "pow": [(-2,)], "clamp_max": [(0.5,)], "clamp_max_": [(0.5,)], "clamp_min": [(0.5,)], "clamp_min_": [(0.5,)],
        "addcdiv_": [(others, thirds, -0.1), (others, thirds, [0.5, 2.0])],
        "addcmul": [(others, thirds, -1)], "addcmul_": [(others, thirds), (others, thirds, 0.1)],
    }
    both = [(others,), (0.3,), ([0.3, 0.7],)]
    scaled = [(others, {"alpha": -0.1})] if name.startswith(("add", "sub")) else []

    def check(module):
        given = []
        for *call, last in [call or (None,) for call in calls.get(name, both + scaled)]:
            params = last if isinstance(last, dict) else {}
            call = call if isinstance(last, dict) or last is None else [*call, last]
            tensors = [tensor.clone() for tensor in few]
            given += [getattr(module.foreach, name)(tensors, *call, **params) or (), tensors]
        return given
    return check


def tapes(module):
    data, unused = numbers(3).requires_grad_(), numbers(2).requires_grad_()
    first, none = module.tape_gradients([data.exp()], [data, unused], [torch.ones(3)])
    again, = module.tape_gradients([data.exp()], [data], [torch.ones(3)], True, True)
    assert none is None
    return [first.detach(), *module.tape_gradients([again], [data], [torch.ones(3)])]


def grad_switched(module):
    try:
        module.set_grad_enabled(False)
        return torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(True)


def zeros_told(module):
    return [module.is_zerotensor(tensor) for tensor in (torch._efficientzerotensor(3), torch.zeros(3), torch.empty(0))]


def transforms_told(module):
    """Without the private names, a program is not asked to leave transforms: nothing is entered here."""
    return [module.transform() is None, module.is_transformed(torch.zeros(3)), module.any_autocast()]


def adam(module):
    weight, mean, square = numbers(5), numbers(5, seed=4), numbers(5, seed=5, low=0.0)
    module.fused_adam_([weight], [numbers(5, seed=6)], [mean], [square], [], [torch.tensor(7.0)], lr=0.1, beta1=0.9,
                       beta2=0.99, weight_decay=0.01, eps=1e-8, amsgrad=False, maximize=False)
    return weight, mean, square


def sgd(module):
    given = []
    for momenta in ([], [numbers(5, seed=4)]):
        weight = numbers(5)
        module.fused_sgd_([weight], [numbers(5, seed=6)], momenta, weight_decay=0.01, momentum=0.9 if momenta else 0.0,
                          lr=-1.0, dampening=1.1 if momenta else 0.0, nesterov=False, maximize=False,
                          is_first_step=False)
        given += [weight, *momenta]
    return given


def batch_norm(module):
    data, gamma, beta = numbers(4, 3, 2, 2), numbers(3, seed=4), numbers(3, seed=5)
    out, mean, inverse, _, kind = module.batch_norm_chosen(data, gamma, beta, None, None, True, 0.0, 1e-3, False)
    grads = module.batch_norm_chosen_backward(kind, data, numbers(4, 3, 2, 2, seed=6), gamma, None, None, mean, inverse,
                                              True, 1e-3, [True, True, True], torch.empty(0, dtype=torch.uint8))
    return out, mean, inverse, grads


def sequences(module):
    rows, sizes = module.pack_sequence(numbers(4, 3, 2), torch.tensor([4, 2, 1]), False)
    return rows, sizes, module.pad_sequence(rows, sizes, False, 0.0, 4)


def gamma(module):
    rng = torch.Generator().manual_seed(5)
    before = torch.get_rng_state()
    drawn = [module.standard_gamma(numbers(6, low=0.5), generator=rng) for _ in range(2)]
    return drawn, rng.get_state(), torch.equal(before, torch.get_rng_state())


def trees(module):
    leaves, layout = module.tree_flatten([1, (2.5, [torch.ones(2)]), {"a": 3, "b": None}])
    doubled = module.tree_unflatten([leaf if leaf is None else leaf * 2 for leaf in leaves], layout)
    written = str(doubled)
    return [leaf for leaf in leaves if leaf is not None], module.tree_leaves(doubled[:2]), \
        written == "[2, (5.0, [tensor([2., 2.])]), {'a': 6, 'b': None}]"


def compiled(module):
    """Trace and compile a function. Compiling needs a compiler of C++ on the host, so that only tracing is run."""
    return module.trace(lambda a, b: [torch.relu(a) + b], [numbers(3), numbers(3, seed=4)])(numbers(3), numbers(3))


def onednn(module):
    """Without one of the names layers run on weights as they are; whoever uses them must ask for None."""
    packed = {fused: ("convolution_onto", "convolution_pointwise", "reorder_conv2d_weight"),
              lstm: ("reorder_rnn_weight",), deconv: ("conv_transpose_pointwise", "reorder_conv_transpose_weight")}
    with pytest.MonkeyPatch.context() as patch:
        for user, names in packed.items():
            for name in names:
                patch.setattr(user, name, getattr(module, name))
        return [layer() for layer in (convolution, deconvolution, recurrent) for _ in range(3)]


def as_torch(array):
    return torch.from_numpy(array.asnumpy())


def convolution():
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.Activation(net + mx.sym.sin(mx.sym.var("other")), act_type="relu")
    data = {"data": numbers(1, 3, 8, 8), "other": numbers(1, 4, 6, 6, seed=6),
            "conv_weight": numbers(4, 3, 3, 3, seed=4), "conv_bias": numbers(4, seed=5)}
    executor = net.bind(mx.cpu(), {name: mx.nd.array(value.numpy()) for name, value in data.items()})
    return as_torch(executor.forward()[0])


def deconvolution():
    data, weight = mx.nd.array(numbers(1, 32, 8, 8).round().numpy()), mx.nd.array(numbers(32, 32, 3, 3).round().numpy())
    return as_torch(mx.nd.Deconvolution(data, weight, kernel=(3, 3), num_filter=32))


def recurrent():
    data, parameters = numbers(4, 2, 3), numbers(4 * 5 * (3 + 5 + 2), seed=4)
    states = [mx.nd.zeros((1, 2, 5)), mx.nd.zeros((1, 2, 5))]
    return as_torch(mx.nd.RNN(mx.nd.array(data.numpy()), mx.nd.array(parameters.numpy()), *states, state_size=5,
                              num_layers=1, mode="lstm"))


def engines(module):
    """Return whether the setting of quantized kernels, read for each engine, sets that engine again."""
    setting, found = torch.backends.quantized, []
    before = setting.engine
    for name in setting.supported_engines:
        setting.engine = name
        read = module.quantized_engine()
        setting.engine = before
        module.set_quantized_engine(read)
        found.append(setting.engine == name)
    setting.engine = before
    assert all(found)
    return torch.tensor(found)


IMAGE, ROWS = numbers(2, 3, 6, 6), numbers(4, 5)
CHECKS = {
    "transform": transforms_told, "is_transformed": transforms_told, "any_autocast": transforms_told,
    "run_backward": tapes, "is_zerotensor": zeros_told, "set_grad_enabled": grad_switched,
    "fused_adam_": adam, "fused_sgd_": sgd,
    "elu": lambda module: (module.elu(ROWS, 0.3), module.elu(ROWS, 0.3, 2.0)),
    "leaky_relu": lambda module: module.leaky_relu(ROWS, 0.3),
    "smooth_l1_loss": lambda module: module.smooth_l1_loss(ROWS, torch.zeros(4, 5), 0, 0.7),
    "upsample_bilinear2d": lambda module: [module.upsample_bilinear2d(IMAGE, (9, 4), flag) for flag in (True, False)],
    "im2col": lambda module: module.im2col(IMAGE, (3, 2), (1, 2), (1, 0), (2, 1)),
    "slow_conv_transpose2d": lambda module: module.slow_conv_transpose2d(
        IMAGE, numbers(3, 4, 3, 2), (3, 2), numbers(4), (2, 2), (1, 0), (1, 0), (1, 2)),
    "addmm_relu": lambda module: module.addmm_relu(numbers(3), ROWS, numbers(5, 3)),
    "softmax_backward": lambda module: module.softmax_backward(ROWS, ROWS.exp().softmax(1), 1, torch.float32),
    "log_softmax_backward": lambda module: module.log_softmax_backward(ROWS, ROWS.log_softmax(1), 1, torch.float32),
    "batch_norm_chosen": batch_norm, "batch_norm_chosen_backward": batch_norm,
    "convolution_onto": onednn, "convolution_pointwise": onednn, "reorder_conv2d_weight": onednn,
    "conv_transpose_pointwise": onednn, "reorder_conv_transpose_weight": onednn, "reorder_rnn_weight": onednn,
    "pack_sequence": sequences, "pad_sequence": sequences, "standard_gamma": gamma, "trees": trees, "trace": compiled,
    "quantized_engine": engines, "set_quantized_engine": engines,
    "has_lapack": lambda module: module.has_lapack, "has_onednn": lambda module: module.has_onednn,
    "onednn_enabled": lambda module: bool(module.onednn_enabled()),
    "cudnn_enabled": lambda module: bool(module.cudnn_enabled()),
    **{name: on_lists(name.removeprefix("foreach.")) for name in torch_private.ENTRIES if name.startswith("foreach.")},
}
ELSEWHERE = {  # tested below
    "version_of": "the public way says that nobody knows", "use_count": "the same", "storage_handle": "the same",
    "stream_numbers": "needs a GPU", "clear_cublas_workspaces": "needs a GPU", "end_allocate_to_pool": "needs a GPU",
    "release_pool": "needs a GPU", "inductor": "compiles, which takes seconds", "kept_kernels": "the same",
    "forget_workers": "the public way leaves it to torch",
    "has_onednn_bfloat16": "the public way does without the kernel; tests/amp compares",
    **dict.fromkeys(("byte_conv2d", "byte_conv2d_sum", "pack_byte_conv2d", "byte_linear", "pack_byte_linear",
                     "byte_linear_sum", "byte_product", "byte_max_pool2d", "quantized_conv2d", "quantized_conv2d_relu",
                     "quantized_conv2d_sum", "quantized_conv2d_sum_relu", "pack_quantized_conv2d",
                     "with_channel_scales", "unasked", "ScriptGraph", "script_function", "optimize_scripts",
                     "tensor_list", "quantized_cat", "quantized_batch_norm2d"),
                    "layers run without them; tests/quantization compares"),
    **dict.fromkeys(("set_fusion", "fuses"), "convolutions run one by one without them; tests/passes compares"),
}


def test_every_name_has_a_check():
    assert set(torch_private.ENTRIES) == set(CHECKS) | set(ELSEWHERE)


@pytest.mark.parametrize("name", CHECKS)
def test_the_public_way_gives_the_same(name, monkeypatch):
    gone = without(name, monkeypatch)
    assert not gone.ENTRIES[name].found
    assert all(entry.found == torch_private.ENTRIES[other].found for other, entry in gone.ENTRIES.items()
               if other != name)
    torch.testing.assert_close(CHECKS[name](gone), CHECKS[name](torch_private))


@pytest.mark.parametrize("path", ["_gone", "_C._nn.gone", "ops.aten._gone.default", "_gone._at_all", "ops.gone._op"])
def test_a_name_that_torch_lost_is_taken_for_gone(path, monkeypatch):
    assert without("", monkeypatch)._bind("gone", path, "public") == "public"


def test_without_versions_nothing_is_taken_for_current(monkeypatch):
    tensor = torch.ones(3)
    assert ownership.Stamp([tensor]).is_current([tensor])
    gone = without("version_of", monkeypatch)
    assert math.isnan(gone.version_of(tensor))
    monkeypatch.setattr(ownership, "version_of", gone.version_of)
    assert not ownership.Stamp([tensor]).is_current([tensor])


@pytest.mark.parametrize("name", ["use_count", "storage_handle"])
def test_without_counts_nothing_is_taken_for_unique(name, monkeypatch):
    tensor = torch.ones(3)
    assert ownership.is_unique(tensor)
    monkeypatch.setattr(ownership, "use_count", without(name, monkeypatch).use_count)
    ownership._holders_of_one.cache_clear()
    try:
        assert not ownership.is_unique(tensor)
    finally:
        ownership._holders_of_one.cache_clear()


@pytest.mark.gpu
def test_streams_and_pools_on_a_gpu(monkeypatch):
    gone = without("all", monkeypatch)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        assert tuple(gone.stream_numbers(0)) == tuple(torch_private.stream_numbers(0))
    data = torch.rand(64, 64, device="cuda")
    data @ data  # a library's first call is not captured
    for module in (torch_private, gone):
        graph = torch.cuda.CUDAGraph()
        module.clear_cublas_workspaces()
        with torch.cuda.graph(graph):
            out = data @ data
        module.clear_cublas_workspaces()
        graph.replay()
        torch.testing.assert_close(out, data @ data)
    assert gone.end_allocate_to_pool(0, (0, 0)) is None is gone.release_pool(0, (0, 0))
    data = torch.rand(8, 3, 4, 4, device="cuda")
    torch.testing.assert_close(*(module.batch_norm_chosen(data, torch.ones(3, device="cuda"),
                                                          torch.zeros(3, device="cuda"), None, None, True, 0.0, 1e-3,
                                                          True)[:3] for module in (torch_private, gone)))


# What runs in a process that has none of the names, from import to the last step of training.
PROGRAM = """
import mxnet as mx, numpy as np
from mxnet.core import torch_private
mx.random.seed(3); np.random.seed(3)
data, label = mx.sym.var("data"), mx.sym.var("softmax_label")
net = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, no_bias=True)
net = mx.sym.Activation(mx.sym.BatchNorm(net), act_type="relu")
net = mx.sym.LeakyReLU(mx.sym.FullyConnected(net, num_hidden=8), act_type="elu")
net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3), label, name="softmax")
images = mx.io.NDArrayIter(np.random.rand(16, 2, 6, 6), np.arange(16) % 3, 8)
for optimizer in ("sgd", "adam", "ftrl", "lamb"):
    module = mx.mod.Module(net)
    images.reset()
    mx.random.seed(5); np.random.seed(5)
    module.fit(images, num_epoch=2, optimizer=optimizer, initializer=mx.init.Xavier(),
               optimizer_params={"learning_rate": 0.01})
    print(*module.predict(images).asnumpy().ravel())
x = mx.nd.arange(6).reshape((2, 3)); x.attach_grad()
with mx.autograd.record():
    y = mx.nd.log_softmax(x * x).sum()
y.backward()
print(*x.grad.asnumpy().ravel(), *mx.nd.random.gamma(2, 3, shape=(4,)).asnumpy())
print(sum(entry.found for entry in torch_private.ENTRIES.values()))
"""


def test_the_package_works_without_any():
    printed = {}
    for names in ("", "all"):
        environment = {**os.environ, "MXNET_WITHOUT_PRIVATE_TORCH": names, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        *values, found = done.stdout.splitlines()
        printed[names] = [np.array(line.split(), float) for line in values]
        assert (int(found) > 0) == (names == "")
    assert len(printed[""]) == 5
    for public, private in zip(printed["all"], printed[""]):
        np.testing.assert_allclose(public, private, rtol=1e-4, atol=1e-6)


# ---- nobody else mentions one -----------------------------------------------------------------------------

def private(name):
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def of_torch():
    """Give the private names of torch's modules and classes that a program is likely to meet."""
    homes = (torch, torch._C, torch._C._nn, torch.Tensor, torch.UntypedStorage, torch.TypedStorage, torch.Generator,
             torch.cuda, torch.cuda.CUDAGraph, torch.cuda.Stream, torch.autograd, torch.autograd.Function, torch.utils,
             torch.nn.Module, torch.nn.functional, torch.overrides, torch.backends.cudnn)
    return {name for home in homes for name in dir(home) if private(name)}


def own_names(trees):
    """Give the private names that the package defines itself: functions, classes, attributes, slots."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, (ast.Attribute, ast.Name)) and isinstance(node.ctx, ast.Store):
                found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
    return found | {"_grad"}  # of Gluon's parameters


def mentions(tree, known):
    """Yield the line and the text of every private name of torch in a file."""
    roots = {"torch"}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None) or ""
            for item in node.names:
                whole = f"{module}.{item.name}".strip(".")
                if whole.split(".")[0] == "torch" and not getattr(node, "level", 0):
                    roots.add((item.asname or item.name).split(".")[0])
                    if any(map(private, whole.split("."))):
                        yield node.lineno, whole
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) \
                and isinstance(node.value, ast.Attribute) and ast.unparse(node.value).split(".")[0] in roots:
            roots.add(node.targets[0].id)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr) \
                and (ast.unparse(node).split(".")[0] in roots or node.attr in known):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr") \
                and isinstance(node.args[1], ast.Constant) and private(str(node.args[1].value)) \
                and (ast.unparse(node.args[0]).split(".")[0] in roots or node.args[1].value in known):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.keyword) and node.arg == "_allow_non_fake_inputs":
            yield node.lineno, node.arg


def test_no_other_file_mentions_a_private_name():
    trees = {path: ast.parse(path.read_text()) for path in sorted((ROOT / "mxnet").rglob("*.py")) if path != FILE}
    known = of_torch() - own_names(trees.values())
    found = [f"{path.relative_to(ROOT)}:{line}: {text}" for path, tree in trees.items()
             for line, text in mentions(tree, known)]
    assert not found, "give it a plain name and a public way in core/torch_private.py"


@pytest.mark.parametrize("line", [
    "torch._foreach_add_(a, b)", "torch._C._nn.elu(a)", "a._version", "torch.ops.aten._softmax_backward_data",
    "from torch._inductor import compile", "from torch.utils import _pytree", "import torch._dynamo as d",
    "aten = torch.ops.aten\naten._softmax_backward_data(a)", "getattr(torch.ops.mkldnn, '_any')",
    "hasattr(a, '_version')", "from torch.nn import functional as F\nF._no_grad_embedding_renorm_"])
def test_a_mention_is_seen(line):
    assert list(mentions(ast.parse(line), of_torch()))


@pytest.mark.skipif(not torch_private.ENTRIES["run_backward"].found, reason="this torch has no such name")
def test_backward_over_a_tape_makes_none_of_torchs_checks(monkeypatch):
    """They import sympy when they are made for the first time, which takes half a second."""
    def refuse(*_, **__):
        raise AssertionError("torch.autograd.grad was called")
    monkeypatch.setattr(torch.autograd, "grad", refuse)
    data = mx.nd.array([[1.0, 2.0], [3.0, 4.0]])
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.linalg.inverse(data)  # its gradient is torch's
    out.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), -np.outer(*(np.linalg.inv(data.asnumpy()).sum(axis)
                                                                for axis in (0, 1))), rtol=1e-5)
