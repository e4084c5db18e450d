"""Metrics against recorded values, and their behaviour as objects."""
import copy
import json
import math
import pathlib
import pickle

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.metric import captured, eval_metric
from tests.cuda import no_waiting
from tests.metric.cases import CASES, make, results

RECORDED = json.loads((pathlib.Path(__file__).parents[1] / "data/metric_values.json").read_text())
LABEL = mx.nd.array([0, 1, 1])
PRED = mx.nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])


@pytest.fixture(scope="module")
def found():
    return results(mx)


@pytest.mark.parametrize("case", CASES)
def test_values_are_the_references(found, case):
    tolerance = 2e-3 if case.endswith("half") else 1e-6
    for got, expected in zip(found[case], RECORDED[case], strict=True):
        assert got[0] == expected[0]
        np.testing.assert_allclose(got[1], expected[1], rtol=tolerance, atol=1e-7)


@pytest.mark.parametrize("case", CASES)
def test_config_makes_an_equal_metric(case):
    name, arguments, _ = CASES[case]
    metric = mx.metric.create(name, **arguments)
    again = mx.metric.create(json.dumps(metric.get_config()))
    assert type(again) is type(metric)
    assert again.get_config() == metric.get_config()


def test_values_are_python_floats():
    metric = mx.metric.create(["acc", "f1", "mcc", "ce", "mae"])
    assert all(math.isnan(value) for value in metric.get()[1])
    metric.metrics.pop()
    metric.update([LABEL], [PRED])
    assert [type(value) for value in metric.get()[1]] == [float] * 4


def test_nothing_is_read_before_it_is_asked_for(monkeypatch):
    reads = []
    read = eval_metric._read
    monkeypatch.setattr(eval_metric, "_read",
                        lambda tensors: reads.append(len(tensors)) or read(tensors))
    metric = mx.metric.Accuracy()
    for _ in range(5):
        metric.update([LABEL], [PRED])
    assert not reads
    assert metric.get() == ("accuracy", 2 / 3)
    assert reads == [5]
    metric.get()
    assert reads == [5]


def test_pending_results_are_bounded():
    metric = mx.metric.Accuracy()
    for _ in range(eval_metric.PENDING_BATCHES + 3):
        metric.update([LABEL], [PRED])
    assert len(metric._pending) == 3
    assert metric.num_inst == 3 * (eval_metric.PENDING_BATCHES + 3)


def test_reset_local_keeps_unread_results_for_the_global_value():
    metric = mx.metric.Accuracy()
    metric.update([mx.nd.array([0, 0])], [mx.nd.array([0, 0])])
    metric.reset_local()
    metric.update([mx.nd.array([0, 0])], [mx.nd.array([0, 1])])
    metric.reset_local()
    metric.update([mx.nd.array([0, 0])], [mx.nd.array([1, 1])])
    assert metric.get()[1] == 0.0
    assert metric.get_global()[1] == 0.5
    metric.reset()
    assert math.isnan(metric.get_global()[1])


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_are_independent(duplicate):
    metric = mx.metric.Accuracy()
    metric.update([LABEL], [PRED])
    other = duplicate(metric)
    other.update([LABEL], [mx.nd.array([0, 1, 1])])
    assert metric.get()[1] == 2 / 3
    assert other.get()[1] == 5 / 6


def test_an_update_does_not_depend_on_later_writes():
    metric = mx.metric.create(["acc", "loss", "pcc"])
    pred = PRED.copy()
    metric.update([LABEL], [pred])
    pred[:] = 0
    assert metric.get()[1][:2] == [2 / 3, 0.5]


def test_own_metric_with_plain_sums():
    class Sum(mx.metric.EvalMetric):
        def __init__(self):
            super().__init__("sum")

        def update(self, labels, preds):
            self.sum_metric += preds[0].sum().asscalar()
            self.num_inst += 1

    metric = Sum()
    metric.update([], [PRED])
    metric.update([], [PRED])
    assert metric.get() == ("sum", 3.0)
    assert metric.get_global() == ("sum", 3.0)  # no global sums: the local ones
    metric.sum_metric = 7
    assert metric.get_name_value() == [("sum", 3.5)]


