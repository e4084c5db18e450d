"""`infer_shape` and `infer_type`: both directions, partial answers, warnings, errors that name nodes."""
import numpy as np
import pytest

import mxnet as mx

sym = mx.sym


def dense(**kwargs):
    return sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc", **kwargs)


def test_forward():
    assert dense().infer_shape(data=(2, 5)) == ([(2, 5), (3, 5), (3,)], [(2, 3)], [])
    assert dense().infer_shape((2, 5)) == dense().infer_shape(data=(2, 5))
    assert dense().infer_shape_partial(None, (3, 5))[0][1] == (3, 5)


def test_backward_and_partial():
    a, b = sym.var("a", shape=(0, 10)), sym.var("b", shape=(12, 0))
    assert (a + b).infer_shape() == ([(12, 10), (12, 10)], [(12, 10)], [])
    assert (a + sym.var("c")).infer_shape_partial() == ([(0, 10), (0, 10)], [(0, 10)], [])
    assert (a + sym.var("c")).infer_shape_partial(c=(7, 0))[1] == [(7, 10)]


def test_information_travels_through_many_nodes_both_ways():
    net = sym.var("start")
    for _ in range(50):
        net = sym.relu(net)
    other = net + sym.var("end")
    for _ in range(50):
        other = sym.tanh(other)
    shapes = (other + sym.var("late", shape=(3, 4))).infer_shape()
    assert shapes == ([(3, 4)] * 3, [(3, 4)], [])


def test_one_entry_at_two_inputs_of_a_node():
    a = sym.var("a")
    assert (a + a).infer_shape(a=(2,)) == ([(2,)], [(2,)], [])
    net = sym.FullyConnected(a, a, no_bias=True, num_hidden=4)
    with pytest.raises(mx.MXNetError, match="Error in operator"):
        net.infer_shape(a=(2, 3))


def test_given_shape_wins_over_the_variables_own():
    a = sym.var("a", shape=(2, 3))
    assert sym.relu(a).infer_shape(a=(4, 5))[0] == [(4, 5)]


def test_unknown_shapes_warn():
    with pytest.warns(UserWarning, match=r"Cannot decide shape(.|\n)*data: \(\)"):
        assert dense().infer_shape() == (None, None, None)
    many = sym.add_n(*[sym.var(f"v{i}") for i in range(12)])
    with pytest.warns(UserWarning, match=r"v9: \(\)\n\t\.\.\.$"):
        many.infer_shape()
    with pytest.warns(UserWarning, match=r"Cannot decide type(.|\n)*data: None"):
        assert dense().infer_type() == (None, None, None)


def test_contradictions_name_operator_node_and_shapes(capsys):
    with pytest.raises(mx.MXNetError) as caught:
        dense().infer_shape(data=(2, 5), fc_weight=(4, 6))
    text = str(caught.value)
    assert text.startswith("Error in operator fc: ")
    assert "FullyConnected" in text and "[4,6]" in text and "[3,5]" in text
    assert capsys.readouterr().out == \
        "infer_shape error. Arguments:\n  data: (2, 5)\n  fc_weight: (4, 6)\n"
    with pytest.raises(mx.MXNetError, match="Error in operator s: (.|\n)*float16"):
        sym.elemwise_add(sym.var("a"), sym.var("b"), name="s").infer_type(a="float32", b="float16")


def test_wrong_questions():
    net = dense()
    with pytest.raises(mx.MXNetError, match=r"InferShapeKeyword argument name x not found"):
        net.infer_shape(x=(1,))
    with pytest.raises(mx.MXNetError, match=r"InferTypeKeyword argument name x not found"):
        net.infer_type(x="float32")
    with pytest.raises(TypeError, match="'data' is <class 'list'>"):
        net.infer_shape(data=[2, 5])
    with pytest.raises(TypeError, match="argument 0 is <class 'int'>"):
        net.infer_shape(3)
    with pytest.raises(ValueError, match="either by positional or"):
        net.infer_shape((2, 5), data=(2, 5))
    with pytest.raises(mx.MXNetError, match="only 3 arguments"):
        net.infer_shape((2, 5), None, None, None)


