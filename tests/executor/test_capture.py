"""CUDA graphs: what is captured gives what is not captured, whatever a program does in between."""
from collections import OrderedDict

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.program import Program
from mxnet.core.tiers.arena import Arena
from mxnet.core.tiers.segments import Placement, split
from tests.cuda import no_waiting

STEPS = 7  # two calls warm up, the third is captured, the others are replayed


def mlp(dropout=0.0):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=24, name="fc1")
    net = mx.sym.Activation(net, act_type="relu")
    if dropout:
        net = mx.sym.Dropout(net, p=dropout)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc2"), name="softmax")


def convolutional():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=8, name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc"), name="softmax")


def unrolled():
    cell = mx.rnn.LSTMCell(16, prefix="lstm_")
    outputs, _ = cell.unroll(5, mx.sym.Variable("data"), merge_outputs=True)
    net = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-3, -2)), num_hidden=10, name="fc")
    return mx.sym.SoftmaxOutput(net, mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,)), name="softmax")


NETWORKS = {"mlp": (mlp, (8, 12), (8,)), "convolutional": (convolutional, (4, 3, 12, 12), (4,)),
            "unrolled": (unrolled, (4, 5, 12), (4, 5))}


def bound(symbol, shape, label, grad_req="write"):
    executor = symbol.simple_bind(mx.context.current_context(), data=shape, softmax_label=label, grad_req=grad_req)
    rng = np.random.RandomState(3)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 10, label) if name == "softmax_label" else rng.uniform(-0.5, 0.5, array.shape)
    for name, array in executor.aux_dict.items():
        array[:] = 1 if name.endswith("var") else 0
    return executor


def history(executor, steps=STEPS, between=None):
    """Outputs, gradients and states after each of some training steps, data and weights changing."""
    rng, found = np.random.RandomState(5), []
    for _ in range(steps):
        executor.forward(is_train=True, data=mx.nd.array(rng.uniform(-1, 1, executor.arg_dict["data"].shape)))
        if between is not None:
            between(executor)
        executor.backward()
        found.append([executor.outputs[0].asnumpy()]
                     + [a.asnumpy() for a in executor.grad_arrays if a is not None]
                     + [a.asnumpy() for a in executor.aux_arrays])
        for name, array in executor.arg_dict.items():
            if name.endswith(("weight", "bias")) and executor.grad_dict[name] is not None:
                array -= 0.1 * executor.grad_dict[name]
    return found


def assert_same(found, expected):
    for step, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5, err_msg=f"step {step}, array {index}")


@pytest.fixture(params=[pytest.param("gpu", marks=pytest.mark.gpu), "emulated"])
def device(request):
    """A context on which programs are captured."""
    if request.param == "emulated":
        request.getfixturevalue("emulated_cuda")
    ctx = mx.gpu() if request.param == "gpu" else mx.cpu()
    with ctx:
        yield ctx


@pytest.fixture
def contexts(device, monkeypatch):
    """Give the context of captures, then the host for what is not captured."""
    def both():
        yield device
        with monkeypatch.context() as patch:
            patch.setenv("MXNET_CUDA_GRAPHS", "0")
            yield mx.cpu()
    return both


@pytest.fixture
def uncaptured(monkeypatch):
    """Bind without CUDA graphs."""
    def bind(*args, **kwargs):
        with monkeypatch.context() as patch:
            patch.setenv("MXNET_CUDA_GRAPHS", "0")
            return bound(*args, **kwargs)
    return bind


@pytest.mark.parametrize("grad_req", ["write", "add", {"data": "write", "fc_weight": "add", "fc2_weight": "add"}])
@pytest.mark.parametrize("name", NETWORKS)
def test_same_as_uncaptured(device, uncaptured, name, grad_req):
    make, shape, label = NETWORKS[name]
    captured = bound(make(), shape, label, grad_req)
    assert_same(history(captured), history(uncaptured(make(), shape, label, grad_req)))
    assert "train: 1 graph(s)" in captured.debug_str() and "backward: 1 graph(s)" in captured.debug_str()