def test_sums_can_be_added_to_by_a_subclass():
    class Biased(mx.metric.Accuracy):
        def update(self, labels, preds):
            super().update(labels, preds)
            self.num_inst += 1

    metric = Biased()
    metric.update([LABEL], [PRED])
    assert metric.get()[1] == 0.5
    assert metric.get_global()[1] == 2 / 3


def test_update_dict_chooses_by_name():
    labels = {"a_label": LABEL, "b_label": mx.nd.array([1, 1, 1])}
    preds = {"a_output": PRED, "b_output": PRED}
    metric = mx.metric.Accuracy(output_names=["b_output"], label_names=["b_label"])
    metric.update_dict(labels, preds)
    assert metric.get() == ("accuracy", 1.0)
    both = mx.metric.Accuracy()
    both.update_dict(labels, preds)
    assert both.get()[1] == 5 / 6
    composite = mx.metric.CompositeEvalMetric(["acc"], output_names=["a_output"],
                                              label_names=["a_label"])
    composite.update_dict(labels, preds)
    assert composite.get() == (["accuracy"], [2 / 3])


def test_composite_takes_every_form():
    composite = mx.metric.create(["acc", mx.metric.MAE(), {"metric": "ce", "eps": 0.5}])
    composite.add("rmse")
    assert composite.get()[0] == ["accuracy", "mae", "cross-entropy", "rmse"]
    assert composite.get_metric(2).eps == 0.5
    with pytest.raises(ValueError, match="Metric index 4 is out of range 0 and 4"):
        composite.get_metric(4)
    assert str(composite).startswith("EvalMetric: {'accuracy': nan, 'mae': nan")


def test_custom_metrics():
    def distance(label, pred):
        assert isinstance(label, np.ndarray)
        return np.abs(label - pred).sum(), label.size

    metric = mx.metric.create(distance)
    metric.update([mx.nd.array([1, 2])], [mx.nd.array([2, 4])])
    assert metric.get() == ("distance", 1.5)
    with pytest.raises(NotImplementedError):
        metric.get_config()
    metric = mx.metric.np(lambda label, pred: pred.mean(), allow_extra_outputs=True)
    metric.update([LABEL], [PRED, PRED])
    assert metric.name == "custom(<lambda>)"
    assert metric.get()[1] == pytest.approx(0.5)
    with pytest.raises(ValueError, match="Shape of labels 1 does not match shape of predictions 2"):
        mx.metric.np(distance).update([LABEL], [PRED, PRED])


def test_single_arrays_need_no_list():
    metric = mx.metric.MSE()
    metric.update(mx.nd.array([[1, 2, 3, 4]]) + 0.1, mx.nd.array([[1, 2, 3, 4]]))
    assert metric.get()[1] == pytest.approx(0.01, rel=1e-4)
    loss = mx.metric.Loss()
    loss.update(None, PRED)
    assert loss.get()[1] == 0.5


def test_a_list_of_single_samples_grows_the_classes_of_pcc():
    metric = mx.metric.PCC()
    for label, pred in [(0, 0), (1, 1), (5, 4), (4, 4)]:
        metric.update([mx.nd.array([label])], [mx.nd.array([pred])])
    assert metric.k == 6 and metric.lcm.shape == (6, 6)
    assert metric.lcm[4, 5] == 1
    metric.reset()
    assert metric.k == 6 and math.isnan(metric.get()[1])


@pytest.mark.parametrize("make, label, pred, message", [
    (lambda: mx.metric.Accuracy(), [0, 1], PRED, "labels 2 does not match shape of predictions 3"),
    (lambda: mx.metric.F1(), [0, 1, 2], PRED, "F1 currently only supports binary"),
    (lambda: mx.metric.MCC(), [0, 1, 2], PRED, "MCC currently only supports binary"),
    (lambda: mx.metric.CrossEntropy(), [0, 1], PRED, "2 labels for 3 predictions"),
    (lambda: mx.metric.Perplexity(None), [0, 1], PRED, "shape mismatch"),
    (lambda: mx.metric.TopKAccuracy(3), [0, 1, 1], PRED, "top_k is 3, but there are 2 classes"),
    (lambda: mx.metric.TopKAccuracy(2), [0], mx.nd.zeros((1, 2, 3)), "no more than 2 dims"),
    (lambda: mx.metric.PearsonCorrelation(), [0, 1, 2], PRED, "does not match"),
])
def test_mistakes_are_named(make, label, pred, message):
    with pytest.raises(ValueError, match=message):
        make().update([mx.nd.array(label)], [pred])


