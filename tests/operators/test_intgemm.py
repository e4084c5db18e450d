"""Products of int8 after intgemm, against NumPy's integers: no build of the reference at hand has them."""
import numpy as np
import pytest

import mxnet as mx

contrib = mx.nd.contrib
RNG = np.random.RandomState(0)


def bytes_of(*shape):
    return RNG.randint(-127, 128, shape).astype(np.int8)


@pytest.mark.parametrize("shape", [(1,), (3, 2), (2, 7, 1, 8)])
def test_maxabsolute(shape):
    values = RNG.uniform(-100, 100, shape).astype(np.float32)
    found = contrib.intgemm_maxabsolute(mx.nd.array(values))
    assert found.shape == (1,) and found.asscalar() == np.abs(values).max()


def test_prepare_data_rounds_half_to_even_and_stops_at_127():
    values = mx.nd.array([0.5, 1.5, 2.5, -0.5, -1.5, 200, -200, 126.4])
    found = contrib.intgemm_prepare_data(values, mx.nd.array([127.0]))
    assert found.dtype == np.int8 and found.asnumpy().tolist() == [0, 2, 2, 0, -2, 127, -127, 126]
    with pytest.raises(mx.MXNetError, match="must be float32"):
        contrib.intgemm_prepare_data(values.astype("float64"), mx.nd.array([1.0]))


@pytest.mark.parametrize("shape", [(8, 64), (16, 128), (2, 4, 64)])
def test_weights_quantized_on_the_way_and_before_are_one(shape):
    weight, most = mx.nd.array(RNG.uniform(-3, 3, shape)), mx.nd.array([2.5])
    before = contrib.intgemm_prepare_data(weight, most)
    found = contrib.intgemm_prepare_weight(weight, most)
    assert (found.asnumpy() == contrib.intgemm_prepare_weight(before, already_quantized=True).asnumpy()).all()


@pytest.mark.parametrize("shape", [(7, 64), (8, 63), (64,)])
def test_weights_of_sizes_that_the_library_refuses(shape):
    with pytest.raises(mx.MXNetError, match="multiple of"):
        contrib.intgemm_prepare_weight(mx.nd.ones(shape, dtype="int8"), already_quantized=True)


def test_taking_rows_before_and_after_preparing_is_one():
    weight, rows = mx.nd.array(bytes_of(16, 64), dtype="int8"), mx.nd.array([3, 1, 4, 1, 5, 9, 2, 6], dtype="int32")
    found = contrib.intgemm_take_weight(contrib.intgemm_prepare_weight(weight, already_quantized=True), rows)
    wanted = contrib.intgemm_prepare_weight(weight.take(rows, axis=0), already_quantized=True)
    assert (found.asnumpy() == wanted.asnumpy()).all()
    with pytest.raises(mx.MXNetError, match=r"\[0, 16\)"):
        contrib.intgemm_take_weight(weight, mx.nd.array([0, 1, 2, 3, 4, 5, 6, 16], dtype="int32"))


@pytest.mark.parametrize("inner", [64, 192, 2048])  # the last exceeds what float32 counts exactly
@pytest.mark.parametrize("biased", [False, True])
def test_products_are_exact(inner, biased):
    data, weight = bytes_of(3, inner), bytes_of(8, inner)
    data[0], weight[0] = 127, 127
    bias = RNG.randint(-60000, 60000, 8).astype(np.int32)
    exact = data.astype(np.int64) @ weight.astype(np.int64).T
    prepared = contrib.intgemm_prepare_weight(mx.nd.array(weight, dtype="int8"), already_quantized=True)
    rest = [mx.nd.array(bias, dtype="int32")] if biased else []
    found = contrib.intgemm_fully_connected(mx.nd.array(data, dtype="int8"), prepared, *rest, no_bias=not biased,
                                            num_hidden=8, out_type="int32")
    assert found.dtype == np.int32 and (found.asnumpy() == exact + bias * biased).all()
    rest = [mx.nd.array(bias)] if biased else []
    found = contrib.intgemm_fully_connected(mx.nd.array(data, dtype="int8"), prepared, mx.nd.array([0.25]), *rest,
                                            no_bias=not biased, num_hidden=8)
    np.testing.assert_allclose(found.asnumpy(), exact * 0.25 + bias * biased, rtol=1e-6)


def test_floats_are_quantized_on_the_way():
    data = mx.nd.array(RNG.uniform(-3, 3, (2, 2, 64)))
    weight = contrib.intgemm_prepare_weight(mx.nd.array(bytes_of(8, 64), dtype="int8"), already_quantized=True)
    direct = contrib.intgemm_fully_connected(data, weight, mx.nd.array([3.0]), num_hidden=8, no_bias=True,
                                             flatten=False)
    most = contrib.intgemm_maxabsolute(data)
    cooked = contrib.intgemm_fully_connected(contrib.intgemm_prepare_data(data, most), weight, most * 3 / 127,
                                             num_hidden=8, no_bias=True, flatten=False)
    assert direct.shape == (2, 2, 8)
    np.testing.assert_allclose(direct.asnumpy(), cooked.asnumpy(), rtol=1e-6)


def test_in_a_graph_inputs_follow_from_the_params():
    data = mx.sym.var("data")
    net = mx.sym.contrib.intgemm_fully_connected(data, num_hidden=8, name="fc")
    assert net.list_arguments() == ["data", "fc_weight", "fc_scaling", "fc_bias"]
    assert net.infer_shape(data=(4, 64))[0] == [(4, 64), (8, 64), (1,), (8,)]
    assert net.infer_type(data="float32")[0] == [np.float32, np.int8, np.float32, np.float32]
    net = mx.sym.contrib.intgemm_fully_connected(data, num_hidden=8, name="fc", out_type="int32", no_bias=True)
    assert net.list_arguments() == ["data", "fc_weight"]
    weight = mx.sym.contrib.intgemm_prepare_weight(data, already_quantized=True, name="w")
    assert weight.list_arguments() == ["data"]
    net = mx.sym.contrib.intgemm_fully_connected(data, num_hidden=8, name="fc", out_type="int32", no_bias=True)
    args = {"data": mx.nd.array(bytes_of(2, 64), dtype="int8"), "fc_weight": mx.nd.array(bytes_of(8, 64), dtype="int8")}
    found, = net.bind(mx.cpu(), args).forward()
    assert (found.asnumpy() == args["data"].asnumpy().astype(int) @ args["fc_weight"].asnumpy().astype(int).T).all()
