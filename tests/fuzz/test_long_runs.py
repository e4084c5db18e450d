"""Short forms of the long runs: many threads, children of both kinds, many steps."""
import logging
import multiprocessing

import numpy as np
import pytest
import torch

import mxnet as mx
from tests.fuzz import processes, soak, tasks, threads


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
    if method == "fork" and torch.cuda.is_available():
        pytest.skip("beside a GPU torch's autograd refuses to run in a child forked after its parent's backward")
    compared, wrong = processes.run(method, children=2)
    assert wrong == []
    assert compared == 2 * len(processes.JOBS)


def test_training_leaves_nothing_behind():
    # Memory is measured by the long run: in a short one, beside others, it is noise.
    run = soak.run(700, looks=8)
    assert soak.growth(run.objects) < 100, run.objects


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_goes_on_with_its_parents_module():
    """Torch's pool and the threads of two replicas are the parent's; neither may be waited for."""
    wide = torch.ones(2000, 1000)
    threads_before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        torch.softmax(wide, 1)
        module = mx.mod.Module(tasks.network(), context=[mx.cpu(0), mx.cpu(1)])
        module.bind([("data", (4, 2, 6, 6))], [("softmax_label", (4,))])
        module.init_params(mx.init.One())
        module.init_optimizer(optimizer_params={"learning_rate": 0.01})

        def steps(answers=None):
            batch = mx.io.DataBatch([mx.nd.array(tasks.data(1, 4, 2, 6, 6))], [mx.nd.array([0, 1, 2, 0])])
            for _ in range(2):
                module.forward_backward(batch)
                module.update()
            found = module.get_params()[0]["conv_weight"].asnumpy(), float(torch.softmax(wide, 1).sum())
            if answers is not None:
                answers.put(found)
            return found
        steps()
        context = multiprocessing.get_context("fork")
        answers = context.Queue()
        child = context.Process(target=steps, args=(answers,))
        child.start()
        try:
            theirs = answers.get(timeout=60)
        finally:
            child.kill()
            child.join()
        ours = steps()
    finally:
        torch.set_num_threads(threads_before)
    assert np.array_equal(ours[0], theirs[0]) and ours[1] == pytest.approx(theirs[1])