def test_wrong_names_and_values():
    with pytest.raises(mx.MXNetError, match="accuracy"):
        mx.metric.create("acuracy")
    with pytest.raises(ValueError, match="Please use Accuracy"):
        mx.metric.TopKAccuracy(top_k=1)
    with pytest.raises(IndexError):
        metric = mx.metric.CrossEntropy()
        metric.update([mx.nd.array([2])], [mx.nd.array([[0.5, 0.5]])])


def test_vectors_are_ranked_among_themselves_by_top_k():
    metric = mx.metric.TopKAccuracy(2)
    metric.update([mx.nd.array([0, 1, 2])], [mx.nd.array([0.1, 0.2, 0.3])])
    assert metric.get() == ("top_k_accuracy_2", 1.0)
    assert metric.get_global()[1] == 0.0


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.parametrize("case", [case for case in CASES if case != "composite"])
def test_a_gpu_is_not_waited_for(case):
    name, arguments, kind = CASES[case]
    expected, metric = mx.metric.create(name, **arguments), mx.metric.create(name, **arguments)
    batches = [make(kind, np.random.RandomState(seed)) for seed in range(3)]
    for labels, preds in batches:
        on_cpu, on_gpu = ([[mx.nd.array(array, ctx=ctx) for array in arrays]
                           for arrays in (labels, preds)] for ctx in (mx.cpu(), mx.gpu()))
        expected.update(*on_cpu)
        with no_waiting():
            metric.update(*on_gpu)
    np.testing.assert_allclose(metric.get()[1], expected.get()[1], rtol=1e-5)
    np.testing.assert_allclose(metric.get_global()[1], expected.get_global()[1], rtol=1e-5)


@pytest.mark.parametrize("name", ["mae", "mse", "rmse"])
def test_shapes_that_do_not_broadcast_are_named(name):
    with pytest.raises(ValueError, match=r"could not be broadcast together with shapes \(3, 1\) \(2, 3\)"):
        mx.metric.create(name).update([mx.nd.ones((3,))], [mx.nd.ones((2, 3))])


class Called:
    """Stands for a capture on a machine without a GPU: the work is done in every call."""

    def __init__(self, arena, what):
        pass

    def run(self, key, fixed, work):
        work()


@pytest.fixture(params=[pytest.param("gpu", marks=pytest.mark.gpu), "cpu"])
def steady(request, monkeypatch):
    """The context of arrays whose updates are captured."""
    if request.param == "cpu":
        monkeypatch.setattr(captured, "Capture", Called)
    return getattr(mx, request.param)(0)


ADD_UP = [case for case, (name, arguments, _) in CASES.items()
          if case != "composite" and "adds_up" in vars(type(mx.metric.create(name, **arguments)))]


@pytest.mark.parametrize("case", [*ADD_UP, "composite"])
def test_captured_updates(steady, case):
    name, arguments, kind = CASES[case]
    expected, metric = mx.metric.create(name, **arguments), mx.metric.create(name, **arguments)
    arrays = None
    for step in range(9):
        labels, preds = ({f"{which}{i}": mx.nd.array(array, ctx=steady) for i, array in enumerate(found)}
                         for which, found in zip("lp", make(kind, np.random.RandomState(step))))
        if arrays is None:
            arrays = {key: array.copy() for key, array in {**labels, **preds}.items()}
        for key, array in {**labels, **preds}.items():
            array.copyto(arrays[key])
        expected.update_dict(labels, preds)
        captured.update(metric, {key: arrays[key] for key in labels}, {key: arrays[key] for key in preds}, steady)
        if step == 4:
            np.testing.assert_allclose(metric.get()[1], expected.get()[1], rtol=1e-6)
            metric.reset_local()
            expected.reset_local()
        if step == 5:  # what came before is not read yet
            metric.reset_local()
            expected.reset_local()
    np.testing.assert_allclose(metric.get()[1], expected.get()[1], rtol=1e-6)
    np.testing.assert_allclose(metric.get_global()[1], expected.get_global()[1], rtol=1e-6)
    twin = pickle.loads(pickle.dumps(metric))
    assert twin.get_global() == metric.get_global()
    metric.reset()
    assert np.isnan(metric.get()[1]).all()


