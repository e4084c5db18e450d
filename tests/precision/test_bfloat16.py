"""bfloat16 as a type of arrays: spellings, values, files, and whatever float16 does as well."""
import pickle
import warnings

import numpy as np
import pytest
import torch

import mxnet as mx

RAW = np.dtype([("bfloat16", np.uint16)])
VALUES = [1.5, -2.25, 3.0040553e38, 0.0]


def array():
    return mx.nd.array(VALUES, dtype="bfloat16")


@pytest.mark.parametrize("spelling", ["bfloat16", RAW, torch.bfloat16, array().dtype, 12])
def test_spellings(spelling):
    made = mx.nd.zeros((2,), dtype=spelling)
    assert made.dtype == RAW and RAW == made.dtype and made.dtype == "bfloat16" and made.dtype != np.float32
    assert made.dtype in (np.float32, RAW) and {made.dtype: 1}[RAW] == 1
    assert mx.nd.ones((2,)).astype(spelling).dtype == made.dtype
    assert mx.sym.var("x", dtype=spelling).attr("__dtype__") == "12"


def test_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert array().dtype == ml_dtypes.bfloat16 and array().dtype == np.dtype(ml_dtypes.bfloat16)
    made = mx.nd.array(np.array(VALUES, ml_dtypes.bfloat16), dtype=ml_dtypes.bfloat16)
    assert made.dtype == RAW
    np.testing.assert_array_equal(made.asnumpy(), array().asnumpy())


def test_values():
    assert array().asnumpy().dtype == np.float32
    np.testing.assert_allclose(array().asnumpy(), VALUES, rtol=1e-6)
    bits = np.array([0x3FC0, 0xC010], np.uint16).view(RAW)
    np.testing.assert_array_equal(mx.nd.array(bits).asnumpy(), [1.5, -2.25])
    assert mx.nd.array(bits, dtype="bfloat16").dtype == RAW
    assert array()[0].asscalar() == 1.5 and "1.5" in repr(array())


# `mx.nd.save(..., {'y': y})` of MXNet 1.9.1 with y = amp_cast([1.5, 2, 3], bfloat16)
SAVED = bytes.fromhex(
    "120100000000000000000000000000000100000000000000c9fa93f90000000001000000030000000000000001000000"
    "000000000c000000c03f004040400100000000000000010000000000000079")


def test_files(tmp_path):
    path = str(tmp_path / "y.params")
    with open(path, "wb") as file:
        file.write(SAVED)
    found = mx.nd.load(path)["y"]
    assert found.dtype == RAW and found.asnumpy().tolist() == [1.5, 2, 3]
    mx.nd.save(path, {"y": found})
    with open(path, "rb") as file:
        assert file.read() == SAVED
    mx.nd.save(str(tmp_path / "y.safetensors"), {"y": found})
    assert mx.nd.load(str(tmp_path / "y.safetensors"))["y"].dtype == RAW
    assert pickle.loads(pickle.dumps(found)).dtype == RAW


def test_arithmetic_and_creation():
    x = array()
    x[2:] = 1
    x += 1
    for made in (x + x, x * 2, x > 1, x.sum(), mx.nd.dot(x, x), mx.nd.arange(3, dtype="bfloat16"), mx.nd.ones_like(x),
                 mx.nd.random.uniform(shape=(3,), dtype="bfloat16"), mx.nd.random.normal(shape=(3,), dtype="bfloat16"),
                 mx.nd.full((2,), 2.5, dtype="bfloat16"), mx.nd.one_hot(mx.nd.array([1]), 3, dtype="bfloat16"),
                 mx.nd.eye(2, dtype="bfloat16"), mx.nd.linspace(0, 1, 3, dtype="bfloat16"), x[0:2], x.copy()):
        assert made.dtype == RAW
    assert x.sum().asscalar() == 5.25
    assert x.copyto(mx.nd.zeros((4,))).dtype == np.float32


def test_gradients():
    x = array()
    x.attach_grad()
    with mx.autograd.record():
        y = (x * x).astype("float32").sum()
    y.backward()
    assert x.grad.dtype == RAW and x.grad.asnumpy()[0] == 3.0


INITIALIZERS = [mx.init.Zero(), mx.init.One(), mx.init.Constant(0.5), mx.init.Uniform(), mx.init.Normal(),
                mx.init.Orthogonal(), mx.init.Xavier(), mx.init.MSRAPrelu(), mx.init.Bilinear()]


@pytest.mark.parametrize("initializer", INITIALIZERS, ids=lambda made: type(made).__name__)
def test_initializers(initializer):
    made = mx.nd.full((4, 3, 2, 2), 9, dtype="bfloat16")
    initializer(mx.init.InitDesc("x_weight"), made)
    assert made.dtype == RAW and (np.abs(made.asnumpy()) < 9).all()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["acc", "top_k_accuracy", "f1", "mcc", "perplexity", "ce", "nll_loss", "loss",
                                  "mse", "mae", "rmse", "pearsonr"])
def test_metrics(name, dtype):
    label, scores = mx.nd.array([0, 1, 1]), mx.nd.array([[0.7, 0.3], [0.2, 0.8], [0.6, 0.4]])
    options = {"top_k_accuracy": {"top_k": 2}, "perplexity": {"ignore_label": None}}.get(name, {})
    found = []
    for kind in (dtype, "float32"):
        metric = mx.metric.create(name, **options)
        outputs = scores.astype(kind)
        metric.update([label], [outputs[:, 1] if name in ("mse", "mae", "rmse", "pearsonr") else outputs])
        found.append(metric.get()[1])
    assert found[0] == pytest.approx(found[1], rel=0.02)


OPTIMIZERS = sorted({name for name, klass in mx.optimizer.Optimizer.opt_registry.items()
                     if klass.__module__.startswith("mxnet.optimizer.")} - {"sgld", "test", "ccsgd"})


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_through_masters(name):
    """A weight in bfloat16 ends where its float32 twin does, but for one rounding."""
    rng = np.random.RandomState(0)
    start, grad = rng.uniform(0.5, 1, (5, 4)), rng.standard_normal((5, 4)) * 0.1
    grad = mx.nd.array(grad, dtype="bfloat16")
    ends = []
    for kind in ("bfloat16", "float32"):
        weight = mx.nd.array(start, dtype="bfloat16").astype(kind)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            optimizer = mx.optimizer.create(name, learning_rate=0.05, multi_precision=True)
            update = mx.optimizer.get_updater(optimizer)
            for _ in range(6):
                update(0, grad.astype(kind), weight)
        ends.append(weight.asnumpy())
    np.testing.assert_allclose(ends[0], ends[1], rtol=2.0**-8)


def test_no_master_warns():
    with pytest.warns(UserWarning, match="Accumulating with bfloat16"):
        mx.optimizer.SGD(momentum=0.9).create_state_multi_precision(0, array())


def test_update_operators():
    weight, grad = mx.nd.ones((3,), dtype="bfloat16"), mx.nd.full((3,), 0.5, dtype="bfloat16")
    master, mean = weight.astype("float32"), mx.nd.zeros((3,))
    mx.nd.mp_sgd_update(weight, grad, master, lr=0.01, out=weight)
    assert master.asnumpy()[0] == pytest.approx(0.995) and weight.dtype == RAW
    mx.nd.mp_sgd_mom_update(weight, grad, mean, master, lr=0.01, momentum=0.9, out=weight)
    assert master.asnumpy()[0] == pytest.approx(0.99)
