"""Binding, running and looking into executors."""
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.program import Program
from mxnet.core.tiers import glue
from tests.garbage import nothing_to_collect


def mlp():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc1")
    net = mx.sym.Activation(net, act_type="tanh", name="act")
    net = mx.sym.FullyConnected(net, num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def filled(executor, seed=0):
    rng = np.random.RandomState(seed)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 3, array.shape) if "label" in name else rng.uniform(-1, 1, array.shape)
    return executor


def gradients(executor):
    executor.forward(is_train=True)
    executor.backward()
    return {name: grad.asnumpy() for name, grad in executor.grad_dict.items() if grad is not None}


# ---- what bind checks --------------------------------------------------------------------------------

def two_times_a_plus_b():
    return 2 * mx.sym.Variable("a") + mx.sym.Variable("b")


@pytest.mark.parametrize("args, error, match", [
    ({"a": mx.nd.ones(2)}, ValueError, "key `b` is missing in `args`"),
    ([mx.nd.ones(2)], ValueError, "Length of args does not match"),
    ({"a": mx.nd.ones(2), "b": 3}, TypeError, "Only accept list of NDArrays"),
    ({"a": mx.nd.ones(2), "b": mx.nd.ones(3)}, mx.MXNetError, r"_plus\d+.*\[2\].*\[3\]"),
])
def test_bind_refuses(args, error, match):
    with pytest.raises(error, match=match):
        two_times_a_plus_b().bind(mx.cpu(), args)


def test_bind_refuses_context_and_request():
    args = {"a": mx.nd.ones(2), "b": mx.nd.ones(2)}
    with pytest.raises(TypeError, match="Context type error"):
        two_times_a_plus_b().bind("cpu", args)
    with pytest.raises(ValueError, match="grad_req must be in"):
        two_times_a_plus_b().bind(mx.cpu(), args, grad_req="sometimes")


def test_simple_bind_names_what_cannot_be_inferred():
    with pytest.raises(RuntimeError, match="simple_bind error"):
        two_times_a_plus_b().simple_bind(mx.cpu())
    with pytest.raises(RuntimeError, match=r"Arguments:\na: \(2,\)\nb: \(3,\)"):
        two_times_a_plus_b().simple_bind(mx.cpu(), a=(2,), b=(3,))


@pytest.mark.parametrize("given, error, match", [
    ({"x": mx.nd.ones(2)}, TypeError, "Unknown argument x"),
    ({"a": mx.nd.ones(3)}, ValueError, r"Shape not match! Argument a, need: \(2,\), received: \(3,\)"),
    ({"a": 5}, ValueError, "only accept keyword argument of NDArrays"),
])
def test_forward_refuses(given, error, match):
    executor = two_times_a_plus_b().simple_bind(mx.cpu(), a=(2,), b=(2,))
    with pytest.raises(error, match=match):
        executor.forward(**given)


def test_head_gradient_is_required_without_a_loss():
    executor = two_times_a_plus_b().simple_bind(mx.cpu(), a=(2,), b=(2,))
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match=r"elemwise_add\(_plus\d+\).*head_gradient is required"):
        executor.backward()
    with pytest.raises(mx.MXNetError, match="head gradient 0"):
        executor.backward(mx.nd.ones(3))


# ---- gradients -------------------------------------------------------------------------------------

def test_requests_write_add_null():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    executor = (a * b).bind(mx.cpu(), [mx.nd.array([2.0]), mx.nd.array([3.0])],
                            [mx.nd.array([10.0]), mx.nd.array([10.0])], grad_req={"a": "add", "b": "write"})
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones(1))
    assert executor.grad_dict["a"].asscalar() == 16
    assert executor.grad_dict["b"].asscalar() == 2
    executor = (a * b).bind(mx.cpu(), [mx.nd.array([2.0]), mx.nd.array([3.0])], {"a": mx.nd.array([7.0])},
                            grad_req={"a": "null"})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    assert executor.grad_dict["a"].asscalar() == 7


def test_a_value_used_many_times_sums_its_gradients():
    x = mx.sym.Variable("x")
    y = x * x
    executor = (y + y + y * x).bind(mx.cpu(), [mx.nd.array([3.0])], [mx.nd.zeros(1)])
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    assert executor.grad_arrays[0].asscalar() == 4 * 3 + 3 * 9


def test_backward_twice_and_after_inference_gives_the_same():
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 6)))
    first = gradients(executor)
    with pytest.warns(UserWarning, match="without calling forward"):
        executor.backward()
    for name, value in first.items():
        np.testing.assert_array_equal(executor.grad_dict[name].asnumpy(), value)


