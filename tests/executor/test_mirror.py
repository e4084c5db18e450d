"""Values that backward computes again because attributes ask for it, and what `debug_str` tells of memory."""
import numpy as np
import pytest
import torch

import mxnet as mx

SHAPE = (4, 8, 16, 16)


def layer(x, index):
    x = mx.sym.Convolution(x, num_filter=8, kernel=(3, 3), pad=(1, 1), name=f"conv{index}")
    x = mx.sym.BatchNorm(x, fix_gamma=False, name=f"bn{index}")
    return mx.sym.Activation(x, act_type="tanh", name=f"act{index}")


def network(key=None):
    """Nine layers; with a key two out of three ask to be computed again."""
    x = mx.sym.Variable("data")
    for index in range(9):
        asked = {} if key is None or index % 3 == 2 else {key: "True"}
        with mx.AttrScope(**asked):
            x = layer(x, index)
    return mx.sym.SoftmaxOutput(mx.sym.Flatten(x), name="softmax")


def trained(symbol, heads=None, seed=3, **shapes):
    """Bind, fill with the same numbers, run both passes."""
    executor = symbol.simple_bind(mx.cpu(), **(shapes or {"data": SHAPE}))
    rng = np.random.RandomState(seed)
    for array in executor.arg_arrays:
        array[:] = rng.uniform(-0.5, 0.5, array.shape)
    for array in executor.aux_arrays:
        array[:] = rng.uniform(0.5, 1.0, array.shape)
    mx.random.seed(seed)
    executor.forward(is_train=True)
    executor.kept = kept_bytes(executor._saved)
    executor.backward(heads)
    return executor


def kept_bytes(saved):
    """Count the bytes that the forward pass left for backward, each storage once."""
    found, pending = {}, [saved]
    while pending:
        item = pending.pop()
        if isinstance(item, torch.Tensor):
            found[item.untyped_storage().data_ptr()] = item.untyped_storage().nbytes()
        elif isinstance(item, (list, tuple)):
            pending.extend(item)
    return sum(found.values())


def assert_same(one, other):
    for name, gradient in one.grad_dict.items():
        np.testing.assert_allclose(other.grad_dict[name].asnumpy(), gradient.asnumpy(), rtol=1e-5, atol=1e-6,
                                   err_msg=name)
    for name, state in one.aux_dict.items():
        np.testing.assert_allclose(other.aux_dict[name].asnumpy(), state.asnumpy(), rtol=1e-6, err_msg=name)


def megabytes(executor):
    """Read the figure as memory planners do: in the line before the last, which ends as all lines do."""
    word, number, *rest = executor.debug_str().split("\n")[-3].split()
    assert (word, rest) == ("Total", ["MB", "allocated"])
    return int(number)


@pytest.mark.parametrize("key", ["force_mirroring", "__force_mirroring__"])
def test_what_attributes_ask_for_is_not_kept(key):
    plain, mirrored = trained(network()), trained(network(key))
    assert "Convolution_again" in mirrored.code and "Convolution_again" not in plain.code
    assert mirrored.kept < 0.5 * plain.kept
    assert_same(plain, mirrored)


def test_files_keep_what_was_asked_for():
    again = mx.sym.load_json(network("force_mirroring").tojson())
    assert_same(trained(network()), trained(again))
    assert "Convolution_again" in again.simple_bind(mx.cpu(), data=SHAPE).code


@pytest.mark.parametrize("value, expected", [("True", True), ("1", True), ("False", False), ("0", False)])
def test_an_attribute_may_say_no(value, expected):
    with mx.AttrScope(force_mirroring=value):
        asked = mx.sym.sin(mx.sym.Variable("data"))
    executor = mx.sym.square(asked).simple_bind(mx.cpu(), data=(2,))
    assert ("sin_again" in executor.code) is expected


def test_mirror_stage_is_for_planners_only():
    executor = network("mirror_stage").simple_bind(mx.cpu(), data=SHAPE)
    assert "_again" not in executor.code


def test_debug_str_tells_the_memory_that_values_take():
    large = {"data": (16, 8, 64, 64)}
    plain = network().simple_bind(mx.cpu(), **large)
    mirrored = network("force_mirroring").simple_bind(mx.cpu(), **large)
    # what backward keeps of each layer is 2 MB before and after its normalization
    assert 40 <= megabytes(plain) <= 44
    assert 20 <= megabytes(mirrored) <= 26
    assert plain.debug_str().endswith(" TempSpace resource requested\n")


