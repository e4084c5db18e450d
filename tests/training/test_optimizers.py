"""Optimizers against recorded weights; rates, decays and counts; optimizers of one's own."""
import json
import pathlib

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.optimizer import adam, sgd
from mxnet.optimizer.batch import fusable
from tests.cuda import no_waiting
from tests.training.optimizer_cases import CASES, ROWS, TYPES, make, run

DATA = pathlib.Path(__file__).parents[1] / "data"
RECORDED = json.loads((DATA / "optimizer_values.json").read_text())
EVERY = [*CASES, *ROWS]


def check(weights, case, dtype):
    found = np.concatenate([weight.asnumpy().ravel() for weight in weights]).astype("float64")
    # On the CPU the reference squares 16-bit numbers in 16 bits for LARS's norms (not so on a
    # GPU); that moves a rate by 1e-4 and a 16-bit weight by a unit of its last place.
    tolerance = 2e-3 if (case, dtype) == ("lars", "float16") else 1e-5
    np.testing.assert_allclose(found, RECORDED[case][dtype], rtol=tolerance, atol=1e-6)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("case", EVERY)
def test_weights_are_the_references(case, dtype):
    weights, _ = run(mx, case, dtype)
    check(weights, case, dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("case", [case for case in EVERY if case != "lars_momentum"])
def test_one_by_one_is_the_same(case, dtype):
    weights, _ = run(mx, case, dtype, together=False)
    check(weights, case, dtype)


@pytest.mark.parametrize("case", ["sgd_wd", "sgd_momentum_all", "sgd_multipliers", "adam_all"])
def test_without_fused_kernels_it_is_the_same(monkeypatch, case):
    for module in (sgd, adam):
        monkeypatch.setattr(module, "fusable", lambda *lists, **known: False)
    weights, _ = run(mx, case, "float32")
    check(weights, case, "float32")


@pytest.mark.parametrize("case", [case for case in EVERY if not case.startswith("test")])
def test_gradients_are_left_alone(case):
    _, updater = run(mx, case, "float32", steps=1)
    grads = [mx.nd.ones((2, 2))]
    updater([5], grads, [mx.nd.ones((2, 2))])
    assert (grads[0].asnumpy() == 1).all()


def test_double_precision():
    weight, grad = mx.nd.ones((2,), dtype="float64"), mx.nd.ones((2,), dtype="float64")
    for name in ("sgd", "adam", "adagrad", "rmsprop", "ftrl", "adadelta", "test", "lamb", "lars"):
        optimizer = mx.optimizer.create(name)
        mx.optimizer.get_updater(optimizer)(0, grad, weight)
        assert weight.dtype == np.float64


def test_half_precision_without_masters_warns():
    weight = mx.nd.ones((2,), dtype="float16")
    for name in ("sgd", "adam", "nag"):
        with pytest.warns(UserWarning, match="Consider using multi_precision=True"):
            mx.optimizer.get_updater(mx.optimizer.create(name))(0, weight, weight.copy())


def test_masters_and_plain_weights_together():
    arrays = [[mx.nd.ones((2,), dtype=dtype) for dtype in ("float16", "float32")] for _ in "wg"]
    optimizer = mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, multi_precision=True)
    updater = mx.optimizer.get_updater(optimizer)
    updater([0, 1], arrays[0], arrays[1])
    np.testing.assert_allclose(arrays[1][0].asnumpy(), 0.9, rtol=1e-3)
    np.testing.assert_allclose(arrays[1][1].asnumpy(), 0.9, rtol=1e-6)
    momentum, master = updater.states[0]
    assert master.dtype == np.float32 and momentum.dtype == np.float32


def test_sgld_is_half_a_step_and_noise():
    mx.random.seed(5)
    weight, grad = mx.nd.ones((20000,)), mx.nd.ones((20000,))
    optimizer = mx.optimizer.SGLD(learning_rate=0.25, wd=0.5, rescale_grad=2.0)
    mx.optimizer.get_updater(optimizer)([0], [grad], [weight])
    values = weight.asnumpy()
    assert values.mean() == pytest.approx(1 - 0.125 * 2.5, abs=0.02)
    assert values.std() == pytest.approx(0.5, rel=0.02)


