"""Learning-rate schedules against recorded values."""
import json
import pathlib

import pytest

import mxnet as mx
from tests.training.cases import SCHEDULES, rates

RECORDED = json.loads((pathlib.Path(__file__).parents[1] / "data/training_values.json").read_text())


@pytest.fixture(scope="module")
def found():
    return rates(mx)


@pytest.mark.parametrize("name", SCHEDULES)
def test_rates_and_lines_are_the_references(found, name):
    assert found[name][0] == pytest.approx(RECORDED["rates"][name][0], rel=1e-14)
    assert found[name][1] == RECORDED["rates"][name][1]


@pytest.mark.parametrize("make, message", [
    (lambda s: s.FactorScheduler(0), "greater or equal than 1"),
    (lambda s: s.FactorScheduler(1, factor=2), "no more than 1"),
    (lambda s: s.MultiFactorScheduler([3, 3]), "increasing integer list"),
    (lambda s: s.MultiFactorScheduler([0]), "greater or equal than 1"),
    (lambda s: s.MultiFactorScheduler([]), "at least one"),
    (lambda s: s.MultiFactorScheduler([1], factor=2), "no more than 1"),
    (lambda s: s.PolyScheduler(0), "strictly positive"),
    (lambda s: s.CosineScheduler(9, base_lr=0.1, warmup_begin_lr=0.2), "higher than warmup_begin"),
    (lambda s: s.CosineScheduler(9, warmup_steps=-1), "positive or 0"),
    (lambda s: s.CosineScheduler(9, warmup_mode="square"), "only linear and constant"),
    (lambda s: s.CosineScheduler(9, warmup_steps=3).get_warmup_lr(3), "after 3 warm-up steps"),
])
def test_wrong_values(make, message):
    with pytest.raises(ValueError, match=message):
        make(mx.lr_scheduler)


def test_wrong_types():
    with pytest.raises(TypeError, match="max_update must be an int"):
        mx.lr_scheduler.PolyScheduler(10.0)
    with pytest.raises(TypeError, match="warmup_steps must be an int"):
        mx.lr_scheduler.FactorScheduler(1, warmup_steps=0.5)


def test_own_schedules():
    with pytest.raises(NotImplementedError):
        mx.lr_scheduler.LRScheduler()(1)


def test_the_oldest_programs_find_theirs(caplog):
    schedule = mx.misc.FactorScheduler(step=3, factor=0.5)
    schedule.base_lr = 0.8
    with caplog.at_level("INFO"):
        assert [schedule(count) for count in range(7)] == [0.8, 0.8, 0.8, 0.4, 0.4, 0.4, 0.2]
    assert [record.getMessage() for record in caplog.records] == [
        "At Iteration [3]: Swith to new learning rate 0.40000", "At Iteration [6]: Swith to new learning rate 0.20000"]
    for wrong in ({"step": 0}, {"step": 1, "factor": 1.0}):
        with pytest.raises(ValueError):
            mx.misc.FactorScheduler(**wrong)
    with pytest.raises(NotImplementedError):
        mx.misc.LearningRateScheduler()(1)
