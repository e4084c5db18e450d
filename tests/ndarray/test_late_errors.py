"""Errors about values are raised when a result is read; what MXNet 1.9.1's engine does is written down here."""
import numpy as np
import pytest

import mxnet as mx


@pytest.fixture(autouse=True)
def nothing_waits():
    yield
    try:
        mx.nd.waitall()
    except mx.MXNetError:
        pass


def bad():
    return mx.nd.random.normal(0, -1, (2, 2))


def refused(call):
    with pytest.raises(mx.MXNetError, match="scale parameter in gaussian has to be positive"):
        call()


def test_it_has_shape_and_type_and_raises_once():
    array = bad()
    assert array.shape == (2, 2) and array.dtype is np.float32 and len(array) == 2
    refused(array.asnumpy)
    assert not array.asnumpy().any()
    assert (array + 1).asnumpy().tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("read", [lambda a: a.asnumpy(), lambda a: a.wait_to_read(), lambda a: mx.nd.waitall(),
                                  lambda a: repr(a), lambda a: a[0, 0].asscalar(), lambda a: bool(a[0, 0])])
def test_who_reads_hears_of_it(read):
    array = bad()
    refused(lambda: read(array))


MADE = {
    "dot": lambda a: mx.nd.dot(a, a), "scalar": lambda a: a + 1, "reversed": lambda a: 1 - a, "negative": lambda a: -a,
    "array": lambda a: a * mx.nd.ones((2, 2)), "from the right": lambda a: mx.nd.ones((2, 2)) - a,
    "view": lambda a: a[0], "reshape": lambda a: a.reshape((4,)), "transposed": lambda a: a.T,
    "type": lambda a: a.astype("int32"), "copy": lambda a: a.copy(), "concat": lambda a: mx.nd.concat(a, a, dim=0),
    "split": lambda a: mx.nd.split(a, 2)[1], "method": lambda a: a.sum(), "order": lambda a: mx.nd.topk(a),
    "index": lambda a: mx.nd.take(mx.nd.ones((3,)), a), "chain": lambda a: mx.nd.sqrt(mx.nd.exp(a) + 1) / 2,
}


@pytest.mark.parametrize("recording", [False, True])
@pytest.mark.parametrize("name", MADE)
def test_what_is_made_of_it(name, recording):
    x = mx.nd.ones((2, 2))
    x.attach_grad()
    if recording:
        with mx.autograd.record():
            made = MADE[name](bad() + x)
    else:
        made = MADE[name](bad())
    refused(made.asnumpy)
    assert made.asnumpy().shape == made.shape


def test_all_that_failed_together_is_heard_of_once():
    array = bad()
    first, second = array
    sum_ = array + 1
    refused(first.asnumpy)
    second.asnumpy(), sum_.asnumpy(), array.asnumpy(), mx.nd.waitall()


def test_draws_fail_together_and_others_do_not():
    first, second = bad(), bad()
    refused(first.asnumpy)
    second.asnumpy(), mx.nd.waitall()
    first, second = mx.nd.linalg.inverse(mx.nd.ones((2, 2))), mx.nd.linalg.potrf(-mx.nd.ones((2, 2)))
    with pytest.raises(mx.MXNetError, match="non-convertible"):
        first.asnumpy()
    with pytest.raises(mx.MXNetError, match="potrf"):
        second.asnumpy()


def test_waitall_knows_what_was_dropped():
    bad(), bad()
    refused(mx.nd.waitall)
    mx.nd.waitall()


def written(target, array):
    target[:] = array


WRITES = {
    "all": written, "copyto": lambda target, array: array.copyto(target),
    "out": lambda target, array: mx.nd.dot(array, array, out=target),
    "part": lambda target, array: target.__setitem__(slice(0, 1), array[0:1]),
    "in place": lambda target, array: target.__iadd__(array),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_it_is_written_into(name):
    target, array = mx.nd.ones((2, 2)), bad()
    WRITES[name](target, array)
    refused(target.asnumpy)
    target[:] = 3
    assert (target.asnumpy() == 3).all()


def test_writing_to_it_does_not_help():
    array = bad()
    array[:] = 5
    array += 1
    refused(array.asnumpy)
    array[:] = 5
    assert (array.asnumpy() == 5).all()


def test_an_executor_that_is_fed_with_it():
    array = bad()
    executor = (mx.sym.var("a") * 2 + 1).bind(mx.current_context(), {"a": array})
    outputs = executor.forward()
    assert outputs[0].shape == (2, 2)
    refused(outputs[0].asnumpy)
    assert (executor.forward()[0].asnumpy() == 1).all()


def test_an_executor_that_makes_it():
    executor = (mx.sym.random.normal(0, -1, (2, 2)) * 2).bind(mx.current_context(), {})
    outputs = executor.forward()
    refused(mx.nd.waitall)
    assert outputs[0].asnumpy().shape == (2, 2)


def test_gradients_of_an_executor_wait_too():
    net = mx.sym.make_loss(mx.sym.var("x") * mx.sym.random.normal(0, -1, (2, 2)))
    executor = net.simple_bind(mx.current_context(), x=(2, 2))
    executor.forward(is_train=True)
    with pytest.warns(UserWarning, match="without calling forward"):
        executor.backward()
    refused(executor.grad_dict["x"].asnumpy)
    refused(executor.outputs[0].asnumpy)


def test_backward_raises_it():
    x = mx.nd.ones((2, 2))
    x.attach_grad()
    with mx.autograd.record():
        y = x * bad()
    refused(y.backward)


@pytest.mark.parametrize("call", [
    lambda: mx.nd.random.uniform(1, 0, (2,)), lambda: mx.nd.random.gamma(-1, 1, (2,)),
    lambda: mx.nd.random.exponential(-1, (2,)), lambda: mx.nd.random.poisson(-1, (2,)),
    lambda: mx.nd.random.negative_binomial(-1, 0.5, (2,)), lambda: mx.nd.random.randint(5, 1, (2,)),
    lambda: mx.nd.random.generalized_negative_binomial(1, -0.5, (2,)),
    lambda: mx.nd.take(mx.nd.ones((2,)), mx.nd.array([5]), mode="raise"),
    lambda: mx.nd.linalg.potrf(mx.nd.array([[1, 2], [2, 1]])), lambda: mx.nd.linalg.potri(mx.nd.zeros((2, 2))),
    lambda: mx.nd.linalg.inverse(mx.nd.ones((2, 2))),
])
def test_errors_that_wait(call):
    made = call()
    with pytest.raises(mx.MXNetError):
        made.asnumpy()


@pytest.mark.parametrize("call", [lambda: mx.nd.dot(bad(), mx.nd.ones((3, 2))),
                                  lambda: mx.nd.random.normal(0, 1, (2,), dtype="int32")])
def test_errors_about_shapes_and_types_do_not_wait(call):
    with pytest.raises(mx.MXNetError):
        call()


@pytest.mark.parametrize("reads", [True, False])
def test_a_value_that_a_users_operator_could_not_compute(reads):
    class Operator(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            out_data[0][:] = mx.nd.linalg.potrf(in_data[0])
            if reads:
                out_data[0].wait_to_read()

    @mx.operator.register(f"late_{reads}")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Operator()
    found = mx.nd.Custom(mx.nd.zeros((2, 2)), op_type=f"late_{reads}")
    with pytest.raises(mx.MXNetError):
        found.wait_to_read()