@pytest.mark.parametrize("name", NETWORKS)
def test_a_step_in_one_graph(device, uncaptured, name):
    make, shape, label = NETWORKS[name]
    captured, plain = bound(make(), shape, label), uncaptured(make(), shape, label)
    for _ in range(STEPS):
        captured.forward_backward()
        plain.forward(is_train=True)
        plain.backward()
        assert_same([[captured.outputs[0].asnumpy()] + [a.asnumpy() for a in captured.grad_arrays if a is not None]],
                    [[plain.outputs[0].asnumpy()] + [a.asnumpy() for a in plain.grad_arrays if a is not None]])
        for executor in (captured, plain):
            for name, array in executor.arg_dict.items():
                if name.endswith("weight"):
                    array -= 0.1 * executor.grad_dict[name]
    assert "step: 1 graph(s)" in captured.debug_str()


@pytest.mark.parametrize("inference_first", [False, True])
def test_gradients_outlive_other_graphs(device, uncaptured, inference_first):
    """A step's gradients may lie in memory of the graphs; no graph but the step may write there."""
    make, shape, label = NETWORKS["convolutional"]
    captured, plain = bound(make(), shape, label), uncaptured(make(), shape, label)
    for step in range(STEPS):
        if inference_first:
            captured.forward(is_train=False)
        captured.forward_backward()
        plain.forward_backward()
        for _ in range(4):
            captured.forward(is_train=False)
        if step > 2:
            captured.forward(is_train=True)
        found, expected = ([a.asnumpy() for a in executor.grad_arrays] for executor in (captured, plain))
        assert_same([found], [expected])
        if step > 2:
            captured.backward()


@pytest.mark.parametrize("view", [lambda array: array[2:4], lambda array: array.detach()[2:4],
                                  lambda array: mx.nd.from_torch(array.as_torch())[2:4],
                                  lambda array: mx.nd.from_dlpack(array.to_dlpack_for_read())[2:4]],
                         ids=["slice", "detach", "torch", "dlpack"])
def test_a_view_of_a_gradient_stays_one(device, view):
    executor = bound(mlp(), (8, 12), (8,))
    row = view(executor.grad_dict["fc1_weight"])
    for _ in range(STEPS):
        executor.arg_dict["data"][:] += 0.1
        executor.forward_backward()
        np.testing.assert_array_equal(row.asnumpy(), executor.grad_dict["fc1_weight"].asnumpy()[2:4])


def test_switched_off(device, uncaptured):
    executor = uncaptured(mlp(), (8, 12), (8,))
    history(executor)
    assert "CUDA graphs" not in executor.debug_str()


def test_inference_and_training_by_turns(device, uncaptured):
    """An inference pass between forward and backward makes backward do the forward pass again."""
    def look(executor):
        executor.forward(is_train=False)
        executor.forward(is_train=True)
        executor.forward(is_train=False)
    with pytest.warns(UserWarning):
        found = history(bound(convolutional(), (4, 3, 12, 12), (4,)), between=look)
        expected = history(uncaptured(convolutional(), (4, 3, 12, 12), (4,)), between=look)
    assert_same(found, expected)


def test_dropout_draws_fresh_numbers_and_those_of_the_seed(device, uncaptured):
    captured, plain = bound(mlp(0.5), (8, 12), (8,)), uncaptured(mlp(0.5), (8, 12), (8,))
    mx.random.seed(11)
    found = history(captured)
    mx.random.seed(11)
    assert_same(found, history(plain))
    captured.forward(is_train=True)
    first = captured.outputs[0].asnumpy()
    captured.backward()
    captured.forward(is_train=True)
    assert not np.array_equal(first, captured.outputs[0].asnumpy())
    captured.backward()


