"""Large images take other kernels than small ones; what they give must not show it."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops.nn import pool

SHAPE = (8, 8, 32, 32)  # a batch is large, one of its images is not

CALLS = {
    f"{kind} {sorted(more.items())}": lambda x, kind=kind, more=more: mx.nd.Pooling(x, pool_type=kind, **more)
    for kind in ("max", "avg", "sum")
    for more in ({"kernel": (2, 2), "stride": (2, 2)}, {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)},
                 {"kernel": (3, 2), "stride": (2, 3), "pooling_convention": "full"},
                 {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "count_include_pad": False},
                 {"kernel": (2, 1), "stride": (2, 2)}, {"kernel": (7, 7), "stride": (1, 1)})
}
CALLS["UpSampling"] = lambda x: mx.nd.UpSampling(x, scale=3, sample_type="nearest")
CALLS["BilinearResize2D"] = lambda x: mx.nd.contrib.BilinearResize2D(x, height=45, width=20)


def both(call, data, heads=None):
    """Give the output and, under head gradients, the gradient."""
    x = mx.nd.array(data)
    plain = call(x).asnumpy()
    x.attach_grad()
    with mx.autograd.record():
        out = call(x)
    out.backward(None if heads is None else mx.nd.array(heads))
    np.testing.assert_array_equal(np.isfinite(plain), True)
    np.testing.assert_allclose(out.asnumpy(), plain, rtol=1e-5, atol=1e-5)
    return plain, x.grad.asnumpy()


@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_batch_is_its_images(name):
    rng = np.random.RandomState(0)
    data = rng.randint(0, 3, SHAPE).astype("float32")  # with many ties
    out = CALLS[name](mx.nd.array(data)).asnumpy()
    heads = rng.uniform(0.5, 1.5, out.shape).astype("float32")
    out, grad = both(CALLS[name], data, heads)
    for index in range(SHAPE[0]):
        one = slice(index, index + 1)
        small, slope = both(CALLS[name], data[one], heads[one])
        np.testing.assert_allclose(out[one], small, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(grad[one], slope, rtol=1e-5, atol=1e-5)


@pytest.mark.gpu
@pytest.mark.parametrize("kernel", [2, 3])
def test_many_places_of_maxima_on_a_gpu(kernel):
    """They are kept in narrow integers between forward and backward."""
    shape, found = (16, 64, 64, 96), []
    data = np.random.RandomState(2).permutation(int(np.prod(shape))).reshape(shape).astype("float32")
    symbol = mx.sym.Pooling(mx.sym.Variable("x"), kernel=(kernel, kernel), stride=(2, 2), pool_type="max")
    for ctx in (mx.cpu(), mx.gpu()):
        executor = symbol.bind(ctx, {"x": mx.nd.array(data, ctx)}, {"x": mx.nd.zeros(shape, ctx)})
        out = executor.forward(is_train=True)[0]
        executor.backward(mx.nd.ones(out.shape, ctx))
        found.append((out.asnumpy(), executor.grad_dict["x"].asnumpy()))
    assert found[0][0].size >= pool.NARROW_PLACES_FROM_ELEMENTS
    for ours, theirs in zip(*found):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("kind", ["max", "avg"])
def test_executors_too(kind):
    rng = np.random.RandomState(1)
    data = rng.randint(0, 3, SHAPE).astype("float32")
    wanted = both(lambda x: mx.nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type=kind), data)
    symbol = mx.sym.Pooling(mx.sym.Variable("x"), kernel=(2, 2), stride=(2, 2), pool_type=kind)
    executor = symbol.bind(mx.cpu(), {"x": mx.nd.array(data)}, {"x": mx.nd.zeros(SHAPE)})
    out = executor.forward(is_train=True)[0]
    executor.backward(mx.nd.ones(out.shape))
    np.testing.assert_allclose(out.asnumpy(), wanted[0], rtol=1e-6)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), wanted[1], rtol=1e-6)


def test_the_slope_of_a_slope():
    x = mx.nd.array(np.random.RandomState(2).uniform(size=SHAPE))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Pooling(x * x, kernel=(2, 2), stride=(2, 2), pool_type="avg")
        slope = mx.autograd.grad(y, [x], create_graph=True)[0]
    slope.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 0.5, rtol=1e-5)  # of x / 2


@pytest.mark.gpu
def test_rnn_has_a_gradient_outside_training():
    x = mx.nd.random.uniform(shape=(3, 2, 4), ctx=mx.gpu())
    w = mx.nd.random.uniform(shape=(4 * 5 * (4 + 5 + 2),), ctx=mx.gpu())
    state = mx.nd.zeros((1, 2, 5), ctx=mx.gpu())
    w.attach_grad()
    with mx.autograd.record(train_mode=False):
        out = mx.nd.RNN(x, w, state, state, state_size=5, num_layers=1, mode="lstm")
    out.backward(train_mode=False)
    assert float(w.grad.abs().sum().asscalar()) > 0