def test_moving_averages_move_in_backward():
    """As in MXNet 1.9.1: a training forward alone leaves the auxiliary states as they are."""
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn", fix_gamma=False, momentum=0.9)
    executor = net.simple_bind(mx.cpu(), data=(8, 3))
    data = np.random.uniform(1, 2, (8, 3)).astype("float32")
    executor.arg_dict["data"][:] = data
    executor.forward(is_train=True)
    assert not executor.aux_dict["bn_moving_mean"].asnumpy().any()
    executor.backward(mx.nd.ones((8, 3)))
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), 0.1 * data.mean(0), rtol=1e-5)
    executor.forward(is_train=False)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), 0.1 * data.mean(0), rtol=1e-5)


def test_unwanted_gradients_cost_nothing():
    executor = mlp().simple_bind(mx.cpu(), data=(4, 6), grad_req={"fc2_weight": "write"})
    backward = executor.code.split("def backward")[1]
    assert "FullyConnected_backward" in backward
    assert "Activation_backward" not in backward


def test_an_activation_that_overwrites_its_input_is_not_recomputed(monkeypatch):
    """One value would be kept in the other's place."""
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    code = mlp().simple_bind(mx.cpu(), data=(4, 6)).code
    assert "Activation_in_place" in code and "_again" not in code


# ---- outputs ---------------------------------------------------------------------------------------

def test_outputs_stay_the_same_objects():
    executor = two_times_a_plus_b().simple_bind(mx.cpu(), a=(2,), b=(2,))
    kept = executor.outputs[0]
    executor.forward(a=mx.nd.ones(2))
    np.testing.assert_array_equal(kept.asnumpy(), [2, 2])
    assert executor.output_dict == {executor._output_names[0]: kept} or executor.outputs[0] is kept


def test_an_output_never_shares_memory_with_an_argument():
    x = mx.sym.Variable("x")
    net = mx.sym.Group([x, mx.sym.Reshape(x, shape=(-1,)), mx.sym.BlockGrad(x)])
    executor = net.bind(mx.cpu(), [mx.nd.ones((2, 2))])
    for out in executor.forward():
        out[:] = 5
    np.testing.assert_array_equal(executor.arg_arrays[0].asnumpy(), np.ones((2, 2)))


def test_hidden_values_are_freed_at_their_last_use():
    code = mlp().simple_bind(mx.cpu(), data=(4, 6), grad_req="null").code
    assert code.index("del fc1") < code.index("fc2 =")


# ---- sharing and shapes ------------------------------------------------------------------------------

def test_reshape_leaves_arrays_of_unwanted_gradients_behind():
    net = mx.sym.Variable("a") * mx.sym.Variable("b")
    arrays = {name: mx.nd.ones((2,)) for name in "ab"}
    executor = net.bind(mx.cpu(), arrays, {name: mx.nd.zeros((2,)) for name in "ab"}, {"a": "write", "b": "null"})
    assert executor.grad_dict["b"] is not None
    reshaped = executor.reshape(a=(2,), b=(2,))
    assert reshaped.grad_dict["b"] is None
    reshaped.forward(is_train=True)
    reshaped.backward([mx.nd.ones((2,))])
    assert reshaped.grad_dict["a"].asnumpy().tolist() == [1, 1]


def test_reshape_shares_parameters_and_memory():
    big = mlp().simple_bind(mx.cpu(), data=(8, 6))
    small = big.reshape(data=(4, 6), softmax_label=(4,))
    big.arg_dict["fc1_weight"][:] = 3
    assert small.arg_dict["fc1_weight"] is big.arg_dict["fc1_weight"]
    assert small.forward()[0].shape == (4, 3)
    with pytest.raises(mx.MXNetError, match="allow_up_sizing"):
        big.reshape(data=(16, 6), softmax_label=(16,))
    assert big.reshape(allow_up_sizing=True, data=(16, 6), softmax_label=(16,)).forward()[0].shape == (16, 3)
    with pytest.raises(AssertionError, match="partial_shaping"):
        big.reshape(allow_up_sizing=True, data=(8, 9))


def test_simple_bind_takes_arrays_from_a_shared_executor_and_buffer():
    first = mlp().simple_bind(mx.cpu(), data=(8, 6))
    buffer: dict = {}
    second = mlp().simple_bind(mx.cpu(), data=(4, 6), shared_exec=first, shared_buffer=buffer,
                               shared_arg_names=["fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"])
    assert second.arg_dict["fc1_weight"] is first.arg_dict["fc1_weight"]
    assert set(buffer) == {"data", "softmax_label"}
    third = mlp().simple_bind(mx.cpu(), data=(2, 6), shared_buffer=buffer)
    third.arg_dict["data"][:] = 1
    np.testing.assert_array_equal(second.arg_dict["data"].asnumpy()[:2], np.ones((2, 6)))