def test_head_gradients(contexts):
    symbol = mx.sym.tanh(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc"))
    found = []
    for ctx in contexts():
        executor = symbol.simple_bind(ctx, data=(3, 5))
        executor.arg_dict["data"][:] = 0.3
        executor.arg_dict["fc_weight"][:] = 0.1
        rows = []
        for step in range(STEPS):
            executor.forward(is_train=True)
            executor.backward(mx.nd.full((3, 4), step + 1, ctx=ctx))
            rows.append([a.asnumpy() for a in executor.grad_arrays])
        found.append(rows)
    assert_same(*found)


def test_head_gradients_may_come_from_the_host(device):
    x = mx.nd.array([1, 2], ctx=device)
    executor = mx.sym.square(mx.sym.var("x")).bind(device, {"x": x}, {"x": mx.nd.zeros(2, ctx=device)})
    for step in range(STEPS):
        executor.forward(is_train=True)
        executor.backward(mx.nd.array([step, 10]))
        assert executor.grad_dict["x"].asnumpy().tolist() == [2 * step, 40]


def test_exchanged_arrays_are_seen(device):
    executor = bound(mlp(), (8, 12), (8,))
    history(executor)
    executor.arg_arrays[0] = mx.nd.zeros((8, 12), ctx=device)
    executor.arg_dict["fc1_bias"][:] = 0
    executor.forward()
    expected = executor.outputs[0].asnumpy()
    for _ in range(STEPS):
        executor.forward()
        np.testing.assert_array_equal(executor.outputs[0].asnumpy(), expected)
    np.testing.assert_allclose(expected, expected[:1].repeat(8, 0), rtol=1e-5)
    history(executor)
    told = executor.debug_str()
    assert "train: 1 graph(s)" in told and "backward: 1 graph(s)" in told, "not captured again"


class _Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("captured_twice")
class _TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Twice()


def test_custom_operators_stay_outside(device, uncaptured):
    def net():
        inner = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=24, name="fc1")
        inner = mx.sym.Custom(mx.sym.Activation(inner, act_type="relu"), op_type="captured_twice", name="twice")
        return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(inner, num_hidden=10, name="fc2"), name="softmax")
    captured = bound(net(), (8, 12), (8,))
    assert_same(history(captured), history(uncaptured(net(), (8, 12), (8,))))
    told = captured.debug_str()
    assert "train: 2 graph(s), outside: Custom" in told
    assert "backward: 2 graph(s), outside: Custom" in told


def test_operators_that_depend_on_values_stay_outside(contexts):
    data, index = mx.sym.Variable("data"), mx.sym.Variable("index")
    net = mx.sym.sum(mx.sym.contrib.boolean_mask(mx.sym.tanh(data), index) * 3, axis=0)
    found = []
    for ctx in contexts():
        executor = net.bind(ctx, {"data": mx.nd.array(np.arange(6).reshape(3, 2) / 6, ctx=ctx),
                                  "index": mx.nd.array([1, 0, 1], ctx=ctx)})
        rows = []
        for step in range(STEPS):
            executor.arg_dict["index"][:] = mx.nd.array([step % 2, 1, step % 3 == 0])
            rows.append([executor.forward()[0].asnumpy()])
        found.append(rows)
    assert_same(*found)


def test_a_monitor_sees_every_call(device):
    executor = bound(mlp(), (8, 12), (8,))
    history(executor)
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append(name))
    history(executor)
    assert seen.count("fc1_output") == STEPS
    assert "a monitor watches" in executor.debug_str()


def test_reshaped_executors_share_a_pool(device, monkeypatch, uncaptured):
    monkeypatch.setenv("MXNET_CUDA_GRAPHS_KEPT", "2")
    captured, plain = bound(mlp(), (8, 12), (8,)), uncaptured(mlp(), (8, 12), (8,))
    ours = [captured] + [captured.reshape(data=(n, 12), softmax_label=(n,)) for n in (6, 4, 2)]
    theirs = [plain] + [plain.reshape(data=(n, 12), softmax_label=(n,)) for n in (6, 4, 2)]
    rng = np.random.RandomState(0)
    for _ in range(40):
        pick = rng.randint(4)
        rows = rng.rand(*ours[pick].arg_dict["data"].shape)
        results = []
        for executor in (ours[pick], theirs[pick]):
            executor.forward(is_train=True, data=mx.nd.array(rows))
            executor.backward()
            results.append([[executor.outputs[0].asnumpy()] + [a.asnumpy() for a in executor.grad_arrays]])
        assert_same(*results)
    arena = captured._arena
    assert all(executor._arena is arena for executor in ours)
    assert len(arena.members) == 2


def test_backward_after_another_executor_of_the_pool(device, uncaptured):
    results = []
    for bind in (bound, uncaptured):
        first = bind(mlp(), (8, 12), (8,))
        other = first.reshape(data=(4, 12), softmax_label=(4,))
        rows = []
        for _ in range(STEPS):
            first.forward(is_train=True)
            other.forward(is_train=True)
            first.backward()
            other.backward()
            rows.append([a.asnumpy() for a in first.grad_arrays] + [other.outputs[0].asnumpy()])
        results.append(rows)
    assert_same(*results)


