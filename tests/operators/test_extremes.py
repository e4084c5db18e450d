"""Large and small numbers, infinities, NaN and ties. MXNet 1.9.1 gave the values below where nothing else is said."""
import math

import numpy as np
import pytest

import mxnet as mx

INF, NAN = math.inf, math.nan


def graded(function, values, mode="eager"):
    """Give a function's value and gradient at numbers."""
    data = mx.nd.array(values)
    if mode == "eager":
        data.attach_grad()
        with mx.autograd.record():
            out = function(mx.nd, data)
        out.backward()
        return out.asnumpy(), data.grad.asnumpy()
    gradient = mx.nd.zeros(data.shape)
    executor = function(mx.sym, mx.sym.var("x")).bind(mx.cpu(), {"x": data}, {"x": gradient})
    out = executor.forward(is_train=True)[0]
    executor.backward(mx.nd.ones(out.shape))
    return out.asnumpy(), gradient.asnumpy()


# ---- gradients of large and small numbers ---------------------------------------------------------

SLOPES = {
    "softsign": (lambda F, x: F.softsign(x), [1e8, -1e8, 1e-30, 3, INF], [1e-16, 1e-16, 1, 0.0625, 0]),
    "Activation": (lambda F, x: F.Activation(x, act_type="softsign"), [1e8, -1e8, 1e-30, 3, INF],
                   [1e-16, 1e-16, 1, 0.0625, 0]),
    "expm1": (lambda F, x: F.expm1(x), [-20, -50, 1e-30, 3], [2.0611537e-9, 1.9287499e-22, 1, 20.085537]),
    "rsqrt": (lambda F, x: F.rsqrt(x), [2, 1e-10, 1e20], [-0.17677669, -5e14, -5e-31]),
    "rcbrt": (lambda F, x: F.rcbrt(x), [8, 1e-9, -8], [-0.020833334, -3.3333335e11, -0.020833334]),
    "reciprocal": (lambda F, x: F.reciprocal(x), [2, 1e-10, 1e15], [-0.25, -1e20, -1e-30]),
    "arcsinh": (lambda F, x: F.arcsinh(x), [1e30, -1e30, 0, 1], [1e-30, 1e-30, 1, 0.70710677]),
    "rmod": (lambda F, x: 3.0 % x, [0.1, 2, -INF], [-30, -1, 0]),
    "log1p": (lambda F, x: F.log1p(x), [1e-30, 1e30, -0.999], [1, 1e-30, 1000.0072]),
    "sigmoid": (lambda F, x: F.sigmoid(x), [-80, -20, 20, 100], [1.8048513e-35, 2.0611537e-9, 0, 0]),
    "softrelu": (lambda F, x: F.Activation(x, act_type="softrelu"), [-80, -20, 20, 100],
                 [1.8048513e-35, 2.0611537e-9, 1, 1]),
    "erf": (lambda F, x: F.erf(x), [9, 1e-30, -3], [7.491e-36, 1.1283792, 1.3925305e-4]),
}


@pytest.mark.parametrize("mode", ["eager", "bound"])
@pytest.mark.parametrize("name", SLOPES)
def test_slopes(name, mode):
    function, values, expected = SLOPES[name]
    for repeated in (1, 17):  # vectorized kernels and their last elements
        _, found = graded(function, values * repeated, mode)
        np.testing.assert_allclose(found, expected * repeated, rtol=2e-4)


# ---- norms ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("scale", [1, 1e25, 1e-25, 1e-19, 1e18])
@pytest.mark.parametrize("options", [{}, {"axis": 1}, {"axis": (0, 1), "keepdims": True}])
def test_norms_are_scaled(scale, options):
    values = np.array([[3, -4]], np.float32) * np.float32(scale)
    for mode in ("eager", "bound"):
        value, slope = graded(lambda F, x: F.norm(x, **options), values, mode)
        np.testing.assert_allclose(value.ravel(), [5 * scale], rtol=1e-6)
        np.testing.assert_allclose(slope, [[0.6, -0.8]], rtol=1e-6)