def test_type_dict_reaches_every_array():
    executor = mlp().simple_bind(mx.cpu(), data=(4, 6), type_dict={"data": "float64"})
    assert {array.dtype for array in executor.arg_arrays} == {np.float64}
    assert executor.forward()[0].dtype == np.float64


def test_copy_params_from_refuses_unknown_names():
    executor = mlp().simple_bind(mx.cpu(), data=(4, 6))
    with pytest.raises(ValueError, match='Find name "zz" that is not in the arguments'):
        executor.copy_params_from({"zz": mx.nd.ones(1)})
    executor.copy_params_from({"zz": mx.nd.ones(1)}, allow_extra_params=True)


# ---- devices, monitors, threads ------------------------------------------------------------------------

def test_groups_on_two_contexts_give_the_same_numbers():
    with mx.AttrScope(ctx_group="first"):
        net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc1"),
                                act_type="relu")
    with mx.AttrScope(ctx_group="second"):
        net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")
    split = filled(net.simple_bind(mx.cpu(0), group2ctx={"first": mx.cpu(1), "second": mx.cpu(2)}, data=(4, 6)))
    assert split.arg_dict["fc1_weight"].context == mx.cpu(1)
    assert split.arg_dict["fc2_weight"].context == mx.cpu(2)
    whole = filled(net.simple_bind(mx.cpu(0), data=(4, 6)))
    for name, value in gradients(whole).items():
        np.testing.assert_allclose(gradients(split)[name], value, rtol=1e-6)


def test_monitor_sees_values_and_gradients():
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 6)))
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append((name, array.shape)))
    gradients(executor)
    names = [name for name, _ in seen]
    assert names[:4] == ["fc1_output", "act_output", "fc2_output", "softmax_output"]
    assert "fc1_backward_output0" in names
    assert dict(seen)["act_output"] == (4, 5)


def test_executors_in_threads_are_independent():
    executors = [filled(mlp().simple_bind(mx.cpu(), data=(16, 6)), seed) for seed in range(4)]
    alone = [gradients(executor) for executor in executors]
    failures = []

    def work(index):
        for _ in range(20):
            found = gradients(executors[index])
            if any(not np.array_equal(found[name], alone[index][name]) for name in found):
                failures.append(index)
    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_one_executor_from_two_threads_never_corrupts():
    executor = filled(mlp().simple_bind(mx.cpu(), data=(16, 6), grad_req="null"))
    expected = executor.forward()[0].asnumpy()
    wrong = []

    def work():
        for _ in range(50):
            if not np.array_equal(executor.forward()[0].asnumpy(), expected):
                wrong.append(1)
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_debug_str_ends_with_the_memory_plan():
    text = mlp().simple_bind(mx.cpu(), data=(4, 6)).debug_str()
    assert "Op:FullyConnected, Name=fc1" in text
    assert "MB allocated" in text


def test_names_of_a_file_never_become_code():
    data = mx.sym.Variable("data")
    net = mx.sym.Activation(data, act_type="relu", name="x\n    raise SystemExit(1)  #")
    net = mx.sym.Activation(net, act_type="relu", name="class")
    executor = net.simple_bind(mx.cpu(), data=(2,))
    np.testing.assert_array_equal(executor.forward(data=mx.nd.ones(2))[0].asnumpy(), [1, 1])
    assert "SystemExit(1)" not in executor.code


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\x00"], ids=repr)
def test_no_text_of_a_file_ends_a_comment(end):
    """Names and attributes are shown in comments; in fused calls, and in all others."""
    text = f"x{end}    raise SystemExit(1){end}"
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, name=f"{text}c")
    net = mx.sym.BatchNorm(net, name=f"{text}b")
    net = mx.sym.Activation(net, act_type="relu", name=f"{text}a")
    net = mx.sym.Pooling(net, kernel=(1, 1), pool_type="max", name=text)
    executor = net.simple_bind(mx.cpu(), data=(1, 2, 3, 3))
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((1, 2, 3, 3)))
    executor.forward()
    lines = executor.code.splitlines()
    assert not any(line.split("#")[0].strip().startswith("raise") for line in lines)