def test_types():
    net = dense()
    assert net.infer_type(data="float16") == ([np.float16] * 3, [np.float16], [])
    assert net.infer_type(np.float64) == ([np.float64] * 3, [np.float64], [])
    cast = sym.Cast(sym.var("a"), dtype="int32")
    assert cast.infer_type_partial() == ([None], [np.int32], [])
    typed = sym.var("a", dtype="float64")
    assert sym.relu(typed).infer_type() == ([np.float64], [np.float64], [])
    assert sym.zeros((2,)).infer_type() == ([], [np.float32], [])


def test_auxiliary_states_have_shapes_and_types():
    net = sym.BatchNorm(sym.var("data"), name="bn")
    assert net.infer_shape(data=(2, 7))[2] == [(7,), (7,)]
    assert net.infer_type(data="float32")[2] == [np.float32] * 2
    assert net.infer_shape(data=(2, 7), bn_moving_mean=(7,))[2] == [(7,), (7,)]


def test_numpy_shapes():
    a = sym.var("a")
    net = sym.relu(a)
    with mx.util.np_shape(True):
        assert net.infer_shape(a=()) == ([()], [()], [])
        assert net.infer_shape_partial() == ([None], [None], [])
        assert net.infer_shape_partial(a=(-1, 0))[1] == [(-1, 0)]
    assert net.infer_shape_partial() == ([()], [()], [])


def test_a_bad_declaration_is_told():
    with pytest.raises(mx.MXNetError, match="x: __shape__='oops'"):
        sym.relu(sym.var("x", __shape__="oops")).infer_shape()
    with pytest.raises(mx.MXNetError, match="x: __dtype__='99'"):
        sym.relu(sym.var("x", __dtype__="99")).infer_type()


def test_the_oldest_operators_decide_for_float32_where_nothing_says_otherwise():
    x = mx.sym.Variable("x")
    single, half = np.float32, np.float16
    for made in (mx.sym.InstanceNorm(x), mx.sym.Crop(x, mx.sym.Variable("like"), num_args=2),
                 mx.sym.contrib.MultiBoxPrior(x), mx.sym.contrib.MultiBoxTarget(x), mx.sym.contrib.MultiBoxDetection(x),
                 mx.sym.contrib.Proposal(x), mx.sym.contrib.MultiProposal(x), mx.sym.IdentityAttachKLSparseReg(x)):
        args, outs, states = made.infer_type()
        assert {*args, *outs, *states} == {single}
    cast = mx.sym.Cast(mx.sym.InstanceNorm(x + mx.sym.Variable("y"), name="norm"), dtype="float64")
    assert cast.infer_type()[0] == [single] * 4
    # said somewhere, even behind it, it is not decided
    assert mx.sym.InstanceNorm(x, name="norm").infer_type(norm_gamma=half)[0] == [half] * 3
    assert mx.sym.Group([mx.sym.InstanceNorm(x), x + mx.sym.Variable("z")]).infer_type(z=half)[0] == [half] * 4


def test_what_is_learnt_travels_back_and_forth():
    count, x = 30, mx.sym.Variable("x0")
    for number in range(count):  # each step of the way back opens the next one forth
        y = mx.sym.Variable(f"x{number + 1}")
        x = mx.sym.elemwise_add(x, y) if number % 2 else mx.sym.elemwise_mul(y, x)
    shapes = x.infer_shape(x7=(2, 3))[0]
    assert shapes == [(2, 3)] * (count + 1)
    assert x.infer_type(x7="float16")[0] == [np.float16] * (count + 1)


def test_the_common_type_waits_for_all_inputs():
    graph = sym.amp_multicast(sym.var("a", dtype="float16"), sym.var("b"), num_outputs=2)
    exe = graph.simple_bind(mx.cpu(), a=(2,), b=(3,))
    assert [array.dtype for array in exe.arg_arrays] == [np.float16, np.float32]
    assert [array.dtype for array in exe.outputs] == [np.float32, np.float32]
    assert graph.infer_type(b="float16")[1] == [np.float16, np.float16]