def test_norms_of_other_numbers():
    assert graded(lambda F, x: F.norm(x), [INF, 1])[0].tolist() == [INF]
    assert np.isnan(graded(lambda F, x: F.norm(x), [NAN, 1])[0]).all()
    value, slope = graded(lambda F, x: F.norm(x, axis=1), [[0, 0], [3e25, 4e25]])
    np.testing.assert_allclose(value, [0, 5e25], rtol=1e-6)
    np.testing.assert_allclose(slope, [[0, 0], [0.6, 0.8]], rtol=1e-6)  # NaN at zero in 1.9.1
    np.testing.assert_allclose(graded(lambda F, x: F.norm(x), [3e-40, 4e-40])[1], [0.6, 0.8], rtol=1e-5)
    wide = mx.nd.norm(mx.nd.array([3e200, 4e200], dtype="float64"))
    np.testing.assert_allclose(wide.asnumpy(), [5e200])


@pytest.mark.parametrize("options", [{"ord": "fro"}, {"axis": (0, 1)}, {"axis": 1}, {"ord": 3, "axis": 1}])
def test_norms_of_mx_np(options):
    for scale in (1, 1e25, 1e-25):
        data = mx.np.array([[3 * scale, 4 * scale]], dtype="float32")
        data.attach_grad()
        with mx.autograd.record():
            out = mx.np.linalg.norm(data, **options)
        out.backward()
        order = 3 if options.get("ord") == 3 else 2
        length = (3 ** order + 4 ** order) ** (1 / order)
        np.testing.assert_allclose(out.asnumpy().ravel(), [length * scale], rtol=1e-5)
        slope = np.array([[3, 4]]) ** (order - 1) / length ** (order - 1)
        np.testing.assert_allclose(data.grad.asnumpy(), slope, rtol=1e-5)


def test_what_sums_squares_does_not_scale():
    """The norm of all gradients and `L2Normalization` do not in 1.9.1 either."""
    with pytest.warns(UserWarning):
        assert mx.gluon.utils.clip_global_norm([mx.nd.array([3e25, 4e25])], 1.0) == INF
    large = np.full((1, 5000), 3e25, np.float32)
    assert not mx.nd.L2Normalization(mx.nd.array(large)).asnumpy().any()


# ---- order ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "int32", "int64", "uint8"])
@pytest.mark.parametrize("size", [5, 40, 100, 300, 1000])
def test_the_first_of_equal_elements_come_first(size, kind):
    draw = np.random.RandomState(size)
    for highest in (1, 3, 200):
        data = draw.randint(0, highest, (2, size)).astype(kind)
        for k in (1, 3, 5):
            for is_ascend in (False, True):
                order = np.argsort(data.astype("float64") * (1 if is_ascend else -1), axis=1, kind="stable")[:, :k]
                values, places = mx.nd.topk(mx.nd.array(data, dtype=kind), k=k, is_ascend=is_ascend, ret_typ="both",
                                            dtype="int32")
                np.testing.assert_array_equal(places.asnumpy(), order)
                np.testing.assert_array_equal(values.asnumpy(), np.take_along_axis(data, order, 1))
                columns = mx.nd.topk(mx.nd.array(data.T, dtype=kind), axis=0, k=k, is_ascend=is_ascend)
                np.testing.assert_array_equal(columns.asnumpy(), order.T)
    equal = mx.nd.ones(size)
    assert mx.nd.topk(equal, k=3, ret_typ="mask").asnumpy().nonzero()[0].tolist() == [0, 1, 2]
    assert mx.nd.argsort(equal).asnumpy().tolist() == list(range(size))
    assert mx.np.argsort(mx.np.ones(size)).tolist() == list(range(size))


def test_infinities_and_nan_in_order():
    """NaN counts as the largest, as in NumPy; where it goes in 1.9.1 depends on the other elements."""
    data = mx.nd.array([1, INF, -INF, 2, INF, 0, -INF, *range(3, 60)])
    assert mx.nd.topk(data, k=3).asnumpy().tolist() == [1, 4, 63]
    assert mx.nd.topk(data, k=3, is_ascend=True).asnumpy().tolist() == [2, 6, 5]
    data = mx.nd.array([NAN, INF, 1, NAN, *range(60)])
    assert mx.nd.topk(data, k=3).asnumpy().tolist() == [0, 3, 1]
    assert mx.nd.sort(data).asnumpy()[-3:-2].tolist() == [INF]


def test_the_gradient_of_the_largest():
    data = mx.nd.ones(100)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.topk(data, k=2, ret_typ="value")
    out.backward(mx.nd.array([3, 4]))
    assert data.grad.asnumpy()[:3].tolist() == [3, 4, 0] and data.grad.asnumpy().sum() == 7


# ---- ties in windows ------------------------------------------------------------------------------

