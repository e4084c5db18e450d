"""Initializers against recorded values and their distributions, and the rules that choose them."""
import json
import logging
import pathlib

import numpy as np
import pytest

import mxnet as mx
from tests.initializer.cases import DUMPS, results

DATA = pathlib.Path(__file__).parents[1] / "data"
RECORDED = json.loads((DATA / "initializer_values.json").read_text())


@pytest.fixture(scope="module")
def found():
    return results(mx)


@pytest.mark.parametrize("kind", ["weights", "packed", "names", "dumps"])
def test_values_are_the_references(found, kind):
    assert found[kind] == RECORDED[kind]


def fill(init, shape, name="a_weight"):
    array = mx.nd.zeros(shape)
    init(mx.init.InitDesc(name), array)
    return array.asnumpy()


@pytest.mark.parametrize("init, low, high, deviation", [
    (mx.init.Uniform(0.5), -0.5, 0.5, 0.5 / 3**0.5),
    (mx.init.Normal(0.5), -4, 4, 0.5),
    (mx.init.Xavier(), -(3 / 200)**0.5, (3 / 200)**0.5, 0.005**0.5),
    (mx.init.Xavier("uniform", "in", 6), -(6 / 300)**0.5, (6 / 300)**0.5, (2 / 300)**0.5),
    (mx.init.Xavier("gaussian", "out", 2), -4, 4, (2 / 100)**0.5),
    (mx.init.MSRAPrelu("in", 0.5), -4, 4, (1.6 / 300)**0.5),
])
def test_distributions(init, low, high, deviation):
    mx.random.seed(7)
    values = fill(init, (100, 300))
    assert low <= values.min() < values.max() <= high
    assert abs(values.mean()) < deviation / 30
    assert values.std() == pytest.approx(deviation, rel=0.03)
    mx.random.seed(7)
    assert (fill(init, (100, 300)) == values).all()


def test_fans_count_the_area_of_a_kernel():
    values = fill(mx.init.Xavier("uniform", "in", 1), (200, 2, 5, 5))
    assert values.max() == pytest.approx((1 / 50)**0.5, rel=0.01)


@pytest.mark.parametrize("kind", ["uniform", "normal"])
@pytest.mark.parametrize("shape", [(4, 12), (12, 4), (5, 2, 3)])
def test_orthogonal(kind, shape):
    matrix = fill(mx.init.Orthogonal(scale=2.0, rand_type=kind), shape).reshape(shape[0], -1)
    if matrix.shape[0] > matrix.shape[1]:
        matrix = matrix.T
    np.testing.assert_allclose(matrix @ matrix.T, 4 * np.eye(len(matrix)), atol=1e-5)


def test_types_other_than_float32():
    array = mx.nd.zeros((50, 50), dtype="float16")
    mx.init.Xavier()(mx.init.InitDesc("a_weight"), array)
    assert array.dtype == np.float16 and 0 < array.asnumpy().std() < 1


@pytest.mark.parametrize("name, arguments", DUMPS)
def test_json_and_equality(name, arguments):
    init = getattr(mx.init, name)(**arguments)
    again = mx.init.create(init.dumps())
    assert type(again) is type(init) and again == init
    assert init != mx.init.Load({})
    assert init == mx.init.create(init)


def test_inequality():
    assert mx.init.Normal(0.1) != mx.init.Normal(0.2)
    assert mx.init.Zero() != mx.init.One()


def test_constant_arrays_become_lists():
    for value in (mx.nd.ones((2, 1)), np.ones((2, 1))):
        init = mx.init.Constant(value)
        assert init.dumps() == '["constant", {"value": [[1.0], [1.0]]}]'
        assert (fill(mx.init.create(init.dumps()), (2, 1)) == 1).all()


def test_packed_parameters_with_their_own_initializer():
    init = mx.init.FusedRNN(mx.init.Constant(3), 2, 1, "lstm", forget_bias=7)
    again = mx.init.create(init.dumps())
    values = fill(again, (2 * 4 * (3 + 2 + 2),))
    assert sorted(set(values.tolist())) == [0, 3, 7]
    assert (values == 7).sum() == 4 and (values == 3).sum() == 2 * 4 * 5
    with pytest.raises(ValueError, match="13 is no size of packed lstm parameters"):
        fill(again, (13,))
    with pytest.raises(ValueError, match="mode must be one of"):
        mx.init.FusedRNN(None, 2, 1, "transformer")