def test_what_a_user_overrides_is_called(steady):
    class Counting(mx.metric.Accuracy):
        calls = 0

        def update(self, labels, preds):
            self.calls += 1
            super().update(labels, preds)

    metric, label, pred = Counting(), mx.nd.array([0, 1], ctx=steady), mx.nd.array([[1, 0], [1, 0]], ctx=steady)
    for _ in range(5):
        captured.update(metric, {"l": label}, {"p": pred}, steady)
    assert metric.calls == 5 and metric.get()[1] == 0.5


@pytest.mark.parametrize("case", CASES)
def test_a_copy_goes_on_where_it_was(case):
    name, arguments, kind = CASES[case]
    metric = mx.metric.create(name, **arguments)
    batches = [[list(map(mx.nd.array, arrays)) for arrays in make(kind, np.random.RandomState(seed))]
               for seed in range(2)]
    metric.update(*batches[0])
    twin = copy.deepcopy(metric)
    for one in (metric, twin):
        one.update(*batches[1])
    np.testing.assert_array_equal(twin.get()[1], metric.get()[1])
    np.testing.assert_array_equal(twin.get_global()[1], metric.get_global()[1])


def test_sets_of_arrays_come_and_go():
    """Modules that are made and dropped do not use up what may be captured."""
    metric, expected = mx.metric.CompositeEvalMetric([mx.metric.Loss(), mx.metric.Loss(name="other")]), 0.0
    for number in range(3 * captured.CAPTURED_METRIC_SETS):
        preds = {"output": mx.nd.ones(2) * number}
        captured.update(metric, {}, preds, mx.cpu())
        expected += number
        assert (id(preds["output"]),) in metric._captured_updates
        assert len(metric._captured_updates) <= captured.CAPTURED_METRIC_SETS
        assert len(metric.metrics[0]._tallies) == len(metric._captured_updates)
    assert metric.get()[1] == [expected / (3 * captured.CAPTURED_METRIC_SETS)] * 2


class Counted(mx.metric.EvalMetric):
    """A user's metric, which adds what NumPy gave it."""

    def update(self, labels, preds):
        self.sum_metric += preds
        self.num_inst += 1


class Several(mx.metric.EvalMetric):
    """As detection programs have them: several sums in one metric."""

    def reset(self):
        self.sum_metric, self.num_inst = [0.0, 0.0], [0, 0]

    def update(self, labels, preds):
        for place in range(2):
            self.sum_metric[place] += preds
            self.num_inst[place] += 1

    def get(self):
        return ["a", "b"], [total / count for total, count in zip(self.sum_metric, self.num_inst)]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_sums_of_numpy_numbers_have_double_precision(dtype):
    tenth = np.dtype(dtype).type(0.1)
    array = mx.nd.array([0.0])
    counted, several = Counted("counted"), Several("several")
    custom = mx.metric.create(lambda label, pred: tenth)
    pair = mx.metric.np(lambda label, pred: (tenth, np.int64(1)), name="pair")
    for _ in range(30_000):
        counted.update(None, tenth)
        several.update(None, tenth)
    for _ in range(3_000):
        custom.update([array], [array])
        pair.update([array], [array])
    values = [counted.get()[1], custom.get()[1], pair.get()[1], custom.get_global()[1], *several.get()[1]]
    np.testing.assert_allclose(values, float(tenth), rtol=1e-12)
    assert not any("np." in repr(value) for value in values)


def test_sums_may_be_arrays_and_whole_numbers():
    counted = Counted("counted")
    for _ in range(2):
        counted.update(None, np.array([1, 2], "float32"))
    assert counted.get()[1].dtype == np.float32 and counted.get()[1].tolist() == [1, 2]
    counted.reset()
    counted.update(None, mx.nd.array([3]))
    assert counted.get()[1].asscalar() == 3
    counted.reset()
    counted.update(None, np.int64(3))
    counted.sum_metric -= np.float32(1)
    assert repr(counted.get()) == "('counted', 2.0)"


def test_sums_are_copied_and_pickled():
    counted = Counted("counted")
    counted.update(None, np.float32(0.5))
    for other in (pickle.loads(pickle.dumps(counted)), copy.deepcopy(counted)):
        other.update(None, np.float32(1))
        assert other.get() == ("counted", 0.75) and counted.get() == ("counted", 0.5)