TIED = np.array([[[[1, 1, 0], [1, 0, 2], [0, 2, 2]]]], np.float32)


@pytest.mark.parametrize("options, old, new", [
    ({"kernel": (2, 2)}, [[1, 1, 0], [1, 0, 6], [0, 7, 4]], [[1, 0, 0], [0, 0, 6], [0, 3, 0]]),
    ({"kernel": (2, 2), "stride": (2, 2), "pooling_convention": "full"},
     [[1, 1, 0], [1, 0, 2], [0, 3, 4]], [[1, 0, 0], [0, 0, 2], [0, 3, 4]]),
    ({"kernel": (3, 3), "pad": (1, 1), "stride": (2, 2)},
     [[1, 1, 0], [1, 0, 6], [0, 7, 4]], [[1, 0, 0], [0, 0, 6], [0, 3, 0]]),
    ({"kernel": (1, 1), "global_pool": True}, [[0, 0, 0], [0, 0, 1], [0, 1, 1]], [[0, 0, 0], [0, 0, 1], [0, 0, 0]]),
])
def test_tied_maxima_of_windows(options, old, new):
    """All of them get the gradient in `Pooling_v1`, the first one in `Pooling`."""
    for name, expected in (("Pooling_v1", old), ("Pooling", new)):
        data = mx.nd.array(TIED)
        data.attach_grad()
        with mx.autograd.record():
            out = getattr(mx.nd, name)(data, pool_type="max", **options)
        out.backward(mx.nd.arange(1, out.size + 1).reshape(out.shape))
        assert data.grad.asnumpy()[0, 0].tolist() == expected, name


def test_a_window_of_nothing():
    out = mx.nd.Pooling_v1(mx.nd.ones((1, 1, 6, 7)), kernel=(2, 2), stride=(2, 3), pad=(1, 1), pool_type="max",
                           pooling_convention="full")
    assert out.asnumpy()[0, 0, 0].tolist() == [1, 1, 1, -INF]


# ---- special values in vectorized kernels ---------------------------------------------------------

