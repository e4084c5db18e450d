"""Shapes of layout and indexing operators from partial ones, forwards and backwards. 0 is unknown."""
import pytest

import mxnet as mx

S = mx.sym


def var(name):
    return S.Variable(name)


def tied(symbol):
    """Say the output's shape by adding a variable of that shape."""
    return S.elemwise_add(symbol, var("out"))


DATA = var("data")
CASES = [
    # symbol, given, shapes of arguments, shapes of outputs
    (S.Reshape(DATA, shape=(0, -1)), {"data": (0, 3, 4)}, [(0, 3, 4)], [(0, 0)]),
    (S.Reshape(DATA, shape=(-1, 4)), {"data": (0, 3, 4)}, [(0, 3, 4)], [(0, 4)]),
    (S.Reshape(DATA, shape=(-3, 0)), {"data": (2, 3, 0)}, [(2, 3, 0)], [(6, 0)]),
    (S.Reshape(DATA, shape=(6, 4)), {"data": (0, 3, 4)}, [(2, 3, 4)], [(6, 4)]),
    (tied(S.Reshape(DATA, shape=(-1, 4))), {"data": (0, 3, 4), "out": (6, 4)}, [(2, 3, 4), (6, 4)], [(6, 4)]),
    (tied(S.transpose(DATA, axes=(1, 2, 0))), {"out": (3, 4, 2)}, [(2, 3, 4), (3, 4, 2)], [(3, 4, 2)]),
    (S.transpose(DATA), {"data": (2, 0, 4)}, [(2, 0, 4)], [(4, 0, 2)]),
    (tied(S.SwapAxis(DATA, dim1=0, dim2=2)), {"out": (4, 0, 2)}, [(2, 0, 4), (4, 0, 2)], [(4, 0, 2)]),
    (tied(S.expand_dims(DATA, axis=1)), {"out": (2, 1, 3)}, [(2, 3), (2, 1, 3)], [(2, 1, 3)]),
    (tied(S.flip(DATA, axis=0)), {"out": (2, 3)}, [(2, 3), (2, 3)], [(2, 3)]),
    (S.slice(DATA, begin=(0, 1), end=(2, None)), {"data": (4, 0, 5)}, [(4, 0, 5)], [(2, 0, 5)]),
    (S.slice_axis(DATA, axis=1, begin=1, end=3), {"data": (0, 4)}, [(0, 4)], [(0, 2)]),
    (S.Concat(var("a"), var("b"), dim=1), {"a": (2, 3, 0), "b": (0, 4, 5)}, [(2, 3, 5), (2, 4, 5)], [(2, 7, 5)]),
    (tied(S.Concat(var("a"), var("b"), dim=0)), {"a": (2, 3), "out": (9, 3)}, [(2, 3), (7, 3), (9, 3)], [(9, 3)]),
    (S.stack(var("a"), var("b"), axis=1), {"a": (2, 3)}, [(2, 3), (2, 3)], [(2, 2, 3)]),
    (S.SliceChannel(DATA, num_outputs=2, axis=1), {"data": (0, 6)}, [(0, 6)], [(0, 3), (0, 3)]),
    (tied(S.SliceChannel(DATA, num_outputs=2, axis=1)[0]), {"data": (0, 0), "out": (4, 3)}, [(4, 6), (4, 3)], [(4, 3)]),
    (tied(S.SliceChannel(DATA, num_outputs=2, axis=0, squeeze_axis=True)[1]), {"data": (0, 0), "out": (3,)},
     [(2, 3), (3,)], [(3,)]),
    (S.split_v2(DATA, (1, 3), axis=1), {"data": (0, 5)}, [(0, 5)], [(0, 1), (0, 2), (0, 2)]),
    (S.repeat(DATA, repeats=3, axis=1), {"data": (0, 2)}, [(0, 2)], [(0, 6)]),
    (S.Pad(DATA, mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 2, 0)), {"data": (0, 2, 3, 4)},
     [(0, 2, 3, 4)], [(0, 2, 5, 6)]),
    (S.take(var("a"), var("i"), axis=1), {"a": (2, 3, 4), "i": (5, 0)}, [(2, 3, 4), (5, 0)], [(2, 5, 0, 4)]),
    (S.pick(DATA, var("i"), axis=1), {"data": (2, 3, 4)}, [(2, 3, 4), (2, 4)], [(2, 4)]),
    (tied(S.one_hot(var("i"), depth=3)), {"out": (2, 3)}, [(2,), (2, 3)], [(2, 3)]),
    (S.gather_nd(DATA, var("i")), {"data": (2, 3, 4), "i": (2, 5)}, [(2, 3, 4), (2, 5)], [(5, 4)]),
    (S.Embedding(DATA, var("weight"), input_dim=9, output_dim=4), {"data": (0, 3)}, [(0, 3), (9, 4)], [(0, 3, 4)]),
    (tied(S.Embedding(DATA, var("weight"), input_dim=9, output_dim=4)), {"out": (2, 3, 4)},
     [(2, 3), (9, 4), (2, 3, 4)], [(2, 3, 4)]),
    (S.where(var("c"), var("x"), var("y")), {"c": (2, 3), "x": (2, 3)}, [(2, 3)] * 3, [(2, 3)]),
    (S.ravel_multi_index(DATA, shape=(3, 4)), {"data": (2, 5)}, [(2, 5)], [(5,)]),
    (tied(S.unravel_index(DATA, shape=(3, 4))), {"out": (2, 5)}, [(5,), (2, 5)], [(2, 5)]),
    (S.random.normal(var("mu"), var("sigma"), shape=(4,)), {"mu": (2, 0), "sigma": (0, 3)}, [(2, 3)] * 2, [(2, 3, 4)]),
    (tied(S.random.uniform(shape=(0, 3))), {"out": (2, 3)}, [(2, 3)], [(2, 3)]),
]