def test_what_cannot_be_captured_runs_as_it_is(device, monkeypatch, caplog):
    """A library that refuses to be captured costs the graphs, not the result, nor later random numbers."""
    executor = bound(mlp(0.5), (8, 12), (8,))
    softmax = torch.softmax
    calls = []

    def refuses(*args, **kwargs):
        if torch.cuda.is_current_stream_capturing():
            calls.append(1)
            torch.ones(1, device=device.torch_device).item()
        return softmax(*args, **kwargs)
    with monkeypatch.context() as patch:
        patch.setattr(torch, "softmax", refuses)
        history(executor, 4 * STEPS)
    assert calls == [1, 1, 1]  # what disturbs a capture may be gone at the next
    assert "CUDA graphs: none" in executor.debug_str() and "is not captured in CUDA graphs" in caplog.text
    mx.nd.random.uniform(shape=(3,), ctx=device).asnumpy()
    again = bound(mlp(0.5), (8, 12), (8,))
    history(again)
    assert "train: 1 graph(s)" in again.debug_str()


def trained(ctx, optimizer_params, **how):
    """A module after three epochs, and the last value of its metric."""
    mx.random.seed(1)
    np.random.seed(1)
    rng, metric = np.random.RandomState(0), mx.metric.create(["acc", "ce"])
    data, label = rng.rand(320, 12).astype("float32"), rng.randint(0, 10, 320).astype("float32")
    module = mx.mod.Module(mlp(), context=ctx)
    module.fit(mx.io.NDArrayIter(data, label, 32), num_epoch=3, initializer=mx.init.Xavier(), eval_metric=metric,
               optimizer_params=optimizer_params, **how)
    return module, metric.get()[1]


def assert_same_module(captured, plain):
    np.testing.assert_allclose(captured[1], plain[1], rtol=1e-4)
    found, expected = (module.get_params()[0] for module, _ in (captured, plain))
    for name, array in expected.items():
        np.testing.assert_allclose(found[name].asnumpy(), array.asnumpy(), rtol=1e-3, atol=1e-4, err_msg=name)


RATES = {"fixed": lambda: {"learning_rate": 0.1, "momentum": 0.9},
         "steps": lambda: {"learning_rate": 0.1, "lr_scheduler": mx.lr_scheduler.FactorScheduler(7, 0.5, base_lr=0.1)},
         "always": lambda: {"learning_rate": 0.1, "lr_scheduler": mx.lr_scheduler.PolyScheduler(40, 0.1)},
         "user's": lambda: {"learning_rate": 0.1, "lr_scheduler": UsersScheduler(0.1)}}


class UsersScheduler(mx.lr_scheduler.LRScheduler):
    def __call__(self, num_update):
        return self.base_lr


@pytest.mark.parametrize("rate", RATES)
def test_fit_learns_the_same(contexts, rate):
    captured, plain = (trained(ctx, RATES[rate]()) for ctx in contexts())
    assert_same_module(captured, plain)
    told = captured[0]._exec_group.execs[0].debug_str()
    assert ("training step: 1 graph(s)" in told) is (rate in ("fixed", "steps"))
    assert "training step" in told or "  step: 1 graph(s)" in told


@pytest.mark.parametrize("optimizer", ["nag", "adam"])
def test_fit_with_other_optimizers(contexts, optimizer):
    captured, plain = (trained(ctx, {"learning_rate": 0.01}, optimizer=optimizer) for ctx in contexts())
    assert_same_module(captured, plain)
    assert ("training step: 1 graph(s)" in captured[0]._exec_group.execs[0].debug_str()) is (optimizer == "nag")


def test_callbacks_of_fit_see_what_they_always_saw(device, monkeypatch):
    """Outputs, gradients, parameters, counts and metric after every batch, and a user who writes into them."""
    def history():
        seen = []

        def look(param):
            module = param.locals["self"]
            executor = module._exec_group.execs[0]
            seen.append([module.get_outputs()[0].asnumpy(), executor.grad_dict["fc1_weight"].asnumpy(),
                         executor.arg_dict["fc1_weight"].asnumpy(), np.array(param.eval_metric.get()[1]),
                         np.array(module._optimizer.num_update)])
            if param.nbatch == 6:
                executor.arg_dict["fc1_weight"][:] = 0.25
            if param.nbatch == 8:
                param.eval_metric.reset()
        module, _ = trained(device, RATES["fixed"](), batch_end_callback=look)
        return seen, module._exec_group.execs[0].debug_str()
    captured, told = history()
    assert "training step: 1 graph(s)" in told
    monkeypatch.setenv("MXNET_CUDA_GRAPHS", "0")
    assert_same(captured, history()[0])