def test_large_gradients_land_in_the_arrays_and_their_views():
    x = mx.sym.Variable("x")
    grad = mx.nd.zeros((256, 256))
    executor = (x * x).bind(mx.cpu(), [mx.nd.ones((256, 256))], [grad])
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((256, 256)))
    assert grad.asnumpy().mean() == 2
    view = grad[0:1]  # from now on the memory is shared, so it must be written and not replaced
    executor.arg_arrays[0][:] = 3
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((256, 256)))
    assert view.asnumpy().mean() == grad.asnumpy().mean() == 6


def test_backward_as_in_prediction():
    net = mx.sym.Dropout(mx.sym.Variable("x"), p=0.5)
    executor = net.simple_bind(mx.cpu(), x=(50, 50))
    executor.forward(is_train=True, x=mx.nd.ones((50, 50)))
    executor.backward(mx.nd.ones((50, 50)))
    assert set(np.unique(executor.grad_dict["x"].asnumpy())) == {0, 2}
    executor.forward(is_train=False)
    with pytest.warns(UserWarning, match="without calling forward"):
        executor.backward(mx.nd.ones((50, 50)), is_train=False)
    assert set(np.unique(executor.grad_dict["x"].asnumpy())) == {1}


def test_backward_of_statistics_as_in_prediction():
    net = mx.sym.BatchNorm(mx.sym.Variable("x"), fix_gamma=False, eps=1, name="bn")
    executor = net.simple_bind(mx.cpu(), x=(4, 3))
    executor.aux_dict["bn_moving_var"][:] = 3
    executor.forward(is_train=False, x=mx.nd.arange(12).reshape((4, 3)), bn_gamma=mx.nd.ones(3))
    with pytest.warns(UserWarning, match="without calling forward"):
        executor.backward(mx.nd.arange(12).reshape((4, 3)), is_train=False)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), np.arange(12).reshape(4, 3) / 2)  # one by one


def test_a_bad_value_is_told_when_the_result_is_read():
    net = mx.sym.take(mx.sym.Variable("a"), mx.sym.Variable("i"), mode="raise")
    executor = net.simple_bind(mx.cpu(), a=(3, 2), i=(2,))
    executor.arg_dict["i"][:] = 7
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match="indices out of bound"):
        executor.outputs[0].asnumpy()
    with pytest.warns(UserWarning, match="without calling forward"):
        executor.backward(mx.nd.ones((2, 2)))
    with pytest.raises(mx.MXNetError, match="indices out of bound"):
        executor.grad_dict["a"].asnumpy()
    executor.arg_dict["i"][:] = 1
    executor.forward(is_train=True)
    assert executor.outputs[0].shape == (2, 2)
    executor.backward(mx.nd.ones((2, 2)))
    assert executor.grad_dict["a"].asnumpy().tolist() == [[0, 0], [2, 2], [0, 0]]


@pytest.mark.parametrize("given, expected", [
    (torch.ones(2), (1, None)), ((torch.ones(2), None), (1, None)), ((None, torch.ones(2)), (0, 1)), (None, (0, None)),
])
def test_a_gradient_that_is_not_given_is_zeros_where_it_is_wanted(given, expected):
    rule = glue.filled(lambda: given, [lambda: torch.zeros(2), None])
    assert tuple(None if found is None else found[0].item() for found in rule()) == expected


def test_an_error_of_a_kernel_names_the_node():
    def refuse(data):
        raise RuntimeError("no kernel for this\nand more")
    program = Program("forward")
    program.inputs("args", ["data"])
    program.call(torch.neg, "negative", ["data"], ["minus"])
    program.call(refuse, "Convolution_backward", ["minus"], ["conv1", "conv1_saved"], "saved", "kernel=(3, 3)")
    program.returns = [["conv1"]]
    with pytest.raises(mx.MXNetError, match=r"^Convolution\(conv1\): no kernel for this$"):
        program.run([torch.ones(1)])


@pytest.mark.parametrize("watched", [False, True])
def test_an_executor_that_is_dropped_leaves_nothing_to_collect(watched):
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3), name="softmax")

    def use():
        executor = net.simple_bind(mx.cpu(), data=(4, 5))
        if watched:
            executor.set_monitor_callback(lambda name, array: None)
        executor.forward(is_train=True)
        executor.backward()
        executor.forward()
    use()
    with nothing_to_collect():
        use()


def test_a_monitor_may_read_names_as_c_strings():
    """MXNet hands them to callbacks as bytes, so programs pass them through `py_str`."""
    seen = []
    executor = mx.sym.sin(mx.sym.var("x"), name="wave").simple_bind(mx.cpu(), x=(2,))
    executor.set_monitor_callback(lambda name, array: seen.append(mx.base.py_str(name)), monitor_all=True)
    executor.forward()
    assert "wave_output" in seen and mx.base.py_str(b"wave") == "wave"
