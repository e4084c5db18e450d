"""Whatever a kernel raises inside a program is an MXNetError that names operator and node, in every mode."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.base import MXNetError
from tests.operators.harness import as_list, function_of, load


def odd(case):
    """Give inputs that kernels do not expect: other types, sizes of 0, indices out of range, other ranks."""
    base = case.draw("float32" if "float32" in case.dtypes else case.dtypes[0])
    for kind in ("bool", "uint8", "int64"):
        with np.errstate(all="ignore"):
            yield kind, [np.abs(array).astype(kind) if array.dtype.kind == "f" else array for array in base]
    yield "empty", [array[:0] if array.ndim else array for array in base]
    yield "empty inside", [array[..., :0] if array.ndim else array for array in base]
    yield "outside", [array if array.dtype.kind == "b" else (array.astype("float64") + 100).astype(array.dtype)
                      for array in base]
    yield "rank", [array[None] for array in base]


def arrays_of(inputs):
    return [mx.nd.array(array, dtype=array.dtype) for array in inputs]


def eager(case, inputs, recorded):
    arrays = arrays_of(inputs)
    call = function_of(mx.nd, case.op)
    if not recorded:
        return as_list(call(*arrays, **case.params))
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        outputs = as_list(call(*arrays, **case.params))
    autograd.backward(outputs)
    return [*outputs, *(array.grad for array in arrays)]


def graph_of(case, count):
    """Give the graph of one call, or None if it takes other inputs than those of the case."""
    inputs = [mx.sym.var(f"in{place}") for place in range(count)]
    made = function_of(mx.sym, case.op)(*inputs, name="the_node", **case.params)
    made = mx.sym.Group(list(made)) if len(made.list_outputs()) > 1 else made
    return made if set(made.list_inputs()) <= {item.name for item in inputs} else None


def bound(graph, inputs, train):
    given = dict(zip((f"in{place}" for place in range(len(inputs))), arrays_of(inputs)))
    args = {name: given[name] for name in graph.list_arguments()}
    grads = {name: array.copy() for name, array in args.items()}
    executor = graph.bind(mx.cpu(), args, grads, aux_states={name: given[name]
                                                              for name in graph.list_auxiliary_states()})
    outputs = executor.forward(is_train=train)
    if train:
        executor.backward([array.copy() for array in outputs])
    return [*outputs, *(array for array in executor.grad_arrays if array is not None)]


def hybridized(graph, inputs, static):
    names = graph.list_inputs()
    block = mx.gluon.SymbolBlock(graph, [mx.sym.var(name) for name in names])
    block.hybridize(static_alloc=static, static_shape=static)
    arrays = arrays_of([inputs[int(name[2:])] for name in names])
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        outputs = as_list(block(*arrays))
    autograd.backward(outputs)
    return [*outputs, *(array.grad for array in arrays)]


def calls():
    """Give a case of each operator that has arrays."""
    found = {}
    for case in load():
        if case.raises is None and case.inputs:
            found.setdefault(case.op, case)
    return sorted(found.values(), key=lambda case: case.op)


ROADS = {  # each with the name that an error must have in its text
    "recorded": ("", lambda case, graph, inputs: eager(case, inputs, True)),
    "trained": ("the_node", lambda case, graph, inputs: bound(graph, inputs, True)),
    "static": ("the_node", lambda case, graph, inputs: hybridized(graph, inputs, True)),
    "eager": ("", lambda case, graph, inputs: eager(case, inputs, False)),
    "bound": ("the_node", lambda case, graph, inputs: bound(graph, inputs, False)),
    "hybridized": ("the_node", lambda case, graph, inputs: hybridized(graph, inputs, False)),
}


def walk(case, roads):
    """Take a case's odd inputs along some roads; only MXNetErrors may come back."""
    for kind, inputs in odd(case):
        try:
            graph = graph_of(case, len(inputs)) if case.symbolic else None
        except (MXNetError, AttributeError, AssertionError):  # there is no symbol of it
            graph = None
        for road in roads:
            node, run = ROADS[road]
            if node and graph is None:
                continue
            try:
                for array in run(case, graph, inputs):
                    array.asnumpy()
            except MXNetError as error:
                # gradients of integers, and operators without one, are met by the tape
                assert any(word in str(error) for word in (node, "_backward_", "gradient", "non-differentiable")), \
                    (road, kind, str(error))


@pytest.mark.parametrize("case", calls(), ids=lambda case: case.op)
@pytest.mark.filterwarnings("ignore")
def test_only_our_errors_escape(case):
    walk(case, ["recorded", "trained", "static"])


def net_of(kernel):
    """Give a network of which the last layer but one meets a row out of range."""
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="first")
    return mx.sym.sum(kernel(data))