def bucketed(ctx, **kwargs):
    """A bucketing module after training on batches of two lengths by turns, its metric, and a look at both buckets."""
    def generate(length):
        net = mx.sym.mean(mx.sym.Variable("data"), axis=1)
        net = mx.sym.Activation(mx.sym.FullyConnected(net, num_hidden=8, name="fc1"), act_type="tanh")
        net = mx.sym.FullyConnected(net, num_hidden=4, name="fc2")
        return mx.sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
    mx.random.seed(1)
    rng, metric = np.random.RandomState(0), mx.metric.create(["acc", "ce"])
    batches = [mx.io.DataBatch([mx.nd.array(rng.rand(8, length, 6))], [mx.nd.array(rng.randint(0, 4, 8))],
                               bucket_key=length, provide_data=[mx.io.DataDesc("data", (8, length, 6))],
                               provide_label=[mx.io.DataDesc("softmax_label", (8,))])
               for length in [5, 3, 5, 5, 3, 3] * 2]

    class Buckets(mx.io.DataIter):
        default_bucket_key = 5
        provide_data, provide_label = batches[0].provide_data, batches[0].provide_label

        def reset(self):
            self.left = iter(batches)

        def next(self):
            return next(self.left)
    data = Buckets()
    data.reset()
    module = mx.mod.BucketingModule(generate, 5, context=ctx)
    module.fit(data, num_epoch=3, initializer=mx.init.Xavier(), eval_metric=metric,
               optimizer_params={"learning_rate": 0.1, "momentum": 0.9}, **kwargs)
    return module, metric.get()[1]


def test_a_step_in_a_bucket_is_one_graph(contexts):
    captured, plain = (bucketed(ctx) for ctx in contexts())
    assert_same_module(captured, plain)
    for module in captured[0]._buckets.values():
        assert "training step: 1 graph(s)" in module._exec_group.execs[0].debug_str()


def test_what_a_users_module_overrides_is_called(device):
    class Counting(mx.mod.Module):
        updates = 0

        def update(self):
            self.updates += 1
            super().update()
    data = mx.io.NDArrayIter(np.ones((32, 12)), np.zeros(32), 4)
    module = Counting(mlp(), context=device)
    module.fit(data, num_epoch=2)
    assert module.updates == 16 and "training step" not in module._exec_group.execs[0].debug_str()


def test_an_update_is_captured_in_place_of_one_that_failed(device, monkeypatch):
    """Where the whole step cannot be captured, its parts are, and arrays are as they were."""
    monkeypatch.setattr(mx.optimizer.SGD, "_step", _refusing(mx.optimizer.SGD._step))
    module, _ = trained(device, RATES["fixed"]())
    told = module._exec_group.execs[0].debug_str()
    assert "training step" not in told and "  step: 1 graph(s)" in told


def _refusing(step):
    def run(self, batch):
        if torch.cuda.is_current_stream_capturing():
            raise RuntimeError("not in a graph")
        step(self, batch)
    return run


def test_a_step_without_update_needs_no_graphs_of_its_parts(device):
    module, _ = trained(device, RATES["fixed"]())
    executor = module._exec_group.execs[0]
    executor.forward_backward()
    told = executor.debug_str()
    assert "  step: 1 graph(s)" in told and "  train:" not in told and "  backward:" not in told


def test_nothing_waits(device):
    module, _ = trained(device, RATES["fixed"]())
    batches = list(mx.io.NDArrayIter(np.ones((320, 12)), np.zeros(320), 32))
    metric = mx.metric.Accuracy()
    with no_waiting():
        for number, batch in enumerate(batches[:-1]):
            module.forward_backward(batch)
            module.update()
            module.update_metric(metric, batch.label)
            module.prepare(batches[number + 1])
    assert "  step: 1 graph(s)" in module._exec_group.execs[0].debug_str()