def test_debug_str_of_a_variable_alone():
    v = mx.sym.Variable("v")
    assert v.debug_str() == "Variable:v\n"
    text = v.bind(mx.cpu(), [mx.nd.ones(2)]).debug_str()
    assert text == "Variable:v\nTotal 0 MB allocated\nTotal 0 TempSpace resource requested\n"
    assert v.bind(mx.cpu(), [mx.nd.ones(2)], [mx.nd.ones(2)]).debug_str() == text


def test_everything_at_once_with_no_value_to_start_from():
    with mx.AttrScope(force_mirroring="True"):
        x = mx.sym.Variable("data")
        for index in range(3):
            x = layer(x, index)
        symbol = mx.sym.SoftmaxOutput(mx.sym.Flatten(x), name="softmax")
    x = mx.sym.Variable("data")
    for index in range(3):
        x = layer(x, index)
    assert_same(trained(mx.sym.SoftmaxOutput(mx.sym.Flatten(x), name="softmax")), trained(symbol))


@pytest.mark.parametrize("random", [lambda x: mx.sym.Dropout(x, p=0.5),
                                    lambda x: mx.sym.LeakyReLU(x, act_type="rrelu")[0]])
def test_random_operators_are_not_drawn_again(random):
    def build():
        x = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=8, kernel=(1, 1), name="conv")
        return mx.sym.sum(mx.sym.square(random(mx.sym.sin(x))))
    with mx.AttrScope(force_mirroring="True"):
        asked = build()
    one, other = (trained(symbol, mx.nd.ones(1)) for symbol in (build(), asked))
    np.testing.assert_allclose(other.outputs[0].asnumpy(), one.outputs[0].asnumpy(), rtol=1e-6)
    assert_same(one, other)


@pytest.mark.parametrize("build", [
    lambda x: mx.sym.prod(mx.sym.sin(x), axis=1),                      # on torch's tape
    lambda x: mx.sym.SliceChannel(mx.sym.sin(x), num_outputs=2)[1],    # several outputs
    lambda x: mx.sym.Pooling(mx.sym.sin(x), kernel=(2, 2), stride=(2, 2), pool_type="max"),
    lambda x: mx.sym.softmax(mx.sym.Flatten(mx.sym.sin(x))),
    lambda x: mx.sym.LRN(mx.sym.Activation(x, act_type="relu"), nsize=3),
    lambda x: mx.sym.topk(mx.sym.sin(x), k=2, ret_typ="value"),
])
def test_kinds_of_operators(build):
    plain = mx.sym.square(build(mx.sym.Variable("data")))
    with mx.AttrScope(force_mirroring="True"):
        asked = build(mx.sym.Variable("data"))
    asked = mx.sym.square(asked)
    heads = mx.nd.random.normal(shape=plain.infer_shape(data=SHAPE)[1][0])
    one, other = trained(plain, heads), trained(asked, heads)
    assert "_again" in other.code
    assert other.kept <= one.kept
    assert_same(one, other)


def test_what_is_taped_is_taped_in_backward():
    x = mx.sym.Variable("data")
    with mx.AttrScope(force_mirroring="True"):
        asked = mx.sym.nansum(mx.sym.sin(x), axis=1)
    executor = trained(mx.sym.square(asked), mx.nd.ones((4, 16, 16)), data=SHAPE)
    assert executor.kept == 0
    assert "nansum_taped_again" in executor.code


def test_operators_of_users_run_once():
    calls = []

    class Twice(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            calls.append("forward")
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0] * out_data[0])

    @mx.operator.register("mirrored_twice")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Twice()

    with mx.AttrScope(force_mirroring="True"):
        asked = mx.sym.sin(mx.sym.Custom(mx.sym.sin(mx.sym.Variable("data")), op_type="mirrored_twice"))
    trained(mx.sym.square(asked), mx.nd.ones(3), data=(3,))
    assert calls == ["forward"]


def test_long_chains():
    x = mx.sym.Variable("data")
    with mx.AttrScope(force_mirroring="True"):
        for _ in range(2000):
            x = mx.sym.sin(x)
    executor = trained(mx.sym.square(x), mx.nd.ones(3), data=(3,))
    assert executor.kept == 0
    assert np.isfinite(executor.grad_dict["data"].asnumpy()).all()