def test_dcasgd_with_momentum():
    # The reference cannot do this: it asks an array of several elements whether it is true.
    weight, grad = mx.nd.array([1, 2]), mx.nd.array([1, -1])
    optimizer = mx.optimizer.DCASGD(learning_rate=0.1, momentum=0.5, lamda=0.5)
    updater = mx.optimizer.get_updater(optimizer)
    updater(0, grad, weight)
    np.testing.assert_allclose(weight.asnumpy(), [0.9, 2.1], rtol=1e-6)
    updater(0, grad, weight)
    np.testing.assert_allclose(weight.asnumpy(), [0.9 - 0.05 - 0.1 * 0.95, 2.1 + 0.05 + 0.1 * 0.95],
                               rtol=1e-6)


def test_adamw_decays_apart_from_the_gradient():
    weight, grad = mx.nd.array([1.0]), mx.nd.array([0.5])
    updater = mx.optimizer.get_updater(mx.optimizer.create("adamw", learning_rate=0.1, wd=0.2))
    updater(0, grad, weight)
    np.testing.assert_allclose(weight.asnumpy(), [1 - 0.1 * (1 + 0.2)], rtol=1e-5)
    plain = mx.optimizer.contrib.AdamW(learning_rate=0.1, correct_bias=False)
    weight = mx.nd.array([1.0])
    mx.optimizer.get_updater(plain)(0, grad, weight)
    np.testing.assert_allclose(weight.asnumpy(), [1 - 0.1 * 0.1 / 0.001**0.5], rtol=1e-5)


@pytest.mark.parametrize("dtype", TYPES)
def test_adamax_leaves_alone_what_has_no_gradient(dtype):
    weight = mx.nd.ones((3,), dtype=dtype)
    updater = mx.optimizer.get_updater(mx.optimizer.create("adamax", learning_rate=0.5, multi_precision=True))
    for _ in range(2):
        updater([0], [mx.nd.array([0, 1, -2], dtype=dtype)], [weight])
    np.testing.assert_allclose(weight.asnumpy(), [1, 0, 2], rtol=1e-3)


def test_learning_rate():
    optimizer = mx.optimizer.Optimizer(learning_rate=0.01)
    optimizer.set_learning_rate(0.2)
    assert optimizer.learning_rate == 0.2
    assert mx.optimizer.Optimizer().learning_rate == 0.01
    with pytest.warns(UserWarning, match="overwritten by ``learning_rate``"):
        optimizer = mx.optimizer.Optimizer(
            learning_rate=0.3, lr_scheduler=mx.lr_scheduler.FactorScheduler(1))
    assert optimizer.learning_rate == 0.3
    optimizer.lr_scheduler.base_lr = 0.4
    assert optimizer.learning_rate == 0.4
    with pytest.raises(UserWarning, match="LRScheduler of the optimizer has already been defined"):
        optimizer.set_learning_rate(1)


def test_decay_spares_by_name():
    names = {0: "a_weight", 1: "a_bias", 2: "b_gamma", 3: "b_beta"}
    optimizer = mx.optimizer.SGD(wd=0.5, param_idx2name=names)
    assert optimizer.wd_mult == {"a_bias": 0.0, "b_beta": 0.0}
    assert optimizer._get_wds([0, 1, 2, 3, 4]) == [0.5, 0, 0.5, 0, 0.5]
    assert mx.optimizer.LARS(param_idx2name=names).wd_mult == {
        "a_bias": 0.0, "b_gamma": 0.0, "b_beta": 0.0}


def test_multipliers_come_from_attributes_names_indices_and_parameters():
    data = mx.sym.Variable("data")
    bias = mx.sym.Variable("fc1_bias", lr_mult=1.0)
    fc1 = mx.sym.FullyConnected(data, bias=bias, name="fc1", num_hidden=10, lr_mult=0)
    fc2 = mx.sym.FullyConnected(fc1, name="fc2", num_hidden=10, wd_mult=0.5)
    names = dict(enumerate(["fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"]))
    optimizer = mx.optimizer.SGD(sym=fc2, param_idx2name=names, learning_rate=2.0, wd=1.0)
    assert optimizer.lr_mult == {"fc1_bias": 1.0, "fc1_weight": 0.0}
    assert optimizer.wd_mult == {"fc2_bias": 0.5, "fc2_weight": 0.5, "fc1_bias": 0.0}
    assert optimizer._get_lrs([0, 1, 2, 3]) == [0, 2, 2, 2]
    optimizer.set_lr_mult({"fc2_weight": 3.0, 3: 4.0})
    assert optimizer._get_lrs([0, 1, 2, 3]) == [0, 2, 6, 8]

    class Parameter:
        lr_mult, wd_mult = 0.25, 0.75

    optimizer.param_dict = {2: Parameter()}
    assert optimizer._get_lr(2) == 0.5 and optimizer._get_wd(2) == 0.75