def test_buckets(contexts):
    def symbol(length):
        data = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=20, output_dim=8, name="embed")
        cell = mx.rnn.LSTMCell(8, prefix="lstm_")
        outputs, _ = cell.unroll(length, data, merge_outputs=True)
        net = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-3, -2)), num_hidden=20, name="fc")
        label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
        return mx.sym.SoftmaxOutput(net, label, name="softmax"), ("data",), ("softmax_label",)
    sentences = [list(np.random.RandomState(i).randint(1, 20, 3 + i % 8)) for i in range(200)]
    params = []
    for ctx in contexts():
        mx.random.seed(2)
        np.random.seed(2)
        import random
        random.seed(2)
        batches = mx.rnn.BucketSentenceIter(sentences, 8, buckets=[5, 7, 10], invalid_label=0)
        module = mx.mod.BucketingModule(symbol, default_bucket_key=10, context=ctx)
        module.fit(batches, num_epoch=3, eval_metric=mx.metric.Perplexity(0), initializer=mx.init.Uniform(0.1),
                   optimizer_params={"learning_rate": 0.05})
        params.append({name: array.asnumpy() for name, array in module.get_params()[0].items()})
    for name, array in params[1].items():
        np.testing.assert_allclose(params[0][name], array, rtol=1e-3, atol=1e-4, err_msg=name)


# ---- who keeps graphs, without a GPU --------------------------------------------------------------------

class Holder:
    """As much of captured programs as their arena sees."""

    def __init__(self):
        self.forgot = False

    def forget(self):
        self.forgot = True


@pytest.fixture
def arena(monkeypatch):
    monkeypatch.setenv("MXNET_CUDA_GRAPHS_KEPT", "2")
    made = object.__new__(Arena)
    made.members = OrderedDict()
    return made


def test_whoever_was_not_used_for_longest_gives_up(arena):
    first, second, third = Holder(), Holder(), Holder()
    for holder in (first, second, first, third):
        arena.touch(holder)
    assert (first.forgot, second.forgot, third.forgot) == (False, True, False)
    assert arena.is_shared(first) and len(arena.members) == 2


def test_a_dropped_executor_takes_its_graphs_along(arena):
    first, second = Holder(), Holder()
    arena.touch(first)
    arena.touch(second)
    del first
    assert len(arena.members) == 1 and not arena.is_shared(second)


# ---- cutting programs, without a GPU --------------------------------------------------------------------

def program(*steps):
    """A program of (function name, args, results, pattern, alone) steps from one group ``args``: a, b."""
    made = Program("forward")
    made.inputs("args", ["a", "b"])
    for label, args, results, pattern, alone in steps:
        made.call(lambda *values: values, label, args, results, pattern, outside=alone)
    made.returns = [[steps[-1][2][0]]]
    return made


def cut(made, apart=()):
    placed = Placement()
    return [(part.outside, part.takes, part.gives) for part in split(made, set(apart), placed)], placed


def test_one_segment_where_nothing_is_alone():
    parts, placed = cut(program(("f", ["a"], ["c"], "plain", ""), ("g", ["c", "b"], ["d"], "plain", "")))
    assert parts == [(False, ["a", "b"], ["d"])] and not placed.unplaced


def test_a_step_that_waits_is_cut_out():
    made = program(("f", ["a"], ["c"], "plain", ""), ("g", ["c"], ["d"], "plain", ""),
                   ("h", ["d", "c"], ["e"], "plain", ""))
    parts, placed = cut(made, {1})
    assert parts == [(False, ["a"], ["c"]), (True, ["c"], ["d"]), (False, ["d", "c"], ["e"])] and not placed.unplaced


def test_what_follows_a_varying_shape_is_outside_too():
    made = program(("f", ["a"], ["c"], "plain", "shape"), ("g", ["b"], ["d"], "plain", ""),
                   ("h", ["c"], ["e"], "plain", ""))
    parts, placed = cut(made)
    assert [alone for alone, _, _ in parts] == [True, False, True]
    assert placed.unplaced == placed.varying == {"c", "e"}


def test_what_a_users_operator_keeps_has_no_fixed_place():
    parts, placed = cut(program(("f", ["a"], ["c", "c_saved"], "saved", "python"), ("g", ["c"], ["d"], "plain", "")))
    assert placed.unplaced == {"c_saved"} and placed.fresh == {"c", "c_saved"}
    assert [alone for alone, _, _ in parts] == [True, False]