@pytest.mark.parametrize(("symbol", "given", "arguments", "outputs"), CASES,
                         ids=[f"{case[0].name}-{number}" for number, case in enumerate(CASES)])
def test_partial_shapes(symbol, given, arguments, outputs):
    found, out, _ = symbol.infer_shape_partial(**given)
    assert (found, out) == (arguments, outputs)


@pytest.mark.parametrize(("symbol", "given", "words"), [
    (S.Concat(var("a"), var("b"), dim=1), {"a": (2, 3), "b": (3, 3)}, "inconsistent|Incompatible"),
    (tied(S.Concat(var("a"), var("b"), dim=0)), {"a": (5, 3), "out": (4, 3)}, "exceeds output size"),
    (S.Reshape(DATA, shape=(5, 5)), {"data": (2, 3)}, "size is different"),
    (S.SliceChannel(DATA, num_outputs=4), {"data": (2, 6)}, "does not evenly divide"),
    (S.Embedding(DATA, var("weight"), input_dim=9, output_dim=4), {"data": (2,), "weight": (9, 5)}, "inconsistent"),
])
def test_shapes_that_disagree(symbol, given, words):
    with pytest.raises(mx.MXNetError, match=words):
        symbol.infer_shape(**given)


def test_stacked_shapes_are_compared_when_the_stack_is_read():
    symbol = S.stack(var("a"), var("b"))
    assert symbol.infer_shape(a=(2, 3), b=(2, 4)) == ([(2, 3), (2, 4)], [(2, 2, 3)], [])
    assert symbol.infer_shape(b=(2, 4))[0] == [(2, 4), (2, 4)]
    output, = symbol.bind(mx.cpu(), {"a": mx.nd.zeros((2, 3)), "b": mx.nd.zeros((2, 4))}).forward()
    with pytest.raises(mx.MXNetError, match="expected shape"):
        output.asnumpy()