def test_counts_are_kept_a_device():
    optimizer = mx.optimizer.SGD(begin_num_update=10)
    updater = mx.optimizer.get_updater(optimizer)
    for device in (0, 1):
        weight = mx.nd.ones((1,), ctx=mx.cpu(device))
        updater([device], [weight], [weight.copy()])
        updater([device], [weight], [weight.copyto(mx.cpu(device))])
    assert optimizer.num_update == 12
    assert optimizer._all_index_update_counts[0] == {0: 12}


def test_own_optimizers():
    @mx.optimizer.register
    class Halving(mx.optimizer.Optimizer):
        def create_state(self, index, weight):
            return mx.nd.zeros(weight.shape)

        def update(self, index, weight, grad, state):
            assert isinstance(index, int)
            self._update_count(index)
            weight[:] *= 0.5
            state[:] += grad

    optimizer = mx.optimizer.create("halving", multi_precision=True)
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.ones((2,)), mx.nd.ones((2,), dtype="float16")]
    updater([0, 1], [weight.copy() for weight in weights], weights)
    assert [weight.asnumpy().tolist() for weight in weights] == [[0.5, 0.5]] * 2
    assert updater.states[0].asnumpy().tolist() == [1, 1]
    assert updater.states[1][0].dtype == np.float32
    with pytest.warns(UserWarning, match="overriding existing optimizer"):
        mx.optimizer.register(Halving)
    with pytest.raises(NotImplementedError):
        mx.optimizer.get_updater(mx.optimizer.Optimizer())(0, weights[0], weights[0])


def test_a_built_in_one_with_an_update_of_its_own():
    class Clipped(mx.optimizer.SGD):
        def update_multi_precision(self, index, weight, grad, state):
            super().update_multi_precision(index, weight, grad.clip(-1, 1), state)

    updater = mx.optimizer.get_updater(Clipped(learning_rate=1.0))
    weights = [mx.nd.zeros((1,)), mx.nd.zeros((1,))]
    updater([0, 1], [mx.nd.array([5]), mx.nd.array([-0.5])], weights)
    assert [weight.asscalar() for weight in weights] == [-1, 0.5]


@pytest.mark.parametrize("base", [mx.optimizer.SGD, mx.optimizer.Adam, mx.optimizer.NAG])
def test_a_rate_and_a_decay_of_its_own(base):
    class Slow(base):
        def _get_lr(self, index):
            return 0.0 if index == 1 else super()._get_lr(index)

        def _get_wd(self, index):
            return 0.5

    found = []
    for optimizer in (Slow(learning_rate=0.5), base(learning_rate=0.5, wd=0.5)):
        weights = [mx.nd.ones((2,)), mx.nd.ones((2,))]
        mx.optimizer.get_updater(optimizer)([0, 1], [mx.nd.ones((2,)), mx.nd.zeros((2,))], weights)
        found.append([weight.asnumpy().tolist() for weight in weights])
    assert found[0][0] == found[1][0]
    assert found[0][1] == [1, 1] != found[1][1]


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="Cannot find optimizer sgb; did you mean sgd"):
        mx.optimizer.create("sgb")
    with pytest.raises(TypeError, match="param_idx2name should be a dict"):
        mx.optimizer.SGD(param_idx2name=["a"])
    with pytest.raises(TypeError, match="only a class"):
        mx.optimizer.register("sgd")
    with pytest.raises(DeprecationWarning):
        mx.optimizer.SGD().set_lr_scale({})
    rows = mx.optimizer.contrib.GroupAdaGrad()
    with pytest.raises(mx.MXNetError, match="must have 2 axes"):
        rows.create_state(0, mx.nd.ones((2,)))
    rows.wd = 0.1
    with pytest.raises(mx.MXNetError, match="Weight decay is not supported"):
        mx.optimizer.get_updater(rows)(0, mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))


