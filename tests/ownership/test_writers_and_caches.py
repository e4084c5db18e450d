"""Every writer crossed with every cache: whoever writes to an array, what was derived from it is derived anew."""
import functools

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.contrib.quantization import _calibrate_quantized_sym, _quantize_symbol
from tests.ownership.writers import OPTIMIZERS, WRITERS, values


def reader(cache, array):
    """Give what computes in prediction with an array, and some values for all other arrays."""
    net, name, shape = CACHES[cache]
    names = net.list_arguments() + net.list_auxiliary_states()
    shapes = dict(zip(names, sum(map(list, net.infer_shape(data=DATA.shape)[::2]), [])))
    assert shapes[name] == shape
    arrays = {key: mx.nd.array(values(size, 9)) for key, size in shapes.items()}
    arrays |= {"data": mx.nd.array(DATA), name: array}
    executor = net.bind(mx.cpu(), {key: arrays[key] for key in net.list_arguments()},
                        aux_states={key: arrays[key] for key in net.list_auxiliary_states()})
    return lambda: executor.forward()[0].asnumpy()


@functools.cache
def plain(cache):
    """Give a network that keeps nothing, and the array to put values into."""
    array = mx.nd.zeros(CACHES[cache][2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
        read = reader(cache, array)
        read()  # compiles it
    return read, array


def expected(cache, array):
    read, mine = plain(cache)
    mine._data = torch.from_numpy(array.asnumpy())
    return read()


DATA = values((2, 3, 6, 6), 5)
data = mx.sym.var("data")
convolution = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, name="conv")
active = mx.sym.Activation(convolution, act_type="relu")
folded = mx.sym.BatchNorm(convolution, fix_gamma=False, name="norm")
deconvolution = mx.sym.Deconvolution(data, kernel=(3, 3), num_filter=4, name="deconv")
lstm = mx.sym.RNN(mx.sym.Reshape(data, shape=(6, 6, 6)), mx.sym.var("parameters"), mx.sym.var("state"),
                  mx.sym.var("cell"), state_size=4, num_layers=1, mode="lstm")
cast = mx.sym.Convolution(data, mx.sym.amp_cast(mx.sym.amp_cast(mx.sym.var("conv_weight"), dtype="bfloat16"),
                                                dtype="float32"), kernel=(3, 3), num_filter=4, name="conv")


def on_bytes():
    """Give a convolution on 8 bits, whose parameters are floats."""
    joined = convolution.get_backend_symbol("MKLDNN_QUANTIZE")
    made, _ = _quantize_symbol(joined, quantized_dtype="auto", quantize_mode="full")
    made = _calibrate_quantized_sym(made, {"data": (-3, 3), "sg_mkldnn_conv_0_output": (-120, 120)})
    return made.get_backend_symbol("MKLDNN_QUANTIZE")


CACHES = {  # what it is derived from: a network, a name and a shape
    "convolution": (convolution, "conv_weight", (4, 3, 3, 3)),
    "activation": (active, "conv_bias", (4,)),
    "folded": (folded, "conv_weight", (4, 3, 3, 3)),
    "folded_gamma": (folded, "norm_gamma", (4,)),
    "folded_moving_var": (folded, "norm_moving_var", (4,)),
    "lstm": (lstm, "parameters", (4 * 4 * (4 + 6 + 2),)),
    "deconvolution": (deconvolution, "deconv_weight", (3, 4, 3, 3)),
    "cast": (cast, "conv_weight", (4, 3, 3, 3)),
    "bytes": (on_bytes(), "conv_weight", (4, 3, 3, 3)),
}


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("writer", WRITERS)
def test_nothing_stale_is_read(writer, cache):
    writing = WRITERS[writer]()
    array = writing.make(CACHES[cache][2])
    read = reader(cache, array)
    for _ in range(3):
        before = read()  # kept now, where anything is
    for _ in range(2):
        held = array.asnumpy()
        writing.write(array)
        assert not np.array_equal(array.asnumpy(), held) or writer in ONCE
        np.testing.assert_allclose(read(), expected(cache, array), rtol=1e-5, atol=1e-6)
    assert not np.array_equal(read(), before)


# Those that write the same values each time.
ONCE = {"assign", "assign_numpy", "assign_number", "assign_slice", "assign_item", "assign_picked",
        "assign_through_slice", "assign_through_reshape", "assign_through_detach", "copyto", "sync_copyfrom", "out",
        "fixed_gamma", "gradient", "bound_gradient", "bound_argument", "copy_params_from", "pull", "set_params",
        "load_params", "init_params", "output", "verb_write", "verb_assign"}


@pytest.mark.parametrize("writer", WRITERS)
def test_batches_gathered_ahead(writer):
    writing = WRITERS[writer]()
    array = writing.make((12, 2, 2))
    batches = mx.io.NDArrayIter(array, batch_size=2, shuffle=True)
    order = batches._order.numpy()
    for start in range(0, 12, 2):
        np.testing.assert_array_equal(next(batches).data[0].asnumpy(), array.asnumpy()[order[start:start + 2]])
        writing.write(array)


# ---- sparse arrays: parts and window derive from each other ---------------------------------------

IN_SPARSE = ["assign", "assign_number", "add_in_place", "multiply_in_place", "copyto", "gradient", "bound_gradient",
             "sgd_update", "adam_update", "bound_argument", "copy_params_from", "custom_operator", "initializer",
             "verb_write", "verb_buffer", "verb_buffers",
             *(name for name in OPTIMIZERS if name != "groupadagrad")]


@pytest.mark.parametrize("writer", IN_SPARSE)
def test_a_sparse_array_is_one_value(writer):
    array = mx.nd.array(values((4, 3))).tostype("row_sparse")
    held, _ = array.asnumpy(), array._data
    twin = array.detach()
    WRITERS[writer]().write(array)
    assert not np.array_equal(array.asnumpy(), held)
    np.testing.assert_array_equal(array._data.numpy(), array.asnumpy())
    np.testing.assert_array_equal(twin.asnumpy(), array.asnumpy())
    np.testing.assert_array_equal(twin._data.numpy(), array.asnumpy())


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_parts_that_were_given_away(stype):
    array = mx.nd.array(values((4, 3))).tostype(stype)
    window, held = array._data, array.asnumpy()
    outside = array.as_torch()
    (outside.values() if stype == "csr" else outside._values()).mul_(2)
    np.testing.assert_array_equal(array.asnumpy(), held * 2)
    np.testing.assert_array_equal(array._data.numpy(), held * 2)
    assert array._data is window
    window.fill_(3)
    assert array.asnumpy().min() == 3
