"""Short forms of the long runs: many threads, children of both kinds, many steps."""
import logging

import pytest

from tests.fuzz import processes, soak, threads


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_twenty_four_threads():
    compared, wrong = threads.run(threads=24, rounds=2)
    assert wrong == []
    assert compared == 48


@pytest.mark.parametrize("method", ["fork", "spawn"])
# Python warns of a fork beside threads; that it works is what this holds.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_children_train_to_the_same_numbers(method):
    compared, wrong = processes.run(method, children=2)
    assert wrong == []
    assert compared == 2 * len(processes.JOBS)


def test_training_leaves_nothing_behind():
    # Memory is measured by the long run: in a short one, beside others, it is noise.
    run = soak.run(1400, looks=8)
    assert soak.growth(run.objects) < 100, run.objects