def test_a_variables_own_initializer_comes_first():
    desc = mx.init.InitDesc("fc_bias", {"__init__": mx.init.Constant(4).dumps()})
    array = mx.nd.zeros((2,))
    init = mx.init.Xavier()
    init(desc, array)
    assert array.asnumpy().tolist() == [4, 4]
    assert desc.global_init is init and isinstance(desc, str)


def test_mixed_takes_the_first_match():
    init = mx.init.Mixed(["fc", ".*_bias"], [mx.init.Constant(1), mx.init.Constant(2)])
    assert fill(init, (1,), "fc_bias") == 0 and fill(init, (1,), "fc_weight") == 1
    with pytest.raises(ValueError, match="conv_weight did not match"):
        fill(init, (1,), "conv_weight")
    with pytest.raises(ValueError, match="2 patterns for 1"):
        mx.init.Mixed(["a", "b"], [mx.init.Zero()])


def test_load(tmp_path, caplog):
    path = str(tmp_path / "a.params")
    mx.nd.save(path, {"arg:fc_weight": mx.nd.array([1, 2]), "aux:mean": mx.nd.array([3])})
    init = mx.init.Load(path, default_init=mx.init.One(), verbose=True)
    caplog.set_level(logging.INFO)
    assert fill(init, (2,), "fc_weight").tolist() == [1, 2]
    assert fill(init, (1,), "mean").tolist() == [3]
    assert fill(init, (1,), "other_weight").tolist() == [1]
    assert [record.getMessage() for record in caplog.records] == [
        "Initialized fc_weight by loading", "Initialized mean by loading",
        "Initialized other_weight by default"]
    with pytest.raises(ValueError, match=r"Shape mismatch, target \(3,\) vs loaded \(2,\)"):
        fill(init, (3,), "fc_weight")
    with pytest.raises(ValueError, match="Cannot Initialize x_weight"):
        fill(mx.init.Load({}), (1,), "x_weight")
    with pytest.raises(TypeError, match="Load needs"):
        mx.init.Load([mx.nd.zeros((1,))])


def test_verbosity(caplog):
    caplog.set_level(logging.INFO)
    init = mx.init.Constant(3).set_verbosity(True)
    fill(init, (4,))
    init.set_verbosity(True, lambda array: f"of {array.size}")
    fill(init, (4,), "a_bias")
    init.set_verbosity(False)
    fill(init, (4,))
    assert [record.getMessage() for record in caplog.records] == [
        "Initialized a_weight as weight: 3.0", "Initialized a_bias as bias: of 4"]


def test_own_initializers_are_found_by_name():
    @mx.init.register
    @mx.init.alias("halves")
    class Half(mx.init.Initializer):
        def _init_weight(self, _, arr):
            arr[:] = 0.5

        def _init_default(self, _, arr):
            arr[:] = 0.25

    assert fill(mx.init.create("HALF"), (1,)) == 0.5
    assert fill(mx.init.create("halves"), (1,), "other") == 0.25


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="cannot be applied to vector a_weight"):
        fill(mx.init.Xavier(), (3,))
    with pytest.raises(ValueError, match="Incorrect factor type"):
        fill(mx.init.Xavier(factor_type="both"), (3, 3))
    with pytest.raises(ValueError, match="Unknown random type"):
        fill(mx.init.Xavier(rnd_type="cauchy"), (3, 3))
    with pytest.raises(ValueError, match="rand_type must be"):
        fill(mx.init.Orthogonal(rand_type="cauchy"), (3, 3))
    with pytest.raises(ValueError, match="4 axes"):
        fill(mx.init.Bilinear(), (3, 3))
    with pytest.raises(NotImplementedError):
        fill(mx.init.Initializer(), (3, 3))
    with pytest.warns(DeprecationWarning, match="has been deprecated"), pytest.raises(TypeError):
        mx.init.Zero()(3, mx.nd.zeros((1,)))