@pytest.mark.parametrize("name", ["sgd", "adam", "signum", "lamb"])
@pytest.mark.parametrize("shape", [(3,), (1,), (2, 1)])
def test_a_gradient_of_another_shape_is_refused(name, shape):
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, param_idx2name={0: "a_weight", 1: "b_weight"}))
    weights = [mx.nd.ones((2,)), mx.nd.ones((2,))]
    with pytest.raises(mx.MXNetError, match="the gradient of b_weight has shape"):
        updater([0, 1], [mx.nd.ones((2,)), mx.nd.ones(shape)], weights)
    assert all((weight.asnumpy() == 1).all() for weight in weights)


@pytest.mark.parametrize("name", ["ftml", "ftrl"])
def test_a_rate_of_nothing_is_named_where_it_divides(name):
    optimizer = mx.optimizer.create(name, param_idx2name={0: "a_weight", 1: "b_weight"})
    optimizer.set_lr_mult({"b_weight": 0})
    pair = [mx.nd.ones((2, 2)), mx.nd.ones((2, 2))]
    with pytest.raises(mx.MXNetError, match="divides by the learning rate, which is 0 for b_weight;"):
        mx.optimizer.get_updater(optimizer)([0, 1], pair, pair)


def test_every_optimizer_has_a_case():
    covered = {make(mx, case).__class__ for case in EVERY}
    covered |= {mx.optimizer.SGLD, mx.optimizer.contrib.AdamW}
    known = {klass for klass in mx.optimizer.Optimizer.opt_registry.values()
             if klass.__module__.startswith("mxnet.optimizer.")}
    assert known <= covered


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("case", EVERY)
def test_a_gpu_gives_the_same_and_is_not_waited_for(case, dtype):
    waits = case == "lbsgd_lars"  # its rate is computed on the host
    with mx.gpu():
        weights, _ = run(mx, case, dtype, around=None if waits else no_waiting)
    assert weights[0].context == mx.gpu()
    check(weights, case, dtype)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("name", ["sgd", "nag", "adagrad", "rmsprop", "adadelta", "signum", "adam"])
def test_captured_steps_on_a_gpu_are_those_of_a_cpu(name, dtype):
    """Gradients come in the same arrays every time, so that steps are captured; the rate changes on the way."""
    shapes, found = [(3, 4), (5,), (2, 1, 3)], []
    for ctx in (mx.cpu(), mx.gpu()):
        rng = np.random.RandomState(0)
        optimizer = mx.optimizer.create(name, learning_rate=0.1, wd=0.01, multi_precision=dtype != "float32")
        updater = mx.optimizer.get_updater(optimizer)
        weights = [mx.nd.array(rng.uniform(-1, 1, shape), ctx, dtype) for shape in shapes]
        grads = [mx.nd.zeros(shape, ctx, dtype) for shape in shapes]
        for step in range(12):
            if step == 8:
                optimizer.set_learning_rate(0.02)
            for grad in grads:
                grad[:] = mx.nd.array(rng.uniform(-1, 1, grad.shape), ctx, dtype)
            updater([0, 1, 2], grads, weights)
        found.append([weight.astype("float32").asnumpy() for weight in weights])
        captured = ctx.device_type == "gpu" and name != "adam"
        assert any(found.captures == 2 for found in optimizer._captures.values()) is captured
    tolerance = {"float32": 1e-5, "float16": 2e-3, "bfloat16": 1.6e-2}[dtype]
    for here, there in zip(*found):
        np.testing.assert_allclose(there, here, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_16_bit_weights_on_a_gpu_are_updated_by_one_kernel(device, dtype):
    weight, grad, momentum = (torch.linspace(-1, 2, 1000, device=device).roll(shift).to(dtype) for shift in (0, 300, 7))
    moved = 0.9 * momentum.double() - 0.1 * (0.5 * grad.double() + 0.01 * weight.double())
    expected = weight.double() + moved
    assert fusable([weight], [grad], [momentum]) is (device == "cuda")
    sgd.descend([weight], [grad], [momentum], 0.1, 0.01, 0.9, 0.5)
    tolerance = torch.finfo(dtype).eps * (1 if device == "cuda" else 4)  # rounded once, or after each of its steps
    torch.testing.assert_close(momentum.double(), moved, rtol=tolerance, atol=tolerance)
    torch.testing.assert_close(weight.double(), expected, rtol=tolerance, atol=tolerance)