ACTIVATIONS = {
    **{kind: lambda F, x, kind=kind: F.Activation(x, act_type=kind)
       for kind in ("sigmoid", "softrelu", "softsign", "tanh")},
    **{kind: lambda F, x, kind=kind: F.LeakyReLU(x, act_type=kind) for kind in ("leaky", "elu", "selu", "gelu")},
    **{name: lambda F, x, name=name: getattr(F, name)(x)
       for name in ("hard_sigmoid", "erf", "exp", "expm1", "log1p", "softsign", "arctan", "square", "abs", "rsqrt")},
    "clip": lambda F, x: F.clip(x, -2, 3), "softmax": lambda F, x: F.softmax(F.expand_dims(x, 1)),
    "gelu of mx.npx": lambda F, x: F.LeakyReLU(x, act_type="gelu"), "smooth_l1": lambda F, x: F.smooth_l1(x, scalar=1),
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_value_of_an_element_does_not_depend_on_how_many_there_are(name):
    values = np.array([INF, -INF, NAN, 1e30, -1e30, 3, -3, 0, 1e-30, 88, -88, 20, -20, 1, -1, 0.5, -0.5], np.float32)
    alone = np.concatenate([graded(ACTIVATIONS[name], value[None])[0].ravel() for value in values])
    for array in (values, np.tile(values, 4)):
        for mode in ("eager", "bound"):
            found = graded(ACTIVATIONS[name], array, mode)[0].ravel()[:values.size]
            np.testing.assert_allclose(found, alone, rtol=5e-4)  # they round differently
    for value, wanted in zip(values, alone):
        found = graded(ACTIVATIONS[name], np.repeat(value, 4))[0].ravel()
        np.testing.assert_allclose(found, [wanted] * 4, rtol=5e-4)


def test_gelu_of_infinity():
    for count in (1, 4, 17):
        assert mx.nd.LeakyReLU(mx.nd.full(count, INF), act_type="gelu").asnumpy().tolist() == [INF] * count
        assert mx.npx.leaky_relu(mx.np.full(count, INF), act_type="gelu").tolist() == [INF] * count


@pytest.mark.parametrize("kind", ["float32", "float64", "int32", "uint8"])
def test_clip_to_nothing(kind):
    data = mx.nd.array([1, 4, 7, 3, 5], dtype=kind)
    assert mx.nd.clip(data, 5, 3).asnumpy().tolist() == [5, 3, 3, 5, 3]
    assert mx.np.clip(data.as_np_ndarray(), 5, 3).tolist() == [5, 3, 3, 5, 3]


def test_clip_to_nothing_has_no_slope():
    value, slope = graded(lambda F, x: F.clip(x, 5, 3), [1, 4, 7, NAN, INF, -INF], "bound")
    np.testing.assert_array_equal(value, [5, 3, 3, NAN, 3, 5])
    assert not slope[:3].any()


@pytest.mark.parametrize("how", ["linear", "lower", "higher", "midpoint", "nearest"])
def test_quantiles_of_nan_and_infinity(how):
    """NaN gives NaN, as in NumPy; 1.9.1 sorts it anywhere."""
    for data in ([1, NAN, 3, 2, 5], [NAN, NAN], [[1, NAN, 3], [4, 5, 6]]):
        for q in (0, 50, 100):
            assert np.isnan(mx.np.percentile(mx.np.array(data), q, interpolation=how).item())
    rows = mx.np.quantile(mx.np.array([[1, NAN, 3], [4, 5, 6]]), 0.5, axis=1, interpolation=how).asnumpy()
    np.testing.assert_array_equal(rows, [NAN, 5])
    data = mx.np.array([1, INF, 3, -INF, 2])
    found = [mx.np.percentile(data, q, interpolation=how).item() for q in (0, 25, 50, 75, 100)]
    assert found == [-INF, 1, 2, 3, INF]


# ---- what 1.9.1 does differently, as the list of differences says ---------------------------------

def test_slopes_at_zero():
    assert graded(lambda F, x: x ** 0, [0, 1])[1].tolist() == [0, 0]
    base, exponent = mx.nd.array([0, 0, 0, 2]), mx.nd.array([0, 1, 2, 0])
    for array in base, exponent:
        array.attach_grad()
    for power in mx.nd.broadcast_power, lambda a, b: mx.np.power(a.as_np_ndarray(), b.as_np_ndarray()):
        with mx.autograd.record():
            out = power(base, exponent)
        out.backward()
        assert base.grad.asnumpy().tolist() == [0, 1, 0, 0]
        np.testing.assert_allclose(exponent.grad.asnumpy(), [0, 0, 0, math.log(2)], rtol=1e-6)


def test_sums_of_infinity():
    for function in (lambda F, x: F.sum(x), lambda F, x: F.nansum(x), lambda F, x: F.norm(x, ord=1)):
        assert graded(function, [INF, 1, 2])[0].tolist() == [INF]
    assert mx.np.sum(mx.np.array([INF, 1])).item() == mx.np.mean(mx.np.array([INF, 1])).item() == INF


@pytest.mark.parametrize("function, values, slope", [
    (lambda x: mx.np.var(x), [1, 2, 4], [-8 / 9, -2 / 9, 10 / 9]),
    (lambda x: mx.np.std(x), [1, 2, 4], [-0.3563483, -0.0890871, 0.4454355]),
    (lambda x: mx.np.where(mx.np.array([1, 0, 1]), x, 2.0), [1, 2, 4], [1, 0, 1]),
    (lambda x: mx.np.where(mx.np.array([1, 0, 1]), 2.0, x), [1, 2, 4], [0, 1, 0]),
    (lambda x: mx.np.rot90(x) * mx.np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], [[3, 1], [4, 2]]),
    (lambda x: mx.np.atleast_2d(x) * 3, [1, 2], [3, 3]),
    (lambda x: mx.np.arctan2(1.5, x), [0.5, 2], [-0.6, -0.24]),
    (lambda x: mx.np.linalg.norm(x), [3, 4], [0.6, 0.8]),
    (lambda x: mx.npx.leaky_relu(x, act_type="leaky", slope=-0.5), [-2, 3], [-0.5, 1]),
])
def test_gradients_that_are_wrong_in_mxnet(function, values, slope):
    data = mx.np.array(values)
    data.attach_grad()
    with mx.autograd.record():
        out = function(data)
    out.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), slope, rtol=1e-5)


def test_the_second_derivative_of_arccosh():
    data = mx.nd.array([2, 3])
    data.attach_grad()
    with mx.autograd.record():
        slope, = mx.autograd.grad(mx.nd.arccosh(data), [data], create_graph=True, retain_graph=True)
    slope.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), [-0.3849002, -0.1325825], rtol=1e-6)