@pytest.mark.parametrize("kernel, operator", [
    (lambda data: mx.sym._internal._scatter_set_nd(data, mx.sym.slice_axis(data, axis=0, begin=0, end=1),
                                                   mx.sym.var("rows"), shape=(3, 4), name="second"), "_scatter_set_nd"),
    (lambda data: mx.sym.contrib.index_copy(data, mx.sym.var("rows"), mx.sym.slice_axis(data, axis=0, begin=0, end=1),
                                            name="second"), "_contrib_index_copy"),
])
@pytest.mark.parametrize("is_train", [False, True])
def test_an_error_names_its_node(kernel, operator, is_train):
    net = net_of(kernel)
    rows = mx.nd.array([[7]] if operator == "_scatter_set_nd" else [7])
    args = {"data": mx.nd.ones((3, 2)), "first_weight": mx.nd.ones((4, 2)), "first_bias": mx.nd.ones(4), "rows": rows}
    with pytest.raises(IndexError, match=rf"{operator}\(second\): ") as caught:
        net.bind(mx.cpu(), args).forward(is_train=is_train)
    assert isinstance(caught.value, MXNetError) and isinstance(caught.value.__cause__, IndexError)


def test_a_refusal_of_an_operator_names_its_node_too():
    """An MXNetError that a kernel raises itself, and one of a kernel that covers several nodes."""
    joined = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, flatten=False, name="fc"),
                               act_type="relu", name="act")
    executor = joined.bind(mx.cpu(), {"data": mx.nd.ones((3, 2)), "fc_weight": mx.nd.ones((4, 2)),
                                      "fc_bias": mx.nd.ones(4)})
    executor.forward()
    executor.arg_dict["fc_weight"]._data = mx.nd.ones((4, 5))._data  # as no front-end allows
    with pytest.raises(MXNetError, match=r"FullyConnected\(fc\): "):
        executor.forward()
    low, high = mx.sym.var("low"), mx.sym.var("high")
    net = mx.sym.contrib.dequantize(mx.sym.var("data"), low, high, name="wide")
    with pytest.raises(MXNetError, match=r"_contrib_dequantize\(wide\): "):
        net.bind(mx.cpu(), {"data": mx.nd.ones(3, dtype="float32"), "low": mx.nd.zeros(1),
                            "high": mx.nd.ones(1)}).forward()[0].asnumpy()


@pytest.mark.parametrize("kind", [KeyError, KeyboardInterrupt, StopIteration])
def test_errors_of_a_monitor_are_its_own(kind):
    executor = mx.sym.relu(mx.sym.var("x")).bind(mx.cpu(), {"x": mx.nd.ones(2)})

    def monitor(name, array):
        raise kind("mine")
    executor.set_monitor_callback(monitor)
    with pytest.raises(kind, match="mine") as caught:
        executor.forward()
    assert not isinstance(caught.value, MXNetError)


def test_a_late_error_names_its_node():
    net = mx.sym.relu(mx.sym.take(mx.sym.var("x"), mx.sym.var("rows"), mode="raise", name="taken"))
    executor = net.bind(mx.cpu(), {"x": mx.nd.ones((3, 2)), "rows": mx.nd.array([5])})
    with pytest.raises(MXNetError, match=r"take\(taken\): "):
        executor.forward()[0].asnumpy()


def test_user_code_in_functions_raises_its_own_errors():
    class Broken(autograd.Function):
        def forward(self, x):
            return x * 2

        def backward(self, dy):
            raise KeyError("mine")
    x = mx.nd.ones(2)
    x.attach_grad()
    with autograd.record():
        y = Broken()(x)
    with pytest.raises(KeyError, match="mine"):
        y.backward()


@pytest.mark.parametrize("op", ["softmax", "Pooling", "L2Normalization", "dot", "_random_pdf_normal", "elemwise_add"])
def test_types_are_refused_in_all_modes(op):
    case = next(case for case in calls() if case.op == op)
    kind = "bool" if op == "elemwise_add" else "int32"
    inputs = [np.ones(array.shape, kind) for array in case.draw("float32")]
    graph = graph_of(case, len(inputs))
    assert graph.infer_type(**{name: np.dtype(kind) for name in graph.list_arguments()})[0]  # as in MXNet
    for node, run in ROADS.values():
        with pytest.raises(MXNetError, match=rf"{op}\W.*only support (floating point types|numbers), not") as caught:
            run(case, graph, inputs)
        assert node in str(caught.value)


if __name__ == "__main__":  # every case along every road
    for each in load():
        if each.raises is None and each.inputs:
            walk(each, ROADS)
